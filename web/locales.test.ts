import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { languages } from '../model/language.ts'

const folder = import.meta.dirname
const codes = Object.keys(languages) as (keyof typeof languages)[]
const words = Object.fromEntries(
  codes.map((code) => [
    code,
    flatten(JSON.parse(readFileSync(join(folder, 'locales', `${code}.json`), 'utf8'))),
  ]),
)
const english = words['en'] ?? {}

describe.each(codes)('the words in %s', (code) => {
  const own = words[code] ?? {}

  it('has every text of the console and no other', () => {
    expect(bases(own)).toEqual(bases(english))
  })

  it('has the plural forms that its language distinguishes', () => {
    const forms = new Intl.PluralRules(languages[code].iso).resolvedOptions().pluralCategories
    for (const base of bases(own)) {
      const given = Object.keys(own).filter((key) => baseOf(key) === base && key !== base)
      if (given.length > 0)
        expect(given.toSorted()).toEqual(forms.map((form) => `${base}_${form}`).toSorted())
    }
  })

  it('fills in the same values as English', () => {
    for (const base of bases(own))
      expect([base, openings(own, base)]).toEqual([base, openings(english, base)])
  })

  it('leaves nothing empty', () => {
    expect(Object.entries(own).filter(([, text]) => text.trim() === '')).toEqual([])
  })
})

it('every text is used somewhere', () => {
  const source = sourceFiles()
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  // A key is written out, or is what t(`status.${status}`) makes of its start.
  const starts = [...source.matchAll(/t\(\s*`([\w.]+\.)\$\{/g)].map(([, start]) => start ?? '')
  const unused = bases(english).filter(
    (base) => !source.includes(`'${base}'`) && !starts.some((start) => base.startsWith(start)),
  )
  expect(unused).toEqual([])
})

function flatten(tree: object, before = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string'
        ? [[before + key, value]]
        : Object.entries(flatten(value, `${before}${key}.`)),
    ),
  )
}

function baseOf(key: string): string {
  return key.replace(/_(zero|one|two|few|many|other)$/, '')
}

function bases(texts: Record<string, string>): string[] {
  return [...new Set(Object.keys(texts).map(baseOf))].toSorted()
}

/** "{{count}}" may be left unsaid in a singular, so the general form speaks for all. */
function openings(texts: Record<string, string>, base: string): string[] {
  const text = texts[`${base}_other`] ?? texts[base] ?? ''
  return [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '').toSorted()
}

function sourceFiles(): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
    .map((file) => join(folder, file))
}
