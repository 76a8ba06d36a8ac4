import { declaresStatus } from '../http/declared-statuses.ts'
import type { Operation } from '../http/operation.ts'
import { operations } from '../resources/index.ts'
import type { FaultCandidate } from './fault-plan.ts'

/** An exchange as rules see it, with the target that another writer may change. */
export interface FaultTarget extends FaultCandidate {
  readonly publication: { readonly adminMail: string; readonly externalId: string } | undefined
}

/** `path` is the one from `/v3` on, as sent. */
export const faultTarget = (method: string, path: string): FaultTarget => {
  const matched = operations.match(path)
  const operation = matched?.at.byMethod.get(method === 'HEAD' ? 'GET' : method)
  const { adminmail: agency, externalid: externalId } = matched?.raw ?? {}
  const tagged = operation !== undefined && hasEntityTag(operation)
  return {
    method,
    path: decodePath(path),
    operation: operation?.id,
    template: matched?.at.path,
    agency,
    mayRespondWith: (status) => canRespondWith(operation, status),
    isTagGuarded: tagged,
    publication: tagged && agency !== undefined && externalId !== undefined ? { adminMail: agency, externalId } : undefined,
  }
}

/** What a rule may make an operation answer: any status that it declares or an assumption adds, and failures of the server, which befall every one. */
export const canRespondWith = (operation: Operation | undefined, status: number): boolean =>
  status >= 500 || (operation !== undefined && declaresStatus(operation, status))

const guardedPaths = new Set(operations.all.filter(({ tagGuarded: guarded }) => guarded).map(({ path }) => path))

/** Whether the operation writes under an entity tag, or reads what is written so. */
export const hasEntityTag = (operation: Operation): boolean =>
  operation.tagGuarded === true || (operation.method === 'GET' && guardedPaths.has(operation.path))

const decodePath = (path: string): string => {
  if (!path.includes('%')) return path
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
