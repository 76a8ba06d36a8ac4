import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { html } from 'hono/html'
import { markdownPages } from './markdown-pages.ts'
import { pageHtml, relativeHref, type SitePage } from './page.ts'
import { referencePages } from './reference-pages.ts'

/**
 * Returns all pages of the site: the documents, and the assumptions, statements and clauses as data has them.
 */
export const sitePages = (root: string): SitePage[] => {
  const documents = markdownPages(root)
  return [...documents, guidesPage(documents), ...referencePages()]
}

const guidesPage = (documents: readonly SitePage[]): SitePage => {
  const path = 'guides/index.html'
  const links = documents
    .filter((page) => page.path.startsWith('docs/') || page.path.startsWith('scenarios/'))
    .map((page) => html`<li><a href="${relativeHref(path, page.path)}">${page.title}</a></li>`)
  return { path, title: 'Guides', content: String(html`<h1>Guides</h1><ul>${links}</ul>`) }
}

/** Writes the site into a folder, which is emptied first. Returns the number of pages. */
export const writeSite = (root: string, folder: string): number => {
  rmSync(folder, { recursive: true, force: true })
  const pages = sitePages(root)
  for (const page of pages) {
    const file = join(folder, page.path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, pageHtml(page))
  }
  copyFileSync(join(import.meta.dirname, 'site.css'), join(folder, 'site.css'))
  for (const name of readdirSync(join(root, 'docs')).filter((file) => file.endsWith('.png')))
    copyFileSync(join(root, 'docs', name), join(folder, 'docs', name))
  return pages.length
}
