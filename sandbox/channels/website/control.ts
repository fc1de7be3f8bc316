import { z } from 'zod'
import { chooseShop, createSchema, sendLines, tell } from '../../channel-control.ts'
import { ControlError, type ControlRoute } from '../../control-call.ts'
import { productRoutes } from '../../product-control.ts'
import { pushFaultSchema } from '../../push-delivery.ts'
import type { OrderRecord } from '../../order-record.ts'
import { createRandom, hash } from '../../random.ts'
import type { Website } from './index.ts'
import { makeOrder, piecesOf, refundedOf, settle, totalsOf } from './make-order.ts'
import { resourceOf } from './resource.ts'
import { STORES } from './stores.ts'
import type { Order, Row, Store } from './types.ts'

const shop_id = z.enum(STORES.map(({ slug }) => slug))

const schemas = {
  authorize: z.strictObject({
    shop_id,
    permissions: z.enum(['read', 'write', 'read_write']).default('read_write'),
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
  spoil: z.strictObject({ id: z.int(), field: z.string(), value: z.unknown() }),
  unspoil: z.strictObject({ id: z.int().optional() }),
}

/** What can happen to an order, and the webhook that tells of it. */
const ACTIONS: Record<string, (order: Order, now: number, amount: number) => void> = {
  pay: (order, now) => settle(order, 'processing', now),
  hold: (order, now) => settle(order, 'on-hold', now),
  track: (order) => (order.tracking = `WEB${order.id}X`),
  complete: (order, now) => settle(order, 'completed', now),
  cancel: (order, now) => settle(order, 'cancelled', now),
  fail: (order, now) => settle(order, 'failed', now),
  refund: (order, now) => settle(order, 'refunded', now),
  refund_part(order, _now, amount) {
    const left = totalsOf(order).total - refundedOf(order)
    order.refunds.push({
      id: order.id * 10 + order.refunds.length,
      reason: 'Broken',
      amount: Math.min(amount, left),
    })
  },
  trash(order) {
    order.before = order.status
    order.status = 'trash'
  },
  restore: (order) => (order.status = order.before ?? 'pending'),
}

/** Not sent yet, so that its pieces would be on the shelf again if it were called off. */
const isOpen = ({ status, tracking }: Order): boolean =>
  tracking === '' && (status === 'pending' || status === 'on-hold' || status === 'processing')

export function websiteControl(website: Website): {
  routes: Record<string, ControlRoute>
  summary(): object
  stats(): object
} {
  const { clock } = website.world
  const stores = new Map(STORES.map((store) => [store.slug, store]))
  const storeOf = (slug: string | null): Store => chooseShop(stores, slug ?? '')
  const findOrder = (id: number): Order => {
    for (const orders of website.orders.values()) {
      const order = orders.get(id)
      if (order) return order
    }
    throw new ControlError(`there is no order ${id}`, 404)
  }
  const make = (store: Store, record: OrderRecord): Order =>
    makeOrder(website.catalogue, store, record, website.nextId(), clock.now())

  const routes: Record<string, ControlRoute> = {
    'GET /_sandbox/oracle/website/orders': ({ query, response }) => {
      const orders = website.orders.get(storeOf(query.get('shop_id'))) ?? new Map<number, Order>()
      return sendLines(
        response,
        orders.values().map((order) => ({ order: resourceOf(order) })),
      )
    },
    ...productRoutes('website', website.catalogue, (id) => storeOf(id).slug),
    'POST /_sandbox/website/authorize': ({ read }) => {
      const { shop_id: slug, permissions, revoke } = read(schemas.authorize)
      const store = storeOf(slug)
      const known = revoke ? [] : (website.keys.get(store) ?? [])
      const random = createRandom(`keys:${clock.nowMs()}:${slug}:${known.length}`)
      const digits = (): string =>
        Array.from({ length: 5 }, () => hash(String(random.next())).toString(16).padStart(8, '0')).join('')
      const made = { key: `ck_${digits()}`, secret: `cs_${digits()}`, permissions }
      website.keys.set(store, [...known, made])
      website.tell({ type: 'link' })
      return { platform_url: website.addressOf(store), api_key: made.key, api_secret: made.secret }
    },
    'POST /_sandbox/website/orders': ({ read }) =>
      tell([], () => {
        const { shop_id: slug, order: given, force } = read(schemas.create)
        const store = storeOf(slug)
        const ref = `control:${slug}:${website.orders.get(store)?.size ?? 0}`
        const record: OrderRecord = given ?? {
          ref,
          lines: [['22423', 'Regency Cakestand 3 Tier', 2, 12.75]],
          currency: 'GBP',
        }
        const order = make(store, record)
        website.catalogue.take(slug, piecesOf(order), force)
        website.orders.get(store)?.set(order.id, order)
        website.tell({ type: 'created', order, record })
        website.hooks.send(store, 'order.created', resourceOf(order))
        return resourceOf(order)
      }),
    'POST /_sandbox/website/orders/:id/advance': ({ read, parts: [id] }) => {
      const { action, amount = 100 } = read(schemas.advance)
      const order = findOrder(Number(id))
      const now = clock.now()
      if (action === 'delete') {
        website.orders.get(order.store)?.delete(order.id)
        website.tell({ type: 'removed', order })
        website.hooks.send(order.store, 'order.deleted', { id: order.id })
        return {}
      }
      const act = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined
      if (!act)
        throw new ControlError(
          `there is no action ${action}; there are delete, ${Object.keys(ACTIONS).join(', ')}`,
        )
      const wasOpen = isOpen(order)
      act(order, now, amount)
      if (wasOpen && order.status === 'cancelled')
        website.catalogue.giveBack(order.store.slug, piecesOf(order))
      order.modified = Math.max(now, order.modified)
      website.tell({ type: 'changed', order })
      const isTrash = action === 'trash'
      const topic = isTrash ? 'order.deleted' : action === 'restore' ? 'order.restored' : 'order.updated'
      website.hooks.send(order.store, topic, isTrash ? { id: order.id } : resourceOf(order))
      return resourceOf(order)
    },
    'POST /_sandbox/website/generate': ({ read }) => {
      const { shop_id: slug, orders, days, changed_at: changedAt } = read(schemas.generate)
      const store = storeOf(slug)
      const random = createRandom(`generate:${slug}`)
      for (let left = orders; left > 0; left--) {
        const sku = `GEN-${random.int(1, 500)}`
        const second = `GEN-${random.int(1, 500)}`
        const line = (name: string): OrderRecord['lines'][number] => [
          name,
          `Sample ${name}`,
          random.int(1, 3),
          random.int(1, 60),
        ]
        const lines = random.chance(0.5) ? [line(sku)] : [line(sku), line(second)]
        const age = (left / orders) * days * 86_400 * 0.99
        const order = make(store, { ref: `generated:${website.nextId()}`, age, currency: 'GBP', lines })
        website.orders.get(store)?.set(order.id, order)
        if (changedAt !== undefined) order.modified = changedAt
      }
      return { orders }
    },
    'POST /_sandbox/website/push': async ({ read }) => {
      const { faults } = read(schemas.push)
      if (faults) website.hooks.setFaults(faults)
      else await website.hooks.settled()
      return website.hooks.stats()
    },
    'POST /_sandbox/website/spoil': ({ read }) => {
      const { id, field, value } = read(schemas.spoil)
      findOrder(id)
      website.spoiled.set(id, (row: Row) => ({ ...row, [field]: value }))
      return {}
    },
    'POST /_sandbox/website/unspoil': ({ read }) => {
      const { id } = read(schemas.unspoil)
      if (id === undefined) website.spoiled.clear()
      else website.spoiled.delete(id)
      return {}
    },
  }

  return {
    routes,
    summary: () => ({
      stores: STORES.map((store) => ({
        shop_id: store.slug,
        name: store.name,
        platform_url: website.addressOf(store),
        keys: website.keys.get(store),
        orders: website.orders.get(store)?.size ?? 0,
        webhooks: website.hooks.list(store).length,
      })),
    }),
    stats: () => ({ webhooks: website.hooks.stats() }),
  }
}
