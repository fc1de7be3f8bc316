/** Reads what a channel asks of new listings, and saves it. The one place that calls the channel for it. */
import type { Catalog } from '../../connectors/catalog.ts'
import { ChannelError } from '../../connectors/channel-error.ts'
import type { Brand, CategoryAttribute, ListingRules } from '../../model/category.ts'
import { fold } from '../../model/keyword.ts'
import type { Language } from '../../model/language.ts'
import type { Currency } from '../../model/money.ts'
import type { Database } from '../db/database.ts'
import { stripNulBytes } from '../db/strip-nul-bytes.ts'
import { findOwnerNumber } from '../settings/owners-store.ts'
import type { Shop } from '../shops/shops-store.ts'
import type { ChannelSessions } from '../syncs/channel-session.ts'
import { saveAttributes, saveBrands, saveRules, type CategoryKey } from './category-needs-store.ts'
import { saveTree } from './category-tree-store.ts'
import { treeRows } from './tree-rows.ts'

/** Options of one attribute and attributes of one category that are kept: channels have fewer, and a store's own lists no end. */
const mostOptions = 5000
const mostAttributes = 300
export const mostBrands = 20_000

type Tools = { db: Database; channels: ChannelSessions }
type When = { isBackground?: boolean }

export const catalogOf = ({ channels }: Pick<Tools, 'channels'>, { platformId }: Shop): Catalog | undefined =>
  channels.connectorOf(platformId)?.catalog

/** English, and the language of the shop's country where the channel has it. */
export function languagesOf(catalog: Catalog, { currency }: Shop): Language[] {
  const local = catalog.localLanguages[currency as Currency]
  return local ? ['en', local] : ['en']
}

export async function readTree(tools: Tools, shop: Shop, catalog: Catalog, when: When = {}): Promise<void> {
  const { trees, deliveryOptions } = await tools.channels.use(
    shop,
    async (session) => {
      const found: [Language, Awaited<ReturnType<Catalog['categories']>>][] = []
      for (const language of languagesOf(catalog, shop))
        found.push([language, await catalog.categories(session, language)])
      return { trees: found, deliveryOptions: await catalog.deliveryOptions(session) }
    },
    when,
  )
  const { ownerId, id: shopId } = shop
  await tools.db.asOwner(ownerId, async (tx) => {
    const rows = treeRows(await findOwnerNumber(tx, ownerId), trees)
    await saveTree(tx, { ownerId, shopId }, rows, deliveryOptions.slice(0, 500))
  })
}

export async function readAttributes(
  tools: Tools,
  shop: Shop,
  catalog: Catalog,
  { channelCategoryId, language }: { channelCategoryId: string; language: Language },
  when: When = {},
): Promise<CategoryAttribute[]> {
  const found = await tools.channels.use(
    shop,
    (session) => catalog.attributes(session, channelCategoryId, language),
    when,
  )
  const attributes = stripNulBytes(found, JSON.stringify(found))
    .slice(0, mostAttributes)
    .map((one) => ({ ...one, options: one.options.slice(0, mostOptions) }))
  const key = { ownerId: shop.ownerId, shopId: shop.id, channelCategoryId }
  await tools.db.asOwner(shop.ownerId, (tx) => saveAttributes(tx, key, language, attributes))
  return attributes
}

export async function readRules(
  tools: Tools,
  shop: Shop,
  catalog: Catalog,
  channelCategoryId: string,
  when: When = {},
): Promise<ListingRules> {
  const rules = await tools.channels.use(shop, (session) => catalog.rules(session, channelCategoryId), when)
  const key = { ownerId: shop.ownerId, shopId: shop.id, channelCategoryId }
  await tools.db.asOwner(shop.ownerId, (tx) => saveRules(tx, key, rules))
  return rules
}

/** Reads the next page of brands, or those that the channel finds by a keyword. Answers the cursor of the page after it. */
export async function readBrands(
  tools: Tools,
  shop: Shop,
  catalog: Catalog,
  request: { key: CategoryKey; channelCategoryId: string; keyword: string | null; cursor: string | null },
  when: When = {},
): Promise<string | null> {
  const { key, keyword, cursor, channelCategoryId } = request
  const page = await tools.channels.use(
    shop,
    (session) => catalog.brands(session, { channelCategoryId, keyword, cursor }),
    when,
  )
  const rows = new Map<string, Brand & { folded: string }>()
  for (const found of page.brands) {
    const { channelBrandId, name } = stripNulBytes(found, JSON.stringify(found))
    const shown = name.slice(0, 255)
    if (channelBrandId.length <= 100)
      rows.set(channelBrandId, { channelBrandId, name: shown, folded: fold(shown) })
  }
  const { nextCursor } = page
  const place = keyword === null ? { nextCursor, isWhole: nextCursor === null } : null
  await tools.db.asOwner(shop.ownerId, (tx) => saveBrands(tx, key, [...rows.values()], place))
  return nextCursor
}

/** Answers what went wrong in the channel's words; throws what is no matter of the channel's. */
export function failureOf(error: unknown): ChannelError {
  if (error instanceof ChannelError) return error
  throw error
}
