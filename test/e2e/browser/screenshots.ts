import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { createSandbox } from '../../../src/index.ts'
import { packageRoot } from '../../../src/runtime/package-root.ts'
import { ADVICE, ARGUMENTS, findChromium } from './chromium.ts'

/** Takes the screenshots of the README: `npx tsx test/e2e/browser/screenshots.ts`. */

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
await page.goto(`${url}${W}/vidriera`)
await page.waitForLoadState('networkidle')
await takeScreenshot(page, 'storefront')
await browser.close()
await close()
