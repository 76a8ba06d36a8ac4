import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { Marked } from 'marked'
import { markupText } from '../../src/lib/text/markup.ts'
import { relativeHref, type SitePage } from './page.ts'

/** Documents at the root of the project that are pages. */
const ROOT_DOCUMENTS = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md']

/** Returns the documents of the project, by path below its root. */
const documentPaths = (root: string): string[] => [
  ...ROOT_DOCUMENTS,
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`)
    .sort(),
  'scenarios/README.md',
]

/** Returns the page's path of a document: the README is the first page. */
const documentPagePath = (document: string): string =>
  document === 'README.md' ? 'index.html' : document.replace(/\.md$/, '.html')

/**
 * Renders the documents. A link to another document leads to its page, one to a picture of `docs` to its
 * copy; of any other file of the project only the text is left, since the site does not hold it.
 */
export const markdownPages = (root: string): SitePage[] => {
  const documents = documentPaths(root)
  return documents.map((document) => {
    const text = readFileSync(join(root, document), 'utf8')
    const path = documentPagePath(document)
    return { path, title: titleOf(text, document), content: rendered(text, { document, path, documents }) }
  })
}

const titleOf = (text: string, document: string): string => /^# (.+)$/m.exec(text)?.[1] ?? document

interface Place {
  readonly document: string
  readonly path: string
  readonly documents: readonly string[]
}

const rendered = (text: string, place: Place): string => {
  const marked = new Marked({ gfm: true, async: false })
  marked.use({
    renderer: {
      heading({ tokens, depth, text: words }) {
        return `<h${depth} id="${headingId(words)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens)
        const target = siteHref(href, place)
        return target === undefined ? words : `<a href="${markupText(target)}">${words}</a>`
      },
      image({ href, text: description }) {
        const target = siteHref(href, place) ?? ''
        return `<img src="${markupText(target)}" alt="${markupText(description)}">`
      },
      // Documents hold no markup of their own.
      html: ({ text: markup }) => markupText(markup),
    },
  })
  return String(marked.parse(text))
}

/** Returns the id of a heading as repositories make it. */
const headingId = (words: string): string =>
  words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')

const siteHref = (href: string, { document, path, documents }: Place): string | undefined => {
  if (/^(?:https?:|mailto:|#)/.test(href)) return href
  const [file = '', anchor] = href.split('#')
  const target = normalize(join(dirname(document), file))
  const after = anchor === undefined ? '' : `#${anchor}`
  if (documents.includes(target)) return `${relativeHref(path, documentPagePath(target))}${after}`
  return target.startsWith('docs/') && target.endsWith('.png') ? relativeHref(path, target) : undefined
}
