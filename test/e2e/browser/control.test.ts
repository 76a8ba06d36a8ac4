import { expect } from 'vitest'
import { call, journey, NOON } from './journey.ts'

const UI = '/_playa/ui/w/default'
const WORLD = '/_playa/worlds/default'

journey(
  'a decision trace leads to the assumption, and another option changes the response to the same request',
  {},
  async ({ page, url, sandbox }) => {
    const archived = Object(await call(`${url}/v3/publicaciones/ventas@lospinos.example?estado=Archivada`))
      ._entries[0]
    const path = `${url}/v3/publicaciones/ventas@lospinos.example/${archived.ExternalId}`
    const sent = {
      method: 'PATCH',
      body: '{"Activa": true}',
      headers: { 'Content-Type': 'application/json' },
    }
    expect((await fetch(path, sent)).status).toBe(409)
    await page.goto(`${url}${UI}/exchanges`)
    await page.getByRole('link', { name: /^PATCH/ }).click()
    await page
      .locator('[aria-current=step]')
      .getByRole('link', { name: 'publications/write-to-archived' })
      .click()
    const card = page.locator('#publications-write-to-archived')
    await card.getByRole('radio', { name: /^403/ }).check()
    await card.getByRole('button', { name: 'Apply to this world' }).click()
    await page.getByRole('status').getByText('Assumption publications/write-to-archived set to 403').waitFor()
    await page.getByRole('link', { name: 'Exchanges' }).click()
    await page.getByRole('link', { name: /^PATCH/ }).click()
    await page.getByRole('button', { name: 'Repeat' }).click()
    await page.getByRole('status').getByText('Repeated. Status now: 403, before: 409.').waitFor()
    expect(sandbox.journal({ status: '4xx' }).map(({ status }) => status)).toEqual([409, 403])
  },
)

journey(
  'the clock is run, frozen and advanced, and another open page follows',
  {},
  async ({ page, context, url }) => {
    const clock = page.locator('#clock')
    const chip = page.locator('header .chip')
    await page.goto(`${url}${UI}/clock`)
    await clock.getByText('2026-03-01 12:00:00').waitFor()
    const second = await context.newPage()
    const opened = second.waitForRequest(/\/events$/)
    await second.goto(`${url}${UI}/clock`)
    await opened
    await clock.getByRole('button', { name: 'Run' }).click()
    await clock.getByText('running at wall-clock speed').waitFor()
    await expect.poll(() => clock.locator('time').textContent()).not.toBe('2026-03-01 12:00:00')
    await second.locator('#clock').getByText('running at wall-clock speed').waitFor()
    await clock.getByRole('button', { name: 'Freeze' }).click()
    await clock.getByText('frozen').waitFor()
    const frozen = (await clock.locator('time').textContent()) ?? ''
    await page.getByRole('button', { name: '1 day' }).click()
    const { now } = Object(await call(`${url}${WORLD}/clock`))
    const dayLater = frozen.replace('2026-03-01', '2026-03-02')
    expect(now.slice(0, 19).replace('T', ' ')).toBe(dayLater)
    await page.getByRole('status').getByText(`Clock advanced to ${dayLater}.`).waitFor()
    await chip.getByText(dayLater).waitFor()
    await second.locator('#clock').getByText(dayLater).waitFor()
  },
)

journey(
  'a story played step by step and played fast leaves the same data',
  { scenario: 'busy-saturday' },
  async ({ page, url }) => {
    const progress = page.locator('#story progress')
    const position = async () => Number(await progress.getAttribute('value'))
    const goTo = (name: string) =>
      page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
    /** Advances to the same evening and returns the outcomes, the world and its deliveries. */
    const dayAtItsEnd = async () => {
      const { nowMs } = Object(await call(`${url}${WORLD}/clock`, 'PUT', { running: false, speed: 1 }))
      await goTo('Clock')
      await page.getByLabel('Custom duration').fill(`PT${(EVENING_MS - nowMs) / 1_000}S`)
      await page.getByRole('button', { name: 'Advance' }).click()
      await page.getByRole('status').getByText('scheduled tasks ran').waitFor()
      await goTo('Story')
      await page.getByText('The story is complete').waitFor()
      return {
        outcomes: await page.locator('.timeline .done .outcome').allTextContents(),
        world: await call(`${url}${WORLD}/export`),
        deliveries: await call(`${url}${WORLD}/deliveries?limit=200`),
      }
    }
    await page.goto(`${url}${UI}/story`)
    const total = Number(await progress.getAttribute('max'))
    for (const count of [1, 2, 3]) {
      await page.getByRole('button', { name: 'Next event' }).click()
      await page.locator(`#story progress[value="${count}"]`).waitFor()
    }
    await page.getByRole('status').getByText('inquiry').first().waitFor()
    const first = await dayAtItsEnd()
    expect(first.outcomes).toHaveLength(total)

    await page.getByRole('link', { name: /^Restart/ }).click()
    await page.getByRole('button', { name: 'Reset world' }).click()
    await goTo('Story')
    await page.locator('#story progress[value="0"]').waitFor()
    await page.getByRole('button', { name: 'Play at speed ×3600' }).click()
    await expect.poll(position).toBeGreaterThan(3)
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.locator('.clock').getByText('paused').waitFor()
    expect(await dayAtItsEnd()).toEqual(first)
  },
)

/** Half a day after the start, when the story is complete. */
const EVENING_MS = Date.parse(NOON) + 12 * 3_600_000
