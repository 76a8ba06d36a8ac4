import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { largeScenario } from '../../../../test/support/large-scenario.ts'
import { packageRoot } from '../../../lib/runtime/package-root.ts'
import { buildScenario } from '../build-scenario.ts'
import { listScenarios } from '../listed-scenarios.ts'
import { ScenarioError } from '../schema/scenario-error.ts'
import { ScenarioFile } from '../schema/scenario-schema.ts'
import { parseScenario, readScenario, scenarioNames } from './scenario-file.ts'
import { FILE_TOTALS, totalProblems } from './scenario-totals.ts'

const folder = join(packageRoot(), 'scenarios')

/** The problems of a YAML text, each without the name of its file. */
const problemsIn = (text: string | Buffer): string[] => {
  const temporary = mkdtempSync(join(tmpdir(), 'playa-'))
  const path = join(temporary, 'given.yaml')
  writeFileSync(path, text)
  try {
    return problemsOf(() => buildScenario(readScenario(path), 1)).map((problem) =>
      problem.replace(`${path}:`, '').replace(path, 'FILE'),
    )
  } finally {
    rmSync(temporary, { recursive: true })
  }
}

const problemsOf = (work: () => unknown): readonly string[] => {
  try {
    work()
  } catch (error) {
    if (error instanceof ScenarioError) return error.problems
    throw error
  }
  return []
}

const sound = `title: T
story: S
seed: 1
apps: [{ name: a, key: k, secret: s }]
agencies:
  - adminMail: ventas@a.example
    nombreComercial: Una Agencia
    package: { Alta: 1, Media: 1, Baja: 1 }
    access: { a: {} }
    operators: [{ Nombre: A, Apellido: B, Email: ventas@a.example }]
`

const laughs = (): string =>
  Array.from({ length: 10 }, (_, i) => `a${i}: &a${i} [${Array(9).fill(i === 0 ? 'x' : `*a${i - 1}`)}]`).join(
    '\n',
  )

const UTF_8 = 'save it as UTF-8'

test.each([
  [
    'Latin-1',
    Buffer.from(`${sound}# Córdoba\n`, 'latin1'),
    /it is not UTF-8: byte 0xF3 at offset \d+, in line 11,/,
  ],
  ['UTF-16', Buffer.from(`\ufeff${sound}`, 'utf16le'), /it is UTF-16/],
  ['UTF-16 without a mark', Buffer.from(sound, 'utf16le'), /a NUL byte at offset 1, as UTF-16 has/],
  [
    'a cut character',
    Buffer.concat([Buffer.from(sound), Buffer.from([0xc3])]),
    /byte 0xC3 at offset 275, in line 11/,
  ],
])('a file in %s is refused with the place', (_, bytes, sentence) => {
  const [problem = ''] = problemsIn(bytes)
  expect(problem).toMatch(sentence)
  expect(problem).toContain(UTF_8)
})

test('UTF-8 with a mark at its beginning is read', () => {
  expect(problemsIn(`\ufeff${sound}`)).toEqual([])
})

test.each([
  ['several documents', `${sound}---\n${sound}`, '11:1: expected one YAML document'],
  [
    'a tag',
    sound.replace('seed: 1', 'seed: !number 1'),
    '3:7: expected a value without a tag: leave out !number',
  ],
  ['a merge key', `x: &x { title: T }\n${sound}<<: *x\n`, '`<<` merges nothing, so repeat them here'],
  ['unquoted digits', sound.replace('secret: s', 'secret: 0351'), 'expected a text, got 351: quote it'],
  ['an unquoted word', sound.replace('Nombre: A', 'Nombre: true'), 'expected a text, got true: quote it'],
])('YAML with %s is refused with what to write', (_, text, sentence) => {
  expect(problemsIn(text).join('\n')).toContain(sentence)
})

test.each(['a&b=c@x.example', 'ñandú@x.example', 'a@b', 'very.long@x'])(
  '%s is an e-mail here as in the API',
  (mail) => {
    expect(problemsIn(sound.replaceAll('ventas@a.example', mail))).toEqual([])
  },
)

test('what is not an e-mail in the API is none here', () => {
  const [problem] = problemsIn(sound.replaceAll('ventas@a.example', 'a@b@c'))
  expect(problem).toContain('expected an e-mail: one @ with text on both sides, got "a@b@c"')
})

test('a sound text has no problems', () => {
  expect(problemsIn(sound)).toEqual([])
})

test.each([
  ['an alias without an anchor', 'title: *x', 'expected YAML: Unresolved alias'],
  ['aliases of aliases', laughs(), 'expected YAML whose aliases repeat less'],
  ['lists in lists', '['.repeat(20_000), 'expected YAML that nests less deep'],
  ['lists in lines', '- '.repeat(20_000), 'expected YAML that nests less deep'],
])('%s are one of few problems', (_, text, problem) => {
  const found = problemsIn(text)
  expect(found).toContainEqual(expect.stringContaining(problem))
  expect(found.length).toBeLessThan(21)
})

test('problems name line, column and path, what was expected and what came, all at once', () => {
  const text = sound
    .replace('seed: 1', 'seed: soon')
    .replace('Media: 1', 'Media: -1')
    .replace('Una Agencia', 'U')
  expect(problemsIn(text)).toEqual([
    '3:1: seed: expected a number, got "soon"',
    '7:5: agencies[0].nombreComercial: expected at least 3 characters, got "U"',
    '8:25: agencies[0].package.Media: expected at least 0, got -1',
  ])
})

test('an unknown member is an error that names the nearest known one', () => {
  const [problem] = problemsIn(sound.replace('nombreComercial', 'nombreComercal'))
  expect(problem).toBe('6:5: agencies[0].nombreComercial: expected a text, got nothing')
  const [, unknown] = problemsIn(sound.replace('nombreComercial', 'nombreComercal'))
  expect(unknown).toMatch(
    /^7:5: agencies\[0\]\.nombreComercal: expected one of .*; did you mean nombreComercial\?$/,
  )
})

test('text that is not YAML is reported with its position', () => {
  expect(problemsIn('title: "never closed')[0]).toMatch(/^1:\d+: expected YAML: /)
})

test('names that lead nowhere are reported with their position', () => {
  const lost = sound
    .replace('access: { a: {} }', 'access: { b: {} }')
    .replace('adminMail: ventas', 'adminMail: otra')
  expect(problemsIn(`${lost}profile: { auth/schema: hmac }\n`)).toEqual([
    '11:12: profile.auth/schema: auth/schema: no such assumption; did you mean auth/scheme? (playa assumptions lists them all)',
    '6:5: agencies[0].adminMail: expected the e-mail of the administrator (ventas@a.example), got otra@a.example',
    '9:15: agencies[0].access.b: expected the name of an app of this scenario (a), got b',
  ])
})

test('what only building finds out is reported with its position too', () => {
  const row = (car: string) => `${sound}    publications: [{ ExternalId: P-1, car: ${car} }]\n`
  expect(problemsIn(row('toyota corolla'))).toEqual([])
  expect(problemsIn(row('qwertyuiop'))).toEqual([
    '11:39: agencies[0].publications[0].car: expected words or codenames that name a car of the catalogue, got "qwertyuiop"',
  ])
  expect(problemsIn(`${sound}    stock: [{ prefix: X, count: 4 }]\n`)[0]).toMatch(
    /no more active publications than the package has places/,
  )
  expect(problemsIn(`${sound}    stock: [{ prefix: X, count: 1 }, { prefix: x, count: 1 }]\n`)[0]).toMatch(
    /every ExternalId once, got x-0001 twice/,
  )
})

test('an unknown name is answered with the nearest one', () => {
  expect(problemsOf(() => readScenario('dmo'))[0]).toMatch(/^there is no scenario dmo; did you mean demo\?/)
  expect(problemsOf(() => readScenario('../scenarios/demo'))[0]).toMatch(
    /^there is no scenario \.\.\/scenarios\/demo /,
  )
  expect(problemsOf(() => readScenario('/nowhere/x.yaml'))).toEqual([
    'the file /nowhere/x.yaml cannot be read: there is no such file',
  ])
})

test('a scenario may be given as a value', () => {
  const value = { ...JSON.parse(JSON.stringify(readScenario('empty'))), name: 'mine' }
  expect(parseScenario(value, 'scenario').name).toBe('mine')
  expect(problemsOf(() => parseScenario({ ...value, seed: 'x' }, 'scenario'))).toEqual([
    'scenario: seed: expected a number, got "x"',
  ])
})

test('a file is read once for as long as it stays the same', () => {
  expect(readScenario('demo')).toBe(readScenario('demo'))
})

test('the list counts what building makes', () => {
  const counts = (name: string) => {
    const scenario = readScenario(name)
    const { agencies, publications, inquiries } = buildScenario(scenario, scenario.seed)
    return { agencies: agencies.size, publications: publications.size, inquiries: inquiries.size }
  }
  for (const listed of listScenarios()) expect(listed.counts, listed.name).toEqual(counts(listed.name))
})

test('every scenario names the JSON Schema', () => {
  for (const name of scenarioNames()) {
    const [first] = readFileSync(join(folder, `${name}.yaml`), 'utf8').split('\n')
    expect(first, name).toBe('# yaml-language-server: $schema=./scenario.schema.json')
  }
})

test('sums over all agencies are checked before anything is drawn, and a file may hold more than a request', () => {
  const large = largeScenario({ publications: 10, inquiries: 200_000 })
  const twice = {
    ...large,
    agencies: ['uno@a.example', 'dos@a.example'].flatMap((mail) =>
      large.agencies.map((agency) => ({
        ...agency,
        adminMail: mail,
        operators: agency.operators.map((operator, i) => (i === 0 ? { ...operator, Email: mail } : operator)),
      })),
    ),
  }
  expect(() => parseScenario(twice, 'scenario')).toThrow(
    /expected at most 250000 inquiries in all, got 400000/,
  )
  expect(totalProblems(ScenarioFile.parse(twice), FILE_TOTALS)).toEqual([])
  const apps = Array.from({ length: 101 }, (_, i) => ({ name: `a${i}`, key: `k${i}`, secret: 's' }))
  expect(() => parseScenario({ ...large, apps }, 'scenario')).toThrow(
    /expected at most 100 apps in all, got 101/,
  )
})
