import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { listingLimitsOf } from '../../../../model/listing-limits.ts'
import { type ScoreReason, scoreOf } from '../../../../model/listing-score.ts'
import type { ProductTemplate } from '../../../../model/product-template.ts'
import type { ShopStep } from '../../../parts/queries/template-queries.ts'
import { useDraft } from '../form/use-draft.ts'

export type Tip = { path: string; text: string; points: number }

/** Fields that mend each reason. A template has no barcodes, so these are not counted. */
const fields = {
  title_short: 'name',
  title_long: 'name',
  description: 'long_description',
  images: 'images',
  variant_images: 'skus',
  weight: 'package_weight',
  dimensions: 'package_length',
  price_outlier: 'skus.0.price',
} as const satisfies Partial<Record<ScoreReason, string>>

const hasField = (reason: ScoreReason): reason is keyof typeof fields => reason in fields

/** Score of each channel's listing as it would be, and what would raise it, the most first. */
export function useTips(): Map<number, { score: number; tips: Tip[] }> {
  const { t } = useTranslation()
  const content = useDraft((state) => state.calm.content)
  const shops = useDraft((state) => state.calm.shops)
  return useMemo(
    () =>
      new Map(
        content.platform_ids.map((id) => {
          const { reasons } = scoreOf(
            listingOf(
              content,
              shops.find((shop) => shop.platform_id === id),
            ),
            { limits: listingLimitsOf(id), rules: null, attributes: null },
          )
          const tips = reasons.flatMap(({ reason, points }) => {
            if (!hasField(reason)) return []
            return [{ path: fields[reason], text: t(`templates.tip.${reason}`), points }]
          })
          return [id, { score: 100 - tips.reduce((sum, { points }) => sum + points, 0), tips }]
        }),
      ),
    [content, shops, t],
  )
}

function listingOf(content: ProductTemplate, shop: ShopStep | undefined) {
  return {
    name: content.name,
    description: content.long_description,
    images: content.images.map(({ image_url: url }) => url),
    attributes: (shop?.required_attributes ?? []).map(({ name, value }) => ({
      name,
      value: String(value),
    })),
    brand: shop?.brand?.name ?? null,
    package: {
      weight: content.package_weight,
      length: content.package_length,
      width: content.package_width,
      height: content.package_height,
    },
    skus: content.skus.map((sku) => ({
      barcode: null,
      imageUrl: sku.images[0]?.image_url ?? null,
      price: sku.price ?? 0,
      options: sku.variants,
    })),
  }
}
