import { isUrl } from '../lib/text/url.ts'
import { type DescribedOperation, describedOperations } from './operations.ts'

/** A request to an operation of the description, or to one that it shows only as a link. */
export interface RequestedOperation {
  readonly operation: DescribedOperation
  /** Everything before `/v3`. */
  readonly base: string
  /** Path from `/v3` on, as sent. */
  readonly path: string
  /** Decoded segments by parameter name. */
  readonly parameters: Readonly<Record<string, string>>
  readonly query: URLSearchParams
}

/** Returns which operation a request to an absolute URL is; undefined for another path or method. */
export const requestedOperation = ({
  method,
  url,
}: {
  readonly method: string
  readonly url: string
}): RequestedOperation | undefined => {
  if (!isUrl(url)) return undefined
  const { origin, pathname, searchParams } = new URL(url)
  const at = pathname.search(/\/v3(\/|$)/)
  const path = pathname.slice(at)
  const matched = at < 0 ? undefined : describedOperations.match(path)
  const operation = matched?.template.byMethod.get(method)
  if (!matched || !operation) return undefined
  const base = origin + pathname.slice(0, at)
  return { operation, base, path, parameters: matched.rawParameters, query: searchParams }
}
