import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { packageRoot } from '../../src/runtime/package-root.ts'
import { listen } from '../../src/server/listen.ts'
import { Simulator } from '../../src/simulator/simulator.ts'
import { childOutput } from '../support/child-output.ts'

/** The guide's clients in other languages, run where the machine has the language. */

const guide = readFileSync(join(packageRoot(), 'docs', 'guides', 'languages.md'), 'utf8')
const blockIn = (language: string): string =>
  new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(guide)?.[1] ?? ''

const simulator = await Simulator.open()
const server = await listen(simulator, { port: 0, hostname: '127.0.0.1' })
const folder = mkdtempSync(join(tmpdir(), 'playa-languages-'))
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const run = (command: string, file: string) =>
  childOutput(command, [join(folder, file)], {
    env: { ...process.env, PLAYA_URL: server.url, NO_PROXY: '127.0.0.1', PYTHONDONTWRITEBYTECODE: '1' },
  })

/** How each language is found and run. */
const LANGUAGES = [
  {
    language: 'python',
    command: 'python3',
    probe: ['-c', 'import requests'],
    file: 'test_publish.py',
    shows: /^OK$/m,
  },
  { language: 'java', command: 'java', probe: ['--version'], file: 'Publish.java', shows: /^done$/m },
  { language: 'php', command: 'php', probe: ['--version'], file: 'publish.php', shows: /^done$/m },
] as const

it.for(LANGUAGES)(
  'the client in $language does what the guide says',
  { timeout: 60_000 },
  async (entry, { skip }) => {
    const { language, command, probe, file, shows } = entry
    const found = spawnSync(command, probe, { stdio: 'ignore' }).status === 0
    if (!found) skip(`${command} ${probe.join(' ')} does not run on this machine`)
    writeFileSync(join(folder, file), blockIn(language))
    const { code, output } = await run(command, file)
    expect(code, output).toBe(0)
    expect(output).toMatch(shows)
    // Each client deletes the world that it made.
    expect(simulator.worlds.all().map(({ name }) => name)).toEqual(['default'])
  },
)

it('the one that is not run says so', () => {
  expect(guide).toContain('## C#\n\nNot run by the tests of this project.')
})
