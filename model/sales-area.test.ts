import { describe, expect, it } from 'vitest'
import { areaOf, type Destination, type SalesArea } from './sales-area.ts'

const my = { country: 'MY', province: null }
const selangor = { country: 'MY', province: 'Selangor' }
let id = 0
const area = (part: Partial<SalesArea> = {}): SalesArea => ({
  id: ++id,
  shopIds: [],
  regions: [],
  isDefault: false,
  ...part,
})
const here: Destination = { country: 'MY', province: 'Selangor' }

describe('the area of an order', () => {
  it('is the most particular one, the shop before the region, the default one last', () => {
    const ranked = [
      area({ shopIds: [7], regions: [my, selangor] }),
      area({ shopIds: [8, 7], regions: [my] }),
      area({ shopIds: [7] }),
      area({ regions: [selangor] }),
      area({ regions: [my] }),
      area(),
      area({ isDefault: true }),
    ]
    for (const [at, expected] of ranked.entries()) {
      // The last ones first, so that their place says nothing.
      const left = ranked.slice(at).toReversed()
      expect(areaOf(left, { shopId: 7, to: here })).toBe(expected)
    }
  })

  it('is of two equals the one that was made first', () => {
    const [first, second] = [area({ regions: [my] }), area({ regions: [my] })]
    expect(areaOf([second, first], { shopId: 7, to: here })).toBe(first)
  })

  it('is none when it names other shops, countries or provinces', () => {
    const others = [
      area({ shopIds: [8] }),
      area({ regions: [{ country: 'VN', province: 'Selangor' }] }),
      area({ regions: [{ country: 'MY', province: 'Johor' }] }),
    ]
    expect(areaOf(others, { shopId: 7, to: here })).toBeUndefined()
  })

  it.each([null, {}, { country: null, province: 'Selangor' }, { country: '**', province: '******' }])(
    'is one without regions for an order that is sent to %j',
    (to) => {
      const everywhere = area()
      expect(areaOf([area({ regions: [my, selangor] }), everywhere], { shopId: 7, to })).toBe(everywhere)
    },
  )

  it.each([
    ['Hồ Chí Minh', 'ho chi minh'],
    ['Đà Nẵng', 'DA NANG'],
    ['Pulau Pinang', 'Pulau  pinang '],
    ['東京都', '東京都'],
    ['W.P. Kuala Lumpur', 'WP Kuala Lumpur'],
  ])('takes %s and %s for the same province', (typed, told) => {
    const one = area({ regions: [{ country: 'VN', province: typed }] })
    expect(areaOf([one], { shopId: 7, to: { country: 'vn', province: told } })).toBe(one)
  })
})
