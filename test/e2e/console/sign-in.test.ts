import { expect, it } from 'vitest'
import { CONSOLE, openFormBrowser, WORLD } from './form-browser.ts'

const TOKEN = 'a-control-token-for-tests'
const LOGIN = `${CONSOLE}/login`
const loginTo = (next: string) => `${LOGIN}?next=${encodeURIComponent(next)}`

it('a server with a control token shows no page before sign-in', async () => {
  const browser = await openFormBrowser({}, TOKEN)
  for (const path of [CONSOLE, WORLD, `${WORLD}/exchanges/1`, `${WORLD}/events`, `${WORLD}/export`]) {
    const { status, headers, text } = await browser.open(path)
    expect([path, status, text]).toEqual([path, 303, ''])
    expect(headers.get('location')).toBe(`${LOGIN}?next=${encodeURIComponent(path)}`)
  }
  const landing = await browser.open('/')
  expect(landing.status).toBe(200)
  expect(landing.text).not.toContain('lospinos')
  expect((await browser.post(`${WORLD}/reset`, {})).status).toBe(403)
  expect((await browser.open(`${CONSOLE}/assets/console.css`)).status).toBe(200)
})

it('the right token opens a session and redirects to the requested page', async () => {
  const browser = await openFormBrowser({}, TOKEN)
  const wrong = await browser.post(loginTo(WORLD), { token: 'guess' })
  expect(wrong.status).toBe(401)
  expect(wrong.text).toContain('Wrong control token')
  const right = await browser.post(loginTo(`${WORLD}/clock`), { token: TOKEN })
  expect([right.status, right.headers.get('location')]).toEqual([303, `${WORLD}/clock`])
  expect(right.headers.getSetCookie()[0]).toContain('HttpOnly')
  const clock = await browser.open(`${WORLD}/clock`)
  expect(clock.status).toBe(200)
  expect(clock.text).not.toContain(TOKEN)
  const frozen = await browser.submit(`${WORLD}/clock`, `${WORLD}/clock/set`, { running: 'true' })
  expect(frozen.text).toContain('Clock updated.')
  expect((await browser.another().open(WORLD)).status).toBe(303)
})

it('signing out ends the session', async () => {
  const browser = await openFormBrowser({}, TOKEN)
  await browser.post(LOGIN, { token: TOKEN })
  expect((await browser.open(CONSOLE)).status).toBe(200)
  await browser.submit(CONSOLE, `${CONSOLE}/logout`)
  expect((await browser.open(CONSOLE)).status).toBe(303)
})

it.for(['https://evil.example/', '//evil.example', '/_playa/uimpostor', '/_playa/ui/../../v3\\', '/v3'])(
  'signing in never redirects outside the console: %s',
  async (next) => {
    const browser = await openFormBrowser({ scenario: 'empty' }, TOKEN)
    const { headers } = await browser.post(loginTo(next), { token: TOKEN })
    expect(headers.get('location')).toBe(CONSOLE)
  },
)

it('too many wrong tokens are refused for a while', async () => {
  const browser = await openFormBrowser({ scenario: 'empty' }, TOKEN)
  for (let n = 0; n < 20; n += 1)
    expect((await browser.post(LOGIN, { token: `guess-${n}` })).status).toBe(401)
  expect((await browser.post(LOGIN, { token: TOKEN })).status).toBe(429)
})

it('a session does not authorize the control API', async () => {
  const browser = await openFormBrowser({ scenario: 'empty' }, TOKEN)
  await browser.post(LOGIN, { token: TOKEN })
  expect((await browser.open('/_playa/worlds')).status).toBe(401)
})
