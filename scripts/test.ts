// Everything that has to hold: format, types, rules, unit and integration tests, the build, and the tests in a real browser.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { buildWeb } from './build-web.ts'
import { checkFormat, checkRules, checkTypes, endWithLauncher, root, runTool, summary } from './steps.ts'
import type { StepResult } from './steps.ts'

type Count = { passed: number; failed: number }

// A file that does not even load has no tests to count, so it counts itself.
const vitestReport = z
  .object({
    numPassedTests: z.number(),
    numFailedTests: z.number(),
    testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
  })
  .transform((report): Count => {
    const unloaded = report.testResults.filter(
      (file) => file.status === 'failed' && file.assertionResults.length === 0,
    )
    return { passed: report.numPassedTests, failed: report.numFailedTests + unloaded.length }
  })

const playwrightReport = z
  .object({
    stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
    errors: z.array(z.unknown()),
  })
  .transform(({ stats, errors }): Count => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
  }))

endWithLauncher()
const reports = mkdtempSync(join(tmpdir(), 'test-reports-'))
const results: StepResult[] = []
const counts: Count[] = []
const leftOut: string[] = []

results.push(await checkFormat(), await checkTypes(), await checkRules())
await runTests()
await build()
await runBrowserTests()
rmSync(reports, { recursive: true })

const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
const ok = failed === 0 && results.every((result) => result.ok)
process.stdout.write(summary(results))
if (leftOut.length > 0) process.stdout.write(`Left out: ${leftOut.join('; ')}.\n`)
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exit(ok ? 0 : 1)

async function runTests(): Promise<void> {
  const file = join(reports, 'vitest.json')
  results.push(
    await runTool('tests', [
      'vitest',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ]),
  )
  count(file, vitestReport)
}

async function build(): Promise<void> {
  const started = Date.now()
  let good = true
  try {
    if ((await buildWeb(root)) === 'absent')
      return void leftOut.push('the build, since there is no index.html')
  } catch (error) {
    good = false
    process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`)
  }
  results.push({ name: 'build', ok: good, seconds: (Date.now() - started) / 1000 })
}

async function runBrowserTests(): Promise<void> {
  const folder = join(root, 'test/e2e')
  if (
    !existsSync(folder) ||
    !readdirSync(folder, { recursive: true }).some((name) => String(name).endsWith('.spec.ts'))
  ) {
    leftOut.push('the browser tests, since test/e2e has none')
    return
  }
  const file = join(reports, 'playwright.json')
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: file }
  results.push(await runTool('browser', ['playwright', 'test', '--reporter=list,json'], { env }))
  count(file, playwrightReport)
}

function count(file: string, report: z.ZodType<Count>): void {
  // No report: the run broke down, which its step says.
  if (existsSync(file)) counts.push(report.parse(JSON.parse(readFileSync(file, 'utf8'))))
}
