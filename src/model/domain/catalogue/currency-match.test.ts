import { expect, it } from 'vitest'
import { readCatalogue } from '../../../sandbox/fixtures/catalogue.ts'
import { matchCurrency } from './currency-match.ts'

const { currencies } = readCatalogue()
const codeOf = (text: string): string | undefined => {
  const match = matchCurrency(currencies, text)
  return match.kind === 'one' ? match.entry.codenames[0] : match.kind
}

const WRITTEN: Readonly<Record<string, readonly string[]>> = {
  ARS: [
    '$',
    '$ ',
    'AR$',
    'ars',
    'peso',
    'pesos',
    'Pesos',
    'peso argentino',
    'pesos argentinos',
    'PESOS ARG.',
  ],
  USD: [
    'dolar',
    'dólar',
    'dólares',
    'dolares',
    'DOLARES',
    'dollar',
    'U$S',
    'u$s',
    'US$',
    'U$D',
    'u$d',
    'USD',
    'usd',
    'U$',
    'u.s.d.',
    'dólar estadounidense',
    'dólares estadounidenses',
    'dólar americano',
  ],
  BRL: ['real', 'reales', 'R$', 'real brasileño', 'reales brasileros'],
  EUR: ['euro', 'euros', '€', 'eur'],
  UYU: ['peso uruguayo', 'pesos uruguayos', '$U'],
  CLP: ['pesos chilenos', 'CLP$'],
}

it('a currency answers to its symbol and to the words that people write for it', () => {
  const read = Object.fromEntries(Object.entries(WRITTEN).map(([code, texts]) => [code, texts.map(codeOf)]))
  expect(read).toEqual(
    Object.fromEntries(Object.entries(WRITTEN).map(([code, texts]) => [code, texts.map(() => code)])),
  )
})

it('other words name no currency', () => {
  const texts = [
    '',
    ' ',
    '-',
    'gris',
    'cuotas',
    'bitcoin',
    'pesado',
    'nada',
    'lingotes',
    '/v3/monedas/99',
    '%',
  ]
  expect(texts.map(codeOf)).toEqual(texts.map(() => 'none'))
  expect(codeOf('dolar '.repeat(2_000))).toBe('none')
})
