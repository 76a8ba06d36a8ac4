import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, expect, it } from 'vitest'
import { bundledCommand } from '../e2e/command-line/command-line.ts'
import { AGENCY } from './targets.ts'

/** Interruption by Ctrl-C, which needs its own process. */

const command = await bundledCommand()
afterAll(command.remove)

/**
 * Starts a server that never answers creates, so that a run can be interrupted in the middle of one. It
 * answers archiving when `archives` is true.
 */
const slow = async (archives: boolean) => {
  const archived: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    const isArchiving = path.endsWith('/archivar')
    if (isArchiving) archived.push(path)
    if (request.method === 'POST') server.emit('create')
    if (isArchiving) server.emit('archive')
    if (request.method === 'POST' || (isArchiving && !archives)) return
    response.setHeader('Content-Type', 'application/json')
    response.end('{"_links":{"self":{"href":"/v3"}}}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return { server, archived, url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` }
}

const interrupted = async (archives: boolean) => {
  const { server, archived, url } = await slow(archives)
  const created = once(server, 'create')
  const archiving = once(server, 'archive')
  const words = ['check', url, '--agency', AGENCY, '--only', 'publications-create', '--timeout', '30']
  const running = command.start(words)
  await created
  running.signal('SIGINT')
  await archiving
  if (!archives) running.signal('SIGINT')
  const ran = await running.ended
  server.closeAllConnections()
  server.close()
  return { ...ran, archived }
}

it('Ctrl-C ends the run with exit code 130, after archiving everything that it may have created', async () => {
  const { code, stdout, stderr, archived } = await interrupted(true)
  expect(code).toBe(130)
  expect(stderr).toContain('Interrupted: archiving what was created.')
  expect(stdout).toMatch(/^Interrupted\./m)
  expect(archived.length).toBeGreaterThan(0)
  for (const path of archived) expect(path).toMatch(/\/playa[0-9a-f]{8}x\d+\/archivar$/)
})

it('a second Ctrl-C ends the process at once', async () => {
  const { code, stdout } = await interrupted(false)
  expect([code, stdout]).toEqual([130, ''])
})
