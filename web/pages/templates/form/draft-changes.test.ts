import { describe, expect, it } from 'vitest'
import { emptyTemplate, type ProductTemplate } from '../../../../model/product-template.ts'
import type { ShopStep } from '../../../parts/queries/template-queries.ts'
import {
  changesOf,
  mergeContent,
  mergeShops,
  shopsChanged,
  withPhoto,
  withUnfinished,
} from './draft-changes.ts'

const before: ProductTemplate = {
  ...emptyTemplate([1]),
  name: 'Teapot',
  short_description: 'Small',
  package_weight: 1,
}
const with_ = (more: Partial<ProductTemplate>): ProductTemplate => ({ ...before, ...more })

describe('fields to send', () => {
  it('are those that differ', () => {
    expect(changesOf(before, with_({ name: 'Pot', threshold: before.threshold }))).toEqual({ name: 'Pot' })
  })

  it('leave the text of the description to the server', () => {
    expect(changesOf(before, with_({ long_description: '<p>a</p>', long_description_content: 'a' }))).toEqual(
      {
        long_description: '<p>a</p>',
      },
    )
  })
})

describe('changes of two people', () => {
  it('are joined field by field', () => {
    const { content, clashes } = mergeContent(
      before,
      with_({ name: 'My pot' }),
      with_({ short_description: 'Large' }),
    )
    expect([content.name, content.short_description, clashes]).toEqual(['My pot', 'Large', []])
  })

  it('clash where both changed a field to something else: mine stays, and theirs is told', () => {
    const { content, clashes } = mergeContent(before, with_({ name: 'Mine' }), with_({ name: 'Theirs' }))
    expect([content.name, clashes]).toEqual(['Mine', [{ field: 'name', theirs: 'Theirs' }]])
    expect(mergeContent(before, with_({ name: 'Same' }), with_({ name: 'Same' })).clashes).toEqual([])
  })

  it('keep a number that is still being typed', () => {
    const mine = with_({ package_weight: Number.NaN })
    const half = { ...before, package_weight: null }
    expect(mergeContent(half, mine, half).content.package_weight).toBeNaN()
    expect(mergeContent(half, mine, with_({ package_weight: 2 })).content.package_weight).toBe(2)
    expect(
      withUnfinished({ skus: [{ price: null }, { price: 3 }] }, { skus: [{ price: Number.NaN }] }),
    ).toEqual({
      skus: [{ price: Number.NaN }, { price: 3 }],
    })
  })

  it('never lose a field of either, whatever the two changed', () => {
    const values = { name: ['Teapot', 'a', 'b'], short_description: ['Small', 'x', 'y'] } as const
    for (const [name, theirName] of pairs(values.name))
      for (const [text, theirText] of pairs(values.short_description)) {
        const mine = with_({ name, short_description: text })
        const theirs = with_({ name: theirName, short_description: theirText })
        const { content, clashes } = mergeContent(before, mine, theirs)
        for (const field of ['name', 'short_description'] as const) {
          const one = { was: before[field], mine: mine[field], theirs: theirs[field] }
          expect(content[field]).toBe(one.mine === one.was ? one.theirs : one.mine)
          const isClash = one.mine !== one.was && one.theirs !== one.was && one.mine !== one.theirs
          expect(clashes.some((clash) => clash.field === field)).toBe(isClash)
        }
      }
  })
})

const pairs = <T>(values: readonly T[]) =>
  values.flatMap((one) => values.map((other) => [one, other] as const))

describe('steps of shops', () => {
  const step = (shopId: number, more = {}): ShopStep =>
    ({ id: shopId * 10, shop_id: shopId, brand: null, cate_name_en: 'Pots', skus: [], ...more }) as never

  it('are those of the stored template, with what I changed in them', () => {
    const was = [step(1), step(2)]
    const mine = [step(1, { cate_name_en: 'Teapots' }), step(2)]
    const theirs = [step(1, { id: 99, brand: { brand_id: 'b', name: 'B' } }), step(3)]
    const { shops, clashes } = mergeShops(was, mine, theirs)
    expect(shops).toEqual([
      step(1, { id: 99, brand: { brand_id: 'b', name: 'B' }, cate_name_en: 'Teapots' }),
      step(3),
    ])
    expect(clashes).toEqual([])
  })

  it('clash where both changed the same field of a shop', () => {
    const theirs = [step(1, { cate_name_en: 'Kettles' })]
    const { shops, clashes } = mergeShops([step(1)], [step(1, { cate_name_en: 'Teapots' })], theirs)
    expect([shops[0]?.cate_name_en, clashes]).toEqual(['Teapots', theirs])
  })

  it('are sent where they differ or are new', () => {
    const now = [step(1), step(2, { cate_name_en: 'Cups' }), step(3)]
    expect(shopsChanged([step(1), step(2)], now).map(({ shop_id: id }) => id)).toEqual([2, 3])
  })
})

describe('a photo', () => {
  const photo = (url: string) => ({ image_id: null, image_url: url })
  const sku = (url: string) => ({ images: [photo(url)] }) as ProductTemplate['skus'][number]
  const content = with_({
    images: [photo('a'), photo('b')],
    images_shopee: [photo('a')],
    skus: [sku('a'), sku('b')],
  })

  it('that is taken away leaves the variants too', () => {
    const { images, skus } = withPhoto(content, 'images', 'a', null)
    expect(images).toEqual([photo('b')])
    expect(skus?.map((one) => one.images)).toEqual([[], [photo('b')]])
  })

  it('that is replaced keeps its place and its alternative text', () => {
    const told = { ...content, images: [{ ...photo('a'), alt: 'Front' }, photo('b')] }
    expect(withPhoto(told, 'images', 'a', photo('c')).images).toEqual([
      { ...photo('c'), alt: 'Front' },
      photo('b'),
    ])
  })

  it('of one channel is no photo of variants', () => {
    expect(withPhoto(content, 'images_shopee', 'a', null)).toEqual({ images_shopee: [] })
  })
})
