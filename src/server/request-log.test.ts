import { expect, it, onTestFinished } from 'vitest'
import { Simulator } from '../sandbox/simulator/simulator.ts'
import { JsonLog } from './json-log.ts'
import { listen } from './listen.ts'
import { logEvents } from './request-log.ts'
import { trustedProxies } from './trusted-proxies.ts'

const TOKEN = 'a-control-token'

const openServer = async () => {
  const lines: Record<string, unknown>[] = []
  const text: string[] = []
  const log = new JsonLog({
    secrets: [TOKEN],
    wallMs: () => 0,
    write: (line) => {
      text.push(line)
      lines.push(JSON.parse(line))
    },
  })
  const simulator = await Simulator.open({ scenario: 'empty', report: (error) => log.failure(error) })
  const server = await listen(simulator, {
    port: 0,
    hostname: '127.0.0.1',
    token: TOKEN,
    log,
    proxies: trustedProxies(true),
  })
  onTestFinished(() => server.close())
  onTestFinished(logEvents(log, simulator))
  return { simulator, server, lines, text }
}

it('writes a line for each request: operation, status, duration, world, id, address, and no secret', async () => {
  const { simulator, server, lines, text } = await openServer()
  const authorization = { Authorization: `Bearer ${TOKEN}` }
  const made = await fetch(`${server.url}/_playa/worlds`, {
    method: 'POST',
    headers: { ...authorization, 'X-Request-Id': 'from-proxy-7', 'X-Forwarded-For': '203.0.113.9' },
    body: '{"name": "w-1"}',
  })
  await made.text()
  await (await fetch(`${server.url}/w/w-1/v3/marcas?api_key=hidden-1&a=http://u:hidden-2@h/${TOKEN}`)).text()
  await (
    await fetch(`${server.url}/w/w-1/v3`, { method: 'DELETE', headers: { 'X-Request-Id': 'no id' } })
  ).text()
  await expect.poll(() => lines.filter(({ msg }) => msg === 'request').length).toBe(3)
  expect(lines[0]).toEqual({
    time: '1970-01-01T00:00:00.000Z',
    level: 'info',
    msg: 'world made',
    world: 'w-1',
  })
  expect(lines.filter(({ msg }) => msg === 'request')).toEqual([
    {
      time: '1970-01-01T00:00:00.000Z',
      level: 'info',
      msg: 'request',
      id: 'from-proxy-7',
      method: 'POST',
      path: '/_playa/worlds',
      operation: 'worlds.create',
      status: 201,
      durationMs: expect.any(Number),
      address: '203.0.113.9',
    },
    expect.objectContaining({
      id: expect.stringMatching(/^[0-9a-z]+-2$/),
      path: '/w/w-1/v3/marcas?api_key=[redacted]&a=http://[redacted]@h/[redacted]',
      operation: 'brands.list',
      world: 'w-1',
      status: 200,
    }),
    expect.objectContaining({ id: expect.stringMatching(/-3$/), operation: 'none', status: 405 }),
  ])
  simulator.report(new Error(`not good: ${TOKEN}`))
  expect(lines.at(-1)).toMatchObject({ level: 'error', msg: 'not good: [redacted]', error: 'Error' })
  expect(text.join('')).not.toMatch(/hidden|a-control-token/)
  expect(text.every((line) => line.endsWith('}\n') && !line.slice(0, -1).includes('\n'))).toBe(true)
})

it('writes a line for each attempt of a delivery', async () => {
  const { simulator, server, lines } = await openServer()
  const hook = { Callback: 'http://127.0.0.1:9/hook', Activo: true, Secret: 'sixteen-characters' }
  const put = await fetch(`${server.url}/v3/appnotificaciones/agencia-invitacion-aceptada`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(hook),
  })
  expect(put.status).toBe(200)
  const invited = await fetch(`${server.url}/_playa/worlds/default/invitations`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${TOKEN}` },
    body: '{"adminMail": "ventas@elcomienzo.example"}',
  })
  expect(invited.status).toBe(201)
  await expect
    .poll(() => lines.find(({ msg }) => msg === 'delivery'))
    .toMatchObject({
      level: 'warn',
      world: 'default',
      id: 'd1',
      attempts: 1,
      outcome: expect.any(String),
    })
  expect(simulator.attempts.failed).toBe(1)
})
