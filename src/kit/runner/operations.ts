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

/** Statuses of success by operation, where they are not 200 alone (PUB-01, `events/first-configuration`). */
const SUCCESSES: Readonly<Record<string, readonly number[]>> = {
  'publications.create': [201],
  'webhooks.edit': [200, 201],
}

/** Returns the statuses with which an operation of the description may succeed. */
export const successesOf = ({ id }: DescribedOperation): readonly number[] => SUCCESSES[id] ?? [200]
