import type { Hono } from 'hono'
import { html } from 'hono/html'
import type { WorldClient } from '../../web-ui/client.ts'
import { type Env, UI, type Visit, worldOf, worldPath } from '../../web-ui/page-context.ts'
import { carryOut } from '../../web-ui/form.ts'
import { bodyView } from '../../web-ui/json-view.ts'
import { page } from '../../web-ui/layout.ts'
import {
  badge,
  buttonForm,
  copyable,
  count,
  facts,
  heading,
  instant,
  type Markup,
  prose,
  statusBadge,
} from '../../web-ui/components.ts'
import { curlOf, repeatable, testOf } from '../../web-ui/snippets.ts'
import type { BodyTold, Change, ExchangeTold, Ground, HeaderTold, Step } from '../../web-ui/api-types.ts'
import { headerList } from './deliveries.ts'
import { profileAnchor } from './profile.ts'

/** One exchange: what was asked and answered, why so, and what became of the world. */
export const bindExchange = (app: Hono<Env>): void => {
  const at = `${UI}/w/:world/exchanges/:n{[0-9]+}`
  app.get(at, show)
  app.post(`${at}/repeat`, (visit) => {
    const world = worldOf(visit)
    return carryOut(visit, { leadsTo: worldPath(world.name, `/exchanges/${visit.req.param('n')}`) }, async () => {
      const told = await world.exchange(Number(visit.req.param('n')))
      const { path, ...init } = repeatable(told)
      const answer = await world.api(told.method, path, { ...init, recorded: true })
      const latest = (await world.journal({ limit: '1' })).rows[0]
      const onward = latest ? { leadsTo: worldPath(world.name, `/exchanges/${latest.n}`) } : {}
      return { text: `Repeated: ${answer.status} this time, ${told.status} the time before.`, ...onward }
    })
  })
}

const show = async (visit: Visit): Promise<Response> => {
  const world = worldOf(visit)
  const [told, { rows }] = await Promise.all([
    world.exchange(Number(visit.req.param('n'))),
    world.journal({ limit: '1' }),
  ])
  const newest = rows[0]?.n ?? told.n
  const at = worldPath(world.name, '/exchanges')
  const sentences = await visit.get('desk').statements()
  return page(visit, {
    title: `Exchange ${told.n}`,
    body: html`${heading(
      html`<span class="method">${told.method}</span> <code class="path">${told.path}</code> ${answerBadge(told)}`,
      html`${told.operation ?? 'No operation'} · ${instant(told.now)} in the world · ${told.tookMs} ms${told.app ? ` · ${told.app}` : ''}`,
      html`${told.n > 1 ? html`<a class="button quiet" href="${at}/${told.n - 1}">Earlier</a>` : ''}${told.n < newest ? html`<a class="button quiet" href="${at}/${told.n + 1}">Later</a>` : ''}
      ${buttonForm(visit, { action: `${at}/${told.n}/repeat`, label: 'Repeat', tone: 'primary' })}`,
    )}
    ${told.detail === null ? '' : html`<div class="said"><p>${told.detail}</p>${errorList(told.errors)}</div>`}
    ${told.fault ? html`<div class="notice bad"><p>Disturbed on purpose${told.fault.rules.length > 0 ? ` by ${told.fault.rules.join(', ')}` : ''}: ${told.fault.how.join(', ')}.${told.fault.answered ? '' : ' No answer left the server.'}</p></div>` : ''}
    <h2>The way it took</h2>
    ${way(world.name, told.way, sentences)}
    <h2>What became of the world</h2>
    ${outcome(world.name, told)}
    <div class="sides">
      <section><h2>Request</h2>
        <p><strong>${told.request.method}</strong> <code>${told.request.url}</code></p>
        ${headersView('Headers of the request', told.request.headers)}${body(told.request.body, 'Body of the request')}</section>
      <section><h2>Answer ${answerBadge(told)}</h2>
        ${headersView('Headers of the answer', told.answer.headers)}${body(told.answer.body, 'Body of the answer')}</section>
    </div>
    <h2>Take it along</h2>
    ${copyable('curl', 'As curl', curlOf(told))}
    ${copyable('test', 'As a test for Vitest', testOf(told, await settingOf(world, told.n)))}`,
  })
}

export const answerBadge = ({ status }: { readonly status: number }): Markup =>
  status === 0 ? badge('no answer', 'bad') : statusBadge(status)

const CHANGES_LISTED = 12

/** What a test of an exchange starts from. */
const settingOf = async (world: WorldClient, n: number) => {
  const [told, profile, { rows }] = await Promise.all([
    world.told(),
    world.profile(),
    world.journal({ before: String(n), limit: '200' }),
  ])
  const chosen = Object.entries(profile.assumptions)
    .filter(([, { source }]) => source === 'given' || source === 'learned')
    .map(([id, { option }]) => [id, option] as const)
  const changes = rows.filter(({ method, status }) => method !== 'GET' && status < 300).map((row) => row.n)
  return { world: told, chosen: Object.fromEntries(chosen), changedBy: changes.slice(0, CHANGES_LISTED).toReversed() }
}

const errorList = (errors: ExchangeTold['errors']): Markup | string =>
  errors === undefined
    ? ''
    : html`<dl class="facts">${Object.entries(errors).map(([name, all]) => html`<div><dt><code>${name}</code></dt><dd>${all.join(' ')}</dd></div>`)}</dl>`

const OUTCOMES: Readonly<Record<string, string>> = { passed: 'passed', decided: 'decided', 'not reached': 'later' }

/** The straight line, question by question. */
const way = (world: string, steps: readonly Step[], sentences: ReadonlyMap<string, string>): Markup =>
  html`<ol class="way">${steps.map(
    ({
      question,
      asks,
      outcome: what,
      because = [],
    }) => html`<li class="${OUTCOMES[what] ?? 'later'}"${what === 'decided' ? html` aria-current="step"` : ''}>
    <p class="asks">${asks} <small>${question}</small><span class="verdict">${what === 'decided' ? 'decided here' : what}</span></p>
    ${because.length > 0 ? html`<ul class="grounds">${because.map((one) => ground(world, one, sentences))}</ul>` : ''}
  </li>`,
  )}</ol>`

const ground = (
  world: string,
  { id, kind, question, option, means }: Ground,
  sentences: ReadonlyMap<string, string>,
): Markup =>
  kind === 'assumption'
    ? html`<li><a href="${profileAnchor(world, id)}"><code>${id}</code></a> ${prose(question ?? '')} <strong><code>${option ?? ''}</code></strong> ${prose(means ?? '')}</li>`
    : html`<li><code>${id}</code> ${prose(sentences.get(id) ?? 'a statement of the description')}</li>`

const outcome = (world: string, { facts: happened, world: { before, after, changes } }: ExchangeTold): Markup => {
  if (changes.length === 0 && happened.length === 0) return html`<p class="nothing">It stayed as it was.</p>`
  const counts = (['publications', 'inquiries', 'visits'] as const).flatMap((name) =>
    before.counts[name] === after.counts[name]
      ? []
      : [[name, `${count(before.counts[name])} → ${count(after.counts[name])}`] as const],
  )
  return html`${happened.length > 0 ? html`<ul class="happened">${happened.map((fact) => html`<li>${fact}</li>`)}</ul>` : ''}
  ${facts([...changes.map((change) => [change.kind, changed(world, change)] as const), ...counts])}`
}

const changed = (world: string, { kind, id, agency, before, after, members }: Change): Markup => {
  const name =
    id === null
      ? ''
      : kind === 'delivery'
        ? html`<a href="${worldPath(world, `/deliveries/${id}`)}">${id}</a>`
        : kind === 'publication' && agency !== undefined
          ? html`<a href="${worldPath(world, `/publications/one?${new URLSearchParams({ agency, id }).toString()}`)}">${id}</a>`
          : html`<code>${id}</code>`
  const moved =
    after === undefined ? '' : before === null ? `made, ${after}` : before === after ? '' : `${before} → ${after}`
  const named = members?.length ? `changed: ${members.join(', ')}` : ''
  return html`${name} ${[moved, named].filter(Boolean).join('; ')}${id === null ? 'changed' : ''}`
}

const headersView = (title: string, headers: readonly HeaderTold[]): Markup =>
  html`<details><summary>${title} <small>${headers.length}</small></summary>${headerList(headers.map(({ name, value }) => [name, value] as const))}</details>`

const body = (told: BodyTold | null, label: string): Markup => {
  if (told === null) return html`<p class="nothing">No body.</p>`
  const about = html`<p class="hint">${told.type ?? 'no media type'}, ${count(told.size)} bytes${told.truncated ? ', of which this is the beginning' : ''}</p>`
  return told.text === undefined
    ? html`${about}<p class="nothing">Not text.</p>`
    : html`${about}${bodyView(told.text, label)}`
}
