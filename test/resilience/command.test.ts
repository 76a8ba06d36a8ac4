import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { bundledCommand } from '../e2e/command-line/command-line.ts'
import { runHere } from '../e2e/command-line/in-process.ts'

/** Errors of the command: one helpful sentence, and an exit code that scripts can distinguish. */

const command = await bundledCommand()
afterAll(command.remove)

/**
 * Runs a command that must fail, in a new process or in this one; returns its sentence without the line that
 * leads to help.
 */
const refused = async (words: readonly string[], env?: Record<string, string>, run = command.run) => {
  const { code, stdout, stderr } = await run(words, env)
  expect(stdout).toBe('')
  expect(stderr).not.toMatch(/^\s+at /m)
  return {
    code,
    sentence: stderr.replace(/\nHelp: .*\n*$/, '').trimEnd(),
    help: /\nHelp: playa help/.test(stderr),
  }
}

const fileWith = (name: string, text: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'playa-bad-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

it('a port in use is one sentence with the port and a way out, and exit code 1', async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void taken.close())
  const address = taken.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  const { code, sentence, help } = await refused(['serve', '--port', port])
  expect([code, help]).toEqual([1, false])
  expect(sentence).toMatch(new RegExp(`^Port ${port} is in use: .*--port.*\\.$`))
})

/** Arguments and the expected sentence; all are misuse with exit code 2 and a line that leads to help. */
const MISUSED: readonly [words: readonly string[], says: RegExp, env?: Record<string, string>][] = [
  [['sevre'], /Unknown command sevre\. Did you mean serve\?/],
  [['completely-different'], /Unknown command completely-different\.$/],
  [['serve', '--prot', '4010'], /Unknown option --prot\. Did you mean --port\?/],
  [['--scenari', 'demo'], /Unknown option --scenari\. Did you mean --scenario\?/],
  [['serve', '--verbose'], /Unknown option --verbose\.$/],
  [['serve', 'empty'], /serve does not take "empty"/],
  [['operations', 'all'], /operations does not take "all"/],
  [['serve', '--port'], /--port/],
  [['serve', '--port', '70000'], /--port takes a whole number from 0 to 65535, not "70000"/],
  [['serve', '--port', '40x'], /--port takes a whole number .* not "40x"/],
  [['serve', '--port', ''], /--port takes a whole number .* not ""/],
  [['serve', '--port=-1'], /--port takes a whole number .* not "-1"/],
  [['serve', '--seed', '1.5'], /--seed takes a whole number .* not "1\.5"/],
  [['serve', '--seed', '9007199254740993'], /--seed takes a whole number/],
  [
    ['serve', '--now', 'tomorrow'],
    /--now takes an ISO 8601 instant with offset like 2026-\S+, not "tomorrow"/,
  ],
  [['serve', '--now', '2026-03-01'], /--now takes an ISO 8601 instant/],
  [['serve', '--now', '2026-03-01T12:00:00'], /--now takes an ISO 8601 instant/],
  [['serve'], /PORT is "http"; expected a whole number from 0 to 65535/, { PORT: 'http' }],
  [['serve'], /PORT is "65536"/, { PORT: '65536' }],
  [
    ['serve', '--set', 'publications/write-to-archive=403'],
    /no such assumption; did you mean publications\/write-to-archived\b/,
  ],
  [
    ['serve', '--set', 'publications/write-to-archived=4O3'],
    /publications\/write-to-archived: .*\b409\b.*\b403\b.*4O3/s,
  ],
  [['serve', '--set', 'publications/suspend-twice'], /--set takes ID=OPTION/],
  [['serve', '--set', '=403'], /--set takes ID=OPTION/],
  [['serve', '--set', 'common/path-form=same-resource'], /common\/path-form/],
  [['serve', '--auth', 'kye'], /--auth takes .*\bkey\b.* not "kye"/],
  [['serve', '--scenario', 'dmeo'], /dmeo.*\bdemo\b/s],
  [['serve', '--scenario', './not-there.yaml'], /not-there\.yaml/],
  [['serve', '--profile', './not-there.yaml'], /--profile \.\/not-there\.yaml cannot be read/],
  [['serve', '--host', '0.0.0.0'], /--host 0\.0\.0\.0 .*--control-token.*PLAYA_CONTROL_TOKEN/],
  [['serve', '--host', '::'], /--control-token/],
  [['serve', '--host', '0.0.0.0', '--control-token', ''], /--control-token/],
  [['assumptions', 'publications/write-to-archive'], /Did you mean publications\/write-to-archived/],
  [['scenarios', 'dmeo'], /There is no scenario dmeo\. .*Did you mean demo\?/],
  [['openapi', '--format', 'xml'], /--format takes json or yaml, not "xml"/],
]

it('misuse is exit code 2 and a sentence that names what came, what was expected and what may have been meant', async () => {
  const wrong: object[] = []
  for (const [words, says, env] of MISUSED) {
    const result = await refused(words, env, runHere)
    if (result.code !== 2 || !result.help || !says.test(result.sentence))
      wrong.push({ words, says, ...result })
  }
  expect(wrong).toEqual([])
})

it('a scenario file with faults is reported with file, line, what was expected and what came, all at once', async () => {
  const file = fileWith(
    'mine.yaml',
    'title: Mine\nstory: A story.\nseed: many\napps: []\nagencies: []\ncolour: red\n',
  )
  const { code, sentence } = await refused(['serve', '--scenario', file])
  expect(code).toBe(2)
  const lines = sentence.split('\n')
  expect(lines.find((line) => line.startsWith(`${file}:3:`))).toMatch(/seed: expected .*number.*many/)
  expect(lines.find((line) => line.startsWith(`${file}:6:`))).toMatch(/colour/)
})

it('a scenario file that is not YAML is reported with its line', async () => {
  const file = fileWith('mine.yaml', 'title: Mine\nstory: "never closed\n')
  const { code, sentence } = await refused(['serve', '--scenario', file])
  expect(code).toBe(2)
  expect(sentence).toMatch(new RegExp(`^${file.replaceAll('.', '\\.')}:\\d+:\\d+: expected YAML`))
})

it('a profile file with an unknown id, an unknown option or no map is reported', async () => {
  const [unknown, list, broken] = await Promise.all(
    ['publications/write-to-archive: 403\nerrors/keys: short\n', '- a\n', 'a: "b\n'].map((text) =>
      refused(['serve', '--profile', fileWith('profile.yaml', text)]),
    ),
  )
  expect([unknown?.code, list?.code, broken?.code]).toEqual([2, 2, 2])
  expect(unknown?.sentence).toMatch(/did you mean publications\/write-to-archived/)
  expect(unknown?.sentence).toMatch(/errors\/keys: expected/)
  expect(list?.sentence).toContain('expected a map of assumption ids and options')
  expect(broken?.sentence).toMatch(/cannot be read: line \d, column \d: expected YAML/)
})

it.skipIf(process.platform !== 'linux')(
  'no file without end, and no folder of the system, holds a command up',
  async () => {
    const check = ['check', 'http://127.0.0.1:1', '--agency', 'a@a.example']
    const previous = fileWith('profile.yaml', 'previous')
    const [endless, folder, unreachable] = await Promise.all([
      refused(['serve', '--profile', '/dev/zero']),
      refused([...check, '--report', 'html=/proc/nope/report.html']),
      refused(['learn', ...check.slice(1), '-o', previous]),
    ])
    expect(endless).toMatchObject({ code: 2, sentence: expect.stringContaining('more than 256 MiB') })
    expect(folder).toMatchObject({ code: 2, sentence: expect.stringContaining('cannot be written') })
    expect([unreachable?.code, readFileSync(previous, 'utf8')]).toEqual([3, 'previous'])
  },
)

it('texts of a file reach the terminal without control characters', async () => {
  const { sentence } = await refused(['serve', '--profile', fileWith('\u001b[31mred.yaml', '"\\e[2Jid": 1')])
  expect(sentence).not.toContain('\u001b')
})

it('off loopback the control API needs its token, the API and the pictures do not', async () => {
  const server = await command.serve(['--host', '0.0.0.0', '--scenario', 'empty'], {
    PLAYA_CONTROL_TOKEN: 'much-secret',
  })
  onTestFinished(async () => void (await server.stop()))
  const url = server.ready.url.replace('0.0.0.0', '127.0.0.1')
  const status = async (path: string, token?: string, method = 'GET') => {
    const answer = await fetch(url + path, {
      method,
      headers: token ? { Authorization: `Bearer ${token}` } : {},
    })
    await answer.text()
    return answer.status
  }
  const closed = [
    '/_playa',
    '/_playa/',
    '/_playa/worlds',
    '/_playa/worlds/default',
    '/_playa/scenarios',
    '/_playa/worlds/default/profile',
    '/_playa/nothing',
  ]
  for (const path of closed) {
    expect([
      path,
      await status(path),
      await status(path, 'wrong'),
      await status(path, 'much-secretx'),
    ]).toEqual([path, 401, 401, 401])
  }
  expect(await status('/_playa/worlds/default/reset', undefined, 'POST')).toBe(401)
  for (const path of ['//_playa/worlds', '/_PLAYA/worlds', '/%5Fplaya/worlds', '/x/../_playa/worlds'])
    expect(await status(path)).toBeGreaterThanOrEqual(400)
  expect([
    await status('/_playa', 'much-secret'),
    await status('/_playa/worlds/default/reset', 'much-secret', 'POST'),
  ]).toEqual([200, 200])
  for (const path of ['/v3', '/w/default/v3', '/openapi.json', '/_playa/photos/1280x720/suv/rojo/1.svg'])
    expect([path, await status(path)]).toEqual([path, 200])
})
