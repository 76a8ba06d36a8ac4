/**
 * Import rules. `npx depcruise src contracts scripts` checks them, and so does `test/architecture/imports.test.ts`,
 * which also checks that the folders of a room form no circle.
 */

/** The rooms, general code first, each with the rooms that it may import besides itself. */
export const ROOMS = {
  lib: [],
  api: ['lib'],
  model: ['lib', 'api'],
  sandbox: ['lib', 'api', 'model'],
  control: ['lib', 'api', 'model', 'sandbox'],
  server: ['lib', 'api', 'model', 'sandbox', 'control'],
  pages: ['lib', 'api'],
  kit: ['lib', 'api'],
  contracts: ['lib', 'api', 'kit'],
  checks: ['lib', 'api', 'kit', 'contracts'],
  sweep: ['lib', 'api', 'model', 'sandbox', 'control', 'server'],
  webhooks: ['lib', 'api'],
  cli: [
    'lib',
    'api',
    'model',
    'sandbox',
    'control',
    'server',
    'pages',
    'kit',
    'contracts',
    'checks',
    'sweep',
    'webhooks',
  ],
}

/** What a room may import of one that it may not import as a whole. */
const PARTS = {
  // The types of the described API, generated.
  pages: ['^contracts/openapi\\.d\\.ts$'],
  // An import writes a scenario, with people and cars of the world in place of those that it read.
  checks: ['^src/sandbox/scenarios/schema/', '^src/model/world/'],
  // Reports of both have one page and one form of waivers.
  sweep: ['^src/checks/reports/'],
}

const pathOf = (room) => (room === 'contracts' ? '^contracts/' : `^src/${room}/`)

const roomRules = Object.entries(ROOMS).map(([room, allowed]) => ({
  name: `${room} imports`,
  comment: `${room} may import ${allowed.join(', ') || 'no other room'}.`,
  severity: 'error',
  from: { path: pathOf(room) },
  to: {
    path: '^(src|contracts|scripts|test)/',
    pathNot: [...[room, ...allowed].map(pathOf), ...(PARTS[room] ?? [])],
  },
}))

/** Rooms and folders without clock, chance, I/O and environment (`purity.test.ts` checks what they use). */
const PURE = '^src/(api|model|lib/(?!runtime/))'

/**
 * Parts that run on Node only: sockets, files, processes. All others run in workerd too, where a stand-in of
 * `src/server/worker/runtime` takes the place of what is in `src/lib/runtime` and of two files of `outbound`.
 */
const NODE_PARTS = [
  '^src/(cli/(?!mcp/)|kit/|sweep/|webhooks/|lib/runtime/|sandbox/outbound/|checks/(check|learning|reports|explore/proxy)/)',
  '^src/server/(forwarded|listen|origin-guard|parser-refusals|trusted-proxies)\\.ts$',
  '^src/sandbox/stores/(data-folder|file-room|folder-lock|lmdb-file|lmdb-pages)\\.ts$',
  '^src/sandbox/photos/photo-worker\\.ts$',
]

/**
 * Modules of Node that workerd has too. Hashes and compression must be synchronous, which no web standard is; the
 * other two are a function each: `isIP` and `promisify`.
 */
const SHARED_NODE_MODULES = '^(node:)?(crypto|zlib|net|util)$'

/** Node's hash functions are pure; `purity.test.ts` checks which names of the module are imported. */
const PURE_NODE_MODULES = '^(node:)?crypto$'

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...roomRules,
    {
      name: 'known rooms',
      comment: 'Every file stands in a room. The entries of the package are in src/cli/entries.',
      severity: 'error',
      from: { path: '^src/', pathNot: Object.keys(ROOMS).map(pathOf) },
      to: {},
    },
    {
      name: 'entries',
      comment: 'An entry of the package is imported by its users, not by its parts.',
      severity: 'error',
      from: { path: '^(src|contracts)/', pathNot: '^src/cli/' },
      to: { path: '^src/cli/entries/' },
    },
    { name: 'no circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'resources are separate',
      comment: 'Two nouns share code through domain.',
      severity: 'error',
      from: { path: '^src/model/resources/', pathNot: '^src/model/resources/(index|publications)\\.ts$' },
      to: { path: '^src/model/resources/' },
    },
    {
      name: 'pure folders',
      comment: 'A pure folder uses no module of Node except pure helpers.',
      severity: 'error',
      from: { path: PURE },
      to: { dependencyTypes: ['core'], pathNot: PURE_NODE_MODULES },
    },
    {
      name: 'any runtime',
      comment: 'What only Node has stands in src/lib/runtime, with a stand-in in src/server/worker/runtime.',
      severity: 'error',
      from: { path: '^src/', pathNot: NODE_PARTS },
      to: { dependencyTypes: ['core'], dependencyTypesNot: ['type-only'], pathNot: SHARED_NODE_MODULES },
    },
    {
      name: 'HTTP framework',
      comment:
        'Hono serves requests in server, control API and pages, and writes HTML, reports too; all else is free of it.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: '^src/(server|control|pages|[a-z]+/reports|checks/explore/reports)/',
      },
      to: { path: 'node_modules/@?hono/' },
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      // The bundler of the worker makes this module.
      to: { couldNotResolve: true, pathNot: '^playa:embedded-files$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.test\\.ts$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
}
