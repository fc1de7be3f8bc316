/** Looks a brand up at its channel before a listing is sent, where the channel takes only brands of its list for the category. */
import { ChannelError, ownMessage } from '../../../connectors/channel-error.ts'
import type { ListingDraft } from '../../../model/listing.ts'
import { templateLimitsOf } from '../../../model/template-limits.ts'
import { findKnownBrand, saveFact } from '../../catalog/channel-facts-store.ts'
import type { Database } from '../../db/database.ts'
import type { ChannelCalls } from '../../outbox/command.ts'

/** A longer list is left to the channel's own check. */
const mostPages = 40

/** @throws ChannelError refused, with the field */
export async function refuseUnlistedBrand(
  db: Database,
  { brand, channelCategoryId }: Pick<ListingDraft, 'brand' | 'channelCategoryId'>,
  calls: ChannelCalls,
): Promise<void> {
  const { ownerId, id: shopId, platformId } = calls.shop
  const id = brand?.channelBrandId
  const isUnbranded = /^no ?brand$/i.test(brand?.name.trim() ?? '')
  if (!brand || !id || isUnbranded || !templateLimitsOf(platformId).hasListedBrands) return
  const place = { shopId, categoryId: channelCategoryId, brandId: id, brandName: brand.name }
  const known = await db.read(ownerId, (tx) => findKnownBrand(tx, ownerId, place))
  const isListed = known ? known.brand !== null : await lookUp(channelCategoryId, id, brand.name, calls)
  if (isListed === undefined) return
  if (!known) {
    const key = `${channelCategoryId}|${brand.name.toLowerCase()}`
    const content = isListed ? [{ channelBrandId: id, name: brand.name }] : []
    await db.asOwner(ownerId, (tx) =>
      saveFact(tx, { ownerId, shopId }, { kind: 'brands', key, language: '' }, content),
    )
  }
  if (isListed) return
  throw new ChannelError('refused', ownMessage('refusal.unlisted_brand', { brand: brand.name }), {
    fields: [{ field: 'brand', message: 'refusal.unlisted_brand_field' }],
  })
}

/** Undefined: the channel has no list, or one that is too long to be looked through. */
function lookUp(
  channelCategoryId: string,
  id: string,
  keyword: string,
  calls: ChannelCalls,
): Promise<boolean | undefined> {
  return calls.read(async (session, { catalog }) => {
    if (!catalog) return undefined
    let cursor: string | null = null
    for (let page = 0; page < mostPages; page++) {
      const { brands, nextCursor } = await catalog.brands(session, { channelCategoryId, keyword, cursor })
      if (brands.some(({ channelBrandId }) => channelBrandId === id)) return true
      if (nextCursor === null) return false
      cursor = nextCursor
    }
    return undefined
  })
}
