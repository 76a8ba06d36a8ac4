import { DAY_MS, SECOND_MS } from '../../calendar/date-time.ts'
import { mappedJson } from './json-walk.ts'
import { everyAnswer, type WorldFault } from './world-fault.ts'

const KEPT_IN_AUTO = new Set(['ExternalId', 'Estado'])

/** Makes what may be null null (INQ-04, INQ-05); one of two ways to reach the person stays. */
const withNulls = (value: unknown, startMs: number): unknown =>
  mappedJson(value, (members) => {
    const { Momento, Auto, Interesado } = members
    // A lead of the client's own tests says what they gave.
    if (typeof Momento !== 'string' || !(Date.parse(Momento) < startMs)) return members
    const kept = new Set(['Interes', Date.parse(Momento) % 2_000 === 0 ? 'Email' : 'Telefono'])
    return { ...members, Auto: nulled(Auto, KEPT_IN_AUTO), Interesado: nulled(Interesado, kept) }
  })

const nulled = (value: unknown, kept: ReadonlySet<string>): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, kept.has(name) ? inner : null]))
    : value

/** Shows copies of photos at the service's own addresses, which change with the list: it downloads them (PUB-17). */
const withPhotoCopies = (value: unknown): unknown =>
  mappedJson(value, (members) => {
    const { Fotos } = members
    return Array.isArray(Fotos)
      ? { ...members, Fotos: Fotos.map((_, at) => `https://fotos.example/${Fotos.length}-${at + 1}.jpg`) }
      : members
  })

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
const withCurrencyNames = (value: unknown): unknown =>
  mappedJson(value, (members) => {
    const name = CURRENCIES.get(members['Moneda'])
    return name === undefined ? members : { ...members, Moneda: name }
  })

/** Shows another level than the one asked for, as where that one is unavailable (PUB-07). */
const withOtherLevel = (value: unknown): unknown =>
  mappedJson(value, (members) =>
    'Exposicion' in members
      ? { ...members, Exposicion: members['Exposicion'] === 'Media' ? 'Baja' : 'Media' }
      : members,
  )

/** Gives some inquiries words that the description does not show (INQ-02, INQ-04, INQ-05). */
const withNewWords = (value: unknown, startMs: number): unknown =>
  mappedJson(value, (members) => {
    const { Momento, Auto, Interesado } = members
    // A lead of the client's own tests says what they gave.
    if (typeof Momento !== 'string' || !(Date.parse(Momento) < startMs - DAY_MS)) return members
    const isOther = (Date.parse(Momento) / SECOND_MS) % 3 === 0
    return isOther ? { ...renamed(members), Auto: renamed(Auto), Interesado: renamed(Interesado) } : members
  })

const renamed = (value: unknown): object | null =>
  typeof value === 'object' && value
    ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, NEW_WORDS.get(name) ?? inner]))
    : null

/** Gives people of earlier inquiries names and comments that are hard to write elsewhere. */
const withOddTexts = (value: unknown, startMs: number): unknown =>
  mappedJson(value, (members) => {
    const { Momento, Interesado } = members
    // As above.
    if (typeof Momento !== 'string' || !(Date.parse(Momento) < startMs) || !Interesado) return members
    return {
      ...members,
      Interesado: Object.fromEntries(
        Object.entries(Interesado).map(([name, inner]) => [
          name,
          inner && ODD.test(name) ? `${inner}, "Ñata"; <b>O'Neil</b> & ☕` : inner,
        ]),
      ),
    }
  })

const ODD = /^(?:Nombre|Apellido|Comentario)$/

/** Gives refs of inquiries, operators and agencies titles that only people understand. */
const withOtherTitles = (value: unknown): unknown =>
  mappedJson(value, (members) =>
    'title' in members && /\/v3\/(?:consultas|operadores|agencias)\//.test(String(members['href']))
      ? { ...members, title: 'Ver' }
      : members,
  )

/** Makes what may be null in a version null, and writes its figures in words (CAT-04, CAT-05). */
const withOtherVersions = (value: unknown): unknown =>
  mappedJson(value, (members) => {
    const isDetail = 'InfoTecnica' in members
    if (!isDetail && !('Potencia' in members)) return members
    const { Potencia, Cilindrada } = members
    return {
      ...members,
      VersionYear: null,
      ...(isDetail && { Precio: null }),
      ...(Potencia ? { Potencia: `aprox. ${Potencia}` } : {}),
      ...(Cilindrada ? { Cilindrada: `aprox. ${Cilindrada}` } : {}),
    }
  })

/** Faults of a whole run that change what answers say, within what the description allows. */
export const contentFaults = {
  'photo-copies': {
    means: 'Fotos are shown at other addresses than those sent',
    weakness: 'needs the addresses of photos that it sent',
    rank: 8,
    replays: true,
    saysOther: true,
    advises: true,
    disturbance: () => everyAnswer(withPhotoCopies),
  },
  'currency-names': {
    means: 'amounts show the name of their currency, not its code',
    weakness: 'needs the code of a currency',
    rank: 8,
    replays: true,
    saysOther: true,
    advises: true,
    disturbance: () => everyAnswer(withCurrencyNames),
  },
  'other-level': {
    means: 'publications show another exposure than the one asked for',
    weakness: 'needs the exposure that it asked for',
    rank: 8,
    replays: true,
    saysOther: true,
    advises: true,
    disturbance: () => everyAnswer(withOtherLevel),
  },
  'new-words': {
    means: 'some inquiries have words that the description does not show',
    weakness: 'needs every word of an inquiry to be a known one',
    rank: 2,
    replays: true,
    saysOther: true,
    disturbance: (nowMs) => everyAnswer((value) => withNewWords(value, nowMs)),
  },
  nulls: {
    means: 'what may be null in an inquiry is null',
    weakness: 'needs members that may be null',
    rank: 2,
    replays: true,
    saysOther: true,
    disturbance: (nowMs) => everyAnswer((value) => withNulls(value, nowMs)),
  },
  'odd-texts': {
    means: 'people have names and comments with commas, quotes, markup and symbols',
    weakness: 'puts a text into another format as it is',
    rank: 3,
    replays: true,
    saysOther: true,
    disturbance: (nowMs) => everyAnswer((value) => withOddTexts(value, nowMs)),
  },
  'other-titles': {
    means: 'titles of inquiries, operators and agencies are other texts',
    weakness: 'reads facts out of a title',
    rank: 3,
    replays: true,
    disturbance: () => everyAnswer(withOtherTitles),
  },
  'other-versions': {
    means: 'versions have null where they may, and power and displacement with words',
    weakness: 'needs the year of a version, or takes a text for a number',
    rank: 3,
    replays: true,
    saysOther: true,
    disturbance: () => everyAnswer(withOtherVersions),
  },
} as const satisfies Readonly<Record<string, WorldFault>>
