import { declaresStatus } from '../../api/declared-statuses.ts'
import { decodedUri } from '../../lib/text/decoded-uri.ts'
import type { Operation } from '../../model/http/operation.ts'
import { operations } from '../../model/resources/index.ts'
import type { FaultCandidate } from './fault-plan.ts'

/** What rules match against, with the publication that a simulated writer may change. */
export interface FaultTarget extends FaultCandidate {
  readonly publication: { readonly adminMail: string; readonly externalId: string } | undefined
}

/** Resolves the target of a request. `path` is the path from `/v3` on, as sent. */
export const faultTarget = (method: string, path: string): FaultTarget => {
  const matched = operations.match(path)
  const operation = matched?.template.byMethod.get(method === 'HEAD' ? 'GET' : method)
  const { adminmail: agency, externalid: externalId } = matched?.rawParameters ?? {}
  const tagged = operation !== undefined && hasEntityTag(operation)
  return {
    method,
    path: decodedUri(path),
    operation: operation?.id,
    template: matched?.template.path,
    agency,
    mayRespondWith: (status) => canRespondWith(operation, status),
    isTagGuarded: tagged,
    publication:
      tagged && agency !== undefined && externalId !== undefined
        ? { adminMail: agency, externalId }
        : undefined,
  }
}

/** Returns whether a rule may inject the status: one that the operation declares, or any 5xx. */
export const canRespondWith = (operation: Operation | undefined, status: number): boolean =>
  status >= 500 || (operation !== undefined && declaresStatus(operation, status))

const guardedPaths = new Set(operations.all.filter(({ tagGuarded }) => tagGuarded).map(({ path }) => path))

/** Returns whether the operation writes under an entity tag, or reads such a record (PUB-34). */
export const hasEntityTag = (operation: Operation): boolean =>
  operation.tagGuarded === true || (operation.method === 'GET' && guardedPaths.has(operation.path))
