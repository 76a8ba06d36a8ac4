import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { commandEntries } from '../../../src/cli/command-table.ts'
import { controlCalls } from '../../../src/control/table.ts'
import { runHere, served } from './in-process.ts'

/** Misuse of any command: a sentence and one line that leads to help, exit code 2. */

const verbs = controlCalls.flatMap(({ cli = [] }) => cli.map(({ verb }) => verb))
const everyCommand = [...new Set([...commandEntries.map(({ name }) => name), ...verbs])]

it.each(everyCommand)('playa %s --no-such-option: a sentence, and where its help is', async (command) => {
  const { code, stdout, stderr } = await runHere([...command.split(' '), '--no-such-option'])
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(/^Unknown option --no-such-option\.[^\n]*\nHelp: playa help [a-z -]+\n$/)
  expect(stderr).toContain(`Help: playa help ${command}\n`)
})

// The words of `run` are another command.
const bounded = everyCommand.filter((name) => name !== 'run')

it.each(bounded)('playa %s with words too many: a sentence, and where its help is', async (command) => {
  const { code, stdout, stderr } = await runHere([...command.split(' '), ...Array(6).fill('one-too-many')])
  // Files, addresses and ids that do not exist are refused in the same form.
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(/^[^\n]+\nHelp: playa help [a-z -]+\n$/)
})

it('a value that is wrong leads to the help of the verb that takes it', async () => {
  const said = async (...words: string[]) => (await runHere(words)).stderr.split('\n').at(-2)
  expect(await said('world', 'new', '--seed', 'x')).toBe('Help: playa help world new')
  expect(await said('fault', 'add', '--status', '99')).toBe('Help: playa help fault add')
  expect(await said('live', 'set', 'x')).toBe('Help: playa help live set')
  expect(await said('--port', 'x')).toBe('Help: playa help serve')
})

it('a missing server and a missing world are each reported in one line with advice', async () => {
  const { playa } = await served()
  for (const verb of ['clock', 'story', 'journal', 'profile', 'live', 'deliveries', 'outbox', 'lead']) {
    const silent = await runHere([verb, '--url', 'http://127.0.0.1:1'])
    expect([silent.code, silent.stderr]).toEqual([
      1,
      expect.stringMatching(/^No server answers at \S+ [^\n]*playa serve[^\n]*\n$/),
    ])
    const absent = await playa(verb, '--world', 'shop-9')
    expect([absent.code, absent.stderr]).toEqual([
      1,
      expect.stringMatching(
        /^There is no world named shop-9\. Create it with playa world new shop-9,[^\n]*\n$/,
      ),
    ])
  }
})

it('a missing file is reported without the error code of the system', async () => {
  const { code, stderr } = await runHere(['serve', '--profile', 'no-such-file.yaml'])
  expect([code, stderr]).toEqual([
    2,
    '--profile no-such-file.yaml cannot be read: there is no such file.\nHelp: playa help serve\n',
  ])
})

it.each([
  [
    ['--trust-proxy'],
    '--trust-proxy opens the control API to others: give --control-token, or set PLAYA_CONTROL_TOKEN.',
  ],
  [
    ['--trust-proxy', 'proxy.example', '--control-token', 'a'],
    '--trust-proxy takes a number of proxies from 1 to 32, or',
  ],
  [['--keep-journal'], '--keep-journal keeps journals in a folder: give --data FOLDER, too.'],
  [['--durability', 'fsync'], '--durability promises what a folder keeps: give --data FOLDER, too.'],
  [
    ['--cors', 'localhost:5173'],
    '--cors takes an origin like http://localhost:5173, capacitor://localhost or null, or * for all; not "localhost:5173".',
  ],
  [['--cors', 'https://*.example.com'], 'A name has no wildcard: repeat --cors for each origin.'],
  [['--cors', 'file:///index.html'], '--cors takes an origin like'],
  [['--cors', 'http://localhost:5173/'], '--cors takes an origin like'],
  [['--log', 'xml'], '--log takes json, not "xml".'],
  [
    ['--allow-host', 'http://a.example'],
    '--allow-host takes a host name like sandbox.example, not "http://a.example".',
  ],
  [['--auth', 'basic'], '--auth takes open, key or hmac, not "basic".'],
  [['--data', 'package.json'], 'The folder package.json cannot be made: it is not a folder.'],
])('playa serve %s is refused before it listens', async (words, sentence) => {
  const { code, stderr } = await runHere(['serve', '--port', '0', ...words])
  expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)])
})

it.each([
  ['serve --log xml', '--log takes json, not "xml".'],
  ['serve --durability x', '--durability takes os or fsync, not "x".'],
  ['serve --scenario no.yaml', 'the file no.yaml cannot be read: there is no such file'],
  ['learn', 'Which service? Give its URL, e.g. http://127.0.0.1:4010 --agency ventas@lospinos.example'],
  [
    'drift http://127.0.0.1:1 --agency a@b.example --since no.yaml',
    '--since no.yaml cannot be read: there is no such file.',
  ],
  [
    'check http://127.0.0.1:1 --agency a@b.example --leaves none',
    '--leaves: expected one of nothing, archived, any.',
  ],
  ['sweep -- no-such-command', 'no-such-command cannot be started: command not found.'],
  ['assumptions pub', 'There is no assumption pub. Did you mean publications?'],
  ['data', 'data needs a verb: check, repair, export.'],
  ['data export worlds', 'data export needs -o, --output <folder>.'],
  ['--url http://127.0.0.1:1 journal', 'The command comes before its options: playa journal --url ...'],
  ['learn http://127.0.0.1:1 --agency a@b.example -o src', '-o src cannot be written: it is a folder.'],
  [
    'import http://127.0.0.1:1 --agency a@b.example -o no.yaml/x.yaml/',
    'import needs the scenario file to write: -o FILE.yaml',
  ],
  ['sweep --scenario no.yaml -- true', 'the file no.yaml cannot be read: there is no such file'],
  [
    'check http://127.0.0.1:1 --agency a@b.example --photo car.jpg',
    '--photo: expected URLs that begin with http:// or https://.',
  ],
  [
    'check http://127.0.0.1:1 --agency a@b.example --concurrency 0',
    '--concurrency: expected a whole number from 1 to 64.',
  ],
  ['help world nwe', 'world has no verb nwe. Did you mean new?'],
  ['help serve new', 'serve has no verbs, so not new either.'],
  [
    'sweep --env API_BASE={ulr} -- true',
    '--env API_BASE knows no {ulr}: it takes {url}, {control}, {world}, {agency}, {now}, {run}.',
  ],
  [
    'sweep --junit junit-{rnu}.xml -- true',
    '--junit knows no {rnu}: it takes {url}, {control}, {world}, {agency}, {now}, {run}.',
  ],
  [
    'run --env API_BASE={base} -- true',
    '--env API_BASE knows no {base}: it takes {url}, {control}, {world}, {agency}, {now}.',
  ],
  [
    'probe-receiver http://127.0.0.1:1 --secret short',
    '--secret has 5 characters: a Secret has 16 to 256, as the API takes it.',
  ],
  [
    'probe-receiver http://127.0.0.1:1 --secret 0123456789abcdef --topic publicacion-estada',
    'There is no topic publicacion-estada. Did you mean publicacion-estado?',
  ],
])('playa %s says %s', async (words, sentence) => {
  const { code, stderr } = await runHere(words.split(' '))
  expect([code, stderr.split('\n')[0]]).toEqual([2, sentence])
})

it('a mistyped member of a file is named, and an error in a sent scenario has its line', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'playa-misuse-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [car, scenario] = [join(folder, 'car.yaml'), join(folder, 'scenario.yaml')]
  writeFileSync(car, 'Marca: Fiat\nModleo: Cronos\n')
  writeFileSync(scenario, 'title: Uno\nstory: Dos\nseed: nine\n')
  const { playa } = await served()
  const said = [
    await runHere(['check', 'http://127.0.0.1:1', '--agency', 'a@b.example', '--car', car]),
    await playa('world', 'new', '--scenario', scenario),
  ]
  expect(said.map(({ code, stderr }) => [code, stderr.split('\n')[0]])).toEqual([
    [2, `--car ${car}: a create has no member Modleo. Did you mean Modelo?`],
    [2, `${scenario}:3:1: seed: expected a number, got "nine"`],
  ])
})

it('an unknown kind of fault is refused with the known kinds', async () => {
  const { stderr } = await runHere(['sweep', '--only', 'earthquake', '--', 'true'])
  expect(stderr).toMatch(
    /^earthquake is not an assumption, fault or circumstance\. .*; the others are answer-lost, .* 503, /,
  )
})

it('a refused instant is reported once, and a refused scenario with the nearest name', async () => {
  const { playa } = await served()
  expect((await playa('clock', 'set', 'noon')).stderr.match(/"noon"/g)).toHaveLength(1)
  expect((await playa('world', 'new', '--scenario', 'dmo')).stderr).toContain('Did you mean demo?')
})
