import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { installedCommand } from './command-line.ts'

/** `playa serve` as its own process. */

const command = installedCommand()

const serving = async (words: readonly string[] = [], env: Record<string, string> = {}) => {
  const server = await command.serve(words, env)
  onTestFinished(async () => void (await server.stop()))
  return server
}

const fileWith = (name: string, text: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'playa-cli-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

it('--json prints one line when ready: address, world, an agency, pid; SIGTERM ends it with 0', async () => {
  const server = await serving(['--scenario', 'empty'])
  const { url, control, world, agency, pid } = server.ready
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect({ control, world, agency }).toEqual({
    control: `${url}/_playa`,
    world: 'default',
    agency: 'ventas@elcomienzo.example',
  })
  expect((await fetch(`${url}/v3/publicaciones/${agency}`)).status).toBe(200)
  expect((await fetch(control)).status).toBe(200)
  process.kill(pid, 'SIGTERM')
  const ended = await server.ended
  expect([ended.code, ended.stderr, ended.stdout.trimEnd().split('\n').length]).toEqual([0, '', 1])
})

it('without a command it serves, and the banner shows version, scenario, seed, addresses, and a line to try that works', async () => {
  const server = command.start(['--port', '0', '--scenario', 'empty', '--seed', '77'])
  onTestFinished(async () => void (await server.stop()))
  const banner = await server.said(/Ctrl-C/)
  expect(banner).toMatch(/Playa \d+\.\d+\.\d+, scenario empty, seed 77/)
  const [, url] = /API +(http:\/\/127\.0\.0\.1:\d+)\/v3\n/.exec(banner) ?? []
  expect(banner).toContain(`${url}/openapi.json`)
  expect(banner).toContain(`${url}/_playa\n`)
  for (const page of ['Docs', 'Console', 'Storefront']) {
    const [, address = ''] = new RegExp(`${page} +(\\S+)\n`).exec(banner) ?? []
    const { status, headers } = await fetch(address, { headers: { Accept: 'text/html' } })
    expect([page, status, headers.get('content-type')]).toEqual([
      page,
      200,
      expect.stringMatching(/^text\/html/),
    ])
  }
  expect(banner).toContain('ventas@elcomienzo.example')
  const [, line = ''] = /curl (\S+)/.exec(banner) ?? []
  expect(line.startsWith(`${url}/v3/`)).toBe(true)
  expect((await fetch(line)).status).toBe(200)
})

it('--quiet prints nothing, --port overrides PORT, and PORT is honoured', async () => {
  const free = await serving(['--scenario', 'empty'])
  await free.stop()
  const { port } = new URL(free.ready.url)
  const quiet = command.start(['--quiet', '--scenario', 'empty', '--port', port], { PORT: 'nonsense' })
  onTestFinished(async () => void (await quiet.stop()))
  const status = () => fetch(`${free.ready.url}/v3`).then((answer) => answer.status)
  await expect.poll(() => status().catch(() => 0), { timeout: 5_000 }).toBe(200)
  expect(await quiet.stop()).toEqual({ code: 0, stdout: '', stderr: '' })
  const byEnvironment = command.start(['--json', '--scenario', 'empty'], { PORT: port })
  onTestFinished(async () => void (await byEnvironment.stop()))
  expect(await byEnvironment.said(/\n/)).toContain(`"url":"http://127.0.0.1:${port}"`)
})

it('Ctrl-C ends it with 0 after requests in flight, and closes idle connections at once', async () => {
  const server = await serving(['--scenario', 'empty'])
  const { port } = new URL(server.ready.url)
  await fetch(`${server.ready.url}/v3`)
  const socket = connect(Number(port), '127.0.0.1')
  const body = '{"NombreComercial": "Los de siempre"}'
  const head = `PUT /v3/agencias/ventas@elcomienzo.example HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
  socket.write(head + body.slice(0, 10))
  await new Promise((resolve) => setTimeout(resolve, 100))
  server.signal('SIGINT')
  const answered = () =>
    fetch(`${server.ready.url}/v3`).then(
      () => true,
      () => false,
    )
  await expect.poll(answered, { timeout: 1_500 }).toBe(false)
  socket.write(body.slice(10))
  const started = performance.now()
  const answer = await new Promise<string>((resolve) => {
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.once('close', () => resolve(text))
  })
  expect(answer).toContain('HTTP/1.1 200')
  expect(answer).toContain('Los de siempre')
  expect((await server.ended).code).toBe(0)
  expect(performance.now() - started).toBeLessThan(1_500)
})

it('neither half a request nor a closed log keeps the server from its end', async () => {
  const server = spawn(process.execPath, [command.path, 'serve', '--port', '0', '--json', '--log', 'json'])
  onTestFinished(() => void server.kill('SIGKILL'))
  const [line] = await once(server.stdout, 'data')
  const { url } = JSON.parse(String(line))
  server.stderr.destroy()
  for (let i = 0; i < 3; i++) expect((await fetch(`${url}/v3`)).status).toBe(200)
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write('POST /v3 HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\n{')
  await new Promise((resolve) => setTimeout(resolve, 100))
  const started = performance.now()
  server.kill('SIGTERM')
  const [code] = await once(server, 'exit')
  expect(code).toBe(0)
  expect(performance.now() - started).toBeLessThan(6_000)
})

it('SIGTERM: requests in flight are answered however long they take, and logged; then it ends with 0', async () => {
  const server = await serving(['--scenario', 'empty', '--log', 'json', '--journal', '10'])
  const { url, control } = server.ready
  await fetch(`${control}/worlds/default/faults`, {
    method: 'POST',
    body: JSON.stringify({ operation: 'entry.read', delay: { ms: 2_600 } }),
  })
  const slow = fetch(`${url}/v3`)
  await expect
    .poll(async () => (await fetch(`${control}/metrics`)).text())
    .toContain('playa_requests_in_progress 2\n')
  server.signal('SIGTERM')
  await expect
    .poll(() =>
      fetch(`${control}/ready`).then(
        ({ status }) => status,
        () => 'closed',
      ),
    )
    .not.toBe(200)
  expect((await slow).status).toBe(200)
  const { code, stdout, stderr } = await server.ended
  expect([code, stdout.trimEnd().split('\n').length]).toEqual([0, 1])
  const lines = stderr
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines[0]).toMatchObject({ level: 'info', msg: 'server started', url })
  expect(lines.find(({ path }) => path === '/v3')).toMatchObject({
    status: 200,
    operation: 'entry.read',
  })
  expect(lines.slice(-1)).toMatchObject([{ msg: 'server stopped' }])
})

it('--profile and --set choose assumptions, --set last; --auth is short for one; --now and --seed fix the world', async () => {
  const file = fileWith(
    'mine.yaml',
    'publications/write-to-archived: 403\npublications/suspend-twice: "200"\n',
  )
  const words = [
    '--profile',
    file,
    '--set',
    'publications/suspend-twice=409',
    '--auth',
    'key',
    '--now',
    '2026-03-01T12:00:00-03:00',
    '--seed',
    '5',
  ]
  const { ready } = await serving(words)
  const body = await (await fetch(`${ready.control}/worlds/default/profile`)).text()
  const { assumptions } = JSON.parse(body)
  expect(assumptions).toMatchObject({
    'publications/write-to-archived': { option: '403', source: 'given' },
    'publications/suspend-twice': { option: '409', source: 'given' },
    'auth/scheme': { option: 'key', source: 'given' },
  })
  expect(await (await fetch(`${ready.control}/worlds/default`)).json()).toMatchObject({
    now: '2026-03-01T12:00:00-03:00',
    running: false,
    seed: 5,
  })
  expect((await fetch(`${ready.url}/v3`)).status).toBe(401)
  expect((await fetch(`${ready.url}/v3`, { headers: { Authorization: 'Bearer demo-key' } })).status).toBe(200)
})

it('a scenario of one’s own is served from its file', async () => {
  const file = fileWith(
    'mine.yaml',
    `title: Mine
story: One agency.
seed: 3
apps: [{ name: mia, key: mia-key, secret: mia-secret-0123456789 }]
agencies:
  - adminMail: ana@propio.example
    nombreComercial: Propio
    package: { Alta: 1, Media: 0, Baja: 0 }
    access: { mia: {} }
    operators:
      - { Nombre: Ana, Apellido: Sosa, Email: ana@propio.example, TelefonoLaboral: +54 11 5555-0199 }
`,
  )
  const { ready } = await serving(['--scenario', file])
  expect(ready.agency).toBe('ana@propio.example')
  expect((await fetch(`${ready.url}/v3/agencias/ana@propio.example`)).status).toBe(200)
})

it('with publications/photos=downloaded a photo is fetched and measured, by code that is loaded on demand', async () => {
  const { ready } = await serving(['--scenario', 'empty', '--set', 'publications/photos=downloaded'])
  const elsewhere = createServer(async (request, response) => {
    const size = request.url === '/small.png' ? '320x200' : '640x360'
    const drawn = await fetch(`${ready.url}/_playa/photos/${size}/suv/rojo/1.png`)
    response.end(Buffer.from(await drawn.arrayBuffer()))
  })
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void elsewhere.close())
  const address = elsewhere.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const create = async (photo: string) => {
    const car = {
      ExternalId: 'gol-1',
      Marca: 'vw',
      Modelo: 'gol trend',
      VersionYear: 2018,
      Kilometraje: 61_000,
    }
    const body = JSON.stringify({ ...car, Fotos: [`http://127.0.0.1:${port}/${photo}`] })
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }
    return fetch(`${ready.url}/v3/publicaciones/${ready.agency}`, init)
  }
  const small = await create('small.png')
  expect([small.status, await small.text()]).toEqual([400, expect.stringContaining('320 x 200')])
  expect((await create('large.png')).status).toBe(201)
})
