import { markupText } from '../../text/markup.ts'
import { STYLE } from './html-style.ts'
import { countedFailures } from './report.ts'
import type { Report, ReportedClause, ShownExchange } from './schema.ts'
import { bySection, conclusion, coverageSentence, nonZeroCounts, unexercised } from './sections.ts'
import { waiverEntries } from './waiver-entries.ts'

/**
 * Returns the report as one self-contained page: failures, clauses by section with their exchanges, learned
 * options.
 */
export const htmlReport = (report: Report): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${markupText(conclusion(report))} ${markupText(report.subject)}</title><style>${STYLE}</style></head>
<body>
${header(report)}
<main>
${[failures(report), coverage(report), ...Array.from(bySection(report.clauses), ([name, entries]) => section(name, entries)), learned(report), waivers(report), left(report)].filter((part) => part !== '').join('\n')}
</main>
<footer>Secrets and personal data are redacted.</footer>
</body></html>
`

const header = (report: Report): string => {
  const { subject, agency, startedAt, tookMs, summary, exitCode, clauses } = report
  const list = nonZeroCounts(summary).map(
    ([name, count]) => `<li class="${name}"><b>${count}</b> ${name}</li>`,
  )
  const names = [...bySection(clauses).keys()].map(
    (name) => `<a href="#${markupText(name)}">${markupText(name)}</a>`,
  )
  return `<header><p class="verdict ${exitCode === 0 ? 'passed' : 'failed'}">${markupText(conclusion(report))}</p>
<h1>${markupText(subject)}</h1>
<p class="facts">agency ${markupText(agency)} · <time datetime="${markupText(startedAt)}">${markupText(startedAt.replace('T', ' ').slice(0, 19))} UTC</time> · ${(tookMs / 1_000).toFixed(1)} s · exit code ${exitCode}</p>
<ul class="counts">${list.join('')}</ul>${names.length > 0 ? `<nav aria-label="Sections">${names.join(' ')}</nav>` : ''}</header>`
}

const failures = (report: Report): string => {
  const entries = countedFailures(report)
  return entries.length === 0
    ? ''
    : `<section><h2>Failures</h2>${entries.map((entry) => clause(entry, true)).join('\n')}</section>`
}

const section = (name: string, entries: readonly ReportedClause[]): string =>
  `<section id="${markupText(name)}"><h2>${markupText(name)} <small>${entries.length}</small></h2>${entries.map((entry) => clause(entry, false)).join('\n')}</section>`

const clause = (entry: ReportedClause, open: boolean): string => {
  const { verdict, waived, known, id, title, statements, reason, warnings, exchanges } = entry
  const badge = waived ? 'waived' : known ? 'known' : verdict
  // Only a clause that needs a reader's eye shows its exchanges in full: the page stays small.
  const isNotable = isShownInFull(entry)
  const shown = isNotable
    ? exchanges.slice(-MAX_EXCHANGES).map(exchange).join('')
    : `<p class="facts">${exchanges.length} exchanges</p>`
  const notes = [...(reason === null ? [] : [reason]), ...warnings].map(
    (sentence) => `<p>${markupText(sentence)}</p>`,
  )
  return `<details class="clause"${open ? ' open' : ''}><summary><span class="badge ${badge}">${badge}</span><span class="title">${markupText(title)}</span><span class="address"><code>${markupText(id)}</code> ${markupText(entry.advice ?? statements.join(', '))}</span></summary>
<div class="detail">${violation(entry)}${notes.join('')}${shown}</div></details>`
}

const MAX_EXCHANGES = 30

const isShownInFull = ({ verdict }: ReportedClause): boolean =>
  ['failed', 'advised', 'broken'].includes(verdict)

const violation = ({ violation: found, sentences, again }: ReportedClause): string => {
  if (!found) return ''
  const commands = [found.script ?? found.curl, found.test, again].flatMap((line) =>
    line === null ? [] : [`<pre>${markupText(line)}</pre>`],
  )
  const quoted = sentences.map((sentence) => `<blockquote>${markupText(sentence)}</blockquote>`).join('')
  return `${quoted}<dl><dt>expected</dt><dd>${markupText(found.expected)}</dd><dt>got</dt><dd>${markupText(found.got)}</dd></dl>${commands.join('')}`
}

const exchange = ({ number, request, response, tookMs }: ShownExchange): string => {
  const headers = (all: Readonly<Record<string, string>>) =>
    Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  const sent = [`${request.method} ${request.url}`, ...headers(request.headers), '', request.body ?? '']
    .join('\n')
    .trim()
  const received = [`${response.status}`, ...headers(response.headers), '', response.body].join('\n').trim()
  const { pathname, search } = new URL(request.url)
  return `<details class="exchange"><summary><b>${markupText(request.method)}</b> ${markupText(pathname + search)} <b>${response.status}</b> <small>#${number}, ${tookMs} ms</small></summary><pre>${markupText(sent)}</pre><pre>${markupText(received)}</pre></details>`
}

const coverage = (report: Report): string => {
  const rows = unexercised(report).map(
    ([reason, ids]) => `<tr><td>${ids.map(markupText).join(', ')}</td><td>${markupText(reason)}</td></tr>`,
  )
  const head = '<thead><tr><th>not exercised</th><th>reason</th></tr></thead>'
  const table =
    rows.length === 0 ? '' : `<div class="wide"><table>${head}<tbody>${rows.join('')}</tbody></table></div>`
  return `<section><h2>Coverage</h2><p>${markupText(coverageSentence(report))}</p>${table}</section>`
}

const learned = ({ learned: all }: Report): string => {
  const rows = all.map(
    ({ id, option, clause: clauseId }) =>
      `<tr><td><code>${markupText(id)}</code></td><td>${markupText(option)}</td><td><code>${markupText(clauseId)}</code></td></tr>`,
  )
  const head = '<thead><tr><th>open question</th><th>option</th><th>clause</th></tr></thead>'
  return rows.length === 0
    ? ''
    : `<section><h2>Learned</h2><div class="wide"><table>${head}<tbody>${[...new Set(rows)].join('')}</tbody></table></div></section>`
}

const waivers = (report: Report): string => {
  const faults = report.waiverFaults.map(
    ({ clause: id, fault }) => `<li><code>${markupText(id)}</code> ${markupText(fault)}</li>`,
  )
  const entries = waiverEntries(countedFailures(report), report.startedAt)
  const parts = [
    faults.length > 0 ? `<h2>Waivers at fault</h2><ul>${faults.join('')}</ul>` : '',
    entries === ''
      ? ''
      : `<h2>For a waiver file</h2><details class="clause"><summary>Entries for each failure, when it is known and accepted for a while</summary><pre>${markupText(entries)}</pre></details>`,
  ]
  return parts.every((part) => part === '') ? '' : `<section>${parts.join('')}</section>`
}

const left = ({ left: ids }: Report): string =>
  ids.length === 0
    ? ''
    : `<section><h2>Left behind</h2><p>To be archived or put back by hand: ${ids.map((id) => `<code>${markupText(id)}</code>`).join(', ')}</p></section>`
