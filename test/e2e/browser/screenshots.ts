import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { createSandbox } from '../../../src/cli/entries/index.ts'
import { packageRoot } from '../../../src/lib/runtime/package-root.ts'
import { ADVICE, ARGUMENTS, findChromium } from './chromium.ts'

/** Takes the screenshots of README and guides: `npx tsx test/e2e/browser/screenshots.ts`. */

const AGENCY = 'ventas@lospinos.example'
const W = '/_playa/ui/w/default'

const takeScreenshot = async (page: Page, name: string): Promise<void> => {
  const path = join(packageRoot(), 'docs', `${name}.png`)
  const bytes = await page.screenshot({ path })
  console.log(`${path}: ${Math.round(bytes.length / 1_000)} KB`)
}

/** Sends a write that the service refuses late in its decision trace. */
const refusedWrite = async (context: BrowserContext, url: string): Promise<void> => {
  const archived = await context.request.get(`${url}/v3/publicaciones/${AGENCY}?estado=Archivada`)
  const [{ ExternalId }] = Object(await archived.json())._entries
  await context.request.patch(`${url}/v3/publicaciones/${AGENCY}/${ExternalId}`, { data: { Activa: true } })
}

/** Takes the demo in motion: an edit that is refused, a package that is full. */
const takeTourScreenshots = async (page: Page, url: string): Promise<void> => {
  await page.setViewportSize({ width: 1200, height: 720 })
  await page.goto(`${url}/_playa/ui/demo`)
  await page.getByRole('button', { name: 'Start demo' }).click()
  await page.goto(`${url}/_playa/ui/w/demo-saturday/demo`)
  const tour = page.locator('#tour')
  await tour.getByRole('button', { name: 'Pause' }).click()
  const shown = new Map([
    ['The app edits under its stale tag', 'demo-stale-tag'],
    ['The app fills the package', 'demo-package'],
  ])
  for (const [title, name] of shown) {
    while (!(await tour.locator('[aria-current=step]').getByText(title).isVisible())) {
      const before = await tour.locator('progress').getAttribute('value')
      await tour.getByRole('button', { name: 'Next step' }).click()
      await tour.locator(`progress:not([value="${before}"])`).waitFor()
    }
    await page.waitForTimeout(SETTLED_MS)
    await takeScreenshot(page, name)
  }
}

/** Time in which the storefront beside a tour has followed. */
const SETTLED_MS = 2_500

const executablePath = findChromium(process.env)
if (executablePath === undefined) throw new Error(ADVICE)
const sandbox = await createSandbox({ scenario: 'demo', now: '2026-03-01T12:00:00-03:00' })
const { url, close } = await sandbox.listen(4010)
const browser = await chromium.launch({ executablePath, args: ARGUMENTS })
const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' })
const page = await context.newPage()
await refusedWrite(context, url)
await page.goto(`${url}${W}/exchanges`)
await page.getByRole('link', { name: /^PATCH/ }).click()
await page.locator('[aria-current=step]').waitFor()
await takeScreenshot(page, 'console')
await takeTourScreenshots(page, url)
await page.goto(`${url}/docs`)
await page.getByText('Create a publication').first().waitFor()
await takeScreenshot(page, 'reference')
await browser.close()
await close()
