import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { runHere, served } from './in-process.ts'

/** `playa world` against a running server. */

const FROZEN = '2026-03-01T12:00:00-03:00'

it('a world is made, forked, reset, listed and deleted', async () => {
  const { url, playa, printedJson } = await served()
  const made = await printedJson(
    'world',
    'new',
    'shop-1',
    '--scenario',
    'two-apps',
    '--seed',
    '7',
    '--now',
    FROZEN,
  )
  expect(made).toMatchObject({ name: 'shop-1', scenario: 'two-apps', seed: 7, base: `${url}/w/shop-1` })
  expect(await printedJson('world', 'fork', 'shop-1', 'shop-2')).toMatchObject({ name: 'shop-2', seed: 7 })
  await fetch(`${url}/w/shop-2/v3/agencias/ventas@elcruce.example`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: '{"NombreComercial": "Otro"}',
  })
  expect((await printedJson('world', 'show', 'shop-2')).agencies[0].nombreComercial).toBe('Otro')
  expect((await printedJson('world', 'reset', 'shop-2')).agencies[0].nombreComercial).toBe(
    'El Cruce Automotores',
  )
  const listed = await printedJson('world', 'list')
  expect(listed.map(({ name }: { name: string }) => name)).toEqual(['default', 'shop-1', 'shop-2'])
  expect(await playa('world', 'delete', 'shop-1')).toEqual({
    code: 0,
    stdout: 'Deleted shop-1.\n',
    stderr: '',
  })
  expect((await fetch(`${url}/w/shop-1/v3`)).status).toBe(404)
})

it('without --json a world is printed on a few lines, and worlds one on a line', async () => {
  const { url, playa } = await served()
  const { stdout } = await playa('world', 'new', 'shop-1', '--scenario', 'two-apps', '--now', FROZEN)
  expect(stdout.split('\n').slice(0, 4)).toEqual([
    'Made shop-1',
    `  API       ${url}/w/shop-1/v3`,
    expect.stringMatching(/^ {2}Scenario {2}two-apps, seed \d+$/),
    `  Clock     ${FROZEN}, frozen`,
  ])
  expect(stdout).toContain('  Agency    ventas@elcruce.example  El Cruce Automotores\n')
  expect(stdout).toContain('  App       norte, key norte-key\n')
  const list = (await playa('world', 'list')).stdout
  expect(list).toMatch(/^default +empty, seed \d+ +\S+ running +agencies: 1/m)
  expect(list).toMatch(/^shop-1 +two-apps, seed \d+ +2026-03-01T12:00:00-03:00 frozen/m)
})

it('a snapshot is taken, listed, restored and deleted', async () => {
  const { playa } = await served({ now: FROZEN })
  expect((await playa('world', 'snapshots', 'default')).stdout).toContain('World default has no snapshot')
  expect((await playa('world', 'snapshot', 'default', 'before')).stdout).toMatch(
    /^Took snapshot before: 2026-03-01T12:00:00/,
  )
  await playa('clock', 'advance', 'P1D')
  expect((await playa('world', 'snapshots', 'default')).stdout).toMatch(/^before +2026-03-01T12:00:00-03:00 /)
  expect((await playa('world', 'restore', 'default', 'before')).code).toBe(0)
  expect((await playa('clock')).stdout).toBe(`default  ${FROZEN}  frozen\n`)
  expect((await playa('world', 'forget', 'default', 'before')).stdout).toBe('Deleted before.\n')
  const gone = await playa('world', 'restore', 'default', 'before')
  expect([gone.code, gone.stderr]).toEqual([1, expect.stringContaining('no snapshot named before')])
})

it('a world is exported to standard output or a file, and made again from it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'playa-cli-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'out', 'shop.yaml')
  const { playa, printedJson } = await served({ scenario: 'two-apps', now: FROZEN })
  const printed = await playa('world', 'export', 'default')
  expect(JSON.parse(printed.stdout).agencies).toHaveLength(2)
  const written = await playa('world', 'export', 'default', '-o', file)
  expect(written).toEqual({ code: 0, stdout: expect.stringContaining(`--scenario ${file}`), stderr: '' })
  // Quiet prints nothing, whichever file a world goes to.
  for (const verb of ['export', 'save']) {
    const quiet = await playa('world', verb, 'default', '-o', join(folder, verb), '--quiet')
    expect(quiet).toEqual({ code: 0, stdout: '', stderr: '' })
  }
  expect(readFileSync(file, 'utf8')).toMatch(/^name: /)
  const [again, first] = [
    await printedJson('world', 'new', 'again', '--scenario', file),
    await printedJson('world', 'show', 'default'),
  ]
  expect([again.counts, again.agencies]).toEqual([first.counts, first.agencies])
  const missing = await playa('world', 'new', 'b', '--scenario', join(folder, 'none.yaml'))
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('none.yaml cannot be read')])
})

it('a refusal of the server is one sentence on standard error and exit code 1', async () => {
  const { playa } = await served()
  await playa('world', 'new', 'shop-1')
  const refused = [
    await playa('world', 'reset', 'shop-2'),
    await playa('world', 'delete', 'default'),
    await playa('world', 'new', 'default'),
    await playa('world', 'new', 'a', '--scenario', 'nope'),
  ]
  expect(refused.map(({ code, stdout }) => [code, stdout])).toEqual(refused.map(() => [1, '']))
  const [unknown, kept, taken, wrong] = refused.map(({ stderr }) => stderr)
  expect(unknown).toMatch(/^There is no world named shop-2\. Create it with .* Did you mean shop-1\?\n$/)
  expect(kept).toContain('cannot be deleted')
  expect(taken).toContain('named default already')
  expect(wrong).toContain('There is no scenario nope. Expected one of')
})

it('misuse is exit code 2, one sentence, and one line that leads to help', async () => {
  const [verb, none, nameless, extra, foreign] = [
    await runHere(['world', 'rest', 'a']),
    await runHere(['world']),
    await runHere(['world', 'fork']),
    await runHere(['world', 'delete', 'a', 'b']),
    await runHere(['world', 'list', '--scenario', 'demo']),
  ]
  expect([verb, none, nameless, extra, foreign].map(({ code, stdout }) => [code, stdout])).toEqual(
    Array.from({ length: 5 }, () => [2, '']),
  )
  expect(verb.stderr).toBe('world has no verb rest. Did you mean reset?\nHelp: playa help world\n')
  expect(none.stderr).toMatch(/^world needs a verb: list, new, .*\.\nHelp: playa help world\n$/)
  expect(nameless.stderr).toBe(
    'world fork takes <name> [copy]: <name> is missing.\nHelp: playa help world fork\n',
  )
  expect(extra.stderr).toBe('world delete takes <name>, but not "b".\nHelp: playa help world delete\n')
  expect(foreign.stderr).toBe('Unknown option --scenario.\nHelp: playa help world list\n')
})

it('a world is saved to a file that playa serve opens, and secrets are in it only if asked for', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'playa-world-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const { url, playa } = await served({ now: FROZEN })
  const hook = { Callback: 'http://127.0.0.1:9/hook', Activo: true, Secret: 'sixteen-characters' }
  const put = await fetch(`${url}/v3/appnotificaciones/agencia-invitacion-aceptada`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(hook),
  })
  expect(put.status).toBe(200)
  const file = join(folder, 'bug.playa')
  const textOf = () => gunzipSync(readFileSync(file)).toString()
  expect(await playa('world', 'save', 'default', '-o', file)).toEqual({
    code: 0,
    stdout: `The world default is in ${file}; playa serve ${file} opens it.\n`,
    stderr: '',
  })
  expect(textOf()).not.toContain('sixteen-characters')
  expect((await playa('world', 'save', 'default', '-o', file, '--with-secrets')).code).toBe(0)
  expect(textOf()).toContain('sixteen-characters')
  expect((await runHere(['serve', file, '--seed', '3'])).stderr).toContain('leave out --seed')
  expect((await runHere(['serve', join(folder, 'none.playa')])).stderr).toContain('there is no such file')
  expect((await runHere(['serve', 'package.json'])).stderr).toContain('This is not a world file')
})
