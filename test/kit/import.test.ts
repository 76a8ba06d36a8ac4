import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { commandLine } from '../../src/cli/command-line.ts'
import { Simulator } from '../../src/sandbox/simulator/simulator.ts'
import { listen } from '../../src/server/listen.ts'
import { startOutsider } from '../outsider/outsider.ts'

/** `playa import`, run inside this process, against the sandbox and against another implementation. */

const folder = mkdtempSync(join(tmpdir(), 'playa-import-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const ran = async (words: readonly string[]) => {
  let stderr = ''
  const spy = vi.spyOn(console, 'error').mockImplementation((text) => {
    stderr += `${text}\n`
  })
  try {
    return { code: await commandLine(words), stderr }
  } finally {
    spy.mockRestore()
  }
}

type Json = Readonly<Record<string, never>> // a document of any shape, read member by member

const PEOPLE = ['Interesado', 'OperadorResponsable', 'Telefono', 'Locacion', 'Descripcion', 'Fotos']

/** What an agency shows, without its people and links, page by page. */
const shown = async (url: string, agency: string): Promise<Record<string, unknown>> => {
  const get = async (path: string): Promise<Json> => (await fetch(url + path)).json() as Promise<Json>
  const plain = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value, (name, inner) => (PEOPLE.includes(name) ? null : inner)))
  const lists = ['', '?estado=Suspendida', '?estado=Archivada'].map((query) =>
    get(`/v3/publicaciones/${agency}${query}`),
  )
  return {
    publications: (await Promise.all(lists)).map(plain),
    inquiries: plain(await get(`/v3/consultas/${agency}?desde=2025-12-02&pagina=2`)),
    visits: plain(await get(`/v3/visitas/${agency}?pagina=2`)),
    pack: await get(`/v3/agencias/${agency}/productos`),
    agency: await get(`/v3/agencias/${agency}`),
    hours: plain((await get(`/v3/sucursales/${agency}`))['_entries']),
  }
}

const valuesIn = (value: unknown, names: readonly string[]): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) =>
        typeof inner === 'string' ? (names.includes(name) ? [inner] : []) : valuesIn(inner, names),
      )
    : []

it('an imported sandbox shows the same agency, with other people', async () => {
  const nowMs = Date.parse('2026-03-01T15:00:00Z')
  const simulator = await Simulator.open({ scenario: 'demo', nowMs })
  const agency = 'ventas@lospinos.example'
  const server = await listen(simulator, { port: 0, hostname: '127.0.0.1' })
  const file = join(folder, 'pinos.yaml')
  const words = ['import', server.url, '--agency', agency, '-o', file, '--only', 'inquiries']
  const done = await ran(words)
  expect([done.code, done.stderr]).toEqual([0, expect.stringContaining('44 publications (31 active')])
  const original = await shown(server.url, agency)
  const copy = await Simulator.open({ scenario: file })
  const served = await listen(copy, { port: 0, hostname: '127.0.0.1' })
  const copied = await shown(served.url, agency)
  const withoutMails = (of: Record<string, unknown>) =>
    JSON.parse(
      JSON.stringify(of, (name, inner) =>
        /^(?:_links|Email|Direccion|ResponsableLeads.*)$/.test(name) ? null : inner,
      ),
    )
  expect(withoutMails(copied)).toEqual(withoutMails(original))
  const text = readFileSync(file, 'utf8')
  const page = await (await fetch(`${server.url}/v3/consultas/${agency}`)).json()
  const operators = await (await fetch(`${server.url}/v3/operadores/${agency}`)).json()
  const people = [
    ...valuesIn(page, ['Email', 'Telefono', 'DocIdentidad', 'Comentario']),
    ...valuesIn(operators, ['Email', 'Direccion', 'Apellido']),
  ]
  expect(people.length).toBeGreaterThan(200)
  expect(people.filter((value) => value !== agency && text.includes(value))).toEqual([])
  await Promise.all([server.close(), served.close()])
}, 60_000)

it('literals of states and the offset are read from responses, and the key stays with the service', async () => {
  const profile = {
    'publications/state-literals': 'words:Activa,Pausada,Cerrada',
    'auth/scheme': 'key',
  }
  const simulator = await Simulator.open({ scenario: 'demo', profile })
  const server = await listen(simulator, { port: 0, hostname: '127.0.0.1' })
  const file = join(folder, 'words.yaml')
  const empty = join(folder, 'empty-profile.yaml')
  writeFileSync(empty, 'common/href-form: root-relative\n')
  const key = simulator.worlds.require('default').world.setting.apps[0]?.key ?? ''
  vi.stubEnv('PLAYA_KEY', key)
  const words = ['import', server.url, '--agency', 'ventas@lospinos.example', '--auth', 'key']
  const done = await ran([...words, '--profile', empty, '-o', file])
  vi.unstubAllEnvs()
  expect([done.code, done.stderr]).toEqual([0, expect.stringContaining('31 active, 7 suspended, 6 archived')])
  const text = readFileSync(file, 'utf8')
  expect(text).toContain('publications/state-literals: words:Activa,Pausada,Cerrada')
  expect([text.includes(key), text.includes('auth/scheme')]).toEqual([false, false])
  await server.close()
}, 60_000)

it('another implementation is imported too; data that cannot be mapped is reported', async () => {
  const outsider = await startOutsider()
  const file = join(folder, 'outsider.yaml')
  const words = ['import', outsider.url, '--agency', outsider.agency, '-o', file, '--only', 'entry-point']
  const done = await ran([...words, '--header', `X-Api-Key: ${outsider.keys.first}`])
  expect([done.code, done.stderr]).toEqual([
    0,
    expect.stringMatching(/another app holds its place[\s\S]*Imported /),
  ])
  const copy = await Simulator.open({ scenario: file })
  const served = await listen(copy, { port: 0, hostname: '127.0.0.1' })
  const headers = { 'X-Api-Key': outsider.keys.first }
  const pack = async (url: string) =>
    (await fetch(`${url}/v3/agencias/${outsider.agency}/productos`, { headers })).json() as Promise<Json>
  const [before, after] = [await pack(outsider.url), await pack(served.url)]
  for (const level of ['Alta', 'Media', 'Baja']) expect(after[level]).toEqual(before[level])
  await Promise.all([outsider.close(), served.close()])
}, 60_000)

it('a missing agency and an invalid file are reported', async () => {
  const server = await listen(await Simulator.open({ scenario: 'empty' }), { port: 0, hostname: '127.0.0.1' })
  const file = join(folder, 'none.yaml')
  const words = ['import', server.url, '--agency', 'no@one.example', '--profile', 'none.yaml']
  expect((await ran([...words, '-o', 'x.txt'])).code).toBe(2)
  expect(await ran([...words.slice(0, 4), '-o', file, '--only', 'entry-point'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('no@one.example'),
  })
  await server.close()
})

it('a name that no scenario can hold is a sentence without it, and nothing is written', async () => {
  const simulator = await Simulator.open({ scenario: 'empty' })
  const server = await listen(simulator, { port: 0, hostname: '127.0.0.1' })
  const name = `secret ${'x'.repeat(200)}`
  const proxy = createServer(async (request, response) => {
    const answer = await fetch(server.url + request.url, { headers: { Accept: 'application/json' } })
    const text = (await answer.text()).replace(/"NombreComercial":"[^"]*"/g, `"NombreComercial":"${name}"`)
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(text)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address with one.
  const { port } = proxy.address() as AddressInfo
  const profile = join(folder, 'profile.yaml')
  const file = join(folder, 'long.yaml')
  writeFileSync(profile, '{}')
  const words = ['import', `http://127.0.0.1:${port}`, '--agency', 'ventas@elcomienzo.example', '-o', file]
  const { code, stderr } = await ran([...words, '--profile', profile])
  proxy.close()
  await server.close()
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining('agencies[0].nombreComercial: expected at most 100 characters\n'),
  ])
  expect(stderr).not.toContain('secret')
  expect(existsSync(file)).toBe(false)
})

/** Serves a proxy of the sandbox that refuses some requests first; returns what was asked for and when. */
const refusing = async (url: string, refusal: (request: number) => [number, string] | undefined) => {
  const asked: { readonly atMs: number; readonly isRefused: boolean }[] = []
  const proxy = createServer(async (request, response) => {
    const refused = refusal(asked.length)
    asked.push({ atMs: performance.now(), isRefused: refused !== undefined })
    if (refused) return void response.writeHead(refused[0], { 'Retry-After': refused[1] }).end()
    const answer = await fetch(url + request.url, { headers: { Accept: 'application/json' } })
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(await answer.text())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address with one.
  const { port } = proxy.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, asked, close: () => void proxy.close() }
}

it('all reading waits as long as a 429 or a 503 asks, a date included, and nothing is left out', async () => {
  const server = await listen(await Simulator.open({ scenario: 'demo' }), { port: 0, hostname: '127.0.0.1' })
  const date = () => new Date(Date.now() + 3_000).toUTCString()
  const refusals = new Map<number, () => [number, string]>([
    [4, () => [429, '1']],
    [9, () => [503, date()]],
  ])
  const { url, asked, close } = await refusing(server.url, (request) => refusals.get(request)?.())
  const file = join(folder, 'polite.yaml')
  const profile = join(folder, 'polite-profile.yaml')
  writeFileSync(profile, '{}')
  const words = ['import', url, '--agency', 'ventas@lospinos.example', '-o', file, '--profile', profile]
  const { code, stderr } = await ran(words)
  close()
  await server.close()
  expect([code, stderr]).toEqual([0, expect.stringContaining('44 publications')])
  const gaps = asked.slice(1).map(({ atMs }, at) => atMs - (asked[at]?.atMs ?? 0))
  expect([Math.max(...gaps.slice(3, 8)) > 950, Math.max(...gaps.slice(8, 14)) > 1_900]).toEqual([true, true])
}, 60_000)

it('a service that asks for a wait of an hour is reported at once, with advice', async () => {
  const server = await listen(await Simulator.open({ scenario: 'demo' }), { port: 0, hostname: '127.0.0.1' })
  const { url, close } = await refusing(server.url, (request) => (request > 5 ? [429, '3600'] : undefined))
  const profile = join(folder, 'hour-profile.yaml')
  writeFileSync(profile, '{}')
  const file = join(folder, 'hour.yaml')
  const words = ['import', url, '--agency', 'ventas@lospinos.example', '-o', file, '--profile', profile]
  const { code, stderr } = await ran(words)
  close()
  await server.close()
  expect([code, stderr]).toEqual([3, expect.stringMatching(/Nothing was imported: .*3600 s.*--rps/)])
  expect(existsSync(file)).toBe(false)
})
