import type { Exchange } from '../../src/kit/target/exchange.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import { entriesOf, isPlainGet, linkObjectsIn, membersOf, plainLinkIn } from './links.ts'

/** Ways to entries of a live catalogue: by the brand and model that every listing of a run uses, then by links. */

export const BRAND = '/v3/marcas/bestmatch?make=Volkswagen'
export const MODEL = '/v3/modelos/bestmatch?make=Volkswagen&model=Polo'

export const brandFor = (make: string): string => `/v3/marcas/bestmatch?make=${encodeURIComponent(make)}`

export const modelFor = (make: string, model: string, bodystyle?: string): string => {
  const query = new URLSearchParams({ make, model, ...(bodystyle !== undefined && { bodystyle }) })
  return `/v3/modelos/bestmatch?${query}`
}

export interface Known {
  readonly exchange: Exchange
  readonly name: string
  readonly body: Readonly<Record<string, unknown>>
}

export const knownBrand = (t: ClauseContext): Promise<Known> => known(t, BRAND, 'brand')
export const knownModel = (t: ClauseContext): Promise<Known> => known(t, MODEL, 'model')

const known = async (t: ClauseContext, path: string, noun: string): Promise<Known> => {
  const exchange = await t.get(path, { accept: t.types.json })
  const body = membersOf(exchange.json)
  const { Nombre: name } = body
  if (exchange.response.status !== 200 || typeof name !== 'string') return t.skip(`no ${noun} is known to start from`)
  return { exchange, name, body }
}

/**
 * The collection behind a link block of the entry point, which of its links leads there is open; where none does, what the first one leads to.
 * Skips when the block has no link that can be followed as it stands.
 */
export const listBehind = async (t: ClauseContext, block: string): Promise<Exchange> => {
  const entry = await t.get('/v3')
  const links = linkObjectsIn({ _links: membersOf(membersOf(entry.json)[block])._links }).filter(isPlainGet)
  const answers: Exchange[] = []
  for (const { href } of links.slice(0, MOST_TRIED)) {
    const answer = await t.get(href, { accept: t.types.json })
    if ('_entries' in membersOf(answer.json)) return answer
    answers.push(answer)
  }
  return answers[0] ?? t.skip(`${block} has no link that needs nothing filled in`)
}

const MOST_TRIED = 3

/** The versions of the known model, in the form that is asked for. */
export const versionsOfModel = async (t: ClauseContext, accept: string): Promise<Exchange> => {
  const model = await knownModel(t)
  const href = plainLinkIn(model.body.Versiones)
  if (href === undefined) return t.skip('the model has no link to its versions that needs nothing filled in')
  return t.get(href, { accept })
}

/** The address of a version, `/v3/versiones/{id}`, found among the known model's. */
export const knownVersion = async (t: ClauseContext): Promise<string> => {
  const list = await versionsOfModel(t, t.types.ref)
  for (const entry of entriesOf(list.json)) {
    const hrefs = [membersOf(entry).href, ...linkObjectsIn(entry).map(({ href }) => href)]
    const found = hrefs.find((href) => typeof href === 'string' && /\/v3\/versiones\/\d+$/.test(href))
    if (typeof found === 'string') return found
  }
  return t.skip('no version of the known model has the documented address')
}
