import { expect, it } from 'vitest'
import { MAIL, miniatureWorld, send } from '../support/miniature-world.ts'

/** 415 and malformed bodies, on a PUT that is otherwise valid. The server answers 413. */

const put = (
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  profile: Readonly<Record<string, string>> = {},
) => send(miniatureWorld(profile), 'PUT', `/v3/agencias/${MAIL}`, { body, headers })

const GOOD = { NombreComercial: 'Otro taller' }

it.each([
  'application/json',
  'application/json; charset=utf-8',
  'text/json',
  'application/vnd.service.entry+json',
  '',
])('common/request-media-types: a body as «%s» is read', (type) => {
  expect(put(GOOD, { 'Content-Type': type }).status).toBe(200)
})

it.each([
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'application/json; charset=latin1',
])('common/content-type-unsupported: a body as %s is 415', (type) => {
  const result = put(GOOD, { 'Content-Type': type })
  expect(result.status).toBe(415)
  expect(result.headers['Content-Type']).toBe('application/problem+json')
  expect(result.json).toMatchObject({ Status: 415, Type: 'https://httpstatuses.com/415' })
  expect(result.json).not.toHaveProperty('Errors')
})

it('common/content-type-unsupported=400 reports it under the key _', () => {
  const result = put(GOOD, { 'Content-Type': 'text/plain' }, { 'common/content-type-unsupported': '400' })
  expect(result.status).toBe(400)
  expect(Object.keys(result.json.Errors)).toEqual(['_'])
})

it.each([
  ['nothing', ''],
  ['white space', ' '],
  ['an array', '[]'],
  ['null', 'null'],
  ['a text', '"x"'],
  ['a number', '0'],
  ['false', 'false'],
  ['broken JSON', '{'],
  ['XML', '<a/>'],
])('errors/malformed-json: %s instead of an object is 400 with the key _ alone', (_, body) => {
  const result = put(body)
  expect(result.status).toBe(400)
  expect(Object.keys(result.json.Errors)).toEqual(['_'])
  expect(result.json.Errors._).toHaveLength(1)
})

it('a BOM before the body is not in the way', () => {
  expect(put(`\uFEFF${JSON.stringify(GOOD)}`).status).toBe(200)
})

it('an undocumented body is ignored (common/unexpected-body)', () => {
  const result = send(miniatureWorld(), 'GET', '/v3', {
    body: '{broken',
    headers: { 'Content-Type': 'text/plain' },
  })
  expect(result.status).toBe(200)
})

it('common/request-media-types: 415 names the types that are taken, and their charset', () => {
  const detail = (profile: Readonly<Record<string, string>>): string =>
    send(miniatureWorld(profile), 'PUT', `/v3/agencias/${MAIL}`, {
      body: '{',
      headers: { 'Content-Type': 'text/plain' },
    }).json.Detail
  expect(detail({})).toBe(
    'Se espera Content-Type application/json, text/json o application/*+json, en UTF-8.',
  )
  expect(detail({ 'common/request-media-types': 'json-only' })).toBe(
    'Se espera Content-Type application/json, en UTF-8.',
  )
})

it('404 of the target and 403 come before 415, 415 before 400', () => {
  const wrong = { body: '{', headers: { 'Content-Type': 'text/plain' } }
  expect(send(miniatureWorld(), 'PUT', '/v3/agencias/nadie@x.example', wrong).status).toBe(404)
  expect(send(miniatureWorld(), 'PUT', `/v3/agencias/${MAIL}`, { ...wrong, app: 'lector' }).status).toBe(403)
  expect(send(miniatureWorld(), 'PUT', `/v3/agencias/${MAIL}`, wrong).status).toBe(415)
  expect(send(miniatureWorld(), 'PUT', `/v3/agencias/${MAIL}`, { body: '{' }).status).toBe(400)
})

it('common/precedence=access-after-body answers 415 and 400 before 403', () => {
  const world = miniatureWorld({ 'common/precedence': 'access-after-body' })
  expect(send(world, 'PUT', `/v3/agencias/${MAIL}`, { body: '{', app: 'lector' }).status).toBe(400)
  expect(send(world, 'PUT', `/v3/agencias/${MAIL}`, { body: GOOD, app: 'lector' }).status).toBe(403)
})

it('common/unknown-members: an unknown member is ignored, or 400 on its name', () => {
  expect(put({ ...GOOD, Otro: 1 }).status).toBe(200)
  const result = put({ ...GOOD, Otro: 1 }, {}, { 'common/unknown-members': '400' })
  expect(result.status).toBe(400)
  expect(Object.keys(result.json.Errors)).toEqual(['Otro'])
})
