import type { Shown } from './redact.ts'
import type { Report, ReportedClause } from './report.ts'
import { bySection } from './sections.ts'

/** The report as one page that needs nothing else: clauses by section with their exchanges, what was learned, what was skipped and why. */
export const html = (report: Report): string => {
  const { subject, startedAt, summary, clauses, learned, left, stopped } = report
  const counts = Object.entries(summary)
    .filter(([, count]) => count > 0)
    .map(([verdict, count]) => `<li class="${verdict}"><b>${count}</b> ${verdict}</li>`)
  const rows = learned.map(({ id, option, clause, exchange }) => `<tr><td>${text(id)}</td><td>${text(option)}</td><td>${text(clause)}${exchange === null ? '' : `, exchange ${exchange}`}</td></tr>`)
  const skipped = clauses.filter(({ verdict }) => verdict === 'skipped')
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Contract of ${text(subject)}</title><style>${STYLE}</style></head><body>
<header><h1>${report.exitCode === 0 ? 'Conforms' : 'Does not conform'}</h1><p>${text(subject)}<br><time>${text(startedAt)}</time>, ${(report.tookMs / 1_000).toFixed(1)} s</p>
<ul class="counts">${counts.join('')}</ul></header><main>
${stopped ? `<p class="failed">${text(stopped)}</p>` : ''}
${Array.from(bySection(clauses), ([name, entries]) => section(name, entries)).join('\n')}
${rows.length > 0 ? `<section><h2>Learned</h2><div class="wide"><table><thead><tr><th>open question</th><th>answer</th><th>told by</th></tr></thead><tbody>${rows.join('')}</tbody></table></div></section>` : ''}
${skipped.length > 0 ? `<section><h2>Skipped</h2><ul>${skipped.map(({ id, reason }) => `<li>${text(id)}: ${text(reason ?? '')}</li>`).join('')}</ul></section>` : ''}
${left.length > 0 ? `<section><h2>Left behind</h2><p>${text(left.join(', '))}</p></section>` : ''}
</main></body></html>
`
}

const section = (name: string, entries: readonly ReportedClause[]): string =>
  `<section><h2>${text(name)} <small>${entries.length}</small></h2>${entries.map(clause).join('\n')}</section>`

const clause = (entry: ReportedClause): string => {
  const { verdict, waived, id, title, statements, violation, reason, warnings, exchanges, again } = entry
  const open = verdict === 'failed' || verdict === 'broken' ? ' open' : ''
  const told = [
    violation ? `<p>Expected <code>${text(violation.expected)}</code>, got <code>${text(violation.got)}</code>.</p>` : '',
    reason ? `<p>${text(reason)}</p>` : '',
    ...warnings.map((warning) => `<p>${text(warning)}</p>`),
    violation?.curl ? `<pre>${text(violation.curl)}\n${text(again)}</pre>` : '',
  ]
  return `<details${open}><summary><span class="badge ${verdict}">${waived ? 'waived' : verdict}</span> <span class="title">${text(title)}</span> <code>${text(id)}</code> <small>${text(statements.join(', '))}</small></summary>
${told.join('')}${exchanges.map(exchange).join('')}</details>`
}

const exchange = ({ number, request, response, tookMs }: Shown): string => {
  const headers = (all: Readonly<Record<string, string>>) => Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  const sent = [`${request.method} ${request.url}`, ...headers(request.headers), '', request.body ?? ''].join('\n').trim()
  const came = [`${response.status}`, ...headers(response.headers), '', response.body].join('\n').trim()
  return `<details class="exchange"><summary>exchange ${number}: ${text(request.method)} ${text(new URL(request.url).pathname)} → ${response.status}, ${tookMs} ms</summary><pre>${text(sent)}</pre><pre>${text(came)}</pre></details>`
}

const text = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const STYLE = `
:root{color-scheme:light dark;--line:#8884;--ok:#1a7f37;--bad:#cf222e;--note:#0969da;--mild:#9a6700}
@media(prefers-color-scheme:dark){:root{--ok:#3fb950;--bad:#f85149;--note:#58a6ff;--mild:#d29922}}
body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:70rem;padding:1rem}
h1{margin:.2rem 0}h2{margin:2rem 0 .5rem;border-bottom:1px solid var(--line)}small{opacity:.75;font-weight:normal}
.counts{display:flex;flex-wrap:wrap;gap:1rem;list-style:none;padding:0}
details{border-bottom:1px solid var(--line);padding:.3rem 0}summary{cursor:pointer}.exchange{margin-left:1.2rem;border:0}
.badge{display:inline-block;min-width:4.8rem;font-weight:600}
.passed{color:var(--ok)}.failed,.broken{color:var(--bad)}.observed{color:var(--note)}.warned,.waived{color:var(--mild)}
pre{overflow:auto;padding:.6rem;border:1px solid var(--line);border-radius:6px;white-space:pre-wrap;overflow-wrap:anywhere}
.wide{overflow-x:auto}table{border-collapse:collapse}td,th{text-align:left;padding:.2rem .8rem .2rem 0;border-bottom:1px solid var(--line)}
`
