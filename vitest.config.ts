import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longest-first.ts'

/** Beside the code. One project has them and the suites, so that a worker loads the code once. */
const UNIT = ['src/**/*.test.ts', 'contracts/**/*.test.ts']

/** Journeys through a real browser. */
const BROWSER = ['test/e2e/browser/**/*.test.ts']

/** Tests of the package as users have it: built, packed and installed. */
const INSTALLED = [
  'test/package/**/*.test.ts',
  'test/mcp/stdio-{flood,session}.test.ts',
  'test/worker/worker.test.ts',
  'test/reach/action.test.ts',
  'test/reach/pipeline.test.ts',
  'test/e2e/command-line/{serve,follow,receive,proxy,lists,run,data}.test.ts',
]

/**
 * Every case alone where the others combine them, and what shows at length what shorter tests show too; only
 * `npm run test:full` runs them.
 */
const FULL = [
  'test/**/*-matrix.test.ts',
  'test/e2e/command-line/import-resume.test.ts',
  'test/kit/{learned-options,prism-mock}.test.ts',
  'test/mutants/variants/legal-servers.test.ts',
  'test/resilience/long-calls.test.ts',
]

/**
 * By project: what takes long and seldom fails when the rest passes. Other tools and languages, documents
 * that are followed word by word, whole runs of the kit, all wrong servers of a rule but its first, checks by
 * external linters. `npm run test:slow` runs these and the journeys through a browser, `npm test` the
 * others.
 */
const SLOW = {
  code: [
    'src/pages/ui/sandbox/control-api.test.ts',
    'test/architecture/{named-by-the-compiler,unused}.test.ts',
    'test/e2e/journeys/prism.test.ts',
    'test/kit/{altered-answers,clean-up,deliveries,import,learn,legal-variants,reproduction}.test.ts',
    'test/kit/agreement/agreement.test.ts',
    'test/mutants/{further-mutants,sandbox}.test.ts',
    'test/mutants/variants/{deliveries,services-of-creates}.test.ts',
    'test/openapi/{exchanges,linter}.test.ts',
    'test/reach/exports.test.ts',
    'test/resilience/{attacks,command,garbage,hostile-files,hostile-services,object-names}.test.ts',
    'test/resilience/linear-time.test.ts',
    'test/search/{clause-runs,explore}.test.ts',
    'test/simulation/simulation.test.ts',
    'test/stores/{kill,large-worlds}.test.ts',
    'test/sweep/*.test.ts',
  ],
  package: [
    'test/e2e/command-line/{data,follow,lists,run,serve}.test.ts',
    'test/mcp/stdio-{flood,session}.test.ts',
    'test/package/{consumer-types,container,documents}.test.ts',
    'test/reach/{action,pipeline}.test.ts',
    'test/worker/worker.test.ts',
  ],
}

/**
 * What depends on the mode. A project that extends this file reads it in the mode `test`, so each is given
 * this.
 */
const ofMode = (mode: string) => ({
  provide: { isFull: mode === 'full' },
  // A limit for what hangs, not for what a busy machine makes slow.
  testTimeout: 180_000,
  hookTimeout: 180_000,
})

/** Modes: `test` by default, `unit`, `slow` and `full` (`npm run test:unit`, `test:slow`, `test:full`). */
export default defineConfig(({ mode }) => ({
  test: {
    // To start a process takes as long as its parent's memory is large: 25 ms of processor time for each
    // gigabyte, and tests start hundreds. So no worker shares its memory with the others.
    pool: 'forks',
    // Vitest leaves a core free by default; a further worker fills the time for which tests wait.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    // Modules are loaded once for each worker: nothing leaves anything behind in them.
    isolate: false,
    // What is transformed once stays so for later runs, `npm run test:slow` after `npm test` among them.
    experimental: { fsModuleCache: true },
    projects: [
      {
        extends: true,
        test: {
          ...ofMode(mode),
          name: 'code',
          setupFiles: 'test/support/late-parts.ts',
          include: { unit: UNIT, slow: SLOW.code }[mode] ?? [...UNIT, 'test/**/*.test.ts'],
          exclude: [
            ...INSTALLED,
            ...BROWSER,
            ...(mode === 'test' || mode === 'unit' ? SLOW.code : []),
            ...(mode === 'full' ? [] : FULL),
          ],
        },
      },
      {
        extends: true,
        test: {
          ...ofMode(mode),
          name: 'package',
          include: mode === 'slow' ? SLOW.package : INSTALLED,
          exclude: mode === 'test' ? SLOW.package : [],
          globalSetup: 'test/package/install.ts',
        },
      },
      {
        extends: true,
        test: {
          ...ofMode(mode),
          name: 'browser',
          include: mode === 'test' ? [] : BROWSER,
          globalSetup: ['test/package/install.ts', 'test/e2e/browser/global-setup.ts'],
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
}))
