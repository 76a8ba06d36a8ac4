import { expect, it } from 'vitest'
import { defaultProfile, withOptions } from '../../src/api/assumptions/profile.ts'
import { declaredStatuses } from '../../src/api/declared-statuses.ts'
import type { Operation } from '../../src/model/http/operation.ts'
import { decisionOrder } from '../../src/model/http/precedence.ts'
import { operations } from '../../src/model/resources/index.ts'
import type { World } from '../../src/model/world/world.ts'
import {
  archived,
  PUBLICATIONS,
  succeeded,
  withLeads,
  worldWithPublication,
} from '../assumptions/case-steps.ts'
import {
  type ExchangeResult,
  golListing,
  MAIL,
  miniatureWorld,
  OTHER_MAIL,
  type RequestOptions,
  send,
} from '../support/miniature-world.ts'

const HOOK = { Callback: 'https://app.example/hook' }
const CONFIGURED = 'publicacion-consultada'
const EDIT = { VersionYear: 2018, Kilometraje: 61_000 }
const UNKNOWN_MAIL = 'nadie@taller.example'

/** A world in which every target below exists. */
const readyWorld = ((): World => {
  const leads = withLeads(miniatureWorld(), [{ daysAgo: 1 }])
  const two = archived(worldWithPublication(leads, 'gone'), 'gone')
  const branch = succeeded(send(two, 'POST', `/v3/sucursales/${MAIL}`, { body: {} }), 201)
  return succeeded(send(branch, 'POST', `/v3/appnotificaciones/${CONFIGURED}`, { body: HOOK }), 201)
})()

const withProfile = (profile: Readonly<Record<string, string>>): World => {
  const { setting } = readyWorld
  return { ...readyWorld, setting: { ...setting, profile: withOptions(setting.profile, profile, 'given') } }
}

const { brands, models, versions, regions, cities, currencies, fuels, bodyStyles } =
  readyWorld.setting.catalogue()
const [brand, model, version, region, city] = [brands[0]!, models[0]!, versions[0]!, regions[0]!, cities[0]!]

interface OperationRequest {
  readonly target: string
  readonly body?: unknown
  /** A target of the same operation that does not exist. */
  readonly unknown?: string
  /** An invalid part, for operations whose path names no agency. */
  readonly invalid?: { readonly target?: string; readonly body?: unknown }
}

/** One successful request per operation in that world. */
const REQUESTS: Readonly<Record<string, OperationRequest>> = {
  'entry.read': { target: '/v3' },
  'publications.create': { target: PUBLICATIONS, body: golListing('new') },
  'publications.list': { target: PUBLICATIONS },
  'publications.read': { target: `${PUBLICATIONS}/lead` },
  'publications.edit': { target: `${PUBLICATIONS}/lead`, body: EDIT },
  'publications.amend': { target: `${PUBLICATIONS}/lead`, body: { Precio: null } },
  'publications.suspend': { target: `${PUBLICATIONS}/lead/suspender` },
  'publications.archive': { target: `${PUBLICATIONS}/lead/archivar` },
  'inquiries.read': { target: `/v3/consultas/${MAIL}/1000000` },
  'inquiries.list': { target: `/v3/consultas/${MAIL}` },
  'inquiries.list-by-operator': { target: `/v3/consultas?operador=${MAIL}` },
  'operators.list': { target: `/v3/operadores/${MAIL}` },
  'operators.read': { target: `/v3/operadores?operador=${MAIL}` },
  'operators.edit': { target: `/v3/operadores/${MAIL}`, body: { Nombre: 'Ana' } },
  'agencies.list': { target: '/v3/agencias' },
  'agencies.read': { target: `/v3/agencias/${MAIL}` },
  'agencies.edit': { target: `/v3/agencias/${MAIL}`, body: { NombreComercial: 'Nueva' } },
  'agencies.products': { target: `/v3/agencias/${MAIL}/productos` },
  'notifications.read': { target: `/v3/notificaciones/${MAIL}` },
  'notifications.edit': { target: `/v3/notificaciones/${MAIL}`, body: {} },
  'branches.list': { target: `/v3/sucursales/${MAIL}` },
  'branches.read': { target: `/v3/sucursales/${MAIL}/1` },
  'branches.create': { target: `/v3/sucursales/${MAIL}`, body: {} },
  'branches.edit': { target: `/v3/sucursales/${MAIL}/1`, body: {} },
  'visits.list': { target: `/v3/visitas/${MAIL}` },
  'webhooks.list': { target: '/v3/appnotificaciones' },
  'webhooks.read': {
    target: `/v3/appnotificaciones/${CONFIGURED}`,
    unknown: '/v3/appnotificaciones/publicacion-estado',
  },
  'webhooks.edit': {
    target: `/v3/appnotificaciones/${CONFIGURED}`,
    body: HOOK,
    unknown: '/v3/appnotificaciones/nada',
    invalid: { body: { Callback: 'no url' } },
  },
  'webhooks.create': {
    target: '/v3/appnotificaciones/publicacion-estado',
    body: HOOK,
    unknown: '/v3/appnotificaciones/nada',
    invalid: { body: { Callback: 'no url' } },
  },
  'brands.list': { target: '/v3/marcas', invalid: { target: '/v3/marcas?soloMercadoNuevos=quizas' } },
  'brands.read': { target: brand.path, unknown: '/v3/marcas/999999' },
  'brands.best-match': {
    target: '/v3/marcas/bestmatch?make=vw',
    unknown: '/v3/marcas/bestmatch?make=zzyzx',
    invalid: { target: '/v3/marcas/bestmatch' },
  },
  'models.list': { target: `/v3/modelos?marca=${brand.id}`, invalid: { target: '/v3/modelos' } },
  'models.read': { target: model.path, unknown: '/v3/modelos/999999' },
  'models.best-match': {
    target: '/v3/modelos/bestmatch?make=vw&model=gol',
    unknown: '/v3/modelos/bestmatch?make=vw&model=zzyzx',
    invalid: { target: '/v3/modelos/bestmatch?make=vw' },
  },
  'versions.list': {
    target: `/v3/versiones?modelo=${model.id}`,
    invalid: { target: '/v3/versiones?modelo=a' },
  },
  'versions.read': { target: version.path, unknown: '/v3/versiones/2147483647' },
  'versions.best-match': {
    target: '/v3/versiones/bestmatch?make=vw&model=gol',
    unknown: '/v3/versiones/bestmatch?make=zzyzx&model=gol',
    invalid: { target: '/v3/versiones/bestmatch?make=vw&model=gol&year=1' },
  },
  'regions.list': { target: '/v3/regiones' },
  'regions.read': { target: region.path, unknown: '/v3/regiones/999999' },
  'cities.list': { target: `/v3/ciudades?region=${region.id}`, invalid: { target: '/v3/ciudades' } },
  'cities.read': { target: city.path, unknown: '/v3/ciudades/999999' },
  'cities.best-match': {
    target: `/v3/ciudades/bestmatch?region=${region.id}&city=${city.region === region ? city.id : region.cities[0]?.id}`,
    unknown: '/v3/ciudades/bestmatch?city=zzyzx',
    invalid: { target: '/v3/ciudades/bestmatch' },
  },
  'currencies.list': { target: '/v3/monedas' },
  'currencies.read': { target: currencies[0]!.path, unknown: '/v3/monedas/999999' },
  'fuels.list': { target: '/v3/propulsiones' },
  'fuels.read': { target: fuels[0]!.path, unknown: '/v3/propulsiones/999999' },
  'body-styles.list': { target: '/v3/carrocerias' },
  'body-styles.read': { target: bodyStyles[0]!.path, unknown: '/v3/carrocerias/999999' },
}

type SendChanged = (world: World, change?: Partial<OperationRequest> & RequestOptions) => ExchangeResult

/** Requests that bring each status about, for any operation. */
const STATUS_REQUESTS: Readonly<
  Record<
    number,
    (sendChanged: SendChanged, request: OperationRequest, operation: Operation) => ExchangeResult
  >
> = {
  200: (sendChanged) => sendChanged(readyWorld),
  201: (sendChanged) => sendChanged(readyWorld),
  304: (sendChanged, _, { refusalStatuses }) => {
    // Where the description lists no 304, only an assumption adds one.
    const world = refusalStatuses.includes(304)
      ? readyWorld
      : withProfile({ 'common/etag-elsewhere': 'every-get' })
    return sendChanged(world, { headers: { 'If-None-Match': sendChanged(world).headers.ETag ?? '' } })
  },
  400: (sendChanged, { target, invalid }) => {
    if (invalid) return sendChanged(readyWorld, invalid)
    if (target.includes(MAIL)) return sendChanged(readyWorld, { target: target.replace(MAIL, 'nobody') })
    return sendChanged(withProfile({ 'common/unknown-members': '400' }), { target: `${target}?nada=1` })
  },
  401: (sendChanged) => sendChanged(withProfile({ 'auth/scheme': 'key' })),
  403: (sendChanged, { target }, { method }) => {
    if (method !== 'GET')
      return sendChanged(withProfile({ 'publications/other-apps': 'shared' }), { app: 'lector' })
    return sendChanged(withProfile({ 'auth/forbidden-reads': '403' }), {
      target: target.replace(MAIL, OTHER_MAIL),
    })
  },
  404: (sendChanged, { target, unknown }) =>
    sendChanged(withProfile({ 'catalogue/no-match': '404' }), {
      target: unknown ?? target.replace(MAIL, UNKNOWN_MAIL),
    }),
  406: (sendChanged) => sendChanged(readyWorld, { headers: { Accept: 'image/png' } }),
  409: (sendChanged, { target }, { id }) => {
    if (id === 'publications.create') return sendChanged(readyWorld, { body: golListing('LEAD') })
    if (id === 'webhooks.create')
      return sendChanged(readyWorld, { target: `/v3/appnotificaciones/${CONFIGURED}` })
    return sendChanged(readyWorld, { target: target.replace('/lead', '/gone') })
  },
  412: (sendChanged) => sendChanged(readyWorld, { headers: { 'If-Match': '"stale"' } }),
  413: (sendChanged) => sendChanged(readyWorld, { tooLarge: true }),
  415: (sendChanged) => sendChanged(readyWorld, { headers: { 'Content-Type': 'text/plain' } }),
  428: (sendChanged) => sendChanged(withProfile({ 'publications/precondition-required': '428' })),
  429: (sendChanged) => {
    const world = withProfile({ 'limits/rate': 'per-minute:1' })
    return sendChanged(send(world, 'GET', '/v3').world)
  },
}

/** Statuses of the caller and rate steps, which precede the operation step. */
const BEFORE_OPERATION_STEP = [401, 429]

const responsesOf = (operation: Operation): { status: number; result: ExchangeResult | undefined }[] => {
  const request = REQUESTS[operation.id]
  if (!request) throw new Error(`${operation.id} has no request here that succeeds: add one to REQUESTS`)
  const sendChanged: SendChanged = (
    world,
    { target = request.target, body = request.body, ...options } = {},
  ) => send(world, operation.method, target, { ...options, ...(body !== undefined && { body }) })
  return declaredStatuses(operation).map(({ status }) => ({
    status,
    result: STATUS_REQUESTS[status]?.(sendChanged, request, operation),
  }))
}

for (const operation of operations.all) {
  const declared = declaredStatuses(operation).map(({ status }) => status)
  it(`${operation.id} can answer ${declared.join(', ')}`, () => {
    const answered = responsesOf(operation).map(({ status, result }) => {
      const reached = BEFORE_OPERATION_STEP.includes(status) || result?.decision.operation === operation.id
      return reached ? result?.status : `${result?.status} of ${result?.decision.operation}: ${result?.text}`
    })
    expect(answered).toEqual(declared)
  })
}

it('every step of the decision core decides one of these responses', () => {
  const results = [
    ...operations.all.flatMap(responsesOf).map(({ result }) => result),
    send(readyWorld, 'GET', '/v3/nada'),
  ]
  const steps = new Set<string | undefined>(results.map((result) => result?.decision.step))
  expect(decisionOrder(defaultProfile).filter((step) => !steps.has(step))).toEqual([])
})

it('every request belongs to an operation', () => {
  expect(Object.keys(REQUESTS).sort()).toEqual(operations.all.map(({ id }) => id).sort())
})

it('exactly the statuses that the description lists are declared without an assumption', () => {
  for (const operation of operations.all) {
    const listed = declaredStatuses(operation).filter(({ addedBy }) => addedBy === undefined)
    const success = operation.method === 'POST' ? 201 : 200
    expect(
      listed.map(({ status }) => status),
      operation.id,
    ).toEqual([success, ...operation.refusalStatuses])
  }
})
