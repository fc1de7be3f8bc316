/**
 * What a page reads of a channel's catalog. Anything kept is answered as it stands, however old, and read anew by a job; only
 * what was never read is read while the caller waits, within the time that a page has.
 */
import type { Catalog } from '../../connectors/catalog.ts'
import type { Brand, CategoryAttribute, ListingRules } from '../../model/category.ts'
import { AppError } from '../../model/errors.ts'
import { fold } from '../../model/keyword.ts'
import type { Language } from '../../model/language.ts'
import type { Database } from '../db/database.ts'
import { inTime } from '../http/patience.ts'
import type { Shop } from '../shops/shops-store.ts'
import { asAppError } from '../syncs/channel-app-error.ts'
import type { ChannelSessions } from '../syncs/channel-session.ts'
import {
  findAttributes,
  findBrandList,
  findRules,
  listChannelBrands,
  markUsed,
  type Cached,
  type CategoryKey,
} from './category-needs-store.ts'
import { enqueueCatalog, findTreeState, saveTreeFailure, type TreeState } from './category-tree-store.ts'
import { catalogOf, languagesOf, readAttributes, readBrands, readRules, readTree } from './read-catalog.ts'
import { staleMs } from './refresh-catalog.ts'

export type CatalogTools = { db: Database; channels: ChannelSessions }

/** When something was read, and the channel's words if it could not be read since. */
export type Age = { fetchedAt: Date | null; failure: string | null }

/** Calls under way by what they read: people who open the same form wait for one call. */
const underWay = new Map<string, Promise<unknown>>()
/** A page of brands is a call; a keyword that is in none of so many is looked for by the job. */
const pagesAtOnce = 3
const brandsAtOnce = 50

function once<T>(key: string, work: () => Promise<T>): Promise<T> {
  const known = underWay.get(key) as Promise<T> | undefined
  if (known) return known
  const begun = work().finally(() => underWay.delete(key))
  underWay.set(key, begun)
  return begun
}

/** Throws conflict for a shop whose channel has no categories, or that is unlinked. */
export function getCatalog(tools: CatalogTools, shop: Shop): Catalog {
  const catalog = catalogOf(tools, shop)
  if (!catalog) throw new AppError('conflict')
  return catalog
}

const isStale = (fetchedAt: Date) => Date.now() - fetchedAt.getTime() > staleMs

function refreshSoon({ db }: CatalogTools, { ownerId, id: shopId }: Shop): Promise<void> {
  return db.asOwner(ownerId, (tx) => enqueueCatalog(tx, { ownerId, shopId }), { mayBeLost: true })
}

/** The state of the shop's tree, which is read first if it never was. */
export async function openTree(tools: CatalogTools, shop: Shop): Promise<TreeState & Age> {
  const key = { ownerId: shop.ownerId, shopId: shop.id }
  const find = () => tools.db.read(shop.ownerId, (tx) => findTreeState(tx, key))
  const state = await find()
  if (state?.fetchedAt) {
    if (shop.status === 1 && isStale(state.fetchedAt) && !state.failure) await refreshSoon(tools, shop)
    return state
  }
  const catalog = getCatalog(tools, shop)
  if (shop.status !== 1) throw new AppError('conflict')
  const reading = once(`tree/${shop.ownerId}/${shop.id}`, async () => {
    try {
      await readTree(tools, shop, catalog)
    } catch (error) {
      await tools.db.asOwner(shop.ownerId, (tx) =>
        saveTreeFailure(tx, key, error instanceof Error ? error.message : ''),
      )
      throw error
    } finally {
      await refreshSoon(tools, shop)
    }
  })
  await inTime(reading).catch(asAppError)
  const read = await find()
  if (!read) throw new AppError('not_found')
  return read
}

export type CategoryOfShop = { shop: Shop; channelCategoryId: string }

export function openAttributes(
  tools: CatalogTools,
  { shop, channelCategoryId }: CategoryOfShop,
  language: Language,
): Promise<{ content: CategoryAttribute[] } & Age> {
  const catalog = getCatalog(tools, shop)
  const known = languagesOf(catalog, shop)
  const wanted = catalog.shownAs?.[language] ?? language
  const stored = known.includes(wanted) ? wanted : 'en'
  const key = { ownerId: shop.ownerId, shopId: shop.id, channelCategoryId }
  return openNeeds(tools, shop, key, {
    name: `attributes/${stored}`,
    find: () => tools.db.read(shop.ownerId, (tx) => findAttributes(tx, key, stored)),
    read: () => readAttributes(tools, shop, catalog, { channelCategoryId, language: stored }),
  })
}

export function openRules(
  tools: CatalogTools,
  { shop, channelCategoryId }: CategoryOfShop,
): Promise<{ content: ListingRules } & Age> {
  const catalog = getCatalog(tools, shop)
  const key = { ownerId: shop.ownerId, shopId: shop.id, channelCategoryId }
  return openNeeds(tools, shop, key, {
    name: 'rules',
    find: () => tools.db.read(shop.ownerId, (tx) => findRules(tx, key)),
    read: () => readRules(tools, shop, catalog, channelCategoryId),
  })
}

async function openNeeds<T>(
  tools: CatalogTools,
  shop: Shop,
  key: CategoryKey,
  need: { name: string; find: () => Promise<Cached<T> | undefined>; read: () => Promise<T> },
): Promise<{ content: T } & Age> {
  const cached = await need.find()
  if (cached) {
    if (shop.status === 1 && isStale(cached.fetchedAt)) await refreshSoon(tools, shop)
    // Once a day is enough to know that it is still used.
    if (isStale(cached.usedAt)) await tools.db.asOwner(shop.ownerId, (tx) => markUsed(tx, key, new Date()))
    const state = await tools.db.read(shop.ownerId, (tx) => findTreeState(tx, key))
    const isOld = isStale(cached.fetchedAt)
    return {
      content: cached.content,
      fetchedAt: cached.fetchedAt,
      failure: isOld ? (state?.failure ?? null) : null,
    }
  }
  if (shop.status !== 1) throw new AppError('conflict')
  const name = [need.name, key.ownerId, key.shopId, key.channelCategoryId].join('/')
  const content = await inTime(once(name, need.read)).catch(asAppError)
  return { content, fetchedAt: new Date(), failure: null }
}

/** At most 50 brands. Reads on while there are fewer, and leaves the rest of the list to a job. */
export async function searchBrands(
  tools: CatalogTools,
  { shop, channelCategoryId }: CategoryOfShop,
  keyword: string,
): Promise<Brand[]> {
  const catalog = getCatalog(tools, shop)
  const { of, isSearched } = catalog.brandLists
  const list = of === 'shop' ? '' : channelCategoryId
  const key = { ownerId: shop.ownerId, shopId: shop.id, channelCategoryId: list }
  const folded = fold(keyword.trim())
  const find = () => tools.db.read(shop.ownerId, (tx) => listChannelBrands(tx, key, folded, brandsAtOnce))
  const state = await tools.db.read(shop.ownerId, (tx) => findBrandList(tx, key))
  const found = await find()
  const isKnown = found.length >= brandsAtOnce || (state?.isWhole === true && !isStale(state.fetchedAt))
  if (isKnown || shop.status !== 1) return found
  const search = isSearched && folded !== '' ? keyword.trim() : null
  const name = ['brands', key.ownerId, key.shopId, list, search ?? ''].join('/')
  const reading = once(name, async () => {
    // A list that is whole but old is read again from its beginning.
    let cursor = search === null && state && !state.isWhole ? state.nextCursor : null
    for (let pages = 0; pages < pagesAtOnce; pages++) {
      cursor = await readBrands(tools, shop, catalog, { key, channelCategoryId, keyword: search, cursor })
      if (cursor === null || (await find()).length >= brandsAtOnce) break
    }
    if (search === null && cursor !== null)
      await tools.db.asOwner(shop.ownerId, (tx) => enqueueCatalog(tx, key, { brandsOf: list }))
  })
  // Brands that are known are better than none.
  await inTime(reading).catch((error: unknown) => {
    if (found.length === 0) asAppError(error)
  })
  return find()
}
