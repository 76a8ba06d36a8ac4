import type { Exchange } from '../../src/kit/target/exchange.ts'
import { type Finding, findingOf } from '../rules/finding.ts'
import { historyExchange } from '../rules/recorded-exchange.ts'

/** An answer that breaks a rule. */
export interface BrokenAnswer {
  readonly exchange: Exchange
  readonly finding: Finding
}

/** Returns an answer as one that breaks a rule. */
export const broken = (
  exchange: Exchange,
  { because, expected, got }: { because: readonly string[]; expected: string; got: unknown },
): BrokenAnswer => ({
  exchange,
  finding: findingOf(historyExchange(exchange, exchange.number, 0), { rule: 'run', because, expected, got }),
})
