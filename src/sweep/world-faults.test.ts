import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { openSweepWorld } from './sweep-world.ts'
import type { WorldFault } from './world-fault.ts'
import { worldFaults } from './world-faults.ts'

it('a page that moves leaves no inquiry behind, so that a test may count its own', async () => {
  const disturbance = worldFaults['page-moved'].disturbance()
  const world = await openSweepWorld({ setting: { nowMs: 0, profile: {} }, disturbance })
  const list = `/v3/consultas/${world.agency}`
  const total = async (query: string): Promise<number> => {
    const origin = 'http://playa.localhost'
    const request = { method: 'GET', target: list + query, headers: [], body: new Uint8Array(), origin }
    return Number(/"Total":(\d+)/.exec(await (await world.handle(request)).text())?.[1])
  }
  const before = await total('')
  expect([await total('?pagina=2'), await total('')]).toEqual([before + 1, before])
  world.close()
})

it('a request that names the world of the run meets faults as others do', async () => {
  const origin = 'http://playa.localhost'
  const answers = async (fault: 'text-ids' | 'links-elsewhere', first: string, link: RegExp) => {
    const of: WorldFault = worldFaults[fault]
    const disturbance = of.disturbance(0)
    const world = await openSweepWorld({ setting: { nowMs: 0, profile: {} }, disturbance })
    const get = async (target: string) => {
      const request = { method: 'GET', target, headers: [], body: new Uint8Array(), origin }
      const response = await world.handle(request)
      return { status: response.status, body: await response.text() }
    }
    const { body } = await get(first.replace('{agency}', world.agency))
    const found = link.exec(body)?.[1] ?? ''
    const { status } = await get(found)
    world.close()
    return [found, status, ...world.calls.map(({ exchange }) => exchange)]
  }
  expect(
    await answers(
      'text-ids',
      '/w/default/v3/consultas/{agency}',
      /"(\/w\/default\/v3\/consultas\/[^/"]+\/c-[^"]+)"/,
    ),
  ).toEqual([expect.stringContaining('/c-'), 200, 'inquiries.list#1', 'inquiries.read#1'])
  expect(await answers('links-elsewhere', '/w/default/v3', /"(\/w\/default\/v3\/enlaces\/monedas)"/)).toEqual(
    ['/w/default/v3/enlaces/monedas', 200, 'entry.read#1', expect.stringContaining('#1')],
  )
}, 60_000)

it('a forged webhook comes with a signature of another, and without one', async () => {
  const disturbance = worldFaults['webhook-forged'].disturbance()
  const world = await openSweepWorld({ setting: { nowMs: 0, profile: {} }, disturbance })
  const ids: (string | undefined)[] = []
  const receiver = createServer(({ headers }, response) => {
    ids.push(`${headers['notification-hook-id']} ${headers['notification-signature'] ? 'signed' : 'bare'}`)
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const address = receiver.address()
  const Callback = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const send = (method: string, target: string, body: object) =>
    world.handle({
      ...{
        method,
        target,
        origin: 'http://playa.localhost',
        headers: [['content-type', 'application/json']],
      },
      body: Buffer.from(JSON.stringify(body)),
    })
  const hook = { Callback, Secret: '0123456789abcdef', Activo: true }
  await send('PUT', '/v3/appnotificaciones/publicacion-consultada', hook)
  await send('POST', '/_playa/worlds/default/inquiries', { externalid: 'PIN-0002' })
  await expect.poll(() => ids.length).toBe(3)
  const [own = ''] = ids
  const id = own.split(' ')[0]
  expect(ids.sort()).toEqual([own, `${id}-forged signed`, `${id}-unsigned bare`].sort())
  world.close()
  await new Promise((resolve) => receiver.close(resolve))
}, 60_000)
