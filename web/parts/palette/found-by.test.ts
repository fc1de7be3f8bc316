import { beforeEach, describe, expect, it } from 'vitest'
import { stubStorage, type StubStorage } from '../../../test/steps/stub-storage.ts'
import { matches, saysEnough } from './found-by.ts'
import { noteRecentEntry, recentEntries } from './recent-entries.ts'

describe('a keyword', () => {
  it.each([
    ['', false],
    ['ab', false],
    [' ab ', false],
    ['a b', true],
    ['abc', true],
    ['佐藤', true],
    ['林', true],
    ['𠮷', true],
    ['あ', false],
    ['さと', true],
    ['カ', false],
    ['ラー', true],
    ['サk', false],
    ['Hà', false],
    ['Hà'.normalize('NFD'), false],
    ['Hoà', true],
    ['🪁', false],
    ['🪁🪁', false],
    ['12', false],
    ['123', true],
  ])('says enough to be looked for: %j %s', (keyword, is) => {
    expect(saysEnough(keyword)).toBe(is)
  })
})

describe('an entry', () => {
  const orders = { label: 'Đơn hàng: Chờ xác nhận', detail: 'vn', terms: 'Cài đặt' }

  it.each([
    ['', true],
    ['don hang', true],
    ['ĐƠN', true],
    ['hàng đơn', true],
    ['xac nhan don', true],
    ['xác nhận'.normalize('NFD'), true],
    ['cai dat', true],
    ['ang', true],
    ['don kho', false],
  ])('in Vietnamese is found by its words in any order, with accents or without: %j', (keyword, is) => {
    expect(matches(orders, keyword)).toBe(is)
  })

  it.each([
    ['注文', true],
    ['受注一覧', true],
    ['一覧', true],
    ['ｵﾌﾟｼｮﾝ', true],
    ['オプション', true],
    ['おプション', false],
    ['ＣＳＶ', true],
    ['csv 注文', true],
  ])('in Japanese is found from any sign on, in either width: %j', (keyword, is) => {
    expect(matches({ label: '注文: 受注一覧', detail: 'オプション', terms: 'CSV' }, keyword)).toBe(is)
  })
})

describe('pages that were opened last', () => {
  let storage: StubStorage
  beforeEach(() => {
    storage = stubStorage()
  })
  const open = (user: number, ...names: string[]) => {
    for (const name of names) noteRecentEntry(user, { label: name, to: `/${name}` })
  }
  const labels = (user: number) => recentEntries(user).map(({ label }) => label)

  it('are the last five, the latest first and each once, with its latest name', () => {
    open(1, 'a', 'b', 'c', 'b', 'd', 'e', 'f')
    expect(labels(1)).toEqual(['f', 'e', 'd', 'b', 'c'])
    noteRecentEntry(1, { label: '新しい', to: '/c' })
    expect(labels(1)).toEqual(['新しい', 'f', 'e', 'd', 'b'])
  })

  it('are those of one person', () => {
    open(1, 'a')
    open(2, 'b')
    expect([labels(1), labels(2), labels(3)]).toEqual([['a'], ['b'], []])
  })

  it('keep nothing but the name and the address', () => {
    const entry = { label: 'Order', to: '/orders/1', secret: 'x' }
    noteRecentEntry(1, entry)
    expect(recentEntries(1)).toEqual([{ label: 'Order', to: '/orders/1' }])
  })

  it('are none where the browser has stored something unreadable, and the next one is kept', () => {
    storage.stored.set('recent-entries-1', '[{"label":')
    expect(labels(1)).toEqual([])
    open(1, 'a')
    expect(labels(1)).toEqual(['a'])
  })

  it('stay as they were while the browser has no room', () => {
    open(1, 'a')
    storage.room = 0
    open(1, 'b')
    expect(labels(1)).toEqual(['a'])
  })
})
