import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectors } from '../connectors/registry.ts'
import { failingLines, makeConnector } from './new-connector.ts'

const repository = join(import.meta.dirname, '..')
let root = ''

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'new-connector-'))
  for (const part of ['model', 'connectors', 'tsconfig.json', 'package.json', 'README.md'])
    cpSync(join(repository, part), join(root, part), { recursive: true })
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'))
})

afterAll(() => rmSync(root, { recursive: true }))

test('a new connector type-checks, is registered, and fails only the lines that its author has to earn', () => {
  const written = makeConnector('demo-mart', 99, root)
  expect(written).toContain(join('connectors', 'channels', 'demo-mart', 'index.ts'))
  const registry = readFileSync(join(root, 'connectors', 'registry.ts'), 'utf8')
  expect(registry).toContain("import { connector as demoMart } from './channels/demo-mart/index.ts'")
  expect(registry).toMatch(/connectors: readonly Connector\[\] = \[\w.*, demoMart\]/)
  // The settings are documented, as test/house.test.ts wants them.
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const source = readFileSync(join(root, 'connectors/channels/demo-mart/index.ts'), 'utf8')
  for (const [, setting] of source.matchAll(/name: '(DEMO_MART_\w+)'/g))
    expect(readme).toContain(`| \`${setting}\` |`)
  expect(readme).toContain('| `DEMO_MART_PUSH_URL` | `PUBLIC_URL/hooks/demo-mart` |')

  writeFileSync(
    join(root, 'tsconfig.demo.json'),
    JSON.stringify({
      extends: './tsconfig.json',
      include: ['connectors/registry.ts', 'connectors/channels/demo-mart'],
    }),
  )
  const types = spawnSync(
    process.execPath,
    ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.demo.json'],
    { cwd: root, encoding: 'utf8' },
  )
  expect(types.stdout).toBe('')
  expect(types.status).toBe(0)

  expect(failingLines('demo-mart', root)).toEqual([
    'demo-mart tries every quirk that its README claims',
    'demo-mart covers linking, refreshing, reading, a malformed order and every kind of error',
    'demo-mart believes no webhook that was changed, cut or signed by nobody, and reads the others',
  ])
})

test.each(['', 'Demo', '../demo', 'a--b', '1st'])('%j is no name for a channel', (name) => {
  expect(() => makeConnector(name, 99, root)).toThrow('is no name for a channel')
})

test('a folder that exists is left alone', () => {
  expect(() => makeConnector(connectors[0]?.code ?? '', 99, root)).toThrow('exists already')
})
