import * as z from 'zod'
import { detailType } from '../../src/api/wire/media-types.ts'
import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { entriesOf, expandTemplate, ownLinksIn } from '../../src/kit/target/links.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import {
  knownModel,
  knownVersion,
  knownVersions,
  modelSearch,
  namesBehind,
  versionsOfModel,
} from '../support/catalogue-entries.ts'
import { VersionDetailShape, VersionRefShape, VersionSummaryShape } from '../support/response-shapes.ts'

/** Members that only the detail has. */
const DETAIL_MEMBERS = ['Origen', 'Garantia', 'Foto', 'Colores', 'ActualmenteDisponible', 'InfoTecnica']

const MAX_VERSIONS = 2
/** Versions of a list that are read. */
const MAX_LISTED = 6
const MAX_MODELS = 6

/** Returns whether a version is a detail; a summary with a few additional members is not. */
const isDetail = ({ json }: Exchange): boolean =>
  DETAIL_MEMBERS.filter((name) => name in membersOf(json)).length * 2 > DETAIL_MEMBERS.length

const read = async (t: ClauseContext, path: string, accept: string): Promise<Exchange> => {
  const answer = await t.get(path, { accept })
  return answer.response.status === 200
    ? answer
    : t.skip(`no version in this form: ${answer.response.status}`)
}

/** `GET /v3/versiones/{id}` and the search for one (CAT-03, CAT-04, CAT-05, CAT-06, CAT-10). */
export const catalogueVersions: readonly Clause[] = [
  clause({
    id: 'catalogue/a-version-is-a-summary-or-a-detail',
    statements: ['CAT-03', 'CAT-04', 'CAT-05'],
    title: 'application/json returns the summary or the detail of a version, with all its members',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      // The selection of the detail is open: it may depend on the version.
      const models = (await t.session.catalogueCars()).slice(0, MAX_MODELS)
      const others = models.map(({ brand, model }) => modelSearch(brand, model))
      const paths = (await knownVersions(t)).slice(0, MAX_VERSIONS)
      for (const search of others) {
        const found = await knownVersions(t, search).catch(() => [])
        paths.push(...found.slice(0, 1))
      }
      for (const path of new Set(paths)) {
        const plain = await t.get(path, { accept: t.types.json })
        t.status(plain, 200)
        // A summary may have additional members, as many as the detail has.
        const isSummary = VersionSummaryShape.safeParse(plain.json).success
        t.shape(plain, isDetail(plain) && !isSummary ? VersionDetailShape : VersionSummaryShape)
        if (isDetail(plain)) t.learn('catalogue/detail-media-type', 'json', plain)
      }
    },
  }),
  clause({
    id: 'catalogue/a-summary-has-its-members',
    statements: ['CAT-04', 'COM-10'],
    title: 'The entry type returns a version with the members of the summary or of the detail',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const entry = await read(t, await knownVersion(t), t.types.entry)
      t.shape(entry, isDetail(entry) ? VersionDetailShape : VersionSummaryShape)
    },
  }),
  clause({
    id: 'catalogue/a-detail-has-its-members',
    statements: ['CAT-05', 'CAT-03'],
    title: 'The detail of a version, if a media type returns it, has all its members',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const path = await knownVersion(t)
      const extended = await t.get(path, { accept: detailType(t.target.vendor) })
      const plain = await t.get(path, { accept: t.types.json })
      const details = [plain, extended].filter(({ response }) => response.status === 200).filter(isDetail)
      if (details.length === 0) return t.skip('no media type that is known gives the detail')
      for (const detail of details) t.shape(detail, VersionDetailShape)
      t.learn(
        'catalogue/detail-media-type',
        isDetail(plain) ? 'json' : 'ex-entry',
        isDetail(plain) ? plain : extended,
      )
    },
  }),
  clause({
    id: 'catalogue/a-version-ref-has-its-members',
    statements: ['CAT-06', 'COM-06'],
    title:
      'The ref of a version has Marca, Modelo, Version, VersionYear, href and title, and leads back to the version',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const ref = await read(t, await knownVersion(t), t.types.ref)
      const { href, Modelo: model } = t.shape(ref, VersionRefShape)
      const full = await t.get(href, { accept: t.types.json })
      t.status(full, 200)
      t.assert(t.object(full).Modelo === model, `Modelo ${model}`, t.object(full).Modelo, full)
    },
  }),
  clause({
    id: 'catalogue/a-listed-version-is-the-one-at-its-address',
    statements: ['CAT-03', 'CAT-06', 'COM-06'],
    title: 'The ref of a version in a list shows the same as the ref at its href',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const cars = (await t.session.catalogueCars()).slice(0, MAX_MODELS)
      const searches = [undefined, ...cars.map(({ brand, model }) => modelSearch(brand, model))]
      const tried = new Set<string>()
      for (const search of searches) {
        const list = await versionsOfModel(t, t.types.ref, search).catch(() => undefined)
        for (const entry of entriesOf(list?.json).slice(0, MAX_LISTED)) {
          const listed = VersionRefShape.safeParse(entry)
          if (!listed.success || tried.has(listed.data.href)) continue
          tried.add(listed.data.href)
          const at = await t.get(listed.data.href, { accept: t.types.ref })
          const shown = VersionRefShape.safeParse(at.json)
          if (at.response.status !== 200 || !shown.success) continue
          const names = ['Marca', 'Modelo', 'Version', 'VersionYear'] as const
          const differs = names.find((name) => shown.data[name] !== listed.data[name]) ?? 'Version'
          const [expected, got] = [listed.data[differs], shown.data[differs]]
          t.assert(got === expected, `${differs} ${expected}, as the list shows`, got, at)
        }
      }
      if (tried.size === 0) t.skip('no list of versions shows refs')
    },
  }),
  clause({
    id: 'catalogue/a-version-is-of-its-model',
    statements: ['CAT-09', 'CAT-04', 'CAT-05'],
    title: 'A version behind a model shows that model and its brand, as a summary and as the detail',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const model = await knownModel(t)
      const path = await knownVersion(t)
      const detail = await t.get(path, { accept: detailType(t.target.vendor) })
      const Names = z.object({ Marca: z.string(), Modelo: z.string() })
      for (const version of [await read(t, path, t.types.json), ...(isDetail(detail) ? [detail] : [])]) {
        const { Marca: brand, Modelo: name } = t.shape(version, Names)
        t.assert(name === model.name, `Modelo ${model.name}`, name, version)
        t.assert(brand === model.body.Marca, `Marca ${String(model.body.Marca)}`, brand, version)
      }
    },
  }),
  clause({
    id: 'catalogue/a-version-names-its-fuel-as-propulsion',
    statements: ['CAT-04', 'CAT-11'],
    title:
      'Transmision of a version is not a fuel type that the catalogue lists, if Propulsion is none of them',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const fuels = await namesBehind(t, 'Propulsiones')
      const version = await read(t, await knownVersion(t), t.types.json)
      const { Propulsion: fuel, Transmision: transmission } = membersOf(version.json)
      // A version may show another form of its fuel type than its name (COM-11).
      const isSwapped = fuels.includes(String(transmission)) && !fuels.includes(String(fuel))
      t.assert(!isSwapped, `the fuel type ${transmission} in Propulsion`, fuel, version)
    },
  }),
  clause({
    id: 'catalogue/a-version-beyond-int32-is-no-other',
    statements: ['CAT-03', 'COM-13'],
    title: 'An id that overflows 32 bits into an existing one returns 400 or 404',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const [, before = '', id] =
        /^(.*\/)(\d{1,10})$/.exec(await knownVersion(t)) ?? t.skip('the id is not a number')
      t.status(await t.get(`${before}${Number(id) + 2 ** 32}`), 400, 404)
    },
  }),
  clause({
    id: 'catalogue/an-id-with-letters-behind-is-no-version',
    statements: ['CAT-03', 'COM-13'],
    title: 'The id of a version followed by letters returns 400 or 404',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const path = await knownVersion(t)
      if (!/\d$/.test(path)) t.skip('the id is not a number')
      t.status(await t.get(`${path}xq`), 400, 404)
    },
  }),
  clause({
    id: 'catalogue/the-version-search-answers',
    statements: ['CAT-10', 'COM-12'],
    title: 'A template of Versiones with make and model, expanded with a known car, returns an object',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const { name, body } = await knownModel(t)
      const entry = await t.get('/v3')
      const values = { make: String(body.Marca), model: name }
      const links = ownLinksIn(membersOf(entry.json).Versiones)
      const target = links.map(({ href }) => expandTemplate(href, values)).find((href) => href !== undefined)
      if (target === undefined) return t.skip('no template of Versiones takes make and model')
      const found = await t.get(target, { accept: t.types.json })
      if ([400, 401, 403, 404].includes(found.response.status))
        return t.skip(`it finds no one: ${found.response.status}`)
      t.status(found, 200)
      t.object(found)
    },
  }),
  clause({
    id: 'catalogue/a-found-version-has-technical-data-as-texts',
    statements: ['CAT-10', 'CAT-04', 'COM-14'],
    title: 'Potencia and Cilindrada of a version that the search finds are texts, as in a version summary',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const [car] = (await t.session.catalogueCars()).filter(({ version }) => version !== undefined)
      if (!car?.version) return t.skip('no version is known')
      const { name: trim, year } = car.version
      const values = {
        make: car.brand,
        model: car.model,
        trim,
        ...(year !== undefined && { year: `${year}` }),
      }
      const { Versiones } = membersOf((await t.get('/v3')).json)
      const links = ownLinksIn(Versiones)
      const target = links.map(({ href }) => expandTemplate(href, values)).find((href) => href !== undefined)
      if (target === undefined) return t.skip('no template of Versiones takes make, model and trim')
      const found = await t.get(target, { accept: t.types.json })
      for (const version of summariesIn(found.json))
        for (const name of TECHNICAL_TEXTS) {
          const value = version[name] ?? null
          t.assert(value === null || typeof value === 'string', `${name} as a text`, value, found)
        }
    },
  }),
]

const TECHNICAL_TEXTS = ['Potencia', 'Cilindrada'] as const

/** Returns the objects with technical data in a document, at any depth. */
const summariesIn = (value: unknown): readonly Readonly<Record<string, unknown>>[] => {
  if (Array.isArray(value)) return value.flatMap(summariesIn)
  const members = membersOf(value)
  const inner = Object.values(members).flatMap(summariesIn)
  return TECHNICAL_TEXTS.some((name) => name in members) ? [members, ...inner] : inner
}
