import { z } from 'zod'
import { chooseShop } from '../../kit/channel-control.ts'
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
import { pushFaultSchema } from '../../kit/push-delivery.ts'
import { returnRoutes } from '../../kit/return-control.ts'
import { approve } from './auth.ts'
import { itemsOf, orderOf, truthOf } from './detail.ts'
import { trueSettlements } from './finance.ts'
import type { Lazada } from './lazada.ts'
import { ACTIONS, isAction } from './lifecycle.ts'
import { createOrder } from './live.ts'
import { loadRecords, loadSample } from './load.ts'
import { planReturn } from './returning.ts'
import { LazadaError } from './wire.ts'

const shopId = z.number().int()

const schemas = {
  authorize: z.strictObject({ redirect: z.string(), shop_id: shopId, state: z.string().optional() }),
  tokens: lifetimeSchema.extend({
    shop_id: shopId.optional().describe('left out: all shops'),
    revoke: z.enum(['access', 'all']).optional(),
  }),
  generate: z.strictObject({
    shop_id: shopId,
    orders: z.number().int().min(1).max(500_000),
    lines_per_order: z.number().min(1).max(50).default(2.2),
    days: z.number().min(0.01).max(3_650).default(30),
    seed: z.string().default('generated'),
  }),
  advance: z.strictObject({
    action: z.string(),
    pieces: z.array(z.number().int().min(0)).optional().describe('places of the pieces that move'),
    by: z.enum(['customer', 'seller', 'internal']).optional(),
    reason: z.string().optional(),
  }),
}

const attributesSchema = z.strictObject({
  kept: z.array(z.string()).describe('attributes that updates do not take away'),
})

const DELAYS = {
  pack_seconds: 'packSeconds',
  document_seconds: 'documentSeconds',
  settle_seconds: 'settleSeconds',
} as const

export function lazadaControl(lazada: Lazada, live: Live): ControlPart {
  const { settings, tokens, pushes } = lazada
  return createOrderControl(
    lazada,
    live,
    {
      code: 'lazada',
      idName: 'order_id',
      orderId: z.union([z.number().int(), z.string().regex(/^\d+$/)]).transform(Number),
      readId: Number,
      error: LazadaError,
      authorize(read) {
        const { redirect, shop_id: id, state } = read(schemas.authorize)
        return approve(lazada, redirect, id, state)
      },
      shopId,
      sell: (shop, record, isForced) => createOrder(lazada, shop, record, isForced),
      generate: {
        schema: schemas.generate,
        records({ scale }, { lines_per_order: linesPerOrder, ...input }) {
          const bulk = { ...input, linesPerOrder, products: 500, customers: input.orders }
          return generateRecords(bulk, scale, 'lazada-generate')
        },
      },
      load: (records) => loadRecords(lazada, records),
      loadSample: () => loadSample(lazada),
      advance: {
        schema: schemas.advance,
        actions: ACTIONS,
        move: (order, action, details) => isAction(action) && lazada.lifecycle.move(order, action, details),
        refusalOf: (_order, action) => `no piece of the order can ${action}`,
      },
      brief: truthOf,
      truthOf,
      shown: (order) => ({ order: orderOf(order), order_items: itemsOf(lazada, order) }),
      settlementsOf: (shop) => trueSettlements(lazada, shop),
      app: () => ({ app_key: settings.appKey }),
      shopRow: ({ name, country, currency }) => ({ name, country, currency }),
      stats: () => ({ lazada_pushes: pushes.stats() }),
    },
    {
      'POST /_sandbox/lazada/tokens': ({ read }) => {
        const { shop_id: id, revoke, ...input } = read(schemas.tokens)
        if (revoke) tokens.revoke(revoke, (grant) => id === undefined || grant.shopId === id)
        return { linked: tokens.linkedShops(), ...setSettings(settings, LIFETIMES, input) }
      },
      'POST /_sandbox/lazada/attributes': ({ read }) => {
        lazada.keptAttributes = new Set(read(attributesSchema).kept)
        return { kept: [...lazada.keptAttributes] }
      },
      'POST /_sandbox/lazada/load': async () => ({ loaded: await loadSample(lazada) }),
      ...pushRoutes('lazada', settings, pushes, pushFaultSchema),
      ...delayRoutes('lazada', settings, DELAYS),
      ...returnRoutes('lazada', lazada.returns, {
        shopIdOf: (id) => chooseShop(lazada.shops, id).id,
        plan: (input) => planReturn(lazada, input),
      }),
    },
  )
}
