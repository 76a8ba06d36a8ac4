import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { packageRoot } from '../../src/lib/runtime/package-root.ts'
import { Simulator } from '../../src/sandbox/simulator/simulator.ts'
import { clientEnvironment, clientValues } from '../../src/server/client-environment.ts'
import { listen } from '../../src/server/listen.ts'
import { childOutput } from '../support/child-output.ts'
import { type Example, GENERATED, savedFiles, shellOf, WRITTEN } from './examples.ts'

/**
 * Follows docs/guides/clients.md and docs/guides/languages.md: generates clients, compiles them, and runs the
 * lifecycle of a publication with each against a world of its own, whose journal and records say what
 * happened; then tests written by hand in other languages. Prints a table; exits 1 when an example failed.
 * Each folder stays, for a look at what was generated.
 *
 * `npm run clients -- [--node] [--openapi 3.0] [NAME PART]`; `--node` runs those that need only Node,
 * `--openapi` takes the document in that version.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { node: { type: 'boolean', default: false }, openapi: { type: 'string', default: '3.1' } },
})

const AGENCY = 'ventas@lospinos.example'
const NOW = '2026-03-01T12:00:00-03:00'
const CACHE = join(packageRoot(), 'node_modules/.cache/playa/clients')

/** What each program asks, in order. */
const LIFECYCLE = [
  'entry.read 200',
  'entry.read 304',
  'publications.create 201',
  'publications.read 200',
  'publications.amend 200',
  'publications.amend 412',
  'publications.suspend 200',
  'publications.amend 200',
  'publications.amend 200',
  'publications.create 400',
  'publications.create 409',
  'currencies.list 429',
  'publications.archive 200',
  'inquiries.list 200',
  'notifications.edit 200',
]

const control = async (path: string, body?: unknown): Promise<unknown> => {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(`${server.url}/_playa/worlds${path}`, {
    ...init,
    headers: { 'Content-Type': 'application/json' },
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path}: ${text}`)
  return JSON.parse(text)
}

/** Prepares an empty folder in which `npx playa` is this project's command; returns its path. */
const workFolder = (example: Example): string => {
  const { guide, heading, folder: sources = '', files = [] } = example
  const folder = join(CACHE, `${guide}-${heading.replaceAll(/\W+/g, '-')}`)
  rmSync(folder, { recursive: true, force: true })
  const bin = join(folder, 'node_modules/.bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
  const source = join(packageRoot(), 'src/cli/main.ts')
  const tsx = join(packageRoot(), 'node_modules/.bin/tsx')
  writeFileSync(join(bin, 'playa'), `#!/bin/sh\nexec '${tsx}' '${source}' "$@"\n`)
  chmodSync(join(bin, 'playa'), 0o755)
  for (const [name, text] of savedFiles(example)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    copyFileSync(join(packageRoot(), 'test/clients', sources, file), join(folder, file))
  }
  const vectors = 'webhook-signatures.json'
  copyFileSync(join(packageRoot(), 'contracts', vectors), join(folder, vectors))
  return folder
}

/** Returns what differs from the lifecycle in the records and the journal of a world; empty when nothing. */
const differences = async (world: string): Promise<string> => {
  const rows = (await control(`/${world}/journal`)) as { operation: string; status: number }[] // ExchangeRow
  const asked = rows.map(({ operation, status }) => `${operation} ${status}`)
  const at = LIFECYCLE.findIndex((step, index) => asked[index] !== step)
  if (at !== -1) return `expected ${LIFECYCLE[at]}, got ${asked[at] ?? 'the end'}`
  if (asked.length > LIFECYCLE.length) return `asked ${asked[LIFECYCLE.length]} too`
  const record = await lastRecord(world)
  const expected = JSON.stringify({ EstadoActual: 'Archivada', Importe: 25900001.55, Cuota: null })
  return record === expected ? '' : `expected ${expected} in the end, got ${record}`
}

/** Returns what the publication of a program is in the end. */
const lastRecord = async (world: string): Promise<string> => {
  for (const id of ['PY-1', 'JAVA-1', 'GO-1', 'TS-1']) {
    const response = await fetch(`${server.url}/w/${world}/v3/publicaciones/${AGENCY}/${id}`)
    if (!response.ok) continue
    const { EstadoActual, Precio, Cuota } = JSON.parse(await response.text())
    return JSON.stringify({ EstadoActual, Importe: Precio?.Importe, Cuota })
  }
  return 'no publication'
}

/** Runs one example; returns what went wrong, or an empty text. */
const tried = async (example: Example, world: string): Promise<string> => {
  const { guide, heading, run = [], prints } = example
  const folder = workFolder(example)
  await control('', { name: world, scenario: 'demo', now: NOW })
  await control(`/${world}/faults`, { operation: 'currencies.list', status: 429, times: 1 })
  const python = join(CACHE, `python-${basename(folder)}`)
  const usesPython = example.needs.includes('python3')
  const paths = [
    ...(usesPython ? [join(python, 'bin')] : []),
    join(folder, 'node_modules/.bin'),
    join(packageRoot(), 'node_modules/.bin'),
  ]
  const env = {
    ...process.env,
    ...clientEnvironment(
      clientValues({ url: `${server.url}/w/${world}`, world, agency: AGENCY, now: NOW }),
      {},
    ),
    PATH: [...paths, process.env['PATH']].join(delimiter),
    NO_PROXY: '127.0.0.1',
  }
  let printed = ''
  const scripts = [
    ...(usesPython ? [`python3 -m venv '${python}'`] : []),
    shellOf(guide, '').replace('--client', `--client --openapi ${values.openapi}`),
    shellOf(guide, heading),
    ...run,
  ]
  for (const script of scripts) {
    const { code, output } = await childOutput('sh', ['-e', '-c', script], { cwd: folder, env })
    printed += output
    if (code !== 0) return `${script.trim().split('\n').at(-1)}: exit ${code}\n${output.slice(-3_000)}`
  }
  if (prints === undefined) return differences(world)
  return prints.test(printed) ? '' : `expected ${prints} in its output, got\n${printed.slice(-3_000)}`
}

const isMissing = (command: string): boolean =>
  spawnSync('sh', ['-c', `command -v ${command}`], { stdio: 'ignore' }).status !== 0

const simulator = await Simulator.open()
const server = await listen(simulator, { port: 0, hostname: '127.0.0.1' })
const rows: string[] = []
let failed = 0
try {
  for (const [at, example] of [...GENERATED, ...WRITTEN].entries()) {
    const { guide, heading, needs } = example
    const name = guide === 'languages' ? `${heading}, by hand` : heading
    if (!name.includes(positionals[0] ?? '') || (values.node && needs.length > 0)) continue
    const missing = needs.filter(isMissing)
    const startMs = performance.now()
    const wrong = missing.length > 0 ? undefined : await tried(example, `client-${at}`)
    const seconds = ((performance.now() - startMs) / 1_000).toFixed(0)
    if (wrong) {
      failed += 1
      console.error(`${name}\n${wrong}\n`)
    }
    const result =
      wrong === undefined
        ? `skipped: ${missing.join(', ')} not found`
        : `${wrong === '' ? 'passes' : 'fails'}, ${seconds} s`
    rows.push(`${name.padEnd(28)}${result}`)
    console.error(rows.at(-1))
  }
} finally {
  await server.close()
}
console.log(`\n${rows.join('\n')}`)
process.exitCode = failed > 0 || rows.length === 0 ? 1 : 0
