/** Mends the one field that a problem names, as somebody at the form would. */
import type {
  ProductTemplate,
  ShopTemplate,
  TemplateProblem,
  TemplateSku,
} from '../../model/product-template.ts'
import { emptySku } from '../../model/product-template.ts'
import { images } from './template-corpus.ts'

export type Draft = { template: ProductTemplate; shop: ShopTemplate }

export function mended({ template, shop }: Draft, problem: TemplateProblem): Draft {
  const [field = '', at = '', part = '', axis = ''] = problem.path.split('.')
  if (field === 'skus' && at !== '')
    return { template: withSku(template, Number(at), part, axis, problem.rule), shop: { ...shop, skus: [] } }
  if (field === 'skus')
    return {
      template: {
        ...template,
        skus: template.skus.length > 0 ? template.skus.slice(0, 2) : [good(template, 0)],
      },
      shop: { ...shop, skus: [] },
    }
  if (field === 'variant_names' && at === '')
    return { template: { ...template, variant_names: [template.variant_names[0] ?? 'Axis'] }, shop }
  if (field === 'variant_names') {
    const names = template.variant_names.map((name, place) => (place === Number(at) ? `Axis ${at}` : name))
    return { template: { ...template, variant_names: names }, shop }
  }
  if (field === 'required_attributes')
    return { template, shop: { ...shop, required_attributes: withAttribute(shop, at) } }
  const ofShop = goodStep(field)
  if (ofShop) return { template, shop: { ...shop, ...ofShop } }
  return { template: { ...template, [field]: goodFields[field] }, shop }
}

const goodFields: Record<string, unknown> = {
  name: 'x'.repeat(25),
  short_description: '',
  long_description: `<p>${'x'.repeat(130)}</p>`,
  long_description_content: 'x'.repeat(130),
  images: images(3),
  images_lazada: images(3),
  images_shopee: images(3),
  images_tiktok: images(3),
  package_length: 1,
  package_width: 1,
  package_height: 1,
  package_weight: 1,
  platform_ids: [2],
  product_sku_name: '',
}

function goodStep(field: string): Partial<ShopTemplate> | undefined {
  if (field === 'platform_category_id') return { platform_category_id: '100' }
  if (field === 'brand') return { brand: { brand_id: '1', name: 'Aoi' } }
  if (field === 'is_cod_allowed') return { is_cod_allowed: 0 }
  if (field !== 'shipment_providers') return undefined
  const post = {
    logistics_channel_id: 9,
    logistics_channel_name: 'Post',
    enabled: true,
    mask_channel_id: null,
  }
  return { shipment_providers: [post] }
}

function good({ variant_names: names }: ProductTemplate, at: number): TemplateSku {
  return { ...emptySku(names.map(() => `v${at}`)), seller_sku: `CODE${at}`, price: 10, quantity: 1 }
}

function withSku(
  template: ProductTemplate,
  at: number,
  field: string,
  axis: string,
  rule: string,
): ProductTemplate {
  const right = good(template, at)
  const change = (sku: TemplateSku): TemplateSku => {
    if (field === 'variants' && axis === '') return { ...sku, variants: right.variants }
    if (field === 'variants') {
      const variants = template.variant_names.map((_, place) => sku.variants[place] ?? '')
      return { ...sku, variants: variants.with(Number(axis), `v${at}`) }
    }
    // A reduced price that is too near, or whose days are over, is taken off.
    if (field.startsWith('special')) return { ...sku, special_price: null }
    if (field === 'cost_price') return { ...sku, cost_price: null }
    if (rule === 'max_ratio') return { ...sku, price: 10 }
    return { ...sku, [field]: right[field as keyof TemplateSku] }
  }
  return { ...template, skus: template.skus.map((sku, place) => (place === at ? change(sku) : sku)) }
}

function withAttribute({ required_attributes: given }: ShopTemplate, id: string) {
  const others = given.filter((one) => one.attribute_id !== id)
  if (id !== '1') return others
  return [...others, { attribute_id: '1', name: '', value_id: 7, value: 'Cotton', unit: null }]
}
