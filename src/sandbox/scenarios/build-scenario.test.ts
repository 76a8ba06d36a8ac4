import { expect, test } from 'vitest'
import { largeScenario } from '../../../test/support/large-scenario.ts'
import { LEVELS } from '../../api/wire/exposure-level.ts'
import { DAY_MS } from '../../lib/calendar/date-time.ts'
import { hasCheckDigit, isVin } from '../../model/domain/publications/vin.ts'
import { agenciesInOrder } from '../../model/world/agency.ts'
import type { Catalogue } from '../../model/world/catalogue.ts'
import { type Inquiry, isCatalogueEntry } from '../../model/world/inquiry.ts'
import { type Publication, publicationIndex } from '../../model/world/publication.ts'
import { readCatalogue } from '../fixtures/catalogue.ts'
import { readPeoplePool } from '../fixtures/people-pool.ts'
import { baseOf, buildScenario, compileScenario } from './build-scenario.ts'
import { readCompiledScenario } from './compiled-scenario.ts'
import { exportScenario } from './export-scenario.ts'
import { parseScenario, readScenario, scenarioNames } from './reading/scenario-file.ts'
import { openScenario } from './scenario-source.ts'
import { buildBase, type WorldBase } from './world-base.ts'

/**
 * Every row of a base as text. Catalogue entries stand by their ids, since versions and models point at each
 * other.
 */
const bytes = ({ agencies, publications, inquiries, visits, webhooks, ...rest }: WorldBase): string =>
  JSON.stringify({
    agencies: agenciesInOrder(agencies),
    publications: [...publications],
    inquiries: [...inquiries].map(plain),
    visits: [...visits],
    webhooks: [...webhooks],
    ...rest,
  })

const plain = ({ car, ...inquiry }: Inquiry) => ({
  ...inquiry,
  car: isCatalogueEntry(car) ? { version: car.version.id, Estado: car.Estado } : car,
})

const fresh = (name: string) => parseScenario(JSON.parse(JSON.stringify(readScenario(name))), name)

const bases = () => scenarioNames().map((name) => buildScenario(readScenario(name), readScenario(name).seed))

test('equal scenarios and seeds give equal bytes', () => {
  expect(bytes(buildScenario(fresh('demo'), 5))).toBe(bytes(buildScenario(fresh('demo'), 5)))
})

test('another seed changes colours, prices and leads, but no mail, no ExternalId, no state and no car', () => {
  const [a, b] = [1, 2].map((seed) => buildScenario(readScenario('demo'), seed))
  const fixed = (base: WorldBase) => [
    agenciesInOrder(base.agencies),
    [...base.publications].map((row) => [
      row.ExternalId,
      row.condition,
      row.Exposicion,
      row.versionId,
      row.OperadorResponsable,
    ]),
  ]
  expect(fixed(a!)).toEqual(fixed(b!))
  const drawn = (base: WorldBase) =>
    [...base.publications].map(({ Color, Precio, Vin }) => [Color, Precio, Vin])
  expect(drawn(a!)).not.toEqual(drawn(b!))
  expect([...a!.inquiries].map(plain)).not.toEqual([...b!.inquiries].map(plain))
})

test('a base is built once for each seed', async () => {
  const source = await openScenario('empty')
  expect(await source.base(3)).toBe(await source.base(3))
  expect(await source.base(3)).not.toBe(await source.base(4))
  expect(await openScenario('empty')).toBe(source)
})

test('every inquiry and visit lies before the first day, and within the days that can be asked for', () => {
  for (const { inquiries, visits } of bases()) {
    for (const { offsetMs: at } of inquiries) expect(at < 0 && at >= -90 * DAY_MS).toBe(true)
    for (const { day } of visits) expect(day).toBeLessThan(0)
  }
})

test('numbers follow the order of reception', () => {
  const rows = [...baseOf('demo', 2026).inquiries].sort((a, b) => a.number - b.number)
  expect(rows.every((row, i) => i === 0 || rows[i - 1]!.offsetMs <= row.offsetMs)).toBe(true)
})

test('the car of an inquiry is the publication itself, and what was taken off got its inquiries before', () => {
  const { publications, inquiries } = baseOf('demo', 2026)
  for (const { car, offsetMs: at, agency } of inquiries) {
    if (isCatalogueEntry(car)) continue
    expect(publications.get(car.handle.key)).toBe(car)
    expect(car.agency).toBe(agency)
    if (car.condition !== 'active') expect(at).toBeLessThanOrEqual(-14 * DAY_MS)
  }
})

test('no level holds more than was contracted', () => {
  for (const { agencies, publications } of bases()) {
    for (const { ordinal, pack } of agenciesInOrder(agencies)) {
      for (const level of LEVELS) {
        expect(
          publications.index(publicationIndex.atLevel(ordinal, level, 'active')).size,
        ).toBeLessThanOrEqual(pack[level])
      }
    }
  }
})

test('every listing would pass the rules that creating one does', () => {
  const faults = (row: Publication): string[] => [
    ...(row.Vin !== null && isVin(row.Vin) && hasCheckDigit(row.Vin) ? [] : ['Vin']),
    ...(row.Kilometraje === 0 && row.VersionYear! < 2025 ? ['new, but old'] : []),
    ...(row.Fotos.length >= 4 && row.Fotos.length <= 10 ? [] : ['Fotos']),
    ...(/\/1280x720\/[a-z-]+\/[a-z-]+\/\d+\.svg$/.test(row.Fotos[0]!) ? [] : ['address of a photo']),
    ...([5, 6].includes(Number(/(\d+)\.svg$/.exec(row.Fotos[0]!)![1]) % 7) ? ['begins with a detail'] : []),
    ...(row.Descripcion && row.Descripcion.length <= 2_000 ? [] : ['Descripcion']),
    ...(row.Precio && row.Precio.Importe > 0 ? [] : ['Precio']),
    ...(row.Color && row.Marca && row.Modelo && row.Version && row.versionId ? [] : ['car']),
  ]
  for (const { publications } of bases())
    for (const row of publications) expect(faults(row), row.ExternalId).toEqual([])
})

test('identification numbers and ExternalIds are unique', () => {
  const rows = [...baseOf('demo', 2026).publications]
  for (const member of ['Vin', 'ExternalId'] as const)
    expect(new Set(rows.map((row) => row[member])).size).toBe(rows.length)
})

test('a revived snapshot equals what was built, and does not read the catalogue', () => {
  const read = (): never => {
    throw new Error('the catalogue was read')
  }
  for (const name of scenarioNames()) {
    const scenario = readScenario(name)
    const { scenario: drawn } = JSON.parse(JSON.stringify(compileScenario(name, 'drawn')))
    const revived = (catalogue: () => Catalogue) =>
      buildBase(drawn, scenario.seed, { catalogue, people: readPeoplePool })
    expect(bytes(revived(readCatalogue)), name).toBe(bytes(buildScenario(scenario, scenario.seed)))
    expect(revived(read).inquiries.size).toBe(buildScenario(scenario, scenario.seed).inquiries.size)
  }
})

test('a scenario that was only read draws under another seed what its file does', () => {
  for (const name of ['demo', 'busy-saturday']) {
    const { scenario } = JSON.parse(JSON.stringify(compileScenario(name, 'read')))
    expect(bytes(buildScenario(scenario, 7)), name).toBe(bytes(buildScenario(readScenario(name), 7)))
  }
})

test('a snapshot is read only while it was made from the text that stands under its name', () => {
  const snapshot = compileScenario('empty', 'drawn')
  const built = (source: string) => (path: string) =>
    path === 'scenarios/drawn.json' ? JSON.stringify({ empty: { ...snapshot, source } }) : undefined
  expect(readCompiledScenario('empty', 'drawn', built(snapshot.source))).toEqual(
    JSON.parse(JSON.stringify(snapshot.scenario)),
  )
  expect(readCompiledScenario('empty', 'drawn', built(`${snapshot.source}0`))).toBeUndefined()
  expect(readCompiledScenario('demo', 'drawn', built(snapshot.source))).toBeUndefined()
  expect(readCompiledScenario('toString', 'drawn', built(snapshot.source))).toBeUndefined()
})

test('an exported world makes the same rows again, former publications and all', () => {
  const base = buildScenario(readScenario('demo'), 8)
  const edited = [...base.publications].slice(0, 3).map((row) => ({ ...row, Kilometraje: 999, revision: 2 }))
  const publications = edited.reduce((table, row) => table.put(row), base.publications)
  const later = { ...base, publications, next: { ...base.next, inquiry: 90_000 } }
  const heading = {
    name: 'later',
    title: 'T',
    story: 'S',
    seed: 8,
    clock: { startMs: 0, atMs: 5, running: false, speed: 1 },
  }
  const file = JSON.parse(JSON.stringify(exportScenario(later, heading)))
  const again = parseScenario(file, 'export')
  expect(bytes(buildScenario(again, 8))).toBe(bytes({ ...later, clock: heading.clock }))
  expect(again.records?.clock).toEqual(heading.clock)
})

test('a given inquiry keeps what it says', () => {
  const scenario = fresh('demo')
  const [agency] = scenario.agencies
  const given = [
    { at: 'P2DT1H', ExternalId: 'pin-0001', Interesado: { Nombre: 'Rita' } },
    { at: -5_000, car: 'toyota hilux srx', Estado: 'usado', OrigenLead: 'telefono' },
  ]
  const changed = { ...scenario, agencies: [{ ...agency, inquiries: { count: 10, given } }] }
  const { webhooks: _, ...withoutHooks } = changed
  const rows = [...buildScenario(parseScenario(withoutHooks, 'test'), 1).inquiries]
  const [phoned] = rows.filter(({ OrigenLead, offsetMs: at }) => OrigenLead === 'telefono' && at === -5_000)
  expect(phoned?.car).toMatchObject({ Estado: 'usado', version: { model: { Nombre: 'Hilux' } } })
  const [asked] = rows.filter(({ offsetMs: at }) => at === -(2 * 24 + 1) * 3_600_000)
  expect(asked).toMatchObject({
    car: { ExternalId: 'PIN-0001' },
    lead: { Nombre: 'Rita', Interes: 'compra', Email: null },
  })
  expect(rows).toHaveLength(12)
})

test('inquiries follow the pattern of the hours', () => {
  const scenario = { ...largeScenario({ publications: 10, inquiries: 10_000 }), name: 'big' }
  const hours = [...buildScenario(scenario, 1).inquiries].map(({ offsetMs: at }) =>
    new Date(at).getUTCHours(),
  )
  const share = (hour: number) => hours.filter((one) => one === hour).length / hours.length
  expect(share(20)).toBeGreaterThan(20 * share(3))
})

test('large scenarios have as many rows as were asked for', () => {
  const { publications, inquiries } = buildScenario(
    { ...largeScenario({ publications: 2_000, inquiries: 5_000 }), name: 'big' },
    1,
  )
  expect([publications.size, inquiries.size]).toEqual([2_000, 5_000])
})
