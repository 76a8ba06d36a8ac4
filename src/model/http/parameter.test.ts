import { expect, it } from 'vitest'
import { defaultProfile, withOptions } from '../../api/assumptions/profile.ts'
import type { ParameterSpec } from '../../api/parameters.ts'
import { ValidationIssues } from '../domain/validation-issues.ts'
import { readParameter, readQuery } from './parameter.ts'

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
  const value = readParameter(issues, parameter(kind, more), text, defaultProfile)
  return issues.hasIssues ? 'issue' : value
}

it.each([
  ['0', 0],
  ['-1', -1],
  ['2147483647', 2_147_483_647],
  ['-2147483648', -2_147_483_648],
  ['2147483648', 'issue'],
  ['-2147483649', 'issue'],
  ['99999999999', 'issue'],
  ['1.0', 'issue'],
  ['1e3', 'issue'],
  ['0x10', 'issue'],
  ['', 'issue'],
  [' 1', 'issue'],
  ['1 ', 'issue'],
  ['١', 'issue'],
  ['uno', 'issue'],
])('COM-13: %s as an int32 is %s', (text, expected) => {
  expect(read('int32', text)).toBe(expected)
})

it.each([
  ['1', 1],
  ['99', 99],
  ['0', 'issue'],
  ['100', 'issue'],
  ['-1', 'issue'],
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
])('COM-13: %s is a day: %s', (text, isValid) => {
  expect(read('date', text)).toBe(isValid ? text : 'issue')
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
])('COM-13: %s is an e-mail: %s', (text, isValid) => {
  expect(read('email', text)).toBe(isValid ? text : 'issue')
})

it('true and false are read in any case, other words are issues', () => {
  expect(['true', 'TRUE', 'False', '1', 'sí'].map((text) => read('boolean', text))).toEqual([
    true,
    true,
    false,
    'issue',
    'issue',
  ])
})

const parse = (query: string, options: Readonly<Record<string, string>> = {}) => {
  const issues = new ValidationIssues()
  const values = readQuery(
    issues,
    [parameter('text', { name: 'q' }), parameter('int32', { name: 'n', required: true })],
    query,
    withOptions(defaultProfile, options, 'given'),
  )
  return { values, errors: issues.hasIssues ? Object.keys(issues.toRefusal().errors) : [] }
}

it('common/query-parameters: an empty parameter counts as absent, and of several the first counts', () => {
  expect(parse('n=1&q=')).toEqual({ values: { n: 1 }, errors: [] })
  expect(parse('n=1&n=2&q=a&q=b')).toEqual({ values: { n: 1, q: 'a' }, errors: [] })
  expect(parse('n=1&q')).toEqual({ values: { n: 1 }, errors: [] })
})

it('a query is decoded: percent-encoding, plus signs, UTF-8', () => {
  expect(parse('n=1&q=a%20b').values['q']).toBe('a b')
  expect(parse('n=1&q=a+b').values['q']).toBe('a b')
  expect(parse('n=1&q=a%2Bb').values['q']).toBe('a+b')
  expect(parse('n=1&q=C%C3%B3rdoba').values['q']).toBe('Córdoba')
  expect(parse('%6E=1').values['n']).toBe(1)
})

it('a required parameter that is absent or empty is an issue', () => {
  expect(parse('').errors).toEqual(['n'])
  expect(parse('n=').errors).toEqual(['n'])
  expect(parse('N=1').errors).toEqual(['n'])
})

it('common/unknown-members: unknown parameters are ignored, or each reported once', () => {
  expect(parse('n=1&x=1&y=2').errors).toEqual([])
  expect(parse('n=1&x=1&x=2&Q=3', { 'common/unknown-members': '400' }).errors).toEqual(['x', 'Q'])
})
