import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { runClient } from '../../src/sweep/runs/client-run.ts'
import type { SweepOptions } from '../../src/sweep/sweep.ts'
import { sweepOf } from './sweep-of.ts'

/** Clients that attack the sweep itself: it ends in time with a message, and leaves no process behind. */

const GET = "await (await fetch(process.env.PLAYA_URL + '/v3')).text();"
const ONLY = ['errors/title-language']

const hostile = (script: string, options: Partial<SweepOptions> = {}) =>
  sweepOf([process.execPath, '--input-type=module', '-e', script], { only: ONLY, ...options })

const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'playa-hostile-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

const isAlive = (pid: number): boolean => {
  try {
    // A zombie has ended, but its parent has not collected its status.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

it('a client that prints endlessly and never ends is ended with the budget', async () => {
  const startedMs = performance.now()
  const script = `${GET} setInterval(() => process.stdout.write('x'.repeat(1 << 20)), 1)`
  const { stopped, exitCode, runs } = await hostile(script, { budgetMs: 2_000 })
  expect([exitCode, runs]).toEqual([4, 1])
  expect(stopped).toMatch(/^The command does not end within [2-9] s, without any variant\. x/)
  expect(stopped?.length).toBeLessThan(5_000)
  expect(performance.now() - startedMs).toBeLessThan(20_000)
})

it('a client that sends too much in one run is ended', async () => {
  const script = `
    const body = '{"ExternalId":"' + 'x'.repeat(1 << 20) + '"}'
    for (;;) {
      const url = process.env.PLAYA_URL + '/v3/publicaciones/ventas@lospinos.example'
      await (await fetch(url, { method: 'POST', body })).text()
    }`
  const { stopped, exitCode, runs } = await hostile(script)
  expect([exitCode, runs]).toEqual([4, 1])
  expect(stopped).toBe(
    'The command was ended in its baseline run: its requests and their responses are larger than 256 MiB in one run. ' +
      'Sweep a smaller part of its tests.',
  )
})

it('an endless body is not kept', async () => {
  const script = `
    import { request } from 'node:http'
    ${GET}
    const sent = request(process.env.PLAYA_URL + '/v3/publicaciones/x', { method: 'POST' })
    sent.on('error', () => process.exit(0))
    sent.on('response', ({ statusCode }) => process.exit(statusCode === 413 || statusCode === 400 ? 0 : 9))
    for (let n = 0; n < 2_000; n++)
      if (!sent.write(Buffer.alloc(1 << 18, 'x'))) await new Promise((resolve) => sent.once('drain', resolve))
    sent.end()`
  const before = process.memoryUsage().rss
  const { stopped } = await hostile(script)
  expect(stopped).toBe('The command sends no request to which the variants of --only apply.')
  expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024)
})

it.skipIf(process.platform !== 'linux')(
  'processes that leave the process group of a run end with it',
  async () => {
    const file = join(folder(), 'pids')
    const holder = "import('node:net').then(({ createServer }) => createServer().listen(0))"
    const script = `
    import { spawn } from 'node:child_process'
    import { appendFileSync } from 'node:fs'
    ${GET}
    const { pid } = spawn(process.execPath, ['-e', ${JSON.stringify(holder)}], { detached: true, stdio: 'inherit' })
    appendFileSync(${JSON.stringify(file)}, pid + ' ')
    process.exit(0)`
    await hostile(script)
    const pids = readFileSync(file, 'utf8').trim().split(' ').map(Number)
    expect(pids.length).toBeGreaterThanOrEqual(3)
    await expect.poll(() => pids.filter(isAlive)).toEqual([])
  },
)

it.skipIf(process.platform === 'win32')(
  'a pipe in place of the JUnit file does not block the sweep',
  async () => {
    const junit = join(folder(), 'junit.xml')
    const script = `
    import { execFileSync } from 'node:child_process'
    ${GET}
    execFileSync('mkfifo', [${JSON.stringify(junit)}])`
    const words = [process.execPath, '--input-type=module', '-e', script]
    const { stopped } = await sweepOf(words, { only: ONLY, command: { words, env: {}, junit } })
    expect(stopped).toMatch(
      /^The command passes, but leaves no JUnit file with tests where --junit expects it\./,
    )
    expect(execFileSync('ls', ['-l', junit], { encoding: 'utf8' })).toMatch(/^p/)
  },
)

it('odd bytes of requests are recorded and replayed', async () => {
  const script = `
    import { connect } from 'node:net'
    ${GET}
    const { hostname, port } = new URL(process.env.PLAYA_URL)
    const requests = [
      'GET /v3/\\xff\\x80%00%ff?q=\\xe9 HTTP/1.1\\r\\nHost: \\xfe"<>\\r\\n\\r\\n',
      'GET http://elsewhere.invalid/v3 HTTP/1.1\\r\\nHost: a b\\r\\nIf-Match: \\xff"\\r\\n\\r\\n',
      'OPTIONS * HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n',
      'PATCH //v3/publicaciones/%zz HTTP/1.1\\r\\nHost: x\\r\\nContent-Length: 3\\r\\n\\r\\n\\xff\\x00"',
      '\\x00\\x01\\x02 / HTTP/9.9\\r\\n\\r\\n',
    ]
    for (const text of requests)
      await new Promise((resolve) => {
        const socket = connect(Number(port), hostname, () => socket.write(text, 'latin1'))
        socket.once('data', () => socket.destroy()).once('error', () => {}).once('close', resolve)
      })`
  const { stopped, unstable } = await hostile(script, { only: ['common/href-form', 'common/path-form'] })
  expect(unstable).toEqual([])
  expect(stopped ?? '').not.toMatch(/unstable|fails/)
})

it('an interrupted client is ended, and the report says why nothing was swept', async () => {
  const controller = new AbortController()
  setTimeout(() => controller.abort(), 1_500)
  const startedMs = performance.now()
  const { stopped, exitCode } = await hostile(`${GET} setInterval(() => {}, 1_000)`, {
    signal: controller.signal,
  })
  expect([stopped, exitCode]).toEqual(['The sweep was interrupted.', 130])
  expect(performance.now() - startedMs).toBeLessThan(20_000)
})

it('baseline runs that use up the time are reported', async () => {
  const script = `${GET} await new Promise((resolve) => setTimeout(resolve, 1_000))`
  const { stopped, runs } = await hostile(script, { budgetMs: 1_700 })
  expect(stopped).toMatch(/^The baseline runs took the whole time|^The command does not end/)
  expect(runs).toBeLessThan(3)
})

it('a command that does not end is ended at the time limit of its run, with the processes that it started', async () => {
  const words = [process.execPath, '--input-type=module', '-e', `${GET} setInterval(() => {}, 1_000)`]
  const run = await runClient({
    command: { words, env: {} },
    setting: { nowMs: 0, profile: {} },
    number: 1,
    timeoutMs: 1_500,
  })
  expect(run).toMatchObject({ timedOut: true, exitCode: null })
})
