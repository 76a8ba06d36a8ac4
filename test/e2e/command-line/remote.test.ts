import { createServer } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { commandEntries } from '../../../src/cli/command-table.ts'
import { controlCalls } from '../../../src/control/table.ts'
import { Simulator } from '../../../src/sandbox/simulator/simulator.ts'
import { listen } from '../../../src/server/listen.ts'
import { runHere, served } from './in-process.ts'

/** What every verb shares that speaks to a running server. */

const other = async (status: number, body: string) => {
  const server = createServer((_, response) => {
    response.statusCode = status
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

it('without a server the message gives the address that does not answer, and how to start one', async () => {
  const silent = await runHere(['clock', '--url', 'http://127.0.0.1:1'])
  expect(silent).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^No server answers at http:\/\/127\.0\.0\.1:1\. Start one with playa serve.*\n$/,
    ),
  })
})

it('a server that is not Playa is distinguished from one that refuses', async () => {
  const [html, wrong, odd] = await Promise.all([
    other(404, '<h1>Not here</h1>'),
    other(200, '<h1>Hello</h1>'),
    other(200, '{"now": 3}'),
  ])
  const said = [
    await runHere(['clock', '--url', html]),
    await runHere(['clock', '--url', wrong]),
    await runHere(['clock', '--url', odd]),
  ]
  expect(said.map(({ code, stdout }) => [code, stdout])).toEqual([
    [1, ''],
    [1, ''],
    [1, ''],
  ])
  expect(said[0]?.stderr).toContain(
    'answers 404, which is not a response of the control API. Is it a Playa server?',
  )
  expect(said[1]?.stderr).toContain('answers no JSON. Is it a Playa server?')
  expect(said[2]?.stderr).toContain('Is it of the same version?')
})

it('--url accepts the base URL of a world as clients use it, and --world overrides it', async () => {
  const { url, playa } = await served()
  await playa('world', 'new', 'shop-1')
  await playa('world', 'new', 'shop-2')
  const shown = async (...words: string[]) => (await runHere(['clock', ...words])).stdout.split(' ')[0]
  expect(await shown('--url', `${url}/`)).toBe('default')
  expect(await shown('--url', `${url}/v3`)).toBe('default')
  expect(await shown('--url', `${url}/w/shop-1`)).toBe('shop-1')
  expect(await shown('--url', `${url}/w/shop-1/v3`)).toBe('shop-1')
  expect(await shown('--url', `${url}/w/shop-1/v3`, '--world', 'shop-2')).toBe('shop-2')
  expect(await shown('--url', `${url.replace('http://', '')}/w/shop-1`)).toBe('shop-1')
  const wrong = await runHere(['clock', '--url', 'ftp://localhost:4010'])
  expect([wrong.code, wrong.stderr]).toEqual([
    2,
    expect.stringContaining('--url takes an address like http://'),
  ])
})

it('the control token comes from its option or from the environment, and a 401 names both', async () => {
  const sandbox = await Simulator.open({ scenario: 'empty' })
  const { url, close } = await listen(sandbox, { port: 0, hostname: '127.0.0.1', token: 'control-token-1' })
  onTestFinished(close)
  const without = await runHere(['clock', '--url', url])
  expect(without.code).toBe(1)
  expect(without.stderr).toMatch(/--control-token.*PLAYA_CONTROL_TOKEN/)
  expect((await runHere(['clock', '--url', url, '--control-token', 'control-token-1'])).code).toBe(0)
  expect((await runHere(['clock', '--url', url], { PLAYA_CONTROL_TOKEN: 'control-token-1' })).code).toBe(0)
  expect((await runHere(['clock', '--url', url], { PLAYA_CONTROL_TOKEN: 'wrong' })).code).toBe(1)
})

it('colours are shown when they are forced, and not if the output is not a terminal', async () => {
  const { url } = await served()
  const escapes = async (env: Record<string, string>) =>
    (await runHere(['clock', '--url', url], env)).stdout.includes('\u001b[')
  expect(await escapes({})).toBe(false)
  expect(await escapes({ FORCE_COLOR: '1' })).toBe(true)
  expect(await escapes({ FORCE_COLOR: '0' })).toBe(false)
  expect(await escapes({ NO_COLOR: '1' })).toBe(false)
})

it('help of a command lists its verbs, and help of a verb shows its own options and an example', async () => {
  for (const words of [
    ['help', 'clock', 'run'],
    ['clock', 'run', '--help'],
  ]) {
    const { code, stdout } = await runHere(words)
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^Usage: playa clock run \[options\]\n\nLet the clock run\.\n\nOptions:\n {2}--speed <number> /,
    )
    expect(stdout).toMatch(/\nExample:\n {2}playa clock run --speed \d+\n$/)
    expect(stdout).not.toContain('--now')
  }
  const { stdout } = await runHere(['help', 'world'])
  for (const verb of ['list', 'new [name]', 'fork <name> [copy]', 'restore <name> <snapshot>'])
    expect(stdout).toContain(`\n  ${verb} `)
  expect(stdout).toContain('Exit codes: 0 done; 1 ')
})

it('every call that names a verb is a command, in the overview with a summary', async () => {
  const { stdout } = await runHere(['--help'])
  const words = controlCalls.flatMap(({ cli = [] }) => cli.map(({ verb }) => verb.split(' ', 1)[0]))
  expect(commandEntries.map(({ name }) => name)).toEqual(expect.arrayContaining(words))
  for (const { name } of commandEntries) expect(stdout).toMatch(new RegExp(`^ {2}${name} +\\S`, 'm'))
})

it('every flag of a verb has a help text', async () => {
  for (const { verb } of controlCalls.flatMap(({ cli = [] }) => cli)) {
    const { stdout } = await runHere([...verb.split(' '), '--help'])
    expect(stdout.match(/^ {2}--\S+(?: <[^>]*>)?$(?!\n {20,}\S)/gm), verb).toBeNull()
  }
})

it('PLAYA_URL and PLAYA_WORLD stand for --url and --world, which override them', async () => {
  const { url, playa } = await served()
  await playa('world', 'new', 'shop-1')
  const shown = async (env: Record<string, string>, ...words: string[]) =>
    (await runHere(['clock', ...words], env)).stdout.split(' ')[0]
  expect(await shown({ PLAYA_URL: url })).toBe('default')
  expect(await shown({ PLAYA_URL: url, PLAYA_WORLD: 'shop-1' })).toBe('shop-1')
  expect(await shown({ PLAYA_URL: `${url}/w/shop-1` })).toBe('shop-1')
  expect(await shown({ PLAYA_URL: url, PLAYA_WORLD: 'shop-1' }, '--world', 'default')).toBe('default')
  expect(await shown({ PLAYA_URL: 'http://127.0.0.1:1', PLAYA_WORLD: '' }, '--url', url)).toBe('default')
})

it('--quiet prints nothing when a call succeeds, but still prints refusals', async () => {
  const { playa } = await served()
  expect(await playa('clock', '--quiet')).toEqual({ code: 0, stdout: '', stderr: '' })
  expect(await playa('world', 'reset', 'nope', '--quiet')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/./),
  })
})

it('options may stand before the verb or after it', async () => {
  const { url } = await served()
  const [before, after] = [
    await runHere(['clock', '--url', url, 'advance', 'P1D']),
    await runHere(['clock', 'advance', '--url', url, 'P1D']),
  ]
  expect([before.code, after.code]).toEqual([0, 0])
})

it('verbs without their own format print tables and members', async () => {
  const { playa, printedJson } = await served({ scenario: 'demo', now: '2026-03-01T12:00:00-03:00' })
  expect((await playa('visit', 'PIN-0001', '--count', '3')).stdout).toMatch(/^externalid +PIN-0001$/m)
  expect(await printedJson('live', 'set', '6')).toMatchObject({ perMinute: 6 })
  expect((await playa('live')).stdout).toMatch(/^perMinute +6$/m)
  expect((await playa('profile', 'set', 'publications/write-to-archived=403')).stdout).toBe('Chosen.\n')
  expect((await playa('profile', '--changed')).stdout).toMatch(
    /^publications\/write-to-archived +403 +given$/m,
  )
  expect((await playa('story')).code).toBe(0)
  const wrong = await playa('profile', 'set', 'publications/write-to-archivd=403')
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('publications/write-to-archived')])
})

it('an unknown word is answered with the nearest known one, and one line that leads to help', async () => {
  const [command, begun, ofHelp, option] = [
    await runHere(['wrld', 'list']),
    await runHere(['assum']),
    await runHere(['help', 'clok']),
    await runHere(['clock', 'run', '--sped', '2']),
  ]
  expect([command, begun, ofHelp, option].map(({ code }) => code)).toEqual([2, 2, 2, 2])
  expect(command.stderr).toMatch(/^Unknown command wrld\. Did you mean world\?/)
  expect(begun.stderr).toMatch(/^Unknown command assum\. Did you mean assumptions\?/)
  expect(ofHelp.stderr).toMatch(/^Unknown command clok\. Did you mean clock\?/)
  expect(option.stderr).toBe('Unknown option --sped. Did you mean --speed?\nHelp: playa help clock run\n')
})
