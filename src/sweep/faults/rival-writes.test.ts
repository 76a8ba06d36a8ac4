import { expect, it } from 'vitest'
import { openSweepWorld } from '../runs/sweep-world.ts'
import type { FaultInjection } from './fault-injection.ts'
import { rivalWrites } from './rival-writes.ts'

it('another client changes a publication before a write, unless it is archived', async () => {
  const injection: FaultInjection = {
    before: (world, call) => (call.method === 'PATCH' ? rivalWrites(world, call) : undefined),
  }
  const world = await openSweepWorld({ setting: { nowMs: 0, profile: {} }, injection })
  const car = `/v3/publicaciones/${world.agency}/PIN-0001`
  const send = async (method: string, target: string, text = '') => {
    const headers: [string, string][] = [['Content-Type', 'application/json']]
    const origin = 'http://playa.localhost'
    const response = await world.handle({ method, target, headers, body: Buffer.from(text), origin })
    return { status: response.status, text: await response.text() }
  }
  const descriptions = async () => JSON.parse((await send('GET', car)).text).Descripcion
  await send('PATCH', car, '{"Activa":null}')
  const changed = await descriptions()
  expect(changed).toContain('otra persona')
  // With a price it would change that, too.
  await send('PATCH', `${car}/archivar`)
  expect((await send('PATCH', car, '{"Precio":{"Moneda":"ARS","Importe":5}}')).status).toBe(409)
  expect(JSON.parse((await send('GET', car)).text).Precio.Importe).not.toBe(1)
  world.close()
}, 60_000)
