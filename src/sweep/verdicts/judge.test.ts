import { expect, it } from 'vitest'
import type { ClientCall } from '../faults/client-call.ts'
import { RIVAL_AMOUNT, RIVAL_TEXT } from '../faults/rival-writes.ts'
import type { Variant } from '../plan/variants.ts'
import type { SweptRecord } from '../runs/world-records.ts'
import { judge } from './judge.ts'

const edit = (ifMatch: string): ClientCall => ({
  method: 'PUT',
  target: '/v3/publicaciones/a@b.example/A-1',
  headers: [['If-Match', ifMatch]],
  body: Buffer.from('{}'),
  operation: 'publications.edit',
  exchange: 'publications.edit#1',
  atMs: 0,
  response: { status: 200, headers: {}, body: '' },
})

/** A run that passes and leaves no records. */
const RUN = {
  exitCode: 0,
  timedOut: false,
  tests: undefined,
  calls: [],
  url: '',
  reached: true,
  output: '',
  hasDeliveries: false,
  tookMs: 1,
  phases: [],
}

const UNDISTURBED = {
  volatile: new Set<string>(),
  isWorldStable: true,
  isInAnyOrder: false,
  exchanges: new Set<string>(),
  passing: undefined,
  unstable: [],
  longestMs: 1,
  run: RUN,
  phases: [],
}

const FORMER = { Color: '"Rojo"', Descripcion: '"Antes"', 'Precio.Moneda': '"ARS"', 'Precio.Importe': '500' }

const record = (members: Record<string, string>): SweptRecord => ({
  kind: 'publication',
  key: 'A-1',
  former: FORMER,
  members: { ...FORMER, ...members },
})

/** Returns the differences from the undisturbed world after another client changed text and price. */
const differences = (undisturbed: Record<string, string>, left: Record<string, string>) => {
  const { evidence } = judge(
    // The judgement reads only these members of a variant.
    { kind: 'fault', fault: 'stale-tag', exchange: 'publications.edit#1', replays: false } as Variant,
    { ...RUN, phases: [[record(left)]] },
    { ...UNDISTURBED, phases: [[record(undisturbed)]] },
    undefined,
  )
  return evidence?.world ?? []
}

it("another client's price may stay if the client does not edit the price", () => {
  const rival = {
    Descripcion: JSON.stringify(RIVAL_TEXT),
    'Precio.Importe': JSON.stringify(RIVAL_AMOUNT.Importe),
  }
  expect(differences({ Color: '"Azul"' }, { ...rival, Color: '"Azul"' })).toEqual([])
  const priced = { 'Precio.Importe': '700' }
  expect(differences(priced, { ...rival, ...priced })).toEqual([])
  expect(differences(priced, rival)).toEqual(['publication A-1: Precio.Importe is 1 instead of 700'])
})

it('a command that passes although the package is full treats the refusal as success', () => {
  const made = { ...record({}), former: undefined }
  const reasonFor = (fault: string, exitCode: number) =>
    judge(
      // As above.
      { kind: 'fault', fault, exchange: 'publications.create#1', replays: false, harms: true } as Variant,
      { ...RUN, exitCode, phases: [[]] },
      { ...UNDISTURBED, phases: [[made]] },
      undefined,
    ).evidence?.reason
  expect(reasonFor('full-unnoticed', 0)).toBe('the command passes, but what was refused is missing')
  expect(reasonFor('full-unnoticed', 1)).toBeUndefined()
  expect(reasonFor('package-full', 0)).toBeUndefined()
})

it('a test that leaves its server open after a permanent refusal has given up', () => {
  const reported = (fault: string) =>
    judge(
      // As above.
      { kind: 'fault', fault, exchange: 'inquiries.list#1', replays: false, harms: true } as Variant,
      { ...RUN, exitCode: null, timedOut: true, output: 'Error: 401 of the list' },
      UNDISTURBED,
      undefined,
    ).evidence?.reason
  expect(reported('list-refused')).toBeUndefined()
  expect(reported('504')).toContain('does not end')
})

it('a receiver that reads the subject of a repeated webhook again gets advice', () => {
  const read = { ...edit('*'), method: 'GET', operation: 'inquiries.read' }
  const reported = (calls: readonly ClientCall[]) =>
    judge(
      // As above.
      {
        kind: 'fault',
        fault: 'webhook-twice',
        id: 'webhook-twice',
        exchange: '*',
        replays: false,
      } as Variant,
      { ...RUN, calls, adviceLines: ['it reads the subject of a repeated webhook again'] },
      { ...UNDISTURBED, run: { ...RUN, calls: [read] } },
      undefined,
    )
  expect(reported([read, read])).toMatchObject({
    advises: true,
    evidence: { reason: 'it reads the subject of a repeated webhook again' },
  })
  expect(reported([read]).evidence).toBeUndefined()
})

/** Judges a run that passes. `queries` are those of reads of inquiry lists with more than one page. */
const judged = (variant: object, queries: readonly string[]) => {
  const list = (query: string): ClientCall => ({
    ...edit('*'),
    operation: 'inquiries.list',
    target: `/v3/consultas/a@b.example?${query}`,
    response: { status: 200, headers: {}, body: '{"_links":{"next":{"href":"/v3"}}}' },
  })
  return judge(
    // As above.
    variant as Variant,
    { ...RUN, calls: queries.map(list) },
    { ...UNDISTURBED, run: { ...RUN, calls: [list('desde=2026-02-22')] } },
    { keepsRecords: true, parts: null },
  )
}

const remark = (variant: object, queries: readonly string[]) => judged(variant, queries).remark

it('a client or test with fixed days is not swept at the end of the year', () => {
  const yearEnd = { kind: 'fault', fault: 'year-end' }
  expect(judged(yearEnd, ['desde=2026-02-22', 'desde=2026-12-31'])).toEqual({
    evidence: undefined,
    reached: false,
    remark: 'shows that the client asks for fixed days, or those of another clock: desde=2026-02-22',
  })
  expect(judged(yearEnd, ['desde=2026-12-24']).reached).toBe(true)
})

const DAY = '/v3/consultas/a@b.example?desde=2026-02-22'

/** Judges a failed run that got these answers. */
const failed = (id: string, answers: readonly (readonly [status: number, body: string])[]) => {
  const call = ([status, body]: readonly [number, string]): ClientCall => ({
    ...edit('*'),
    method: 'GET',
    target: DAY,
    operation: 'inquiries.list',
    response: { status, headers: {}, body },
  })
  const isFault = !id.includes('=')
  return judge(
    // As above.
    { kind: isFault ? 'fault' : 'option', fault: id, id, exchange: '*', replays: true } as Variant,
    { ...RUN, exitCode: 1, calls: answers.map(call) },
    { ...UNDISTURBED, run: { ...RUN, calls: [call([200, '"/v3/consultas/a@b.example/1"'])] } },
    undefined,
  )
}

it('a test that expects the inquiries of certain days or dates gets a remark', () => {
  const zone = 'common/time-zone=utc'
  expect(failed(zone, [[200, '"/v3/consultas/a@b.example/2"']])).toEqual({
    evidence: undefined,
    reached: true,
    remark: 'shows that tests expect the inquiries of certain days: in another zone a day has others',
  })
  expect(failed(zone, [[200, '"/v3/consultas/a@b.example/1"']]).evidence).toBeDefined()
  expect(failed('year-end', [[200, '']]).remark).toContain('certain dates')
  expect(failed('year-end', [[400, '']]).evidence).toBeDefined()
})

it('a client that reads only the first page, or asks for another day at midnight, gets a remark', () => {
  const pageSize = { kind: 'option', assumption: 'inquiries/page-size' }
  expect(remark(pageSize, ['desde=2026-02-22'])).toBe(
    'shows that the client reads only the first page of a list: inquiries',
  )
  expect(remark(pageSize, ['desde=2026-02-22', 'desde=2026-02-22&pagina=2'])).toBeUndefined()
  const midnight = { kind: 'fault', fault: 'midnight' }
  expect(remark(midnight, ['desde=2026-02-22', 'desde=2026-02-23'])).toBe(
    'shows that the client asks for another day: desde=2026-02-23, instead of desde=2026-02-22',
  )
  expect(remark(midnight, ['desde=2026-02-22'])).toBeUndefined()
})

it('tests in another order leave the same world, and missing records are reported', () => {
  const [red, blue] = [record({ Color: '"Rosa"' }), { ...record({ Color: '"Azul"' }), key: 'B-2' }]
  const worldOf = (isInAnyOrder: boolean, ...phases: SweptRecord[][]) =>
    judge(
      // As above.
      { kind: 'fault', fault: 'reset', exchange: 'publications.edit#1', replays: false } as Variant,
      { ...RUN, phases },
      { ...UNDISTURBED, isInAnyOrder, phases: [[red], [blue]] },
      undefined,
    ).evidence?.world
  expect(worldOf(false, [blue], [red])).toBeUndefined()
  expect(worldOf(true, [blue], [red])).toBeUndefined()
  expect(worldOf(true, [blue], [])).toEqual(['publication A-1: Color is "Rojo" instead of "Rosa"'])
})

it('an option about settings does not report what a client wipes in publications', () => {
  const answer = (Vin: string | null) => ({ status: 200, headers: {}, body: JSON.stringify({ Vin }) })
  const read = { ...edit('"a"'), method: 'GET', operation: 'publications.read', response: answer('V') }
  const calls = [read, { ...edit('"a"'), response: answer(null) }]
  const reported = (variant: object) =>
    // As above.
    judge(variant as Variant, { ...RUN, calls }, UNDISTURBED, undefined).evidence?.reason
  expect(reported({ kind: 'option', id: 'agencies/notification-put=replaced' })).toBeUndefined()
  const leftOut = { id: 'members-left-out', fault: 'members-left-out', exchange: '*', fromJournal: true }
  expect(reported({ kind: 'fault', ...leftOut })).toContain('full edit wipes what it was shown: Vin')
})

it('a test that leaves a server open is not a client that retries forever', () => {
  const ended = (lastMs: number, fault = 'package-full') =>
    judge(
      // As above.
      { kind: 'fault', fault, exchange: 'publications.edit#1', replays: false, harms: true } as Variant,
      { ...RUN, exitCode: null, timedOut: true, tookMs: 20_000, calls: [{ ...edit('*'), atMs: lastMs }] },
      UNDISTURBED,
      undefined,
    ).evidence?.reason
  expect(ended(500)).toBeUndefined()
  expect(ended(19_900)).toContain('does not end')
  // A client that waits for an answer sends nothing.
  expect(ended(500, 'no-answer')).toContain('does not end')
})

it('a client that stops waiting for an answer and creates a duplicate does not wait forever', () => {
  const extra: SweptRecord = { kind: 'publication', key: 'A-2', former: undefined, members: FORMER }
  const reason = (fault: string) =>
    judge(
      // As above.
      { kind: 'fault', fault, exchange: 'publications.create#1', replays: false, harms: true } as Variant,
      { ...RUN, phases: [[extra]] },
      { ...UNDISTURBED, phases: [[]] },
      undefined,
    ).evidence?.reason
  expect(reason('no-answer')).toBeUndefined()
  expect(reason('429-once')).toContain('the world ends up different')
})
