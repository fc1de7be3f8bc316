import { z } from 'zod'
import { chooseShop, createSchema, sendLines, asControlError } from '../../kit/channel-control.ts'
import { ControlError, type ControlRoute } from '../../kit/control-call.ts'
import type { OrderRecord } from '../../kit/order-record.ts'
import { productRoutes } from '../../kit/product-control.ts'
import type { ControlPart } from '../../kit/marketplace.ts'
import {
  corruptFieldRoutes,
  findOrder,
  generatedLine,
  generateRoutes,
  sampleRecord,
  webhookRoutes,
} from '../../kit/store-control.ts'
import type { WebStore } from './web-store.ts'
import { NotAllowed, valueOf } from './lifecycle.ts'
import { createOrder } from './create-order.ts'
import { orderRow } from './resource.ts'
import { addStoreKey, changeWebOrder, placeWebOrder } from './store-changes.ts'
import { passwordOf, STORES, userOf } from './stores.ts'
import type { Order, Store } from './types.ts'

const shop_id = z.enum(STORES.map(({ slug }) => slug))

const schemas = {
  authorize: z.strictObject({
    shop_id,
    revoke: z.boolean().default(false).describe('takes all other keys back'),
  }),
  create: createSchema.extend({ shop_id }),
  advance: z.strictObject({ action: z.string(), amount: z.number().optional() }),
  promotion: z.strictObject({ shop_id, percent: z.number().min(0).max(100) }),
}

export function webStoreControl(shop: WebStore): Omit<ControlPart, 'reset'> {
  const { clock } = shop.world
  const stores = new Map(STORES.map((store) => [store.slug, store]))
  const storeOf = (slug: string | null): Store => chooseShop(stores, slug ?? '')
  const make = (store: Store, record: OrderRecord): Order =>
    createOrder(shop.catalog, store, record, shop.nextNumber(), clock.nowMs())
  const truthOf = (order: Order): object => ({
    order: orderRow(order),
    total: valueOf(order),
    refund: order.payment.refunded,
  })

  const routes: Record<string, ControlRoute> = {
    'GET /_sandbox/oracle/web-store/orders': ({ query, response }) => {
      const orders = shop.ordersOf(storeOf(query.get('shop_id')))
      const placed = orders.values().filter(({ status }) => status !== 'draft')
      return sendLines(response, placed.map(truthOf))
    },
    ...productRoutes('web-store', shop.catalog, (id) => storeOf(id).slug),
    'POST /_sandbox/web-store/authorize': ({ read }) => {
      const { shop_id: slug, revoke } = read(schemas.authorize)
      const store = storeOf(slug)
      return { platform_url: shop.addressOf(store), api_key: addStoreKey(shop, store, revoke) }
    },
    'POST /_sandbox/web-store/orders': ({ read }) =>
      asControlError([], () => {
        const { shop_id: slug, order: given, force } = read(schemas.create)
        const store = storeOf(slug)
        const record = given ?? sampleRecord(slug, shop.ordersOf(store).size)
        return orderRow(placeWebOrder(shop, store, record, force))
      }),
    'POST /_sandbox/web-store/orders/:id/advance': ({ read, parts: [id = ''] }) => {
      const { action, amount } = read(schemas.advance)
      const order = findOrder(shop, id)
      try {
        changeWebOrder(shop, order, action, amount)
      } catch (error) {
        if (error instanceof NotAllowed) throw new ControlError(error.message, 409)
        throw error
      }
      return orderRow(order)
    },
    'POST /_sandbox/web-store/promotion': ({ read }) => {
      const { shop_id: slug, percent } = read(schemas.promotion)
      shop.promotions.set(storeOf(slug), percent)
      return {}
    },
    ...generateRoutes('web-store', shop_id, {
      ref: () => `generated:${shop.lastNumber()}`,
      linesOf: (random) =>
        random.chance(0.5) ? [generatedLine(random)] : [generatedLine(random), generatedLine(random)],
      add(slug, record, changedAt) {
        const order = make(storeOf(slug), record)
        if (changedAt !== undefined) order.updated = changedAt * 1000
        shop.add(order)
      },
    }),
    ...webhookRoutes('web-store', shop.subscriber),
    ...corruptFieldRoutes('web-store', z.string(), shop),
  }

  return {
    routes,
    summary: () => ({
      stores: STORES.map((store) => ({
        shop_id: store.slug,
        name: store.name,
        platform_url: shop.addressOf(store),
        keys: shop.keysOf(store),
        email: userOf(store).email,
        password: passwordOf(store),
        orders: shop.ordersOf(store).size,
        has_subscriber: shop.metadata.get(store)?.['seller_console'] !== undefined,
      })),
    }),
    stats: () => ({ webhooks: shop.subscriber.stats() }),
  }
}
