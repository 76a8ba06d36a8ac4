import type * as z from 'zod'
import type { Paint, Style } from '../../lib/text/terminal-style.ts'
import type { BodyView, ExchangeRow, ExchangeView } from '../../sandbox/journal/exchange-schemas.ts'
import { columns, countsText, lines, oneLine, padded } from '../support/terminal-text.ts'

const NUMBER_CELLS = 5
const METHOD_CELLS = 6
const OPERATION_CELLS = 24
const TOOK_CELLS = 7

/** Formats an exchange on one line; columns have fixed widths, so that lines printed later align. */
export const exchangeLine = (row: ExchangeRow, paint: Paint): string => {
  const cells = [
    paint('dim', padded(String(row.n), NUMBER_CELLS, 'left')),
    timeOf(row),
    statusText(row, paint),
    padded(oneLine(row.method), METHOD_CELLS),
    padded(row.operation ?? '-', OPERATION_CELLS),
    padded(`${row.tookMs.toFixed(1)} ms`, TOOK_CELLS + 2, 'left'),
    paint('bold', readablePath(row.path)),
    ...reasonsOf(row).map((reason) => paint(styleOf(row.status), reason)),
    ...row.facts.map((fact) => paint('dim', `-> ${oneLine(fact)}`)),
    ...(row.fault ? [paint('magenta', faultText(row.fault))] : []),
  ]
  return cells.join('  ')
}

/** Formats the wall time in the zone of the world's time, and names it: `09:00:00.123-03:00`. */
const timeOf = ({ at, now }: Pick<ExchangeRow, 'at' | 'now'>): string => wallTime(at, now).slice(11)

const MINUTE_MS = 60_000

const wallTime = (at: string, now: string): string => {
  const [zone = 'Z', sign = '+', hours = 0, minutes = 0] = /([+-])(\d\d):(\d\d)$/.exec(now) ?? []
  const shift = Number(`${sign}${Number(hours) * 60 + Number(minutes)}`)
  return new Date(Date.parse(at) + shift * MINUTE_MS).toISOString().replace('Z', zone)
}

const styleOf = (status: number): Style => {
  if (status === 0 || status >= 500) return 'magenta'
  if (status >= 400) return 'red'
  return status >= 300 ? 'cyan' : 'green'
}

const statusText = ({ status, fault }: ExchangeRow, paint: Paint): string => {
  const unanswered = status === 0 || fault?.answered === false
  return paint(unanswered ? 'magenta' : styleOf(status), unanswered ? '---' : String(status))
}

/** Decodes a path for reading: mails and accents appear as themselves. */
const readablePath = (path: string): string => {
  try {
    return oneLine(decodeURI(path).replaceAll(/%40/g, '@'))
  } catch {
    return oneLine(path)
  }
}

const MAX_ISSUES = 3

/**
 * Returns why a request was refused: the statements or assumptions that decided, and the sentence. Empty for
 * other statuses.
 */
const reasonsOf = ({ status, decided, detail, errors = {} }: ExchangeRow): string[] => {
  if (status < 400) return []
  const issues = Object.entries(errors).flatMap(([name, sentences]) => `${name}: ${sentences.join(' ')}`)
  const more = issues.length > MAX_ISSUES ? [`and ${issues.length - MAX_ISSUES} more`] : []
  const said = [detail ?? '', ...issues.slice(0, MAX_ISSUES), ...more].filter((text) => text !== '')
  return [oneLine([`${decided.because.join(', ') || decided.question}:`, said.join(' ')].join(' ').trim())]
}

const faultText = ({ rules, how, answered }: NonNullable<ExchangeRow['fault']>): string =>
  oneLine(`! ${[...rules, how.join(', ')].join(' ')}${answered ? '' : ', no response was sent'}`)

type Exchange = ExchangeView

/** Formats an exchange in full: request, response, decision trace, world state. */
export const exchangeText = (exchange: Exchange, paint: Paint): string =>
  [
    exchangeLine(exchange, paint),
    '',
    ...message('>', `${exchange.request.method} ${exchange.request.url}`, exchange.request, paint),
    '',
    ...message('<', `${exchange.answer.status}`, exchange.answer, paint),
    '',
    paint('bold', 'Decision trace'),
    columns(
      exchange.way.flatMap(({ outcome, question, asks, because = [] }) => [
        [
          outcome === 'decided' ? paint(styleOf(exchange.status), outcome) : paint('dim', outcome),
          question,
          asks,
        ],
        ...because.map((ground) => ['', '', oneLine(groundText(ground))]),
      ]),
      '  ',
    ),
    '',
    paint('bold', 'World state'),
    columns(
      [
        ['calling app', exchange.app ?? 'none'],
        ['wall time', wallTime(exchange.at, exchange.now)],
        ['before', momentText(exchange.world.before)],
        ['after', momentText(exchange.world.after)],
        ...exchange.world.changes.map((change) => ['changed', changeText(change)]),
      ].map(([name = '', text = '']) => [name, oneLine(text)]),
      '  ',
    ),
  ].join('\n')

interface Message {
  readonly headers: readonly { readonly name: string; readonly value: string }[]
  readonly body: z.infer<typeof BodyView> | null
}

const message = (mark: string, first: string, { headers, body }: Message, paint: Paint): string[] => [
  `${mark} ${paint('bold', oneLine(first))}`,
  ...headers.map(({ name, value }) => `${mark} ${oneLine(`${name}: ${value}`)}`),
  ...(body === null ? [] : ['', ...bodyLines(body)]),
]

const bodyLines = ({ json, text, base64, size, truncated }: z.infer<typeof BodyView>): string[] => [
  ...lines(json === undefined ? (text ?? base64 ?? '') : JSON.stringify(json, null, 2)).map(
    (line) => `  ${line}`,
  ),
  ...(truncated ? [`  ... of ${size} bytes`] : []),
]

const groundText = ({
  id,
  option,
  means,
  source,
}: NonNullable<Exchange['way'][number]['because']>[number]): string =>
  option === undefined ? id : `${id}=${option} (${source}): ${means}`

const momentText = ({ now, counts }: Exchange['world']['before']): string => `${now}, ${countsText(counts)}`

const changeText = ({
  kind,
  id,
  agency,
  before,
  after,
  members = [],
}: Exchange['world']['changes'][number]): string =>
  [
    kind,
    id ?? '',
    agency === undefined ? '' : `of ${agency}`,
    after === undefined
      ? ''
      : before === null || before === undefined
        ? `made, ${after}`
        : `${before} -> ${after}`,
    members.length === 0 ? '' : `(${members.join(', ')})`,
  ]
    .filter((part) => part !== '')
    .join(' ')
