/** A template and its shops, for the API. */
import type { Reply } from '../../contract/endpoints.ts'
import type { Language } from '../../model/language.ts'
import {
  publishingOrder,
  templateStatuses,
  uploadStatuses,
  type UploadStatus,
} from '../../model/product-template.ts'
import { translate } from '../i18n/translate.ts'
import type { StoredShopTemplate } from './shop-template-store.ts'
import type { TemplateRow } from './template-list-store.ts'
import type { StoredTemplate } from './template-store.ts'
import { uploadError } from './upload-error.ts'

type Brief = Reply<'GET /product-template'>['data'][number]
type Detail = Reply<'GET /product-template/{id}'>['data']
type Upload = Brief['uploads'][number]
type Step = Reply<'GET /shop-product-template/{id}'>['data']

export function presentTemplateRow(row: TemplateRow, shops: StoredShopTemplate[], language: Language): Brief {
  return {
    id: row.id,
    name: row.name,
    product_sku: row.productSku,
    image: row.imageUrl,
    platform_ids: inPublishingOrder(row.platformIds),
    status: statusOf(row.status, language),
    problem_count: row.problemCount,
    uploads: shops.map((shop) => presentUpload(shop, language)),
    sku_count: row.skuCount,
    stock_total: row.stockTotal,
    price: row.priceMin === null || row.priceMax === null ? null : { min: row.priceMin, max: row.priceMax },
    user: { data: { id: row.updatedBy, name: row.updatedByName } },
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  }
}

export function presentTemplate(
  template: StoredTemplate,
  shops: StoredShopTemplate[],
  version: string | null,
  language: Language,
): Detail {
  const { content } = template
  const prices = content.skus.flatMap(({ price }) => price ?? [])
  const row: TemplateRow = {
    id: template.id,
    name: content.name,
    productSku: content.product_sku,
    imageUrl: content.images[0]?.image_url ?? null,
    platformIds: content.platform_ids,
    status: template.status,
    problemCount: template.problemCount,
    skuCount: content.skus.length,
    stockTotal: content.skus.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0),
    priceMin: prices.length > 0 ? Math.min(...prices) : null,
    priceMax: prices.length > 0 ? Math.max(...prices) : null,
    updatedBy: template.updatedBy,
    updatedByName: template.updatedByName,
    createdAt: template.createdAt.toISOString(),
    updatedAt: template.updatedAt.toISOString(),
  }
  return {
    ...presentTemplateRow(row, shops, language),
    ...content,
    version,
    shops: shops.map(({ id, platformId, content: step }) => ({ ...step, id, platform_id: platformId })),
  }
}

export function presentShopTemplate(shop: StoredShopTemplate, language: Language): Step {
  return {
    ...shop.content,
    id: shop.id,
    platform_id: shop.platformId,
    product_template_id: shop.templateId,
    upload: presentUpload(shop, language),
  }
}

export function presentUpload(shop: StoredShopTemplate, language: Language): Upload {
  const { upload } = shop
  const code = uploadStatusOf(shop)
  const status = uploadStatuses.find((one) => one.code === code)
  const isListed = (code === 'uploaded' || code === 'outdated') && upload?.state === 'done'
  const hasFailed = code === 'failed' && upload !== null
  return {
    id: shop.id,
    platform_id: shop.platformId,
    shop_id: shop.shopId,
    shop_name: shop.shopName,
    upload_status: {
      id: status?.id ?? 0,
      code,
      name: translate(language, `upload_status.${code}`),
    },
    job_id: upload && String(upload.id),
    step: upload?.step ?? null,
    error: hasFailed ? uploadError(upload, language) : null,
    // A listing that stands has those attributes that its channel did not take away.
    fields: (hasFailed || isListed ? (upload?.errorFields ?? []) : []).map(({ field, message }) => ({
      field,
      message: translate(language, message),
    })),
    channel_code: hasFailed ? upload.channelCode : null,
    is_kept: shop.isKept,
    product_id: shop.productId,
    channel_product_id: shop.channelProductId,
    requested_at: upload ? new Date(upload.requestedAt).toISOString() : null,
    uploaded_at: shop.uploadedAt?.toISOString() ?? null,
  }
}

/** State of a shop's listing against its template (E-6). */
export function uploadStatusOf({ upload, channelProductId, isOutdated }: StoredShopTemplate): UploadStatus {
  if (upload?.state === 'queued') return 'queued'
  if (upload?.state === 'running') return upload.isCancelRequested ? 'canceling' : 'uploading'
  if (upload?.state === 'failed') return 'failed'
  if (channelProductId !== null) return isOutdated ? 'outdated' : 'uploaded'
  return upload?.state === 'canceled' ? 'canceled' : 'not_uploaded'
}

export function inPublishingOrder(platformIds: number[]): number[] {
  return publishingOrder.filter((id) => platformIds.includes(id))
}

function statusOf(id: number, language: Language): Brief['status'] {
  const code = templateStatuses.find((one) => one.id === id)?.code ?? 'draft'
  return { id, code, name: translate(language, `template_status.${code}`) }
}
