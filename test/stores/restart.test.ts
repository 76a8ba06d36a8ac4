import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { nextDueDelivery } from '../../src/model/world/delivery.ts'
import { Simulator } from '../../src/sandbox/simulator/simulator.ts'
import type { WorldHandle } from '../../src/sandbox/simulator/world-registry.ts'
import { MemoryFile } from '../../src/sandbox/stores/memory-file.ts'
import { WorldStore } from '../../src/sandbox/stores/world-store.ts'
import { createApp } from '../../src/server/app.ts'

/** A stored world behaves as one that never stopped: the same script gives the same bytes. */

const NOW = Date.parse('2026-03-01T12:00:00-03:00')

interface Step {
  readonly method: string
  readonly path: string
  readonly body?: object
}

const AGENCY = 'ventas@lospinos.example'
const at = (world: string, path: string): string => `/w/${world}/v3/${path}`
const car = (ExternalId: string, more: object = {}) => ({
  ExternalId,
  Marca: 'vw',
  Modelo: 'gol trend',
  VersionYear: 2018,
  Kilometraje: 61_000,
  Fotos: ['http://127.0.0.1/_playa/photos/1280x720/hatchback/blanco/1.svg'],
  ...more,
})

const SCRIPT: readonly Step[] = [
  { method: 'POST', path: at('default', `publicaciones/${AGENCY}`), body: car('N-1') },
  { method: 'POST', path: at('default', `publicaciones/${AGENCY}`), body: car('N-2', { Activa: false }) },
  { method: 'GET', path: at('default', `publicaciones/${AGENCY}/N-1`) },
  { method: 'PATCH', path: at('default', `publicaciones/${AGENCY}/PIN-0002/suspender`) },
  { method: 'POST', path: '/_playa/worlds/default/snapshots', body: { name: 'before' } },
  {
    method: 'PUT',
    path: at('default', 'appnotificaciones/agencia-invitacion-aceptada'),
    body: { Callback: 'http://127.0.0.1:9/hook', Activo: true, Secret: 'sixteen-characters' },
  },
  { method: 'PATCH', path: at('default', `publicaciones/${AGENCY}/N-1`), body: { Precio: null } },
  { method: 'POST', path: '/_playa/worlds/default/inquiries', body: { externalid: 'N-1' } },
  { method: 'POST', path: '/_playa/worlds/default/inquiries', body: { count: 5, over: 'PT1H' } },
  { method: 'POST', path: '/_playa/worlds/default/visits', body: { externalid: 'N-1', count: 4 } },
  {
    method: 'POST',
    path: '/_playa/worlds/default/invitations',
    body: { adminMail: AGENCY },
  },
  { method: 'GET', path: '/_playa/worlds/default/deliveries' },
  { method: 'PUT', path: '/_playa/worlds/default/profile', body: { 'limits/rate': 'per-minute:100' } },
  {
    method: 'POST',
    path: '/_playa/worlds/default/faults',
    body: { operation: 'publications.*', status: 503, times: 1 },
  },
  { method: 'GET', path: at('default', `publicaciones/${AGENCY}`) },
  { method: 'GET', path: at('default', `publicaciones/${AGENCY}`) },
  { method: 'POST', path: '/_playa/worlds/default/fork', body: {} },
  { method: 'DELETE', path: '/_playa/worlds/w1' },
  { method: 'POST', path: '/_playa/worlds/default/fork', body: {} },
  { method: 'PATCH', path: at('w2', `publicaciones/${AGENCY}/N-1/archivar`) },
  { method: 'GET', path: at('w2', `publicaciones/${AGENCY}?estado=Archivada`) },
  { method: 'POST', path: '/_playa/worlds/w2/reset' },
  { method: 'GET', path: at('w2', `publicaciones/${AGENCY}/N-1`) },
  { method: 'POST', path: '/_playa/worlds/default/clock/advance', body: { by: 'P1D' } },
  { method: 'GET', path: at('default', `consultas/${AGENCY}`) },
  { method: 'GET', path: at('default', `visitas/${AGENCY}`) },
  { method: 'POST', path: '/_playa/worlds/default/snapshots/before/restore' },
  { method: 'GET', path: '/_playa/worlds' },
  { method: 'GET', path: '/_playa/worlds/default/export' },
  { method: 'GET', path: '/_playa/worlds/w2/export' },
  { method: 'POST', path: '/_playa/worlds/default/reset' },
  { method: 'GET', path: '/_playa/worlds/default/export' },
]

const open = (file: MemoryFile | undefined) =>
  Simulator.open({ nowMs: NOW, wallMs: () => NOW, ...(file && { store: new WorldStore(file, 'test') }) })

/** Waits until nothing is due: a delivery under way would be attempted again after a restart. */
const attemptsDone = async (simulator: Simulator): Promise<void> => {
  const isDue = (handle: WorldHandle) =>
    (nextDueDelivery(handle.world.deliveries)?.dueMs ?? Number.POSITIVE_INFINITY) <= simulator.nowOf(handle)
  while (simulator.worlds.all().some(isDue)) await pause(5)
}

const play = async (restarts: boolean, file: MemoryFile | undefined): Promise<string[]> => {
  let simulator = await open(file)
  const answers: string[] = []
  for (const { method, path, body } of SCRIPT) {
    const request = new Request(`http://127.0.0.1${path}`, {
      method,
      headers: { 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const response = await createApp(simulator).fetch(request)
    const text = (await response.text()).replaceAll(/"tookMs":[\d.]+/g, '"tookMs":0')
    answers.push(`${method} ${path} ${response.status} ${response.headers.get('etag')} ${text}`)
    await attemptsDone(simulator)
    if (!restarts) continue
    await simulator.close()
    simulator = await open(file)
  }
  await simulator.close()
  return answers
}

it('the same script gives the same bytes with a restart after each request, and without a store', async () => {
  const expected = await play(false, undefined)
  expect(await play(false, new MemoryFile())).toEqual(expected)
  expect(await play(true, new MemoryFile())).toEqual(expected)
  // The script did what it was written for.
  expect(expected.map((answer) => answer.split(' ')[2])).toMatchInlineSnapshot(`
    [
      "201",
      "201",
      "200",
      "200",
      "201",
      "200",
      "200",
      "201",
      "201",
      "201",
      "201",
      "200",
      "200",
      "201",
      "503",
      "200",
      "201",
      "204",
      "201",
      "200",
      "200",
      "200",
      "200",
      "200",
      "200",
      "200",
      "200",
      "200",
      "200",
      "200",
      "200",
      "200",
    ]
  `)
})

it('with --keep-journal exchanges survive a restart, a kill a second later, an eviction and a reset', async () => {
  const file = new MemoryFile()
  const openKept = () =>
    Simulator.open({
      nowMs: NOW,
      wallMs: () => NOW,
      store: new WorldStore(file, 'test'),
      keepsJournals: true,
    })
  const ask = async (simulator: Simulator, path: string, method = 'GET', body?: object): Promise<string> => {
    const init = {
      method,
      headers: { 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    }
    return (await createApp(simulator).fetch(new Request(`http://127.0.0.1${path}`, init))).text()
  }
  const journal = '/_playa/worlds/default/journal'
  const first = await openKept()
  await ask(first, at('default', `publicaciones/${AGENCY}`), 'POST', car('N-1'))
  await ask(first, at('default', `publicaciones/${AGENCY}/N-1`), 'PATCH', { Precio: null })
  const before = [await ask(first, journal), await ask(first, `${journal}/2`)]
  await first.close()
  const second = await openKept()
  expect([await ask(second, journal), await ask(second, `${journal}/2`)]).toEqual(before)
  // What a kill finds is what the last flush wrote.
  await ask(second, at('default', 'marcas'))
  second.worlds.stored?.journals?.flush()
  await ask(second, at('default', 'marcas'))
  const third = await openKept()
  expect(third.worlds.require('default').journal.size).toBe(3)
  await ask(third, '/_playa/worlds', 'POST', { name: 'a' })
  await ask(third, at('a', 'marcas'))
  third.worlds.evict(NOW, 1)
  expect(third.worlds.isLoaded('a')).toBe(false)
  expect(await ask(third, '/_playa/worlds/a/journal')).toContain('"operation":"brands.list"')
  await ask(third, '/_playa/worlds/default/reset', 'POST')
  await ask(third, at('default', 'marcas'))
  await third.close()
  const fourth = await openKept()
  expect(
    fourth.worlds
      .require('default')
      .journal.all()
      .map(({ n, response }) => [n, response.status]),
  ).toEqual([[1, 200]])
  await ask(fourth, '/_playa/worlds/a', 'DELETE')
  await fourth.close()
  expect(file.range(['j']).length).toBe(1)
})
