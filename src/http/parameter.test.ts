import { expect, it } from 'vitest'
import { ValidationIssues } from '../domain/validation-issues.ts'
import { type ParameterSpec, readParameter, readQuery } from './parameter.ts'

const parameter = (kind: ParameterSpec['kind'], more: Partial<ParameterSpec> = {}): ParameterSpec => ({
  name: 'p',
  in: 'query',
  kind,
  required: false,
  description: 'a parameter',
  ...more,
})

const read = (kind: ParameterSpec['kind'], text: string, more: Partial<ParameterSpec> = {}) => {
  const issues = new ValidationIssues()
  const value = readParameter(issues, parameter(kind, more), text)
  return issues.hasIssues ? 'fault' : value
}

it.each([
  ['0', 0],
  ['-1', -1],
  ['2147483647', 2_147_483_647],
  ['-2147483648', -2_147_483_648],
  ['2147483648', 'fault'],
  ['-2147483649', 'fault'],
  ['99999999999', 'fault'],
  ['1.0', 'fault'],
  ['1e3', 'fault'],
  ['0x10', 'fault'],
  ['', 'fault'],
  [' 1', 'fault'],
  ['1 ', 'fault'],
  ['١', 'fault'],
  ['uno', 'fault'],
])('COM-13: %s as an int32 is %s', (text, expected) => {
  expect(read('int32', text)).toBe(expected)
})

it.each([
  ['1', 1],
  ['99', 99],
  ['0', 'fault'],
  ['100', 'fault'],
  ['-1', 'fault'],
])('an int32 from 1 to 99 reads %s as %s', (text, expected) => {
  expect(read('int32', text, { min: 1, max: 99 })).toBe(expected)
})

it.each([
  ['2024-02-29', true],
  ['2026-12-31', true],
  ['2026-02-29', false],
  ['2100-02-29', false],
  ['2026-04-31', false],
  ['2026-13-01', false],
  ['2026-00-10', false],
  ['2026-01-00', false],
  ['2026-1-1', false],
  ['01-02-2026', false],
  ['2026/01/02', false],
  ['20260102', false],
  ['2026-01-02T00:00:00Z', false],
  ['hoy', false],
])('COM-13: %s is a day: %s', (text, is) => {
  expect(read('date', text)).toBe(is ? text : 'fault')
})

it.each([
  ['a@b', true],
  ["o'hara+x@mail.example", true],
  ['ñandú@correo.example', true],
  [`${'a'.repeat(242)}@mail.example`, false],
  ['a', false],
  ['@b', false],
  ['a@', false],
  ['a@b@c', false],
  ['a b@c', false],
])('COM-13: %s is an e-mail: %s', (text, is) => {
  expect(read('email', text)).toBe(is ? text : 'fault')
})

it('true and false are read in any case, other words are faults', () => {
  expect(['true', 'TRUE', 'False', '1', 'sí'].map((text) => read('boolean', text))).toEqual([
    true,
    true,
    false,
    'fault',
    'fault',
  ])
})

const parsed = (query: string, refuseUnknown = false) => {
  const issues = new ValidationIssues()
  const values = readQuery(
    issues,
    [parameter('text', { name: 'q' }), parameter('int32', { name: 'n', required: true })],
    query,
    refuseUnknown,
  )
  return { values, errors: issues.hasIssues ? Object.keys(issues.toRefusal().errors) : [] }
}

it('common/query-parameters: an empty parameter counts as absent, and of several the first counts', () => {
  expect(parsed('n=1&q=')).toEqual({ values: { n: 1 }, errors: [] })
  expect(parsed('n=1&n=2&q=a&q=b')).toEqual({ values: { n: 1, q: 'a' }, errors: [] })
  expect(parsed('n=1&q')).toEqual({ values: { n: 1 }, errors: [] })
})

it('a query is decoded: percent-encoding, plus signs, UTF-8', () => {
  expect(parsed('n=1&q=a%20b').values['q']).toBe('a b')
  expect(parsed('n=1&q=a+b').values['q']).toBe('a b')
  expect(parsed('n=1&q=a%2Bb').values['q']).toBe('a+b')
  expect(parsed('n=1&q=C%C3%B3rdoba').values['q']).toBe('Córdoba')
  expect(parsed('%6E=1').values['n']).toBe(1)
})

it('a required parameter that is absent or empty is a fault', () => {
  expect(parsed('').errors).toEqual(['n'])
  expect(parsed('n=').errors).toEqual(['n'])
  expect(parsed('N=1').errors).toEqual(['n'])
})

it('common/unknown-members: unknown parameters are ignored, or each told once', () => {
  expect(parsed('n=1&x=1&y=2').errors).toEqual([])
  expect(parsed('n=1&x=1&x=2&Q=3', true).errors).toEqual(['x', 'Q'])
})
