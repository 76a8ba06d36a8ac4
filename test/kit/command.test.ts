import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { parse } from 'yaml'
import { commandLine } from '../../src/cli/command-line.ts'
import { readProfile } from '../../src/cli/support/profile-file.ts'
import { Simulator } from '../../src/sandbox/simulator/simulator.ts'
import { listen } from '../../src/server/listen.ts'
import { AGENCY, httpServer } from './targets.ts'

/** The commands of the kit, run inside this process. */

const ran = async (words: readonly string[], env: Readonly<Record<string, string>> = {}) => {
  const said = { stdout: '', stderr: '' }
  const into = (stream: 'stdout' | 'stderr', end: string) => (text: unknown) => {
    said[stream] += `${text}${end}`
    return true
  }
  for (const [name, value] of Object.entries({ PLAYA_KEY: '', PLAYA_SECRET: '', GITHUB_ACTIONS: '', ...env }))
    vi.stubEnv(name, value)
  const spies = [
    vi.spyOn(console, 'log').mockImplementation(into('stdout', '\n')),
    vi.spyOn(console, 'error').mockImplementation(into('stderr', '\n')),
    vi.spyOn(process.stdout, 'write').mockImplementation(into('stdout', '')),
    vi.spyOn(process.stderr, 'write').mockImplementation(into('stderr', '')),
  ]
  try {
    return { code: await commandLine(words), ...said }
  } finally {
    for (const spy of spies) spy.mockRestore()
    vi.unstubAllEnvs()
  }
}

const folder = mkdtempSync(join(tmpdir(), 'playa-kit-'))
const file = (name: string, text = ''): string => {
  const path = join(folder, name)
  if (text !== '') writeFileSync(path, text)
  return path
}
const sandbox = await Simulator.open({ scenario: 'demo' })
const keyed = await Simulator.open({ scenario: 'demo', profile: { 'auth/scheme': 'key' } })
const [open, closed] = await Promise.all(
  [sandbox, keyed].map((one) => listen(one, { port: 0, hostname: '127.0.0.1' })),
)

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await Promise.all([open?.close(), closed?.close()])
})

const url = open?.url ?? ''
const base = ['check', url, '--agency', AGENCY]
const entry = ['--only', 'entry-point']

const waiver = (more = '') =>
  `- clause: entry-point/has-the-link-blocks\n  owner: Ana\n  reason: known\n  issue: https://example.com/1\n  expires: 2999-01-01\n${more}`

it.each([
  ['a conforming service', [...base, ...entry], 0, /Conforms\./],
  [
    'a service that needs a key and gets none',
    ['check', closed?.url ?? '', '--agency', AGENCY],
    3,
    /answers 401: check --auth/,
  ],
  [
    'an agency that is not known',
    ['check', url, '--agency', 'nadie@nada.example'],
    2,
    /does not know the agency/,
  ],
  [
    'a path below which nothing is',
    ['check', `${url}/nothing`, '--agency', AGENCY],
    4,
    /knows nothing: check the URL/,
  ],
  [
    'a port where nothing listens',
    ['check', 'http://127.0.0.1:9', '--agency', AGENCY],
    3,
    /nothing listens there/,
  ],
  [
    'an agency that a walk does not find',
    ['explore', url, '--agency', 'nadie@nada.example'],
    2,
    /does not know the agency/,
  ],
  [
    'a path below which a walk finds nothing',
    ['explore', `${url}/nothing`, '--agency', AGENCY],
    4,
    /knows nothing: check the URL/,
  ],
  ['no URL', ['check', '--agency', AGENCY], 2, /Which service\?/],
  ['no agency', ['check', url], 2, /Which agency may be used\?/],
  ['a URL of another scheme', ['check', 'ftp://example', '--agency', AGENCY], 2, /begins with http/],
  ['a URL without a scheme', ['check', '127.0.0.1:9', '--agency', AGENCY], 3, /127\.0\.0\.1:9/],
  [
    'an unknown clause',
    [...base, '--only', 'entry-point/has-the-link-block'],
    2,
    /Did you mean entry-point\/has-the-link-blocks\?|Did you mean entry-point\/has-the-link-blocks,/,
  ],
  ['an unknown option', [...base, '--agancy', 'x'], 2, /Did you mean --agency\?/],
  ['a word for leaves that is none', [...base, '--leaves', 'everything'], 2, /^--leaves: /],
  ['a number that is none', [...base, '--concurrency', 'many'], 2, /--concurrency takes a number/],
  ['a timeout of a week', [...base, '--timeout', '604800'], 2, /--timeout takes seconds/],
  [
    'a waiver file that is not there',
    [...base, '--waivers', file('none.yaml')],
    2,
    /none\.yaml cannot be read: there is no such file/,
  ],
  [
    'a waiver file that is not a list',
    [...base, '--waivers', file('bad.yaml', 'clause: 3')],
    2,
    /--waivers .*bad\.yaml: /,
  ],
  [
    'a waiver that is stale',
    [...base, ...entry, '--waivers', file('stale.yaml', waiver())],
    5,
    /has-the-link-blocks: stale/,
  ],
  ['a report of no known kind', [...base, '--report', 'pdf=x.pdf'], 2, /--report takes json=FILE/],
  [
    'a report into a folder that is a file',
    [...base, '--report', `json=${join(file('a-file', 'x'), 'x.json')}`],
    2,
    /cannot be written/,
  ],
  [
    'a profile with an unknown id',
    [...base, '--profile', file('wrong.yaml', 'common/href-forms: absolute')],
    2,
    /did you mean common\/href-form/,
  ],
  [
    'a key that the environment lacks',
    [...base, '--auth', 'key'],
    2,
    /--auth key needs the variable PLAYA_KEY/,
  ],
  ['a header that is none', [...base, '--header', 'novalue'], 2, /--header takes/],
  [
    'a module that signs nothing',
    [...base, '--sign', file('sign.mjs', 'export const x = 1')],
    2,
    /not a function that signs/,
  ],
  ['certificates that are none', [...base, '--cacert', file('ca.pem', 'hello')], 2, /no certificate in PEM/],
  [
    'a secret in the file',
    ['check', '--config', file('secret.yaml', `url: ${url}\nagency: ${AGENCY}\nauth: key\nkey: abc`)],
    2,
    /key-variable/,
  ],
  [
    'an unknown member of the file',
    ['check', '--config', file('odd.yaml', `url: ${url}\nagancy: x`)],
    2,
    /odd\.yaml: .*agancy/,
  ],
])('%s ends with its exit code and a clear sentence', async (_, words, code, sentence) => {
  const { code: ended, stdout, stderr } = await ran(words)
  const said = stdout + stderr
  expect(said).toMatch(sentence)
  expect(said).not.toMatch(/\n\s+at .*:\d+/)
  expect(ended, said).toBe(code)
})

it('a service that does not conform has exit code 1, and the output reproduces the failure', async () => {
  const wrong = await httpServer((request, response) => {
    const path = request.url ?? ''
    response.setHeader('Content-Type', 'application/json')
    if (path === '/_playa/health') response.end('{"status":"ok"}\n')
    else response.end(path === '/v3' ? '{"_links":{"self":{"href":"/v3"}}}' : '{"Alta":{},"_links":{}}')
  })
  const done = await ran(['check', wrong.url, '--agency', AGENCY, ...entry], { GITHUB_ACTIONS: 'true' })
  await wrong.close()
  expect(done.code).toBe(1)
  for (const part of [
    'expected   ',
    'got        ',
    `reproduce  curl -i -H 'Accept: application/json' '${wrong.url}/v3'`,
    `playa check ${wrong.url} --only entry-point/`,
    '--write-waivers FILE',
    '::error title=entry-point/',
  ]) {
    expect(done.stdout).toContain(part)
  }
})

it('a sandbox is checked in a fork, which is deleted when nothing failed', async () => {
  const before = keyed.worlds.all().map(({ name }) => name)
  const size = keyed.worlds.require('default').journal.size
  const key = keyed.worlds.require('default').world.setting.apps[0]?.key ?? ''
  const words = ['check', closed?.url ?? '', '--agency', AGENCY, '--auth', 'key', ...entry]
  const done = await ran(words, { PLAYA_KEY: key })
  expect([done.code, done.stderr]).toEqual([0, expect.stringContaining('a fork of its world default')])
  expect(keyed.worlds.all().map(({ name }) => name)).toEqual(before)
  expect(keyed.worlds.require('default').journal.size).toBe(size)
  const inPlace = await ran([...words, '--in-place'], { PLAYA_KEY: key })
  expect([inPlace.code, inPlace.stderr]).toEqual([0, expect.not.stringContaining('fork')])
  expect(keyed.worlds.require('default').journal.size).toBeGreaterThan(size)
})

it('a fork in which something failed is kept and named', async () => {
  const world = keyed.worlds.require('default')
  const key = world.world.setting.apps[0]?.key ?? ''
  const words = ['check', closed?.url ?? '', '--agency', AGENCY, '--auth', 'key', ...entry]
  const known = file('not-so.yaml', 'common/etag-elsewhere: every-get')
  const done = await ran([...words, '--profile', known, '--require', 'catalogue'], { PLAYA_KEY: key })
  const [, name = ''] = /The world (run-[0-9a-f]{8}) is kept: /.exec(done.stderr) ?? []
  expect([done.code, done.stderr]).toEqual([1, expect.stringContaining(`playa world delete ${name}`)])
  expect(keyed.worlds.get(name)).toBeDefined()
  keyed.worlds.delete(name)
})

it('the file says everything but the secret, and the command line wins', async () => {
  const config = file(
    'playa.check.yaml',
    `url: ${closed?.url}\nagency: nadie@nada.example\nauth: key\nkey-variable: SHOP_KEY\nonly: [entry-point]\nreport:\n  json: out/report.json\nheaders:\n  X-Team: \${TEAM}\n`,
  )
  const key = keyed.worlds.require('default').world.setting.apps[0]?.key ?? ''
  const done = await ran(['check', '--config', config, '--agency', AGENCY], {
    SHOP_KEY: key,
    TEAM: 'team-secret-1',
  })
  expect(done.code).toBe(0)
  expect(done.stderr).toMatch(
    /^The target is a sandbox: [^\n]+\n6 clauses, up to 36 requests to \S+\nIt leaves there: nothing\. [^\n]+\n$/,
  )
  const text = readFileSync(join(folder, 'out/report.json'), 'utf8')
  expect(JSON.parse(text)).toMatchObject({ version: 1, exitCode: 0, agency: AGENCY })
  expect(
    [key, 'team-secret-1'].filter((secret) => text.includes(secret) || done.stdout.includes(secret)),
  ).toEqual([])
})

it('a plan lists the requests and the leftovers of a run, and sends nothing', async () => {
  const asked: string[] = []
  const server = await httpServer((request, response) => {
    asked.push(request.url ?? '')
    response.end()
  })
  const done = await ran([
    'check',
    server.url,
    '--agency',
    'otra@agencia.example',
    '--plan',
    '--only',
    'publications-read',
    'entry-point',
  ])
  await server.close()
  expect([done.code, done.stderr, asked]).toEqual([0, '', []])
  expect(done.stdout).toContain('POST   /v3/publicaciones/otra%40agencia.example')
  expect(done.stdout).toMatch(/About \d+ publications would be created/)
})

it('drift lists what a service answers differently from an earlier profile, and which exchanges of a recording', async () => {
  const learned = ['drift', url, '--agency', AGENCY, '--leaves', 'nothing', '--only', 'inquiries']
  const headers = [{ name: 'Date', value: 'Sun, 01 Mar 2026 15:00:00 GMT' }]
  const entry = (path: string) => ({
    startedDateTime: '2026-03-01T15:00:00Z',
    request: { method: 'GET', url: `https://live.example/api/v3${path}`, headers },
    response: { status: 200, headers },
  })
  const har = { log: { entries: [entry(''), entry(`/consultas/${AGENCY}`), entry('/agencias/x@y.example')] } }
  const journal = file('traffic.har', JSON.stringify(har))
  const since = file('former.yaml', 'inquiries/order: oldest-first\n')
  const done = await ran([...learned, '--since', since, '--journal', journal, '--report', 'json=-'])
  expect(done.code).toBe(1)
  expect(JSON.parse(done.stdout)).toMatchObject({
    changed: [{ id: 'inquiries/order', former: 'oldest-first', present: 'newest-first' }],
    lost: [],
    failing: [],
    recording: { differing: [{ number: 2, formerStatus: 200, presentStatus: 200 }], compared: 2, total: 3 },
  })
  const same = await ran([...learned, '--since', file('same.yaml', 'inquiries/order: newest-first\n')])
  expect([same.code, same.stdout]).toEqual([
    0,
    expect.stringMatching(/^0 options changed, .*; 0 clauses fail that did not\.$/m),
  ])
  expect((await ran(['drift', url, '--agency', AGENCY])).code).toBe(2)
})

it('learn writes a profile that serve accepts', async () => {
  const profile = file('learned.yaml')
  const done = await ran(['learn', url, '--agency', AGENCY, '--only', 'common', '-o', profile])
  expect(done.code, done.stderr).toBe(0)
  expect(parse(readFileSync(profile, 'utf8'))).toMatchObject({ 'common/href-form': 'root-relative' })
  const likeness = await Simulator.open({ scenario: 'demo', profile: readProfile(profile) })
  expect(likeness.worlds.require('default').world.setting.profile.sources['common/href-form']).toBe('given')
})

it('clauses and statements are listed, shown one by one, and found by citations', async () => {
  const all = await ran(['clauses'])
  const one = await ran(['clauses', 'entry-point/has-the-link-blocks'])
  const json = await ran(['clauses', 'CAT-01', '--json'])
  const statement = await ran(['statements', 'cat-01'])
  const unknown = await ran(['statements', 'CAT-99'])
  expect(all.stdout).toMatch(/^entry-point\/has-the-link-blocks +nothing +GET \/v3/m)
  expect(one.stdout).toContain('  CAT-01  ')
  for (const entry of JSON.parse(json.stdout)) expect(entry.statements).toContain('CAT-01')
  expect(statement.stdout).toContain('entry-point/has-the-link-blocks')
  expect(unknown.code).toBe(2)
})
