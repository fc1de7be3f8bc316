import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { partOf } from '../scripts/split-texts.ts'
import { type TextArea, textAreas } from './text-areas.ts'

const folder = import.meta.dirname
const keys = keysOf(JSON.parse(readFileSync(join(folder, 'locales/en.json'), 'utf8')))
const areas = Object.keys(textAreas) as TextArea[]

/** A call of `withTexts`: what it loads, and the areas that it waits for. */
const load = /withTexts\(\s*\(\) => import\('(\.[^']+)'\),\s*((?:'\w+',?\s*)+)\)/g
/** Types are not loaded. */
const fileImport = /^(?:import|export) (?!type )[^'"]*?from '(\.[^']+)'|\bimport\('(\.[^']+)'\)/gms

const sources = new Map(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|d)\.tsx?$/.test(file))
    .map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
)
const loads = [...sources].flatMap(([from, source]) =>
  [...source.matchAll(load)].map(([, file = '', list = '']) => ({
    file: normalize(join(dirname(from), file)),
    areas: [...list.matchAll(/\w+/g)].map(([area]) => area as TextArea),
  })),
)
const started = reached(['render-app.tsx', 'prefetch.ts'], new Set())
const framed = reached(
  loads.filter(({ areas: [area] }) => area === 'shell').map(({ file }) => file),
  started,
)
const parts = [
  { name: 'every page', areas: ['start' as const], files: started },
  ...loads.map((one) => {
    const isOpen = one.areas.includes('auth')
    const isFrame = one.areas.includes('shell')
    return {
      name: one.file,
      areas: ['start' as const, ...(isOpen || isFrame ? [] : (['shell'] as const)), ...one.areas],
      files: isFrame ? framed : reached([one.file], isOpen ? started : new Set([...started, ...framed])),
    }
  }),
].map((part) => ({ ...part, uses: usesOf(part.files) }))

describe('the areas of the texts', () => {
  it.each(parts)('bring every text of $name', ({ areas: own, uses }) => {
    const brought = own.flatMap((area) => [...textAreas[area]] as string[])
    expect(uses.filter((key) => !brought.some((entry) => isWithin(key, entry)))).toEqual([])
  })

  it.each(areas)('bring nothing with %s that no page of it uses', (area) => {
    const used = parts.filter((part) => part.areas.includes(area)).flatMap(({ uses }) => uses)
    expect(textAreas[area].filter((entry) => !used.some((key) => isWithin(key, entry)))).toEqual([])
  })

  it('name texts that are there, each once', () => {
    const twice = areas.flatMap((area) =>
      textAreas[area].filter(
        (entry, at, all: readonly string[]) =>
          !keys.some((key) => isWithin(key, entry)) ||
          all.some((other, index) => index !== at && isWithin(entry, other)),
      ),
    )
    expect(twice).toEqual([])
  })
})

it('takes the texts and the trees of texts that it is told, in each plural form', () => {
  const texts = { a: { one: '1', pieces_one: 'piece', pieces_other: 'pieces' }, b: { c: { d: 'e' } }, f: 'g' }
  expect(partOf(texts, ['a.pieces', 'b'])).toEqual({
    a: { pieces_one: 'piece', pieces_other: 'pieces' },
    b: { c: { d: 'e' } },
  })
})

function isWithin(key: string, entry: string): boolean {
  return key === entry || key.startsWith(`${entry}.`)
}

function keysOf(tree: object, before = ''): string[] {
  const all = Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? before + key.replace(/_(zero|one|two|few|many|other)$/, '')
      : keysOf(value, `${before}${key}.`),
  )
  return [...new Set(all)]
}

/** Files that these import, however late, without what another call of `withTexts` loads. */
function reached(from: string[], without: ReadonlySet<string>): Set<string> {
  const found = new Set<string>()
  const waiting = [...from]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const source = sources.get(file)
    if (source === undefined || found.has(file) || without.has(file)) continue
    found.add(file)
    const at = dirname(file)
    for (const [, early, late] of source.replaceAll(load, '').matchAll(fileImport))
      waiting.push(normalize(join(at, early ?? late ?? '')))
  }
  return found
}

/** Keys that are written out, and all of those whose beginning is. */
function usesOf(files: Set<string>): string[] {
  const text = [...files].map((file) => sources.get(file)).join('\n')
  const literals = new Set([...text.matchAll(/'([\w.]+)'/g)].map(([, literal = '']) => literal))
  const starts = [...text.matchAll(/`([\w.]+\.)\$\{/g)].map(([, start = '']) => start)
  return keys.filter((key) => literals.has(key) || starts.some((start) => key.startsWith(start)))
}
