import { expect, it } from 'vitest'
import { rememberSignature } from '../../model/world/usage.ts'
import { exportWorld } from '../../sandbox/scenarios/export-world.ts'
import { Simulator } from '../../sandbox/simulator/simulator.ts'
import { createApp } from '../../server/app.ts'
import { listen } from '../../server/listen.ts'

const NOW = '2026-03-04T12:00:00-03:00'
const MAIL = 'ventas@elcruce.example'

interface Exported {
  readonly name: string
  readonly records: { readonly inquiries: { car: unknown }[]; readonly next: object; readonly clock: object }
}

const opened = async () => {
  const simulator = await Simulator.open({ scenario: 'two-apps', nowMs: Date.parse(NOW) })
  const app = createApp(simulator)
  const call = async (method: string, path: string, body?: unknown) => {
    const sent =
      body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }
    const answer = await app.request(`http://playa.localhost${path}`, { method, ...sent })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, text }
  }
  const exported = async (world = 'default'): Promise<Exported> =>
    JSON.parse((await call('GET', `/_playa/worlds/${world}/export`)).text)
  return { simulator, call, exported, held: simulator.worlds.require('default') }
}

it('an export is a file by name and form', async () => {
  const { call } = await opened()
  const [json, yaml] = [
    await call('GET', '/_playa/worlds/default/export'),
    await call('GET', '/_playa/worlds/default/export?format=yaml'),
  ]
  expect(json.headers.get('content-type')).toBe('application/json')
  expect(json.headers.get('content-disposition')).toBe('attachment; filename="default.json"')
  expect(yaml.headers.get('content-type')).toBe('application/yaml')
  expect(yaml.headers.get('content-disposition')).toBe('attachment; filename="default.yaml"')
  expect(yaml.text).toMatch(/^name: two-apps\n/)
  expect((await call('GET', '/_playa/worlds/default/export?format=xml')).status).toBe(400)
})

it('without now, a world made of an export goes on from its clock; with now, yesterday stays yesterday', async () => {
  const { call, exported } = await opened()
  await call('POST', '/_playa/worlds/default/inquiries', {
    externalid: 'NORTE-0001',
    momento: '2026-03-03T22:00:00-03:00',
  })
  await call('POST', '/_playa/worlds/default/visits', { externalid: 'NORTE-0001', count: 3 })
  await call('PUT', '/_playa/worlds/default/clock', { speed: 5 })
  const scenario = await exported()
  const made = async (body: object) =>
    JSON.parse((await call('POST', '/_playa/worlds', { scenario, ...body })).text)
  const same = await made({ name: 'same' })
  expect(same).toMatchObject({ now: NOW, running: false, scenario: 'two-apps', seed: 22 })
  expect(JSON.parse((await call('GET', '/_playa/worlds/same/clock')).text)).toMatchObject({
    speed: 5,
    running: false,
  })
  const later = await made({ name: 'later', now: '2027-07-10T02:00:00-03:00' })
  expect(later).toMatchObject({ now: '2027-07-10T02:00:00-03:00', running: false })
  const listed = async (path: string) =>
    JSON.parse((await call('GET', `/w/later/v3/${path}/${MAIL}`)).text)._entries[0]
  expect(await listed('consultas')).toMatchObject({ Momento: '2027-07-09T22:00:00-03:00' })
  expect(await listed('visitas')).toMatchObject({ Fecha: '2027-07-10', Visitas: 3 })
})

it('a running world is exported running, and goes on from there', async () => {
  let wallMs = Date.parse(NOW)
  const simulator = await Simulator.open({ scenario: 'empty', wallMs: () => wallMs })
  const held = simulator.worlds.require('default')
  simulator.scheduler.set(held, { speed: 60 })
  wallMs += 60_000
  const scenario = { ...exportWorld(held.world, simulator.nowOf(held)) }
  wallMs += 999_999
  const again = await simulator.makeWorld({ scenario })
  expect(simulator.nowOf(again)).toBe(Date.parse(NOW) + 3_600_000)
  wallMs += 1_000
  expect(simulator.nowOf(again)).toBe(Date.parse(NOW) + 3_660_000)
})

it('signatures that were seen are not forgotten by an export, unless the world moves to another time', async () => {
  const { simulator, held } = await opened()
  const nowMs = simulator.nowOf(held)
  const usage = rememberSignature(held.world.usage, 'abc', nowMs, 600_000)
  if (usage) held.world = { ...held.world, usage }
  const scenario = { ...exportWorld(held.world, nowMs) }
  const replayed = (used: typeof held.world.usage) =>
    rememberSignature(used, 'abc', nowMs + 1, 600_000) === undefined
  expect(replayed((await simulator.makeWorld({ scenario })).world.usage)).toBe(true)
  expect(replayed((await simulator.makeWorld({ scenario, nowMs: 0 })).world.usage)).toBe(false)
})

it('journal, deliveries, mails, faults and snapshots are not part of an export', async () => {
  const { call, exported, held } = await opened()
  const before = await exported()
  await call('POST', '/_playa/worlds/default/snapshots', { name: 'moment' })
  await call('POST', '/v3/appnotificaciones/publicacion-consultada', { Callback: 'https://app.example/hook' })
  await call('POST', '/_playa/worlds/default/inquiries', { externalid: 'NORTE-0001' })
  expect(held.world.deliveries.next).toBe(2)
  const after = await exported()
  expect(Object.keys(after)).toEqual(Object.keys(before))
  expect(Object.keys(after.records)).toEqual(Object.keys(before.records))
})

it('a world that was started from a file with a name of its own kind is exported under one that can be read back', async () => {
  const { simulator, held } = await opened()
  const { setting } = held.world
  const named = (scenario: string) => ({
    ...exportWorld({ ...held.world, setting: { ...setting, scenario } }, 0),
  })
  expect(named('Mi Escenario Ñ').name).toBe('mi-escenario-')
  expect(named('---').name).toBe('world')
  expect((await simulator.makeWorld({ scenario: named('_Raro') })).world.setting.scenario).toBe('raro')
})

it('numbers are never given twice, even after the file was edited', async () => {
  const { call, exported } = await opened()
  const scenario = await exported()
  const edited = {
    ...scenario,
    records: { ...scenario.records, next: { publication: 1, inquiry: 1, branch: 1 } },
  }
  expect((await call('POST', '/_playa/worlds', { name: 'edited', scenario: edited })).status).toBe(201)
  const { text } = await call('POST', '/_playa/worlds/edited/inquiries', { externalid: 'NORTE-0001' })
  expect(JSON.parse(text)).toMatchObject({ sid: '1000111' })
})

it('an inquiry on a version that the catalogue does not have is refused when the world is made', async () => {
  const { call, exported } = await opened()
  const scenario = await exported()
  scenario.records.inquiries[3]!.car = { versionId: 99_999_999, Estado: 'nuevo' }
  const { status, text } = await call('POST', '/_playa/worlds', { scenario })
  expect([status, text]).toEqual([
    400,
    expect.stringMatching(/records\.inquiries\[3\]\.car\.versionId: expected .* got 99999999/),
  ])
})

it('on a socket too, a new world may come from a larger file than other calls take', async () => {
  const { simulator, call, exported } = await opened()
  await call('POST', '/_playa/worlds/default/inquiries', { count: 7_000 })
  const scenario = JSON.stringify(await exported())
  expect(scenario.length).toBeGreaterThan(1_100_000)
  const server = await listen(simulator, { port: 0, hostname: '127.0.0.1' })
  const post = async (path: string, body: string) => {
    const answer = await fetch(server.url + path, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json' },
    })
    await answer.arrayBuffer()
    return answer.status
  }
  expect(await post('/_playa/worlds', `{"name": "large", "scenario": ${scenario}}`)).toBe(201)
  expect(await post('/_playa/worlds/default/fork', `{"name": "large", "scenario": ${scenario}}`)).toBe(413)
  expect(simulator.worlds.require('large').world.inquiries.size).toBe(7_110)
  await server.close()
})
