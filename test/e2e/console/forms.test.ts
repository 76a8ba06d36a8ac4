import { expect, it } from 'vitest'
import { openBrowser, UI, W } from './browser.ts'

const MAIL = 'ventas@lospinos.example'
const oneAt = (id: string) => `${W}/publications/one?agency=${encodeURIComponent(MAIL)}&id=${id}`
const CONTROL = '/_playa/worlds/default'

it('a world is made, forked, put back and deleted', async () => {
  const browser = await openBrowser({ scenario: 'empty' })
  const made = await browser.send(UI, `${UI}/worlds`, {
    name: 'trial',
    scenario: 'demo',
    seed: '7',
    now: '2026-03-01T12:00:00-03:00',
  })
  expect(made.text).toContain('World trial is made.')
  expect(await browser.json('/_playa/worlds/trial')).toMatchObject({
    scenario: 'demo',
    seed: 7,
    now: '2026-03-01T12:00:00-03:00',
  })
  const at = `${UI}/w/trial`
  expect((await browser.send(at, `${at}/fork`, { name: 'copy' })).text).toContain(
    'World copy is an independent copy of trial.',
  )
  await browser.send(`${at}/clock`, `${at}/clock/advance`, { by: 'P1D' })
  expect((await browser.send(`${at}/reset`, `${at}/reset`)).text).toContain('The world is back at its start')
  expect(await browser.json('/_playa/worlds/trial')).toMatchObject({ now: '2026-03-01T12:00:00-03:00' })
  expect((await browser.send(`${at}/delete`, `${at}/delete`)).text).toContain('World trial is deleted.')
  expect((await browser.see(at)).status).toBe(404)
})

it('a refused form says why, and keeps what was filled in', async () => {
  const browser = await openBrowser({ scenario: 'empty' })
  const { text } = await browser.send(UI, `${UI}/worlds`, { name: 'Not A Name', now: 'soon', seed: '3' })
  expect(text).toContain('role="alert"')
  expect(text).toContain('name: Expected 1 to 64 of a-z')
  expect(text).toContain('value="Not A Name"')
  expect(text).toContain('value="soon"')
  // It is told once.
  expect((await browser.see(UI)).text).not.toContain('Not A Name')
})

it('a world that was exported makes the same world again', async () => {
  const browser = await openBrowser({ scenario: 'two-apps' })
  const exported = await browser.see(`${W}/export`)
  expect(exported.headers.get('content-disposition')).toBe('attachment; filename="default.json"')
  const { text } = await browser.send(UI, `${UI}/worlds`, { name: 'again', own: exported.text })
  expect(text).toContain('World again is made.')
  const [first, second] = [await browser.json('/_playa/worlds/default'), await browser.json('/_playa/worlds/again')]
  expect(Object(second).counts).toEqual(Object(first).counts)
})

it('the clock is frozen, moved on, set and sped up', async () => {
  const browser = await openBrowser({ scenario: 'empty' })
  const at = `${W}/clock`
  const advanced = await browser.send(at, `${at}/advance`, { by: 'P1D' })
  expect(advanced.text).toContain('It is now 2026-03-02 12:00:00. Nothing fell due on the way.')
  expect((await browser.send(at, `${at}/advance`, { by: 'soon' })).text).toContain('Expected an ISO 8601 duration')
  await browser.send(at, `${at}/set`, { now: '2026-05-01T00:00:00-03:00' })
  expect(await browser.json(`${CONTROL}/clock`)).toMatchObject({ now: '2026-05-01T00:00:00-03:00', running: false })
  await browser.send(at, `${at}/set`, { speed: '60' })
  await browser.send(at, `${at}/set`, { running: 'true' })
  expect(await browser.json(`${CONTROL}/clock`)).toMatchObject({ running: true, speed: 60 })
})

it('another option is chosen, shown as given, and answers change', async () => {
  const browser = await openBrowser()
  const at = `${W}/profile`
  const asked = () =>
    browser.ask(`/v3/publicaciones/${MAIL}/PIN-0001`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: '{"Cuota":null}',
    })
  expect((await asked()).status).toBe(200)
  const chosen = await browser.send(at, at, { id: 'publications/precondition-required', option: '428' })
  expect(chosen.text).toContain('publications/precondition-required is 428 from now on')
  expect((await browser.see(`${at}?show=changed`)).text).toContain('publications-precondition-required')
  expect((await asked()).status).toBe(428)
  await browser.send(at, at, { id: 'limits/rate', option: 'per-minute', 'value-per-minute': '7' })
  expect(Object(await browser.json(`${CONTROL}/profile`)).assumptions['limits/rate']).toMatchObject({
    option: 'per-minute:7',
    source: 'given',
  })
})

it('a moment is kept, gone back to and forgotten', async () => {
  const browser = await openBrowser({ scenario: 'empty' })
  const at = `${W}/snapshots`
  expect((await browser.send(at, at, { name: 'before' })).text).toContain('This moment is kept as before.')
  await browser.send(`${W}/clock`, `${W}/clock/advance`, { by: 'P1D' })
  expect((await browser.send(`${at}/before/restore`, `${at}/before/restore`)).text).toContain(
    'The world is back at before',
  )
  expect(await browser.json(`${CONTROL}/clock`)).toMatchObject({ now: '2026-03-01T12:00:00-03:00' })
  await browser.send(`${at}/before/delete`, `${at}/before/delete`)
  expect((await browser.see(at)).text).toContain('No moment is kept yet.')
})

it('a fault is added, seen to act, and deleted', async () => {
  const browser = await openBrowser({ scenario: 'empty' })
  const at = `${W}/faults`
  const made = await browser.send(at, at, { operation: 'currencies.*', deed: 'status', number: '503', times: '1' })
  expect(made.text).toContain('Fault f1 is armed: status 503.')
  // Looking at the world does not use the fault up.
  await browser.see(`${W}/publications`)
  expect((await browser.ask('/v3/monedas')).status).toBe(503)
  expect((await browser.ask('/v3/monedas')).status).toBe(200)
  expect((await browser.see(at)).text).toContain('ended')
  await browser.send(`${at}/clear`, `${at}/clear`)
  expect((await browser.see(at)).text).toContain('Nothing is disturbed.')
  const wrong = await browser.send(at, at, { operation: 'currencies.*', deed: 'status', number: '200' })
  expect(wrong.text).toContain('Expected 400 to 599')
  expect(wrong.text).toContain('value="200"')
})

it('a publication offers exactly the steps of its links, on the copy that was seen', async () => {
  const browser = await openBrowser()
  const at = oneAt('PIN-0001')
  const follow = `${W}/publications/one/follow`
  const active = await browser.see(at)
  for (const link of ['editar', 'modificar', 'suspender', 'archivar']) expect(active.text).toContain(`${link} <small>`)
  expect(active.text).not.toContain('Reactivate')
  const priced = await browser.send(at, follow, { link: 'modificar', price: '12345', currency: 'USD' })
  expect(priced.text).toContain('PATCH modificar: 200.')
  expect(priced.text).toContain('USD 12,345')
  const suspended = await browser.send(at, follow, { link: 'suspender' })
  expect(suspended.text).toContain('PATCH suspender: 200.')
  expect((await browser.send(at, follow, { active: 'true' })).text).toContain('PATCH modificar: 200.')
  const stale = await browser.send(at, follow, { link: 'modificar', price: '1', currency: 'USD', etag: '"old"' })
  expect(stale.text).toContain('El ETag no coincide')
  const question =
    /href="([^"]*\/one\/archive[^"]*)"/.exec((await browser.see(at)).text)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect((await browser.send(question, follow)).text).toContain('PATCH archivar: 200.')
  const archived = await browser.see(at)
  expect(archived.text).toContain('No step')
  expect(archived.text).not.toContain('Suspend</button>')
})

it('an app that may only read is offered no step', async () => {
  const browser = await openBrowser({ scenario: 'read-only-app' })
  const list = (await browser.see(`${W}/publications`)).text
  const one = /href="([^"]*\/publications\/one[^"]*)"/.exec(list)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const { status, text } = await browser.see(one)
  expect(status).toBe(200)
  expect(text).toContain('No step')
})

it.for(['key', 'hmac'])('the console signs in to the described API where it asks for it: %s', async (scheme) => {
  const browser = await openBrowser({ profile: { 'auth/scheme': scheme, 'auth/digest': 'required' } })
  expect((await browser.see(`${W}/publications`)).status).toBe(200)
  const priced = await browser.send(oneAt('PIN-0001'), `${W}/publications/one/follow`, {
    link: 'modificar',
    price: '12345',
    currency: 'USD',
  })
  expect(priced.text).toContain('PATCH modificar: 200.')
})

it('a lead comes in, is listed, delivered and mailed', async () => {
  const browser = await openBrowser()
  const at = `${W}/inquiries`
  const one = await browser.send(at, at, { externalid: 'PIN-0002', comment: '¿Sigue disponible?' })
  expect(one.text).toMatch(/Inquiry \d+ came in for /)
  expect(one.text).toContain('¿Sigue disponible?')
  expect((await browser.send(at, at, { count: '5', over: 'P1D' })).text).toContain('5 inquiries came in.')
  expect((await browser.send(at, at, { externalid: 'NO-SUCH' })).text).toContain('role="alert"')
  await browser.send(`${W}/clock`, `${W}/clock/advance`, { by: 'PT1S' })
  const deliveries = (await browser.see(`${W}/deliveries`)).text
  const delivery = /href="([^"]*\/deliveries\/d\d+)"/.exec(deliveries)?.[1] ?? ''
  expect((await browser.see(delivery)).text).toContain('Attempt 1')
  expect((await browser.send(delivery, `${delivery}/redeliver`)).text).toContain('Attempt 2')
})

it('looking at a world leaves no trace in its journal', async () => {
  const browser = await openBrowser()
  for (const path of ['/publications', '/package', '/inquiries']) await browser.see(W + path)
  await browser.see(oneAt('PIN-0001'))
  expect(await browser.json(`${CONTROL}/journal`)).toEqual([])
})
