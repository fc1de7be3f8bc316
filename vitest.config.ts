import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{model,contract,connectors,sandbox,server,web,scripts,bench,test}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', 'test/e2e/**'],
    globalSetup: 'test/global-setup.ts',
    // Test files share nothing but the database server.
    pool: 'forks',
    // A machine that runs much else is slow; whatever hangs is found all the same.
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
})
