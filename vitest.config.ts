import { defineConfig } from 'vitest/config'

/** Journeys through a real browser. */
const BROWSER = ['test/e2e/browser/**/*.test.ts']

/** Tests that put other modules or other globals in place of the real ones. */
const ISOLATED = ['src/notifications/**/*.test.ts', 'src/outbound/**/*.test.ts', 'src/webhook-lab/**/*.test.ts', 'src/photos/measure-photos.test.ts']

export default defineConfig({
  test: {
    testTimeout: 20_000,
    pool: 'threads',
    // Vitest leaves a core free by default; of two that would be half.
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['src/**/*.test.ts', 'contracts/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['node_modules/**', ...ISOLATED, ...BROWSER],
          // Modules are loaded once for each worker: nothing here leaves anything behind in them.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'isolated', include: ISOLATED, isolate: true } },
      {
        extends: true,
        test: {
          name: 'browser',
          include: BROWSER,
          globalSetup: 'test/e2e/browser/start.ts',
          // One file at a time, after all others: they share one browser, and nothing competes with what they wait for.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          isolate: false,
          testTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
})
