/** Differences of a draft from what is stored, and the joining of two people's changes. */
import {
  emptyTemplate,
  type ProductTemplate,
  type TemplateImage,
} from '../../../../model/product-template.ts'
import type { ShopStep, Template } from '../../../parts/queries/template-queries.ts'

type Field = keyof ProductTemplate

export const contentFields = Object.keys(emptyTemplate([])) as Field[]

export function contentOf(template: Template): ProductTemplate {
  return Object.fromEntries(contentFields.map((field) => [field, template[field]])) as ProductTemplate
}

export function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}

/** Numbers that are still being typed, such as "49,", are NaN; JSON knows them as null, and so does every answer. */
export function withUnfinished<T>(theirs: T, mine: T): T {
  if (typeof mine === 'number' && Number.isNaN(mine)) return theirs === null ? mine : theirs
  if (typeof theirs !== 'object' || typeof mine !== 'object' || theirs === null || mine === null)
    return theirs
  const parts = Object.entries(theirs).map(([key, part]) => [
    key,
    withUnfinished(part, (mine as typeof theirs)[key as keyof typeof theirs]),
  ])
  return (Array.isArray(theirs) ? parts.map(([, part]) => part as unknown) : Object.fromEntries(parts)) as T
}

/** Fields to send. The text of the description is the server's to write. */
export function changesOf(before: ProductTemplate, now: ProductTemplate): Partial<ProductTemplate> {
  const changed = contentFields.filter(
    (field) => field !== 'long_description_content' && !isSame(before[field], now[field]),
  )
  return Object.fromEntries(changed.map((field) => [field, now[field]]))
}

/** Steps of the shops that the stored template has, joined as `mergeContent` joins its fields. */
export function mergeShops(
  before: ShopStep[],
  mine: ShopStep[],
  theirs: ShopStep[],
): { shops: ShopStep[]; clashes: ShopStep[] } {
  const clashes: ShopStep[] = []
  const shops = theirs.map((step) => {
    const [own, was] = [mine, before].map((list) => list.find((one) => one.shop_id === step.shop_id))
    if (!own || !was || isSame(own, was)) return own ? withUnfinished(step, own) : step
    const fields = Object.keys(step) as (keyof ShopStep)[]
    const [ours, others] = [own, step].map((one) => fields.filter((field) => !isSame(one[field], was[field])))
    if (ours?.some((field) => others?.includes(field) && !isSame(own[field], step[field]))) clashes.push(step)
    return { ...step, ...Object.fromEntries((ours ?? []).map((field) => [field, own[field]])), id: step.id }
  })
  return { shops, clashes }
}

export type ImageField = Extract<Field, `images${string}`>

/**
 * A photo of a list put in place of another, or taken away. Variants show photos of the product: one that is no more must not be
 * published with them.
 */
export function withPhoto(
  content: ProductTemplate,
  field: ImageField,
  url: string,
  photo: TemplateImage | null,
): Partial<ProductTemplate> {
  const replaced = (images: TemplateImage[]) =>
    images.flatMap((one) => (one.image_url === url ? (photo ? { ...one, ...photo } : []) : one))
  const skus = content.skus.map((sku) => ({ ...sku, images: replaced(sku.images) }))
  return { [field]: replaced(content[field]), ...(field === 'images' && { skus }) }
}

export function shopsChanged(before: ShopStep[], now: ShopStep[]): ShopStep[] {
  return now.filter(
    (shop) =>
      !isSame(
        shop,
        before.find((one) => one.shop_id === shop.shop_id),
      ),
  )
}

/** Fields that one side changed as that side has them. Those that both changed are `mine`, and named. */
export function mergeContent(
  before: ProductTemplate,
  mine: ProductTemplate,
  theirs: ProductTemplate,
): { content: ProductTemplate; clashes: { field: Field; theirs: unknown }[] } {
  const clashes = contentFields.filter(
    (field) =>
      field !== 'long_description_content' &&
      !isSame(mine[field], before[field]) &&
      !isSame(theirs[field], before[field]) &&
      !isSame(mine[field], theirs[field]),
  )
  const content = Object.fromEntries(
    contentFields.map((field) => [
      field,
      isSame(mine[field], before[field]) ? withUnfinished(theirs[field], mine[field]) : mine[field],
    ]),
  ) as ProductTemplate
  return { content, clashes: clashes.map((field) => ({ field, theirs: theirs[field] })) }
}
