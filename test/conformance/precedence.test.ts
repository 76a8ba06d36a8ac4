import { expect, it } from 'vitest'
import { decide } from '../../src/model/http/decision-core.ts'
import type { RequestBody } from '../../src/model/http/request.ts'
import { operations } from '../../src/model/resources/index.ts'
import type { World } from '../../src/model/world/world.ts'
import { golListing, MAIL, miniatureWorld, NOW, send } from '../support/miniature-world.ts'

/**
 * The order of refusals (`common/precedence`): a request is wrong in every way. Each step corrects one error
 * and meets the next refusal, so a refusal that is missing or out of order fails at its own row.
 */

const AT = `/v3/publicaciones/${MAIL}`

interface Sent {
  readonly world: World
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: RequestBody
}

const statusOf = ({ world, method, target, headers, body }: Sent): number => {
  const [path = '', query = ''] = target.split('?')
  const exchanged = decide(operations, world, {
    method,
    path,
    query,
    instance: path,
    header: (name) => headers[name] ?? null,
    headersLike: () => [],
    body,
    prefix: '',
    origin: 'http://playa.localhost',
    wallMs: NOW,
  })
  if (!('response' in exchanged)) throw new Error('the miniature measures no photos')
  return exchanged.response.status
}

const bytes = (body: unknown): RequestBody => ({
  kind: 'bytes',
  bytes: new TextEncoder().encode(JSON.stringify(body)),
})
const bearer = (name: string) => ({ authorization: `Bearer key-${name}` })

type Rung = readonly [mended: string, status: number, mend: (sent: Sent) => Partial<Sent>]

/** Applies the corrections one after another; returns each refusal beside the expected one. */
const climb = (start: Sent, rungs: readonly Rung[]) => {
  let sent = start
  const met: [string, number][] = []
  for (const [mended, , mend] of rungs) {
    sent = { ...sent, ...mend(sent) }
    met.push([mended, statusOf(sent)])
  }
  expect(met).toEqual(rungs.map(([mended, status]) => [mended, status]))
}

const header = (more: Readonly<Record<string, string>>) => (sent: Sent) => ({
  headers: { ...sent.headers, ...more },
})

const STRICT = {
  'auth/scheme': 'key',
  'limits/rate': 'per-minute:3',
  'publications/precondition-required': '428',
  'publications/other-apps': 'shared',
}

/**
 * An active and an archived publication, the entity tag of the latter, and a world whose rate limit is
 * exhausted.
 */
const stage = (profile: Readonly<Record<string, string>> = {}) => {
  const start = miniatureWorld({ ...STRICT, ...profile })
  const fresh = (world: World): World => ({ ...world, usage: start.usage })
  const headers = { 'If-Match': '*' }
  const active = send(start, 'POST', AT, { body: golListing('auto-1'), app: 'uno' })
  const archived = send(active.world, 'PATCH', `${AT}/auto-1/archivar`, { app: 'uno', headers })
  let spent = archived.world
  for (let asked = 0; asked < 4; asked++)
    for (const as of ['uno', 'lector']) spent = send(spent, 'GET', AT, { app: as }).world
  return {
    empty: start,
    active: fresh(active.world),
    archived: fresh(archived.world),
    spent,
    activeTag: active.headers['ETag'] ?? '',
    archivedTag: archived.headers['ETag'] ?? '',
  }
}

/** The first PATCH: everything about it is wrong. A later step replaces the reader's key by the writer's. */
const wrongPatch = (world: World): Sent => ({
  world,
  method: 'DELETE',
  target: '/v3/publicaciones/nadie/otro/nada',
  headers: { accept: 'image/png', 'content-type': 'text/csv' },
  body: { kind: 'too-large' },
})

const invalid = { Activa: 'sí' }
const impossible = { Activa: true }

const untilTarget = ({ archived }: ReturnType<typeof stage>): readonly Rung[] => [
  ['nothing', 401, () => ({})],
  ['credentials', 429, header(bearer('lector'))],
  ['rate', 404, () => ({ world: archived })],
  ['path', 405, () => ({ target: '/v3/publicaciones/nadie/otro' })],
  ['method', 406, () => ({ method: 'PATCH' })],
  ['Accept', 400, header({ accept: 'application/json' })],
  ['adminmail', 404, () => ({ target: `${AT}/otro` })],
]

it('common/precedence: a PATCH that is wrong in every way meets every refusal in the standard order', () => {
  const set = stage()
  climb(wrongPatch(set.spent), [
    ...untilTarget(set),
    ['externalid', 403, () => ({ target: `${AT}/auto-1` })],
    ['access', 428, header(bearer('uno'))],
    ['If-Match present', 412, header({ 'if-match': '"viejo"' })],
    ['If-Match current', 413, header({ 'if-match': set.archivedTag })],
    ['size', 415, () => ({ body: { kind: 'bytes', bytes: new TextEncoder().encode('{') } })],
    ['Content-Type', 400, header({ 'content-type': 'application/json' })],
    ['JSON', 400, () => ({ body: bytes(invalid) })],
    ['body', 409, () => ({ body: bytes(impossible) })],
    [
      'state',
      200,
      (sent) => ({ world: set.active, headers: { ...sent.headers, 'if-match': set.activeTag } }),
    ],
  ])
})

it('common/precedence: body-before-precondition puts the body before 428 and 412, the rest stays', () => {
  const set = stage({ 'common/precedence': 'body-before-precondition' })
  climb(wrongPatch(set.spent), [
    ...untilTarget(set),
    ['externalid', 403, () => ({ target: `${AT}/auto-1` })],
    ['access', 413, header(bearer('uno'))],
    ['size', 415, () => ({ body: { kind: 'bytes', bytes: new TextEncoder().encode('{') } })],
    ['Content-Type', 400, header({ 'content-type': 'application/json' })],
    ['JSON', 400, () => ({ body: bytes(invalid) })],
    ['body', 428, () => ({ body: bytes(impossible) })],
    ['If-Match present', 412, header({ 'if-match': '"viejo"' })],
    ['If-Match current', 409, header({ 'if-match': set.archivedTag })],
    [
      'state',
      200,
      (sent) => ({ world: set.active, headers: { ...sent.headers, 'if-match': set.activeTag } }),
    ],
  ])
})

it('common/precedence: access-after-body puts 403 for want of access after 400 of the body, the rest stays', () => {
  const set = stage({ 'common/precedence': 'access-after-body' })
  climb(wrongPatch(set.spent), [
    ...untilTarget(set),
    ['externalid', 428, () => ({ target: `${AT}/auto-1` })],
    ['If-Match present', 412, header({ 'if-match': '"viejo"' })],
    ['If-Match current', 413, header({ 'if-match': set.archivedTag })],
    ['size', 415, () => ({ body: { kind: 'bytes', bytes: new TextEncoder().encode('{') } })],
    ['Content-Type', 400, header({ 'content-type': 'application/json' })],
    ['JSON', 400, () => ({ body: bytes(invalid) })],
    ['body', 403, () => ({ body: bytes(impossible) })],
    ['access', 409, header(bearer('uno'))],
    [
      'state',
      200,
      (sent) => ({ world: set.active, headers: { ...sent.headers, 'if-match': set.activeTag } }),
    ],
  ])
})

/** Uses an agency whose product answers a suspension with 403. */
const forbidding = (world: World): World => {
  const [first] = [...world.agencies]
  if (!first) throw new Error('the miniature has an agency')
  return {
    ...world,
    agencies: world.agencies.put({ ...first, product: { ...first.product, suspends: false } }),
  }
}

it('common/precedence: a suspension meets 403 of the state only when nothing else is wrong', () => {
  const set = stage()
  const suspended: Sent = {
    world: forbidding(set.active),
    method: 'PATCH',
    target: `${AT}/auto-1/suspender`,
    headers: { ...bearer('lector'), accept: 'image/png' },
    body: { kind: 'too-large' },
  }
  climb(suspended, [
    ['nothing', 406, () => ({})],
    ['Accept', 403, header({ accept: '*/*' })],
    ['access', 428, header(bearer('uno'))],
    ['If-Match present', 412, header({ 'if-match': set.archivedTag })],
    ['If-Match current', 403, header({ 'if-match': `"otro", ${set.activeTag}` })],
    ['state', 200, () => ({ world: set.active })],
  ])
})

it('common/precedence: a POST that is wrong in every way meets every refusal in the standard order', () => {
  const set = stage()
  climb({ ...wrongPatch(set.spent), target: '/v3/publicacion' }, [
    ['nothing', 401, () => ({})],
    ['credentials', 429, header(bearer('lector'))],
    ['rate', 404, () => ({ world: set.active })],
    ['path', 405, () => ({ target: '/v3/publicaciones/nadie' })],
    ['method', 406, () => ({ method: 'POST' })],
    ['Accept', 400, header({ accept: 'application/vnd.service.ref+json' })],
    ['adminmail', 404, () => ({ target: '/v3/publicaciones/nadie@taller.example' })],
    ['agency', 403, () => ({ target: AT })],
    ['access', 413, header(bearer('uno'))],
    ['size', 415, () => ({ body: { kind: 'bytes', bytes: new TextEncoder().encode('[') } })],
    ['Content-Type', 400, header({ 'content-type': 'application/vnd.service.entry+json' })],
    ['JSON', 400, () => ({ body: bytes(golListing('AUTO-1', { Color: '' })) })],
    ['body', 409, () => ({ body: bytes(golListing('AUTO-1')) })],
    ['ExternalId', 201, () => ({ body: bytes(golListing('auto-2')) })],
  ])
})

it('common/precedence: a GET that is wrong in every way meets every refusal in the standard order', () => {
  const set = stage()
  climb(
    {
      ...wrongPatch(set.spent),
      target: '/v3/publicacion',
      headers: { accept: 'image/png', 'if-none-match': set.activeTag },
    },
    [
      ['nothing', 401, () => ({})],
      ['credentials', 429, header(bearer('lector'))],
      ['rate', 404, () => ({ world: set.active })],
      ['path', 405, () => ({ target: '/v3/publicaciones/nadie/otro' })],
      ['method', 406, () => ({ method: 'GET' })],
      ['Accept', 400, header({ accept: 'text/*' })],
      ['adminmail', 404, () => ({ target: `${AT}/otro` })],
      ['externalid', 304, () => ({ target: `${AT}/auto-1` })],
      ['If-None-Match', 200, header({ 'if-none-match': set.archivedTag })],
    ],
  )
})

it('common/precedence: faults of a query come after the agency, in the place of the body', () => {
  const set = stage()
  climb(
    {
      ...wrongPatch(set.active),
      method: 'GET',
      headers: { ...bearer('lector'), accept: 'image/png' },
      target: '/v3/publicaciones/nadie?pagina=0&estado=Rota',
    },
    [
      ['nothing', 406, () => ({})],
      ['Accept', 400, header({ accept: 'application/json' })],
      ['adminmail', 404, () => ({ target: '/v3/publicaciones/nadie@taller.example?pagina=0&estado=Rota' })],
      ['agency', 400, () => ({ target: `${AT}?pagina=0&estado=Rota` })],
      ['pagina', 400, () => ({ target: `${AT}?estado=Rota` })],
      ['estado', 200, () => ({ target: `${AT}?estado=archivada` })],
    ],
  )
})
