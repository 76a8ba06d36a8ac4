import { agenciesInOrder } from '../../world/agency.ts'
import { bodyText, type ClientCall, hasSucceeded, idInBody, isCreate, isOwn, isRead } from './client-call.ts'
import type { FaultInjection, InjectedWorld } from './fault-injection.ts'
import { withBody } from './fault-injection.ts'
import { eachMember, type JsonMembers, jsonMembers, mappedJson, membersIn } from './json-walk.ts'
import { advice, changedJson, everyAnswer, forOperations, type WorldFault } from './world-fault.ts'

/** Matches operations whose answers also exist as refs (COM-10). */
const HAS_REFS = /^(?:publications|inquiries|operators|agencies|versions|models|brands)\.(?:list|read)$/
const REF_TYPE = 'application/vnd.service.ref+json'

/** Returns whether a request leaves the form of its answer to the service. */
const leavesForm = ({ headers }: ClientCall): boolean =>
  headers.every(([name, value]) => !/^accept$/i.test(name) || /^\s*(?:\*|application)\/\*\s*$/.test(value))

/** Returns whether a call is a read whose answer also exists as refs. */
const hasForms = (call: ClientCall): boolean =>
  isOwn(call) && isRead(call) && HAS_REFS.test(call.operation ?? '')

/** Returns whether no read asks for a form. If one does, the others may be requests of tests. */
export const leavesForms = (calls: readonly ClientCall[]): boolean => {
  const reads = calls.filter(hasForms)
  return reads.length > 0 && reads.every(leavesForm)
}

/** Answers reads that ask for no form with refs. */
const asRefs = (): FaultInjection => ({
  before: ({ handler, mark }, call) => {
    if (!hasForms(call) || !leavesForm(call)) return undefined
    return async (response) => {
      if (!response.ok) return response
      mark()
      const others = call.headers.filter(([name]) => !/^accept$/i.test(name))
      const headers = [...others, ['Accept', REF_TYPE] as const].map(([name, value]): [string, string] => [
        name,
        value,
      ])
      return handler(new Request(`http://playa.localhost${call.target}`, { headers }))
    }
  },
})

/** Suffix of the local part of operators' mails. */
const PLUS = '+ventas'
const ENCODED_PLUS = /%2Bventas(?=%40|@)/gi
/** Matches an unencoded plus sign, which means a space in a query. */
const BARE_PLUS = /[?&]operador=[^&]*\+ventas/

/** Returns the mails of all operators who are not administrators. */
const mailsIn = ({ worldHandle }: InjectedWorld): string[] =>
  agenciesInOrder(worldHandle.world.agencies).flatMap(({ operators }) =>
    operators.filter(({ administrator }) => !administrator).map(({ Email }) => Email),
  )

/** Shows the mails of operators with a plus sign, as in `ana+ventas@agencia.example`. */
const withPlusSigns = (): FaultInjection => ({
  ...forOperations((world) => async (response) => {
    if (!response.ok) return response
    const text = await response.text()
    const changed = mailsIn(world).reduce((shown, mail) => {
      const plus = mail.replace('@', `${PLUS}@`)
      return shown
        .replaceAll(`"${mail}"`, `"${plus}"`)
        .replaceAll(encodeURIComponent(mail), encodeURIComponent(plus))
    }, text)
    if (changed !== text) world.mark()
    return withBody(response, changed)
  }),
  incomingTarget: (_, target) =>
    BARE_PLUS.test(target)
      ? target.replace(PLUS, '')
      : ENCODED_PLUS.test(target)
        ? target.replaceAll(ENCODED_PLUS, '')
        : undefined,
})

const encodingChecked = (): FaultInjection => {
  const shown = withPlusSigns()
  return {
    ...shown,
    before: (world, call) => {
      const [bare] = BARE_PLUS.exec(call.sentTarget) ?? []
      if (bare) world.accuse(`it does not encode + in a query, where it means a space: ${bare.slice(1)}`)
      return shown.before?.(world, call)
    },
  }
}

/** Delay of each answer. */
const EACH_MS = 120
/** More simultaneous requests than any connection pool sends. */
const MAX_AT_ONCE = 10

/** Delays each answer, and accuses a client that has many requests under way at once. */
const allSlow = (): FaultInjection => {
  let count = 0
  let most = 0
  return {
    open: ({ accuse, atEnd }) => {
      count = 0
      most = 0
      atEnd(() => {
        if (most > MAX_AT_ONCE)
          accuse(`it sends ${most} requests at once, without waiting for answers to earlier ones`)
      })
    },
    before: ({ mark }, call) => {
      if (!isOwn(call)) return undefined
      mark()
      count += 1
      most = Math.max(most, count)
      return async (response) => {
        await new Promise((resolve) => setTimeout(resolve, EACH_MS))
        count -= 1
        return response
      }
    },
  }
}

/** Members that the service resolves by best-match and may show under another name (COM-11). */
const RESOLVED = ['Marca', 'Modelo', 'Region', 'Ciudad'] as const
const OTHER_NAMES: Readonly<Record<(typeof RESOLVED)[number], (name: string) => string>> = {
  Marca: (name) => `${name} Argentina`,
  Modelo: (name) => `${name} (línea)`,
  Region: (name) => `Provincia de ${name}`,
  Ciudad: (name) => `Ciudad de ${name}`,
}

/** Returns whether a request shows a client the names of the catalogue. */
const isOfCatalogue = ({ operation = '' }: ClientCall): boolean =>
  /^(?:brands|models|versions|regions|cities)\./.test(operation)

/** Returns the names in a body that the service resolves, each after its member. */
const namesIn = (body: unknown): string[] =>
  Object.entries(jsonMembers(body)).flatMap(([member, value]) =>
    typeof value === 'string'
      ? RESOLVED.some((name) => name === member)
        ? [`${member} ${value}`]
        : []
      : namesIn(value),
  )

/** Renames what the client has written, unless the catalogue shows the names that it sent. */
const withOtherNames = (): FaultInjection => {
  const sent = new Set<string>()
  const known = new Set<string>()
  const ids = new Set<string>()
  const renamed = (members: JsonMembers): JsonMembers =>
    eachMember(members, (inner, member) => {
      const name = RESOLVED.find((one) => one === member)
      const isAffected =
        name && typeof inner === 'string' && sent.has(`${name} ${inner}`) && !known.has(inner)
      return isAffected ? OTHER_NAMES[name](inner) : inner
    })
  /** Renames only the client's own publications; a test may expect the names of others. */
  const shown = (members: JsonMembers): JsonMembers =>
    'EstadoActual' in members
      ? ids.has(String(members['ExternalId']).toLowerCase())
        ? { ...renamed(members), Locacion: mappedJson(members['Locacion'], renamed) }
        : members
      : 'Laborable' in members || 'Telefonos' in members
        ? renamed(members)
        : members
  return {
    open: () => {
      for (const own of [sent, known, ids]) own.clear()
    },
    before: (world, call) => {
      if (isOwn(call) && !isRead(call))
        for (const name of namesIn(membersIn(bodyText(call.body)))) sent.add(name)
      if (isCreate(call)) ids.add(idInBody(call))
      if (call.operation === undefined) return undefined
      if (!isOfCatalogue(call)) return changedJson(world, (value) => mappedJson(value, shown))
      return async (response) => {
        const text = await response.clone().text()
        for (const [, name = ''] of text.matchAll(/"(?:Marca|Modelo|Nombre|Make|Region)":"([^"]+)"/g))
          known.add(name)
        return response
      }
    },
  }
}

/** Matches relations that the description names, or that pages need. */
const KEPT_RELATIONS = /^(?:self|first|prev|next|last|bestmatch|buscar)$/

/** Omits relations of resources that the description does not name. */
const withFewRelations = (value: unknown): unknown =>
  mappedJson(value, (members) =>
    '_links' in members
      ? {
          ...members,
          _links: Object.fromEntries(
            Object.entries(jsonMembers(members['_links'])).filter(([name]) => KEPT_RELATIONS.test(name)),
          ),
        }
      : members,
  )

/** Omits members of pages that the description shows only for inquiries. */
const withoutTotals = (value: unknown): unknown =>
  mappedJson(value, (members) => {
    const { Pagina, Total, PerPagina, ...others } = members
    return 'Desde' in members ? members : others
  })

/** Puts another version before the one that matches. */
const withOtherCandidate = (value: unknown): unknown =>
  mappedJson(value, (members) => {
    const { Candidates, Match } = members
    if (!Array.isArray(Candidates) || !Match) return members
    const other = mappedJson(Candidates[0], (inner) =>
      'href' in inner ? { ...inner, href: `${inner['href']}`.replace(/(versiones\/\d+)/, '$19') } : inner,
    )
    return { ...members, Candidates: [{ ...jsonMembers(other), Nombre: 'Otra' }, ...Candidates] }
  })

/** Answers a best-match of versions as if none matched. */
const withoutMatch = (value: unknown): unknown =>
  mappedJson(value, (members) =>
    'Match' in members && 'Candidates' in members ? { ...members, Match: null, Candidates: [] } : members,
  )

/** Faults of a whole run that expose what a client takes for granted. */
export const undocumentedFaults = {
  'ref-by-default': {
    ...advice,
    means: 'reads without Accept, or with */*, get refs',
    weakness: 'relies on the full form without asking for it in Accept',
    replays: false,
    injection: asRefs,
  },
  'plus-signs': {
    ...advice,
    means: 'mails of operators have a plus sign, which a query must encode',
    weakness: 'puts a value into a query without encoding it',
    replays: false,
    harms: true,
    injection: encodingChecked,
  },
  'all-slow': {
    ...advice,
    means: `every answer takes ${EACH_MS} ms longer`,
    weakness: 'sends all requests of a batch at once',
    replays: false,
    harms: true,
    injection: allSlow,
  },
  'other-names': {
    ...advice,
    means: 'brands, models, regions and cities have other names than those that the client sent',
    weakness: 'compares names of brands, models and places with those that it sent',
    replays: false,
    injection: withOtherNames,
  },
  'few-relations': {
    ...advice,
    means: 'resources have no links but self and those of pages and searches',
    weakness: 'needs a relation that the description does not name',
    injection: () => everyAnswer(withFewRelations),
  },
  'no-totals': {
    ...advice,
    means:
      'pages of publications have no Total, Pagina and PerPagina, which are documented only for inquiries',
    weakness: 'counts publications by the Total of a list',
    injection: () => everyAnswer(withoutTotals),
  },
  'other-candidate': {
    ...advice,
    means: 'among the candidates of a best-match another version comes before the one that matches',
    weakness: 'takes the first candidate, not the match',
    injection: () => everyAnswer(withOtherCandidate),
  },
  'no-match': {
    ...advice,
    harms: true,
    crashCounts: 'as-advice',
    means: 'a best-match finds no version: Match is null, and there are no candidates',
    weakness: 'needs the match of a best-match, which may be null',
    injection: () => everyAnswer(withoutMatch),
  },
} as const satisfies Readonly<Record<string, WorldFault>>

/** Returns whether a call is a write with names that the service resolves. */
export const isNamed = (call: ClientCall): boolean =>
  isOwn(call) && !isRead(call) && hasSucceeded(call) && namesIn(membersIn(bodyText(call.body))).length > 0
