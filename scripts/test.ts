// Everything that has to hold: format, types, rules, unit and integration tests, the build, and the tests in a real browser.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'
import { buildWeb } from './build-web.ts'
import { checkFormat, checkRules, checkTypes, endWithLauncher, root, runTool, summary } from './steps.ts'
import type { StepResult } from './steps.ts'

type Failure = { file: string; name: string; lines: string[] }
/** Unsteady: failed among the others and passed when its file ran by itself. */
type Count = { passed: number; failures: Failure[]; unsteady: string[] }

const linesOfFailure = 14
const storm = 'server/chaos.slow.test.ts'
/** More than a few are no accident of a busy machine. */
const mostFilesAgain = 5

// A file that does not even load has no tests to count, so it counts itself.
const vitestReport = z
  .object({
    numPassedTests: z.number(),
    testResults: z.array(
      z.object({
        name: z.string(),
        status: z.string(),
        message: z.string(),
        assertionResults: z.array(
          z.object({
            status: z.string(),
            fullName: z.string(),
            failureMessages: z.array(z.string()).nullish(),
          }),
        ),
      }),
    ),
  })
  .transform(({ numPassedTests, testResults }): Count => ({
    passed: numPassedTests,
    failures: testResults.flatMap(({ name, status, message, assertionResults }) =>
      status === 'failed' && assertionResults.length === 0
        ? [failure(relative(root, name), '', message)]
        : assertionResults
            .filter((test) => test.status === 'failed')
            .map((test) => failure(relative(root, name), test.fullName, test.failureMessages?.join('\n'))),
    ),
    unsteady: [],
  }))

const playwrightSpec = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(
    z.object({
      status: z.string(),
      results: z.array(z.object({ errors: z.array(z.object({ message: z.string().optional() })) })),
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
  }))

endWithLauncher()
const reports = mkdtempSync(join(tmpdir(), 'test-reports-'))
const results: StepResult[] = []
const counts: Count[] = []
const leftOut: string[] = []

results.push(await checkFormat(), await checkTypes(), await checkRules())
await runTests('tests', ['--exclude', storm])
await runFailedAgain()
// By itself: within a minute of calm everything has to be true, and a test beside it would share that minute.
await runTests('chaos', [storm])
await build()
await runBrowserTests()
rmSync(reports, { recursive: true })

const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failures = counts.flatMap((count) => count.failures)
const ok = failures.length === 0 && results.every((result) => result.ok)
for (const { name, lines } of failures)
  process.stdout.write(`\nFailed: ${name}\n${lines.map((line) => `    ${line}\n`).join('')}`)
process.stdout.write(summary(results))
const unsteady = counts.flatMap((one) => one.unsteady)
if (unsteady.length > 0) process.stdout.write(`Unsteady, passed by themselves: ${unsteady.join('; ')}.\n`)
if (leftOut.length > 0) process.stdout.write(`Left out: ${leftOut.join('; ')}.\n`)
process.stdout.write(`${passed} passed, ${failures.length} failed\n`)
// Each in a line, for whoever sees only the end of a long log.
for (const { name, lines } of failures)
  process.stdout.write(`  ${name}: ${lines[0] ?? ''}`.slice(0, 240) + '\n')
process.exit(ok ? 0 : 1)

async function runTests(name: string, which: string[]): Promise<void> {
  const file = join(reports, `${name}.json`)
  results.push(
    await runTool(name, [
      'vitest',
      'run',
      ...which,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ]),
  )
  count(file, vitestReport)
}

/**
 * Files with a failure run once more, without others beside them: on a machine of two cores a late answer need not be a fault. What
 * passes then is named at the end, so that an unsteady test is seen and mended.
 */
async function runFailedAgain(): Promise<void> {
  const [first] = counts
  const [result] = results.slice(-1)
  const files = [...new Set(first?.failures.map(({ file }) => file))]
  if (!first || !result || files.length === 0 || files.length > mostFilesAgain) return
  await runTests('again', ['--no-file-parallelism', ...files])
  const again = counts.pop()
  const repeated = results.pop()
  if (!again || !repeated) return
  const stillFails = new Set(again.failures.map(({ name }) => name))
  const passed = first.failures.map(({ name }) => name).filter((name) => !stillFails.has(name))
  counts[0] = { passed: first.passed + passed.length, failures: again.failures, unsteady: passed }
  results[results.length - 1] = {
    ...result,
    ok: repeated.ok,
    seconds: result.seconds + repeated.seconds,
  }
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

function nameOf(file: string, title: string): string {
  return title ? `${file}: ${title}` : file
}

/** Said once more at the end, where the log of a long run is looked at first. */
function failure(file: string, title: string, message = ''): Failure {
  return {
    file,
    name: nameOf(file, title),
    lines: stripVTControlCharacters(message).trim().split('\n').slice(0, linesOfFailure),
  }
}
