import { defineConfig } from '@playwright/test'
import { findBrowser } from './test/browser.ts'

const { path, args, env } = await findBrowser()

export default defineConfig({
  testDir: 'test/e2e',
  // One database server for all of them, as the other tests have.
  globalSetup: './test/global-setup.ts',
  outputDir: 'test-results',
  forbidOnly: true,
  // Each with a console and a sandbox of its own.
  workers: 4,
  // With a new console. What needed it is told at the end of `npm test`.
  retries: 1,
  // The longest looks at one page in four languages, two widths and two colour schemes; CI's machine may be a slow one.
  timeout: 360_000,
  // A wait in vain ends while the rest of its test's time is left for another try.
  expect: { timeout: 60_000, toPass: { timeout: 90_000 } },
  reporter: 'list',
  use: {
    // An element that is not there by then does not come.
    actionTimeout: 60_000,
    browserName: 'chromium',
    headless: true,
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1440, height: 860 },
    // Recording every test takes a fifth of its time; what fails is recorded when it runs again.
    trace: 'on-first-retry',
    launchOptions: { executablePath: path, args, env },
  },
})
