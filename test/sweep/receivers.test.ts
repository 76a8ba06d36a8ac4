import { expect, it } from 'vitest'
import { isCounted, variantId } from '../../src/sweep/verdicts/findings.ts'
import { sweepOf } from './sweep-of.ts'

/** Weak receivers and writers and their careful twins: weaknesses that no test or world shows at first. */

const script = (code: string): string[] => ['node', '--input-type=module', '-e', code]

const reported = async (...[words, options]: Parameters<typeof sweepOf>) => {
  const { assumptions, faults, advice, stopped } = await sweepOf(words, options)
  expect(stopped).toBe(null)
  return [...assumptions, ...faults, ...advice].filter(isCounted).map(variantId)
}

const ONLY = ['webhook-at-once', 'webhook-old', 'webhook-unreadable', 'webhook-other-agency']

/** Returns a receiver that reads the subject of webhooks, with a test that expects two inquiries. */
const receiver = (isCareful: boolean) =>
  script(`import { createHmac } from 'node:crypto'
    import { createServer } from 'node:http'
    const { PLAYA_URL, PLAYA_AGENCY, PLAYA_CONTROL, PLAYA_NOW } = process.env
    const isCareful = ${isCareful}
    const Secret = 'a-secret-of-the-test'
    const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
    const [seen, inbox] = [new Set(), []]
    const read = async (href) => {
      for (let count = 0; count < 3; count += 1) {
        const answer = await fetch(new URL(href, PLAYA_URL))
        if (answer.ok) return answer.json()
        await pause(50)
      }
    }
    const isGenuine = (headers) => {
      const values = ['hook-id', 'timestamp', 'topic'].map((name) => headers['notification-' + name])
      const own = createHmac('sha256', Secret).update(values.join('\\n')).digest('base64')
      const isOld = Math.abs(Date.parse(values[1]) - Date.parse(PLAYA_NOW)) > 300_000
      return own === headers['notification-signature'] && !(isCareful && isOld)
    }
    const handle = async (id, { Entidad: { href } }) => {
      if (seen.has(id)) return true
      if (isCareful && !decodeURIComponent(href).includes('/' + PLAYA_AGENCY + '/')) return true
      if (isCareful) seen.add(id)
      const inquiry = await read(href)
      if (inquiry) inbox.push(inquiry.Auto.ExternalId)
      if (inquiry) seen.add(id)
      else seen.delete(id)
      return inquiry !== undefined
    }
    const server = createServer(async (request, response) => {
      const parts = []
      for await (const part of request) parts.push(part)
      if (!isGenuine(request.headers)) return response.writeHead(401).end()
      if (!isCareful) response.writeHead(204).end()
      const isDone = await handle(request.headers['notification-hook-id'], JSON.parse(Buffer.concat(parts)))
      if (isCareful) response.writeHead(isDone ? 204 : 503).end()
    })
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
    const send = (method, url, body) => fetch(url, {
      method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })
    const Callback = 'http://127.0.0.1:' + server.address().port
    await send('PUT', PLAYA_URL + '/v3/appnotificaciones/publicacion-consultada', { Callback, Secret, Activo: true })
    for (const externalid of ['PIN-0001', 'PIN-0002'])
      await send('POST', PLAYA_CONTROL + '/worlds/default/inquiries', { adminMail: PLAYA_AGENCY, externalid })
    for (let count = 0; count < 60 && inbox.length < 2; count += 1) await pause(50)
    await pause(200)
    process.exit(inbox.sort().join() === 'PIN-0001,PIN-0002' ? 0 : 1)`)

it('a receiver is reported for simultaneous, old, foreign and unreadable webhooks', async () => {
  expect(await reported(receiver(false), { only: ONLY })).toEqual(ONLY)
  // No receiver can have an inquiry that it cannot read.
  expect(await reported(receiver(true), { only: ONLY })).toEqual([])
}, 180_000)

it('links in the webhook of another agency lead to the world of the run', async () => {
  const client = (isCareful: boolean) =>
    script(`import { createServer } from 'node:http'
      const { PLAYA_URL, PLAYA_AGENCY, PLAYA_CONTROL } = process.env
      const [inbox, pause] = [[], (ms) => new Promise((resolve) => setTimeout(resolve, ms))]
      const server = createServer(async (request, response) => {
        const parts = []
        for await (const part of request) parts.push(part)
        response.writeHead(204).end()
        const { href } = JSON.parse(Buffer.concat(parts)).Entidad
        const isOwn = decodeURIComponent(href).includes('/' + PLAYA_AGENCY + '/')
        const answer = (isOwn || !${isCareful}) && await fetch(href).catch(() => undefined)
        if (answer) inbox.push((await answer.json()).Auto.ExternalId)
      })
      await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
      const send = (method, url, body) => fetch(url, {
        method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })
      const Callback = 'http://127.0.0.1:' + server.address().port
      await send('PUT', PLAYA_URL + '/v3/appnotificaciones/publicacion-consultada', { Callback, Activo: true })
      await send('POST', PLAYA_CONTROL + '/worlds/default/inquiries', { adminMail: PLAYA_AGENCY, externalid: 'PIN-0001' })
      for (let count = 0; count < 60 && inbox.length < 1; count += 1) await pause(50)
      await pause(200)
      process.exit(inbox.join() === 'PIN-0001' ? 0 : 1)`)
  const only = ['webhook-other-agency']
  expect(await reported(client(false), { only })).toEqual(only)
  expect(await reported(client(true), { only })).toEqual([])
}, 120_000)

it('an outdated price, a channel switched on and a printed secret are reported', async () => {
  const client = (isCareful: boolean) =>
    script(`const { PLAYA_URL, PLAYA_AGENCY } = process.env
      const isCareful = ${isCareful}
      const send = (method, path, body, tag) => fetch(PLAYA_URL + path, {
        method, body: body && JSON.stringify(body),
        headers: { 'Content-Type': 'application/json', ...(tag && { 'If-Match': tag }) } })
      const list = '/v3/publicaciones/' + PLAYA_AGENCY
      const [listed] = (await (await send('GET', list)).json())._entries
      const path = list + '/' + listed.ExternalId
      const answer = await send('GET', path)
      const { Precio } = isCareful ? await answer.json() : listed
      const Importe = Math.round(Precio.Importe * 1.1)
      await send('PATCH', path, { Precio: { ...Precio, Importe } }, answer.headers.get('ETag'))
      const settings = '/v3/notificaciones/' + PLAYA_AGENCY
      const { _links, ...own } = await (await send('GET', settings)).json()
      const mail = own.PublicacionConsultadaHtmlMail
      const EmailsCCO = mail.EmailsCCO + ',uno@mas.example'
      await send('PUT', settings, {
        ...own, PublicacionConsultadaHtmlMail: { ...mail, EmailsCCO, ...(!isCareful && { Activo: true }) } })
      const Secret = 'a-secret-of-the-test'
      const hook = { Callback: 'https://crm.example/', Secret, Activo: true, Description: 'CRM' }
      await send('PUT', '/v3/appnotificaciones/publicacion-consultada', hook)
      console.log('configured', isCareful ? hook.Callback : hook)`)
  const only = ['former-price', 'channels-off', 'secret-printed', 'busy-polling']
  expect(await reported(client(false), { only })).toEqual(['former-price', 'channels-off', 'secret-printed'])
  expect(await reported(client(true), { only })).toEqual([])
}, 120_000)
