/** Templates as sellers write them: good ones up to their limits, and the same with one mistake. */
import type { CategoryAttribute } from '../../model/category.ts'
import {
  emptyShopTemplate,
  emptySku,
  emptyTemplate,
  type ProductTemplate,
  type RequiredAttribute,
  type ShopTemplate,
  type TemplateSku,
} from '../../model/product-template.ts'
import { clockTimeOf } from '../../model/written-moment.ts'
import type { Random } from '../../sandbox/kit/random.ts'
import type { Channel, Leaf } from './channel-facts.ts'

export const timezone = 'Asia/Kuala_Lumpur'

export type Written = { leaf: Leaf; template: ProductTemplate; shop: ShopTemplate }

const day = 86_400_000
const letters = 'abcdefghijklmnopqrstuvwxyz'

/** `number`: makes its seller codes its own. */
export function goodTemplate(channel: Channel, random: Random, number: number): Written {
  const [written] = goodForAll([channel], random, number)
  return written as Written
}

/** One template for several channels at once, in the money of the first: as each of them gets it. */
export function goodForAll(channels: Channel[], random: Random, number: number): Written[] {
  const [first] = channels as [Channel]
  const platformIds = channels.map(({ platformId }) => platformId)
  const names = namesOf(platformIds, random)
  // A till may be without seller codes, and its variants are often counted in one unit.
  const isTill = platformIds.every((id) => id === 3)
  const byUnit = isTill && random.chance(0.5) ? { seller_sku: '', primaryUnitName: 'pcs' } : {}
  const arePictured = random.chance(0.3)
  const skus = combinations(names.length, skuCount(names.length, random)).map((variants, at) => ({
    ...skuOf(first, random, { variants, code: `T${number}-${at}` }),
    // One marketplace takes pictures of all variants or of none.
    images: (platformIds.includes(1) ? arePictured : random.chance(0.3)) ? images(1, at % 10) : [],
    ...byUnit,
  }))
  const items = random.int(1, 20)
  const html = `<p>${textOf(random, random.pick([100, 400, 2_500]))}</p>${'<ul><li>one &amp; two</li></ul>'.repeat(items)}`
  const template: ProductTemplate = {
    ...emptyTemplate(platformIds),
    name: textOf(random, random.pick([25, 26, 60, 119, 120])),
    long_description: html,
    long_description_content: textOf(random, random.pick([100, 400, 3_000])),
    product_sku: `T-${number}`,
    images: somePictures(random),
    ...Object.fromEntries(
      platformIds
        .filter(() => random.chance(0.3))
        .map((id) => [ownImages[id] ?? 'images', somePictures(random)]),
    ),
    variant_names: names,
    skus,
    package_length: random.pick([1, 12, 99]),
    package_width: random.pick([1, 20, 99]),
    package_height: random.pick([1, 30, 99]),
    package_weight: random.pick([1, 2.35, 29]),
  }
  return channels.map((channel) => {
    const leaf = random.pick(channel.leaves)
    const hasOwnMoney = channel.session.currency !== first.session.currency
    const priced = hasOwnMoney ? inMoneyOf(channel, random, skus) : skus
    return { leaf, template, shop: stepOf(channel, leaf, random, priced, hasOwnMoney) }
  })
}

/** SKUs as a shop of other money prices them. */
function inMoneyOf(channel: Channel, random: Random, skus: TemplateSku[]): TemplateSku[] {
  return skus.map((sku) => {
    const { price } = skuOf(channel, random, { variants: sku.variants, code: sku.seller_sku })
    return { ...sku, price }
  })
}

/** Now and then one of them stands there twice. */
function somePictures(random: Random) {
  const count = random.int(1, 8)
  const all = images(count, random.int(0, 2))
  return count > 1 && random.chance(0.2) ? all.with(count - 1, all[0] as (typeof all)[number]) : all
}

const ownImages: Record<number, keyof ProductTemplate> = {
  1: 'images_lazada',
  2: 'images_shopee',
  5: 'images_tiktok',
}

export const images = (count: number, first = 0) =>
  Array.from({ length: count }, (_, at) => ({ image_id: null, image_url: `/picture/${first + at}` }))

/** Number of the picture among those that the channel has got. */
export const numberOfImage = (url: string) => Number(url.slice('/picture/'.length))

/** @param hasOwnMoney the template's prices are none of the shop's */
function stepOf(
  channel: Channel,
  leaf: Leaf,
  random: Random,
  skus: TemplateSku[],
  hasOwnMoney: boolean,
): ShopTemplate {
  const { rules, attributes, brands, category } = leaf
  const brand = rules.isBrandRequired || random.chance(0.4) ? random.pick(brands) : null
  const chosen = channel.deliveryOptions.filter(
    ({ isEnabled, maskedBy }) => isEnabled && maskedBy === null && random.chance(0.6),
  )
  const usual = channel.deliveryOptions.find(({ maskedBy }) => maskedBy === null)
  return {
    ...emptyShopTemplate(1),
    category_id: 1,
    platform_category_id: category.channelCategoryId,
    brand: brand && { brand_id: brand.channelBrandId, name: brand.name },
    required_attributes: attributes
      .filter(({ isRequired, isVariant }) => !isVariant && (isRequired || random.chance(0.5)))
      .flatMap((attribute) => valuesOf(attribute, random)),
    shipment_providers: (chosen.length > 0 ? chosen : usual ? [usual] : []).map((option) => ({
      logistics_channel_id: Number(option.channelDeliveryId),
      logistics_channel_name: option.name,
      enabled: true,
      mask_channel_id: null,
    })),
    is_cod_allowed: rules.isCashOnDeliveryPossible && random.chance(0.3) ? 1 : 0,
    // Now and then a shop has a price of its own, or leaves a variant out.
    skus:
      hasOwnMoney || random.chance(0.3)
        ? skus.map((sku, at) => ({
            ...sku,
            price: sku.price,
            special_price: null,
            is_published: at === 0 || random.chance(0.8),
          }))
        : [],
  }
}

export function valuesOf(attribute: CategoryAttribute, random: Random): RequiredAttribute[] {
  const { options, isFreeText, input, mostValues } = attribute
  const isChoice = options.length > 0
  if (!isChoice || (isFreeText && random.chance(0.3)))
    return [valueOf(attribute, isChoice ? 'Bamboo' : wordFor(input, random))]
  const count = input === 'multi' ? random.int(1, mostValues) : 1
  const first = random.int(0, options.length - 1)
  return Array.from({ length: Math.min(count, options.length) }, (_, at) => {
    const option = options[(first + at) % options.length]
    return { ...valueOf(attribute, option?.name ?? ''), value_id: option?.id ?? null, unit: null }
  })
}

export function valueOf({ channelAttributeId, name, units }: CategoryAttribute, value: string | number) {
  return { attribute_id: channelAttributeId, name, value_id: null, value, unit: units[0] ?? null }
}

function wordFor(input: CategoryAttribute['input'], random: Random): string | number {
  if (input === 'number') return random.pick([1, 12.5, '300', '0.75'])
  if (input === 'date') return random.pick(['2027-05-01', '2028-02-29', '2031-12-31'])
  return random.pick(['Aoi 3', 'Model, with a comma', 'Mẫu “đỏ”'])
}

function namesOf(platformIds: number[], random: Random): string[] {
  const isShort = platformIds.includes(2)
  const all = ['Colour', 'Size', 'x'.repeat(isShort ? 14 : 20)]
  return all.slice(0, random.pick([0, 0, 1, 2, isShort ? 2 : 3]))
}

function skuCount(axes: number, random: Random): number {
  return axes === 0 ? 1 : random.pick([1, 2, 4, 6, 8, random.chance(0.1) ? 50 : 3])
}

/** Values as long as they may be. */
function combinations(axes: number, count: number): string[][] {
  const values = axes < 2 ? count : Math.ceil(Math.sqrt(count))
  return Array.from({ length: count }, (_, at) =>
    [`Red ${at % values}`, `Size ${Math.floor(at / values)}`, 'đ'.repeat(20)].slice(0, axes),
  )
}

/** Prices of one template lie within five times the cheapest. */
function skuOf(
  { session }: Channel,
  random: Random,
  more: { variants: string[]; code: string },
): TemplateSku {
  const isWhole = session.currency === 'VND'
  const price = isWhole ? random.int(20_000, 99_999) : random.int(2_000, 9_999) / 100
  const now = +session.now()
  const reduced = isWhole ? Math.floor(price * 0.8) : Math.floor(price * 80) / 100
  return {
    ...emptySku(more.variants),
    seller_sku: more.code.padEnd(random.chance(0.1) ? 50 : 1, 'x'),
    price,
    cost_price: random.chance(0.3) ? 1 : null,
    ...(random.chance(0.2) && {
      special_price: reduced,
      special_date_from: clockTimeOf(new Date(now), timezone),
      special_date_to: clockTimeOf(new Date(now + 7 * day), timezone),
    }),
    quantity: random.pick([1, 12, 99_999]),
  }
}

/** Letters of several scripts: some take two bytes, and none of them is Han. */
export function textOf(random: Random, length: number): string {
  const isLatin = random.chance(0.7)
  const chars = Array.from({ length }, (_, at) => {
    if (at % 7 === 6) return ' '
    return isLatin ? (letters[random.int(0, 25)] ?? 'a') : random.pick(['đ', 'a', 'é', 'u', 'ơ'])
  })
  return ['A', ...chars.slice(2), 'z'].join('')
}
