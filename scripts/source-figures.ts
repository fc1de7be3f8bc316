/** `npm run figures`: how large the source is and how much of it is tested, module by module; ARCHITECTURE.md quotes it. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './steps.ts'

const modules = ['model', 'contract', 'connectors', 'sandbox', 'server', 'web', 'bench', 'scripts', 'runtime']
const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '')
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8').split('\n') }))
const isTest = ({ path }: { path: string }) => /^test\/|\.(test|spec)\.tsx?$/.test(path)
const lines = (some: typeof files) => some.reduce((sum, { text }) => sum + text.length - 1, 0)

const source = files.filter((file) => !isTest(file))
const tests = files.filter(isTest)
const sizes = source.map(({ text }) => text.length - 1).toSorted((a, b) => a - b)
const at = (share: number) => sizes[Math.floor((sizes.length - 1) * share)]
const comments = source.flatMap(({ text }) => text.filter((line) => /^\s*(\/\/|\/?\*)/.test(line)))
const ratio = (tested: number, of: number) => (tested / Math.max(1, of)).toFixed(2)

const say = (text: string) => process.stdout.write(`${text}\n`)
say(
  `source  ${source.length} files, ${lines(source)} lines; median ${at(0.5)}, 95th percentile ${at(0.95)}, longest ${at(1)}`,
)
say(`comments  ${Math.round((100 * comments.length) / lines(source))} % of the lines`)
say(`tests  ${lines(tests)} lines, ${ratio(lines(tests), lines(source))} of the source`)
for (const name of modules) {
  const within = (some: typeof files) => lines(some.filter(({ path }) => path.startsWith(`${name}/`)))
  // Pages are tested in a browser.
  const inBrowser = name === 'web' ? lines(tests.filter(({ path }) => path.startsWith('test/e2e/'))) : 0
  const tested = within(tests) + inBrowser
  say(`  ${name.padEnd(11)} ${within(source)} lines, tests beside them ${ratio(tested, within(source))}`)
}
