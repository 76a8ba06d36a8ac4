import { html, raw } from 'hono/html'
import { referenceLinks } from '../../lib/text/reference-link.ts'
import { pathOf } from '../../lib/text/url.ts'
import { groundsOf } from './finding.ts'
import { STYLE } from './html-style.ts'
import type { ReportedFinding } from './schema.ts'

/** A part of a page. What is put into Hono's `html` is escaped. */
export type ReportMarkup = ReturnType<typeof html>

/** Options of an HTML report. */
export interface HtmlReportOptions {
  /**
   * Address of the site that `npm run docs:site` makes, without a slash at its end. Absent: ids are not
   * links.
   */
  readonly docs?: string | undefined
}

/** The head of every report, and the parts below it. */
export interface ReportPage {
  /** Summary in one sentence. */
  readonly conclusion: string
  readonly isGood: boolean
  /** The subject of the report: an address or a command. */
  readonly subject: string
  /** One line of figures. */
  readonly facts: ReportMarkup | string
  /** Shown below the figures, such as links to sections. */
  readonly header?: ReportMarkup | ''
  readonly sections: readonly (ReportMarkup | '')[]
}

/** Returns a report as one self-contained page, light and dark, without scripts. */
export const reportPage = ({
  conclusion,
  isGood,
  subject,
  facts,
  header = '',
  sections,
}: ReportPage): string =>
  String(html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${conclusion} ${subject}</title><style>${raw(STYLE)}</style></head>
<body>
<header><p class="verdict ${isGood ? 'passed' : 'failed'}">${conclusion}</p>
<h1>${subject}</h1>
<p class="facts">${facts}</p>${header}</header>
<main>
${sections}
</main>
<footer>Secrets and personal data are redacted.</footer>
</body></html>
`)

/** Returns a table, or nothing without rows. Cells are text or markup. */
export const reportTable = (
  head: readonly string[],
  rows: readonly (readonly (ReportMarkup | string)[])[],
): ReportMarkup | '' =>
  rows.length === 0
    ? ''
    : html`<div class="wide"><table><thead><tr>${head.map((name) => html`<th>${name}</th>`)}</tr></thead><tbody>${rows.map(
        (cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`,
      )}</tbody></table></div>`

/** Returns a collapsed text that reproduces a finding; nothing when there is none. */
export const reproduction = (title: string, text: string | null | undefined): ReportMarkup | '' =>
  text === null || text === undefined
    ? ''
    : html`<details class="exchange"><summary>${title}</summary><pre>${text}</pre></details>`

/** Returns a finding with its grounds, requests and reproductions. */
export const findingMarkup = (finding: ReportedFinding, docs: string | undefined): ReportMarkup => {
  const { kind, rule, says, expected, got, requests, script, test } = finding
  const sent = requests.map(
    ({ method, url, status }) => html`<li><b>${method}</b> ${pathOf(url)} <b>${status}</b></li>`,
  )
  return html`<details class="clause" open><summary class="line"><b class="failed">${kind}</b><span>${says ?? rule}</span></summary>
<div class="detail"><dl><dt>rule</dt><dd>${rule}</dd><dt>expected</dt><dd>${expected}</dd><dt>got</dt><dd>${got}</dd></dl>
${groundsOf(finding).map(({ kind, id, label }) => html`<blockquote>${raw(referenceLinks(docs, kind, id))}  ${label}</blockquote>`)}
<ol>${sent}</ol>${reproduction('As a shell script', script)}${reproduction('As a test', test)}</div></details>`
}
