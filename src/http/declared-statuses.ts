import type { AssumptionId } from '../assumptions/profile.ts'
import type { Operation } from './operation.ts'

/** A status that an operation may answer, and why it may: a statement of the description, or an assumption that adds it. */
export interface DeclaredStatus {
  readonly status: number
  /** Absent when the description lists the status for this operation. */
  readonly addedBy?: AssumptionId
}

/** Every status that the operation may answer; anything else is a bug of the sandbox. */
export const declaredStatuses = (operation: Operation): DeclaredStatus[] => {
  const writes = operation.method !== 'GET'
  const isCreate = operation.method === 'POST'
  const bodyless = operation.body === undefined
  // What may be hidden from an app belongs to an agency, named in the path or by one of its operators.
  const agencyNamed = operation.path.includes('{adminmail}') || operation.queryNamesTarget === true
  const writesUnlisted = writes && !operation.refusalStatuses.includes(404)
  const add = (status: number, addedBy: AssumptionId, when = true): DeclaredStatus[] =>
    when ? [{ status, addedBy }] : []
  const listed: DeclaredStatus[] = [
    { status: isCreate ? 201 : 200 },
    ...operation.refusalStatuses.map((status) => ({ status })),
  ]
  const extra: DeclaredStatus[] = [
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
    ...add(404, 'inquiries/beyond-last', operation.resultKind === 'period' || operation.resultKind === 'page'),
    ...add(413, 'errors/body-too-large', writes && !bodyless),
    ...add(415, 'common/content-type-unsupported', writes && !bodyless),
    ...add(412, 'publications/precondition-header', operation.tagGuarded === true),
    ...add(428, 'publications/precondition-required', operation.tagGuarded === true),
    ...(operation.addedStatuses ?? []),
  ]
  const seen = new Set<number>()
  return [...listed, ...extra].filter(({ status }) => !seen.has(status) && seen.add(status))
}

const statusesByOperation = new WeakMap<Operation, ReadonlySet<number>>()

export const declaresStatus = (operation: Operation, status: number): boolean => {
  let statuses = statusesByOperation.get(operation)
  if (!statuses) statusesByOperation.set(operation, (statuses = new Set(declaredStatuses(operation).map((entry) => entry.status))))
  return statuses.has(status)
}

/** Throws when an operation is about to answer a status that nothing declares: a bug of the sandbox. */
export const assertDeclared = (operation: Operation, status: number): void => {
  if (!declaresStatus(operation, status))
    throw new Error(`${operation.id} answers ${status}, which neither the description lists nor an assumption adds`)
}
