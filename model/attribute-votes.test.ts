import { describe, expect, it } from 'vitest'
import { suggestAttributes, type AttributePair } from './attribute-votes.ts'
import type { CategoryAttribute } from './category.ts'

const attributeOf = (more: Partial<CategoryAttribute> = {}): CategoryAttribute => ({
  channelAttributeId: '100111',
  name: 'Material',
  isRequired: true,
  isVariant: false,
  input: 'select',
  isFreeText: false,
  options: [
    { id: '1', name: 'Cotton' },
    { id: '2', name: 'Stainless steel' },
  ],
  units: [],
  mostValues: 1,
  ...more,
})
const given = (name: string, value: string | number, unit: string | null = null) => ({
  attribute_id: name.toLowerCase(),
  name,
  value_id: null,
  value,
  unit,
})
const pair = (from: [string, string], to: [string, string]): AttributePair => ({
  from: [{ name: from[0], value: from[1] }],
  to: [{ name: to[0], value: to[1] }],
})
const suggest = (
  attribute: CategoryAttribute,
  value: ReturnType<typeof given>,
  pairs: AttributePair[] = [],
) => suggestAttributes([attribute], [{ platformId: 1, values: [value], pairs }])[0]

describe('a value of another channel', () => {
  it('is taken by its name in normal form, and only if the channel knows it', () => {
    const found = suggest(attributeOf(), given('MATERIAL', 'stainless-steel'))
    expect(found).toMatchObject({ reason: 'same_name', values: [{ valueId: '2', value: 'Stainless steel' }] })
    expect(suggest(attributeOf(), given('Material', 'Bamboo'))).toBeUndefined()
    const free = suggest(attributeOf({ isFreeText: true }), given('Material', 'Bamboo'))
    expect(free?.values).toEqual([{ valueId: null, value: 'Bamboo', unit: null }])
    expect(suggest(attributeOf(), given('Colour', 'Cotton'))).toBeUndefined()
  })

  it('keeps its unit', () => {
    const length = attributeOf({ name: 'Length', input: 'number', options: [], units: ['cm', 'mm'] })
    expect(suggest(length, given('Length', 30, 'mm'))?.values).toEqual([
      { valueId: null, value: '30', unit: 'mm' },
    ])
  })

  it('is learnt of listings, also where the attribute has another name', () => {
    const pairs = [
      pair(['chat_lieu', 'Cotton'], ['Material', 'Cotton']),
      pair(['chat_lieu', 'Cotton'], ['Material', 'Cotton']),
      pair(['chat_lieu', 'Stainless steel'], ['Material', 'Stainless Steel']),
    ]
    expect(suggest(attributeOf(), given('chat_lieu', 'Cotton'), pairs)).toMatchObject({
      reason: 'listings',
      listings: 2,
      confidence: 67,
      values: [{ valueId: '1' }],
    })
    // Two attributes with one value everywhere are not the same because of it.
    const same = Array.from({ length: 9 }, () => pair(['is_new', 'Cotton'], ['Material', 'Cotton']))
    expect(suggest(attributeOf(), given('is_new', 'Cotton'), same)).toBeUndefined()
  })
})
