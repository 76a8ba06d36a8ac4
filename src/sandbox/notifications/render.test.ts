import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { agency as firstAgency, MAIL, NOW, send } from '../../../test/support/miniature-world.ts'
import {
  BASE,
  CHANNELS,
  delivery,
  http,
  inquiryOn,
  inquiryReceived,
  queuedFor,
  render,
  SECRET,
  webhook,
  worldWithListing,
} from '../../../test/support/notification-world.ts'
import { redactRequest } from '../../api/wire/delivery-headers.ts'
import {
  Agencia,
  AgenciaRef,
  Consulta,
  Publicacion,
  PublicacionRef,
  Ref,
} from '../../api/wire/response-schemas.ts'
import { agencyTable } from '../../model/world/agency.ts'
import { type Webhook, webhookTable } from '../../model/world/webhook.ts'
import type { World } from '../../model/world/world.ts'

const TOPIC = 'publicacion-consultada'

const consulted = (profile: Readonly<Record<string, string>> = {}, hook: Partial<Webhook> = {}): World => {
  const world = worldWithListing({ profile, webhooks: [webhook(TOPIC, hook)] })
  return queuedFor(world, inquiryReceived(inquiryOn(world)))
}

const stated = (profile: Readonly<Record<string, string>> = {}): World => {
  const world = worldWithListing({ profile, webhooks: [webhook('publicacion-estado')] })
  const heard = send(world, 'PATCH', `/v3/publicaciones/${MAIL}/Gol-1/suspender`)
  return queuedFor(heard.world, ...heard.events)
}

const invited = (profile: Readonly<Record<string, string>> = {}): World => {
  const topic = 'agencia-invitacion-aceptada'
  return queuedFor(worldWithListing({ profile, webhooks: [webhook(topic)] }), {
    kind: 'invitation-accepted',
    agency: 0,
    app: 'uno',
  })
}

const channelled = (profile: Readonly<Record<string, string>> = {}, channels = CHANNELS): World => {
  const world = worldWithListing({ profile, channels })
  return queuedFor(world, inquiryReceived(inquiryOn(world)))
}

// ---- app webhooks ----

it("a webhook is a POST to Callback with the notification's headers, then the custom ones (EVT-04, EVT-05)", () => {
  const custom = {
    HeaderCustom01: { Name: 'X-Uno', Value: 'a' },
    HeaderCustom03: { Name: 'X-Tres', Value: 'ñ' },
  }
  const world = consulted({}, custom)
  const { method, url, headers } = http(render(world))
  expect([method, url]).toEqual(['POST', 'https://app.example/hook'])
  expect(headers.map(([name]) => name)).toEqual([
    'Content-Type',
    'Notification-Hook-ID',
    'Notification-Timestamp',
    'Notification-Topic',
    'Notification-Signature',
    'X-Uno',
    'X-Tres',
  ])
  expect(http(render(world)).byName).toMatchObject({
    'Content-Type': 'application/json',
    'Notification-Hook-ID': delivery(world).hookId,
    'Notification-Topic': TOPIC,
    'X-Uno': 'a',
    'X-Tres': 'ñ',
  })
})

it('without a Secret nothing is signed', () => {
  for (const Secret of [null, '']) {
    const { byName, signatureInput } = http(render(consulted({}, { Secret })))
    expect(byName).not.toHaveProperty('Notification-Signature')
    expect(signatureInput).toBeUndefined()
  }
})

/** The formula of the description, written a second time. */
const hmac = (text: string, encoding: 'base64' | 'hex'): string =>
  createHmac('sha256', new TextEncoder().encode(SECRET))
    .update(new TextEncoder().encode(text))
    .digest(encoding)

for (const [join, between] of [
  ['newline', '\n'],
  ['nothing', ''],
  ['dot', '.'],
] as const) {
  it(`events/signature-join=${join}: id, timestamp and topic are joined so, and signed`, () => {
    const { byName, signatureInput } = http(render(consulted({ 'events/signature-join': join })))
    const values = ['Hook-ID', 'Timestamp', 'Topic'].map((name) => byName[`Notification-${name}`])
    expect(signatureInput).toBe(values.join(between))
    expect(byName['Notification-Signature']).toBe(hmac(values.join(between), 'base64'))
  })
}

it('events/signature-encoding: base64, hexadecimal, or hexadecimal after sha256=', () => {
  const signed = (option: string) => {
    const { byName, signatureInput = '' } = http(render(consulted({ 'events/signature-encoding': option })))
    return [byName['Notification-Signature'], signatureInput]
  }
  const [base64, text = ''] = signed('base64')
  expect(base64).toBe(hmac(text, 'base64'))
  expect(signed('hex')[0]).toBe(hmac(text, 'hex'))
  expect(signed('sha256-hex')[0]).toBe(`sha256=${hmac(text, 'hex')}`)
})

it('events/timestamp: ISO 8601 in UTC, seconds since 1970, or the date of RFC 9110', () => {
  const at = (option: string) =>
    http(render(consulted({ 'events/timestamp': option }))).byName['Notification-Timestamp']
  expect(at('iso-8601')).toBe('2026-03-01T15:00:00.000Z')
  expect(at('unix-seconds')).toBe(String(NOW / 1_000))
  expect(at('http-date')).toBe('Sun, 01 Mar 2026 15:00:00 GMT')
})

it('a later attempt has the same hook id, a new timestamp and signature, and the same body', () => {
  const world = consulted()
  const [first, second] = [http(render(world)), http(render(world, 1, NOW + 30_000))]
  const name = (header: string) => [first.byName[header], second.byName[header]]
  expect(new Set(name('Notification-Hook-ID')).size).toBe(1)
  expect(name('Notification-Timestamp')).toEqual(['2026-03-01T15:00:00.000Z', '2026-03-01T15:00:30.000Z'])
  expect(new Set(name('Notification-Signature')).size).toBe(2)
  expect(second.body).toBe(first.body)
})

it('address, secret and custom headers are those of the moment of the attempt', () => {
  const world = consulted()
  const changed = {
    ...world,
    webhooks: webhookTable([
      webhook(TOPIC, {
        Callback: 'http://new.example/',
        Secret: null,
        HeaderCustom02: { Name: 'X-New', Value: '2' },
      }),
    ]),
  }
  const { url, byName } = http(render(changed))
  expect([url, byName['X-New'], byName['Notification-Signature']]).toEqual([
    'http://new.example/',
    '2',
    undefined,
  ])
})

it('custom headers that no client could configure are left out, and several of one name become one list', () => {
  const { headers } = http(
    render(
      consulted(
        {},
        {
          HeaderCustom01: { Name: 'notification-signature', Value: 'forged' },
          HeaderCustom02: { Name: 'X-A', Value: 'a\r\nX-B: b' },
          HeaderCustom03: { Name: 'Transfer-Encoding', Value: 'chunked' },
        },
      ),
    ),
  )
  expect(headers.filter(([name]) => !/^(Content-Type|Notification-)/.test(name))).toEqual([])
  expect(headers.filter(([name]) => name.toLowerCase() === 'notification-signature')).toHaveLength(1)
  const twice = { HeaderCustom01: { Name: 'X-A', Value: '1' }, HeaderCustom02: { Name: 'x-a', Value: '2' } }
  expect(http(render(consulted({}, twice))).byName).toMatchObject({ 'X-A': '1, 2' })
})

it('a webhook that is gone, not active, without address or of a topic that is not offered any more is void', () => {
  const world = consulted()
  const left = [
    webhookTable(),
    ...[{ Activo: false }, { Callback: null }].map((change) => webhookTable([webhook(TOPIC, change)])),
  ]
  for (const webhooks of left) {
    expect(render({ ...world, webhooks })).toEqual({
      kind: 'void',
      why: `The webhook ${TOPIC} of the app uno is not configured and active any more.`,
    })
  }
  expect(render({ ...world, agencies: agencyTable([]) }).kind).toBe('void')
})

/** The body, its entity checked against the schema of the description. */
const body = (world: World, schema: { parse(value: unknown): unknown }) => {
  const sent = JSON.parse(http(render(world)).body)
  expect(Object.keys(sent)).toEqual(['Topic', 'Momento', 'Entidad'])
  expect(schema.parse(sent.Entidad)).toEqual(sent.Entidad)
  return sent
}

it('events/body=ref: topic, moment and the ref of what the topic speaks of', () => {
  const inquiry = body(consulted(), Ref.strict())
  expect(inquiry).toMatchObject({ Topic: TOPIC, Momento: '2026-03-01T12:00:00-03:00' })
  expect(inquiry.Entidad.href).toBe(`${BASE}/v3/consultas/jefa%40taller.example/1000001`)
  const listing = body(stated(), PublicacionRef.strict())
  expect(listing.Entidad).toMatchObject({ ExternalId: 'Gol-1', EstadoActual: 'Suspendida' })
  expect(body(invited(), AgenciaRef.strict()).Entidad).toMatchObject({ AdminMail: MAIL, title: 'El Taller' })
})

it('events/body=full: the same with the entity in full', () => {
  const full = { 'events/body': 'full' }
  expect(body(consulted(full), Consulta).Entidad).toMatchObject({
    Auto: { ExternalId: 'Gol-1' },
    TipoAnuncio: 'publicacion',
  })
  expect(body(stated(full), Publicacion).Entidad).toMatchObject({
    ExternalId: 'Gol-1',
    EstadoActual: 'Suspendida',
  })
  expect(body(invited(full), Agencia).Entidad).toMatchObject({ AdminMail: MAIL })
})

it('events/href-form: an entity looks as the app reads it, but its links are absolute', () => {
  for (const [form, delivered, absolute] of [
    ['root-relative', 'absolute', true],
    ['absolute', 'absolute', true],
    ['root-relative', 'as-in-responses', false],
    ['absolute', 'as-in-responses', true],
  ] as const) {
    const profile = { 'common/href-form': form, 'events/href-form': delivered }
    const world = stated({ 'events/body': 'full', ...profile })
    const read = send(world, 'GET', `/v3/publicaciones/${MAIL}/Gol-1`).json
    const { Entidad } = JSON.parse(http(render(world)).body)
    const href = `${absolute ? BASE : '/w/uno'}/v3/publicaciones/jefa%40taller.example/Gol-1`
    expect(Entidad._links.self.href).toBe(href)
    expect({ ...Entidad, _links: 0, Consultas: 0 }).toEqual({ ...read, _links: 0, Consultas: 0 })
    expect(Object.keys(Entidad._links)).toEqual(Object.keys(read._links))
  }
})

// ---- agency hooks ----

it('events/agency-body: the webhook carries the Consulta in full, or its ref', () => {
  const full = JSON.parse(http(render(channelled())).body)
  expect(Consulta.parse(full)).toEqual(full)
  expect(full).toMatchObject({ Auto: { ExternalId: 'Gol-1' }, Interesado: { Apellido: "D'Angelo" } })
  expect(full._links.publicacion.href).toContain('/w/uno/v3/publicaciones/')
  const ref = JSON.parse(http(render(channelled({ 'events/agency-body': 'ref' }))).body)
  expect(Ref.strict().parse(ref)).toEqual(ref)
})

it('the webhook of an agency has no topic, and its signature covers id and timestamp (events/topic-header)', () => {
  const { url, byName, headers } = http(render(channelled()))
  expect(url).toBe('https://agencia.example/web')
  expect(headers.map(([name]) => name)).toEqual([
    'Content-Type',
    'Notification-Hook-ID',
    'Notification-Timestamp',
    'Notification-Signature',
    'X-Uno',
  ])
  const text = `${byName['Notification-Hook-ID']}\n${byName['Notification-Timestamp']}`
  expect(byName['Notification-Signature']).toBe(hmac(text, 'base64'))
})

it('the ADF hook is XML with id, timestamp and its custom header, unsigned (events/agency-hooks)', () => {
  const { method, url, headers, body: xml, signatureInput } = http(render(channelled(), 2))
  expect([method, url, signatureInput]).toEqual(['POST', 'https://agencia.example/adf', undefined])
  expect(headers.map(([name]) => name)).toEqual([
    'Content-Type',
    'Notification-Hook-ID',
    'Notification-Timestamp',
    'Authorization',
  ])
  expect(headers[0]?.[1]).toBe('application/xml')
  expect(xml).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<\?adf version="1\.0"\?>\n<adf>/)
})

it('a channel that is not active any more is void', () => {
  const world = channelled()
  const quiet = { ...world, agencies: agencyTable([{ ...firstAgency, notifications: {} }]) }
  expect([1, 2, 3, 4].map((number) => render(quiet, number))).toEqual(
    Object.keys(CHANNELS).map((name) => ({
      kind: 'void',
      why: `${name} is not configured and active any more.`,
    })),
  )
})

// ---- secrets ----

it('what is sent never holds the Secret, and what is shown holds no credentials either', () => {
  const hook = {
    HeaderCustom01: { Name: 'Authorization', Value: 'Bearer abc' },
    Callback: 'https://u:p@app.example/x?a@b',
  }
  const message = http(render(consulted({ 'events/secret-shown': 'as-stored' }, hook)))
  expect(JSON.stringify(message)).not.toContain(SECRET)
  const shown = redactRequest(message)
  expect(shown.url).toBe('https://[redacted]@app.example/x?a@b')
  expect(JSON.stringify([shown.url, shown.headers])).not.toMatch(/abc|u:p/)
  expect(Object.fromEntries(shown.headers)['Notification-Signature']).toBe(
    message.byName['Notification-Signature'],
  )
})
