import type { ProbeResult, Score } from './probe.ts'
import type { Observed } from './probe-request.ts'
import { printable } from './reception-text.ts'

const COLOURS = { pass: 32, fail: 31, advice: 33 } as const

/** One case for a person: what was sent, what a careful receiver answers, what this one did, and what to do. */
export const resultText = (result: ProbeResult, colour: boolean): string => {
  const { id, grade, sent, careful, observed, advice } = result
  const mark = grade === 'fail' ? 'FAIL' : grade
  const painted = colour ? `\u001b[${COLOURS[grade]}m${mark.padEnd(6)}\u001b[0m` : mark.padEnd(6)
  const said = observed.map(excerptOf).find((excerpt) => excerpt !== '')
  const rows = [
    ['sent', sent],
    ['careful', careful],
    ['got', gotText(observed)],
    ...(grade !== 'pass' && said !== undefined ? [['it said', said]] : []),
    ...(advice === '' ? [] : [['advice', advice]]),
  ]
  return [`${painted} ${id}`, ...rows.map(([name = '', text]) => `       ${name.padEnd(8)} ${text}`)].join('\n')
}

const gotText = (observed: readonly Observed[]): string => observed.map(oneGot).join(', then ')

const oneGot = (observed: Observed): string => {
  switch (observed.kind) {
    case 'answered':
      return `${observed.status} after ${observed.tookMs} ms`
    case 'silent':
      return `no answer in ${observed.tookMs} ms`
    case 'cut':
      return `no answer: the connection ended (${observed.why}) after ${observed.tookMs} ms`
    case 'unreachable':
      return `no connection (${observed.why})`
  }
}

const MOST_CHARACTERS = 120

const excerptOf = (observed: Observed): string => {
  if (observed.kind !== 'answered') return ''
  const line = printable(observed.excerpt).replace(/\s+/g, ' ').trim()
  return line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS)}…` : line
}

/** What no test from outside can ask for. */
export const COVERAGE =
  'The signature covers the values of headers, not the body (EVT-05): no receiver can see a changed body, so none was sent. Take deliveries over https, and fetch the entity rather than believe the body.'

export const scoreText = ({ cases, passed, essential, essentialPassed, failed, percent }: Score): string => {
  const advice = cases - passed - failed
  const verdict =
    failed > 0 ? `${failed} failed` : advice > 0 ? `nothing failed; ${advice} with advice` : 'a careful receiver'
  return `Score ${percent} %: ${passed} of ${cases} passed, ${essentialPassed} of ${essential} essential ones; ${verdict}.`
}

/** A case as the machine-readable report shows it. */
export const resultJson = (result: ProbeResult): object => ({ ...result, got: gotText(result.observed) })
