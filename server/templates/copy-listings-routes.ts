/** Drafts of templates out of listings: what the shops of another channel need beyond what is known of it is left open, and counted. */
import { createsListings } from '../../connectors/listings.ts'
import { AppError } from '../../model/errors.ts'
import type { ProductTemplate, ShopTemplate } from '../../model/product-template.ts'
import { nameTarget } from '../audit/trail.ts'
import type { WebContext } from '../domain.ts'
import type { Serve } from '../http/serve-endpoint.ts'
import { findProduct, listListingShops, listVariants } from '../listings/detail/product-detail-store.ts'
import { findAccount } from '../settings/account-store.ts'
import { listShops, type Shop } from '../shops/shops-store.ts'
import { checkTemplates } from './check-template.ts'
import { pricesOfListing, templateOfListing } from './copy-listing.ts'
import { createStepOfListing } from './mapping/step-of-listing.ts'
import { saveShopTemplates } from './shop-template-store.ts'
import { addTemplate } from './template-store.ts'
import { refuseTooMany } from './templates-routes.ts'

type Draft = {
  productId: number
  template: ProductTemplate
  steps: { platformId: number; content: ShopTemplate }[]
}

export function copyListingsRoutes(serve: Serve, { db, channels, catalog }: WebContext): void {
  serve('POST /product-template/copy-listings', async ({ body, session, translate, language }) => {
    const { ownerId, shopIds: visible } = session
    const shops = await getShops(ownerId, visible, body.shop_ids)
    const stepOf = createStepOfListing({ db, catalog }, { ownerId, visible, language })
    const { currency } = await db.read(ownerId, (tx) => findAccount(tx, ownerId))
    const drafts: Draft[] = []
    const skipped: { product_id: number; message: string }[] = []
    const listed: { product_id: number; shop_id: number }[] = []
    for (const productId of new Set(body.product_ids)) {
      const found = await db.read(ownerId, async (tx) => {
        const product = await findProduct(tx, ownerId, productId, visible)
        if (!product) return undefined
        const variants = await listVariants(tx, ownerId, productId)
        return { product, variants, having: await listListingShops(tx, ownerId, productId, body.shop_ids) }
      })
      if (!found) {
        skipped.push({ product_id: productId, message: translate('error.not_found') })
        continue
      }
      const { product, variants, having } = found
      listed.push(...[...having].map((shopId) => ({ product_id: productId, shop_id: shopId })))
      const lacking = shops.filter(({ id }) => !having.has(id))
      if (lacking.length === 0) continue
      const platformIds = [...new Set(lacking.map(({ platformId }) => platformId))].toSorted((a, b) => a - b)
      const template = templateOfListing(product, variants, platformIds, currency)
      const steps: Draft['steps'] = []
      for (const shop of lacking) {
        const step = await stepOf(product, shop)
        const hasOwnPrices = shop.currency === product.currency && shop.currency !== currency
        const skus = hasOwnPrices ? pricesOfListing(product, variants, template) : []
        steps.push({ platformId: shop.platformId, content: { ...step, skus } })
      }
      drafts.push({ productId, template, steps })
    }
    const created = await db.asOwner(ownerId, async (tx) => {
      await refuseTooMany(tx, ownerId, drafts.length)
      const productIds = new Map<number, number>()
      for (const { productId, template, steps } of drafts) {
        const templateId = await addTemplate(tx, session, template)
        await saveShopTemplates(tx, ownerId, templateId, steps)
        productIds.set(templateId, productId)
      }
      nameTarget(tx, ...productIds.keys())
      const checked = await checkTemplates(tx, session, [...productIds.keys()])
      return [...productIds].map(([templateId, productId]) => ({
        product_id: productId,
        template_id: templateId,
        problems: checked.get(templateId)?.problems.length ?? 0,
      }))
    })
    return { data: { created, skipped, listed } }
  })

  /** @throws AppError validation_failed for a shop that takes no listings */
  async function getShops(ownerId: string, visible: number[], wanted: number[]): Promise<Shop[]> {
    const shops = (await db.read(ownerId, (tx) => listShops(tx, ownerId, visible))).filter(
      ({ id, platformId, status }) =>
        status === 1 && wanted.includes(id) && createsListings(channels.connectorOf(platformId)?.listings),
    )
    const missing = wanted.findIndex((id) => !shops.some((shop) => shop.id === id))
    if (missing !== -1)
      throw new AppError('validation_failed', {
        invalidFields: { [`shop_ids.${missing}`]: 'field.no_shop_for_listings' },
      })
    return shops
  }
}
