/** The shop, and the category of its channel, that a call is about. */
import { AppError } from '../../model/errors.ts'
import type { Session } from '../auth/sessions/sessions-store.ts'
import type { Database, Tx } from '../db/database.ts'
import { findShop, listShops, type Shop } from '../shops/shops-store.ts'
import type { ChannelSessions } from '../syncs/channel-session.ts'
import { openTree, type CategoryOfShop } from './cached-catalog.ts'
import { findOwnCategory, findOwnCategoryOf, listMapped, type OwnCategory } from './category-mapping-store.ts'
import { findCategory, findChannelCategory, type StoredCategory } from './category-tree-store.ts'

type Tools = { db: Database; channels: ChannelSessions }

/** Numbers of the channel that goes by this code; throws not_found. */
export function platformOf({ channels }: Tools, wanted: string): number {
  const found = channels.channels.connectors.find(
    ({ code, platformCode }) => code === wanted || platformCode === wanted,
  )
  if (!found?.catalog) throw new AppError('not_found')
  return found.id
}

/** Throws not_found unless the reader may see the shop. */
export async function getShop({ db }: Tools, { ownerId, shopIds }: Session, shopId: number): Promise<Shop> {
  const isVisible = shopIds.length === 0 || shopIds.includes(shopId)
  const shop = isVisible ? await db.read(ownerId, (tx) => findShop(tx, ownerId, shopId)) : undefined
  if (!shop) throw new AppError('not_found')
  return shop
}

/** The shops that are named, all of the channel and visible; without names the first visible ones. */
export async function shopsOfPlatform(
  tools: Tools,
  { ownerId, shopIds: visible }: Session,
  platformId: number,
  wanted: number[],
): Promise<Shop[]> {
  const all = await tools.db.read(ownerId, (tx) => listShops(tx, ownerId, visible))
  const shops = all.filter((shop) => shop.platformId === platformId)
  if (wanted.length === 0) return shops.filter(({ status }) => status === 1).slice(0, 1)
  const found = wanted.map((id) => shops.find((shop) => shop.id === id))
  if (found.includes(undefined)) throw new AppError('not_found')
  return found.filter((shop) => shop !== undefined)
}

/** A category by its id: of a shop's tree, or of ours. Throws not_found. */
export async function getCategory(
  tx: Tx,
  { ownerId, shopIds }: Session,
  id: number,
): Promise<{ stored: StoredCategory | undefined; own: OwnCategory | undefined }> {
  const stored = await findCategory(tx, ownerId, id, shopIds)
  if (!stored) {
    const own = await findOwnCategory(tx, ownerId, id)
    if (!own) throw new AppError('not_found')
    return { stored, own }
  }
  const key = { ownerId, shopId: stored.shopId }
  const ownId = await findOwnCategoryOf(tx, key, stored.channelCategoryId)
  const own = ownId === undefined ? undefined : await findOwnCategory(tx, ownerId, ownId)
  return { stored, own }
}

/**
 * The category itself, if it is of the shop or channel that is asked for; else the one that it stands for there. Throws
 * not_found where none does.
 */
export async function categoryOfShop(
  tools: Tools,
  session: Session,
  id: number,
  { platformId, shopId }: { platformId?: number; shopId?: number | undefined },
): Promise<CategoryOfShop> {
  const { ownerId, shopIds: visible } = session
  const found = await tools.db.read(ownerId, async (tx) => {
    const { stored, own } = await getCategory(tx, session, id)
    const fits = (one: { shopId: number; platformId: number }) =>
      (shopId === undefined || one.shopId === shopId) &&
      (platformId === undefined || one.platformId === platformId)
    if (stored && fits(stored)) return stored
    const like = stored?.names ?? own?.names ?? {}
    const mapped = await listMapped(tx, ownerId, { categoryId: own?.id ?? null, visible, like })
    return mapped.filter(fits).toSorted((a, b) => b.confidence - a.confidence)[0]
  })
  const shop = found && (await tools.db.read(ownerId, (tx) => findShop(tx, ownerId, found.shopId)))
  if (!found || !shop) throw new AppError('not_found')
  return { shop, channelCategoryId: found.channelCategoryId }
}

/** The shop's category with the channel's id, whose tree is read first if it never was. Throws not_found. */
export async function channelCategoryOf(
  tools: Tools,
  shop: Shop,
  channelCategoryId: string,
): Promise<StoredCategory> {
  await openTree(tools, shop)
  const key = { ownerId: shop.ownerId, shopId: shop.id }
  const found = await tools.db.read(shop.ownerId, (tx) => findChannelCategory(tx, key, channelCategoryId))
  if (!found) throw new AppError('not_found')
  return found
}
