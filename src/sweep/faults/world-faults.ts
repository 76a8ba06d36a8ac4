import { DAY_MS, MINUTE_MS, SECOND_MS, startOfDay, yearOf } from '../../calendar/date-time.ts'
import { SCENARIO_ZONE_MINUTES } from '../../calendar/instant.ts'
import type { World } from '../../world/world.ts'
import { withAnotherInquiry } from './another-inquiry.ts'
import { answerFaults } from './answer-faults.ts'
import { awkwardFaults } from './awkward-faults.ts'
import { type ClientCall, pathOfTarget, queryOf } from './client-call.ts'
import { contentFaults } from './content-faults.ts'
import { controlPost } from './control-post.ts'
import { deliveryFaults } from './delivery-faults.ts'
import type { FaultInjection, InjectedWorld } from './fault-injection.ts'
import { idFaults } from './id-faults.ts'
import { linkFaults } from './link-faults.ts'
import { listingFaults } from './listing-faults.ts'
import { zoneOfAnotherDay } from './machine-zone.ts'
import { ownChangeFaults } from './own-changes.ts'
import { packageFaults } from './package-faults.ts'
import { priceFaults } from './price-faults.ts'
import { receiverFaults } from './receiver-faults.ts'
import { undocumentedFaults } from './undocumented-faults.ts'
import { advice, habitAdvice, type WorldFault } from './world-fault.ts'

/** Returns whether a call reads a list of inquiries from the second page on. */
export const isLaterPage = ({ operation, target }: ClientCall): boolean =>
  operation === 'inquiries.list' && !['1', null].includes(queryOf(target).get('pagina'))

/** Returns a key that is the same for all pages of a list. */
const listOf = (target: string): string => target.replace(/([?&])pagina=\d+/, '$1')

/** Lets an inquiry arrive between two pages, and removes it when the client does something else. */
const movingPage = (): FaultInjection => {
  const seen = new Set<string>()
  let former: World['inquiries'] | undefined
  // A test must not count the inquiry that arrived in between.
  const takeBack = ({ worldHandle }: InjectedWorld): void => {
    if (former) worldHandle.world = { ...worldHandle.world, inquiries: former }
    former = undefined
  }
  return {
    // A second run starts from the beginning.
    open: () => {
      seen.clear()
      former = undefined
    },
    before: async (world, call) => {
      const { worldHandle } = world
      const path = pathOfTarget(call.target)
      if (!isLaterPage(call)) {
        takeBack(world)
      } else if (!seen.has(listOf(call.target))) {
        seen.add(listOf(call.target))
        former = worldHandle.world.inquiries
        world.mark()
        const adminMail = decodeURIComponent(path.split('/').at(-1) ?? '')
        await controlPost(world, worldHandle.name, '/inquiries', { adminMail })
      }
      return undefined
    },
    beforeExempt: takeBack,
  }
}

/** Name of the fault with an inquiry from another person. */
export const ANOTHER = 'another-inquiry'

/** Returns noon of a day in the zone of the world. */
const noonOf = (year: number, month: number, day: number): number =>
  Date.UTC(year, month, day, 12) - SCENARIO_ZONE_MINUTES * MINUTE_MS

const beforeMidnight = (nowMs: number): number =>
  startOfDay(nowMs, SCENARIO_ZONE_MINUTES) + DAY_MS - 30 * SECOND_MS

/** Faults of a whole run, by their names in reports and `--only`. */
export const worldFaults = {
  ...deliveryFaults,
  ...receiverFaults,
  'page-moved': {
    means: 'an inquiry arrives between two pages',
    weakness: 'counts an entry twice when the pages move',
    rank: 2,
    replays: false,
    injection: movingPage,
  },
  [ANOTHER]: {
    means: 'an inquiry from another person arrived a minute before the run',
    weakness: 'expects no inquiries but those of its tests',
    rank: 2,
    replays: false,
    changesContent: true,
    advises: true,
    injection: (nowMs) => withAnotherInquiry(nowMs),
  },
  midnight: {
    means: 'it is half a minute before midnight',
    weakness: 'uses the day of another time zone',
    rank: 5,
    // The client knows the time, so its requests may differ too.
    replays: false,
    injection: (nowMs) => ({ startMs: beforeMidnight(nowMs) }),
  },
  'midnight-in-utc': {
    ...advice,
    replays: false,
    after: 'midnight',
    means: 'it is half a minute before midnight, and the times of inquiries are in UTC: of the next day',
    weakness: 'takes the day out of the text of a time, without its offset',
    injection: (nowMs) => ({ ...answerFaults['utc-times'].injection(), startMs: beforeMidnight(nowMs) }),
  },
  'year-end': {
    means: 'it is half a minute before the new year',
    weakness: 'uses the year of another time zone',
    rank: 5,
    // The client knows the time, so its requests may differ too.
    replays: false,
    injection: (nowMs) => {
      const nextYear = Date.UTC(yearOf(nowMs, SCENARIO_ZONE_MINUTES) + 1, 0, 1, 3)
      return { startMs: nextYear - 30 * SECOND_MS }
    },
  },
  'machine-zone': {
    means: "the client's machine is in another time zone, where it is another day: TZ",
    weakness: 'uses the day or the time zone of its machine',
    rank: 8,
    replays: false,
    changesContent: true,
    advises: true,
    injection: () => ({
      env: ({ TZ }) => ({ TZ: zoneOfAnotherDay(Date.now(), TZ) }),
      open: ({ mark }) => mark(),
    }),
  },
  'month-end': {
    means: 'it is noon on the 31st of March',
    weakness: 'computes a day that a month does not have',
    rank: 5,
    // As above.
    replays: false,
    injection: (nowMs) => ({ startMs: noonOf(yearOf(nowMs, SCENARIO_ZONE_MINUTES) + 1, 2, 31) }),
  },
  'leap-day': {
    means: 'it is noon on the 29th of February',
    weakness: 'computes a day that a year does not have',
    rank: 5,
    // As above.
    replays: false,
    injection: (nowMs) => {
      const year = yearOf(nowMs, SCENARIO_ZONE_MINUTES)
      return { startMs: noonOf(year + 4 - (year % 4), 1, 29) }
    },
  },
  ...answerFaults,
  ...idFaults,
  ...contentFaults,
  ...awkwardFaults,
  ...packageFaults,
  ...priceFaults,
  ...ownChangeFaults,
  ...listingFaults,
  ...linkFaults,
  ...undocumentedFaults,
  'any-tag': {
    ...habitAdvice,
    means: 'another client may have changed what is written with If-Match: *',
    weakness: 'writes under any tag',
  },
  'amount-decimals': {
    ...habitAdvice,
    means: 'amounts have two decimals at most',
    weakness: 'writes computed amounts without rounding',
  },
  'branch-members': {
    ...habitAdvice,
    means: 'a full edit of a branch may wipe what it leaves out',
    weakness: 'leaves out members that it was shown',
  },
  'operator-members': {
    ...habitAdvice,
    means: 'the edit of an administrator may clear what it leaves out',
    weakness: 'leaves out members of an administrator',
  },
  'refused-again': {
    ...habitAdvice,
    means: 'a write that is refused for its content is refused again',
    weakness: 'retries after 400, 403 and 404',
  },
  'wiped-unseen': {
    ...habitAdvice,
    means: 'a full edit removes what it leaves out, even if another writer added it',
    weakness: 'wipes with a full edit what it never read',
  },
  'unsigned-webhooks': {
    ...habitAdvice,
    means: 'anyone can send a webhook',
    weakness: 'configures webhooks without a Secret',
  },
  'secret-printed': {
    ...habitAdvice,
    means: 'the output of a command is kept in logs',
    weakness: 'prints a secret',
  },
  'busy-polling': {
    ...habitAdvice,
    means: 'a client waits for something by reading it again',
    weakness: 'reads again without a pause',
  },
  'photos-ignored': {
    ...habitAdvice,
    means: 'a full edit with as many photos as before does not change them',
    weakness: 'replaces photos by as many others, which the service ignores',
  },
  'archived-first': {
    ...habitAdvice,
    means: 'a create may be refused after the publication that it replaces is archived',
    weakness: 'archives before it creates',
  },
} as const satisfies Readonly<Record<string, WorldFault>>

/** Name of a fault of a whole run. */
export type WorldFaultKind = keyof typeof worldFaults

/** Lets a fault of earlier inquiries act on one from a minute before the run, but not on those of a test. */
export const beforeToday = (kind: WorldFaultKind, nowMs: number): FaultInjection =>
  // On its own, new-words leaves inquiries of the last day unchanged.
  withAnotherInquiry(nowMs, worldFaults[kind].injection(kind === 'new-words' ? nowMs + DAY_MS : nowMs))
