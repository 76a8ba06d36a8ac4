import { expect, it } from 'vitest'
import { withoutDependents } from './blocked.ts'
import type { ClauseResult } from './clause-run.ts'

interface Failure {
  readonly id: string
  readonly rule?: string
  readonly method?: string
  readonly path?: string
  readonly status?: number
  readonly expected: string
  readonly got: string
}

const AGENCY = 'http://127.0.0.1:1/v3/publicaciones/ventas%40x.example'

const failed = ({ id, rule, method = 'GET', path = '/P-1', status = 200, expected, got }: Failure) => ({
  clause: { id, ...(rule !== undefined && { rule }) },
  verdict: 'failed',
  violation: {
    expected,
    got,
    exchange: { request: { method, url: AGENCY + path }, response: { status } },
  },
})

/** Returns which clause blocks each failure; `-` for those that stay. */
const blockers = (...failures: readonly Failure[]): string => {
  // Only what the function reads is made.
  const results = failures.map(failed) as unknown as ClauseResult[]
  return withoutDependents(results)
    .map(({ verdict, blockedBy, reason }) => {
      expect(verdict).toBe(blockedBy === undefined ? 'failed' : 'skipped')
      if (blockedBy !== undefined) expect(reason).toBe(`blocked by ${blockedBy}, which fails in the same way`)
      return blockedBy ?? '-'
    })
    .join(' ')
}

it('a member without its shape is one fault, wherever it is shown', () => {
  const expected = '_entries.0.Telefonos.1: a text'
  const one = { id: 'one', expected, got: 'null' }
  expect(blockers(one, { id: 'two', expected: 'Telefonos.0: a text', got: '7', path: '/P-2/otra' })).toBe(
    '- one',
  )
  expect(blockers(one, { id: 'two', expected: 'Telefonos: an array', got: 'null' })).toBe('- -')
})

it('one kind of request that is answered in one way is one fault', () => {
  const one = { id: 'one', method: 'PUT', expected: 'status 412', got: '200' }
  expect(blockers(one, { ...one, id: 'two', path: '/OTHER-22' })).toBe('- one')
  expect(blockers(one, { ...one, id: 'two', method: 'PATCH' })).toBe('- -')
  expect(blockers(one, { ...one, id: 'two', expected: 'status 400' })).toBe('- -')
})

it('a refusal that nothing expects is one fault, whatever is expected instead', () => {
  const one = { id: 'one', method: 'PATCH', status: 404, expected: 'status 200', got: '404' }
  expect(blockers(one, { ...one, id: 'two', expected: 'status 400 or 412' })).toBe('- one')
  expect(blockers(one, { ...one, id: 'two', status: 500, got: '500' })).toBe('- -')
})

it('what one rule finds in one way is one fault, whatever the request and the values', () => {
  const one = { id: 'one', rule: 'r', method: 'PUT', expected: 'Precio 17, as sent', got: 'Precio "a"' }
  const two = { ...one, id: 'two', method: 'PATCH', expected: 'Precio 4500, as sent', got: 'Precio "b"' }
  expect(blockers(one, two)).toBe('- one')
  expect(blockers(one, { ...two, rule: 'q' })).toBe('- -')
  expect(blockers(one, { ...two, expected: 'Cuota 17, as sent' })).toBe('- -')
  expect(
    blockers({ ...one, got: '200 and 412' }, { ...two, expected: one.expected, got: '200 and 404' }),
  ).toBe('- -')
})
