import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import { Violation } from '../../src/kit/runner/violation.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { entriesOf, expandTemplate, linkOfOwner, ownAddress, ownLinksIn } from '../../src/kit/target/links.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { type Administrator, administrator, withAdministratorRestored } from '../agencies/operators.ts'
import { blamesMember } from '../publications/create-attempt.ts'
import { collectionBehind, isoCodeIn, listedCities } from '../support/catalogue-entries.ts'
import { isOtherWord, referenceFormsOf } from '../support/reference-forms.ts'

/** The forms in which an edit of the administrator may name the region and the city (AGE-03). */

type Members = Readonly<Record<string, unknown>>

const entryNamed = (entries: readonly unknown[], name: unknown): Members | undefined =>
  entries.map(membersOf).find((entry) => !isOtherWord(String(entry.Nombre ?? entry.title), String(name)))

const regionEntry = async (t: ClauseContext, name: unknown): Promise<Members> =>
  entryNamed(entriesOf((await collectionBehind(t, 'Regiones')).json), name) ??
  t.skip('the list does not show the region of the administrator')

/** Returns the texts that refer to an entry, by their forms. */
const referencesTo = async (t: ClauseContext, entry: Members): Promise<Record<string, string>> => {
  const { forms } = await referenceFormsOf(
    t,
    ownAddress(entry),
    String(entry.Nombre ?? entry.title),
    undefined,
  )
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

/** Returns the links of Ciudades that take a region, with the region in one of its forms. */
const cityLinks = async (t: ClauseContext, region: Members): Promise<readonly string[]> => {
  const entry = await t.get('/v3')
  const links = ownLinksIn(membersOf(entry.json).Ciudades)
  const texts = [...Object.values(await referencesTo(t, region)), ...Object.values(region)]
  const words = texts.flatMap((text) => (typeof text === 'string' && text !== '' ? [text] : []))
  return links.flatMap(({ href }) => words.flatMap((word) => expandTemplate(href, { region: word }) ?? []))
}

const citiesIn = async (t: ClauseContext, region: Members, city: string): Promise<readonly Members[]> => {
  const { _links: _, ...blocks } = region
  const own = linkOfOwner(blocks)
  for (const href of own === undefined ? await cityLinks(t, region) : [own]) {
    const list = await t.get(href, { accept: t.types.json })
    const cities = entriesOf(list.json).map(membersOf)
    if (cities.some(({ Nombre }) => typeof Nombre === 'string')) return cities
  }
  const listed = await listedCities(t, String(region.Nombre))
  if (listed.length > 0) return listed
  // A list of all cities, without their regions, shows which parts belong to only one name.
  const all = entriesOf((await collectionBehind(t, 'Ciudades')).json).map(membersOf)
  const isOne = all.filter((one) => one.Nombre === city && !('Region' in one)).length === 1
  return isOne ? all : t.skip('nothing leads to the cities of the region')
}

interface PlaceMember {
  readonly member: 'Region' | 'Ciudad'
  readonly phrase: string
  /** Returns texts that refer to the administrator's place, by their forms. */
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
    phrase: 'part of its name, id, api-url or api-url-path',
    texts: async (t, { Region, Ciudad }) => {
      const cities = await citiesIn(t, await regionEntry(t, Region), Ciudad)
      const names = cities.flatMap(({ Nombre }) => (typeof Nombre === 'string' ? [Nombre] : []))
      const parts = partsOf(Ciudad, names).map((part, at) => [`part ${at + 1}`, part])
      const own = entryNamed(cities, Ciudad)
      return { ...Object.fromEntries(parts), ...(own && (await referencesTo(t, own))) }
    },
  },
]

/** Texts by their forms. */
type Forms = readonly (readonly [form: string, text: string])[]

const formClauses: readonly Clause[] = MEMBERS.map(({ member, phrase, texts }) => {
  const formsFor = (t: ClauseContext): Promise<Forms> =>
    t.observeOnce(async (context) => {
      const { Region, Ciudad } = (await administrator(context)).shown.Direcciones[0] ?? {}
      if (!Region || !Ciudad) return context.skip('the administrator has no place')
      const found = Object.entries(await texts(context, { Region, Ciudad }))
      return found.length > 0 ? found : context.skip(`nothing shows ${phrase} of the ${member}`)
    }, texts)
  return clause({
    id: `operators/${member.toLowerCase()}-takes-its-forms`,
    rule: 'operators/{member}-takes-its-forms',
    statements: ['AGE-03', 'COM-11', 'COM-08'],
    title: `${member} of the administrator may be given by name, ${phrase}, and stays the same`,
    leaves: 'any',
    needs: ['write'],
    isAlone: 'administrator',
    prepare: formsFor,
    check: (t) => {
      const work = async (body: object, path: string, before: Administrator) => {
        const [place] = before.shown.Direcciones
        const found = await formsFor(t)
        for (const [form, text] of found) {
          const put = await t.send('PUT', path, { body: { ...body, [member]: text } })
          if (put.response.status !== 200)
            throw new Violation(`${member} by ${form}, ${text}, accepted`, `${put.response.status}`, put)
          const shown = (await administrator(t)).shown.Direcciones[0]?.[member]
          // The text that was sent may be kept (`publications/location-forms`), but a region has its name
          // (COM-08).
          const legal = [place?.[member], ...(member === 'Ciudad' ? [text] : [])]
          t.assert(legal.includes(shown), `${member} ${place?.[member]}`, shown, put)
        }
      }
      return withAdministratorRestored(t, work, false, async (edit) => {
        // The name of a city alone may be ambiguous.
        if (member !== 'Region' || !blamesMember(edit, member)) return
        await formsFor(t)
        throw new Violation('the Region that is shown and listed, accepted', '400', edit)
      })
    },
  })
})

const MAX_REGIONS = 3

/** Clauses on places. Their forms run alone: publications may show the place of the administrator. */
export const operatorPlaceClauses: readonly Clause[] = [
  ...formClauses,
  clause({
    id: 'catalogue/a-template-of-ciudades-takes-a-region',
    statements: ['CAT-11', 'COM-12', 'COM-02'],
    title: 'A template of Ciudades with a region, expanded with one of the list, leads to a resource',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const regions = entriesOf((await collectionBehind(t, 'Regiones')).json).map(membersOf)
      const answers: Exchange[] = []
      for (const region of regions.slice(0, MAX_REGIONS))
        for (const href of await cityLinks(t, region))
          answers.push(await t.get(href, { accept: t.types.json }))
      const [first] = answers
      if (!first) return t.skip('no template of Ciudades takes a region')
      // The description does not show which forms of a region it accepts.
      const isLed = answers.some(({ response }) => response.status !== 404 && response.status !== 400)
      t.assert(isLed, 'cities of a region that is listed', `${first.response.status}`, first)
    },
  }),
]
