import { bodyText, type ClientCall, isOwn, isRead, pathOfTarget } from '../faults/client-call.ts'
import { membersIn } from '../faults/json-walk.ts'
import type { ClientRun } from '../runs/client-run.ts'
import { leavesOf } from './round-trip.ts'

/** The part of a run that shows what its client does with amounts. */
type AmountRun = Pick<ClientRun, 'calls'>

/** An undisturbed run, one with the same amounts in other currencies, and one with other amounts. */
export interface CurrencyRuns {
  readonly usual: AmountRun
  readonly otherCurrency: AmountRun
  readonly otherAmounts: AmountRun
  /** Output about the tests that fail with other amounts, but not with other currencies. */
  readonly failures: readonly string[]
}

/**
 * Returns what a client does with amounts without looking at their currency: it depends on the amount, but
 * not on the currency. Undefined if there is nothing of the kind, or if only a test reads a number.
 */
export const unseenCurrency = ({ failures, ...runs }: CurrencyRuns): string | undefined => {
  const written = writtenWithoutCurrency(runs)
  if (written !== undefined)
    return `it computes what it writes without looking at the currency of the amount: ${written}`
  const step = stepWithoutCurrency(runs)
  if (step !== undefined) return `it decides by amounts without looking at their currency: ${step}`
  const shown = amountsShown(runs.otherAmounts.calls)
  const [failure] = failures.filter((text) => !isAmountAlone(text, shown))
  if (failure === undefined) return undefined
  return amountsIn(failure, shown).length > 0
    ? 'it shows amounts with a sign or name of a currency, without looking at their currency'
    : 'it uses amounts without looking at their currency'
}

type Runs = Omit<CurrencyRuns, 'failures'>

/** Returns a written amount that depends on the amounts shown, but not on their currency. */
const writtenWithoutCurrency = ({ usual, otherCurrency, otherAmounts }: Runs): string | undefined => {
  const [before, swapped, after] = [usual, otherCurrency, otherAmounts].map(({ calls }) =>
    amountsWritten(calls),
  )
  for (const [key, { currency, amount, shown }] of before ?? []) {
    const [same, other] = [swapped?.get(key), after?.get(key)]
    if (same?.amount !== amount || same.currency !== currency) continue
    // The client was not shown another currency of what it wrote itself.
    if (shown !== undefined && same.shown === shown) continue
    if (other?.currency === currency && other.amount !== amount) return `${currency} ${amount}`
  }
  return undefined
}

interface WrittenAmount {
  readonly currency: string
  readonly amount: number
  /** The currency of that amount in the last read of the resource. */
  readonly shown: unknown
}

/** Returns the amounts that a client writes, by write and member path. */
const amountsWritten = (calls: readonly ClientCall[]) => {
  const found = new Map<string, WrittenAmount>()
  const counts = new Map<string, number>()
  const read = new Map<string, ReturnType<typeof leavesOf>>()
  for (const call of calls.filter(isOwn)) {
    const path = pathOfTarget(call.target).toLowerCase()
    if (isRead(call)) {
      read.set(path, leavesOf(membersIn(call.response?.body ?? '')))
      continue
    }
    const step = stepOf(call)
    const count = (counts.get(step) ?? 0) + 1
    counts.set(step, count)
    const leaves = leavesOf(membersIn(bodyText(call.body)))
    for (const [name, amount] of leaves) {
      const currency = leaves.get(name.replace(/Importe$/, 'Moneda'))
      if (name.endsWith('Importe') && typeof amount === 'number' && typeof currency === 'string')
        found.set(`${step} ${count} ${name}`, {
          currency,
          amount,
          shown: read.get(path)?.get(name.replace(/Importe$/, 'Moneda')),
        })
    }
  }
  return found
}

/** Returns a write that the client sends only with other amounts. */
const stepWithoutCurrency = ({ usual, otherCurrency, otherAmounts }: Runs): string | undefined => {
  const [before, swapped, after] = [usual, otherCurrency, otherAmounts].map(({ calls }) => stepsIn(calls))
  if (!before || !swapped || !after) return undefined
  if ([...swapped].some((step) => !before.has(step)) || swapped.size < before.size) return undefined
  return [...after].find((step) => !before.has(step))
}

const stepsIn = (calls: readonly ClientCall[]): Set<string> =>
  new Set(calls.filter((call) => isOwn(call) && !isRead(call)).map(stepOf))

const stepOf = ({ method, target }: ClientCall): string => `${method} ${pathOfTarget(target).toLowerCase()}`

/** Returns the digits of the amounts that a client was shown, with and without cents. */
const amountsShown = (calls: readonly ClientCall[]): ReadonlySet<string> =>
  new Set(
    calls.flatMap(({ response }) =>
      Array.from(
        response?.body.matchAll(/"Importe":\s*(\d+)(?:\.(\d{1,2}))?/g) ?? [],
        ([, digits = '', decimals = '']) => [digits, digits + decimals.padEnd(2, '0')],
      ).flat(),
    ),
  )

const NUMBER = /\d[\d.,_\u00a0\u202f ]*\d|\d/g
const CURRENCY_MARK = /\$|€|\b(?:ARS|USD|EUR|pesos?|dollars?|euros?)\b|d[oó]lar/i
/** Longest distance between the name of a currency and its amount. */
const NEAR = 8

/** Returns the digits of a number, without cents. */
const digitsOf = (text: string): string => text.replace(/[.,]\d{1,2}$/, '').replaceAll(/\D/g, '')

/** Returns the numbers in a text that equal amounts shown, with their positions. */
const amountsIn = (text: string, shown: ReadonlySet<string>): readonly RegExpExecArray[] =>
  Array.from(text.matchAll(NUMBER)).filter(([number]) => shown.has(digitsOf(number)))

/**
 * Returns whether a text has an unchanged amount without a currency next to it: a test reads the number, and
 * the client has done nothing with it.
 */
const isAmountAlone = (text: string, shown: ReadonlySet<string>): boolean =>
  amountsIn(text, shown).some(({ 0: number, index }) => {
    const beside = `${text.slice(Math.max(0, index - NEAR), index)} ${text.slice(index + number.length, index + number.length + NEAR)}`
    return !CURRENCY_MARK.test(beside)
  })
