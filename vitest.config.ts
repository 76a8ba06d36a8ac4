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
  'test/mcp/stdio-session.test.ts',
  'test/worker/worker.test.ts',
  'test/reach/action.test.ts',
  'test/reach/pipeline.test.ts',
  'test/e2e/command-line/{serve,follow,receive,lists,run,data}.test.ts',
]

/** Unit tests that put other modules in place of the real ones. */
const ISOLATED = ['src/outbound/guarded-redirect.test.ts']

/** Every case alone where `npm test` combines them; `npm run test:full` runs them as well. */
const MATRIX = ['test/**/*-matrix.test.ts']

/** What depends on the mode. A project that extends this file reads it in the mode `test`, so each is given this. */
const ofMode = (mode: string) => ({
  provide: { isFull: mode === 'full' },
  // A limit for what hangs, not for what a busy machine makes slow.
  testTimeout: 60_000,
  hookTimeout: 60_000,
})

/** Modes: `test` by default, `unit` and `full` (`npm run test:unit`, `npm run test:full`). */
export default defineConfig(({ mode }) => ({
  test: {
    // To start a process takes as long as its parent's memory is large: 25 ms of processor time for each gigabyte,
    // and tests start hundreds. So no worker shares its memory with the others.
    pool: 'forks',
    // Vitest leaves a core free by default. One more than there are: commands and pages leave theirs waiting.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    // Modules are loaded once for each worker: nothing leaves anything behind in them.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          ...ofMode(mode),
          name: 'code',
          include: mode === 'unit' ? UNIT : [...UNIT, 'test/**/*.test.ts'],
          exclude: [...ISOLATED, ...INSTALLED, ...BROWSER, ...(mode === 'full' ? [] : MATRIX)],
        },
      },
      { extends: true, test: { ...ofMode(mode), name: 'isolated', include: ISOLATED, isolate: true } },
      {
        extends: true,
        test: {
          ...ofMode(mode),
          name: 'package',
          include: INSTALLED,
          globalSetup: 'test/package/install.ts',
        },
      },
      {
        extends: true,
        test: {
          ...ofMode(mode),
          name: 'browser',
          include: BROWSER,
          globalSetup: ['test/package/install.ts', 'test/e2e/browser/global-setup.ts'],
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
}))
