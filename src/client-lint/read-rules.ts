import type { Habit, Seen } from './rule.ts'

/** Habits of clients that read. */

/** So many answers with one tag make a habit. */
const POLLS = 3

const etagIgnored: Habit = {
  id: 'etag-ignored',
  title: 'What has not changed is read whole again and again',
  why: 'Each answer carried the `ETag` of the one before. A 304 would have said so without a body.',
  because: ['ERR-10', 'PUB-20', 'CAT-02', 'common/etag-elsewhere'],
  advice: 'Keep the `ETag` of each answer and send it as `If-None-Match` with the next read; on 304 use what you have.',
  watch: () => {
    const polled = new Map<string, { readonly tag: string; readonly numbers: number[] }>()
    const found = new Set<number>()
    return {
      see: (seen) => {
        if (seen.method !== 'GET') return
        const key = `${seen.caller}\n${seen.url}\n${seen.header('accept') ?? ''}`
        const tag = seen.status === 200 ? seen.answered('etag') : null
        if (tag === null || seen.header('if-none-match') !== null) {
          polled.delete(key)
          return
        }
        const before = polled.get(key)
        if (before?.tag !== tag) {
          polled.set(key, { tag, numbers: [seen.n] })
          return
        }
        before.numbers.push(seen.n)
        if (before.numbers.length === POLLS) for (const n of before.numbers) found.add(n)
        else if (before.numbers.length > POLLS) found.add(seen.n)
      },
      found: () => found,
    }
  },
}

/** A list as one caller reads it. */
interface Reading {
  /** The last first page that had another after it. */
  first: number | undefined
  goesOn: boolean
}

const nextUnread: Habit = {
  id: 'next-page-unread',
  title: 'Of a list with several pages only the first is read',
  why: 'What stands on the later pages is never seen. Lists grow, so this shows long after the client was written.',
  because: ['INQ-04', 'COM-12', 'common/relation-names'],
  advice: 'Follow `_links.next` until there is none, or ask for less with the filters of the list.',
  watch: () => {
    const lists = new Map<string, Reading>()
    return {
      see: (seen) => {
        const { operation, method } = seen
        if (method !== 'GET' || (operation?.as !== 'page' && operation?.as !== 'period')) return
        const { key, page } = listOf(seen)
        let reading = lists.get(key)
        if (!reading) lists.set(key, (reading = { first: undefined, goesOn: false }))
        if (page !== '1') reading.goesOn = true
        else if (seen.status === 200) reading.first = hasNext(seen) ? seen.n : undefined
      },
      found: () => [...lists.values()].flatMap(({ first, goesOn }) => (first === undefined || goesOn ? [] : [first])),
    }
  },
}

const listOf = ({ caller, path, query }: Seen): { readonly key: string; readonly page: string } => {
  const parameters = [...new URLSearchParams(query)]
  const page = parameters.find(([name]) => name === 'pagina')?.[1] ?? '1'
  const filters = parameters.filter(([name, value]) => name !== 'pagina' && value !== '').map((pair) => pair.join('='))
  return { key: [caller, path.toLowerCase(), ...filters.sort()].join('\n'), page: page === '' ? '1' : page }
}

/** Pages may be long, so the link is looked for without reading them. */
const hasNext = ({ entry: { answer } }: Seen): boolean => {
  const { body } = answer
  if (body === null) return false
  if (typeof body === 'string') return body.includes(NEXT)
  return Buffer.from(body.buffer, body.byteOffset, body.length).includes(NEXT)
}

const NEXT = '"next":{"href":'

const notAcceptable: Habit = {
  id: 'accept-not-offered',
  title: '`Accept` names no form in which the resource is offered',
  why: 'Services that answer such a request nevertheless send another form than the client reads.',
  because: ['COM-10', 'common/accept-unsupported'],
  advice: "Send `Accept: application/json`, or one of the vendor's types that the resource has.",
  watch: () => {
    const found: number[] = []
    return {
      see: ({ n, status, entry }) => {
        if (status === 406 && !entry.disturbed) found.push(n)
      },
      found: () => found,
    }
  },
}

export const readingHabits: readonly Habit[] = [etagIgnored, nextUnread, notAcceptable]
