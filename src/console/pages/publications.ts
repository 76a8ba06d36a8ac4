import type { Hono } from 'hono'
import { html } from 'hono/html'
import { type Env, UI, type Visit, worldOf, worldPath } from '../../web-ui/page-context.ts'
import { page } from '../../web-ui/layout.ts'
import { agencyPicker, badge, count, empty, heading, type Markup, money } from '../../web-ui/components.ts'
import type { Page, Publicacion } from '../../web-ui/api-types.ts'
import { turner } from '../../web-ui/pagination.ts'
import { bindPublication, onePath } from './publication.ts'

/** What an agency publishes, by state, with pictures. */
export const bindPublications = (app: Hono<Env>): void => {
  app.get(`${UI}/w/:world/publications`, list)
  bindPublication(app)
}

const list = async (visit: Visit): Promise<Response> => {
  const world = worldOf(visit)
  const { all, chosen } = await world.agency(visit.req.query('agency'))
  if (!chosen) {
    return page(visit, {
      title: 'Publications',
      body: html`${heading('Publications')}${empty('This world has no agency.', 'Make a world from a scenario that has one.')}`,
    })
  }
  const mail = encodeURIComponent(chosen.adminMail)
  const q = visit.req.query('q')?.trim() ?? ''
  const states = await statesOf(visit)
  const estado = states.find((state) => state === visit.req.query('estado')) ?? states[0] ?? ''
  const pathOf = (state: string) =>
    `/v3/publicaciones/${mail}?${new URLSearchParams({ estado: state, ...(q && { q }) }).toString()}`
  const firsts = await Promise.all(states.map((state) => world.read<Page<Publicacion>>(pathOf(state))))
  const turned = visit.req.query('at')
  const listed = turned ? await world.read<Page<Publicacion>>(turned) : firsts[states.indexOf(estado)]
  const at = worldPath(world.name, '/publications')
  const self = (state: string) =>
    `${at}?${new URLSearchParams({ agency: chosen.adminMail, estado: state, ...(q && { q }) }).toString()}`
  return page(visit, {
    title: 'Publications',
    body: html`${heading('Publications', html`As <code>GET /v3/publicaciones/${chosen.adminMail}</code> lists them.`, agencyPicker(all, chosen))}
    <form class="picker" method="get" hx-get="${at}" hx-target="#publications" hx-select="#publications" hx-swap="outerHTML" hx-push-url="true"
      hx-trigger="input changed delay:250ms from:find input[name=q], submit">
      <input type="hidden" name="agency" value="${chosen.adminMail}"><input type="hidden" name="estado" value="${estado}">
      <label for="q">Seek</label><input id="q" name="q" value="${q}" autocomplete="off"><button class="quiet">Seek</button>
    </form>
    <div id="publications">
    <nav class="tabs" aria-label="States">${states.map(
      (state, index) =>
        html`<a href="${self(state)}"${state === estado ? html` aria-current="page"` : ''}>${state} <small>${count(firsts[index]?.Total ?? 0)}</small></a>`,
    )}</nav>
    ${
      listed === undefined || listed._entries.length === 0
        ? nothing(firsts.every(({ Total }) => (Total ?? 0) === 0) && q === '', world.name)
        : html`<ul class="lot">${listed._entries.map((one) => car(visit, world.name, chosen.adminMail, one))}</ul>${turner(visit, listed, self(estado))}`
    }</div>`,
  })
}

const nothing = (isBare: boolean, world: string): Markup =>
  !isBare
    ? empty('No publication is so.', 'Take another state or other words.')
    : empty(
        'Nothing is published yet.',
        html`Create one with <code>POST /v3/publicaciones/{adminmail}</code>, from your client or <a href="/docs?world=${world}">in the reference</a>.`,
      )

const car = (visit: Visit, world: string, agency: string, one: Publicacion): Markup => html`<li>
  <a href="${onePath(world, agency, one.ExternalId)}">
    ${picture(visit, one)}
    <span class="car-name">${one.Marca} ${one.Modelo}</span>
    <span class="car-version">${one.Version ?? ''} ${one.VersionYear ?? ''}</span>
    <span class="car-price">${money(one.Precio)}</span>
    <span class="car-tags">${one.Exposicion ? badge(one.Exposicion, 'plain') : ''} <small>${one.ExternalId}</small></span>
  </a></li>`

/** The first photo; one that lies elsewhere is never asked for. */
const picture = (visit: Visit, { Fotos }: Publicacion): Markup => {
  const own = (Fotos ?? []).find((url) => url.startsWith(`${visit.get('desk').client.origin}/`))
  return own
    ? html`<img src="${own.replace('/1280x720/', '/320x180/')}" alt="" loading="lazy" width="320" height="180">`
    : html`<span class="no-photo">${Fotos?.length ? 'photos elsewhere' : 'no photo'}</span>`
}

/** Words of the three states, as the world's profile spells them (`publications/state-literals`). */
const statesOf = async (visit: Visit): Promise<readonly string[]> => {
  const { assumptions } = await worldOf(visit).profile()
  const option = assumptions['publications/state-literals']?.option ?? ''
  return option.startsWith('words:') ? option.slice('words:'.length).split(',') : ['Activa', 'Suspendida', 'Archivada']
}
