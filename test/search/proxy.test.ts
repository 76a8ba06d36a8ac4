import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type RequestListener, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { explain } from '../../src/checks/explore/explain.ts'
import { readHar } from '../../src/checks/explore/history/har.ts'
import {
  type ForwardedExchange,
  historyExchangeOf,
} from '../../src/checks/explore/proxy/forwarded-exchange.ts'
import { HarFile } from '../../src/checks/explore/proxy/har-file.ts'
import { startProxy } from '../../src/checks/explore/proxy/validating-proxy.ts'
import { TrafficJudge } from '../../src/checks/explore/traffic.ts'
import { createSandbox } from '../../src/cli/entries/index.ts'
import { httpServer } from '../kit/targets.ts'
import { AGENCY, CAR, PATH } from './recording.ts'

/** Starts a proxy of a service, which judges and records. */
const proxied = async (service: string, rewritesLinks = false) => {
  const folder = mkdtempSync(join(tmpdir(), 'playa-proxy-'))
  const file = join(folder, 'traffic.har')
  const recording = new HarFile(file, '0')
  const traffic = new TrafficJudge({ agency: AGENCY, isAlone: false, isDeliberate: false })
  const passed: ForwardedExchange[] = []
  const { url, close } = await startProxy({
    service: new URL(service),
    port: 0,
    rewritesLinks,
    onExchange: (one, isOverlapping) => {
      passed.push(one)
      recording.add(one)
      traffic.observe(historyExchangeOf(one, passed.length), isOverlapping)
    },
  })
  onTestFinished(async () => {
    await close()
    recording.close()
    rmSync(folder, { recursive: true })
  })
  return { url, passed, traffic, har: () => readFileSync(file, 'utf8') }
}

const serving = async (listener: RequestListener) => {
  const { url, close } = await httpServer(listener)
  onTestFinished(close)
  return url
}

/** Sends a request as it is, and returns what came back as it is. */
const sendRaw = (url: string, method: string, headers: Record<string, string>, body = '') =>
  new Promise<{ status: number | undefined; rawHeaders: string[]; body: Buffer }>((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, async (answer) => {
      const parts: Buffer[] = []
      for await (const part of answer) parts.push(part)
      resolve({ status: answer.statusCode, rawHeaders: answer.rawHeaders, body: Buffer.concat(parts) })
    })
    sent.useChunkedEncodingByDefault = 'Transfer-Encoding' in headers
    sent.on('error', reject).end(body)
  })

/** Sends requests to the sandbox in a row, with a key that no recording may hold. */
const conversation = async (url: string) => {
  const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    fetch(url + path, {
      method,
      headers: {
        Accept: 'application/json',
        'Content-Type': 'application/json',
        Authorization: 'Bearer clave-muy-secreta',
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const created = await send('POST', PATH, { ...CAR, ExternalId: 'REC-1' })
  const one = `${PATH}/REC-1`
  const edited = await send('PATCH', one, { Precio: { Moneda: 'ARS', Importe: 30_000_000 } })
  const answers = [
    created,
    edited,
    await send('GET', one),
    await send(
      'PATCH',
      one,
      { Precio: { Moneda: 'ARS', Importe: 1 } },
      { 'If-Match': created.headers.get('etag') ?? '' },
    ),
    await send('PATCH', `${one}/archivar`),
    await send('GET', `${PATH}/REC-2?clave=otra-muy-secreta`),
  ]
  return Promise.all(answers.map(async (answer) => [answer.status, await answer.text()] as const))
}

it('a conversation through a proxy is the same, conforms, and is recorded without secrets', async () => {
  const listened = async () => {
    const sandbox = await createSandbox({ now: '2026-03-01T12:00:00-03:00' })
    const { url, close } = await sandbox.listen()
    onTestFinished(close)
    return url
  }
  const proxy = await proxied(await listened())
  const direct = await conversation(await listened())
  expect(await conversation(proxy.url)).toEqual(direct)
  await expect.poll(() => proxy.traffic.summary.judged).toBe(direct.length)
  expect(proxy.traffic.summary.findings).toEqual([])
  const har = proxy.har()
  expect(har).not.toMatch(/muy-secreta/)
  // An address that held a secret is not judged.
  expect(explain(readHar(har))).toMatchObject({ judged: direct.length - 1, findings: [] })
})

it('only Host and headers of the connection change; a body stays compressed, and a request without one stays so', async () => {
  const seen: { method: string | undefined; rawHeaders: string[]; body: string }[] = []
  const packed = gzipSync('{"a":1}')
  const service = await serving(async (incoming, outgoing) => {
    const parts: Buffer[] = []
    for await (const part of incoming) parts.push(part)
    const { method, rawHeaders } = incoming
    seen.push({ method, rawHeaders, body: Buffer.concat(parts).toString() })
    outgoing.sendDate = false
    outgoing.writeHead(418, 'Tetera', [
      ...['Content-Type', 'application/json', 'X-Two', 'a', 'content-encoding', 'gzip', 'X-Two', 'b\xe9'],
      ...['Content-Length', String(packed.length)],
    ])
    outgoing.end(packed)
  })
  const { url, passed } = await proxied(service)
  const headers = {
    Host: 'cliente.example',
    'X-B': '1',
    accept: 'application/json',
    Connection: 'close, x-hop',
    'X-Hop': '1',
  }
  const answer = await sendRaw(`${url}/v3?q=%C3%A1//.`, 'PATCH', headers)
  expect(seen[0]).toMatchObject({ method: 'PATCH', body: '' })
  expect(seen[0]?.rawHeaders).toEqual(
    expect.arrayContaining(['Host', new URL(service).host, 'X-B', '1', 'accept', 'application/json']),
  )
  expect(seen[0]?.rawHeaders.join().toLowerCase()).not.toMatch(/x-hop|content-length|transfer-encoding/)
  expect([answer.status, answer.body]).toEqual([418, packed])
  expect(answer.rawHeaders.slice(0, 10)).toEqual([
    ...['Content-Type', 'application/json', 'X-Two', 'a', 'content-encoding', 'gzip', 'X-Two', 'b\xe9'],
    ...['Content-Length', String(packed.length)],
  ])
  await sendRaw(url, 'GET', { Host: 'x', 'Transfer-Encoding': 'chunked' }, 'abc')
  expect(seen[1]).toMatchObject({ method: 'GET', body: 'abc' })
  await expect.poll(() => passed.length).toBe(2)
  expect(passed[0]).toMatchObject({ url: `${service}/v3?q=%C3%A1//.` })
  expect(historyExchangeOf(passed[0] as ForwardedExchange, 1).json).toEqual({ a: 1 }) // there are two
})

it('a response is passed on while it is made', async () => {
  let finish = () => {}
  const service = await serving((_, outgoing) => {
    outgoing.write('first')
    finish = () => outgoing.end('last')
  })
  const { url } = await proxied(service)
  const reader = (await fetch(url)).body?.getReader()
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('first')
  finish()
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('last')
})

it('a service that is down is 502 with a sentence, and the proxy goes on', async () => {
  const closed = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => closed.once('listening', resolve))
  const address = closed.address()
  const port = typeof address === 'object' ? address?.port : 0
  await new Promise((resolve) => closed.close(resolve))
  const { url, traffic, har } = await proxied(`http://127.0.0.1:${port}`)
  for (let n = 0; n < 2; n += 1) {
    const answer = await fetch(`${url}/v3`)
    expect([answer.status, await answer.text()]).toEqual([
      502,
      `http://127.0.0.1:${port} did not answer: ECONNREFUSED. The proxy continues.\n`,
    ])
  }
  await expect.poll(() => traffic.summary.exchanges).toBe(2)
  expect(traffic.summary).toMatchObject({ judged: 0, findings: [] })
  expect(readHar(har()).exchanges.map(({ status }) => status)).toEqual([0, 0])
})

it('links to the service lead to the proxy when they are rewritten, and back in what a client sends', async () => {
  let origin = ''
  const service = await serving(async (incoming, outgoing) => {
    const parts: Buffer[] = []
    for await (const part of incoming) parts.push(part)
    const body = { href: `${origin}/v3`, sent: Buffer.concat(parts).toString(), url: incoming.url }
    const packed = gzipSync(JSON.stringify(body).replaceAll('/v3', '\\/v3'))
    const headers = {
      'Content-Type': 'application/json',
      'Content-Encoding': 'gzip',
      Location: `${origin}/x`,
    }
    outgoing.writeHead(201, headers).end(packed)
  })
  origin = service
  const { url, passed } = await proxied(service, true)
  const link = `${url}/v3/marcas/1`
  const answer = await fetch(`${url}/v3?marca=${encodeURIComponent(link)}`, {
    method: 'POST',
    body: `"${link}"`,
  })
  expect(answer.headers.get('location')).toBe(`${url}/x`)
  expect(await answer.json()).toEqual({
    href: `${url}/v3`,
    sent: `"${url}/v3/marcas/1"`,
    url: `/v3?marca=${encodeURIComponent(`${service}/v3/marcas/1`)}`,
  })
  await expect.poll(() => passed.length).toBe(1)
  expect(historyExchangeOf(passed[0] as ForwardedExchange, 1).json).toMatchObject({ href: `${service}/v3` }) // there is one
})

it('of requests at the same time, those that a write disturbs are judged without the history', async () => {
  const waiting: (() => void)[] = []
  const service = await serving((_, outgoing) => void waiting.push(() => outgoing.writeHead(404).end()))
  const { url, passed, traffic } = await proxied(service)
  const all = [
    fetch(`${url}${PATH}/A`, { method: 'PATCH', body: '{}' }),
    fetch(`${url}${PATH}/A`),
    fetch(`${url}${PATH}/B`),
    fetch(`${url}/v3/agencias/${AGENCY}/productos`),
  ]
  await expect.poll(() => waiting.length).toBe(4)
  for (const answer of waiting) answer()
  await Promise.all(all)
  await expect.poll(() => passed.length).toBe(4)
  expect(traffic.summary.disordered).toBe(3)
})
