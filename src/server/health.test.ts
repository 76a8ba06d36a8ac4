import { request as httpRequest } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { Simulator } from '../sandbox/simulator/simulator.ts'
import { MemoryFile } from '../sandbox/stores/memory-file.ts'
import { type RecordChange, StoreError } from '../sandbox/stores/record-file.ts'
import { WorldStore } from '../sandbox/stores/world-store.ts'
import { listen } from './listen.ts'

/** Health, readiness and metrics, as an orchestrator asks for them. */

const TOKEN = 'a-control-token'
const LISTINGS = '/v3/publicaciones/ventas@elcomienzo.example'

/** A file that can be written or not, as the test says. */
class FailingFile extends MemoryFile {
  isFull = false

  override write(changes: readonly RecordChange[]): void {
    if (this.isFull) throw new StoreError('The disk of the data folder is full.')
    super.write(changes)
  }
}

const openServer = async (file?: MemoryFile) => {
  const simulator = await Simulator.open({
    scenario: 'empty',
    report: () => {},
    ...(file && { store: new WorldStore(file, 'test') }),
  })
  const server = await listen(simulator, { port: 0, hostname: '127.0.0.1', token: TOKEN })
  onTestFinished(() => server.close())
  const call = (path: string, init?: RequestInit) => fetch(server.url + path, init)
  return { simulator, server, call }
}

const bearer = { headers: { Authorization: `Bearer ${TOKEN}` } }

it('answers GET and HEAD of health and readiness without the token, under any host; metrics need it', async () => {
  const { server, call } = await openServer()
  for (const path of ['/_playa/health', '/_playa/ready']) {
    expect(await (await call(path)).json()).toEqual({ status: 'ok' })
    const head = await call(path, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    const status = await new Promise((resolve, reject) =>
      httpRequest(server.url + path, { headers: { Host: 'playa.cluster.local' } }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
        .once('error', reject)
        .end(),
    )
    expect(status).toBe(200)
    expect((await call(path, { method: 'POST' })).status).toBe(405)
  }
  expect((await call('/_playa/metrics')).status).toBe(401)
  expect((await call('/_playa/metrics', { ...bearer, method: 'HEAD' })).status).toBe(200)
})

it('is not ready while its store cannot be written, and ready again once it can', async () => {
  const file = new FailingFile()
  const { call } = await openServer(file)
  file.isFull = true
  const write = () =>
    call(`${LISTINGS.replace('publicaciones', 'agencias')}`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: '{"NombreComercial": "Los de siempre"}',
    })
  expect((await write()).status).toBe(503)
  const refused = await call('/_playa/ready')
  expect([refused.status, await refused.json()]).toEqual([
    503,
    expect.objectContaining({ Detail: 'The disk of the data folder is full.' }),
  ])
  expect((await call('/_playa/health')).status).toBe(200)
  file.isFull = false
  expect((await call('/_playa/ready')).status).toBe(200)
})

it('is not ready while it stops', async () => {
  const { simulator, call } = await openServer()
  simulator.isStopping = true
  expect(await (await call('/_playa/ready')).json()).toMatchObject({
    Status: 503,
    Detail: 'The server is stopping.',
  })
})

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/
const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{((?:[a-z_]+="(?:[^"\\\n]|\\["\\n])*",?)+)\})? (\S+)$/

/** Reads the text format 0.0.4 as strictly as it is described; throws where it is not followed. */
const readMetrics = (text: string): Map<string, number> => {
  if (!text.endsWith('\n')) throw new Error('the last line has no end')
  const values = new Map<string, number>()
  const seen = new Set<string>()
  let family = ''
  let type = ''
  for (const line of text.slice(0, -1).split('\n')) {
    const [, keyword, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? []
    if (keyword === 'HELP') {
      if (!NAME.test(name) || seen.has(name)) throw new Error(`bad or repeated metric: ${line}`)
      seen.add((family = name))
    } else if (keyword === 'TYPE') {
      if (name !== family || !['counter', 'gauge', 'histogram'].includes(rest)) throw new Error(line)
      type = rest
    } else {
      const [, sample = '', labels = '', value = ''] = SAMPLE.exec(line) ?? []
      const suffix = sample.slice(family.length)
      if (/(?:^|,)quantile=/.test(labels)) throw new Error(`a label of summaries: ${line}`)
      const known = type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']
      if (!sample.startsWith(family) || !known.includes(suffix)) throw new Error(`out of place: ${line}`)
      if (type === 'counter' && !family.endsWith('_total'))
        throw new Error(`a counter ends with _total: ${line}`)
      const key = `${sample}{${labels}}`
      if (values.has(key) || Number.isNaN(Number(value))) throw new Error(`repeated or no number: ${line}`)
      values.set(key, Number(value))
    }
  }
  return values
}

it('writes metrics in the text format, which counts requests and names no world and no secret', async () => {
  const { call } = await openServer()
  await call('/_playa/worlds', { ...bearer, method: 'POST', body: '{"name": "a-private-name"}' })
  for (let i = 0; i < 3; i++) await call(`/w/a-private-name${LISTINGS}`)
  await call('/v3/nowhere?token=a-secret-value')
  await call('/favicon.ico')
  const response = await call('/_playa/metrics', bearer)
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const text = await response.text()
  expect(text).not.toMatch(/private|secret|token/)
  const values = readMetrics(text)
  expect(Object.fromEntries(values)).toMatchObject({
    'playa_requests_total{operation="publications.list",status="2xx"}': 3,
    'playa_requests_total{operation="worlds.create",status="2xx"}': 1,
    'playa_requests_total{operation="none",status="4xx"}': 2,
    'playa_request_duration_seconds_bucket{operation="publications.list",le="+Inf"}': 3,
    'playa_request_duration_seconds_count{operation="publications.list"}': 3,
    'playa_requests_in_progress{}': 1,
    'playa_worlds{state="held"}': 2,
    'playa_worlds{state="stored"}': 0,
    'playa_deliveries_pending{}': 0,
    'playa_delivery_attempts_total{outcome="delivered"}': 0,
    'playa_event_loop_lag_seconds{percentile="99"}': expect.any(Number),
    'playa_journal_bytes{}': expect.any(Number),
    'process_resident_memory_bytes{}': expect.any(Number),
  })
})
