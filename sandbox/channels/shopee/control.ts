import { z } from 'zod'
import { asControlError } from '../../kit/channel-control.ts'
import { ControlError, type ControlCall, type ControlRoute } from '../../kit/control-call.ts'
import type { Live } from '../../kit/live-selling.ts'
import { generateRecords } from '../../kit/load-orders.ts'
import type { ControlPart } from '../../kit/marketplace.ts'
import {
  createOrderControl,
  delayRoutes,
  LIFETIMES,
  lifetimeSchema,
  pushRoutes,
  setSettings,
} from '../../kit/order-control.ts'
import { latePushFaultSchema } from '../../kit/push-delivery.ts'
import { secondsSchema } from '../../kit/channel-control.ts'
import { parseOrderRecord } from '../../retail/sample.ts'
import { approve, endAuthorization } from './auth.ts'
import { fullEscrowOf } from './escrow.ts'
import { isAction, MOVES } from './lifecycle.ts'
import { createOrder } from './live.ts'
import { loadFile, loadFrom, loadRecords, loadSample } from './load.ts'
import { returnRoutes } from './returns.ts'
import { trueSettlements } from './settlements.ts'
import type { Shopee } from './shopee.ts'
import { openShop } from './shops.ts'
import { ShopeeError } from './wire.ts'

const shopId = z.number().int()

const schemas = {
  authorize: z.strictObject({ redirect: z.string(), shop_id: shopId, state: z.string().optional() }),
  tokens: lifetimeSchema.extend({
    shop_id: shopId.optional().describe('left out: all shops'),
    revoke: z.enum(['access', 'all']).optional(),
    unlink: z.boolean().optional(),
    grace_seconds: secondsSchema.optional(),
    error: z.enum(['invalid_acceess_token', 'invalid_access_token', 'error_auth']).optional(),
  }),
  load: z.strictObject({
    source: z.enum(['retail']).optional(),
    path: z.string().optional(),
    shop_id: shopId.optional(),
    limit: z.number().int().min(1).optional(),
  }),
  generate: z.strictObject({
    shop_id: shopId,
    orders: z.number().int().min(1).max(2_000_000),
    lines_per_order: z.number().min(1).max(50).default(2.2),
    days: z.number().min(0.01).max(3_650).default(30),
    products: z.number().int().min(1).max(100_000).default(2_000),
    customers: z.number().int().min(1).optional(),
    seed: z.string().default('generated'),
  }),
  shops: z.strictObject({ count: z.number().int().min(1).max(500) }),
  advance: z.strictObject({ action: z.string(), by: z.string().optional(), reason: z.string().optional() }),
}

const TOKEN_SETTINGS = { ...LIFETIMES, grace_seconds: 'graceSeconds', error: 'tokenError' } as const
const DELAYS = { tracking_seconds: 'trackingSeconds', document_seconds: 'documentSeconds' } as const

export function shopeeControl(shopee: Shopee, live: Live): ControlPart {
  const { settings, pushes, corrupt } = shopee
  return createOrderControl(
    shopee,
    live,
    {
      code: 'shopee',
      idName: 'order_sn',
      orderId: z.string(),
      readId: String,
      error: ShopeeError,
      authorize(read) {
        const { redirect, shop_id: id, state } = read(schemas.authorize)
        return approve(shopee, redirect, id, state)
      },
      shopId,
      sell: (shop, record, isForced) => createOrder(shopee, shop, record, isForced),
      generate: {
        schema: schemas.generate,
        records({ scale }, { lines_per_order: linesPerOrder, ...input }) {
          const customers = input.customers ?? Math.ceil(input.orders / 4)
          return generateRecords({ ...input, linesPerOrder, customers }, scale, 'generate')
        },
      },
      load: (records) => loadRecords(shopee, records),
      loadSample: () => loadSample(shopee),
      advance: {
        schema: schemas.advance,
        actions: Object.keys(MOVES),
        move: (order, action, details) => isAction(action) && shopee.lifecycle.move(order, action, details),
        refusalOf: ({ status }, action) => `an order in ${status} can not ${action}`,
      },
      brief: ({ sn, shop, status, updateTime, parcel }) => ({
        order_sn: sn,
        shop_id: shop.id,
        order_status: status,
        update_time: updateTime,
        logistics_status: parcel.status,
        tracking_number: parcel.tracking,
      }),
      truthOf: (order) => ({
        order: shopee.details.full(order),
        escrow: fullEscrowOf(shopee, order),
        tracking_number: order.parcel.tracking,
      }),
      settlementsOf: (shop) => trueSettlements(shopee, shop),
      app: () => ({ partner_id: settings.partnerId }),
      shopRow: ({ name, region, currency }) => ({ name, region, currency }),
      stats: () => ({ pushes: pushes.stats(), corrupt: [...corrupt.keys()] }),
      resetAnswer: (summary) => summary,
    },
    {
      ...tokenRoutes(shopee),
      ...pushRoutes('shopee', settings, pushes, latePushFaultSchema, pushes.config),
      ...delayRoutes('shopee', settings, DELAYS),
      'POST /_sandbox/shopee/shops': ({ read }) => ({
        opened: Array.from({ length: read(schemas.shops).count }, () => openShop(shopee.shops).id),
      }),
      'POST /_sandbox/shopee/load': (call) =>
        asControlError([ShopeeError], async () => ({ loaded: await load(shopee, call) })),
      ...returnRoutes(shopee),
    },
  )
}

const tokenRoutes = (shopee: Shopee): Record<string, ControlRoute> => ({
  'POST /_sandbox/shopee/tokens': ({ read }) => {
    const { settings, tokens } = shopee
    const { shop_id: id, revoke, unlink, ...input } = read(schemas.tokens)
    if (revoke) tokens.revoke(revoke, (grant) => id === undefined || grant.shopId === id)
    if (unlink)
      for (const shop of id === undefined ? tokens.linkedShops() : [id]) endAuthorization(shopee, shop)
    return { linked: tokens.linkedShops(), ...setSettings(settings, TOKEN_SETTINGS, input) }
  },
  'POST /_sandbox/shopee/warn-expiry': () => {
    const linked = shopee.tokens.linkedShops()
    for (const shop of linked)
      shopee.pushes.send(12, shop, {
        shop_expire_soon: [shop],
        expire_before: shopee.clock.now() + 7 * 86_400,
        page_no: 1,
        total_page: 1,
      })
    return { told: linked }
  },
})

/** Takes in the records of the body, the sample, or a file. */
function load(shopee: Shopee, { type, text, query, read }: ControlCall): Promise<number> {
  if (/ndjson|jsonl/.test(type)) {
    const records = text
      .split('\n')
      .flatMap((line, index) => (line.trim() === '' ? [] : [parseOrderRecord(line, index + 1)]))
    const id = query.get('shop_id')
    return loadFrom(shopee, records, { shopId: id === null ? undefined : Number(id) })
  }
  const { source, path, shop_id: id, limit } = read(schemas.load)
  if ((source === undefined) === (path === undefined)) throw new ControlError('give either source or path')
  return path === undefined ? loadSample(shopee) : loadFile(shopee, path, { shopId: id, limit })
}
