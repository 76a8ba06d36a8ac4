import { html, raw } from 'hono/html'
import {
  type HtmlReportOptions,
  type ReportMarkup,
  reportPage,
  reportTable,
} from '../../kit/reports/report-page.ts'
import { referenceLinks } from '../../text/reference-link.ts'
import type { Cause } from '../verdicts/causes.ts'
import { type SweepReport, type SweptFault, type SweptOption, variantId } from '../verdicts/findings.ts'
import { causeHead, causeIds, causeSentences, sectionsOf } from './sections.ts'

/** Returns the report as one self-contained page: findings with their evidence, then every variant. */
export const htmlSweepReport = (report: SweepReport, { docs }: HtmlReportOptions = {}): string => {
  const { conclusion, causes, advice, waived, optionCounts, faultCounts } = sectionsOf(report)
  const facts = (counts: typeof optionCounts) => counts.map((pair) => pair.join(' ')).join(', ')
  const notes = [
    ...report.unstable.map((line) => `unstable: ${line}`),
    ...report.waiverFaults,
    ...waived.map((entry) => `waived: ${variantId(entry)}`),
  ]
  return reportPage({
    conclusion,
    isGood: report.exitCode === 0,
    subject: report.command,
    facts: `${report.runs} runs, ${report.exchanges} exchanges, ${(report.tookMs / 1_000).toFixed(1)} s; silences: ${facts(optionCounts)}; faults: ${facts(faultCounts)}`,
    sections: [
      report.stopped === null ? '' : html`<pre>${report.stopped}</pre>`,
      ...notes.map((note) => html`<p>${note}</p>`),
      causes.length === 0
        ? ''
        : html`<section><h2>Findings</h2>${causes.map((cause) => finding(cause, true))}</section>`,
      advice.length === 0
        ? ''
        : html`<section><h2>Advice, which does not count</h2>${advice.map((cause) => finding(cause, false))}</section>`,
      variants('Silences', report.assumptions, docs),
      variants('Faults', report.faults, docs),
    ],
  })
}

const finding = (cause: Cause, isOpen: boolean): ReportMarkup | '' => {
  const { first: entry } = cause
  const { evidence } = entry
  if (evidence === null) return ''
  const [title, ...more] = causeSentences(cause)
  const blocks = [
    ['in all', causeIds(cause).join('\n')],
    [`from ${evidence.parts}`, evidence.next.join('\n')],
    ['the world that it leaves', evidence.world.join('\n')],
    ['tests that fail', evidence.tests.join('\n')],
    ['what it printed', evidence.output],
    ['others fail so', cause.otherWays.map((way) => way.join(': ')).join('\n')],
    ['again', evidence.again],
  ]
  const shown = blocks.map(([name, block]) => (block === '' ? '' : html`<p>${name}</p><pre>${block}</pre>`))
  return html`<details class="clause"${raw(isOpen ? ' open' : '')}><summary class="line"><b class="failed">${entry.verdict}</b><span>${title}</span><span class="address"><code>${causeHead(cause)}</code></span></summary>
<div class="detail"><p>${[...more, evidence.reason].join('; ')}</p>${shown}</div></details>`
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
