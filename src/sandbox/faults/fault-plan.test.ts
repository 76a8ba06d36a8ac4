import { expect, it } from 'vitest'
import { matchesWildcard } from '../../lib/text/wildcard.ts'
import {
  type FaultEffect,
  type FaultRule,
  type FaultTrigger,
  noFault,
  noFaultRules,
  withFaultRule,
} from '../../model/world/fault-rule.ts'
import { type FaultCandidate, planFaults } from './fault-plan.ts'

const NOW = 1_000
const LIST: FaultCandidate = {
  method: 'GET',
  path: '/v3/publicaciones/jefa@taller.example',
  operation: 'publications.list',
  template: '/v3/publicaciones/{adminmail}',
  agency: 'Jefa@taller.example',
  mayRespondWith: (status) => status !== 412,
  isTagGuarded: false,
}

interface RuleInput {
  readonly when?: Partial<FaultTrigger>
  readonly act: Partial<FaultEffect>
  readonly times?: number | null
  readonly untilMs?: number
}

const rulesOf = (...inputs: readonly RuleInput[]) => {
  const any: FaultTrigger = {
    operation: null,
    method: null,
    path: null,
    agency: null,
    nth: null,
    probability: null,
  }
  let faultRules = noFaultRules
  for (const { when, act, times = 1, untilMs = null } of inputs) {
    const rule = { when: { ...any, ...when }, act: { ...noFault, ...act }, times, untilMs, note: null }
    faultRules = withFaultRule(faultRules, rule)
  }
  return faultRules
}

/** Plans the faults of equal exchanges; returns the plans and the rules afterwards. */
const run = (exchanges: number, inputs: readonly RuleInput[], { seed = 7, exchange = LIST } = {}) => {
  let faultRules = rulesOf(...inputs)
  const plans = Array.from({ length: exchanges }, () => {
    const next = planFaults(faultRules, exchange, { seed, nowMs: NOW })
    faultRules = next.faultRules
    return next.plan
  })
  return { plans, faultRules }
}

/** Marks exchanges that a rule acts on with `x`, others with `.`. */
const pattern = (exchanges: number, inputs: readonly RuleInput[], seed?: number): string =>
  run(exchanges, inputs, seed === undefined ? {} : { seed })
    .plans.map(({ rules }) => (rules.length > 0 ? 'x' : '.'))
    .join('')

it.each([
  ['publications.*', 'publications.list', true],
  ['publications.*', 'inquiries.list', false],
  ['*', '', true],
  ['a*b*c', 'a-b-b-c', true],
  ['a*b*c', 'a-c-b', false],
  ['*.list', 'x.list.list', true],
  ['list', 'list2', false],
  ['', 'x', false],
])('the pattern %s matches %s: %s', (wildcard, text, matches) => {
  expect(matchesWildcard(wildcard, text)).toBe(matches)
})

it('a pattern of many stars is matched in linear time', () => {
  expect(matchesWildcard(`${'*a'.repeat(500)}b`, 'a'.repeat(5_000))).toBe(false)
})

it.each<[Partial<FaultTrigger>, boolean]>([
  [{ operation: 'publications.*' }, true],
  [{ operation: 'inquiries.*' }, false],
  [{ method: 'GET' }, true],
  [{ method: 'HEAD' }, false],
  [{ path: '/v3/publicaciones/*' }, true],
  [{ path: '/v3/publicaciones/{adminmail}' }, true],
  [{ path: '/v3/publicaciones' }, false],
  [{ path: '/v3/publicaciones/jefa%40taller.example' }, true],
  [{ path: '/v3/publicaciones/JEFA%40taller.*' }, true],
  [{ agency: 'jefa@TALLER.example' }, true],
  [{ agency: 'otra@taller.example' }, false],
  [{ method: 'GET', agency: 'otra@taller.example' }, false],
])('a rule for %o matches the list of an agency: %s', (when, matches) => {
  expect(pattern(1, [{ when, act: { status: 503 } }])).toBe(matches ? 'x' : '.')
})

it('a rule skips an exchange that its effect cannot be applied to, and does not count it', () => {
  const { plans, faultRules } = run(2, [{ act: { status: 412 } }, { act: { staleTag: true } }])
  expect(plans.map(({ rules }) => rules)).toEqual([[], []])
  expect(faultRules.rules.map(({ seen }) => seen)).toEqual([0, 0])
})

it('an exchange that no rule matches returns the same rules value', () => {
  const before = rulesOf({ when: { method: 'PUT' }, act: { reset: true } })
  expect(planFaults(before, LIST, { seed: 1, nowMs: NOW }).faultRules).toBe(before)
})

it('a rule acts `times` times and then ends', () => {
  const { plans, faultRules } = run(5, [{ act: { status: 503 }, times: 3 }])
  expect(plans.map(({ status }) => status)).toEqual([503, 503, 503, null, null])
  expect(faultRules.rules).toEqual([])
  expect(faultRules.ended).toMatchObject([{ number: 1, seen: 3, acted: 3 }])
})

it('a rule ends at its time, before the scheduler removes it', () => {
  expect(pattern(2, [{ act: { reset: true }, times: null, untilMs: NOW + 1 }])).toBe('xx')
  expect(pattern(2, [{ act: { reset: true }, times: null, untilMs: NOW }])).toBe('..')
})

it('nth selects one matching exchange, and then the rule ends', () => {
  expect(pattern(6, [{ when: { nth: 3 }, act: { reset: true }, times: null }])).toBe('..x...')
  expect(run(3, [{ when: { nth: 3 }, act: { reset: true } }]).faultRules.rules).toEqual([])
})

it('draws come from the seed and the number of the rule, so the same script meets the same faults', () => {
  const half: RuleInput = { when: { probability: 0.5 }, act: { reset: true }, times: null }
  expect(pattern(32, [half], 7)).toBe(pattern(32, [half], 7))
  expect(pattern(32, [half], 7)).toBe('x..xxxxx..x.x..xx..xxxx...x...x.')
  expect(pattern(32, [half], 8)).not.toBe(pattern(32, [half], 7))
  expect(pattern(32, [{ when: { method: 'PUT' }, act: { reset: true } }, half], 7)).not.toBe(
    pattern(32, [half], 7),
  )
})

it('the share of faults approaches the probability, and 1 is certain', () => {
  const share = (probability: number) =>
    pattern(10_000, [{ when: { probability }, act: { reset: true }, times: null }]).split('x').length - 1
  expect(Math.abs(share(0.3) - 3_000)).toBeLessThan(150)
  expect(share(1)).toBe(10_000)
})

const delays = (act: Partial<FaultEffect>, exchanges = 10_000): number[] =>
  run(exchanges, [{ act, times: null }]).plans.map(({ delayMs }) => delayMs)

it('uniform delays fill their range and stay within it', () => {
  const drawn = delays({ delay: { kind: 'uniform', minMs: 100, maxMs: 200 } })
  expect([Math.min(...drawn), Math.max(...drawn)]).toEqual([100, 200])
  expect(Math.abs(drawn.reduce((sum, ms) => sum + ms) / drawn.length - 150)).toBeLessThan(2)
})

it('lognormal delays have the given median and sigma', () => {
  const drawn = delays({ delay: { kind: 'lognormal', medianMs: 200, sigma: 0.6 } }).sort((a, b) => a - b)
  expect(Math.abs(drawn[5_000]! - 200)).toBeLessThan(6)
  const logs = drawn.map((ms) => Math.log(Math.max(1, ms)))
  const mean = logs.reduce((sum, log) => sum + log) / logs.length
  const variance = logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / logs.length
  expect(Math.abs(Math.sqrt(variance) - 0.6)).toBeLessThan(0.02)
  expect(delays({ delay: { kind: 'lognormal', medianMs: 200, sigma: 0 } }, 3)).toEqual([200, 200, 200])
})

it('delays of several rules add up, to a minute at most', () => {
  const wait = (ms: number): RuleInput => ({ act: { delay: { kind: 'fixed', ms } } })
  expect(run(1, [wait(30), wait(12)]).plans).toMatchObject([{ delayMs: 42, rules: [1, 2] }])
  expect(run(1, [wait(50_000), wait(50_000)]).plans).toMatchObject([{ delayMs: 60_000 }])
})

const turns = (...inputs: readonly RuleInput[]) => run(3, inputs).plans.map(({ rules }) => rules)

it('rules act in order of creation; one that conflicts with an earlier one acts later', () => {
  expect(turns({ act: { status: 503 } }, { act: { status: 500 } })).toEqual([[1], [2], []])
  expect(turns({ act: { loseAnswer: true } }, { act: { status: 500 } })).toEqual([[1], [2], []])
  expect(turns({ act: { reset: true } }, { act: { slowBytesPerS: 9 } }, { act: { reset: true } })).toEqual([
    [1],
    [2],
    [3],
  ])
  expect(turns({ act: { status: 503 } }, { act: { truncate: true } })).toEqual([[1, 2], [], []])
})

it('a rule that yields to an earlier one counts the exchange as seen', () => {
  const seen = (rules: readonly FaultRule[]) => rules.map(({ number, seen, acted }) => [number, seen, acted])
  const { faultRules } = run(2, [{ act: { reset: true }, times: 2 }, { act: { status: 500 } }])
  expect(seen(faultRules.ended)).toEqual([[1, 2, 2]])
  expect(seen(faultRules.rules)).toEqual([[2, 2, 0]])
})
