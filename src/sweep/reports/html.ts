import { html, raw } from 'hono/html'
import {
  type HtmlReportOptions,
  type ReportMarkup,
  reportPage,
  reportTable,
} from '../../checks/reports/report-page.ts'
import { counted } from '../../lib/text/counted.ts'
import { referenceLinks } from '../../lib/text/reference-link.ts'
import {
  conclusionOf,
  findingsOf,
  furtherLine,
  headlinesOf,
  leftOutLines,
  type SweepFinding,
  type SweepReport,
  type SweptVariant,
  verdictCounts,
} from '../report.ts'
import { IN_PREPARATION, SEEN } from './terminal.ts'

/** Returns the report as one self-contained page: findings with their evidence, then all else, folded. */
export const htmlSweepReport = (report: SweepReport, { docs }: HtmlReportOptions = {}): string => {
  const { variants, hints, stopped, unstable, waiverFaults } = report
  const findings = findingsOf(variants)
  const headlines = headlinesOf(variants)
  const notes = [...unstable.map((line) => `unstable: ${line}`), ...waiverFaults, ...leftOutLines(report)]
  return reportPage({
    conclusion: conclusionOf(report),
    isGood: report.exitCode === 0,
    subject: report.command,
    facts: `${counted(report.runs, 'run')}, ${counted(report.exchanges, 'exchange')}, ${(report.tookMs / 1_000).toFixed(1)} s; ${verdictCounts(variants)}`,
    header: headlines.length < 2 ? '' : html`<ul>${headlines.map((line) => html`<li>${line}</li>`)}</ul>`,
    sections: [
      stopped === null ? '' : html`<pre>${stopped}</pre>`,
      findingSection(
        'Findings',
        findings.filter(({ first }) => !first.isPreparation),
      ),
      findingSection(
        IN_PREPARATION,
        findings.filter(({ first }) => first.isPreparation),
      ),
      hints.length === 0
        ? ''
        : html`<section><h2>${SEEN}</h2>${hints.map(({ title, advice }) => html`<p>${title}. <small>${advice}</small></p>`)}</section>`,
      ...notes.map((note) => html`<p>${note}</p>`),
      folded(
        'Waived',
        variants.filter(({ verdict, waived }) => verdict === 'breaks' && waived),
        docs,
      ),
      folded(
        'Passed',
        variants.filter(({ verdict }) => verdict === 'passes'),
        docs,
      ),
      folded(
        'Not reached',
        variants.filter(({ verdict }) => verdict === 'not-reached'),
        docs,
      ),
    ],
  })
}

const findingSection = (title: string, findings: readonly SweepFinding[]): ReportMarkup | '' =>
  findings.length === 0 ? '' : html`<section><h2>${title}</h2>${findings.map(findingMarkup)}</section>`

const findingMarkup = ({ headline, first, others }: SweepFinding): ReportMarkup => {
  const { id, when, careful, tests, world, exchange, evidence } = first
  const from = exchange === null ? '' : `, from ${exchange} on`
  const blocks = [
    ['failing tests', tests.join('\n')],
    ['message', evidence.message],
    ['differences of the records at the end', world.join('\n')],
    ['also under', others.map(furtherLine).join('\n')],
    ['repeat', evidence.again],
  ]
  const columns = html`<div style="display:grid;grid-template-columns:repeat(auto-fit,minmax(20rem,1fr));gap:0 .8rem">${[
    ['this run', evidence.sent],
    ['baseline', evidence.baseline],
  ].map(
    ([name, lines]) => html`<div><p>${name}${from}</p><pre>${[lines].flat().join('\n')}</pre></div>`,
  )}</div>`
  const shown = blocks.map(([name, block]) => (block === '' ? '' : html`<p>${name}</p><pre>${block}</pre>`))
  return html`<details class="clause" open><summary class="line"><b class="failed">✗ breaks</b><span>${headline}</span><span class="address"><code>${id}</code></span></summary>
<div class="detail"><p>${when}: ${evidence.reason}.</p><p>${careful}</p>${columns}${shown}</div></details>`
}

const GLYPHS = { passes: '✓', breaks: '✗', 'not-reached': '↓' } as const

/** Returns variants as a table that unfolds; nothing without any. */
const folded = (
  title: string,
  variants: readonly SweptVariant[],
  docs: HtmlReportOptions['docs'],
): ReportMarkup | '' => {
  if (variants.length === 0) return ''
  const rows = variants.map(({ id, when, verdict }) => [GLYPHS[verdict], linked(id, docs), when])
  return html`<details class="clause"><summary class="line"><b class="${title === 'Passed' ? 'passed' : 'skipped'}">${GLYPHS[variants[0]?.verdict ?? 'passes']} ${variants.length}</b><span>${title}</span></summary>${reportTable(['', 'variant', 'when'], rows)}</details>`
}

const linked = (id: string, docs: HtmlReportOptions['docs']): ReportMarkup | string => {
  const [assumption = id, option] = id.split('=', 2)
  return option === undefined
    ? html`<code>${id}</code>`
    : html`<code>${raw(referenceLinks(docs, 'assumptions', assumption))}=${option}</code>`
}
