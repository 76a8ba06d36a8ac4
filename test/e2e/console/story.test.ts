import { expect, it } from 'vitest'
import { type FormBrowser, openFormBrowser, WORLD } from './form-browser.ts'

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

it('a world without a story explains how to get one', async () => {
  const browser = await openFormBrowser()
  expect((await browser.open(STORY)).text).toContain('busy-saturday')
})
