// The long run of chaos: `npm run chaos -- [rounds] [seed]`.
import { endWithLauncher, runTool } from './steps.ts'

endWithLauncher()
const [rounds = '150', seed] = process.argv.slice(2)
const env = { CHAOS_ROUNDS: rounds, ...(seed ? { CHAOS_SEED: seed } : {}) }
const { ok } = await runTool(
  'chaos',
  ['vitest', 'run', '--reporter=verbose', 'test/robustness/chaos.slow.test.ts'],
  {
    env,
  },
)
process.exit(ok ? 0 : 1)
