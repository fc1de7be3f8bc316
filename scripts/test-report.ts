// Collects vitest's results for `npm test`: its own JSON report omits failed hooks and errors outside of every test.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node'
import { root } from './steps.ts'

/** `name` is the file with the title of what failed; `lines` the beginning of its words. */
export type Failure = { file: string; name: string; lines: string[] }
/** Unsteady: failed among the others and passed when its file ran by itself. */
export type Count = { passed: number; failures: Failure[]; unsteady: string[]; times: FileTime[] }
/** `setUp`: the part of the seconds that its hooks took. */
export type FileTime = { file: string; seconds: number; setUp: number }
/** Number of passed tests in each file, the failures, and the time of each file. */
export type Found = { passed: Record<string, number>; failures: Failure[]; times: FileTime[] }

type Broken = { message: string; stack?: string; cause?: Broken; VITEST_TEST_PATH?: unknown }

const linesOfFailure = 14

/** Writes what was `Found` as JSON to the file named in TEST_REPORT. */
export default class TestReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly Broken[]): void {
    const path = process.env['TEST_REPORT']
    if (!path) throw new Error('TEST_REPORT must name a file to write to.')
    const found: Found = {
      passed: Object.fromEntries(
        modules.map((module) => [fileOf(module), [...module.children.allTests('passed')].length]),
      ),
      failures: [...modules.flatMap(failuresOf), ...outsideOfTests(modules, unhandled)],
      times: modules.map(timeOf),
    }
    writeFileSync(path, JSON.stringify(found))
  }
}

/** Said once more at the end, where the log of a long run is looked at first. */
export function failure(file: string, title: string, message = ''): Failure {
  return {
    file,
    name: nameOf(file, title),
    lines: stripVTControlCharacters(message).trim().split('\n').slice(0, linesOfFailure),
  }
}

export function nameOf(file: string, title: string): string {
  return title ? `${file}: ${title}` : file
}

function timeOf(module: TestModule): FileTime {
  const { duration, collectDuration } = module.diagnostic()
  const inTests = [...module.children.allTests()].reduce(
    (sum, test) => sum + (test.diagnostic()?.duration ?? 0),
    0,
  )
  const setUp = Math.max(0, duration - inTests)
  return { file: fileOf(module), seconds: (duration + collectDuration) / 1000, setUp: setUp / 1000 }
}

/** Failed tests, and the hooks before and after them: those belong to the file or to its `describe`. */
function failuresOf(module: TestModule): Failure[] {
  const broken: (TestModule | TestSuite | TestCase)[] = [
    module,
    ...module.children.allSuites(),
    ...module.children.allTests('failed'),
  ]
  return broken.flatMap((one) => {
    const errors = (one.type === 'test' ? one.result().errors : one.errors()) ?? []
    if (errors.length === 0) return []
    const title = one.type === 'module' ? '' : one.fullName
    return [failure(fileOf(module), title, errors.map(words).join('\n'))]
  })
}

/** A promise that nobody awaited, an error in a timer, or a process that died: its file then has no end. */
function outsideOfTests(modules: readonly TestModule[], unhandled: readonly Broken[]): Failure[] {
  const cutShort = modules.filter((module) => ['queued', 'pending'].includes(module.state())).map(fileOf)
  const known = unhandled.map((error) => {
    const path = error.VITEST_TEST_PATH
    const file = typeof path === 'string' ? relative(root, path) : cutShort.shift()
    return failure(file ?? '', 'outside of every test', words(error))
  })
  return [...known, ...cutShort.map((file) => failure(file, '', 'Did not come to its end.'))]
}

function fileOf({ moduleId }: TestModule): string {
  return relative(root, moduleId)
}

function words({ message, stack, cause }: Broken): string {
  const own = stack?.includes(message) ? stack : `${message}\n${stack ?? ''}`
  return cause ? `${cause.message}\n${own}` : own
}
