import { expect, it } from 'vitest'
import { openBrowser, UI, W } from './browser.ts'

const TOKEN = 'a-token-for-the-control-room'
const LOGIN = `${UI}/login`

it('with a control token nothing is shown before it was given', async () => {
  const browser = await openBrowser({}, TOKEN)
  for (const path of [UI, W, `${W}/exchanges/1`, `${W}/events`, `${W}/export`]) {
    const { status, headers, text } = await browser.see(path)
    expect([path, status, text]).toEqual([path, 303, ''])
    expect(headers.get('location')).toBe(`${LOGIN}?next=${encodeURIComponent(path)}`)
  }
  const landing = await browser.see('/')
  expect(landing.status).toBe(200)
  expect(landing.text).not.toContain('lospinos')
  expect((await browser.post(`${W}/reset`, {})).status).toBe(403)
  expect((await browser.see(`${UI}/assets/console.css`)).status).toBe(200)
})

it('the right token opens a session, and leads to where one wanted to go', async () => {
  const browser = await openBrowser({}, TOKEN)
  const wrong = await browser.post(LOGIN, { token: 'guess', next: W })
  expect(wrong.status).toBe(401)
  expect(wrong.text).toContain('That is not the control token')
  const right = await browser.post(LOGIN, { token: TOKEN, next: `${W}/clock` })
  expect([right.status, right.headers.get('location')]).toEqual([303, `${W}/clock`])
  expect(right.headers.getSetCookie()[0]).toContain('HttpOnly')
  const clock = await browser.see(`${W}/clock`)
  expect(clock.status).toBe(200)
  expect(clock.text).not.toContain(TOKEN)
  const frozen = await browser.send(`${W}/clock`, `${W}/clock/set`, { running: 'true' })
  expect(frozen.text).toContain('The clock is set.')
  expect((await browser.another().see(W)).status).toBe(303)
})

it('signing out ends the session', async () => {
  const browser = await openBrowser({}, TOKEN)
  await browser.post(LOGIN, { token: TOKEN })
  expect((await browser.see(UI)).status).toBe(200)
  await browser.send(UI, `${UI}/logout`)
  expect((await browser.see(UI)).status).toBe(303)
})

it.for(['https://evil.example/', '//evil.example', '/_playa/uimpostor', '/_playa/ui/../../v3\\', '/v3'])(
  'signing in never leads away from the console: %s',
  async (next) => {
    const browser = await openBrowser({ scenario: 'empty' }, TOKEN)
    const { headers } = await browser.post(LOGIN, { token: TOKEN, next })
    expect(headers.get('location')).toBe(UI)
  },
)

it('whoever guesses too often has to wait', async () => {
  const browser = await openBrowser({ scenario: 'empty' }, TOKEN)
  for (let n = 0; n < 20; n += 1) expect((await browser.post(LOGIN, { token: `guess-${n}` })).status).toBe(401)
  expect((await browser.post(LOGIN, { token: TOKEN })).status).toBe(429)
})

it('the token opens the control API only where it is sent as its header', async () => {
  const browser = await openBrowser({ scenario: 'empty' }, TOKEN)
  await browser.post(LOGIN, { token: TOKEN })
  // The session is the console's alone.
  expect((await browser.see('/_playa/worlds')).status).toBe(401)
})
