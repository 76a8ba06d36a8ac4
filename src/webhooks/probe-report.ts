import { painterFor, printable } from '../lib/text/terminal-style.ts'
import type { ProbeResult, ProbeScore } from './probe.ts'
import type { ProbeOutcome } from './probe-request.ts'

const COLOURS = { pass: 'green', fail: 'red', advice: 'yellow' } as const

/** Formats one case: what was sent, what a careful receiver responds, what this one did, and advice. */
export const resultText = (result: ProbeResult, colour: boolean): string => {
  const { id, grade, sent, careful, observed, advice } = result
  const mark = grade === 'fail' ? 'FAIL' : grade
  const painted = painterFor(colour)(COLOURS[grade], mark.padEnd(6))
  const excerpt = observed.map(excerptOf).find((text) => text !== '')
  const rows = [
    ['sent', sent],
    ['expected', careful],
    ['got', outcomesText(observed)],
    ...(grade !== 'pass' && excerpt !== undefined ? [['body', excerpt]] : []),
    ...(advice === '' ? [] : [['advice', advice]]),
  ]
  return [`${painted} ${id}`, ...rows.map(([name = '', text]) => `       ${name.padEnd(8)} ${text}`)].join(
    '\n',
  )
}

const outcomesText = (observed: readonly ProbeOutcome[]): string => observed.map(outcomeText).join(', then ')

const outcomeText = (observed: ProbeOutcome): string => {
  switch (observed.kind) {
    case 'answered':
      return `${observed.status} after ${observed.tookMs} ms`
    case 'silent':
      return `no response in ${observed.tookMs} ms`
    case 'cut':
      return `no response: the connection closed (${observed.why}) after ${observed.tookMs} ms`
    case 'unreachable':
      return `no connection (${observed.why})`
  }
}

const MAX_CHARACTERS = 120

const excerptOf = (observed: ProbeOutcome): string => {
  if (observed.kind !== 'answered') return ''
  const line = printable(observed.excerpt).replace(/\s+/g, ' ').trim()
  return line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS)}…` : line
}

/** Note on what a probe cannot test. */
export const COVERAGE_NOTE =
  'The signature covers the values of headers, not the body (EVT-05): no receiver can detect a changed body, so none was sent. Receive deliveries over https, and read the entity from the API rather than trust the body.'

/** Formats the score as one sentence. */
export const scoreText = ({
  cases,
  passed,
  essential,
  essentialPassed,
  failed,
  percent,
}: ProbeScore): string => {
  const advice = cases - passed - failed
  const verdict =
    failed > 0
      ? `${failed} failed`
      : advice > 0
        ? `nothing failed; ${advice} with advice`
        : 'a careful receiver'
  return `Score ${percent} %: ${passed} of ${cases} passed, ${essentialPassed} of ${essential} essential cases; ${verdict}.`
}

/** Converts a case for the JSON report. */
export const resultJson = (result: ProbeResult): object => ({ ...result, got: outcomesText(result.observed) })
