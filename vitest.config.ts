import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{model,contract,connectors,sandbox,server,web,scripts,bench,test}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', 'test/e2e/**'],
    globalSetup: 'test/global-setup.ts',
    // Test files share nothing but the database server.
    pool: 'forks',
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
