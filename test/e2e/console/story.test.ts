import { expect, it } from 'vitest'
import { CONSOLE, type FormBrowser, openFormBrowser, WORLD } from './form-browser.ts'

const STORY = `${WORLD}/story`

const positionOf = async (browser: FormBrowser): Promise<number> =>
  Object(await browser.json('/_playa/worlds/default/story')).position

it('the story page plays the next event, sets the speed and pauses', async () => {
  const browser = await openFormBrowser({ scenario: 'busy-saturday' })
  expect((await browser.open(STORY)).text).toContain('The first visitors of the morning')
  expect((await browser.submit(STORY, `${STORY}/next`)).text).toContain('40 views.')
  const second = await browser.submit(STORY, `${STORY}/next`)
  expect(second.text).toContain('inquiry 1000121 on SAB-0001')
  expect(await positionOf(browser)).toBe(2)
  await browser.submit(STORY, `${STORY}/set`, { running: 'true', speed: '60' })
  expect(await browser.json('/_playa/worlds/default/clock')).toMatchObject({ running: true, speed: 60 })
  const paused = await browser.submit(STORY, `${STORY}/set`, { running: 'false' })
  expect(paused.text).toContain('paused')
})

it('the story is one timeline, and begins on the Saturday that it speaks of', async () => {
  const browser = await openFormBrowser({ scenario: 'empty' })
  await browser.submit(CONSOLE, `${CONSOLE}/worlds`, { name: 'tale', scenario: 'busy-saturday' })
  const tale = `${CONSOLE}/w/tale/story`
  const { text } = await browser.open(tale)
  expect(text).toMatch(/<h2 id="day-[^"]*">Saturday\s+<small>/)
  expect(text.match(/<ol class="timeline"/g)).toHaveLength(1)
  expect(text).toMatch(/<li\s+class="next"[^>]*>\s*<time[^>]*>08:05<\/time>/)
  const played = (await browser.submit(tale, `${tale}/next`)).text
  expect(played).toMatch(
    /<li\s+class="done">\s*<time[^>]*>08:05<[\s\S]*<li\s+class="next"[^>]*>\s*<time[^>]*>08:12</,
  )
  expect(played).toContain('<p class="outcome">40 views')
})

it('one button starts the demo, again from its beginning', async () => {
  const wallMs = Date.parse('2026-03-01T12:00:00-03:00')
  const browser = await openFormBrowser({ scenario: 'empty', wallMs: () => wallMs })
  const tale = `${CONSOLE}/w/demo-saturday/story`
  const started = await browser.submit(CONSOLE, `${CONSOLE}/demo`)
  expect(started.text).toContain('The tour is playing')
  expect(started.text).toContain(`${CONSOLE}/w/demo-saturday/vidriera`)
  expect(await browser.json('/_playa/worlds/demo-saturday/clock')).toMatchObject({ running: true, speed: 1 })
  await browser.submit(tale, `${tale}/next`)
  await browser.submit(CONSOLE, `${CONSOLE}/demo`)
  expect(Object(await browser.json('/_playa/worlds/demo-saturday/story')).position).toBe(0)
})

it('a world without a story explains how to get one', async () => {
  const browser = await openFormBrowser()
  expect((await browser.open(STORY)).text).toContain('busy-saturday')
})

it('the page of a world without a story is live, so that it says when the server stops', async () => {
  const { text } = await (await openFormBrowser({ scenario: 'empty' })).open(STORY)
  expect(text).toContain(`data-events="${WORLD}/events"`)
  expect(text).toContain('id="connection"')
})
