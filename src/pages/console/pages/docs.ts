import type { Hono } from 'hono'
import { html } from 'hono/html'
import { assetUrl } from '../../ui/assets.ts'
import type { Markup } from '../../ui/components/components.ts'
import { htmlPage } from '../../ui/html-page.ts'
import { type Label, pageLanguage, t } from '../../ui/language/texts.ts'
import { languageSwitch } from '../../ui/layout.ts'
import { CONSOLE_ROOT, type PageContext, type PageEnv } from '../../ui/page-context.ts'
import { ControlClient } from '../../ui/sandbox/control-client.ts'
import type { RequestHandler } from '../../ui/sandbox/sandbox-connection.ts'
import { referencePageSecurity } from '../../ui/security-headers.ts'
import type { Sessions } from '../../ui/sessions.ts'
import {
  CONTROL_EXAMPLES,
  groupedCalls,
  type OpenApiObject,
  readableApi,
  withExamples,
  worldExamples,
} from './docs-documents.ts'

interface Reference {
  readonly path: string
  readonly title: Label
}

const API: Reference = { path: '/docs', title: 'Agency API' }
const CONTROL: Reference = { path: '/docs/control', title: 'Control API' }
const REFERENCES: readonly Reference[] = [API, CONTROL]

const WORLD_NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/

/** Registers the API references: both documents, offline, with forms that send requests to this server. */
export const registerDocsPages = (
  app: Hono<PageEnv>,
  sandbox: RequestHandler,
  { sessions, token }: { readonly sessions: Sessions; readonly token: string | undefined },
): void => {
  for (const reference of REFERENCES)
    app.get(reference.path, referencePageSecurity, (context) => referencePage(context, reference))
  app.get('/docs/api.json', async (context) => {
    const response = await sandbox(new Request(new URL('/openapi.json', context.req.url)))
    // A relative server URL makes "try it" send requests to the server of the page.
    const world = requestedWorldName(context)
    const servers = [{ url: `/w/${world}`, description: `World ${world}` }]
    // A visitor without the control token must not learn anything about the worlds.
    const examples = sessions.requiresToken
      ? {}
      : await worldExamples(
          new ControlClient(sandbox, new URL(context.req.url).origin, undefined).world(world),
        )
    const document = readableApi(withExamples(await documentOf(response), examples), world)
    return context.json({ ...document, servers })
  })
  app.get('/docs/control.json', async (context) => {
    // The document is the same on every server; the calls that its forms send need the visitor's own token.
    const headers = new Headers(token === undefined ? {} : { Authorization: `Bearer ${token}` })
    const response = await sandbox(new Request(new URL('/_playa/openapi.json', context.req.url), { headers }))
    return context.json(groupedCalls(withExamples(await documentOf(response), CONTROL_EXAMPLES)))
  })
}

/** Reads a document that the sandbox serves; its tests hold the form. */
const documentOf = async (response: Response): Promise<OpenApiObject> =>
  // Only the members of the type are read.
  (await response.json()) as OpenApiObject

const requestedWorldName = (context: PageContext): string => {
  const name = context.req.query('world')
  return name !== undefined && WORLD_NAME.test(name) ? name : 'default'
}

const referencePage = async (context: PageContext, reference: Reference): Promise<Response> => {
  const isControl = reference === CONTROL
  const world = requestedWorldName(context)
  const document = isControl ? '/docs/control.json' : `/docs/api.json?world=${encodeURIComponent(world)}`
  const markup = html`<!doctype html>
<html lang="${pageLanguage()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${t(reference.title)} · Playa</title>
<link rel="icon" href="${await assetUrl('icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${await assetUrl('base.css')}">
<link rel="stylesheet" href="${await assetUrl('console.css')}">
<link rel="stylesheet" href="${await assetUrl('docs.css')}">
<script src="${await assetUrl('docs.js')}" defer></script>
<script src="${await assetUrl('openapi-explorer.js')}" defer></script>
</head>
<body class="reference">
<a class="skip" href="#reference">${t('Skip to main content')}</a>
<header class="top">
  <a class="brand" href="/">Playa</a>
  <nav class="top-links left" aria-label="API references">
    ${REFERENCES.map(
      (one) =>
        html`<a href="${one.path}"${
          one === reference
            ? html`
        aria-current="page"`
            : ''
        }>${t(one.title)}</a>`,
    )}
  </nav>
  ${isControl ? '' : worldForm(world)}
  <nav class="top-links" aria-label="${t('Site')}"><a href="${CONSOLE_ROOT}">${t('Console')}</a>${languageSwitch(context)}</nav>
</header>
<openapi-explorer id="reference" spec-url="${document}" default-schema-tab="body" schema-expand-level="2"
  hide-components>
  <noscript><p class="nothing">The API reference requires JavaScript. See the <a href="/openapi.json">OpenAPI
    document</a> instead.</p></noscript>
</openapi-explorer>
</body>
</html>`
  return htmlPage(context, markup)
}

const worldForm = (world: string): Markup => html`<form class="switch" method="get" action="/docs">
  <label for="world">${t('World')}</label>
  <input id="world" name="world" value="${world}" pattern="[a-z0-9][a-z0-9._\\-]{0,63}" size="12"
    autocomplete="off" spellcheck="false">
  <button class="quiet">${t('Switch')}</button></form>`
