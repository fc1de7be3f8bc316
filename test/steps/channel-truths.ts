/** Every emulated marketplace in one form: how a shop is linked there, what happens in it, and what is true in the end. */
import { control, linkShop, linkStore, linkWebStore, type Account } from '../start-test-console.ts'
import { plainTruth, trueOrders } from './oracle.ts'

/** An order in the marketplace's own words; lines as "sku xquantity". */
export type PlainOrder = { sn: string; status: string; lines: string[] }

export type ChannelUnderTest = {
  code: string
  shopId: string
  link(sandboxUrl: string, account: Account): Promise<number>
  truth(sandboxUrl: string): Promise<PlainOrder[]>
  /** Action that an order in this status may take next, as the control interface names it. */
  moves: Record<string, string>
  /** Buyers of orders in these statuses may want their money back; what the order and the return are called there. */
  returns?: { from: string[]; orderKey: string; key: string }
  /** Its goods bear no codes of the seller's, so that each stands alone. */
  hasNoCodes?: true
}

export const channelsUnderTest: ChannelUnderTest[] = [
  {
    code: 'shopee',
    shopId: '727720655',
    link: (sandboxUrl, account) => linkShop(sandboxUrl, account, 727720655),
    truth: async (sandboxUrl) => (await trueOrders(sandboxUrl, 727720655)).map(plainTruth),
    moves: { UNPAID: 'pay', READY_TO_SHIP: 'arrange', PROCESSED: 'pickup', SHIPPED: 'deliver' },
    returns: { from: ['TO_CONFIRM_RECEIVE', 'COMPLETED'], orderKey: 'order_sn', key: 'id' },
  },
  {
    code: 'lazada',
    shopId: '100190015',
    link: (sandboxUrl, account) => linkShop(sandboxUrl, account, 100190015, { code: 'lazada', id: 1 }),
    truth: lazadaTruth,
    moves: { unpaid: 'pay', pending: 'pack', packed: 'ready', ready_to_ship: 'ship', shipped: 'deliver' },
    returns: { from: ['delivered', 'confirmed'], orderKey: 'order_id', key: 'return_id' },
  },
  {
    code: 'tiktok',
    shopId: '7494726673780148744',
    link: (sandboxUrl, account) =>
      linkShop(sandboxUrl, account, '7494726673780148744', { code: 'tiktok', id: 5 }),
    truth: tiktokTruth,
    moves: { UNPAID: 'pay', AWAITING_SHIPMENT: 'cancel' },
    returns: { from: ['DELIVERED', 'COMPLETED'], orderKey: 'order_id', key: 'return_id' },
  },
  {
    code: 'tiki',
    shopId: '328784',
    link: (sandboxUrl, account) => linkShop(sandboxUrl, account, 328784, { code: 'tiki', id: 7 }),
    truth: tikiTruth,
    moves: { waiting_payment: 'pay', picking: 'pack', packaging: 'hand_over', shipping: 'deliver' },
  },
  {
    code: 'website',
    shopId: 'aoi-gifts',
    link: (sandboxUrl, account) => linkStore(sandboxUrl, account, 'aoi-gifts'),
    truth: (sandboxUrl) => storeTruth(sandboxUrl, 'website', 'aoi-gifts'),
    moves: { pending: 'pay', processing: 'cancel' },
  },
  {
    code: 'web-store',
    shopId: 'hana-home',
    link: (sandboxUrl, account) => linkWebStore(sandboxUrl, account, 'hana-home'),
    truth: webStoreTruth,
    moves: {
      'pending/not_paid/not_fulfilled': 'authorize',
      'pending/authorized/not_fulfilled': 'capture',
      'pending/captured/not_fulfilled': 'fulfil',
      'pending/captured/fulfilled': 'ship',
      'pending/captured/shipped': 'deliver',
    },
  },
  {
    code: 'pos',
    shopId: 'aoi-counter/1',
    link: (sandboxUrl, account) => linkStore(sandboxUrl, account, 'aoi-counter/1', { code: 'pos', id: 3 }),
    truth: (sandboxUrl) => storeTruth(sandboxUrl, 'pos', 'aoi-counter/1'),
    moves: { pending: 'complete', completed: 'refund' },
    hasNoCodes: true,
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

/** Reads the channel's refunds of returns, in minor units. */
export async function trueRefunds(
  sandboxUrl: string,
  { code, shopId, returns }: ChannelUnderTest,
): Promise<{ id: string; refund: number }[]> {
  if (!returns) return []
  type Line = { stage: string; refund: number } & Record<string, string | number>
  const all = await readOracle<Line>(sandboxUrl, code, shopId, 'returns')
  return all
    .filter(({ stage }) => stage === 'refunded')
    .map((one) => ({ id: String(one[returns.key]), refund: one.refund }))
}

export async function readOracle<T>(
  sandboxUrl: string,
  code: string,
  shopId: string,
  what = 'orders',
): Promise<T[]> {
  const reply = await fetch(`${sandboxUrl}/_sandbox/oracle/${code}/${what}?shop_id=${shopId}`)
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
  return (await readOracle<Line>(sandboxUrl, 'lazada', '100190015')).map(
    ({ order_id: sn, status, lines }) => ({
      sn,
      status,
      lines: linesOf(lines.map(({ shop_sku: sku, quantity }) => [sku, quantity])),
    }),
  )
}

/** Pieces that were called off are no part of an order that goes on. */
async function tiktokTruth(sandboxUrl: string): Promise<PlainOrder[]> {
  type Line = {
    order: { id: string; status: string; line_items: { sku_id: string; display_status: string }[] }
  }
  return (await readOracle<Line>(sandboxUrl, 'tiktok', '7494726673780148744')).map(({ order }) => {
    const isOver = order.status === 'CANCELLED'
    const pieces = order.line_items.filter((piece) => isOver || piece.display_status !== 'CANCELLED')
    return { sn: order.id, status: order.status, lines: linesOf(pieces.map(({ sku_id: sku }) => [sku, 1])) }
  })
}

/** Reads Tiki's orders without those in `processing`, and without canceled items of an order that goes on. */
export async function tikiTruth(sandboxUrl: string): Promise<PlainOrder[]> {
  type Item = { product: { id: number }; confirmation: { status: string }; qty: number }
  type Line = { order: { code: string; status: string; items: Item[] } }
  const all = await readOracle<Line>(sandboxUrl, 'tiki', '328784')
  const shown = all.filter(({ order }) => order.status !== 'processing')
  return shown.map(({ order: { code, status, items } }) => {
    const left = items.filter(({ confirmation }) => confirmation.status !== 'seller_canceled')
    const sold = status === 'canceled' || left.length === 0 ? items : left
    return { sn: code, status, lines: linesOf(sold.map(({ product, qty }) => [String(product.id), qty])) }
  })
}

/** Reads the orders of web stores and points of sale, which have the same interface. */
export async function storeTruth(sandboxUrl: string, code: string, shopId: string): Promise<PlainOrder[]> {
  type Item = { product_id: number; variation_id: number; quantity: number }
  type Line = { order: { id: number; status: string; line_items: Item[] } }
  return (await readOracle<Line>(sandboxUrl, code, shopId)).map(({ order }) => ({
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

async function webStoreTruth(sandboxUrl: string): Promise<PlainOrder[]> {
  type Line = {
    order: Record<'id' | 'status' | 'payment_status' | 'fulfillment_status', string> & {
      items: { variant_id: string; quantity: number }[]
    }
  }
  return (await readOracle<Line>(sandboxUrl, 'web-store', 'hana-home')).map(({ order }) => ({
    sn: order.id,
    status: [order.status, order.payment_status, order.fulfillment_status].join('/'),
    lines: linesOf(order.items.map(({ variant_id: sku, quantity }) => [sku, quantity])),
  }))
}
