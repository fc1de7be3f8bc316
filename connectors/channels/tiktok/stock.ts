/** Sets and reads how many pieces TikTok Shop may still sell. Source: "Update Inventory" and the inventory of "Get Product". */
import { allTold } from '../../all-told.ts'
import type { Session } from '../../session.ts'
import type { Listing, Stock, StockFigure, StockResult } from '../../stock.ts'
import { ChannelError, ownMessage } from '../../channel-error.ts'
import { readAgain } from '../../read-again.ts'
import { request } from './orders.ts'
import { availableOf, isDeleted } from './product-mapping.ts'
import { inventoryUpdateSchema, stockedProductSchema } from './product-wire.ts'
import type { Inventory, UpdateError } from './product-wire.ts'
import { isAboutRows, isFault } from './wire.ts'

/** The product or its SKU is not there, or not this shop's. */
const goneCodes = new Set(['12019150', '12052031', '12052032', '12052048', '12052260'])

/** Inventory update blocked: a campaign keeps what it was given. */
const lockedCode = '12052037'

export const stock: Stock = {
  /** The most SKUs that a product has, so that each product takes one call. */
  figuresPerCall: 100,

  async set(session, figures): Promise<StockResult[]> {
    const products = [...Map.groupBy(figures, ({ channelProductId }) => channelProductId)]
    return (await allTold(products.map(([id, group]) => setProduct(session, id, group)))).flat()
  },

  async read(session, listings): Promise<StockFigure[]> {
    const ids = [...new Set(listings.map(({ channelProductId }) => channelProductId))]
    const byProduct = new Map(
      await Promise.all(ids.map(async (id) => [id, await inventoriesOf(session, id)] as const)),
    )
    return listings.flatMap((listing) => {
      const inventories = byProduct.get(listing.channelProductId)
      if (!inventories?.has(listing.channelSkuId)) return []
      return { ...listingOf(listing), quantity: availableOf(inventories.get(listing.channelSkuId)) }
    })
  },
}

/** Stock by warehouse, for each SKU. */
type Inventories = Map<string, Inventory>

/** Null for a product that is gone. */
async function inventoriesOf(session: Session, id: string): Promise<Inventories | null> {
  try {
    const path = `/product/202309/products/${id}`
    const read = () => request(session, { method: 'GET', path, query: {} }, stockedProductSchema)
    const product = await readAgain(read)
    if (isDeleted(product.status)) return null
    return new Map((product.skus ?? []).map((sku) => [sku.id, sku.inventory]))
  } catch (error) {
    if (isGoneError(error)) return null
    throw error
  }
}

async function setProduct(session: Session, id: string, figures: StockFigure[]): Promise<StockResult[]> {
  try {
    const inventories = await inventoriesOf(session, id)
    const there = figures.filter(({ channelSkuId }) => inventories?.has(channelSkuId))
    const gone = figures.filter(({ channelSkuId }) => !inventories?.has(channelSkuId))
    const errors = inventories && there.length > 0 ? await update(session, id, there, inventories) : []
    return [
      ...there.flatMap((figure) => resultOf(figure, errors) ?? []),
      ...gone.map((figure) =>
        refusal(figure, ownMessage('refusal.not_sold', { channel: 'TikTok Shop' }), true),
      ),
    ]
  } catch (error) {
    if (!isAboutRows(error)) throw error
    if (error.channelCode === lockedCode) return figures.map((figure) => locked(figure, error.message))
    return figures.map((figure) => refusal(figure, error.message, isGoneError(error)))
  }
}

async function update(
  session: Session,
  id: string,
  figures: StockFigure[],
  inventories: Inventories,
): Promise<UpdateError[]> {
  const skus = figures.map(({ channelSkuId, quantity }) => ({
    id: channelSkuId,
    inventory: spread(quantity, inventories.get(channelSkuId)),
  }))
  const path = `/product/202309/products/${id}/inventory/update`
  const shopCall = { method: 'POST' as const, path, query: {}, body: { skus } }
  return (await request(session, shopCall, inventoryUpdateSchema)).errors ?? []
}

/**
 * One figure over all warehouses of an SKU, none of which may be left out: what lies somewhere stays there as far as the
 * figure goes, the fullest warehouse first, which gets what comes on top.
 */
function spread(quantity: number, inventory: Inventory): { warehouse_id?: string; quantity: number }[] {
  const fullest = (inventory ?? []).toSorted((a, b) => (b.quantity ?? 0) - (a.quantity ?? 0))
  if (fullest.length === 0) return [{ quantity }]
  let left = quantity
  const shares = fullest.map(({ warehouse_id: id, quantity: lies }) => {
    const share = Math.min(left, lies ?? 0)
    left -= share
    return { ...(id ? { warehouse_id: id } : {}), quantity: share }
  })
  return shares.map((share, at) => (at === 0 ? { ...share, quantity: share.quantity + left } : share))
}

/** An error that names no SKU is about all of them. Null after a fault of TikTok's own: nobody knows what became of the figure. */
function resultOf(figure: StockFigure, errors: UpdateError[]): StockResult | null {
  const error = errors.find(({ detail }) => !detail?.sku_id || detail.sku_id === figure.channelSkuId)
  if (!error) return { ...listingOf(figure), isDone: true }
  const causes = (error.detail?.extra_errors ?? []).flatMap(({ message }) => message || [])
  const words = [...new Set(causes)].join('; ') || error.message
  if (isFault(words)) return null
  const reason = words || ownMessage('refusal.refused_code', { channel: 'TikTok Shop', code: error.code })
  if (isLocked(error)) return locked(figure, reason)
  return refusal(figure, reason, goneCodes.has(String(error.code)))
}

function isLocked({ code, detail }: UpdateError): boolean {
  return [code, ...(detail?.extra_errors ?? []).map((one) => one.code)].some(
    (one) => String(one) === lockedCode,
  )
}

function locked(figure: StockFigure, reason: string): StockResult {
  return { ...listingOf(figure), isDone: false, isLocked: true, reason, isGone: false }
}

function refusal(figure: StockFigure, reason: string, isGone: boolean): StockResult {
  return { ...listingOf(figure), isDone: false, reason, isGone }
}

export function isGoneError(error: unknown): boolean {
  return error instanceof ChannelError && goneCodes.has(error.channelCode ?? '')
}

function listingOf({ channelProductId, channelSkuId }: Listing): Listing {
  return { channelProductId, channelSkuId }
}
