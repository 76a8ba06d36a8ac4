import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { journey } from './journey.ts'

const W = '/_playa/ui/w/default'

journey(
  'the clock is reached and moved by keyboard alone, and what has the focus is seen',
  {},
  async ({ page, url }) => {
    await page.goto(`${url}${W}/clock`)
    const focused = page.locator(':focus')
    /** Goes on with Tab until a control of that name has the focus. */
    const tabTo = async (name: string) => {
      for (let steps = 0; steps < 80; steps++) {
        await page.keyboard.press('Tab')
        if ((await focused.textContent())?.trim() === name) return
      }
      throw new Error(`Tab never came to ${name}`)
    }
    await tabTo('Skip to the content')
    expect((await focused.boundingBox())?.y).toBeGreaterThanOrEqual(0)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await focused.textContent()).toBe('Run')
    expect(await focused.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid')
    await page.keyboard.press('Enter')
    await page.locator('#dial').getByText('running with the wall clock').waitFor()
    await tabTo('Freeze')
    await page.keyboard.press('Space')
    await page.locator('#dial').getByText('frozen').waitFor()
    await tabTo('1 day')
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText('It is now 2026-03-02').waitFor()
    // On to another page by its menu, and into the first field of a form.
    await tabTo('Faults')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Faults', level: 1 }).waitFor()
    await tabTo('Skip to the content')
  },
)

const MOST_BYTES = 150_000
const USABLE_WITHIN_MS = 200
const PATIENT = { timeout: 25_000 }

/** Milliseconds from asking for the page until its scripts have run. */
const usableAfterMs = async (page: Page, address: string): Promise<number> => {
  await page.goto(address)
  return Number(await page.evaluate('performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd'))
}

journey('the first page is small and soon usable', {}, async ({ page, url }) => {
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    const size = request
      .sizes()
      .then(({ responseBodySize, responseHeadersSize }) => responseBodySize + responseHeadersSize)
    sizes.push(size)
  })
  await page.goto(url)
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  expect(bytes).toBeGreaterThan(1_000)
  expect(bytes).toBeLessThan(MOST_BYTES)
  // The best of several: what else the machine does is not the page's doing.
  await expect.poll(() => usableAfterMs(page, url), PATIENT).toBeLessThan(USABLE_WITHIN_MS)
})

journey('after ten thousand exchanges the console is as quick', {}, async ({ page, url, sandbox }) => {
  for (let n = 0; n < 10_000; n++) await sandbox.fetch('/v3')
  await expect.poll(() => usableAfterMs(page, `${url}${W}/exchanges`), PATIENT).toBeLessThan(USABLE_WITHIN_MS)
  expect(await page.locator('#rows tbody .number').first().textContent()).toBe('10000')
  await expect.poll(() => usableAfterMs(page, `${url}${W}/hints`), PATIENT).toBeLessThan(USABLE_WITHIN_MS)
})
