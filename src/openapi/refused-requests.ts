import type { Operation } from '../http/operation.ts'
import type { Parameter } from '../http/parameter.ts'
import { BODY_LIMIT_BYTES } from '../transport/request-body.ts'
import type { Sent } from './example-requests.ts'
import type { Subjects } from './example-world.ts'

interface At {
  readonly operation: Operation
  readonly right: Sent
  readonly subjects: Subjects
}

/** A request that the operation refuses with that status; undefined where the sandbox has no way to it. */
export const refusedRequest = (at: At, status: number): Sent | undefined => FAULTS[status]?.(at)

/** Statuses whose answer says the same wherever it is given, so that one example stands for all. */
export const SHARED_FAULTS: Readonly<Record<number, Sent>> = {
  401: { profile: { 'auth/scheme': 'key' } },
  406: { headers: { Accept: 'image/png' } },
  413: { body: { Descripcion: 'x'.repeat(BODY_LIMIT_BYTES) } },
  415: { headers: { 'Content-Type': 'text/csv' } },
  428: { profile: { 'publications/precondition-required': '428' } },
  429: { profile: { 'limits/rate': 'per-minute:1' }, before: [{ operation: 'entry.read' }] },
}

const shared =
  (status: number) =>
  ({ right }: At): Sent => {
    const fault = SHARED_FAULTS[status]!
    return { ...right, ...fault, before: [...(right.before ?? []), ...(fault.before ?? [])] }
  }

const FAULTS: Readonly<Record<number, (at: At) => Sent | undefined>> = {
  400: (at) =>
    wrongBody(at) ??
    wrongParameter(at) ?? { ...at.right, query: { otro: 1 }, profile: { 'common/unknown-members': '400' } },
  403: (at) => forbidden(at),
  404: (at) => (at.operation.path.endsWith('/bestmatch') ? noMatch(at) : nowhere(at)),
  409: (at) => taken(at),
  412: ({ right }) => ({ ...right, headers: { 'If-Match': '"0000"' } }),
  ...Object.fromEntries(Object.keys(SHARED_FAULTS).map((status) => [status, shared(Number(status))])),
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

const wrongBody = ({ operation, right }: At): Sent | undefined => {
  if (!operation.body) return undefined
  const body = WRONG_BODIES[operation.body.name]
  if (!body) throw new Error(`expected a wrong ${operation.body.name} in openapi-faults.ts`)
  return { ...right, body }
}

const WRONG_VALUES: Readonly<Partial<Record<Parameter['kind'], string>>> = {
  email: 'sin-arroba',
  int32: 'uno',
  date: '2026-02-30',
  boolean: 'quizás',
}

/** Something wrong in the query, else in the path where the operation lists 400 for it (`common/path-parameters`). */
const wrongParameter = ({ operation, right }: At): Sent | undefined => {
  if (operation.id === 'cities.list') return { query: {} }
  const inQuery = operation.parameters.filter((parameter) => parameter.in === 'query')
  const typed = inQuery.find(({ kind }) => WRONG_VALUES[kind] !== undefined)
  if (typed) return { ...right, query: { ...right.query, [typed.name]: WRONG_VALUES[typed.kind]! } }
  if (inQuery.some(({ required }) => required)) return { ...right, query: {} }
  const mail = operation.parameters.find(({ in: place, kind }) => place === 'path' && kind === 'email')
  return mail && operation.refusals.includes(400)
    ? { ...right, path: { ...right.path, [mail.name]: WRONG_VALUES.email! } }
    : undefined
}

/** Only who names an agency can be forbidden something; a read only where `auth/forbidden-reads` says so. */
const forbidden = ({ operation, right }: At): Sent | undefined => {
  if (right.path?.adminmail === undefined) return undefined
  if (operation.method !== 'GET') return { ...right, without: 'write' }
  return { ...right, without: 'access', profile: { 'auth/forbidden-reads': '403' } }
}

const NOBODY = 'nadie@agencia.example'
const UNKNOWN: Readonly<Record<string, string | number>> = {
  adminmail: NOBODY,
  externalid: 'NO-EXISTE',
  sid: 'NO-EXISTE',
  topic: 'tema-desconocido',
  id: 2_147_483_647,
}

/** The last parameter of the path names nothing; where the query names the resource, that does. */
const nowhere = ({ operation, right }: At): Sent | undefined => {
  if (operation.queryNames) return { ...right, query: { ...right.query, operador: NOBODY } }
  const last = operation.parameters.findLast((parameter) => parameter.in === 'path')
  return last && { ...right, path: { ...right.path, [last.name]: UNKNOWN[last.name]! } }
}

const noMatch = ({ operation, right }: At): Sent => {
  const last = operation.parameters.findLast((parameter) => parameter.required)!
  return { ...right, query: { ...right.query, [last.name]: 'zzzzzz' }, profile: { 'catalogue/no-match': '404' } }
}

/** The id or topic is in use already, or the publication is archived. */
const taken = ({ operation, right, subjects }: At): Sent | undefined => {
  if (operation.id === 'publications.create')
    return { ...right, body: { ...object(right.body), ExternalId: subjects.publication.ExternalId } }
  if (!operation.guarded) return { ...right, before: [{ operation: operation.id, ...right }] }
  return { ...right, before: [{ operation: 'publications.archive', ...(right.path && { path: right.path }) }] }
}

const object = (body: unknown): object => (typeof body === 'object' && body !== null ? body : {})
