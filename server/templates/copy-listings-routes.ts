/** Drafts of templates out of listings: what the shops of another channel need beyond it is left open, and counted. */
import { createsListings } from '../../connectors/listings.ts'
import { AppError } from '../../model/errors.ts'
import { emptyShopTemplate } from '../../model/product-template.ts'
import { nameTarget } from '../audit/trail.ts'
import type { WebContext } from '../domain.ts'
import type { Serve } from '../http/serve-endpoint.ts'
import { findProduct, listVariants } from '../listings/detail/product-detail-store.ts'
import { listShops } from '../shops/shops-store.ts'
import { checkTemplate } from './check-template.ts'
import { templateOfListing } from './copy-listing.ts'
import { saveShopTemplates } from './shop-template-store.ts'
import { addTemplate } from './template-store.ts'
import { refuseTooMany } from './templates-routes.ts'

export function copyListingsRoutes(serve: Serve, { db, channels }: WebContext): void {
  serve('POST /product-template/copy-listings', async ({ body, session, translate }) => {
    const { ownerId, shopIds } = session
    const shops = (await db.read(ownerId, (tx) => listShops(tx, ownerId, shopIds))).filter(
      ({ id, platformId, status }) =>
        status === 1 &&
        body.shop_ids.includes(id) &&
        createsListings(channels.connectorOf(platformId)?.listings),
    )
    const missing = body.shop_ids.findIndex((id) => !shops.some((shop) => shop.id === id))
    if (missing !== -1)
      throw new AppError('validation_failed', {
        invalidFields: { [`shop_ids.${missing}`]: 'field.no_shop_for_listings' },
      })
    const platformIds = [...new Set(shops.map(({ platformId }) => platformId))].toSorted((a, b) => a - b)
    const created: { product_id: number; template_id: number; problems: number }[] = []
    const skipped: { product_id: number; message: string }[] = []
    await db.asOwner(ownerId, async (tx) => {
      await refuseTooMany(tx, ownerId, body.product_ids.length)
      for (const productId of new Set(body.product_ids)) {
        const product = await findProduct(tx, ownerId, productId, shopIds)
        if (!product) {
          skipped.push({ product_id: productId, message: translate('error.not_found') })
          continue
        }
        const variants = await listVariants(tx, ownerId, productId)
        const templateId = await addTemplate(tx, session, templateOfListing(product, variants, platformIds))
        const steps = shops.map((shop) => ({
          platformId: shop.platformId,
          content: emptyShopTemplate(shop.id),
        }))
        await saveShopTemplates(tx, ownerId, templateId, steps)
        const { problems } = await checkTemplate(tx, session, templateId)
        created.push({ product_id: productId, template_id: templateId, problems: problems.length })
      }
      nameTarget(tx, ...created.map(({ template_id: id }) => id))
    })
    return { data: { created, skipped } }
  })
}
