import { DAY_MS, MINUTE_MS, SECOND_MS, startOfDay, yearOf } from '../../calendar/date-time.ts'
import { SCENARIO_ZONE_MINUTES } from '../../calendar/instant.ts'
import type { World } from '../../world/world.ts'
import { besideAnother } from './another-inquiry.ts'
import { answerFaults } from './answer-faults.ts'
import { awkwardFaults } from './awkward-faults.ts'
import { type ClientCall, pathOfTarget, queryOf } from './client-call.ts'
import { contentFaults } from './content-faults.ts'
import { controlPost } from './control-post.ts'
import { deliveryFaults } from './delivery-faults.ts'
import type { FaultInjection, InjectedWorld } from './fault-injection.ts'
import { linkFaults } from './link-faults.ts'
import { ownChangeFaults } from './own-changes.ts'
import { priceFaults } from './price-faults.ts'
import { receiverFaults } from './receiver-faults.ts'
import { unsaidFaults } from './unsaid-faults.ts'
import { habitAdvice, type WorldFault } from './world-fault.ts'

/** True for a request of a list of inquiries from its second page on. */
export const isFurtherPage = ({ operation, target }: ClientCall): boolean =>
  operation === 'inquiries.list' && !['1', null].includes(queryOf(target).get('pagina'))

/** Returns what the pages of one list have in common. */
const listOf = (target: string): string => target.replace(/([?&])pagina=\d+/, '$1')

/**
 * Lets an inquiry arrive while the client is between two pages; it is gone when the client does something
 * else.
 */
const movingPage = (): FaultInjection => {
  const seen = new Set<string>()
  let former: World['inquiries'] | undefined
  // What a test counts of its own is not what arrived in between.
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
      if (!isFurtherPage(call)) {
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

/** Word of the fault by which a client is not alone. */
export const ANOTHER = 'another-inquiry'

/**
 * Returns a zone in which it is another day than at a moment in the agency's: ahead of UTC from ten o'clock
 * on, behind it before.
 */
const zoneOfAnotherDay = (wallMs: number): string =>
  new Date(wallMs).getUTCHours() >= HOUR_OF_ZONE_AHEAD ? 'Etc/GMT-14' : 'Etc/GMT+12'

const HOUR_OF_ZONE_AHEAD = 10

/** Returns noon of a day where the world is. */
const noonOf = (year: number, month: number, day: number): number =>
  Date.UTC(year, month, day, 12) - SCENARIO_ZONE_MINUTES * MINUTE_MS

/** Faults of a whole run, by the word that reports and `--only` use. */
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
    means: 'an inquiry from another person has arrived a minute before',
    weakness: 'expects no inquiries but those of its tests',
    rank: 2,
    replays: false,
    saysOther: true,
    advises: true,
    injection: (nowMs) => besideAnother(nowMs),
  },
  midnight: {
    means: 'it is half a minute before midnight',
    weakness: 'uses the day of another time zone',
    rank: 5,
    // The client knows the time, so that its requests may differ too.
    replays: false,
    injection: (nowMs) => ({ startMs: startOfDay(nowMs, SCENARIO_ZONE_MINUTES) + DAY_MS - 30 * SECOND_MS }),
  },
  'year-end': {
    means: 'it is half a minute before the new year',
    weakness: 'takes the year of another time zone',
    rank: 5,
    // The client knows the time, so that its requests may differ too.
    replays: false,
    injection: (nowMs) => {
      const nextYear = Date.UTC(yearOf(nowMs, SCENARIO_ZONE_MINUTES) + 1, 0, 1, 3)
      return { startMs: nextYear - 30 * SECOND_MS }
    },
  },
  'machine-zone': {
    means: "the client's machine is in another time zone, where it is another day: TZ",
    weakness: 'uses the days of its machine, or reads times in its zone',
    rank: 8,
    replays: false,
    saysOther: true,
    advises: true,
    injection: () => ({ env: { TZ: zoneOfAnotherDay(Date.now()) }, open: ({ mark }) => mark() }),
  },
  'month-end': {
    means: 'it is noon of the 31st of March',
    weakness: 'computes a day that a month does not have',
    rank: 5,
    // As above.
    replays: false,
    injection: (nowMs) => ({ startMs: noonOf(yearOf(nowMs, SCENARIO_ZONE_MINUTES) + 1, 2, 31) }),
  },
  'leap-day': {
    means: 'it is noon of the 29th of February',
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
  ...contentFaults,
  ...awkwardFaults,
  ...priceFaults,
  ...ownChangeFaults,
  ...linkFaults,
  ...unsaidFaults,
  'any-tag': {
    ...habitAdvice,
    means: 'another client may have changed what is written with If-Match: *',
    weakness: 'writes under any tag',
  },
  'amount-decimals': {
    ...habitAdvice,
    means: 'amounts have two decimals at most',
    weakness: 'writes what it computed as it comes',
  },
  'branch-members': {
    ...habitAdvice,
    means: 'a full edit of a branch may wipe what it leaves out',
    weakness: 'leaves out what it was shown',
  },
  'operator-members': {
    ...habitAdvice,
    means: 'the edit of an administrator may clear what it leaves out',
    weakness: 'leaves out members of an administrator',
  },
  'refused-again': {
    ...habitAdvice,
    means: 'what is refused for what it says is refused again',
    weakness: 'retries after 400, 403 and 404',
  },
  'wiped-unseen': {
    ...habitAdvice,
    means: 'a full edit removes what it leaves out, even if another writer added it',
    weakness: 'wipes with a full edit what it has never read',
  },
  'unsigned-webhooks': {
    ...habitAdvice,
    means: 'anybody may send a webhook',
    weakness: 'configures webhooks without a Secret',
  },
  'secret-printed': {
    ...habitAdvice,
    means: 'what a command prints is kept in logs',
    weakness: 'prints a secret',
  },
  'busy-polling': {
    ...habitAdvice,
    means: 'a client waits for something by reading it again',
    weakness: 'reads again without a pause',
  },
  'archived-first': {
    ...habitAdvice,
    means: 'a create may be refused after the publication that it replaces is archived',
    weakness: 'archives before it creates',
  },
} as const satisfies Readonly<Record<string, WorldFault>>

/** Word of a fault of a whole run. */
export type WorldFaultKind = keyof typeof worldFaults

/** Lets a fault of earlier inquiries meet one from a minute before the run, and none of a test. */
export const beforeToday = (kind: WorldFaultKind, nowMs: number): FaultInjection =>
  // By itself it spares those of the last day.
  besideAnother(nowMs, worldFaults[kind].injection(kind === 'new-words' ? nowMs + DAY_MS : nowMs))
