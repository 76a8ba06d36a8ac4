import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { journey } from './journey.ts'

const W = '/_playa/ui/w/default'

journey('the clock page works by keyboard alone, with a visible focus', {}, async ({ page, url }) => {
  await page.goto(`${url}${W}/clock`)
  const focused = page.locator(':focus')
  /** Presses Tab until a control of that name has the focus. */
  const tabTo = async (name: string) => {
    for (let steps = 0; steps < 80; steps++) {
      await page.keyboard.press('Tab')
      if ((await focused.textContent())?.trim() === name) return
    }
    throw new Error(`Tab never reached ${name}`)
  }
  await tabTo('Skip to main content')
  expect((await focused.boundingBox())?.y).toBeGreaterThanOrEqual(0)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await focused.textContent()).toBe('Run')
  expect(await focused.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid')
  await page.keyboard.press('Enter')
  await page.locator('#clock').getByText('running at wall-clock speed').waitFor()
  await tabTo('Freeze')
  await page.keyboard.press('Space')
  await page.locator('#clock').getByText('frozen').waitFor()
  await tabTo('1 day')
  await page.keyboard.press('Enter')
  await page.getByRole('status').getByText('Clock advanced to 2026-03-02').waitFor()
  // Another page opens from the menu.
  await tabTo('Faults')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Faults', level: 1 }).waitFor()
  await tabTo('Skip to main content')
})

const MAX_BYTES = 150_000
const USABLE_WITHIN_MS = 200
const PATIENT = { timeout: 25_000 }

/** Returns the milliseconds from the request until the scripts of the page have run. */
const usableAfterMs = async (page: Page, address: string): Promise<number> => {
  await page.goto(address)
  return Number(await page.evaluate('performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd'))
}

journey('the first page is small and quickly usable', {}, async ({ page, url }) => {
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
  expect(bytes).toBeLessThan(MAX_BYTES)
  // Other work on the machine slows single loads, so the best of several counts.
  await expect.poll(() => usableAfterMs(page, url), PATIENT).toBeLessThan(USABLE_WITHIN_MS)
})

journey('the console stays fast after ten thousand exchanges', {}, async ({ page, url, sandbox }) => {
  // Compared with the same page of few exchanges: the machine may do other work.
  const most = Math.max(USABLE_WITHIN_MS, 2 * (await usableAfterMs(page, `${url}${W}/exchanges`)))
  for (let n = 0; n < 10_000; n++) await sandbox.fetch('/v3')
  await expect.poll(() => usableAfterMs(page, `${url}${W}/exchanges`), PATIENT).toBeLessThan(most)
  expect(await page.locator('#rows tbody .number').first().textContent()).toBe('10000')
  await expect.poll(() => usableAfterMs(page, `${url}${W}/hints`), PATIENT).toBeLessThan(most)
})
