/**
 * Rules of the step of one shop: the channel's own, from what is known of its category, and those of the specification ("Channel
 * submissions"). A template that passes is one that the channel takes.
 */
import { checkAttributes } from './attribute-rules.ts'
import type { Brand, Category, CategoryAttribute, DeliveryOption, ListingRules } from './category.ts'
import { lengthOf } from './listing-limits.ts'
import { listingTextOf } from './listing-text.ts'
import { fromMinor, toMinor, type Currency } from './money.ts'
import type { ProductTemplate, ShopTemplate, TemplateProblem } from './product-template.ts'
import { imageFieldOf } from './shop-images.ts'
import { shopSkusOf, type ShopSku } from './shop-skus.ts'
import { templateLimitsOf } from './template-limits.ts'
import {
  checkLength,
  checkPrice,
  checkQuantity,
  checkSize,
  checkSpecial,
  sides,
  type Report,
  type RuleSettings,
} from './template-rules.ts'

/** Requirements of the chosen category and of the shop, as the channel last told them. */
export type ChannelFacts = {
  attributes: CategoryAttribute[]
  rules: ListingRules
  /** Null: not told yet. */
  deliveryOptions: DeliveryOption[] | null
  /** Money of the shop, in whose minor units the rules' prices are. */
  currency: Currency
  /** The chosen category as the channel's tree has it; null: it is not there. Left out: nobody has looked. */
  category?: Category | null
  /** The chosen brand as the channel lists it in the category; null: it is not listed. Left out: nobody has looked. */
  brand?: Brand | null
}

/** Numbers of platforms with couriers that sellers choose. */
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
  // The category brings the fields of attributes and couriers: until it is chosen, it is the only one of them to fill in.
  const hasCategory = shop.platform_category_id !== ''
  if (!hasCategory) report('platform_category_id', 'min', { min: 1 })
  checkShopSkus(template, shop, platformId, settings, facts?.rules.mostSkus ?? null, report)
  checkChannel(template, shop, platformId, report)
  if (facts) {
    checkAttributes(shop.required_attributes, facts.attributes, templateLimitsOf(platformId), report)
    checkCategoryRules(template, shop, platformId, facts, report)
    checkPrices(shopSkusOf(template, shop, platformId), platformId, facts, report)
  } else if (
    hasCategory &&
    templateLimitsOf(platformId).isMarketplace &&
    shop.required_attributes.length === 0
  )
    report('required_attributes', 'required')
  if (hasCategory && withCouriers.includes(platformId))
    checkCouriers(template, shop, facts?.deliveryOptions ?? null, report)
  return eachOnce(problems)
}

/** One limit may be the specification's and the channel's. */
function eachOnce(problems: TemplateProblem[]): TemplateProblem[] {
  return [
    ...new Map(problems.toReversed().map((one) => [`${one.path} ${one.rule}`, one])).values(),
  ].toReversed()
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
  mostSkus: number | null,
  report: Report,
): void {
  const limits = templateLimitsOf(platformId)
  const most = Math.min(limits.skus, mostSkus ?? limits.skus)
  const skus = shopSkusOf(template, shop, platformId)
  if (skus.length === 0) report('skus', 'min_items', { min: 1 })
  if (skus.length > most) report('skus', 'max_items', { max: most })
  const codes = new Set<string>()
  const isPictured = limits.pairsSkuPictures && skus.some(({ images }) => images.length > 0)
  for (const sku of skus) {
    const path = (field: string) => `skus.${sku.at}.${field}`
    const code = sku.seller_sku.trim().toLowerCase()
    if (limits.hasSellerCodes && code === '') report(path('seller_sku'), 'required')
    if (code !== '' && codes.has(code)) report(path('seller_sku'), 'unique')
    checkLength(path('seller_sku'), code, { least: 0, most: limits.sellerCode }, report)
    codes.add(code)
    if (isPictured && sku.images.length === 0) report(path('images'), 'each_or_none')
    checkPrice(path('price'), sku.price, limits.price, settings, report)
    if (sku.cost_price !== null) checkPrice(path('cost_price'), sku.cost_price, limits.cost, settings, report)
    checkQuantity(path('quantity'), sku.quantity, limits.quantity, report)
    if (sku.special_price !== null) checkSpecial(sku, path, settings, report)
  }
}

/** Prices as the channel gets them, in the shop's money. Figures that are no prices at all have been told already. */
function checkPrices(
  skus: ShopSku[],
  platformId: number,
  { rules, currency }: ChannelFacts,
  report: Report,
): void {
  const minor = (price: number) => toMinor(price, currency)
  const isPrice = (price: number | null): price is number => price !== null && price >= 0 && price < 1e12
  const { min, max } = rules.price ?? { min: 1, max: Infinity }
  const priced = skus.flatMap((sku) => (isPrice(sku.price) ? [{ ...sku, minor: minor(sku.price) }] : []))
  // A price that is too low itself is told alone.
  const cheapest = Math.min(...priced.map((sku) => sku.minor).filter((price) => price >= min))
  const { priceRatio } = templateLimitsOf(platformId)
  const ratio = priceRatio && (priceRatio[currency] ?? priceRatio.usual)
  for (const sku of priced) {
    const { special_price: special } = sku
    const path = (field: string) => `skus.${sku.at}.${field}`
    if (sku.minor < min) report(path('price'), 'min', { min: fromMinor(min, currency) })
    if (sku.minor > max) report(path('price'), 'max', { max: fromMinor(max, currency) })
    if (ratio !== undefined && sku.minor > cheapest * ratio)
      report(path('price'), 'max_ratio', { max: ratio })
    if (isPrice(special) && sku.price !== null && special < sku.price && minor(special) >= sku.minor)
      report(path('special_price'), 'less_than', { limit: fromMinor(sku.minor, currency) })
  }
}

/** Requirements of the chosen category. */
function checkCategoryRules(
  template: ProductTemplate,
  shop: ShopTemplate,
  platformId: number,
  { rules, brand, category }: ChannelFacts,
  report: Report,
): void {
  const { name, description, images, variantValueLength: longest, mostVariantAttributes: most } = rules
  if (shop.platform_category_id !== '' && category !== undefined && !isOpen(category))
    report('platform_category_id', 'in')
  if (name) checkLength('name', template.name, { least: name.min, most: name.max }, report)
  if (description) {
    const sent = templateLimitsOf(platformId).isPlainText
      ? listingTextOf(template.long_description)
      : template.long_description
    checkLength('long_description', sent, { least: description.min, most: description.max }, report)
  }
  const field = imageFieldOf(template, platformId)
  if (images && template[field].length < images.min) report(field, 'min_items', { min: images.min })
  if (images && template[field].length > images.max) report(field, 'max_items', { max: images.max })
  if (rules.isBrandRequired && !brandOf(shop)) report('brand', 'required')
  if (brandOf(shop) && brand === null) report('brand', 'in')
  if (most !== null && template.variant_names.length > most)
    report('variant_names', 'max_items', { max: most })
  for (const [at, { variants }] of template.skus.entries())
    for (const [axis, value] of variants.slice(0, template.variant_names.length).entries())
      if (longest !== null)
        checkLength(`skus.${at}.variants.${axis}`, value, { least: 0, most: longest }, report)
  if (rules.isPackageSizeRequired)
    for (const side of sides) if (template[side] === null) report(side, 'required')
  if (!rules.isCashOnDeliveryPossible && shop.is_cod_allowed === 1) report('is_cod_allowed', 'in')
}

function isOpen(category: Category | null): boolean {
  return category !== null && category.isLeaf && !category.isDisabled
}

/** "No brand" stands in some lists of brands. */
function brandOf({ brand }: ShopTemplate): ShopTemplate['brand'] {
  return brand && /^no ?brand$/i.test(brand.name.trim()) ? null : brand
}

/** Limits of the channel that hold in each of its categories. */
function checkChannel(
  template: ProductTemplate,
  shop: ShopTemplate,
  platformId: number,
  report: Report,
): void {
  const limits = templateLimitsOf(platformId)
  const { nameBytes, parcel } = limits
  const bytes = new TextEncoder().encode(template.name.trim()).length
  if (nameBytes !== undefined && bytes > nameBytes)
    report('name', 'max_bytes', { max: nameBytes, now: bytes })
  for (const [at, name] of template.variant_names.entries())
    if (lengthOf(name.trim()) > limits.variantName)
      report(`variant_names.${at}`, 'max', { max: limits.variantName })
  if (limits.hasListedBrands && brandOf(shop)?.brand_id === null) report('brand', 'in')
  if (!parcel) return
  checkSize('package_weight', template.package_weight, parcel.weight, report)
  for (const side of sides) checkSize(side, template[side], parcel.side, report)
  const girth = sides.reduce((sum, side) => sum + (template[side] ?? 0), 0)
  if (parcel.girth !== undefined && girth > parcel.girth)
    report('package_length', 'max_girth', { max: parcel.girth, now: girth })
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
    if (options && !(option?.isEnabled && option.maskedBy === null)) report(path, 'in')
    const heaviest = option?.heaviest ?? null
    if (heaviest !== null && (template.package_weight ?? 0) > heaviest)
      report('package_weight', 'max', { max: heaviest })
  }
}
