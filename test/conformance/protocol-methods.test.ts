import { expect, it } from 'vitest'
import { operations } from '../../src/model/resources/index.ts'
import { golListing, MAIL, miniatureWorld, send } from '../support/miniature-world.ts'

/** 405, HEAD and OPTIONS on every path of the operations. */

const SEGMENTS: Readonly<Record<string, string>> = {
  adminmail: MAIL,
  externalid: 'gol-1',
  sid: '1000001',
  topic: 'publicacion-consultada',
  id: '1',
}
const filled = (path: string): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => SEGMENTS[name] ?? name)

const templates = [...new Set(operations.all.map(({ path }) => path))]
const methodsAt = (path: string): string[] =>
  operations.all.filter((entry) => entry.path === path).map(({ method }) => method)
const allowedAt = (path: string): string[] =>
  methodsAt(path).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))

const stocked = () =>
  send(miniatureWorld(), 'POST', `/v3/publicaciones/${MAIL}`, { body: golListing('gol-1') }).world

it.each(templates)('common/method-not-allowed: 405 with Allow for every other method at %s', (path) => {
  const allowed = allowedAt(path)
  for (const method of [
    'GET',
    'HEAD',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'OPTIONS',
    'TRACE',
    'get',
    'constructor',
    '__proto__',
  ]) {
    if (allowed.includes(method)) continue
    const result = send(stocked(), method, filled(path), { headers: { Accept: 'text/html' } })
    expect([method, result.status]).toEqual([method, 405])
    expect(result.headers['Allow']?.split(', ').sort()).toEqual([...allowed].sort())
    expect(result.headers['Vary']).toBe('Accept')
    expect(result.headers['Content-Type']).toBe('application/problem+json')
    if (method === 'HEAD') expect(result.body).toBeNull()
    else expect(result.json).toMatchObject({ Status: 405, Instance: filled(path) })
  }
})

it.each(templates.filter((path) => methodsAt(path).includes('GET')))(
  'HEAD answers as GET does, without the body, at %s',
  (path) => {
    const world = stocked()
    for (const Accept of ['*/*', 'application/vnd.service.ref+json', 'text/html']) {
      const get = send(world, 'GET', filled(path), { headers: { Accept } })
      const head = send(world, 'HEAD', filled(path), { headers: { Accept } })
      expect(head.status).toBe(get.status)
      expect(head.body).toBeNull()
      expect(head.headers).toEqual(get.headers)
      expect(Number(head.headers['Content-Length'])).toBe(Buffer.byteLength(get.text))
    }
  },
)

it('HEAD knows 304 too, and says nothing of a length then', () => {
  const { ETag = '' } = send(miniatureWorld(), 'GET', '/v3').headers
  const result = send(miniatureWorld(), 'HEAD', '/v3', { headers: { 'If-None-Match': ETag } })
  expect(result.status).toBe(304)
  expect(result.headers).toEqual({ ETag, Vary: 'Accept' })
})

it('a write by GET changes nothing, and so does a method that is not allowed', () => {
  const world = miniatureWorld()
  expect(send(world, 'DELETE', `/v3/agencias/${MAIL}`).world).toBe(world)
  expect(send(world, 'HEAD', `/v3/agencias/${MAIL}`).world).toBe(world)
})

it('405 comes before 406 and before the target is looked for', () => {
  expect(
    send(miniatureWorld(), 'DELETE', '/v3/agencias/nadie@x.example', { headers: { Accept: 'text/html' } })
      .status,
  ).toBe(405)
})
