/** Mistakes that sellers make in templates, by what they are about. */
import type { CategoryAttribute } from '../../model/category.ts'
import type { ProductTemplate, ShopTemplate, TemplateSku } from '../../model/product-template.ts'
import type { Random } from '../../sandbox/kit/random.ts'
import type { Channel } from './channel-facts.ts'
import { images, valueOf, type Written } from './template-corpus.ts'

type Change = {
  template?: Partial<ProductTemplate>
  shop?: Partial<ShopTemplate>
  /** Fields of the first SKU. */
  sku?: Partial<TemplateSku>
}

/** Undefined: this template has nothing to make the mistake with. */
export type Mistake = (written: Written, channel: Channel, random: Random) => Change | undefined

const lazada = 1
const shopee = 2

export const mistakes: Record<string, Mistake> = {
  'no name': () => ({ template: { name: ' ' } }),
  'a short name': (_, { platformId }) => ({ template: { name: platformId === shopee ? 'Cups' : 'Cup' } }),
  'a long name': (_, { platformId }) => ({
    template: { name: 'đ'.repeat(platformId === shopee ? 121 : platformId === lazada ? 128 : 256) },
  }),
  'a name of many bytes': () => ({ template: { name: '🎁'.repeat(64) } }),
  'no description': () => ({ template: { long_description: '', long_description_content: 'd'.repeat(100) } }),
  'a description of marks': () => ({
    template: { long_description: '<p></p>'.repeat(20), long_description_content: 'd'.repeat(100) },
  }),
  'a long description': () => ({
    template: { long_description: `<p>${'đ'.repeat(10_000)}</p>`, long_description_content: 'd'.repeat(100) },
  }),
  'a list longer than its words': () => ({
    template: {
      long_description: `<ul>${'<li>đđđđđđđ</li>'.repeat(350)}</ul>`,
      long_description_content: 'đđđđđđđ\n'.repeat(350).trim(),
    },
  }),
  'no picture': () => ({ template: noImages }),
  'ten pictures': () => ({ template: { ...noImages, images: images(10) } }),
  'ten pictures of its own': ({ template }, { platformId }) => ({
    template: { ...template, ...ofItsOwn(platformId, platformId === lazada ? 9 : 10) },
  }),
  'a picture twice': ({ template }) => ({ template: { images: [...template.images, ...template.images] } }),
  'pictures for its channel alone': ({ template }, { platformId }) => ({
    template: { ...template, ...noImages, ...ofItsOwn(platformId, 3) },
  }),
  'a picture of some variants': ({ template: { skus } }) =>
    skus.length > 1 ? { sku: { images: skus[1]?.images.length === 0 ? images(1) : [] } } : undefined,
  'no category': () => ({ shop: { platform_category_id: '' } }),
  'a category that is not there': () => ({ shop: { platform_category_id: '999999' } }),
  'a category with others below it': (_, { categories }) => ({
    shop: { platform_category_id: categories.find(({ isLeaf }) => !isLeaf)?.channelCategoryId ?? '' },
  }),
  'a category for invited shops': (_, { categories }) => {
    const closed = categories.find(({ isLeaf, isDisabled }) => isLeaf && isDisabled)
    return closed && { shop: { platform_category_id: closed.channelCategoryId } }
  },
  'no brand': ({ leaf }) => (leaf.rules.isBrandRequired ? { shop: { brand: null } } : undefined),
  'no brand, in words': ({ leaf }) =>
    leaf.rules.isBrandRequired ? { shop: { brand: { brand_id: null, name: 'No Brand' } } } : undefined,
  'a brand that nobody knows': () => ({ shop: { brand: { brand_id: '1', name: 'Kopi' } } }),
  'a brand in own words': () => ({ shop: { brand: { brand_id: null, name: 'Kopi' } } }),
  'an attribute left out': (written) => {
    const [lacking] = asked(written, ({ isRequired }) => isRequired)
    return lacking && { shop: { required_attributes: without(written, lacking) } }
  },
  'an attribute of another category': (written) => ({
    shop: {
      required_attributes: [
        ...written.shop.required_attributes,
        { attribute_id: '987654', name: 'Stranger', value_id: null, value: 'x', unit: null },
      ],
    },
  }),
  'an axis among the attributes': withValue(({ isVariant }) => isVariant, 'Red'),
  'a value that is no option': withValue(
    ({ options, isFreeText }) => options.length > 0 && !isFreeText,
    'Something else',
  ),
  'an option by its name alone': (written) => {
    const [attribute] = asked(written, (one) => one.options.length > 0 && !one.isFreeText)
    const name = attribute?.options[0]?.name
    return attribute && name ? replaced(written, attribute, [valueOf(attribute, name)]) : undefined
  },
  'an option of a number that is not there': (written) => {
    const [attribute] = asked(written, ({ options }) => options.length > 0)
    return (
      attribute && replaced(written, attribute, [{ ...valueOf(attribute, 'Cotton'), value_id: '424242' }])
    )
  },
  'words for a number': withValue(({ input }) => input === 'number', 'a lot'),
  'a number below nothing': withValue(({ input }) => input === 'number', -5),
  'a unit that is not there': (written) => {
    const [attribute] = asked(written, ({ units }) => units.length > 0)
    return attribute && replaced(written, attribute, [{ ...valueOf(attribute, 5), unit: 'miles' }])
  },
  'a date in words': withValue(({ input }) => input === 'date', '1 May 2027'),
  'a day that is not there': withValue(({ input }) => input === 'date', '2027-02-30'),
  'too many values': (written) => {
    const [attribute] = asked(written, ({ options }) => options.length > 0)
    if (!attribute) return undefined
    const option = attribute.options[0]
    const one = { ...valueOf(attribute, option?.name ?? ''), value_id: option?.id ?? null, unit: null }
    return replaced(
      written,
      attribute,
      Array.from({ length: attribute.mostValues + 3 }, () => one),
    )
  },
  'a comma between values': (written) => {
    const [attribute] = asked(written, ({ input, isFreeText }) => input === 'multi' && isFreeText)
    return attribute && replaced(written, attribute, [valueOf(attribute, 'a,b,c,d,e,f,g')])
  },
  'no weight': () => ({ template: { package_weight: 0 } }),
  'a weight left out': () => ({ template: { package_weight: null } }),
  'a heavy parcel': (_, __, random) => ({ template: { package_weight: random.pick([40.5, 301, 900]) } }),
  'a flat parcel': () => ({ template: { package_height: 0 } }),
  'a side left out': () => ({ template: { package_length: null } }),
  'a large parcel': () => ({
    template: { package_length: 150, package_width: 100.5, package_height: 50 },
  }),
  'no courier': () => ({ shop: { shipment_providers: [] } }),
  'a courier that is switched off': ({ shop }) => ({
    shop: { shipment_providers: shop.shipment_providers.map((one) => ({ ...one, enabled: false })) },
  }),
  'a courier that is not there': ({ shop }) => ({
    shop: { shipment_providers: shop.shipment_providers.map((one) => ({ ...one, logistics_channel_id: 7 })) },
  }),
  'a courier behind another': (_, { deliveryOptions }) => {
    const masked = deliveryOptions.find(({ maskedBy }) => maskedBy !== null)
    return (
      masked && {
        shop: {
          shipment_providers: [
            {
              logistics_channel_id: Number(masked.channelDeliveryId),
              logistics_channel_name: masked.name,
              enabled: true,
              mask_channel_id: null,
            },
          ],
        },
      }
    )
  },
  'no price': () => ({ sku: { price: null } }),
  'a price of nothing': () => ({ sku: { price: 0.004 } }),
  'a price of a cent': () => ({ sku: { price: 0.01 } }),
  'a price beyond all': () => ({ sku: { price: 200_000_000 } }),
  'prices far apart': ({ template }) =>
    template.skus.length > 1 ? { sku: { price: (template.skus[1]?.price ?? 1) * 9 } } : undefined,
  'a reduction of half a cent': () => ({
    sku: {
      price: 50,
      special_price: 49.996,
      special_date_from: '2099-01-01 00:00',
      special_date_to: '2099-01-02 00:00',
    },
  }),
  'nothing in stock': () => ({ sku: { quantity: 0 } }),
  'half a piece': () => ({ sku: { quantity: 1.5 } }),
  'a hundred thousand pieces': () => ({ sku: { quantity: 100_000 } }),
  'a million pieces': () => ({ sku: { quantity: 1_000_000 } }),
  'too many pieces': () => ({ sku: { quantity: 20_000_000 } }),
  'no code': () => ({ sku: { seller_sku: ' ' } }),
  'a long code': ({ template: { skus, product_sku: code } }) => ({
    sku: { seller_sku: (skus[0]?.seller_sku || code).padEnd(101, 'x') },
  }),
  'a code twice': ({ template }) =>
    template.skus.length > 1 ? { sku: { seller_sku: template.skus[1]?.seller_sku ?? '' } } : undefined,
  'a combination twice': ({ template }) =>
    template.skus.length > 1 ? { sku: { variants: template.skus[1]?.variants ?? [] } } : undefined,
  'an empty value': ({ template }) =>
    template.variant_names.length > 0
      ? { sku: { variants: template.variant_names.map(() => ' ') } }
      : undefined,
  'a long value': ({ template }) =>
    template.variant_names.length > 0
      ? { sku: { variants: template.variant_names.map(() => 'v'.repeat(51)) } }
      : undefined,
  'a long axis': ({ template }) =>
    template.variant_names.length > 0
      ? { template: { variant_names: [...template.variant_names.slice(1), 'n'.repeat(21)] } }
      : undefined,
  'three axes': ({ template }) => ({
    template: {
      variant_names: ['A', 'B', 'C'],
      skus: template.skus.map((sku, at) => ({ ...sku, variants: ['a', 'b', `c${at}`] })),
    },
  }),
  'variants without axes': ({ template: { skus } }) => ({
    template: {
      variant_names: [],
      skus: [0, 1].flatMap((at) => ({
        ...(skus[0] as TemplateSku),
        seller_sku: `${skus[0]?.seller_sku}-${at}`,
        variants: [`v${at}`],
      })),
    },
    shop: { skus: [] },
  }),
  'too many variants': ({ template: { skus } }, { platformId }) => ({
    template: {
      variant_names: ['Number'],
      skus: Array.from({ length: platformId > shopee ? 101 : 51 }, (_, at) => ({
        ...(skus[0] as TemplateSku),
        seller_sku: `${skus[0]?.seller_sku}-${at}`,
        variants: [`v${at}`],
      })),
    },
    shop: { skus: [] },
  }),
  'nothing to sell': ({ template }) => ({ template: { ...template, skus: [] } }),
}

const noImages = { images: [], images_lazada: [], images_shopee: [], images_tiktok: [] }

const ofItsOwn = (platformId: number, count: number) => ({
  [platformId === lazada ? 'images_lazada' : platformId === shopee ? 'images_shopee' : 'images_tiktok']:
    images(count),
})

/** A mistake in the template is one in all of its shops; one in a step is that shop's. */
export function withMistakeIn(all: Written[], at: number, change: Change): Written[] {
  const { shop: _, ...ofTemplate } = change
  return all.map((written, place) => withMistake(written, place === at ? change : ofTemplate))
}

export function withMistake(written: Written, { template = {}, shop = {}, sku }: Change): Written {
  const [first, ...others] = written.template.skus
  const skus = sku && first ? [{ ...first, ...sku }, ...others] : written.template.skus
  return {
    ...written,
    template: { ...written.template, skus, ...template },
    // A figure of the shop's own would stand before the mistake.
    shop: { ...written.shop, ...(sku && { skus: [] }), ...shop },
  }
}

const asked = ({ leaf }: Written, fits: (attribute: CategoryAttribute) => boolean) =>
  leaf.attributes.filter((attribute) => fits(attribute))

const without = ({ shop }: Written, { channelAttributeId: id }: CategoryAttribute) =>
  shop.required_attributes.filter((one) => one.attribute_id !== id)

function replaced(
  written: Written,
  attribute: CategoryAttribute,
  values: ShopTemplate['required_attributes'],
): Change {
  return { shop: { required_attributes: [...without(written, attribute), ...values] } }
}

function withValue(fits: (attribute: CategoryAttribute) => boolean, value: string | number): Mistake {
  return (written) => {
    const [attribute] = asked(written, fits)
    return attribute && replaced(written, attribute, [valueOf(attribute, value)])
  }
}
