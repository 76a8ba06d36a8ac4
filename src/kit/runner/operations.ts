import { successStatus } from '../../api/declared-statuses.ts'
import { type DescribedOperation, describedOperations, type OperationSpec } from '../../api/operations.ts'
import { requestedOperation } from '../../api/requested-operation.ts'
import type { WireRequest } from '../target/exchange.ts'

/** The operations that the description documents, in its order. */
export const documentedOperations: readonly DescribedOperation[] = describedOperations.all.filter(
  ({ assumption }) => assumption === undefined,
)

/** Returns which operation a request is; undefined for another path or method. */
export const operationOf = (request: Pick<WireRequest, 'method' | 'url'>): DescribedOperation | undefined =>
  requestedOperation(request)?.operation

/** Returns an operation as the description writes it. */
export const nameOf = ({ method, path }: OperationSpec): string => `${method} ${path}`

/** What is wrong with every response of one operation, whichever clause sent the request. */
export interface CommonCause {
  readonly operation: DescribedOperation
  /** `missing`: not implemented. */
  readonly kind: 'missing' | 'failing' | 'silent' | 'no-json' | 'refused'
  /** What every request met, as one sentence. */
  readonly sentence: string
}

/** A request that was not answered. */
export interface LostRequest {
  readonly request: WireRequest
  readonly message: string
}

/** Returns the statuses with which an operation of the description may succeed. */
export const successesOf = (operation: DescribedOperation): readonly number[] => [
  successStatus(operation),
  // `events/first-configuration`
  ...(operation.id === 'webhooks.edit' ? [201] : []),
]
