import { z } from 'zod'
import type { Live } from '../../kit/live-selling.ts'
import { generateBaskets } from '../../kit/load-orders.ts'
import type { ControlPart } from '../../kit/marketplace.ts'
import { createOrderControl, LIFETIMES, lifetimeSchema, setSettings } from '../../kit/order-control.ts'
import { approve } from './auth.ts'
import { detailOf, totalOf } from './detail.ts'
import { isAction, MOVES } from './lifecycle.ts'
import { createBasket, createOrder } from './live.ts'
import { loadRecords, loadSample } from './load.ts'
import { imageUrl } from './orders.ts'
import type { Tiki } from './tiki.ts'
import { TikiError } from './wire.ts'

const shopId = z.union([z.number().int(), z.string()])

const schemas = {
  authorize: z.strictObject({ redirect: z.string(), shop_id: shopId, state: z.string().optional() }),
  tokens: lifetimeSchema.extend({ revoke: z.enum(['access', 'all']).optional() }),
  generate: z.strictObject({
    shop_id: shopId,
    orders: z.number().int().min(1).max(200_000),
    days: z.number().min(0.01).max(3_650).default(30),
    seed: z.string().default('generated'),
  }),
  advance: z.strictObject({ action: z.string(), reason: z.string().optional() }),
}

export const tikiControl = (tiki: Tiki, live: Live): ControlPart =>
  createOrderControl(
    tiki,
    live,
    {
      code: 'tiki',
      idName: 'order_id',
      orderId: z.string(),
      readId: String,
      error: TikiError,
      authorize(read) {
        const { redirect, shop_id: id, state } = read(schemas.authorize)
        return approve(tiki, Number(id), redirect, state)
      },
      shopId,
      sell: (shop, record, isForced) => createOrder(tiki, shop, record, isForced),
      generate: {
        schema: schemas.generate,
        records: (shop, input) => generateBaskets(input, (seed) => createBasket(tiki, shop, seed)),
      },
      load: (records) => loadRecords(tiki, records),
      loadSample: () => loadSample(tiki),
      advance: {
        schema: schemas.advance,
        actions: Object.keys(MOVES),
        move: (order, action, details) => isAction(action) && tiki.lifecycle.move(order, action, details),
        refusalOf: ({ status }, action) => `an order in ${status} can not ${action}`,
      },
      brief: ({ code, shop, status, updateTime }) => ({
        order_id: code,
        shop_id: shop.id,
        status,
        update_time: updateTime,
      }),
      truthOf: (order) => ({ order: detailOf(order, imageUrl(tiki)), total: totalOf(order) }),
      app: () => ({ app_id: tiki.settings.appId }),
      shopRow: ({ name, region, currency }) => ({ name, region, currency }),
    },
    {
      'POST /_sandbox/tiki/tokens': ({ read }) => {
        const input = read(schemas.tokens)
        if (input.revoke) tiki.tokens.revoke(input.revoke)
        return setSettings(tiki.settings, LIFETIMES, input)
      },
    },
  )
