import { describe, expect, it } from 'vitest'
import { emptySku } from '../../../../model/product-template.ts'
import { axesOf, fits, skusOf, valuesIn } from './axes-of.ts'

const sku = (code: string, ...variants: string[]) => ({ ...emptySku(variants), seller_sku: code })

describe('SKUs of axes', () => {
  it('keep their figures when a value is added, and take them along to a new axis', () => {
    const before = [sku('M', 'Mint'), sku('R', 'Rose')]
    const wider = skusOf([{ name: 'Colour', values: ['Mint', 'Rose', 'Blue'] }], before)
    expect(wider.map((one) => one.seller_sku)).toEqual(['M', 'R', ''])
    const deeper = skusOf(
      [
        { name: 'Colour', values: ['Mint', 'Rose'] },
        { name: 'Size', values: ['S', 'L'] },
      ],
      before,
    )
    expect(deeper.map((one) => [one.seller_sku, ...one.variants])).toEqual([
      ['M', 'Mint', 'S'],
      ['', 'Mint', 'L'],
      ['R', 'Rose', 'S'],
      ['', 'Rose', 'L'],
    ])
    expect(axesOf(['Colour', 'Size'], deeper)[1]).toEqual({ name: 'Size', values: ['S', 'L'] })
  })

  it('are one hundred at most', () => {
    const values = Array.from({ length: 10 }, (_, at) => String(at))
    const axes = [
      { name: 'a', values },
      { name: 'b', values },
    ]
    expect([fits(axes), fits([...axes, { name: 'c', values: ['1', '2'] }])]).toEqual([true, false])
  })

  it('take each typed or pasted value once', () => {
    expect(valuesIn('Mint, rose\tBlue\nmint', ['Rose'])).toEqual(['Mint', 'Blue'])
  })
})

describe('values of an axis', () => {
  it.each([
    ['S, M; L', ['S', 'M', 'L']],
    ['赤、青，緑', ['赤', '青', '緑']],
    ['S\tM\r\nL', ['S', 'M', 'L']],
    ['42 EU / 8 UK', ['42 EU / 8 UK']],
    [' ,, ;\n', []],
    ['', []],
    ['m, M, m ', ['m']],
    ['🪁, 🪁, 🏮', ['🪁', '🏮']],
    [`Đỏ, ${'Đỏ'.normalize('NFD')}`, ['Đỏ']],
    ['Xanh lá, xanh LÁ', ['Xanh lá']],
  ])('are read from %j', (text, values) => {
    expect(valuesIn(text, [])).toEqual(values)
  })

  it('are no second time what is there, whether accents stand apart or not', () => {
    expect(valuesIn('Đỏ, Xanh', ['Đỏ'.normalize('NFD')])).toEqual(['Xanh'])
    expect(valuesIn('Đỏ'.normalize('NFD'), ['ĐỎ'])).toEqual([])
  })
})

describe('SKUs when an axis goes or comes', () => {
  const colours = { name: 'Colour', values: ['Mint', 'Rose'] }
  const sizes = { name: 'Size', values: ['S', 'L'] }
  const codes = (skus: ReturnType<typeof skusOf>) => skus.map((one) => one.seller_sku)

  it('are one where there is none', () => {
    const plain = sku('P')
    expect(skusOf([], [plain])).toEqual([plain])
    expect(codes(skusOf([], [sku('M', 'Mint'), sku('R', 'Rose')]))).toEqual(['M'])
  })

  it('keep one of each value that stays', () => {
    const before = [
      sku('MS', 'Mint', 'S'),
      sku('ML', 'Mint', 'L'),
      sku('RS', 'Rose', 'S'),
      sku('RL', 'Rose', 'L'),
    ]
    expect(codes(skusOf([colours], before))).toEqual(['MS', 'RS'])
    expect(codes(skusOf([colours, { ...sizes, values: ['L'] }], before))).toEqual(['ML', 'RL'])
    expect(codes(skusOf([colours, { ...sizes, values: ['L', 'S'] }], before))).toEqual([
      'ML',
      'MS',
      'RL',
      'RS',
    ])
  })

  it('have no code twice', () => {
    const found = codes(skusOf([colours, sizes], [sku('P')])).filter((code) => code !== '')
    expect(found).toEqual(['P'])
  })

  it('are none where an axis has no value', () => {
    expect(skusOf([colours, { name: 'Size', values: [] }], [sku('M', 'Mint')])).toEqual([])
  })
})
