import { expect, it } from 'vitest'
import { CONSOLE, type FormBrowser, openFormBrowser, WORLD } from './form-browser.ts'

const DEMO = `${CONSOLE}/demo`
const SATURDAY = `${CONSOLE}/w/demo-saturday`

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
  expect(started.text).toContain('The demo is running')
  const positionOf = async () => Object(await browser.json('/_playa/worlds/demo-saturday/story')).position
  const played = await browser.submit(`${SATURDAY}/demo`, `${SATURDAY}/story/next`)
  expect(played.text).toContain('class="side-by-side"')
  expect(await positionOf()).toBe(1)
  const restarted = await browser.submit(`${SATURDAY}/demo`, `${SATURDAY}/demo`)
  expect(restarted.text).toContain('class="side-by-side"')
  expect(await positionOf()).toBe(0)
  expect(await browser.json('/_playa/worlds/demo-saturday/clock')).toMatchObject({ running: true, speed: 60 })
  expect((await browser.open(`${SATURDAY}/vidriera`)).text).toContain('Autos Norte')
})
