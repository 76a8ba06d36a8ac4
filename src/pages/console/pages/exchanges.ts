import type { Hono } from 'hono'
import { html } from 'hono/html'
import { badge, dataTable, emptyState, type Markup, pageHeading } from '../../ui/components/components.ts'
import { zonedTime } from '../../ui/components/format.ts'
import { readablePath } from '../../ui/components/readable-path.ts'
import { runAction } from '../../ui/form.ts'
import { confirmation, inputField, selectField } from '../../ui/form-components.ts'
import { apiText, rich, serverText, t } from '../../ui/language/texts.ts'
import { consolePage } from '../../ui/layout.ts'
import { operationIds, operationPattern } from '../../ui/operation-ids.ts'
import {
  CONSOLE_ROOT,
  type PageContext,
  type PageEnv,
  requestedWorld,
  worldPath,
} from '../../ui/page-context.ts'
import type { ExchangeSummaryData } from '../../ui/sandbox/api-types.ts'
import { registerExchangePages } from './exchange.ts'
import { exchangeStatusBadge, exchangeSummary } from './exchange-parts.ts'

/** Registers the pages of the journal: live list, HAR download, clearing, and single exchanges. */
export const registerExchangesPages = (app: Hono<PageEnv>): void => {
  const route = `${CONSOLE_ROOT}/w/:world/exchanges`
  app.get(route, exchangesPage)
  app.get(`${route}/clear`, clearConfirmation)
  app.post(`${route}/clear`, (context) =>
    runAction(context, { redirectTo: exchangesPath(context) }, async () => {
      await requestedWorld(context).clearJournal()
      return t('Journal cleared.')
    }),
  )
  app.get(`${route}.har`, harDownload)
  app.get(`${CONSOLE_ROOT}/w/:world/events`, eventStream)
  registerExchangePages(app)
}

const exchangesPath = (context: PageContext): string => worldPath(requestedWorld(context).name, '/exchanges')

const clearConfirmation = (context: PageContext): Promise<Response> =>
  consolePage(context, {
    title: t('Clear journal'),
    body: confirmation(context, {
      question: t('Clear the journal of this world?'),
      consequence: t('All exchanges and hints are deleted. The data of the world is not affected.'),
      action: `${exchangesPath(context)}/clear`,
      label: t('Clear journal'),
      cancelPath: exchangesPath(context),
    }),
  })

const harDownload = async (context: PageContext): Promise<Response> => {
  const world = requestedWorld(context)
  const har = await world.forward('/journal.har', { Accept: 'application/json' })
  const headers = {
    'Content-Type': 'application/json',
    'Content-Disposition': `attachment; filename="${world.name}.har"`,
  }
  return new Response(har.body, { status: har.status, headers })
}

/** Passes the control API's events on, with the session instead of the control token. */
const eventStream = async (context: PageContext): Promise<Response> => {
  const events = await context.var.client.events(requestedWorld(context).name, context.req.raw.signal)
  return new Response(events.body, {
    status: events.status,
    headers: {
      'Content-Type': events.headers.get('content-type') ?? 'text/plain',
      'Cache-Control': 'no-store',
    },
  })
}

const PAGE_SIZE = 100

const STATUSES = [
  { value: '', label: 'any status' },
  { value: '2xx', label: '2xx success' },
  { value: '3xx', label: '3xx not modified' },
  { value: '4xx', label: '4xx client error' },
  { value: '5xx', label: '5xx server error' },
  { value: '0', label: 'no response' },
] as const

const statuses = () => STATUSES.map(({ value, label }) => ({ value, label: t(label) }))

const METHODS = ['', 'GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

const methods = () => METHODS.map((value) => ({ value, label: value || t('any method') }))

const FILTERS = ['q', 'method', 'operation', 'status'] as const

/** Returns the path criterion for a searched text, which may stand anywhere in a path. */
const pathCriterion = (q: string): string => (q.includes('*') ? q : `*${q}*`)

const exchangesPage = async (context: PageContext): Promise<Response> => {
  const filters = requestedFilters(context)
  const before = context.req.query('before')
  const isNewest = before === undefined
  const path = exchangesPath(context)
  const pathWith = (more: Record<string, string>) =>
    `${path}?${new URLSearchParams({ ...filters, ...more }).toString()}`
  const { rows, older } = await matchingExchanges(context, filters, before)
  return consolePage(context, {
    title: t('Exchanges'),
    isLive: isNewest,
    body: html`${pageHeading(
      t('Exchanges'),
      t(
        'Requests of clients to this world and their responses, newest first. Open one for its decision trace.',
      ),
      headingActions(path, { isNewest, isEmpty: rows.length === 0 }),
    )}
    ${await filterForm(context, filters)}
    <div id="rows"${
      isNewest
        ? html` hx-get="${pathWith({})}" hx-select="#rows" hx-swap="outerHTML" hx-trigger="playa:exchange from:body, playa:world from:body"`
        : ''
    }>
    ${
      rows.length === 0
        ? noExchanges(context, Object.keys(filters).length > 0)
        : exchangeTable(path, rows, older === undefined ? undefined : pathWith({ before: String(older) }))
    }</div>
    ${isNewest ? '' : html`<p class="after"><a href="${pathWith({})}">${t('Newest exchanges')}</a></p>`}`,
  })
}

/** The filters of the list, as the query of the page. */
type Filters = Readonly<Partial<Record<(typeof FILTERS)[number], string>>>

const requestedFilters = (context: PageContext): Filters =>
  Object.fromEntries(
    FILTERS.flatMap((name) => {
      const value = context.req.query(name)?.trim()
      return value ? [[name, value]] : []
    }),
  )

const matchingExchanges = async (
  context: PageContext,
  { q, operation, ...criteria }: Filters,
  before: string | undefined,
): Promise<{ readonly rows: readonly ExchangeSummaryData[]; readonly older?: number | undefined }> => {
  const pattern = operation && (await operationPattern(context, operation))
  if (operation !== undefined && pattern === undefined) return { rows: [] }
  return requestedWorld(context).journal({
    ...criteria,
    ...(pattern && { operation: pattern }),
    ...(q && { path: pathCriterion(q) }),
    ...(before && { before: Number(before) }),
    limit: PAGE_SIZE,
  })
}

const filterForm = async (context: PageContext, filters: Filters): Promise<Markup> => html`
    <form class="picker" method="get" hx-get="${exchangesPath(context)}" hx-target="#rows" hx-select="#rows" hx-swap="outerHTML"
      hx-push-url="true" role="search" aria-label="${t('Exchanges')}" hx-trigger="input changed delay:250ms, change, submit">
      ${inputField({ name: 'q', label: 'Path', value: filters.q, placeholder: t('part of a path') })}
      ${selectField('method', 'Method', methods(), filters.method)}
      ${selectField('status', 'Status', statuses(), filters.status)}
      ${inputField({
        name: 'operation',
        label: 'Operation',
        value: filters.operation,
        placeholder: t('any, or publications.*'),
        list: await operationIds(context),
      })}
      <noscript><button class="quiet">${t('Filter')}</button></noscript>
    </form>`

const exchangeTable = (
  path: string,
  rows: readonly ExchangeSummaryData[],
  olderPath: string | undefined,
): Markup =>
  html`${dataTable(
    t('Exchanges'),
    COLUMNS,
    rows.map((row) => exchangeRow(path, row)),
  )}${
    olderPath === undefined
      ? ''
      : html`<nav class="pagination" aria-label="${t('Pagination')}"><a
            class="button quiet" href="${olderPath}">${t('Older')}</a></nav>`
  }`

const headingActions = (
  path: string,
  { isNewest, isEmpty }: { isNewest: boolean; isEmpty: boolean },
): Markup =>
  html`${
    isNewest
      ? html`<button type="button" class="quiet" data-live aria-pressed="false">${t('Pause')}</button>`
      : ''
  }<a class="button quiet" href="${path}.har" download>${t('Download HAR')}</a>${
    isEmpty ? '' : html`<a class="button danger" href="${path}/clear">${t('Clear …')}</a>`
  }`

const noExchanges = (context: PageContext, isFiltered: boolean): Markup => {
  if (isFiltered)
    return emptyState(
      t('No matching exchanges'),
      rich('Change the filters, or {all}.', {
        all: html`<a href="${exchangesPath(context)}">${t('show all exchanges')}</a>`,
      }),
    )
  const base = `${context.var.client.origin}/w/${requestedWorld(context).name}`
  return emptyState(
    t('No exchanges yet'),
    rich('Point a client at `{base}`, or run `curl {base}/v3`. Requests appear here immediately.', { base }),
  )
}

const COLUMNS = [
  { title: '#', kind: 'number roomy' },
  { title: 'Time', kind: 'roomy' },
  { title: 'Request', kind: 'name' },
  { title: 'Status' },
  { title: 'Decided by', kind: 'roomy' },
  { title: 'ms', kind: 'number roomy' },
] as const

const exchangeRow = (path: string, row: ExchangeSummaryData) => {
  const time = zonedTime(row.at, { zoneOf: row.now })
  return [
    row.n,
    html`<time datetime="${row.at}" title="${t('World time: {time}', { time: row.now })}">${time}</time>`,
    html`<a id="e${row.n}" href="${path}/${row.n}"><span class="method">${row.method}</span>
    ${readablePath(row.path)}</a><small class="narrow">${time} ${exchangeSummary(row)}</small>`,
    html`${exchangeStatusBadge(row)}${row.fault ? badge(t('fault'), 'bad') : ''}`,
    html`${row.decided.question}${row.detail === null ? '' : html`<br><small>${apiText(row.detail)}</small>`}${row.facts.map(
      (event) => html`<br><small class="event">${serverText(event)}</small>`,
    )}`,
    row.tookMs.toFixed(1),
  ]
}
