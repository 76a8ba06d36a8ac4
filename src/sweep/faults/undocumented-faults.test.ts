import { expect, it } from 'vitest'
import { openSweepWorld } from '../runs/sweep-world.ts'
import type { ClientCall } from './client-call.ts'
import { leavesForms, undocumentedFaults } from './undocumented-faults.ts'
import type { WorldFault } from './world-fault.ts'

/** Opens a world under a fault; `ask` sends a request and returns its status and JSON. */
const under = async (kind: keyof typeof undocumentedFaults) => {
  const fault: WorldFault = undocumentedFaults[kind]
  const world = await openSweepWorld({ setting: { nowMs: 0, profile: {} }, injection: fault.injection(0) })
  const origin = 'http://playa.localhost'
  const ask = async (method: string, target: string, further: { accept?: string; body?: object } = {}) => {
    const headers: [string, string][] = [
      ['Content-Type', 'application/json'],
      ...(further.accept ? [['Accept', further.accept] satisfies [string, string]] : []),
    ]
    const body = Buffer.from(further.body ? JSON.stringify(further.body) : '')
    const response = await world.handle({ method, target, headers, body, origin })
    return { status: response.status, json: JSON.parse(await response.text()) }
  }
  return { world, ask }
}

it('a read without Accept gets refs, and one that asks for the full form gets it', async () => {
  const { world, ask } = await under('ref-by-default')
  const car = `/v3/publicaciones/${world.agency}/PIN-0001`
  expect((await ask('GET', car)).json).not.toHaveProperty('Marca')
  expect((await ask('GET', car, { accept: '*/*' })).json).toHaveProperty('title')
  expect((await ask('GET', car, { accept: 'application/json' })).json).toHaveProperty('Marca')
  expect((await ask('GET', `/v3/consultas/${world.agency}`)).json._entries[0]).not.toHaveProperty('Auto')
  world.close()
}, 60_000)

it('a client that asks for a form once knows about forms', () => {
  const read = (accept?: string): ClientCall => ({
    method: 'GET',
    target: '/v3/publicaciones/a@b.example',
    headers: accept ? [['accept', accept]] : [],
    body: new Uint8Array(),
    operation: 'publications.list',
    exchange: 'publications.list#1',
    atMs: 0,
    response: null,
  })
  expect(leavesForms([read(), read('*/*')])).toBe(true)
  expect(leavesForms([read(), read('application/json')])).toBe(false)
  expect(leavesForms([])).toBe(false)
})

it('an encoded plus sign in a query finds the operator, and an unencoded one is reported', async () => {
  const { world, ask } = await under('plus-signs')
  const { json } = await ask('GET', `/v3/operadores/${world.agency}`)
  const [, mail] = json._entries.map(({ Email }: { Email: string }) => Email)
  expect(mail).toContain('+ventas@')
  const found = await ask('GET', `/v3/consultas/${world.agency}?operador=${encodeURIComponent(mail)}`)
  expect(found.json.Total).toBeGreaterThan(0)
  expect(world.accusations).toEqual([])
  await ask('GET', `/v3/consultas/${world.agency}?operador=${mail}`)
  expect(world.accusations).toEqual([expect.stringContaining('does not encode +')])
  world.close()
}, 60_000)

it('many simultaneous requests are reported, a few are not', async () => {
  for (const [count, accused] of [
    [30, 1],
    [6, 0],
  ] as const) {
    const { world, ask } = await under('all-slow')
    await Promise.all(Array.from({ length: count }, () => ask('GET', '/v3')))
    world.close()
    expect(world.accusations).toHaveLength(accused)
  }
}, 60_000)

it('a brand has another name than the one sent, unless the catalogue shows that name', async () => {
  const body = {
    ExternalId: 'Otro-1',
    Marca: 'Toyota',
    Modelo: 'Corolla',
    VersionYear: 1970,
    Kilometraje: 0,
    Color: 'Rojo',
  }
  for (const looksUp of [false, true]) {
    const { world, ask } = await under('other-names')
    if (looksUp) await ask('GET', '/v3/marcas/bestmatch?make=toyota')
    const made = await ask('POST', `/v3/publicaciones/${world.agency}`, { body })
    expect([made.status, made.json.Marca]).toEqual([201, looksUp ? 'Toyota' : 'Toyota Argentina'])
    const other = await ask('GET', `/v3/publicaciones/${world.agency}/PIN-0001`)
    expect(other.json.Marca).toBe('Toyota')
    world.close()
  }
}, 60_000)

it('a place is shown under another name than the one sent', async () => {
  const { world, ask } = await under('other-names')
  const branches = `/v3/sucursales/${world.agency}`
  const regions = async () =>
    (await ask('GET', branches)).json._entries.map(({ Region }: { Region: string }) => Region)
  expect(await regions()).toEqual(['Buenos Aires', 'Buenos Aires'])
  await ask('POST', branches, { body: { Descripcion: 'Norte', Region: 'Buenos Aires', Ciudad: 'Tandil' } })
  expect(new Set(await regions())).toEqual(new Set(['Provincia de Buenos Aires']))
  world.close()
}, 60_000)

it('resources keep self and the links of pages, and a best-match has another first candidate', async () => {
  const few = await under('few-relations')
  const { json } = await few.ask('GET', `/v3/publicaciones/${few.world.agency}`)
  expect(Object.keys(json._links)).toEqual(['self', 'first', 'last', 'buscar'])
  expect(Object.keys(json._entries[0]._links)).toEqual(['self'])
  // Entries of visits have no self.
  const visits = await few.ask('GET', `/v3/visitas/${few.world.agency}?desde=1969-12-20`)
  expect(visits.json._entries[0]._links).toEqual({})
  few.world.close()
  const none = await under('no-totals')
  expect((await none.ask('GET', `/v3/publicaciones/${none.world.agency}`)).json).not.toHaveProperty('Total')
  expect((await none.ask('GET', `/v3/consultas/${none.world.agency}`)).json).toHaveProperty('Total')
  none.world.close()
  const other = await under('other-candidate')
  const query = 'make=toyota&model=corolla&trim=XEi%201.8&year=2018'
  const { Match, Candidates } = (await other.ask('GET', `/v3/versiones/bestmatch?${query}`)).json
  expect(Candidates[0].Nombre).toBe('Otra')
  expect(Candidates[1]).toEqual(Match)
  other.world.close()
}, 60_000)

it('a best-match without a match has no candidates either', async () => {
  const { world, ask } = await under('no-match')
  const { json } = await ask('GET', '/v3/versiones/bestmatch?make=vw&model=gol&year=2018')
  expect(json).toMatchObject({ Match: null, Candidates: [], Make: 'Volkswagen' })
  expect((await ask('GET', '/v3/versiones/10012')).json).toHaveProperty('Nombre')
  world.close()
}, 60_000)
