import { expect } from 'vitest'
import { call, journey, NOON } from './journey.ts'

const UI = '/_playa/ui/w/default'
const WORLD = '/_playa/worlds/default'

journey(
  'another option of an assumption is chosen where it decided, and the same request is answered otherwise',
  {},
  async ({ page, url, sandbox }) => {
    const archived = Object(await call(`${url}/v3/publicaciones/ventas@lospinos.example?estado=Archivada`))._entries[0]
    const path = `${url}/v3/publicaciones/ventas@lospinos.example/${archived.ExternalId}`
    const sent = { method: 'PATCH', body: '{"Activa": true}', headers: { 'Content-Type': 'application/json' } }
    expect((await fetch(path, sent)).status).toBe(409)
    await page.goto(`${url}${UI}/exchanges`)
    await page.getByRole('link', { name: /^PATCH/ }).click()
    await page.locator('[aria-current=step]').getByRole('link', { name: 'publications/write-to-archived' }).click()
    const card = page.locator('#publications-write-to-archived')
    await card.getByRole('radio', { name: /^403/ }).check()
    await card.getByRole('button', { name: 'Choose for this world' }).click()
    await page.getByRole('status').getByText('publications/write-to-archived is 403 from now on').waitFor()
    await page.getByRole('link', { name: 'Exchanges' }).click()
    await page.getByRole('link', { name: /^PATCH/ }).click()
    await page.getByRole('button', { name: 'Repeat' }).click()
    await page.getByRole('status').getByText('Repeated: 403 this time, 409 the time before.').waitFor()
    expect(sandbox.journal({ status: '4xx' }).map(({ status }) => status)).toEqual([409, 403])
  },
)

journey(
  'the clock is run, frozen and moved on, and a page that is open follows',
  {},
  async ({ page, context, url }) => {
    const dial = page.locator('#dial')
    const chip = page.locator('header .chip')
    await page.goto(`${url}${UI}/clock`)
    await dial.getByText('2026-03-01 12:00:00').waitFor()
    const second = await context.newPage()
    const opened = second.waitForRequest(/\/events$/)
    await second.goto(`${url}${UI}/clock`)
    await opened
    await dial.getByRole('button', { name: 'Run' }).click()
    await dial.getByText('running with the wall clock').waitFor()
    await expect.poll(() => dial.locator('time').textContent()).not.toBe('2026-03-01 12:00:00')
    await second.locator('#dial').getByText('running with the wall clock').waitFor()
    await dial.getByRole('button', { name: 'Freeze' }).click()
    await dial.getByText('frozen').waitFor()
    const frozen = (await dial.locator('time').textContent()) ?? ''
    await page.getByRole('button', { name: '1 day' }).click()
    const { now } = Object(await call(`${url}${WORLD}/clock`))
    const dayLater = frozen.replace('2026-03-01', '2026-03-02')
    expect(now.slice(0, 19).replace('T', ' ')).toBe(dayLater)
    await page.getByRole('status').getByText(`It is now ${dayLater}.`).waitFor()
    await chip.getByText(dayLater).waitFor()
    await second.locator('#dial').getByText(dayLater).waitFor()
  },
)

journey(
  'a story that is told twice, once step by step and once played fast, leaves the same data',
  { scenario: 'busy-saturday' },
  async ({ page, url }) => {
    const told = page.locator('#story progress')
    const position = async () => Number(await told.getAttribute('value'))
    const goTo = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
    /** Moves on to the same evening, whatever time it is, and looks at what the day left. */
    const dayAtItsEnd = async () => {
      const { nowMs } = Object(await call(`${url}${WORLD}/clock`, 'PUT', { running: false, speed: 1 }))
      await goTo('Clock')
      await page.getByLabel('Another duration').fill(`PT${(EVENING_MS - nowMs) / 1_000}S`)
      await page.getByRole('button', { name: 'Advance' }).click()
      await page.getByRole('status').getByText('fell due on the way').waitFor()
      await goTo('Story')
      await page.getByText('All is told.').waitFor()
      return {
        outcomes: await page.getByRole('region', { name: 'Events told' }).locator('tr').allTextContents(),
        world: await call(`${url}${WORLD}/export`),
        deliveries: await call(`${url}${WORLD}/deliveries?limit=200`),
      }
    }
    await page.goto(`${url}${UI}/story`)
    const total = Number(await told.getAttribute('max'))
    for (const count of [1, 2, 3]) {
      await page.getByRole('button', { name: 'To the next event' }).click()
      await page.locator(`#story progress[value="${count}"]`).waitFor()
    }
    await page.getByRole('status').getByText('inquiry').first().waitFor()
    const first = await dayAtItsEnd()
    expect(first.outcomes).toHaveLength(total + 1)

    await page.getByRole('link', { name: /^Start anew/ }).click()
    await page.getByRole('button', { name: 'Reset it' }).click()
    await goTo('Story')
    await page.locator('#story progress[value="0"]').waitFor()
    await page.getByRole('button', { name: 'Play 3600 seconds' }).click()
    await expect.poll(position).toBeGreaterThan(3)
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('paused').waitFor()
    expect(await dayAtItsEnd()).toEqual(first)
  },
)

/** Half a day after the beginning, when all is told. */
const EVENING_MS = Date.parse(NOON) + 12 * 3_600_000
