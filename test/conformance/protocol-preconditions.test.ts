import { expect, it } from 'vitest'
import { golListing, MAIL, miniatureWorld, send } from '../support/miniature-world.ts'

/** Conditional requests: 304 on reads, 412 on writes. */

const ONE = `/v3/publicaciones/${MAIL}/gol-1`
const stocked = (profile: Readonly<Record<string, string>> = {}) =>
  send(miniatureWorld(profile), 'POST', `/v3/publicaciones/${MAIL}`, { body: golListing('gol-1') }).world
const tagIn = (world: ReturnType<typeof stocked>) => send(world, 'GET', ONE).headers['ETag'] ?? ''

it.each([
  [(tag: string) => tag, 304],
  [(tag: string) => `W/${tag}`, 304],
  [(tag: string) => `"other", ${tag}`, 304],
  [(tag: string) => `"a,b" , W/${tag},"c"`, 304],
  [() => '*', 304],
  [() => '"other"', 200],
  [() => '', 200],
  [() => 'garbage', 200],
  [(tag: string) => tag.replaceAll('"', ''), 200],
  [(tag: string) => tag.slice(0, -1), 200],
])(
  'CAT-02, ERR-10: If-None-Match of form %s answers %i on the entry point and on a publication',
  (headerOf, status) => {
    const world = stocked()
    for (const target of ['/v3', ONE]) {
      const { ETag = '' } = send(world, 'GET', target).headers
      expect(send(world, 'GET', target, { headers: { 'If-None-Match': headerOf(ETag) } }).status).toBe(status)
    }
  },
)

it('ERR-06: a 304 has its ETag and Vary, no body and no Content-Type', () => {
  const world = stocked()
  const ETag = tagIn(world)
  const result = send(world, 'GET', ONE, { headers: { 'If-None-Match': ETag } })
  expect(result.body).toBeNull()
  expect(result.headers).toEqual({ ETag, Vary: 'Accept' })
})

it('publications/etag-strength: all forms share one tag, so another form is also unchanged', () => {
  const world = stocked()
  const result = send(world, 'GET', ONE, {
    headers: { 'If-None-Match': tagIn(world), Accept: 'application/vnd.service.ref+json' },
  })
  expect(result.status).toBe(304)
})

it('406 and 404 come before 304', () => {
  const world = stocked()
  expect(send(world, 'GET', ONE, { headers: { 'If-None-Match': '*', Accept: 'text/html' } }).status).toBe(406)
  expect(send(world, 'GET', `${ONE}x`, { headers: { 'If-None-Match': '*' } }).status).toBe(404)
})

it.each([
  [(tag: string) => tag, 200],
  [(tag: string) => `"other", ${tag}`, 200],
  [() => '*', 200],
  [(tag: string) => `W/${tag}`, 412],
  [(tag: string) => `w/${tag}`, 412],
  [() => '"other"', 412],
  [() => '"other", "another"', 412],
  [() => '', 412],
  [() => 'garbage', 412],
  [(tag: string) => tag.replaceAll('"', ''), 412],
  [(tag: string) => `x${tag}`, 412],
])('publications/precondition-header: If-Match of form %s answers %i', (headerOf, status) => {
  const world = stocked()
  const result = send(world, 'PATCH', ONE, {
    body: { Activa: null },
    headers: { 'If-Match': headerOf(tagIn(world)) },
  })
  expect(result.status).toBe(status)
})

it('RFC 9110 13.1.2: If-None-Match on a write is 412 when it hits', () => {
  const world = stocked()
  const write = (header: string) =>
    send(world, 'PATCH', ONE, { body: { Activa: false }, headers: { 'If-None-Match': header } })
  expect(write('*').status).toBe(412)
  expect(write(`W/${tagIn(world)}`).status).toBe(412)
  expect(write('"other"').status).toBe(200)
})

it.each([
  [undefined, 'application/json'],
  ['*/*', 'application/json'],
  ['application/*', 'application/json'],
  ['application/json', 'application/json'],
  ['text/json', 'text/json'],
  ['application/vnd.service.entry+json', 'application/vnd.service.entry+json'],
  ['application/vnd.service.ref+json', 'application/vnd.service.ref+json'],
  ['application/json;q=0.1, text/json', 'text/json'],
])('ERR-05: with Accept %s a 412 comes as %s and changes nothing', (Accept, type) => {
  const world = stocked()
  const result = send(world, 'PATCH', ONE, {
    body: { Activa: false },
    headers: { 'If-Match': '"old"', ...(Accept && { Accept }) },
  })
  expect([result.status, result.headers['Content-Type']]).toEqual([412, type])
  expect(result.json).toEqual({
    Type: 'https://httpstatuses.com/412',
    Title: 'Precondición fallida',
    Status: 412,
    Detail: expect.stringContaining('ETag'),
    Instance: ONE,
    Extensions: {},
  })
  expect(result.world.publications).toBe(world.publications)
})

it.each([
  [undefined, 'application/problem+json'],
  ['*/*', 'application/problem+json'],
  ['text/json', 'application/json'],
])('errors/precondition-type=json-or-problem: with Accept %s a 412 comes as %s', (Accept, type) => {
  const world = stocked({ 'errors/precondition-type': 'json-or-problem' })
  const result = send(world, 'PATCH', ONE, {
    body: {},
    headers: { 'If-Match': '"old"', ...(Accept && { Accept }) },
  })
  expect([result.status, result.headers['Content-Type']]).toEqual([412, type])
})

it('common/precedence: 403 comes before 412, 412 before the body; body-before-precondition turns the last two', () => {
  const stale = { headers: { 'If-Match': '"old"' } }
  const broken = { ...stale, body: '{' }
  const shared = { 'publications/other-apps': 'shared' }
  expect(send(stocked(shared), 'PATCH', ONE, { ...broken, app: 'lector' }).status).toBe(403)
  expect(send(stocked(), 'PATCH', ONE, broken).status).toBe(412)
  const turned = stocked({ 'common/precedence': 'body-before-precondition' })
  expect(send(turned, 'PATCH', ONE, broken).status).toBe(400)
  expect(send(turned, 'PATCH', ONE, { ...stale, body: {} }).status).toBe(412)
})

it('publications/precondition-required=428 asks for If-Match before the body is looked at', () => {
  const world = stocked({ 'publications/precondition-required': '428' })
  const result = send(world, 'PATCH', ONE, { body: '{' })
  expect([result.status, result.headers['Content-Type']]).toEqual([428, 'application/problem+json'])
  expect(send(world, 'PATCH', ONE, { body: {}, headers: { 'If-Match': tagIn(world) } }).status).toBe(200)
  expect(send(world, 'PUT', `/v3/agencias/${MAIL}`, { body: { NombreComercial: 'Nueva' } }).status).toBe(200)
})

it('common/etag-elsewhere: other resources carry no tag and ignore If-None-Match, or every read has one', () => {
  for (const target of [
    `/v3/agencias/${MAIL}`,
    '/v3/marcas',
    `/v3/consultas/${MAIL}`,
    '/v3/versiones/10001',
  ]) {
    const plain = send(stocked(), 'GET', target, { headers: { 'If-None-Match': '*' } })
    expect([plain.status, plain.headers['ETag']]).toEqual([200, undefined])
    const world = stocked({ 'common/etag-elsewhere': 'every-get' })
    const { ETag = '' } = send(world, 'GET', target).headers
    expect(ETag).toMatch(/^"[^"]+"$/)
    expect(send(world, 'GET', target, { headers: { 'If-None-Match': ETag } }).status).toBe(304)
    expect(send(world, 'GET', target, { headers: { 'If-None-Match': '"x"' } }).status).toBe(200)
  }
})

it('common/etag-elsewhere=every-get: the tag of an agency changes with its name', () => {
  const world = stocked({ 'common/etag-elsewhere': 'every-get' })
  const before = send(world, 'GET', `/v3/agencias/${MAIL}`).headers['ETag']
  const after = send(world, 'PUT', `/v3/agencias/${MAIL}`, { body: { NombreComercial: 'Nueva' } }).world
  expect(send(after, 'GET', `/v3/agencias/${MAIL}`).headers['ETag']).not.toBe(before)
})
