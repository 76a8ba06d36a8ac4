import * as z from 'zod'
import { countExchanges } from '../../journal/count.ts'
import { type JournalCriteria, matcherFor, StatusCriterion } from '../../journal/criteria.ts'
import type { JournalEntry } from '../../journal/entry.ts'
import { toHar } from '../../journal/har.ts'
import { LintFinding, lintExchanges } from '../../client-lint/lint.ts'
import { redactorFor } from '../../journal/redactor.ts'
import { ExchangeRow, ExchangeView, exchangeView, exchangeRow } from '../../journal/exchange-view.ts'
import { instantMs } from '../../scenarios/world-start.ts'
import type { WorldHandle } from '../../simulator/world-registry.ts'
import { type ControlCall, controlCall } from '../routes.ts'
import { ControlError } from '../../problems/control-error.ts'

/** What was asked and answered in one world. */

const Since = z
  .string()
  .refine((text) => /^\d{1,15}$/.test(text) || instantMs(text) !== undefined, {
    error: 'Expected the number of an entry, or an ISO 8601 instant with offset of the wall clock.',
  })
  .describe('Entries after the one of that number, or that came at that wall time or later')

const JournalQuery = {
  method: z.string().optional(),
  path: z.string().optional().describe('Exact or with *, with or without /v3; without a query any will do'),
  operation: z.string().optional().describe('Id, or a pattern with *'),
  status: StatusCriterion.optional(),
  agency: z.string().optional().describe('Admin mail in the path'),
}

/** Which exchanges are wanted; what is absent any has. */
export type JournalQuery = JournalCriteria & {
  readonly since?: string | undefined
  readonly before?: number | undefined
  readonly limit?: number | undefined
}

const MOST = 1_000

const Limit = z
  .string()
  .regex(/^\d{1,4}$/, 'Expected a whole number.')
  .transform(Number)
  .refine((limit) => limit >= 1 && limit <= MOST, `Expected 1 to ${MOST}.`)
  .describe(`The newest so many, by default ${MOST}; the oldest of them comes first`)

const Before = z
  .string()
  .regex(/^\d{1,15}$/, 'Expected the number of an entry.')
  .transform(Number)
  .describe('Entries before the one of that number')

const isSince = (since: string | undefined): ((entry: JournalEntry) => boolean) => {
  if (since === undefined) return () => true
  const number = /^\d+$/.test(since) ? Number(since) : undefined
  const wallMs = number === undefined ? (instantMs(since) ?? 0) : 0
  return (entry) => (number === undefined ? entry.wallMs >= wallMs : entry.n > number)
}

const chosenFrom = (
  held: WorldHandle,
  { since, ...criteria }: JournalCriteria & { readonly since?: string | undefined },
): JournalEntry[] => {
  const isLater = isSince(since)
  const { judge } = matcherFor(criteria)
  return held.journal.all().filter((entry) => isLater(entry) && judge(entry).length === 0)
}

/** The newest exchanges of a world that match, oldest first. */
export const exchangesOf = (held: WorldHandle, { limit = MOST, before = Infinity, ...wanted }: JournalQuery): ExchangeRow[] => {
  const entries = chosenFrom(held, wanted)
    .filter(({ n }) => n < before)
    .slice(-limit)
  const mask = redactorFor(entries)
  return entries.map((entry) => exchangeRow(entry, mask))
}

const list = controlCall({
  method: 'GET',
  path: '/worlds/{world}/journal',
  summary: 'Exchanges in one line each, oldest first: the newest that match, as many as the limit says',
  query: z.strictObject({ since: Since.optional(), before: Before.optional(), ...JournalQuery, limit: Limit.optional() }),
  status: 200,
  answer: z.array(ExchangeRow),
  handle: ({ sandbox, param, query }) => ({ json: exchangesOf(sandbox.worlds.require(param('world')), query) }),
})

const read = controlCall({
  method: 'GET',
  path: '/worlds/{world}/journal/{n}',
  summary: 'One exchange in full: what was sent and answered, the way to the answer, the world before and after',
  status: 200,
  answer: ExchangeView,
  handle: ({ sandbox, param }) => {
    const held = sandbox.worlds.require(param('world'))
    const entry = needEntry(held, param('n'))
    return { json: exchangeView(entry, redactorFor([entry])) }
  },
})

const needEntry = ({ name, journal }: WorldHandle, n: string): JournalEntry => {
  const entry = /^\d{1,15}$/.test(n) ? journal.get(Number(n)) : undefined
  if (entry) return entry
  const there = journal.size === 0 ? 'is empty' : `holds ${journal.first} to ${journal.next - 1}`
  throw new ControlError(404, `The journal of world ${name} has no entry ${n}; it ${there}.`)
}

const clear = controlCall({
  method: 'DELETE',
  path: '/worlds/{world}/journal',
  summary: 'Empty the journal; numbers begin at 1 again',
  status: 204,
  handle: ({ sandbox, param }) => {
    sandbox.worlds.require(param('world')).journal.clear()
    return {}
  },
})

const Count = z.strictObject({
  ...JournalQuery,
  since: z
    .union([z.int().transform(String), z.string()])
    .pipe(Since)
    .optional(),
  header: z
    .record(z.string(), z.string().nullable())
    .optional()
    .describe('Request headers by name, with *; null: absent. Of secret ones only the presence is compared'),
  body: z.unknown().optional().describe('What the JSON of the request holds at least'),
})

const Counted = z.object({
  count: z.int(),
  matched: z.array(z.int()).describe('Their numbers'),
  nearest: z
    .array(
      z.object({
        n: z.int(),
        method: z.string(),
        path: z.string(),
        status: z.int(),
        differs: z.array(z.object({ what: z.string(), expected: z.unknown(), got: z.unknown() })),
        sentence: z.string(),
      }),
    )
    .optional()
    .describe('When nothing matched: up to three that differ least'),
})

export type CountCriteria = z.input<typeof Count>
export type CountViewType = z.infer<typeof Counted>

const countMatching = controlCall({
  method: 'POST',
  path: '/worlds/{world}/journal/count',
  summary: 'How many exchanges match; when none does, which came nearest and what differed',
  body: Count,
  status: 200,
  answer: Counted,
  handle: ({ sandbox, param, body: { since, ...criteria } }) => {
    const entries = chosenFrom(sandbox.worlds.require(param('world')), { since })
    const counted = countExchanges(entries, criteria)
    const near = new Set(counted.nearest?.map(({ n }) => n))
    const mask = redactorFor(entries.filter(({ n }) => near.has(n)))
    return { json: mask.value(counted) }
  },
})

const har = controlCall({
  method: 'GET',
  path: '/worlds/{world}/journal.har',
  summary: 'The journal as an HTTP Archive 1.2, for the developer tools of a browser',
  query: z.strictObject({ since: Since.optional(), ...JournalQuery }),
  status: 200,
  handle: ({ sandbox, param, query }) => {
    const held = sandbox.worlds.require(param('world'))
    const entries = chosenFrom(held, query)
    return {
      json: toHar(entries, { version: sandbox.version, mask: redactorFor(entries) }),
      headers: { 'Content-Disposition': `attachment; filename="${held.name}.har"` },
    }
  },
})

const hints = controlCall({
  method: 'GET',
  path: '/worlds/{world}/hints',
  summary: "What a client's author should know: habits in the journal that will hurt",
  status: 200,
  answer: z.array(LintFinding),
  handle: ({ sandbox, param }) => {
    const { journal, world } = sandbox.worlds.require(param('world'))
    return { json: lintExchanges(journal.all(), world) }
  },
})

// A number comes after the word that could be taken for one.
export const journalCalls: readonly ControlCall[] = [list, clear, countMatching, read, har, hints]
