import { z } from 'zod'
import { chooseShop } from '../../kit/channel-control.ts'
import type { Live } from '../../kit/live-selling.ts'
import { generateBaskets } from '../../kit/load-orders.ts'
import type { ControlPart } from '../../kit/marketplace.ts'
import {
  createOrderControl,
  delayRoutes,
  LIFETIMES,
  lifetimeSchema,
  pushRoutes,
  setSettings,
} from '../../kit/order-control.ts'
import { pushFaultSchema } from '../../kit/push-delivery.ts'
import { returnRoutes } from '../../kit/return-control.ts'
import { approve } from './auth.ts'
import { detailOf, totalOf } from './detail.ts'
import { trueSettlements } from './finance.ts'
import { isAction, MOVES } from './lifecycle.ts'
import { createBasket, createOrder } from './live.ts'
import { loadRecords, loadSample } from './load.ts'
import { imageUrl } from './orders.ts'
import { planReturn } from './returning.ts'
import type { Tiktok } from './tiktok.ts'
import { TiktokError } from './wire.ts'

const schemas = {
  authorize: z.strictObject({
    redirect: z.string().optional().describe("left out: the app's"),
    shop_id: z.string().optional(),
    shop_ids: z.array(z.string()).optional().describe('an account with several shops'),
    state: z.string().optional(),
  }),
  tokens: lifetimeSchema.extend({
    revoke: z.enum(['access', 'all']).optional(),
    unlink: z.string().optional().describe('a shop that ends its authorisation'),
  }),
  generate: z.strictObject({
    shop_id: z.string(),
    orders: z.number().int().min(1).max(200_000),
    days: z.number().min(0.01).max(3_650).default(30),
    seed: z.string().default('generated'),
  }),
  advance: z.strictObject({
    action: z.string(),
    by: z.enum(['BUYER', 'SELLER', 'SYSTEM']).optional(),
    reason: z.string().optional(),
  }),
}

const DELAYS = {
  audit_seconds: 'auditSeconds',
  tracking_seconds: 'trackingSeconds',
  document_seconds: 'documentSeconds',
  settle_seconds: 'settleSeconds',
} as const

export function tiktokControl(tiktok: Tiktok, live: Live): ControlPart {
  const { settings, tokens, pushes, shops } = tiktok
  return createOrderControl(
    tiktok,
    live,
    {
      code: 'tiktok',
      idName: 'order_id',
      orderId: z.string(),
      readId: String,
      error: TiktokError,
      authorize(read) {
        const { redirect = settings.redirectUrl, shop_id, shop_ids = [], state } = read(schemas.authorize)
        return approve(tiktok, shop_id === undefined ? shop_ids : [shop_id], redirect, state)
      },
      shopId: z.string(),
      sell: (shop, record, isForced) => createOrder(tiktok, shop, record, isForced),
      generate: {
        schema: schemas.generate,
        records: (shop, input) => generateBaskets(input, (seed) => createBasket(tiktok, shop, seed)),
      },
      load: (records) => loadRecords(tiktok, records),
      loadSample: () => loadSample(tiktok),
      advance: {
        schema: schemas.advance,
        actions: Object.keys(MOVES),
        move: (order, action, details) => isAction(action) && tiktok.lifecycle.move(order, action, details),
        refusalOf: ({ status }, action) => `an order in ${status} can not ${action}`,
      },
      brief: ({ id, shop, status, updateTime }) => ({
        order_id: id,
        shop_id: shop.id,
        status,
        update_time: updateTime,
      }),
      truthOf: (order) => ({ order: detailOf(order, imageUrl(tiktok)), total: totalOf(order) }),
      settlementsOf: (shop) => trueSettlements(tiktok, shop),
      app: () => ({ app_key: settings.appKey }),
      shopRow: ({ name, region, currency }) => ({ name, region, currency }),
      stats: () => ({ tiktok_pushes: pushes.stats() }),
    },
    {
      'POST /_sandbox/tiktok/tokens': ({ read }) => {
        const input = read(schemas.tokens)
        if (input.revoke) tokens.revoke(input.revoke)
        if (input.unlink !== undefined) {
          // The webhook goes out first: afterwards the shop is a stranger, and strangers get none.
          const { id } = chooseShop(shops, input.unlink)
          pushes.send(6, id, { message: 'The seller has deauthorized the app' })
          tokens.unlink(id)
        }
        return setSettings(settings, LIFETIMES, input)
      },
      ...pushRoutes('tiktok', settings, pushes, pushFaultSchema),
      ...delayRoutes('tiktok', settings, DELAYS),
      ...returnRoutes('tiktok', tiktok.returns, {
        shopIdOf: (id) => chooseShop(shops, id).id,
        plan: (input) => planReturn(tiktok, input),
      }),
    },
  )
}
