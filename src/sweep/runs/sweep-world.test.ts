import { expect, it } from 'vitest'
import { openSweepWorld } from './sweep-world.ts'

it("a test's own request neither counts against the rate nor is refused by it", async () => {
  const world = await openSweepWorld({ setting: { nowMs: 0, profile: { 'limits/rate': 'per-minute:1' } } })
  const read = async (...headers: [string, string][]) => {
    const request = { method: 'GET', target: '/v3', headers, body: new Uint8Array() }
    return (await world.handle({ ...request, origin: 'http://playa.localhost' })).status
  }
  const ownRead = () => read(['Playa-Sweep', 'none'])
  expect([await ownRead(), await read(), await ownRead(), await read()]).toEqual([200, 200, 200, 429])
  world.close()
})

it("a test's own write needs no tag, even if the client's writes do", async () => {
  const profile = { 'publications/precondition-required': '428' }
  const world = await openSweepWorld({ setting: { nowMs: 0, profile } })
  const write = async (...headers: [string, string][]) => {
    const target = `/v3/publicaciones/${world.agency}/PIN-0001`
    const body = Buffer.from('{"Precio":{"Moneda":"ARS","Importe":1}}')
    const request = { method: 'PATCH', target, headers, body, origin: 'http://playa.localhost' }
    return (await world.handle(request)).status
  }
  const type: [string, string] = ['Content-Type', 'application/json']
  expect([await write(type, ['Playa-Sweep', 'none']), await write(type)]).toEqual([200, 428])
  world.close()
})
