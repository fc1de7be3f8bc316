/**
 * The loop of every minute: `npm run test:changed -- [since]` runs the tests beside what changed since a commit (HEAD unless said),
 * untracked files included, those of `web` by what imports it, and the browser specs that changed themselves.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { endWithLauncher, root, runTool, summary } from './steps.ts'
import type { StepResult } from './steps.ts'

endWithLauncher()
const since = process.argv[2] ?? 'HEAD'
const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).split('\n')
const isCommit =
  spawnSync('git', ['rev-parse', '--verify', '--quiet', `${since}^{commit}`], { cwd: root }).status === 0
if (!isCommit) {
  process.stderr.write(
    `"${since}" is no commit of this repository.\nUsage: npm run test:changed -- [since]\n`,
  )
  process.exit(1)
}
const changed = [
  ...git('diff', '--name-only', since),
  ...git('ls-files', '--others', '--exclude-standard'),
].filter((path) => path && existsSync(join(root, path)))

const specs = changed.filter((path) => path.startsWith('test/e2e/') && path.endsWith('.spec.ts'))
// The server's tests all start the whole server, so imports would name every one of them: a file's neighbours are its tests.
const folders = [...new Set(changed.filter((path) => /\.tsx?$/.test(path)).map((path) => dirname(path)))]
const tested = folders.filter(
  (folder) =>
    !folder.startsWith('test/e2e') &&
    readdirSync(join(root, folder)).some((name) => /(?<!\.slow)\.test\.tsx?$/.test(name)),
)

const results: StepResult[] = []
const exclude = ['--exclude', '**/*.slow.test.ts']
if (tested.length > 0)
  results.push(await runTool('tests', ['vitest', 'run', ...tested.map(only), ...exclude]))
if (folders.some((folder) => folder.startsWith('web') || folder.startsWith('model')))
  results.push(
    await runTool('web', [
      'vitest',
      'run',
      '--project',
      'plain',
      '--project',
      'web',
      '--changed',
      since,
      ...exclude,
    ]),
  )
if (specs.length > 0) results.push(await runTool('browser', ['playwright', 'test', ...specs]))
process.stdout.write(results.length > 0 ? summary(results) : 'Nothing changed that has tests.\n')
process.exit(results.every(({ ok }) => ok) ? 0 : 1)

/** Vitest takes the beginning of a path; the folders below have files of their own. */
function only(folder: string): string {
  return `${folder}/`
}
