/** The content score over a corpus of example listings: what each loses, why, and which field gives it back. */
import { describe, expect, it } from 'vitest'
import { noRules, type CategoryAttribute, type ListingRules } from './category.ts'
import { listingLimitsOf } from './listing-limits.ts'
import { scoreOf, scoreReasons, scoreRules, type ScoreContext, type ScoredListing } from './listing-score.ts'

const whole: ScoredListing = {
  name: 'Enamel mug with a bamboo lid, 350 ml',
  description: `<p>${'Keeps tea warm for an hour. '.repeat(12)}</p>`,
  images: ['1', '2', '3', '4', '5'],
  attributes: ['Material', 'Origin', 'Volume', 'Occasion', 'Handmade'].map((name) => ({ name, value: 'x' })),
  brand: 'Aoi House',
  package: { weight: 0.4, length: 12, width: 10, height: 10 },
  skus: [
    { barcode: '4006381333931', imageUrl: 'a', price: 1290, options: ['Red'], otherPrice: 1390 },
    { barcode: '4006381333948', imageUrl: 'b', price: 1290, options: ['Blue'], otherPrice: null },
  ],
}
const [first, second] = whole.skus as [ScoredListing['skus'][number], ScoredListing['skus'][number]]

const attribute = (id: string, name: string, more: Partial<CategoryAttribute> = {}): CategoryAttribute => ({
  channelAttributeId: id,
  name,
  isRequired: false,
  isVariant: false,
  input: 'text',
  isFreeText: true,
  options: [],
  units: [],
  mostValues: 1,
  ...more,
})
const rules: ListingRules = {
  ...noRules,
  name: { min: 25, max: 60 },
  description: { min: 100, max: 200 },
  images: { min: 1, max: 3 },
}
const unknown: ScoreContext = { limits: listingLimitsOf(2), rules: null, attributes: null }
const mugs: ScoreContext = {
  ...unknown,
  rules,
  attributes: [
    attribute('11', 'Material', { isRequired: true }),
    attribute('11', 'Chất liệu', { isRequired: true }),
    attribute('14', 'Volume', { isRequired: true }),
    attribute('31', 'Colour', { isRequired: true, isVariant: true }),
    attribute('12', 'Origin'),
  ],
}

type Example = [
  title: string,
  change: Partial<ScoredListing>,
  context: ScoreContext,
  lost: Record<string, [number, string]>,
]

const corpus: Example[] = [
  ['a whole listing', {}, unknown, {}],
  ['half a title', { name: 'Enamel mug' }, unknown, { title_short: [6, 'name'] }],
  ['no title', { name: ' ' }, unknown, { title_short: [12, 'name'] }],
  [
    'a title that its category calls short',
    { name: 'Enamel mug, 20 signs' },
    mugs,
    { title_short: [2, 'name'] },
  ],
  [
    'a title that its category calls long',
    { name: 'Mug '.repeat(16).trim() },
    mugs,
    { title_long: [4, 'name'] },
  ],
  ['120 signs of four bytes', { name: '🍵'.repeat(120) }, unknown, {}],
  ['121 of them', { name: '🍵'.repeat(121) }, unknown, { title_long: [4, 'name'] }],
  ['no description', { description: null }, unknown, { description: [10, 'description'] }],
  [
    'marks without a text',
    { description: '<p><br></p>&nbsp;' },
    unknown,
    { description: [10, 'description'] },
  ],
  ['200 signs where no more are allowed', { description: 'x'.repeat(200) }, mugs, {}],
  ['200 signs elsewhere', { description: 'x'.repeat(200) }, unknown, { description: [3, 'description'] }],
  ['no photo', { images: [] }, unknown, { images: [16, 'images'] }],
  ['two photos', { images: ['1', '2'] }, unknown, { images: [10, 'images'] }],
  ['a small main photo', { pictureSide: 599 }, unknown, { picture_small: [4, 'images'] }],
  ['a main photo that is large enough', { pictureSide: 600 }, unknown, {}],
  ['400 pixels where 330 are enough', { pictureSide: 400 }, { ...unknown, limits: listingLimitsOf(1) }, {}],
  ['three photos where no more are allowed', { images: ['1', '2', '3'] }, mugs, {}],
  [
    'a variant without a photo',
    { skus: [first, { ...second, imageUrl: null }] },
    unknown,
    { variant_images: [2, 'variants.1.image'] },
  ],
  ['the only variant needs none', { skus: [{ ...first, imageUrl: null }] }, unknown, {}],
  [
    'no attributes, of which nothing is known',
    { attributes: [] },
    unknown,
    { attributes: [8, 'attributes'] },
  ],
  [
    'no attributes at all',
    { attributes: [] },
    mugs,
    { required_attributes: [12, 'attributes.Material'], attributes: [8, 'attributes'] },
  ],
  [
    'one of two that are required',
    {
      attributes: [
        { name: 'material', value: 'Tin' },
        { name: 'Origin', value: 'MY' },
      ],
    },
    mugs,
    { required_attributes: [6, 'attributes.Volume'], attributes: [3, 'attributes'] },
  ],
  [
    'the same in another language',
    {
      attributes: [
        { name: 'CHẤT LIỆU', value: 'Tin' },
        { name: 'volume', value: '1' },
        { name: 'Origin', value: 'x' },
      ],
    },
    mugs,
    {},
  ],
  [
    'by the id of the channel',
    {
      attributes: [
        { name: '11', value: 'Tin' },
        { name: '14', value: '1' },
        { name: '12', value: 'x' },
      ],
    },
    mugs,
    {},
  ],
  [
    'in a language that was never read',
    { attributes: ['素材', '容量', '原産国'].map((name) => ({ name, value: 'x' })) },
    mugs,
    {},
  ],
  ['no brand', { brand: '' }, unknown, { brand: [5, 'brand'] }],
  ['no weight', { package: { ...whole.package, weight: null } }, unknown, { weight: [5, 'package.weight'] }],
  [
    'a side that is missing',
    { package: { ...whole.package, width: null } },
    unknown,
    { dimensions: [2, 'package.width'] },
  ],
  [
    'no barcodes',
    { skus: whole.skus.map((sku) => ({ ...sku, barcode: null })) },
    unknown,
    { barcode: [5, 'variants.0.barcode'] },
  ],
  [
    'a wrong digit',
    { skus: [first, { ...second, price: 129_000 }] },
    unknown,
    { price_outlier: [5, 'variants.1.price'] },
  ],
  [
    'ten times is not more than ten times',
    {
      skus: [
        { ...first, otherPrice: null },
        { ...second, price: 12_900 },
      ],
    },
    unknown,
    {},
  ],
  [
    'a third of the price in other shops',
    { skus: [first, { ...second, otherPrice: 3900 }] },
    unknown,
    { price_differs: [5, 'variants.1.price'] },
  ],
  ['a price of nothing says nothing', { skus: [{ ...first, price: 0 }] }, unknown, {}],
]

describe('the content score', () => {
  it.each(corpus)('of %s', (_, change, context, lost) => {
    const { score, reasons } = scoreOf({ ...whole, ...change }, context)
    expect(Object.fromEntries(reasons.map(({ reason, points, path }) => [reason, [points, path]]))).toEqual(
      lost,
    )
    expect(score).toBe(100 - Object.values(lost).reduce((sum, [points]) => sum + points, 0))
  })

  it('is shared out to 100 points, and loses each for a reason that the corpus shows', () => {
    expect(Object.values(scoreRules).reduce((sum, { points }) => sum + points, 0)).toBe(100)
    const shown = new Set(corpus.flatMap(([, , , lost]) => Object.keys(lost)))
    expect(scoreReasons.filter((reason) => !shown.has(reason))).toEqual([])
  })

  it('names the figures and the attributes that its texts say', () => {
    const { reasons } = scoreOf({ ...whole, name: 'Mug', attributes: [] }, mugs)
    expect(reasons.find(({ reason }) => reason === 'title_short')?.values).toEqual({ least: 25 })
    expect(reasons.find(({ reason }) => reason === 'required_attributes')?.values).toEqual({
      names: 'Material, Volume',
    })
  })
})
