import type { ParameterSpec } from '../../src/api/parameters.ts'
import { BODY_LIMIT_BYTES } from '../../src/api/wire/limits.ts'
import type { Operation } from '../../src/model/http/operation.ts'
import type { ExampleRecords } from './example-records.ts'
import type { ExampleRequest } from './example-requests.ts'

interface RefusalCase {
  readonly operation: Operation
  readonly accepted: ExampleRequest
  readonly records: ExampleRecords
}

/**
 * Returns a request that the operation refuses with the status; undefined when the sandbox cannot produce it.
 */
export const refusedRequest = (refusal: RefusalCase, status: number): ExampleRequest | undefined =>
  REFUSED_REQUESTS[status]?.(refusal)

/** Requests by status whose response is the same for every operation, so that one example is enough. */
export const SHARED_REFUSALS: Readonly<Record<number, ExampleRequest>> = {
  401: { profile: { 'auth/scheme': 'key' } },
  406: { headers: { Accept: 'image/png' } },
  413: { body: { Descripcion: 'x'.repeat(BODY_LIMIT_BYTES) } },
  415: { headers: { 'Content-Type': 'text/csv' } },
  428: { profile: { 'publications/precondition-required': '428' } },
  429: { profile: { 'limits/rate': 'per-minute:1' }, precedingSteps: [{ operation: 'entry.read' }] },
}

const sharedRefusal =
  (status: number) =>
  ({ accepted }: RefusalCase): ExampleRequest => {
    const request = SHARED_REFUSALS[status]!
    return {
      ...accepted,
      ...request,
      precedingSteps: [...(accepted.precedingSteps ?? []), ...(request.precedingSteps ?? [])],
    }
  }

const REFUSED_REQUESTS: Readonly<Record<number, (refusal: RefusalCase) => ExampleRequest | undefined>> = {
  400: (refusal) =>
    withWrongBody(refusal) ??
    withWrongParameter(refusal) ?? {
      ...refusal.accepted,
      query: { otro: 1 },
      profile: { 'common/unknown-members': '400' },
    },
  403: (refusal) => withoutPermission(refusal),
  404: (refusal) =>
    refusal.operation.path.endsWith('/bestmatch') ? withoutMatch(refusal) : withUnknownTarget(refusal),
  409: (refusal) => withConflict(refusal),
  412: ({ accepted }) => ({ ...accepted, headers: { 'If-Match': '"0000"' } }),
  ...Object.fromEntries(
    Object.keys(SHARED_REFUSALS).map((status) => [status, sharedRefusal(Number(status))]),
  ),
}

const WRONG_BODIES: Readonly<Record<string, object>> = {
  PublicacionCreate: {
    ExternalId: 'X',
    Marca: 'Toyota',
    Modelo: 'Corolla',
    VersionYear: 1890,
    Kilometraje: 48_200,
    Precio: { Moneda: 'ARS' },
  },
  PublicacionEdit: { Kilometraje: -1, VersionYear: 2021, Telefono: '12345678' },
  PublicacionPartialEdit: { Precio: { Moneda: 'ARS', Importe: 'mucho' } },
  OperadorEdit: { TelefonoLaboral: '123' },
  AgenciaEdit: { NombreComercial: 'AB' },
  NotificacionesEdit: { PublicacionConsultadaAdfMail: { Email: 5 } },
  SucursalEdit: { Laborable: { Desde: '25:00' } },
  AppWebhookUpsert: { Callback: 'https://integrador.example/avisos', Secret: 'corta' },
}

const withWrongBody = ({ operation, accepted }: RefusalCase): ExampleRequest | undefined => {
  if (!operation.body) return undefined
  const body = WRONG_BODIES[operation.body.name]
  if (!body) throw new Error(`expected a wrong ${operation.body.name} in refused-requests.ts`)
  return { ...accepted, body }
}

const WRONG_VALUES: Readonly<Partial<Record<ParameterSpec['kind'], string>>> = {
  email: 'sin-arroba',
  int32: 'uno',
  date: '2026-02-30',
  boolean: 'quizás',
}

/**
 * Returns a request with an invalid query, else an invalid path where the operation lists 400
 * (`common/path-parameters`).
 */
const withWrongParameter = ({ operation, accepted }: RefusalCase): ExampleRequest | undefined => {
  if (operation.id === 'cities.list') return { query: {} }
  const inQuery = operation.parameters.filter((parameter) => parameter.in === 'query')
  const typed = inQuery.find(({ kind }) => WRONG_VALUES[kind] !== undefined)
  if (typed) return { ...accepted, query: { ...accepted.query, [typed.name]: WRONG_VALUES[typed.kind]! } }
  if (inQuery.some(({ required }) => required)) return { ...accepted, query: {} }
  const mail = operation.parameters.find(({ in: place, kind }) => place === 'path' && kind === 'email')
  return mail && operation.refusalStatuses.includes(400)
    ? { ...accepted, path: { ...accepted.path, [mail.name]: WRONG_VALUES.email! } }
    : undefined
}

/**
 * Returns a forbidden request: only paths with an agency have one, reads only under `auth/forbidden-reads`.
 */
const withoutPermission = ({ operation, accepted }: RefusalCase): ExampleRequest | undefined => {
  if (accepted.path?.adminmail === undefined) return undefined
  if (operation.method !== 'GET') return { ...accepted, lostAccess: 'write' }
  return { ...accepted, lostAccess: 'access', profile: { 'auth/forbidden-reads': '403' } }
}

const UNKNOWN_MAIL = 'nadie@agencia.example'
const UNKNOWN_VALUES: Readonly<Record<string, string | number>> = {
  adminmail: UNKNOWN_MAIL,
  externalid: 'NO-EXISTE',
  sid: 'NO-EXISTE',
  topic: 'tema-desconocido',
  id: 2_147_483_647,
}

/** Returns a request whose last path parameter, or the query that names the target, refers to nothing. */
const withUnknownTarget = ({ operation, accepted }: RefusalCase): ExampleRequest | undefined => {
  if (operation.queryNamesTarget) return { ...accepted, query: { ...accepted.query, operador: UNKNOWN_MAIL } }
  const last = operation.parameters.findLast((parameter) => parameter.in === 'path')
  return last && { ...accepted, path: { ...accepted.path, [last.name]: UNKNOWN_VALUES[last.name]! } }
}

const withoutMatch = ({ operation, accepted }: RefusalCase): ExampleRequest => {
  const last = operation.parameters.findLast((parameter) => parameter.required)!
  return {
    ...accepted,
    query: { ...accepted.query, [last.name]: 'zzzzzz' },
    profile: { 'catalogue/no-match': '404' },
  }
}

/** Returns a request with an id or topic that is in use, or to an archived publication. */
const withConflict = ({
  operation,
  accepted,
  records: subjects,
}: RefusalCase): ExampleRequest | undefined => {
  if (operation.id === 'publications.create')
    return { ...accepted, body: { ...asObject(accepted.body), ExternalId: subjects.publication.ExternalId } }
  if (!operation.tagGuarded)
    return { ...accepted, precedingSteps: [{ operation: operation.id, ...accepted }] }
  return {
    ...accepted,
    precedingSteps: [{ operation: 'publications.archive', ...(accepted.path && { path: accepted.path }) }],
  }
}

const asObject = (body: unknown): object => (typeof body === 'object' && body !== null ? body : {})
