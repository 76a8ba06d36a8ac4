import { jsonIn, requestText } from '../journal/request-details.ts'
import type { Habit, Seen } from './rule.ts'

/** Habits of clients that write. */

const isGuarded = ({ operation, method }: Seen): boolean => operation?.guarded === true && method !== 'GET'

const withoutIfMatch: Habit = {
  id: 'write-without-if-match',
  title: 'A publication is written without `If-Match`',
  why: 'What somebody else changed since the last read is overwritten unseen. A service may also refuse such writes with 428.',
  because: ['PUB-34', 'publications/precondition-header', 'publications/precondition-required'],
  advice:
    'Keep the `ETag` of the last answer about the publication and send it as `If-Match`; on 412 read again, decide again, then write.',
  watch: () => {
    const found: number[] = []
    return {
      see: (seen) => {
        if (!isGuarded(seen) || (seen.status !== 200 && seen.status !== 428)) return
        const tag = seen.header('if-match')
        if (tag === null || tag.trim() === '*') found.push(seen.n)
      },
      found: () => found,
    }
  },
}

const staleTagAgain: Habit = {
  id: 'stale-tag-again',
  title: 'A write is repeated with the entity tag that was just refused',
  why: 'The tag stays stale however often it is sent, so the write never succeeds.',
  because: ['PUB-34', 'PUB-33'],
  advice: 'On 412 read the publication, look at what changed, and write with the `ETag` of that answer.',
  watch: () => {
    const refused = new Map<string, number>()
    const found = new Set<number>()
    return {
      see: (seen) => {
        if (!isGuarded(seen)) return
        const key = `${seen.caller}\n${seen.method} ${seen.url}\n${seen.header('if-match') ?? ''}`
        const before = refused.get(key)
        if (before !== undefined) found.add(before).add(seen.n)
        if (seen.status === 412 && !seen.entry.disturbed) refused.set(key, seen.n)
        else refused.delete(key)
      },
      found: () => found,
    }
  },
}

/** A create that was refused because its `ExternalId` is taken. */
interface Taken {
  readonly n: number
  readonly externalId: string
  readonly rest: string
}

const otherIdAfterConflict: Habit = {
  id: 'external-id-changed-after-409',
  title: '`ExternalId` is changed after a 409 and the same car published again',
  why: 'A 409 often means that an earlier create did arrive although its answer was lost. Under another id the car is listed twice and takes two places of the package.',
  because: ['PUB-35', 'PUB-03', 'publications/duplicate', 'publications/external-id-reuse'],
  advice: 'Keep one `ExternalId` for each car. On 409 read that publication, and edit it when it is yours.',
  watch: () => {
    const taken = new Map<string, Taken>()
    const found = new Set<number>()
    return {
      see: (seen) => {
        if (seen.operation?.id !== 'publications.create') return
        const key = `${seen.caller}\n${seen.path.toLowerCase()}`
        const before = taken.get(key)
        taken.delete(key)
        const duplicate = seen.status === 409 && seen.entry.answer.decided.because.includes('PUB-35')
        if (!before && !duplicate) return
        const sent = createIn(seen)
        if (!sent) return
        const renamed = before?.rest === sent.rest && before.externalId !== sent.externalId
        if (before && renamed && seen.status === 201) found.add(before.n).add(seen.n)
        // Names may be tried one after the other.
        if (duplicate) taken.set(key, sent)
      },
      found: () => found,
    }
  },
}

const createIn = ({ entry, n }: Seen): Taken | undefined => {
  const json = jsonIn(requestText(entry))
  if (typeof json !== 'object' || json === null) return undefined
  const { ExternalId, ...rest } = { ExternalId: '', ...json }
  return { n, externalId: String(ExternalId).toLowerCase(), rest: JSON.stringify(rest) }
}

const noContentType: Habit = {
  id: 'content-type-missing',
  title: 'A body is sent without a JSON `Content-Type`',
  why: 'It is taken for JSON by lenient services only; others answer 415.',
  because: ['COM-01', 'common/request-media-types', 'common/content-type-unsupported'],
  advice: 'Send `Content-Type: application/json` with every body.',
  watch: () => {
    const found: number[] = []
    return {
      see: ({ n, entry, operation, status, header }) => {
        const bodied = operation?.body !== undefined && entry.request.body.size > 0
        if (bodied && !entry.disturbed && (status === 415 || header('content-type') === null)) found.push(n)
      },
      found: () => found,
    }
  },
}

export const writingHabits: readonly Habit[] = [withoutIfMatch, staleTagAgain, otherIdAfterConflict, noContentType]
