import { parseJson } from '../../lib/text/parse-json.ts'
import { requestText } from '../journal/request-details.ts'
import type { LintedExchange, LintRule } from './rule.ts'

/** Rules for clients that write. */

const isGuarded = ({ operation, method }: LintedExchange): boolean =>
  operation?.tagGuarded === true && method !== 'GET'

const withoutIfMatch: LintRule = {
  id: 'write-without-if-match',
  title: 'A publication is written without `If-Match`',
  why: 'Changes by other clients since the last read are lost. A service may also refuse such writes with 428.',
  because: ['PUB-34', 'publications/precondition-header', 'publications/precondition-required'],
  advice:
    'Keep the `ETag` of the last response for the publication and send it as `If-Match`; on 412 read again, merge, then write.',
  watch: () => {
    const found: number[] = []
    return {
      observe: (exchange) => {
        if (!isGuarded(exchange) || (exchange.status !== 200 && exchange.status !== 428)) return
        // `*` says on purpose that any state will do.
        if (exchange.requestHeader('if-match') === null) found.push(exchange.n)
      },
      matches: () => found,
    }
  },
}

const staleTagAgain: LintRule = {
  id: 'stale-tag-again',
  title: 'A write is repeated with a refused entity tag',
  why: 'The tag stays stale, so the write never succeeds.',
  because: ['PUB-34', 'PUB-33'],
  advice: 'On 412 read the publication, compare the changes, and write with the new `ETag`.',
  watch: () => {
    const refused = new Map<string, number>()
    const found = new Set<number>()
    return {
      observe: (exchange) => {
        if (!isGuarded(exchange)) return
        const key = `${exchange.caller}\n${exchange.method} ${exchange.url}\n${exchange.requestHeader('if-match') ?? ''}`
        const before = refused.get(key)
        if (before !== undefined) found.add(before).add(exchange.n)
        if (exchange.status === 412 && !exchange.entry.injectedFault) refused.set(key, exchange.n)
        else refused.delete(key)
      },
      matches: () => found,
    }
  },
}

/** A create that was refused because its `ExternalId` exists. */
interface RefusedCreate {
  readonly n: number
  readonly externalId: string
  readonly rest: string
}

const otherIdAfterConflict: LintRule = {
  id: 'external-id-changed-after-409',
  title: '`ExternalId` is changed after a 409 and the same car published again',
  why: 'A 409 often means that an earlier create succeeded and its response was lost. Under another id the car is listed twice and uses two slots of the package.',
  because: ['PUB-35', 'PUB-03', 'publications/duplicate', 'publications/external-id-reuse'],
  advice: 'Keep one `ExternalId` for each car. On 409 read that publication, and edit it when it is yours.',
  watch: () => {
    const taken = new Map<string, RefusedCreate>()
    const found = new Set<number>()
    return {
      observe: (exchange) => {
        if (exchange.operation?.id !== 'publications.create') return
        const key = `${exchange.caller}\n${exchange.path.toLowerCase()}`
        const before = taken.get(key)
        taken.delete(key)
        const duplicate =
          exchange.status === 409 && exchange.entry.response.decision.because.includes('PUB-35')
        if (!before && !duplicate) return
        const sent = createIn(exchange)
        if (!sent) return
        const renamed = before?.rest === sent.rest && before.externalId !== sent.externalId
        if (before && renamed && exchange.status === 201) found.add(before.n).add(exchange.n)
        // A client may try several names in a row.
        if (duplicate) taken.set(key, sent)
      },
      matches: () => found,
    }
  },
}

const createIn = ({ entry, n }: LintedExchange): RefusedCreate | undefined => {
  const json = parseJson(requestText(entry))
  if (typeof json !== 'object' || json === null) return undefined
  const { ExternalId, ...rest } = { ExternalId: '', ...json }
  return { n, externalId: String(ExternalId).toLowerCase(), rest: JSON.stringify(rest) }
}

const noContentType: LintRule = {
  id: 'content-type-missing',
  title: 'A body is sent without a JSON `Content-Type`',
  why: 'Only lenient services treat it as JSON; others respond with 415.',
  because: ['COM-01', 'common/request-media-types', 'common/content-type-unsupported'],
  advice: 'Send `Content-Type: application/json` with every body.',
  watch: () => {
    const found: number[] = []
    return {
      observe: ({ n, entry, operation, status, requestHeader: header }) => {
        const bodied = operation?.body !== undefined && entry.request.body.size > 0
        if (bodied && !entry.injectedFault && (status === 415 || header('content-type') === null))
          found.push(n)
      },
      matches: () => found,
    }
  },
}

export const writeRules: readonly LintRule[] = [
  withoutIfMatch,
  staleTagAgain,
  otherIdAfterConflict,
  noContentType,
]
