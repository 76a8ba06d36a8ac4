import { expect, it } from 'vitest'
import { createWebPages } from '../../../src/pages/console/app.ts'
import { scenarioNames } from '../../../src/sandbox/scenarios/reading/scenario-file.ts'
import { CONSOLE, openFormBrowser, type PageAnswer, WORLD } from './form-browser.ts'

const OF_A_WORLD = [
  '',
  '/exchanges',
  '/hints',
  '/publications',
  '/package',
  '/inquiries',
  '/deliveries',
  '/outbox',
  '/clock',
  '/faults',
  '/profile',
  '/snapshots',
  '/reset',
  '/exchanges/clear',
  '/faults/clear',
]

const PAGES = ['/', '/docs', '/docs/control', CONSOLE, ...OF_A_WORLD.map((path) => WORLD + path)]

/** The library of the API reference writes its theme into a style element. */
const styleSources = (path: string): string =>
  path.startsWith('/docs') ? "'self' 'unsafe-inline'" : "'self'"

const policyOf = (path: string): string[] => [
  "default-src 'none'",
  "script-src 'self'",
  `style-src ${styleSources(path)}`,
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
]

const expectStrict = (path: string, { headers, text }: PageAnswer) => {
  expect(headers.get('content-security-policy')).toBe(policyOf(path).join('; '))
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  // Nothing inline, nothing from other hosts.
  expect(text).not.toMatch(/<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc="\/_playa\/ui\/assets\/)/)
  expect([...text.matchAll(/(?:src|href|action)="(https?:[^"]*)"/g)].map(([, url]) => url)).toEqual([])
  expect(text).not.toContain('[object ')
  expect(text).not.toContain('undefined')
}

it.for(scenarioNames())('every page shows the scenario %s, under a strict policy', async (scenario) => {
  const browser = await openFormBrowser({ scenario })
  for (const path of PAGES) {
    const seen = await browser.open(path)
    expect([path, seen.status]).toEqual([path, 200])
    expectStrict(path, {
      ...seen,
      text: seen.text.replaceAll(/src="http:\/\/127\.0\.0\.1:4010\/_playa\/photos/g, 'src="/_playa/photos'),
    })
  }
})

it('an inquiry links to its publication only if the app may read it', async () => {
  const browser = await openFormBrowser({ scenario: 'demo' })
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    browser.request(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const car = { ExternalId: 'OTHER-1', Marca: 'vw', Modelo: 'gol', VersionYear: 2026, Kilometraje: 0 }
  const other = { Authorization: 'Bearer vidriera-key' }
  expect((await post('/v3/publicaciones/ventas@lospinos.example', car, other)).status).toBe(201)
  await post('/_playa/worlds/default/inquiries', { externalid: 'OTHER-1' })
  await post('/_playa/worlds/default/inquiries', { externalid: 'PIN-0001' })
  const { text } = await browser.open(`${WORLD}/inquiries`)
  expect(text.includes('<small>OTHER-1')).toBe(true)
  expect(text.includes('id=OTHER-1')).toBe(false)
  expect(text.includes('id=PIN-0001')).toBe(true)
})

it('an unknown world and an unknown page respond with 404', async () => {
  const browser = await openFormBrowser({ scenario: 'empty' })
  const world = await browser.open(`${CONSOLE}/w/nowhere`)
  expect(world.status).toBe(404)
  expect(world.text).toContain('There is no world named nowhere')
  // It has no page, so no menu leads to one.
  expect(world.text).not.toContain(`${CONSOLE}/w/nowhere/exchanges`)
  expect((await browser.open(`${CONSOLE}/nowhere`)).status).toBe(404)
  expect((await browser.open(`${CONSOLE}/assets/nothing.js`)).status).toBe(404)
  expect((await browser.open(`${CONSOLE}/assets/..%2f..%2fpackage.json`)).status).toBe(404)
})

it('at an unknown path browsers get a page, programs a problem', async () => {
  const browser = await openFormBrowser({ scenario: 'empty' })
  const page = await browser.open('/nowhere')
  expect([page.status, page.text]).toEqual([404, expect.stringContaining('There is no page at /nowhere')])
  expectStrict('/nowhere', page)
  for (const [path, accept] of [
    ['/nowhere', 'application/json'],
    ['/_playa/nowhere', 'text/html'],
  ] as const) {
    const problem = await browser.request(path, { headers: { accept } })
    expect([problem.status, problem.headers.get('content-type')]).toEqual([
      404,
      expect.stringContaining('application/problem+json'),
    ])
  }
})

it('a page of a publication that does not exist says so in the words of the API', async () => {
  const browser = await openFormBrowser()
  const query = 'agency=ventas%40lospinos.example&id=NOPE'
  const { status, text } = await browser.open(`${WORLD}/publications/one?${query}`)
  expect([status, text]).toEqual([404, expect.stringContaining('No existe la publicación NOPE')])
})

it('a failure of the sandbox itself is a page, too', async () => {
  const failing = () => Response.json({ Detail: 'The sandbox itself failed.' }, { status: 500 })
  const pages = createWebPages(failing)
  const answer = await pages(new Request(`http://127.0.0.1:4010${WORLD}/faults`))
  expect([answer.status, answer.headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8'])
  expect(await answer.text()).toContain('The sandbox itself failed.')
})

it('each row of a table has a heading, and each cell names its column for narrow windows', async () => {
  const browser = await openFormBrowser({ scenario: 'busy-saturday' })
  for (const path of [CONSOLE, `${WORLD}/inquiries`, WORLD]) {
    const { text } = await browser.open(path)
    const [, head = '', body = ''] =
      /<thead>([\s\S]*?)<\/thead>\s*<tbody>([\s\S]*?)<\/tbody>/.exec(text) ?? []
    const columns = [...head.matchAll(/<th[^>]*>([^<]*)</g)].map(([, title]) => title)
    const [first = ''] = body.split('</tr>')
    expect(first).toContain('<th scope="row">')
    const titles = [...first.matchAll(/data-title="([^"]*)"/g)].map(([, title]) => title)
    expect([path, columns.length, titles]).toEqual([path, titles.length + 1, columns.slice(1)])
  }
})

it('a client that does not accept HTML gets JSON at the root', async () => {
  const browser = await openFormBrowser({ scenario: 'empty' })
  expect(await browser.json('/')).toEqual({
    api: 'http://127.0.0.1:4010/v3',
    openapi: 'http://127.0.0.1:4010/openapi.json',
    control: 'http://127.0.0.1:4010/_playa',
  })
})

it('the first page has less than 150 KB in all, and its assets are cached without expiry', async () => {
  const browser = await openFormBrowser()
  for (const path of ['/', CONSOLE, `${WORLD}/exchanges`]) {
    const page = await browser.open(path)
    const assets = [...page.text.matchAll(/(?:src|href)="(\/_playa\/ui\/assets\/[^"]+)"/g)].map(
      ([, url = '']) => url,
    )
    const loaded = await Promise.all(assets.map((url) => browser.open(url)))
    expect(loaded.map(({ status }) => status)).toEqual(assets.map(() => 200))
    expect(loaded.every(({ headers }) => headers.get('cache-control')?.endsWith('immutable'))).toBe(true)
    const bytes = [page, ...loaded].reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
    expect(bytes).toBeLessThan(150_000)
  }
})

it('a cached asset is not sent again', async () => {
  const browser = await openFormBrowser({ scenario: 'empty' })
  const first = await browser.open(`${CONSOLE}/assets/console.css`)
  expect(first.headers.get('cache-control')).toBe('no-cache')
  const again = await browser.request(`${CONSOLE}/assets/console.css`, {
    headers: { 'if-none-match': first.headers.get('etag') ?? '' },
  })
  expect([again.status, again.text]).toEqual([304, ''])
})

it('a page of exchanges costs the same with a full journal', async () => {
  const browser = await openFormBrowser({ scenario: 'empty' })
  for (let n = 0; n < 1_300; n += 1)
    await browser.request('/v3/monedas', { headers: { accept: 'application/json' } })
  const { text } = await browser.open(`${WORLD}/exchanges`)
  expect(text.match(/<tr>/g)?.length).toBe(101)
  const older = /href="([^"]*before=[^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const next = await browser.open(older)
  expect(next.text).toContain(`${WORLD}/exchanges/1200"`)
  expect(next.text).not.toContain(`${WORLD}/exchanges/1201"`)
})

it('inquiries come twenty-five to a page, through the parts of a page of the API to the next', async () => {
  const browser = await openFormBrowser()
  const { Total } = Object(await browser.json('/w/default/v3/consultas/ventas@lospinos.example'))
  const seen: string[] = []
  let path: string | undefined = `${WORLD}/inquiries`
  let pages = 0
  while (path !== undefined) {
    const { text }: { text: string } = await browser.open(path)
    const rows = text.match(/<tr><th scope="row"><time datetime="[^"]*"/g) ?? []
    expect(rows.length).toBeLessThanOrEqual(25)
    expect(text).toContain(`page ${(pages += 1)} of ${Math.ceil(Total / 25)}`)
    seen.push(...rows)
    path = /href="([^"]*)">Next<\/a>/.exec(text)?.[1]?.replaceAll('&amp;', '&')
  }
  expect(seen).toHaveLength(Total)
})
