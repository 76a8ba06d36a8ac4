import * as z from 'zod'
import { ControlError } from '../../api/problems/control-error.ts'
import { LintFinding, lintExchanges } from '../../sandbox/client-lint/lint.ts'
import { countExchanges } from '../../sandbox/journal/exchange-count.ts'
import { ExchangeRow, ExchangeView } from '../../sandbox/journal/exchange-schemas.ts'
import { exchangeView } from '../../sandbox/journal/exchange-view.ts'
import { harSteps } from '../../sandbox/journal/har.ts'
import type { JournalEntry } from '../../sandbox/journal/journal-entry.ts'
import { redactorFor } from '../../sandbox/journal/redactor.ts'
import { inSlices } from '../../sandbox/scenarios/in-slices.ts'
import type { WorldHandle } from '../../sandbox/simulator/world-registry.ts'
import { controlCall } from '../call/call.ts'
import { exchangesOf, matchingEntries } from '../call/exchange-list.ts'
import { criteriaMembers, JournalListQuery, JournalSince } from '../call/journal-query.ts'
import { jsonStream } from '../call/json-stream.ts'

const ExchangeRowComponent = ExchangeRow.meta({ id: 'ExchangeRow' })

const list = controlCall({
  method: 'GET',
  path: '/worlds/{world}/journal',
  summary: 'List requests and responses of a world, one line each, oldest first',
  query: JournalListQuery,
  status: 200,
  answer: z.array(ExchangeRowComponent),
  cli: [
    {
      verb: 'journal',
      example: 'playa journal --follow --status 4xx',
      omit: ['before'],
      flags: {
        since: 'since <n|instant>',
        method: 'method <method>',
        path: 'path <pattern>',
        operation: 'operation <pattern>',
        status: 'status <code|class>',
        agency: 'agency <email>',
      },
    },
  ],
  task: {
    name: 'list_exchanges',
    advice: '`explain_refusal` says why one was refused.',
  },
  handle: async ({ world, query }) => ({ json: await inSlices(exchangesOf(world, query)) }),
})

const read = controlCall({
  method: 'GET',
  path: '/worlds/{world}/journal/{n}',
  summary: 'Show one exchange in full: request, response, decision trace, world state before and after',
  status: 200,
  answer: ExchangeView.meta({ id: 'Exchange' }),
  handle: ({ world, param }) => {
    const entry = requireEntry(world, param('n'))
    return { json: exchangeView(entry, redactorFor([entry])) }
  },
})

const requireEntry = ({ name, journal }: WorldHandle, n: string): JournalEntry => {
  const entry = /^\d{1,15}$/.test(n) ? journal.get(Number(n)) : undefined
  if (entry) return entry
  const there = journal.size === 0 ? 'is empty' : `holds ${journal.first} to ${journal.next - 1}`
  throw new ControlError(404, `The journal of world ${name} has no entry ${n}; it ${there}.`)
}

const clear = controlCall({
  method: 'DELETE',
  path: '/worlds/{world}/journal',
  summary: 'Clear the journal; numbers start at 1 again',
  status: 204,
  cli: [{ verb: 'journal clear', example: 'playa journal clear' }],
  handle: ({ world }) => {
    world.journal.clear()
    return {}
  },
})

const CountInput = z.strictObject({
  ...criteriaMembers,
  since: JournalSince.optional(),
  header: z
    .record(z.string(), z.string().nullable())
    .optional()
    .describe('Request headers by name, with *; null: absent. Of secret ones only the presence is compared'),
  body: z.unknown().optional().describe('Members that the JSON of the request must contain'),
})

const CountView = z
  .object({
    count: z.int().describe('How many match'),
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
  .meta({ id: 'ExchangeCount' })

const countMatching = controlCall({
  method: 'POST',
  path: '/worlds/{world}/journal/count',
  summary: 'Count the exchanges that match; if none does, name the nearest and what differed',
  body: CountInput,
  status: 200,
  answer: CountView,
  task: {
    name: 'count_requests',
    advice: 'Use it to assert what a client sent.',
  },
  handle: async ({ world, body: { since, ...criteria } }) => {
    const entries = matchingEntries(world, { since })
    const counted = await inSlices(countExchanges(entries, criteria))
    const near = new Set(counted.nearest?.map(({ n }) => n))
    const redactor = redactorFor(entries.filter(({ n }) => near.has(n)))
    return { json: redactor.value(counted) }
  },
})

const har = controlCall({
  method: 'GET',
  path: '/worlds/{world}/journal.har',
  summary: 'Export the journal as an HTTP Archive 1.2, for the developer tools of a browser',
  query: z.strictObject({ since: JournalSince.optional(), ...criteriaMembers }),
  status: 200,
  answer: z
    .object({
      log: z.object({
        version: z.literal('1.2'),
        creator: z.object({ name: z.string(), version: z.string() }),
        pages: z.array(z.unknown()),
        entries: z.array(z.record(z.string(), z.unknown())),
      }),
    })
    .meta({ id: 'HttpArchive' }),
  errors: { 503: 'Too many exports at a time.' },
  isExport: true,
  handle: async ({ simulator, world, query }) => {
    const entries = matchingEntries(world, query)
    const steps = harSteps(entries, { version: simulator.version, redactor: redactorFor(entries) })
    return {
      raw: jsonStream(await inSlices(steps)),
      headers: {
        'Content-Type': 'application/json',
        'Content-Disposition': `attachment; filename="${world.name}.har"`,
      },
    }
  },
})

const listHints = controlCall({
  method: 'GET',
  path: '/worlds/{world}/hints',
  summary: 'List risky habits of the client in the journal, each with the exchanges that show it',
  status: 200,
  answer: z.array(LintFinding.meta({ id: 'Hint' })),
  task: { name: 'list_hints' },
  handle: ({ world: { journal, world } }) => ({ json: lintExchanges(journal.all(), world) }),
})

// `/journal/count` is bound before `/journal/{n}`, which would take `count` for a number.
export const journalCalls = { list, clear, count: countMatching, read, har }
export const hintCalls = { list: listHints }
