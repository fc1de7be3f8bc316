import { z } from 'zod'
import { chooseShop, createSchema, sendLines, asControlError } from '../kit/channel-control.ts'
import { ControlError, type ControlRoute } from '../kit/control-call.ts'
import { productRoutes } from '../kit/product-control.ts'
import type { OrderRecord } from '../kit/order-record.ts'
import type { ControlPart } from '../kit/marketplace.ts'
import {
  corruptFieldRoutes,
  findOrder,
  generatedLine,
  generateRoutes,
  sampleRecord,
  webhookRoutes,
} from '../kit/store-control.ts'
import { refundedOf, settle, totalsOf } from './create-order.ts'
import { binOrder, changeOrder, forgetOrder } from './order-change.ts'
import { resourceOf } from './resource.ts'
import { addSiteKey, sellOrder } from './site-changes.ts'
import type { Sites } from './sites.ts'
import { MAKERS, type Order, type Outlet } from './types.ts'

const shop_id = z.string()

const schemas = {
  authorize: z.strictObject({
    shop_id,
    permissions: z.enum(['read', 'write', 'read_write']).default('read_write'),
    revoke: z.boolean().default(false).describe('takes all other keys back'),
  }),
  create: createSchema.extend({ shop_id, via: z.enum(MAKERS).optional() }),
  advance: z.strictObject({ action: z.string(), amount: z.number().optional() }),
  place: z.strictObject({ shop_id, name: z.string().optional(), is_closed: z.boolean().default(false) }),
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

export function sitesControl(sites: Sites): Omit<ControlPart, 'reset'> {
  const { trade, catalog, hooks } = sites
  const { clock } = sites.world
  const outlets = new Map(trade.stores.flatMap(sites.outletsOf).map((outlet) => [outlet.id, outlet]))
  const outletOf = (id: string | null): Outlet => chooseShop(outlets, id ?? '')
  const make = (outlet: Outlet, record: OrderRecord): Order =>
    trade.createOrder({ catalog, outlet, record, id: sites.nextNumber(), now: clock.now() })

  const routes: Record<string, ControlRoute> = {
    [`GET /_sandbox/oracle/${trade.code}/orders`]: ({ query, response }) => {
      const outlet = outletOf(query.get('shop_id'))
      const orders = sites.ordersOf(outlet.store)
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
      const created = addSiteKey(sites, store, permissions, revoke, slug)
      return {
        platform_url: sites.addressOf(store),
        api_key: created.key,
        api_secret: created.secret,
        ...(place && { location_id: String(place.id) }),
      }
    },
    [`POST /_sandbox/${trade.code}/places`]: ({ read }) => {
      const { shop_id: id, name, is_closed: isClosed } = read(schemas.place)
      sites.placeChanges.set(outletOf(id).id, { name, isClosed })
      return {}
    },
    [`POST /_sandbox/${trade.code}/orders`]: ({ read }) =>
      asControlError([], () => {
        const { shop_id: slug, order: given, force, via } = read(schemas.create)
        const outlet = outletOf(slug)
        const record = given ?? sampleRecord(slug, sites.ordersOf(outlet.store).size)
        const order = sellOrder(sites, outlet, record, { isForced: force, ...(via && { via }) })
        return resourceOf(order)
      }),
    [`POST /_sandbox/${trade.code}/orders/:id/advance`]: ({ read, parts: [id] }) => {
      const { action, amount = 100 } = read(schemas.advance)
      const order = findOrder(sites, Number(id))
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
    ...generateRoutes(trade.code, shop_id, {
      ref: () => `generated:${sites.nextNumber()}`,
      linesOf(random) {
        const [first, second] = [random.int(1, 500), random.int(1, 500)]
        const numbers = random.chance(0.5) ? [first] : [first, second]
        return numbers.map((number) => generatedLine(random, number))
      },
      add(id, record, changedAt) {
        const order = make(outletOf(id), record)
        if (changedAt !== undefined) order.modified = changedAt
        sites.add(order)
      },
    }),
    ...webhookRoutes(trade.code, hooks),
    ...corruptFieldRoutes(trade.code, z.int(), sites),
  }

  return {
    routes,
    summary: () => ({
      stores: trade.stores.map((store) => ({
        shop_id: store.slug,
        name: store.name,
        platform_url: sites.addressOf(store),
        keys: sites.keysOf(store),
        orders: sites.ordersOf(store).size,
        ...(store.places.length > 0 && {
          places: sites.outletsOf(store).map(({ id, place }) => ({ shop_id: id, name: place?.name })),
        }),
        webhooks: hooks.list(store).length,
      })),
    }),
    stats: () => ({ [trade.code === 'website' ? 'webhooks' : `${trade.code}_webhooks`]: hooks.stats() }),
  }
}
