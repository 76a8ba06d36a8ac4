import { LEVELS } from '../../src/api/wire/exposure-level.ts'
import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { entriesOf, isPlainGet, linkObjectsIn, linkOfOwner, ownLinksIn } from '../../src/kit/target/links.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { agencyByLink } from '../agencies/agencies.ts'
import { canonicalJson } from '../support/canonical-json.ts'
import { collectionBehind, knownBrand } from '../support/catalogue-entries.ts'
import { inquiriesPath } from '../support/inquiry-page.ts'
import { whileSettingsStay } from '../support/lock.ts'

/** A link leads to the resource that it names: that of the agency, of the operator, of the entry. */

type Members = Readonly<Record<string, unknown>>

const selfOf = (document: Members): string | undefined =>
  ownLinksIn(document)
    .filter(isPlainGet)
    .find(({ where }) => where === '_links.self')?.href

/** A link block of an agency whose resource has a documented address too. */
interface AgencyBlock {
  readonly block: string
  readonly statement: string
  path(t: ClauseContext): string
  /** The part that the linked resource and the documented one have in common. */
  view(body: Members): unknown
}

const emailsIn = (body: Members): unknown =>
  entriesOf(body)
    .map((entry) => String(membersOf(entry).Email).toLowerCase())
    .sort()

const BLOCKS: readonly AgencyBlock[] = [
  {
    block: 'Productos',
    statement: 'AGE-07',
    path: (t) => `/v3/agencias/${t.adminMail}/productos`,
    view: (body) => LEVELS.map((level) => membersOf(body[level]).Pack),
  },
  {
    block: 'Operadores',
    statement: 'AGE-01',
    path: (t) => `/v3/operadores/${t.adminMail}`,
    view: emailsIn,
  },
  {
    block: 'Notificaciones',
    statement: 'AGE-10',
    path: (t) => `/v3/notificaciones/${t.adminMail}`,
    view: (body) => Object.entries(body).filter(([name]) => name.startsWith('Publicacion')),
  },
]

const agencyClause = ({ block, statement, path, view }: AgencyBlock): Clause =>
  clause({
    id: `relations/${block.toLowerCase()}-are-those-of-the-agency`,
    rule: 'relations/{block}-are-those-of-the-agency',
    statements: ['AGE-06', statement, 'COM-04'],
    title: `${block} of an agency leads to what its documented address shows`,
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const { exchange, body } = await agencyByLink(t)
      const self = selfOf(body)
      // An entry of the list and the agency itself both have the block.
      const own = self === undefined ? {} : membersOf((await t.get(self)).json)
      const { agency } = t.target
      const links = [body, own].map((one) => linkOfOwner(one[block], agency))
      const hrefs = links.filter((one) => one !== undefined)
      if (hrefs.length === 0) {
        const isLinked = [body, own].some((one) => linkObjectsIn(one[block]).length > 0)
        const direct = await t.get(path(t))
        const isMissing = !isLinked && block in body && direct.response.status === 200
        t.assert(!isMissing, `a link in ${block}, which ${path(t)} answers`, body[block], exchange)
        t.skip(`${block} has no link without a variable to fill in`)
      }
      for (const href of new Set(hrefs)) {
        const [linked, direct] = await whileSettingsStay(t, () => Promise.all([t.get(href), t.get(path(t))]))
        if (linked.response.status !== 200 || direct.response.status !== 200) t.skip('one of them is refused')
        const [got, expected] = [linked, direct].map(({ json }) => canonicalJson(view(membersOf(json))))
        t.assert(got === expected, `${expected}, as ${path(t)} shows`, got, linked)
      }
    },
  })

/** Entries of lists whose own link leads to the same resource. */
interface ListedKind {
  readonly slug: string
  readonly statement: string
  list(t: ClauseContext): Promise<Exchange>
  /** Members that an entry and its resource have in common. */
  readonly members: readonly string[]
}

const LISTS: readonly ListedKind[] = [
  {
    slug: 'inquiries',
    statement: 'INQ-02',
    list: (t) => t.get(inquiriesPath(t), { accept: t.types.json }),
    members: ['TipoAnuncio', 'Auto', 'Interesado'],
  },
  {
    slug: 'brands',
    statement: 'CAT-09',
    list: (t) => collectionBehind(t, 'Marcas'),
    members: ['Nombre', 'Codenames'],
  },
  {
    slug: 'models',
    statement: 'CAT-09',
    list: async (t) => {
      const href = linkOfOwner((await knownBrand(t)).body.Modelos)
      return t.get(href ?? t.skip('the brand has no link to its models'), { accept: t.types.json })
    },
    members: ['Marca', 'Nombre', 'Codename', 'Carrocerias'],
  },
]

/** Entries of a list that are followed. */
const MAX_FOLLOWED_ENTRIES = 2

const sorted = (value: unknown): unknown =>
  Array.isArray(value) && value.every((one) => typeof one === 'string') ? [...value].sort() : value

const selfClause = ({ slug, statement, list, members }: ListedKind): Clause =>
  clause({
    id: `relations/${slug}-of-a-list-lead-to-themselves`,
    rule: 'relations/{entries}-of-a-list-lead-to-themselves',
    statements: ['COM-03', 'COM-05', statement],
    title: `self of ${slug} in a list leads to a resource with the same members`,
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const found = entriesOf((await list(t)).json).map(membersOf)
      for (const entry of found.slice(0, MAX_FOLLOWED_ENTRIES)) {
        // The resource also links to itself.
        for (let [from, hops] = [entry, 0]; hops < 2; hops++) {
          const href = selfOf(from)
          if (href === undefined && hops === 0) return t.skip('the entries have no self')
          const read = href === undefined ? undefined : await t.get(href, { accept: t.types.json })
          if (read?.response.status !== 200) break
          from = membersOf(read.json)
          for (const name of members.filter((one) => one in entry)) {
            const [expected, got] = [entry, from].map((one) => canonicalJson(sorted(one[name]) ?? null))
            t.assert(got === expected, `${name} ${expected}, as the list shows`, `${name} ${got}`, read)
          }
        }
      }
    },
  })

/** Clauses on the resources behind links. */
export const linkedResourceClauses: readonly Clause[] = [
  ...BLOCKS.map(agencyClause),
  ...LISTS.map(selfClause),
  clause({
    id: 'relations/inquiries-behind-an-operator-are-of-the-operator',
    statements: ['AGE-02', 'INQ-05', 'COM-04'],
    title: 'Consultas of a collaborator leads to inquiries that ?operador= lists too',
    leaves: 'nothing',
    needs: ['inquiries'],
    check: async (t) => {
      const people = entriesOf((await t.get(`/v3/operadores/${t.adminMail}`)).json).map(membersOf)
      for (const { Email, EsAdministradorAgencia, Consultas } of people) {
        const href = linkOfOwner(Consultas)
        if (EsAdministradorAgencia === true || href === undefined) continue
        const direct = entriesOf((await t.get(inquiriesPath(t, { operador: String(Email) }))).json)
        const responsible = new Set(direct.map((one) => String(membersOf(one).OperadorResponsable)))
        const linked = await t.get(href, { accept: t.types.json })
        const other = entriesOf(linked.json)
          .map((one) => String(membersOf(one).OperadorResponsable))
          .find((mail) => direct.length > 0 && !responsible.has(mail))
        t.assert(
          other === undefined,
          `inquiries of ${[...responsible].join(', ')}`,
          `one of ${other}`,
          linked,
        )
      }
    },
  }),
  clause({
    id: 'relations/refs-of-operators-lead-to-operators',
    statements: ['AGE-02', 'COM-06'],
    title: 'The href of a ref in the list of collaborators leads to a collaborator',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const list = await t.get(`/v3/operadores/${t.adminMail}`, { accept: t.types.ref })
      const hrefs = entriesOf(list.json).map((entry) => membersOf(entry).href)
      for (const href of hrefs.slice(0, MAX_FOLLOWED_ENTRIES)) {
        if (typeof href !== 'string') continue
        const read = await t.get(href, { accept: t.types.json })
        if (read.response.status !== 200) continue
        const one = [membersOf(read.json), ...entriesOf(read.json).map(membersOf)].find(
          ({ Email }) => typeof Email === 'string',
        )
        t.assert(one !== undefined, 'a collaborator with an Email', read.json, read)
      }
    },
  }),
  clause({
    id: 'relations/the-car-of-an-inquiry-is-that-of-its-publication',
    statements: ['INQ-02', 'PUB-27'],
    title:
      'Brand and model of an inquiry are not swapped, its year is a year, and OrigenLead is not TipoAnuncio',
    leaves: 'nothing',
    needs: ['inquiries'],
    check: async (t) => {
      const list = await t.get(inquiriesPath(t), { accept: t.types.json })
      const seen = new Set<string>()
      for (const entry of entriesOf(list.json).map(membersOf)) {
        const { ExternalId, Marca, Modelo, VersionYear } = membersOf(entry.Auto)
        const isYear = typeof VersionYear !== 'number' || (VersionYear > 1900 && VersionYear < 2100)
        t.assert(isYear, 'a year in Auto.VersionYear', VersionYear, list)
        const { OrigenLead } = entry
        const isOrigin = OrigenLead !== 'publicacion' && OrigenLead !== 'catalogo'
        t.assert(isOrigin, 'an origin in OrigenLead', OrigenLead, list)
        const id = typeof ExternalId === 'string' ? ExternalId : ''
        if (id === '' || seen.has(id) || seen.size >= MAX_FOLLOWED_ENTRIES) continue
        seen.add(id)
        const read = await t.get(t.path(id), { accept: t.types.json })
        const car = membersOf(read.json)
        const isSwapped = Marca === car.Modelo && Modelo === car.Marca && Marca !== Modelo
        t.assert(!isSwapped, `Auto.Marca ${car.Marca} and Modelo ${car.Modelo}`, `${Marca}, ${Modelo}`, list)
      }
    },
  }),
]
