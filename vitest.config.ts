import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'contracts/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 20_000,
    pool: 'threads',
    isolate: true,
  },
})
