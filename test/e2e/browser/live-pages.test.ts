import { expect } from 'vitest'
import { importInstalled } from '../../package/installed.ts'
import { journey } from './journey.ts'

const UI = '/_playa/ui/w/default'
const { createSandbox } = await importInstalled()

journey(
  'a live page says that its server stopped, and comes back with the next one by itself',
  { expected: /^(error: Failed to load resource: net::ERR_|requested another host: http:\/\/127\.0\.0\.1)/ },
  async ({ page }) => {
    const first = await createSandbox({ scenario: 'empty' })
    const { url, close, port } = await listenBelowDynamicPorts(first)
    const listening = page.waitForResponse(/\/events$/)
    await page.goto(`${url}${UI}/exchanges`)
    await listening
    await close()
    const notice = page.locator('#connection')
    await notice.getByText('The server does not respond').waitFor()
    const second = await createSandbox({ scenario: 'empty' })
    const { close: closeSecond } = await second.listen(port)
    try {
      await notice.getByText('The server does not respond').waitFor({ state: 'hidden' })
      await second.fetch('/v3/monedas')
      await page.locator('#rows').getByText('/v3/monedas').waitFor()
    } finally {
      await page.goto('about:blank')
      await closeSecond()
    }
  },
)

journey(
  'a live page whose event stream ends stays as it is, also without a form',
  { scenario: 'empty' },
  async ({ page, url }) => {
    let streams = 0
    await page.route(/\/events$/, (route) =>
      streams++ > 0
        ? route.continue()
        : route.fulfill({ contentType: 'text/event-stream', body: ': end\n\n' }),
    )
    const subscribedAgain = page.waitForResponse(() => streams === 2)
    await page.goto(`${url}${UI}/exchanges`)
    expect(await page.locator('input[name=_key]').count()).toBe(0)
    await page.evaluate('window.mark = true')
    await subscribedAgain
    expect(await page.evaluate('window.mark')).toBe(true)
  },
)

journey(
  'a page in a background tab holds no connection, and shows what it missed when it is back',
  {},
  async ({ page, url, sandbox }) => {
    const isEvents = (request: { url(): string }) => request.url().endsWith('/events')
    const setHidden = (hidden: boolean) =>
      page.evaluate(`
        Object.defineProperty(document, 'hidden', { value: ${hidden}, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))`)
    await Promise.all([page.waitForResponse(isEvents), page.goto(`${url}${UI}/exchanges`)])
    await Promise.all([page.waitForEvent('requestfailed', isEvents), setHidden(true)])
    await sandbox.fetch('/v3/monedas')
    await Promise.all([page.waitForResponse(isEvents), setHidden(false)])
    await page.locator('#rows').getByText('/v3/monedas').waitFor()
  },
)

/**
 * Listens at a port that no server at port 0 is given: between two servers of this test another test's server
 * would take the first one's.
 */
async function listenBelowDynamicPorts(sandbox: Awaited<ReturnType<typeof createSandbox>>) {
  for (let port = 15_000 + (process.pid % 5_000); ; port++) {
    try {
      return { ...(await sandbox.listen(port)), port }
    } catch (error) {
      if (Object(error).code !== 'EADDRINUSE') throw error
    }
  }
}

for (const width of [768, 360]) {
  journey(
    `the menu shows the current page at ${width} pixels`,
    { browser: { viewport: { width, height: 780 } } },
    async ({ page, url }) => {
      for (const [path, name] of [
        ['/profile', 'Profile'],
        ['/snapshots', 'Snapshots'],
        ['/deliveries', 'Deliveries'],
      ]) {
        await page.goto(`${url}${UI}${path}`)
        const item = await page
          .locator('.side')
          .getByRole('link', { name: String(name) })
          .boundingBox()
        expect(item?.x).toBeGreaterThanOrEqual(0)
        expect((item?.x ?? 0) + (item?.width ?? 0)).toBeLessThanOrEqual(width)
        // Two rows at most.
        expect((await page.locator('.top').boundingBox())?.height).toBeLessThan(100)
      }
    },
  )
}

journey('a choice acts at once', {}, async ({ page, url, sandbox }) => {
  await sandbox.world({ name: 'shop-1', scenario: 'empty' })
  await page.goto(`${url}${UI}/package`)
  await page.getByLabel('Agency').selectOption({ label: 'Del Río Usados' })
  await page.getByText('/v3/agencias/hola%40delrio.example/productos').waitFor()
  await page.getByLabel('World', { exact: true }).selectOption('shop-1')
  await page.waitForURL(`${url}/_playa/ui/w/shop-1/package`)
  expect(await page.getByRole('button', { name: 'Switch' }).count()).toBe(0)
})

journey(
  'a page that does not exist fits into 360 pixels',
  { browser: { viewport: { width: 360, height: 780 } }, expected: /status of 404/ },
  async ({ page, url }) => {
    await page.goto(`${url}/_playa/ui/${'nowhere'.repeat(12)}`)
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  },
)
