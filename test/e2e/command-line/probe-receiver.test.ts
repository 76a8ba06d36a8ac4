import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { runHere } from './in-process.ts'

/**
 * `playa probe-receiver` against endpoints with one response; careful and careless ones are tested beside its
 * code.
 */

const SECRET = 'un-secreto-de-16-o-mas'

const answering = async (status: number, seen: string[] = []): Promise<string> => {
  const server = createServer((message, response) => {
    seen.push(
      `${message.method} ${message.headers['notification-topic']} ${message.headers['x-tienda'] ?? ''}`.trim(),
    )
    message.resume()
    message.once('end', () => response.writeHead(status).end('hello'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  // An HTTP server on a port has an address of this kind.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks?from=playa`
}

const probe = (...words: string[]) => runHere(['probe-receiver', ...words])

it('an endpoint that accepts everything fails on forgeries, shown with request, correct response and advice', async () => {
  const { code, stdout, stderr } = await probe(
    await answering(200),
    '--secret',
    SECRET,
    '--only',
    'good,missing-signature',
  )
  expect([code, stderr]).toEqual([1, ''])
  expect(stdout).toMatch(
    /^pass {3}good\n {7}sent {5}a delivery as the service makes it\n {7}expected any 2xx\n {7}got {6}200 after \d+ ms\n/,
  )
  expect(stdout).toMatch(
    /\nFAIL {3}missing-signature\n.*\n.*expected.*401.*\n.*got.*200.*\n.*body +hello\n.*advice.*simplest forgery/,
  )
  expect(stdout).toContain(
    '\nScore 50 %: 1 of 2 passed, 1 of 2 essential cases; 1 failed.\nThe signature covers',
  )
})

it('advice alone ends with 0', async () => {
  const { code, stdout } = await probe(
    await answering(422),
    '--secret',
    SECRET,
    '--only',
    'unknown-topic',
    '--only',
    'wrong-secret',
  )
  expect(code).toBe(0)
  expect(stdout).toContain(
    'Score 50 %: 1 of 2 passed, 1 of 2 essential cases; nothing failed; 1 with advice.',
  )
})

it('--json prints one document; --topic, --header and the whole URL are used', async () => {
  const seen: string[] = []
  const url = await answering(204, seen)
  const words = [
    '--topic',
    'mi-tema',
    '--header',
    'X-Tienda: centro',
    '--only',
    'good,topic-mi-tema,stale-timestamp',
  ]
  const { code, stdout } = await probe(url, '--secret', SECRET, '--json', '--timeout', '2s', ...words)
  const { results, ...rest } = JSON.parse(stdout)
  expect(code).toBe(1)
  expect(rest).toMatchObject({
    exitCode: 1,
    score: { cases: 3, passed: 2, essential: 3, essentialPassed: 2, failed: 1, percent: 66 },
    coverage: expect.stringContaining('not the body'),
  })
  expect(results[2]).toMatchObject({
    id: 'stale-timestamp',
    essential: true,
    grade: 'fail',
    sent: 'correctly signed, timestamp of yesterday',
    careful: expect.stringContaining('401'),
    got: expect.stringMatching(/^204 after \d+ ms$/),
    advice: expect.stringContaining('few minutes'),
  })
  expect(seen).toEqual(Array(3).fill('POST mi-tema centro'))
  expect(stdout).not.toContain(SECRET)
})

it('an endpoint that does not answer is exit code 3 and one sentence', async () => {
  const url = 'http://127.0.0.1:1/hooks'
  const [text, json] = await Promise.all([
    probe(url, '--secret', SECRET),
    probe(url, '--secret', SECRET, '--json'),
  ])
  expect(text).toEqual({
    code: 3,
    stdout: '',
    stderr: `There is no connection to ${url}: ECONNREFUSED. Start the endpoint, or correct the URL.\n`,
  })
  expect([json.code, JSON.parse(json.stdout)]).toEqual([3, { url, exitCode: 3, unreachable: 'ECONNREFUSED' }])
})

it('misuse is exit code 2 and says what is expected', async () => {
  const url = 'http://127.0.0.1:1/'
  const wrong: [string[], RegExp][] = [
    [[], /The URL of the endpoint is missing/],
    [['127.0.0.1:80', '--secret', SECRET], /begins with http/],
    [['ftp://x/', '--secret', SECRET], /begins with http/],
    [[url], /Give --secret, or PLAYA_HOOK_SECRET/],
    [[url, url, '--secret', SECRET], /takes \[url\], but not/],
    [
      [url, '--secret', SECRET, '--only', 'missing-signatur'],
      /no case missing-signatur\. Did you mean missing-signature\?/,
    ],
    [[url, '--secret', SECRET, '--only', 'zzz'], /no case zzz\. They are good, topic-/],
    [[url, '--secret', SECRET, '--timeout', 'soon'], /--timeout takes seconds/],
    [[url, '--secret', SECRET, '--header', 'nonsense'], /--header takes 'Name: value', not a text of 8 /],
    [[url, '--secret', SECRET, '--set', 'events/signature-joint=dot'], /did you mean events\/signature-join/],
  ]
  for (const [words, sentence] of wrong) {
    const { code, stdout, stderr } = await probe(...words)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(sentence)
  }
})
