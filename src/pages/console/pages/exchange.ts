import type { Hono } from 'hono'
import { html } from 'hono/html'
import { copyableText, type Markup, pageHeading, timestamp } from '../../ui/components/components.ts'
import { formatNumber } from '../../ui/components/format.ts'
import { headerList } from '../../ui/components/header-list.ts'
import { highlightedBody } from '../../ui/components/json-view.ts'
import { readablePath } from '../../ui/components/readable-path.ts'
import {
  curlSnippet,
  replayableRequest,
  type SnippetContext,
  vitestSnippet,
} from '../../ui/components/snippets.ts'
import { runAction } from '../../ui/form.ts'
import { buttonForm } from '../../ui/form-components.ts'
import { apiText, rich, serverText, t } from '../../ui/language/texts.ts'
import { consolePage } from '../../ui/layout.ts'
import {
  CONSOLE_ROOT,
  type PageContext,
  type PageEnv,
  requestedWorld,
  worldPath,
} from '../../ui/page-context.ts'
import type { BodyData, ExchangeData, HeaderData } from '../../ui/sandbox/api-types.ts'
import type { WorldClient } from '../../ui/sandbox/world-client.ts'
import { changeList, exchangeStatusBadge, traceList } from './exchange-parts.ts'

/** Registers the page of one exchange: request, response, decision trace, changes, and repeating it. */
export const registerExchangePages = (app: Hono<PageEnv>): void => {
  const route = `${CONSOLE_ROOT}/w/:world/exchanges/:n{[0-9]+}`
  app.get(route, exchangePage)
  app.post(`${route}/repeat`, repeatExchange)
}

const numberOf = (context: PageContext): number => Number(context.req.param('n'))

const repeatExchange = (context: PageContext): Promise<Response> => {
  const world = requestedWorld(context)
  const pathOf = (n: number) => worldPath(world.name, `/exchanges/${n}`)
  return runAction(context, { redirectTo: pathOf(numberOf(context)) }, async () => {
    const exchange = await world.exchange(numberOf(context))
    const { path, ...init } = replayableRequest(exchange)
    const response = await world.api.request(exchange.method, path, { ...init, recorded: true })
    const latest = (await world.journal({ limit: 1 })).rows[0]
    return {
      text: t('Repeated. Status now: {now}, before: {before}.', {
        now: response.status,
        before: exchange.status,
      }),
      ...(latest && { redirectTo: pathOf(latest.n) }),
    }
  })
}

const exchangePage = async (context: PageContext): Promise<Response> => {
  const world = requestedWorld(context)
  const [exchange, { rows }, sentences, { apps }] = await Promise.all([
    world.exchange(numberOf(context)),
    world.journal({ limit: 1 }),
    context.var.statements(),
    world.details(),
  ])
  const newest = rows[0]?.n ?? exchange.n
  return consolePage(context, {
    title: t('Exchange {n}', { n: exchange.n }),
    body: html`${exchangeHeading(context, exchange, newest)}
    ${
      exchange.detail === null
        ? ''
        : html`<div
      class="problem"><p>${apiText(exchange.detail)}</p>${issueList(exchange)}</div>`
    }
    ${faultNotice(exchange)}
    <h2>${t('Decision trace')}</h2>
    ${traceList(world.name, exchange, { sentences, docs: context.var.docs })}
    <h2>${t('World state')}</h2>
    ${changeList(world.name, exchange, apps[0]?.name)}
    <div class="columns">
      <section><h2>${t('Request')}</h2>
        <p><strong>${exchange.request.method}</strong> <code>${exchange.request.url}</code></p>
        ${headerDetails(t('Request headers'), exchange.request.headers)}${messageBody(
          exchange.request.body,
          t('Request body'),
        )}</section>
      <section><h2>${t('Response')} ${exchangeStatusBadge(exchange)}</h2>
        ${headerDetails(t('Response headers'), exchange.answer.headers)}${messageBody(
          exchange.answer.body,
          t('Response body'),
        )}</section>
    </div>
    <h2>${t('Reproduce')}</h2>
    ${copyableText('curl', 'curl', curlSnippet(exchange))}
    ${copyableText('test', 'Vitest', vitestSnippet(exchange, await snippetContext(world, exchange.n)))}`,
  })
}

const exchangeHeading = (context: PageContext, exchange: ExchangeData, newest: number): Markup => {
  const { n, method, operation, now, tookMs, app } = exchange
  const path = worldPath(requestedWorld(context).name, '/exchanges')
  return pageHeading(
    html`<span class="method">${method}</span> ${readablePath(exchange.path)}
      ${exchangeStatusBadge(exchange)}`,
    html`${operation ?? t('No operation')} ${rich('· world time {now} · {tookMs} ms', { now: timestamp(now), tookMs: formatNumber(Math.round(tookMs)) })}${app ? ` · ${app}` : ''}`,
    html`${n > 1 ? html`<a class="button quiet" href="${path}/${n - 1}">${t('Previous')}</a>` : ''}${
      n < newest ? html`<a class="button quiet" href="${path}/${n + 1}">${t('Next')}</a>` : ''
    }
      <a class="button quiet" href="${worldPath(requestedWorld(context).name, '/file')}" download>${t('Save world')}</a>
      ${buttonForm(context, { action: `${path}/${n}/repeat`, label: t('Repeat'), tone: 'primary' })}`,
  )
}

const faultNotice = ({ fault }: ExchangeData): Markup | string => {
  if (!fault) return ''
  const rules = fault.rules.length > 0 ? ` (${fault.rules.join(', ')})` : ''
  const outcome = fault.answered ? '' : ` ${t('No response was sent.')}`
  return html`<div class="notice bad"><p>${t('Fault injected')}${rules}: ${fault.how.map((how, index) => html`${index > 0 ? ', ' : ''}${serverText(how)}`)}.${outcome}</p></div>`
}

/** Renders the issues by member; the one that repeats the detail is left out. */
const issueList = ({ errors = {}, detail }: ExchangeData): Markup | string => {
  const issues = Object.entries(errors).filter(
    ([name, sentences]) => name !== '_' || sentences.join(' ') !== detail,
  )
  return issues.length === 0
    ? ''
    : html`<dl class="facts">${issues.map(
        ([name, sentences]) =>
          html`<div><dt><code>${name}</code></dt><dd>${apiText(sentences.join(' '))}</dd></div>`,
      )}</dl>`
}

const headerDetails = (title: string, headers: readonly HeaderData[]): Markup =>
  html`<details><summary>${title} <small>${headers.length}</small></summary>${headerList(
    headers.map(({ name, value }) => [name, value] as const),
  )}</details>`

const messageBody = (body: BodyData | null, label: string): Markup => {
  if (body === null) return html`<p class="nothing">${t('No body')}</p>`
  const about = html`<p class="hint">${body.type ?? t('no media type')}, ${formatNumber(body.size)}
    ${t('bytes')}${body.truncated ? ` (${t('truncated')})` : ''}</p>`
  return body.text === undefined
    ? html`${about}<p class="nothing">${t('Binary content')}</p>`
    : html`${about}${highlightedBody(body.text, label)}`
}

const MAX_CHANGES_REPEATED = 12

/** Collects what a test of an exchange starts from: world, chosen assumptions and earlier changes. */
const snippetContext = async (world: WorldClient, n: number): Promise<SnippetContext> => {
  const [details, { assumptions }, { rows }] = await Promise.all([
    world.details(),
    world.profile(),
    world.journal({ before: n, limit: 200 }),
  ])
  const profile = Object.entries(assumptions)
    .filter(([, { source }]) => source === 'given' || source === 'learned')
    .map(([id, { option }]) => [id, option] as const)
  const changes = rows.filter(({ method, status }) => method !== 'GET' && status < 300).map((row) => row.n)
  const repeated = changes.toSorted((one, other) => one - other).slice(-MAX_CHANGES_REPEATED)
  return {
    world: details,
    profile: Object.fromEntries(profile),
    earlier: await Promise.all(repeated.map((number) => world.exchange(number))),
    leftOut: changes.length - repeated.length,
  }
}
