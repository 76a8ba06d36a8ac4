import type { Disturbable } from './fault-plan.ts'
import { mayAnswer } from '../http/declared-statuses.ts'
import type { Operation } from '../http/operation.ts'
import { operations } from '../resources/index.ts'

/** An exchange as rules see it, with the target that another writer may change. */
export interface Disturbed extends Disturbable {
  readonly target: { readonly adminMail: string; readonly externalId: string } | undefined
}

/** `path` is the one from `/v3` on, as sent. */
export const disturbableOf = (method: string, path: string): Disturbed => {
  const matched = operations.match(path)
  const operation = matched?.at.byMethod.get(method === 'HEAD' ? 'GET' : method)
  const { adminmail: agency, externalid: externalId } = matched?.raw ?? {}
  const tagged = operation !== undefined && isTagged(operation)
  return {
    method,
    path: decoded(path),
    operation: operation?.id,
    template: matched?.at.path,
    agency,
    mayAnswer: (status) => mayBeMadeToAnswer(operation, status),
    tagged,
    target: tagged && agency !== undefined && externalId !== undefined ? { adminMail: agency, externalId } : undefined,
  }
}

/** What a rule may make an operation answer: any status that it declares or an assumption adds, and failures of the server, which befall every one. */
export const mayBeMadeToAnswer = (operation: Operation | undefined, status: number): boolean =>
  status >= 500 || (operation !== undefined && mayAnswer(operation, status))

const guardedPaths = new Set(operations.all.filter(({ guarded }) => guarded).map(({ path }) => path))

/** Whether the operation writes under an entity tag, or reads what is written so. */
export const isTagged = (operation: Operation): boolean =>
  operation.guarded === true || (operation.method === 'GET' && guardedPaths.has(operation.path))

const decoded = (path: string): string => {
  if (!path.includes('%')) return path
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
