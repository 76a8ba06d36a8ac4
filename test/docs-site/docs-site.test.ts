import { dirname, join, normalize } from 'node:path'
import { expect, it } from 'vitest'
import { clauses } from '../../contracts/index.ts'
import { pageHtml } from '../../scripts/docs-site/page.ts'
import { sitePages } from '../../scripts/docs-site/site.ts'
import { assumptions } from '../../src/api/assumptions/profile.ts'
import { statements } from '../../src/api/statements/statements.ts'
import { packageRoot } from '../../src/lib/runtime/package-root.ts'

const pages = new Map(sitePages(packageRoot()).map((page) => [page.path, pageHtml(page)]))

it('every assumption, statement and clause has a page at its own address', () => {
  const expected = [
    ...assumptions.map(({ id }) => `assumptions/${id}.html`),
    ...statements.map(({ id }) => `statements/${id}.html`),
    ...clauses.map(({ id }) => `clauses/${id}.html`),
  ]
  expect(expected.filter((path) => !pages.has(path))).toEqual([])
})

it('every link leads to a page, and to a heading of it', () => {
  const broken: string[] = []
  for (const [path, text] of pages) {
    for (const [, href = ''] of text.matchAll(/<a href="([^"]+)"/g)) {
      if (/^(?:https?|mailto):/.test(href)) continue
      const [file = '', anchor] = href.split('#')
      const target = file === '' ? path : normalize(join(dirname(path), file))
      const found = pages.get(target)
      if (found === undefined || (anchor !== undefined && !found.includes(`id="${anchor}"`)))
        broken.push(`${path}: ${href}`)
    }
  }
  expect(broken).toEqual([])
})

it('pages need no scripts and nothing from elsewhere', () => {
  for (const [path, text] of pages)
    expect(text, path).not.toMatch(/<script|<(?:link|img)[^>]+="https?:|\son\w+=/)
})

it('the page of an assumption names its options, and a clause how to run it', () => {
  expect(pages.get('assumptions/publications/duplicate.html')).toContain('(default)')
  const [clause] = clauses
  expect(pages.get(`clauses/${clause?.id}.html`)).toContain(`--only ${clause?.id}`)
})
