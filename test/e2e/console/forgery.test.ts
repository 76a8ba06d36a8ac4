import { expect, it } from 'vitest'
import { openBrowser, UI, W } from './browser.ts'

const keyIn = (text: string): string => /name="_key" value="([^"]+)"/.exec(text)?.[1] ?? ''

it('a change without the key of a page of ours is refused, and nothing happens', async () => {
  const browser = await openBrowser({ scenario: 'empty' })
  const key = keyIn((await browser.see(UI)).text)
  expect(key).not.toBe('')
  const make = { name: 'forged', scenario: 'empty' }
  const stranger = browser.another()
  const theirs = keyIn((await stranger.see(UI)).text)
  expect(theirs).not.toBe(key)
  expect((await browser.post(`${UI}/worlds`, make)).status).toBe(403)
  expect((await browser.post(`${UI}/worlds`, { ...make, _key: theirs })).status).toBe(403)
  expect((await browser.post(`${UI}/worlds`, { ...make, _key: '' })).status).toBe(403)
  expect(await browser.json('/_playa/worlds')).toHaveLength(1)
  expect((await browser.post(`${UI}/worlds`, { ...make, _key: key })).status).toBe(303)
  expect(await browser.json('/_playa/worlds')).toHaveLength(2)
})

it('a form that another site sends is refused, even with the right key', async () => {
  const browser = await openBrowser({ scenario: 'empty' })
  const fields = { _key: keyIn((await browser.see(W)).text), name: 'copy' }
  const headers = [
    { origin: 'http://evil.example' },
    { origin: 'null' },
    { origin: 'http://127.0.0.1:4011' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
  ]
  for (const header of headers) expect((await browser.post(`${W}/fork`, fields, header)).status).toBe(403)
  expect((await browser.post(`${W}/fork`, fields)).status).toBe(303)
})

it('reading a page changes nothing, and questions are no answers', async () => {
  const browser = await openBrowser()
  const before = await browser.json('/_playa/worlds/default')
  for (const path of [
    '/reset',
    '/exchanges/clear',
    '/faults/clear',
    '/publications/one/archive?agency=ventas@lospinos.example&id=PIN-0001',
  ])
    expect((await browser.see(W + path)).status).toBe(200)
  for (const path of ['/fork', '/clock/set', '/clock/advance', '/publications/one/follow'])
    expect((await browser.see(W + path)).status).toBe(404)
  expect({ ...Object(before), lastUse: '' }).toEqual({
    ...Object(await browser.json('/_playa/worlds/default')),
    lastUse: '',
  })
})

it('the cookie is kept from scripts, from other sites and from other paths', async () => {
  const browser = await openBrowser({ scenario: 'empty' })
  const [cookie = ''] = (await browser.see(UI)).headers.getSetCookie()
  expect(cookie).toMatch(/^playa_console=[\w-]{32}; /)
  for (const part of ['HttpOnly', 'SameSite=Strict', 'Path=/_playa/ui']) expect(cookie).toContain(part)
})
