/** Holds names to docs/glossary.md and comments to their style: see docs/CONTRIBUTING.md. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { root } from '../scripts/steps.ts'

/** By what stands in its place in docs/glossary.md. */
const retired: Record<string, string[]> = {
  'order action': ['wish', 'wishes'],
  'tenant isolation': ['wall', 'walls'],
  'simulation (sandbox)': ['desk'],
  'store, index, cache': ['shelf', 'shelves'],
  corrupt: ['spoil', 'spoiled'],
  stripNulBytes: ['storable'],
  'fresh tables': ['young'],
  'reconnecting client': ['lasting'],
}
/** The clock on the wall, and a category of goods. */
const allowed = new Set(['wallMs', 'SHELF_LIFE', 'shelf_life'])

it('names nothing by a word that the glossary has replaced', () => {
  const words = new Map(Object.entries(retired).flatMap(([now, old]) => old.map((word) => [word, now])))
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n')
  const found = files.filter(isOurs).flatMap((path) => {
    const names = [path, ...(isSource(path) ? identifiersIn(path) : [])]
    return names.flatMap((name) => {
      const word = allowed.has(name) ? undefined : partsOf(name).find((part) => words.has(part))
      return word ? [`${path}: ${name} (say "${words.get(word)}")`] : []
    })
  })
  expect([...new Set(found)]).toEqual([])
})

it('begins no comment with a clause that has no subject', () => {
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n')
  const found = files
    .filter((path) => isOurs(path) && /\.(tsx?|sql)$/.test(path))
    .flatMap((path) =>
      readFileSync(`${root}/${path}`, 'utf8')
        .split('\n')
        .flatMap((line, at) => (clause.test(line) ? [`${path}:${at + 1}`] : [])),
    )
  expect(found).toEqual([])
})

const clause = /^\s*(?:\/\/|\/\*\*?|--) (?:Who|Whoever|Whom|What|Whatever|Whose|Of|So|Those|How)\b/

const isOurs = (path: string) =>
  path !== '' && !path.startsWith('sandbox/retail/') && path !== 'test/retired-words.test.ts'
/** Browser tests name what stands on the screen. */
const isSource = (path: string) => /\.(tsx?|sql)$/.test(path) && !path.startsWith('test/e2e/')

/** Comments and quoted texts are left out: they may speak of walls. Templates stay, as they hold SQL. */
function identifiersIn(path: string): string[] {
  const code = readFileSync(`${root}/${path}`, 'utf8')
    .replaceAll(/\/\*[^]*?\*\/|(?<!:)\/\/.*|^\s*--.*/gm, '')
    .replaceAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, '')
  return code.match(/[A-Za-z_]\w*/g) ?? []
}

const partsOf = (name: string) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
