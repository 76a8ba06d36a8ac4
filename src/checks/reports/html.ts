import { html, raw } from 'hono/html'
import { referenceLinks } from '../../lib/text/reference-link.ts'
import { pathOf } from '../../lib/text/url.ts'
import { countedFailures } from './report.ts'
import {
  findingMarkup,
  type HtmlReportOptions,
  type ReportMarkup,
  reportPage,
  reportTable,
  reproduction,
} from './report-page.ts'
import type { Report, ReportedClause, ShownExchange } from './schema.ts'
import {
  bySection,
  conclusion,
  coverageSentence,
  failuresByOperation,
  nonZeroCounts,
  unexercised,
} from './sections.ts'
import { waiverEntries } from './waivers.ts'

/**
 * Returns the report as one self-contained page: failures, clauses by section with their exchanges, learned
 * options.
 */
export const htmlReport = (report: Report, { docs }: HtmlReportOptions = {}): string => {
  const { subject, agency, startedAt, tookMs, summary, exitCode, clauses } = report
  const sections = bySection(clauses)
  const failed = countedFailures(report)
  // What matters most comes first.
  const counts = nonZeroCounts(summary)
    .reverse()
    .map(
      ([name, count]) =>
        html`<label class="${name}"><input type="radio" name="verdict" value="${name}"><b>${count}</b> ${name}</label>`,
    )
  const links = Array.from(sections.keys(), (name) => html`<a href="#${name}">${name}</a> `)
  return reportPage({
    conclusion: conclusion(report),
    isGood: exitCode === 0,
    subject,
    facts: html`agency ${agency} · <time datetime="${startedAt}">${startedAt.replace('T', ' ').slice(0, 19)} UTC</time> · ${(tookMs / 1_000).toFixed(1)} s · exit code ${exitCode}`,
    header: html`<fieldset class="counts"><legend>Show</legend><label><input type="radio" name="verdict" value="" checked>all</label>${counts}</fieldset>${links.length > 0 ? html`<nav aria-label="Sections">${links}</nav>` : ''}`,
    sections: [
      causes(report),
      failures(report, failed, docs),
      ruleWarnings(report, docs),
      coverage(report, docs),
      ...Array.from(sections, ([name, entries]) => section(name, entries, { failed, docs })),
      learned(report, docs),
      waivers(report, failed),
      left(report),
    ],
  })
}

type Site = string | undefined

/** What is wrong with whole operations, most blocking first. */
const causes = ({ causes: all }: Report): ReportMarkup | '' =>
  reportTable(
    ['what every request met', 'blocked clauses'],
    all.map(({ sentence, blocks }) => [sentence, `${blocks}`]),
  )

const failures = (report: Report, entries: readonly ReportedClause[], docs: Site): ReportMarkup | '' => {
  const room = ROOM / Math.max(1, entries.length)
  const standing = new Set(report.causes.map(({ clause: id }) => id))
  const groups = [
    ...failuresByOperation(report, entries),
    ['Whole operations', entries.filter(({ id }) => standing.has(id))] as const,
  ].filter(([, group]) => group.length > 0)
  return entries.length === 0
    ? ''
    : html`<section><h2>Failures</h2>${groups.map(
        ([operation, group]) =>
          html`<h3>${operation}</h3>${group.map((entry) => clause(entry, { room, open: 'open', docs }))}`,
      )}</section>`
}

const ruleWarnings = ({ rules: { findings } }: Report, docs: Site): ReportMarkup | '' =>
  findings.length === 0
    ? ''
    : html`<section><h2>Warnings of rules on all responses</h2>${findings.map((one) => findingMarkup(one, docs))}</section>`

const section = (
  name: string,
  entries: readonly ReportedClause[],
  { failed, docs }: { readonly failed: readonly ReportedClause[]; readonly docs: Site },
): ReportMarkup => {
  const shown = (entry: ReportedClause) =>
    failed.includes(entry)
      ? linked(entry)
      : clause(entry, { room: isShownInFull(entry) ? ROOM_OF_ADVICE : 0, docs })
  const passed = entries.filter(({ verdict }) => verdict === 'passed')
  const others = entries.filter(({ verdict }) => verdict !== 'passed')
  const folded =
    passed.length === 0
      ? ''
      : html`<details class="passes"><summary class="passed">${passed.length} passed</summary>${passed.map(shown)}</details>`
  return html`<section id="${name}"><h2>${name} <small>${entries.length}</small></h2>${others.map(shown)}${folded}</section>`
}

/** A failure in its section: a line that leads to where it is shown. */
const linked = ({ id, title, verdict }: ReportedClause): ReportMarkup =>
  html`<p class="clause line" data-verdict="${verdict}"><b class="${verdict}">${verdict}</b><a href="#${id}">${title}</a></p>`

/** Maximum number of characters of evidence of all failures together, so that the page stays small. */
const ROOM = 90_000

const ROOM_OF_ADVICE = 4_000

/**
 * Returns a clause with as much evidence as there is room for; without room, one line and its notes.
 */
const clause = (
  entry: ReportedClause,
  { room, open = '', docs }: { readonly room: number; readonly open?: 'open' | ''; readonly docs: Site },
): ReportMarkup => {
  const { verdict, waived, known, id, title, statements, reason, warnings } = entry
  const badge = waived ? 'waived' : known ? 'known' : verdict
  const line = html`<b class="${badge}">${badge}</b><span>${title}</span><span class="address"><code>${raw(referenceLinks(docs, 'clauses', id))}</code> ${entry.advice ?? raw(referenceLinks(docs, 'statements', ...statements))}</span>`
  const notes = [...(reason === null ? [] : [reason]), ...warnings].map(
    (sentence) => html`<p>${sentence}</p>`,
  )
  return room === 0 && notes.length === 0
    ? html`<p class="clause line" data-verdict="${badge}">${line}</p>`
    : html`<details class="clause" data-verdict="${badge}" id="${id}" ${open}><summary class="line">${line}</summary>
<div class="detail">${violation(entry)}${notes}${room === 0 ? '' : evidence(entry, room)}</div></details>`
}

/** Returns scripts that reproduce a violation, then its last exchanges, always at least one. */
const evidence = ({ violation: found, exchanges }: ReportedClause, room: number): readonly Shown[] => {
  const reproductions = found
    ? [reproduction('As a shell script', found.script), reproduction('As a test', found.test)]
    : []
  const [last, ...earlier] = exchanges.slice(-MAX_EXCHANGES).map(exchange).reverse()
  let left = room - String(last ?? '').length
  const fits = (part: Shown): boolean => {
    left -= String(part).length
    return left >= 0
  }
  return [...reproductions.filter(fits), ...earlier.filter(fits).reverse(), last ?? '']
}

type Shown = ReportMarkup | ''

const MAX_EXCHANGES = 30

const isShownInFull = ({ verdict }: ReportedClause): boolean =>
  ['failed', 'advised', 'broken'].includes(verdict)

const violation = ({ violation: found, sentences, again }: ReportedClause): ReportMarkup | '' => {
  if (!found) return ''
  const commands = [again, ...(found.script === null ? [found.curl] : [])].map((text) =>
    text === null ? '' : html`<pre>${text}</pre>`,
  )
  const quoted = sentences.map((sentence) => html`<blockquote>${sentence}</blockquote>`)
  return html`${quoted}<dl><dt>expected</dt><dd>${found.expected}</dd><dt>got</dt><dd>${found.got}</dd></dl>${commands}`
}

const exchange = ({ number, request, response, tookMs }: ShownExchange): ReportMarkup => {
  const headers = (all: Readonly<Record<string, string>>) =>
    Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  const sent = [`${request.method} ${request.url}`, ...headers(request.headers), '', request.body ?? '']
    .join('\n')
    .trim()
  const received = [`${response.status}`, ...headers(response.headers), '', response.body].join('\n').trim()
  return html`<details class="exchange"><summary><b>${request.method}</b> ${pathOf(request.url)} <b>${response.status}</b> <small>#${number}, ${tookMs} ms</small></summary><pre>${sent}</pre><pre>${received}</pre></details>`
}

const coverage = (report: Report, docs: Site): ReportMarkup => {
  const rows = unexercised(report).map(([reason, ids]) => [
    raw(referenceLinks(docs, 'statements', ...ids)),
    reason,
  ])
  return html`<section><h2>Coverage</h2><p>${coverageSentence(report)}</p>${reportTable(['not exercised', 'reason'], rows)}</section>`
}

const learned = ({ learned: all }: Report, docs: Site): ReportMarkup | '' => {
  const distinct = new Map(all.map((one) => [`${one.id} ${one.option} ${one.clause}`, one]))
  const rows = Array.from(distinct.values(), ({ id, option, clause: clauseId }) => [
    html`<code>${raw(referenceLinks(docs, 'assumptions', id))}</code>`,
    option,
    html`<code>${raw(referenceLinks(docs, 'clauses', clauseId))}</code>`,
  ])
  return rows.length === 0
    ? ''
    : html`<section><h2>Learned</h2>${reportTable(['open question', 'option', 'clause'], rows)}</section>`
}

const waivers = (report: Report, failed: readonly ReportedClause[]): ReportMarkup | '' => {
  const faults = report.waiverFaults.map(
    ({ clause: id, fault }) => html`<li><code>${id}</code> ${fault}</li>`,
  )
  const entries = waiverEntries(failed, report.startedAt)
  if (faults.length === 0 && entries === '') return ''
  return html`<section>${faults.length > 0 ? html`<h2>Waivers at fault</h2><ul>${faults}</ul>` : ''}${
    entries === ''
      ? ''
      : html`<h2>For a waiver file</h2><details class="clause"><summary>Entries for each failure, when it is known and accepted for a while</summary><pre>${entries}</pre></details>`
  }</section>`
}

const left = ({ left: ids }: Report): ReportMarkup | '' =>
  ids.length === 0
    ? ''
    : html`<section><h2>Left behind</h2><p>To be archived or restored by hand: ${ids.map((id) => html`<code>${id}</code> `)}</p></section>`
