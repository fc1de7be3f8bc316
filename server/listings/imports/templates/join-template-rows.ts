/** Joins the rows of one product. A row that contradicts an earlier one has a problem, and no part of its product is imported. */
import {
  emptySku,
  emptyTemplate,
  templateLimits,
  type ProductTemplate,
  type TemplateImage,
  type TemplateSku,
} from '../../../../model/product-template.ts'
import type { TemplateProductField } from '../../../../model/template-import.ts'
import { problem } from '../checked-row.ts'
import type { Problem } from '../import-rows-store.ts'
import type { TemplateRow } from './read-template-row.ts'

export type NumberedRow = { number: number; read: TemplateRow }

const axisFields = [
  ['variant_1_name', 'variant_1'],
  ['variant_2_name', 'variant_2'],
  ['variant_3_name', 'variant_3'],
] as const

/** Fields that the rows of a product have given so far. */
export function createProductRows() {
  const said = new Map<TemplateProductField, { text: string; value: unknown; row: number }>()
  const options = new Map<string, number>()
  const skus: TemplateSku[] = []
  let count = 0

  /** Takes the next row, in the order of the file, and answers what is wrong with it. */
  function take({ number, read }: NumberedRow): Problem[] {
    const problems = [...read.problems]
    count += 1
    for (const [field, found] of Object.entries(read.product)) {
      const text = JSON.stringify(found.value)
      const before = said.get(field as TemplateProductField)
      if (!before) said.set(field as TemplateProductField, { text, value: found.value, row: number })
      else if (before.text !== text)
        problems.push(problem(found.column, 'differs_in_product', 'twice', { row: before.row }))
    }
    const axes = axisFields.filter(([name]) => said.has(name))
    for (const [name, value] of axisFields) {
      const found = read.sku[value]
      if (found && !said.has(name)) problems.push(problem(found.column, 'axis_without_name', 'rule'))
      if (!found && said.has(name))
        problems.push(problem(null, 'option_missing', 'rule', { name: textOf(name) }))
    }
    const chosen = axes.map(([, value]) => (read.sku[value]?.value as string | undefined) ?? '')
    const key = JSON.stringify(chosen.map((one) => one.toLowerCase()))
    const same = options.get(key)
    if (same === undefined) options.set(key, number)
    else problems.push(problem(read.keyColumn, 'same_options', 'twice', { row: same }))
    if (count > templateLimits.skus)
      problems.push(problem(read.keyColumn, 'too_many_variants', 'rule', { most: templateLimits.skus }))
    if (problems.length === 0) skus.push(skuOf(read, chosen))
    return problems
  }

  const valueOf = (field: TemplateProductField) => said.get(field)?.value
  const textOf = (field: TemplateProductField) => (valueOf(field) as string | undefined) ?? ''

  function content(key: string): ProductTemplate {
    return {
      ...emptyTemplate([]),
      product_sku: key,
      name: textOf('template_name'),
      short_description: textOf('short_description'),
      long_description: textOf('long_description'),
      images: (valueOf('photos') as TemplateImage[] | undefined) ?? [],
      category_id: numberOf('own_category'),
      variant_names: axisFields.filter(([name]) => said.has(name)).map(([name]) => textOf(name)),
      skus,
      package_weight: numberOf('weight'),
      package_length: numberOf('length'),
      package_width: numberOf('width'),
      package_height: numberOf('height'),
      product_sku_name: textOf('template_sku_name'),
      threshold: numberOf('template_threshold') ?? 1,
    }
  }
  const numberOf = (field: TemplateProductField) => (valueOf(field) as number | undefined) ?? null
  const shops = () => valueOf('shops') as { id: number; platformId: number }[] | undefined

  return { take, content, shops, isEmpty: () => count === 0 }
}

function skuOf({ sku }: TemplateRow, variants: string[]): TemplateSku {
  const textOf = (field: 'seller_code' | 'special_from' | 'special_to') =>
    (sku[field]?.value as string | undefined) ?? ''
  const numberOf = (field: 'price' | 'cost_price' | 'special_price' | 'quantity') =>
    (sku[field]?.value as number | undefined) ?? null
  return {
    ...emptySku(variants),
    seller_sku: textOf('seller_code'),
    price: numberOf('price'),
    cost_price: numberOf('cost_price'),
    special_price: numberOf('special_price'),
    special_date_from: textOf('special_from'),
    special_date_to: textOf('special_to'),
    quantity: numberOf('quantity'),
    images: (sku.variant_photo?.value as TemplateImage[] | undefined) ?? [],
  }
}
