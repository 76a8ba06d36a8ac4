import { createServer } from 'node:http'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { installedPlaya, playa, serve } from '../package/installed.ts'
import { type AgentSession, agentSession } from './agent-session.ts'

/** Scripted agents that start the installed `playa mcp`. */

const start = (...words: string[]): Promise<AgentSession> =>
  agentSession(
    new StdioClientTransport({
      command: process.execPath,
      args: [installedPlaya().command, 'mcp', ...words],
      cwd: installedPlaya().folder,
      stderr: 'inherit',
    }),
  )

let own: AgentSession
beforeAll(async () => {
  own = await start('--port', '0', '--now', '2026-03-01T12:00:00-03:00')
})
afterAll(() => own.close())

it('has its own sandbox, which a client under test reaches', async () => {
  const made = await own.use('make_world', { name: 'task' })
  // The schema of the response is the control API's own.
  const { base } = made.data as { base: string }
  expect((await fetch(`${base}/v3`)).status).toBe(200)
  expect((await fetch(`${base}/v3/nada`)).status).toBe(404)
  const counted = await own.use('count_requests', { world: 'task', status: 404 })
  expect(counted.data).toMatchObject({ count: 1, matched: [2] })
  expect((await own.use('explain_refusal', { world: 'task' })).data).toMatchObject({ status: 404 })
})

it('sends no webhook to another machine', async () => {
  const call = (method: string, path: string, more: Record<string, unknown> = {}) =>
    own.use('call_api', { method, path, ...more })
  const hook = { Callback: 'http://93.184.216.34/hook', Activo: true, Secret: 'a secret of the hook' }
  const { body } = (await call('GET', '/v3/appnotificaciones')).data as {
    body: { TopicsDisponibles: string[] }
  }
  for (const topic of body.TopicsDisponibles) {
    const set = await call('PUT', `/v3/appnotificaciones/${topic}`, { body: hook })
    expect(set.summary).toMatch(/^PUT was answered 20\d/)
    expect(set.text).not.toContain(hook.Secret)
  }
  const one = '/v3/publicaciones/ventas@lospinos.example/PIN-0002'
  const { headers } = (await call('GET', one)).data as { headers: { name: string; value: string }[] }
  const tag = headers.find(({ name }) => name === 'etag')?.value ?? ''
  const suspended = await call('PATCH', `${one}/suspender`, { headers: { 'If-Match': tag } })
  expect(suspended.summary).toMatch(/^PATCH was answered 20\d/)
  await own.use('advance_clock', { by: 'PT1M' })
  const deliveries = await own.use('list_deliveries')
  expect(deliveries.text).toContain('not an address of this machine')
})

it('checks a service on this machine, and no other', async () => {
  const broken = createServer((_, response) =>
    response.writeHead(200, { 'Content-Type': 'text/plain' }).end('no'),
  )
  await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve))
  const address = broken.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const agency = 'ventas@lospinos.example'
  const report = await own.use('run_check', {
    url: `http://127.0.0.1:${port}`,
    agency,
    only: ['entry-point'],
  })
  broken.close()
  expect(report.summary).not.toMatch(/^0 clauses failed.*exit code 0/)
  const refused = await own.use('run_check', { url: 'https://service.example', agency })
  expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('not on this machine') })
})

it('speaks to a running server with --url', async () => {
  const server = await serve('--now', '2026-03-01T12:00:00-03:00')
  const remote = await start('--url', server.url)
  const called = await remote.use('call_api', { method: 'GET', path: '/v3' })
  expect(called.summary).toBe('GET was answered 200. Exchange 1 of world default.')
  await remote.close()
  await server.stop()
})

it('says in one sentence that no server answers', async () => {
  const lost = await start('--url', 'http://127.0.0.1:9')
  const answer = await lost.use('list_worlds')
  expect(answer.isError).toBe(true)
  expect(answer.text).toMatch(/^No server answers at http:\/\/127\.0\.0\.1:9/)
  await lost.close()
})

it('refuses options that contradict each other', async () => {
  const { code, stderr, stdout } = await playa('mcp', '--url', 'http://127.0.0.1:9', '--port', '0')
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain('either --url or options of its own sandbox')
})
