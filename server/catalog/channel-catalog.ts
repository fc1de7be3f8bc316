/**
 * What channels ask of new listings, read from our store. What was never asked is asked at once; what is older than a day is
 * answered as it stands and asked anew behind it; a channel that is down leaves what is known.
 */
import type { Catalog } from '../../connectors/catalog.ts'
import { ChannelError } from '../../connectors/channel-error.ts'
import type { Session } from '../../connectors/session.ts'
import { noRules, type Brand } from '../../model/category.ts'
import type { Language } from '../../model/language.ts'
import type { Database, Tx } from '../db/database.ts'
import type { Log } from '../log.ts'
import type { Shop } from '../shops/shops-store.ts'
import type { ChannelSessions } from '../syncs/channel-session.ts'
import {
  findCatalog,
  listCategories,
  saveCategories,
  type Branch,
  type CategoryRow,
} from './category-store.ts'
import {
  enqueueBrands,
  findFact,
  saveFact,
  type FactKey,
  type FactKind,
  type FactKinds,
} from './channel-facts-store.ts'

const dayMs = 86_400_000

/** `isMore`: the list goes on behind these. */
type FoundBrands = { brands: Brand[]; isMore: boolean }

export type ChannelCatalog = {
  categories(
    shop: Shop,
    language: Language,
    branch: Branch,
  ): Promise<{ rows: CategoryRow[]; fetchedAt: Date | null }>
  attributes(shop: Shop, categoryId: string, language: Language): Promise<FactKinds['attributes']>
  rules(shop: Shop, categoryId: string): Promise<FactKinds['rules']>
  couriers(shop: Shop): Promise<FactKinds['couriers']>
  /** `most`: as many as are wanted; those that were found beside them are answered too. */
  brands(shop: Shop, categoryId: string, keyword: string, most: number): Promise<FoundBrands>
}

export function createChannelCatalog(db: Database, channels: ChannelSessions, log: Log): ChannelCatalog {
  const catalogOf = ({ platformId }: Shop) => channels.connectorOf(platformId)?.catalog

  /** Reads what is known; asks the channel first if nothing is, and behind the answer if it is old. */
  async function keptOr<T>(
    shop: Shop,
    read: (tx: Tx) => Promise<{ content: T; fetchedAt: Date } | undefined>,
    fetch: () => Promise<T>,
  ): Promise<{ content: T; fetchedAt: Date }> {
    const known = await db.read(shop.ownerId, read)
    if (known && Date.now() - +known.fetchedAt < dayMs) return known
    const asked = fetch().then((content) => ({ content, fetchedAt: new Date() }))
    if (!known) return asked
    asked.catch((error: unknown) => {
      if (!(error instanceof ChannelError))
        log.error({ err: error, shop: shop.id }, 'catalogue not refreshed')
    })
    return known
  }

  async function fact<K extends FactKind>(
    shop: Shop,
    key: FactKey & { kind: K },
    ask: (catalog: Catalog, session: Session) => Promise<FactKinds[K]>,
    without: FactKinds[K],
  ): Promise<FactKinds[K]> {
    const catalog = catalogOf(shop)
    if (!catalog) return without
    const place = { ownerId: shop.ownerId, shopId: shop.id }
    const fetch = async () => {
      const content = await channels.use(shop, (session) => ask(catalog, session))
      await db.asOwner(shop.ownerId, (tx) => saveFact(tx, place, key, content))
      return content
    }
    return (await keptOr(shop, (tx) => findFact(tx, place, key), fetch)).content
  }

  return {
    async categories(shop, language, branch) {
      const catalog = catalogOf(shop)
      if (!catalog) return { rows: [], fetchedAt: null }
      const place = { ownerId: shop.ownerId, shopId: shop.id }
      const fetch = async () => {
        const tree = await channels.use(shop, (session) => catalog.categories(session, language))
        await db.asOwner(shop.ownerId, (tx) => saveCategories(tx, place, language, tree))
        return null
      }
      const known = async (tx: Tx) => {
        const fetchedAt = await findCatalog(tx, place, language)
        return fetchedAt && { content: null, fetchedAt }
      }
      const { fetchedAt } = await keptOr(shop, known, fetch)
      const rows = await db.read(shop.ownerId, (tx) => listCategories(tx, place, language, branch))
      return { rows, fetchedAt }
    },

    attributes: (shop, categoryId, language) =>
      fact(
        shop,
        { kind: 'attributes', key: categoryId, language },
        (catalog, session) => catalog.attributes(session, categoryId, language),
        [],
      ),

    rules: (shop, categoryId) =>
      fact(
        shop,
        { kind: 'rules', key: categoryId, language: '' },
        (catalog, session) => catalog.rules(session, categoryId),
        noRules,
      ),

    couriers: (shop) =>
      fact(
        shop,
        { kind: 'couriers', key: '', language: '' },
        (catalog, session) => catalog.deliveryOptions(session),
        [],
      ),

    async brands(shop, categoryId, keyword, most) {
      const { ownerId, id: shopId } = shop
      const place = { ownerId, shopId }
      const whole = await db.read(ownerId, (tx) =>
        findFact(tx, place, { kind: 'brands', key: categoryId, language: '' }),
      )
      if (whole) {
        if (Date.now() - +whole.fetchedAt > dayMs)
          await db.asOwner(ownerId, (tx) => enqueueBrands(tx, place, categoryId))
        const wanted = keyword.trim().toLowerCase()
        return {
          brands: whole.content.filter(({ name }) => name.toLowerCase().includes(wanted)),
          isMore: false,
        }
      }
      const catalog = catalogOf(shop)
      if (!catalog) return { brands: [], isMore: false }
      const keyOf = (isMore: boolean) => ({
        kind: 'brands' as const,
        key: [categoryId, keyword.toLowerCase(), ...(isMore ? [most] : [])].join('|'),
        language: '' as const,
      })
      const read = async (tx: Tx) => {
        for (const isMore of [false, true]) {
          const known = await findFact(tx, place, keyOf(isMore))
          if (known) return { ...known, content: { brands: known.content, isMore } }
        }
        return undefined
      }
      const fetch = async () => {
        const found = await channels.use(shop, (session) =>
          findBrands(catalog, session, { categoryId, keyword, most }),
        )
        await db.asOwner(ownerId, (tx) =>
          // The part found so far is answered now; the whole list is there at one of the next searches.
          found.isMore && found.brands.length < most
            ? enqueueBrands(tx, place, categoryId)
            : saveFact(tx, place, keyOf(found.isMore), found.brands),
        )
        return found
      }
      return (await keptOr(shop, read, fetch)).content
    },
  }
}

/** Pages that a search may take: channels with long lists narrow them by the keyword. */
const mostPages = 10

async function findBrands(
  catalog: Catalog,
  session: Session,
  { categoryId: channelCategoryId, keyword, most }: { categoryId: string; keyword: string; most: number },
): Promise<FoundBrands> {
  const found: Brand[] = []
  let cursor: string | null = null
  for (let page = 0; page < mostPages && found.length < most; page++) {
    const request = { channelCategoryId, keyword: keyword || null, cursor }
    const { brands, nextCursor } = await catalog.brands(session, request)
    found.push(...brands)
    if (nextCursor === null) return { brands: found, isMore: false }
    cursor = nextCursor
  }
  return { brands: found, isMore: true }
}
