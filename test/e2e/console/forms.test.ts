import { expect, it } from 'vitest'
import { CONSOLE, openFormBrowser, WORLD } from './form-browser.ts'

const MAIL = 'ventas@lospinos.example'
const oneAt = (id: string) => `${WORLD}/publications/one?agency=${encodeURIComponent(MAIL)}&id=${id}`
const CONTROL = '/_playa/worlds/default'

it('a world is created, forked, reset and deleted', async () => {
  const browser = await openFormBrowser({ scenario: 'empty' })
  const made = await browser.submit(CONSOLE, `${CONSOLE}/worlds`, {
    name: 'trial',
    scenario: 'demo',
    seed: '7',
    now: '2026-03-01T12:00:00-03:00',
  })
  expect(made.text).toContain('World trial created.')
  expect(await browser.json('/_playa/worlds/trial')).toMatchObject({
    scenario: 'demo',
    seed: 7,
    now: '2026-03-01T12:00:00-03:00',
  })
  const at = `${CONSOLE}/w/trial`
  expect((await browser.submit(at, `${at}/fork`, { name: 'copy' })).text).toContain(
    'World copy created as a copy of trial.',
  )
  await browser.submit(`${at}/clock`, `${at}/clock/advance`, { by: 'P1D' })
  expect((await browser.submit(`${at}/reset`, `${at}/reset`)).text).toContain('World reset')
  expect(await browser.json('/_playa/worlds/trial')).toMatchObject({ now: '2026-03-01T12:00:00-03:00' })
  expect((await browser.submit(`${at}/delete`, `${at}/delete`)).text).toContain('World trial deleted.')
  expect((await browser.open(at)).status).toBe(404)
})

it('a refused form shows the reason and keeps the submitted values', async () => {
  const browser = await openFormBrowser({ scenario: 'empty' })
  const { text } = await browser.submit(CONSOLE, `${CONSOLE}/worlds`, {
    name: 'Not A Name',
    now: 'soon',
    seed: '3',
  })
  expect(text).toContain('role="alert"')
  expect(text).toContain('name: Expected 1 to 64 of a-z')
  expect(text).toContain('value="Not A Name"')
  expect(text).toContain('value="soon"')
  // The notice is shown once.
  expect((await browser.open(CONSOLE)).text).not.toContain('Not A Name')
})

it('a tab that refreshes itself leaves the notice to the tab that sent the form', async () => {
  const browser = await openFormBrowser({ scenario: 'empty' })
  const clock = `${WORLD}/clock`
  const { text } = await browser.open(clock)
  const key = /name="_key" value="([^"]*)"/.exec(text)?.[1] ?? ''
  await browser.post(`${clock}/advance`, { _key: key, by: 'P1D' })
  const refreshed = await browser.request(clock, { headers: { 'HX-Request': 'true' } })
  expect(refreshed.text).not.toContain('Clock advanced')
  expect((await browser.open(clock)).text).toContain('Clock advanced')
})

it('an exported world creates the same world again', async () => {
  const browser = await openFormBrowser({ scenario: 'two-apps' })
  const exported = await browser.open(`${WORLD}/export`)
  expect(exported.headers.get('content-disposition')).toBe('attachment; filename="default.json"')
  const { text } = await browser.submit(CONSOLE, `${CONSOLE}/worlds`, {
    name: 'again',
    scenarioJson: exported.text,
  })
  expect(text).toContain('World again created.')
  const [first, second] = [
    await browser.json('/_playa/worlds/default'),
    await browser.json('/_playa/worlds/again'),
  ]
  expect(Object(second).counts).toEqual(Object(first).counts)
})

it('the page of an exchange offers its world as a file, which is opened elsewhere', async () => {
  const browser = await openFormBrowser({ scenario: 'empty' })
  await browser.json('/v3')
  expect((await browser.open(`${WORLD}/exchanges/1`)).text).toContain(`href="${WORLD}/file" download`)
  const saved = await browser.open(`${WORLD}/file`)
  expect(Object.fromEntries(saved.headers)).toMatchObject({
    'content-type': 'application/gzip',
    'content-disposition': 'attachment; filename="default.playa"',
  })
})

it('the clock is frozen, advanced, set and sped up', async () => {
  const browser = await openFormBrowser({ scenario: 'empty' })
  const at = `${WORLD}/clock`
  const advanced = await browser.submit(at, `${at}/advance`, { by: 'P1D' })
  expect(advanced.text).toContain('Clock advanced to 2026-03-02 12:00:00. No scheduled task was due.')
  expect((await browser.submit(at, `${at}/advance`, { by: 'soon' })).text).toContain(
    'Expected an ISO 8601 duration',
  )
  await browser.submit(at, `${at}/set`, { now: '2026-05-01T00:00:00-03:00' })
  expect(await browser.json(`${CONTROL}/clock`)).toMatchObject({
    now: '2026-05-01T00:00:00-03:00',
    running: false,
  })
  await browser.submit(at, `${at}/set`, { speed: '60' })
  await browser.submit(at, `${at}/set`, { running: 'true' })
  expect(await browser.json(`${CONTROL}/clock`)).toMatchObject({ running: true, speed: 60 })
})

it('a chosen option of an assumption is shown as given and changes responses', async () => {
  const browser = await openFormBrowser()
  const at = `${WORLD}/profile`
  const patchListing = () =>
    browser.request(`/v3/publicaciones/${MAIL}/PIN-0001`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: '{"Cuota":null}',
    })
  expect((await patchListing()).status).toBe(200)
  const chosen = await browser.submit(at, at, { id: 'publications/precondition-required', option: '428' })
  expect(chosen.text).toContain('Assumption publications/precondition-required set to 428')
  expect((await browser.open(`${at}?show=changed`)).text).toContain('publications-precondition-required')
  expect((await patchListing()).status).toBe(428)
  await browser.submit(at, at, { id: 'limits/rate', option: 'per-minute', 'value-per-minute': '7' })
  expect(Object(await browser.json(`${CONTROL}/profile`)).assumptions['limits/rate']).toMatchObject({
    option: 'per-minute:7',
    source: 'given',
  })
})

it('an assumption shows the recent exchanges that it decided, and is found by the words of its options', async () => {
  const browser = await openFormBrowser()
  const at = `${WORLD}/profile`
  const cards = async (query: string) =>
    [
      ...(await browser.open(`${at}?${query}`)).text.matchAll(/<details class="assumption" id="([^"]*)"/g),
    ].map(([, id]) => id)
  expect(await cards('show=used')).toEqual([])
  await browser.request(`/v3/publicaciones/${MAIL}/PIN-0001`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', 'if-match': '"old"' },
    body: '{}',
  })
  const used = await cards('show=used')
  expect(used).toContain('publications-precondition-header')
  const { text } = await browser.open(`${at}?show=used`)
  expect(text).toContain('1 recent exchange')
  expect(text).toMatch(/It decided these: <a href="[^"]*\/exchanges\/1">#1 PATCH\s+412<\/a>/)
  expect(await cards('q=hmac')).toContain('auth-scheme')
})

it('a snapshot is created, restored and deleted', async () => {
  const browser = await openFormBrowser({ scenario: 'empty' })
  const at = `${WORLD}/snapshots`
  expect((await browser.submit(at, at, { name: 'before' })).text).toContain('Snapshot before created.')
  await browser.submit(`${WORLD}/clock`, `${WORLD}/clock/advance`, { by: 'P1D' })
  expect((await browser.submit(`${at}/before/restore`, `${at}/before/restore`)).text).toContain(
    'Snapshot before restored',
  )
  expect(await browser.json(`${CONTROL}/clock`)).toMatchObject({ now: '2026-03-01T12:00:00-03:00' })
  await browser.submit(`${at}/before/delete`, `${at}/before/delete`)
  expect((await browser.open(at)).text).toContain('No snapshots yet')
})

it('a fault is added, injected and deleted', async () => {
  const browser = await openFormBrowser({ scenario: 'empty' })
  const at = `${WORLD}/faults`
  const made = await browser.submit(at, at, {
    operation: 'currencies.*',
    effect: 'status',
    value: '503',
    times: '1',
  })
  expect(made.text).toContain('Fault f1 added: status 503.')
  // Pages of the console do not count as matches.
  await browser.open(`${WORLD}/publications`)
  expect((await browser.request('/v3/monedas')).status).toBe(503)
  expect((await browser.request('/v3/monedas')).status).toBe(200)
  expect((await browser.open(at)).text).toContain('ended')
  await browser.submit(`${at}/clear`, `${at}/clear`)
  expect((await browser.open(at)).text).toContain('No faults')
  const wrong = await browser.submit(at, at, { operation: 'currencies.*', effect: 'status', value: '200' })
  expect(wrong.text).toContain('Expected 400 to 599')
  expect(wrong.text).toContain('value="200"')
})

it('an empty fault form adds nothing, and every number has its unit', async () => {
  const browser = await openFormBrowser({ scenario: 'empty' })
  const at = `${WORLD}/faults`
  const page = (await browser.open(at)).text
  const key = /name="_key" value="([^"]*)"/.exec(page)?.[1] ?? ''
  for (const fields of [{}, { effect: '' }, { effect: 'delay', value: '' }, { effect: 'constructor' }]) {
    const { headers } = await browser.post(at, { _key: key, ...fields })
    const { text } = await browser.open(headers.get('location')?.split('#')[0] ?? '')
    expect(text).toContain('No fault was added.')
  }
  expect(await browser.json(`${CONTROL}/faults`)).toEqual([])
  for (const unit of ['HTTP status', 'seconds', 'milliseconds', 'bytes per second', 'requests'])
    expect(page).toContain(`>${unit}</span>`)
  const slow = await browser.submit(at, at, { effect: 'delay', value: '250', times: '2' })
  expect(slow.text).toContain('Fault f1 added: delay 250 ms.')
  const rewritten = await browser.submit(at, at, { effect: 'rewrite', choice: 'chunked', times: '2' })
  expect(rewritten.text).toContain('Fault f2 added: rewrite chunked.')
  const twice = await browser.submit(at, at, { effect: 'delivery', choice: 'twice' })
  expect(twice.text).toContain('Fault f3 added: delivery twice.')
})

it('a publication page offers exactly the actions of its links, on the version that it shows', async () => {
  const browser = await openFormBrowser()
  const at = oneAt('PIN-0001')
  const follow = `${WORLD}/publications/one/follow`
  const active = await browser.open(at)
  for (const link of ['editar', 'modificar', 'suspender', 'archivar'])
    expect(active.text).toContain(`${link} <small>`)
  expect(active.text).not.toContain('Reactivate')
  const priced = await browser.submit(at, follow, { link: 'modificar', price: '12345', currency: 'USD' })
  expect(priced.text).toContain('PATCH modificar: 200.')
  expect(priced.text).toContain('USD 12,345')
  const suspended = await browser.submit(at, follow, { link: 'suspender' })
  expect(suspended.text).toContain('PATCH suspender: 200.')
  expect((await browser.submit(at, follow, { active: 'true' })).text).toContain('PATCH modificar: 200.')
  const stale = await browser.submit(at, follow, {
    link: 'modificar',
    price: '1',
    currency: 'USD',
    etag: '"old"',
  })
  expect(stale.text).toContain('El ETag no coincide')
  const question =
    /href="([^"]*\/one\/archive[^"]*)"/.exec((await browser.open(at)).text)?.[1]?.replaceAll('&amp;', '&') ??
    ''
  expect((await browser.submit(question, follow)).text).toContain('PATCH archivar: 200.')
  const archived = await browser.open(at)
  expect(archived.text).toContain('No actions')
  expect(archived.text).not.toContain('Suspend</button>')
})

it('an app with read-only access is offered no action', async () => {
  const browser = await openFormBrowser({ scenario: 'read-only-app' })
  const list = (await browser.open(`${WORLD}/publications`)).text
  const one = /href="([^"]*\/publications\/one[^"]*)"/.exec(list)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const { status, text } = await browser.open(one)
  expect(status).toBe(200)
  expect(text).toContain('No actions')
})

it.for(['key', 'hmac'])(
  'the console authenticates with the described API in the scheme of the world: %s',
  async (scheme) => {
    const browser = await openFormBrowser({ profile: { 'auth/scheme': scheme, 'auth/digest': 'required' } })
    expect((await browser.open(`${WORLD}/publications`)).status).toBe(200)
    const priced = await browser.submit(oneAt('PIN-0001'), `${WORLD}/publications/one/follow`, {
      link: 'modificar',
      price: '12345',
      currency: 'USD',
    })
    expect(priced.text).toContain('PATCH modificar: 200.')
  },
)

it('a received lead is listed, delivered and mailed', async () => {
  const browser = await openFormBrowser()
  const at = `${WORLD}/inquiries`
  const one = await browser.submit(at, at, { externalid: 'PIN-0002', comment: '¿Sigue disponible?' })
  expect(one.text).toMatch(/Inquiry \d+ received for /)
  expect(one.text).toContain('¿Sigue disponible?')
  expect((await browser.submit(at, at, { count: '5', over: 'P1D' })).text).toContain('5 inquiries received.')
  expect((await browser.submit(at, at, { externalid: 'NO-SUCH' })).text).toContain('role="alert"')
  await browser.submit(`${WORLD}/clock`, `${WORLD}/clock/advance`, { by: 'PT1S' })
  const deliveries = (await browser.open(`${WORLD}/deliveries`)).text
  const delivery = /href="([^"]*\/deliveries\/d\d+)"/.exec(deliveries)?.[1] ?? ''
  expect((await browser.open(delivery)).text).toContain('Attempt 1')
  expect((await browser.submit(delivery, `${delivery}/redeliver`)).text).toContain('Attempt 2')
})

it('pages of the console are not recorded in the journal', async () => {
  const browser = await openFormBrowser()
  for (const path of ['/publications', '/package', '/inquiries']) await browser.open(WORLD + path)
  await browser.open(oneAt('PIN-0001'))
  expect(await browser.json(`${CONTROL}/journal`)).toEqual([])
})

it('a form adds a response of one’s own', async () => {
  const browser = await openFormBrowser()
  const at = `${WORLD}/faults`
  const fields = { effect: 'respond', value: '418', body: '{"a":1}', headers: 'X-A: b\r\nX-C: d', times: '1' }
  await browser.submit(at, at, fields)
  const answer = await browser.request('/v3')
  expect([answer.status, answer.headers.get('x-c'), answer.text]).toEqual([418, 'd', '{"a":1}'])
  expect((await browser.open(`${WORLD}/exchanges/1`)).text).toContain('418 as the rule says')
})
