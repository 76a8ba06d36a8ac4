import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { withReceiver } from '../../../test/support/with-receiver.ts'
import { answerFaults } from './answer-faults.ts'
import { receiverFaults } from './receiver-faults.ts'

/** Returns a receiver that answers with a status and records what arrives. */
const receiver = (status: (request: IncomingMessage) => number) => {
  const seen: { readonly request: IncomingMessage; readonly body: string }[] = []
  const listener: RequestListener = (request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      seen.push({ request, body })
      response.writeHead(status(request)).end()
    })
  }
  return { seen, listener }
}

it('a webhook that arrives again while it is processed counts as delivered if either is accepted', async () => {
  const waiting: ServerResponse[] = []
  const { lead, settle, close } = await withReceiver(
    receiverFaults['webhook-at-once'].injection(),
    (_, response) => {
      waiting.push(response)
      // Neither is answered before both have arrived.
      if (waiting.length === 2)
        for (const [at, open] of waiting.entries()) open.writeHead(at ? 204 : 409).end()
    },
  )
  await lead()
  await settle()
  expect(waiting).toHaveLength(2)
  await close()
}, 60_000)

it('a chunked webhook has no Content-Length, and the same content', async () => {
  const { seen, listener } = receiver(() => 204)
  const { lead, settle, close } = await withReceiver(answerFaults['webhook-chunked'].injection(), listener)
  await lead()
  await settle()
  expect(seen.map(({ request }) => request.headers['content-length'])).toEqual([undefined])
  expect(JSON.parse(seen[0]?.body ?? '')).toMatchObject({ Topic: 'publicacion-consultada' })
  await close()
}, 60_000)

it('a webhook from a day ago has a valid signature, and a receiver that accepts it is reported', async () => {
  for (const [takes, count] of [
    [true, 1],
    [false, 0],
  ] as const) {
    const isOld = ({ headers }: IncomingMessage) =>
      String(headers['notification-timestamp']).startsWith('1969-12-31')
    const { seen, listener } = receiver((request) => (takes || !isOld(request) ? 204 : 400))
    const { adviceLines, lead, settle, close } = await withReceiver(
      receiverFaults['webhook-old'].injection(),
      listener,
    )
    await lead()
    await settle()
    expect(seen.map(({ request }) => isOld(request))).toEqual([false, true])
    expect(adviceLines).toHaveLength(count)
    await close()
  }
}, 60_000)

it('a receiver that answers 2xx and stops reading is reported, one that still retries is not', async () => {
  const accusationsOf = async (pauseMs: number, status = 204, isTwice = false) => {
    const { seen, listener } = receiver(() => status)
    const { accusations, get, lead, settle, close } = await withReceiver(
      receiverFaults['webhook-unreadable'].injection(),
      listener,
    )
    await lead()
    await settle()
    const { href } = JSON.parse(seen[0]?.body ?? '').Entidad
    const read = await get(href.replace(/^https?:..[^/]+/, ''))
    expect(read.status).toBe(503)
    // The second answer is permanent, for receivers that retry 503 for seconds.
    const again = isTwice ? await get(href.replace(/^https?:..[^/]+/, '')) : undefined
    expect(again?.status).toBe(isTwice ? 403 : undefined)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    await close()
    return accusations.length
  }
  expect(await accusationsOf(1_200)).toBe(1)
  expect(await accusationsOf(0)).toBe(0)
  expect(await accusationsOf(1_200, 503)).toBe(0)
  expect(await accusationsOf(1_200, 204, true)).toBe(1)
}, 60_000)

it('another agency receives an inquiry before the first one of a test', async () => {
  const { seen, listener } = receiver(() => 204)
  const { lead, settle, close } = await withReceiver(
    receiverFaults['webhook-other-agency'].injection(),
    listener,
  )
  await lead()
  await lead()
  await settle()
  const agencies = seen.map(({ body }) => /consultas\/([^/]+)\//.exec(body)?.[1])
  expect(new Set(agencies).size).toBe(2)
  expect(agencies).toHaveLength(3)
  await close()
}, 60_000)

it('a publication of another agency changes its state before the first one of a test, with a valid signature', async () => {
  const { seen, listener } = receiver(({ headers }) =>
    `${headers['notification-hook-id']}`.endsWith('-other') ? 500 : 204,
  )
  const injection = receiverFaults['webhook-other-agency'].injection()
  const { adviceLines, suspend, settle, close } = await withReceiver(
    injection,
    listener,
    'publicacion-estado',
  )
  await suspend('PIN-0001')
  await suspend('PIN-0002')
  await settle()
  const ids = seen.map(({ body }) => JSON.parse(body).Entidad.ExternalId)
  expect(ids.slice(1)).toEqual(['PIN-0001', 'PIN-0002'])
  expect(ids[0]).not.toMatch(/^PIN/)
  expect(seen[0]?.request.headers['notification-signature']).not.toBe(
    seen[1]?.request.headers['notification-signature'],
  )
  expect(adviceLines).toEqual([expect.stringContaining('it answers 500 to a webhook about another agency')])
  await close()
}, 60_000)

it('a receiver that answers 5xx about an inquiry that is gone is reported, one that answers 2xx is not', async () => {
  for (const [status, count] of [
    [500, 1],
    [204, 0],
  ] as const) {
    const opened: { get?: (target: string) => Promise<Response> } = {}
    const listener: RequestListener = (request, response) => {
      let body = ''
      request.on('data', (chunk) => (body += chunk))
      request.on('end', async () => {
        const path = /(\/v3\/consultas[^"]+)/.exec(body)?.[1] ?? ''
        expect((await opened.get?.(path))?.status).toBe(404)
        response.writeHead(status).end()
      })
    }
    const injection = receiverFaults['webhook-gone'].injection()
    const { accusations, get, lead, settle, close } = await withReceiver(injection, listener)
    opened.get = get
    await lead()
    await settle()
    expect(accusations).toHaveLength(count)
    await close()
  }
}, 60_000)
