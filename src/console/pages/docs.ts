import type { Hono } from 'hono'
import { html } from 'hono/html'
import { assetUrl } from '../../web-ui/assets.ts'
import type { Handler } from '../../web-ui/client.ts'
import { type Env, UI } from '../../web-ui/page-context.ts'
import { pageHeaders } from '../../web-ui/security-headers.ts'

interface Reference {
  readonly path: string
  readonly title: string
  /** Where the sandbox keeps the document. */
  readonly source: string
}

const REFERENCES = [
  { path: '/docs', title: 'Vehicle Listing Agency API', source: '/openapi.json' },
  { path: '/docs/control', title: 'Control API', source: '/_playa/openapi.json' },
] as const satisfies readonly Reference[]

const WORLD_NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/

/** The API reference: both documents, offline, with forms that ask this very server. */
export const bindDocs = (app: Hono<Env>, sandbox: Handler): void => {
  for (const reference of REFERENCES) {
    app.get(reference.path, (visit) => referencePage(reference, worldIn(visit.req.query('world'))))
  }
  app.get('/docs/api.json', async (visit) => {
    const answer = await sandbox(new Request(new URL('/openapi.json', visit.req.url)))
    const document: unknown = await answer.json()
    return visit.json({ ...Object(document), servers: serversOf(worldIn(visit.req.query('world'))) })
  })
  app.get('/docs/control.json', (visit) =>
    sandbox(new Request(new URL('/_playa/openapi.json', visit.req.url), { headers: visit.req.raw.headers })),
  )
}

const worldIn = (asked: string | undefined): string =>
  asked !== undefined && WORLD_NAME.test(asked) ? asked : 'default'

/** Addresses without a host, so that "try it" asks the server that shows the page. */
const serversOf = (world: string) => [{ url: `/w/${world}`, description: `The world ${world}` }]

const referencePage = async ({ path, title }: Reference, world: string): Promise<Response> => {
  const isControl = path === '/docs/control'
  const document = isControl ? '/docs/control.json' : `/docs/api.json?world=${encodeURIComponent(world)}`
  const markup = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Playa</title>
<link rel="icon" href="${await assetUrl('icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${await assetUrl('console.css')}">
<link rel="stylesheet" href="${await assetUrl('swagger-ui.css')}">
<link rel="stylesheet" href="${await assetUrl('docs.css')}">
<script src="${await assetUrl('swagger-ui.js')}" defer></script>
<script src="${await assetUrl('docs.js')}" defer></script>
</head>
<body class="reference">
<a class="skip" href="#reference">Skip to the content</a>
<header class="top">
  <a class="brand" href="/">Playa</a>
  <nav class="top-links left" aria-label="Documents">
    ${REFERENCES.map(
      (one) => html`<a href="${one.path}"${one.path === path ? html` aria-current="page"` : ''}>${one.title}</a>`,
    )}
  </nav>
  ${
    isControl
      ? ''
      : html`<form class="switch" method="get" action="/docs"><label for="world">World</label>
        <input id="world" name="world" value="${world}" pattern="[a-z0-9][a-z0-9._\\-]{0,63}" size="12" autocomplete="off" spellcheck="false">
        <button class="quiet">Use</button></form>`
  }
  <nav class="top-links" aria-label="Everywhere"><a href="${UI}">Console</a></nav>
</header>
<div id="reference" role="region" aria-label="Reference" tabindex="-1" data-document="${document}">
  <noscript><p class="nothing">The reference needs scripts. The document itself: <a href="/openapi.json">OpenAPI as JSON</a>.</p></noscript>
</div>
</body>
</html>`
  return new Response(String(await markup), {
    headers: { 'Content-Type': 'text/html; charset=utf-8', ...pageHeaders() },
  })
}
