import type { AssumptionId } from '../assumptions/profile.ts'
import type { Operation } from './operation.ts'

/** A status that an operation may answer, and why it may: a statement of the description, or an assumption that adds it. */
export interface Declared {
  readonly status: number
  /** Absent when the description lists the status for this operation. */
  readonly addedBy?: AssumptionId
}

/** Every status that the operation may answer; anything else is a bug of the sandbox. */
export const declaredAnswers = (operation: Operation): Declared[] => {
  const writes = operation.method !== 'GET'
  const isCreate = operation.method === 'POST'
  const bodyless = operation.body === undefined
  // What may be hidden from an app belongs to an agency, named in the path or by one of its operators.
  const agencyNamed = operation.path.includes('{adminmail}') || operation.queryNames === true
  const writesUnlisted = writes && !operation.refusals.includes(404)
  const add = (status: number, addedBy: AssumptionId, when = true): Declared[] => (when ? [{ status, addedBy }] : [])
  const listed: Declared[] = [{ status: isCreate ? 201 : 200 }, ...operation.refusals.map((status) => ({ status }))]
  const extra: Declared[] = [
    ...add(401, 'auth/unauthorized'),
    ...add(429, 'limits/rate'),
    ...add(406, 'common/accept-unsupported'),
    ...add(304, 'common/etag-elsewhere', !writes),
    ...add(403, 'auth/forbidden-reads', !writes && agencyNamed),
    ...add(404, 'common/write-to-unknown', writesUnlisted),
    ...add(403, 'common/write-to-unknown', writesUnlisted),
    ...add(
      404,
      'common/path-parameters',
      operation.parameters.some((parameter) => parameter.in === 'path'),
    ),
    ...add(400, 'common/unknown-members'),
    ...add(404, 'catalogue/no-match', operation.path.endsWith('/bestmatch')),
    ...add(404, 'inquiries/beyond-last', operation.as === 'period' || operation.as === 'page'),
    ...add(404, 'agencies/unknown-operator', operation.id.startsWith('operators.')),
    ...add(413, 'errors/body-too-large', writes && !bodyless),
    ...add(415, 'common/content-type-unsupported', writes && !bodyless),
    ...add(412, 'publications/precondition-header', operation.guarded === true),
    ...add(428, 'publications/precondition-required', operation.guarded === true),
  ]
  const seen = new Set<number>()
  return [...listed, ...extra].filter(({ status }) => !seen.has(status) && seen.add(status))
}

const declared = new WeakMap<Operation, ReadonlySet<number>>()

export const mayAnswer = (operation: Operation, status: number): boolean => {
  let statuses = declared.get(operation)
  if (!statuses) declared.set(operation, (statuses = new Set(declaredAnswers(operation).map((entry) => entry.status))))
  return statuses.has(status)
}
