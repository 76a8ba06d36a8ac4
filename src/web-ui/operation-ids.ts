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

const idsIn = (document: OpenApiDocument): string[] =>
  Object.values(document.paths ?? {}).flatMap((item) =>
    Object.values(item).flatMap(({ operationId }) => (operationId === undefined ? [] : [operationId])),
  )
