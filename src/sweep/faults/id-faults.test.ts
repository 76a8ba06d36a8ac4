import { expect, it } from 'vitest'
import { openSweepWorld } from '../runs/sweep-world.ts'
import { idFaults } from './id-faults.ts'

it('the id of a lead that a test receives is the one that the client is shown', async () => {
  for (const { injection } of Object.values(idFaults)) {
    const world = await openSweepWorld({ setting: { nowMs: 0, profile: {} }, injection: injection() })
    const send = async (method: string, target: string) => {
      const headers: [string, string][] = [['Content-Type', 'application/json']]
      const body = method === 'POST' ? Buffer.from('{}') : new Uint8Array()
      const origin = 'http://playa.localhost'
      const answer = await world.handle({ origin, method, target, headers, body })
      return (await answer.json()) as { sid: string; href: string }
    }
    const { sid, href } = await send('POST', '/_playa/worlds/default/inquiries')
    expect(href.endsWith(`/${sid}`)).toBe(true)
    const { pathname } = new URL(href)
    expect(JSON.stringify(await send('GET', pathname))).toContain(`/${sid}"}`)
    world.close()
  }
})
