import { expect, it } from 'vitest'
import type { ClientCall } from '../faults/client-call.ts'
import { unseenCurrency } from './unseen-currency.ts'

type Price = readonly [currency: string, amount: number]

const call = (method: string, target: string, body: object, answer: object = {}): ClientCall => ({
  method,
  target,
  headers: [],
  body: Buffer.from(JSON.stringify(body)),
  operation: 'publications.amend',
  exchange: undefined,
  atMs: 0,
  response: { status: 200, headers: {}, body: JSON.stringify(answer) },
})

const precio = ([Moneda, Importe]: Price) => ({ Precio: { Moneda, Importe } })

/** A run that reads one price and writes another. */
const run = (shown: Price, written?: Price, steps: readonly string[] = []) => ({
  calls: [
    call('GET', '/v3/publicaciones/a/A-1', {}, precio(shown)),
    ...(written ? [call('PATCH', '/v3/publicaciones/a/A-1', precio(written))] : []),
    ...steps.map((path) => call('PATCH', path, {})),
  ],
})

const SHOWN = [
  ['ARS', 100],
  ['USD', 100],
  ['ARS', 50_300],
] as const

const reported = (
  written: readonly (Price | undefined)[],
  { failures = [], steps = [] }: { failures?: string[]; steps?: string[][] } = {},
) => {
  const [usual, otherCurrency, otherAmounts] = SHOWN.map((shown, at) => run(shown, written[at], steps[at]))
  if (!usual || !otherCurrency || !otherAmounts) throw new Error('three runs')
  return unseenCurrency({ usual, otherCurrency, otherAmounts, failures })
}

const NOTHING = [undefined, undefined, undefined]

it('an amount whose currency is shown unchanged, because the client wrote it, is not reported', () => {
  const [usual, otherCurrency, otherAmounts] = [100, 100, 50_300].map((amount) =>
    run(['ARS', amount], ['ARS', amount]),
  )
  if (!usual || !otherCurrency || !otherAmounts) throw new Error('three runs')
  expect(unseenCurrency({ usual, otherCurrency, otherAmounts, failures: [] })).toBeUndefined()
})

it('an amount that depends on the amounts shown, but not on their currency, is reported', () => {
  expect(
    reported([
      ['ARS', 90],
      ['ARS', 90],
      ['ARS', 45_270],
    ] as Price[]),
  ).toMatch(/computes .*: ARS 90$/)
  // In the currency that was shown, converted, or its own amount.
  expect(
    reported([
      ['ARS', 90],
      ['USD', 90],
      ['ARS', 45_270],
    ] as Price[]),
  ).toBe(undefined)
  expect(
    reported([
      ['ARS', 90],
      ['ARS', 90_000],
      ['ARS', 45_270],
    ] as Price[]),
  ).toBe(undefined)
  expect(
    reported([
      ['ARS', 90],
      ['ARS', 90],
      ['ARS', 90],
    ] as Price[]),
  ).toBe(undefined)
})

it('a step that only other amounts cause is reported, unless another currency also changes steps', () => {
  const step = '/v3/publicaciones/a/a-2/suspender'
  expect(reported(NOTHING, { steps: [[], [], [step]] })).toContain(`decides by amounts`)
  expect(reported(NOTHING, { steps: [[step], [], [step, `${step}2`]] })).toBe(undefined)
})

it('a failure that shows an unchanged number is the test’s, one with a currency sign is not', () => {
  expect(reported(NOTHING, { failures: ['50300 !== 100'] })).toBe(undefined)
  expect(reported(NOTHING, { failures: ["- '$ 100'\n+ '$ 50.300'"] })).toContain('sign or name of a currency')
  expect(reported(NOTHING, { failures: ["- ['A-1']\n+ []"] })).toBe(
    'it uses amounts without looking at their currency',
  )
})
