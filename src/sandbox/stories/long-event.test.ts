import { expect, it } from 'vitest'
import { createApp } from '../../server/app.ts'
import { Simulator } from '../simulator/simulator.ts'

/** An event that takes several slices. */

const MAIL = 'a@a.example'
const CALLBACK = 'https://crm.example/avisos'
const START = '2026-03-07T09:00:00-03:00'
const LEADS = 1_000

const scenario = {
  title: 'A rush',
  story: 'A thousand leads come at once.',
  seed: 1,
  apps: [{ name: 'a', key: 'k', secret: 's' }],
  agencies: [
    {
      adminMail: MAIL,
      nombreComercial: 'Ataque',
      package: { Alta: 99, Media: 99, Baja: 99 },
      access: { a: {} },
      operators: [{ Nombre: 'A', Apellido: 'B', Email: MAIL }],
      stock: [{ prefix: 'A', count: 10 }],
      notifications: { PublicacionConsultadaWebHook: { Activo: true, Callback: CALLBACK } },
    },
  ],
  receivers: [{ url: CALLBACK, status: 200 }],
  events: [{ after: 'PT1H', leads: { count: LEADS, externalid: 'A-0001' } }],
}

const open = async () => {
  const simulator = await Simulator.open({ scenario, nowMs: Date.parse(START) })
  const app = createApp(simulator)
  const ask = async (method: string, path: string, body?: object) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await app.fetch(new Request(`http://playa.localhost${path}`, { method, ...sent }))
    return answer.text()
  }
  const worldHandle = simulator.worlds.require('default')
  const advance = () => ask('POST', '/_playa/worlds/default/clock/advance', { by: 'PT2H' })
  return { simulator, worldHandle, ask, advance }
}

type Opened = Awaited<ReturnType<typeof open>>

/** Starts the event, and resolves while it is being played. */
const startEvent = async ({ worldHandle, advance }: Opened) => {
  const advanced = advance()
  let isOver = false
  void advanced.finally(() => (isOver = true))
  while (!worldHandle.playing && !isOver) await new Promise((resolve) => setImmediate(resolve))
  expect(worldHandle.playing).toBeDefined()
  return { advanced }
}

const records = ({ ask }: Opened) =>
  Promise.all(
    ['export', 'story', 'deliveries?limit=999'].map((path) => ask('GET', `/_playa/worlds/default/${path}`)),
  )

it('a request during an event is answered after it, and sees all of it', async () => {
  const opened = await open()
  const { ask } = opened
  const { advanced } = await startEvent(opened)
  const [page, story] = await Promise.all([
    ask('GET', `/v3/consultas/${MAIL}`),
    ask('GET', '/_playa/worlds/default/story'),
  ])
  expect(JSON.parse(page)).toMatchObject({ Total: LEADS })
  expect(JSON.parse(story)).toMatchObject({ position: 1 })
  await advanced
})

it('the event leaves the same bytes whatever is requested during it', async () => {
  const [alone, asked] = [await open(), await open()]
  await alone.advance()
  const { advanced } = await startEvent(asked)
  for (let i = 0; i < 20; i++) await asked.ask('GET', `/v3/publicaciones/${MAIL}`)
  await advanced
  expect(await records(asked)).toEqual(await records(alone))
})

it('a change that was under way is not lost, and neither is the event', async () => {
  const opened = await open()
  const { simulator, worldHandle } = opened
  const { advanced } = await startEvent(opened)
  const { world } = worldHandle
  simulator.change(worldHandle, { ...world, next: { ...world.next, inquiry: 5_000 } }, [], '')
  await advanced
  expect(worldHandle.world.inquiries.size).toBe(LEADS)
  expect(worldHandle.world.next.inquiry).toBe(5_000 + LEADS)
})

it('a reset discards the event, which comes again', async () => {
  const opened = await open()
  const { simulator, worldHandle, advance } = opened
  const { advanced } = await startEvent(opened)
  simulator.reset('default')
  await advanced
  await simulator.scheduler.settled(worldHandle)
  expect([worldHandle.world.inquiries.size, worldHandle.playing]).toEqual([0, undefined])
  await advance()
  expect(worldHandle.world.inquiries.size).toBe(LEADS)
})
