/**
 * Rules of the step of one shop: the channel's own, from what is known of its category, and those of the specification ("Channel
 * submissions"). A template that passes is one that the channel takes.
 */
import type { CategoryAttribute, DeliveryOption, ListingRules } from './category.ts'
import { lengthOf } from './listing-limits.ts'
import type { ProductTemplate, RequiredAttribute, ShopTemplate, TemplateProblem } from './product-template.ts'
import { shopSkusOf } from './shop-skus.ts'
import { templateLimitsOf } from './template-limits.ts'
import { checkAmount, checkLength, checkSpecial, type Report, type RuleSettings } from './template-rules.ts'

/** Requirements of the chosen category and of the shop, as the channel last told them. */
export type ChannelFacts = {
  attributes: CategoryAttribute[]
  rules: ListingRules
  deliveryOptions: DeliveryOption[]
}

/** Numbers of platforms whose steps differ: those with attributes of their own, and those with couriers that sellers choose. */
const withAttributes = [1, 2, 5]
const withCouriers = [2]

/** @param facts null: the channel has not told them yet, so only the specification's own rules are held */
export function shopTemplateProblems(
  template: ProductTemplate,
  shop: ShopTemplate,
  platformId: number,
  settings: RuleSettings,
  facts: ChannelFacts | null,
): TemplateProblem[] {
  const problems: TemplateProblem[] = []
  const report: Report = (path, rule, values = {}) =>
    problems.push({
      path,
      rule,
      key: keyOf(platformId, path, rule),
      values,
      platformId,
      shopId: shop.shop_id,
    })
  if (shop.platform_category_id === '') report('platform_category_id', 'min', { min: 1 })
  checkShopSkus(template, shop, platformId, settings, report)
  if (facts) {
    checkAttributes(shop.required_attributes, facts.attributes, report)
    checkCategoryRules(template, shop, facts, report)
  } else if (withAttributes.includes(platformId) && shop.required_attributes.length === 0)
    report('required_attributes', 'required')
  if (withCouriers.includes(platformId)) checkCouriers(template, shop, facts?.deliveryOptions ?? null, report)
  return problems
}

/** `error.{path}.{rule}`, in the channel's form: one joins the first and the third part, two are cut at the attributes. */
export function keyOf(platformId: number, path: string, rule: string): string {
  const parts = path.split('.')
  if (platformId === 1 && parts.length > 2) return `error.${parts[0]}.${parts[2]}.${rule}`
  if ((platformId === 2 || platformId === 5) && parts.includes('required_attributes'))
    return `error.required_attributes.${rule}`
  return `error.${path}.${rule}`
}

function checkShopSkus(
  template: ProductTemplate,
  shop: ShopTemplate,
  platformId: number,
  settings: RuleSettings,
  report: Report,
): void {
  const limits = templateLimitsOf(platformId)
  const skus = shopSkusOf(template, shop, platformId)
  if (skus.length === 0) report('skus', 'min_items', { min: 1 })
  const codes = new Set<string>()
  for (const sku of skus) {
    const path = (field: string) => `skus.${sku.at}.${field}`
    const code = sku.seller_sku.trim().toLowerCase()
    if (limits.hasSellerCodes && code === '') report(path('seller_sku'), 'required')
    if (limits.hasSellerCodes && code !== '' && codes.has(code)) report(path('seller_sku'), 'unique')
    codes.add(code)
    checkAmount(path('price'), sku.price, limits.price, report)
    if (sku.cost_price !== null) checkAmount(path('cost_price'), sku.cost_price, limits.cost, report)
    checkAmount(path('quantity'), sku.quantity, limits.quantity, report)
    if (sku.special_price !== null) checkSpecial(sku, path, settings, report)
  }
}

/** The attributes that the category asks for are filled in, with values that it knows. Variant axes are the template's. */
function checkAttributes(given: RequiredAttribute[], asked: CategoryAttribute[], report: Report): void {
  for (const attribute of asked) {
    const { channelAttributeId: id, isRequired, isVariant, mostValues } = attribute
    const values = given.filter((one) => one.attribute_id === id && String(one.value).trim() !== '')
    const path = `required_attributes.${id}`
    if (values.length === 0) {
      if (isRequired && !isVariant) report(path, 'required')
      continue
    }
    if (values.length > mostValues) report(path, 'max_items', { max: mostValues })
    for (const value of values) checkValue(value, attribute, path, report)
  }
}

function checkValue(
  value: RequiredAttribute,
  attribute: CategoryAttribute,
  path: string,
  report: Report,
): void {
  const { input, options, units, isFreeText } = attribute
  const text = String(value.value).trim()
  const isKnown = options.some(
    ({ id, name }) => (value.value_id !== null && id === String(value.value_id)) || name === text,
  )
  if (['select', 'multi', 'bool'].includes(input) && options.length > 0 && !isFreeText && !isKnown)
    return report(path, 'in')
  if (isKnown) return
  if (input === 'number' && !/^-?\d+(\.\d+)?$/.test(text)) return report(path, 'number')
  if (input === 'date' && Number.isNaN(Date.parse(text))) return report(path, 'date')
  if (units.length > 0 && (value.unit === null || !units.includes(value.unit))) report(`${path}.unit`, 'in')
}

function checkCategoryRules(
  template: ProductTemplate,
  shop: ShopTemplate,
  { rules }: ChannelFacts,
  report: Report,
): void {
  const { name, description, images } = rules
  if (name) checkLength('name', template.name, { least: name.min, most: name.max }, report)
  if (description)
    checkLength(
      'long_description_content',
      template.long_description_content,
      { least: description.min, most: description.max },
      report,
    )
  if (images && template.images.length < images.min) report('images', 'min_items', { min: images.min })
  if (images && template.images.length > images.max) report('images', 'max_items', { max: images.max })
  if (rules.isBrandRequired && !shop.brand) report('brand', 'required')
  if (rules.mostSkus !== null && template.skus.length > rules.mostSkus)
    report('skus', 'max_items', { max: rules.mostSkus })
  if (rules.mostVariantAttributes !== null && template.variant_names.length > rules.mostVariantAttributes)
    report('variant_names', 'max_items', { max: rules.mostVariantAttributes })
  const { variantValueLength: longest } = rules
  for (const [at, { variants }] of template.skus.entries())
    for (const [axis, value] of variants.entries())
      if (longest !== null && lengthOf(value.trim()) > longest)
        report(`skus.${at}.variants.${axis}`, 'max', { max: longest })
  if (rules.isPackageSizeRequired)
    for (const side of ['package_length', 'package_width', 'package_height'] as const)
      if (template[side] === null) report(side, 'required')
  if (!rules.isCashOnDeliveryPossible && shop.is_cod_allowed === 1) report('is_cod_allowed', 'in')
}

function checkCouriers(
  template: ProductTemplate,
  { shipment_providers: providers }: ShopTemplate,
  options: DeliveryOption[] | null,
  report: Report,
): void {
  const chosen = providers.filter(({ enabled }) => enabled)
  if (chosen.length === 0) return report('shipment_providers', 'min_items', { min: 1 })
  for (const [at, provider] of providers.entries()) {
    if (!provider.enabled) continue
    const path = `shipment_providers.${at}`
    if (provider.logistics_channel_id === null) report(`${path}.logistics_channel_id`, 'required')
    if (provider.logistics_channel_name.trim() === '') report(`${path}.logistics_channel_name`, 'required')
    const option = options?.find(({ channelDeliveryId: id }) => id === String(provider.logistics_channel_id))
    if (options && !option) report(path, 'in')
    const heaviest = option?.heaviest ?? null
    if (heaviest !== null && (template.package_weight ?? 0) > heaviest)
      report('package_weight', 'max', { max: heaviest })
  }
}
