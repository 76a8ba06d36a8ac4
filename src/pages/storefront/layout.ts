import { html } from 'hono/html'
import { assetUrl } from '../ui/assets.ts'
import type { Markup } from '../ui/components/components.ts'
import { htmlPage } from '../ui/html-page.ts'
import { type PageContext, worldPath } from '../ui/page-context.ts'

/** Returns the path of a page of a world's storefront. */
export const storefrontPath = (world: string, rest = ''): string => worldPath(world, `/vidriera${rest}`)

/** Returns the path of a listing in the storefront. */
export const listingPath = (world: string, agency: string, id: string, rest = ''): string =>
  storefrontPath(world, `/${encodeURIComponent(agency)}/${encodeURIComponent(id)}${rest}`)

interface StorefrontPageOptions {
  readonly title: string
  readonly body: Markup
  readonly status?: number
  /** Search text, shown in the header's search field. */
  readonly search?: string
}

/** Responds with a page of the storefront. It needs no script. */
export const storefrontPage = async (
  context: PageContext,
  { title, body, status, search = '' }: StorefrontPageOptions,
): Promise<Response> => {
  const world = context.req.param('world') ?? ''
  const home = storefrontPath(world)
  const branding = context.var.brandings.get(world)
  const name = branding?.name ?? 'La Vidriera'
  const markup = html`<!doctype html>
<html lang="es-AR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · ${name}</title>
<link rel="icon" href="${await assetUrl('icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${await assetUrl('base.css')}">
<link rel="stylesheet" href="${await assetUrl('storefront.css')}">${
    branding?.colour
      ? html`
<link rel="stylesheet" href="${storefrontPath(world, '/marca.css')}">`
      : ''
  }
</head>
<body>
<a class="skip" href="#contenido">Ir al contenido</a>
<header class="top"><div class="inner">
  <a class="brand" href="${home}"><svg viewBox="0 0 40 24" width="40" height="24" aria-hidden="true"><path
    d="M3 17v-4l4-1 5-7h13l7 7 5 1v4h-3a4 4 0 0 1-8 0H14a4 4 0 0 1-8 0z"/><circle cx="10" cy="17"
      r="2.6"/><circle cx="30" cy="17" r="2.6"/></svg>${name}</a>
  <form class="search" role="search" action="${home}" method="get">
    <label class="visually-hidden" for="q">Buscar por marca, modelo o ciudad</label>
    <input id="q" name="q" type="search" value="${search}" placeholder="Marca, modelo, ciudad…"
      autocomplete="off">
    <button>Buscar</button>
  </form>
</div></header>
<main id="contenido" tabindex="-1" class="inner">${body}</main>
<footer><div class="inner">
  <p>Sitio de demostración: los autos, las agencias y las personas son ficticios.</p>
  <p><a href="${worldPath(world)}" target="_top">Consola del mundo ${world}</a></p>
</div></footer>
</body>
</html>`
  return htmlPage(context, markup, status)
}

interface UnavailablePageOptions {
  readonly status: 404 | 410
  readonly heading: string
  readonly sentence: string
}

/** Responds with a page for a missing listing, inquiry or world, and a link to all listings. */
export const unavailablePage = (
  context: PageContext,
  { status, heading, sentence }: UnavailablePageOptions,
): Promise<Response> =>
  storefrontPage(context, {
    title: heading,
    status,
    body: html`<div class="message"><h1>${heading}</h1><p>${sentence}</p>
      <p><a class="button primary" href="${storefrontPath(context.req.param('world') ?? '')}">Ver los avisos
        publicados</a></p></div>`,
  })
