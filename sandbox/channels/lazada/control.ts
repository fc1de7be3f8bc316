import { z } from 'zod'
import { ControlError, type ControlRoute } from '../../kit/control-call.ts'
import {
  chooseShop,
  createSchema,
  liveRoutes,
  secondsSchema,
  sendLines,
  corruptRoutes,
  asControlError,
} from '../../kit/channel-control.ts'
import type { Live } from '../../kit/live-selling.ts'
import type { ControlPart } from '../../kit/marketplace.ts'
import { productRoutes } from '../../kit/product-control.ts'
import { pushFaultSchema } from '../../kit/push-delivery.ts'
import { returnRoutes } from '../../kit/return-control.ts'
import { inventOrders } from '../../kit/take-orders.ts'
import { approve } from './auth.ts'
import { itemsOf, orderOf, truthOf } from './detail.ts'
import { ACTIONS, isAction } from './lifecycle.ts'
import { trueSettlements } from './finance.ts'
import { createOrder } from './live.ts'
import { loadRecords, loadSample } from './load.ts'
import { planReturn } from './returning.ts'
import type { Lazada } from './lazada.ts'
import type { Order, Shop } from './types.ts'
import { LazadaError } from './wire.ts'

const seconds = secondsSchema
const orderId = z.union([z.number().int(), z.string().regex(/^\d+$/)]).transform(Number)

const schemas = {
  authorize: z.strictObject({
    redirect: z.string(),
    shop_id: z.number().int(),
    state: z.string().optional(),
  }),
  tokens: z.strictObject({
    shop_id: z.number().int().optional().describe('left out: all shops'),
    revoke: z.enum(['access', 'all']).optional(),
    access_seconds: seconds.optional(),
    refresh_seconds: seconds.optional(),
  }),
  delays: z.strictObject({
    pack_seconds: seconds.optional(),
    document_seconds: seconds.optional(),
    settle_seconds: seconds.optional(),
  }),
  push: z.strictObject({ url: z.string().optional(), faults: pushFaultSchema.optional() }),
  generate: z.strictObject({
    shop_id: z.number().int(),
    orders: z.number().int().min(1).max(500_000),
    lines_per_order: z.number().min(1).max(50).default(2.2),
    days: z.number().min(0.01).max(3_650).default(30),
    seed: z.string().default('generated'),
  }),
  create: createSchema.extend({ shop_id: z.number().int() }),
  advance: z.strictObject({
    action: z.string(),
    pieces: z.array(z.number().int().min(0)).optional().describe('places of the pieces that move'),
    by: z.enum(['customer', 'seller', 'internal']).optional(),
    reason: z.string().optional(),
  }),
}

const asLazadaControlError = <T>(work: () => T | Promise<T>): Promise<T> =>
  asControlError([LazadaError], work)

export function lazadaControl(lazada: Lazada, live: Live): ControlPart {
  const { settings, tokens, pushes, corrupt, book } = lazada
  const initialSettings = { ...settings }

  const find = (id: string | number | undefined): Order => {
    const order = book.find(Number(id))
    if (!order) throw new ControlError(`there is no order ${id}`, 404)
    return order
  }

  const shopOf = (id: string): Shop => chooseShop(lazada.shops, Number(id))

  const summary = (): object => ({
    app_key: settings.appKey,
    shops: [...lazada.shops.values()].map(({ id, name, country, currency }) => ({
      shop_id: id,
      name,
      country,
      currency,
      orders: book.count(id),
      linked: tokens.isLinked(id),
    })),
    push_url: settings.pushUrl,
    live_per_minute: live.pace(),
  })

  const routes: Record<string, ControlRoute> = {
    'POST /_sandbox/lazada/authorize': ({ read }) =>
      asLazadaControlError(() => {
        const { redirect, shop_id, state } = read(schemas.authorize)
        return { location: approve(lazada, redirect, shop_id, state) }
      }),
    'POST /_sandbox/lazada/tokens': ({ read }) => {
      const input = read(schemas.tokens)
      settings.accessSeconds = input.access_seconds ?? settings.accessSeconds
      settings.refreshSeconds = input.refresh_seconds ?? settings.refreshSeconds
      const { revoke } = input
      if (revoke)
        for (const shopId of input.shop_id === undefined ? tokens.linkedShops() : [input.shop_id])
          tokens.revoke(revoke, (grant) => grant.shopId === shopId)
      return {
        linked: tokens.linkedShops(),
        access_seconds: settings.accessSeconds,
        refresh_seconds: settings.refreshSeconds,
      }
    },
    'POST /_sandbox/lazada/push': ({ read }) => {
      const { url, faults } = read(schemas.push)
      if (url !== undefined) settings.pushUrl = url
      if (faults) pushes.setFaults(faults)
      return { url: settings.pushUrl, ...pushes.stats() }
    },
    'POST /_sandbox/lazada/load': async () => ({ loaded: await loadSample(lazada) }),
    'POST /_sandbox/lazada/generate': ({ read }) =>
      asLazadaControlError(async () => {
        const { shop_id: shopId, lines_per_order: linesPerOrder, ...input } = read(schemas.generate)
        const shop = chooseShop(lazada.shops, shopId)
        const invention = { ...input, linesPerOrder, products: 500, customers: input.orders }
        const records = inventOrders(invention, shop.scale, 'lazada-generate')
        return {
          loaded: await loadRecords(
            lazada,
            records.map((record) => [shop, record]),
          ),
        }
      }),
    'POST /_sandbox/lazada/orders': ({ read }) =>
      asLazadaControlError(() => {
        const { shop_id: shopId, order, force } = read(schemas.create)
        return truthOf(createOrder(lazada, shopId, order, force))
      }),
    'GET /_sandbox/lazada/orders/:id': ({ parts }) => {
      const order = find(parts[0])
      return { order: orderOf(order), order_items: itemsOf(lazada, order) }
    },
    'POST /_sandbox/lazada/orders/:id/advance': ({ parts, read }) => {
      const order = find(parts[0])
      const { action, pieces, by, reason } = read(schemas.advance)
      if (!isAction(action))
        throw new ControlError(`there is no action ${action}; there are ${ACTIONS.join(', ')}`)
      const details = { ...(pieces && { pieces }), ...(by && { by }), ...(reason && { reason }) }
      if (!lazada.lifecycle.move(order, action, details))
        throw new ControlError(`no piece of the order can ${action}`, 409)
      return truthOf(order)
    },
    'GET /_sandbox/oracle/lazada/orders': ({ query, response }) =>
      sendLines(
        response,
        book
          .all(shopOf(query.get('shop_id') ?? '').id)
          .values()
          .map(truthOf),
      ),
    'POST /_sandbox/lazada/delays': ({ read }) => {
      const input = read(schemas.delays)
      settings.packSeconds = input.pack_seconds ?? settings.packSeconds
      settings.documentSeconds = input.document_seconds ?? settings.documentSeconds
      settings.settleSeconds = input.settle_seconds ?? settings.settleSeconds
      const { packSeconds, documentSeconds, settleSeconds } = settings
      return { pack_seconds: packSeconds, document_seconds: documentSeconds, settle_seconds: settleSeconds }
    },
    'GET /_sandbox/oracle/lazada/settlements': ({ query, response }) =>
      sendLines(response, trueSettlements(lazada, shopOf(query.get('shop_id') ?? ''))),
    ...returnRoutes('lazada', lazada.returns, {
      shopIdOf: (id) => shopOf(id).id,
      plan: (input) => planReturn(lazada, input),
    }),
    ...liveRoutes('lazada', live),
    ...corruptRoutes({ code: 'lazada', idName: 'order_id', id: orderId }, corrupt, find),
    ...productRoutes('lazada', lazada.catalog, (id) => shopOf(id).id),
  }

  return {
    routes,
    summary,
    stats: () => ({ lazada_pushes: pushes.stats() }),
    async reset(load) {
      live.setPace(0)
      Object.assign(settings, initialSettings)
      for (const part of [book, tokens, pushes, lazada.catalog, lazada.maker, lazada.returns]) part.reset()
      corrupt.clear()
      lazada.items.clear()
      if (load === 'retail') await loadSample(lazada)
      return { lazada: summary() }
    },
  }
}
