/**
 * The job that reads the whole list of brands of a category, for channels that cannot be searched and have more of them than one
 * search looks through. Its calls let all others of the shop go first. Each page is saved with where the next one begins: a job whose
 * worker was killed, and one that is asked for after the channel was away, go on from there.
 */
import type { Catalog } from '../../connectors/catalog.ts'
import { ChannelError } from '../../connectors/channel-error.ts'
import type { Brand } from '../../model/category.ts'
import type { Database, ShopKey } from '../db/database.ts'
import type { Log } from '../log.ts'
import { findShop, type Shop } from '../shops/shops-store.ts'
import type { ChannelSessions } from '../syncs/channel-session.ts'
import {
  findFact,
  listReadBrands,
  removeBrandReading,
  saveBrandPage,
  saveFact,
} from './channel-facts-store.ts'

/** 20,000 brands or more, as pages have a hundred at least. */
export const mostBrandPages = 200
/** Channels forget where a list that was left so long ago goes on. A list that was read since is not read again. */
const freshMs = 3_600_000

type Tools = { db: Database; channels: ChannelSessions; log: Log }
type Place = { cursor: string | null; page: number }

export function createReadBrands({ db, channels, log }: Tools) {
  return async function readBrands(payload: unknown): Promise<void> {
    const { ownerId, shopId, categoryId } = payload as ShopKey & { categoryId: string }
    const shop = await db.asOwner(ownerId, (tx) => findShop(tx, ownerId, shopId))
    const catalog = shop && channels.connectorOf(shop.platformId)?.catalog
    if (!shop || !catalog || shop.status !== 1) return
    try {
      await readPages(shop, catalog, categoryId)
    } catch (error) {
      if (!(error instanceof ChannelError)) throw error
      log.warn({ shop: shopId, kind: error.kind }, 'the brands of a category were not read')
      // It may be the place in the list that the channel refuses.
      if (error.kind === 'refused')
        await db.asOwner(ownerId, (tx) => removeBrandReading(tx, { ownerId, shopId }, categoryId))
    }
  }

  async function readPages(shop: Shop, catalog: Catalog, categoryId: string): Promise<void> {
    const { ownerId, id: shopId } = shop
    const key = { ownerId, shopId }
    let place = await beginAt(key, categoryId)
    while (place) {
      const { cursor, page }: Place = place
      const request = { channelCategoryId: categoryId, keyword: null, cursor }
      const { brands, nextCursor } = await channels.use(shop, (session) => catalog.brands(session, request), {
        isBackground: true,
      })
      place =
        nextCursor === null || page + 1 >= mostBrandPages ? null : { cursor: nextCursor, page: page + 1 }
      await db.asOwner(ownerId, async (tx) => {
        if (nextCursor !== null && page + 1 < mostBrandPages)
          return saveBrandPage(tx, key, categoryId, { page, brands, cursor: nextCursor })
        const all = [...(await listReadBrands(tx, key, categoryId, page)), ...brands]
        const whole: Brand[] = [...new Map(all.map((brand) => [brand.channelBrandId, brand])).values()]
        await saveFact(tx, key, { kind: 'brands', key: categoryId, language: '' }, whole)
        await removeBrandReading(tx, key, categoryId)
      })
    }
  }

  /** Null: the list is there, read by a job whose end nobody could note. */
  async function beginAt(key: ShopKey, categoryId: string): Promise<Place | null> {
    const isFresh = (at: Date) => Date.now() - +at < freshMs
    return db.asOwner(key.ownerId, async (tx) => {
      const whole = await findFact(tx, key, { kind: 'brands', key: categoryId, language: '' })
      if (whole && isFresh(whole.fetchedAt)) return null
      const reading = await findFact(tx, key, { kind: 'brand_reading', key: categoryId, language: '' })
      if (reading && isFresh(reading.fetchedAt)) return reading.content
      await removeBrandReading(tx, key, categoryId)
      return { cursor: null, page: 0 }
    })
  }
}
