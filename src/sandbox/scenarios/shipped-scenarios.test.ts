import { expect, test } from 'vitest'
import { chosen } from '../../api/assumptions/profile.ts'
import { LEVELS } from '../../api/wire/exposure-level.ts'
import type { Condition } from '../../api/wire/state-literal.ts'
import { DAY_MS } from '../../lib/calendar/date-time.ts'
import { administratorOf, agenciesInOrder } from '../../model/world/agency.ts'
import { isCatalogueEntry } from '../../model/world/inquiry.ts'
import { isUsed, publicationIndex } from '../../model/world/publication.ts'
import { readCatalogue } from '../fixtures/catalogue.ts'
import { baseOf } from './build-scenario.ts'
import { readScenario, scenarioNames } from './reading/scenario-file.ts'

/** Each shipped scenario holds what its story says. */

const opened = (name: string) => {
  const base = baseOf(name, readScenario(name).seed)
  const agencies = agenciesInOrder(base.agencies)
  const [first] = agencies
  const active = (ordinal: number) =>
    LEVELS.map((level) => base.publications.index(publicationIndex.atLevel(ordinal, level, 'active')).size)
  const free = LEVELS.map((level, i) => first!.pack[level] - active(0)[i]!)
  const rows = [...base.publications]
  const count = (condition: Condition) => rows.filter((row) => row.condition === condition).length
  return { base, agencies, first: first!, rows, free, count }
}

test('every agency of every scenario has a reserved address and an administrator who holds it', () => {
  for (const name of scenarioNames()) {
    for (const agency of opened(name).agencies) {
      expect(agency.adminMail, name).toMatch(/^[a-z.]+@[a-z]+\.example$/)
      expect(administratorOf(agency).Email, name).toBe(agency.adminMail)
    }
  }
})

test('demo has two agencies with three and two operators, branches and settings', () => {
  const { agencies, first, base } = opened('demo')
  expect(agencies.map(({ operators }) => operators.length)).toEqual([3, 2])
  expect(agencies.every(({ branches }) => branches.length > 0)).toBe(true)
  expect(Object.keys(first.notifications)).toHaveLength(4)
  expect(base.visits.size).toBeGreaterThan(100)
  expect(base.webhooks.size).toBe(1)
})

test('the first administrator of demo was created through the API and can be reached', () => {
  const administrator = administratorOf(opened('demo').first)
  expect(administrator.createdThroughApi).toBe(true)
  expect(administrator.Telefonos).toEqual([administrator.TelefonoLaboral, administrator.WhatsApp])
  expect(administrator.Direcciones).toHaveLength(1)
})

test('demo has cars of every state, kind and level', () => {
  const { rows, count } = opened('demo')
  expect(rows.length).toBeGreaterThanOrEqual(40)
  expect(rows.map(({ ExternalId }) => ExternalId)).toContain('PIN-0001')
  for (const condition of ['active', 'suspended', 'archived'] as const)
    expect(count(condition)).toBeGreaterThan(4)
  for (const used of [true, false]) {
    const kind = rows.filter((row) => row.agency === 0 && isUsed(row.Kilometraje) === used)
    expect(new Set(kind.map(({ Exposicion }) => Exposicion)).size).toBe(3)
    expect(new Set(kind.map(({ condition }) => condition)).size).toBe(3)
  }
})

test('the first agency of demo has between 100 and 300 free places, some at each level', () => {
  const { free } = opened('demo')
  const total = free.reduce((sum, places) => sum + places, 0)
  expect(total >= 100 && total <= 300).toBe(true)
  expect(free.every((places) => places >= 20)).toBe(true)
})

test('the first agency of demo got several hundred inquiries, 150 of them in the last thirty days, and some on the catalogue', () => {
  const { base, first } = opened('demo')
  const rows = [...base.inquiries].filter(({ agency }) => agency === 0)
  expect(rows.length).toBeGreaterThan(400)
  expect(rows.filter(({ offsetMs: at }) => at > -30 * DAY_MS).length).toBeGreaterThanOrEqual(150)
  expect(rows.filter(({ car }) => isCatalogueEntry(car)).length).toBeGreaterThan(20)
  expect(first.access[base.apps[0]!.name]).toEqual({ write: true, otherKinds: true })
})

test('empty has one app, one agency with a package, and nothing else', () => {
  const { base, agencies, free } = opened('empty')
  expect([base.apps.length, agencies.length]).toEqual([1, 1])
  expect([base.publications.size, base.inquiries.size, base.visits.size, base.webhooks.size]).toEqual([
    0, 0, 0, 0,
  ])
  expect(free.every((places) => places > 0)).toBe(true)
})

test('package-exhausted has no place at any level, and cars that wait', () => {
  const { free, count } = opened('package-exhausted')
  expect(free).toEqual([0, 0, 0])
  expect(count('suspended')).toBe(2)
})

test('busy-inbox has more inquiries than 99 pages of 100 show', () => {
  const { base } = opened('busy-inbox')
  expect(base.inquiries.size).toBeGreaterThan(10_000)
  expect([...base.inquiries].every(({ offsetMs: at }) => at >= -90 * DAY_MS)).toBe(true)
})

test('archived-stock has archived publications, and a few to archive', () => {
  const { count } = opened('archived-stock')
  expect([count('archived'), count('suspended'), count('active')]).toEqual([24, 0, 4])
})

test('read-only-app lets its first app read publications of its own, and write none', () => {
  const { base, first, rows } = opened('read-only-app')
  const { name } = base.apps[0]!
  expect(first.access[name]?.write).toBe(false)
  expect(rows.filter(({ app, condition }) => app === name && condition === 'active').length).toBeGreaterThan(
    0,
  )
})

test('two-apps has publications of both in one agency, and an agency that only the first knows', () => {
  const { base, agencies, rows } = opened('two-apps')
  const [first, second] = base.apps.map(({ name }) => name)
  expect(new Set(rows.filter(({ agency }) => agency === 0).map(({ app }) => app))).toEqual(
    new Set([first, second]),
  )
  expect(Object.keys(agencies[0]!.access)).toEqual([first, second])
  expect(Object.keys(agencies[1]!.access)).toEqual([first])
})

test('strict wants signatures, digests and preconditions', () => {
  const { profile } = opened('strict').base
  expect(chosen(profile, 'auth/scheme')).toBe('hmac')
  expect(chosen(profile, 'auth/digest')).toBe('required')
  expect(chosen(profile, 'publications/precondition-required')).toBe('428')
  expect(profile.sources['auth/scheme']).toBe('scenario')
})

test('new-cars admits new cars alone, has none but those, and suspends none', () => {
  const { first, rows } = opened('new-cars')
  expect(first.product).toEqual({ cars: 'new', suspends: false })
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.some(({ Kilometraje }) => isUsed(Kilometraje))).toBe(false)
})

test('busy-saturday has a day of about 25 events, with callbacks that only the sandbox answers', () => {
  const { base, free } = opened('busy-saturday')
  expect(base.events.length).toBeGreaterThan(25)
  expect(base.events.every(({ afterMs }) => afterMs < DAY_MS)).toBe(true)
  expect(free.reduce((sum, places) => sum + places, 0)).toBeGreaterThan(0)
  const answered = base.receivers.map(({ url }) => url)
  for (const { Callback } of base.webhooks) expect(answered).toContain(Callback)
})

test('every place that a scenario names is in the catalogue, the city in its region', () => {
  const { regions } = readCatalogue()
  for (const name of scenarioNames()) {
    for (const { operators, branches } of opened(name).agencies) {
      for (const { Region, Ciudad } of [
        ...operators.flatMap(({ Direcciones }) => Direcciones),
        ...branches,
      ]) {
        const cities = regions.find(({ Nombre }) => Nombre === Region)?.cities ?? []
        expect(
          cities.map(({ Nombre }) => Nombre),
          `${name}: ${Region}`,
        ).toContain(Ciudad)
      }
    }
  }
})
