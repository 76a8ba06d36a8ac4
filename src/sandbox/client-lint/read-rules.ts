import type { LintedExchange, LintRule } from './rule.ts'

/** Rules for clients that read. */

/** Responses with one tag from which the rule matches. */
const POLLS = 3

const etagIgnored: LintRule = {
  id: 'etag-ignored',
  title: 'Unchanged resources are read in full again',
  why: 'Each response has the `ETag` of the previous one. A 304 without a body would be enough.',
  because: ['ERR-10', 'PUB-20', 'CAT-02', 'common/etag-elsewhere'],
  advice:
    'Keep the `ETag` of each response and send it as `If-None-Match` with the next read; on 304 use your copy.',
  watch: () => {
    const polled = new Map<string, { readonly tag: string; readonly numbers: number[] }>()
    const found = new Set<number>()
    return {
      observe: (exchange) => {
        if (exchange.method !== 'GET') return
        const key = `${exchange.caller}\n${exchange.url}\n${exchange.requestHeader('accept') ?? ''}`
        const tag = exchange.status === 200 ? exchange.responseHeader('etag') : null
        if (tag === null || exchange.requestHeader('if-none-match') !== null) {
          polled.delete(key)
          return
        }
        const before = polled.get(key)
        if (before?.tag !== tag) {
          polled.set(key, { tag, numbers: [exchange.n] })
          return
        }
        before.numbers.push(exchange.n)
        if (before.numbers.length === POLLS) for (const n of before.numbers) found.add(n)
        else if (before.numbers.length > POLLS) found.add(exchange.n)
      },
      matches: () => found,
    }
  },
}

/** How far one caller has read a list. */
interface ListReading {
  /** Number of the last request for page 1 that had a next page. */
  first: number | undefined
  readsFurther: boolean
}

const nextPageUnread: LintRule = {
  id: 'next-page-unread',
  title: 'Only the first of several pages of a list is read',
  why: 'The client never sees the entries of later pages. Lists grow, so the mistake appears long after release.',
  because: ['INQ-04', 'COM-12', 'common/relation-names'],
  advice: 'Follow `_links.next` until there is none, or narrow the list with its filters.',
  watch: () => {
    const lists = new Map<string, ListReading>()
    return {
      observe: (exchange) => {
        const { operation, method } = exchange
        if (method !== 'GET' || (operation?.resultKind !== 'page' && operation?.resultKind !== 'period'))
          return
        const { key, page } = listOf(exchange)
        let reading = lists.get(key)
        if (!reading) lists.set(key, (reading = { first: undefined, readsFurther: false }))
        if (page !== '1') reading.readsFurther = true
        else if (exchange.status === 200) reading.first = hasNext(exchange) ? exchange.n : undefined
      },
      matches: () =>
        [...lists.values()].flatMap(({ first, readsFurther }) =>
          first === undefined || readsFurther ? [] : [first],
        ),
    }
  },
}

const listOf = ({ caller, path, query }: LintedExchange): { readonly key: string; readonly page: string } => {
  const parameters = [...new URLSearchParams(query)]
  const page = parameters.find(([name]) => name === 'pagina')?.[1] ?? '1'
  const filters = parameters
    .filter(([name, value]) => name !== 'pagina' && value !== '')
    .map((pair) => pair.join('='))
  return { key: [caller, path.toLowerCase(), ...filters.sort()].join('\n'), page: page === '' ? '1' : page }
}

/** Pages may be large, so the link is searched for without parsing them. */
const hasNext = ({ entry: { response: answer } }: LintedExchange): boolean => {
  const { body } = answer
  if (body === null) return false
  if (typeof body === 'string') return body.includes(NEXT)
  return Buffer.from(body.buffer, body.byteOffset, body.length).includes(NEXT)
}

const NEXT = '"next":{"href":'

const notAcceptable: LintRule = {
  id: 'accept-not-offered',
  title: '`Accept` lists no media type of the resource',
  why: 'A service that still responds sends a media type that the client does not read.',
  because: ['COM-10', 'common/accept-unsupported'],
  advice: 'Send `Accept: application/json`, or one of the vendor media types of the resource.',
  watch: () => {
    const found: number[] = []
    return {
      observe: ({ n, status, entry }) => {
        if (status === 406 && !entry.injectedFault) found.push(n)
      },
      matches: () => found,
    }
  },
}

export const readRules: readonly LintRule[] = [etagIgnored, nextPageUnread, notAcceptable]
