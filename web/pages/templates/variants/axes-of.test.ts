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
