import { expect } from 'vitest'
import { journey } from './journey.ts'

journey(
  'the API reference lists every operation and webhook, and sends a request to the chosen world',
  {},
  async ({ page, url, sandbox }) => {
    const shop = await sandbox.world({ name: 'shop-1', scenario: 'empty' })
    const document = Object(await (await sandbox.fetch('/openapi.json')).json())
    const operations = Object.values(document.paths).flatMap((item) =>
      METHODS.filter((name) => name in Object(item)),
    )
    await page.goto(`${url}/docs?world=shop-1`)
    const shown = page.locator('.nav-bar-path')
    await expect.poll(() => shown.count()).toBe(operations.length + Object.keys(document.webhooks).length)
    await shown.filter({ hasText: 'Entry points' }).click()
    await page.getByRole('button', { name: 'Execute' }).click()
    await page.getByText('Response Status: OK (200)').waitFor()
    expect(shop.journal().map(({ path, status }) => [path, status])).toEqual([['/v3', 200]])
    await page.getByRole('link', { name: 'Control API' }).click()
    await page.getByText('List all worlds').first().waitFor()
  },
)

const METHODS = ['get', 'put', 'post', 'patch', 'delete']
