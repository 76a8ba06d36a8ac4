import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { explain } from '../../src/checks/explore/explain.ts'
import { readHar } from '../../src/checks/explore/history/har.ts'
import { bundledCommand } from '../e2e/command-line/command-line.ts'
import { bundledScript } from '../support/bundled-script.ts'
import { childOutput } from '../support/child-output.ts'
import { entry, har, PUBLICATION, RECORDINGS } from './hostile-recordings.ts'
import { AGENCY, startServer } from './test-server.ts'

/** Untrusted recordings: a sentence, or a result, in time that follows their length. */

const command = await bundledCommand()
afterAll(command.remove)

const fileWith = (name: string, text: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'playa-hostile-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

const CONTROLS = '\u001b]0;title\u0007\u001b[31m\u009b\u202e'
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are looked for.
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/

const HOSTILE_ENTRIES: readonly (readonly [string, readonly object[]])[] = [
  ['URLs that are none', ['', 'x', '/v3', 'http://[', 'http://h:99999/v3'].map((url) => entry({ url }))],
  ['schemes', ['javascript:1', 'data:,x', 'file:///etc/passwd'].map((url) => entry({ url }))],
  ['control characters', [entry({ url: PUBLICATION + CONTROLS, method: CONTROLS, body: { a: CONTROLS } })]],
  [
    'names of every object',
    [entry({ method: '__proto__' }), entry({ body: JSON.parse('{"__proto__":{"ExternalId":1}}') })],
  ],
  [
    'dates that no calendar has',
    ['2026-02-30T00:00:00Z', '+275760-09-13T00:00:00Z', '-271821-04-20T00:00:00Z', 'x'].map(
      (startedDateTime) => entry({ startedDateTime }),
    ),
  ],
]

it.each(HOSTILE_ENTRIES)(
  'a recording with %s is explained, and compared by drift',
  { timeout: 60_000 },
  async (_, entries) => {
    const { url } = await startServer()
    const file = fileWith('traffic.har', har(entries))
    const since = fileWith('profile.yaml', '{}')
    const words = ['drift', url, '--agency', AGENCY, '--since', since, '--only', 'CAT-01', '--journal', file]
    const ran = await Promise.all([command.run(['explain', file]), command.run(words)])
    for (const { code, stdout, stderr } of ran) {
      expect([0, 1, 4]).toContain(code)
      expect(stdout + stderr).not.toMatch(CONTROL)
      expect(stderr).not.toMatch(/^\s+at /m)
      expect(stdout).toMatch(/\.\n/)
    }
  },
)

it('a recording that memory cannot hold is refused with a sentence', { timeout: 60_000 }, async () => {
  const file = fileWith('traffic.har', `{"log":{"entries":[${'[],'.repeat(4_000_000)}[]]}}`)
  const { code, stderr } = await command.run(['explain', file], { NODE_OPTIONS: '--max-old-space-size=128' })
  expect(code).toBe(2)
  expect(stderr).toMatch(/not enough memory/)
})

it('a rule that a thousand exchanges break is one finding, with their number', {
  timeout: 60_000,
}, async () => {
  const entries = Array.from({ length: 1_200 }, () => entry({}))
  const { findings } = explain(readHar(har(entries)))
  const { code, stdout } = await command.run(['explain', fileWith('traffic.har', har(entries))])
  expect([code, stdout.match(/^VIOLATION/gm)?.length]).toEqual([1, findings.length])
  expect(new Set(findings.map(({ rule }) => rule)).size).toBe(findings.length)
  expect(stdout).toContain('in 1200 exchanges')
})

const script = await bundledScript('test/resilience/measure-explain.ts')
afterAll(script.remove)

it.each(Object.keys(RECORDINGS))('exchanges %s are judged in linear time', async (kind) => {
  // Its own heap, and no thread of the collector that waits for a core.
  const { code, output } = await childOutput(
    process.execPath,
    ['--single-threaded-gc', script.path, kind],
    {},
  )
  expect([code, output]).toEqual([0, expect.stringMatching(/^\[/)])
  const [shortMs, longMs] = JSON.parse(output)
  // Eight times as many exchanges: in time of their square it would be 64 times as long.
  expect(longMs).toBeLessThan(24 * shortMs)
})

const LONG = 'x'.repeat(1_800_000)

it.each([
  ['an option', `publications/suspend-twice: ${LONG}\n`, /expected one of 409, 200.*1800\d+ characters/],
  ['a key', JSON.stringify({ [LONG]: 1 }), /no such assumption/],
  [
    '4,000 keys',
    JSON.stringify(Object.fromEntries(Array.from({ length: 4_000 }, (_, n) => [`k${n}`, 1]))),
    /k0/,
  ],
])('the sentence about a profile with %s that never ends is short', async (_, text, sentence) => {
  const { code, stderr } = await command.run(['serve', '--port', '0', '--profile', fileWith('p.yaml', text)])
  expect(code).toBe(2)
  expect(stderr).toMatch(sentence)
  expect(stderr.length).toBeLessThan(10_000)
})
