import type { AssumptionId } from './assumptions/profile.ts'
import type { DescribedOperation } from './operations.ts'

/** A status that an operation may respond with: listed by the description, or added by an assumption. */
export interface DeclaredStatus {
  readonly status: number
  /** Absent when the description lists the status for this operation. */
  readonly addedBy?: AssumptionId
}

/** Returns the status with which the description shows that an operation succeeds. */
export const successStatus = ({ method }: Pick<DescribedOperation, 'method'>): number =>
  method === 'POST' ? 201 : 200

/** Returns every status that the operation may respond with. */
export const declaredStatuses = (operation: DescribedOperation): DeclaredStatus[] => {
  const isWrite = operation.method !== 'GET'
  const hasBody = operation.body !== undefined
  // Records that may be hidden from an app belong to an agency, named in the path or by one of its operators.
  const namesAgency = operation.path.includes('{adminmail}') || operation.queryNamesTarget === true
  const isUnlistedWrite = isWrite && !operation.refusalStatuses.includes(404)
  const add = (status: number, addedBy: AssumptionId, when = true): DeclaredStatus[] =>
    when ? [{ status, addedBy }] : []
  const listed: DeclaredStatus[] = [
    { status: successStatus(operation) },
    ...operation.refusalStatuses.map((status) => ({ status })),
  ]
  const extra: DeclaredStatus[] = [
    ...add(401, 'auth/unauthorized'),
    ...add(429, 'limits/rate'),
    ...add(406, 'common/accept-unsupported'),
    ...add(304, 'common/etag-elsewhere', !isWrite),
    ...add(403, 'auth/forbidden-reads', !isWrite && namesAgency),
    ...add(404, 'common/write-to-unknown', isUnlistedWrite),
    ...add(403, 'common/write-to-unknown', isUnlistedWrite),
    ...add(
      404,
      'common/path-parameters',
      operation.parameters.some((parameter) => parameter.in === 'path'),
    ),
    ...add(400, 'common/unknown-members'),
    ...add(400, 'common/unexpected-body', isWrite && !hasBody),
    ...add(
      404,
      'inquiries/beyond-last',
      operation.resultKind === 'period' || operation.resultKind === 'page',
    ),
    ...add(413, 'errors/body-too-large', isWrite && hasBody),
    ...add(415, 'common/content-type-unsupported', isWrite && hasBody),
    ...add(428, 'publications/precondition-required', operation.tagGuarded === true),
    ...(operation.addedStatuses ?? []),
  ]
  const seen = new Set<number>()
  return [...listed, ...extra].filter(({ status }) => !seen.has(status) && seen.add(status))
}

const statusesByOperation = new WeakMap<DescribedOperation, ReadonlySet<number>>()

/** Returns whether the operation may respond with the status. */
export const declaresStatus = (operation: DescribedOperation, status: number): boolean => {
  let statuses = statusesByOperation.get(operation)
  if (!statuses)
    statusesByOperation.set(
      operation,
      (statuses = new Set(declaredStatuses(operation).map((entry) => entry.status))),
    )
  return statuses.has(status)
}

/** Throws when an operation is about to respond with an undeclared status, which is a bug of the sandbox. */
export const assertDeclared = (operation: DescribedOperation, status: number): void => {
  if (!declaresStatus(operation, status))
    throw new Error(
      `${operation.id} responds with ${status}, which neither the description lists nor an assumption adds`,
    )
}
