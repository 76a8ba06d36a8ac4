import { limits } from '../../src/api/wire/limits.ts'
import { TEXT_JSON_TYPE } from '../../src/api/wire/media-types.ts'
import { REQUEST_BODIES } from '../../src/api/wire/request-bodies.ts'
import { Operador } from '../../src/api/wire/response-schemas.ts'
import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { entriesOf } from '../../src/kit/target/links.ts'
import { digitsOf } from '../../src/lib/text/digits-of.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { type Administrator, administrator, withAdministratorRestored } from '../agencies/operators.ts'
import { canonicalJson } from '../support/canonical-json.ts'
import { citiesOf, collectionBehind, namesBehind } from '../support/catalogue-entries.ts'
import { assertSameMembers } from '../support/publication-forms.ts'
import { CUSTOM_HEADERS } from '../webhooks/delivery-observation.ts'
import {
  IDLE_CONFIGURATION,
  knownConfiguration,
  readTopics,
  type TopicList,
  topicPath,
  usableTopics,
  withBorrowedTopic,
} from '../webhooks/topic-configuration.ts'

/** Reads show what was sent in an edit of a resource other than a publication (EVT-03, AGE-03). */

/** A secret is shown as null, masked or as stored (`events/secret-shown`). */
const CONFIGURED_MEMBERS = Object.keys(REQUEST_BODIES.AppWebhookUpsert.members).filter(
  (name) => name !== 'Secret',
)

/** Configurations that differ in every member. The active one delivers to a host that does not exist. */
const CONFIGURATIONS: readonly Readonly<Record<string, unknown>>[] = [
  { ...IDLE_CONFIGURATION, Description: 'Kit, una.', ...CUSTOM_HEADERS },
  {
    ...IDLE_CONFIGURATION,
    Callback: `${IDLE_CONFIGURATION.Callback}/Otra?De=Kit`,
    Description: `Kit, otra: "1" < '2' & 3.`,
    HeaderCustom01: { Name: 'X-Kit-Uno', Value: '1' },
    HeaderCustom02: { Name: 'X-Kit-Dos', Value: 'Dos; y Otra' },
    HeaderCustom03: { Name: 'X-Kit-Tres', Value: 'tres-0123456789-0123456789-0123456789-0123' },
  },
  { ...IDLE_CONFIGURATION, Activo: true, Description: 'Kit, activa.', ...CUSTOM_HEADERS },
  {
    ...IDLE_CONFIGURATION,
    Description: '',
    HeaderCustom01: null,
    HeaderCustom02: null,
    HeaderCustom03: null,
  },
]

const judgeConfiguration = (
  t: ClauseContext,
  sent: Readonly<Record<string, unknown>>,
  shown: Exchange,
  body: unknown,
) => {
  const got = membersOf(body)
  for (const name of CONFIGURED_MEMBERS) {
    const [one, other] = [
      canonicalJson(sameCase(orNone(sent[name]))),
      canonicalJson(sameCase(likeSent(orNone(got[name]), sent[name]))),
    ]
    t.assert(one === other, `${name} ${one}, as sent`, `${name} ${other}`, shown)
  }
}

/** Asserts that the topics other than `topic` have the configurations that the run gave them last. */
const judgeOtherTopics = (t: ClauseContext, topic: string, { list, configured }: TopicList): void => {
  for (const { Topic, Config } of configured) {
    const body = Topic === topic ? undefined : knownConfiguration(t, Topic)
    if (body) judgeConfiguration(t, { ...body }, list, Config)
  }
}

/** Wrong members, sent with right ones that differ from the configuration. */
const WRONG_MEMBERS: readonly Readonly<Record<string, unknown>>[] = [
  { Description: 'd'.repeat(limits.description.max + 1) },
  { Secret: 's'.repeat(limits.secret.min - 1) },
  { Callback: `https://kit.example/${'c'.repeat(limits.callback.max)}` },
]

const refusedConfigurationsChangeNothing = async (t: ClauseContext): Promise<void> => {
  const [{ topic } = t.skip('no topic')] = await usableTopics(t)
  await withBorrowedTopic(t, topic, async ({ configure }) => {
    const [first, second, active] = CONFIGURATIONS
    const refusedOf = async (bodies: readonly object[]) => {
      const puts = await Promise.all(bodies.map((body) => t.send('PUT', topicPath(topic), { body })))
      return bodies.filter((_, at) => Number(puts[at]?.response.status) >= 400)
    }
    let isRefused = false
    // Refusals must not change the configuration, so all its members differ from those that are sent.
    for (const [sent, other] of [
      [first, { ...second, Activo: true }],
      [active, second],
    ]) {
      if (!sent) continue
      await configure(sent)
      const wrong = WRONG_MEMBERS.map((one) => ({ ...other, ...one }))
      const refused = await refusedOf(wrong)
      // Another clause judges whether each is refused.
      if (refused.length < wrong.length) {
        await configure(sent)
        await refusedOf(refused)
      }
      if (refused.length === 0) continue
      isRefused = true
      const read = await t.get(topicPath(topic), { accept: t.types.json })
      judgeConfiguration(t, sent, read, read.json)
    }
    if (!isRefused) t.skip('every wrong configuration is accepted')
  })
}

/** An empty text counts as absent, and may be shown as null. */
const orNone = (value: unknown): unknown => (value === '' || value === undefined ? null : value)

/** Names of headers are case-insensitive. */
const sameCase = (value: unknown): unknown => {
  const { Name } = membersOf(value)
  return typeof Name === 'string' ? { ...membersOf(value), Name: Name.toLowerCase() } : value
}

/** Returns the members of `shown` that `sent` has; others are legal. */
const likeSent = (shown: unknown, sent: unknown): unknown => {
  const names = Object.keys(membersOf(sent))
  return names.length === 0 ? shown : Object.fromEntries(names.map((name) => [name, membersOf(shown)[name]]))
}

/** Members of the administrator that show an edit: where each appears. */
export const SHOWN_IN: Readonly<Record<string, (operator: Operador) => unknown>> = {
  Nombre: ({ Nombre }) => Nombre,
  Apellido: ({ Apellido }) => Apellido,
  TelefonoLaboral: ({ Telefonos }) => Telefonos[0],
  Direccion: ({ Direcciones }) => Direcciones[0]?.Direccion,
}

/** An edit of one member of the administrator. */
interface AdministratorEdit {
  readonly member: string
  readonly value: string
  /** Member that shows it. `Telefonos` and `Direcciones` may not (`agencies/operator-phones`). */
  readonly shownIn: 'Nombre' | 'Apellido' | 'Telefonos' | 'Direcciones'
  /** The service may refuse it: some letters, cities of unknown regions, places of other people. */
  readonly isOptional?: true
  /** Members that must be sent with it. */
  readonly beside?: Readonly<Record<string, string>>
}

/** Returns another place whose city lies in its region: of a collaborator, or from the lists of both. */
const placeElsewhere = async (t: ClauseContext, { list, shown }: Administrator): Promise<Place> => {
  const own = shown.Direcciones.map(membersOf)
  const isOther = ({ Region, Ciudad }: Place) =>
    Boolean(Region && Ciudad) &&
    Region !== Ciudad &&
    own.every((one) => one.Region !== Region && one.Ciudad !== Ciudad)
  const places = entriesOf(list.json).flatMap((one) => {
    const { Direcciones: all } = membersOf(one)
    return Array.isArray(all) ? all.map(membersOf) : []
  })
  const known = places.find(isOther)
  if (known) return known
  const regions = entriesOf((await collectionBehind(t, 'Regiones')).json).map(membersOf)
  for (const { Nombre: Region } of regions.slice(0, MAX_REGIONS))
    for (const Ciudad of await citiesOf(t, String(Region)))
      if (isOther({ Region, Ciudad })) return { Region, Ciudad }
  return {}
}

const MAX_REGIONS = 3

/** Returns edits to another place. What cannot be read cannot be restored. */
const placeEdits = async (t: ClauseContext, before: Administrator): Promise<readonly AdministratorEdit[]> => {
  const [own] = before.shown.Direcciones
  const { Region, Ciudad } =
    own?.Region && own.Ciudad ? await placeElsewhere(t, before).catch((): Place => ({})) : {}
  if (typeof Region !== 'string' || typeof Ciudad !== 'string') return []
  return [
    { member: 'Region', value: Region, beside: { Ciudad }, shownIn: 'Direcciones', isOptional: true },
    { member: 'Ciudad', value: Ciudad, beside: { Region }, shownIn: 'Direcciones', isOptional: true },
  ]
}

interface Place {
  readonly Region?: unknown
  readonly Ciudad?: unknown
}

/** Maximum number of cities that are tried when those of the region are not known. */
const MAX_CITIES = 3

const administratorEdits = async (
  t: ClauseContext,
  before: Administrator,
): Promise<readonly AdministratorEdit[]> => {
  const { Telefonos, Direcciones } = before.shown
  const [place] = Direcciones
  const near = place?.Region ? await citiesOf(t, place.Region).catch(() => []) : []
  // If no list shows the cities of the region, another city may be refused.
  const isNear = near.length > 1
  const cities = isNear ? near : await namesBehind(t, 'Ciudades').catch(() => [])
  const others = cities.filter((name) => name !== place?.Ciudad).slice(0, isNear ? 1 : MAX_CITIES)
  const cityEdits = others.map((value): AdministratorEdit => {
    const edit = { member: 'Ciudad', value, shownIn: 'Direcciones' } as const
    return isNear ? edit : { ...edit, isOptional: true }
  })
  return [
    { member: 'Nombre', value: 'Kit', shownIn: 'Nombre' },
    { member: 'Apellido', value: 'del Contrato', shownIn: 'Apellido' },
    { member: 'Apellido', value: `D'Kit & "<Cía>"`, shownIn: 'Apellido', isOptional: true },
    // What cannot be read cannot be restored.
    ...(Telefonos[1]?.startsWith('+')
      ? [{ member: 'WhatsApp', value: '+541140000002', shownIn: 'Telefonos' } as const]
      : []),
    { member: 'TelefonoLaboral', value: '+54 11 4000-0001', shownIn: 'Telefonos' },
    { member: 'TelefonoLaboral', value: '+54 11 4000-0003', shownIn: 'Telefonos' },
    { member: 'Direccion', value: 'Calle del Kit 321', shownIn: 'Direcciones' },
    ...cityEdits,
    ...(await placeEdits(t, before)),
    { member: 'Direccion', value: 'Calle del Kit 654', shownIn: 'Direcciones' },
  ]
}

/** Returns the edits of the administrator; the run reads once what they need of the catalogue. */
const administratorEditsOf = (t: ClauseContext): Promise<readonly AdministratorEdit[]> =>
  t.observeOnce(
    async (context) => administratorEdits(context, await administrator(context)),
    administratorEdits,
  )

const editAdministrator = (t: ClauseContext): Promise<void> =>
  withAdministratorRestored(t, async (original, path, start) => {
    let body = original
    /** Members that have shown an edit and must show every later one. */
    const showing = new Set<string>(['Nombre', 'Apellido'])
    const colleagues = colleaguesIn(start.list)
    let before = start.shown
    for (const { member, value, shownIn, isOptional, beside } of await administratorEditsOf(t)) {
      const without = body
      body = { ...body, ...beside, [member]: value }
      const put = await t.send('PUT', path, { body })
      // The description defines the parts of a phone, not its spelling.
      if (put.response.status === 400 && (shownIn === 'Telefonos' || isOptional)) {
        body = without
        continue
      }
      t.status(put, 200)
      const { list, shown } = await administrator(t)
      assertSameMembers(t, Object.keys(Operador.shape).filter(isData), {
        expected: { ...list, json: shown },
        got: { ...put, json: t.shape(put, Operador) },
        why: 'as the next list shows',
      })
      const isShown = isIn(shown[shownIn], value)
      if (showing.has(shownIn)) t.assert(isShown, `${member} ${value} in ${shownIn}`, shown[shownIn], list)
      if (isShown) showing.add(shownIn)
      const [was, is] = [colleagues, colleaguesIn(list)]
      t.assert(is === was, `the other collaborators ${was}`, is, list)
      for (const other of EDITED_MEMBERS.filter((name) => name !== shownIn)) {
        const expected = canonicalJson(distinct(before[other]))
        const got = canonicalJson(distinct(shown[other]))
        t.assert(got === expected, `${other} ${expected} after an edit of ${member}`, got, list)
      }
      before = shown
    }
  })

/** An address that is sent again may be listed again (`agencies/operator-phones`). */
const distinct = (value: unknown): unknown =>
  Array.isArray(value) ? [...new Set(value.map((one) => canonicalJson(one)))] : value

/** Edits with one wrong and one right member. */
const WRONG_EDITS: readonly Readonly<Record<string, unknown>>[] = [
  { Nombre: 'Rechazado', Apellido: 'a'.repeat(limits.nombre.max + 1) },
  { Apellido: 'Rechazado', TelefonoLaboral: '1' },
]

const refusedEditsChangeNothing = (t: ClauseContext): Promise<void> =>
  withAdministratorRestored(t, async (body, path, before) => {
    const text = ({ shown }: Administrator) =>
      canonicalJson(Object.fromEntries(EDITED_MEMBERS.map((name) => [name, distinct(shown[name])])))
    const expected = `the administrator as before the refusals, ${text(before)}`
    // One after another: a right member of one edit might undo a change of another.
    for (const edit of WRONG_EDITS) {
      const put = await t.send('PUT', path, { body: { ...body, ...edit } })
      if (put.response.status < 400) return t.skip('the wrong edit is accepted')
      const after = await administrator(t)
      t.assert(text(after) === text(before), expected, text(after), after.list)
    }
  })

/** Returns the data of the collaborators who are not the administrator. */
const colleaguesIn = ({ json }: Exchange): string =>
  canonicalJson(
    entriesOf(json)
      .map(membersOf)
      .filter(({ EsAdministradorAgencia: is }) => is === false)
      .map((one) => Object.fromEntries(EDITED_MEMBERS.map((name) => [name, one[name]]))),
  )

const EDITED_MEMBERS = ['Nombre', 'Apellido', 'Telefonos', 'Direcciones'] as const

/** Returns whether a text, or a list, shows a value. */
const isIn = (shown: unknown, value: string): boolean =>
  (Array.isArray(shown) ? shown : [shown]).some((one: unknown) =>
    typeof one === 'string'
      ? one === value || (isPhone(value) && digitsOf(one) === digitsOf(value))
      : // The name of a city may stand beside its region.
        Object.values(membersOf(one)).some((part) => String(part).includes(value)),
  )

const isPhone = (value: string): boolean => value.startsWith('+')

const isData = (name: string): boolean => !['_links', 'Publicaciones', 'Consultas'].includes(name)

/** Clauses on the edits of a configuration and of the administrator. */
export const editedResourceClauses: readonly Clause[] = [
  clause({
    id: 'relations/configuration-reads-back-whole',
    statements: ['EVT-03', 'EVT-02', 'EVT-01', 'COM-09'],
    title: 'The response, the next reads and the list of topics show every member of a configuration as sent',
    leaves: 'any',
    needs: [],
    check: async (t) => {
      const [{ topic } = t.skip('no topic')] = await usableTopics(t)
      await withBorrowedTopic(t, topic, async ({ configure }) => {
        const others = ({ configured }: TopicList) =>
          canonicalJson(configured.filter(({ Topic }) => Topic !== topic))
        // A configuration of one topic leaves the other topics as they are.
        const other = (await usableTopics(t)).find((one) => one.topic !== topic && one.isOfKit)
        await other?.configure(other.body)
        await configure(IDLE_CONFIGURATION)
        const first = await readTopics(t)
        judgeOtherTopics(t, topic, first)
        let before = others(first)
        for (const sent of CONFIGURATIONS) {
          const put = await configure(sent)
          judgeConfiguration(t, sent, put, put.json)
          // A refused configuration leaves it active.
          const wrong = { ...sent, Description: 'd'.repeat(limits.description.max + 1) }
          const refused =
            sent.Activo === true ? await t.send('PUT', topicPath(topic), { body: wrong }) : undefined
          // Another clause judges whether it is refused.
          if (refused && refused.response.status < 400) await configure(sent)
          const forms = [t.types.json, TEXT_JSON_TYPE, t.types.entry]
          const [list, ...reads] = await Promise.all([
            readTopics(t),
            ...forms.map((accept) => t.get(topicPath(topic), { accept })),
          ])
          for (const read of reads)
            if (read.response.status !== 406) judgeConfiguration(t, sent, read, read.json)
          const listed = list.configured.find(({ Topic }) => Topic === topic)
          judgeConfiguration(t, sent, list.list, listed?.Config)
          judgeOtherTopics(t, topic, list)
          const after = others(list)
          t.assert(after === before, `the other topics as before, ${before}`, after, list.list)
          before = after
        }
      })
    },
  }),
  clause({
    id: 'relations/a-refused-configuration-changes-nothing',
    statements: ['EVT-03', 'ERR-03'],
    title: 'A configuration that is refused because of one member does not change the others either',
    leaves: 'any',
    needs: [],
    check: refusedConfigurationsChangeNothing,
  }),
  clause({
    id: 'relations/a-refused-edit-of-the-administrator-changes-nothing',
    statements: ['AGE-03', 'ERR-03'],
    title:
      'An edit of the administrator that is refused because of one member does not change the others either',
    leaves: 'any',
    needs: ['write'],
    isAlone: 'administrator',
    check: refusedEditsChangeNothing,
  }),
  clause({
    id: 'relations/administrator-edit-reads-back',
    statements: ['AGE-03', 'AGE-02'],
    title:
      'An edit of name, phones and address of the administrator shows the new values and changes no other member',
    leaves: 'any',
    needs: ['write'],
    // Publications without their own phone show those that it edits.
    isAlone: 'administrator',
    prepare: administratorEditsOf,
    check: editAdministrator,
  }),
]
