/** A listing of ours as what add_item, update_item and the calls for models want to hear. Pure: no calls, no clock. */
import { ChannelError } from '../../channel-error.ts'
import type { ListingAttribute, ListingDraft, ListingSku } from '../../../model/listing.ts'
import { listingTextOf } from '../../../model/listing-text.ts'
import { fromMinor } from '../../../model/money.ts'
import type { Currency } from '../../../model/money.ts'

type Payload = Record<string, unknown>

/** Throws refused, with the fields, for what Shopee has no place for at all. */
export function checkDraft(draft: ListingDraft): void {
  const fields: ChannelError['fields'] = []
  if (draft.skus.some(({ specialPrice }) => specialPrice))
    fields.push({ field: 'specialPrice', message: reducedElsewhere })
  if (draft.brand && draft.brand.channelBrandId === null)
    fields.push({ field: 'brand', message: 'Shopee takes brands from its own list only' })
  if (draft.images.some(({ id }) => id === null))
    fields.push({ field: 'images', message: 'Shopee takes images only that were uploaded to it' })
  const [first] = fields
  if (first) throw new ChannelError('refused', first.message, { fields })
}

export const reducedElsewhere = 'refusal.shopee_reduced'

/** `dateAttributes`: ids of the attributes that are dates, which Shopee counts in seconds. */
export function itemOf(draft: ListingDraft, dateAttributes: ReadonlySet<string>): Payload {
  return {
    item_name: draft.name,
    description: listingTextOf(draft.description),
    category_id: Number(draft.channelCategoryId),
    // Looked for by it when an answer was lost. Models have codes of their own.
    item_sku: draft.skus[0]?.sellerSku ?? '',
    image: { image_id_list: draft.images.map(({ id }) => id) },
    attribute_list: draft.attributes
      .filter(({ values }) => values.length > 0)
      .map((attribute) => attributeOf(attribute, dateAttributes.has(attribute.channelAttributeId))),
    brand: draft.brand
      ? { brand_id: Number(draft.brand.channelBrandId), original_brand_name: draft.brand.name }
      : { brand_id: 0, original_brand_name: 'NoBrand' },
    ...packagePayload(draft.package),
    logistic_info: draft.deliveryIds.map((id) => ({ logistic_id: Number(id), enabled: true })),
    condition: 'NEW',
  }
}

/** A size without a figure is left out, and with it the other two. */
export function packagePayload({ weight, length, width, height }: ListingDraft['package']): Payload {
  const isSized = length !== null && width !== null && height !== null
  return {
    ...(weight !== null && { weight }),
    // Whole centimetres: rounded up, as a parcel does not shrink.
    ...(isSized && {
      dimension: {
        package_length: Math.ceil(length),
        package_width: Math.ceil(width),
        package_height: Math.ceil(height),
      },
    }),
  }
}

/**
 * Builds the payload of add_item with the fields that only it needs. An item that gets models is created without stock, so that
 * it cannot be bought before them.
 */
export function newItemOf(
  draft: ListingDraft,
  dateAttributes: ReadonlySet<string>,
  currency: Currency,
): Payload {
  const [first] = draft.skus
  const hasModels = draft.variantNames.length > 0
  return {
    ...itemOf(draft, dateAttributes),
    item_status: 'NORMAL',
    original_price: fromMinor(first?.price ?? 0, currency),
    seller_stock: [{ stock: hasModels ? 0 : (first?.quantity ?? 0) }],
  }
}

function attributeOf({ channelAttributeId, values }: ListingAttribute, isDate: boolean): Payload {
  return {
    attribute_id: Number(channelAttributeId),
    attribute_value_list: values.map(({ id, name, unit }) => ({
      value_id: id === null ? 0 : Number(id),
      ...(id === null && { original_value_name: isDate ? secondsOf(name) : name }),
      ...(unit !== null && { value_unit: unit }),
    })),
  }
}

const isoDay = /^\d{4}-\d\d-\d\d$/

export function saysDay({ values }: ListingAttribute): boolean {
  return values.some(({ id, name }) => id === null && isoDay.test(name))
}

function secondsOf(day: string): string {
  return isoDay.test(day) ? String(Date.parse(`${day}T00:00:00Z`) / 1000) : day
}

export type Tier = { name: string; options: { name: string; imageId: string | null }[] }

/** `places`: where the options of a model stand now. */
type TierRow = { options: string[]; imageId: string | null; places?: number[] | undefined }

/** Options of each tier: those that stand keep their order, new ones follow as the rows name them. The first tier has images. */
export function tierRows(names: string[], rows: TierRow[]): Tier[] {
  return names.map((name, tier) => {
    const placeOf = (chosen: TierRow[]) =>
      Math.min(...chosen.map(({ places }) => places?.[tier] ?? Number.MAX_SAFE_INTEGER))
    const options = [...Map.groupBy(rows, (row) => row.options[tier] ?? '')]
      .toSorted(([, one], [, other]) => placeOf(one) - placeOf(other))
      .map(([option, chosen]) => ({
        name: option,
        imageId: tier === 0 ? (chosen.find(({ imageId }) => imageId !== null)?.imageId ?? null) : null,
      }))
    return { name, options }
  })
}

function tiersOf({ variantNames, skus }: ListingDraft): Tier[] {
  return tierRows(
    variantNames,
    skus.map(({ options, image }) => ({ options, imageId: image?.id ?? null })),
  )
}

export function placeOf(draft: ListingDraft, sku: ListingSku): number[] {
  return tiersOf(draft).map(({ options }, tier) =>
    options.findIndex(({ name }) => name === (sku.options[tier] ?? '')),
  )
}

/** Names of the seller's own have the number 0. All options of the first tier have images, or none. */
export function tierPayload(draft: ListingDraft, tiers = tiersOf(draft)): Payload {
  return {
    standardise_tier_variation: tiers.map(({ name, options }, tier) => ({
      variation_id: 0,
      variation_name: name,
      variation_option_list: options.map((option) => ({
        variation_option_id: 0,
        variation_option_name: option.name,
        ...(tier === 0 && options.every(({ imageId }) => imageId !== null) && { image_id: option.imageId }),
      })),
    })),
  }
}

export function modelPayload(
  draft: ListingDraft,
  sku: ListingSku,
  currency: Currency,
  stock = sku.quantity,
): Payload {
  return {
    tier_index: placeOf(draft, sku),
    original_price: fromMinor(sku.price, currency),
    model_sku: sku.sellerSku,
    seller_stock: [{ stock }],
  }
}

/** Our names of what Shopee's words are about. Its replies name fields only in running text. */
const fieldPatterns: [RegExp, string][] = [
  [/item_name/i, 'name'],
  [/description/i, 'description'],
  [/categor/i, 'channelCategoryId'],
  [/image/i, 'images'],
  [/attribute|value_name|value_id/i, 'attributes'],
  [/brand/i, 'brand'],
  [/weight|dimension|package_/i, 'package'],
  [/logistic|shipping channel/i, 'deliveryIds'],
  [/price/i, 'price'],
  [/stock/i, 'quantity'],
  [/variation|tier|option/i, 'variantNames'],
  [/model|sku/i, 'sellerSku'],
]

/** A refusal of a listing, with the fields that its words name. Anything else as it is. */
export function withFields(error: unknown): unknown {
  if (!(error instanceof ChannelError) || error.kind !== 'refused' || error.fields.length > 0) return error
  // "Category and attribute not match" is about the attribute: the channel's code tells.
  const said = `${error.channelCode ?? ''} ${error.message}`
  const named = fieldPatterns.filter(([words]) => words.test(said)).map(([, field]) => field)
  const field = /attribute/i.test(said) ? 'attributes' : named[0]
  if (field === undefined) return error
  return new ChannelError('refused', error.message, {
    ...(error.channelCode !== undefined && { channelCode: error.channelCode }),
    fields: [{ field, message: error.message }],
    cause: error,
  })
}
