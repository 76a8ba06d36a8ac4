import * as z from 'zod'
import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { entriesOf, linkOfOwner, nextPageLink } from '../../src/kit/target/links.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { collectionBehind, knownBrand, knownModel, versionsOfModel } from '../support/catalogue-entries.ts'
import { LinksShape } from '../support/response-shapes.ts'

/**
 * Declares a clause on a list that only links lead to. Its query and the members of its entries are open
 * (CAT-11), but it must be a collection with links.
 */
const listed = (t: ClauseContext, list: Exchange): void => {
  const { status } = list.response
  // The list may require parameters or rights.
  if ([400, 401, 403].includes(status)) t.skip(`the list requires more: ${status}`)
  t.status(list, 200)
  t.shape(list, z.object({ _links: LinksShape, _entries: z.array(z.unknown()) }))
  for (const entry of entriesOf(list.json)) {
    const { href, _links: links } = membersOf(entry)
    const isEither = typeof href === 'string' || LinksShape.safeParse(links).success
    t.assert(isEither, 'an entry with _links, or a ref with href', entry, list)
  }
}

/** Asserts that entries that show members of their owner show those of `owner`. */
const ofOwner = (t: ClauseContext, list: Exchange, owner: Readonly<Record<string, unknown>>): void => {
  for (const entry of entriesOf(list.json).map(membersOf))
    for (const [name, value] of Object.entries(owner))
      if (typeof entry[name] === 'string' && typeof value === 'string')
        t.assert(entry[name] === value, `${name} ${value}`, entry[name], list)
}

const MAX_PAGES = 6

/** Asserts that no entry of a list is repeated on its first pages. */
const eachOnce = async (t: ClauseContext, first: Exchange): Promise<void> => {
  const seen = new Set<string>()
  let page = first
  for (let count = 1; ; count++) {
    for (const entry of entriesOf(page.json)) {
      const text = JSON.stringify(entry)
      t.assert(!seen.has(text), 'an entry that no page before has shown', text, page)
      seen.add(text)
    }
    const next = nextPageLink(page.json, page.request.url)
    if (next === undefined || count === MAX_PAGES) return
    page = await t.get(next, { accept: t.types.json })
    if (page.response.status !== 200) return
  }
}

const behindBlock = (block: string): Clause =>
  clause({
    id: `catalogue/${block.toLowerCase()}-are-listed`,
    rule: 'catalogue/{list}-is-listed',
    statements: ['CAT-11', 'COM-05', 'COM-12'],
    title: `The ${block} link of the entry point leads to a collection whose pages repeat no entry`,
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const list = await collectionBehind(t, block)
      listed(t, list)
      // Other clients may add agencies in between.
      if (block !== 'Agencias') await eachOnce(t, list)
    },
  })

const BLOCKS = ['Agencias', 'Regiones', 'Monedas', 'Propulsiones', 'Carrocerias', 'Marcas']

/** Lists behind links (CAT-09, CAT-11). */
export const catalogueLists: readonly Clause[] = [
  ...BLOCKS.map(behindBlock),
  clause({
    id: 'catalogue/models-are-listed-by-brand',
    rule: 'catalogue/{list}-is-listed',
    statements: ['CAT-09', 'CAT-11', 'COM-04'],
    title: 'Modelos of a brand leads to a collection',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const { body } = await knownBrand(t)
      const href = linkOfOwner(body.Modelos)
      if (href === undefined)
        return t.skip('the brand has no link to its models without a variable to fill in')
      listed(t, await t.get(href, { accept: t.types.json }))
    },
  }),
  clause({
    id: 'catalogue/listed-models-are-of-the-brand',
    rule: 'catalogue/{list}-is-of-its-owner',
    statements: ['CAT-09', 'COM-04'],
    title: 'The models behind Modelos of a brand belong to that brand',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const { body, name } = await knownBrand(t)
      const href = linkOfOwner(body.Modelos) ?? t.skip('the brand has no link to its models')
      ofOwner(t, await t.get(href, { accept: t.types.json }), { Marca: name })
    },
  }),
  clause({
    id: 'catalogue/listed-versions-are-of-the-model',
    rule: 'catalogue/{list}-is-of-its-owner',
    statements: ['CAT-09', 'COM-04'],
    title: 'The versions behind Versiones of a model belong to that model',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const { body, name } = await knownModel(t)
      ofOwner(t, await versionsOfModel(t, t.types.json), { Marca: body.Marca, Modelo: name })
    },
  }),
  clause({
    id: 'catalogue/versions-are-listed-by-model',
    rule: 'catalogue/{list}-is-listed',
    statements: ['CAT-09', 'CAT-11', 'COM-04'],
    title: 'Versiones of a model leads to a collection',
    leaves: 'nothing',
    needs: [],
    check: async (t) => listed(t, await versionsOfModel(t, t.types.json)),
  }),
  clause({
    id: 'catalogue/cities-are-listed-by-region',
    rule: 'catalogue/{list}-is-listed',
    statements: ['CAT-11', 'COM-12'],
    title: 'A link block of a region leads to a collection',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const regions = await collectionBehind(t, 'Regiones')
      const [first] = entriesOf(regions.json)
      const { _links: _, ...members } = membersOf(first)
      const href = linkOfOwner(members)
      if (href === undefined) return t.skip('no region leads to its cities')
      listed(t, await t.get(href, { accept: t.types.json }))
    },
  }),
]
