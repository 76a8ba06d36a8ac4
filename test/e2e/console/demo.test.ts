import { expect, it } from 'vitest'
import { CONSOLE, type FormBrowser, openFormBrowser, WORLD } from './form-browser.ts'

const DEMO = `${CONSOLE}/demo`
const SATURDAY = `${CONSOLE}/w/demo-saturday`

/** Plays the whole tour of a world step by step. */
const playTour = async (browser: FormBrowser, demo: string) => {
  const act = (fields: Record<string, string>) => browser.submit(demo, `${demo}/tour`, fields)
  await act({ do: 'start' })
  let page = await act({ do: 'pause' })
  for (let i = 0; i < 14; i += 1) page = await act({ do: 'step' })
  return page
}

const startUnder = (browser: FormBrowser, fields: Record<string, string>) =>
  browser.submit(DEMO, DEMO, { name: '', colour: '#12504a', ...fields })

it('a demo has the name and colour of its form, in the storefront alone', async () => {
  const browser = await openFormBrowser({ scenario: 'empty' })
  await startUnder(browser, { name: 'Autos <b>Norte</b>', colour: '#FFD400' })
  const { text } = await browser.open(`${SATURDAY}/vidriera`)
  expect(text).toContain('Autos &lt;b&gt;Norte&lt;/b&gt;</a>')
  expect(text).toContain(`href="${SATURDAY}/vidriera/marca.css"`)
  expect(text).not.toContain('La Vidriera')
  const listing = await browser.open(/<li class="car"><a href="([^"]*)"/.exec(text)?.[1] ?? '')
  expect(listing.text).toContain('Vende <strong>Autos &lt;b&gt;Norte')
  const styles = await browser.open(`${SATURDAY}/vidriera/marca.css`)
  expect(styles.headers.get('content-type')).toBe('text/css; charset=utf-8')
  expect(styles.text).toContain('--brand:#ffd400;--on-brand:#000000')
  const other = await browser.open(`${WORLD}/vidriera`)
  expect(other.text).toContain('La Vidriera')
  expect(other.text).not.toContain('marca.css')
  expect((await browser.open(SATURDAY)).text).toContain('Los Palenques Automotores')
})

it('without a name and another colour, a demo looks as the storefront does', async () => {
  const browser = await openFormBrowser({ scenario: 'empty' })
  await startUnder(browser, { name: 'Autos Norte', colour: '#ff0000' })
  await startUnder(browser, {})
  const { text } = await browser.open(`${SATURDAY}/vidriera`)
  expect(text).toContain('La Vidriera')
  expect(text).not.toContain('marca.css')
})

it('storefront and console of any world stand side by side, and only the storefront may be framed', async () => {
  const browser = await openFormBrowser()
  const page = await browser.open(`${WORLD}/demo`)
  expect(page.text).toContain(`src="${WORLD}/vidriera"`)
  expect(page.headers.get('content-security-policy')).toContain("frame-src 'self'")
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  const storefront = await browser.open(`${WORLD}/vidriera`)
  expect(storefront.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
  expect((await browser.open(DEMO)).text).toContain(`href="${WORLD}/demo"`)
  // The links to the console leave the frame.
  expect(storefront.text).toContain(`<a href="${WORLD}" target="_top">`)
})

it('the story is played next to the storefront, and restarted there under the same name', async () => {
  const wallMs = Date.parse('2026-03-01T12:00:00-03:00')
  const browser = await openFormBrowser({ scenario: 'empty', wallMs: () => wallMs })
  const started = await startUnder(browser, { name: 'Autos Norte' })
  expect(started.text).toContain('The tour is playing')
  const positionOf = async () => Object(await browser.json('/_playa/worlds/demo-saturday/story')).position
  const played = await browser.submit(`${SATURDAY}/demo`, `${SATURDAY}/story/next`)
  expect(played.text).toContain('class="side-by-side"')
  expect(await positionOf()).toBe(1)
  const restarted = await browser.submit(`${SATURDAY}/demo`, `${SATURDAY}/demo`)
  expect(restarted.text).toContain('class="side-by-side"')
  expect(await positionOf()).toBe(0)
  expect(await browser.json('/_playa/worlds/demo-saturday/clock')).toMatchObject({ running: true, speed: 1 })
  expect((await browser.open(`${SATURDAY}/vidriera`)).text).toContain('Autos Norte')
})

it('the tour publishes, meets a stale tag, a wrong price, a full package and a failure, each as recorded exchanges', async () => {
  const browser = await openFormBrowser({ scenario: 'empty' })
  await startUnder(browser, {})
  const page = await playTour(browser, `${SATURDAY}/demo`)
  const rows = await browser.json('/_playa/worlds/demo-saturday/journal?limit=100')
  const told = (rows as { method: string; path: string; status: number; app: string }[])
    .filter(({ method, status }) => method !== 'GET' || status >= 400)
    .map(
      ({ method, path, status }) =>
        `${method} ${path
          .split('/')
          .slice(4)
          .join('/')
          .replace(/TOUR-\d+-/, '')} ${status}`,
    )
  expect(told).toEqual([
    'POST  201',
    'PATCH A 200',
    'PATCH A 200',
    'PATCH A 412',
    'PATCH A 200',
    'PATCH A 400',
    ...['B1', 'B2', 'B3', 'B4'].map(() => 'POST  201'),
    'POST  409',
    'PATCH B1/archivar 200',
    'POST  201',
    'GET A 503',
    ...['A', 'B2', 'B3', 'B4', 'B5'].map((id) => `PATCH ${id}/archivar 200`),
  ])
  expect(
    await browser.json('/_playa/worlds/demo-saturday/deliveries?topic=publicacion-consultada'),
  ).toHaveLength(1)
  // The tour leads over to the story, which goes on at a minute a second.
  expect(await browser.json('/_playa/worlds/demo-saturday/clock')).toMatchObject({ running: true, speed: 60 })
  expect(page.text).toContain('14 of 14')
  expect(page.text).toMatch(
    /<a href="[^"]*\/exchanges\/\d+">Exchange \d+<\/a> marks the question that decided/,
  )
})

it('the tour plays in any world; without a story it ends when its cars are offline', async () => {
  const browser = await openFormBrowser({ scenario: 'two-apps' })
  const page = await playTour(browser, `${WORLD}/demo`)
  expect(page.text).toContain('13 of 14')
  expect(page.text).toContain('data-show=')
})
