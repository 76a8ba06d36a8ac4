import type { Hono } from 'hono'
import { html } from 'hono/html'
import { type Env, UI, type Visit, worldOf, worldPath } from '../../web-ui/page-context.ts'
import { carryOut } from '../../web-ui/form.ts'
import { page } from '../../web-ui/layout.ts'
import { operationIds } from '../../web-ui/operation-ids.ts'
import { badge, confirmation, empty, field, heading, type Markup, select, table } from '../../web-ui/components.ts'
import type { ExchangeRow } from '../../web-ui/api-types.ts'
import { answerBadge, bindExchange } from './exchange.ts'

/** What clients ask of a world, as it happens. */
export const bindExchanges = (app: Hono<Env>): void => {
  const at = `${UI}/w/:world/exchanges`
  app.get(at, list)
  app.get(`${at}/clear`, (visit) =>
    page(visit, {
      title: 'Empty the journal',
      body: confirmation(visit, {
        question: 'Empty the journal of this world?',
        loss: 'All exchanges and the hints drawn from them are lost. The world itself stays as it is.',
        action: worldPath(worldOf(visit).name, '/exchanges/clear'),
        label: 'Empty it',
        back: worldPath(worldOf(visit).name, '/exchanges'),
      }),
    }),
  )
  app.post(`${at}/clear`, (visit) =>
    carryOut(visit, { leadsTo: worldPath(worldOf(visit).name, '/exchanges') }, async () => {
      await worldOf(visit).send('DELETE', '/journal')
      return 'The journal is empty.'
    }),
  )
  app.get(`${at}.har`, async (visit) => {
    const har = await worldOf(visit).control('GET', '/journal.har')
    const headers = {
      'Content-Type': 'application/json',
      'Content-Disposition': `attachment; filename="${worldOf(visit).name}.har"`,
      'X-Content-Type-Options': 'nosniff',
    }
    return new Response(har.body, { status: har.status, headers })
  })
  app.get(`${UI}/w/:world/events`, async (visit) => {
    const world = encodeURIComponent(worldOf(visit).name)
    const events = await visit.get('desk').client.follow(`/events?world=${world}`, visit.req.raw.signal)
    return new Response(events.body, {
      status: events.status,
      headers: { 'Content-Type': events.headers.get('content-type') ?? 'text/plain', 'Cache-Control': 'no-store' },
    })
  })
  bindExchange(app)
}

const PAGE = 100

const STATUSES = [
  { value: '', label: 'any' },
  { value: '2xx', label: '2xx, done' },
  { value: '3xx', label: '3xx, not modified' },
  { value: '4xx', label: '4xx, refused' },
  { value: '5xx', label: '5xx, failed' },
]

const list = async (visit: Visit): Promise<Response> => {
  const world = worldOf(visit)
  const [operation = '', status = '', before] = ['operation', 'status', 'before'].map((name) =>
    visit.req.query(name)?.trim(),
  )
  const asked = { ...(operation && { operation }), ...(status && { status }), ...(before && { before }) }
  const { rows, older } = await world.journal({ ...asked, limit: String(PAGE) })
  const at = worldPath(world.name, '/exchanges')
  const filtered = operation !== '' || status !== ''
  const self = (more: Record<string, string>) => `${at}?${new URLSearchParams({ ...asked, ...more }).toString()}`
  return page(visit, {
    title: 'Exchanges',
    live: before === undefined,
    body: html`${heading(
      'Exchanges',
      'What clients asked of this world, newest first. Open one to see why it was answered so.',
      html`${before === undefined ? html`<button type="button" class="quiet" data-live aria-pressed="false">Pause</button>` : ''}<a class="button quiet" href="${at}.har" download>HAR</a>${rows.length > 0 ? html`<a class="button danger" href="${at}/clear">Empty …</a>` : ''}`,
    )}
    <form class="picker" method="get" hx-get="${at}" hx-target="#rows" hx-select="#rows" hx-swap="outerHTML" hx-push-url="true"
      hx-trigger="input changed delay:250ms from:find input, change, submit">
      ${field({ name: 'operation', label: 'Operation', value: operation, placeholder: 'any, or publications.*', list: await operationIds(visit) })}
      ${select('status', 'Status', STATUSES, status)}
      <button class="quiet">Show</button>
    </form>
    <div id="rows"${before === undefined ? html` hx-get="${self({})}" hx-select="#rows" hx-swap="outerHTML" hx-trigger="playa:exchange from:body, playa:world from:body"` : ''}>
    ${
      rows.length === 0
        ? nothing(world.name, visit.get('desk').client.origin, filtered)
        : html`${table(
            'Exchanges',
            COLUMNS,
            rows.map((row) => line(at, row)),
          )}${older === undefined ? '' : html`<nav class="turner" aria-label="Pages"><a class="button quiet" href="${self({ before: String(older) })}">Older</a></nav>`}`
    }</div>
    ${before === undefined ? '' : html`<p class="after"><a href="${at}">Back to the newest</a></p>`}`,
  })
}

const nothing = (world: string, origin: string, filtered: boolean): Markup =>
  filtered
    ? empty('No exchange is so.', 'Take another operation or status.')
    : empty(
        'Nothing was asked yet.',
        html`Point a client at <code>${origin}/w/${world}</code>, or run <code>curl ${origin}/w/${world}/v3</code>. It shows up here at once.`,
      )

const COLUMNS = [
  { title: '#', kind: 'number roomy' },
  { title: 'Time' },
  { title: 'Request' },
  { title: 'Answer' },
  { title: 'Decided by', kind: 'roomy' },
  { title: 'ms', kind: 'number roomy' },
] as const

const line = (at: string, row: ExchangeRow): Markup => html`<tr>
  <td class="number roomy">${row.n}</td>
  <td><time datetime="${row.at}" title="${row.now} in the world">${row.at.slice(11, 19)}</time></td>
  <th scope="row"><a id="e${row.n}" href="${at}/${row.n}"><span class="method">${row.method}</span> <span class="path">${row.path}</span></a></th>
  <td>${answerBadge(row)}${row.fault ? badge('fault', 'bad') : ''}</td>
  <td class="roomy">${row.decided.question}${row.detail === null ? '' : html`<br><small>${row.detail}</small>`}${row.facts.map((fact) => html`<br><small class="fact">${fact}</small>`)}</td>
  <td class="number roomy">${row.tookMs.toFixed(1)}</td>
</tr>`
