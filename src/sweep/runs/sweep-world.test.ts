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
