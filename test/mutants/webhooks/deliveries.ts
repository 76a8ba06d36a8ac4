import { createHmac } from 'node:crypto'
import type { JsonBody } from '../support/body-changes.ts'
import { altersRequestBody, altersResponseBody } from '../support/operation-mistakes.ts'
import { type WrongServer, withJsonBody } from '../support/wrong-server.ts'
import {
  type AlterDelivery,
  altersDeliveries,
  type RelayContext,
  type RelayedDelivery,
} from './delivery-relay.ts'

const HOOK_ID = 'notification-hook-id'
const TIMESTAMP = 'notification-timestamp'
const TOPIC = 'notification-topic'
const SIGNATURE = 'notification-signature'

const mutant = (
  words: string,
  name: string,
  alter: AlterDelivery,
  more: Partial<WrongServer> = {},
): WrongServer => ({
  clause: `deliveries/${words}`,
  name,
  serve: altersDeliveries(alter),
  ...more,
})

const withHeader =
  (name: string, value: (sent: RelayedDelivery, known: RelayContext) => string): AlterDelivery =>
  (sent, known) => ({ headers: { ...sent.headers, [name]: value(sent, known) } })

const withoutHeader =
  (lost: string): AlterDelivery =>
  ({ headers }) => ({
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name !== lost)),
  })

const hmac = (text: string, secret: string, hash = 'sha256'): string =>
  createHmac(hash, secret).update(text).digest('base64')

const signing = (
  sign: (values: readonly string[], sent: RelayedDelivery, known: RelayContext) => string,
): AlterDelivery =>
  withHeader(SIGNATURE, (sent, known) =>
    sign(
      [HOOK_ID, TIMESTAMP, TOPIC].map((name) => sent.headers[name] ?? ''),
      sent,
      known,
    ),
  )

/** Sets Activo true in every configuration, the first one included. */
const heardAsActive: WrongServer['serve'] = (request, next) => {
  const active = (body: JsonBody): JsonBody => ({ ...body, Activo: true })
  return altersRequestBody(
    { method: request.method === 'POST' ? 'POST' : 'PUT', at: /\/appnotificaciones\/./ },
    active,
  )(request, next)
}

/** Delivers to the callback before the last one; answers show the last one. */
const toPreviousCallback = (): WrongServer['serve'] => {
  const previous = new Map<string, string>()
  return async (request, next) => {
    const { pathname } = new URL(request.url)
    if (request.method === 'GET' || !/\/appnotificaciones\/./.test(pathname)) return next(request)
    const body: JsonBody = JSON.parse(await request.text())
    const wanted = String(body['Callback'])
    const Callback = previous.get(pathname) ?? wanted
    const { method, headers } = request
    const sent = JSON.stringify({ ...body, Callback })
    const answer = await next(new Request(request.url, { method, headers, body: sent }))
    if (answer.ok) previous.set(pathname, wanted)
    const shown = (await answer.text()).replaceAll(Callback, wanted)
    const { status } = answer
    return new Response(shown, { status, headers: { 'Content-Type': 'application/json' } })
  }
}

const CONFIGURATION = /\/appnotificaciones\/./

/** Stays suspended if something happened during the suspension; answers show what was sent. */
const staysSuspended = (): WrongServer['serve'] => {
  const active = new Map<string, boolean>()
  let isDead = false
  return async (request, next) => {
    const { url, method, headers } = request
    if (method === 'POST' && url.includes('/publicaciones/')) isDead ||= [...active.values()].includes(false)
    if (method === 'GET' || !CONFIGURATION.test(url)) return next(request)
    const body: JsonBody = JSON.parse(await request.text())
    if (body['Activo'] === true || active.has(url)) active.set(url, body['Activo'] === true)
    const sent = JSON.stringify({ ...body, ...(isDead && { Activo: false }) })
    const answer = await next(new Request(url, { method, headers, body: sent }))
    return answer.ok ? withJsonBody(answer, (shown) => ({ ...shown, Activo: body['Activo'] })) : answer
  }
}

/** Signs with the secret that was sent last, even if it was refused. */
const signsWithRefused = (): WrongServer['serve'] => {
  let last = ''
  const serve = altersDeliveries(signing((values) => hmac(values.join('\n'), last)))
  return async (request, next) => {
    if (request.method !== 'GET' && CONFIGURATION.test(request.url))
      last = String(Object(JSON.parse(await request.clone().text())).Secret ?? '')
    return serve(request, next)
  }
}

const onceMore =
  (
    alter: (sent: RelayedDelivery, earlier: RelayedDelivery) => Readonly<Record<string, string | undefined>>,
  ): AlterDelivery =>
  (sent, { earlier }) => {
    if (!earlier) return {}
    const changes = Object.entries(alter(sent, earlier)).map(([name, value]) => [name, value ?? ''])
    return { headers: { ...sent.headers, ...Object.fromEntries(changes) } }
  }

const anotherId = onceMore(({ headers }) => ({ [HOOK_ID]: `${headers[HOOK_ID]}-${headers[TIMESTAMP]}` }))

const again = (
  words: string,
  name: string,
  alter: AlterDelivery,
  more: Partial<WrongServer> = {},
): WrongServer => ({
  ...mutant('', name, alter, more),
  clause: `deliveries-again/${words}`,
})

export const deliveriesMutants: readonly WrongServer[] = [
  mutant('go-to-the-callback', 'the query is missing', ({ url }) => ({ url: url.replace(/\?.*/, '') })),
  mutant('go-to-the-callback', 'a slash is added to the path', ({ url }) => ({
    url: url.replace('?', '/?'),
  })),
  {
    clause: 'deliveries/go-to-the-callback',
    name: 'delivered to the previous callback',
    serve: toPreviousCallback(),
    // It waits for what does not come.
    patienceMs: 500,
  },
  mutant('are-posted', 'delivered with GET', () => ({ method: 'GET' })),
  mutant('have-a-body-in-json', 'the body is not JSON', ({ body }) => ({ body: `Novedad: ${body}` })),
  mutant('carry-custom-header-01', 'the header is missing', withoutHeader('x-kit-one')),
  mutant('carry-custom-header-02', 'the header is missing', withoutHeader('x-kit-two')),
  mutant(
    'carry-custom-header-02',
    'the value ends at the comma',
    withHeader('x-kit-two', () => 'Dos'),
  ),
  mutant(
    'carry-custom-header-02',
    'the value is in lower case',
    withHeader('x-kit-two', ({ headers }) => String(headers['x-kit-two']).toLowerCase()),
  ),
  mutant('carry-custom-header-01', 'only with a Secret', (sent, known) =>
    known.secret === '' ? withoutHeader('x-kit-one')(sent, known) : {},
  ),
  mutant('have-their-body-without-a-secret', 'another body without a Secret', (_, { secret }) =>
    secret === '' ? { body: '' } : {},
  ),
  mutant('carry-custom-header-03', 'the header is missing', withoutHeader('x-kit-three')),
  {
    clause: 'deliveries/stop-while-activo-is-false',
    name: 'delivered while suspended',
    serve: heardAsActive,
  },
  {
    clause: 'deliveries/come-while-activo-is-true-again',
    name: 'suspended for good',
    serve: staysSuspended(),
    // It waits for what does not come.
    patienceMs: 2_000,
  },
  {
    clause: 'deliveries/signature-stays-when-a-secret-is-refused',
    name: 'signed with the secret that was refused',
    serve: signsWithRefused(),
  },
  mutant('have-a-hook-id', 'the header is missing', withoutHeader(HOOK_ID)),
  mutant(
    'have-a-hook-id',
    'the header is empty',
    withHeader(HOOK_ID, () => ''),
  ),
  mutant('have-a-timestamp', 'the header is missing', withoutHeader(TIMESTAMP)),
  mutant(
    'have-a-timestamp',
    'the timestamp is a word',
    withHeader(TIMESTAMP, () => 'ahora'),
  ),
  mutant(
    'name-their-topic',
    'another topic is named',
    withHeader(TOPIC, () => 'publicacion-consultada'),
  ),
  mutant('are-signed', 'unsigned', withoutHeader(SIGNATURE)),
  mutant(
    'signature-is-over-the-headers',
    'signed over the body',
    signing((_, { body }, { secret }) => hmac(body, secret)),
  ),
  mutant(
    'signature-is-over-the-headers',
    'signed with another secret',
    signing((values) => hmac(values.join('\n'), 'another-secret-0123456789')),
  ),
  mutant(
    'signature-is-over-the-headers',
    'signed without the topic',
    signing((values, _, { secret }) => hmac(values.slice(0, 2).join('\n'), secret)),
  ),
  mutant(
    'signature-is-over-the-headers',
    'the values are signed in reverse order',
    signing((values, _, { secret }) => hmac(values.toReversed().join('\n'), secret)),
  ),
  mutant(
    'signature-is-over-the-headers',
    'signed with SHA-1',
    signing((values, _, { secret }) => hmac(values.join('\n'), secret, 'sha1')),
  ),
  mutant(
    'signature-is-over-the-headers',
    'the secret as the signature',
    signing((_, __, { secret }) => secret),
  ),
  mutant(
    'signature-follows-the-secret',
    'signed with the previous secret',
    signing((values, _, { firstSecret }) => hmac(values.join('\n'), firstSecret)),
  ),
  again('have-the-same-hook-id', 'another hook id for each attempt', anotherId),
  again(
    'have-a-timestamp-of-their-own',
    'repeated with an earlier timestamp',
    onceMore(() => ({ [TIMESTAMP]: '2001-01-01T00:00:00Z' })),
  ),
  again(
    'are-signed-anew',
    'repeated with the previous signature',
    onceMore((_, { headers }) => ({ [SIGNATURE]: headers[SIGNATURE] })),
  ),
  again(
    'are-signed-anew',
    'unsigned',
    onceMore(() => ({ [SIGNATURE]: '' })),
  ),
  again(
    'after-a-410',
    'unsigned',
    onceMore(() => ({ [SIGNATURE]: '' })),
    { profile: { 'events/gone': 'retried' } },
  ),
  {
    clause: 'deliveries-again/after-the-last-failure',
    name: 'shown as suspended, but delivering',
    // All wrong servers start together: a delivery may wait for the processor as long as most of them take.
    patienceMs: 40_000,
    serve: altersResponseBody({ method: 'GET', at: /\/appnotificaciones\/./ }, (body) => ({
      ...body,
      Activo: false,
    })),
  },
]
