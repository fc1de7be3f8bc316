/** Orders of the sandbox's marketplaces whose courier is booked: those that have a label. */
import type { TestConsole } from '../start-test-console.ts'

type Running = Pick<TestConsole, 'control'>

/** `arrange`: what leads a paid order there. */
export const markets = {
  shopee: { id: 2, shop: 727720655, status: 'READY_TO_SHIP', arrange: ['arrange'] },
  lazada: { id: 1, shop: 100190015, status: 'pending', arrange: ['pack', 'ready'] },
  tiktok: { id: 5, shop: '7494726673780148744', status: 'AWAITING_SHIPMENT', arrange: ['ship'] },
} as const
export type Market = keyof typeof markets

type Truth = {
  tracking_number?: string
  order: { shipping_type?: string; line_items?: { tracking_number?: string }[] }
  order_items?: { tracking_code: string }[]
}

let made = 0

/** The channel's id of the order. */
export async function bookOrder(running: Running, market: Market): Promise<string> {
  const { shop, status, arrange } = markets[market]
  for (;;) {
    const order = { ref: `booked-${made++}`, lines: [['CUP', 'Tea Cup', 1, 12.5]], cod: false, status }
    const request = { shop_id: shop, order, force: true }
    const answer = (await running.control('orders', request, market)) as {
      order_sn?: string
      order_id?: string
    }
    const code = answer.order_sn ?? answer.order_id ?? ''
    // Skips orders that the seller's own couriers carry: the channel makes no label for them.
    if ((await truthOf(running, market, code)).order.shipping_type === 'SELLER') continue
    for (const action of arrange) await running.control(`orders/${code}/advance`, { action }, market)
    return code
  }
}

/** The number on its label. */
export async function labelCode(running: Running, market: Market, code: string): Promise<string> {
  const { tracking_number: number, order, order_items: items } = await truthOf(running, market, code)
  return number ?? items?.[0]?.tracking_code ?? order.line_items?.[0]?.tracking_number ?? ''
}

async function truthOf(running: Running, market: Market, code: string): Promise<Truth> {
  return (await running.control(`orders/${code}`, undefined, market)) as Truth
}
