import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { IncomingMessage, ServerResponse } from 'node:http'
import { connect, Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { build } from 'esbuild'
import { afterAll, expect, it, onTestFinished, vi } from 'vitest'
import { memorySize } from '../../src/cli/commands/memory-size.ts'
import { collectGarbage, usedMemoryBytes } from '../../src/runtime/process-memory.ts'
import { LargeBodyQueue } from '../../src/server/large-bodies.ts'
import { WholeDocuments } from '../../src/server/whole-documents.ts'
import { HeldBytes } from '../../src/simulator/held-bytes.ts'
import { MemoryBudget } from '../../src/simulator/memory-budget.ts'
import { bundledCommand } from '../e2e/command-line/command-line.ts'
import { isFullRun } from '../support/full-run.ts'
import { startServer } from './test-server.ts'

/** Clients that try to fill the memory of a server: it stays within its budget and a third. */

const command = await bundledCommand()
afterAll(command.remove)

/** The least that a server takes, where the process itself counts most. */
const BUDGET_MIB = 256
const TOKEN = 'a-token-that-no-client-knows'

const residentMiB = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** Starts a server, and returns how much memory it takes at most while `attack` runs. */
const peakDuring = async (
  words: readonly string[],
  attack: (port: number, agency: string) => Promise<void>,
) => {
  const serving = await command.serve(['--memory-budget', `${BUDGET_MIB}MiB`, ...words])
  onTestFinished(async () => void (await serving.stop()))
  const { url, pid, agency } = serving.ready
  let peak = residentMiB(pid)
  const sampling = setInterval(() => (peak = Math.max(peak, residentMiB(pid))), 20)
  onTestFinished(() => clearInterval(sampling))
  await attack(Number(new URL(url).port), agency)
  const honest = await fetch(`${url}/v3`)
  clearInterval(sampling)
  return { peak, honest: honest.status }
}

const clients = (count: number, port: number): Socket[] => {
  const sockets = Array.from({ length: count }, () => connect({ port, host: '127.0.0.1' }))
  for (const socket of sockets) {
    // The server may cut them: that is the point.
    socket.on('error', () => {})
    onTestFinished(() => void socket.destroy())
  }
  return sockets
}

const writeAll = async (sockets: readonly Socket[], part: Buffer | string, times: number) => {
  for (let i = 0; i < times; i += 1) {
    for (const socket of sockets) if (socket.writable && socket.writableLength < 4_000_000) socket.write(part)
    await pause(50)
  }
}

const announced = (target: string, length: number): string =>
  `POST ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`

const MIB = 1024 * 1024
/** On a machine that does other work as well. */
/**
 * The system counts pages that it may take back at any time: a peak within the bound is shown by one of three
 * runs.
 */
const SLOW = { timeout: 60_000, retry: 2 }
const isLinux = existsSync('/proc/self/status')

it.skipIf(!isLinux).each([
  ['without the token', ['--control-token', TOKEN]],
  ['where none is needed', []],
])('dozens of bodies of 31 MiB to a control call, %s', async (_, words) => {
  const { peak, honest } = await peakDuring(words, async (port) => {
    const sockets = clients(isFullRun ? 120 : 24, port)
    for (const socket of sockets) socket.resume().write(announced('/_playa/worlds', 31 * MIB))
    await writeAll(sockets, Buffer.alloc(MIB, ' '), 31)
  })
  expect(honest).toBe(200)
  expect(peak).toBeLessThan((BUDGET_MIB * 4) / 3)
})

it.skipIf(!isLinux)('400 bodies of the described API that never end', async () => {
  const { peak, honest } = await peakDuring([], async (port, agency) => {
    const sockets = clients(400, port)
    for (const socket of sockets) socket.resume().write(announced(`/v3/publicaciones/${agency}`, 1_000_000))
    await writeAll(sockets, Buffer.alloc(90_000, ' '), 11)
  })
  expect(honest).toBe(200)
  expect(peak).toBeLessThan((BUDGET_MIB * 4) / 3)
})

it.skipIf(!isLinux).each([
  ['with unread answers', 8, false],
  ['of many clients that read', 40, true],
])('pipelined requests %s', async (_, count, reads) => {
  const { peak, honest } = await peakDuring([], async (port, agency) => {
    const sockets = clients(count, port)
    for (const socket of sockets)
      if (reads) socket.resume()
      else socket.pause()
    const one = `GET /v3/publicaciones/${agency} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`
    await writeAll(sockets, one.repeat(1_000), reads ? 10 : 30)
  })
  expect(honest).toBe(200)
  expect(peak).toBeLessThan((BUDGET_MIB * 4) / 3)
})

it.skipIf(!isLinux)(
  'pipelined requests with large headers, and documents, that are not read',
  SLOW,
  async () => {
    const { peak, honest } = await peakDuring([], async (port) => {
      const unread = clients(100, port)
      for (const socket of unread) {
        socket.pause()
        socket.write('GET /_playa/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'.repeat(20))
      }
      const sockets = clients(60, port)
      for (const socket of sockets) socket.pause()
      const one = `GET /v3 HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Large: ${'x'.repeat(15_000)}\r\n\r\n`
      await writeAll(sockets, one.repeat(30), 6)
    })
    expect(honest).toBe(200)
    expect(peak).toBeLessThan((BUDGET_MIB * 4) / 3)
  },
)

it.skipIf(!isLinux)('worlds without end', SLOW, async () => {
  const { peak, honest } = await peakDuring([], async (port) => {
    const statuses = new Set<number>()
    const make = async (client: number) => {
      for (let i = 0; i < 120; i += 1) {
        const body = JSON.stringify({ name: `w${client}-${i}`, seed: client * 1_000 + i })
        const answer = await fetch(`http://127.0.0.1:${port}/_playa/worlds`, { method: 'POST', body })
        statuses.add(answer.status)
        await answer.body?.cancel()
      }
    }
    await Promise.all(Array.from({ length: 4 }, (_, client) => make(client)))
    expect([...statuses].sort()).toEqual([201, 503])
  })
  expect(honest).toBe(200)
  expect(peak).toBeLessThan((BUDGET_MIB * 4) / 3)
})

it.skipIf(!isLinux)('new worlds with millions of empty values, all at once', SLOW, async () => {
  const { peak, honest } = await peakDuring([], async (port) => {
    const body = `{"scenario":{"a":[${'{},'.repeat(1_300_000)}1]}}`
    const make = async () =>
      (await fetch(`http://127.0.0.1:${port}/_playa/worlds`, { method: 'POST', body })).status
    const statuses = await Promise.all(Array.from({ length: 6 }, () => make().catch(() => 0)))
    expect(statuses).not.toContain(201)
    expect(statuses).not.toContain(500)
  })
  expect(honest).toBe(200)
  expect(peak).toBeLessThan((BUDGET_MIB * 4) / 3)
})

const MIX = ['creates', 'leads', 'files', 'photos', 'pipelined', 'bodies']
const MIX_SECONDS = isFullRun ? 25 : 8

/** Floods a server from a process of its own, so that this one can read meanwhile. */
const flooded = async (port: number, agency: string): Promise<void> => {
  const script = join(dirname(command.path), 'flood-client.mjs')
  const entry = join(import.meta.dirname, '..', 'bench', 'flood-client.ts')
  await build({ entryPoints: [entry], outfile: script, bundle: true, format: 'esm', platform: 'node' })
  const order = { port, agency, floods: MIX, seconds: MIX_SECONDS }
  const client = spawn(process.execPath, [script, JSON.stringify(order)], { stdio: 'ignore' })
  onTestFinished(() => void client.kill())
  await new Promise((resolve) => client.once('exit', resolve))
}

it.skipIf(!isLinux)(
  'six kinds of floods at once, beside which every honest read is served',
  SLOW,
  async () => {
    const statuses: number[] = []
    const { peak, honest } = await peakDuring([], async (port, agency) => {
      let isOver = false
      const flooding = flooded(port, agency).finally(() => (isOver = true))
      while (!isOver) {
        const { status, body } = await fetch(`http://127.0.0.1:${port}/v3/publicaciones/${agency}`)
        await body?.cancel()
        statuses.push(status)
        await pause(20)
      }
      await flooding
    })
    expect([...new Set(statuses)]).toEqual([200])
    expect(statuses.length).toBeGreaterThan(10)
    expect(honest).toBe(200)
    expect(peak).toBeLessThan((BUDGET_MIB * 4) / 3)
  },
)

it('calls with large bodies are handled one after the other, and few wait', async () => {
  const queue = new LargeBodyQueue()
  let running = 0
  let most = 0
  const call = async () => {
    running += 1
    most = Math.max(most, running)
    await pause(1)
    running -= 1
  }
  const large = Array.from({ length: 8 }, () => queue.run(MIB, call))
  expect(large.filter((done) => done === undefined)).toHaveLength(3)
  await Promise.all(large)
  expect(most).toBe(1)
  await Promise.all([queue.run(10, call), queue.run(10, call)])
  expect(most).toBe(2)
  await queue.run(MIB, async () => Promise.reject(new Error('failed')))?.catch(() => undefined)
  await queue.run(MIB, call)
})

it('documents that are built whole are bounded in number, until their readers leave', async () => {
  const { ask, port, simulator, url } = await startServer()
  const most = Math.floor(simulator.memory.bytes / (64 * MIB))
  const documents = new WholeDocuments({ bytes: 128 * MIB, isShort: false })
  const responses = Array.from({ length: 3 }, () => new ServerResponse(new IncomingMessage(new Socket())))
  const target = `${url}/_playa/worlds/default/journal.har`
  expect(responses.map((one) => documents.refusal(target, one)?.status)).toEqual([undefined, undefined, 503])
  responses[0]?.emit('close')
  expect(documents.refusal(target, responses[2])).toBeUndefined()
  for (const left of clients(most + 2, port)) {
    left.write('GET /_playa/worlds/default/export HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
    await pause(5)
    left.destroy()
  }
  for (let i = 0; i < most + 2; i += 1)
    expect((await ask('GET', '/_playa/worlds/default/journal.har')).status).toBe(200)
})

it('one document is built at a time while the process is short of memory', () => {
  const documents = new WholeDocuments({ bytes: 512 * MIB, isShort: true })
  const response = () => new ServerResponse(new IncomingMessage(new Socket()))
  const target = 'http://127.0.0.1/_playa/worlds/default/file'
  expect(documents.refusal(target, response())).toBeUndefined()
  expect(documents.refusal(target, response())?.status).toBe(503)
})

it.each([
  ['more', 1.2, true],
  ['less', 0.8, false],
])('of a process that has %s than its budget, half of it in the heap', async (_, part, isFull) => {
  // What earlier tests left is freed in turns; much of what is held stays.
  const held = Buffer.alloc(256 * MIB)
  for (let i = 0; i < 4; i += 1) {
    collectGarbage()
    await pause(30)
  }
  const bytes = usedMemoryBytes() / 0.5
  const resident = vi.spyOn(process.memoryUsage, 'rss').mockReturnValue(part * bytes)
  onTestFinished(() => resident.mockRestore())
  const memory = new MemoryBudget(bytes, () => {})
  onTestFinished(memory.watch())
  await pause(300)
  expect([memory.isFull, memory.isShort, held.length]).toEqual([isFull, isFull, 256 * MIB])
})

it('without memory, copies and snapshots are refused for a second and change nothing; reads are answered', async () => {
  const { ask, simulator, url } = await startServer()
  Object.defineProperty(simulator.memory, 'isFull', { value: true })
  const copied = await ask('POST', '/_playa/worlds/default/fork')
  expect([copied.status, copied.text]).toEqual([503, expect.stringContaining('memory budget')])
  for (const [method, path] of [
    ['POST', '/_playa/worlds/default/fork'],
    ['POST', '/_playa/worlds'],
    ['POST', '/v3/publicaciones/ventas@elcomienzo.example'],
  ] as const) {
    const refused = await fetch(url + path, { method, body: path.includes('v3') ? '{}' : null })
    expect([path, refused.status, refused.headers.get('retry-after')]).toEqual([path, 503, '1'])
  }
  expect((await ask('POST', '/_playa/worlds/default/snapshots', { name: 'copy' })).status).toBe(503)
  expect([simulator.worlds.size, simulator.worlds.require('default').snapshots.size]).toEqual([1, 0])
  expect((await ask('GET', '/v3')).status).toBe(200)
})

const holder = (refused: string[], name: string) => ({ bytes: 0, refuse: () => void refused.push(name) })

it('the largest holder is refused first, or the oldest', () => {
  for (const [first, expected] of [
    ['largest', ['b']],
    ['oldest', ['a', 'b']],
  ] as const) {
    const refused: string[] = []
    const held = new HeldBytes(100, first)
    const [a, b, c] = [holder(refused, 'a'), holder(refused, 'b'), holder(refused, 'c')]
    held.grow(a, 10)
    held.grow(b, 80)
    held.grow(c, 30)
    expect(refused).toEqual(expected)
    held.release(b)
    held.release(c)
    if (first === 'largest') held.release(a)
    expect(held.bytes).toBe(0)
  }
})

it('a holder that was refused counts from zero when it grows again', () => {
  const held = new HeldBytes(100, 'largest')
  const again = holder([], 'again')
  for (let i = 0; i < 3; i += 1) {
    held.grow(again, 200)
    expect(held.bytes).toBe(0)
    held.grow(again, 30)
    expect(held.bytes).toBe(30)
    held.release(again)
    expect(held.bytes).toBe(0)
  }
})

it('the budget is read from a size with its unit', () => {
  expect([memorySize('512MiB', '--memory-budget'), memorySize('2GiB', '--memory-budget')]).toEqual([
    512 * MIB,
    2_048 * MIB,
  ])
  for (const wrong of ['512', '1MB', '255MiB', '-1GiB', 'GiB'])
    expect(() => memorySize(wrong, '--memory-budget')).toThrow(
      /--memory-budget takes a size of at least 256MiB/,
    )
})
