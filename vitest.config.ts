import { defineConfig } from 'vitest/config'

/** Tests that put other modules or other globals in place of the real ones. */
const ISOLATED = ['src/notify/**/*.test.ts', 'src/sandbox/photo/fetch.test.ts']

export default defineConfig({
  test: {
    testTimeout: 20_000,
    pool: 'threads',
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['src/**/*.test.ts', 'contracts/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['node_modules/**', ...ISOLATED],
          // Modules are loaded once for each worker: nothing here leaves anything behind in them.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'isolated', include: ISOLATED, isolate: true } },
    ],
  },
})
