/** Variants as rows of a grid, and changes of many listings in one request. No call waits for a channel. */
import type { Body, Reply } from '../../../contract/endpoints.ts'
import { AppError } from '../../../model/errors.ts'
import type { Language } from '../../../model/language.ts'
import { type Currency, fromMinor } from '../../../model/money.ts'
import { can, type Permission } from '../../../model/permissions.ts'
import { productStatusIds } from '../../../model/product.ts'
import { specialPriceRuleOf } from '../../../model/selling-rules.ts'
import { nameTarget } from '../../audit/trail.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import { drawIds, type Tx } from '../../db/database.ts'
import type { WebContext } from '../../domain.ts'
import { claimVersions } from '../../http/edit-versions-store.ts'
import { readCursor } from '../../http/read-cursor.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import { listShops } from '../../shops/shops-store.ts'
import { saveStockLevels } from '../../stock/ledger/stock-level-store.ts'
import { listBatchChanges, saveChanges, type StoredChange } from '../changes/listing-change-store.ts'
import { presentChange } from '../changes/present-listing-change.ts'
import { productFilterOf } from '../list/product-filter.ts'
import { bulkChangesOf, type BulkRefusal } from './bulk-changes-of.ts'
import {
  listExpectedFields,
  listProductsToChange,
  listVariantsToChange,
  saveThresholds,
} from './bulk-change-store.ts'
import { listVariantRows, type VariantRow } from './variant-rows-store.ts'

type Wanted = Body<'POST /products/bulk-changes'>
type Batch = Reply<'GET /products/change-batches/{id}'>['data']

export function bulkChangeRoutes(serve: Serve, { db, channels }: WebContext): void {
  const takesChanges = (platformId: number) => channels.connectorOf(platformId)?.listings !== undefined

  serve('GET /products/variants', async ({ query, session, translate }) => {
    const filter = { ...(await productFilterOf(db, query, session)), ids: query.ids }
    const { limit } = query
    const after = query.after === undefined ? undefined : readCursor(query.after)
    const paging = { sort: 'updated_at', descending: true, limit, offset: 0, after } as const
    const rows = await listVariantRows(db, filter, paging)
    const shopIds = new Set(rows.map(({ shopId }) => shopId))
    const shops = await db.read(session.ownerId, (tx) => listShops(tx, session.ownerId, session.shopIds))
    const last = rows.at(-1)
    const isFull = new Set(rows.map(({ productId }) => productId)).size === limit
    const lockOf = (rule: string | null) => rule && translate(rule)
    return {
      data: rows.map(presentVariantRow),
      meta: {
        next_after: last && isFull ? [last.updatedAt, last.productId].join('~') : null,
        shops: shops
          .filter(({ id }) => shopIds.has(id))
          .map(({ id, systemName, platformId }) => {
            const closed = takesChanges(platformId) ? null : 'field.channel_not_editable'
            return {
              id,
              system_name: systemName,
              platform_id: platformId,
              locks: {
                price: lockOf(closed),
                special_price: lockOf(closed ?? specialPriceRuleOf(platformId)),
                status: lockOf(closed),
              },
            }
          }),
      },
    }
  })

  serve('POST /products/bulk-changes', ({ body, session, language, translate }) => {
    requireRights(session, body)
    const { ownerId, shopIds: visible } = session
    return db.asOwner(ownerId, async (tx) => {
      const variants = await listVariantsToChange(tx, ownerId, idsOf(body.variants), visible)
      const products = await listProductsToChange(tx, ownerId, idsOf(body.products), visible)
      if (variants.length + products.length === 0) throw new AppError('not_found')
      const concerned = [...variants.map(({ product }) => product.id), ...idsOf(products)]
      const expected = await listExpectedFields(tx, ownerId, [...new Set(concerned)])
      nameTarget(tx, ...new Set(concerned))
      const wanted = bulkChangesOf(body, { variants, products, expected, takesChanges, now: new Date() })
      const { changes, thresholds, refusals } = wanted
      const [drawn = 0] = await drawIds(tx, 1)
      await saveChanges(tx, ownerId, session, changes, drawn)
      const changedSkus = await saveThresholds(tx, ownerId, thresholds)
      await saveStockLevels(tx, ownerId, changedSkus)
      await claimVersions(tx, session, 'sku', changedSkus)
      await claimVersions(tx, session, 'product', [...new Set(changes.map(({ productId }) => productId))])
      const saved = await listBatchChanges(tx, ownerId, drawn, visible)
      const data = presentBatch(saved.length > 0 ? drawn : null, saved, language)
      const refused = refusals.map((one) => presentRefusal(one, translate))
      return { data, meta: { refused, saved: changedSkus.length } }
    })
  })

  serve('GET /products/change-batches/{id}', ({ params, session, language }) =>
    db.read(session.ownerId, async (tx) => ({ data: await getBatch(tx, session, params.id, language) })),
  )
}

const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)

/** @throws AppError forbidden if a row changes what the user may only look at */
function requireRights(session: Session, { variants, products }: Wanted): void {
  const changesPrice = variants.some((one) => one.price !== undefined || one.special_price !== undefined)
  const needed: [Permission, boolean][] = [
    ['products.edit', changesPrice],
    ['products.status', products.length > 0],
    ['sku.edit', variants.some(({ threshold }) => threshold !== undefined)],
  ]
  if (needed.some(([right, isNeeded]) => isNeeded && !can(session, right))) throw new AppError('forbidden')
}

async function getBatch(
  tx: Tx,
  { ownerId, shopIds }: Session,
  id: number,
  language: Language,
): Promise<Batch> {
  const changes = await listBatchChanges(tx, ownerId, id, shopIds)
  if (changes.length === 0) throw new AppError('not_found')
  return presentBatch(id, changes, language)
}

function presentBatch(id: number | null, changes: StoredChange[], language: Language): Batch {
  const ofShops = Map.groupBy(changes, ({ shopId }) => shopId)
  return {
    id,
    ...countsOf(changes),
    shops: [...ofShops].map(([shopId, ofShop]) => ({ shop_id: shopId, ...countsOf(ofShop) })),
    changes: changes.map((change) => presentChange(change, language)),
  }
}

function countsOf(changes: StoredChange[]) {
  const count = (...states: StoredChange['state'][]) =>
    changes.filter(({ state }) => states.includes(state)).length
  return {
    total: changes.length,
    open: count('queued', 'running'),
    done: count('done'),
    failed: count('failed'),
  }
}

function presentRefusal(
  { variantId, productId, field, rule, values }: BulkRefusal,
  translate: (key: string, values?: Record<string, string>) => string,
) {
  return { variant_id: variantId, product_id: productId, field, message: translate(rule, values) }
}

function presentVariantRow(row: VariantRow): Reply<'GET /products/variants'>['data'][number] {
  const currency = row.currency as Currency
  const { specialPrice: special } = row
  return {
    id: row.id,
    product_id: row.productId,
    product_name: row.name,
    image: row.imageUrl,
    variant: row.options.map(({ value }) => value).join(', '),
    shop_id: row.shopId,
    seller_sku: row.sellerSku,
    sku_id: row.skuId,
    currency,
    price: fromMinor(row.price, currency),
    special_price: special && {
      price: fromMinor(special.price, currency),
      from: special.from,
      to: special.to,
    },
    threshold: row.threshold,
    is_active: row.status === productStatusIds.active,
    is_pending: row.isPending,
  }
}
