/** Holds every text that people read to docs/terms.md. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { languages, type Language } from '../model/language.ts'
import { root } from '../scripts/steps.ts'

const codes = Object.keys(languages) as Language[]
const folders = ['web/locales', 'server/i18n/locales', 'server/faq/locales']
type Text = { key: string; text: string }

const page = readFileSync(`${root}/docs/terms.md`, 'utf8')
const part = (title: string) => page.split(/^## /m).find((one) => one.startsWith(title)) ?? ''
const tableIn = (title: string) =>
  part(title)
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
const ticked = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, one = '']) => one)

const exceptions = ticked(part('Exceptions'))
const isException = (key: string) =>
  exceptions.some((one) => (one.endsWith('*') ? key.startsWith(one.slice(0, -1)) : key === one))
const names = new Set(part('Names').match(/\b[A-Z]\w+/g))

const texts = Object.fromEntries(
  codes.map((code) => [
    code,
    folders.flatMap((folder) => flatten(JSON.parse(readFileSync(`${root}/${folder}/${code}.json`, 'utf8')))),
  ]),
) as Record<Language, Text[]>

describe.each(codes)('the texts in %s', (code) => {
  const terms = tableIn('One word').map(([term, jp, en, vn, my, keys = '']) => {
    const said = { jp, en, vn, my }[code] ?? ''
    return { term, forms: said.toLowerCase().split(' / '), keys: ticked(keys) }
  })
  const retired = tableIn('Not any more')
    .filter(([language]) => language === code)
    .flatMap(([, words = '']) => words.split(', '))

  it('name a thing by its term', () => {
    const missing = terms.flatMap(({ term, forms, keys }) =>
      keys.flatMap((key) => {
        const found = texts[code].filter((one) => baseOf(one.key) === key)
        if (found.length === 0) return [`${term}: no text has the key ${key}`]
        return found
          .filter(({ text }) => !forms.some((form) => text.toLowerCase().includes(form)))
          .map(({ text }) => `${term}: ${key} says "${text}" without "${forms.join('" or "')}"`)
      }),
    )
    expect(missing).toEqual([])
  })

  it('have no word that another one has replaced', () => {
    expect(retired.length).toBeGreaterThan(8)
    const words = new RegExp(
      code === 'jp' ? retired.join('|') : `(?<![\\p{L}-])(?:${retired.join('|')})(?![\\p{L}])`,
      'iu',
    )
    const found = texts[code].flatMap(({ key, text }) => {
      const word = isException(key) ? undefined : words.exec(plain(text))?.[0]
      return word ? [`${key} says "${word}": ${text.slice(0, 160)}`] : []
    })
    expect(found).toEqual([])
  })
})

describe('the texts in English', () => {
  it('exclaim nothing', () => {
    const found = texts.en.filter(({ key, text }) => !isException(key) && plain(text).includes('!'))
    expect(found).toEqual([])
  })

  it('have capital letters where a sentence begins and in names', () => {
    const ours = texts.en.filter(({ key }) => !isException(key))
    const found = ours.flatMap(({ key, text }) => {
      const words = plain(text).matchAll(/(?<=[\p{L}\d,;’)] )[A-Z]\w*[a-z]\w*/gu)
      const strays = [...words].map(([word]) => word).filter((word) => !names.has(word))
      return strays.length > 0 ? [`${key}: ${strays.join(', ')}`] : []
    })
    expect(found).toEqual([])
  })
})

/** Leaves out tags, what is filled in, and what stands in quotes or is pressed: they name texts that are held themselves. */
function plain(text: string): string {
  return text.replaceAll(/<b>[^<]*<\/b>|<a [^>]*>[^<]*<\/a>|<[^>]*>|\{\{?\w+\}?\}|“[^”]*”/g, '· ')
}

function baseOf(key: string): string {
  return key.replace(/_(one|other)$/, '')
}

function flatten(tree: object, before = ''): Text[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [{ key: before + key, text: value }]
      : flatten(value as object, `${before}${key}.`),
  )
}
