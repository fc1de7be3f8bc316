import { z } from 'zod'
import {
  chooseShop,
  createSchema,
  liveRoutes,
  secondsSchema,
  sendLines,
  corruptRoutes,
  asControlError,
} from '../../kit/channel-control.ts'
import { ControlError, type ControlRoute } from '../../kit/control-call.ts'
import type { Live } from '../../kit/live-selling.ts'
import type { ControlPart } from '../../kit/marketplace.ts'
import type { OrderRecord } from '../../kit/order-record.ts'
import { productRoutes } from '../../kit/product-control.ts'
import { pushFaultSchema } from '../../kit/push-delivery.ts'
import { createRandom } from '../../kit/random.ts'
import { returnRoutes } from '../../kit/return-control.ts'
import { approve } from './auth.ts'
import { detailOf, totalOf } from './detail.ts'
import { trueSettlements } from './finance.ts'
import { isAction, MOVES } from './lifecycle.ts'
import { createOrder, makeBasket } from './live.ts'
import { loadRecords, loadSample } from './load.ts'
import { imageUrl } from './orders.ts'
import { planReturn } from './returning.ts'
import type { Tiktok } from './tiktok.ts'
import type { Order, Shop } from './types.ts'
import { TiktokError } from './wire.ts'

const seconds = secondsSchema

const schemas = {
  authorize: z.strictObject({
    redirect: z.string().optional().describe("left out: the app's"),
    shop_id: z.string().optional(),
    shop_ids: z.array(z.string()).optional().describe('an account with several shops'),
    state: z.string().optional(),
  }),
  tokens: z.strictObject({
    revoke: z.enum(['access', 'all']).optional(),
    unlink: z.string().optional().describe('a shop that ends its authorisation'),
    access_seconds: seconds.optional(),
    refresh_seconds: seconds.optional(),
  }),
  push: z.strictObject({ url: z.string().optional(), faults: pushFaultSchema.optional() }),
  generate: z.strictObject({
    shop_id: z.string(),
    orders: z.number().int().min(1).max(200_000),
    days: z.number().min(0.01).max(3_650).default(30),
    seed: z.string().default('generated'),
  }),
  create: createSchema.extend({ shop_id: z.string() }),
  delays: z.strictObject({
    audit_seconds: seconds.optional(),
    tracking_seconds: seconds.optional(),
    document_seconds: seconds.optional(),
    settle_seconds: seconds.optional(),
  }),
  advance: z.strictObject({
    action: z.string(),
    by: z.enum(['BUYER', 'SELLER', 'SYSTEM']).optional(),
    reason: z.string().optional(),
  }),
}

const DELAYS = [
  ['audit_seconds', 'auditSeconds'],
  ['tracking_seconds', 'trackingSeconds'],
  ['document_seconds', 'documentSeconds'],
  ['settle_seconds', 'settleSeconds'],
] as const

const asTiktokControlError = <T>(work: () => T | Promise<T>): Promise<T> =>
  asControlError([TiktokError], work)

function* invent(
  tiktok: Tiktok,
  shop: Shop,
  { orders, days, seed }: z.infer<typeof schemas.generate>,
): Generator<OrderRecord> {
  const random = createRandom(`generate:${seed}`)
  for (let at = 0; at < orders; at++)
    yield {
      ...makeBasket(tiktok, shop, `${seed}:${at}`),
      age: Math.floor(random.next() * days * 86_400),
      customer: `${seed}:${random.int(1, Math.ceil(orders / 4))}`,
    }
}

export function tiktokControl(tiktok: Tiktok, live: Live): ControlPart {
  const { settings, book, tokens, pushes, corrupt, lifecycle } = tiktok
  const initialSettings = { ...settings }

  const shopOf = (id: string | null): Shop => chooseShop(tiktok.shops, id ?? '')
  const find = (id: string | undefined): Order => {
    const order = book.find(id ?? '')
    if (!order) throw new ControlError(`there is no order ${id}`, 404)
    return order
  }
  const brief = (order: Order): object => ({
    order_id: order.id,
    shop_id: order.shop.id,
    status: order.status,
    update_time: order.updateTime,
  })
  /** Returns the order's true data, as calls return it when no fault corrupts it, and its total. */
  const truthOf = (order: Order): object => ({
    order: detailOf(order, imageUrl(tiktok)),
    total: totalOf(order),
  })

  const summary = (): object => ({
    app_key: settings.appKey,
    shops: [...tiktok.shops.values()].map(({ id, name, region, currency }) => ({
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
    'POST /_sandbox/tiktok/authorize': ({ read }) =>
      asTiktokControlError(() => {
        const { redirect = settings.redirectUrl, shop_id, shop_ids = [], state } = read(schemas.authorize)
        return { location: approve(tiktok, shop_id === undefined ? shop_ids : [shop_id], redirect, state) }
      }),
    'POST /_sandbox/tiktok/tokens': ({ read }) => {
      const input = read(schemas.tokens)
      settings.accessSeconds = input.access_seconds ?? settings.accessSeconds
      settings.refreshSeconds = input.refresh_seconds ?? settings.refreshSeconds
      if (input.revoke) tokens.revoke(input.revoke)
      if (input.unlink !== undefined) {
        // The webhook goes out first: afterwards the shop is a stranger, and strangers get none.
        pushes.send(6, shopOf(input.unlink).id, { message: 'The seller has deauthorized the app' })
        tokens.unlink(input.unlink)
      }
      return { access_seconds: settings.accessSeconds, refresh_seconds: settings.refreshSeconds }
    },
    'POST /_sandbox/tiktok/push': ({ read }) => {
      const { url, faults } = read(schemas.push)
      settings.pushUrl = url ?? settings.pushUrl
      if (faults) pushes.setFaults(faults)
      return { url: settings.pushUrl, ...pushes.stats() }
    },
    'POST /_sandbox/tiktok/generate': ({ read }) =>
      asTiktokControlError(async () => {
        const options = read(schemas.generate)
        const shop = shopOf(options.shop_id)
        return { loaded: await loadRecords(tiktok, invent(tiktok, shop, options), shop) }
      }),
    'POST /_sandbox/tiktok/orders': ({ read }) =>
      asTiktokControlError(() => {
        const { shop_id, order, force } = read(schemas.create)
        return brief(createOrder(tiktok, shopOf(shop_id), order, force))
      }),
    'GET /_sandbox/tiktok/orders/:id': ({ parts }) => truthOf(find(parts[0])),
    'POST /_sandbox/tiktok/orders/:id/advance': ({ parts, read }) => {
      const order = find(parts[0])
      const { action, by, reason } = read(schemas.advance)
      if (!isAction(action))
        throw new ControlError(`there is no action ${action}; there are ${Object.keys(MOVES).join(', ')}`)
      const details = { ...(by && { by }), ...(reason !== undefined && { reason }) }
      if (!lifecycle.move(order, action, details))
        throw new ControlError(`an order in ${order.status} can not ${action}`, 409)
      return brief(order)
    },
    'GET /_sandbox/oracle/tiktok/orders': ({ query, response }) =>
      sendLines(
        response,
        book
          .all(shopOf(query.get('shop_id')).id)
          .values()
          .map(truthOf),
      ),
    'POST /_sandbox/tiktok/delays': ({ read }) => {
      const input = read(schemas.delays)
      for (const [name, setting] of DELAYS) settings[setting] = input[name] ?? settings[setting]
      return Object.fromEntries(DELAYS.map(([name, setting]) => [name, settings[setting]]))
    },
    'GET /_sandbox/oracle/tiktok/settlements': ({ query, response }) =>
      sendLines(response, trueSettlements(tiktok, shopOf(query.get('shop_id')))),
    ...returnRoutes('tiktok', tiktok.returns, {
      shopIdOf: (id) => shopOf(id).id,
      plan: (input) => planReturn(tiktok, input),
    }),
    ...liveRoutes('tiktok', live),
    ...corruptRoutes({ code: 'tiktok', idName: 'order_id', id: z.string() }, corrupt, find),
    ...productRoutes('tiktok', tiktok.catalog, (id) => shopOf(id).id),
  }

  return {
    routes,
    summary,
    stats: () => ({ tiktok_pushes: pushes.stats() }),
    async reset(load) {
      live.setPace(0)
      Object.assign(settings, initialSettings)
      for (const part of [book, tokens, pushes, tiktok.catalog, tiktok.maker, tiktok.returns]) part.reset()
      corrupt.clear()
      tiktok.items.clear()
      if (load === 'retail') await loadSample(tiktok)
      return { tiktok: summary() }
    },
  }
}
