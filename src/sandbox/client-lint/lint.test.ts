import { expect, it } from 'vitest'
import { journaledSandbox, NOON, type TestResponse } from '../../../test/support/journaled-sandbox.ts'
import { golListing } from '../../../test/support/miniature-world.ts'
import { assumptions } from '../../api/assumptions/profile.ts'
import { type Delivery, withDelivery } from '../../model/world/delivery.ts'
import { readRules } from './read-rules.ts'
import { retryRules } from './retry-rules.ts'
import { writeRules } from './write-rules.ts'

const MAIL = 'ventas%40elcomienzo.example'
const AT = `/v3/publicaciones/${MAIL}`
const TOPIC = '/v3/appnotificaciones/publicacion-estado'

type World = Awaited<ReturnType<typeof journaledSandbox>>

/** Hints by id, with the exchanges that show them. */
const hinted = async ({ control }: World): Promise<Record<string, number[]>> => {
  const { json } = await control('GET', '/hints')
  return Object.fromEntries(
    json.map(({ id, exchanges }: { id: string; exchanges: number[] }) => [id, exchanges]),
  )
}

const tagOf = ({ headers }: TestResponse): Record<string, string> => ({
  'If-Match': headers.get('etag') ?? '',
})
const known = ({ headers }: TestResponse): Record<string, string> => ({
  'If-None-Match': headers.get('etag') ?? '',
})

it('a journal without exchanges gives no hints', async () => {
  expect(await hinted(await journaledSandbox())).toEqual({})
})

it('a client that does everything as it should gets no hint', async () => {
  const world = await journaledSandbox()
  const { ask } = world
  const created = await ask('POST', AT, { body: golListing('A-1') })
  expect((await ask('POST', AT, { body: golListing('A-1') })).status).toBe(409)
  expect((await ask('POST', AT, { body: golListing('A-2', { Color: 'Rojo' }) })).status).toBe(201)
  const changed = await ask('PATCH', `${AT}/A-1`, { body: { Precio: null }, headers: tagOf(created) })
  expect((await ask('PATCH', `${AT}/A-1`, { body: { Precio: null }, headers: tagOf(created) })).status).toBe(
    412,
  )
  const read = await ask('GET', `${AT}/A-1`)
  expect((await ask('PATCH', `${AT}/A-1/suspender`, { headers: tagOf(read) })).status).toBe(200)
  for (let poll = 0; poll < 5; poll++) await ask('GET', `${AT}/A-2`, { headers: known(changed) })
  await ask('PATCH', `${AT}/A-2`, { body: { Precio: 1 } })
  await ask('PATCH', `${AT}/A-2`, { body: { Precio: { Moneda: 'ARS', Importe: -1 } } })
  await ask('GET', `${AT}?pagina=1`)
  await ask('GET', '/v3/nowhere')
  expect(await hinted(world)).toEqual({})
})

it('a write without If-Match is reported, one with it is not (PUB-34)', async () => {
  const world = await journaledSandbox()
  const created = await world.ask('POST', AT, { body: golListing('A-1') })
  const changed = await world.ask('PATCH', `${AT}/A-1`, { body: { Precio: null }, headers: tagOf(created) })
  await world.ask('PATCH', `${AT}/A-1/suspender`)
  await world.ask('PATCH', `${AT}/A-1`, { body: { Activa: true }, headers: { 'If-Match': '*' } })
  await world.ask('PUT', '/v3/agencias/ventas%40elcomienzo.example', {
    body: { NombreComercial: 'Otro nombre' },
  })
  expect(changed.status).toBe(200)
  expect(await hinted(world)).toEqual({ 'write-without-if-match': [3] })
})

it('credentials that name no app are reported under the open scheme', async () => {
  const world = await journaledSandbox()
  await world.ask('GET', '/v3', { headers: { Authorization: 'Bearer wrong' } })
  await world.ask('GET', '/v3')
  expect(await hinted(world)).toEqual({ 'credentials-unknown': [1] })
})

it('a stale tag that is sent again is reported, one that is read again is not', async () => {
  const world = await journaledSandbox()
  const created = await world.ask('POST', AT, { body: golListing('A-1') })
  await world.ask('PATCH', `${AT}/A-1`, { body: { Precio: null }, headers: tagOf(created) })
  await world.ask('PATCH', `${AT}/A-1/suspender`, { headers: tagOf(created) })
  expect(await hinted(world)).toEqual({})
  await world.ask('PATCH', `${AT}/A-1/suspender`, { headers: tagOf(created) })
  expect(await hinted(world)).toEqual({ 'stale-tag-again': [3, 4] })
})

it('a car that is published again under another ExternalId after a 409 is reported, another car is not (PUB-35)', async () => {
  const world = await journaledSandbox()
  await world.ask('POST', AT, { body: golListing('A-1') })
  await world.ask('POST', AT, { body: golListing('a-1') })
  await world.ask('POST', AT, { body: golListing('A-2', { Color: 'Rojo' }) })
  await world.ask('POST', AT, { body: golListing('A-1', { Color: 'Azul' }) })
  expect(await hinted(world)).toEqual({})
  await world.ask('POST', AT, { body: golListing('A-3', { Color: 'Azul' }) })
  expect(await hinted(world)).toEqual({ 'external-id-changed-after-409': [4, 5] })
})

it('a body without a JSON Content-Type is reported, one with it is not', async () => {
  const world = await journaledSandbox()
  const created = await world.ask('POST', AT, {
    body: golListing('A-1'),
    headers: { 'Content-Type': 'application/vnd.x+json' },
  })
  await world.ask('PATCH', `${AT}/A-1/suspender`, {
    body: 'x',
    headers: { ...tagOf(created), 'Content-Type': 'text/plain' },
  })
  expect(await hinted(world)).toEqual({})
  await world.ask('POST', AT, {
    body: JSON.stringify(golListing('A-2')),
    headers: { 'Content-Type': 'text/plain' },
  })
  await world.app.request(AT, {
    method: 'POST',
    body: new TextEncoder().encode(JSON.stringify(golListing('A-3'))),
  })
  expect(await hinted(world)).toEqual({ 'content-type-missing': [3, 4] })
})

it('polling that ignores the ETag is reported from the third response with one tag, a change or a 304 between is not', async () => {
  const world = await journaledSandbox()
  const created = await world.ask('POST', AT, { body: golListing('A-1') })
  const read = async () => world.ask('GET', `${AT}/A-1`)
  await read()
  await read()
  const changed = await world.ask('PATCH', `${AT}/A-1`, { body: { Precio: null }, headers: tagOf(created) })
  await read()
  await read()
  await world.ask('GET', `${AT}/A-1`, { headers: known(changed) })
  await read()
  await read()
  expect(await hinted(world)).toEqual({})
  await read()
  await read()
  expect(await hinted(world)).toEqual({ 'etag-ignored': [8, 9, 10, 11] })
})

it('two programs that read the same are not taken for one that polls', async () => {
  const world = await journaledSandbox()
  for (const agent of ['a', 'b', 'c']) await world.ask('GET', '/v3', { headers: { 'User-Agent': agent } })
  expect(await hinted(world)).toEqual({})
})

it('a list whose first page alone is read is reported, one that is followed is not (INQ-04)', async () => {
  const world = await journaledSandbox({ scenario: 'busy-inbox' })
  const list = '/v3/consultas/consultas%40lamilla.example'
  const page = await world.ask('GET', list)
  expect(page.json._links.next).toBeDefined()
  await world.ask('GET', `${list}?operador=`)
  expect(await hinted(world)).toEqual({ 'next-page-unread': [2] })
  await world.ask('GET', page.json._links.next.href)
  expect(await hinted(world)).toEqual({})
})

it('a list that fits one page is not a hint', async () => {
  const world = await journaledSandbox()
  await world.ask('POST', AT, { body: golListing('A-1') })
  await world.ask('GET', AT)
  expect(await hinted(world)).toEqual({})
})

it('an Accept without an available media type is reported, one that is offered is not (COM-10)', async () => {
  const world = await journaledSandbox()
  await world.ask('GET', '/v3', { headers: { Accept: 'text/json' } })
  await world.ask('GET', '/v3', { headers: { Accept: 'text/html, */*;q=0.1' } })
  expect(await hinted(world)).toEqual({})
  await world.ask('GET', '/v3', { headers: { Accept: 'application/xml' } })
  expect(await hinted(world)).toEqual({ 'accept-not-offered': [3] })
})

const limited = (wallMs: () => number = () => NOON) =>
  journaledSandbox({ profile: { 'limits/rate': 'per-minute:1' }, wallMs })

it('a retry before the end of Retry-After is reported (limits/rate)', async () => {
  const world = await limited()
  for (let i = 0; i < 3; i++) await world.ask('GET', '/v3')
  expect(await hinted(world)).toEqual({ 'retry-after-ignored': [2, 3] })
})

it('who waits is not, by the wall clock as by that of the world', async () => {
  let wallMs = NOON
  const world = await limited(() => wallMs)
  const { headers } = await world.ask('GET', '/v3').then(() => world.ask('GET', '/v3'))
  await world.control('POST', '/clock/advance', { body: { by: `PT${headers.get('retry-after')}S` } })
  await world.ask('GET', '/v3')
  await world.ask('GET', '/v3')
  wallMs += 61_000
  await world.ask('GET', '/v3')
  expect(await hinted(world)).toEqual({})
})

it('other requests that were under way at that moment are not, those that come later are', async () => {
  let wallMs = NOON
  const world = await limited(() => wallMs)
  for (const path of ['/v3', '/v3/marcas', AT]) await world.ask('GET', path)
  expect(await hinted(world)).toEqual({})
  wallMs += 1_000
  await world.ask('GET', '/v3/regiones')
  expect(await hinted(world)).toEqual({ 'retry-after-ignored': [3, 4] })
})

it('the same request that was refused with 400 is reported, a corrected one is not', async () => {
  const world = await journaledSandbox()
  const create = (more: object) => world.ask('POST', AT, { body: golListing('A-1', { ...more }) })
  await create({ Color: '' })
  await create({ Color: 1 })
  expect(await hinted(world)).toEqual({})
  await create({ Color: '' })
  expect(await hinted(world)).toEqual({ 'bad-request-repeated': [1, 3] })
})

it('a client that continues with refused credentials is reported from the third 401, a client that corrects them is not (ERR-07)', async () => {
  const world = await journaledSandbox({ profile: { 'auth/scheme': 'key' } })
  const good = { headers: { Authorization: 'Bearer empty-key' } }
  for (const call of [{}, {}, good, {}, {}, good]) await world.ask('GET', '/v3', call)
  expect(await hinted(world)).toEqual({})
  for (let i = 0; i < 4; i++) await world.ask('GET', '/v3/marcas')
  expect(await hinted(world)).toEqual({ 'unauthorized-repeated': [7, 8, 9, 10] })
})

it('a path that differs by case or a slash is reported, another unknown one is not', async () => {
  const world = await journaledSandbox()
  await world.ask('GET', '/v3/ventas')
  await world.ask('GET', `${AT}/none`)
  expect(await hinted(world)).toEqual({})
  await world.ask('GET', '/v3/Publicaciones/ventas%40elcomienzo.example')
  await world.ask('GET', `${AT}/`)
  expect(await hinted(world)).toEqual({ 'path-almost-right': [3, 4] })
})

const delivered = (number: number, signed: boolean): Delivery => ({
  number,
  hookId: `h${number}`,
  to: { kind: 'app-webhook', app: 'integra', topic: 'publicacion-estado' },
  agency: 0,
  event: { kind: 'invitation-accepted', agency: 0, app: 'integra' },
  happenedMs: NOON,
  base: '',
  state: 'delivered',
  why: null,
  dueMs: null,
  attempts: [
    {
      atMs: NOON,
      request: {
        method: 'POST',
        url: 'https://a.example/x',
        headers: [
          ['Notification-Hook-ID', `h${number}`],
          ...(signed ? [['Notification-Signature', 's'] as const] : []),
        ],
        body: '{}',
      },
      response: { status: 200, headers: {}, body: '' },
      verdict: 'delivered',
      delivered: true,
      tookMs: 1,
    },
  ],
  earlier: 0,
})

it('an unsigned notification that was accepted is reported with the exchange that configured it, a signed one is not (EVT-05)', async () => {
  const world = await journaledSandbox()
  const deliver = (delivery: Delivery) => {
    world.worldHandle.world = {
      ...world.worldHandle.world,
      deliveries: withDelivery(world.worldHandle.world.deliveries, delivery),
    }
  }
  await world.ask('POST', TOPIC, { body: { Callback: 'https://a.example/x' } })
  deliver(delivered(1, true))
  deliver({ ...delivered(2, false), state: 'failed', attempts: [] })
  deliver({ ...delivered(3, false), to: { kind: 'agency-channel', channel: 'PublicacionConsultadaAdfHook' } })
  expect(await hinted(world)).toEqual({})
  deliver(delivered(4, false))
  const { json } = await world.control('GET', '/hints')
  expect(json).toEqual([
    expect.objectContaining({ id: 'unsigned-webhook-accepted', exchanges: [1], deliveries: ['d4'] }),
  ])
})

it.each([...writeRules, ...readRules, ...retryRules])(
  '$id says why and what to do, and cites assumptions that exist',
  ({ id, title, why, advice, because }) => {
    expect(id).toMatch(/^[a-z0-9-]+$/)
    for (const text of [title, why, advice]) expect(text.length).toBeGreaterThan(20)
    const known: readonly string[] = assumptions.map((entry) => entry.id)
    expect(because.filter((ground) => ground.includes('/') && !known.includes(ground))).toEqual([])
    expect(because.filter((ground) => !ground.includes('/') && !/^[A-Z]{3}-\d\d$/.test(ground))).toEqual([])
  },
)
