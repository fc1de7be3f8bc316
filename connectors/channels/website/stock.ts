/**
 * How many a store may still sell. Source: "Batch update products", "Batch update product variations" and the stock fields
 * of both in the REST API v3 documentation.
 */
import { z } from 'zod'
import type { Listing, Session, Stock, StockFigure, StockResult } from '../../connector.ts'
import { ChannelError } from '../../connector.ts'
import { call } from './auth.ts'
import { pageSize } from './orders.ts'
import { countedOf } from './product-mapping.ts'
import { stockBatchSchema, stockRowSchema } from './product-wire.ts'
import type { StockRow } from './product-wire.ts'
import { plain } from './wire.ts'

/** What a store that does not count would sell: more than anybody may set, so that it is told again. */
const endless = 2_147_483_647

export const stock: Stock = {
  /** A batch takes as many, and a page holds as many. */
  figuresPerCall: pageSize,

  async set(session, figures): Promise<StockResult[]> {
    const batches = Map.groupBy(figures, pathOf)
    return (await Promise.all([...batches].map(([path, batch]) => setBatch(session, path, batch)))).flat()
  },

  async read(session, listings): Promise<StockFigure[]> {
    const ids = new Set(listings.map(({ channelProductId }) => channelProductId))
    const products = byId(await listRows(session, '/products', [...ids]))
    const varied = Map.groupBy(
      listings.filter((listing) => !isWhole(listing) && products.has(listing.channelProductId)),
      ({ channelProductId }) => channelProductId,
    )
    const variations = byId(
      (
        await Promise.all(
          [...varied].map(([id, group]) => listRows(session, `/products/${id}/variations`, group.map(skuOf))),
        )
      ).flat(),
    )
    return listings.flatMap((listing) => {
      const product = products.get(listing.channelProductId)
      const row = isWhole(listing) ? wholeOf(product) : product && variations.get(listing.channelSkuId)
      return row ? [{ ...listing, quantity: wouldSell(row, product) }] : []
    })
  },
}

function isWhole({ channelProductId, channelSkuId }: Listing): boolean {
  return channelProductId === channelSkuId
}

/** A product that got variations since is sold by them alone. */
function wholeOf(product: StockRow | undefined): StockRow | undefined {
  return product?.variations?.length ? undefined : product
}

function wouldSell(row: StockRow, product: StockRow | undefined): number {
  return countedOf(row, product) ?? (row.stock_status === 'outofstock' ? 0 : endless)
}

function pathOf(listing: Listing): string {
  return isWhole(listing) ? '/products/batch' : `/products/${listing.channelProductId}/variations/batch`
}

function skuOf({ channelSkuId }: Listing): string {
  return channelSkuId
}

/** Those in the bin are left out, as they are not sold. */
async function listRows(session: Session, path: string, ids: string[]): Promise<StockRow[]> {
  if (ids.length === 0) return []
  const query = { include: ids.join(','), per_page: String(pageSize) }
  return call(session, { method: 'GET', path, query }, z.array(stockRowSchema))
}

function byId(rows: StockRow[]): Map<string, StockRow> {
  return new Map(rows.map((row) => [String(row.id), row]))
}

async function setBatch(session: Session, path: string, figures: StockFigure[]): Promise<StockResult[]> {
  const update = figures.map(({ channelSkuId, quantity }) => ({
    id: Number(channelSkuId),
    manage_stock: true,
    stock_quantity: quantity,
  }))
  try {
    const request = { method: 'POST' as const, path, query: {}, body: { update } }
    const { update: written } = await call(session, request, stockBatchSchema)
    const rows = new Map((written ?? []).map((row) => [String(row.id), row]))
    return figures.map((figure) => resultOf(figure, rows.get(figure.channelSkuId)))
  } catch (error) {
    // A refusal of the whole batch is about its product, or about what the keys may do.
    if (!(error instanceof ChannelError) || error.kind !== 'refused') throw error
    return figures.map((figure) => refusal(figure, error.message, isAboutGone(error.channelCode ?? '')))
  }
}

type Written = NonNullable<z.infer<typeof stockBatchSchema>['update']>[number]

function resultOf(figure: StockFigure, row: Written | undefined): StockResult {
  if (!row) return refusal(figure, 'The store said nothing about it', false)
  const { error } = row
  if (error) return refusal(figure, plain(error.message ?? '') || error.code, isAboutGone(error.code))
  // What was thrown away takes the figure and is not sold.
  if (row.status === 'trash') return refusal(figure, 'The product is in the bin', true)
  // Where the counting of stock is switched off for the whole store, or the product is sold elsewhere.
  if (row.manage_stock === false)
    return refusal(figure, 'The store does not count the stock of this product', false)
  return { ...listingOf(figure), isDone: true }
}

function refusal(figure: StockFigure, reason: string, isGone: boolean): StockResult {
  return { ...listingOf(figure), isDone: false, reason, isGone }
}

function isAboutGone(code: string): boolean {
  return /invalid_(id|parent)$/.test(code)
}

function listingOf({ channelProductId, channelSkuId }: Listing): Listing {
  return { channelProductId, channelSkuId }
}
