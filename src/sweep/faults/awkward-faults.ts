import { SECOND_MS } from '../../calendar/date-time.ts'
import { parseJson } from '../../text/parse-json.ts'
import { inquirySid } from '../../world/inquiry.ts'
import { inquiryAt } from './another-inquiry.ts'
import type { ClientCall } from './client-call.ts'
import type { FaultInjection } from './fault-injection.ts'
import { withBody } from './fault-injection.ts'
import { afterLastShown, newestAt } from './inquiry-times.ts'
import {
  eachMember,
  type JsonMembers,
  jsonMembers,
  listedEntries,
  mappedJson,
  membersIn,
  selfAddress,
  withMembers,
} from './json-walk.ts'
import { unwritten, unwrittenAmounts } from './unwritten.ts'
import {
  advice,
  changedJson,
  everyAnswer,
  everyMessage,
  forOperations,
  type Half,
  ownLeadAdvice,
  type WorldFault,
} from './world-fault.ts'

/**
 * Values that a publication may have and that programs often damage: cents, line breaks, quotes, four-byte
 * characters.
 */
const awkward = (members: JsonMembers): object => {
  const { Precio, Adelanto, Cuota, Descripcion, RefStock, Color, Locacion } = members
  const texts = {
    Descripcion: `Línea "uno"; 100 % <b>ñandú</b> & 😀\nLínea dos\t\\ fin ${Descripcion ?? ''}`.slice(
      0,
      1_500,
    ),
    RefStock: `007;"${String(RefStock ?? 'Ñ').slice(0, 8)}" & 1,50`.slice(0, 25),
    Color: `${Color ?? 'Gris'} "perla"; ñ`.slice(0, 50),
    Precio: withCents(Precio),
    Adelanto: withCents(Adelanto),
    Cuota: withCents(Cuota),
    Locacion: Locacion && { ...jsonMembers(Locacion), Direccion: `O'Higgins 1.050, 3º "B" & fondo` },
  }
  return Object.fromEntries(Object.entries(texts).filter(([name]) => name in members))
}

/** Not only cents: a client that cuts them off would then send the same as undisturbed. */
const FURTHER = 1_000.87

const withCents = (amount: unknown): unknown => {
  const { Importe } = jsonMembers(amount)
  return typeof Importe === 'number'
    ? { ...jsonMembers(amount), Importe: Math.trunc(Importe) + FURTHER }
    : amount
}

/** Gives earlier inquiries comments of several lines, which forms allow. */
const withSeveralLines = (value: unknown, beforeMs: number, half?: Half): unknown =>
  mappedJson(value, (members) => {
    const { Momento, Interesado } = members
    const momentMs = typeof Momento === 'string' ? Date.parse(Momento) : Number.NaN
    const isAffected =
      momentMs < beforeMs && (half === undefined || Math.floor(momentMs / 3_000) % 2 === half)
    if (!isAffected || !Interesado) return members
    return {
      ...members,
      Interesado: eachMember(Interesado, (inner, name) =>
        name === 'Comentario' && inner ? `${inner}\n¿Sigue en venta?\r\nGracias` : inner,
      ),
    }
  })

const ONE_PERSON: ReadonlyMap<string, string> = new Map([
  ['Nombre', 'Ana'],
  ['Apellido', 'Gil'],
  ['Email', 'ana.gil@example.org'],
  ['Telefono', '+54 11 5555-0150'],
  ['DocIdentidad', '20555014'],
])

/** Gives each inquiry a different person, and the car of the inquiry before it. */
const withOtherPersons = (value: unknown, beforeMs: number): unknown => {
  let car: unknown
  let count = 0
  return mappedJson(value, (members) => {
    const { Momento, Interesado, Auto } = members
    if (!(isBefore(Momento, beforeMs) && Interesado && jsonMembers(Auto)['ExternalId'])) return members
    const own = jsonMembers(Interesado)
    count += 1
    const former = car ?? Auto
    car = Auto
    const Email = own['Email'] && `persona.${Date.parse(String(Momento)) / 1_000}.${count}@example.org`
    return { ...members, Auto: former, Interesado: { ...own, Email, Nombre: own['Nombre'] && 'Ada' } }
  })
}

const isBefore = (momento: unknown, beforeMs: number): boolean =>
  typeof momento === 'string' && Date.parse(momento) < beforeMs

/** Gives all inquiries the same person and car; nulls stay null. */
const withOnePerson = (value: unknown, beforeMs: number): unknown => {
  let car: unknown
  return mappedJson(value, (members) => {
    const { Momento, Interesado, Auto } = members
    if (!(isBefore(Momento, beforeMs) && Interesado && jsonMembers(Auto)['ExternalId'])) return members
    car ??= Auto
    const own = eachMember(Interesado, (inner, name) => (inner && ONE_PERSON.get(name)) || inner)
    return { ...members, Auto: car, Interesado: own }
  })
}

/** Gives all inquiries that tests make the person and the car of the first one. */
const firstPerson = (): FaultInjection => {
  let first: JsonMembers | undefined
  let fromSid = Number.POSITIVE_INFINITY
  const change = (members: JsonMembers): JsonMembers => {
    const { Interesado, Auto } = members
    const href = String(selfAddress(members))
    if (!Interesado || !(Number(href.split('/').at(-1)) >= fromSid)) return members
    first ??= members
    const person = jsonMembers(first['Interesado'])
    const own = eachMember(Interesado, (inner, name) =>
      ONE_PERSON.has(name) ? (person[name] ?? inner) : inner,
    )
    return { ...members, Interesado: own, Auto: jsonMembers(Auto)['ExternalId'] ? first['Auto'] : Auto }
  }
  const injection = everyMessage((value) => mappedJson(value, change))
  return {
    ...injection,
    // A second run starts from the beginning.
    open: (world) => {
      first = undefined
      injection.open?.(world)
    },
    before: (world, call) => {
      fromSid = Number(inquirySid({ number: world.worldHandle.start.next.inquiry }))
      return injection.before?.(world, call)
    },
  }
}

/** Leaves a car of an inquiry only its required members. */
const bareCar = (car: unknown): unknown =>
  eachMember(jsonMembers(car), (inner, name) => (/^(?:ExternalId|Estado)$/.test(name) ? inner : null))

/** Adds problems to a 400, which may list several (ERR-02). */
const withExtraProblems = async (response: Response): Promise<Response> => {
  if (response.status !== 400) return response
  const text = await response.text()
  const problem = jsonMembers(parseJson(text))
  const errors = jsonMembers(problem['Errors'])
  if (Object.keys(errors).length === 0) return withBody(response, text)
  const more = eachMember(errors, (inner) => [...(Array.isArray(inner) ? inner : []), 'Revise este dato.'])
  const further = {
    _: ['La entidad tiene varios problemas.'],
    Aviso: ['Revise el conjunto.'],
    Otro: ['Revise.'],
  }
  return withBody(response, JSON.stringify({ ...problem, Errors: { ...further, ...more } }))
}

/** Shows the settings of an agency as unset, until the client writes them. */
const bareSettings = (): FaultInjection => {
  let isWritten = false
  return {
    open: () => {
      isWritten = false
    },
    before: (world, { operation }) => {
      if (operation === undefined) isWritten = false
      if (operation === 'notifications.edit') isWritten = true
      if (operation !== 'notifications.read' || isWritten) return undefined
      return changedJson(world, (value) =>
        eachMember(jsonMembers(value), (channel, name) =>
          name === '_links'
            ? channel
            : eachMember(jsonMembers(channel), (inner) => (inner === true ? false : null)),
        ),
      )
    },
  }
}

/** Changes publications from the second list after a control call on: the first may be the test's own. */
const fromSecondList = (change: (members: JsonMembers, place: number) => object): FaultInjection => {
  let lists = 0
  const places = new Map<unknown, number>()
  const shown = unwritten(
    (members) => (lists > 1 ? change(members, places.get(members['ExternalId']) ?? -1) : {}),
    ({ Marca }) => Marca !== undefined,
  )
  return {
    open: (world) => {
      lists = 0
      places.clear()
      shown.open?.(world)
    },
    before: async (world, call) => {
      if (call.operation === undefined) lists = 0
      const isList = call.operation === 'publications.list'
      if (isList && !isLaterPage(call)) lists += 1
      const step = await shown.before?.(world, call)
      return async (response) => {
        if (isList)
          for (const id of await idsIn(response.clone())) if (!places.has(id)) places.set(id, places.size)
        return step ? step(response) : response
      }
    },
  }
}

/** Returns an id in lower case, or in upper case if it has no capitals: both mean the same (PUB-02). */
const inOtherCase = (id: string): string => (id === id.toLowerCase() ? id.toUpperCase() : id.toLowerCase())

/** Shows ids in another case from the second list after a control call on, including the client's own. */
const withOtherCase = (): FaultInjection => {
  let lists = 0
  const changed = withMembers('EstadoActual', ({ ExternalId }) => ({
    ExternalId: inOtherCase(String(ExternalId)),
  }))
  return {
    open: () => {
      lists = 0
    },
    before: (world, call) => {
      if (call.operation === undefined) lists = 0
      if (call.operation !== 'publications.list') return undefined
      if (!isLaterPage(call)) lists += 1
      return lists > 1 ? changedJson(world, changed) : undefined
    },
  }
}

/** Returns the ids of the entries of a list. */
const idsIn = async (response: Response): Promise<unknown[]> => {
  return listedEntries(membersIn(await response.text())).map(({ ExternalId }) => ExternalId)
}

const isLaterPage = ({ target }: ClientCall): boolean => /[?&]pagina=(?!1(?:&|$))/.test(target)

/** Changes of one member each; every publication gets the next one. */
const CHANGES: readonly ((members: JsonMembers) => object)[] = [
  ({ Precio }) => ({
    Precio: Precio && { ...Precio, Importe: Math.round(Number(jsonMembers(Precio)['Importe']) * 1.2) },
  }),
  ({ Precio }) => ({
    Precio: Precio && { ...Precio, Moneda: jsonMembers(Precio)['Moneda'] === 'ARS' ? 'USD' : 'ARS' },
  }),
  ({ Kilometraje }) => ({ Kilometraje: Number(Kilometraje) + 500 }),
  () => ({ Color: 'Bordó' }),
  () => ({ Descripcion: 'Lo escribió otra persona.' }),
  () => ({ RefStock: 'DE-OTRO-7' }),
]

/** Number of first entries that stay unchanged, because tests work with them. */
const LEFT_ENTRIES = 4

const changedMember = (members: JsonMembers, place: number): object =>
  place < LEFT_ENTRIES ? {} : (CHANGES[(place - LEFT_ENTRIES) % CHANGES.length]?.(members) ?? {})

/** Multiplies amounts, up to a greatest one. */
const greatAmounts = (greatest: number): FaultInjection =>
  unwrittenAmounts(
    withMembers('Importe', ({ Importe }) => ({
      Importe: typeof Importe === 'number' ? Math.min(Math.round(Importe * GREAT), greatest) : Importe,
    })),
  )

const GREATEST = 900_000_000_000
/** An amount that a 32-bit integer holds, with a tenth more too. */
const GREATEST_OF_32_BITS = 1_900_000_000
const GREAT = 1_000

const PERSON_MEMBERS = /^(?:Apellido|Email|Telefono|DocIdentidad|Provincia|Ciudad|Comentario)$/

/** Replaces null in the data of a person with an empty text. */
const withEmptyTexts = (value: unknown): unknown =>
  mappedJson(value, (members) => {
    const { Interesado } = members
    if (!Interesado) return members
    const said = eachMember(Interesado, (inner, name) =>
      inner === null && PERSON_MEMBERS.test(name) ? '' : inner,
    )
    return { ...members, Interesado: said }
  })

/**
 * Faults of a whole run with lawful values that programs seldom expect, or values that change between two
 * reads.
 */
export const awkwardFaults = {
  'awkward-values': {
    means: 'publications have amounts with cents, and texts with line breaks, quotes and symbols',
    weakness: 'writes values back changed',
    rank: 2,
    replays: true,
    changesContent: true,
    harms: true,
    injection: () => unwritten(awkward, ({ OperadorResponsable }) => OperadorResponsable !== undefined),
  },
  'several-lines': {
    ...advice,
    means: 'comments of people have several lines',
    weakness: 'puts a text of several lines into one line',
    hasHalves: true,
    injection: (nowMs, half?: Half) => everyAnswer((value) => withSeveralLines(value, nowMs, half)),
  },
  'empty-texts': {
    ...advice,
    means: 'missing data of a person are empty texts, not null',
    weakness: 'treats an empty text as a value',
    injection: () => everyAnswer(withEmptyTexts),
  },
  'great-amounts': {
    ...advice,
    means: `amounts are ${GREAT} times as high, and in another run at most ${GREATEST_OF_32_BITS}`,
    weakness: 'breaks at amounts that exceed a 32-bit integer',
    // A limit of the client for unusual prices applies to both.
    injection: () => greatAmounts(GREATEST_OF_32_BITS),
    contrasts: () => [{ others: [greatAmounts(GREATEST)] }],
  },
  'one-person': {
    ...advice,
    means: 'all inquiries are from one person about one car',
    weakness: 'distinguishes inquiries by people or cars, not by their ids',
    injection: (nowMs) => everyAnswer((value) => withOtherPersons(value, nowMs)),
    contrasts: (nowMs) => [{ others: [everyAnswer((value) => withOnePerson(value, nowMs))] }],
  },
  'leads-of-one-person': {
    ...ownLeadAdvice,
    means: 'all inquiries of tests are from one person about one car, in webhooks too',
    weakness: 'distinguishes inquiries by people or cars, not by their ids',
    injection: firstPerson,
  },
  'further-problems': {
    ...advice,
    crashCounts: true,
    means: 'a 400 names several problems, some of them about the whole entry',
    weakness: 'looks at only one problem of a refusal',
    injection: () =>
      forOperations(({ mark }) => (response) => {
        if (response.status === 400) mark()
        return withExtraProblems(response)
      }),
  },
  'bare-settings': {
    ...advice,
    crashCounts: true,
    means: 'no notifications of the agency are set',
    weakness: 'needs a setting that may be null',
    injection: bareSettings,
  },
  'bare-inquiry-cars': {
    ...ownLeadAdvice,
    means: 'cars of inquiries have null wherever they may, persons do not',
    weakness: 'needs values of the car in an inquiry, which may be null',
    injection: () =>
      everyMessage((value) =>
        mappedJson(value, (members) =>
          'Momento' in members ? { ...members, Auto: bareCar(members['Auto']) } : members,
        ),
      ),
  },
  'same-second': {
    ...advice,
    means: 'an earlier inquiry arrived a second before the run',
    weakness: 'misses an inquiry of the same second as the last one seen',
    injection: (nowMs) => newestAt(nowMs, nowMs - SECOND_MS),
    contrasts: (nowMs) => [
      { others: [newestAt(nowMs, nowMs)] },
      // A client that reads only today's inquiries sees none of earlier days.
      { survived: { open: inquiryAt(nowMs - SECOND_MS) }, others: [{ open: inquiryAt(nowMs) }] },
      // For a client that treats the last inquiry of its test as the newest.
      { survived: afterLastShown(SECOND_MS), others: [afterLastShown(0)] },
    ],
  },
  'ids-in-other-case': {
    ...advice,
    harms: true,
    means: 'later lists show ids in another letter case, which mean the same',
    weakness: 'compares ids case-sensitively',
    injection: withOtherCase,
  },
  'changed-between': {
    ...advice,
    harms: true,
    means: 'later lists show publications in which another client has changed one member',
    weakness: 'does not notice some changes that other clients make to what it writes',
    injection: () => fromSecondList(changedMember),
  },
} as const satisfies Readonly<Record<string, WorldFault>>
