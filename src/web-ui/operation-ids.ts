import type { Visit } from './page-context.ts'

interface Document {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>
}

/** Ids of the described operations, from the document that the sandbox serves; it never changes while the server runs. */
export const operationIds = (visit: Visit): Promise<readonly string[]> =>
  (known ??= visit
    .get('desk')
    .client.ask('/openapi.json', {})
    // The document is the sandbox's own; only these members of it are looked at.
    .then(async (answer) => idsIn((await answer.json()) as Document)))

let known: Promise<readonly string[]> | undefined

const idsIn = (document: Document): string[] =>
  Object.values(document.paths ?? {}).flatMap((item) =>
    Object.values(item).flatMap(({ operationId }) => (operationId === undefined ? [] : [operationId])),
  )
