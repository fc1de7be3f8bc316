/** Sync figures of a shop's page: progress, waiting and failed items, and the calls that the channel still takes. */
import { type CardCounts, countCards, listRefusedCards } from '../customers/customer-card-store.ts'
import type { ShopKey, Tx } from '../db/database.ts'
import { countProducts } from '../listings/product-store.ts'
import { countOpenPushes, listRefused } from '../stock/push/stock-push-store.ts'
import { listFailures, listSyncs, type SyncKind, type SyncOverview } from './sync-store.ts'
import { listContacts, type ChannelContact } from '../shops/shops-store.ts'

export type ShopHealth = ChannelContact & {
  syncs: SyncOverview[]
  products: number
  stockWaiting: number
  stockRefused: number
  /** Undefined: it was sent no customer yet. */
  cards: CardCounts | undefined
}

/** By shop. */
export async function healthOfShops(tx: Tx, ownerId: string): Promise<Map<number, ShopHealth>> {
  const syncs = Map.groupBy(await listSyncs(tx, ownerId), ({ shopId }) => shopId)
  const products = await countProducts(tx, ownerId)
  const pushes = await countOpenPushes(tx, ownerId)
  const cards = await countCards(tx, ownerId)
  const contacts = new Map((await listContacts(tx, ownerId)).map((contact) => [contact.shopId, contact]))
  const unknown = { lastEventAt: null, calls: null }
  return new Map(
    [...syncs].map(([shopId, of]) => [
      shopId,
      {
        ...(contacts.get(shopId) ?? { shopId, ...unknown }),
        syncs: of,
        products: products.get(shopId) ?? 0,
        stockWaiting: pushes.get(shopId)?.open ?? 0,
        stockRefused: pushes.get(shopId)?.refused ?? 0,
        cards: cards.get(shopId),
      },
    ]),
  )
}

export type Failing = {
  kind: SyncKind | 'stock' | 'card'
  channelId: string
  reason: string
  attempts: number
  firstFailedAt: Date
  lastFailedAt: Date
}

/** Lists a shop's items that could not be saved or that its channel refused, the latest first. */
export async function listFailing(
  tx: Tx,
  shop: ShopKey,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: Failing[]; total: number }> {
  const failures = await listFailures(tx, shop, offset + limit)
  const refused = await listRefused(tx, shop, offset + limit)
  const cards = await listRefusedCards(tx, shop, offset + limit)
  const rows: Failing[] = [
    ...failures.rows,
    ...refused.rows.map((row) => ({ ...row, kind: 'stock' as const })),
    ...cards.rows.map((row) => ({ ...row, kind: 'card' as const })),
  ].toSorted((a, b) => +b.lastFailedAt - +a.lastFailedAt)
  return { rows: rows.slice(offset, offset + limit), total: failures.total + refused.total + cards.total }
}
