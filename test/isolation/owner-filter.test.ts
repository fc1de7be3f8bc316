/**
 * The owner filter by itself: every statement names the owner for each tenant table that it reads or writes. Read from the source,
 * because row-level security hides a filter that is missing from every test that runs.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const folder = new URL('../../server/', import.meta.url)
const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
const read = (path: string) => readFileSync(new URL(path, folder), 'utf8')

function tenantTables(): string[] {
  const migrations = paths
    .filter((path) => path.endsWith('.sql'))
    .map(read)
    .join('\n')
  const lists = [...migrations.matchAll(/select isolate_tenants\(t\) from unnest\(array\[([^\]]+)\]/g)]
  const single = [...migrations.matchAll(/select isolate_tenants\(('\w+')/g)]
  return [...lists, ...single].flatMap(([, names = '']) => names.match(/\w+/g) ?? [])
}

/** The template literals of a source, each beside those that stand within it. */
function templatesOf(source: string, start = 0): { texts: string[]; end: number } {
  const texts: string[] = []
  let own = ''
  for (let at = start; at < source.length; at++) {
    if (source[at] === '\\') at++
    else if (source[at] === '`') return { texts: [own, ...texts], end: at }
    else if (source.startsWith('${', at)) {
      const from = at + 2
      let depth = 1
      for (at = from; depth > 0; at++) {
        if (source[at] === '`') {
          const inner = templatesOf(source, at + 1)
          texts.push(...inner.texts)
          at = inner.end
        } else if (source[at] === '{') depth++
        else if (source[at] === '}') depth--
      }
      at--
      own += `\${${source.slice(from, at)}}`.replaceAll('`', '')
    } else own += source[at]
  }
  return { texts, end: source.length }
}

function statementsOf(source: string): string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const texts: string[] = []
  for (let at = code.indexOf('`'); at >= 0; at = code.indexOf('`', at + 1)) {
    const found = templatesOf(code, at + 1)
    texts.push(...found.texts)
    at = found.end
  }
  return texts
}

/** Conditions that are put together elsewhere, the owner first among them. */
const builtConditions = /\b(?:where|and) \$\{(?:visibleTo|where|conditions|chosen|sql\.join\(conditions)/g
const comparisons = /\bowner_id\s*(?:=|<>)|\busing \(owner_id/g
const insertions = /insert into \w+(?: as \w+)?\s*\(\s*owner_id/gi

it('is named for every table of every statement', () => {
  const tables = tenantTables()
  expect(tables.length).toBeGreaterThan(50)
  const mention = new RegExp(String.raw`\b(?:from|join|update|into|using)\s+(?:${tables.join('|')})\b`, 'gi')
  const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0
  let checked = 0
  const open = paths
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .flatMap((path) =>
      statementsOf(read(path)).flatMap((text) => {
        const mentions = count(text, mention)
        if (mentions > 0) checked += 1
        const names = count(text, comparisons) + count(text, insertions) + count(text, builtConditions)
        return names < mentions ? [`${path}: ${text.trim().slice(0, 200)}`] : []
      }),
    )
  expect(open).toEqual([])
  expect(checked).toBeGreaterThan(300)
})
