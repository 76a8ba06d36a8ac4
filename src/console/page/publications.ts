import type { Hono } from 'hono'
import { html } from 'hono/html'
import { type Env, UI, type Visit, worldOf, worldPath } from '../desk.ts'
import { page } from '../layout.ts'
import { agencyPicker, badge, count, empty, heading, type Markup, money } from '../pieces.ts'
import type { Page, Publicacion } from '../shapes.ts'
import { turner } from '../turner.ts'
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
    return page(visit, { title: 'Publications', body: html`${heading('Publications')}${empty('This world has no agency.', 'Make a world from a scenario that has one.')}` })
  }
  const mail = encodeURIComponent(chosen.adminMail)
  const [estado = '', q = ''] = [visit.req.query('estado'), visit.req.query('q')?.trim()]
  const query = new URLSearchParams({ ...(estado && { estado }), ...(q && { q }) }).toString()
  const listed = await world.read<Page<Publicacion>>(visit.req.query('at') ?? `/v3/publicaciones/${mail}${query && `?${query}`}`)
  const states = await statesOf(visit)
  const at = worldPath(world.name, '/publications')
  const self = `${at}?${new URLSearchParams({ agency: chosen.adminMail, ...(estado && { estado }), ...(q && { q }) }).toString()}`
  return page(visit, {
    title: 'Publications',
    body: html`${heading('Publications', html`As <code>GET /v3/publicaciones/${chosen.adminMail}</code> lists them.`, agencyPicker(all, chosen))}
    <form class="picker" method="get" hx-get="${at}" hx-target="#publications" hx-select="#publications" hx-swap="outerHTML" hx-push-url="true"
      hx-trigger="input changed delay:250ms from:find input[name=q], change, submit">
      <input type="hidden" name="agency" value="${chosen.adminMail}">
      <label for="estado">State</label><select id="estado" name="estado"><option value="">all</option>${states.map(
        (state) => html`<option${state === estado ? html` selected` : ''}>${state}</option>`,
      )}</select>
      <label for="q">Seek</label><input id="q" name="q" value="${q}" autocomplete="off"><button class="quiet">Seek</button>
    </form>
    <div id="publications">${
      listed._entries.length === 0 ? nothing(estado !== '' || q !== '', world.name) : shown(visit, listed, states, self, chosen.adminMail)
    }</div>`,
  })
}

const nothing = (filtered: boolean, world: string): Markup =>
  filtered
    ? empty('No publication is so.', 'Take another state or other words.')
    : empty('Nothing is published yet.', html`Create one with <code>POST /v3/publicaciones/{adminmail}</code>, from your client or <a href="/docs?world=${world}">in the reference</a>.`)

const shown = (visit: Visit, listed: Page<Publicacion>, states: readonly string[], at: string, agency: string): Markup => {
  const { name } = worldOf(visit)
  const known = states.filter((state) => listed._entries.some(({ EstadoActual }) => EstadoActual === state))
  const others = [...new Set(listed._entries.map(({ EstadoActual }) => EstadoActual))].filter((state) => !known.includes(state))
  return html`${turner(visit, listed, at)}${[...known, ...others].map((state) => {
    const there = listed._entries.filter(({ EstadoActual }) => EstadoActual === state)
    return html`<section><h2>${state} <small>${count(there.length)}</small></h2><ul class="lot">${there.map(
      (publication) => car(visit, name, agency, publication),
    )}</ul></section>`
  })}${turner(visit, listed, at)}`
}

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
