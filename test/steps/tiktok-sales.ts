/** Orders of a TikTok Shop seller, made and moved on by the marketplace itself. */
import type { Selling } from './selling-session.ts'

type Truth = {
  order: {
    id: string
    status: string
    shipping_type: string
    cancel_reason?: string
    is_buyer_request_cancel: boolean
    packages?: { id: string }[]
    payment: { shipping_fee_seller_discount: string }
    line_items: { id: string; sku_id: string; sale_price: string; is_gift: boolean }[]
  }
}

/** `now`: the session of the running test and its shop. */
export function tiktokSales(now: () => { selling: Selling; shopId: string }) {
  let made = 0
  const truthOf = async (id: string) => (await now().selling.control<Truth>(`orders/${id}`)).order
  const advance = (id: string, action: string) => now().selling.control(`orders/${id}/advance`, { action })

  /** An order that TikTok Shop's couriers carry, unless the seller's own is wanted. */
  async function sell(
    lines: [string, string, number, number][] = [['CUP', 'Tea Cup', 2, 12.5]],
    { status = 'AWAITING_SHIPMENT', isOwn = false } = {},
  ) {
    for (;;) {
      const order = { ref: `order-${made++}`, lines, status, cod: false }
      const request = { shop_id: now().shopId, order, force: true }
      const { order_id: id } = await now().selling.control<{ order_id: string }>('orders', request)
      const truth = await truthOf(id)
      if ((truth.shipping_type === 'SELLER') === isOwn) return id
    }
  }

  async function arrived(id: string) {
    for (const action of ['ship', 'collect', 'deliver']) await advance(id, action)
  }

  return { sell, truthOf, advance, arrived }
}
