import { expect, it } from 'vitest'
import type { World } from '../../src/model/world/world.ts'
import { golListing, MAIL, miniatureWorld, send } from '../support/miniature-world.ts'

/** Entity tags of publications, and writes that carry them (PUB-33, PUB-34). */

const AT = `/v3/publicaciones/${MAIL}`
const ONE = `${AT}/auto-1`
const full = { VersionYear: 2018, Kilometraje: 61_000 }

const started = (profile: Readonly<Record<string, string>> = {}, id = 'auto-1') => {
  const { world, headers } = send(miniatureWorld(profile), 'POST', AT, { body: golListing(id) })
  return { world, tag: headers['ETag'] ?? '' }
}

/** Every write with a precondition, as a function of the world and of its headers. */
const writes = {
  PUT: (world: World, headers = {}) => send(world, 'PUT', ONE, { body: { ...full, Color: 'Rojo' }, headers }),
  PATCH: (world: World, headers = {}) => send(world, 'PATCH', ONE, { body: { Precio: null }, headers }),
  suspender: (world: World, headers = {}) => send(world, 'PATCH', `${ONE}/suspender`, { headers }),
  archivar: (world: World, headers = {}) => send(world, 'PATCH', `${ONE}/archivar`, { headers }),
} as const
type Write = keyof typeof writes
const WRITES = Object.keys(writes) as Write[] // of a literal, whose keys these are

it.each(WRITES)('PUB-34: %s with the current tag, a list that has it, or `*` goes ahead', (write) => {
  const { world, tag } = started()
  for (const header of [tag, `"otro", ${tag}`, `${tag},"otro"`, '*'])
    expect([header, writes[write](world, { 'If-Match': header }).status]).toEqual([header, 200])
})

it.each(WRITES)(
  'PUB-34: %s with another, a weak or a malformed tag answers 412 ProblemDetails and changes nothing',
  (write) => {
    const { world, tag } = started()
    for (const header of ['"otro"', `W/${tag}`, tag.slice(1, -1), '', '"', tag.toUpperCase()]) {
      const result = writes[write](world, { 'If-Match': header })
      expect([header, result.status, result.headers['Content-Type']]).toEqual([
        header,
        412,
        'application/json',
      ])
      expect(Object.keys(result.json)).toEqual([
        'Type',
        'Title',
        'Status',
        'Detail',
        'Instance',
        'Extensions',
      ])
      expect(result.world).toBe(world)
    }
  },
)

it.each(WRITES)(
  'PUB-34: of two writers with one tag, %s of the first wins and every write of the second answers 412',
  (write) => {
    const { world, tag } = started()
    const first = writes[write](world, { 'If-Match': tag })
    expect(first.status).toBe(200)
    for (const second of WRITES) {
      const result = writes[second](first.world, { 'If-Match': tag })
      expect([second, result.status]).toEqual([second, 412])
      expect(result.world).toBe(first.world)
    }
  },
)

it.each(WRITES)(
  'publications/precondition-required: %s without a tag goes ahead, or answers 428',
  (write) => {
    expect(writes[write](started().world).status).toBe(200)
    const { world, tag } = started({ 'publications/precondition-required': '428' })
    const result = writes[write](world)
    expect([result.status, result.headers['Content-Type']]).toEqual([428, 'application/problem+json'])
    expect(writes[write](world, { 'If-Match': tag }).status).toBe(200)
  },
)

it.each(WRITES)(
  'PUB-33: the tag that %s answers is the one that a reading then answers, in every form',
  (write) => {
    const { world, tag } = started()
    const result = writes[write](world)
    expect(result.headers['ETag']).not.toBe(tag)
    for (const Accept of [
      'application/json',
      'text/json',
      'application/vnd.service.entry+json',
      'application/vnd.service.ref+json',
      '*/*',
    ]) {
      const read = send(result.world, 'GET', ONE, { headers: { Accept } })
      expect([Accept, read.headers['ETag']]).toEqual([Accept, result.headers['ETag']])
      const kept = send(result.world, 'GET', ONE, {
        headers: { Accept, 'If-None-Match': result.headers['ETag'] ?? '' },
      })
      expect([Accept, kept.status]).toEqual([Accept, 304])
    }
    const ref = send(result.world, 'GET', ONE, { headers: { Accept: 'application/vnd.service.ref+json' } })
    expect(ref.json.etag).toBe(result.headers['ETag'])
    expect(
      send(result.world, 'GET', `${AT}?estado=${result.json.EstadoActual}`, {
        headers: { Accept: 'application/vnd.service.ref+json' },
      }).json._entries[0].etag,
    ).toBe(result.headers['ETag'])
  },
)

it('publications/etag-strength: weak tags are weak everywhere, and still guard writes', () => {
  const { world, tag } = started({ 'publications/etag-strength': 'weak' })
  expect(tag).toMatch(/^W\/"[^"]+"$/)
  expect(writes.PATCH(world, { 'If-Match': '"otro"' }).status).toBe(412)
  const first = writes.PATCH(world, { 'If-Match': tag })
  expect([first.status, writes.PATCH(first.world, { 'If-Match': tag }).status]).toEqual([200, 412])
  expect(send(world, 'GET', ONE, { headers: { 'If-None-Match': tag } }).status).toBe(304)
})

it('publications/ref-etag-form: the opaque part alone under the second option', () => {
  const { world, tag } = started({ 'publications/ref-etag-form': 'opaque-part' })
  const ref = send(world, 'GET', ONE, { headers: { Accept: 'application/vnd.service.ref+json' } })
  expect(`"${ref.json.etag}"`).toBe(tag)
})

it('PUB-33: a change that is undone makes a third tag, so that a stale copy is never taken for a current one', () => {
  const { world, tag } = started()
  const there = send(world, 'PATCH', ONE, { body: { Activa: false } })
  const back = send(there.world, 'PATCH', ONE, { body: { Activa: true } })
  expect(back.json).toEqual(send(world, 'GET', ONE).json)
  expect(new Set([tag, there.headers['ETag'], back.headers['ETag']]).size).toBe(3)
})

it('PUB-33: a write to another publication leaves the tag alone', () => {
  const { world, tag } = started()
  const other = send(world, 'POST', AT, { body: golListing('auto-2') })
  const { world: after } = send(other.world, 'PATCH', `${AT}/auto-2/archivar`)
  expect(send(after, 'GET', ONE).headers['ETag']).toBe(tag)
  expect(other.headers['ETag']).not.toBe(tag)
})

it('PUB-33: the same publication under other assumptions has another tag, because it may look different', () => {
  expect(started({ 'publications/warranty': 'boolean' }).tag).not.toBe(started().tag)
})

it('PUB-34: If-None-Match on a write refuses it while the tag matches', () => {
  const { world, tag } = started()
  expect(writes.PATCH(world, { 'If-None-Match': tag }).status).toBe(412)
  expect(writes.PATCH(world, { 'If-None-Match': '"otro"' }).status).toBe(200)
})

it('ERR-05: a 412 has the media type of the response that was asked for, or as the second option says', () => {
  const type = (Accept: string | undefined, profile = {}) =>
    writes.PATCH(started(profile).world, { 'If-Match': '"otro"', ...(Accept && { Accept }) }).headers[
      'Content-Type'
    ]
  expect(
    [undefined, '*/*', 'text/json', 'application/vnd.service.ref+json'].map((accept) => type(accept)),
  ).toEqual(['application/json', 'application/json', 'text/json', 'application/vnd.service.ref+json'])
  const option = { 'errors/precondition-type': 'json-or-problem' }
  expect([undefined, '*/*', 'text/json'].map((accept) => type(accept, option))).toEqual([
    'application/problem+json',
    'application/problem+json',
    'application/json',
  ])
})
