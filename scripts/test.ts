/**
 * Everything that has to hold: format, types, rules, unit and integration tests, the build, and the tests in a real browser. It
 * prints which files took longest; their set-up is what their hooks took.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { buildWeb } from './build-web.ts'
import { checkFormat, checkRules, checkTypes, endWithLauncher, root, runTool, summary } from './steps.ts'
import type { StepResult } from './steps.ts'
import { failure, nameOf } from './test-report.ts'
import type { Count, FileTime, Found } from './test-report.ts'

/** More than a few are no accident of a busy machine. */
const mostFilesAgain = 5

const foundSchema: z.ZodType<Found> = z.object({
  passed: z.record(z.string(), z.number()),
  failures: z.array(z.object({ file: z.string(), name: z.string(), lines: z.array(z.string()) })),
  times: z.array(z.object({ file: z.string(), seconds: z.number(), setUp: z.number() })),
})

const playwrightSpec = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(
    z.object({
      status: z.string(),
      results: z.array(
        z.object({
          duration: z.number(),
          errors: z.array(z.object({ message: z.string().optional() })),
        }),
      ),
    }),
  ),
})
const playwrightReport = z
  .object({
    stats: z.object({ expected: z.number(), flaky: z.number() }),
    // A describe block would nest them deeper; no spec has one.
    suites: z.array(z.object({ specs: z.array(playwrightSpec) })),
    errors: z.array(z.object({ message: z.string().optional() })),
  })
  .transform(({ stats, suites, errors }): Count => ({
    passed: stats.expected + stats.flaky,
    failures: [
      ...suites
        .flatMap(({ specs }) => specs)
        .filter(({ tests }) => tests.some(({ status }) => status === 'unexpected'))
        .map(({ file, title, tests }) =>
          failure(file, title, tests[0]?.results[0]?.errors.map(({ message }) => message ?? '').join('\n')),
        ),
      ...errors.map(({ message }) => failure('browser', '', message)),
    ],
    unsteady: suites
      .flatMap(({ specs }) => specs)
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map(({ file, title }) => nameOf(file, title)),
    times: suites.flatMap(({ specs }) =>
      specs.map(({ file, title, tests }) => ({
        file: nameOf(file, title),
        seconds: tests.flatMap(({ results }) => results).reduce((all, one) => all + one.duration / 1000, 0),
        setUp: 0,
      })),
    ),
  }))

endWithLauncher()
const reports = mkdtempSync(join(tmpdir(), 'test-reports-'))
const results: StepResult[] = []
const counts: Count[] = []
const leftOut: string[] = []

const started = Date.now()
// The tests wait a part of their time, so the checks and the build find room beside them. The pages do not: beside the others both
// took longer than one after the other.
const [first] = await Promise.all([runVitest('tests', []), build().then(check)])
await runFailedAgain(first)
await runBrowserTests()
rmSync(reports, { recursive: true })

const passed = counts.reduce((all, count) => all + count.passed, 0)
const failures = counts.flatMap((count) => count.failures)
const ok = failures.length === 0 && results.every((result) => result.ok)
for (const { name, lines } of failures)
  process.stdout.write(`\nFailed: ${name}\n${lines.map((line) => `    ${line}\n`).join('')}`)
process.stdout.write(summary(results))
for (const { times } of counts) process.stdout.write(slowest(times))
process.stdout.write(`${((Date.now() - started) / 60_000).toFixed(1)} minutes in all\n`)
const unsteady = counts.flatMap((one) => one.unsteady)
if (unsteady.length > 0) process.stdout.write(`Unsteady, passed by themselves: ${unsteady.join('; ')}.\n`)
if (leftOut.length > 0) process.stdout.write(`Left out: ${leftOut.join('; ')}.\n`)
process.stdout.write(`${passed} passed, ${failures.length} failed\n`)
// Each in a line, for whoever sees only the end of a long log.
for (const { name, lines } of failures)
  process.stdout.write(`  ${name}: ${lines[0] ?? ''}`.slice(0, 240) + '\n')
process.exit(ok ? 0 : 1)

async function check(): Promise<void> {
  for (const step of [checkTypes, checkRules, checkFormat]) results.push(await step())
}

/**
 * Files with a failure run once more, without others beside them: on a machine of two cores a late answer need not be a fault. What
 * passes then is named at the end, so that an unsteady test is seen and mended.
 */
async function runFailedAgain(first: Found): Promise<void> {
  const files = [...new Set(first.failures.map(({ file }) => file))]
  // An error that belongs to no file has nothing to run again.
  const isFew = files.length > 0 && files.length <= mostFilesAgain && !files.includes('')
  if (!isFew) return void counts.push({ ...first, passed: sum(first.passed), unsteady: [] })

  const again = await runVitest('tests again', ['--no-file-parallelism', ...files])
  const stillFails = new Set(again.failures.map((one) => one.name))
  counts.push({
    passed: sum({ ...first.passed, ...again.passed }),
    failures: again.failures,
    unsteady: first.failures.map((one) => one.name).filter((one) => !stillFails.has(one)),
    times: first.times,
  })
  // A test that failed at first counts by its second try.
  const step = results.find(({ name }) => name === 'tests')
  if (step) step.ok = true
}

async function runVitest(name: string, files: string[]): Promise<Found> {
  const file = join(reports, 'vitest.json')
  rmSync(file, { force: true })
  const env = { TEST_REPORT: file }
  const reporters = ['--reporter=default', `--reporter=${join(root, 'scripts/test-report.ts')}`]
  results.push(await runTool(name, ['vitest', 'run', ...files, ...reporters], { env }))
  // No report: the run broke down, which its step says.
  return existsSync(file)
    ? foundSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
    : { passed: {}, failures: [], times: [] }
}

async function build(): Promise<void> {
  const begun = Date.now()
  let good = true
  try {
    if ((await buildWeb(root)) === 'absent')
      return void leftOut.push('the build, since there is no index.html')
  } catch (error) {
    good = false
    process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`)
  }
  results.push({ name: 'build', ok: good, seconds: (Date.now() - begun) / 1000 })
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
  // Node reads our TypeScript by itself. Playwright's reading of the server took 16 CPU seconds on a clean clone, Node's takes 3.
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: file, PW_DISABLE_TS_ESM: '1' }
  results.push(await runTool('browser', ['playwright', 'test', '--reporter=list,json'], { env }))
  // No report: the run broke down, which its step says.
  if (existsSync(file)) counts.push(playwrightReport.parse(JSON.parse(readFileSync(file, 'utf8'))))
}

/** In one line, for whoever sees only the end of a long log. */
function slowest(times: FileTime[]): string {
  const named = times
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, 15)
    .map(({ file, seconds, setUp }) => {
      const ofIt = setUp >= 1 ? ` (set-up ${setUp.toFixed(0)})` : ''
      return `${file} ${seconds.toFixed(0)}${ofIt}`
    })
  return `Slowest, in seconds: ${named.join('; ')}\n`
}

function sum(passed: Record<string, number>): number {
  return Object.values(passed).reduce((all, one) => all + one, 0)
}
