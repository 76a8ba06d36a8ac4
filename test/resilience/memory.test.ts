import { existsSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { memorySize } from '../../src/cli/commands/memory-size.ts'
import { HeldBytes } from '../../src/simulator/held-bytes.ts'
import { bundledCommand } from '../e2e/command-line/command-line.ts'

/** Clients that try to fill the memory of a server: it stays within its budget and a third. */

const command = await bundledCommand()
afterAll(command.remove)

const BUDGET_MIB = 192
const TOKEN = 'a-token-that-nobody-knows'

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
const isLinux = existsSync('/proc/self/status')

it.skipIf(!isLinux).each([
  ['without the token', ['--control-token', TOKEN]],
  ['where none is needed', []],
])('120 bodies of 31 MiB to a control call, %s', async (_, words) => {
  const { peak, honest } = await peakDuring(words, async (port) => {
    const sockets = clients(120, port)
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

it.skipIf(!isLinux)('pipelined requests whose answers nobody reads', async () => {
  const { peak, honest } = await peakDuring([], async (port, agency) => {
    const sockets = clients(8, port)
    for (const socket of sockets) socket.pause()
    const one = `GET /v3/publicaciones/${agency} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`
    await writeAll(sockets, one.repeat(1_000), 30)
  })
  expect(honest).toBe(200)
  expect(peak).toBeLessThan((BUDGET_MIB * 4) / 3)
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

it('the budget is read from a size with its unit', () => {
  expect([memorySize('512MiB', '--memory-budget'), memorySize('2GiB', '--memory-budget')]).toEqual([
    512 * MIB,
    2_048 * MIB,
  ])
  for (const wrong of ['512', '1MB', '64MiB', '-1GiB', 'GiB'])
    expect(() => memorySize(wrong, '--memory-budget')).toThrow(
      /--memory-budget takes a size of at least 128MiB/,
    )
})
