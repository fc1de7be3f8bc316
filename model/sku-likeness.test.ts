import { describe, expect, it } from 'vitest'
import { matchOf, shareOfWords } from './sku-likeness.ts'

const facts = { barcode: null, code: null, name: '', shopIds: [] as number[] }

describe('words in common', () => {
  it.each([
    ['White hanging heart T-light holder', 'Hanging heart T light holder, white', 1],
    ['Paper lantern large round garden', 'Paper lantern large round', 0.8],
    ['Paper lantern, red', 'Paper lantern, blue', 0],
    ['Paper lantern garden round 6 pcs', 'Paper lantern garden round pcs', 0],
    ['提灯 大', '提灯 大', 1],
    ['提灯 大', '提灯 小', 0],
    ['', '', 0],
  ])('of %s and %s', (one, other, share) => {
    expect(shareOfWords(one, other)).toBeCloseTo(share)
    expect(shareOfWords(other, one)).toBeCloseTo(share)
  })
})

describe('a match', () => {
  it('has the strongest reason', () => {
    const listing = {
      ...facts,
      barcode: '9556001204418',
      code: 'whhl 6 wh',
      name: 'Holder of lights',
      shopIds: [1],
    }
    const sku = { ...facts, code: 'WHHL-6-WH', name: 'Holder of lights', shopIds: [2] }
    expect(matchOf(listing, { ...sku, barcode: '9556001204418' })).toEqual({
      reason: 'barcode',
      confidence: 98,
    })
    expect(matchOf(listing, sku)).toEqual({ reason: 'code', confidence: 90 })
    expect(matchOf({ ...listing, code: null }, sku)).toEqual({ reason: 'name', confidence: 80 })
    expect(matchOf({ ...listing, code: null }, { ...sku, shopIds: [1] })).toBeUndefined()
    expect(matchOf({ ...facts, code: 'A-1' }, { ...facts, code: 'a1' })).toBeUndefined()
  })
})
