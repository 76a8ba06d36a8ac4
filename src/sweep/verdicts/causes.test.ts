import { expect, it } from 'vitest'
import { advisedCauses, causesOf } from './causes.ts'
import type { Evidence, SweepReport, SweptFault, SweptOption } from './findings.ts'

const evidence = (gaveUp: boolean): Evidence => ({
  reason: 'the command fails',
  conduct: null,
  parts: null,
  next: [],
  world: [],
  tests: [],
  output: '',
  again: '',
  gaveUp,
})

const fault = (id: string, gaveUp = false): SweptFault => {
  const [word = '', exchange = '*'] = id.split('@')
  return {
    id,
    fault: word,
    exchange,
    verdict: 'broken',
    means: '',
    weakness: '',
    note: null,
    waived: false,
    basis: '',
    evidence: evidence(gaveUp),
  }
}

const option = (id: string, word: string, gaveUp = false): SweptOption => ({
  id,
  option: word,
  verdict: 'stood-on',
  question: '',
  note: null,
  waived: false,
  basis: '',
  evidence: evidence(gaveUp),
})

const shown = (...entries: Parameters<typeof causesOf>[0]) =>
  causesOf(entries).map(({ id, ids }) => `${id}: ${ids.join(' ')}`)

it('requests that are never retried are one cause, whatever refuses them', () => {
  expect(
    shown(
      option('limits/rate', 'per-minute:3', true),
      ...[1, 2, 3, 5].map((ordinal) => fault(`503@publications.read#${ordinal}`, ordinal > 1)),
      fault('reset@publications.edit#1', true),
    ),
  ).toEqual(['no retry: limits/rate=per-minute:3 503@publications.read#1-3,5 reset@publications.edit#1'])
})

it('a retry that comes too early is one cause for all operations; lost answers are one for each', () => {
  expect(
    shown(
      option('limits/rate', 'per-minute:3'),
      fault('429-retry-after@publications.read#1'),
      fault('429-retry-after@publications.edit#2'),
      fault('answer-lost@publications.create#1'),
      fault('answer-lost@publications.create#2'),
      fault('answer-lost@publications.archive#1'),
      fault('nulls'),
    ),
  ).toEqual([
    '429-retry-after: limits/rate=per-minute:3 429-retry-after@publications.read#1 429-retry-after@publications.edit#2',
    'answer-lost@publications.create: answer-lost@publications.create#1-2',
    'answer-lost@publications.archive#1: answer-lost@publications.archive#1',
    'nulls: nulls',
  ])
})

it('an operation that is retried is separate from those that are not', () => {
  const retried = fault('503@publications.create#1')
  const conduct = 'gives up too soon after 503: it sends the request again 2 times in 4 ms'
  expect(
    shown(
      { ...retried, evidence: { ...evidence(false), conduct } },
      fault('503@publications.list#1', true),
      fault('reset@publications.list#1', true),
    ),
  ).toEqual([
    '503@publications.create#1: 503@publications.create#1',
    'no retry: 503@publications.list#1 reset@publications.list#1',
  ])
})

it('writes without a tag are one cause, however they are found', () => {
  const without = (id: string, conduct: string): SweptFault => ({
    ...fault(id),
    evidence: { ...evidence(false), conduct },
  })
  expect(
    shown(
      without('stale-tag@publications.amend#1', 'writes again with If-Match: * after 412'),
      without('other-prices', 'writes without the tag that it sends undisturbed'),
      without('stale-tag@publications.edit#1', 'gives up on 412'),
    ),
  ).toEqual([
    'tag: none: stale-tag@publications.amend#1 other-prices',
    'stale-tag@publications.edit#1: stale-tag@publications.edit#1',
  ])
})

it('the same crash on null is one cause, whether in some inquiries or in all', () => {
  const crashing = (id: string, output: string): SweptFault => ({
    ...fault(id),
    evidence: { ...evidence(false), output },
  })
  const line = "TypeError: Cannot read properties of null (reading 'includes')"
  expect(shown(crashing('nulls', line), crashing('bare-leads', `${line}\n`))).toHaveLength(1)
  expect(shown(crashing('nulls', line), crashing('bare-leads', 'KeyError: 3'))).toHaveLength(2)
})

it('several options of one assumption are one cause', () => {
  expect(shown(option('errors/keys', 'a'), option('errors/keys', 'b'))).toEqual([
    'errors/keys: errors/keys=a errors/keys=b',
  ])
})

it('failures treated as success are a separate cause, and another kind of failure is shown with its line', () => {
  const failing = (id: string, output: string, world: readonly string[] = []): SweptFault => {
    const entry = fault(id)
    return { ...entry, evidence: { ...evidence(true), output, world } }
  }
  const [first, second] = causesOf([
    failing('503@inquiries.list#1', 'KeyError: Total 12'),
    failing('503@inquiries.list#2', 'KeyError: Total 13'),
    failing('503@inquiries.list#3', 'assert 18 == 267'),
    failing('503@publications.archive#1', '', ['publication A-1: condition is "active"']),
  ])
  expect([first?.id, first?.otherFailures]).toEqual([
    'no retry',
    [['503@inquiries.list#3', 'assert 18 == 267']],
  ])
  expect([second?.id, second?.ids]).toEqual(['failure unnoticed', ['503@publications.archive#1']])
})

it('another kind of damage to the world is shown with its sentence', () => {
  const harming = (id: string, ...world: string[]): SweptFault => {
    const entry = fault(id)
    return { ...entry, evidence: { ...evidence(true), output: 'not ok', world } }
  }
  const [cause] = causesOf([
    harming('503@a.read#1', 'publication A-1: Color is "Rojo" instead of "Azul"'),
    harming('503@a.read#2', 'publication B-2: Color is "Gris" instead of "Negro"'),
    harming('503@b.read#1', 'webhook x: Callback is "b" instead of "a"'),
    harming('503@c.read#1', 'publication A-1 is missing'),
    harming('503@c.read#2', 'publication C-3 is missing'),
  ])
  expect(cause?.otherFailures.map(([id]) => id)).toEqual(['503@b.read#1', '503@c.read#1'])
})

it('advice about one fault is grouped', () => {
  const report = { advice: [fault('502@a.read#1'), fault('502@a.edit#1')] } as Partial<SweepReport>
  // The function reads only the advice of a report.
  expect(advisedCauses(report as SweepReport).map(({ id, ids }) => [id, ids])).toEqual([
    ['502', ['502@a.read#1', '502@a.edit#1']],
  ])
})

const reported = (entry: SweptFault, conduct: string, parts: string | null = null): SweptFault => ({
  ...entry,
  evidence: { ...evidence(false), conduct, parts },
})

it('advice about permanent refusals is grouped by what the client does', () => {
  const repeats = 'repeats a permanently refused request 4 times'
  const advice = [
    reported(fault('refused@a.edit#1'), repeats),
    reported(fault('forbidden@a.edit#1'), repeats.replace('4', '3')),
    reported(fault('forbidden@a.amend#1'), 'leaves 1 others'),
    reported(fault('gone@a.read#1'), repeats),
  ]
  // The function reads only the advice of a report.
  expect(advisedCauses({ advice } as Partial<SweepReport> as SweepReport).map(({ ids }) => ids)).toEqual([
    ['refused@a.edit#1', 'forbidden@a.edit#1'],
    ['forbidden@a.amend#1'],
    ['gone@a.read#1'],
  ])
})

it('crashes after a refusal are one cause for each message', () => {
  const crashed = (id: string, output: string) => {
    const entry = reported(fault(id), 'crashes with an unrelated error after a refusal')
    return { ...entry, evidence: { ...entry.evidence, output } } as SweptFault
  }
  const advice = [
    crashed('read-refused@a.read#1', 'SyntaxError: not JSON'),
    crashed('forbidden@a.edit#1', 'TypeError: of undefined'),
    crashed('forbidden@a.amend#1', 'TypeError: of undefined'),
  ]
  // The function reads only the advice of a report.
  expect(advisedCauses({ advice } as Partial<SweepReport> as SweepReport).map(({ ids }) => ids)).toEqual([
    ['read-refused@a.read#1'],
    ['forbidden@a.edit#1', 'forbidden@a.amend#1'],
  ])
})

it('the same behaviour is one cause, whichever write or variant shows it', () => {
  const ordered = option('publications/order', 'newest-first')
  expect(
    shown(
      reported(fault('answer-lost@publications.edit#1'), 'gives up on a write'),
      reported(fault('504@publications.archive#1'), 'gives up on a write'),
      reported(fault('answer-lost@publications.create#1'), 'repeats a create'),
      { ...ordered, evidence: { ...evidence(false), parts: 'publications.list#1' } },
      reported(fault('lists-reordered'), '', 'publications.list#1'),
    ),
  ).toEqual([
    'lost: gives up on a write: answer-lost@publications.edit#1 504@publications.archive#1',
    'answer-lost@publications.create#1: answer-lost@publications.create#1',
    'order: publications.list#1: publications/order=newest-first lists-reordered',
  ])
})

it('a lost answer and a 504 are one cause, and so are two faults about the case of ids', () => {
  const [lost, gateway] = ['whose answer was lost', 'that a gateway answered with 504'].map(
    (how) => `repeats a write ${how}, and does not conclude from 412 that it was done`,
  )
  expect(
    shown(
      reported(fault('504@publications.amend#1'), gateway ?? ''),
      reported(fault('answer-lost@publications.amend#1'), lost ?? ''),
    ),
  ).toEqual([
    'lost: repeats a write, and does not conclude from 412 that it was done: 504@publications.amend#1 answer-lost@publications.amend#1',
  ])
  const advice = [
    option('publications/external-id-shown', 'lower-case'),
    reported(fault('ids-in-other-case'), 'compares ids case-sensitively: it creates a-1'),
  ]
  // The function reads only the advice of a report.
  const causes = advisedCauses({ advice } as Partial<SweepReport> as SweepReport)
  expect(causes.map(({ first }) => first.id)).toEqual(['ids-in-other-case'])
})

it('a client that never retries an operation does not retry it after a lost answer either', () => {
  const conduct = 'gives up on a write whose answer was lost, and does not check whether it was done'
  expect(
    shown(
      fault('reset@webhooks.edit#1', true),
      reported(fault('answer-lost@webhooks.edit#1'), conduct),
      reported(fault('answer-lost@publications.edit#1'), conduct),
    ),
  ).toEqual([
    'no retry: reset@webhooks.edit#1 answer-lost@webhooks.edit#1',
    'answer-lost@publications.edit#1: answer-lost@publications.edit#1',
  ])
})
