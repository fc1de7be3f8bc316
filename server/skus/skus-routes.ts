/** The SKU centre: the list of SKUs, one of them with its listings, and what people change about them. */
import type { Body, Reply } from '../../contract/endpoints.ts'
import { AppError } from '../../model/errors.ts'
import { barcodeOf } from '../../model/gtin.ts'
import { nameTarget } from '../audit/trail.ts'
import type { Session } from '../auth/sessions/sessions-store.ts'
import type { Database, Tx } from '../db/database.ts'
import { keywordQuery } from '../db/search-terms.ts'
import { requestExport } from '../exports/request-export-store.ts'
import { claimVersion, removeVersion } from '../http/edit-versions-store.ts'
import { nextAfter, paginationOf, pagingOf } from '../http/pagination.ts'
import type { Call, Serve, ServerContext } from '../http/serve-endpoint.ts'
import { saveThresholdLevels } from '../stock/ledger/stock-level-store.ts'
import { enterCost, readCost } from './costs/costs-store.ts'
import { listWarehouses } from '../warehouses/warehouses-store.ts'
import { detailOfFound, detailOfSku, getOwnSku, getSku } from './detail/detail-of-sku.ts'
import { presentLinkable } from './detail/present-sku-detail.ts'
import { findSku, listLinkable } from './detail/sku-detail-store.ts'
import { presentSku } from './list/present-sku.ts'
import { skuFilterOf, type SkuPaging } from './list/sku-filter.ts'
import { listSkus } from './list/sku-list-store.ts'
import { linking, linkTo, listListingIds, unlink } from './link-store.ts'
import { lockShops, type Part, saveParts } from './parts/parts-store.ts'
import { addSku, removeSku, saveSku, type SkuValues } from './sku-edit-store.ts'

const mostLinkable = 50

export function skusRoutes(serve: Serve, { db }: ServerContext): void {
  serve('GET /sku-centers', (call) => list(db, call))
  serve('GET /sku-centers/filter', (call) => list(db, call))

  serve('GET /sku-centers/export', async ({ query, session, language }) => {
    const { ownerId, shopIds: visible } = session
    const { ownerId: _, ...filter } = await skuFilterOf(db, query, session)
    const stored = await db.asOwner(ownerId, (tx) => listWarehouses(tx, ownerId, visible))
    const warehouses = stored.map(({ id, name }) => ({ id, name }))
    const filters = { ...filter, visible, warehouses }
    return requestExport(db, {
      session,
      language,
      format: query.format,
      type: 'skus',
      filters,
      needs: ['sku.view'],
    })
  })

  serve('GET /sku-centers/linkable', ({ query, session }) => {
    const { ownerId, shopIds } = session
    const terms = keywordQuery(session.ownerNumber, query.keyword)
    return db.read(ownerId, async (tx) => {
      const rows = terms === null ? [] : await listLinkable(tx, ownerId, terms, shopIds, mostLinkable)
      return { data: rows.map(presentLinkable) }
    })
  })

  serve('GET /sku-centers/{id}', ({ params, session }) =>
    db.read(session.ownerId, async (tx) => ({ data: await detailOfSku(tx, session, params.id) })),
  )

  serve('POST /sku-centers', ({ body, session }) => {
    const { ownerId, shopIds: visible } = session
    const { product_sku_ids: listingIds } = body
    const parts = partsOf(body.parts ?? [])
    // A user of some shops sees a SKU by its listings there.
    if (listingIds.length === 0 && (parts.length === 0 || visible.length > 0))
      throw new AppError('validation_failed', { invalidFields: { product_sku_ids: 'field.required' } })
    return db.asOwner(ownerId, async (tx) => {
      if (parts.length > 0) await lockShops(tx, ownerId)
      return linking(tx, ownerId, { listingIds, visible }, async (listings) => {
        const id = await addSku(tx, ownerId, valuesOf(body))
        nameTarget(tx, id)
        await saveCostOf(tx, session, id, body)
        await linkTo(tx, ownerId, { id, isNew: true }, listings, body)
        await saveParts(tx, ownerId, { bundleId: id, parts, visible })
        return { data: await detailOfSku(tx, session, id) }
      })
    })
  })

  serve('PUT /sku-centers/{id}', ({ params, body, session }) =>
    db.asOwner(session.ownerId, async (tx) => {
      const { ownerId } = session
      if (body.parts) await lockShops(tx, ownerId)
      await getOwnSku(tx, session, params.id)
      const updatedAt = await claimVersion(tx, session, ['sku', params.id], body.updated_at)
      // Again, behind the version: what is left out stays as somebody else has just saved it.
      const before = await getOwnSku(tx, session, params.id)
      const values = valuesOf(body, { ...before, threshold: before.ownThreshold })
      await saveSku(tx, ownerId, before.id, { ...values, updatedAt: new Date(updatedAt) })
      await saveCostOf(tx, session, before.id, body)
      const parts = body.parts && {
        bundleId: before.id,
        parts: partsOf(body.parts),
        visible: session.shopIds,
      }
      if (parts) await saveParts(tx, ownerId, parts)
      if (values.threshold !== before.ownThreshold) await saveThresholdLevels(tx, ownerId, [before.id])
      return { data: await detailOfSku(tx, session, before.id) }
    }),
  )

  serve('DELETE /sku-centers/{id}', async ({ params, session, translate }) => {
    const { ownerId } = session
    await db.asOwner(ownerId, async (tx) => {
      const { id } = await getOwnSku(tx, session, params.id)
      await removeSku(tx, ownerId, id)
      await removeVersion(tx, ownerId, 'sku', id)
    })
    return { data: null, message: translate('done.sku_deleted') }
  })

  serve('POST /sku-centers/{id}/listings', ({ params, body, session }) => {
    const { ownerId, shopIds: visible } = session
    const listingIds = body.product_sku_ids
    return db.asOwner(ownerId, async (tx) => {
      const { id } = await getSku(tx, session, params.id)
      const moved = await linking(tx, ownerId, { listingIds, visible }, (listings) =>
        linkTo(tx, ownerId, { id }, listings, body),
      )
      return {
        data: await detailOfSku(tx, session, id),
        meta: { moved: moved.map((one) => ({ product_sku_id: one.id, from: one.from })) },
      }
    })
  })

  serve('DELETE /sku-centers/{id}/product/{product_id}', ({ params, query, session }) => {
    const { ownerId, shopIds: visible } = session
    return db.asOwner(ownerId, async (tx) => {
      const sku = await getSku(tx, session, params.id)
      const linked = await listListingIds(tx, ownerId, {
        skuId: sku.id,
        productId: params.product_id,
        visible,
      })
      const only = query.product_sku_id
      const listingIds = linked.filter((id) => only === undefined || id === only)
      if (listingIds.length === 0) throw new AppError('not_found')
      const unlinked = await linking(tx, ownerId, { listingIds, visible }, async (listings) => {
        const own = listings.filter(({ skuId }) => skuId === sku.id)
        await unlink(tx, ownerId, own)
        return own.map(({ id }) => id)
      })
      // A user of some shops loses sight of it together with the last listing of these shops.
      const after = (await findSku(tx, ownerId, sku.id, visible)) ?? { ...sku, shopIds: [] }
      return { data: await detailOfFound(tx, session, after), meta: { product_sku_ids: unlinked } }
    })
  })
}

type ListCall = Call<'GET /sku-centers'> | Call<'GET /sku-centers/filter'>

async function list(db: Database, { query, session, request }: ListCall): Promise<Reply<'GET /sku-centers'>> {
  const filter = await skuFilterOf(db, query, session)
  const paging: SkuPaging = pagingOf(query, 'updated_at')
  const { rows, counts, shops } = await listSkus(db, filter, paging, session.shopIds)
  const wanted = filter.stockLevels
  const total = Object.entries(counts.levels)
    .filter(([level]) => wanted.length === 0 || wanted.includes(Number(level)))
    .reduce((sum, [, skus = 0]) => sum + skus, 0)
  const { 0: out = 0, 1: low = 0, 2: inStock = 0, [-1]: uncounted = 0 } = counts.levels
  return {
    data: rows.map((row) => presentSku(row, shops)),
    meta: {
      pagination: paginationOf(request, { total, count: rows.length, page: query.page, limit: query.limit }),
      stock_counts: { in: inStock, low, out, uncounted },
      needs: counts.needs,
      is_untouched: counts.isUntouched,
      next_after: nextAfter(rows, paging, 'updated_at', ({ updatedAt }) => updatedAt),
    },
  }
}

function partsOf(parts: { sku_id: number; quantity: number }[]): Part[] {
  return parts.map(({ sku_id: skuId, quantity }) => ({ skuId, quantity }))
}

type CostInput = Pick<Body<'PUT /sku-centers/{id}'>, 'cost_price' | 'cost_method' | 'cost_reason'>

async function saveCostOf(tx: Tx, session: Session, id: number, body: CostInput): Promise<void> {
  const { cost_price: price, cost_method: method, cost_reason: reason = null } = body
  if (price === undefined && method === undefined) return
  await enterCost(tx, session, id, {
    ...(price !== undefined && {
      cost: price === null ? null : readCost(price, session.currency, 'cost_price'),
    }),
    ...(method && { method }),
    reason,
  })
}

/** Omitted fields keep their values. */
function valuesOf(
  change: Pick<
    Body<'PUT /sku-centers/{id}'>,
    'prime_sku' | 'name' | 'image' | 'barcode' | 'bin' | 'threshold'
  >,
  before: SkuValues = { primeSku: '', name: '', imageUrl: null, barcode: null, bin: null, threshold: null },
): SkuValues {
  const { prime_sku: primeSku, name, image, barcode, bin, threshold } = change
  return {
    primeSku: primeSku ?? before.primeSku,
    name: name ?? before.name,
    imageUrl: image === undefined ? before.imageUrl : image,
    // Channels' barcodes are compared in this form.
    barcode: barcode === undefined ? before.barcode : (barcodeOf(barcode) ?? barcode),
    bin: bin === undefined ? before.bin : bin,
    threshold: threshold === undefined ? before.threshold : threshold,
  }
}
