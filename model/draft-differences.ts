/** Differences, field by field, that publishing a listing again would send. Quantities are left out: stock is the ledger's. */
import type { ListingDraft, ListingSku } from './listing.ts'
import { plainTextOf } from './listing-html.ts'

export const draftFields = [
  'name',
  'description',
  'short_description',
  'images',
  'alt_texts',
  'package',
  'category',
  'brand',
  'attributes',
  'delivery',
  'variants',
  'price',
  'special_price',
  'sku_image',
] as const
export type DraftField = (typeof draftFields)[number]

/** `sku`: seller code; null: the whole listing. Null values: there is none. */
export type DraftDifference = {
  field: DraftField
  sku: string | null
  uploaded: string | null
  next: string | null
}

/** Texts of a draft as stored and as computed are alike: dates have passed through JSON. */
export function draftDifferences(uploaded: ListingDraft, next: ListingDraft): DraftDifference[] {
  const whole = (['name', ...wholeFields] as const).flatMap((field): DraftDifference[] => {
    const [before, after] = [valueOf(uploaded, field), valueOf(next, field)]
    return before === after
      ? []
      : [{ field, sku: null, uploaded: shown(uploaded, field), next: shown(next, field) }]
  })
  const before = new Map(uploaded.skus.map((sku) => [sku.sellerSku, sku]))
  const skus = next.skus.flatMap((sku) => {
    const was = before.get(sku.sellerSku)
    return was ? skuDifferences(was, sku) : []
  })
  return [...whole, ...skus]
}

const wholeFields = [
  'description',
  'short_description',
  'images',
  'alt_texts',
  'package',
  'category',
  'brand',
  'attributes',
  'delivery',
  'variants',
] as const
type WholeField = 'name' | (typeof wholeFields)[number]

function valueOf(draft: ListingDraft, field: WholeField): string {
  const values: Record<WholeField, () => unknown> = {
    name: () => draft.name,
    description: () => draft.description,
    short_description: () => draft.shortDescription ?? '',
    images: () => draft.images.map(({ id, url }) => id ?? url),
    // Photos may move; their texts move along.
    alt_texts: () =>
      draft.images.flatMap(({ id, url, alt }) => (alt ? `${id ?? url} ${alt}` : [])).toSorted(),
    package: () => [draft.package.weight, draft.package.length, draft.package.width, draft.package.height],
    category: () => draft.channelCategoryId,
    brand: () => draft.brand && [draft.brand.channelBrandId, draft.brand.name],
    attributes: () =>
      draft.attributes.map(({ channelAttributeId, values: given }) => [
        channelAttributeId,
        given.map(({ id, name, unit }) => [id, name, unit]),
      ]),
    delivery: () => [draft.deliveryIds, draft.isCashOnDelivery],
    variants: () => [draft.variantNames, draft.skus.map((sku) => [sku.sellerSku, sku.options])],
  }
  return JSON.stringify(values[field]())
}

/** The value as a person reads it. */
function shown(draft: ListingDraft, field: WholeField): string | null {
  const { weight, length, width, height } = draft.package
  const values: Record<WholeField, () => string> = {
    name: () => draft.name,
    description: () => plainTextOf(draft.description),
    short_description: () => draft.shortDescription ?? '',
    images: () => draft.images.map(({ url }) => url).join('\n'),
    alt_texts: () => draft.images.flatMap(({ alt }) => alt || []).join('\n'),
    package: () =>
      [[length, width, height].map((side) => side ?? '–').join(' × ') + ' cm', `${weight ?? '–'} kg`].join(
        ', ',
      ),
    category: () => draft.channelCategoryId,
    brand: () => draft.brand?.name ?? '',
    attributes: () =>
      draft.attributes
        .flatMap(({ values: given }) => given.map(({ name, unit }) => [name, unit].filter(Boolean).join(' ')))
        .join(', '),
    delivery: () => draft.deliveryIds.join(', '),
    variants: () => draft.skus.map(({ sellerSku, options }) => [sellerSku, ...options].join(' ')).join('\n'),
  }
  return values[field]() || null
}

function skuDifferences(was: ListingSku, sku: ListingSku): DraftDifference[] {
  const special = ({ specialPrice }: ListingSku) =>
    specialPrice && [specialPrice.price, +new Date(specialPrice.from), +new Date(specialPrice.to)].join(' ')
  const pairs: [DraftField, string | null, string | null][] = [
    ['price', String(was.price), String(sku.price)],
    ['special_price', special(was), special(sku)],
    ['sku_image', was.image && (was.image.id ?? was.image.url), sku.image && (sku.image.id ?? sku.image.url)],
  ]
  return pairs.flatMap(([field, before, after]) =>
    before === after ? [] : [{ field, sku: sku.sellerSku, uploaded: before, next: after }],
  )
}
