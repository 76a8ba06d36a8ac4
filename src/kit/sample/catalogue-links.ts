import { membersOf } from '../../lib/unknown-values.ts'
import type { Exchange, RequestOptions } from '../target/exchange.ts'
import { entriesOf, openLinksIn } from '../target/links.ts'

/** Reads lists that a service offers behind link blocks, without relation names (`common/relation-names`). */

/** Sends requests of a run. */
export interface LinkReader {
  send(method: string, href: string, options: RequestOptions): Promise<Exchange>
}

type JsonObject = Readonly<Record<string, unknown>>

/** Maximum number of links of one block that are tried. */
const MAX_LINKS = 4

/** Returns the objects of the first collection behind a link block; none when no link leads to one. */
export const entriesBehind = async (run: LinkReader, block: unknown): Promise<readonly JsonObject[]> => {
  const hrefs = new Set(openLinksIn(block).map(({ href }) => href))
  for (const href of [...hrefs].slice(0, MAX_LINKS)) {
    const { response, json } = await run.send('GET', href, { accept: 'application/json' })
    const entries = entriesOf(json)
    if (response.status === 200 && entries.length > 0) return entries.map(membersOf)
  }
  return []
}

/** Returns an entry in full: itself, or what the `href` of a ref leads to. */
export const entryInFull = async (run: LinkReader, entry: JsonObject): Promise<JsonObject> => {
  if (typeof entry['Nombre'] === 'string' || typeof entry['href'] !== 'string') return entry
  const { json } = await run.send('GET', entry['href'], { accept: 'application/json' })
  return membersOf(json)
}
