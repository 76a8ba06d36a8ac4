import type { InjectedWorld } from './fault-injection.ts'

/**
 * Makes a call of the control API to a world, without a port; links in what it sends lead to the world's
 * address.
 */
export const controlPost = async (
  { handler, simulator }: Pick<InjectedWorld, 'handler' | 'simulator'>,
  worldName: string,
  path: string,
  body: object,
): Promise<void> => {
  const headers = { 'Content-Type': 'application/json' }
  const url = `${simulator.origin}/_playa/worlds/${worldName}${path}`
  await handler(new Request(url, { method: 'POST', headers, body: JSON.stringify(body) }))
}
