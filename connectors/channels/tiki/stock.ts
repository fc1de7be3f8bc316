/**
 * Sets and reads how many pieces Tiki may still sell. Source: "Update variant price/quantity/active" (v2.1) and "Inventory type".
 */
import { allTold } from '../../all-told.ts'
import { ownMessage } from '../../channel-error.ts'
import type { Session } from '../../session.ts'
import type { Listing, Stock, StockFigure, StockResult } from '../../stock.ts'
import { call } from './auth.ts'
import { sellableOf } from './product-mapping.ts'
import { stockedSchema, updateSchema } from './product-wire.ts'
import type { Inventory } from './product-wire.ts'
import { findProduct } from './products.ts'
import { warehouses } from './warehouses.ts'
import { isAboutRow, isUnknown } from './wire.ts'

const goneMessage = ownMessage('refusal.not_sold', { channel: 'Tiki' })
/** Orders that leave between looking and telling make the figure too high; then it is told once more. */
const mostRounds = 3

export const stock: Stock = {
  /** One call to look, one to tell and one to look again, for each. */
  figuresPerCall: 10,

  set: (session, figures) => allTold(figures.map((figure) => setFigure(session, figure))),

  async read(session, listings): Promise<StockFigure[]> {
    const figures = await Promise.all(
      listings.map(async (listing) => {
        const product = await findProduct(session, listing.channelProductId, stockedSchema)
        if (!product || product.product_id !== listing.channelSkuId) return []
        return { ...listingOf(listing), quantity: sellableOf(product.inventory) ?? 0 }
      }),
    )
    return figures.flat()
  },
}

async function setFigure(session: Session, figure: StockFigure): Promise<StockResult> {
  const { channelProductId: id, channelSkuId: skuId, quantity } = figure
  try {
    for (let round = 1; ; round++) {
      const product = await findProduct(session, id, stockedSchema)
      if (!product || product.product_id !== skuId) return refusal(figure, goneMessage, true)
      const { inventory } = product
      const left = sellableOf(inventory)
      // Less than was told has been sold meanwhile: that is no mistake, and what was sold arrives as an order.
      if (round > 1 && (left === null || left <= quantity)) break
      if (round > mostRounds)
        return refusal(figure, ownMessage('refusal.tiki_still_sells', { count: left ?? '?' }), false)
      if (inventory?.inventory_type === 'instock') return refusal(figure, 'refusal.tiki_counts', false)
      const shares = spread(quantity, inventory) ?? (await mainShare(session, figure))
      if (!shares) return refusal(figure, 'refusal.tiki_no_warehouse', false)
      await send(session, id, shares)
    }
    return { ...listingOf(figure), isDone: true }
  } catch (error) {
    if (!isAboutRow(error)) throw error
    return refusal(figure, error.message, isUnknown(error))
  }
}

type Share = { warehouse_id: number; qty_available: number }

/**
 * One figure over all warehouses of a product: what can be sold somewhere stays there as far as the figure goes, the fullest
 * warehouse first, which gets what comes on top. What is promised to orders still lies there and is counted by this call.
 */
function spread(quantity: number, inventory: Inventory | null | undefined): Share[] | null {
  const stocks = inventory?.warehouse_stocks ?? []
  if (stocks.length === 0) return null
  const counted = stocks.map((stock) => {
    const promised = Math.max(0, stock.qty_reserved ?? 0)
    return {
      id: Number(stock.warehouse_id),
      promised,
      free: Math.max(0, (stock.qty_available ?? 0) - promised),
    }
  })
  let left = quantity
  const shares = counted
    .toSorted((a, b) => b.free - a.free)
    .map(({ id, promised, free }) => {
      const share = Math.min(left, free)
      left -= share
      return { warehouse_id: id, qty_available: share + promised }
    })
  const [fullest] = shares
  // The rest of the reserved pieces is reported without a warehouse.
  const named = counted.reduce((sum, { promised }) => sum + promised, 0)
  if (fullest) fullest.qty_available += left + Math.max(0, (inventory?.quantity_reserved ?? 0) - named)
  return shares
}

/** Assigns the stock of a product that is in no warehouse yet to the warehouse that the shop ships from. */
async function mainShare(session: Session, { quantity }: StockFigure): Promise<Share[] | null> {
  const all = (await warehouses.list(session)).filter((one) => one.type === 'requisition' && one.isActive)
  const main = all.find(({ isPrimary }) => isPrimary) ?? all[0]
  return main ? [{ warehouse_id: Number(main.id), qty_available: quantity }] : null
}

async function send(session: Session, id: string, shares: Share[]): Promise<void> {
  const body = {
    product_id: Number(id),
    seller_warehouse: shares.map((share) => share.warehouse_id).join(','),
    warehouse_quantities: shares,
  }
  const path = '/integration/v2.1/products/updateSku'
  await call(session, { method: 'PUT', path, body }, updateSchema)
}

function refusal(figure: StockFigure, reason: string, isGone: boolean): StockResult {
  return { ...listingOf(figure), isDone: false, reason, isGone }
}

function listingOf({ channelProductId, channelSkuId }: Listing): Listing {
  return { channelProductId, channelSkuId }
}
