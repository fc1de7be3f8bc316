// The quick gate: types, rules, format and the tests that are not named *.slow.test.ts.
import { checkFormat, checkRules, checkTypes, endWithLauncher, runTool, summary } from './steps.ts'

endWithLauncher()
const started = Date.now()
const results = await Promise.all([checkTypes(), checkRules(), checkFormat()])
results.push(await runTool('tests', ['vitest', 'run', '--exclude', '**/*.slow.test.ts'], { quiet: true }))
process.stdout.write(summary(results))
process.stdout.write(`${((Date.now() - started) / 1000).toFixed(1)} s in all\n`)
process.exit(results.every((result) => result.ok) ? 0 : 1)
