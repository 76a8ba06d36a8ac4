import { expect } from 'vitest'
import { call, journey } from './journey.ts'

const DEMO = '/_playa/ui/demo'

journey(
  'a demo has its name, and one key restarts it, from the page and from its storefront, but not from a field',
  { scenario: 'empty' },
  async ({ page, url }) => {
    const position = async () => Object(await call(`${url}/_playa/worlds/demo-saturday/story`)).position
    const playOneEvent = async () => {
      await page.getByRole('button', { name: 'Next event' }).click()
      await expect.poll(position).toBeGreaterThan(0)
    }
    const frame = page.frameLocator('iframe.storefront')
    await page.goto(url + DEMO)
    await page.getByLabel('Name of the agency').fill('Autos del Norte')
    await page.getByLabel('Colour').fill('#c2185b')
    await page.getByRole('button', { name: 'Start demo' }).click()
    await frame.getByRole('link', { name: 'Autos del Norte' }).waitFor()
    await page.locator('#tour').getByRole('button', { name: 'Pause' }).click()
    await page.locator('#tour').getByText('paused').waitFor()

    // A letter in a field is text.
    await playOneEvent()
    await frame.getByLabel('Buscar por marca').press('r')
    expect(await frame.getByLabel('Buscar por marca').inputValue()).toBe('r')
    expect(await position()).toBeGreaterThan(0)

    // The key can be turned off.
    await page.getByLabel('Key R restarts').uncheck()
    await page.keyboard.press('r')
    await page.getByLabel('Key R restarts').check()
    expect(await position()).toBeGreaterThan(0)

    await frame.getByRole('heading', { level: 1 }).click()
    const reloaded = page.waitForEvent('load')
    await page.keyboard.press('r')
    await expect.poll(position).toBe(0)
    // A context that is closed while its page is on the way to another may never answer.
    await reloaded
    await frame.getByRole('heading', { level: 1 }).waitFor()
  },
)

journey(
  'a tour shows each request as it happens, and the storefront follows without scrolling the page',
  { scenario: 'two-apps' },
  async ({ page, url }) => {
    const frame = page.frameLocator('iframe.storefront')
    const tour = page.locator('#tour')
    const latest = page.locator('#exchanges-beside')
    const step = () => tour.getByRole('button', { name: 'Next step' }).click()
    await page.goto(`${url}/_playa/ui/w/default/demo`)
    await tour.getByRole('button', { name: 'Start tour' }).click()
    await latest.getByText('/v3').first().waitFor()
    await tour.getByRole('button', { name: 'Pause' }).click()
    await tour.getByText('paused').waitFor()
    await step()
    await latest.getByText('201').waitFor()
    await frame.getByRole('heading', { name: 'Volkswagen Gol Trend' }).waitFor()
    await frame.getByText('$ 15.500.000').waitFor()
    for (const title of ['A visitor asks', 'The app reads the inquiries', 'The app lowers the price']) {
      await step()
      await tour.locator('[aria-current=step]').getByText(title).waitFor()
    }
    await frame.getByText('$ 14.900.000').waitFor()
    await step()
    await frame.getByText('$ 14.700.000').waitFor()
    await step()
    await latest.getByText('412').waitFor()
    expect(await page.evaluate('scrollY')).toBe(0)
    await tour
      .getByRole('link', { name: /Exchange \d+/ })
      .last()
      .click()
    await page.locator('.trace [aria-current=step]').waitFor()
  },
)
