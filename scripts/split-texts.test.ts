import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { languages } from '../model/language.ts'
import { textAreas } from '../web/text-areas.ts'
import { partOf, splitTexts, textFileName } from './split-texts.ts'

const web = join(import.meta.dirname, '../web')

type Tree = { [key: string]: Tree | string }
const keysOf = (tree: Tree, path = ''): string[] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${path}${key}`] : keysOf(value, `${path}${key}.`),
  )
const textsOf = (language: string): Tree =>
  JSON.parse(readFileSync(join(web, `locales/${language}.json`), 'utf8')) as Tree

it('takes texts and whole trees, and nothing beside them', () => {
  const texts = { shop: { name: 'Shop', more: { a: 'A', b: 'B' } }, order: { name: 'Order' } }
  expect(partOf(texts, ['shop.more'])).toEqual({ shop: { more: { a: 'A', b: 'B' } } })
  expect(partOf(texts, ['shop.name', 'order'])).toEqual({ shop: { name: 'Shop' }, order: { name: 'Order' } })
})

it('takes a text that counts in each of its plural forms', () => {
  const texts = { orders: { found_one: 'One', found_other: 'Many', found: 'Any', found_at: 'At' } }
  expect(partOf(texts, ['orders.found'])).toEqual({
    orders: { found_one: 'One', found_other: 'Many', found: 'Any' },
  })
})

it.each(Object.keys(languages))('brings every text of the file %s with some area', (language) => {
  const texts = textsOf(language)
  const brought = new Set(Object.values(textAreas).flatMap((keys) => keysOf(partOf(texts, keys))))
  expect(keysOf(texts).filter((key) => !brought.has(key))).toEqual([])
})

it('makes a module of each language and area, with the texts of the area in it', () => {
  const watched: string[] = []
  const load = splitTexts(web).load as (this: object, id: string) => unknown
  const read = (id: string) => load.call({ addWatchFile: (file: string) => watched.push(file) }, id)
  const list = String(read(join(web, 'text-files.ts')))
  const [, first = ''] = /import\(("[^"]+")\)/.exec(list) ?? []
  const id = JSON.parse(first) as string
  expect(list.match(/import\(/g)).toHaveLength(Object.keys(languages).length * Object.keys(textAreas).length)
  expect(read(id)).toMatchObject({ code: expect.stringMatching(/^export default \{"/), moduleType: 'js' })
  // The texts are read anew when their translator saves them.
  expect(watched).toEqual([id.replace(/\?.*/, '')])
  expect(read(join(web, 'main.ts'))).toBeUndefined()
})

it('names the files of the build by language and area', () => {
  expect(textFileName('/web/locales/jp.json?area=orders')).toBe('jp-orders')
  expect(textFileName('/web/locales/jp.json')).toBeUndefined()
})
