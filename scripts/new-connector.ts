/**
 * npm run new:connector <name>: a channel folder that type-checks, is registered, and fails exactly those lines of the
 * conformance test that its author still has to earn. It prints them.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectors } from '../connectors/registry.ts'
import { connectorFiles, settingRows } from './new-connector-files.ts'

/** Writes the folder, its line in the registry and its settings in the README; answers with the paths written. */
export function makeConnector(name: string, id: number, root: string): string[] {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
    throw new Error(`"${name}" is no name for a channel: use small letters, digits and single hyphens`)
  const folder = join('connectors', 'channels', name)
  if (existsSync(join(root, folder))) throw new Error(`${folder} exists already`)
  mkdirSync(join(root, folder, 'fixtures'), { recursive: true })
  const written = Object.entries(connectorFiles(name, id)).map(([file, text]) => {
    const path = join(folder, file)
    writeFileSync(join(root, path), text)
    return path
  })
  register(name, join(root, 'connectors', 'registry.ts'))
  listSettings(name, join(root, 'README.md'))
  return [...written, join('connectors', 'registry.ts'), 'README.md']
}

/** Behind those of the other channels, whose last ones are the addresses that they push to. */
function listSettings(name: string, readme: string) {
  const text = readFileSync(readme, 'utf8')
  const end = text.indexOf('\n', text.lastIndexOf('_PUSH_URL` |'))
  writeFileSync(readme, `${text.slice(0, end)}\n${settingRows(name)}${text.slice(end)}`)
}

function register(name: string, registry: string) {
  const variable = name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
  const importLine = `import { connector as ${variable} } from './channels/${name}/index.ts'\n`
  const text = readFileSync(registry, 'utf8')
  const afterImports = text.lastIndexOf('import ')
  const lineEnd = text.indexOf('\n', afterImports) + 1
  const listed = (text.slice(0, lineEnd) + importLine + text.slice(lineEnd)).replace(
    /(connectors: readonly Connector\[\] = \[)([^\]]*?),?\s*\]/,
    (_, start: string, entries: string) => `${start}${entries.trim()}, ${variable}]`,
  )
  if (!listed.includes(`, ${variable}]`)) throw new Error(`${registry} has no list of connectors`)
  writeFileSync(registry, listed)
}

/** The lines of the conformance test that fail of this channel and of all channels together, as `<folder> <line>`. */
export function failingLines(name: string, root: string): string[] {
  const scratch = mkdtempSync(join(tmpdir(), 'conformance-'))
  try {
    const output = join(scratch, 'report.json')
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
    const lines = `^(${name}|every channel folder|no two connectors) `
    const report = ['--reporter=json', `--outputFile=${output}`]
    const run = ['run', 'connectors/conformance.test.ts', '-t', lines, ...report]
    const { stderr } = spawnSync(process.execPath, [vitest, ...run], { cwd: root, encoding: 'utf8' })
    if (!existsSync(output)) throw new Error(`the conformance test did not run: ${stderr.slice(0, 500)}`)
    const found = JSON.parse(readFileSync(output, 'utf8')) as {
      testResults: { assertionResults: { status: string; fullName: string }[] }[]
    }
    const results = found.testResults.flatMap((file) => file.assertionResults)
    return results.filter((result) => result.status === 'failed').map((result) => result.fullName)
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..')
  const [name = '', ...more] = process.argv.slice(2)
  try {
    if (name === '' || name.startsWith('-') || more.length > 0)
      throw new Error('give one name: npm run new:connector demo-mart')
    const id = Math.max(...connectors.map((connector) => connector.id)) + 1
    for (const path of makeConnector(name, id, root)) console.log(`wrote ${path}`)
    console.log(`\nThe channel has the id ${id}, which must never change once a shop is linked.`)
    console.log('Lines of the conformance test that fail for now:')
    for (const line of failingLines(name, root)) console.log(`  ${line}`)
  } catch (error) {
    console.error(`new:connector: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  }
}
