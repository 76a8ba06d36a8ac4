import { expect, it } from 'vitest'
import { createApp } from '../../server/app.ts'
import { parseScenario, readScenario } from '../scenarios/reading/scenario-file.ts'
import { ScenarioError } from '../scenarios/schema/scenario-error.ts'
import { Simulator } from '../simulator/simulator.ts'

const NOW = '2026-03-07T09:00:00-03:00'
const MAIL = 'ventas@lospalenques.example'
const SCENARIO = 'busy-saturday'

interface StoryState {
  readonly position: number
  readonly total: number
  readonly next: { readonly id: string; readonly at: string } | null
  readonly events: readonly {
    readonly at: string
    readonly kind: string
    readonly done: boolean
    readonly outcome: string | null
  }[]
}

type Ask = <T = unknown>(method: string, path: string, body?: object) => Promise<T>

const open = async (options: Parameters<typeof Simulator.open>[0] = {}) => {
  const simulator = await Simulator.open({ scenario: SCENARIO, nowMs: Date.parse(NOW), ...options })
  const app = createApp(simulator)
  const ask: Ask = async (method, path, body) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await app.fetch(new Request(`http://playa.localhost${path}`, { method, ...sent }))
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }
  return { simulator, ask, of: (world: string) => ofWorld(ask, world) }
}

const ofWorld = (ask: Ask, world: string) => {
  const at = `/_playa/worlds/${world}`
  return {
    advance: (by: string) =>
      ask<{ due: { kind: string; at: string; id: string }[] }>('POST', `${at}/clock/advance`, { by }),
    story: () => ask<StoryState>('GET', `${at}/story`),
    deliveries: () => ask<Record<string, unknown>[]>('GET', `${at}/deliveries?limit=999`),
    /** Returns all readable state of the world, without its name. */
    everything: async () => {
      const reads = ['export', 'story', 'deliveries?limit=999', 'outbox', 'faults'].map(
        (path) => `${at}/${path}`,
      )
      const lists = ['consultas', 'publicaciones', 'visitas'].map((noun) => `/w/${world}/v3/${noun}/${MAIL}`)
      const read = await Promise.all([...reads, ...lists].map((path) => ask('GET', path)))
      return JSON.stringify(read).replaceAll(`/w/${world}/`, '/w//').replaceAll(`"world":"${world}"`, '')
    },
  }
}

it('a story gives the same bytes after a reset and in another world with the same seed and time', async () => {
  const { ask, of } = await open()
  await of('default').advance('PT12H')
  const once = await of('default').everything()
  await ask('POST', '/_playa/worlds/default/reset')
  expect((await of('default').story()).position).toBe(0)
  await of('default').advance('PT12H')
  expect(await of('default').everything()).toBe(once)
  await ask('POST', '/_playa/worlds', { name: 'twin', scenario: SCENARIO, now: NOW })
  // The same twelve hours in other steps.
  for (const by of ['PT1H7M', 'PT3H', 'PT53M', 'PT7H']) await of('twin').advance(by)
  expect(await of('twin').everything()).toBe(once)
})

it('every event of the shipped story has the outcome that its note describes', async () => {
  const { of } = await open()
  await of('default').advance('PT12H')
  const { events, position, total, next } = await of('default').story()
  expect([position, next]).toEqual([total, null])
  const idle = events.filter(({ outcome }) => outcome?.startsWith('nothing happened'))
  expect(idle.map(({ outcome }) => outcome)).toEqual([
    'nothing happened: Publication SAB-0001 is archived and receives no inquiries (PUB-31, PUB-32). Choose one that is active.',
  ])
  expect(events.find(({ kind }) => kind === 'fill')?.outcome).toMatch(
    /^\d+ published; the next was refused: El paquete/,
  )
})

it('events and deliveries run in one order, and retries reach a receiver that failed', async () => {
  const { of } = await open()
  const { due } = await of('default').advance('PT12H')
  expect(new Set(due.map(({ kind }) => kind))).toEqual(new Set(['story', 'delivery', 'fault-ended']))
  expect(due.map(({ at }) => at)).toEqual(due.map(({ at }) => at).toSorted())
  const deliveries = await of('default').deliveries()
  expect(deliveries.every(({ state }) => state === 'delivered')).toBe(true)
  expect(
    deliveries.filter(({ topic }) => topic === 'publicacion-estado').every(({ attempts }) => attempts === 1),
  ).toBe(true)
  expect(deliveries.filter(({ attempts }) => Number(attempts) > 1).map(({ topic }) => topic)).toEqual(
    Array(4).fill('publicacion-consultada'),
  )
})

it("the story follows the clock: it pauses while the clock is frozen and runs at the clock's speed", async () => {
  let wallMs = Date.parse(NOW)
  const { simulator, ask, of } = await open({ wallMs: () => wallMs })
  const worldHandle = simulator.worlds.require('default')
  const advanceWall = async (ms: number) => {
    wallMs += ms
    simulator.reschedule(worldHandle)
    await new Promise((resolve) => setTimeout(resolve, 20))
    return (await of('default').story()).position
  }
  expect(await advanceWall(3_600_000)).toBe(0)
  await ask('PUT', '/_playa/worlds/default/clock', { running: true, speed: 60 })
  expect(await advanceWall(5_000)).toBe(1)
  expect(await advanceWall(7_000)).toBe(2)
  await ask('PUT', '/_playa/worlds/default/clock', { running: false })
  expect(await advanceWall(3_600_000)).toBe(2)
})

it('a reset of a world with a running clock restarts its story at the original time', async () => {
  let wallMs = Date.parse(NOW)
  const simulator = await Simulator.open({ scenario: SCENARIO, wallMs: () => wallMs })
  const worldHandle = simulator.worlds.require('default')
  // The scenario speaks of a Saturday from eight on.
  const startMs = Date.parse('2026-03-07T08:00:00-03:00')
  expect(simulator.nowOf(worldHandle)).toBe(startMs)
  wallMs += 7_200_000
  simulator.reset('default')
  expect(simulator.nowOf(worldHandle)).toBe(startMs)
  wallMs += 1_000
  expect(simulator.nowOf(worldHandle)).toBe(startMs + 1_000)
  const snapshot = await simulator.worlds.takeSnapshot(worldHandle, 'begun', wallMs)
  wallMs += 60_000
  simulator.restore(worldHandle, snapshot)
  expect(simulator.nowOf(worldHandle)).toBe(startMs + 1_000)
})

it('a fork, a snapshot and an export continue the story from its middle as the world itself does', async () => {
  const { ask, of } = await open()
  await of('default').advance('PT4H45M')
  await ask('POST', '/_playa/worlds/default/fork', { name: 'copy' })
  await ask('POST', '/_playa/worlds/default/snapshots', { name: 'noon' })
  const scenario = await ask<{ events: unknown[] }>('GET', '/_playa/worlds/default/export')
  const { position, total } = await of('default').story()
  expect(scenario.events).toHaveLength(total - position)
  await ask('POST', '/_playa/worlds', { name: 'again', scenario })
  const records = async (world: string) => {
    const read = await Promise.all(
      ['consultas', 'publicaciones', 'visitas'].map((noun) => ask('GET', `/w/${world}/v3/${noun}/${MAIL}`)),
    )
    return JSON.stringify(read).replaceAll(`/w/${world}/`, '/w//')
  }
  for (const world of ['default', 'copy', 'again']) await of(world).advance('PT8H')
  const rest = await records('default')
  expect(await records('copy')).toBe(rest)
  expect(await records('again')).toBe(rest)
  await ask('POST', '/_playa/worlds/default/snapshots/noon/restore')
  expect((await of('default').story()).position).toBe(position)
  await of('default').advance('PT8H')
  expect(await records('default')).toBe(rest)
})

const problemsOf = (events: readonly object[]): readonly string[] => {
  const { name: _, ...empty } = readScenario('empty')
  try {
    parseScenario({ ...JSON.parse(JSON.stringify(empty)), events }, 'given')
    return []
  } catch (error) {
    if (error instanceof ScenarioError) return error.problems
    throw error
  }
}

it('an event that does not match the schema is refused with its path', () => {
  expect(problemsOf([{ after: 'PT1M', views: { count: 1 } }])).toEqual([])
  expect(problemsOf([{ after: 'PT1M', solt: {} }])[0]).toMatch(
    /^given: events\[0\]\.solt: expected one of .*; did you mean sold\?$/,
  )
  expect(problemsOf([{ after: 'soon', sold: {} }])).toEqual([
    'given: events[0].after: expected an ISO 8601 duration such as PT2H30M, got "soon"',
  ])
  expect(problemsOf([{ after: 0, sold: {}, fill: {} }])[0]).toMatch(
    /events\[0\]: expected exactly one of .* \(got: fill and sold\)/,
  )
  expect(problemsOf([{ after: 0 }])[0]).toMatch(/\(got: none of them\)/)
  expect(problemsOf([{ after: 0, price: {} }])[0]).toMatch(
    /events\[0\]\.price: expected either Precio or percent/,
  )
  expect(problemsOf([{ after: 0, lead: { adminMail: 'nadie@lejos.example' } }])).toEqual([
    'given: events[0].lead.adminMail: expected an agency of this scenario (ventas@elcomienzo.example), got nadie@lejos.example',
  ])
  expect(problemsOf([{ after: 0, fault: { act: { status: 200 } } }])[0]).toMatch(
    /events\[0\]\.fault\.act\.status: expected 400 to 599/,
  )
})
