import { expect, it } from 'vitest'
import { isTest, program, sourcesUnder } from '../coverage/sources.ts'
import { importsOf } from './import-graph.ts'

/** Which rooms a room may import from, beside itself. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  wire: [],
  assumptions: [],
  domain: ['wire', 'assumptions'],
  http: ['wire', 'assumptions', 'domain'],
  resources: ['wire', 'assumptions', 'domain', 'http'],
  notify: ['wire', 'assumptions', 'domain'],
  sandbox: ['wire', 'assumptions', 'domain', 'http', 'resources', 'notify'],
  kit: ['wire', 'assumptions'],
  // Speaks HTTP to the service and to the control API, as any client.
  console: [],
  cli: ['wire', 'assumptions', 'domain', 'http', 'resources', 'notify', 'sandbox', 'kit', 'console'],
}

/** The package's entries belong to no room. */
const ENTRIES = ['src/index.ts', 'src/kit-entry.ts', 'src/vitest-entry.ts']

const roomOf = (path: string): string | undefined => /^src\/([^/]+)\//.exec(path)?.[1]

const imports = program().flatMap(importsOf)

it('every folder of src is a room of the table', () => {
  const rooms = new Set(program().flatMap(({ path }) => roomOf(path) ?? []))
  expect([...rooms].filter((room) => !(room in ROOMS))).toEqual([])
})

it('a room imports only from the rooms that it may', () => {
  const wrong = imports.filter(({ from, to, isOurs }) => {
    const [room, other] = [roomOf(from), roomOf(to)]
    if (!isOurs || ENTRIES.includes(from) || other === room) return false
    // The command line brings kit and clauses together; the kit itself knows no clause.
    if (room === 'cli' && to === 'contracts/index.ts') return false
    return room === undefined || other === undefined || !ROOMS[room]?.includes(other)
  })
  expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([])
})

it('resources do not import each other: what two nouns share is domain', () => {
  const isShared = (from: string, to: string) =>
    from === 'src/resources/index.ts' ||
    (from === 'src/resources/publications.ts' && to === 'src/resources/publication-view.ts')
  const wrong = imports.filter(
    ({ from, to }) => roomOf(from) === 'resources' && roomOf(to) === 'resources' && !isShared(from, to),
  )
  expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([])
})

it('contracts import the kit, the wire and the assumptions only', () => {
  const allowed = ['kit', 'wire', 'assumptions']
  const wrong = sourcesUnder('contracts')
    .filter((source) => !isTest(source))
    .flatMap(importsOf)
    .filter(({ to, isOurs }) => isOurs && !to.startsWith('contracts/') && !allowed.includes(roomOf(to) ?? ''))
  expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([])
})

const PURE = ['wire', 'assumptions', 'domain', 'http', 'resources']

/** Packages and parts of Node that pure rooms may use. */
const isPure = (from: string, to: string): boolean =>
  to === 'zod' || (to === 'node:crypto' && from === 'src/http/caller.ts')

it('pure rooms use no package but zod, and of Node only the hashes that tell who calls', () => {
  const wrong = imports.filter(
    ({ from, to, isOurs }) => !isOurs && PURE.includes(roomOf(from) ?? '') && !isPure(from, to),
  )
  expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([])
  const hashes = imports
    .filter(({ to }) => to === 'node:crypto')
    .filter(({ from }) => PURE.includes(roomOf(from) ?? ''))
  expect(hashes.flatMap(({ names }) => names).sort()).toEqual(['createHash', 'createHmac', 'timingSafeEqual'])
})

it('Hono is known to the sandbox and the console alone', () => {
  const wrong = imports.filter(
    ({ from, to }) => /^@?hono\b/.test(to) && !['sandbox', 'console'].includes(roomOf(from) ?? ''),
  )
  expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([])
})
