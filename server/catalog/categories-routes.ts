/** Trees of categories, and what stands for what in them. */
import type { Reply } from '../../contract/endpoints.ts'
import { AppError } from '../../model/errors.ts'
import { splitWords } from '../../model/keyword.ts'
import type { Language } from '../../model/language.ts'
import type { Session } from '../auth/sessions/sessions-store.ts'
import type { WebContext } from '../domain.ts'
import type { Serve } from '../http/serve-endpoint.ts'
import { findOwnerNumber } from '../settings/owners-store.ts'
import { openTree } from './cached-catalog.ts'
import {
  addOwnCategory,
  chooseMapping,
  listMapped,
  listOwnCategories,
  type Mapped,
} from './category-mapping-store.ts'
import { channelCategoryOf, getCategory, getShop, platformOf, shopsOfPlatform } from './category-of-shop.ts'
import { listChannelCategories, listTree, searchTree, type StoredCategory } from './category-tree-store.ts'
import { categoryQuery } from './category-terms.ts'
import { catalogOf } from './read-catalog.ts'
import { pathIn, presentAge, presentCategory } from './present-category.ts'

const mostFound = 50
const mostOfTree = 50_000

export function categoriesRoutes(serve: Serve, { db, channels }: WebContext): void {
  const tools = { db, channels }

  serve('GET /categories', async ({ query, session, language }) => {
    const rows = await db.read(session.ownerId, (tx) => listOwnCategories(tx, session.ownerId))
    const words = splitWords(query.keyword ?? '')
    const found = rows.filter(({ paths }) => {
      const names = splitWords(Object.values(paths).flat().join(' '))
      return words.every((word) => names.some((name) => name.startsWith(word)))
    })
    const shown = query.lang ?? language
    return {
      data: found.map((row) => presentCategory(row, shown)),
      meta: { fetched_at: null, failure: null },
    }
  })

  serve('GET /categories/{platform}', async ({ params, query, session, language }) => {
    const wanted = query.shop_ids?.length ? query.shop_ids : query.shop_id ? [query.shop_id] : []
    const shops = await shopsOfPlatform(tools, session, platformOf(tools, params.platform), wanted)
    const [first] = shops
    if (!first) return { data: [], meta: { fetched_at: null, failure: null } }
    const state = await openTree(tools, first)
    for (const other of shops.slice(1)) await openTree(tools, other)
    const asked = query.lang ?? language
    const shown = catalogOf(tools, first)?.shownAs?.[asked] ?? asked
    const { ownerId } = session
    const rows = await db.read(ownerId, async (tx): Promise<StoredCategory[]> => {
      const of = { ownerId, shopIds: shops.map(({ id }) => id), limit: mostOfTree }
      if (query.keyword) {
        const search = categoryQuery(await findOwnerNumber(tx, ownerId), query.keyword)
        return search === null ? [] : searchTree(tx, { ...of, limit: mostFound }, search)
      }
      const ids = query.platform_category_id
      if (ids) return listChannelCategories(tx, of, ids)
      return listTree(tx, of, query.tree === 1 ? 'all' : { parentId: query.parent_id ?? null })
    })
    return { data: rows.map((row) => presentCategory(row, shown)), meta: presentAge(state, language) }
  })

  serve('GET /categories/{id}/category-mapping', ({ params, query, session, language }) =>
    mappingOf(params.id, session, query.lang ?? language),
  )

  serve('GET /category-mapping', ({ query, session, language }) =>
    mappingOf(query.category_id, session, query.lang ?? language),
  )

  serve('POST /category-mapping', async ({ body, session, language }) => {
    const { ownerId } = session
    const shop = await getShop(tools, session, body.shop_id)
    const chosen = await channelCategoryOf(tools, shop, body.platform_category_id)
    if (!chosen.isLeaf || chosen.isDisabled)
      throw new AppError('validation_failed', {
        invalidFields: { platform_category_id: 'field.category_leaf' },
      })
    const ownId = await db.asOwner(ownerId, async (tx) => {
      const { stored, own } = await getCategory(tx, session, body.category_id)
      let id = own?.id
      if (id === undefined) {
        if (!stored?.isLeaf)
          throw new AppError('validation_failed', { invalidFields: { category_id: 'field.category_leaf' } })
        id = await addOwnCategory(tx, ownerId, stored)
        await chooseMapping(tx, { ownerId, shopId: stored.shopId }, id, stored.channelCategoryId)
      }
      await chooseMapping(tx, { ownerId, shopId: shop.id }, id, chosen.channelCategoryId)
      return id
    })
    return mappingOf(ownId, session, language)
  })

  async function mappingOf(
    id: number,
    session: Session,
    language: Language,
  ): Promise<Reply<'GET /category-mapping'>> {
    const { ownerId, shopIds: visible } = session
    const { own, mapped } = await db.read(ownerId, async (tx) => {
      const category = await getCategory(tx, session, id)
      const like = category.stored?.names ?? category.own?.names ?? {}
      const found = await listMapped(tx, ownerId, { categoryId: category.own?.id ?? null, visible, like })
      return { own: category.own, mapped: found }
    })
    const present = (one: Mapped) => ({
      platform_category_id: one.channelCategoryId,
      category_id: one.categoryId,
      path: pathIn(one.paths, catalogLanguage(one.platformId, language)),
      confidence: one.confidence / 100,
      is_chosen: one.isChosen,
    })
    const surest = new Map<number, Mapped>()
    for (const one of mapped) {
      const before = surest.get(one.platformId)
      if (!before || one.confidence > before.confidence) surest.set(one.platformId, one)
    }
    return {
      data: Object.fromEntries([...surest].map(([platformId, one]) => [codeOf(platformId), present(one)])),
      meta: {
        category_id: own?.id ?? null,
        shops: mapped.map((one) => ({ ...present(one), shop_id: one.shopId, platform_id: one.platformId })),
      },
    }
  }

  function codeOf(platformId: number): string {
    const { code, platformCode = code } = channels.connectorOf(platformId) ?? { code: String(platformId) }
    return platformCode
  }

  function catalogLanguage(platformId: number, language: Language): Language {
    return channels.connectorOf(platformId)?.catalog?.shownAs?.[language] ?? language
  }
}
