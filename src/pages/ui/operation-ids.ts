import { matchesWildcard } from '../../lib/text/wildcard.ts'
import type { PageContext } from './page-context.ts'

interface OpenApiDocument {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>
}

let cached: Promise<readonly string[]> | undefined

/** Returns the operation ids of the described API. Its document does not change while the server runs. */
export const operationIds = (context: PageContext): Promise<readonly string[]> =>
  (cached ??= context.var.client
    .fetch('/openapi.json')
    // The sandbox serves its own document; only these members are read.
    .then(async (response) => idsIn((await response.json()) as OpenApiDocument)))

/**
 * Returns the pattern of operations that a typed text stands for, which may be a part of an id; undefined
 * when no operation matches.
 */
export const operationPattern = async (context: PageContext, typed: string): Promise<string | undefined> => {
  const ids = await operationIds(context)
  const pattern = typed.includes('*') || ids.includes(typed) ? typed : `*${typed}*`
  return ids.some((id) => matchesWildcard(pattern, id)) ? pattern : undefined
}

const idsIn = (document: OpenApiDocument): string[] =>
  Object.values(document.paths ?? {}).flatMap((item) =>
    Object.values(item).flatMap(({ operationId }) => (operationId === undefined ? [] : [operationId])),
  )
