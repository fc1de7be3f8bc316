/**
 * The job that reads, once a day and when a shop is linked, what its channel asks about the categories that the shop sells in:
 * content scores and forms then know it before anybody opens a form. Its calls let all others of the shop go first.
 */
import type { Catalog } from '../../connectors/catalog.ts'
import { ChannelError } from '../../connectors/channel-error.ts'
import type { Language } from '../../model/language.ts'
import type { Database, ShopKey } from '../db/database.ts'
import { markProductsOfCategoryStale } from '../listings/product-columns-store.ts'
import type { Log } from '../log.ts'
import { findShop, type Shop } from '../shops/shops-store.ts'
import type { ChannelSessions } from '../syncs/channel-session.ts'
import { findCatalog, saveCategories } from './category-store.ts'
import {
  enqueueCatalog,
  listCatalogLanguages,
  listUnreadCategories,
  saveFact,
} from './channel-facts-store.ts'

type Tools = { db: Database; channels: ChannelSessions; log: Log }

const dayMs = 86_400_000
/** A channel that is down, and a catalogue whose first import goes on, are looked at again. */
const againMs = 30 * 60_000
/** Each takes a handful of calls; a shop that sells in more goes on with them after the pause. */
const categoriesPerRun = 50
/** Languages besides English that marketplaces have where shops have this money. */
const localLanguages: Partial<Record<string, Language>> = { MYR: 'my', VND: 'vn', JPY: 'jp' }

export function createRefreshCatalog({ db, channels, log }: Tools) {
  return async function refreshCatalog(payload: unknown): Promise<void> {
    const { ownerId, shopId } = payload as ShopKey
    const shop = await db.asOwner(ownerId, (tx) => findShop(tx, ownerId, shopId))
    const connector = shop && channels.connectorOf(shop.platformId)
    if (!shop || !connector?.catalog || shop.status !== 1) return
    const local = connector.type === 'marketplace' ? localLanguages[shop.currency] : undefined
    const languages: Language[] = local ? ['en', local] : ['en']
    const isDone = await refresh(shop, connector.catalog, languages).catch((error: unknown) => {
      if (!(error instanceof ChannelError)) throw error
      log.warn({ shop: shopId, kind: error.kind }, 'the categories of a channel were not read')
      return false
    })
    await db.asOwner(ownerId, async (tx) => {
      // Nothing more for a shop that was unlinked meanwhile.
      const linked = await findShop(tx, ownerId, shopId)
      if (linked?.status !== 1) return
      await enqueueCatalog(tx, { ownerId, shopId }, new Date(Date.now() + (isDone ? dayMs : againMs)))
    })
  }

  /** Answers whether everything is read that there is to read today. */
  async function refresh(shop: Shop, catalog: Catalog, languages: Language[]): Promise<boolean> {
    const { ownerId, id: shopId } = shop
    const key = { ownerId, shopId }
    const before = new Date(Date.now() - dayMs / 2)
    await refreshTrees(shop, catalog, languages, before)
    const unread = await db.read(ownerId, (tx) => listUnreadCategories(tx, key, before, categoriesPerRun))
    for (const categoryId of unread) {
      // A category that the channel refuses to describe must not keep the others from being read.
      await readCategory(shop, catalog, categoryId, languages).catch((error: unknown) => {
        if (!(error instanceof ChannelError) || !['refused', 'changed-shape'].includes(error.kind))
          throw error
      })
    }
    return unread.length < categoriesPerRun
  }

  /** Trees in the languages of the shop's country, and in those that people have read. */
  async function refreshTrees(
    shop: Shop,
    catalog: Catalog,
    languages: Language[],
    before: Date,
  ): Promise<void> {
    const key = { ownerId: shop.ownerId, shopId: shop.id }
    const read = await db.read(shop.ownerId, (tx) => listCatalogLanguages(tx, key))
    for (const language of new Set([...languages, ...read])) {
      const at = await db.read(shop.ownerId, (tx) => findCatalog(tx, key, language))
      if (at && at > before) continue
      const tree = await channels.use(shop, (session) => catalog.categories(session, language), background)
      await db.asOwner(shop.ownerId, (tx) => saveCategories(tx, key, language, tree))
    }
  }

  async function readCategory(
    shop: Shop,
    catalog: Catalog,
    categoryId: string,
    languages: Language[],
  ): Promise<void> {
    const { attributes, rules } = await channels.use(
      shop,
      async (session) => ({
        attributes: await Promise.all(
          languages.map(async (language) => ({
            language,
            content: await catalog.attributes(session, categoryId, language),
          })),
        ),
        rules: await catalog.rules(session, categoryId),
      }),
      background,
    )
    const key = { ownerId: shop.ownerId, shopId: shop.id }
    await db.asOwner(shop.ownerId, async (tx) => {
      for (const { language, content } of attributes)
        await saveFact(tx, key, { kind: 'attributes', key: categoryId, language }, content)
      await saveFact(tx, key, { kind: 'rules', key: categoryId, language: '' }, rules)
      await markProductsOfCategoryStale(tx, key, categoryId)
    })
  }
}

const background = { isBackground: true }
