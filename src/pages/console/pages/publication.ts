import type { Hono } from 'hono'
import { html } from 'hono/html'
import { badge, definitionList, type Markup, pageHeading } from '../../ui/components/components.ts'
import { formatMoney, formatNumber } from '../../ui/components/format.ts'
import { highlightedBody } from '../../ui/components/json-view.ts'
import { type FormValues, formFields, optionalField, parseJsonObject, runAction } from '../../ui/form.ts'
import { confirmation } from '../../ui/form-components.ts'
import { t } from '../../ui/language/texts.ts'
import { consolePage } from '../../ui/layout.ts'
import {
  CONSOLE_ROOT,
  type PageContext,
  type PageEnv,
  requestedWorld,
  worldPath,
} from '../../ui/page-context.ts'
import { ApiError, answerError } from '../../ui/sandbox/api-error.ts'
import type { PublicationData } from '../../ui/sandbox/api-types.ts'
import { linkCards } from './publication-links.ts'

/** Registers the page of one publication with the actions that its links offer. */
export const registerPublicationPages = (app: Hono<PageEnv>): void => {
  const route = `${CONSOLE_ROOT}/w/:world/publications/one`
  app.get(route, publicationPage)
  app.get(`${route}/archive`, archiveConfirmation)
  app.post(`${route}/follow`, followLink)
}

/** Returns the path of a publication's page. */
export const publicationPath = (world: string, agency: string, id: string): string =>
  worldPath(world, `/publications/one?${new URLSearchParams({ agency, id }).toString()}`)

const requested = (context: PageContext) => ({
  agency: context.req.query('agency') ?? '',
  id: context.req.query('id') ?? '',
})

const apiPath = (agency: string, id: string): string =>
  `/v3/publicaciones/${encodeURIComponent(agency)}/${encodeURIComponent(id)}`

const archiveConfirmation = (context: PageContext): Promise<Response> => {
  const { agency, id } = requested(context)
  const world = requestedWorld(context).name
  return consolePage(context, {
    title: t('Archive'),
    body: confirmation(context, {
      question: t('Archive {id}?', { id }),
      consequence: t('Archiving is permanent: the publication can never become active again.'),
      action: worldPath(world, '/publications/one/follow'),
      label: t('Archive publication'),
      cancelPath: publicationPath(world, agency, id),
      fields: { agency, id, link: 'archivar', etag: context.req.query('etag') ?? '' },
    }),
  })
}

/** Follows a link that the publication offers now, with the `ETag` that the page showed as `If-Match`. */
const followLink = async (context: PageContext): Promise<Response> => {
  const fields = await formFields(context)
  const [agency = '', id = '', name = ''] = [fields['agency'], fields['id'], fields['link']]
  const { api, name: world } = requestedWorld(context)
  return runAction(context, { redirectTo: publicationPath(world, agency, id), fields }, async () => {
    const { _links } = await api.read<PublicationData>(apiPath(agency, id))
    const link = _links[name]
    if (!link) throw new ApiError(409, t('The publication no longer offers {name}.', { name }))
    const body = bodyOf(fields)
    const etag = optionalField(fields, 'etag')
    const response = await api.request(link.method ?? 'GET', link.href, {
      ...(body !== undefined && { body }),
      headers: etag === undefined ? {} : { 'If-Match': etag },
    })
    if (response.status >= 400) throw answerError(response)
    return `${link.method} ${name}: ${response.status}.`
  })
}

/** Returns the request body of a submitted form: the JSON of its text area, or the members of its fields. */
const bodyOf = (fields: FormValues): string | undefined => {
  const { body, active, price, currency } = fields
  if (body !== undefined) return JSON.stringify(parseJsonObject(body))
  if (active !== undefined) return JSON.stringify({ Activa: active === 'true' })
  if (price !== undefined) return JSON.stringify({ Precio: { Moneda: currency, Importe: Number(price) } })
  return undefined
}

const publicationPage = async (context: PageContext): Promise<Response> => {
  const { agency, id } = requested(context)
  const world = requestedWorld(context)
  const response = await world.api.request('GET', apiPath(agency, id))
  if (response.status >= 400) throw answerError(response)
  // A successful read of this path answers a Publicacion; the contract suite holds the API to it.
  const publication = response.json as PublicationData
  const etag = response.headers.get('etag') ?? ''
  const listPath = worldPath(world.name, `/publications?agency=${encodeURIComponent(agency)}`)
  return consolePage(context, {
    title: `${publication.Marca} ${publication.Modelo}`,
    body: html`${pageHeading(
      html`${publication.Marca} ${publication.Modelo} <small>${publication.Version ?? ''}</small>`,
      html`${badge(publication.EstadoActual, 'info')} ${publication.Exposicion ?? ''} ·
        <code>${publication.ExternalId}</code>`,
      html`<a class="button" href="${listPath}">${t('All publications')}</a>`,
    )}
    ${photoStrip(context, publication)}
    <h2>${t('Actions')}</h2>
    ${linkCards(context, { agency, id, etag, publication })}
    <h2>${t('Details')}</h2>
    ${details(publication, etag)}
    <h2>JSON</h2>
    ${highlightedBody(response.text, t('Publication as JSON'))}`,
  })
}

/** Renders the photos that this server hosts; pages never load images of other hosts. */
const photoStrip = (context: PageContext, { Fotos }: PublicationData): Markup | string => {
  const own = (Fotos ?? []).filter((url) => url.startsWith(`${context.var.client.origin}/`))
  if (own.length === 0) return ''
  return html`<div class="photos scroll" role="region" aria-label="${t('Photos')}" tabindex="0">${own.map(
    (url, index) =>
      html`<img src="${url.replace('/1280x720/', '/320x180/')}" alt="${t('Photo {n}', { n: index + 1 })}" loading="lazy"
        width="320" height="180">`,
  )}</div>`
}

const details = (publication: PublicationData, etag: string): Markup =>
  definitionList([
    [t('Price'), formatMoney(publication.Precio)],
    [t('Down payment'), formatMoney(publication.Adelanto)],
    [t('Instalment'), formatMoney(publication.Cuota)],
    [t('Year'), publication.VersionYear ?? '–'],
    [t('Mileage'), publication.Kilometraje === null ? '–' : `${formatNumber(publication.Kilometraje)} km`],
    [t('Colour'), publication.Color ?? '–'],
    ['RefStock', publication.RefStock ?? '–'],
    ['ETag', html`<code>${etag}</code>`],
    [t('Description'), publication.Descripcion ?? '–'],
  ])
