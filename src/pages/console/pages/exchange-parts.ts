import { html, raw } from 'hono/html'
import { referenceLinks } from '../../../lib/text/reference-link.ts'
import {
  badge,
  definitionList,
  inlineCode,
  type Markup,
  statusBadge,
} from '../../ui/components/components.ts'
import { formatNumber } from '../../ui/components/format.ts'
import { localizedReason, localizedStatement } from '../../ui/language/localized-texts.ts'
import { apiText, englishText, serverText, t } from '../../ui/language/texts.ts'
import { worldPath } from '../../ui/page-context.ts'
import type {
  ChangeData,
  ExchangeData,
  ExchangeSummaryData,
  TraceReasonData,
} from '../../ui/sandbox/api-types.ts'
import { profileAnchor } from './profile.ts'

/** Renders the status of an exchange; 0 means a connection without a response. */
export const exchangeStatusBadge = ({ status }: { readonly status: number }): Markup =>
  status === 0 ? badge(t('no response'), 'bad') : statusBadge(status)

/**
 * Renders what an exchange came to: the sentence of its refusal with the refused members, else its domain
 * events.
 */
export const exchangeSummary = ({
  detail,
  errors = {},
  facts: events,
}: Pick<ExchangeSummaryData, 'detail' | 'errors' | 'facts'>): Markup | string => {
  if (detail === null)
    return html`${events.map((event, index) => html`${index > 0 ? '; ' : ''}${serverText(event)}`)}`
  const members = Object.keys(errors).filter((member) => member !== '_')
  const more = members.length - MAX_MEMBERS
  return html`${apiText(detail)}${members
    .slice(0, MAX_MEMBERS)
    .map((member) => html` <code>${member}</code>`)}${more > 0 ? ` ${t('and {n} more', { n: more })}` : ''}`
}

/** Refused members that a line of a list names. */
const MAX_MEMBERS = 3

const CLASSES: Readonly<Record<string, string>> = {
  passed: 'passed',
  decided: 'decided',
  'not reached': 'skipped',
}

/** Statements as a decision trace shows them. */
interface CitedStatements {
  /** Sentences by id. */
  readonly sentences: ReadonlyMap<string, string>
  /** Address of the site of the documents, where they have pages. */
  readonly docs: string | undefined
}

/**
 * Renders the decision trace: every question of the decision core with its outcome. What decided a success is
 * not marked as a warning.
 */
export const traceList = (
  world: string,
  { way, status }: Pick<ExchangeData, 'way' | 'status'>,
  cited: CitedStatements,
): Markup =>
  html`<ol class="trace${status > 0 && status < 400 ? ' success' : ''}">${way.map(
    ({ question, asks, outcome, because = [] }) => html`<li class="${CLASSES[outcome] ?? 'skipped'}"${
      outcome === 'decided'
        ? html`
      aria-current="step"`
        : ''
    }>
    <p class="trace-question"><span>${serverText(asks, question)}</span> <small>${question}</small><span
      class="trace-outcome">${t(outcome)}</span></p>
    ${
      because.length > 0
        ? html`<ul class="reasons">${because.map((reason) => reasonItem(world, reason, cited))}</ul>`
        : ''
    }
  </li>`,
  )}</ol>`

const reasonItem = (world: string, reason: TraceReasonData, { sentences, docs }: CitedStatements): Markup => {
  const { id, kind, option } = reason
  const { question, means } = localizedReason(reason)
  const localized = localizedStatement(id)
  return kind === 'assumption'
    ? html`<li><a href="${profileAnchor(world, id)}"><code>${id}</code></a> ${inlineCode(question)}
      <strong><code>${option ?? ''}</code></strong> ${inlineCode(means)}</li>`
    : html`<li${localized === undefined ? englishText() : ''}><code>${raw(referenceLinks(docs, 'statements', id))}</code> ${inlineCode(localized ?? sentences.get(id) ?? t('Statement of the API description'))}</li>`
}

/**
 * Renders what an exchange changed in the world: domain events, changed records and counts. `opened` is the
 * app as which pages read: publications of another would not be found, so they are not links.
 */
export const changeList = (world: string, exchange: ExchangeData, opened: string | undefined): Markup => {
  const {
    facts: events,
    world: { before, after, changes },
  } = exchange
  if (changes.length === 0 && events.length === 0) return html`<p class="nothing">${t('No changes')}</p>`
  const counts = (['publications', 'inquiries', 'visits'] as const).flatMap((name) =>
    before.counts[name] === after.counts[name]
      ? []
      : [[t(name), `${formatNumber(before.counts[name])} → ${formatNumber(after.counts[name])}`] as const],
  )
  return html`${
    events.length > 0
      ? html`<ul class="event-list">${events.map((event) => html`<li>${serverText(event)}</li>`)}</ul>`
      : ''
  }
  ${definitionList([...changes.map((change) => [change.kind, changeText(world, change, exchange.app === opened)] as const), ...counts])}`
}

const changeText = (world: string, change: ChangeData, isOpen: boolean): Markup => {
  const { id, before, after, members } = change
  if (id === null) return html`${t('changed')}`
  const transition =
    after === undefined
      ? ''
      : before === null
        ? t('created, {state}', { state: after })
        : before === after
          ? ''
          : `${before} → ${after}`
  const changed = members?.length ? t('changed: {members}', { members: members.join(', ') }) : ''
  return html`${recordLink(world, change, id, isOpen)} ${[transition, changed].filter(Boolean).join('; ')}`
}

const recordLink = (world: string, { kind, agency }: ChangeData, id: string, isOpen: boolean): Markup => {
  if (kind === 'delivery') return html`<a href="${worldPath(world, `/deliveries/${id}`)}">${id}</a>`
  if (kind !== 'publication' || agency === undefined || !isOpen) return html`<code>${id}</code>`
  const query = new URLSearchParams({ agency, id }).toString()
  return html`<a href="${worldPath(world, `/publications/one?${query}`)}">${id}</a>`
}
