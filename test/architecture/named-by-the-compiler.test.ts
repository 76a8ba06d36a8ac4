import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { packageRoot } from '../../src/lib/runtime/package-root.ts'
import { outputOfToolIn } from './run-tool.ts'

/** What a change needs is what the compiler asks for: shown on a copy of the sources. */

const copy = mkdtempSync(join(tmpdir(), 'playa-compiled-'))
afterAll(() => rmSync(copy, { recursive: true, force: true }))

const COPIED = ['src', 'contracts', 'fixtures', 'scenarios', 'package.json', 'tsconfig.json']

const TABLE = 'src/api/wire/publication-members.ts'
const IMPORTED = 'src/checks/import/harmless-documents.ts'

const ROW = `  Garaje: {
    isPlain: true,
    create: documented('Where the car stands', textWithin({ min: 2, max: 40 })),
    put: OPEN,
    patch: AS_CREATED,
    shown: 'Where the car stands',
    statement: 'PUB-04',
  },
`

/** Inserts text before the first occurrence of `before` in a file of the copy. */
const insert = (file: string, before: string, text: string): void => {
  const path = join(copy, file)
  const source = readFileSync(path, 'utf8')
  expect(source, file).toContain(before)
  writeFileSync(
    path,
    source.replace(before, () => text + before),
  )
}

/** Files of the copy in which the compiler finds a mistake. */
const mistakenFiles = async (): Promise<readonly string[]> => {
  const output = await outputOfToolIn(
    copy,
    'typescript-7/bin/tsc',
    ...['--checkers', '1', '--incremental', '--tsBuildInfoFile', '.tsbuildinfo', '--pretty', 'false'],
  )
  return [...new Set(Array.from(output.matchAll(/^(\S+)\(\d+,\d+\): error/gm), ([, file]) => file ?? ''))]
}

/** Creates, reads and edits a publication with the member; prints each status with what is shown of it. */
const EDITS = `
import { createSandbox } from './src/cli/entries/index.ts'
const sandbox = await createSandbox({ scenario: 'empty', seed: 1, now: '2026-03-01T12:00:00-03:00' })
const list = '/v3/publicaciones/' + encodeURIComponent(sandbox.agency)
const send = async (method: string, path: string, body?: object): Promise<void> => {
  const headers = { 'Content-Type': 'application/json' }
  const response = await sandbox.fetch(path, { method, headers, body: body && JSON.stringify(body) })
  const { Garaje, Errors } = Object(await response.json())
  console.log(JSON.stringify([method, response.status, Garaje ?? Errors ?? null]))
}
const car = { VersionYear: 2026, Kilometraje: 0 }
const made = { ...car, Marca: 'Toyota', Modelo: 'Corolla' }
await send('POST', list, { ...made, ExternalId: 'G-1', Garaje: 'Subsuelo' })
await send('POST', list, { ...made, ExternalId: 'G-2', Garaje: 'x'.repeat(41) })
await send('GET', list + '/G-1')
await send('PATCH', list + '/G-1', { Garaje: 'Patio' })
await send('PATCH', list + '/G-1', { Activa: false })
await send('PUT', list + '/G-1', { ...car, Garaje: 'Calle' })
await send('PUT', list + '/G-1', { ...car, Garaje: 5 })
await send('GET', list + '/G-1')
await send('PUT', list + '/G-1', car)
`

beforeAll(() => {
  const filter = (path: string) => !path.endsWith('.test.ts')
  for (const name of COPIED) cpSync(join(packageRoot(), name), join(copy, name), { recursive: true, filter })
  symlinkSync(join(packageRoot(), 'node_modules'), join(copy, 'node_modules'))
})

it('a plain text takes its row and one more file, which the compiler names; then every write takes it', async () => {
  insert(TABLE, '  DatosTecnicosCustom: {', ROW)
  expect(await mistakenFiles()).toEqual([IMPORTED])
  insert(IMPORTED, "  DatosTecnicosCustom: '", "  Garaje: 'anything',\n")
  expect(await mistakenFiles()).toEqual([])
  writeFileSync(join(copy, 'edits.ts'), EDITS)
  const printed = await outputOfToolIn(copy, 'tsx/dist/cli.mjs', 'edits.ts')
  expect(
    printed
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line)),
  ).toEqual([
    ['POST', 201, 'Subsuelo'],
    ['POST', 400, { Garaje: ['Se esperan hasta 40 caracteres.'] }],
    ['GET', 200, 'Subsuelo'],
    ['PATCH', 200, 'Patio'],
    ['PATCH', 200, 'Patio'],
    ['PUT', 200, 'Calle'],
    ['PUT', 400, { Garaje: ['Se espera un texto.'] }],
    ['GET', 200, 'Calle'],
    ['PUT', 200, null],
  ])
})

it('a third option is named in every file that decides between two', async () => {
  const entries = 'src/api/assumptions/publication-states.ts'
  const source = readFileSync(join(copy, entries), 'utf8')
  const at = source.indexOf("id: 'publications/read-archived'")
  const added = source.slice(at).replace('options: {', "options: { '410': { means: 'Gone.' },")
  writeFileSync(join(copy, entries), source.slice(0, at) + added)
  const mistaken = await mistakenFiles()
  writeFileSync(join(copy, entries), source)
  expect([...mistaken].sort()).toEqual([
    'src/model/domain/access.ts',
    'src/model/domain/publications/publication-query.ts',
    'src/model/resources/inquiries.ts',
    'src/model/resources/publication-representation.ts',
  ])
})

it('no source compares the option in force with a word', () => {
  const compared = readdirSync(join(copy, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .filter((file) => /\bchosen\([^()]*\) [!=]== '/.test(readFileSync(join(copy, 'src', file), 'utf8')))
  expect(compared).toEqual([])
})
