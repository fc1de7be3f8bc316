import { describe, expect, it } from 'vitest'
import { replacedText } from './replaced-text.ts'
import { newNameBy, planTexts, type TextRow, type TextShop } from './text-rules.ts'

const row: TextRow = {
  id: 1,
  shop_id: 2,
  name: 'Kite of Perlis, red',
  description_html: '<p>Flies.</p>',
  images: ['https://a.test/1.jpg'],
  package: { weight: 0.5, length: 10, width: 10, height: null },
  version: null,
}
const shop: TextShop = {
  id: 2,
  system_name: 'Kites',
  platform_id: 2,
  locks: { name: null, description: null, images: null, package: null },
}
const name = (kind: 'replace' | 'prepend' | 'append' | 'set', text: string, find = '') =>
  newNameBy({ kind, find, text }, row.name)

describe('a new name', () => {
  it('has a space between two words, and none beside marks or Japanese', () => {
    expect(name('prepend', 'Large')).toBe('Large Kite of Perlis, red')
    expect(name('append', ' - new')).toBe('Kite of Perlis, red - new')
    expect(newNameBy({ kind: 'prepend', find: '', text: '送料無料' }, '凧')).toBe('送料無料凧')
  })

  it('is the old one with a text replaced, or another one', () => {
    expect(name('replace', 'Kedah', 'perlis')).toBe('Kite of Kedah, red')
    expect(name('replace', '', ', red')).toBe('Kite of Perlis')
    expect(name('set', 'A kite ')).toBe('A kite')
    expect(name('set', ' ')).toBe(row.name)
  })
})

describe('a listing', () => {
  it('keeps what no rule changes, and is told which limit of its channel it breaks', () => {
    expect(planTexts(row, shop, { name: { kind: 'replace', find: 'blue', text: 'x' } })).toBeUndefined()
    const planned = planTexts(row, shop, {
      name: { kind: 'set', find: '', text: 'Kite' },
      description: { kind: 'append', html: `<p>${'High. '.repeat(20)}</p>` },
      photos: { kind: 'prepend', ids: new Map([[row.shop_id, [7]]]) },
    })
    expect(planned?.edit.images).toEqual([{ id: 7 }, { url: 'https://a.test/1.jpg' }])
    expect(planned?.edit.description).toMatch(/^<p>Flies\.<\/p><p>High\./)
    expect(planned?.broken).toEqual([
      { field: 'name', rule: 'text_length', values: { least: 20, most: 120, now: 4 } },
    ])
  })

  it('gets the sizes that are given, unless it has them', () => {
    const sizes = { weight: null, length: null, width: null, height: null }
    const plan = (more: Partial<typeof row.package>) =>
      planTexts(row, shop, { parcel: { kind: 'sizes', sizes: { ...sizes, ...more } } })
    expect(plan({ weight: 0.5 })).toBeUndefined()
    expect(plan({ weight: 0.5, height: 4 })?.edit).toEqual({ package: { ...sizes, weight: 0.5, height: 4 } })
    expect(plan({ weight: 9000 })?.broken).toMatchObject([{ field: 'parcel', rule: 'number_range' }])
  })

  it('tells the lock of a field that its channel keeps', () => {
    const locked = { ...shop, locks: { ...shop.locks, name: 'Closed' } }
    expect(planTexts(row, locked, { name: { kind: 'prepend', find: '', text: 'New' } })?.locks).toEqual([
      'Closed',
    ])
  })
})

describe('a text in place of another', () => {
  it.each([
    ['Kite, kite, KITE', 'kite', 'lamp', 'lamp, lamp, lamp'],
    ['50% off (red)', '% off (', ' / (', '50 / (red)'],
    ['a.b*c', '.', '-', 'a-b*c'],
    ['C:\\kites', '\\', '/', 'C:/kites'],
    ['price', 'price', '$& $1', '$& $1'],
    ['Lamp', '', 'x', 'Lamp'],
    ['Lamp', 'amp', '', 'L'],
    ['凧 赤', '赤', '青', '凧 青'],
    ['🪁🪁 kite', '🪁', '🏮', '🏮🏮 kite'],
    ['ÁO DÀI', 'áo dài', 'Nón', 'Nón'],
  ])('is put into %j', (text, find, by, result) => {
    expect(replacedText(text, find, by)).toBe(result)
  })

  it.each([
    ['Áo dài đỏ'.normalize('NFD'), 'dài', 'cưới', 'Áo cưới đỏ'],
    ['Áo dài đỏ', 'dài'.normalize('NFD'), 'cưới', 'Áo cưới đỏ'],
    ['Áo dài đỏ'.normalize('NFD'), 'đỏ', 'xanh'.normalize('NFD'), 'Áo dài xanh'],
    ['ガラス'.normalize('NFD'), 'ガ', 'カ', 'カラス'],
  ])('is found whether its accents stand apart or not: %j', (text, find, by, result) => {
    expect(replacedText(text, find, by).normalize('NFC')).toBe(result)
  })

  it('is no letter without the accent that it has', () => {
    const apart = 'bán bàn ban'.normalize('NFD')
    expect(replacedText(apart, 'ban', 'x').normalize('NFC')).toBe('bán bàn x')
    expect(replacedText('ガ', 'カ', 'x')).toBe('ガ')
    expect(replacedText('ガ'.normalize('NFD'), 'カ', 'x').normalize('NFC')).toBe('ガ')
  })

  it('leaves a text as it came in which it is not', () => {
    const apart = 'Áo dài'.normalize('NFD')
    expect(replacedText(apart, 'kite', 'x')).toBe(apart)
  })
})

describe('words that are joined', () => {
  it.each([
    ['append', 'Áo', 'mới', 'Áo mới'],
    ['append', 'Cá'.normalize('NFD'), 'mới', `${'Cá'.normalize('NFD')} mới`],
    ['append', 'Kite', '2', 'Kite 2'],
    ['append', 'Kite', ' 2', 'Kite 2'],
    ['append', 'Kite', ', red', 'Kite, red'],
    ['append', 'Kite', '(red)', 'Kite(red)'],
    ['append', '凧', '赤', '凧赤'],
    ['append', 'カイト', '赤', 'カイト赤'],
    ['append', 'ラーメン', 'ー', 'ラーメンー'],
    ['append', '凧', 'Red', '凧Red'],
    ['append', '연', '빨강', '연 빨강'],
    ['prepend', 'Kite', '🪁', '🪁Kite'],
    ['prepend', '𠮷野', 'New', 'New𠮷野'],
    ['prepend', '', 'New', 'New'],
    ['append', 'Kite', '   ', 'Kite'],
  ] as const)('%s to %j: %j', (kind, name, text, result) => {
    expect(newNameBy({ kind, find: '', text }, name)).toBe(result)
  })
})
