import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { installedPlaya } from '../package/installed.ts'

const MIB = 1024 * 1024

it('a flood of requests whose answers are never read, and a message without end, fit into a small heap', async () => {
  const { command, folder } = installedPlaya()
  // With these requests it once ran full.
  const words = ['--max-old-space-size=96', command, 'mcp']
  const child = spawn(process.execPath, words, { cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] })
  const ended = once(child, 'exit')
  let said = ''
  child.stderr.on('data', (chunk) => (said += chunk))
  const request = (id: number | string, method: string, params: object = {}) =>
    `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`
  const clientInfo = { name: 'hostile agent', version: '1.0.0' }
  child.stdin.write(
    request('first', 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }),
  )
  await once(child.stdout, 'readable')
  const pings = Array.from({ length: 2_000 }, (_, id) => request(id, 'ping')).join('')
  for (let round = 0; round < 20; round += 1) {
    child.stdin.write(pings)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  // The system's buffers hold a few; no more is read until the client reads the responses.
  expect(child.stdin.writableLength).toBeGreaterThan(MIB)
  child.stdin.write(`{"a":"${'x'.repeat(24 * MIB)}"}\n${request('last', 'ping')}`)
  let text = ''
  child.stdout.setEncoding('utf8')
  await new Promise<void>((resolve, reject) => {
    void ended.then(() => reject(new Error(`ended: ${said}`)))
    child.stdout.on('data', (chunk: string) => {
      text = (text + chunk).slice(-1_000)
      if (text.includes('"id":"last"')) resolve()
    })
  })
  expect(text).toContain('A message has at most')
  child.stdin.end()
  expect([await ended, said]).toEqual([[0, null], ''])
})
