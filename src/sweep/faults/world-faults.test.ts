import { createHmac } from 'node:crypto'
import type { RequestListener, ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { withReceiver } from '../../../test/support/with-receiver.ts'
import { openSweepWorld } from '../runs/sweep-world.ts'
import type { WorldFault } from './world-fault.ts'
import { worldFaults } from './world-faults.ts'

/** Marks a request as one of a test. */
const OWN: [string, string][] = [['Playa-Sweep', 'none']]

it('page-moved removes its inquiry again, so that a test can count its own', async () => {
  const injection = worldFaults['page-moved'].injection()
  const world = await openSweepWorld({ setting: { nowMs: 0, profile: {} }, injection })
  const list = `/v3/consultas/${world.agency}`
  const total = async (query: string, headers: [string, string][] = []): Promise<number> => {
    const origin = 'http://playa.localhost'
    const request = { method: 'GET', target: list + query, headers, body: new Uint8Array(), origin }
    return Number(/"Total":(\d+)/.exec(await (await world.handle(request)).text())?.[1])
  }
  const before = await total('')
  expect([await total('?pagina=2'), await total('')]).toEqual([before + 1, before])
  const other = '?desde=1969-12-20'
  const usual = await total(other, OWN)
  expect([await total(`${other}&pagina=2`), await total(other, OWN)]).toEqual([usual + 1, usual])
  world.close()
})

it('faults also act on requests that name the world of the run', async () => {
  const origin = 'http://playa.localhost'
  const answers = async (fault: 'text-ids' | 'links-elsewhere', first: string, link: RegExp) => {
    const of: WorldFault = worldFaults[fault]
    const injection = of.injection(0)
    const world = await openSweepWorld({ setting: { nowMs: 0, profile: {} }, injection })
    const get = async (target: string) => {
      const request = { method: 'GET', target, headers: [], body: new Uint8Array(), origin }
      const response = await world.handle(request)
      return { status: response.status, body: await response.text() }
    }
    const { body } = await get(first.replace('{agency}', world.agency))
    const found = link.exec(body)?.[1] ?? ''
    const { status } = await get(found)
    world.close()
    return [found, status, ...world.calls.map(({ exchange }) => exchange)]
  }
  expect(
    await answers(
      'text-ids',
      '/w/default/v3/consultas/{agency}',
      /"(\/w\/default\/v3\/consultas\/[^/"]+\/c-[^"]+)"/,
    ),
  ).toEqual([expect.stringContaining('/c-'), 200, 'inquiries.list#1', 'inquiries.read#1'])
  expect(await answers('links-elsewhere', '/w/default/v3', /"(\/w\/default\/v3\/enlaces\/monedas)"/)).toEqual(
    ['/w/default/v3/enlaces/monedas', 200, 'entry.read#1', expect.stringContaining('#1')],
  )
}, 60_000)

it('the pages of a catalogue list contain all entries, and the last has no next', async () => {
  const injection = worldFaults['lists-paged'].injection()
  const world = await openSweepWorld({ setting: { nowMs: 0, profile: {} }, injection })
  const origin = 'http://playa.localhost'
  const names: string[] = []
  let [target, pages] = ['/v3/regiones?q=', 0]
  while (target !== '') {
    const answer = await world.handle({ method: 'GET', target, headers: [], body: new Uint8Array(), origin })
    const { _entries, _links, Total } = JSON.parse(await answer.text())
    names.push(..._entries.map(({ Nombre }: { readonly Nombre: string }) => Nombre))
    target = _links.next?.href ?? ''
    pages += 1
    if (target === '') expect([new Set(names).size, pages]).toEqual([Total, 5])
  }
  world.close()
}, 60_000)

it('another client changes the price of each publication once before the client writes it', async () => {
  const injection = worldFaults['other-prices'].injection()
  const world = await openSweepWorld({ setting: { nowMs: 0, profile: {} }, injection })
  const send = (method: string, id: string, headers: [string, string][], body: object = {}) =>
    world.handle({
      method,
      target: `/v3/publicaciones/${world.agency}/${id}`,
      origin: 'http://playa.localhost',
      headers: [['content-type', 'application/json'], ...headers],
      body: Buffer.from(method === 'GET' ? '' : JSON.stringify(body)),
    })
  const statuses: number[] = []
  for (const id of ['PIN-0002', 'PIN-0002', 'PIN-0013', 'PIN-0013']) {
    const tag = (await send('GET', id, [])).headers.get('etag') ?? ''
    const written = { Precio: { Moneda: 'ARS', Importe: 20_000_000 + statuses.length } }
    statuses.push((await send('PATCH', id, [['if-match', tag]], written)).status)
  }
  expect(statuses).toEqual([412, 200, 412, 200])
  world.close()
})

it('forged webhooks with a wrong signature and without one come before and after the genuine one', async () => {
  const ids: string[] = []
  const { lead, close } = await withReceiver(
    worldFaults['webhook-forged'].injection(),
    ({ headers }, response) => {
      ids.push(`${headers['notification-hook-id']} ${headers['notification-signature'] ? 'signed' : 'bare'}`)
      response.writeHead(204).end()
    },
  )
  await lead()
  await expect.poll(() => ids.length, { timeout: 20_000 }).toBe(5)
  const id = ids[2]?.split(' ')[0]
  expect(ids).toEqual([
    `${id}-unsigned-1 bare`,
    `${id}-forged-1 signed`,
    `${id} signed`,
    `${id}-unsigned-2 bare`,
    `${id}-forged-2 signed`,
  ])
  await close()
}, 60_000)

it('a repeated webhook has the same id, and a new timestamp and signature', async () => {
  const seen: unknown[][] = []
  const { lead, close } = await withReceiver(
    worldFaults['webhook-twice'].injection(),
    ({ headers }, response) => {
      const names = ['notification-hook-id', 'notification-timestamp', 'notification-topic']
      const values = names.map((name) => headers[name])
      const signature = createHmac('sha256', '0123456789abcdef').update(values.join('\n')).digest('base64')
      seen.push([...values, signature === headers['notification-signature']])
      response.writeHead(204).end()
    },
  )
  await lead()
  await expect.poll(() => seen.length, { timeout: 20_000 }).toBe(2)
  const id = seen[0]?.[0]
  expect(seen).toEqual([
    [id, '1970-01-01T00:00:00.000Z', 'publicacion-consultada', true],
    [id, '1970-01-01T00:00:02.000Z', 'publicacion-consultada', true],
  ])
  await close()
}, 60_000)

it('a test that waits for its deliveries also waits for repeated and forged ones', async () => {
  for (const [fault, count] of [
    ['webhook-twice', 2],
    ['webhook-forged', 5],
  ] as const) {
    let received = 0
    const { lead, settle, close } = await withReceiver(worldFaults[fault].injection(), (_, response) => {
      received += 1
      response.writeHead(204).end()
    })
    await lead()
    await settle()
    expect([fault, received]).toEqual([fault, count])
    await close()
  }
}, 60_000)

it('a webhook without a topic is signed without it', async () => {
  const seen: unknown[][] = []
  const { lead, close } = await withReceiver(
    worldFaults['webhook-no-topic'].injection(),
    ({ headers }, response) => {
      const input = ['notification-hook-id', 'notification-timestamp'].map((name) => headers[name]).join('\n')
      const signature = createHmac('sha256', '0123456789abcdef').update(input).digest('base64')
      seen.push([headers['notification-topic'], signature === headers['notification-signature']])
      response.writeHead(204).end()
    },
  )
  await lead()
  await expect.poll(() => seen.length, { timeout: 20_000 }).toBe(1)
  expect(seen).toEqual([[undefined, true]])
  await close()
}, 60_000)

it('a webhook with a new topic has a valid signature, and other-titles changes titles in webhooks', async () => {
  const seen: string[] = []
  const receiver: RequestListener = (request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      const { headers } = request
      const names = ['notification-hook-id', 'notification-timestamp', 'notification-topic']
      const input = names.map((name) => headers[name]).join('\n')
      const signature = createHmac('sha256', '0123456789abcdef').update(input).digest('base64')
      const isOwn = signature === headers['notification-signature']
      const { Topic, Entidad } = JSON.parse(body)
      seen.push([headers['notification-topic'], Topic, isOwn, Entidad.title === 'Ver'].join(' '))
      response.writeHead(204).end()
    })
  }
  const injections = [worldFaults['webhook-topic'].injection(), worldFaults['other-titles'].injection()]
  for (const [at, injection] of injections.entries()) {
    const { lead, close } = await withReceiver(injection, receiver)
    await lead()
    await expect.poll(() => seen.length, { timeout: 20_000 }).toBe(2 + at)
    await close()
  }
  expect(seen).toEqual([
    'publicacion-consultada publicacion-consultada true false',
    'tema-nuevo tema-nuevo true false',
    'publicacion-consultada publicacion-consultada true true',
  ])
}, 60_000)

it('reads are redirected, and lists-elsewhere hides a list at its documented path', async () => {
  const origin = 'http://playa.localhost'
  const statusesUnder = async (
    fault: 'redirected' | 'writes-redirected' | 'links-elsewhere' | 'lists-elsewhere',
    ...queries: string[]
  ) => {
    const of: WorldFault = worldFaults[fault]
    const world = await openSweepWorld({ setting: { nowMs: 0, profile: {} }, injection: of.injection(0) })
    const answers = queries.map(async (query) => {
      const target = `/v3/publicaciones/${world.agency}${query}`
      const answer = await world.handle({
        method: 'GET',
        target,
        headers: [],
        body: new Uint8Array(),
        origin,
      })
      const location = answer.headers.get('location')
      if (location === null) return answer.status
      const led = { method: 'GET', target: location, headers: [], body: new Uint8Array(), origin }
      return [answer.status, (await world.handle(led)).status]
    })
    const statuses = await Promise.all(answers)
    world.close()
    return statuses
  }
  expect(await statusesUnder('redirected', '')).toEqual([[307, 200]])
  expect(await statusesUnder('writes-redirected', '')).toEqual([200])
  expect(await statusesUnder('links-elsewhere', '', '?pagina=1', '?estado=activa')).toEqual([200, 200, 404])
  expect(await statusesUnder('lists-elsewhere', '', '?estado=activa')).toEqual([404, 200])
})

it('a redirected write is carried out once, at its new address', async () => {
  const injection = worldFaults['writes-redirected'].injection()
  const world = await openSweepWorld({ setting: { nowMs: 0, profile: {} }, injection })
  const suspend = async (target: string) => {
    const sent = { headers: [], body: new Uint8Array(), origin: 'http://playa.localhost' }
    const { status, headers } = await world.handle({ method: 'PATCH', target, ...sent })
    return { status, changed: world.phases().flat().length, location: headers.get('location') ?? '' }
  }
  const led = await suspend(`/v3/publicaciones/${world.agency}/PIN-0001/suspender`)
  expect(led).toMatchObject({ status: 307, changed: 0 })
  expect(await suspend(led.location)).toMatchObject({ status: 200, changed: 1 })
  world.close()
})

it('a webhook shows the same id of an inquiry as lists', async () => {
  const hrefs: string[] = []
  const { lead, close } = await withReceiver(worldFaults['text-ids'].injection(), (request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part) => parts.push(part))
    request.on('end', () => {
      hrefs.push(JSON.parse(Buffer.concat(parts).toString()).Entidad.href)
      response.writeHead(204).end()
    })
  })
  await lead()
  await expect.poll(() => hrefs.length, { timeout: 20_000 }).toBe(1)
  expect(hrefs[0]).toMatch(/\/v3\/consultas\/[^/]+\/c-\d+-x$/)
  await close()
}, 60_000)

it('faults do not act on requests that a test marks as its own', async () => {
  const list = { method: 'GET', target: '/v3', body: new Uint8Array(), origin: 'http://playa.localhost' }
  const world = await openSweepWorld({
    setting: { nowMs: 0, profile: {} },
    injection: worldFaults.redirected.injection(),
  })
  const statuses = [[], [['Playa-Sweep', 'none']] as const].map(
    async (headers) => (await world.handle({ ...list, headers })).status,
  )
  expect(await Promise.all(statuses)).toEqual([307, 200])
  world.close()
})

it('a webhook is sent only after the receiver has answered the one before', async () => {
  const waiting: ServerResponse[] = []
  let received = 0
  const { lead, close } = await withReceiver({}, (_, response) => {
    received += 1
    waiting.push(response)
  })
  await lead()
  await lead()
  for (const count of [1, 2]) {
    await expect.poll(() => waiting.length, { timeout: 20_000 }).toBeGreaterThan(0)
    // The next one would have arrived by now.
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(received).toBe(count)
    waiting.pop()?.writeHead(204).end()
  }
  await close()
}, 60_000)
