import { z } from 'zod'
import { chooseShop, createSchema, sendLines, tell } from '../kit/channel-control.ts'
import { ControlError, type ControlRoute } from '../kit/control-call.ts'
import { productRoutes } from '../kit/product-control.ts'
import { pushFaultSchema } from '../kit/push-delivery.ts'
import type { OrderRecord } from '../kit/order-record.ts'
import { createRandom, hash } from '../kit/random.ts'
import { piecesOf, refundedOf, settle, totalsOf } from './make-order.ts'
import { binOrder, changeOrder, forgetOrder } from './order-change.ts'
import { resourceOf } from './resource.ts'
import type { Sites } from './sites.ts'
import { MAKERS, type Order, type Outlet, type Row } from './types.ts'

const shop_id = z.string()

const schemas = {
  authorize: z.strictObject({
    shop_id,
    permissions: z.enum(['read', 'write', 'read_write']).default('read_write'),
    revoke: z.boolean().default(false).describe('takes all other keys back'),
  }),
  create: createSchema.extend({ shop_id, via: z.enum(MAKERS).optional() }),
  generate: z.strictObject({
    shop_id,
    orders: z.int().min(1).max(200_000),
    days: z.number().min(0.01).default(20),
    changed_at: z.int().optional().describe('all of them changed in this second'),
  }),
  advance: z.strictObject({ action: z.string(), amount: z.number().optional() }),
  place: z.strictObject({ shop_id, name: z.string().optional(), is_closed: z.boolean().default(false) }),
  push: z.strictObject({ faults: pushFaultSchema.optional() }),
  corrupt: z.strictObject({ id: z.int(), field: z.string(), value: z.unknown() }),
  restore: z.strictObject({ id: z.int().optional() }),
}

/** Actions on an order that the control interface offers. */
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
  trash: binOrder,
  restore: (order) => (order.status = order.before ?? 'pending'),
}

export function sitesControl(sites: Sites): {
  routes: Record<string, ControlRoute>
  summary(): object
  stats(): object
} {
  const { trade, catalog, hooks } = sites
  const { clock } = sites.world
  const outlets = new Map(trade.stores.flatMap(sites.outletsOf).map((outlet) => [outlet.id, outlet]))
  const outletOf = (id: string | null): Outlet => chooseShop(outlets, id ?? '')
  const findOrder = (id: number): Order => {
    for (const orders of sites.orders.values()) {
      const order = orders.get(id)
      if (order) return order
    }
    throw new ControlError(`there is no order ${id}`, 404)
  }
  const make = (outlet: Outlet, record: OrderRecord): Order =>
    trade.makeOrder({ catalog, outlet, record, id: sites.nextId(), now: clock.now() })

  const routes: Record<string, ControlRoute> = {
    [`GET /_sandbox/oracle/${trade.code}/orders`]: ({ query, response }) => {
      const outlet = outletOf(query.get('shop_id'))
      const orders = sites.orders.get(outlet.store) ?? new Map<number, Order>()
      // The other channel of the same site has the others.
      const own = orders.values().filter((order) => order.outlet === outlet && order.maker === trade.maker)
      return sendLines(
        response,
        own.map((order) => ({ order: resourceOf(order) })),
      )
    },
    ...productRoutes(trade.code, catalog, (id) => outletOf(id).id),
    [`POST /_sandbox/${trade.code}/authorize`]: ({ read }) => {
      const { shop_id: slug, permissions, revoke } = read(schemas.authorize)
      const { store, place } = outletOf(slug)
      const known = revoke ? [] : (sites.keys.get(store) ?? [])
      const random = createRandom(`keys:${clock.nowMs()}:${slug}:${known.length}`)
      const digits = (): string =>
        Array.from({ length: 5 }, () => hash(String(random.next())).toString(16).padStart(8, '0')).join('')
      const made = { key: `ck_${digits()}`, secret: `cs_${digits()}`, permissions }
      sites.keys.set(store, [...known, made])
      sites.tell({ type: 'link' })
      return {
        platform_url: sites.addressOf(store),
        api_key: made.key,
        api_secret: made.secret,
        ...(place && { location_id: String(place.id) }),
      }
    },
    [`POST /_sandbox/${trade.code}/places`]: ({ read }) => {
      const { shop_id: id, name, is_closed: isClosed } = read(schemas.place)
      sites.placeChanges.set(outletOf(id).id, { name, isClosed })
      return {}
    },
    [`POST /_sandbox/${trade.code}/orders`]: ({ read }) =>
      tell([], () => {
        const { shop_id: slug, order: given, force, via = trade.maker } = read(schemas.create)
        const outlet = outletOf(slug)
        const { store } = outlet
        const ref = `control:${slug}:${sites.orders.get(store)?.size ?? 0}`
        const record: OrderRecord = given ?? {
          ref,
          lines: [['22423', 'Regency Cakestand 3 Tier', 2, 12.75]],
          currency: 'GBP',
        }
        const order = { ...make(outlet, record), maker: via }
        catalog.take(slug, piecesOf(order), force)
        sites.orders.get(store)?.set(order.id, order)
        sites.tell({ type: 'created', order, record })
        hooks.send(store, 'order.created', resourceOf(order))
        return resourceOf(order)
      }),
    [`POST /_sandbox/${trade.code}/orders/:id/advance`]: ({ read, parts: [id] }) => {
      const { action, amount = 100 } = read(schemas.advance)
      const order = findOrder(Number(id))
      const now = clock.now()
      if (action === 'delete') {
        forgetOrder(sites, order)
        return {}
      }
      const act = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined
      if (!act)
        throw new ControlError(
          `there is no action ${action}; there are delete, ${Object.keys(ACTIONS).join(', ')}`,
        )
      const topic =
        action === 'trash' ? 'order.deleted' : action === 'restore' ? 'order.restored' : 'order.updated'
      changeOrder(sites, order, () => act(order, now, amount), topic)
      return resourceOf(order)
    },
    [`POST /_sandbox/${trade.code}/generate`]: ({ read }) => {
      const { shop_id: slug, orders, days, changed_at: changedAt } = read(schemas.generate)
      const outlet = outletOf(slug)
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
        const order = make(outlet, { ref: `generated:${sites.nextId()}`, age, currency: 'GBP', lines })
        sites.orders.get(outlet.store)?.set(order.id, order)
        if (changedAt !== undefined) order.modified = changedAt
      }
      return { orders }
    },
    [`POST /_sandbox/${trade.code}/push`]: async ({ read }) => {
      const { faults } = read(schemas.push)
      if (faults) hooks.setFaults(faults)
      else await hooks.settled()
      return hooks.stats()
    },
    [`POST /_sandbox/${trade.code}/corrupt`]: ({ read }) => {
      const { id, field, value } = read(schemas.corrupt)
      findOrder(id)
      sites.corrupt.set(id, (row: Row) => ({ ...row, [field]: value }))
      return {}
    },
    [`POST /_sandbox/${trade.code}/restore`]: ({ read }) => {
      const { id } = read(schemas.restore)
      if (id === undefined) sites.corrupt.clear()
      else sites.corrupt.delete(id)
      return {}
    },
  }

  return {
    routes,
    summary: () => ({
      stores: trade.stores.map((store) => ({
        shop_id: store.slug,
        name: store.name,
        platform_url: sites.addressOf(store),
        keys: sites.keys.get(store),
        orders: sites.orders.get(store)?.size ?? 0,
        ...(store.places.length > 0 && {
          places: sites.outletsOf(store).map(({ id, place }) => ({ shop_id: id, name: place?.name })),
        }),
        webhooks: hooks.list(store).length,
      })),
    }),
    stats: () => ({ [trade.code === 'website' ? 'webhooks' : `${trade.code}_webhooks`]: hooks.stats() }),
  }
}
