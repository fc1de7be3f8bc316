/**
 * The job that reads the whole list of brands of a category, for channels that cannot be searched and have more of them than one
 * search looks through. Its calls let all others of the shop go first.
 */
import type { Catalog } from '../../connectors/catalog.ts'
import { ChannelError } from '../../connectors/channel-error.ts'
import type { Brand } from '../../model/category.ts'
import type { Database, ShopKey } from '../db/database.ts'
import type { Log } from '../log.ts'
import { findShop } from '../shops/shops-store.ts'
import type { ChannelSessions } from '../syncs/channel-session.ts'
import { saveFact } from './channel-facts-store.ts'

/** 20,000 brands or more, as pages have a hundred at least. */
export const mostBrandPages = 200

type Tools = { db: Database; channels: ChannelSessions; log: Log }

export function createReadBrands({ db, channels, log }: Tools) {
  return async function readBrands(payload: unknown): Promise<void> {
    const { ownerId, shopId, categoryId } = payload as ShopKey & { categoryId: string }
    const shop = await db.asOwner(ownerId, (tx) => findShop(tx, ownerId, shopId))
    const catalog = shop && channels.connectorOf(shop.platformId)?.catalog
    if (!shop || !catalog || shop.status !== 1) return
    const found = new Map<string, Brand>()
    try {
      let cursor: string | null = null
      for (let page = 0; page < mostBrandPages; page++) {
        const request: Parameters<Catalog['brands']>[1] = {
          channelCategoryId: categoryId,
          keyword: null,
          cursor,
        }
        const { brands, nextCursor }: Awaited<ReturnType<Catalog['brands']>> = await channels.use(
          shop,
          (session) => catalog.brands(session, request),
          { isBackground: true },
        )
        for (const brand of brands) found.set(brand.channelBrandId, brand)
        if (nextCursor === null) break
        cursor = nextCursor
      }
    } catch (error) {
      if (!(error instanceof ChannelError)) throw error
      log.warn({ shop: shopId, kind: error.kind }, 'the brands of a category were not read')
      return
    }
    await db.asOwner(ownerId, (tx) =>
      saveFact(tx, { ownerId, shopId }, { kind: 'brands', key: categoryId, language: '' }, [
        ...found.values(),
      ]),
    )
  }
}
