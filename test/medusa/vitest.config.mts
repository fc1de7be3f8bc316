import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Apart from the other tests, as it needs about 1,100 packages that nobody else does. */
export default defineConfig({
  test: {
    root: join(import.meta.dirname, '../..'),
    include: ['test/medusa/real-medusa.ts'],
    testTimeout: 60_000,
    hookTimeout: 300_000,
  },
})
