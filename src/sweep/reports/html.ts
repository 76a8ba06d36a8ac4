import { html, raw } from 'hono/html'
import {
  type HtmlReportOptions,
  type ReportMarkup,
  reportPage,
  reportTable,
} from '../../kit/reports/report-page.ts'
import { firstOf } from '../../text/first-of.ts'
import { referenceLinks } from '../../text/reference-link.ts'
import type { Cause } from '../verdicts/causes.ts'
import { type SweepReport, type SweptFault, type SweptOption, variantId } from '../verdicts/findings.ts'
import {
  AS_UNDISTURBED,
  causeHead,
  causeIds,
  causeSentences,
  causeVariant,
  counted,
  sectionsOf,
} from './sections.ts'

const MAX_WORLD_LINES = 20

/** Returns the report as one self-contained page: findings with their evidence, then every variant. */
export const htmlSweepReport = (report: SweepReport, { docs }: HtmlReportOptions = {}): string => {
  const { conclusion, causes, advice, waived, remarks, optionCounts, faultCounts } = sectionsOf(report)
  const facts = (counts: typeof optionCounts) => counts.map((pair) => pair.join(' ')).join(', ')
  const notes = [
    ...report.unstable.map((line) => `unstable: ${line}`),
    ...report.waiverFaults,
    ...remarks,
    ...waived.map((entry) => `waived: ${variantId(entry)}`),
  ]
  return reportPage({
    conclusion,
    isGood: report.exitCode === 0,
    subject: report.command,
    facts: `${counted(report.runs, 'run')}, ${counted(report.exchanges, 'exchange')}, ${(report.tookMs / 1_000).toFixed(1)} s; silences (what the description leaves open): ${facts(optionCounts)}; faults (what goes wrong or varies on the way): ${facts(faultCounts)}`,
    header: contents(causes),
    sections: [
      report.stopped === null ? '' : html`<pre>${report.stopped}</pre>`,
      ...notes.map((note) => html`<p>${note}</p>`),
      causes.length === 0
        ? ''
        : html`<section><h2>Findings</h2>${causes.map((cause, index) => finding(cause, index))}</section>`,
      advice.length === 0
        ? ''
        : html`<section><h2>Advice, not counted as findings</h2>${advice.map((cause) => finding(cause))}</section>`,
      variants('Silences', report.assumptions, docs),
      variants('Faults', report.faults, docs),
    ],
  })
}

/** Returns a line for each finding, with a link to it. */
const contents = (causes: readonly Cause[]): ReportMarkup | '' =>
  causes.length < 2
    ? ''
    : html`<ol>${causes.map(
        (cause, index) =>
          html`<li><a href="#${idOf(index)}">${causeHead(cause)}</a>: <code>${causeVariant(cause)}</code></li>`,
      )}</ol>`

const idOf = (index: number): string => `finding-${index + 1}`

/** Returns a finding; with an index, it has an id and is open. */
const finding = (cause: Cause, index?: number): ReportMarkup | '' => {
  const { first: entry } = cause
  const { evidence } = entry
  if (evidence === null) return ''
  const blocks = [
    ['all variants', causeIds(cause).join(', ')],
    [
      evidence.next.length > 0 ? `requests from ${evidence.parts} on` : 'requests',
      evidence.next.join('\n') || AS_UNDISTURBED,
    ],
    ['differences in the world', firstOf(evidence.world, MAX_WORLD_LINES).join('\n')],
    ['failing tests', evidence.tests.join('\n')],
    ['output', evidence.output],
    ['how the other variants fail', cause.otherFailures.map((failure) => failure.join(': ')).join('\n')],
    ['repeat', evidence.again],
  ]
  const shown = blocks.map(([name, block]) => (block === '' ? '' : html`<p>${name}</p><pre>${block}</pre>`))
  return html`<details class="clause"${raw(index === undefined ? '' : ` id="${idOf(index)}" open`)}><summary class="line"><b class="failed">${entry.verdict}</b><span>${causeHead(cause)}</span><span class="address"><code>${causeVariant(cause)}</code></span></summary>
<div class="detail"><p>${[...causeSentences(cause), evidence.reason].join('; ')}</p>${shown}</div></details>`
}

const variants = (
  title: string,
  entries: readonly (SweptOption | SweptFault)[],
  docs: string | undefined,
): ReportMarkup | '' => {
  const rows = entries.map((entry) => [
    'option' in entry
      ? html`<code>${raw(referenceLinks(docs, 'assumptions', entry.id))}=${entry.option}</code>`
      : html`<code>${variantId(entry)}</code>`,
    `${entry.verdict}${entry.waived ? ', waived' : ''}`,
    entry.note ?? '',
  ])
  return rows.length === 0
    ? ''
    : html`<section><h2>${title}</h2>${reportTable(['variant', 'verdict', 'note'], rows)}</section>`
}
