import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import { Violation } from '../../src/kit/runner/violation.ts'
import { collectionBehind, isoCodeIn } from '../support/catalogue-walk.ts'
import { entriesOf, linkObjectsIn, membersOf, ownLinkIn } from '../support/links.ts'
import { isOtherWord, referenceFormsOf } from '../support/reference-forms.ts'
import { administrator, withRestoredAdministrator } from './edited-resources.ts'

/** The forms in which an edit of the administrator may name the region and the city (AGE-03). */

type Members = Readonly<Record<string, unknown>>

const entryNamed = (entries: readonly unknown[], name: unknown): Members | undefined =>
  entries.map(membersOf).find((entry) => !isOtherWord(String(entry.Nombre ?? entry.title), String(name)))

const regionEntry = async (t: ClauseContext, name: unknown): Promise<Members> =>
  entryNamed(entriesOf((await collectionBehind(t, 'Regiones')).json), name) ??
  t.skip('the list does not show the region of the administrator')

/** Returns the texts that stand for an entry, by their forms. */
const referencesTo = async (t: ClauseContext, entry: Members): Promise<Record<string, string>> => {
  const [link] = linkObjectsIn({ _links: entry._links }).filter(({ where }) => where.endsWith('self'))
  const href = typeof entry.href === 'string' ? entry.href : link?.href
  const { forms } = await referenceFormsOf(t, href, String(entry.Nombre ?? entry.title), undefined)
  const { id, 'api-url': url, 'api-url-path': path } = forms
  const texts = { id, 'api-url': url, 'api-url-path': path }
  return Object.fromEntries(Object.entries(texts).flatMap(([form, text]) => (text ? [[form, text]] : [])))
}

/** Parts of a name that no other name of the list has. */
const partsOf = (name: string, names: readonly string[]): readonly string[] => {
  const words = name.split(' ').filter((word) => word.length > 3 && word !== name)
  const parts = [...words, ...(name.length > 5 ? [name.slice(0, -2)] : [])]
  const has = (other: string, part: string) => other.toLowerCase().includes(part.toLowerCase())
  return parts.filter((part) => names.filter((other) => has(other, part)).length === 1)
}

const citiesIn = async (t: ClauseContext, region: Members): Promise<readonly string[]> => {
  const { _links: _, ...blocks } = region
  const href = ownLinkIn(blocks) ?? t.skip('the region has no link to its cities')
  const list = await t.get(href, { accept: t.types.json })
  return entriesOf(list.json).flatMap((entry) => {
    const { Nombre } = membersOf(entry)
    return typeof Nombre === 'string' ? [Nombre] : []
  })
}

interface PlaceMember {
  readonly member: 'Region' | 'Ciudad'
  readonly phrase: string
  /** Returns texts that stand for what the administrator has, by their forms. */
  texts(t: ClauseContext, place: { Region: string; Ciudad: string }): Promise<Record<string, string>>
}

const MEMBERS: readonly PlaceMember[] = [
  {
    member: 'Region',
    phrase: 'id, api-url, api-url-path or ISO code',
    texts: async (t, { Region }) => {
      const entry = await regionEntry(t, Region)
      const code = isoCodeIn(entry)
      return { ...(await referencesTo(t, entry)), ...(code !== undefined && { 'ISO code': code }) }
    },
  },
  {
    member: 'Ciudad',
    phrase: 'part of its name',
    texts: async (t, { Region, Ciudad }) => {
      const parts = partsOf(Ciudad, await citiesIn(t, await regionEntry(t, Region)))
      return Object.fromEntries(parts.map((part, at) => [`part ${at + 1}`, part]))
    },
  },
]

/** Clauses on the forms of places. They run alone: publications may show the place of the administrator. */
export const operatorPlaceClauses: readonly Clause[] = MEMBERS.map(({ member, phrase, texts }) =>
  clause({
    id: `operators/${member.toLowerCase()}-takes-its-forms`,
    rule: 'operators/{member}-takes-its-forms',
    statements: ['AGE-03', 'COM-11', 'COM-08'],
    title: `${member} of the administrator may be given by ${phrase}, and stays the same`,
    leaves: 'any',
    needs: ['write'],
    isAlone: 'administrator',
    check: (t) =>
      withRestoredAdministrator(t, async (body, path) => {
        const placeNow = async () => (await administrator(t)).shown.Direcciones[0]
        const place = await placeNow()
        const { Region, Ciudad } = place ?? {}
        if (!Region || !Ciudad) return t.skip('the administrator has no place')
        const found = Object.entries(await texts(t, { Region, Ciudad }))
        if (found.length === 0) t.skip(`nothing shows ${phrase} of the ${member}`)
        for (const [form, text] of found) {
          const put = await t.send('PUT', path, { body: { ...body, [member]: text } })
          if (put.response.status !== 200)
            throw new Violation(`${member} by ${form}, ${text}, accepted`, `${put.response.status}`, put)
          const shown = (await placeNow())?.[member]
          // The text that was sent may be kept (`publications/location-forms`), but a region has its name (COM-08).
          const legal = [place?.[member], ...(member === 'Ciudad' ? [text] : [])]
          t.assert(legal.includes(shown), `${member} ${place?.[member]}`, shown, put)
        }
      }),
  }),
)
