import { createHmac, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../support/free-port.ts'
import { installedCommand } from './command-line.ts'
import { runHere } from './in-process.ts'

/** `playa receive`, fed with deliveries that are signed here by hand. */

const SECRET = 'un-secreto-de-16-o-mas'

interface Made {
  readonly hookId?: string
  readonly topic?: string
  readonly timestamp?: string
  readonly secret?: string
  readonly join?: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

const deliver = async (url: string, made: Made = {}): Promise<number> => {
  const {
    hookId = randomUUID(),
    topic = 'publicacion-estado',
    timestamp = new Date().toISOString(),
    secret = SECRET,
  } = made
  const text = [hookId, timestamp, topic].join(made.join ?? '\n')
  const headers = {
    'Content-Type': 'application/json',
    'Notification-Hook-ID': hookId,
    'Notification-Timestamp': timestamp,
    'Notification-Topic': topic,
    'Notification-Signature': createHmac('sha256', secret).update(text, 'utf8').digest('base64'),
    ...made.headers,
  }
  const body =
    made.body ?? JSON.stringify({ Topic: topic, Momento: timestamp, Entidad: { title: 'Gol Trend' } })
  return (await fetch(`${url}/hooks`, { method: 'POST', headers, body })).status
}

const answering = async (url: string): Promise<void> => {
  for (let tries = 0; tries < 400; tries += 1) {
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(`no receiver answers at ${url}`)
}

/**
 * Runs the command in this process while something is sent to it, then ends it as Ctrl-C does. A first
 * request asks whether it is there.
 */
const received = async (words: readonly string[], send: (url: string) => Promise<unknown>) => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const ran = runHere(['receive', '--port', String(port), ...words])
  await answering(url)
  await send(url)
  process.emit('SIGINT')
  return ran
}

const linesOf = (stdout: string): Record<string, unknown>[] =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

it('signed, forged, stale and repeated deliveries are printed one a line of JSON, and counted at the end', async () => {
  const statuses: number[] = []
  const { code, stdout, stderr } = await received(['--secret', SECRET, '--json'], async (url) => {
    statuses.push(await deliver(url, { hookId: 'h-1' }))
    statuses.push(await deliver(url, { hookId: 'h-2', secret: 'another-secret-of-16' }))
    statuses.push(
      await deliver(url, { hookId: 'h-3', headers: { 'Notification-Topic': 'publicacion-consultada' } }),
    )
    statuses.push(await deliver(url, { hookId: 'h-4', timestamp: '2026-03-01T12:00:00.000Z' }))
    statuses.push(await deliver(url, { hookId: 'h-1', headers: { 'X-Tienda': 'centro' } }))
  })
  expect([code, stderr, statuses]).toEqual([0, '', [204, 401, 401, 401, 204]])
  const [ready, asked, ...lines] = linesOf(stdout)
  expect(ready).toMatchObject({
    event: 'ready',
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    pid: process.pid,
  })
  expect(asked).toMatchObject({ event: 'delivery', method: 'GET', answered: 405 })
  const rows = lines.map((line) => [
    line['hookId'],
    line['verified'],
    line['stale'],
    line['duplicate'],
    line['answered'],
  ])
  expect(rows.slice(0, 5)).toEqual([
    ['h-1', true, false, false, 204],
    ['h-2', false, false, false, 401],
    ['h-3', false, false, false, 401],
    ['h-4', true, true, false, 401],
    ['h-1', true, false, true, 204],
  ])
  expect(lines[4]).toMatchObject({
    duplicateOf: 2,
    customHeaders: { 'x-tienda': 'centro' },
    body: { Topic: 'publicacion-estado' },
  })
  expect(lines[5]).toMatchObject({ event: 'summary', deliveries: 6, verified: 3, duplicates: 1, accepted: 2 })
  expect(stdout).not.toContain(SECRET)
})

it('the text output shows topic, hook id, verdict and a summary of the body; ADF too, which is unsigned', async () => {
  const adf =
    '<adf><prospect><vehicle status="used"><make>VW</make></vehicle><customer><contact><name>Ana</name></contact></customer></prospect></adf>'
  const { stdout } = await received(['--secret', SECRET], async (url) => {
    await deliver(url, { hookId: 'h-1' })
    await deliver(url, { hookId: 'h-2', join: '.' })
    await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/xml', 'Notification-Hook-ID': 'h-3' },
      body: adf,
    })
  })
  expect(stdout).toContain('publicacion-estado  hook h-1\n   verified; stamped just now\n')
  expect(stdout).toContain('not verified: it is correct under other options: --set events/signature-join=dot')
  expect(stdout).toContain('no topic  hook h-3\n   not verified: ADF hooks ')
  expect(stdout).toContain('ADF: lead of Ana about used VW\n   answered 204')
  expect(stdout).toMatch(/\n4 deliveries: 1 verified, 3 not, 2 stale, 0 duplicates; 2 answered 2xx\.\n$/)
  expect(stdout.includes(String.fromCharCode(27))).toBe(false)
})

it('--fail, --status and --delay change the responses; --tolerance any accepts a world of another time; --set other signatures', async () => {
  const statuses: number[] = []
  const words = [
    '--secret',
    SECRET,
    '--fail',
    '2',
    '--tolerance',
    'any',
    '--set',
    'events/signature-join=dot',
  ]
  await received(words, async (url) => {
    // The request that asked whether it is there was the first to fail.
    for (let i = 0; i < 2; i += 1)
      statuses.push(await deliver(url, { join: '.', timestamp: '2020-01-01T00:00:00.000Z' }))
  })
  const startedMs = performance.now()
  await received(['--status', '410', '--delay', '40'], async (url) => {
    statuses.push(await deliver(url))
  })
  expect(statuses).toEqual([500, 204, 410])
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(75)
})

it('misuse is one sentence, a line that leads to help, and exit code 2; a port in use one sentence and 1', async () => {
  const misused = [
    ['--tolerance', 'ever'],
    ['--status', '99'],
    ['--fail', '-1'],
    ['--secret='],
    ['--set', 'events/signature-join=comma'],
    ['--set', 'events'],
    ['--profile', 'no-such-file.yaml'],
    ['--nope'],
  ]
  for (const words of misused) {
    const { code, stdout, stderr } = await runHere(['receive', ...words])
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/^[^\n]+\nHelp: playa help receive\n$/)
  }
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  // An HTTP server on a port has an address of this kind.
  const { port } = server.address() as AddressInfo
  const { code, stderr } = await runHere(['receive', '--port', String(port)])
  expect([code, stderr]).toEqual([
    1,
    `Port ${port} is in use: stop what listens there, or choose another with --port (0 for a free one).\n`,
  ])
})

const command = installedCommand()

it('as processes of their own a receiver passes the probe, with the secret from the environment; Ctrl-C ends it with 0', async () => {
  const env = { PLAYA_HOOK_SECRET: SECRET }
  const receiver = command.start(['receive', '--port', '0', '--json'], env)
  onTestFinished(async () => void (await receiver.stop()))
  const { url } = JSON.parse(await receiver.said(/^.*\n/))
  const probe = await command.run(['probe-receiver', url, '--json', '--timeout', '2'], env)
  expect([probe.code, probe.stderr]).toEqual([0, ''])
  expect(JSON.parse(probe.stdout)).toMatchObject({
    url: `${url}/`,
    exitCode: 0,
    score: { percent: 100, failed: 0 },
  })
  receiver.signal('SIGINT')
  const { code, stdout } = await receiver.ended
  expect(code).toBe(0)
  const lines = linesOf(stdout)
  expect(lines.at(-1)).toMatchObject({ event: 'summary', duplicates: 1 })
  expect(lines.length).toBeGreaterThan(20)
  expect(stdout + probe.stdout).not.toContain(SECRET)
})

it('a delivery is forwarded as it came, and the sender gets the response of the endpoint', async () => {
  const got: { url: string | undefined; signature: unknown; body: string }[] = []
  const endpoint = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    got.push({ url: request.url, signature: request.headers['notification-signature'], body })
    response.writeHead(got.length === 1 ? 503 : 202).end(got.length === 1 ? 'busy' : '')
  })
  await new Promise<void>((resolve) => void endpoint.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void endpoint.close())
  // A server that listens on a port has an address of this kind.
  const { port } = endpoint.address() as AddressInfo
  const statuses: number[] = []
  const words = ['--secret', SECRET, '--json', '--fail', '2', '--forward-to', `http://127.0.0.1:${port}/crm`]
  const { stdout } = await received(words, async (url) => {
    for (let i = 0; i < 3; i += 1) statuses.push(await deliver(url, { body: '{"ñ":1}' }))
    endpoint.closeAllConnections()
    await new Promise((resolve) => endpoint.close(resolve))
    statuses.push(await deliver(url))
  })
  // The request that asks whether the receiver is there is the first that fails.
  expect(statuses).toEqual([500, 503, 202, 502])
  expect(got).toEqual(
    Array.from({ length: 2 }, () => ({ url: '/crm', signature: expect.any(String), body: '{"ñ":1}' })),
  )
  const printed = linesOf(stdout).filter(({ event }) => event === 'delivery')
  expect(printed.slice(2).map(({ answered, answer }) => [answered, answer])).toEqual([
    [503, 'busy'],
    [202, ''],
    [502, expect.stringContaining('did not answer: ECONNREFUSED')],
  ])
})
