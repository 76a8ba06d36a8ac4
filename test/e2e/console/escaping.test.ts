import { expect, it } from 'vitest'
import { CONSOLE, openFormBrowser, WORLD } from './form-browser.ts'

const EVIL = '<script>alert(1)</script>'
const QUOTED = `"'><img src=x onerror=alert(1)>`
const MAIL = 'ventas@lospinos.example'

it('user input is shown as text on every page', async () => {
  const browser = await openFormBrowser()
  const json = { 'content-type': 'application/json', accept: 'application/json' }
  const listing = `/v3/publicaciones/${MAIL}/PIN-0001`
  const before = await browser.json(listing)
  const evil = { ...Object(before), Descripcion: EVIL, Color: QUOTED, RefStock: EVIL.slice(0, 20) }
  const written = await browser.request(listing, { method: 'PUT', headers: json, body: JSON.stringify(evil) })
  expect(written.status).toBe(200)
  const agency = { method: 'PUT', headers: json, body: JSON.stringify({ NombreComercial: EVIL }) }
  expect((await browser.request(`/v3/agencias/${MAIL}`, agency)).status).toBe(200)
  const lead = { externalid: 'PIN-0001', interesado: { Nombre: EVIL, Apellido: QUOTED, Comentario: EVIL } }
  const came = await browser.request('/_playa/worlds/default/inquiries', {
    method: 'POST',
    body: JSON.stringify(lead),
  })
  expect(came.status).toBe(201)
  await browser.request(`/v3/nada/${encodeURIComponent(EVIL)}?q=${encodeURIComponent(QUOTED)}`)
  const fault = { operation: 'publications.list', status: 503, note: EVIL }
  await browser.request('/_playa/worlds/default/faults', { method: 'POST', body: JSON.stringify(fault) })

  const exchanges = [1, 2, 3, 4].map((n) => `${WORLD}/exchanges/${n}`)
  const lists = [
    '',
    '/exchanges',
    '/publications',
    '/inquiries',
    '/deliveries',
    '/outbox',
    '/faults',
    '/package',
    '/hints',
  ]
  const one = `${WORLD}/publications/one?agency=${MAIL}&id=PIN-0001`
  const pages = [
    CONSOLE,
    ...lists.map((path) => WORLD + path),
    ...exchanges,
    one,
    `${WORLD}/outbox/m1`,
    `${WORLD}/deliveries/d1`,
  ]
  const withQueries = [
    `${WORLD}/profile?q=${encodeURIComponent(QUOTED)}`,
    `${WORLD}/publications?q=${encodeURIComponent(QUOTED)}`,
    `${WORLD}/exchanges?operation=${encodeURIComponent(QUOTED)}`,
    `${CONSOLE}/w/${encodeURIComponent(EVIL)}`,
    `${CONSOLE}/${encodeURIComponent(EVIL)}`,
    `/docs?world=${encodeURIComponent(QUOTED)}`,
  ]
  let escapedPages = 0
  for (const path of [...pages, ...withQueries]) {
    const { text, headers } = await browser.open(path)
    expect(headers.get('content-security-policy'), path).toContain("script-src 'self'")
    expect(text, path).not.toMatch(/<script>alert|<img src=x/)
    if (text.includes('&lt;script&gt;alert')) escapedPages += 1
  }
  // The input is on the pages, as text.
  expect(escapedPages).toBeGreaterThanOrEqual(6)
})

it('a mail preview runs no script and loads nothing from other hosts', async () => {
  const browser = await openFormBrowser()
  const lead = { externalid: 'PIN-0002', interesado: { Nombre: EVIL, Comentario: EVIL } }
  await browser.request('/_playa/worlds/default/inquiries', { method: 'POST', body: JSON.stringify(lead) })
  await browser.submit(`${WORLD}/clock`, `${WORLD}/clock/advance`, { by: 'PT1S' })
  const mails = [...(await browser.open(`${WORLD}/outbox`)).text.matchAll(/href="([^"]*\/outbox\/m\d+)"/g)]
  expect(mails.length).toBeGreaterThan(0)
  const shown = await Promise.all(mails.map(([, url = '']) => browser.open(url)))
  const framing = shown.findIndex(({ text }) => text.includes('<iframe'))
  expect(shown[framing]?.text).toMatch(/<iframe class="mail" sandbox src="[^"]+\/body"/)
  expect(shown[framing]?.headers.get('content-security-policy')).toContain("frame-src 'self'")
  const body = await browser.open(`${mails[framing]?.[1] ?? ''}/body`)
  const policy = body.headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/^sandbox; default-src 'none'/)
  expect(policy).toContain("frame-ancestors 'self'")
  expect(policy).toContain('img-src data: http://127.0.0.1:4010/_playa/photos/;')
  const message = await browser.open(`${mails[framing]?.[1] ?? ''}/message`)
  expect(message.headers.get('content-type')).toBe('message/rfc822')
  expect(message.headers.get('content-disposition')).toMatch(/^attachment; filename="m\d+\.eml"$/)
})
