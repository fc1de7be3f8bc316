/**
 * Sets and reads how many pieces of a listing can be bought. Source: guide "Inventory Management API" and UpdateSellableQuantity
 * in Lazada's API reference.
 */
import { allTold } from '../../all-told.ts'
import { ChannelError, ownMessage } from '../../channel-error.ts'
import type { Session } from '../../session.ts'
import type { Listing, ListingOutcome, Stock, StockFigure } from '../../stock.ts'
import { post } from './auth.ts'
import { stockOf } from './product-mapping.ts'
import { doneSchema, isAboutSkus, isDeleted, isGone, productStockSchema } from './product-wire.ts'
import { findProduct } from './products.ts'
import { describeIssue } from './wire.ts'

export const stock: Stock = {
  // A call takes 50; Lazada advises 20, for more run into time-outs.
  figuresPerCall: 20,

  set: (session, figures) =>
    inHalves(figures, async (part) => {
      const caller = { ...session, now: session.now() }
      await post(caller, '/product/stock/sellable/update', { payload: payloadOf(part) }, doneSchema)
    }),

  async read(session, listings) {
    const asked = new Set(listings.map((listing) => listing.channelProductId))
    const parts = await Promise.all([...asked].map((id) => readProduct(session, id)))
    const left = new Map(parts.flat().map((figure) => [keyOf(figure), figure.quantity]))
    return listings.flatMap(({ channelProductId, channelSkuId }) => {
      const quantity = left.get(keyOf({ channelProductId, channelSkuId }))
      return quantity === undefined ? [] : [{ channelProductId, channelSkuId, quantity }]
    })
  },
}

/**
 * A refusal names its SKUs by the seller's codes, if at all, and does not say whether the others were set. So a refused batch is
 * halved until each culprit stands alone; setting a figure twice is harmless.
 */
export async function inHalves<T extends Listing>(
  figures: T[],
  tell: (part: T[]) => Promise<void>,
): Promise<(Listing & ListingOutcome)[]> {
  if (figures.length === 0) return []
  try {
    await tell(figures)
    return figures.map((figure) => ({ ...listingOf(figure), isDone: true }))
  } catch (error) {
    if (!isAboutSkus(error)) throw error
    if (figures.length === 1)
      return figures.map((figure) => ({
        ...listingOf(figure),
        isDone: false,
        reason: error.message,
        isGone: isGone(error),
      }))
    const middle = Math.ceil(figures.length / 2)
    const halves = [figures.slice(0, middle), figures.slice(middle)]
    return (await allTold(halves.map((half) => inHalves(half, tell)))).flat()
  }
}

/** XML: this call is not among those that are documented to take JSON. Ids and counts are digits, so nothing needs escaping. */
function payloadOf(figures: StockFigure[]): string {
  const skus = figures.map(({ channelProductId, channelSkuId, quantity }) => {
    const [item, sku] = [channelProductId, channelSkuId].map(digitsOf)
    return `<Sku><ItemId>${item}</ItemId><SkuId>${sku}</SkuId><SellableQuantity>${quantity}</SellableQuantity></Sku>`
  })
  return `<Request><Product><Skus>${skus.join('')}</Skus></Product></Request>`
}

export function digitsOf(id: string): string {
  if (!/^\d+$/.test(id))
    throw new ChannelError('refused', ownMessage('refusal.unknown_product', { channel: 'Lazada', id }))
  return id
}

/** Reads the stock of each variant of a product; nothing of a deleted one. */
async function readProduct(session: Session, id: string): Promise<StockFigure[]> {
  const raw = await findProduct(session, id)
  if (raw === undefined) return []
  const product = productStockSchema.safeParse(raw)
  if (!product.success) throw unreadable(id, describeIssue(product.error))
  if (isDeleted(product.data.status)) return []
  return product.data.skus
    .filter((sku) => !isDeleted(sku.Status))
    .map((sku) => ({ channelProductId: id, channelSkuId: String(sku.SkuId), quantity: countOf(id, sku) }))
}

function countOf(id: string, sku: Parameters<typeof stockOf>[0]): number {
  try {
    const quantity = stockOf(sku)
    if (quantity !== null) return quantity
  } catch (error) {
    throw unreadable(id, error instanceof Error ? error.message : 'refusal.item_unreadable')
  }
  throw unreadable(id, 'Available is missing')
}

/** Left out, it would look as if the listing were gone. */
function unreadable(id: string, issue: string): ChannelError {
  return new ChannelError(
    'changed-shape',
    ownMessage('refusal.unreadable', { channel: 'Lazada', detail: issue }),
  )
}

function listingOf({ channelProductId, channelSkuId }: Listing): Listing {
  return { channelProductId, channelSkuId }
}

function keyOf({ channelProductId, channelSkuId }: Listing): string {
  return `${channelProductId}_${channelSkuId}`
}
