import { html } from 'hono/html'
import { assetUrl } from '../web-ui/assets.ts'
import { type Visit, worldPath } from '../web-ui/page-context.ts'
import type { Markup } from '../web-ui/components.ts'
import { pageHeaders } from '../web-ui/security-headers.ts'

/** Addresses of the storefront of a world. */
export const storefrontPath = (world: string, rest = ''): string => worldPath(world, `/vidriera${rest}`)

export const listingPath = (world: string, agency: string, id: string, rest = ''): string =>
  storefrontPath(world, `/${encodeURIComponent(agency)}/${encodeURIComponent(id)}${rest}`)

interface ShopPage {
  readonly title: string
  readonly body: Markup
  readonly status?: number
  /** What was sought, for the field in the head. */
  readonly sought?: string
}

/** A whole page as a shopper sees it. It needs no script. */
export const shopPage = async (
  visit: Visit,
  { title, body, status = 200, sought = '' }: ShopPage,
): Promise<Response> => {
  const world = visit.req.param('world') ?? ''
  const home = storefrontPath(world)
  const markup = html`<!doctype html>
<html lang="es-AR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · La Vidriera</title>
<link rel="icon" href="${await assetUrl('icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${await assetUrl('storefront.css')}">
</head>
<body>
<a class="skip" href="#contenido">Ir al contenido</a>
<header class="top"><div class="inner">
  <a class="brand" href="${home}"><svg viewBox="0 0 40 24" width="40" height="24" aria-hidden="true"><path d="M3 17v-4l4-1 5-7h13l7 7 5 1v4h-3a4 4 0 0 1-8 0H14a4 4 0 0 1-8 0z"/><circle cx="10" cy="17" r="2.6"/><circle cx="30" cy="17" r="2.6"/></svg>La Vidriera</a>
  <form class="seek" role="search" action="${home}" method="get">
    <label class="unseen" for="q">Buscar por marca, modelo o ciudad</label>
    <input id="q" name="q" type="search" value="${sought}" placeholder="Marca, modelo, ciudad…" autocomplete="off">
    <button>Buscar</button>
  </form>
</div></header>
<main id="contenido" tabindex="-1" class="inner">${body}</main>
<footer><div class="inner">
  <p>Sitio de demostración: los autos, las agencias y las personas son inventados.</p>
  <p><a href="${worldPath(world)}" hreflang="en">Consola del mundo ${world}</a></p>
</div></footer>
</body>
</html>`
  return new Response(String(await markup), {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8', ...pageHeaders() },
  })
}

/** A page that says that something is not there (any more), and leads on. */
export const gonePage = (visit: Visit, status: 404 | 410, heading: string, sentence: string): Promise<Response> =>
  shopPage(visit, {
    title: heading,
    status,
    body: html`<div class="gone"><h1>${heading}</h1><p>${sentence}</p>
      <p><a class="button primary" href="${storefrontPath(visit.req.param('world') ?? '')}">Ver los avisos publicados</a></p></div>`,
  })
