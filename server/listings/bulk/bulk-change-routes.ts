/** Variants as rows of a grid, texts of products, and changes of many listings in one request. No call waits for a channel. */
import type { Body, Reply } from '../../../contract/endpoints.ts'
import { AppError } from '../../../model/errors.ts'
import type { Language } from '../../../model/language.ts'
import { type Currency, fromMinor } from '../../../model/money.ts'
import type { ChangeableField } from '../../../model/listing-change.ts'
import { editableHtml } from '../../../model/listing-html.ts'
import { can, type Permission } from '../../../model/permissions.ts'
import { productStatusIds } from '../../../model/product.ts'
import { specialPriceRuleOf } from '../../../model/selling-rules.ts'
import { nameTarget } from '../../audit/trail.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import { drawIds, type Tx } from '../../db/database.ts'
import type { WebContext } from '../../domain.ts'
import { claimVersion, claimVersions, instantOf } from '../../http/edit-versions-store.ts'
import { readCursor } from '../../http/read-cursor.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import { touchListingImages } from '../../images/listing-image-store.ts'
import { listShops } from '../../shops/shops-store.ts'
import { saveThresholdLevels } from '../../stock/ledger/stock-level-store.ts'
import { listForbiddenWords } from '../../templates/forbidden-words/forbidden-words-store.ts'
import { unchangeableFields } from '../changes/changeable-fields.ts'
import {
  listBatchChanges,
  type NewChange,
  saveChanges,
  type StoredChange,
} from '../changes/listing-change-store.ts'
import { presentChange } from '../changes/present-listing-change.ts'
import { productFilterOf } from '../list/product-filter.ts'
import { bulkChangesOf } from './bulk-changes-of.ts'
import { type BulkRefusal, ofProduct, ofVariant } from './bulk-refusal.ts'
import {
  listExpectedFields,
  listProductsToChange,
  listSkusOfOtherShops,
  listVariantsToChange,
  saveThresholds,
} from './bulk-change-store.ts'
import { listProductTexts, type ProductTexts } from './product-texts-store.ts'
import { textFields } from './text-changes-of.ts'
import { listVariantRows, type VariantRow } from './variant-rows-store.ts'

type Wanted = Body<'POST /products/bulk-changes'>
type Batch = Reply<'GET /products/change-batches/{id}'>['data']

export function bulkChangeRoutes(serve: Serve, { db, channels }: WebContext): void {
  const takesChanges = (platformId: number) => channels.connectorOf(platformId)?.listings !== undefined
  const closedOf = (platformId: number) => unchangeableFields(platformId, channels.connectorOf(platformId))

  serve('GET /products/variants', async ({ query, session, translate }) => {
    const filter = { ...(await productFilterOf(db, query, session)), ids: query.ids }
    const { limit } = query
    const after = query.after === undefined ? undefined : readCursor(query.after)
    const paging = { sort: 'updated_at', descending: true, limit, offset: 0, after } as const
    const rows = await listVariantRows(db, filter, paging)
    const shops = await db.read(session.ownerId, (tx) => listShopsOf(tx, session, rows))
    const last = rows.at(-1)
    const isFull = new Set(rows.map(({ productId }) => productId)).size === limit
    const lockOf = (rule: string | null) => rule && translate(rule)
    return {
      data: rows.map(presentVariantRow),
      meta: {
        next_after: last && isFull ? [last.updatedAt, last.productId].join('~') : null,
        shops: shops.map(({ id, systemName, platformId }) => {
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

  serve('GET /products/texts', async ({ query, session, translate }) => {
    const { ownerId, shopIds } = session
    const { rows, shops } = await db.read(ownerId, async (tx) => {
      const listed = await listProductTexts(tx, ownerId, query.ids, shopIds)
      return { rows: listed, shops: await listShopsOf(tx, session, listed) }
    })
    return {
      data: rows.map(({ id, shopId, name, description, images, package: box, version }) => ({
        id,
        shop_id: shopId,
        name,
        description_html: editableHtml(description),
        images,
        package: box,
        version: version === null ? null : instantOf(version),
      })),
      meta: {
        shops: shops.map(({ id, systemName, platformId }) => {
          const closed = closedOf(platformId)
          const lockOf = (field: ChangeableField) => {
            const rule = closed.get(field)
            return rule === undefined ? null : translate(rule)
          }
          return {
            id,
            system_name: systemName,
            platform_id: platformId,
            locks: {
              name: lockOf('name'),
              description: lockOf('description'),
              images: lockOf('images'),
              package: lockOf('package'),
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
      const edited = body.products.filter(changesTexts)
      const skuIds = variants.flatMap(({ skuId }) => skuId ?? [])
      const texts = await listProductTexts(tx, ownerId, idsOf(edited), visible)
      const stored = {
        variants,
        products,
        othersSkus: await listSkusOfOtherShops(tx, ownerId, skuIds, visible),
        texts,
        uploaded: await touchImages(tx, ownerId, texts, edited),
        forbiddenWords: edited.length > 0 ? await listForbiddenWords(tx, ownerId) : [],
        expected,
      }
      const wanted = bulkChangesOf(body, { ...stored, takesChanges, closedOf, now: new Date() })
      const { changes, late } = await claimProducts(tx, session, wanted.changes, body)
      const { thresholds } = wanted
      const [drawn = 0] = await drawIds(tx, 1)
      await saveChanges(tx, ownerId, session, changes, drawn)
      const changedSkus = await saveThresholds(tx, ownerId, thresholds)
      await saveThresholdLevels(tx, ownerId, changedSkus)
      await claimVersions(tx, session, 'sku', changedSkus)
      const saved = await listBatchChanges(tx, ownerId, drawn, visible)
      const refusals = [...wanted.refusals, ...late, ...(await listUnsaved(tx, ownerId, changes, saved))]
      const data = presentBatch(saved.length > 0 ? drawn : null, saved, language)
      const refused = refusals.map((one) => presentRefusal(one, translate))
      return { data, meta: { refused, saved: changedSkus.length } }
    })
  })

  serve('GET /products/change-batches/{id}', ({ params, session, language }) =>
    db.read(session.ownerId, async (tx) => ({ data: await getBatch(tx, session, params.id, language) })),
  )
}

const changesTexts = (row: Wanted['products'][number]) => textFields.some((field) => row[field] !== undefined)
const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)

async function listShopsOf(tx: Tx, { ownerId, shopIds }: Session, rows: { shopId: number }[]) {
  const concerned = new Set(rows.map(({ shopId }) => shopId))
  return (await listShops(tx, ownerId, shopIds)).filter(({ id }) => concerned.has(id))
}

/** Keeps the uploaded images that the rows name. Answers those that there are, by the shop that they were uploaded for. */
async function touchImages(
  tx: Tx,
  ownerId: string,
  texts: ProductTexts[],
  edited: Wanted['products'],
): Promise<Map<number, Set<number>>> {
  const wanted = new Map(edited.map(({ id, images = [] }) => [id, images.flatMap((one) => one.id ?? [])]))
  const kept = new Map<number, Set<number>>()
  for (const [shopId, ofShop] of Map.groupBy(texts, (one) => one.shopId)) {
    const ids = new Set(ofShop.flatMap(({ id }) => wanted.get(id) ?? []))
    kept.set(shopId, new Set(await touchListingImages(tx, { ownerId, shopId }, [...ids])))
  }
  return kept
}

/** Begins the next version of the products that change. The changes of one that somebody was quicker with are left out. */
async function claimProducts(
  tx: Tx,
  session: Session,
  changes: NewChange[],
  { products }: Wanted,
): Promise<{ changes: NewChange[]; late: BulkRefusal[] }> {
  const read = new Map(products.map(({ id, updated_at: version }) => [id, version]))
  const late = new Map<number, BulkRefusal>()
  const unread: number[] = []
  for (const id of new Set(changes.map(({ productId }) => productId))) {
    const version = read.get(id)
    if (version === undefined) unread.push(id)
    else
      await claimVersion(tx, session, ['product', id], version).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error
        const values = { name: error.details.changedBy ?? '' }
        late.set(id, { ...ofProduct(id), field: 'row', rule: 'error.changed_by_other', values })
      })
  }
  await claimVersions(tx, session, 'product', unread)
  return { changes: changes.filter(({ productId }) => !late.has(productId)), late: [...late.values()] }
}

/** Refusals of changes of a field of which another one is being sent since they were checked. */
async function listUnsaved(
  tx: Tx,
  ownerId: string,
  changes: NewChange[],
  saved: StoredChange[],
): Promise<BulkRefusal[]> {
  const keyOf = ({ productId, variantId, kind }: Pick<NewChange, 'productId' | 'variantId' | 'kind'>) =>
    `${productId} ${variantId} ${kind}`
  const known = new Set(saved.map(keyOf))
  const unsaved = changes.filter((change) => !known.has(keyOf(change)))
  if (unsaved.length === 0) return []
  const open = await listExpectedFields(tx, ownerId, [...new Set(unsaved.map(({ productId }) => productId))])
  return unsaved.map((change) => {
    const other = open.find((one) => one.isBeingSent && keyOf(one) === keyOf(change))
    return {
      ...(change.variantId === 0 ? ofProduct(change.productId) : ofVariant(change.variantId)),
      field: 'row',
      rule: 'error.listing_change_open',
      values: { name: other?.requestedByName ?? '' },
    }
  })
}

/** @throws AppError forbidden if a row changes what the user may only look at */
function requireRights(session: Session, { variants, products }: Wanted): void {
  const changesPrice = variants.some((one) => one.price !== undefined || one.special_price !== undefined)
  const needed: [Permission, boolean][] = [
    ['products.edit', changesPrice || products.some(changesTexts)],
    ['products.status', products.some(({ status }) => status !== undefined)],
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
    is_deleted: row.status === productStatusIds.deleted_on_channel,
    is_pending: row.isPending,
  }
}
