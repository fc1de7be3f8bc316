/** Fields of a listing as somebody types them, and the request that they make. */
import type { BodyInput } from '../../../../contract/endpoints.ts'
import { measureIn, piecesIn, plainAmount } from '../../../parts/figures.ts'
import type { Product } from '../../../parts/queries/product-queries.ts'
import type { Photo } from '../../../parts/photos/photo-grid.tsx'

type Edit = BodyInput<'PUT /products/{id}'>

export const sides = ['weight', 'length', 'width', 'height'] as const
export type Side = (typeof sides)[number]

export type ListingDraft = {
  name: string
  description: string
  photos: Photo[]
  sizes: Record<Side, string>
  /** By variant; empty: the account's level. */
  levels: Record<number, string>
}

const sizeOf = (product: Product, side: Side) => product[`package_${side}`]

export function draftOf(product: Product): ListingDraft {
  const texts = sides.map((side) => {
    const size = sizeOf(product, side)
    return [side, size === null ? '' : plainAmount(size)]
  })
  return {
    name: product.name,
    description: product.description_html,
    photos: product.images.data.map(({ url }) => ({ url })),
    sizes: Object.fromEntries(texts) as Record<Side, string>,
    levels: Object.fromEntries(
      product.product_skus.data.map((one) => [one.id, levelText(one.product_sku_detail.own_threshold)]),
    ),
  }
}

const levelText = (level: number | null) => (level === null ? '' : String(level))

/** Fields whose text is no number. */
export function wrongNumbers(draft: ListingDraft): string[] {
  const sizes = sides.filter(
    (side) => draft.sizes[side].trim() !== '' && measureIn(draft.sizes[side]) === undefined,
  )
  const levels = Object.entries(draft.levels).flatMap(([id, text]) =>
    text.trim() === '' || piecesIn(text) !== undefined ? [] : [`level.${id}`],
  )
  return [...sizes, ...levels]
}

/** Only what differs from what was there when the typing began. */
export function changesOf(begun: ListingDraft, draft: ListingDraft): Edit {
  const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
  const sizes = sides.map((side) => [
    side,
    draft.sizes[side].trim() === '' ? null : (measureIn(draft.sizes[side]) ?? null),
  ])
  const variants = Object.entries(draft.levels).flatMap(([id, text]) =>
    text.trim() === (begun.levels[Number(id)] ?? '')
      ? []
      : [{ id: Number(id), threshold: piecesIn(text) ?? null }],
  )
  return {
    ...(draft.name.trim() !== begun.name.trim() && { name: draft.name }),
    ...(draft.description !== begun.description && { description: draft.description }),
    ...(!isSame(draft.photos, begun.photos) && {
      images: draft.photos.map(({ id, url }) => (id === undefined ? { url } : { id })),
    }),
    ...(!isSame(draft.sizes, begun.sizes) && {
      package: Object.fromEntries(sizes) as NonNullable<Edit['package']>,
    }),
    ...(variants.length > 0 && { variants }),
  }
}
