import type { Hono } from 'hono'
import { html } from 'hono/html'
import { badge, emptyState, type Markup, pageHeading } from '../../ui/components/components.ts'
import { formatMoney, formatNumber } from '../../ui/components/format.ts'
import { agencyPicker, hiddenFields } from '../../ui/form-components.ts'
import { rich, t } from '../../ui/language/texts.ts'
import { consolePage } from '../../ui/layout.ts'
import {
  CONSOLE_ROOT,
  type PageContext,
  type PageEnv,
  requestedWorld,
  worldPath,
} from '../../ui/page-context.ts'
import { pagination } from '../../ui/pagination.ts'
import type { PublicationData, PublicationPageData } from '../../ui/sandbox/api-types.ts'
import { publicationPath, registerPublicationPages } from './publication.ts'

/** Registers the pages of an agency's publications, by state. */
export const registerPublicationsPages = (app: Hono<PageEnv>): void => {
  app.get(`${CONSOLE_ROOT}/w/:world/publications`, publicationsPage)
  registerPublicationPages(app)
}

const publicationsPage = async (context: PageContext): Promise<Response> => {
  const world = requestedWorld(context)
  const { all, chosen } = await world.agency(context.req.query('agency'))
  if (!chosen) return pageWithoutAgency(context)
  const agency = chosen.adminMail
  const q = context.req.query('q')?.trim() ?? ''
  const states = await stateLiterals(context)
  const estado = states.find((state) => state === context.req.query('estado')) ?? states[0] ?? ''
  const queryOf = (state: string) => ({ estado: state, ...(q && { q }) })
  const firstPages = await Promise.all(
    states.map((state) => {
      const query = new URLSearchParams(queryOf(state)).toString()
      return world.api.read<PublicationPageData>(`/v3/publicaciones/${encodeURIComponent(agency)}?${query}`)
    }),
  )
  const requestedPage = context.req.query('at')
  const listed = requestedPage
    ? await world.api.read<PublicationPageData>(requestedPage)
    : firstPages[states.indexOf(estado)]
  const path = worldPath(world.name, '/publications')
  const pathOf = (state: string) => `${path}?${new URLSearchParams({ agency, ...queryOf(state) }).toString()}`
  const isEmptyWorld = q === '' && firstPages.every(({ Total }) => Total === 0)
  return consolePage(context, {
    title: t('Publications'),
    body: html`${pageHeading(
      t('Publications'),
      html`${t('Source:')} <code>GET
      /v3/publicaciones/${agency}</code>`,
      agencyPicker(all, chosen),
    )}
    ${searchForm(path, { agency, estado, q })}
    <div id="publications">
    <nav class="tabs" aria-label="${t('State')}">${states.map(
      (state, index) =>
        html`<a href="${pathOf(state)}"${state === estado ? html` aria-current="page"` : ''}>${state}
          <small>${formatNumber(firstPages[index]?.Total ?? 0)}</small></a>`,
    )}</nav>
    ${
      listed === undefined || listed._entries.length === 0
        ? noPublications(isEmptyWorld, world.name)
        : html`<ul class="publications">${listed._entries.map((one) =>
            publicationCard(context, agency, one),
          )}</ul>${pagination(context, listed, pathOf(estado))}`
    }</div>`,
  })
}

const pageWithoutAgency = (context: PageContext): Promise<Response> =>
  consolePage(context, {
    title: t('Publications'),
    body: html`${pageHeading(t('Publications'))}${emptyState(
      t('No agency'),
      t('Create a world from a scenario with an agency.'),
    )}`,
  })

const searchForm = (
  path: string,
  { agency, estado, q }: { readonly agency: string; readonly estado: string; readonly q: string },
): Markup =>
  html`<form class="picker" method="get" hx-get="${path}" hx-target="#publications" hx-select="#publications"
      hx-swap="outerHTML" hx-push-url="true"
      hx-trigger="input changed delay:250ms from:find input[name=q], submit">
      ${hiddenFields({ agency, estado })}
      <label for="q">${t('Search')}</label><input id="q" name="q" value="${q}" autocomplete="off"><button
        class="quiet">${t('Search')}</button>
    </form>`

const noPublications = (isEmptyWorld: boolean, world: string): Markup =>
  isEmptyWorld
    ? emptyState(
        t('No publications yet'),
        rich(
          'Create one with `POST /v3/publicaciones/{adminmail}`, from your client or in the {reference}.',
          {
            reference: html`<a href="/docs?world=${world}">${t('API reference')}</a>`,
          },
        ),
      )
    : emptyState(t('No matching publications'), t('Change the state or the search.'))

const publicationCard = (context: PageContext, agency: string, one: PublicationData): Markup => html`<li>
  <a href="${publicationPath(requestedWorld(context).name, agency, one.ExternalId)}">
    ${photoOf(context, one)}
    <span class="car-name">${one.Marca} ${one.Modelo}</span>
    <span class="car-version">${one.Version ?? ''} ${one.VersionYear ?? ''}</span>
    <span class="car-price">${formatMoney(one.Precio)}</span>
    <span class="car-tags">${one.Exposicion ? badge(one.Exposicion) : ''}
      <small>${one.ExternalId}</small></span>
  </a></li>`

/** Renders the first photo that this server hosts; pages never load images of other hosts. */
const photoOf = (context: PageContext, { Fotos }: PublicationData): Markup => {
  const photos = Fotos ?? []
  const own = photos.find((url) => url.startsWith(`${context.var.client.origin}/`))
  return own
    ? html`<img src="${own.replace('/1280x720/', '/320x180/')}" alt="" loading="lazy" width="320"
      height="180">`
    : html`<span class="no-photo">${t(photos.length > 0 ? 'External photos' : 'No photo')}</span>`
}

/** Returns the words of the three states in the world's profile (`publications/state-literals`). */
const stateLiterals = async (context: PageContext): Promise<readonly string[]> => {
  const { assumptions } = await requestedWorld(context).profile()
  const option = assumptions['publications/state-literals']?.option ?? ''
  return option.startsWith('words:')
    ? option.slice('words:'.length).split(',')
    : ['Activa', 'Suspendida', 'Archivada']
}
