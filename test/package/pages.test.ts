import { afterAll, expect, it } from 'vitest'
import { serve } from './installed.ts'

const server = await serve()
afterAll(() => server.stop())

/** What UTF-8 looks like after it was read as Latin-1. */
const MOJIBAKE = /Ã[\u0080-\u00bf]|Â[\u0080-\u00bf]|â€/

interface Seen {
  readonly path: string
  readonly status: number
  readonly type: string
  readonly text: string
}

const look = async (path: string): Promise<Seen> => {
  const response = await fetch(server.url + path, { headers: { Accept: 'text/html' } })
  // `text` decodes UTF-8 whatever the header says, so the header is looked at too.
  const [type, text] = [response.headers.get('content-type') ?? '', await response.text()]
  return { path, status: response.status, type, text }
}

/** Follows links from the three start pages, so that every page is seen, whatever it is called. */
const crawl = async (): Promise<readonly Seen[]> => {
  const seen: Seen[] = []
  const queue = new Set(['/', '/docs', '/_playa/ui', '/_playa/ui/w/default/vidriera'])
  for (const path of queue) {
    if (seen.length >= 150) break
    const page = await look(path)
    seen.push(page)
    for (const [, link = ''] of page.text.matchAll(/\s(?:href|src)="(\/[^"#]*)/g))
      queue.add(link.replaceAll('&amp;', '&'))
  }
  return seen
}

const seen = await crawl()
const pages = seen.filter(({ type }) => type.startsWith('text/html'))

it('the pages of reference, console and storefront are found', () => {
  const paths = pages.map(({ path }) => path)
  expect(paths).toEqual(
    expect.arrayContaining([
      '/',
      '/docs',
      '/_playa/ui',
      '/_playa/ui/w/default',
      '/_playa/ui/w/default/vidriera',
    ]),
  )
  expect(paths.length).toBeGreaterThan(20)
})

it('every link of a page leads somewhere', () => {
  expect(seen.filter(({ status }) => status !== 200).map(({ path, status }) => `${status} ${path}`)).toEqual(
    [],
  )
})

it('every page says that it is UTF-8, and is', () => {
  expect(pages.filter(({ type }) => type.toLowerCase() !== 'text/html; charset=utf-8')).toEqual([])
  const broken = seen.filter(({ text }) => MOJIBAKE.test(text))
  expect(broken.map(({ path, text }) => `${path}: ${MOJIBAKE.exec(text)?.[0]}`)).toEqual([])
})

it('storefront and API show Spanish letters as they are written', async () => {
  const storefront = pages.find(({ path }) => path === '/_playa/ui/w/default/vidriera')
  expect(storefront?.text).toMatch(/[áéíóúñ]/)
  const path = `/v3/publicaciones/${encodeURIComponent('ventas@lospinos.example')}`
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  expect({ status: response.status, isValid: bytes.includes('El cuerpo está vacío', 0, 'utf8') }).toEqual({
    status: 400,
    isValid: true,
  })
})

it('pages load scripts and styles with their types', () => {
  const types = Object.fromEntries(
    seen
      .filter(({ path }) => path.startsWith('/_playa/ui/assets/'))
      .map(({ path, type }) => [path.replace(/^.*\/|\?.*$/g, ''), type]),
  )
  expect(types).toMatchObject({
    'console.css': 'text/css; charset=utf-8',
    'htmx.js': 'text/javascript; charset=utf-8',
    'openapi-explorer.js': 'text/javascript; charset=utf-8',
    'icon.svg': 'image/svg+xml',
  })
})
