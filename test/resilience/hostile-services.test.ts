import { createServer, request, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { check } from '../../src/cli/entries/kit-entry.ts'
import { tryParseJson } from '../../src/kit/target/exchange.ts'
import { bundledCommand } from '../e2e/command-line/command-line.ts'
import { exploreOf } from '../search/explore-of.ts'
import { AGENCY, startServer } from './test-server.ts'

/** Services that turn hostile under way: the run ends soon, with a sentence. */

const command = await bundledCommand()
afterAll(command.remove)

/**
 * Starts a service with some hostile responses, chosen by their number or path; the others are a
 * sandbox's.
 */
const turningService = async (
  isHostile: (number: number, path: string) => boolean,
  answer: (response: ServerResponse) => unknown,
) => {
  const { port } = await startServer()
  let answered = 0
  const service = createServer((incoming, response) => {
    answered += 1
    const { method = 'GET', url: path = '/', headers } = incoming
    if (isHostile(answered, path)) return void answer(response)
    const sent = request(
      { port, method, path, headers: { ...headers, host: `127.0.0.1:${port}` } },
      (got) => {
        response.writeHead(got.statusCode ?? 500, got.headers)
        got.pipe(response)
      },
    )
    // The sandbox may end before the last request has arrived.
    sent.once('error', () => response.destroy())
    incoming.pipe(sent)
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    service.close()
    service.closeAllConnections()
  })
  const address = service.address()
  const own = typeof address === 'object' && address !== null ? address.port : 0
  return `http://127.0.0.1:${own}`
}

const json = { 'Content-Type': 'application/json' }
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '))
const members = JSON.stringify(
  Object.fromEntries(
    Array.from({ length: 40_000 }, (_, i) => [`m${i}`, { _links: { self: { href: '/v3' } } }]),
  ),
)
const deep = `{"_links":{},"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`

const RESET = (response: ServerResponse) => response.socket?.resetAndDestroy()
const BOMB = (response: ServerResponse) =>
  response.writeHead(200, { ...json, 'Content-Encoding': 'gzip' }).end(bomb)

it.each([
  ['resets connections', RESET, /was not answered: /],
  ['sends a bomb of gzip', BOMB, /too large once it is unpacked/],
])('an exploration ends with a sentence when its service %s under way', async (_, answer, sentence) => {
  const url = await turningService((number) => number > 60, answer)
  const { stopped } = await exploreOf({ url, agency: AGENCY }, { budgetMs: 20_000 })
  expect(stopped?.message).toMatch(sentence)
})

it.each([
  ['has 40,000 members', members],
  ['is 200,000 deep', deep],
])('a clause judges a response that %s, or says why not', async (_, body) => {
  const url = await turningService(
    (_number, path) => path.includes('/consultas/'),
    (response) => response.writeHead(200, json).end(body),
  )
  const report = await check({ url, agency: AGENCY, only: ['INQ-04'] })
  expect(report.exitCode).not.toBe(0)
  for (const { verdict, reason } of report.clauses) expect([verdict, reason]).not.toContain('broken')
})

it('half a surrogate pair of a service can be put into a URL', () => {
  const parsed = tryParseJson('{"Nombre":"a\\ud800","Apellido":"\\ud83d\\ude97"}')
  expect(parsed).toEqual({ Nombre: 'a\ufffd', Apellido: '\u{1f697}' })
})

it.each([
  ['check', [], /not enough memory/],
  ['explore', ['--budget', '60s'], /not enough memory/],
  ['import', ['-o', 'never-written.yaml'], /not enough memory/],
])(
  'playa %s ends with a sentence when all responses together fill its memory',
  { timeout: 120_000 },
  async (name, more, sentence) => {
    const text = `{"_links":{"self":{"href":"/v3"}},"x":"${'x'.repeat(2_000_000)}","_entries":[`
    let count = 0
    const url = await turningService(
      (_number, path) => path !== '/v3',
      // Each differs, so that none is kept once for all.
      (response) => response.writeHead(200, json).end(`${text}"${count++}"]}`),
    )
    const { code, stdout, stderr } = await command.run(
      [name, url, '--agency', AGENCY, '--leaves', 'nothing', ...more],
      { NODE_OPTIONS: '--max-old-space-size=200' },
    )
    expect(stdout + stderr).toMatch(sentence)
    // An exploration may have found something before.
    expect(name === 'explore' ? [1, 3] : [3]).toContain(code)
    expect(stderr).not.toMatch(/heap|^\s+at /m)
  },
)
