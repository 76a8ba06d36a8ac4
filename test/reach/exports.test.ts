import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { afterAll, expect, it } from 'vitest'
import { exportedDocuments } from '../../scripts/exports/exported-documents.ts'
import { journeys } from '../../scripts/exports/journeys.ts'
import { packageRoot } from '../../src/lib/runtime/package-root.ts'
import { Simulator } from '../../src/sandbox/simulator/simulator.ts'
import { createApp } from '../../src/server/app.ts'
import { childOutput } from '../support/child-output.ts'

/** Documents for other tools: current, valid, and true of the sandbox. */

const root = packageRoot()

it('every document is the one that npm run openapi writes', () => {
  const stale = [...exportedDocuments()]
    .filter(
      ([path, text]) => !existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== text,
    )
    .map(([path]) => path)
  expect(stale, 'run npm run openapi').toEqual([])
  expect(readdirSync(join(root, 'contracts', 'arazzo')).sort()).toEqual(
    journeys.map(({ name }) => `${name}.yaml`).sort(),
  )
})

const redocly = (...words: string[]) =>
  childOutput(process.execPath, [join(root, 'node_modules', '.bin', 'redocly'), ...words], {
    cwd: root,
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', NO_COLOR: '1' },
  })

it('the AsyncAPI document has the structure of AsyncAPI 3.0', async () => {
  const { code, output } = await redocly('lint', 'contracts/asyncapi.yaml', '--extends', 'minimal')
  expect(code, output).toBe(0)
}, 30_000)

const simulator = await Simulator.open({ nowMs: Date.parse('2026-03-01T12:00:00-03:00') })
const app = createApp(simulator)
/** Below /wrong the sandbox forgets that a write is conditional, and answers 200 to a stale tag. */
const server = createServer(
  getRequestListener((request) => {
    const url = new URL(request.url)
    if (!url.pathname.startsWith('/wrong/')) return app.fetch(request)
    url.pathname = url.pathname.replace('/wrong/', '/w/wrong/')
    const headers = new Headers(request.headers)
    headers.delete('If-Match')
    return app.fetch(
      new Request(url, {
        method: request.method,
        headers,
        body: request.body,
        duplex: 'half',
      } as RequestInit),
    )
  }),
)
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const address = server.address()
const base = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
afterAll(() => server.close())

const documents = journeys.map(({ name }) => `contracts/arazzo/${name}.yaml`)
const scenarios = [...new Set(journeys.flatMap(({ scenario }) => scenario ?? []))]

const respect = (files: readonly string[], api: string) =>
  redocly(
    'respect',
    ...files,
    '-S',
    `api=${api}`,
    ...scenarios.flatMap((name) => ['-S', `${name}=${base}/w/${name}`]),
    ...['-i', `photo=${base}/_playa/photos/1280x720/hatchback/blanco/1.svg`],
  )

it('every journey runs green against the sandbox', async () => {
  for (const scenario of scenarios) await simulator.makeWorld({ name: scenario, scenario })
  const { code, output } = await respect(documents, base)
  expect(code, output).toBe(0)
}, 60_000)

it('a journey is red against a server that ignores If-Match', async () => {
  await simulator.makeWorld({ name: 'wrong' })
  const { code, output } = await respect(['contracts/arazzo/stale-tag-and-recovery.yaml'], `${base}/wrong`)
  expect(code, output).toBe(1)
  expect(output).toContain('$statusCode == 412')
}, 30_000)
