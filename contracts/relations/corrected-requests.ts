import { limits } from '../../src/api/wire/limits.ts'
import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import { Violation } from '../../src/kit/runner/violation.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { DAY_MS } from '../../src/lib/calendar/date-time.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { amountFor } from '../support/amounts.ts'
import { dayOf, inquiriesPath } from '../support/inquiry-page.ts'
import { archiveAll, createSuspended, fullEdit, writePublication } from '../support/publication-writes.ts'

/**
 * A refusal has no lasting effect: the same request succeeds once it is corrected (PUB-01, PUB-21).
 */

/**
 * Sends a request that must be refused, then the corrected one; `control` sends one without a refusal before.
 */
interface Correction {
  readonly slug: string
  readonly statement: string
  readonly phrase: string
  send(
    t: ClauseContext,
  ): Promise<{ refused: Exchange; corrected: Exchange; control: () => Promise<Exchange> }>
}

/** Values of a wrong type, which every service refuses. */
const WRONG = { Precio: 'barato' }

const CORRECTIONS: readonly Correction[] = [
  {
    slug: 'create',
    statement: 'PUB-01',
    phrase: 'A create',
    send: async (t) => {
      const ExternalId = t.session.newExternalId()
      const refused = await t.create({ ExternalId, Activa: false, ...WRONG })
      const corrected = await t.create({ ExternalId, Activa: false })
      return { refused, corrected, control: () => t.create({ Activa: false }) }
    },
  },
  ...(['put', 'patch'] as const).map((write): Correction => {
    const edit = async (t: ClauseContext, made: Awaited<ReturnType<typeof createSuspended>>, more: object) =>
      write === 'put'
        ? fullEdit(t, made, { RefStock: 'KIT-FIXED', ...more })
        : { body: { Precio: amountFor(t, 26_262_626), ...more } }
    return {
      slug: write,
      statement: write === 'put' ? 'PUB-21' : 'PUB-28',
      phrase: write === 'put' ? 'A full edit' : 'A partial edit',
      send: async (t) => {
        const [one, other] = [await createSuspended(t), await createSuspended(t)]
        try {
          const refused = await writePublication(t, one, await edit(t, one, WRONG))
          const corrected = await writePublication(t, one, await edit(t, one, {}))
          const untouched = await writePublication(t, other, await edit(t, other, {}))
          return { refused, corrected, control: async () => untouched }
        } finally {
          await archiveAll(t, [one, other])
        }
      },
    }
  }),
]

const correctionClause = ({ slug, statement, phrase, send }: Correction): Clause =>
  clause({
    id: `relations/corrected-${slug}-succeeds`,
    rule: 'relations/corrected-{write}-succeeds',
    statements: [statement, 'PUB-34'],
    title: `${phrase} that was refused succeeds once it is corrected`,
    leaves: 'archived',
    needs: ['write'],
    check: async (t) => {
      const { refused, corrected, control } = await send(t)
      if (refused.response.status < 400) t.skip('the wrong request is accepted')
      if (corrected.response.status < 300) return
      const { status } = (await control()).response
      if (status >= 300) t.skip(`the same request is answered ${status} anyway`)
      throw new Violation(
        `status ${status}, as without the refused request before`,
        `${corrected.response.status}`,
        corrected,
      )
    },
  })

/**
 * Returns the earliest and the latest day that may be today: in UTC and in the offset of the page
 * (`common/time-zone`).
 */
const todaysOf = (page: Exchange): readonly [string, string] => {
  const clock = Date.parse(page.response.headers.date ?? '')
  const { Desde, Hasta } = membersOf(page.json)
  // Without a Date the period shows the day, within one day: Hasta may be of yesterday, or a midnight.
  if (Number.isNaN(clock)) return [dayOf(String(Hasta), -1), dayOf(String(Hasta), 1)]
  const offsets = [0, offsetOf(String(Desde))]
  const days = offsets.map((one) => new Date(clock + one * 60_000).toISOString().slice(0, 10)).sort()
  return [days[0] ?? '', days[1] ?? '']
}

/**
 * Returns the offset from UTC, in minutes, of the zone in which days are counted: that of the date-time, or
 * for one in UTC the distance of its time from a midnight, because a period begins with a day.
 */
const offsetOf = (start: string): number => {
  const [, sign, hours, minutes] = /([+-])(\d{2}):(\d{2})$/.exec(start) ?? []
  const offset = (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0))
  if (offset !== 0) return offset
  const [, hour = 0, minute = 0] = (/T(\d{2}):(\d{2})/.exec(start) ?? []).map(Number)
  const sinceMidnight = hour * 60 + minute
  return sinceMidnight > 12 * 60 ? 24 * 60 - sinceMidnight : -sinceMidnight
}

/**
 * Returns whether two clocks may be in use: the period without `hasta` ends on another day than the `Date`
 * header. A sandbox whose clock is set dates its responses by the real one.
 */
const isAnotherDay = (page: Exchange): boolean => {
  const clock = Date.parse(page.response.headers.date ?? '')
  const end = Date.parse(String(membersOf(page.json)['Hasta']))
  return Math.abs(end - clock) > 2 * DAY_MS
}

/** Clauses on corrected requests, and on bounds that the clock of the service moves. */
export const correctedRequestClauses: readonly Clause[] = [
  ...CORRECTIONS.map(correctionClause),
  clause({
    id: 'relations/desde-keeps-its-bound-by-the-clock-of-the-service',
    statements: ['INQ-06'],
    title: `desde is accepted up to ${limits.desde.daysBack} days before today, by the Date of the service, and refused beyond`,
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const page = await t.get(inquiriesPath(t))
      t.status(page, 200)
      if (isAnotherDay(page)) t.skip('its default period ends on another day than that of its Date header')
      const [earlier, later] = todaysOf(page)
      const accepted = await t.get(inquiriesPath(t, { desde: dayOf(later, -limits.desde.daysBack) }))
      t.status(accepted, 200)
      const refused = await t.get(inquiriesPath(t, { desde: dayOf(earlier, -limits.desde.daysBack - 1) }))
      // If the day changed in between, the earlier day is no longer the bound.
      if (todaysOf(await t.get(inquiriesPath(t)))[0] === earlier) t.status(refused, 400)
    },
  }),
]
