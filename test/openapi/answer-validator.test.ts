import { expect, it } from 'vitest'
import { answerValidator } from './answer-validator.ts'

const Link = { type: 'object', properties: { href: { type: 'string' } }, required: ['href'] }
const ProblemDetails = { type: 'object', properties: { Status: { type: 'integer' } }, required: ['Status'] }
const car = { 'application/json': { schema: { $ref: '#/components/schemas/Link' } } }
const { validate } = answerValidator({
  paths: {
    '/v3/marcas/{id}': {
      get: { responses: { 200: { content: car }, 304: {}, 404: { $ref: '#/components/responses/Missing' } } },
    },
    '/v3/marcas/bestmatch': {
      get: { responses: { 200: { content: { 'text/json': { schema: { type: 'integer' } } } } } },
    },
  },
  components: {
    schemas: { Link, ProblemDetails },
    responses: { Missing: { content: { 'text/plain': { schema: { type: 'string' } } } } },
  },
})

it('a right response has nothing wrong with it, by template or as sent, as text or parsed', () => {
  expect(validate('GET', '/v3/marcas/{id}', 200, 'application/json', { href: '/v3' })).toEqual([])
  expect(
    validate('GET', '/w/a/v3/marcas/4?q=1', 200, 'application/json; charset=utf-8', '{"href":"/v3"}'),
  ).toEqual([])
  expect(validate('GET', '/v3/marcas/4', 404, 'text/plain; charset=utf-8', 'No existe.')).toEqual([])
  expect(validate('GET', '/v3/marcas/4', 304, null, null)).toEqual([])
  expect(validate('HEAD', '/v3/marcas/4', 200, 'application/json', null)).toEqual([])
})

it('a fixed segment is meant before a parameter', () => {
  expect(validate('GET', '/v3/marcas/bestmatch', 200, 'text/json', 4)).toEqual([])
})

it('a wrong, a missing and an extra member are reported with their place', () => {
  expect(validate('GET', '/v3/marcas/4', 200, 'application/json', { href: 4 })).toEqual([
    'GET /v3/marcas/4 200 application/json: /href must be string {"type":"string"}',
  ])
  expect(validate('GET', '/v3/marcas/4', 200, 'application/json', { href: '', color: '' })).toHaveLength(1)
  expect(validate('GET', '/v3/marcas/4', 200, 'application/json', {})).toHaveLength(1)
})

it('an undeclared status, media type or operation is reported, and so is an unexpected body or one that is not JSON', () => {
  expect(validate('GET', '/v3/marcas/4', 500, 'application/json', {})).toEqual([
    'GET /v3/marcas/4 500: expected one of 200, 304, 404',
  ])
  expect(validate('GET', '/v3/marcas/4', 200, 'text/json', {})).toEqual([
    'GET /v3/marcas/4 200: expected application/json, got text/json',
  ])
  expect(validate('PUT', '/v3/marcas/4', 200, 'application/json', {})).toEqual([
    'PUT /v3/marcas/4 200: expected one of no operation',
  ])
  expect(validate('GET', '/v3/marcas/4', 304, null, 'x')).toHaveLength(1)
  expect(validate('GET', '/v3/marcas/4', 200, 'application/json', '{')).toEqual([
    'GET /v3/marcas/4 200: expected JSON, got {',
  ])
})

it('an unknown path is a plain 404, another method of a known one a 405 problem', () => {
  expect(validate('GET', '/v3/nada', 404, 'text/plain', 'No hay nada.')).toEqual([])
  expect(validate('GET', '/v3/nada', 404, 'application/json', '""')).toHaveLength(1)
  expect(validate('DELETE', '/v3/marcas/4', 405, 'application/problem+json', { Status: 405 })).toEqual([])
  expect(validate('DELETE', '/v3/marcas/4', 405, 'application/problem+json', {})).toHaveLength(1)
})
