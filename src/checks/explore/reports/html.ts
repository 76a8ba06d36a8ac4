import { html, raw } from 'hono/html'
import { referenceLinks } from '../../../lib/text/reference-link.ts'
import {
  findingMarkup,
  type HtmlReportOptions,
  type ReportMarkup,
  reportPage,
  reportTable,
} from '../../reports/report-page.ts'
import type { SearchReport } from './exploration-report.ts'

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
    facts: [`${steps} responses${seed === null ? '' : `, seed ${seed}`}.`, ...sentences].join(' '),
    sections: [
      findings.length === 0
        ? ''
        : html`<section><h2>Findings</h2>${findings.map((finding) => findingMarkup(finding, docs))}</section>`,
      items('Seen once and not again, so not counted', unconfirmed),
      items('Left behind', left),
      items('Not judged', unjudged),
      profile.length === 0
        ? ''
        : html`<section><h2>Profile that the responses imply</h2>${reportTable(['assumption', 'option'], profile)}</section>`,
    ],
  })
}

const items = (title: string, lines: readonly string[]): ReportMarkup | '' =>
  lines.length === 0
    ? ''
    : html`<section><h2>${title}</h2><ul>${lines.map((line) => html`<li>${line}</li>`)}</ul></section>`
