import { assumptions } from '../../src/api/assumptions/profile.ts'
import type { SweepReport, SweptVariant } from '../../src/sweep/report.ts'
import { terminalSweepReport } from '../../src/sweep/reports/terminal.ts'
import { CIRCUMSTANCES } from '../../src/sweep/variants/circumstances.ts'
import { FAULTS } from '../../src/sweep/variants/faults.ts'

/** What a variant injects, from the tables: the clause, the first response and the sentence of its report. */
interface Injected {
  readonly when: RegExp
  readonly first: RegExp
  readonly careful: string
}

/** Responses that a fault itself gives; under any other variant the service answers first. */
const FIRST_ANSWERS: Readonly<Record<string, RegExp>> = {
  'answer-lost': / -> no response/,
  reset: / -> no response/,
  '503': / -> 503/,
  '429': / -> 429/,
  '429-without-retry-after': / -> 429/,
}

const injectedBy = ({ id }: Pick<SweptVariant, 'id'>): Injected => {
  const [name = '', exchange = ''] = id.split('@')
  const operation = exchange.split('#')[0] ?? ''
  const row =
    FAULTS.find((fault) => fault.name === name) ??
    Object.entries(CIRCUMSTANCES).find(([circumstance]) => circumstance === name)?.[1]
  if (row) {
    const when = row.when.replace('{operation}', operation).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
    return {
      when: new RegExp(`^${when.replace('the publication', '(?:\\w+ of )?the publication')}$`),
      first: FIRST_ANSWERS[name] ?? / -> \d{3}/,
      careful: row.careful,
    }
  }
  const [assumption = '', option = ''] = id.split('=')
  const entry = assumptions.find((one) => one.id === assumption)
  const means =
    Object.entries(entry?.options ?? {}).find(([word]) => word === option.split(':')[0])?.[1].means ?? '?'
  return {
    when: new RegExp(
      `^${assumption} is ${option}: .${means
        .slice(1)
        .replace(/\.$/, '')
        .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`,
    ),
    first: / -> \d{3}/,
    careful: 'The description leaves this open: a service may do either.',
  }
}

const REQUEST = /^ {4}(?:GET|POST|PUT|PATCH|HEAD) \/\S+ -> (?:\d{3}|no response)(?: {2}\(\d+ times\))?$/

/**
 * Returns the lines of a report that neither its data nor the tables of what was injected explain: a report
 * has none, so it says nothing about what a client means.
 */
export const unexplainedLines = (report: SweepReport): string[] => {
  const { variants, hints, unstable } = report
  const broken = variants.filter(({ verdict }) => verdict === 'breaks')
  const explained = (line: string): boolean => {
    if (line === '' || line.startsWith('Nothing found') || REQUEST.test(line)) return true
    if (line.startsWith(`${report.command}  ${report.runs} runs, `)) return true
    if (/^ {2}\d+ passed, \d+ broke, \d+ not reached$/.test(line)) return true
    if (line === `Breaks under ${broken.length} variant${broken.length === 1 ? '' : 's'}.`) return true
    if (/^ {2}(?:this run|baseline)(?:, from \S+#\d+ on)?:$/.test(line)) return true
    if (/^ {2}requests and statuses are those of the baseline/.test(line)) return true
    if (/^No time for \d+ variants?: --full runs all\.$/.test(line)) return true
    if (line.startsWith('Not run, since tests may rightly fail under them: ')) return true
    if (line === 'Also seen, in the baseline:') return true
    if (hints.some(({ title, advice }) => line === `  ${title}. ${advice}`)) return true
    if (unstable.some((sentence) => line === `  unstable  ${sentence}`)) return true
    return broken.some(({ id, evidence, tests, world, careful }) => {
      const injected = injectedBy({ id })
      if (careful !== injected.careful || !evidence?.sent.some((sent) => injected.first.test(sent)))
        return false
      const headline = /^(?:✗| ) breaks when (.*?)(?: \(\d+ variants\)|, and under \d+ more)?$/.exec(
        line,
      )?.[1]
      if (line === `  variant: ${id}`) return true
      const [, further] = line.split(`  also: ${id}: `)
      if (further !== undefined)
        return (
          [...evidence.sent, 'requests and statuses are those of the baseline'].includes(further) ||
          evidence.baseline.some((one) => further === `no request where the baseline has ${one}`)
        )
      return (
        (headline !== undefined && injected.when.test(headline)) ||
        line === `  ${injected.careful}` ||
        line === `  ${evidence?.reason}` ||
        line === `  repeat: ${evidence?.again}` ||
        tests.some((name) => line === `  failing: ${name}`) ||
        world.some((sentence) => line === `  world: ${sentence}`) ||
        (line.startsWith('  | ') &&
          (evidence?.message.includes(line.slice(4)) === true || /^ {2}\| and \d+ more$/.test(line)))
      )
    })
  }
  return terminalSweepReport(report, (_, text) => text)
    .split('\n')
    .filter((line) => !explained(line))
}
