import { expect, it } from 'vitest'
import { withOptions } from '../../src/assumptions/profile.ts'
import type { World } from '../../src/world/world.ts'
import { declaredStatuses } from '../../src/http/declared-statuses.ts'
import { QUESTIONS } from '../../src/http/request.ts'
import type { Operation } from '../../src/http/operation.ts'
import { operations } from '../../src/resources/index.ts'
import { type ExchangeResult, golListing, MAIL, miniatureWorld, OTHER_MAIL, type RequestOptions, send } from '../support/miniature-world.ts'
import { archived, created, PUBLICATIONS, succeeded, withLeads } from '../assumptions/probe.ts'

const HOOK = { Callback: 'https://app.example/hook' }
const CONFIGURED = 'publicacion-consultada'
const EDIT = { VersionYear: 2018, Kilometraje: 61_000 }
const NOBODY = 'nadie@taller.example'

/** A world in which every address below exists. */
const ready = ((): World => {
  const leads = withLeads(miniatureWorld(), [{ daysAgo: 1 }])
  const two = archived(created(leads, 'gone'), 'gone')
  const branch = succeeded(send(two, 'POST', `/v3/sucursales/${MAIL}`, { body: {} }), 201)
  return succeeded(send(branch, 'POST', `/v3/appnotificaciones/${CONFIGURED}`, { body: HOOK }), 201)
})()

const under = (profile: Readonly<Record<string, string>>): World => {
  const { setting } = ready
  return { ...ready, setting: { ...setting, profile: withOptions(setting.profile, profile, 'given') } }
}

const { brands, models, versions, regions, cities, currencies, fuels, bodyStyles } = ready.setting.catalogue()
const [brand, model, version, region, city] = [brands[0]!, models[0]!, versions[0]!, regions[0]!, cities[0]!]

interface Drive {
  readonly target: string
  readonly body?: unknown
  /** A target of the same operation that does not exist. */
  readonly nowhere?: string
  /** Something that is not valid, where the path names no agency. */
  readonly wrong?: { readonly target?: string; readonly body?: unknown }
}

/** One request for every operation that succeeds in the world above. */
const DRIVES: Readonly<Record<string, Drive>> = {
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
    nowhere: '/v3/appnotificaciones/publicacion-estado',
  },
  'webhooks.edit': {
    target: `/v3/appnotificaciones/${CONFIGURED}`,
    body: HOOK,
    nowhere: '/v3/appnotificaciones/publicacion-estado',
    wrong: { body: { Callback: 'no url' } },
  },
  'webhooks.create': {
    target: '/v3/appnotificaciones/publicacion-estado',
    body: HOOK,
    nowhere: '/v3/appnotificaciones/nada',
    wrong: { body: { Callback: 'no url' } },
  },
  'brands.list': { target: '/v3/marcas', wrong: { target: '/v3/marcas?soloMercadoNuevos=quizas' } },
  'brands.read': { target: brand.path, nowhere: '/v3/marcas/999999' },
  'brands.best-match': {
    target: '/v3/marcas/bestmatch?make=vw',
    nowhere: '/v3/marcas/bestmatch?make=zzyzx',
    wrong: { target: '/v3/marcas/bestmatch' },
  },
  'models.list': { target: `/v3/modelos?marca=${brand.id}`, wrong: { target: '/v3/modelos' } },
  'models.read': { target: model.path, nowhere: '/v3/modelos/999999' },
  'models.best-match': {
    target: '/v3/modelos/bestmatch?make=vw&model=gol',
    nowhere: '/v3/modelos/bestmatch?make=vw&model=zzyzx',
    wrong: { target: '/v3/modelos/bestmatch?make=vw' },
  },
  'versions.list': { target: `/v3/versiones?modelo=${model.id}`, wrong: { target: '/v3/versiones?modelo=a' } },
  'versions.read': { target: version.path, nowhere: '/v3/versiones/2147483647' },
  'versions.best-match': {
    target: '/v3/versiones/bestmatch?make=vw&model=gol',
    nowhere: '/v3/versiones/bestmatch?make=zzyzx&model=gol',
    wrong: { target: '/v3/versiones/bestmatch?make=vw&model=gol&year=1' },
  },
  'regions.list': { target: '/v3/regiones' },
  'regions.read': { target: region.path, nowhere: '/v3/regiones/999999' },
  'cities.list': { target: `/v3/ciudades?region=${region.id}`, wrong: { target: '/v3/ciudades' } },
  'cities.read': { target: city.path, nowhere: '/v3/ciudades/999999' },
  'cities.best-match': {
    target: `/v3/ciudades/bestmatch?region=${region.id}&city=${city.region === region ? city.id : region.cities[0]?.id}`,
    nowhere: '/v3/ciudades/bestmatch?city=zzyzx',
    wrong: { target: '/v3/ciudades/bestmatch' },
  },
  'currencies.list': { target: '/v3/monedas' },
  'currencies.read': { target: currencies[0]!.path, nowhere: '/v3/monedas/999999' },
  'fuels.list': { target: '/v3/propulsiones' },
  'fuels.read': { target: fuels[0]!.path, nowhere: '/v3/propulsiones/999999' },
  'body-styles.list': { target: '/v3/carrocerias' },
  'body-styles.read': { target: bodyStyles[0]!.path, nowhere: '/v3/carrocerias/999999' },
}

type SendChanged = (world: World, change?: Partial<Drive> & RequestOptions) => ExchangeResult

/** What brings each status about, whatever the operation. */
const PROVOCATIONS: Readonly<Record<number, (sendChanged: SendChanged, drive: Drive, operation: Operation) => ExchangeResult>> = {
  200: (sendChanged) => sendChanged(ready),
  201: (sendChanged) => sendChanged(ready),
  304: (sendChanged, _, { refusalStatuses }) => {
    // Where the description lists no 304 only an assumption gives one.
    const world = refusalStatuses.includes(304) ? ready : under({ 'common/etag-elsewhere': 'every-get' })
    return sendChanged(world, { headers: { 'If-None-Match': sendChanged(world).headers.ETag ?? '' } })
  },
  400: (sendChanged, { target, wrong }) => {
    if (wrong) return sendChanged(ready, wrong)
    if (target.includes(MAIL)) return sendChanged(ready, { target: target.replace(MAIL, 'nobody') })
    return sendChanged(under({ 'common/unknown-members': '400' }), { target: `${target}?nada=1` })
  },
  401: (sendChanged) => sendChanged(under({ 'auth/scheme': 'key' })),
  403: (sendChanged, { target }, { method }) => {
    if (method !== 'GET') return sendChanged(under({ 'publications/other-apps': 'shared' }), { as: 'lector' })
    return sendChanged(under({ 'auth/forbidden-reads': '403' }), { target: target.replace(MAIL, OTHER_MAIL) })
  },
  404: (sendChanged, { target, nowhere }) =>
    sendChanged(under({ 'catalogue/no-match': '404' }), { target: nowhere ?? target.replace(MAIL, NOBODY) }),
  406: (sendChanged) => sendChanged(ready, { headers: { Accept: 'image/png' } }),
  409: (sendChanged, { target }, { id }) => {
    if (id === 'publications.create') return sendChanged(ready, { body: golListing('LEAD') })
    if (id === 'webhooks.create') return sendChanged(ready, { target: `/v3/appnotificaciones/${CONFIGURED}` })
    return sendChanged(ready, { target: target.replace('/lead', '/gone') })
  },
  412: (sendChanged) => sendChanged(ready, { headers: { 'If-Match': '"stale"' } }),
  413: (sendChanged) => sendChanged(ready, { tooLarge: true }),
  415: (sendChanged) => sendChanged(ready, { headers: { 'Content-Type': 'text/plain' } }),
  428: (sendChanged) => sendChanged(under({ 'publications/precondition-required': '428' })),
  429: (sendChanged) => {
    const world = under({ 'limits/rate': 'per-minute:1' })
    return sendChanged(send(world, 'GET', '/v3').world)
  },
}

/** The caller and the rate are asked about before it is known which operation is meant. */
const BEFORE_THE_OPERATION = [401, 429]

const answersOf = (operation: Operation): { status: number; heard: ExchangeResult | undefined }[] => {
  const drive = DRIVES[operation.id]
  if (!drive) throw new Error(`${operation.id} has no request here that succeeds: add one to DRIVES`)
  const sendChanged: SendChanged = (world, { target = drive.target, body = drive.body, ...said } = {}) =>
    send(world, operation.method, target, { ...said, ...(body !== undefined && { body }) })
  return declaredStatuses(operation).map(({ status }) => ({
    status,
    heard: PROVOCATIONS[status]?.(sendChanged, drive, operation),
  }))
}

for (const operation of operations.all) {
  const declared = declaredStatuses(operation).map(({ status }) => status)
  it(`${operation.id} can be brought to answer ${declared.join(', ')}`, () => {
    const answered = answersOf(operation).map(({ status, heard }) => {
      const reached = BEFORE_THE_OPERATION.includes(status) || heard?.decision.operation === operation.id
      return reached ? heard?.status : `${heard?.status} of ${heard?.decision.operation}: ${heard?.text}`
    })
    expect(answered).toEqual(declared)
  })
}

it('every question of the line decides one of these answers', () => {
  const sent = [...operations.all.flatMap(answersOf).map(({ heard }) => heard), send(ready, 'GET', '/v3/nada')]
  const asked = new Set<string | undefined>(sent.map((heard) => heard?.decision.step))
  expect(QUESTIONS.filter((question) => !asked.has(question))).toEqual([])
})

it('every request belongs to an operation', () => {
  expect(Object.keys(DRIVES).sort()).toEqual(operations.all.map(({ id }) => id).sort())
})

it('the description is declared as the cause of exactly the statuses that it lists', () => {
  for (const operation of operations.all) {
    const listed = declaredStatuses(operation).filter(({ addedBy }) => addedBy === undefined)
    const success = operation.method === 'POST' ? 201 : 200
    expect(
      listed.map(({ status }) => status),
      operation.id,
    ).toEqual([success, ...operation.refusalStatuses])
  }
})
