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
import { createRandom } from '../../kit/random.ts'
import { approve } from './auth.ts'
import { detailOf, totalOf } from './detail.ts'
import { isAction, MOVES } from './lifecycle.ts'
import { createOrder, makeBasket } from './live.ts'
import { loadRecords, loadSample } from './load.ts'
import { imageUrl } from './orders.ts'
import type { Tiki } from './tiki.ts'
import type { Order, Shop } from './types.ts'
import { TikiError } from './wire.ts'

const shopId = z.union([z.number().int(), z.string()])

const schemas = {
  authorize: z.strictObject({ redirect: z.string(), shop_id: shopId, state: z.string().optional() }),
  tokens: z.strictObject({
    revoke: z.enum(['access', 'all']).optional(),
    access_seconds: secondsSchema.optional(),
    refresh_seconds: secondsSchema.optional(),
  }),
  generate: z.strictObject({
    shop_id: shopId,
    orders: z.number().int().min(1).max(200_000),
    days: z.number().min(0.01).max(3_650).default(30),
    seed: z.string().default('generated'),
  }),
  create: createSchema.extend({ shop_id: shopId }),
  advance: z.strictObject({ action: z.string(), reason: z.string().optional() }),
}

const asTikiControlError = <T>(work: () => T | Promise<T>): Promise<T> => asControlError([TikiError], work)

function* invent(
  tiki: Tiki,
  shop: Shop,
  { orders, days, seed }: z.infer<typeof schemas.generate>,
): Generator<OrderRecord> {
  const random = createRandom(`generate:${seed}`)
  for (let at = 0; at < orders; at++)
    yield {
      ...makeBasket(tiki, shop, `${seed}:${at}`),
      age: Math.floor(random.next() * days * 86_400),
      customer: `${seed}:${random.int(1, Math.ceil(orders / 4))}`,
    }
}

export function tikiControl(tiki: Tiki, live: Live): ControlPart {
  const { settings, book, tokens, corrupt, lifecycle } = tiki
  const initialSettings = { ...settings }

  const shopOf = (id: string | number | null): Shop => chooseShop(tiki.shops, Number(id))
  const find = (code: string | undefined): Order => {
    const order = book.find(code ?? '')
    if (!order) throw new ControlError(`there is no order ${code}`, 404)
    return order
  }
  const brief = ({ code, shop, status, updateTime }: Order): object => ({
    order_id: code,
    shop_id: shop.id,
    status,
    update_time: updateTime,
  })
  /** Returns the correct data of an order: its row without faults, and its total. */
  const truthOf = (order: Order): object => ({
    order: detailOf(order, imageUrl(tiki)),
    total: totalOf(order),
  })

  const summary = (): object => ({
    app_id: settings.appId,
    shops: [...tiki.shops.values()].map(({ id, name, currency }) => ({
      shop_id: id,
      name,
      region: 'VN',
      currency,
      orders: book.count(id),
      linked: tokens.isLinked(id),
    })),
    live_per_minute: live.pace(),
  })

  const routes: Record<string, ControlRoute> = {
    'POST /_sandbox/tiki/authorize': ({ read }) =>
      asTikiControlError(() => {
        const { redirect, shop_id: id, state } = read(schemas.authorize)
        return { location: approve(tiki, Number(id), redirect, state) }
      }),
    'POST /_sandbox/tiki/tokens': ({ read }) => {
      const input = read(schemas.tokens)
      settings.accessSeconds = input.access_seconds ?? settings.accessSeconds
      settings.refreshSeconds = input.refresh_seconds ?? settings.refreshSeconds
      if (input.revoke) tokens.revoke(input.revoke)
      return { access_seconds: settings.accessSeconds, refresh_seconds: settings.refreshSeconds }
    },
    'POST /_sandbox/tiki/generate': ({ read }) =>
      asTikiControlError(async () => {
        const input = read(schemas.generate)
        const shop = shopOf(input.shop_id)
        return { loaded: await loadRecords(tiki, invent(tiki, shop, input), shop) }
      }),
    'POST /_sandbox/tiki/orders': ({ read }) =>
      asTikiControlError(() => {
        const { shop_id: id, order, force } = read(schemas.create)
        return brief(createOrder(tiki, shopOf(id), order, force))
      }),
    'GET /_sandbox/tiki/orders/:id': ({ parts }) => truthOf(find(parts[0])),
    'POST /_sandbox/tiki/orders/:id/advance': ({ parts, read }) => {
      const order = find(parts[0])
      const { action, reason } = read(schemas.advance)
      if (!isAction(action))
        throw new ControlError(`there is no action ${action}; there are ${Object.keys(MOVES).join(', ')}`)
      if (!lifecycle.move(order, action, reason === undefined ? {} : { reason }))
        throw new ControlError(`an order in ${order.status} can not ${action}`, 409)
      return brief(order)
    },
    'GET /_sandbox/oracle/tiki/orders': ({ query, response }) =>
      sendLines(
        response,
        book
          .all(shopOf(query.get('shop_id')).id)
          .values()
          .map(truthOf),
      ),
    ...liveRoutes('tiki', live),
    ...corruptRoutes({ code: 'tiki', idName: 'order_id', id: z.string() }, corrupt, find),
    ...productRoutes('tiki', tiki.catalog, (id) => shopOf(id).id),
  }

  return {
    routes,
    summary,
    stats: () => ({}),
    async reset(load) {
      live.setPace(0)
      Object.assign(settings, initialSettings)
      for (const part of [book, tokens, tiki.catalog, tiki.maker]) part.reset()
      corrupt.clear()
      if (load === 'retail') await loadSample(tiki)
      return { tiki: summary() }
    },
  }
}
