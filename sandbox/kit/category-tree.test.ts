import { expect, it } from 'vitest'
import { BRANDS, brandsOf, CATEGORIES, findCategory, GIFTS } from './category-tree.ts'

it('is a tree of three levels whose parents come first and whose leaves alone ask for attributes', () => {
  const depths = new Map([[0, 0]])
  for (const { number, parent, isLeaf, attributes } of CATEGORIES) {
    const depth = (depths.get(parent) ?? Number.NaN) + 1
    expect(depth, `${number}`).toBeLessThanOrEqual(3)
    expect(isLeaf, `${number}`).toBe(depth === 3)
    expect(attributes.length > 0, `${number}`).toBe(isLeaf)
    depths.set(number, depth)
  }
  expect(depths.size).toBe(CATEGORIES.length + 1)
  expect(findCategory(GIFTS)?.isLeaf).toBe(true)
})

it('has attributes of every input, required ones among them, under numbers of their own', () => {
  const all = new Set(CATEGORIES.flatMap(({ attributes }) => attributes))
  expect(new Set([...all].map(({ number }) => number)).size).toBe(all.size)
  expect(new Set([...all].map(({ input }) => input))).toEqual(
    new Set(['text', 'number', 'select', 'multi', 'date', 'bool']),
  )
  for (const category of CATEGORIES.filter(({ isLeaf }) => isLeaf))
    expect(category.attributes.some(({ isVariant }) => isVariant)).toBe(true)
  expect([...all].some(({ isRequired }) => isRequired)).toBe(true)
})

it('sells more brands in a category than a page holds, and not all of them', () => {
  const sold = brandsOf(GIFTS)
  expect(sold.length).toBeGreaterThan(100)
  expect(sold.length).toBeLessThan(BRANDS.length)
  expect(brandsOf(GIFTS)).toEqual(sold)
})
