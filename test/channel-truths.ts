/** Every emulated marketplace in one form: how a shop is linked there, what happens in it, and what is true in the end. */
import { control, linkShop, linkStore, type Account } from './console.ts'
import { plainTruth, trueOrders } from './oracle.ts'

/** An order in the marketplace's own words; lines as "sku xquantity". */
export type PlainOrder = { sn: string; status: string; lines: string[] }

export type ChannelUnderTest = {
  code: string
  shopId: string
  link(sandboxUrl: string, account: Account): Promise<number>
  truth(sandboxUrl: string): Promise<PlainOrder[]>
  /** What an order in this status may do next, by the words of the control interface. */
  moves: Record<string, string>
}

export const channelsUnderTest: ChannelUnderTest[] = [
  {
    code: 'shopee',
    shopId: '727720655',
    link: (sandboxUrl, account) => linkShop(sandboxUrl, account, 727720655),
    truth: async (sandboxUrl) => (await trueOrders(sandboxUrl, 727720655)).map(plainTruth),
    moves: { UNPAID: 'pay', READY_TO_SHIP: 'arrange', PROCESSED: 'pickup', SHIPPED: 'deliver' },
  },
  {
    code: 'lazada',
    shopId: '100190015',
    link: (sandboxUrl, account) => linkShop(sandboxUrl, account, 100190015, { code: 'lazada', id: 1 }),
    truth: lazadaTruth,
    moves: { unpaid: 'pay', pending: 'pack', packed: 'ready', ready_to_ship: 'ship', shipped: 'deliver' },
  },
  {
    code: 'tiktok',
    shopId: '7494726673780148744',
    link: (sandboxUrl, account) =>
      linkShop(sandboxUrl, account, '7494726673780148744', { code: 'tiktok', id: 5 }),
    truth: tiktokTruth,
    moves: { UNPAID: 'pay', AWAITING_SHIPMENT: 'cancel' },
  },
  {
    code: 'website',
    shopId: 'aoi-gifts',
    link: (sandboxUrl, account) => linkStore(sandboxUrl, account, 'aoi-gifts'),
    truth: websiteTruth,
    moves: { pending: 'pay', processing: 'cancel' },
  },
]

/** One more order in the shop; its id. */
export async function newOrder(sandboxUrl: string, channel: ChannelUnderTest): Promise<string> {
  const shop = /^\d{1,12}$/.test(channel.shopId) ? Number(channel.shopId) : channel.shopId
  const made = (await control(sandboxUrl, 'orders', { shop_id: shop }, channel.code)) as Record<
    string,
    string | number
  >
  return String(made.order_sn ?? made.order_id ?? made.id)
}

async function oracle<T>(sandboxUrl: string, code: string, shopId: string): Promise<T[]> {
  const reply = await fetch(`${sandboxUrl}/_sandbox/oracle/${code}/orders?shop_id=${shopId}`)
  return (await reply.text())
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T)
}

function linesOf(counts: Iterable<[sku: string, quantity: number]>): string[] {
  const quantities = new Map<string, number>()
  for (const [sku, quantity] of counts) quantities.set(sku, (quantities.get(sku) ?? 0) + quantity)
  return [...quantities].map(([sku, quantity]) => `${sku} x${quantity}`).toSorted()
}

async function lazadaTruth(sandboxUrl: string): Promise<PlainOrder[]> {
  type Line = { order_id: string; status: string; lines: { shop_sku: string; quantity: number }[] }
  return (await oracle<Line>(sandboxUrl, 'lazada', '100190015')).map(({ order_id: sn, status, lines }) => ({
    sn,
    status,
    lines: linesOf(lines.map(({ shop_sku: sku, quantity }) => [sku, quantity])),
  }))
}

/** Pieces that were called off are no part of an order that goes on. */
async function tiktokTruth(sandboxUrl: string): Promise<PlainOrder[]> {
  type Line = {
    order: { id: string; status: string; line_items: { sku_id: string; display_status: string }[] }
  }
  return (await oracle<Line>(sandboxUrl, 'tiktok', '7494726673780148744')).map(({ order }) => {
    const isOver = order.status === 'CANCELLED'
    const pieces = order.line_items.filter((piece) => isOver || piece.display_status !== 'CANCELLED')
    return { sn: order.id, status: order.status, lines: linesOf(pieces.map(({ sku_id: sku }) => [sku, 1])) }
  })
}

async function websiteTruth(sandboxUrl: string): Promise<PlainOrder[]> {
  type Item = { product_id: number; variation_id: number; quantity: number }
  type Line = { order: { id: number; status: string; line_items: Item[] } }
  return (await oracle<Line>(sandboxUrl, 'website', 'aoi-gifts')).map(({ order }) => ({
    sn: String(order.id),
    status: order.status,
    lines: linesOf(
      order.line_items.map(({ product_id: product, variation_id: variation, quantity }) => [
        `${product}_${variation}`,
        quantity,
      ]),
    ),
  }))
}
