import { z } from 'zod'
import { chooseShop, createSchema, sendLines, tell } from '../../kit/channel-control.ts'
import { ControlError, type ControlRoute } from '../../kit/control-call.ts'
import type { OrderRecord } from '../../kit/order-record.ts'
import { productRoutes } from '../../kit/product-control.ts'
import { pushFaultSchema } from '../../kit/push-delivery.ts'
import { createRandom } from '../../kit/random.ts'
import type { WebStore } from './index.ts'
import { announce } from './announce.ts'
import { act, NotAllowed, valueOf } from './lifecycle.ts'
import { makeOrder, piecesOf } from './make-order.ts'
import { orderRow } from './resource.ts'
import { keyOf, STORES } from './stores.ts'
import type { Order, Row, Store } from './types.ts'

const shop_id = z.enum(STORES.map(({ slug }) => slug))

const schemas = {
  authorize: z.strictObject({
    shop_id,
    revoke: z.boolean().default(false).describe('takes all other keys back'),
  }),
  create: createSchema.extend({ shop_id }),
  generate: z.strictObject({
    shop_id,
    orders: z.int().min(1).max(200_000),
    days: z.number().min(0.01).default(20),
    changed_at: z.int().optional().describe('all of them changed in this second'),
  }),
  advance: z.strictObject({ action: z.string(), amount: z.number().optional() }),
  push: z.strictObject({ faults: pushFaultSchema.optional() }),
  promotion: z.strictObject({ shop_id, percent: z.number().min(0).max(100) }),
  corrupt: z.strictObject({ id: z.string(), field: z.string(), value: z.unknown() }),
  restore: z.strictObject({ id: z.string().optional() }),
}

export function webStoreControl(shop: WebStore): {
  routes: Record<string, ControlRoute>
  summary(): object
  stats(): object
} {
  const { clock } = shop.world
  const stores = new Map(STORES.map((store) => [store.slug, store]))
  const storeOf = (slug: string | null): Store => chooseShop(stores, slug ?? '')
  const findOrder = (id: string): Order => {
    for (const orders of shop.orders.values()) {
      const order = orders.get(id)
      if (order) return order
    }
    throw new ControlError(`there is no order ${id}`, 404)
  }
  const make = (store: Store, record: OrderRecord): Order =>
    makeOrder(shop.catalog, store, record, shop.nextNumber(), clock.nowMs())
  const truthOf = (order: Order): object => ({
    order: orderRow(order),
    total: valueOf(order),
    refund: order.payment.refunded,
  })

  const routes: Record<string, ControlRoute> = {
    'GET /_sandbox/oracle/web-store/orders': ({ query, response }) => {
      const orders = shop.orders.get(storeOf(query.get('shop_id'))) ?? new Map<string, Order>()
      const placed = orders.values().filter(({ status }) => status !== 'draft')
      return sendLines(response, placed.map(truthOf))
    },
    ...productRoutes('web-store', shop.catalog, (id) => storeOf(id).slug),
    'POST /_sandbox/web-store/authorize': ({ read }) => {
      const { shop_id: slug, revoke } = read(schemas.authorize)
      const store = storeOf(slug)
      const known = revoke ? [] : (shop.keys.get(store) ?? [])
      const key = keyOf(`${clock.nowMs()}:${slug}:${known.length}`)
      shop.keys.set(store, [...known, key])
      shop.tell({ type: 'link' })
      return { platform_url: shop.addressOf(store), api_key: key }
    },
    'POST /_sandbox/web-store/orders': ({ read }) =>
      tell([], () => {
        const { shop_id: slug, order: given, force } = read(schemas.create)
        const store = storeOf(slug)
        const record: OrderRecord = given ?? {
          ref: `control:${slug}:${shop.orders.get(store)?.size ?? 0}`,
          lines: [['22423', 'Regency Cakestand 3 Tier', 2, 12.75]],
          currency: 'GBP',
        }
        const order = make(store, record)
        shop.catalog.take(slug, piecesOf(order), force)
        shop.add(order)
        shop.tell({ type: 'created', order, record })
        shop.subscriber.tell(store, 'order.placed', { id: order.id })
        return orderRow(order)
      }),
    'POST /_sandbox/web-store/orders/:id/advance': ({ read, parts: [id = ''] }) => {
      const { action, amount } = read(schemas.advance)
      const order = findOrder(id)
      try {
        act(order, action, clock.nowMs(), amount)
      } catch (error) {
        if (error instanceof NotAllowed) throw new ControlError(error.message, 409)
        throw error
      }
      announce(shop, order, action)
      return orderRow(order)
    },
    'POST /_sandbox/web-store/generate': ({ read }) => {
      const { shop_id: slug, orders, days, changed_at: changedAt } = read(schemas.generate)
      const store = storeOf(slug)
      const random = createRandom(`generate:${slug}`)
      for (let left = orders; left > 0; left--) {
        const line = (): OrderRecord['lines'][number] => {
          const name = `GEN-${random.int(1, 500)}`
          return [name, `Sample ${name}`, random.int(1, 3), random.int(1, 60)]
        }
        const lines = random.chance(0.5) ? [line()] : [line(), line()]
        const age = (left / orders) * days * 86_400 * 0.99
        const ref = `generated:${shop.lastNumber()}`
        const order = make(store, { ref, age, currency: 'GBP', lines })
        if (changedAt !== undefined) order.updated = changedAt * 1000
        shop.add(order)
      }
      return { orders }
    },
    'POST /_sandbox/web-store/push': async ({ read }) => {
      const { faults } = read(schemas.push)
      if (faults) shop.subscriber.setFaults(faults)
      else await shop.subscriber.settled()
      return shop.subscriber.stats()
    },
    'POST /_sandbox/web-store/promotion': ({ read }) => {
      const { shop_id: slug, percent } = read(schemas.promotion)
      shop.promotions.set(storeOf(slug), percent)
      return {}
    },
    'POST /_sandbox/web-store/corrupt': ({ read }) => {
      const { id, field, value } = read(schemas.corrupt)
      findOrder(id)
      shop.corrupt.set(id, (row: Row) => ({ ...row, [field]: value }))
      return {}
    },
    'POST /_sandbox/web-store/restore': ({ read }) => {
      const { id } = read(schemas.restore)
      if (id === undefined) shop.corrupt.clear()
      else shop.corrupt.delete(id)
      return {}
    },
  }

  return {
    routes,
    summary: () => ({
      stores: STORES.map((store) => ({
        shop_id: store.slug,
        name: store.name,
        platform_url: shop.addressOf(store),
        keys: shop.keys.get(store),
        orders: shop.orders.get(store)?.size ?? 0,
        has_subscriber: shop.metadata.get(store)?.['seller_console'] !== undefined,
      })),
    }),
    stats: () => ({ webhooks: shop.subscriber.stats() }),
  }
}
