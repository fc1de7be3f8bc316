/**
 * Sets and reads how many pieces of a listing can be sold. Source: "v2.product.update_stock" API reference, guide "Stock & price
 * management".
 */
import { allTold } from '../../all-told.ts'
import { ChannelError, ownMessage } from '../../channel-error.ts'
import type { Session } from '../../session.ts'
import type { Listing, Stock, StockFigure, StockResult } from '../../stock.ts'
import { call } from './auth.ts'
import { stockOf } from './product-mapping.ts'
import {
  allModelsRefused,
  deletedStatuses,
  isAboutItem,
  isGoneItem,
  itemStockSchema,
  modelStockSchema,
  meansGone,
  meansLocked,
  stockUpdateSchema,
} from './product-wire.ts'
import type { ShopeeStock } from './product-wire.ts'
import { requestItems, requestModels } from './products.ts'
import { describeIssue, isFault } from './wire.ts'

export const stock: Stock = {
  // One call of Shopee's sets one item's models, up to 50 of them.
  figuresPerCall: 50,

  async set(session, figures) {
    const items = Map.groupBy(figures, (figure) => figure.channelProductId)
    return (await allTold([...items].map(([id, list]) => setItem(session, id, list)))).flat()
  },

  async read(session, listings) {
    const asked = Map.groupBy(listings, (listing) => listing.channelProductId)
    const items = await requestItems(session, [...asked.keys()])
    const found = await Promise.all(items.map((raw) => readItem(session, raw)))
    const left = new Map(found.flat().map((figure) => [keyOf(figure), figure.quantity]))
    return listings.flatMap(({ channelProductId, channelSkuId }) => {
      const quantity = left.get(keyOf({ channelProductId, channelSkuId }))
      return quantity === undefined ? [] : [{ channelProductId, channelSkuId, quantity }]
    })
  },
}

async function setItem(session: Session, itemId: string, figures: StockFigure[]): Promise<StockResult[]> {
  const body = {
    item_id: Number(itemId),
    stock_list: figures.map(({ channelSkuId, quantity }) => ({
      model_id: Number(channelSkuId),
      seller_stock: [{ stock: quantity }],
    })),
  }
  const request = { method: 'POST' as const, path: '/api/v2/product/update_stock', query: {}, body }
  try {
    const caller = { ...session, now: session.now() }
    const { response } = await call(caller, request, stockUpdateSchema, allModelsRefused)
    const refused = new Map(
      response?.failure_list?.map((row) => [String(row.model_id ?? 0), row.failed_reason || 'refused']),
    )
    const done = new Set(response?.success_list?.map((row) => String(row.model_id ?? 0)))
    return figures.flatMap((figure) => {
      const reason = refused.get(figure.channelSkuId)
      // Nobody knows what became of it.
      if (isFault(reason)) return []
      if (reason !== undefined && meansLocked(reason)) return locked(figure, reason)
      if (reason === undefined && done.has(figure.channelSkuId)) return { ...listingOf(figure), isDone: true }
      return refusal(
        figure,
        reason ?? ownMessage('refusal.figure_unanswered', { channel: 'Shopee' }),
        meansGone(reason ?? ''),
      )
    })
  } catch (error) {
    if (!isAboutItem(error)) throw error
    if (meansLocked(error)) return figures.map((figure) => locked(figure, error.message))
    return figures.map((figure) => refusal(figure, error.message, isGoneItem(error)))
  }
}

function refusal(figure: StockFigure, reason: string, isGone: boolean): StockResult {
  return { ...listingOf(figure), isDone: false, reason, isGone }
}

function locked(figure: StockFigure, reason: string): StockResult {
  return { ...listingOf(figure), isDone: false, isLocked: true, reason, isGone: false }
}

function listingOf({ channelProductId, channelSkuId }: Listing): Listing {
  return { channelProductId, channelSkuId }
}

/** Reads the stock of an item or of each of its models; nothing of a deleted one. */
async function readItem(session: Session, raw: unknown): Promise<StockFigure[]> {
  const item = itemStockSchema.safeParse(raw)
  if (!item.success) throw unreadable(describeIssue(item.error))
  const { item_id: itemId, item_status: status, has_model: hasModel } = item.data
  if (deletedStatuses.includes(status)) return []
  if (!hasModel) return [figureOf(itemId, 0, item.data.stock_info_v2)]
  try {
    const list = modelStockSchema.safeParse(await requestModels(session, itemId))
    if (!list.success) throw unreadable(`item ${itemId}: ${describeIssue(list.error)}`)
    return list.data.model.map((model) => figureOf(itemId, model.model_id, model.stock_info_v2))
  } catch (error) {
    if (isGoneItem(error)) return []
    throw error
  }
}

function figureOf(itemId: number, modelId: number, info: ShopeeStock | null | undefined): StockFigure {
  const quantity = stockOf(info)
  if (quantity === null) throw unreadable(`item ${itemId}: stock_info_v2 is missing`)
  return { channelProductId: String(itemId), channelSkuId: String(modelId), quantity }
}

/** Left out, it would look as if the listing were gone. */
function unreadable(issue: string): ChannelError {
  return new ChannelError('changed-shape', `Shopee's stock: ${issue}`)
}

function keyOf({ channelProductId, channelSkuId }: Listing): string {
  return `${channelProductId}_${channelSkuId}`
}
