import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import LongestFirst from './scripts/longest-first.ts'

const excluded = ['**/node_modules/**', 'test/e2e/**']
/** Each has a process to itself: the first changes the database driver, the others count what the process has prepared. */
const alone = [
  'test/isolation/row-level-security.test.ts',
  'server/db/database.test.ts',
  'server/db/statement.test.ts',
]

const project = (
  name: string,
  folders: string[],
  own: TestProjectInlineConfiguration['test'] = {},
): TestProjectInlineConfiguration => ({
  test: {
    name,
    include: folders.map((folder) => `${folder}/**/*.test.{ts,tsx}`),
    exclude: excluded,
    pool: 'forks',
    // Its modules name source maps that it comes without; Vite would complain of each.
    server: { deps: { external: [/\/node_modules\/@medusajs\//] } },
    // A process runs many files: loading the server anew for each took half of all computing time. So no module keeps state.
    isolate: false,
    // Node reads our TypeScript by itself, as in production. Vite's reading of the server took longer than many a file's tests.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Most of the tests that a file runs at once wait.
    maxConcurrency: 20,
    // A machine that runs much else is slow; whatever hangs is found all the same.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    ...own,
  },
})

export default defineConfig({
  test: {
    // Most of them wait for a marketplace or a database half of the time.
    maxWorkers: 3 * availableParallelism(),
    sequence: { sequencer: LongestFirst },
    // A value that is polled comes late on a machine that is busy.
    expect: { poll: { timeout: 60_000 } },
    projects: [
      project('plain', ['model', 'contract', 'connectors', 'sandbox']),
      // Its modules are the bundler's: they leave out endings and read what Vite gives them.
      project('web', ['web'], { experimental: {} }),
      project('server', ['server', 'runtime', 'scripts', 'test', 'bench'], {
        globalSetup: 'test/global-setup.ts',
        exclude: [...excluded, ...alone],
      }),
      project('alone', ['server'], {
        globalSetup: 'test/global-setup.ts',
        include: alone,
        isolate: true,
      }),
    ],
  },
})
