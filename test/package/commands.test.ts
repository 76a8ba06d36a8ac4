import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { installedPlaya, node, playa, script, serve } from './installed.ts'

const server = await serve()
afterAll(() => server.stop())

const { stdout: overview } = await playa('--help')
const commands = Array.from(overview.matchAll(/^ {2}([a-z][a-z-]+)\b/gm), ([, name = '']) => name)

it('the overview lists the commands', () => {
  expect(commands).toEqual(
    expect.arrayContaining(['serve', 'check', 'openapi', 'world', 'journal', 'scenarios']),
  )
})

const others = commands.filter((name) => name !== 'help')

/** Runs the command file once for each name in one process: a process for each takes half a minute. */
const { stdout: helps, stderr: complaints } = await script(`
  const write = process.stdout.write.bind(process.stdout)
  // A command that has ended ends its process a little later.
  process.exit = () => undefined
  for (const output of [process.stdout, process.stderr]) output.setMaxListeners(0)
  const shown = {}
  for (const name of ${JSON.stringify(others)}) {
    let text = ''
    process.stdout.write = (part) => Boolean((text += part))
    process.exitCode = undefined
    process.argv = [process.execPath, 'playa', name, '--help']
    await import(${JSON.stringify(pathToFileURL(installedPlaya().command).href)} + '?' + name)
    while (process.exitCode === undefined) await new Promise((resolve) => setImmediate(resolve))
    shown[name] = { code: process.exitCode, text }
  }
  process.exitCode = 0
  process.stdout.write = write
  write(JSON.stringify(shown))
`)

it.each(others)('%s starts, and explains itself', (name) => {
  expect(complaints).toBe('')
  const { code, text } = JSON.parse(helps)[name]
  expect(code).toBe(0)
  expect(text).toContain(`playa ${name}`)
})

it('--version is that of the package', async () => {
  const { version } = JSON.parse(readFileSync(join(installedPlaya().package, 'package.json'), 'utf8'))
  expect(await playa('--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
})

it.each([
  ['an unknown command', ['wrold'], 2],
  ['an unknown option', ['serve', '--prot', '1'], 2],
  ['a port that is taken', ['serve', '--port', new URL(server.url).port], 1],
  ['a server that is not there', ['world', 'list', '--url', 'http://127.0.0.1:9'], 1],
])('%s ends with an exit code and a sentence', async (_, words, expected) => {
  const { code, stdout, stderr } = await playa(...words)
  expect({ code, stdout }).toEqual({ code: expected, stdout: '' })
  expect(stderr).toMatch(/\S/)
})

it('check finds that the sandbox conforms', async () => {
  const words = ['--agency', 'ventas@lospinos.example', '--only', 'entry-point', '--only', 'catalogue']
  const { code, stdout, stderr } = await playa('check', server.url, ...words)
  expect(code, stderr).toBe(0)
  expect(stdout).toMatch(/Conforms\./)
})

it('openapi prints the document that the server serves', async () => {
  const { code, stdout } = await playa('openapi')
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toEqual(await (await fetch(`${server.url}/openapi.json`)).json())
})

it.each([['scenarios'], ['assumptions'], ['operations'], ['clauses'], ['statements']])(
  '%s lists what the package knows',
  async (name) => {
    const { code, stdout } = await playa(name)
    expect(code).toBe(0)
    expect(stdout.split('\n').length).toBeGreaterThan(5)
  },
)

it.each([['demo'], ['busy-inbox'], ['busy-saturday'], ['two-apps']])(
  'serves the scenario %s',
  async (scenario) => {
    const other = await serve('--scenario', scenario)
    const worlds = await (await fetch(`${other.url}/_playa/worlds`)).text()
    expect(worlds).toContain(`"${scenario}"`)
    expect(await other.stop()).toMatchObject({ code: 0, stderr: '' })
  },
)

it('a command that needs an optional package which is not installed says how to install it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'playa-without-optional-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const { package: installed, command } = installedPlaya()
  const copy = join(folder, 'node_modules', 'playa')
  cpSync(installed, copy, { recursive: true })
  const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  for (const name of Object.keys(dependencies)) {
    const link = join(folder, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(dirname(installed), name), link, 'junction')
  }
  const run = (...words: readonly string[]) =>
    node(join(copy, 'dist', command.slice(command.lastIndexOf('/') + 1)), ...words)
  const ended = await Promise.all([
    run('serve', '--port', '0', '--smtp', 'smtp://127.0.0.1:9'),
    run('serve', '--port', '0', '--data', join(folder, 'worlds')),
    run('explore', server.url, '--agency', 'ventas@lospinos.example'),
  ])
  for (const [index, name] of ['nodemailer', 'lmdb', 'fast-check'].entries()) {
    expect(ended[index]?.code).not.toBe(0)
    expect(ended[index]?.stderr).toContain(
      `needs the package ${name}, which is not installed. Install it with`,
    )
  }
})
