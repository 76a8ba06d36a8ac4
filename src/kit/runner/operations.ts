import { OPERATIONS, type OperationSpec } from '../../api/operations.ts'
import { PathTable } from '../../api/path-table.ts'
import { isUrl } from '../../text/url.ts'
import type { WireRequest } from '../target/exchange.ts'

/** An operation of the description, or one that it shows only as a link. */
export type NamedOperation = OperationSpec & { readonly id: string }

const table = new PathTable<NamedOperation>(
  Object.entries<OperationSpec>(OPERATIONS).map(([id, spec]) => ({ ...spec, id })),
)

/** The operations that the description documents, in its order. */
export const describedOperations: readonly NamedOperation[] = table.all.filter(
  ({ assumption }) => assumption === undefined,
)

/** Returns which operation a request is; undefined for another path or method. */
export const operationOf = ({
  method,
  url,
}: Pick<WireRequest, 'method' | 'url'>): NamedOperation | undefined => {
  const path = isUrl(url) ? new URL(url).pathname : ''
  const at = path.search(/\/v3(?:\/|$)/)
  return at < 0 ? undefined : table.match(path.slice(at))?.template.byMethod.get(method)
}

/** Returns an operation as the description writes it. */
export const nameOf = ({ method, path }: OperationSpec): string => `${method} ${path}`

/** Statuses of success by operation, where they are not 200 alone (PUB-01, `events/first-configuration`). */
const SUCCESSES: Readonly<Record<string, readonly number[]>> = {
  'publications.create': [201],
  'webhooks.edit': [200, 201],
}

/** Returns the statuses with which an operation of the description may succeed. */
export const successesOf = ({ id }: NamedOperation): readonly number[] => SUCCESSES[id] ?? [200]
