import type { Exchange, RequestOptions } from '../target/exchange.ts'

/** Reads lists that a service offers behind link blocks, without relation names (`common/relation-names`). */

/** Sends requests of a run. */
export interface LinkReader {
  send(method: string, href: string, options: RequestOptions): Promise<Exchange>
}

type JsonObject = Readonly<Record<string, unknown>>

/** Maximum number of links of one block that are tried. */
const MAX_LINKS = 4

/** Returns the members of a JSON object; none of another value. */
export const objectMembers = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject) // as the condition has shown
    : {}

/**
 * Returns the `href`s of a link block that a GET can follow, plain links first, then templates left empty.
 */
const blockHrefs = (block: unknown): readonly string[] => {
  const links = Object.values(objectMembers(objectMembers(block)['_links'])).map(objectMembers)
  const gets = links.filter(
    ({ href, method }) => typeof href === 'string' && /^get$/i.test(String(method ?? 'GET')),
  )
  const hrefs = gets.map(({ href }) => String(href))
  const plain = hrefs.filter((href) => !href.includes('{'))
  const templates = hrefs.filter((href) => href.includes('{')).map((href) => href.split(/\?|\{/, 1)[0] ?? '')
  return [...new Set([...plain, ...templates])].slice(0, MAX_LINKS)
}

/** Returns the objects of the first collection behind a link block; none when no link leads to one. */
export const entriesBehind = async (run: LinkReader, block: unknown): Promise<readonly JsonObject[]> => {
  for (const href of blockHrefs(block)) {
    const { response, json } = await run.send('GET', href, { accept: 'application/json' })
    const { _entries: entries } = objectMembers(json)
    if (response.status === 200 && Array.isArray(entries) && entries.length > 0)
      return entries.map(objectMembers)
  }
  return []
}

/** Returns an entry in full: itself, or what the `href` of a ref leads to. */
export const entryInFull = async (run: LinkReader, entry: JsonObject): Promise<JsonObject> => {
  if (typeof entry['Nombre'] === 'string' || typeof entry['href'] !== 'string') return entry
  const { json } = await run.send('GET', entry['href'], { accept: 'application/json' })
  return objectMembers(json)
}
