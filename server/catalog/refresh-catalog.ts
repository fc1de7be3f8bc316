/** The job that reads a shop's categories anew, each day and when the shop is linked, and the needs of categories in use. */
import type { Catalog } from '../../connectors/catalog.ts'
import { ChannelError } from '../../connectors/channel-error.ts'
import type { Database, ShopKey } from '../db/database.ts'
import type { Log } from '../log.ts'
import { findShop, type Shop } from '../shops/shops-store.ts'
import type { ChannelSessions } from '../syncs/channel-session.ts'
import { findBrandList, listStaleNeeds } from './category-needs-store.ts'
import { enqueueCatalog, findTreeState, saveTreeFailure } from './category-tree-store.ts'
import { learnCategories } from './learn-categories.ts'
import {
  catalogOf,
  languagesOf,
  mostBrands,
  readAttributes,
  readBrands,
  readRules,
  readTree,
} from './read-catalog.ts'

const dayMs = 86_400_000
export const staleMs = dayMs
const retryMs = 30 * 60_000
/** Each costs a handful of calls, which are the lowest of all in the shop's budget. */
const categoriesPerRun = 50
const brandPagesPerRun = 40

type Tools = { db: Database; channels: ChannelSessions; log: Log }

export function createRefreshCatalog(tools: Tools) {
  const { db, log } = tools
  return async function refreshCatalog(payload: unknown): Promise<void> {
    const { ownerId, shopId } = payload as ShopKey
    const shop = await db.asOwner(ownerId, (tx) => findShop(tx, ownerId, shopId))
    const catalog = shop && catalogOf(tools, shop)
    if (!shop || !catalog || shop.status !== 1) return
    const failure = await refresh(tools, shop, catalog).then(
      () => undefined,
      (error: unknown) => {
        if (!(error instanceof ChannelError)) throw error
        return error
      },
    )
    if (failure) log.warn({ shop: shopId, kind: failure.kind }, 'categories were not read')
    await db.asOwner(ownerId, async (tx) => {
      if (failure) await saveTreeFailure(tx, { ownerId, shopId }, failure.message)
      else await learnCategories(tx, ownerId)
      // Not for a shop that was unlinked meanwhile.
      const linked = await findShop(tx, ownerId, shopId)
      const runAt = new Date(Date.now() + (failure ? retryMs : dayMs))
      if (linked?.status === 1) await enqueueCatalog(tx, { ownerId, shopId }, { runAt })
    })
  }
}

async function refresh(tools: Tools, shop: Shop, catalog: Catalog): Promise<void> {
  const key = { ownerId: shop.ownerId, shopId: shop.id }
  const before = new Date(Date.now() - staleMs)
  const state = await tools.db.read(shop.ownerId, (tx) => findTreeState(tx, key))
  const when = { isBackground: true }
  if (!state?.fetchedAt || state.fetchedAt < before) await readTree(tools, shop, catalog, when)
  const stale = await tools.db.read(shop.ownerId, (tx) => listStaleNeeds(tx, key, before, categoriesPerRun))
  for (const channelCategoryId of stale) {
    // A category that the channel refuses to describe must not keep the others from being read.
    await untilRefused(async () => {
      for (const language of languagesOf(catalog, shop))
        await readAttributes(tools, shop, catalog, { channelCategoryId, language }, when)
      await readRules(tools, shop, catalog, channelCategoryId, when)
    })
  }
}

async function untilRefused(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ChannelError) || !['refused', 'changed-shape'].includes(error.kind)) throw error
  }
}

/** The job that reads on in a list of brands that somebody searched, until it is whole or long enough. */
export function createReadBrands(tools: Tools) {
  const { db, log } = tools
  return async function readOn(payload: unknown): Promise<void> {
    const { ownerId, shopId, channelCategoryId } = payload as ShopKey & { channelCategoryId: string }
    const key = { ownerId, shopId, channelCategoryId }
    const shop = await db.asOwner(ownerId, (tx) => findShop(tx, ownerId, shopId))
    const catalog = shop && catalogOf(tools, shop)
    if (!shop || !catalog || shop.status !== 1) return
    for (let pages = 0; pages < brandPagesPerRun; pages++) {
      const list = await db.read(ownerId, (tx) => findBrandList(tx, key))
      if (!list || list.isWhole || list.brands >= mostBrands) return
      const request = { key, channelCategoryId, keyword: null, cursor: list.nextCursor }
      try {
        await readBrands(tools, shop, catalog, request, { isBackground: true })
      } catch (error) {
        if (!(error instanceof ChannelError)) throw error
        log.warn({ shop: shopId, kind: error.kind }, 'brands were not read')
        return
      }
    }
    await db.asOwner(ownerId, (tx) =>
      enqueueCatalog(tx, key, { brandsOf: channelCategoryId, runAt: new Date(Date.now() + 1000) }),
    )
  }
}
