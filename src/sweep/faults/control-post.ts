import type { InjectedWorld } from './fault-injection.ts'

/** Makes a call of the control API to a world, without a port. */
export const controlPost = async (
  handler: InjectedWorld['handler'],
  worldName: string,
  path: string,
  body: object,
): Promise<void> => {
  const headers = { 'Content-Type': 'application/json' }
  const url = `http://playa.localhost/_playa/worlds/${worldName}${path}`
  await handler(new Request(url, { method: 'POST', headers, body: JSON.stringify(body) }))
}
