import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{model,contract,connectors,sandbox,server,web,scripts,bench,test}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', 'test/e2e/**'],
    globalSetup: 'test/global-setup.ts',
    // Test files share nothing but the database server.
    pool: 'forks',
    // Most of them wait for a marketplace or a database half of the time.
    maxWorkers: 2 * availableParallelism(),
    // A machine that runs much else is slow; whatever hangs is found all the same.
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
})
