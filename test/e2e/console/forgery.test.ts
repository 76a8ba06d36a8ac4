import { expect, it } from 'vitest'
import { CONSOLE, openFormBrowser, WORLD } from './form-browser.ts'

const keyIn = (text: string): string => /name="_key" value="([^"]+)"/.exec(text)?.[1] ?? ''

it('a change without the CSRF token of the session is refused and changes nothing', async () => {
  const browser = await openFormBrowser({ scenario: 'empty' })
  const key = keyIn((await browser.open(CONSOLE)).text)
  expect(key).not.toBe('')
  const make = { name: 'forged', scenario: 'empty' }
  const stranger = browser.another()
  const theirs = keyIn((await stranger.open(CONSOLE)).text)
  expect(theirs).not.toBe(key)
  expect((await browser.post(`${CONSOLE}/worlds`, make)).status).toBe(403)
  expect((await browser.post(`${CONSOLE}/worlds`, { ...make, _key: theirs })).status).toBe(403)
  expect((await browser.post(`${CONSOLE}/worlds`, { ...make, _key: '' })).status).toBe(403)
  expect(await browser.json('/_playa/worlds')).toHaveLength(1)
  expect((await browser.post(`${CONSOLE}/worlds`, { ...make, _key: key })).status).toBe(303)
  expect(await browser.json('/_playa/worlds')).toHaveLength(2)
})

it('a form sent by another site is refused, even with the right token', async () => {
  const browser = await openFormBrowser({ scenario: 'empty' })
  const fields = { _key: keyIn((await browser.open(WORLD)).text), name: 'copy' }
  const headers = [
    { origin: 'http://evil.example' },
    { origin: 'null' },
    { origin: 'http://127.0.0.1:4011' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
  ]
  for (const header of headers) expect((await browser.post(`${WORLD}/fork`, fields, header)).status).toBe(403)
  expect((await browser.post(`${WORLD}/fork`, fields)).status).toBe(303)
})

it('reading a page changes nothing, and confirmations need a POST', async () => {
  const browser = await openFormBrowser()
  const before = await browser.json('/_playa/worlds/default')
  for (const path of [
    '/reset',
    '/exchanges/clear',
    '/faults/clear',
    '/publications/one/archive?agency=ventas@lospinos.example&id=PIN-0001',
  ])
    expect((await browser.open(WORLD + path)).status).toBe(200)
  for (const path of ['/fork', '/clock/set', '/clock/advance', '/publications/one/follow'])
    expect((await browser.open(WORLD + path)).status).toBe(404)
  expect({ ...Object(before), lastUse: '' }).toEqual({
    ...Object(await browser.json('/_playa/worlds/default')),
    lastUse: '',
  })
})

it('the cookie is hidden from scripts, other sites and other paths', async () => {
  const browser = await openFormBrowser({ scenario: 'empty' })
  const [cookie = ''] = (await browser.open(CONSOLE)).headers.getSetCookie()
  expect(cookie).toMatch(/^playa_console_\d+=[\w-]{32}; /)
  for (const part of ['HttpOnly', 'SameSite=Strict', 'Path=/_playa/ui']) expect(cookie).toContain(part)
})

it('a body that is not a form is refused like an empty form', async () => {
  const browser = await openFormBrowser({ scenario: 'empty' })
  await browser.open(WORLD)
  const init = {
    method: 'POST',
    headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
    body: '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n',
  }
  expect((await browser.request(`${WORLD}/clock/advance`, init)).status).toBe(403)
  expect((await browser.request(`${CONSOLE}/login`, init)).status).toBe(303)
})
