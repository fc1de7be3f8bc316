/**
 * Rules of product templates, for the browser and the server alike. Source: specification, section 5, as decisions D-05 to D-07, D-17
 * to D-20, D-32, D-33 and 4.10 read it. All broken rules are answered, in the order of the form.
 */
import { forbiddenIn, type ForbiddenWord } from './forbidden-words.ts'
import { lengthOf } from './listing-limits.ts'
import {
  publishingOrder,
  type ProductTemplate,
  type TemplateProblem,
  type TemplateSku,
} from './product-template.ts'
import { currencies, type Currency } from './money.ts'
import { inFormOrder } from './template-order.ts'
import { priceScaleOf, sharedLimitsOf, templateLimitsOf } from './template-limits.ts'
import { momentOf } from './written-moment.ts'

export type RuleSettings = {
  timezone: string
  now: Date
  /** False: Japanese shops, whose texts are Han as well. */
  blocksHan?: boolean
  /** Multiplies the limits of prices, which are meant for money with decimals. */
  priceScale?: number
  /** Decimals of the currency; 2 unless given. */
  decimals?: number
  /** Words that the account keeps out of its listings. */
  forbiddenWords?: readonly ForbiddenWord[]
}

export function ruleSettingsOf(
  timezone: string,
  currency: string,
  now: Date,
  forbiddenWords: readonly ForbiddenWord[] = [],
): RuleSettings {
  const { decimals } = currencies[currency as Currency]
  const blocksHan = currency !== 'JPY'
  return { timezone, now, priceScale: priceScaleOf(currency), decimals, blocksHan, forbiddenWords }
}

export type RuleName =
  | 'required'
  | 'min'
  | 'max'
  | 'unique'
  | 'less_than'
  | 'greater_than'
  | 'date_order'
  | 'date_past'
  | 'no_chinese'
  | 'forbidden_word'
  | 'min_items'
  | 'max_items'
  | 'in'
  | 'number'
  | 'whole'
  | 'decimals'
  | 'date'
  | 'day'
  | 'no_comma'
  | 'max_bytes'
  | 'max_girth'
  | 'max_ratio'
  | 'no_stock'
  | 'each_or_none'

type Values = TemplateProblem['values']
export type Report = (path: string, rule: RuleName, values?: Values) => void

export function templateProblems(template: ProductTemplate, settings: RuleSettings): TemplateProblem[] {
  const problems: TemplateProblem[] = []
  const report: Report = (path, rule, values = {}) =>
    problems.push({ path, rule, key: `error.${path}.${rule}`, values, platformId: null, shopId: null })
  if (template.platform_ids.length === 0) report('platform_ids', 'min_items', { min: 1 })
  checkTexts(template, report)
  checkWords(template, settings, null, report)
  checkImages(template, report)
  checkAxes(template, report)
  checkSkus(template, settings, report)
  checkPackage(template, report)
  const ofChannels = publishingOrder
    .filter((id) => template.platform_ids.includes(id))
    .flatMap((id) => channelProblems(template, id, settings))
  const known = new Set(problems.map(({ path }) => path))
  return inFormOrder([...problems, ...ofChannels.filter(({ path }) => !known.has(path))])
}

/** Rules of one channel that are stricter than the template's own. */
function channelProblems(
  template: ProductTemplate,
  platformId: number,
  settings: RuleSettings,
): TemplateProblem[] {
  const problems: TemplateProblem[] = []
  const report: Report = (path, rule, values = {}) =>
    problems.push({ path, rule, key: `error.${path}.${rule}`, values, platformId, shopId: null })
  const limits = templateLimitsOf(platformId)
  checkLength('name', template.name, limits.name, report)
  if (limits.isWithoutChinese && settings.blocksHan !== false)
    for (const path of ['name', 'long_description_content'] as const)
      if (hasHan(template[path])) report(path, 'no_chinese')
  checkWords(template, settings, platformId, report)
  if (template.variant_names.length > limits.variantNames)
    report('variant_names', 'max_items', { max: limits.variantNames })
  for (const [at, { variants }] of template.skus.entries())
    for (const [axis, value] of variants.slice(0, template.variant_names.length).entries())
      checkLength(`skus.${at}.variants.${axis}`, value, { least: 0, most: limits.variantValue }, report)
  checkSize('package_weight', template.package_weight, limits.weight, report)
  for (const path of sides) checkSize(path, template[path], limits.side, report)
  return problems
}

export const sides = ['package_length', 'package_width', 'package_height'] as const

function checkTexts(template: ProductTemplate, report: Report): void {
  const { name, description } = sharedLimitsOf([])
  if (template.name.trim() === '') report('name', 'required')
  else checkLength('name', template.name, name, report)
  checkLength('short_description', template.short_description, { least: 0, most: 1_000 }, report)
  if (template.long_description.trim() === '') report('long_description', 'required')
  // Its text: marks alone say nothing. One that is missing or too short is not counted with its marks as well.
  else if (template.long_description_content.trim() === '') report('long_description_content', 'required')
  else {
    checkLength('long_description_content', template.long_description_content, description, report)
    if (lengthOf(template.long_description_content.trim()) >= description.least)
      checkLength('long_description', template.long_description, { least: 100, most: Infinity }, report)
  }
  if (template.product_sku_name !== '')
    checkLength('product_sku_name', template.product_sku_name, { least: 10, most: 255 }, report)
}

/** @param platformId null: the words of all channels */
function checkWords(
  template: ProductTemplate,
  { forbiddenWords = [] }: RuleSettings,
  platformId: number | null,
  report: Report,
): void {
  const words = forbiddenWords.filter(({ platform_ids: ids }) =>
    platformId === null ? ids.length === 0 : ids.includes(platformId),
  )
  if (words.length === 0) return
  const check = (path: string, text: string) => {
    const found = forbiddenIn(text, words)
    if (found.length > 0) report(path, 'forbidden_word', { words: found.join(', ') })
  }
  for (const path of ['name', 'short_description', 'long_description_content'] as const)
    check(path, template[path])
  for (const [at, name] of template.variant_names.entries()) check(`variant_names.${at}`, name)
  for (const [at, { variants }] of template.skus.entries())
    for (const [axis, value] of variants.slice(0, template.variant_names.length).entries())
      check(`skus.${at}.variants.${axis}`, value)
}

function checkImages(template: ProductTemplate, report: Report): void {
  const { images } = sharedLimitsOf([])
  if (template.images.length < images.least) report('images', 'min_items', { min: images.least })
  for (const path of ['images', 'images_lazada', 'images_shopee', 'images_tiktok'] as const)
    if (template[path].length > images.most) report(path, 'max_items', { max: images.most })
}

function checkAxes({ variant_names: names, skus }: ProductTemplate, report: Report): void {
  if (names.length > 3) report('variant_names', 'max_items', { max: 3 })
  // Nothing tells several SKUs apart.
  if (names.length === 0 && skus.length > 1) report('variant_names', 'min_items', { min: 1 })
  for (const [at, name] of names.entries()) {
    if (name.trim() === '') report(`variant_names.${at}`, 'required')
    else if (names.findIndex((one) => same(one) === same(name)) < at) report(`variant_names.${at}`, 'unique')
  }
  if (skus.length === 0) report('skus', 'min_items', { min: 1 })
  if (skus.length > 100) report('skus', 'max_items', { max: 100 })
}

function checkSkus(template: ProductTemplate, settings: RuleSettings, report: Report): void {
  const { skus, variant_names: names } = template
  const limits = sharedLimitsOf(template.platform_ids)
  const codes = firstPlaces(skus.map(({ seller_sku: code }) => same(code)))
  // Values beyond the axes are not seen by anybody.
  const combinationOf = ({ variants }: TemplateSku) =>
    JSON.stringify(names.map((_, axis) => same(variants[axis] ?? '')))
  const combinations = firstPlaces(skus.map(combinationOf))
  for (const [at, sku] of skus.entries()) {
    const path = (field: string) => `skus.${at}.${field}`
    const code = same(sku.seller_sku)
    if (code === '' && limits.hasSellerCodes) report(path('seller_sku'), 'required')
    if (code !== '' && codes.get(code) !== at) report(path('seller_sku'), 'unique')
    checkLength(path('seller_sku'), code, { least: 0, most: 255 }, report)
    for (const axis of names.keys())
      if (!sku.variants[axis]?.trim()) report(path(`variants.${axis}`), 'required')
    if (names.length > 0 && combinations.get(combinationOf(sku)) !== at) report(path('variants'), 'unique')
    checkPrice(path('price'), sku.price, limits.price, settings, report)
    if (sku.cost_price !== null) checkPrice(path('cost_price'), sku.cost_price, limits.cost, settings, report)
    checkSpecial(sku, path, settings, report)
    checkQuantity(path('quantity'), sku.quantity, limits.quantity, report)
  }
}

/** A reduced price lies below the price and above half of it, and holds between two moments (D-33). */
export function checkSpecial(
  sku: Pick<TemplateSku, 'price' | 'special_price' | 'special_date_from' | 'special_date_to'>,
  path: (field: string) => string,
  { timezone, now, decimals }: RuleSettings,
  report: Report,
): void {
  const { price, special_price: special, special_date_from: first, special_date_to: last } = sku
  if (special === null) return
  if (!Number.isFinite(special)) report(path('special_price'), 'number')
  checkDecimals(path('special_price'), special, decimals, report)
  if (price !== null && special >= price) report(path('special_price'), 'less_than', { limit: price })
  if (price !== null && special <= price / 2)
    report(path('special_price'), 'greater_than', { limit: price / 2 })
  const [from, to] = [momentOf(first, timezone), momentOf(last, timezone)]
  if (!from) report(path('special_date_from'), first === '' ? 'required' : 'date')
  if (!to) report(path('special_date_to'), last === '' ? 'required' : 'date')
  else if (from && from >= to) report(path('special_date_to'), 'date_order')
  else if (to <= now) report(path('special_date_to'), 'date_past')
}

/** Figures with more decimals would reach the channels rounded. */
function checkDecimals(path: string, figure: number | null, most = 2, report: Report): void {
  if (figure === null || !Number.isFinite(figure) || Number(figure.toFixed(most)) === figure) return
  report(path, most === 0 ? 'whole' : 'decimals', most === 0 ? {} : { max: most })
}

function checkPackage(template: ProductTemplate, report: Report): void {
  const limits = sharedLimitsOf(template.platform_ids)
  const sizes = [
    ...sides.map((path) => [path, limits.side] as const),
    ['package_weight', limits.weight] as const,
  ]
  for (const [path, span] of sizes) {
    if (template[path] === null && limits.isParcelRequired) report(path, 'required')
    else checkSize(path, template[path], span, report)
    checkDecimals(path, template[path], path === 'package_weight' ? 2 : 0, report)
  }
}

type Span = { least: number; most: number }

function scaled({ least, most }: Span, { priceScale: scale = 1 }: RuleSettings): Span {
  return { least: least * scale, most: most * scale }
}

export function checkLength(path: string, text: string, { least, most }: Span, report: Report): void {
  const length = lengthOf(text.trim())
  if (length < least) report(path, 'min', { min: least, now: length })
  else if (length > most) report(path, 'max', { max: most, now: length })
}

export function checkSize(path: string, size: number | null, { least, most }: Span, report: Report): void {
  if (size === null) return
  if (!Number.isFinite(size)) report(path, 'number')
  else if (size < least) report(path, 'min', { min: least })
  else if (size > most) report(path, 'max', { max: most })
}

/** A figure that has to be given. */
export function checkAmount(
  path: string,
  amount: number | null,
  { least, most }: Span,
  report: Report,
): void {
  if (amount === null) report(path, 'required')
  else if (!Number.isFinite(amount)) report(path, 'number')
  else if (amount < least) report(path, 'min', { min: least })
  else if (amount > most) report(path, 'max', { max: most })
}

export function checkPrice(
  path: string,
  amount: number | null,
  span: Span,
  settings: RuleSettings,
  report: Report,
): void {
  checkAmount(path, amount, scaled(span, settings), report)
  checkDecimals(path, amount, settings.decimals, report)
}

/** Goods are counted in whole pieces. */
export function checkQuantity(path: string, quantity: number | null, span: Span, report: Report): void {
  if (quantity !== null && !Number.isInteger(quantity)) report(path, 'number')
  else checkAmount(path, quantity, span, report)
}

/** Name of a rule's message: lengths of texts are told in characters. */
export function messageOfRule(rule: string, values: Values): string {
  if (!('now' in values) || (rule !== 'min' && rule !== 'max')) return rule
  return rule === 'min' ? 'min_length' : 'max_length'
}

/** Unit behind the limit of a parcel's size, as in "1 kg"; other limits have none. */
export function unitOfLimit({ path, rule }: Pick<TemplateProblem, 'path' | 'rule'>): 'kg' | 'cm' | null {
  if (rule !== 'min' && rule !== 'max') return null
  if (path === 'package_weight') return 'kg'
  return sides.some((side) => side === path) ? 'cm' : null
}

/** Japanese kanji are Han as well. */
export function hasHan(text: string): boolean {
  return /\p{Script=Han}/u.test(text)
}

export function same(text: string): string {
  return text.trim().toLowerCase()
}

function firstPlaces(values: string[]): Map<string, number> {
  const first = new Map<string, number>()
  for (const [at, value] of values.entries()) if (!first.has(value)) first.set(value, at)
  return first
}
