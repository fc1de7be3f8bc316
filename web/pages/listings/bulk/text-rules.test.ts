import { describe, expect, it } from 'vitest'
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
