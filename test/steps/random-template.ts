/** Templates and steps of shops at random, right and wrong mixed, with what a channel could ask of them. */
import {
  emptyShopTemplate,
  emptySku,
  emptyTemplate,
  type ProductTemplate,
  type ShopTemplate,
  type TemplateSku,
} from '../../model/product-template.ts'
import type { ChannelFacts } from '../../model/shop-template-rules.ts'
import type { Random } from '../../sandbox/kit/random.ts'
import { images } from './template-corpus.ts'

const attribute = {
  isRequired: false,
  isVariant: false,
  input: 'text' as const,
  isFreeText: false,
  options: [],
  units: [],
  mostValues: 1,
}

export const facts: ChannelFacts = {
  currency: 'MYR',
  attributes: [
    {
      ...attribute,
      channelAttributeId: '1',
      name: 'Material',
      isRequired: true,
      input: 'select',
      options: [{ id: '7', name: 'Cotton' }],
    },
    { ...attribute, channelAttributeId: '2', name: 'Length', input: 'number', units: ['cm', 'm'] },
    { ...attribute, channelAttributeId: '3', name: 'Made', input: 'date' },
    { ...attribute, channelAttributeId: '4', name: 'Use', input: 'multi', isFreeText: true, mostValues: 2 },
    { ...attribute, channelAttributeId: '5', name: 'Colour', isRequired: true, isVariant: true },
  ],
  rules: {
    name: { min: 1, max: 60 },
    description: { min: 120, max: 400 },
    images: { min: 2, max: 7 },
    price: { min: 500, max: 1_000_000 },
    mostSkus: 2,
    mostVariantAttributes: 1,
    variantValueLength: 5,
    isBrandRequired: true,
    isPackageSizeRequired: true,
    isCashOnDeliveryPossible: false,
  },
  deliveryOptions: [
    option('9', { heaviest: 5 }),
    option('10', { isEnabled: false }),
    option('11', { maskedBy: '9' }),
  ],
  category: { channelCategoryId: '100', parentId: null, name: 'Cups', isLeaf: true, isDisabled: false },
  brand: { channelBrandId: '1', name: 'Aoi' },
}

function option(id: string, more: object) {
  return {
    channelDeliveryId: id,
    name: 'Post',
    isEnabled: true,
    isCashOnDeliveryPossible: true,
    maskedBy: null,
    heaviest: null,
    ...more,
  }
}

const letters = (count: number) => 'x'.repeat(count)

export function randomTemplate(random: Random): ProductTemplate {
  const pick = <T>(list: readonly T[]) => random.pick(list)
  const text = () => pick(['', ' ', 'x', '漢字', letters(19), letters(25), '🎁'.repeat(64), letters(4_000)])
  const html = () => pick(['', `<p>${letters(99)}</p>`, `<p>${letters(130)}</p>`, '<li>a</li>'.repeat(200)])
  const names = pick([[], [], ['A'], ['A', 'B'], ['A', 'A', 'C'], [letters(21)]])
  return {
    ...emptyTemplate([1, 2, 3, 4, 5, 6].filter(() => random.chance(0.5))),
    name: text(),
    short_description: text(),
    long_description: html(),
    long_description_content: text(),
    images: images(pick([0, 1, 8, 9])),
    images_shopee: images(pick([0, 9])),
    images_tiktok: images(pick([0, 3])),
    variant_names: names,
    skus: Array.from({ length: pick([0, 1, 1, 3]) }, () => randomSku(random, names.map(text))),
    package_length: figure(random),
    package_width: figure(random),
    package_height: figure(random),
    package_weight: figure(random),
    product_sku_name: text(),
  }
}

function randomSku(random: Random, variants: string[]): TemplateSku {
  const date = () => random.pick(['', '2026-01-01 00:00', '2026-13-01 00:00', '2027-01-01 00:00'])
  return {
    ...emptySku(variants),
    seller_sku: random.pick(['', 'A', 'a', 'B', letters(60)]),
    price: figure(random),
    cost_price: figure(random),
    special_price: figure(random),
    special_date_from: date(),
    special_date_to: date(),
    quantity: figure(random),
  }
}

function figure(random: Random): number | null {
  return random.pick([null, -1, 0, 0.01, 1, 10, 29.5, 100_001, 1e9])
}

export function randomStep(random: Random, { skus }: ProductTemplate): ShopTemplate {
  const pick = <T>(list: readonly T[]) => random.pick(list)
  const id = () => pick([null, 7, '7', 0, '424242'])
  return {
    ...emptyShopTemplate(4),
    platform_category_id: pick(['', '100']),
    brand: pick([null, { brand_id: '1', name: 'Aoi' }, { brand_id: null, name: 'No Brand' }]),
    required_attributes: Array.from({ length: pick([0, 1, 4]) }, () => ({
      attribute_id: pick(['1', '2', '3', '4', '5', '6']),
      name: '',
      value_id: id(),
      value: pick(['', 'Cotton', 12, '2027-02-30', '2027-05-01', 'a,b']),
      unit: pick([null, 'cm', 'miles']),
    })),
    skus: random.chance(0.7)
      ? []
      : skus.map((sku) => ({ ...randomSku(random, sku.variants), is_published: random.chance(0.7) })),
    shipment_providers: Array.from({ length: pick([0, 1, 2]) }, () => ({
      logistics_channel_id: pick([null, 9, 10, 11, 12]),
      logistics_channel_name: pick(['', 'Post']),
      enabled: random.chance(0.7),
      mask_channel_id: null,
    })),
    is_cod_allowed: pick([0, 1]),
  }
}
