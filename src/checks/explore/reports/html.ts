import { html, raw } from 'hono/html'
import { referenceLinks } from '../../../lib/text/reference-link.ts'
import {
  type HtmlReportOptions,
  type ReportMarkup,
  reportPage,
  reportTable,
  reproduction,
} from '../../reports/report-page.ts'
import type { SearchReport } from './exploration-report.ts'
import { groundsOf, pathOf, type ReportedFinding } from './search-report.ts'

/**
 * Returns the report as one self-contained page: findings with their reproductions, then the implied profile.
 */
export const htmlSearchReport = (report: SearchReport, { docs }: HtmlReportOptions = {}): string => {
  const { findings, subject, steps, seed, conclusion, unconfirmed, left, unjudged = [] } = report
  const profile = Object.entries(report.profile).map(([id, option]) => [
    html`<code>${raw(referenceLinks(docs, 'assumptions', id))}</code>`,
    option,
  ])
  // The first sentence is the headline.
  const [headline = '', ...sentences] = conclusion.split(/(?<=\.) (?=[A-Z0-9])/)
  return reportPage({
    conclusion: headline,
    isGood: findings.length === 0,
    subject,
    facts: [`${steps} answers${seed === null ? '' : `, seed ${seed}`}.`, ...sentences].join(' '),
    sections: [
      findings.length === 0
        ? ''
        : html`<section><h2>Findings</h2>${findings.map((finding) => findingMarkup(finding, docs))}</section>`,
      items('Seen once and not again, so not counted', unconfirmed),
      items('Left behind', left),
      items('Not judged', unjudged),
      profile.length === 0
        ? ''
        : html`<section><h2>Profile that the answers imply</h2>${reportTable(['assumption', 'option'], profile)}</section>`,
    ],
  })
}

const findingMarkup = (finding: ReportedFinding, docs: string | undefined): ReportMarkup => {
  const { kind, rule, says, expected, got, requests, script, test } = finding
  const sent = requests.map(
    ({ method, url, status }) => html`<li><b>${method}</b> ${pathOf(url)} <b>${status}</b></li>`,
  )
  return html`<details class="clause" open><summary class="line"><b class="failed">${kind}</b><span>${says ?? rule}</span></summary>
<div class="detail"><dl><dt>rule</dt><dd>${rule}</dd><dt>expected</dt><dd>${expected}</dd><dt>got</dt><dd>${got}</dd></dl>
${groundsOf(finding).map(({ kind, id, label }) => html`<blockquote>${raw(referenceLinks(docs, kind, id))}  ${label}</blockquote>`)}
<ol>${sent}</ol>${reproduction('As a shell script', script)}${reproduction('As a test', test)}</div></details>`
}

const items = (title: string, lines: readonly string[]): ReportMarkup | '' =>
  lines.length === 0
    ? ''
    : html`<section><h2>${title}</h2><ul>${lines.map((line) => html`<li>${line}</li>`)}</ul></section>`
