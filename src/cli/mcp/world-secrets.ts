import { controlApiClient } from '../../control/client.ts'
import { PlayaError } from '../../control/client-error.ts'
import type { ToolHost } from './agent-tool.ts'

/** Returns what no result may show: the control token, and keys and secrets of the world's apps. */
export const secretsFor = async ({ connection }: ToolHost, world: unknown): Promise<string[]> => {
  const own = connection.token === undefined ? [] : [connection.token]
  try {
    const { apps } = await controlApiClient(connection).worlds.read(
      typeof world === 'string' ? { world } : {},
    )
    return [...own, ...apps.flatMap(({ key, secret }) => [key, secret])]
  } catch (error) {
    // The world is gone or never was: then nothing of it is shown either.
    if (error instanceof PlayaError) return own
    throw error
  }
}
