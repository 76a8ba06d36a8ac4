import { execFileSync } from 'node:child_process'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createSandbox } from '../../../src/cli/entries/index.ts'
import { openFormBrowser, WORLD } from './form-browser.ts'

const MAIL = 'ventas@lospinos.example'
const JSON_TYPE = { 'content-type': 'application/json', accept: 'application/json' }

const preOf = (text: string, id: string): string =>
  (new RegExp(`<pre id="${id}"[^>]*>([\\s\\S]*?)</pre>`).exec(text)?.[1] ?? '')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

it('an exchange shows its decision trace, with the deciding question and its reasons', async () => {
  const browser = await openFormBrowser()
  await browser.request(`/v3/publicaciones/${MAIL}/PIN-0001`, {
    method: 'PATCH',
    headers: { ...JSON_TYPE, 'if-match': '"old"' },
    body: '{}',
  })
  const { text } = await browser.open(`${WORLD}/exchanges/1`)
  const decided = /<li class="decided"[\s\S]*?<\/ul>/.exec(text)?.[0] ?? ''
  expect(decided).toContain('Is the caller&#39;s copy current?')
  expect(decided).toContain('PUB-34')
  expect(decided).not.toContain('Statement of the API description')
  expect(decided).toContain('/profile#publications-precondition-header')
  expect(text.match(/<li class="passed"/g)).toHaveLength(7)
  expect(text.match(/<li class="skipped"/g)).toHaveLength(3)
})

it('an exchange shows its changes of the world', async () => {
  const browser = await openFormBrowser()
  await browser.request(`/v3/publicaciones/${MAIL}/PIN-0001/suspender`, {
    method: 'PATCH',
    headers: JSON_TYPE,
  })
  const { text } = await browser.open(`${WORLD}/exchanges/1`)
  expect(text).toContain('PIN-0001 became suspended')
  expect(text).toContain('Activa → Suspendida')
})

it('a change is linked if the page of the publication can be opened: not for another app', async () => {
  const browser = await openFormBrowser({ scenario: 'two-apps' })
  const { apps } = JSON.parse((await browser.request('/_playa/worlds/default')).text)
  for (const { key } of apps) {
    const headers = { ...JSON_TYPE, authorization: `Bearer ${key}` }
    const list = await browser.request('/v3/agencias', { headers })
    const { AdminMail } = JSON.parse(list.text)._entries[0]
    const { _entries } = JSON.parse(
      (await browser.request(`/v3/publicaciones/${AdminMail}`, { headers })).text,
    )
    await browser.request(`${_entries[0]._links.self.href}/suspender`, { method: 'PATCH', headers })
  }
  const changed = async (n: number) => (await browser.open(`${WORLD}/exchanges/${n}`)).text
  expect(await changed(3)).toContain('/publications/one?')
  expect(await changed(6)).toContain('Activa → Suspendida')
  expect(await changed(6)).not.toContain('/publications/one?')
})

it('the list is filtered by operation and status', async () => {
  const browser = await openFormBrowser()
  await browser.request('/v3/monedas')
  await browser.request('/v3/publicaciones/nadie@example.org')
  const refused = (await browser.open(`${WORLD}/exchanges?status=4xx`)).text
  expect(refused).toContain('/v3/publicaciones/nadie@example.org')
  expect(refused).not.toContain('/v3/monedas')
  expect((await browser.open(`${WORLD}/exchanges?operation=currencies.*`)).text).toContain('/v3/monedas')
  expect((await browser.open(`${WORLD}/exchanges?operation=webhooks.*`)).text).toContain(
    'No matching exchanges',
  )
  expect((await browser.open(`${WORLD}/exchanges?operation=curr`)).text).toContain('/v3/monedas')
  expect((await browser.open(`${WORLD}/exchanges?operation=zzz`)).text).toContain('No matching exchanges')
})

it('the list is searched by a part of the path, as read or as sent, and filtered by method', async () => {
  const browser = await openFormBrowser()
  const car = `/v3/publicaciones/${encodeURIComponent(MAIL)}/PIN-0001`
  await browser.request('/v3/monedas')
  await browser.request(car)
  await browser.request(`${car}/suspender`, { method: 'PATCH', headers: JSON_TYPE })
  const shown = async (query: string) =>
    [...(await browser.open(`${WORLD}/exchanges?${query}`)).text.matchAll(/id="e(\d+)"/g)].map(([, n]) => n)
  expect(await shown('q=pin-0001')).toEqual(['3', '2'])
  expect(await shown(`q=${encodeURIComponent('ventas@lospinos')}`)).toEqual(['3', '2'])
  expect(await shown(`q=${encodeURIComponent('/v3/mon*')}`)).toEqual(['1'])
  expect(await shown('q=PIN-0001&method=PATCH')).toEqual(['3'])
  expect(await shown('q=nothing')).toEqual([])
  // The link is readable, and its title holds the path as it was sent.
  const { text } = await browser.open(`${WORLD}/exchanges`)
  expect(text).toContain(`title="${car}"`)
  expect(text).toContain('ventas@<wbr>lospinos.example/')
})

it('the overview counts requests and failures and shows waiting work', async () => {
  const browser = await openFormBrowser({ scenario: 'busy-saturday' })
  for (const path of ['/v3/monedas', '/v3/publicaciones/nadie@example.org', '/v3/nowhere'])
    await browser.request(path)
  const { text } = await browser.open(WORLD)
  const words = text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
  expect(words).toContain('3 requests in the last minute')
  expect(words).toContain('2 failures in the last 3 requests')
  expect(words).toContain('0 of 40 events completed Next at 2026-03-01 12:05:00 : The first visitors')
  expect(text).toMatch(/aria-label="Requests in each of the last 15 minutes: (0, )*([0-3], )?[0-3]"/)
  expect(text.match(/<li><a href="[^"]*\/exchanges\/\d"/g)).toHaveLength(3)
})

it('the failures of the overview lead to a list that holds all of them', async () => {
  const browser = await openFormBrowser({ scenario: 'empty' })
  const failures = async () =>
    /<a href="([^"]*)"><span><strong>\d+<\/strong>\s*failures/.exec((await browser.open(WORLD)).text)?.[1]
  await browser.request('/v3/nowhere')
  expect(await failures()).toBe(`${WORLD}/exchanges?status=4xx`)
  await browser.request('/v3/monedas', { headers: { accept: 'application/json', prefer: 'code=503' } })
  expect(await failures()).toBe(`${WORLD}/exchanges`)
})

it('the list shows the time of day in the zone of the world', async () => {
  const browser = await openFormBrowser({ scenario: 'empty' })
  await browser.request('/v3')
  const { text } = await browser.open(`${WORLD}/exchanges`)
  const [, utc = '', shown] = /<time datetime="([^"]*Z)" title="[^"]*">([\d:]+)</.exec(text) ?? []
  expect(shown).toBe(new Date(Date.parse(utc) - 3 * 3_600_000).toISOString().slice(11, 19))
})

it('a refusal without members says its sentence once', async () => {
  const browser = await openFormBrowser()
  const path = `/v3/publicaciones/${MAIL}/PIN-0001`
  for (const _ of [1, 2]) await browser.request(`${path}/suspender`, { method: 'PATCH', headers: JSON_TYPE })
  const { text } = await browser.open(`${WORLD}/exchanges/2`)
  const problem = /<div\s+class="problem">[\s\S]*?<\/div>/.exec(text)?.[0] ?? ''
  expect(problem).toContain('<p>')
  expect(problem).not.toContain('<code>_</code>')
})

it('the trace of a success has no warning', async () => {
  const browser = await openFormBrowser()
  await browser.request('/v3/monedas')
  await browser.request('/v3/nowhere')
  expect((await browser.open(`${WORLD}/exchanges/1`)).text).toContain('class="trace success"')
  expect((await browser.open(`${WORLD}/exchanges/2`)).text).toContain('class="trace"')
})

it('an exchange is repeated and recorded like a request of a client', async () => {
  const browser = await openFormBrowser()
  const body = '{"Precio":{"Moneda":"ARS","Importe":5}}'
  await browser.request(`/v3/publicaciones/${MAIL}/PIN-0001`, { method: 'PATCH', headers: JSON_TYPE, body })
  const { text } = await browser.submit(`${WORLD}/exchanges/1`, `${WORLD}/exchanges/1/repeat`)
  expect(text).toContain('Repeated. Status now: 200, before: 200.')
  const journal = await browser.json('/_playa/worlds/default/journal')
  expect(journal).toMatchObject([
    { n: 1, status: 200 },
    { n: 2, status: 200, method: 'PATCH' },
  ])
})

it('the curl command is quoted for a shell', async () => {
  const browser = await openFormBrowser()
  const body = `{"Descripcion":"it's \\"$HOME\\" \`id\` \\\\ & más"}`
  await browser.request(`/v3/publicaciones/${MAIL}/PIN-0001?q=%27$(id)`, {
    method: 'PUT',
    headers: { ...JSON_TYPE, authorization: 'Bearer hush-hush' },
    body,
  })
  const curl = preOf((await browser.open(`${WORLD}/exchanges/1`)).text, 'curl')
  expect(curl).not.toContain('hush-hush')
  // A shell function replaces the program and prints its arguments.
  const printed = execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${curl}`])
    .toString()
    .split('\0')
  expect(printed).toContain(body)
  expect(printed).toContain(`http://127.0.0.1:4010/v3/publicaciones/${MAIL}/PIN-0001?q=%27$(id)`)
  expect(printed).toContain('content-type: application/json')
})

it('the generated test of an exchange runs and passes', async () => {
  const browser = await openFormBrowser()
  const requests = [
    browser.request('/v3/monedas', { headers: { accept: 'application/json' } }),
    browser.request(`/v3/publicaciones/${MAIL}/PIN-0001`, {
      method: 'PATCH',
      headers: { ...JSON_TYPE, 'if-match': '"it\'s old"' },
      body: '{"Cuota":null}',
    }),
    browser.request(`/v3/publicaciones/${MAIL}`, {
      method: 'POST',
      headers: JSON_TYPE,
      body: '{"ExternalId":"no\\nway\'s"}',
    }),
  ]
  await Promise.all(requests)
  for (const n of [1, 2, 3]) await passes(preOf((await browser.open(`${WORLD}/exchanges/${n}`)).text, 'test'))
})

it('the generated test repeats the earlier changes that its response depends on', async () => {
  const browser = await openFormBrowser()
  const path = `/v3/publicaciones/${MAIL}/PIN-0001`
  await browser.request('/v3/monedas')
  const suspended = await browser.request(`${path}/suspender`, { method: 'PATCH', headers: JSON_TYPE })
  expect(suspended.status).toBe(200)
  await browser.request(`${path}/suspender`, { method: 'PATCH', headers: JSON_TYPE })
  const snippet = preOf((await browser.open(`${WORLD}/exchanges/3`)).text, 'test')
  expect(snippet.match(/await sandbox\.fetch\(/g)).toHaveLength(2)
  expect(snippet).toContain('answers 409')
  await passes(snippet)
})

/** Runs the one test of a snippet. */
const passes = async (snippet: string): Promise<void> => {
  expect(snippet).toContain("import { createSandbox } from 'playa'")
  const tests: Promise<void>[] = []
  const declare = (_title: string, run: () => Promise<void>) => void tests.push(run())
  const code = snippet.replaceAll(/^import .*$/gm, '')
  new Function('createSandbox', 'expect', 'test', code)(createSandbox, expect, declare)
  expect(tests).toHaveLength(1)
  await Promise.all(tests)
}

it('a form works over a socket as in process', async () => {
  const sandbox = await createSandbox({ scenario: 'empty' })
  const { url, close } = await sandbox.listen()
  try {
    const page = await fetch(`${url}${WORLD}/clock`, { headers: { accept: 'text/html' } })
    const cookie = page.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const key = /name="_key" value="([^"]+)"/.exec(await page.text())?.[1] ?? ''
    const body = new URLSearchParams({ _key: key, now: '2026-05-01T00:00:00-03:00', running: 'false' })
    const sent = await fetch(`${url}${WORLD}/clock/set`, {
      method: 'POST',
      body,
      headers: { cookie },
      redirect: 'manual',
    })
    expect([sent.status, sent.headers.get('location')]).toEqual([303, `${WORLD}/clock`])
    const clock = await (await fetch(`${url}/_playa/worlds/default/clock`)).json()
    expect(clock).toMatchObject({ now: '2026-05-01T00:00:00-03:00', running: false })
  } finally {
    await close()
  }
})

it('events are streamed as they happen', async () => {
  const sandbox = await createSandbox({ scenario: 'empty' })
  const { url, close } = await sandbox.listen()
  const gone = new AbortController()
  try {
    const page = await fetch(`${url}${WORLD}`, { headers: { accept: 'text/html' } })
    const cookie = page.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const events = await fetch(`${url}${WORLD}/events`, { headers: { cookie }, signal: gone.signal })
    expect(events.headers.get('content-type')).toContain('text/event-stream')
    const reader = events.body?.getReader()
    await fetch(`${url}/v3/monedas`)
    let text = ''
    while (!text.includes('event: exchange')) text += new TextDecoder().decode((await reader?.read())?.value)
    expect(text).toContain('/v3/monedas')
  } finally {
    gone.abort()
    await close()
  }
})

it('ids link to the site of the documents if its address is known', async () => {
  vi.stubEnv('PLAYA_DOCS_URL', 'https://docs.example/playa/')
  onTestFinished(() => void vi.unstubAllEnvs())
  const browser = await openFormBrowser()
  await browser.request('/v3/publicaciones/ventas@lospinos.example/NOPE')
  const exchange = await browser.open(`${WORLD}/exchanges/1`)
  expect(exchange.text).toContain('<a href="https://docs.example/playa/statements/ERR-07.html">ERR-07</a>')
  const profile = await browser.open(`${WORLD}/profile`)
  expect(profile.text).toContain(
    '<a href="https://docs.example/playa/assumptions/auth/scheme.html">auth/scheme</a>',
  )
  vi.stubEnv('PLAYA_DOCS_URL', 'docs')
  await expect(openFormBrowser()).rejects.toThrow('PLAYA_DOCS_URL takes the http or https address of a site')
})

it('the list of exchanges names the members that were refused', async () => {
  const browser = await openFormBrowser()
  await browser.request('/v3/publicaciones/ventas@lospinos.example/PIN-0002', {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ Precio: { Moneda: 'zloty', Importe: -1 } }),
  })
  const { text } = await browser.open(`${WORLD}/exchanges`)
  expect(text).toContain('<code>Precio.Moneda</code> <code>Precio.Importe</code>')
})

it('a body is called truncated where a part of it is not shown, and not because a secret is hidden', async () => {
  const browser = await openFormBrowser()
  const topic = '/v3/appnotificaciones/publicacion-estado'
  const put = (body: object) =>
    browser.request(topic, { method: 'PUT', headers: JSON_TYPE, body: JSON.stringify(body) })
  await put({
    Callback: 'https://a.example',
    Secret: 'a-secret-of-many-more-letters-than-its-mark',
    Activo: true,
  })
  await put({ Callback: 'https://a.example', Description: 'x'.repeat(70_000) })
  expect((await browser.open(`${WORLD}/exchanges/1`)).text).not.toContain('truncated')
  expect((await browser.open(`${WORLD}/exchanges/2`)).text).toContain('(truncated)')
})
