import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Miniflare } from 'miniflare'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSandbox } from '../../src/cli/entries/index.ts'
import { check } from '../../src/cli/entries/kit-entry.ts'
import { Simulator } from '../../src/sandbox/simulator/simulator.ts'
import { createApp } from '../../src/server/app.ts'
import { objectRequest } from '../../src/server/worker/object-call.ts'
import { installedPlaya } from '../package/installed.ts'
import { isFullRun } from '../support/full-run.ts'
import { bundleWorker, exampleWorker, sandboxScript, startWorker } from './deployment.ts'
import { type Fetch, MAKE_WORLD, play, scriptOf } from './script.ts'

/**
 * The deployment of `deploy/cloudflare`, of the installed package and in workerd: as Node answers, kept by
 * its objects, apart from other worlds.
 */

let folder: string
let worker: Miniflare
let send: Fetch
let packages: ReadonlySet<string>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'playa-worker-'))
  packages = await bundleWorker(exampleWorker(), installedPlaya().folder, join(folder, 'bundle'))
  worker = startWorker({
    folder: join(folder, 'bundle'),
    bindings: { PLAYA_ALLOW_PRIVATE: 'true' },
    persistTo: join(folder, 'objects'),
  })
  send = fetchOf(worker)
  await worker.ready
}, 60_000)

afterAll(async () => {
  await worker?.dispose()
  rmSync(folder, { recursive: true, force: true })
})

it('uploads no package that only commands, servers and stores of one machine use', () => {
  expect([...packages].sort()).toEqual([
    '@modelcontextprotocol/core',
    '@modelcontextprotocol/server',
    'hono',
    'image-size',
    'nodemailer',
    'openapi-fetch',
    'playa',
    'yaml',
    'zod',
  ])
})

/** Its types of requests and responses are those of another package. */
const fetchOf = (miniflare: Miniflare): Fetch =>
  ((url, init) => miniflare.dispatchFetch(url, init as object)) as Fetch

/** Its types of namespaces need the platform's own types. */
interface MiniflareObjects {
  idFromName(name: string): unknown
  get(id: unknown): { fetch(url: string, init: object): Promise<unknown> }
}

/** Ends the object of a world in memory, as the platform does with one that is idle. */
const evict = async (name: string): Promise<void> => {
  const objects = (await worker.getDurableObjectNamespace('WORLD')) as unknown as MiniflareObjects
  const { headers } = objectRequest(new Request('http://localhost/'), { world: name, call: 'evict' })
  const init = { headers: Object.fromEntries(headers) }
  // The object ends before it can answer.
  await objects
    .get(objects.idFromName(name))
    .fetch('http://localhost/', init)
    .catch(() => undefined)
}

const json = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
  const response = await send(`http://localhost${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, json: text === '' ? undefined : JSON.parse(text) }
}

// Of so many exchanges the journal of an isolate, which has less memory, keeps fewer.
const isOfJournal = ({ path }: { readonly path: string }) => /\/(?:journal|hints)/.test(path)
const script = isFullRun ? scriptOf(10_000).filter((step) => !isOfJournal(step)) : scriptOf(60)

it('gives the same bytes, tags and ids as Node, and with an object that is evicted after each request', async () => {
  const node = createApp(await Simulator.open())
  const expected = await play(
    async (url, init) => node.fetch(new Request(url, init)),
    [MAKE_WORLD, ...script],
  )
  // The script reaches what it was written for.
  expect(expected.map((answer) => answer.split(' ')[2])).toEqual(
    expect.arrayContaining(['200', '201', '400', '404', '503']),
  )
  expect(await play(send, [MAKE_WORLD, ...script])).toEqual(expected)
  await json('DELETE', '/_playa/worlds/uno')
  const evicted = await play(send, [MAKE_WORLD, ...script.slice(-35)], () => evict('uno'))
  await json('DELETE', '/_playa/worlds/uno')
  expect(evicted).toEqual(await play(send, [MAKE_WORLD, ...script.slice(-35)]))
  // A busy machine takes six minutes; the end of the test closes the sockets of what is under way.
}, 1_800_000)

it('createSandbox gives the same bytes inside workerd as in Node', async () => {
  const bundle = join(folder, 'sandbox')
  const text = `${sandboxScript('scriptOf(60)')}
const refusal = async () => (await createSandbox()).listen().catch(({ message }) => message)
export default {
  fetch: async ({ url }) => Response.json(await (url.endsWith('/listen') ? refusal() : answers())),
}`
  await bundleWorker(text, installedPlaya().folder, bundle)
  const inside = startWorker({ folder: bundle, hasObjects: false })
  try {
    // Read at once: a body that waits is lost when the garbage collector takes what it came in.
    const answers = await (await fetchOf(inside)('http://localhost/', {})).json()
    const sandbox = await createSandbox()
    const expected = await play((url, init) => sandbox.fetch(url, init), [MAKE_WORLD, ...scriptOf(60)])
    expect(answers).toEqual(expected)
    const refusal = await (await fetchOf(inside)('http://localhost/listen', {})).json()
    expect(refusal).toMatch(/^listen: this runtime has no sockets; call/)
  } finally {
    await inside.dispose()
  }
}, 60_000)

it('keeps two worlds apart, lists both, and forks one', async () => {
  const listing = (world: string) => `/w/${world}/v3/publicaciones/ventas@lospinos.example/PIN-0002`
  for (const name of ['norte', 'sur'])
    expect((await json('POST', '/_playa/worlds', { name })).status).toBe(201)
  expect((await json('POST', '/_playa/worlds', { name: 'sur' })).status).toBe(409)
  await json('PATCH', `${listing('norte')}/suspender`)
  const fork = await json('POST', '/_playa/worlds/norte/fork', { name: 'copia' })
  expect(fork).toMatchObject({ status: 201, json: { name: 'copia', base: 'http://localhost/w/copia' } })
  const states = await Promise.all(
    ['norte', 'sur', 'copia'].map(async (world) => (await json('GET', listing(world))).json.EstadoActual),
  )
  expect(states).toEqual(['Suspendida', 'Activa', 'Suspendida'])
  const { json: worlds } = await json('GET', '/_playa/worlds')
  expect(worlds.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(['default', 'norte', 'sur', 'copia']),
  )
  expect((await json('DELETE', '/_playa/worlds/sur')).status).toBe(204)
  expect((await json('GET', listing('sur'))).status).toBe(404)
})

it('delivers a retry by an alarm, after the object has left memory', async () => {
  const received: string[] = []
  const receiver = createServer((incoming, outgoing) => {
    received.push(String(incoming.headers['x-hook-id'] ?? incoming.url))
    incoming.resume().on('end', () => outgoing.writeHead(received.length === 1 ? 500 : 200).end())
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const address = receiver.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  try {
    await json('POST', '/_playa/worlds', { name: 'avisos' })
    // The retry after half a minute of the world comes after longer than an object waits in memory.
    await json('PUT', '/_playa/worlds/avisos/clock', { speed: 20 })
    const hook = { Callback: `http://127.0.0.1:${port}/hook`, Activo: true, Secret: 'sixteen-characters' }
    await json('PUT', '/w/avisos/v3/appnotificaciones/agencia-invitacion-aceptada', hook)
    await json('POST', '/_playa/worlds/avisos/invitations', { adminMail: 'ventas@lospinos.example' })
    const attempts = async () => (await json('GET', '/_playa/worlds/avisos/deliveries')).json[0]?.attempts
    await expect.poll(attempts).toBe(1)
    await evict('avisos')
    await expect.poll(() => received.length, { timeout: 20_000 }).toBe(2)
    await expect.poll(attempts).toBe(2)
  } finally {
    receiver.close()
  }
}, 30_000)

it('serves the console, the documents and pictures', async () => {
  for (const [path, type] of [
    ['/_playa/ui', 'text/html'],
    ['/_playa/ui/w/norte', 'text/html'],
    ['/docs', 'text/html'],
    ['/openapi.json', 'application/json'],
    ['/_playa/openapi.json', 'application/json'],
    ['/_playa/photos/64x36/hatchback/blanco/1.png', 'image/png'],
    ['/_playa/ui/assets/base.css', 'text/css'],
  ] as const) {
    const response = await send(`http://localhost${path}`, {})
    expect([path, response.status, response.headers.get('content-type')?.split(';')[0]]).toEqual([
      path,
      200,
      type,
    ])
    await response.arrayBuffer()
  }
})

/** A deployment that strangers share. */
const openShared = async (bindings: Record<string, string>) => {
  const shared = startWorker({
    folder: join(folder, 'bundle'),
    bindings: { PLAYA_SHARED: 'true', PLAYA_CONTROL_TOKEN: 'of-the-deployment', ...bindings },
  })
  const call = async (method: string, path: string, token?: string, body?: object) => {
    const response = await fetchOf(shared)(`https://playa.example${path}`, {
      method,
      headers: {
        'Content-Type': 'application/json',
        'cf-connecting-ip': '192.0.2.1',
        ...(token && { Authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      json: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
    }
  }
  const visit = (
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: string | URLSearchParams | Uint8Array,
  ) => {
    const init = { method, headers, redirect: 'manual' as const, ...(body !== undefined && { body }) }
    return fetchOf(shared)(`https://playa.example${path}`, init as RequestInit)
  }
  return { call, send: visit, close: () => shared.dispose() }
}

const names = ({ json: worlds }: { readonly json: readonly { readonly name: string }[] }) =>
  worlds.map(({ name }) => name)

it('lets strangers share a deployment: each with its own token, list and quota', async () => {
  const { call, close } = await openShared({ PLAYA_WORLDS_PER_OWNER: '2' })
  try {
    expect((await call('GET', '/_playa/worlds')).status).toBe(401)
    const { json: one } = await call('POST', '/_playa/worlds', undefined, { name: 'uno' })
    const { json: two } = await call('POST', '/_playa/worlds', undefined, {})
    expect(one.owner).not.toBe(two.owner)
    const statusWith = async (token?: string) =>
      (await call('POST', '/_playa/worlds/uno/reset', token)).status
    expect(await statusWith(one.controlToken)).toBe(200)
    expect(await statusWith(one.ownerKey)).toBe(200)
    expect(await statusWith('of-the-deployment')).toBe(200)
    for (const token of [undefined, two.controlToken, two.ownerKey, 'wrong'])
      expect(await statusWith(token)).toBe(401)
    // A client cannot claim to be trusted.
    expect((await call('GET', '/w/uno/v3')).status).toBe(200)
    expect(names(await call('GET', '/_playa/worlds', one.ownerKey))).toEqual(['uno'])
    expect(names(await call('GET', '/_playa/worlds', 'of-the-deployment'))).toEqual([
      'default',
      'uno',
      two.name,
    ])
    const copy = await call('POST', '/_playa/worlds/uno/fork', one.ownerKey, {})
    expect(copy).toMatchObject({ status: 201, json: { owner: one.owner } })
    expect((await call('GET', `/_playa/worlds/${copy.json.name}`, copy.json.controlToken)).status).toBe(200)
    expect((await call('POST', '/_playa/worlds', one.ownerKey, {})).status).toBe(503)
    expect((await call('POST', '/_playa/worlds', undefined, { seed: 'x' })).status).toBe(400)
  } finally {
    await close()
  }
})

it('signs a stranger in to the console of their world, whose list others from their address cannot hide', async () => {
  const { call, send: visit, close } = await openShared({})
  try {
    const { json: one } = await call('POST', '/_playa/worlds', undefined, { name: 'uno' })
    const { headers } = await visit('GET', '/_playa/ui/w/uno', {})
    const page = await visit('GET', headers.get('location') ?? '', {})
    const [, action = ''] = /<form method="post" action="([^"]+)"/.exec(await page.text()) ?? []
    const form = new URLSearchParams({ token: one.controlToken })
    const signedIn = await visit('POST', action, {}, form)
    expect([signedIn.status, signedIn.headers.get('location')]).toEqual([303, '/_playa/ui/w/uno'])
    const Cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    expect((await visit('GET', '/_playa/ui/w/uno', { Cookie })).status).toBe(200)
    for (let n = 0; n < 21; n += 1) await call('GET', '/_playa/worlds/uno', `wrong-${n}`)
    expect((await call('GET', '/_playa/worlds/uno', one.controlToken)).status).toBe(429)
    expect(names(await call('GET', '/_playa/worlds', one.ownerKey))).toEqual(['uno'])
  } finally {
    await close()
  }
})

it('limits guesses of the token of a deployment, and a refused copy makes no caller an owner', async () => {
  const { call, send: visit, close } = await openShared({})
  try {
    const address = { 'cf-connecting-ip': '192.0.2.9' }
    for (let n = 0; n < 7; n += 1)
      expect((await visit('POST', '/_playa/worlds/default/fork', address, '{}')).status).toBe(401)
    expect((await visit('POST', '/_playa/worlds', address, '{}')).status).toBe(201)
    for (let n = 0; n < 20; n += 1)
      expect((await call('GET', '/_playa/worlds', `wrong-${n}`)).status).toBe(401)
    expect((await call('GET', '/_playa/worlds', 'of-the-deployment')).status).toBe(429)
    const elsewhere = { ...address, Authorization: 'Bearer of-the-deployment' }
    expect((await visit('GET', '/_playa/worlds', elsewhere)).status).toBe(200)
  } finally {
    await close()
  }
})

it('takes a world file as bytes, and counts the owners of an IPv6 network together', async () => {
  const { call, send: visit, close } = await openShared({})
  try {
    const { json: one } = await call('POST', '/_playa/worlds', undefined, { name: 'uno' })
    const Authorization = `Bearer ${one.controlToken}`
    const saved = await visit('GET', '/_playa/worlds/uno/file', { Authorization })
    const file = new Uint8Array(await saved.arrayBuffer())
    const opened = await visit('POST', '/_playa/worlds', { Authorization: `Bearer ${one.ownerKey}` }, file)
    expect(opened.status).toBe(201)
    const statuses: number[] = []
    for (let n = 0; n < 6; n += 1) {
      const made = await visit('POST', '/_playa/worlds', { 'cf-connecting-ip': `2001:db8:1:2::${n}` }, '{}')
      statuses.push(made.status)
      await made.arrayBuffer()
    }
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
  } finally {
    await close()
  }
})

it('deletes a world of a stranger that is not used for long', async () => {
  // Two seconds.
  const { call, close } = await openShared({ PLAYA_EXPIRE_DAYS: String(2 / 86_400) })
  try {
    await call('POST', '/_playa/worlds', undefined, { name: 'uno' })
    expect((await call('GET', '/w/uno/v3')).status).toBe(200)
    await expect
      .poll(async () => (await call('GET', '/w/uno/v3')).status, { timeout: 15_000, interval: 300 })
      .toBe(404)
  } finally {
    await close()
  }
})

it('takes no trust from a header of a client, no page of another site, and no call without a token', async () => {
  const status = async (url: string, headers: Record<string, string>) => {
    const response = await send(url, { headers })
    await response.arrayBuffer()
    return response.status
  }
  expect(await status('https://playa.example/_playa', { 'playa-object-trusted': 'yes' })).toBe(503)
  expect(await status('http://localhost/_playa', { Origin: 'https://evil.example' })).toBe(403)
  expect(await status('http://localhost/v3', { 'playa-object-call': 'destroy' })).toBe(200)
  expect(await status('http://localhost/v3', {})).toBe(200)
})

/** Calls a tool of coding agents; returns its text. */
const callTool = async (name: string, input: object): Promise<string> => {
  const response = await send('http://localhost/_playa/mcp', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } }),
  })
  const message = /^data: (.*)$/m.exec(await response.text())?.[1] ?? ''
  return JSON.parse(message).result.content[0].text
}

it('agents check a copy of a world, which is deleted again', async () => {
  const worlds = async () => (await json('GET', '/_playa/worlds')).json.length
  const before = await worlds()
  expect(await callTool('run_check', { only: ['entry-point'] })).toMatch(/^0 clauses failed, [1-9]\d* held/)
  const asked = { request: { method: 'GET', path: '/v3' }, assume: { 'auth/scheme': 'key' } }
  expect(await callTool('what_if', asked)).toMatch(/^Answered 200 without the change/)
  expect(await worlds()).toBe(before)
})

it('refuses unsupported features with a sentence', async () => {
  expect(await json('PUT', '/_playa/worlds/default/live', { perMinute: 6 })).toMatchObject({
    status: 503,
    json: { Detail: expect.stringMatching(/leaves? memory between requests.*use playa serve\.$/) },
  })
  expect(await json('PUT', '/_playa/worlds/default/live', { perMinute: 0 })).toMatchObject({ status: 200 })
  expect(await json('POST', '/_playa/worlds', { scenario: './mine.yaml' })).toMatchObject({
    status: 400,
    json: { Detail: expect.stringMatching(/^There is no scenario \.\/mine\.yaml\. Expected one of/) },
  })
  expect(await callTool('run_check', { url: 'http://127.0.0.1:1', agency: 'a@b.example' })).toBe(
    'These tools check worlds of this server only; playa check takes any URL.',
  )
})

it('keeps mails in the outbox and shows them as receivers would get them', async () => {
  await json('POST', '/_playa/worlds', { name: 'correo' })
  const lead = { adminMail: 'ventas@lospinos.example', externalid: 'PIN-0002' }
  await json('POST', '/_playa/worlds/correo/inquiries', lead)
  const mails = async () => (await json('GET', '/_playa/worlds/correo/outbox')).json
  await expect.poll(async () => (await mails()).length).toBeGreaterThan(0)
  const [{ id }] = await mails()
  const response = await send(`http://localhost/_playa/worlds/correo/outbox/${id}.eml`, {})
  expect(await response.text()).toMatch(/^From: .*\r\nTo: [\s\S]*\r\n\r\n/)
})

it('writes its journal as a HAR', async () => {
  await send('http://localhost/v3', {})
  const har = await send('http://localhost/_playa/worlds/default/journal.har', {})
  expect([har.status, await har.json()]).toMatchObject([200, { log: { version: '1.2' } }])
})

it('passes clauses of the contract kit', async () => {
  const { origin } = await worker.ready
  const only = isFullRun ? {} : { only: ['entry-point', 'errors'] }
  const report = await check({ url: origin, agency: 'ventas@lospinos.example', ...only })
  const failed = report.clauses.filter(({ verdict }) => verdict === 'failed' || verdict === 'broken')
  expect(failed).toEqual([])
  expect(report.clauses.filter(({ verdict }) => verdict === 'passed').length).toBeGreaterThan(10)
}, 600_000)
