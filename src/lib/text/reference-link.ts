import { markupText } from './markup.ts'

/** Folders of the site of the documents, with a page for each id. */
type ReferenceKind = 'assumptions' | 'statements' | 'clauses'

/** Returns the path of a page on the site of the documents (`npm run docs:site`). */
export const referencePath = (kind: ReferenceKind, id: string): string => `${kind}/${id}.html`

/**
 * Returns ids with commas between as HTML, each linked to its page where the address of the site is known.
 * `site` has no slash at its end.
 */
export const referenceLinks = (
  site: string | undefined,
  kind: ReferenceKind,
  ...ids: readonly string[]
): string =>
  ids
    .map((id) =>
      site === undefined
        ? markupText(id)
        : `<a href="${markupText(`${site}/${referencePath(kind, id)}`)}">${markupText(id)}</a>`,
    )
    .join(', ')
