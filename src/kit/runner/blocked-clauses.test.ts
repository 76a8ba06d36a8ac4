import { expect, it } from 'vitest'
import { withBlockedClauses } from './blocked-clauses.ts'
import type { ClauseResult } from './clause-run.ts'

interface Failure {
  readonly id: string
  readonly rule?: string
  readonly method?: string
  readonly path?: string
  readonly status?: number
  readonly accept?: string
  readonly expected: string
  readonly got: string
}

const AGENCY = 'http://127.0.0.1:1/v3/publicaciones/ventas%40x.example'

const failed = ({
  id,
  rule,
  method = 'GET',
  path = '/P-1',
  status = 200,
  accept,
  expected,
  got,
}: Failure) => ({
  clause: { id, ...(rule !== undefined && { rule }) },
  verdict: 'failed',
  violation: {
    expected,
    got,
    exchange: { request: { method, url: AGENCY + path, headers: { Accept: accept } }, response: { status } },
  },
})

/** Returns which clause blocks each failure; `-` for those that stay. */
const blockers = (...failures: readonly Failure[]): string => {
  // Only what the function reads is made.
  const results = failures.map(failed) as unknown as ClauseResult[]
  return withBlockedClauses(results)
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

it('the same response to one kind of request is one fault', () => {
  const one = { id: 'one', method: 'PUT', expected: 'status 412', got: '200' }
  expect(blockers(one, { ...one, id: 'two', path: '/OTHER-22' })).toBe('- one')
  expect(blockers(one, { ...one, id: 'two', method: 'PATCH' })).toBe('- -')
  expect(blockers(one, { ...one, id: 'two', expected: 'status 400' })).toBe('- -')
})

it('an unexpected refusal is one fault, whatever is expected instead', () => {
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

it('a media type that every operation refuses is one fault', () => {
  const one = { id: 'one', status: 406, accept: 'text/json', expected: 'status 200', got: '406' }
  expect(blockers(one, { ...one, id: 'two', path: '/../agencias' })).toBe('- one')
  expect(blockers(one, { ...one, id: 'two', path: '/../agencias', accept: 'application/json' })).toBe('- -')
})

it('a member of problems that is wrong in one way is one fault, whichever operation refuses', () => {
  const one = { id: 'one', status: 400, expected: 'Status 400', got: '500' }
  expect(blockers(one, { ...one, id: 'two', method: 'PUT', status: 412, expected: 'Status 412' })).toBe(
    '- one',
  )
  expect(blockers(one, { ...one, id: 'two', method: 'PUT', got: '600' })).toBe('- -')
  const empty = { id: 'three', status: 400, expected: 'make or _ in Errors', got: '[]' }
  expect(
    blockers(empty, { ...empty, id: 'four', method: 'PUT', expected: 'a text in Errors', got: '{}' }),
  ).toBe('- three')
})

it('a request that finds a missing resource is one fault, whatever the resource', () => {
  const one = { id: 'one', expected: 'status 404 or 400', got: '200' }
  expect(blockers(one, { ...one, id: 'two', expected: '404: the list does not have it' })).toBe('- one')
  expect(blockers(one, { ...one, id: 'two', method: 'PUT', expected: '404, because it is gone' })).toBe('- -')
})

it('an ETag that no write changes is one fault, and so is a member that one kind of request loses', () => {
  const tag = { id: 'one', method: 'PUT', expected: 'a new ETag', got: '"5"' }
  expect(
    blockers(tag, { ...tag, id: 'two', method: 'PATCH', expected: 'another ETag, because Precio changed' }),
  ).toBe('- one')
  const lost = { id: 'one', method: 'POST', status: 201, expected: 'Color as it was sent', got: 'null' }
  expect(blockers(lost, { ...lost, id: 'two', expected: 'Color Rojo', got: '{"Color":null}' })).toBe('- one')
  expect(blockers(lost, { ...lost, id: 'two', expected: 'Color Rojo', got: 'Azul' })).toBe('- -')
})
