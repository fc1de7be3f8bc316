/** The pieces that a shop is offered, and why. The same in SQL: server/stock/push/offered-stock-store.ts. */

/**
 * States of sending a listing's figure. due: to be sent. sent: sent, or sold by itself, and not yet read back. done: read back.
 * refused: the channel says no. locked: it keeps the figure for a campaign of its own.
 */
export const pushStates = ['due', 'sent', 'done', 'refused', 'locked'] as const
export type PushState = (typeof pushStates)[number]

export type StockRule = {
  /** Pieces that are kept back. */
  buffer: number
  /** The most that is offered; null: no limit. */
  cap: number | null
  /** Per cent of the pieces that are left. */
  share: number
}

/** A SKU's own rule in a shop. Null: as the shop says. */
export type OwnStockRule = { [Name in keyof StockRule]: StockRule[Name] | null }

export type StockOffer = StockRule & {
  /** On hand less reserved; below 0: oversold. */
  free: number
  /** Pieces that the share leaves of it. */
  shared: number
  offered: number
}

export function stockRuleOf(shop: StockRule, own: OwnStockRule | undefined): StockRule {
  return {
    buffer: own?.buffer ?? shop.buffer,
    cap: own?.cap ?? shop.cap,
    share: own?.share ?? shop.share,
  }
}

export function stockOfferOf(free: number, rule: StockRule): StockOffer {
  const shared = Math.trunc((free * rule.share) / 100) || 0
  const left = Math.max(0, shared - rule.buffer)
  return { ...rule, free, shared, offered: rule.cap === null ? left : Math.min(rule.cap, left) }
}

/** Part of a bundle. `free`: pieces of it that are left in a warehouse; null: never counted there. */
export type BundlePart = { quantity: number; free: number | null }

/** Bundles that the parts of one warehouse are enough for; null while a part was never counted there. */
export function freeOfBundle(parts: BundlePart[]): number | null {
  const enough = parts.map(({ free, quantity }) => (free === null ? null : Math.floor(free / quantity)))
  const known = enough.filter((one) => one !== null)
  return parts.length === 0 || known.length < parts.length ? null : Math.min(...known)
}
