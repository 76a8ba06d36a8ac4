import { html } from 'hono/html'
import { badge, type Markup, timestamp } from '../../ui/components/components.ts'
import { formatNumber, nounFor, pluralize } from '../../ui/components/format.ts'
import { readablePath } from '../../ui/components/readable-path.ts'
import { rich, serverText, t } from '../../ui/language/texts.ts'
import { worldPath } from '../../ui/page-context.ts'
import type {
  DeliverySummaryData,
  ExchangeSummaryData,
  FaultRuleData,
  HintData,
  StoryData,
  WorldData,
} from '../../ui/sandbox/api-types.ts'
import type { WorldClient } from '../../ui/sandbox/world-client.ts'
import { exchangeStatusBadge, exchangeSummary } from './exchange-parts.ts'
import { hintTexts } from './hints.ts'

/** The current state of a world on the overview. */
export interface WorldActivity {
  readonly world: WorldData
  /** The latest exchanges, newest first. */
  readonly exchanges: readonly ExchangeSummaryData[]
  readonly pending: readonly DeliverySummaryData[]
  readonly hints: readonly HintData[]
  readonly faults: readonly FaultRuleData[]
  readonly story: StoryData
  /** Wall time of the page. */
  readonly wallMs: number
}

const MAX_EXCHANGES = 500
const MAX_PENDING = 100
const MINUTE_MS = 60_000
const CHART_MINUTES = 15

/** Reads what the overview shows. */
export const readActivity = async (client: WorldClient, wallMs: number): Promise<WorldActivity> => {
  const [world, { rows }, pending, hints, faults, story] = await Promise.all([
    client.details(),
    client.journal({ limit: MAX_EXCHANGES }),
    client.deliveries({ state: 'pending', limit: MAX_PENDING }),
    client.hints(),
    client.faults(),
    client.story(),
  ])
  return {
    world,
    exchanges: rows,
    pending,
    hints,
    faults: faults.filter(({ armed }) => armed),
    story,
    wallMs,
  }
}

/** Renders numbers, latest exchanges, and what waits: deliveries, story, hints. */
export const dashboard = (activity: WorldActivity): Markup => html`${activityTiles(activity)}
  <div class="columns dashboard">
    <section aria-labelledby="latest"><h2 id="latest">${t('Latest exchanges')}</h2>${latestExchanges(activity)}</section>
    <div>
      ${activity.story.total === 0 ? '' : storyCard(activity)}
      ${waitingDeliveries(activity)}
      ${latestHints(activity)}
    </div>
  </div>`

const isFailure = ({ status }: ExchangeSummaryData): boolean => status === 0 || status >= 400

const activityTiles = ({ world, exchanges, pending, hints, faults, wallMs }: WorldActivity): Markup => {
  const { name, counts } = world
  const lastMinute = exchanges.filter(({ at }) => wallMs - Date.parse(at) < MINUTE_MS).length
  const failures = exchanges.filter(isFailure).length
  const failed = new Set(exchanges.filter(isFailure).map(({ status }) => Math.floor(status / 100)))
  const [failedClass] = failed
  // The list filters by one class.
  const query = failed.size === 1 ? `?status=${failedClass === 0 ? 0 : `${failedClass}xx`}` : ''
  const of =
    exchanges.length === 0
      ? t('failures')
      : t('failures in the last {requests}', { requests: pluralize(exchanges.length, 'request|requests') })
  return html`<ul class="tiles">
    ${tile(name, '/exchanges', atMost(lastMinute, MAX_EXCHANGES), t('requests in the last minute'), requestChart(exchanges, wallMs))}
    ${tile(name, `/exchanges${query}`, formatNumber(failures), of)}
    ${tile(name, '/deliveries?state=pending', atMost(pending.length, MAX_PENDING), t('deliveries waiting'))}
    ${tile(name, '/hints', formatNumber(hints.length), nounFor(hints.length, 'hint about your client|hints about your client'))}
    ${tile(name, '/faults', formatNumber(faults.length), nounFor(faults.length, 'active fault|active faults'))}
    ${tile(name, '/publications', formatNumber(counts.publications), t('publications'))}
    ${tile(name, '/inquiries', formatNumber(counts.inquiries), t('inquiries'))}
  </ul>`
}

const atMost = (count: number, limit: number): string =>
  count >= limit ? `${formatNumber(limit)}+` : formatNumber(count)

const tile = (
  world: string,
  path: string,
  value: string,
  label: string,
  extra: Markup | string = '',
): Markup =>
  html`<li${extra === '' ? '' : html` class="wide-tile"`}><a href="${worldPath(world, path)}"><span><strong>${value}</strong>
    ${label}</span>${extra}</a></li>`

const BAR = { width: 8, step: 10, height: 36 }

/** Draws the requests of each of the last minutes, failures in another colour. */
const requestChart = (exchanges: readonly ExchangeSummaryData[], wallMs: number): Markup => {
  const minutes = Array.from({ length: CHART_MINUTES }, () => ({ all: 0, failed: 0 }))
  for (const exchange of exchanges) {
    const minute = minutes[CHART_MINUTES - 1 - Math.floor((wallMs - Date.parse(exchange.at)) / MINUTE_MS)]
    if (!minute) continue
    minute.all += 1
    if (isFailure(exchange)) minute.failed += 1
  }
  const most = Math.max(1, ...minutes.map(({ all }) => all))
  const heightOf = (count: number) => Math.round((count / most) * BAR.height * 10) / 10
  return html`<svg class="chart" viewBox="0 0 ${CHART_MINUTES * BAR.step} ${BAR.height + 1}" role="img"
    aria-label="${t('Requests in each of the last {n} minutes: {counts}', { n: CHART_MINUTES, counts: minutes.map(({ all }) => all).join(', ') })}">
    <rect class="chart-base" y="${BAR.height}" width="${CHART_MINUTES * BAR.step}" height="1"></rect>
    ${minutes.map(({ all, failed }, index) =>
      all === 0
        ? ''
        : html`<rect class="chart-all" x="${index * BAR.step}" y="${BAR.height - heightOf(all)}" width="${BAR.width}"
          height="${heightOf(all)}"></rect><rect class="chart-failed" x="${index * BAR.step}"
          y="${BAR.height - heightOf(failed)}" width="${BAR.width}" height="${heightOf(failed)}"></rect>`,
    )}</svg>`
}

const MAX_LATEST = 8

/** Renders the latest exchanges of a world. */
export const latestExchanges = ({ world, exchanges }: Pick<WorldActivity, 'world' | 'exchanges'>): Markup => {
  const path = worldPath(world.name, '/exchanges')
  if (exchanges.length === 0)
    return html`<p class="nothing">${rich('No requests yet. Point a client at `{base}`.', { base: world.base })}</p>`
  return html`<ul class="latest">${exchanges.slice(0, MAX_LATEST).map(
    (row) => html`<li><a href="${path}/${row.n}"><span class="method">${row.method}</span>
      ${readablePath(row.path)}</a> ${exchangeStatusBadge(row)}${row.fault ? badge(t('fault'), 'bad') : ''}
      <small>${exchangeSummary(row)}</small></li>`,
  )}</ul><p class="after"><a href="${path}">${t('All exchanges')}</a></p>`
}

const storyCard = ({ world, story: { position, total, next } }: WorldActivity): Markup => html`<section
  aria-labelledby="story"><h2 id="story">${t('Story')}</h2><div class="card">
    <p><progress max="${total}" value="${position}" aria-label="${t('Completed events')}">${t('{n} of {total}', { n: position, total })}</progress>
      ${t('{n} of {events} completed', { n: position, events: pluralize(total, 'event|events') })}</p>
    ${next ? html`<p>${rich('Next at {time}: {what}.', { time: timestamp(next.at), what: serverText(next.note ?? next.what) })}</p>` : ''}
    <a class="button" href="${worldPath(world.name, '/story')}">${t(next ? 'Play the story' : 'Show the story')}</a>
  </div></section>`

const MAX_WAITING = 4

const waitingDeliveries = ({ world, pending }: WorldActivity): Markup | string =>
  pending.length === 0
    ? ''
    : html`<section aria-labelledby="waiting"><h2 id="waiting">${t('Waiting deliveries')}</h2><ul class="latest">${pending
        .slice(0, MAX_WAITING)
        .map(
          ({ id, what, due, attempts, channel }) => html`<li><a
            href="${worldPath(world.name, `/deliveries/${id}`)}">${serverText(what)}</a> ${badge(channel)}
            <small>${due ? html`${t('due')} ${timestamp(due)}` : ''}${attempts > 0 ? `, ${pluralize(attempts, 'attempt so far|attempts so far')}` : ''}</small></li>`,
        )}</ul></section>`

const MAX_HINTS = 3

const latestHints = ({ world, hints }: WorldActivity): Markup | string =>
  hints.length === 0
    ? ''
    : html`<section aria-labelledby="hints-found"><h2 id="hints-found">${t('Hints')}</h2><ul class="latest">${hints
        .slice(0, MAX_HINTS)
        .map((hint) => {
          const {
            texts: [title, , advice],
            lang,
          } = hintTexts(hint)
          return html`<li><a href="${worldPath(world.name, '/hints')}"${lang}>${title}</a>
            ${badge(`×${hint.exchanges.length}`, 'warn')} <small${lang}>${advice}</small></li>`
        })}</ul></section>`
