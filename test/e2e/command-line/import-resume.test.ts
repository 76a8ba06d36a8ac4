import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { Simulator } from '../../../src/sandbox/simulator/simulator.ts'
import { listen } from '../../../src/server/listen.ts'
import { bundledCommand } from './command-line.ts'

/** `playa import` continues after an interruption. */

const AGENCY = 'ventas@lospinos.example'
const command = await bundledCommand()
const folder = mkdtempSync(join(tmpdir(), 'playa-resume-'))
const noProfile = join(folder, 'profile.yaml')
writeFileSync(noProfile, 'common/href-form: root-relative\n')
// The day is past, so the scenario begins at its newest inquiry, whenever it is imported.
const nowMs = Date.parse('2026-03-01T15:00:00Z')
const simulator = await Simulator.open({ scenario: 'demo', nowMs })
const sandbox = await listen(simulator, { port: 0, hostname: '127.0.0.1' })
const closing: (() => void)[] = []
afterAll(async () => {
  for (const close of closing) close()
  command.remove()
  rmSync(folder, { recursive: true, force: true })
  await sandbox.close()
})

/** How the service becomes unreachable. */
type Failure = 'hangs' | 'resets' | 'gateway' | 'limit'

const fail = (failure: Failure, response: ServerResponse): void => {
  if (failure === 'resets') response.destroy()
  if (failure === 'gateway') response.writeHead(502).end()
  if (failure === 'limit') response.writeHead(429, { 'Retry-After': '3600' }).end()
}

/**
 * Starts a service whose lists show references, and which goes away after `most` publications, until it is
 * mended.
 */
const startShaky = async (failure: Failure, most: number) => {
  const asked: string[] = []
  let left = most
  let onGone = () => {}
  const gone = new Promise<void>((resolve) => {
    onGone = resolve
  })
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    const isOne = /^\/v3\/publicaciones\/[^/?]+\/./.test(path)
    asked.push(path)
    if (isOne && left <= 0) {
      onGone()
      fail(failure, response)
      return
    }
    if (isOne) left -= 1
    const answer = await fetch(sandbox.url + path, { headers: { Accept: 'application/json' } })
    const json = (await answer.json()) as { _entries: { ExternalId: string }[] } // of the sandbox
    if (/^\/v3\/publicaciones\/[^/]+$/.test(path))
      json._entries = json._entries.map(({ ExternalId }) => ({
        ExternalId,
        href: `/v3/publicaciones/${AGENCY}/${ExternalId}`,
      }))
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(JSON.stringify(json))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const mend = () => {
    left = Number.POSITIVE_INFINITY
    asked.length = 0
  }
  // `address()` of a server that listens to a port is none of a pipe.
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, gone, mend }
}

const wordsFor = (url: string, name: string) => {
  const output = join(mkdtempSync(join(folder, `${name}-`)), 'agency.yaml')
  const words = ['import', url, '--agency', AGENCY, '--profile', noProfile, '-o', output]
  return { output, resume: `${output}.resume`, words }
}

const uninterrupted = async (): Promise<string> => {
  const { url } = await startShaky('hangs', Number.POSITIVE_INFINITY)
  const { output, resume, words } = wordsFor(url, 'whole')
  expect(await command.run(words)).toMatchObject({ code: 0 })
  expect(existsSync(resume)).toBe(false)
  return withoutPort(readFileSync(output, 'utf8'))
}

const withoutPort = (text: string) => text.replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1')

const whole = await uninterrupted()

/** Values of people that the service shows. */
const peopleShown = async (): Promise<readonly string[]> => {
  const names =
    /^(?:Apellido|Email|Telefonos?|DocIdentidad|Comentario|Direccion|OperadorResponsable|WhatsApp)$/
  const found = new Set<string>()
  const collect = (value: unknown, name = ''): void => {
    if (typeof value === 'string' && names.test(name) && value !== AGENCY && value !== '') found.add(value)
    if (typeof value === 'object' && value !== null)
      for (const [inner, one] of Object.entries(value)) collect(one, Array.isArray(value) ? name : inner)
  }
  const paths = ['operadores', 'sucursales', 'publicaciones', 'consultas'].map(
    (kind) => `/v3/${kind}/${AGENCY}`,
  )
  for (const path of [...paths, `/v3/consultas/${AGENCY}?pagina=2`])
    collect(await (await fetch(sandbox.url + path)).json())
  return [...found]
}

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 130],
  ['SIGKILL', null],
] as const)('after %s the same command continues, and the scenario is the same', async (name, code) => {
  const service = await startShaky('hangs', 20)
  const { output, resume, words } = wordsFor(service.url, name)
  const child = command.start(words)
  await service.gone
  child.signal(name)
  expect((await child.ended).code).toBe(code)
  const kept = readFileSync(resume, 'utf8')
  expect(statSync(resume).mode & 0o777).toBe(0o600)
  expect([existsSync(output), kept.split('\n').length > 15]).toEqual([false, true])
  const people = await peopleShown()
  expect(people.length).toBeGreaterThan(200)
  expect(people.filter((value) => kept.includes(value))).toEqual([])
  service.mend()
  const again = await command.run(words)
  expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining('Going on with the import') })
  expect(again.stderr).toMatch(/\d+ documents read, and 1\d taken from /)
  expect(withoutPort(readFileSync(output, 'utf8'))).toBe(whole)
  const single = new Set(service.asked.filter((path) => /^\/v3\/publicaciones\/[^/]+\/./.test(path)))
  expect(single.size).toBeLessThan(44 - 10)
  expect(existsSync(resume)).toBe(false)
})

it.each(['resets', 'gateway', 'limit'] as const)(
  'a service that becomes unreachable (%s) is reported, and the documents are kept',
  async (failure) => {
    const service = await startShaky(failure, 25)
    const { output, resume, words } = wordsFor(service.url, failure)
    const first = await command.run(words)
    expect(first).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/Nothing was imported: .*\n.*agency\.yaml\.resume keeps what was read: /),
    })
    service.mend()
    expect(await command.run(words)).toMatchObject({ code: 0 })
    expect(withoutPort(readFileSync(output, 'utf8'))).toBe(whole)
    expect(existsSync(resume)).toBe(false)
  },
)

const HEADER = {
  format: 'playa import',
  version: 1,
  service: 'http://127.0.0.1:9',
  agency: AGENCY,
  headers: '',
  begun: new Date().toISOString(),
  profile: {},
}

it.each([
  ['a note of mine\n', 'is not a file of playa import'],
  [`${JSON.stringify({ ...HEADER, version: 7 })}\n`, 'its format is 7, and this one reads 1'],
  [`${JSON.stringify(HEADER)}\n`, 'holds an import from http://127.0.0.1:9, not from'],
  [`${JSON.stringify({ ...HEADER, service: undefined })}\n`, 'is damaged in line 1'],
] as const)('a resume file %j is not gone on with', async (text, sentence) => {
  const { resume, words } = wordsFor(sandbox.url, 'foreign')
  writeFileSync(resume, text)
  expect(await command.run(words)).toMatchObject({ code: 2, stderr: expect.stringContaining(sentence) })
  expect(readFileSync(resume, 'utf8')).toBe(text)
  const restarted = await command.run([...words, '--restart'])
  expect(restarted.code).toBe(text.startsWith('{') ? 0 : 2)
})

it('another agency, other headers, an old file, a broken line and a link are reported; half a line is not needed', async () => {
  const service = await startShaky('limit', 20)
  const { resume, words } = wordsFor(service.url, 'stale')
  expect((await command.run(words)).code).toBe(3)
  const text = readFileSync(resume, 'utf8')
  const refused = async (changed: string, more: readonly string[] = []) => {
    writeFileSync(resume, changed)
    const { code, stderr } = await command.run([...words, ...more])
    expect(code).toBe(2)
    return stderr
  }
  expect(await refused(text.replace(`"agency":"${AGENCY}"`, '"agency":"a@b.example"'))).toContain(
    'an import of a@b.example',
  )
  expect(await refused(text, ['--header', 'Playa-World: other'])).toContain('other --header values')
  expect(await refused(text.replace(/"begun":"\d{4}/, '"begun":"2020'))).toMatch(
    /is \d+ days old.*--restart/s,
  )
  expect(await refused(text.replace(/\n\{"url".*\n/, '\n{"url":1}\n'))).toMatch(/is damaged in line \d/)
  service.mend()
  writeFileSync(resume, text.slice(0, -20))
  expect((await command.run(words)).code).toBe(0)
  symlinkSync(noProfile, resume)
  expect((await command.run(words)).code).toBe(2)
  expect(readFileSync(noProfile, 'utf8')).toBe('common/href-form: root-relative\n')
})
