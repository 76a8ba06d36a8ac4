import { html, raw } from 'hono/html'

/** A page of the site. */
export interface SitePage {
  /** Path below the root of the site, ending in `.html`; it stays the same as long as its subject exists. */
  readonly path: string
  readonly title: string
  /** HTML of the content, escaped. */
  readonly content: string
}

const MENU: readonly (readonly [path: string, label: string])[] = [
  ['index.html', 'Overview'],
  ['guides/index.html', 'Guides'],
  ['assumptions/index.html', 'Assumptions'],
  ['statements/index.html', 'Statements'],
  ['clauses/index.html', 'Clauses'],
  ['docs/architecture.html', 'Architecture'],
]

/** Returns the address of one path of the site as a page at another one links to it. */
export const relativeHref = (from: string, to: string): string => {
  const up = '../'.repeat(from.split('/').length - 1)
  return `${up}${to}`
}

/** Writes a page as a complete document, without scripts. */
export const pageHtml = ({ path, title, content }: SitePage): string =>
  String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Playa</title><link rel="stylesheet" href="${relativeHref(path, 'site.css')}">
</head>
<body>
<header><nav aria-label="Site">${MENU.map(
    ([to, label]) =>
      html`<a href="${relativeHref(path, to)}"${to === path ? raw(' aria-current="page"') : ''}>${label}</a> `,
  )}</nav></header>
<main>
${raw(content)}
</main>
</body>
</html>
`)
