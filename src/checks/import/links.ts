import { jsonObjectOf, jsonObjectsOf } from './service-reader.ts'

/** A link as documents show it. */
export interface DocumentLink {
  readonly relation: string
  readonly href: string
  readonly isTemplated: boolean
  readonly method: string
}

/** Returns the links of a document or link block. */
export const linksOf = (value: unknown): DocumentLink[] =>
  Object.entries(jsonObjectOf(jsonObjectOf(value)?.['_links']) ?? {}).flatMap(([relation, link]) => {
    const { href, templated, method } = jsonObjectOf(link) ?? {}
    return typeof href === 'string'
      ? [
          {
            relation,
            href,
            isTemplated: templated === true,
            method: typeof method === 'string' ? method : 'GET',
          },
        ]
      : []
  })

/** Returns the address of the first plain link of a link block, whatever its relation. */
export const blockHref = (block: unknown): string | undefined =>
  linksOf(block).find(({ isTemplated, method }) => !isTemplated && method === 'GET')?.href

/** Returns the address that a document gives as its own. */
export const selfHref = (document: unknown): string | undefined =>
  linksOf(document).find(({ relation }) => relation === 'self')?.href

/** Returns the entries of a collection. */
export const entryObjects = (document: unknown): Readonly<Record<string, unknown>>[] => {
  const entries = jsonObjectOf(document)?.['_entries']
  return jsonObjectsOf(entries)
}

/**
 * Returns the link to the page after this one: by its relation, else by a page number that is one more. A
 * document that does not show its own number has `position`, the count of pages read.
 */
export const nextHref = (document: unknown, position: number): string | undefined => {
  const links = linksOf(document).filter(({ isTemplated, method }) => !isTemplated && method === 'GET')
  const named = links.find(({ relation }) => /^(?:next|siguiente)$/i.test(relation))
  const page = Number(jsonObjectOf(document)?.['Pagina'] ?? position)
  return (
    named ??
    links.find(
      ({ href }) =>
        Number(/[?&][^=&]*=(\d+)(?:&|$)/.exec(href)?.[1]) === page + 1 && /pag|page|hoja/i.test(href),
    )
  )?.href
}
