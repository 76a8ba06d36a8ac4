import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { clauses } from '../../contracts/index.ts'
import type { Finding } from '../../contracts/rules/finding.ts'
import { historyExchange } from '../../contracts/rules/recorded-exchange.ts'
import { clause } from '../../src/cli/entries/kit-entry.ts'
import { delay } from '../../src/kit/runner/pacing.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { failedOnOutsider } from './explore-of.ts'

it('a clause fails again although the first run has left traces', { timeout: 30_000 }, async () => {
  const failing = clauses.filter(({ id }) => id === 'deliveries/go-to-the-callback')
  const failed = await failedOnOutsider({ hookFault: 'previous' }, failing)
  expect(failed.map(({ finding }) => finding.rule)).toEqual(['clause deliveries/go-to-the-callback'])
})

it('a clause that failed before the time was over is reported', { timeout: 60_000 }, async () => {
  const failing = clauses.filter(({ id }) => id === 'deliveries/go-to-the-callback')
  setFlagsFromString('--expose_gc')
  const collect = runInNewContext('gc') as () => void // the flag adds it to new contexts
  const endless = clause({
    id: 'agencies/endless',
    statements: ['AGE-07'],
    title: 'a clause that takes longer than there is',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      // Objects that only the timer references are collected in between.
      await delay(100, t.session.signal)
      collect()
      await delay(600_000, t.session.signal)
    },
  })
  const failed = await failedOnOutsider({ hookFault: 'previous' }, [...failing, endless], { leftMs: 12_000 })
  expect(failed.map(({ finding }) => finding.rule)).toEqual(['clause deliveries/go-to-the-callback'])
})

it('a response that breaks a rule on its own is reported, although its clause holds', {
  timeout: 30_000,
}, async () => {
  const holding = clauses.filter(({ id }) => id === 'entry-point/links-lead-somewhere')
  const findingOf = (exchange: Exchange): Finding => ({
    rule: 'answers/odd',
    kind: 'violation',
    statements: ['CAT-01'],
    assumptions: [],
    expected: 'another response',
    got: 'this one',
    exchange: historyExchange(exchange, exchange.number, 0),
  })
  const failed = await failedOnOutsider({}, holding, {
    findingsOf: (exchange) => (exchange.request.url.endsWith('/v3') ? [findingOf(exchange)] : []),
  })
  expect(failed.map(({ finding }) => finding.rule)).toEqual(['answers/odd'])
  expect(failed[0]?.sent.map(({ request }) => request.method)).toEqual(['GET'])
})
