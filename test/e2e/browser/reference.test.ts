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

journey(
  'by keyboard alone the focus begins at the top, is always seen, and follows an operation to its form',
  {},
  async ({ page, url, sandbox }) => {
    const shop = await sandbox.world({ name: 'shop-1' })
    await page.goto(`${url}/docs?world=shop-1`)
    await page.getByText('Entry points').first().waitFor()
    await expect.poll(() => page.evaluate('document.getElementById("reference").inert')).toBe(false)
    const press = async (): Promise<{ readonly name: string; readonly outline: string }> => {
      await page.keyboard.press('Tab')
      const [name = '', outline = ''] = String(await page.evaluate(FOCUSED)).split('\n')
      return { name, outline }
    }
    expect(await press()).toEqual({ name: 'Skip to main content', outline: 'solid 3px' })
    const way: string[] = []
    for (let step = 0; step < 20 && way.at(-1) !== 'Create a publication'; step++) {
      const { name, outline } = await press()
      expect(outline, name).toBe('solid 3px')
      way.push(name)
    }
    expect(way).toEqual(expect.arrayContaining(['Control API', 'Console', 'Filter', 'Create a publication']))
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(FOCUSED)).toMatch(/^Publications Create a publication/)
    expect((await press()).name).toBe('What the description leaves open here')
    expect((await press()).name).toBe('ventas@lospinos.example')
    for (let step = 0; step < 12 && (await press()).name.toLowerCase() !== 'execute'; step++);
    await page.keyboard.press('Enter')
    await page.getByText('Response Status: Created (201)').waitFor()
    expect(await shop.count({ operation: 'publications.create', status: 201 })).toMatchObject({ count: 1 })
  },
)

/** Name and outline of the focused element, in shadow roots too. */
const FOCUSED = `(() => {
  let focused = document.activeElement
  while (focused.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement
  const name = (focused.innerText || focused.value || focused.placeholder || '').replace(/\\s+/g, ' ').trim()
  const { outlineStyle, outlineWidth } = getComputedStyle(focused)
  return name + '\\n' + outlineStyle + ' ' + outlineWidth
})()`

const METHODS = ['get', 'put', 'post', 'patch', 'delete']
