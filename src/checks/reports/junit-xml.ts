import { markupText } from '../../lib/text/markup.ts'

/** A test case of a JUnit report; one without an outcome passes. */
export interface JunitCase {
  readonly name: string
  readonly tookMs?: number
  readonly outcome?: JunitOutcome | undefined
  /** JUnit has no warnings: they are the error output of a test case. */
  readonly warnings?: readonly string[]
}

/** Why a test case does not pass. */
export interface JunitOutcome {
  readonly kind: 'failure' | 'error' | 'skipped'
  readonly message: string
  readonly text?: string
}

/** Suites of test cases by their names. */
export type JunitSuites = Map<string, readonly JunitCase[]>

/** Returns suites as JUnit XML, with the counts of their outcomes; `startedAt` in ISO 8601. */
export const junitXml = (
  suites: JunitSuites,
  {
    name,
    tookMs,
    startedAt,
  }: { readonly name: string; readonly tookMs?: number; readonly startedAt?: string },
): string => {
  const timestamp = startedAt === undefined ? '' : ` timestamp="${startedAt}"`
  const parts = Array.from(suites, ([suite, cases]) => {
    const open = `  <testsuite name="${markupText(suite)}" ${countsOf(cases)}${timestamp}>`
    return [open, ...cases.map((one) => caseXml(suite, one)), '  </testsuite>'].join('\n')
  })
  const head = `<testsuites name="${name}" ${countsOf([...suites.values()].flat())}${timeOf(tookMs)}>`
  return ['<?xml version="1.0" encoding="UTF-8"?>', head, ...parts, '</testsuites>\n'].join('\n')
}

const countsOf = (cases: readonly JunitCase[]): string => {
  const count = (kind: string) => cases.filter(({ outcome }) => outcome?.kind === kind).length
  return `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`
}

const timeOf = (tookMs: number | undefined): string =>
  tookMs === undefined ? '' : ` time="${(tookMs / 1_000).toFixed(3)}"`

const caseXml = (suite: string, { name, tookMs, outcome, warnings = [] }: JunitCase): string => {
  const { kind, message = '', text = '' } = outcome ?? {}
  const found = kind ? `<${kind} message="${markupText(message)}">${markupText(text)}</${kind}>` : ''
  const said = warnings.length > 0 ? `<system-err>${markupText(warnings.join('\n'))}</system-err>` : ''
  return `    <testcase classname="${markupText(suite)}" name="${markupText(name)}"${timeOf(tookMs)}>${found}${said}</testcase>`
}
