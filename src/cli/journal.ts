import * as z from 'zod'
import { LintFinding } from '../client-lint/lint.ts'
import { ExchangeRow, ExchangeView } from '../journal/exchange-view.ts'
import { type Arguments, type Command, Failure, numberOption, textOption, UsageError } from './command.ts'
import { exchangeLine, exchangeText } from './exchange-text.ts'
import { follow } from './follow.ts'
import { written } from './output-file.ts'
import type { Option, Remote, RemoteCall } from './remote.ts'
import { type Asked, remoteCommand } from './remote-command.ts'
import { oneLine, painter } from './terminal-text.ts'

const MOST = 1_000
const USUAL = 50
/** So many are shown before those that are followed. */
const USUAL_BEFORE = 10

const text = (help: string): Option => ({ type: 'string', help })

/** What was asked of a world, and answered. */
export const journal: Command = remoteCommand({
  name: 'journal',
  summary: 'What was asked of a world and answered: one line for each exchange, the newest last; or one in full.',
  otherwise: {
    takes: '[N]',
    summary: 'The exchanges, or number N in full.',
    example: 'playa journal --follow --status 4xx',
    options: {
      follow: { type: 'boolean', short: 'f', help: 'go on as they happen, until Ctrl-C' },
      operation: text('only of an operation, or of a pattern with *'),
      status: text('only with a status, or a class like 4xx'),
      method: text('only with a method'),
      path: text('only at a path, or a pattern with *'),
      agency: text('only about an agency, by the e-mail of its administrator'),
      since: text('only after number N, or from an ISO 8601 instant on'),
      limit: text(`the newest so many (default ${USUAL}, with --follow ${USUAL_BEFORE}; at most ${MOST})`),
      har: text('write them to a file (- for standard output) as HAR 1.2, for the developer tools of a browser'),
      hints: { type: 'boolean', help: 'habits of the client that will hurt, with the exchanges that show them' },
    },
    run: (asked) => shown(asked),
  },
  verbs: {
    clear: {
      summary: 'Empty it; numbers begin at 1 again.',
      example: 'playa journal clear',
      run: ({ remote }) => remote.done({ method: 'DELETE', path: remote.inWorld('journal') }, 'The journal is empty.'),
    },
  },
})

const shown = ({ remote, args, words: [n] }: Asked): Promise<number> => {
  const { har, hints, follow } = args.values
  const ways = [n !== undefined && 'N', har !== undefined && '--har', hints && '--hints', follow && '--follow']
  const [one, other] = ways.filter((way) => typeof way === 'string')
  if (other !== undefined) throw new UsageError(`journal takes one of ${one} and ${other}.`)
  if (n !== undefined)
    return remote.tell({ path: remote.inWorld('journal', n) }, ExchangeView, (told) => exchangeText(told, painter()))
  if (hints) return remote.tell({ path: remote.inWorld('hints') }, z.array(LintFinding), hintsText)
  if (har !== undefined) return archived(remote, args, String(har))
  if (follow) return followed(remote, args)
  return remote.tell(listCall(remote, args, USUAL), z.array(ExchangeRow), table)
}

const listCall = (remote: Remote, args: Arguments, usual: number): RemoteCall => ({
  path: remote.inWorld('journal'),
  query: { ...criteriaOf(args), limit: numberOption(args, 'limit', 1, MOST) ?? usual },
})

const Numbered = z.looseObject({ n: z.int(), at: z.string().default('') })

/**
 * What happens only tells that there is something new: the list is asked for it, which judges the criteria, and misses nothing when this
 * reader is slow.
 */
const followed = (remote: Remote, args: Arguments): Promise<number> => {
  const call = listCall(remote, args, USUAL_BEFORE)
  const paint = painter()
  /** The last that is known, when the latest of the known came, and after what the list is asked. */
  const known: { n: number; at: string; since: string | number | undefined } = {
    n: 0,
    at: '',
    since: call.query?.since,
  }
  const note = ({ n, at }: z.infer<typeof Numbered>) => {
    known.n = Math.max(known.n, n)
    known.since = known.n
    if (at > known.at) known.at = at
  }
  const print = async (query: RemoteCall['query']) => {
    for (const row of await remote.read({ ...call, query: { ...call.query, ...query } }, z.array(Numbered))) {
      console.log(remote.isJson ? JSON.stringify(row) : exchangeLine(ExchangeRow.parse(row), paint))
      note(row)
    }
  }
  return follow(remote, {
    begin: () => print({}),
    heard: async ({ kind, data }) => {
      if (kind === 'lost') return print({ since: known.since, limit: MOST })
      if (kind !== 'exchange') return
      const exchange = Numbered.parse(data)
      // A number that is known already, of one that came later: the journal was emptied, and numbers began at 1 again.
      if (exchange.n <= known.n && exchange.at > known.at) known.n = known.since = exchange.n - 1
      if (exchange.n > known.n) await print({ since: known.since, limit: MOST })
      note(exchange)
    },
  })
}

const criteriaOf = (args: Arguments): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    ['operation', 'status', 'method', 'path', 'agency', 'since'].map((name) => [name, textOption(args, name)]),
  )

const table = (rows: readonly ExchangeRow[]): string => {
  const paint = painter()
  return rows.length === 0 ? 'There is no such exchange.' : rows.map((row) => exchangeLine(row, paint)).join('\n')
}

const archived = async (remote: Remote, args: Arguments, file: string): Promise<number> => {
  const har = await (await remote.send({ path: remote.inWorld('journal.har'), query: criteriaOf(args) })).text()
  if (file === '-') process.stdout.write(har)
  else {
    written(file, har, (sentence) => new Failure(sentence))
    if (!remote.isJson) console.log(`Wrote ${file}: open it in the network tab of a browser's developer tools.`)
  }
  return 0
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
