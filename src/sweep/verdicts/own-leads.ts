import type { ClientCall } from '../faults/client-call.ts'
import { jsonMembers, listedEntries, membersIn } from '../faults/json-walk.ts'
import type { ClientRun } from '../runs/client-run.ts'
import { failedTests } from '../runs/failed-tests.ts'
import { leavesOf } from './round-trip.ts'
import { unusualLines } from './unusual-lines.ts'

type OwnRun = Pick<ClientRun, 'calls' | 'output'>

/**
 * Returns, by fault, what a client does wrong with inquiries of its tests whose content a fault changes. A
 * test that expects the original content proves nothing about the client.
 */
export const withOwnLeads: Readonly<Record<string, (run: OwnRun, usual: OwnRun) => string | undefined>> = {
  'leads-in-odd-texts': (run, usual) => refusedText(run, usual) ?? unescapedText(run, usual),
  'leads-of-one-person': (run, usual) => passedOver(run, usual),
}

/** The text that `odd-texts` appends to a person's name; runners may escape its quotes. */
const ODD = String.raw`, \\{0,2}"Ñata\\{0,2}"; <b>O\\{0,2}'Neil</b> & ☕`
const BESIDE_SEPARATOR = new RegExp(`[,;\\t][^\\s,;"'<>][^,;"'<>\\n]{0,40}${ODD}|${ODD}[,;\\t](?=[^\\s])`)
const IN_MARKUP = new RegExp(`<(?!/?b>)/?\\w[^<>\\n]*>[^<>\\n]*${ODD}`)
/** Matches what is left of a character that was cut. */
const CUT = /\ufffd|\\ud83d(?!\\ude|\\udd)/i

/** Reports a text that the output shows unescaped in CSV or HTML, or cut within a character. */
const unescapedText = ({ output }: OwnRun, { output: usual }: OwnRun): string | undefined => {
  const printed = unusualLines(output, usual)
  if (IN_MARKUP.test(printed)) return 'it puts a text into HTML without escaping it'
  if (BESIDE_SEPARATOR.test(printed)) return 'it puts a text into CSV without quoting it'
  return CUT.test(printed) ? 'it cuts a text within a character' : undefined
}

/** Reports a write that the service refuses because of such texts. */
const refusedText = ({ calls }: OwnRun, { calls: undisturbed }: OwnRun): string | undefined => {
  const usual = new Set(undisturbed.filter(isRefused).map(({ operation }) => operation))
  const refused = calls.find((call) => isRefused(call) && !usual.has(call.operation))
  return refused && `it sends what the service refuses: ${refused.method} ${refused.target} -> 400`
}

const isRefused = ({ operation, response }: ClientCall): boolean =>
  operation !== undefined && response?.status === 400

/** Reports a client that skips inquiries because it already knows their person or car. */
const passedOver = (run: OwnRun, usual: OwnRun): string | undefined => {
  const [read, before] = [run, usual].map(({ calls }) => inquiriesRead(calls))
  if (read && before && read.size < before.size && isWhole(run, usual))
    return `it skips an inquiry from a person who has asked before: it reads ${read.size} of ${before.size}`
  const shown = [...personsIn(run.calls)]
  const failures = [...failedTests(run.output)].filter(([name]) => !failedTests(usual.output).has(name))
  const texts =
    failures.length > 0 ? failures.map(([, text]) => text) : [unusualLines(run.output, usual.output)]
  const isFewer = texts.some((text) => reportsFewer(text) && !shown.some((value) => text.includes(value)))
  return isFewer ? 'it skips an inquiry from a person who has asked before' : undefined
}

/** Returns whether tests make as many control calls as undisturbed. */
const isWhole = (run: OwnRun, usual: OwnRun): boolean => {
  const [own, former] = [run, usual].map(
    ({ calls }) => calls.filter(({ operation }) => operation === undefined).length,
  )
  return own === former
}

const inquiriesRead = (calls: readonly ClientCall[]): Set<string> =>
  new Set(calls.flatMap(({ operation, target }) => (operation === 'inquiries.read' ? [target] : [])))

/** Returns texts about people and cars that a client was shown; a test that expects others prints them. */
const personsIn = (calls: readonly ClientCall[]): Set<string> => {
  const found = new Set<string>()
  for (const { response } of calls) {
    const body = membersIn(response?.body ?? '')
    for (const entry of [body, ...listedEntries(body)])
      for (const part of [entry['Interesado'], entry['Auto']])
        for (const value of leavesOf(jsonMembers(part)).values())
          if (typeof value === 'string' && value.length > 2) found.add(value)
  }
  return found
}

/** Match messages of tests that find fewer things than expected. */
const FEWER: readonly RegExp[] = [
  /\b(?<got>\d{1,3}) [!=]==? (?<want>\d{1,3})\b/,
  /\bexpected:?\s+(?<want>\d{1,3})\b[\s\S]{0,60}?\b(?:actual|got|received):?\s+(?<got>\d{1,3})\b/i,
  /\bgot:?\s+(?<got>\d{1,3}),?\s+(?:want|expected):?\s+(?<want>\d{1,3})\b/i,
  /\bthat (?:actual size )?(?<got>\d{1,3}) matches expected (?:size )?(?<want>\d{1,3})\b/,
  /\bexpected (?<got>\d{1,3}) to (?:be|equal|deeply equal) (?<want>\d{1,3})\b/,
  /\blength of (?<want>\d{1,3}) but got (?<got>\d{1,3})\b/,
]

/** Returns whether a test finds fewer things than it expects. */
export const reportsFewer = (text: string): boolean =>
  FEWER.some((pattern) => {
    const { got, want } = pattern.exec(text)?.groups ?? {}
    return Number(got) < Number(want)
  }) || /contains (?:one|\d+) more item/.test(text)
