import type { RequestListener } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { check } from '../../src/cli/entries/kit-entry.ts'
import { AGENCY, checkInProcess, httpServer, inProcess, socketServer, type TestServer } from './targets.ts'

/** Services that misbehave: the run ends soon, with one sentence and an exit code. */

/** Long enough for a busy machine; only a service that hangs reaches it. */
const HANGING_MS = 20_000

const checked = async (opening: Promise<TestServer>, timeoutMs = HANGING_MS) => {
  const { url, close } = await opening
  try {
    return await check({ url, agency: AGENCY, timeoutMs })
  } finally {
    await close()
  }
}

const answering = (status: number, body: string, headers: Record<string, string> = {}): RequestListener => {
  return (_, response) => response.writeHead(status, headers).end(body)
}

it.each<[name: string, Promise<TestServer>, RegExp, timeoutMs?: number]>([
  ['never answers', httpServer(() => {}), /was not answered within 300 ms/, 300],
  ['resets connections', socketServer((socket) => socket.resetAndDestroy()), /the connection was reset/],
  ['closes connections', socketServer((socket) => socket.end()), /was not answered: /],
  [
    'answers no HTTP',
    socketServer((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n')),
    /does not answer in HTTP/,
  ],
  [
    'breaks off in the middle of a body',
    httpServer(
      (_, response) =>
        void response.writeHead(200, { 'Content-Length': '100' }).write('{', () => response.destroy()),
    ),
    /was not answered: /,
  ],
  ['sends a body without end', httpServer((_, response) => void flood(response)), /larger than/],
  [
    'leads elsewhere',
    httpServer(answering(301, '', { Location: 'https://elsewhere.example/v3' })),
    /leads elsewhere, to https:\/\/elsewhere\.example/,
  ],
  ['refuses the credentials', httpServer(answering(401, '')), /answers 401: check --auth/],
  ['forbids everything', httpServer(answering(403, '')), /answers 403/],
])('a service that %s stops the run with exit code 3', async (_, opening, sentence, timeoutMs) => {
  const report = await checked(opening, timeoutMs)
  expect(report.stopped).toMatch(sentence)
  expect(report.stopped).not.toMatch(/\n|\bat .*:\d+:\d+/)
  expect(report).toMatchObject({ exitCode: 3, clauses: [] })
})

const flood = (response: Parameters<RequestListener>[1]): void => {
  const part = Buffer.alloc(1024 * 1024, 32)
  const more = () => {
    while (!response.destroyed && response.write(part));
  }
  response.on('drain', more)
  more()
}

it.each([
  ['404', httpServer(answering(404, 'no'))],
  ['200 with an empty object', httpServer(answering(200, '{}', { 'Content-Type': 'application/json' }))],
  [
    '200 with links to nothing',
    httpServer(answering(200, '{"_links":{}}', { 'Content-Type': 'application/json' })),
  ],
  ['200 with a list', httpServer(answering(200, '[1]', { 'Content-Type': 'application/json' }))],
  ['200 with a page', httpServer(answering(200, '<html>hello</html>', { 'Content-Type': 'text/html' }))],
  ['204', httpServer(answering(204, ''))],
  ['500', httpServer(answering(500, 'oh'))],
])('a service that answers %s to everything has exit code 4', async (_, opening) => {
  expect(await checked(opening)).toMatchObject({ exitCode: 4 })
})

it('a service that falls silent halfway stops the run', async () => {
  let asked = 0
  const opening = httpServer((request, response) => {
    asked += 1
    if (asked > 10) return void request.socket.destroy()
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"_links":{"self":{"href":"/v3"}}}')
  })
  const report = await checked(opening)
  expect(report).toMatchObject({
    exitCode: 3,
    stopped: expect.stringContaining('has answered nothing since'),
  })
  // Clauses that send nothing may end before the silence is noticed.
  expect(asked).toBeLessThan(60)
})

/** Answers the entry point, and a list of agencies with one other agency. */
const withOtherAgency: RequestListener = (request, response) => {
  const list = {
    _links: { self: { href: '/v3/agencias' } },
    _entries: [{ AdminMail: 'otra@agencia.example' }],
  }
  const entry = {
    Agencias: { _links: { lista: { href: '/v3/agencias' } } },
    _links: { self: { href: '/v3' } },
  }
  const body = request.url === '/v3' ? entry : request.url === '/v3/agencias' ? list : undefined
  response.writeHead(body ? 200 : 404).end(body ? JSON.stringify(body) : 'no')
}

it('an agency that the service does not list stops the run with exit code 2', async () => {
  const report = await checked(httpServer(withOtherAgency))
  expect(report).toMatchObject({ exitCode: 2, clauses: [] })
  expect(report.stopped).toContain(`does not know the agency ${AGENCY} for this app, but lists another one`)
})

it('a service that has an entry point only is checked, and what is missing is named', async () => {
  const report = await checked(
    httpServer((request, response) => {
      const known = request.url === '/v3'
      response.writeHead(known ? 200 : 404).end(known ? '{"_links":{"self":{"href":"/v3"}}}' : 'no')
    }),
  )
  expect(report).toMatchObject({ exitCode: 1, stopped: null })
  expect(report.causes).toContainEqual(
    expect.objectContaining({ operation: 'POST /v3/publicaciones/{adminmail}', kind: 'missing' }),
  )
})

it('of the clauses that hurt a distant service side by side, the one that does so alone fails', async () => {
  let isIll = false
  const fetch = await inProcess(async (request, next) => {
    await delay(30)
    const body = request.method === 'POST' ? await request.clone().text() : ''
    if (!body.includes('"Importe":1e400')) return isIll ? new Response('', { status: 500 }) : next(request)
    isIll = true
    await delay(200)
    isIll = false
    return new Response('', { status: 500 })
  })
  const report = await checkInProcess(fetch, { only: ['hostile'] })
  const failed = report.clauses.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id)
  expect(failed).toEqual(['hostile/create-importe-1e400'])
  expect(report.summary.passed).toBeGreaterThan(20)
})
