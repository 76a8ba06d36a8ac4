import type { InjectedWorld } from './fault-injection.ts'

/** Calls the control API of a world without a port; links in the result have the world's address. */
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
