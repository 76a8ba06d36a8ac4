import { markupText } from '../../text/markup.ts'
import { type SweepReport, type SweptFault, type SweptOption, variantId } from '../findings.ts'
import { sectionsOf, titleOf } from './sections.ts'

const STYLE = `:root{color-scheme:light dark;--text:#1f2328;--muted:#59636e;--line:#d1d9e0;--surface:#f6f8fa;--ok:#1a7f37;--bad:#c5221f}
@media(prefers-color-scheme:dark){:root{--text:#e6edf3;--muted:#9da7b1;--line:#30363d;--surface:#161b22;--ok:#3fb950;--bad:#ff7b72}}
body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:64rem;padding:1.5rem 1rem 4rem;color:var(--text)}
h1{font-size:1.1rem;overflow-wrap:anywhere}.passed{color:var(--ok)}.failed{color:var(--bad)}.verdict{font-weight:700;font-size:1.6rem;margin:0}
small,.facts{color:var(--muted)}pre{background:var(--surface);border:1px solid var(--line);border-radius:6px;padding:.6rem .8rem;white-space:pre-wrap;overflow-wrap:anywhere}
code,pre{font:.85rem/1.45 ui-monospace,Menlo,Consolas,monospace}details{border-top:1px solid var(--line);padding:.3rem 0}summary{cursor:pointer}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.3rem .8rem .3rem 0;border-top:1px solid var(--line);font-size:.9rem}`

/** Returns the report as one self-contained page: findings with their evidence, then every variant. */
export const htmlSweepReport = (report: SweepReport): string => {
  const { conclusion, counted, waived, optionCounts, faultCounts } = sectionsOf(report)
  const facts = [
    ...optionCounts.map(([n, name]) => `${n} ${name}`),
    ...faultCounts.map(([n, name]) => `${n} ${name}`),
  ]
  const notes = [
    ...report.unstable.map((line) => `unstable: ${line}`),
    ...report.waiverFaults,
    ...waived.map((entry) => `waived: ${variantId(entry)}`),
  ]
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${markupText(`${conclusion} ${report.command}`)}</title><style>${STYLE}</style></head><body>
<header><p class="verdict ${report.exitCode === 0 ? 'passed' : 'failed'}">${markupText(conclusion)}</p><h1>${markupText(report.command)}</h1>
<p class="facts">${report.runs} runs, ${report.exchanges} exchanges, ${(report.tookMs / 1_000).toFixed(1)} s; ${markupText(facts.join(', '))}</p></header>
<main>${report.stopped === null ? '' : `<pre>${markupText(report.stopped)}</pre>`}${notes.map((note) => `<p>${markupText(note)}</p>`).join('')}
${counted.length === 0 ? '' : `<section><h2>Findings</h2>${counted.map(finding).join('\n')}</section>`}
${table('Silences', report.assumptions)}${table('Faults', report.faults)}</main></body></html>
`
}

const finding = (entry: SweptOption | SweptFault): string => {
  const { evidence } = entry
  if (evidence === null) return ''
  const blocks = [
    evidence.next.join('\n'),
    evidence.world.join('\n'),
    evidence.tests.join('\n'),
    evidence.output,
    evidence.again,
  ]
  const shown = blocks.filter((block) => block !== '').map((block) => `<pre>${markupText(block)}</pre>`)
  return `<details open><summary><b class="failed">${entry.verdict}</b> <code>${markupText(variantId(entry))}</code></summary><p>${markupText(titleOf(entry))}</p><p>${markupText(evidence.reason)}</p>${shown.join('')}</details>`
}

const table = (title: string, entries: readonly (SweptOption | SweptFault)[]): string => {
  const rows = entries.map(
    (entry) =>
      `<tr><td><code>${markupText(variantId(entry))}</code></td><td>${entry.verdict}${entry.waived ? ', waived' : ''}</td><td>${markupText(entry.note ?? '')}</td></tr>`,
  )
  const head = '<thead><tr><th>variant</th><th>verdict</th><th>note</th></tr></thead>'
  return entries.length === 0
    ? ''
    : `<section><h2>${title}</h2><div class="wide"><table>${head}<tbody>${rows.join('')}</tbody></table></div></section>`
}
