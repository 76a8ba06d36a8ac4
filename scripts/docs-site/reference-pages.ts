import { html } from 'hono/html'
import { clauses } from '../../contracts/index.ts'
import type { Assumption } from '../../src/api/assumptions/assumption.ts'
import { defaultWord, optionWords, valueForm } from '../../src/api/assumptions/options.ts'
import { assumptions } from '../../src/api/assumptions/profile.ts'
import { type Statement, statements } from '../../src/api/statements/statements.ts'
import type { Clause } from '../../src/kit/runner/clause.ts'
import { NEEDS } from '../../src/kit/runner/needs.ts'
import { referencePath } from '../../src/lib/text/reference-link.ts'
import { relativeHref, type SitePage } from './page.ts'

type Markup = ReturnType<typeof html>

const assumptionPath = (id: string): string => referencePath('assumptions', id)
const statementPath = (id: string): string => referencePath('statements', id)
const clausePath = (id: string): string => referencePath('clauses', id)

/** Returns a page for each assumption, statement and clause, and an index of each kind. */
export const referencePages = (): SitePage[] => [
  ...assumptions.map(assumptionPage),
  ...statements.map(statementPage),
  ...clauses.map(clausePage),
  indexPage('assumptions/index.html', 'Assumptions', ASSUMPTIONS_INTRODUCTION, assumptions, (entry) => [
    assumptionPath(entry.id),
    entry.id,
    entry.question,
  ]),
  indexPage('statements/index.html', 'Statements', STATEMENTS_INTRODUCTION, statements, (entry) => [
    statementPath(entry.id),
    entry.id,
    entry.sentence,
  ]),
  indexPage('clauses/index.html', 'Clauses', CLAUSES_INTRODUCTION, clauses, (entry) => [
    clausePath(entry.id),
    entry.id,
    entry.title,
  ]),
]

const ASSUMPTIONS_INTRODUCTION =
  'What the description leaves open, what the sandbox answers by default, and the other options.'
const STATEMENTS_INTRODUCTION = 'What the description requires of an implementation.'
const CLAUSES_INTRODUCTION = 'What the contract kit checks. Each clause cites the statements that it checks.'

const assumptionPage = (entry: Assumption): SitePage => {
  const path = assumptionPath(entry.id)
  const options = optionWords(entry).map((word) => {
    const { means, value } = entry.options[word] ?? { means: '' }
    const form = value === undefined ? word : `${word}:<${valueForm(value)}>`
    return html`<dt><code>${form}</code>${word === defaultWord(entry) ? ' (default)' : ''}</dt><dd>${prose(means)}</dd>`
  })
  // The reason of a fixed assumption says that it is fixed.
  const use = entry.switchable ? html`<pre><code>playa serve --set ${entry.id}=OPTION</code></pre>` : html``
  return page(path, entry.id, [
    html`<p>${prose(entry.question)}</p><dl>${options}</dl><p>${prose(entry.why)}</p>${use}`,
    statementList(path, entry.statements),
  ])
}

const statementPage = (entry: Statement): SitePage => {
  const path = statementPath(entry.id)
  const checking = clauses.filter((clause) => clause.statements.includes(entry.id))
  const open = assumptions.filter((assumption) => cites(assumption, entry.id))
  const unobserved =
    entry.unobservable === undefined ? [] : [html`<p>Not observed: ${entry.unobservable}</p>`]
  return page(path, entry.id, [
    html`<p>${prose(entry.sentence)}</p>`,
    ...unobserved,
    list(
      path,
      'Clauses',
      checking.map(({ id, title }) => [clausePath(id), id, title]),
    ),
    list(
      path,
      'Open questions beside it',
      open.map(({ id, question }) => [assumptionPath(id), id, question]),
    ),
  ])
}

const cites = ({ statements: cited }: Assumption, id: string): boolean => cited.includes(id)

const clausePage = (entry: Clause): SitePage => {
  const path = clausePath(entry.id)
  const needs = entry.needs.map((need) => html`<li>${need}: otherwise skipped, ${NEEDS[need]}</li>`)
  return page(path, entry.id, [
    html`<p>${prose(entry.title)}</p><p>It leaves behind: ${entry.leaves}.</p>`,
    ...(needs.length > 0 ? [html`<h2>Needs</h2><ul>${needs}</ul>`] : []),
    statementList(path, entry.statements),
    html`<pre><code>playa check URL --agency MAIL --only ${entry.id}</code></pre>`,
  ])
}

/** Shows the words between backticks as code. */
const prose = (text: string): Markup[] =>
  text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))

const statementList = (path: string, ids: readonly string[]): Markup =>
  list(
    path,
    'Statements',
    statements
      .filter(({ id }) => ids.includes(id))
      .map(({ id, sentence }) => [statementPath(id), id, sentence]),
  )

type Row = readonly [path: string, id: string, sentence: string]

const list = (path: string, heading: string, rows: readonly Row[]): Markup =>
  rows.length === 0 ? html`` : html`<h2>${heading}</h2><ul>${items(path, rows)}</ul>`

const items = (path: string, rows: readonly Row[]): Markup[] =>
  rows.map(
    ([to, id, sentence]) =>
      html`<li><a href="${relativeHref(path, to)}"><code>${id}</code></a> ${prose(sentence)}</li>`,
  )

const indexPage = <Entry>(
  path: string,
  title: string,
  introduction: string,
  entries: readonly Entry[],
  row: (entry: Entry) => Row,
): SitePage => {
  const rows = entries.map(row)
  const sections = [...new Set(rows.map(sectionOf))].map((name) => {
    const own = rows.filter((each) => sectionOf(each) === name)
    return html`<h2 id="${name}">${name}</h2><ul>${items(path, own)}</ul>`
  })
  return page(path, title, [html`<p>${introduction}</p>`, ...sections])
}

const sectionOf = ([, id]: Row): string => id.split(/[/-]/, 1)[0] ?? id

const page = (path: string, title: string, parts: readonly Markup[]): SitePage => ({
  path,
  title,
  content: [`<h1>${String(html`${title}`)}</h1>`, ...parts.map(String)].join('\n'),
})
