import { createServer, type RequestListener } from 'node:http'
import type { FaultInjection } from '../../src/sweep/faults/fault-injection.ts'
import { openSweepWorld } from '../../src/sweep/runs/sweep-world.ts'

/** Opens a world of a sweep whose leads go to a receiver; `adviceLines` is the advice of a fault. */
export const withReceiver = async (
  injection: FaultInjection,
  answer: RequestListener,
  topic = 'publicacion-consultada',
) => {
  const world = await openSweepWorld({ setting: { nowMs: 0, profile: {} }, injection })
  const receiver = createServer(answer)
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const address = receiver.address()
  const Callback = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const send = (method: string, target: string, body?: object) =>
    world.handle({
      method,
      target,
      origin: 'http://playa.localhost',
      headers: [['content-type', 'application/json']],
      body: Buffer.from(body ? JSON.stringify(body) : ''),
    })
  const hook = { Callback, Secret: '0123456789abcdef', Activo: true }
  await send('PUT', `/v3/appnotificaciones/${topic}`, hook)
  return {
    adviceLines: world.adviceLines,
    accusations: world.accusations,
    get: (target: string) => send('GET', target),
    lead: () => send('POST', '/_playa/worlds/default/inquiries', { externalid: 'PIN-0002' }),
    suspend: (id: string) =>
      send('PATCH', `/v3/publicaciones/${encodeURIComponent(world.agency)}/${id}/suspender`),
    settle: () => send('POST', '/_playa/worlds/default/clock/advance', { by: 'PT0S' }),
    close: async () => {
      world.close()
      await new Promise((resolve) => receiver.close(resolve))
    },
  }
}
