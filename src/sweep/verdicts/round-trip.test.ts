import { expect, it } from 'vitest'
import type { ClientCall } from '../faults/client-call.ts'
import { changedValues, limitOfOtherCurrency, sameAmountAdded, wholeAmounts } from './round-trip.ts'

const call = (method: string, members: object, operation = 'publications.read'): ClientCall => ({
  method,
  target: '/v3/publicaciones/a@b.example/CAR-1',
  headers: [],
  body: Buffer.from(method === 'GET' ? '' : JSON.stringify(members)),
  operation,
  exchange: undefined,
  atMs: 0,
  response: { status: 200, headers: {}, body: JSON.stringify(members) },
})

const control = { ...call('POST', {}), operation: undefined }
const trip = (shown: object, sent: object): ClientCall[] => [call('GET', shown), call('PUT', sent)]
const price = (Importe: number) => ({ Precio: { Moneda: 'ARS', Importe } })

it('a value that is written back changed is reported', () => {
  expect(changedValues(trip(price(5.37), price(5)), trip(price(4), price(4)))).toEqual([
    'Precio.Importe 5.37 as 5',
  ])
  const usual = trip({ RefStock: 'A' }, { RefStock: 'A' })
  expect(changedValues(trip({ RefStock: null }, { RefStock: '' }), usual)).toEqual(['RefStock null as ""'])
  expect(changedValues(trip({ RefStock: 'ñ' }, { RefStock: '?' }), usual)).toEqual(['RefStock "ñ" as "?"'])
})

it('own values, computed values and values of another test are not reported', () => {
  expect(changedValues(trip(price(5.37), price(5.37)), trip(price(5), price(5)))).toEqual([])
  expect(changedValues(trip(price(5.37), price(7)), trip(price(5), price(7)))).toEqual([])
  expect(changedValues(trip(price(5.37), price(6)), trip(price(5), price(5.5)))).toEqual([])
  const usual = trip({ Color: 'Rojo' }, { Color: 'Rojo' })
  expect(changedValues(trip({ Color: null }, { Color: 'Sin color' }), usual)).toEqual([])
  const [read, write] = trip({ Color: 'A' }, { Color: 'B' })
  expect(
    changedValues(
      [read, control, write].flatMap((one) => one ?? []),
      usual,
    ),
  ).toEqual([])
})

it('an edit that is sent again after 412 counts once', () => {
  const photos = (name: string) => ({ Fotos: [name] })
  const [read, first] = trip(photos('a'), photos('a'))
  const usual = [...trip(photos('a'), photos('a')), ...trip(photos('b'), photos('b'))]
  const refused = { ...call('PUT', photos('a')), response: { status: 412, headers: {}, body: '' } }
  const calls = [read, refused, read, first, ...trip(photos('c'), photos('c'))].flatMap((one) => one ?? [])
  expect(changedValues(calls, usual)).toEqual([])
})

it('a computed amount that is cut is reported, and one that is rounded is not', () => {
  const usual = trip(price(100), price(110))
  expect(wholeAmounts(trip(price(100.6), price(110)), usual)).toEqual(['Precio.Importe 110.66 as 110'])
  expect(wholeAmounts(trip(price(100.6), price(111)), usual)).toEqual([])
  expect(wholeAmounts(trip(price(100.6), price(110.66)), usual)).toEqual([])
})

it('a limit in pesos that is applied to dollars is reported, the same factor for both is not', () => {
  const of = (id: string, Moneda: string, Importe: number, factor: number) =>
    trip({ Precio: { Moneda, Importe } }, { Precio: { Moneda, Importe: Importe * factor } }).map((call) => ({
      ...call,
      target: call.target.replace('CAR-1', id),
    }))
  const usual = [...of('A', 'ARS', 30_000_000, 1.01), ...of('B', 'ARS', 20_000_000, 1.03)]
  expect(limitOfOtherCurrency(of('A', 'USD', 30_000, 1.03), usual)).toBe(
    'USD 30000 times 1.03, and ARS 30000000 times 1.01',
  )
  expect(limitOfOtherCurrency(of('A', 'USD', 30_000, 1.01), usual)).toBeUndefined()
  // Dollars may have a different tariff.
  expect(limitOfOtherCurrency(of('A', 'USD', 30_000, 1.2), usual)).toBeUndefined()
})

it('a limit that shows only in the other currency is reported by the leap of the price', () => {
  const priced = (Moneda: string, amount: number, sent: number) =>
    trip({ Precio: { Moneda, Importe: amount } }, { Precio: { Moneda, Importe: sent } })
  const usual = priced('ARS', 15_500_000, 14_725_000)
  expect(limitOfOtherCurrency(priced('USD', 15_500, 2_000_000), usual)).toMatch(/^USD 15500 times 129/)
  expect(limitOfOtherCurrency(priced('USD', 15_500, 16_000), usual)).toBeUndefined()
})

it('the same amount that is added to pesos and to dollars is reported, a percentage is not', () => {
  const of = (Moneda: string, Importe: number, sent: number) =>
    trip({ Precio: { Moneda, Importe } }, { Precio: { Moneda, Importe: sent } })
  const usual = of('ARS', 31_250_000, 31_750_000)
  expect(sameAmountAdded(of('USD', 21_875, 521_875), usual)).toBe('500000 to USD 21875')
  expect(sameAmountAdded(of('USD', 21_875, 22_225), usual)).toBeUndefined()
  expect(sameAmountAdded(of('ARS', 20_000_000, 20_500_000), usual)).toBeUndefined()
  expect(sameAmountAdded(of('USD', 21_875, 21_875), of('ARS', 31_250_000, 31_250_000))).toBeUndefined()
})

it('a photo that the client sends as its own is not written back changed, though its port differs', () => {
  const photos = (...Fotos: readonly string[]) => ({ Fotos })
  const own = (port: number) => photos(`http://127.0.0.1:${port}/1.svg`)
  const usual = trip(own(4010), own(4010))
  expect(changedValues(trip(photos('https://fotos.example/1.jpg'), own(4020)), usual)).toEqual([])
  expect(changedValues(trip(photos('https://fotos.example/1.jpg'), photos()), usual)).toHaveLength(1)
})
