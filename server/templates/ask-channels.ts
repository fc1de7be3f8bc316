/**
 * Asks channels what a check of templates has to know of their shops, and for the sides of pictures elsewhere. A form asks for the shop that is open in it; a shop that is
 * filled in like another, or whose template came out of a file, was asked nothing.
 */
import { ChannelError } from '../../connectors/channel-error.ts'
import type { Language } from '../../model/language.ts'
import { templateLimitsOf } from '../../model/template-limits.ts'
import { findKnownBrand, listCategoryFacts } from '../catalog/channel-facts-store.ts'
import type { Tx } from '../db/database.ts'
import type { WebContext } from '../domain.ts'
import { findShop, type Shop } from '../shops/shops-store.ts'
import { publicFetchOf } from '../syncs/public-fetch.ts'
import { readForeignPictures } from './foreign-pictures.ts'
import { listShopTemplates } from './shop-template-store.ts'

/** `brand`: the name of one that nobody has looked for. */
type Unknown = { shop: Shop; categoryId: string; brand: string | null }

/** Answers the shops whose channels could not be asked. */
export async function askChannels(
  { db, catalog, channels }: Pick<WebContext, 'db' | 'catalog' | 'channels'>,
  ownerId: string,
  templateIds: number[],
  language: Language,
): Promise<ReadonlySet<number>> {
  const unknown = await db.read(ownerId, (tx) => listUnknown(tx, ownerId, templateIds))
  const pictures = readForeignPictures({ db, fetchPublic: publicFetchOf(channels) }, ownerId, templateIds)
  const silent = await Promise.all(
    unknown.map(async ({ shop, categoryId, brand }) => {
      try {
        await Promise.all([
          catalog.attributes(shop, categoryId, language),
          catalog.rules(shop, categoryId),
          catalog.couriers(shop),
          brand === null ? null : catalog.brands(shop, categoryId, brand, 1),
        ])
        return []
      } catch (error) {
        if (!(error instanceof ChannelError)) throw error
        return shop.id
      }
    }),
  )
  await pictures
  return new Set(silent.flat())
}

async function listUnknown(tx: Tx, ownerId: string, templateIds: number[]): Promise<Unknown[]> {
  const steps = (await listShopTemplates(tx, ownerId, templateIds, [])).filter(
    ({ shopStatus, platformId, content }) =>
      shopStatus === 1 && templateLimitsOf(platformId).isMarketplace && content.platform_category_id !== '',
  )
  const wanted = steps.map(({ shopId, content }) => ({ shopId, categoryId: content.platform_category_id }))
  const told = await listCategoryFacts(tx, ownerId, wanted)
  const unknown = new Map<string, Unknown>()
  for (const { shopId, platformId, content } of steps) {
    const { platform_category_id: categoryId, brand } = content
    const facts = told.find((one) => one.shopId === shopId && one.categoryId === categoryId)
    const isTold = facts?.attributes && facts.rules && facts.couriers
    const place =
      templateLimitsOf(platformId).hasListedBrands && brand?.brand_id
        ? { shopId, categoryId, brandId: brand.brand_id, brandName: brand.name }
        : null
    const isBrandKnown = !place || (await findKnownBrand(tx, ownerId, place)) !== undefined
    const shop = isTold && isBrandKnown ? undefined : await findShop(tx, ownerId, shopId)
    if (shop)
      unknown.set(JSON.stringify([shopId, categoryId, brand?.name]), {
        shop,
        categoryId,
        brand: place && !isBrandKnown ? place.brandName : null,
      })
  }
  return [...unknown.values()]
}
