import { expect, it } from 'vitest'
import { openSweepWorld } from './sweep-world.ts'
import { type SweptRecord, volatileMembers, worldDifferences } from './world-records.ts'

const publication = (key: string, members: Record<string, string> = {}): SweptRecord => ({
  kind: 'publication',
  key,
  members: { ExternalId: JSON.stringify(key), condition: '"active"', ...members },
  previous: undefined,
})

it('the order of records makes no difference', () => {
  const [a, b] = [publication('A-1'), publication('B-2')]
  expect(worldDifferences([a, b], [b, a], new Set())).toEqual([])
})

it('an extra record, a missing one and a different value are reported', () => {
  expect(worldDifferences([publication('A-1')], [publication('A-1'), publication('A-2')], new Set())).toEqual(
    ['publication A-2 is extra ("active")'],
  )
  expect(worldDifferences([publication('A-1')], [], new Set())).toEqual(['publication A-1 is missing'])
  expect(
    worldDifferences(
      [publication('A-1', { Color: '"Rojo"' })],
      [publication('A-1', { Color: '"Azul"' })],
      new Set(),
    ),
  ).toEqual(['publication A-1: Color is "Azul" instead of "Rojo"'])
})

it('an extra entry of a list is one difference, shown by its texts', () => {
  const agency = (members: Record<string, string>): SweptRecord => ({
    kind: 'agency',
    key: 'a@b.example',
    members: { 'branches.0.Descripcion': '"Centro"', 'branches.0.Comercial': 'true', ...members },
    previous: undefined,
  })
  const second = {
    'branches.1.id': '2',
    'branches.1.Descripcion': '"Sur"',
    'branches.1.Email': '"sur@b.example"',
  }
  expect(worldDifferences([agency({})], [agency(second)], new Set())).toEqual([
    'agency a@b.example: branches.1 is "Sur", "sur@b.example" instead of absent',
  ])
  expect(worldDifferences([agency(second)], [agency({})], new Set())).toEqual([
    'agency a@b.example: branches.1 is absent instead of "Sur", "sur@b.example"',
  ])
  expect(
    worldDifferences([agency({})], [agency({ 'branches.0.Descripcion': '"Norte"' })], new Set()),
  ).toEqual(['agency a@b.example: branches.0.Descripcion is "Norte" instead of "Centro"'])
})

it('ids that differ between baseline runs are not compared, the number of records is', () => {
  const runs = [[publication('X-81')], [publication('X-17')]]
  const volatile = volatileMembers(runs)
  expect([...(volatile ?? [])]).toEqual(['publication ExternalId'])
  expect(worldDifferences([publication('X-81')], [publication('X-3')], volatile ?? new Set())).toEqual([])
  expect(volatileMembers([[publication('A-1')], []])).toBeUndefined()
})

it('for a record of the scenario the changed members are named, even if it was archived', () => {
  const previous = publication('P-1', { Color: '"Rojo"' }).members
  const changed = (members: Record<string, string>) => ({ ...publication('P-1', members), previous })
  const blue = changed({ Color: '"Azul"' })
  expect(worldDifferences([blue], [], new Set())).toEqual([
    'publication P-1: Color is "Rojo" instead of "Azul"',
  ])
  const archived = changed({ Color: '"Rojo"', condition: '"archived"' })
  expect(worldDifferences([], [archived], new Set())).toEqual([
    'publication P-1: condition is "archived" instead of "active"',
  ])
})

it('a difference inside a list of records is named by its position', async () => {
  const world = await openSweepWorld({ setting: { nowMs: 0, profile: {} } })
  const origin = 'http://playa.localhost'
  const headers: [string, string][] = [['content-type', 'application/json']]
  const target = `/v3/operadores/${world.agency}`
  await world.handle({ method: 'PUT', target, headers, body: Buffer.from('{"Apellido":"Paz"}'), origin })
  const [records = []] = world.phases()
  world.close()
  expect(worldDifferences(records, [], new Set())).toEqual([
    `agency ${world.agency}: operators.0.Apellido is "Ferreyra" instead of "Paz"`,
  ])
})

it('a difference of a secret does not show it', () => {
  const hook = (Secret: string): SweptRecord => ({
    kind: 'webhook',
    key: 't',
    members: { Secret },
    previous: undefined,
  })
  expect(worldDifferences([hook('"one-secret"')], [hook('"another"')], new Set())).toEqual([
    'webhook t: Secret has another value',
  ])
})
