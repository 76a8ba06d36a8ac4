import { DAY_MS, SECOND_MS } from '../../calendar/date-time.ts'
import { withCapitals } from '../../text/capitalized.ts'
import { bareBranches } from './bare-branches.ts'
import { changedConflict } from './fault-injection.ts'
import { eachMember, type JsonMembers, jsonMembers, mappedJson, withMembers } from './json-walk.ts'
import { unwrittenAmounts } from './unwritten.ts'
import {
  advice,
  everyAnswer,
  everyMessage,
  forOperations,
  type Half,
  ownLeadAdvice,
  type WorldFault,
} from './world-fault.ts'

const KEPT_IN_AUTO = ['ExternalId', 'Estado']

/** Selects inquiries before a time; one half of them, or all. */
interface InquiryFilter {
  readonly beforeMs: number
  readonly half?: Half | undefined
}

/** Changes the inquiries before a time; later ones may belong to the client's own tests. */
const mappedInquiries = (
  value: unknown,
  { beforeMs, half }: InquiryFilter,
  change: (members: JsonMembers, momentMs: number) => JsonMembers,
): unknown =>
  mappedJson(value, (members) => {
    const { Momento } = members
    const momentMs = typeof Momento === 'string' ? Date.parse(Momento) : Number.NaN
    const isAffected =
      momentMs < beforeMs && (half === undefined || Math.floor(momentMs / 3_000) % 2 === half)
    return isAffected ? change(members, momentMs) : members
  })

/**
 * Sets members that may be null to null (INQ-04, INQ-05). Either the e-mail or the telephone stays, and part
 * of an offer.
 */
const withNulls = (value: unknown, beforeMs: number): unknown =>
  mappedInquiries(value, { beforeMs }, (members, momentMs) => {
    const { Auto, Interesado } = members
    const kept = [
      'Interes',
      ...(momentMs % 2_000 === 0 ? ['Email'] : ['Telefono', 'EntregaVehiculo', ...IN_OFFER]),
    ]
    return { ...members, Auto: nulled(Auto, KEPT_IN_AUTO), Interesado: nulled(Interesado, kept) }
  })

const IN_OFFER = ['InfoOperacion', 'FinanciacionDeseada']

/** Gives every inquiry, including those of tests, enumerated values that the description does not show. */
const withOtherWords = (value: unknown): unknown =>
  mappedInquiries(value, { beforeMs: Number.POSITIVE_INFINITY }, (members) => ({
    ...renamed(members),
    Auto: renamed(members['Auto']),
    Interesado: renamed(members['Interesado']),
  }))

const nulled = (value: unknown, kept: readonly string[]): unknown =>
  typeof value === 'object' && value !== null
    ? eachMember(value, (inner, name) =>
        !kept.includes(name) ? null : IN_OFFER.includes(name) ? nulled(inner, kept) : inner,
      )
    : value

/** Shows photos at URLs of the service, which downloads them (PUB-17); the URLs change with the list. */
const withPhotoCopies = withMembers('Fotos', ({ Fotos }) =>
  Array.isArray(Fotos)
    ? { Fotos: Fotos.map((_, at) => `https://fotos.example/${Fotos.length}-${at + 1}.jpg`) }
    : {},
)

/** Omits one of several photos, as if the service could not fetch it (PUB-17). */
const withFewerPhotos = withMembers('Fotos', ({ Fotos }) =>
  Array.isArray(Fotos) && Fotos.length > 1 ? { Fotos: Fotos.slice(0, -1) } : {},
)

const NEW_WORDS: ReadonlyMap<string, unknown> = new Map([
  ['OrigenLead', 'redes'],
  ['TipoAnuncio', 'destacado'],
  ['Interes', 'alquiler'],
  ['Estado', 'demo'],
])

const CURRENCIES: ReadonlyMap<unknown, string> = new Map([
  ['ARS', 'Peso argentino'],
  ['USD', 'Dólar estadounidense'],
])

/** Shows currencies by name. */
const withCurrencyNames = withMembers('Moneda', ({ Moneda }) => ({
  Moneda: CURRENCIES.get(Moneda) ?? Moneda,
}))

/** Shows the same amounts in another currency. */
const withOtherCurrency = withMembers('Moneda', ({ Moneda }) => ({
  Moneda: Moneda === 'ARS' ? 'USD' : 'ARS',
}))

/** Shows other amounts. */
const withOtherAmounts = withMembers('Importe', ({ Importe }) => ({ Importe: Number(Importe) * 3 + 50_000 }))

/** Shows amounts that are much smaller. */
const withLessAmounts = withMembers('Importe', ({ Importe }) => ({
  Importe: Math.round(Number(Importe) / 700) + 1,
}))

/** Shows another level, as if the given one were unavailable (PUB-07), and another name of the version. */
const withOtherLevel = withMembers('Exposicion', ({ Exposicion, Version }) => ({
  Exposicion: Exposicion === 'Media' ? 'Baja' : 'Media',
  Version: `${Version} (serie)`,
}))

/** Gives some inquiries enumerated values that the description does not show (INQ-02, INQ-04, INQ-05). */
const withNewWords = (value: unknown, beforeMs: number, half?: Half): unknown =>
  mappedInquiries(value, { beforeMs: beforeMs - DAY_MS, half }, (members, momentMs) => {
    const { Auto, Interesado } = members
    const isOther = (momentMs / SECOND_MS) % 3 === 0
    return isOther ? { ...renamed(members), Auto: renamed(Auto), Interesado: renamed(Interesado) } : members
  })

const renamed = (value: unknown): object | null =>
  typeof value === 'object' && value ? eachMember(value, (inner, name) => NEW_WORDS.get(name) ?? inner) : null

/** Gives people of earlier inquiries names and comments that need escaping in other formats. */
const withOddTexts = (value: unknown, beforeMs: number, half?: Half): unknown =>
  mappedInquiries(value, { beforeMs, half }, (members) => {
    const { Interesado } = members
    if (!Interesado) return members
    return {
      ...members,
      Interesado: eachMember(Interesado, (inner, name) =>
        inner && ODD.test(name) ? oddText(name, inner) : inner,
      ),
    }
  })

/** Appends a text to the names of all persons. */
const withNames = (further: string) =>
  withMembers('Interesado', ({ Interesado }) => ({
    Interesado: eachMember(jsonMembers(Interesado), (inner, name) =>
      inner && /^(?:Nombre|Apellido)$/.test(name) ? `${inner}${further}` : inner,
    ),
  }))

const ODD_NAME = `, "Ñata"; <b>O'Neil</b> & ☕`

/** Returns an odd text; comments are long, with multi-byte characters, so that clients cut them. */
const oddText = (name: string, text: unknown): string =>
  ODD_NUMBERS.get(name) ??
  `${text}${ODD_NAME}${name === 'Comentario' ? ` <3${' ñandú €😀'.repeat(LONG)}` : ''}`

const ODD_NUMBERS: ReadonlyMap<string, string> = new Map([
  ['Telefono', '(011) 4555-0199 int. 7'],
  ['DocIdentidad', 'M 5.550.199-K'],
])

const LONG = 200

const ODD = /^(?:Nombre|Apellido|Comentario|Telefono|DocIdentidad)$/

/** Matches links whose titles contain no documented facts. */
const FREE_TITLE = /\/v3\/(?:consultas|operadores|agencias)\//
/** Matches links whose titles contain documented facts in an undocumented format. */
const NAMED_TITLE = /\/v3\/(?:publicaciones|versiones)\//

/** Gives refs titles that programs cannot parse. */
const withOtherTitles = (value: unknown): unknown =>
  mappedJson(value, (members) => {
    const { href, title } = members
    if (typeof title !== 'string' || typeof href !== 'string') return members
    if (FREE_TITLE.test(href)) return { ...members, title: 'Ver' }
    return NAMED_TITLE.test(href)
      ? { ...members, title: title.replace(/^(\S+) (.*?) ?(\d{4})?$/, (_, ...facts) => joined(facts)) }
      : members
  })

const joined = ([brand, rest, year]: readonly (string | undefined)[]): string =>
  `${brand}, ${rest}${year === undefined ? '' : ` (${year})`}`

/** Gives all inquiries of a day before the run the same time. */
const withOneMoment = (value: unknown, beforeMs: number, half?: Half): unknown =>
  mappedInquiries(value, { beforeMs: beforeMs - DAY_MS, half }, (members) => ({
    ...members,
    Momento: String(members['Momento']).replace(/T\d\d:\d\d:\d\d/, 'T12:00:00'),
  }))

/** Omits members that are null. */
const withoutNulls = (value: unknown): unknown =>
  mappedJson(value, (members) =>
    Object.fromEntries(Object.entries(members).filter(([, inner]) => inner !== null)),
  )

/** Gives entries of the catalogue a new fuel type. */
const withNewFuel = withMembers('Potencia', () => ({ Propulsion: 'Hidrógeno' }))

/** Moves the problems of a conflict to the entry, `_` (ERR-03). */
const conflictOfEntry = changedConflict(({ Errors = {} }) => ({
  Errors: { _: Object.values(Errors).flat() },
}))

/** Sets members of versions that may be null to null (CAT-04, CAT-05). */
const withBareVersions = (value: unknown): unknown =>
  mappedJson(value, (members) => {
    const isDetail = 'InfoTecnica' in members
    if (!isDetail && !('Potencia' in members)) return members
    return { ...members, VersionYear: null, ...(isDetail && { Precio: null }) }
  })

/** Adds words to the figures of versions, which are texts. */
const withFiguresInWords = (value: unknown): unknown =>
  mappedJson(value, (members) =>
    eachMember(members, (inner, name) =>
      inner && /^(?:Potencia|Cilindrada)$/.test(name) ? `aprox. ${inner}` : inner,
    ),
  )

/** Shows e-mail addresses with capitals, as people may have typed them. */
const withCapitalMails = (value: unknown): unknown =>
  mappedJson(value, (members) =>
    eachMember(members, (inner, name) =>
      inner && /^(?:AdminMail|OperadorResponsable|EmailsCCO)$/.test(name)
        ? String(inner).replaceAll(/@[^,]*/g, withCapitals)
        : inner,
    ),
  )

/** Faults of a whole run that change the content of answers, within what the description allows. */
export const contentFaults = {
  'photo-copies': {
    means: 'Fotos have other URLs than those sent',
    weakness: 'expects the photo URLs that it sent',
    ...advice,
    injection: () => everyAnswer(withPhotoCopies),
  },
  'fewer-photos': {
    means: 'publications with several photos lack the last one sent',
    weakness: 'expects all the photos that it sent',
    ...advice,
    injection: () => everyAnswer(withFewerPhotos),
  },
  'currency-names': {
    means: 'amounts show the name of their currency, not its code',
    weakness: 'needs the code of a currency',
    ...advice,
    injection: () => everyAnswer(withCurrencyNames),
  },
  'currency-unseen': {
    means: 'amounts are in another currency',
    weakness: 'uses amounts without looking at their currency',
    ...advice,
    inWebhooks: true,
    injection: () => everyMessage(withOtherCurrency),
    // A test may expect a lower or upper bound, or an amount that it wrote itself.
    contrasts: () => [
      {
        survived: unwrittenAmounts(withOtherCurrency),
        others: [withLessAmounts, withOtherAmounts].map(unwrittenAmounts),
      },
      { others: [withLessAmounts, withOtherAmounts].map(everyMessage) },
    ],
  },
  'other-level': {
    means: 'publications show another exposure and another name of the version than the client sent',
    weakness: 'needs the exposure and the version as it sent them',
    ...advice,
    injection: () => everyAnswer(withOtherLevel),
  },
  'new-words': {
    means: 'some inquiries have enumerated values that the description does not show',
    weakness: 'accepts only known values in an inquiry',
    rank: 2,
    replays: true,
    changesContent: true,
    hasHalves: true,
    injection: (nowMs, half?: Half) => everyAnswer((value) => withNewWords(value, nowMs, half)),
  },
  nulls: {
    means: 'what may be null in an inquiry is null',
    weakness: 'needs members that may be null',
    rank: 2,
    replays: true,
    changesContent: true,
    injection: (nowMs) => everyAnswer((value) => withNulls(value, nowMs)),
  },
  'bare-leads': {
    ...ownLeadAdvice,
    means: 'what may be null is null in all inquiries, those of tests too',
    weakness: 'needs members of an inquiry that may be null',
    injection: () => everyMessage((value) => withNulls(value, Number.POSITIVE_INFINITY)),
  },
  'leads-in-new-words': {
    ...ownLeadAdvice,
    means: 'all inquiries, those of tests too, have enumerated values that the description does not show',
    weakness: 'accepts only known values in an inquiry',
    injection: () => everyMessage(withOtherWords),
  },
  'leads-in-odd-texts': {
    ...ownLeadAdvice,
    means: 'people have odd names and comments in all inquiries, those of tests and webhooks too',
    weakness: 'puts a text into another format without escaping it',
    injection: () => everyMessage((value) => withOddTexts(value, Number.POSITIVE_INFINITY)),
    // A test may expect the names of its own inquiries, but not of an export.
    contrasts: () => [
      { survived: everyMessage(withNames(' Otro')), others: [everyMessage(withNames(ODD_NAME))] },
    ],
  },
  'odd-texts': {
    means: 'people have names, comments and numbers with commas, quotes, markup and symbols',
    weakness: 'puts a text into another format without escaping it',
    rank: 3,
    replays: true,
    changesContent: true,
    hasHalves: true,
    injection: (nowMs, half?: Half) => everyAnswer((value) => withOddTexts(value, nowMs, half)),
  },
  'other-titles': {
    means: 'titles are worded differently, in webhooks too',
    weakness: 'reads facts out of a title',
    rank: 3,
    replays: false,
    injection: () => everyMessage(withOtherTitles),
  },
  'one-moment': {
    means: 'earlier inquiries of a day have the same second',
    weakness: 'distinguishes inquiries by their time',
    rank: 3,
    replays: true,
    changesContent: true,
    hasHalves: true,
    injection: (nowMs, half?: Half) => everyAnswer((value) => withOneMoment(value, nowMs, half)),
  },
  'nulls-absent': {
    means: 'members that are null are left out',
    weakness: 'needs members that may be null to be present',
    ...advice,
    injection: () => everyAnswer(withoutNulls),
  },
  'new-fuel': {
    means: 'versions have a new fuel type',
    weakness: 'accepts only known fuel types',
    ...advice,
    injection: () => everyAnswer(withNewFuel),
  },
  'conflict-of-entry': {
    means: 'a 409 has its problems under _, not under a member',
    weakness: 'needs the name of a member in a conflict',
    rank: 3,
    replays: true,
    injection: () =>
      forOperations(({ mark }) => (response) => {
        if (response.status === 409) mark()
        return conflictOfEntry(response)
      }),
  },
  'other-versions': {
    means: 'versions have null wherever they may',
    weakness: 'needs the year of a version',
    rank: 3,
    replays: true,
    changesContent: true,
    injection: () => everyAnswer(withBareVersions),
  },
  'figures-in-words': {
    means: 'power and displacement of versions contain words',
    weakness: 'treats a text as a number',
    rank: 3,
    replays: true,
    changesContent: true,
    injection: () => everyAnswer(withFiguresInWords),
  },
  'bare-branches': {
    means: 'branches have no hours, telephones and e-mails',
    weakness: 'needs what a branch may lack',
    ...advice,
    crashCounts: true,
    injection: bareBranches,
  },
  'no-views': {
    means: 'no publication has views',
    weakness: 'divides by the number of views',
    ...advice,
    crashCounts: true,
    injection: () => everyAnswer(withMembers('Fecha', () => ({ Visitas: 0 }))),
  },
  'former-operator': {
    means: 'inquiries name an operator who is not in the list',
    weakness: 'needs every operator to be in the list',
    ...advice,
    crashCounts: true,
    injection: () =>
      everyAnswer(withMembers('Momento', () => ({ OperadorResponsable: 'antes@agencia.example' }))),
  },
  'mail-case': {
    means: 'hosts in mails of agencies, of responsible operators and in EmailsCCO have capitals',
    weakness: 'distinguishes e-mail addresses by letter case',
    ...advice,
    crashCounts: true,
    injection: () => everyAnswer(withCapitalMails),
  },
  'former-phone': {
    means:
      'publications have a telephone that their operator no longer has, and that an edit may not contain',
    weakness: 'writes back a telephone as it was shown',
    ...advice,
    injection: () => everyAnswer(withMembers('EstadoActual', () => ({ Telefono: '+54 11 5555-0998' }))),
  },
  'spaced-mails': {
    means: 'EmailsCCO has a space after each comma',
    weakness: 'treats the space as part of an address',
    ...advice,
    injection: () =>
      everyAnswer(
        withMembers('EmailsCCO', ({ EmailsCCO }) => ({ EmailsCCO: `${EmailsCCO}`.replaceAll(/, ?/g, ', ') })),
      ),
  },
  'bare-operators': {
    means: 'operators have no telephones and no addresses',
    weakness: 'needs a first telephone or address',
    ...advice,
    crashCounts: true,
    injection: () =>
      everyAnswer(withMembers('EsAdministradorAgencia', () => ({ Telefonos: [], Direcciones: [] }))),
  },
} as const satisfies Readonly<Record<string, WorldFault>>
