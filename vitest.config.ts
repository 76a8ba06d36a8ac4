import { defineConfig } from 'vitest/config'

/** Journeys through a real browser. */
const BROWSER = ['test/e2e/browser/**/*.test.ts']

/** Tests of the package as users have it: built, packed and installed. */
const INSTALLED = [
  'test/package/**/*.test.ts',
  'test/mcp/stdio-session.test.ts',
  'test/e2e/command-line/{serve,follow,receive,lists,run,data}.test.ts',
]

/** Unit tests that put other modules in place of the real ones. */
const ISOLATED = ['src/outbound/guarded-redirect.test.ts']

/** Every case alone where `npm test` combines them; `npm run test:full` runs them as well. */
const MATRIX = ['test/**/*.matrix.test.ts']

export default defineConfig(({ mode }) => ({
  test: {
    provide: { isFull: mode === 'full' },
    testTimeout: 20_000,
    pool: 'threads',
    // Vitest leaves a core free by default; of two that would be half.
    maxWorkers: '100%',
    // Modules are loaded once for each worker: nothing leaves anything behind in them.
    isolate: false,
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['src/**/*.test.ts', 'contracts/**/*.test.ts'], exclude: ISOLATED },
      },
      { extends: true, test: { name: 'unit-isolated', include: ISOLATED, isolate: true } },
      {
        extends: true,
        test: {
          name: 'suites',
          include: ['test/**/*.test.ts'],
          exclude: [...INSTALLED, ...BROWSER, ...(mode === 'full' ? [] : MATRIX)],
        },
      },
      {
        extends: true,
        test: {
          name: 'package',
          include: INSTALLED,
          globalSetup: 'test/package/install.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: BROWSER,
          globalSetup: ['test/package/install.ts', 'test/e2e/browser/global-setup.ts'],
          testTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
}))
