import * as z from 'zod'
import { controlApi } from '../../control/table.ts'
import { LintFinding } from '../../sandbox/client-lint/lint.ts'
import { ExchangeRow, ExchangeView } from '../../sandbox/journal/exchange-schemas.ts'
import { Failure, UsageError } from '../support/errors.ts'
import { writeOutput } from '../support/output-file.ts'
import { oneLine, painter } from '../support/terminal-text.ts'
import { exchangeLine, exchangeText } from './exchange-text.ts'
import { followEvents } from './follow.ts'
import { printed, type VerbContext, type VerbExtensions } from './verb-extension.ts'

const MAX_ROWS = 1_000
const DEFAULT_ROWS = 50
/** How many are listed before those that are followed. */
const FOLLOW_BACKLOG = 10

/** What `playa journal` adds: one exchange by its number, following, archives and hints. */
export const journalVerbs: VerbExtensions = {
  journal: {
    extend: (command) => {
      const limit = command.options.find(({ long }) => long === '--limit')
      if (limit) limit.description = `number of newest entries, by default ${DEFAULT_ROWS}, oldest first`
      command
        .argument('[n]', 'number of an exchange, which is shown in full')
        .option('-f, --follow', 'keep printing exchanges as they happen, until Ctrl-C')
        .option(
          '--har <file>',
          'write them as HAR 1.2 for the developer tools of a browser (- for standard output)',
        )
        .option('--hints', 'list risky habits of the client, with the exchanges that show them')
    },
    prepare: (input) => ({ limit: DEFAULT_ROWS, ...input }),
    run: (context) => runJournal(context),
    print: printed(z.array(ExchangeRow), (rows, input) => table(rows, input)),
  },
  'journal clear': { print: () => 'The journal is empty.' },
}

const runJournal = async (context: VerbContext): Promise<number | undefined> => {
  const { remote, options, words } = context
  const [n] = words
  const { har, hints, follow } = options
  const ways = [
    n !== undefined && '<n>',
    har !== undefined && '--har',
    hints && '--hints',
    follow && '--follow',
  ]
  const [one, other] = ways.filter((way) => typeof way === 'string')
  if (other !== undefined) throw new UsageError(`journal takes either ${one} or ${other}.`)
  if (n !== undefined) {
    const answer = await remote.readJson(controlApi.journal.read, { n })
    const text = () => exchangeText(remote.shaped(answer, ExchangeView), painter())
    remote.print(remote.isJson ? JSON.stringify(answer, null, 2) : text())
    return 0
  }
  if (hints) {
    const answer = await remote.readJson(controlApi.hints.list)
    const text = () => hintsText(remote.shaped(answer, z.array(LintFinding)))
    remote.print(remote.isJson ? JSON.stringify(answer, null, 2) : text())
    return 0
  }
  if (typeof har === 'string') return writeArchive(context, har)
  return follow ? followJournal(context) : undefined
}

const NumberedRow = z.looseObject({ n: z.int(), at: z.string().default('') })
type Query = Readonly<Record<string, unknown>>

/**
 * Lists again with each event: the list judges the criteria, and misses nothing when this reader is slow. An
 * event only says that there is something new.
 */
const followJournal = ({ remote, input }: VerbContext): Promise<number> => {
  const paint = painter()
  const isDefault = input['limit'] === DEFAULT_ROWS
  /** The last entry that is known, when the latest one came, and after which the list is read. */
  const known: { n: number; at: string; since: unknown } = { n: 0, at: '', since: input['since'] }
  const note = ({ n, at }: z.infer<typeof NumberedRow>) => {
    known.n = Math.max(known.n, n)
    known.since = known.n
    if (at > known.at) known.at = at
  }
  const printRows = async (query: Query) => {
    const answer = await remote.readJson(controlApi.journal.list, { ...input, ...query })
    for (const row of remote.shaped(answer, z.array(NumberedRow))) {
      remote.print(remote.isJson ? JSON.stringify(row) : exchangeLine(ExchangeRow.parse(row), paint))
      note(row)
    }
  }
  return followEvents(remote, {
    onOpen: () => printRows(isDefault ? { limit: FOLLOW_BACKLOG } : {}),
    onEvent: async ({ event, data }) => {
      if (event === 'lost') return printRows({ since: known.since, limit: MAX_ROWS })
      if (event !== 'exchange') return
      const exchange = NumberedRow.parse(data)
      // A known number on a later entry: the journal was emptied, and numbers began at 1 again.
      if (exchange.n <= known.n && exchange.at > known.at) known.n = known.since = exchange.n - 1
      if (exchange.n > known.n) await printRows({ since: known.since, limit: MAX_ROWS })
      note(exchange)
    },
  })
}

const writeArchive = async ({ remote, input }: VerbContext, file: string): Promise<number> => {
  const { limit: _, ...criteria } = input
  const archive = await (await remote.send(controlApi.journal.har, criteria)).text()
  if (file === '-') process.stdout.write(archive)
  else {
    writeOutput(file, archive, (sentence) => new Failure(sentence))
    if (!remote.isJson)
      remote.print(`Wrote ${file}: open it in the network tab of a browser's developer tools.`)
  }
  return 0
}

const table = (rows: readonly ExchangeRow[], { limit: _, ...criteria }: Query): string => {
  const paint = painter()
  if (rows.length > 0) return rows.map((row) => exchangeLine(row, paint)).join('\n')
  return Object.keys(criteria).length > 0
    ? 'There is no such exchange.'
    : 'No request was made yet. The control API is not recorded.'
}

const hintsText = (hints: readonly z.infer<typeof LintFinding>[]): string => {
  if (hints.length === 0) return 'Nothing in the journal will hurt.'
  const paint = painter()
  return hints
    .map(({ id, title, why, because, advice, exchanges, deliveries = [] }) => {
      const seen = [...exchanges.map(String), ...deliveries].join(', ')
      return [
        `${paint('bold', oneLine(title))}  ${paint('dim', `${id} (${because.join(', ')})`)}`,
        `  ${oneLine(why)}`,
        `  ${paint('green', oneLine(advice))}`,
        `  Seen in ${seen}.`,
      ].join('\n')
    })
    .join('\n\n')
}
