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
import { latePushFaultSchema } from '../../kit/push-delivery.ts'
import { inventOrders } from '../../kit/take-orders.ts'
import { parseOrderRecord } from '../../retail/sample.ts'
import { approve, endAuthorization } from './auth.ts'
import { fullEscrowOf } from './escrow.ts'
import { isAction, MOVES } from './lifecycle.ts'
import { createOrder } from './live.ts'
import { loadFile, loadRecords, loadSample } from './load.ts'
import { returnRoutes } from './returns.ts'
import { settlementRoutes } from './settlements.ts'
import { openShop } from './shops.ts'
import type { Shopee } from './shopee.ts'
import type { Order } from './types.ts'
import { ShopeeError } from './wire.ts'

const seconds = secondsSchema

const schemas = {
  authorize: z.strictObject({
    redirect: z.string(),
    shop_id: z.number().int(),
    state: z.string().optional(),
  }),
  tokens: z.strictObject({
    shop_id: z.number().int().optional().describe('left out: all shops'),
    revoke: z.enum(['access', 'all']).optional(),
    unlink: z.boolean().optional(),
    access_seconds: seconds.optional(),
    refresh_seconds: seconds.optional(),
    grace_seconds: seconds.optional(),
    error: z.enum(['invalid_acceess_token', 'invalid_access_token', 'error_auth']).optional(),
  }),
  push: z.strictObject({ url: z.string().optional(), faults: latePushFaultSchema.optional() }),
  delays: z.strictObject({ tracking_seconds: seconds.optional(), document_seconds: seconds.optional() }),
  load: z.strictObject({
    source: z.enum(['retail']).optional(),
    path: z.string().optional(),
    shop_id: z.number().int().optional(),
    limit: z.number().int().min(1).optional(),
  }),
  generate: z.strictObject({
    shop_id: z.number().int(),
    orders: z.number().int().min(1).max(2_000_000),
    lines_per_order: z.number().min(1).max(50).default(2.2),
    days: z.number().min(0.01).max(3_650).default(30),
    products: z.number().int().min(1).max(100_000).default(2_000),
    customers: z.number().int().min(1).optional(),
    seed: z.string().default('generated'),
  }),
  shops: z.strictObject({ count: z.number().int().min(1).max(500) }),
  create: createSchema.extend({ shop_id: z.number().int() }),
  advance: z.strictObject({ action: z.string(), by: z.string().optional(), reason: z.string().optional() }),
}

/** Words of the makers' own errors as the control interface's. */
const asShopeeControlError = <T>(work: () => T | Promise<T>): Promise<T> =>
  asControlError([ShopeeError], work)

export function shopeeControl(shopee: Shopee, live: Live): ControlPart {
  const { settings, tokens, pushes, corrupt, book } = shopee
  const initialSettings = { ...settings }

  const find = (sn: string | undefined): Order => {
    const order = book.find(sn ?? '')
    if (!order) throw new ControlError(`there is no order ${sn}`, 404)
    return order
  }
  const brief = (order: Order): object => ({
    order_sn: order.sn,
    shop_id: order.shop.id,
    order_status: order.status,
    update_time: order.updateTime,
    logistics_status: order.parcel.status,
    tracking_number: order.parcel.tracking,
  })

  /** Returns the order's true data, as calls return it when no fault corrupts it. */
  const truthOf = (order: Order): object => ({
    order: shopee.details.full(order),
    escrow: fullEscrowOf(shopee, order),
    tracking_number: order.parcel.tracking,
  })

  const summary = (): object => ({
    partner_id: settings.partnerId,
    shops: [...shopee.shops.values()].map(({ id, name, region, currency }) => ({
      shop_id: id,
      name,
      region,
      currency,
      orders: book.count(id),
      linked: tokens.isLinked(id),
    })),
    push_url: settings.pushUrl,
    live_per_minute: live.pace(),
  })

  const routes: Record<string, ControlRoute> = {
    'POST /_sandbox/shopee/authorize': ({ read }) =>
      asShopeeControlError(() => {
        const { redirect, shop_id, state } = read(schemas.authorize)
        return { location: approve(shopee, redirect, shop_id, state) }
      }),
    'POST /_sandbox/shopee/tokens': ({ read }) => {
      const request = read(schemas.tokens)
      settings.accessSeconds = request.access_seconds ?? settings.accessSeconds
      settings.refreshSeconds = request.refresh_seconds ?? settings.refreshSeconds
      settings.graceSeconds = request.grace_seconds ?? settings.graceSeconds
      settings.tokenError = request.error ?? settings.tokenError
      for (const shopId of request.shop_id === undefined ? tokens.linkedShops() : [request.shop_id]) {
        if (request.revoke) tokens.revoke(request.revoke, (grant) => grant.shopId === shopId)
        if (request.unlink) endAuthorization(shopee, shopId)
      }
      return {
        linked: tokens.linkedShops(),
        access_seconds: settings.accessSeconds,
        refresh_seconds: settings.refreshSeconds,
        grace_seconds: settings.graceSeconds,
        error: settings.tokenError,
      }
    },
    'POST /_sandbox/shopee/warn-expiry': () => {
      for (const shopId of tokens.linkedShops())
        pushes.send(12, shopId, {
          shop_expire_soon: [shopId],
          expire_before: shopee.clock.now() + 7 * 86_400,
          page_no: 1,
          total_page: 1,
        })
      return { told: tokens.linkedShops() }
    },
    'POST /_sandbox/shopee/push': ({ read }) => {
      const { url, faults } = read(schemas.push)
      pushes.configure({ url })
      if (faults) pushes.setFaults(faults)
      return { ...pushes.config(), ...pushes.stats() }
    },
    'POST /_sandbox/shopee/delays': ({ read }) => {
      const request = read(schemas.delays)
      settings.trackingSeconds = request.tracking_seconds ?? settings.trackingSeconds
      settings.documentSeconds = request.document_seconds ?? settings.documentSeconds
      return { tracking_seconds: settings.trackingSeconds, document_seconds: settings.documentSeconds }
    },
    'POST /_sandbox/shopee/shops': ({ read }) => ({
      opened: Array.from({ length: read(schemas.shops).count }, () => openShop(shopee.shops).id),
    }),
    'POST /_sandbox/shopee/load': (call) =>
      asShopeeControlError(async () => {
        if (/ndjson|jsonl/.test(call.type)) {
          const records = call.text
            .split('\n')
            .flatMap((line, index) => (line.trim() === '' ? [] : [parseOrderRecord(line, index + 1)]))
          const shopId = call.query.get('shop_id')
          return {
            loaded: await loadRecords(shopee, records, {
              shopId: shopId === null ? undefined : Number(shopId),
            }),
          }
        }
        const { source, path, shop_id: shopId, limit } = call.read(schemas.load)
        if ((source === undefined) === (path === undefined))
          throw new ControlError('give either source or path')
        return {
          loaded:
            path === undefined ? await loadSample(shopee) : await loadFile(shopee, path, { shopId, limit }),
        }
      }),
    'POST /_sandbox/shopee/generate': ({ read }) =>
      asShopeeControlError(async () => {
        const { shop_id: shopId, lines_per_order: linesPerOrder, ...request } = read(schemas.generate)
        const { scale } = chooseShop(shopee.shops, shopId)
        const customers = request.customers ?? Math.ceil(request.orders / 4)
        const records = inventOrders({ ...request, linesPerOrder, customers }, scale, 'generate')
        return { loaded: await loadRecords(shopee, records, { shopId }) }
      }),
    'POST /_sandbox/shopee/orders': ({ read }) =>
      asShopeeControlError(() => {
        const { shop_id: shopId, order, force } = read(schemas.create)
        return brief(createOrder(shopee, shopId, order, force))
      }),
    'GET /_sandbox/shopee/orders/:sn': ({ parts }) => truthOf(find(parts[0])),
    'POST /_sandbox/shopee/orders/:sn/advance': ({ parts, read }) => {
      const order = find(parts[0])
      const { action, by, reason } = read(schemas.advance)
      if (!isAction(action))
        throw new ControlError(`there is no action ${action}; there are ${Object.keys(MOVES).join(', ')}`)
      if (
        !shopee.lifecycle.move(order, action, {
          ...(by !== undefined && { by }),
          ...(reason !== undefined && { reason }),
        })
      )
        throw new ControlError(`an order in ${order.status} can not ${action}`, 409)
      return brief(order)
    },
    'GET /_sandbox/oracle/shopee/orders': ({ query, response }) =>
      sendLines(
        response,
        book
          .all(chooseShop(shopee.shops, Number(query.get('shop_id'))).id)
          .values()
          .map(truthOf),
      ),
    ...returnRoutes(shopee),
    ...settlementRoutes(shopee),
    ...liveRoutes('shopee', live),
    ...corruptRoutes({ code: 'shopee', idName: 'order_sn', id: z.string() }, corrupt, find),
    ...productRoutes('shopee', shopee.catalog, (id) => chooseShop(shopee.shops, Number(id)).id),
  }

  return {
    routes,
    summary,
    stats: () => ({ pushes: pushes.stats(), corrupt: [...corrupt.keys()] }),
    async reset(load) {
      live.setPace(0)
      Object.assign(settings, initialSettings)
      for (const part of [book, shopee.returns, tokens, pushes, shopee.catalog, shopee.maker]) part.reset()
      corrupt.clear()
      shopee.items.clear()
      if (load === 'retail') await loadSample(shopee)
      return summary()
    },
  }
}
