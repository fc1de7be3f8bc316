// Requests made at random: `npm run fuzz -- [requests] [seed]`.
import { endWithLauncher, runTool } from './steps.ts'

endWithLauncher()
const [requests = '10000', seed] = process.argv.slice(2)
const env = { FUZZ_REQUESTS: requests, ...(seed ? { FUZZ_SEED: seed } : {}) }
const { ok } = await runTool(
  'fuzz',
  ['vitest', 'run', '--reporter=verbose', 'test/robustness/fuzz.test.ts'],
  { env },
)
process.exit(ok ? 0 : 1)
