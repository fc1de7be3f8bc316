import { z } from 'zod'
import { ControlError, type ControlRoute } from '../../control-call.ts'
import { BadRecord, orderRecordSchema } from '../../order-record.ts'
import { approve } from './auth.ts'
import { itemsOf, orderOf, truthOf } from './detail.ts'
import { ACTIONS, isAction } from './lifecycle.ts'
import { createOrder, type Live } from './live.ts'
import { chooseShop, invent, loadRecords, loadSample, UnknownShop } from './load.ts'
import { pushFaultSchema } from './push.ts'
import type { Lazada, Order } from './types.ts'
import { LazadaError } from './wire.ts'

const seconds = z.number().int().min(0)
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
  push: z.strictObject({ url: z.string().optional(), faults: pushFaultSchema.optional() }),
  live: z.strictObject({ per_minute: z.number().min(0).max(6_000) }),
  generate: z.strictObject({
    shop_id: z.number().int(),
    orders: z.number().int().min(1).max(500_000),
    lines_per_order: z.number().min(1).max(50).default(2.2),
    days: z.number().min(0.01).max(3_650).default(30),
    seed: z.string().default('generated'),
  }),
  create: z.strictObject({ shop_id: z.number().int(), order: orderRecordSchema.optional() }),
  advance: z.strictObject({
    action: z.string(),
    pieces: z.array(z.number().int().min(0)).optional().describe('places of the pieces that move'),
    by: z.enum(['customer', 'seller', 'internal']).optional(),
    reason: z.string().optional(),
  }),
  spoil: z.strictObject({
    order_id: orderId,
    path: z.string().min(1).describe('such as order.updated_at or order_items.0.item_price'),
    value: z.unknown().optional(),
    remove: z.boolean().optional(),
  }),
  unspoil: z.strictObject({ order_id: orderId.optional() }),
}

export interface LazadaControl {
  routes: Record<string, ControlRoute>
  summary(): object
  stats(): object
  reset(load: 'retail' | 'none'): Promise<object>
}

/** Words of the makers' own errors as the control interface's. */
async function tell<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof BadRecord || error instanceof UnknownShop || error instanceof LazadaError)
      throw new ControlError(error.message)
    throw error
  }
}

export function lazadaControl(lazada: Lazada, live: Live): LazadaControl {
  const { settings, auth, pushes, spoiled, book } = lazada
  const initialSettings = { ...settings }

  const find = (id: string | number | undefined): Order => {
    const order = book.find(Number(id))
    if (!order) throw new ControlError(`there is no order ${id}`, 404)
    return order
  }

  const summary = (): object => ({
    app_key: settings.appKey,
    shops: [...lazada.shops.values()].map(({ id, name, country, currency }) => ({
      shop_id: id,
      name,
      country,
      currency,
      orders: book.count(id),
      linked: auth.isLinked(id),
    })),
    push_url: settings.pushUrl,
    live_per_minute: live.pace(),
  })

  const routes: Record<string, ControlRoute> = {
    'POST /_sandbox/lazada/authorize': ({ read }) =>
      tell(() => {
        const { redirect, shop_id, state } = read(schemas.authorize)
        return { location: approve(lazada, redirect, shop_id, state) }
      }),
    'POST /_sandbox/lazada/tokens': ({ read }) => {
      const wish = read(schemas.tokens)
      settings.accessSeconds = wish.access_seconds ?? settings.accessSeconds
      settings.refreshSeconds = wish.refresh_seconds ?? settings.refreshSeconds
      const { revoke } = wish
      if (revoke)
        for (const shopId of wish.shop_id === undefined ? auth.linkedShops() : [wish.shop_id])
          auth.revoke(shopId, revoke)
      return {
        linked: auth.linkedShops(),
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
    'POST /_sandbox/lazada/live': ({ read }) => {
      live.setPace(read(schemas.live).per_minute)
      return { per_minute: live.pace() }
    },
    'POST /_sandbox/lazada/load': async () => ({ loaded: await loadSample(lazada) }),
    'POST /_sandbox/lazada/generate': ({ read }) =>
      tell(async () => {
        const { shop_id: shopId, lines_per_order: linesPerOrder, ...wish } = read(schemas.generate)
        const shop = chooseShop(lazada, shopId)
        return { loaded: await loadRecords(lazada, invent(shop, { ...wish, linesPerOrder })) }
      }),
    'POST /_sandbox/lazada/orders': ({ read }) =>
      tell(() => {
        const { shop_id: shopId, order } = read(schemas.create)
        return truthOf(createOrder(lazada, shopId, order))
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
    'POST /_sandbox/lazada/spoil': ({ read }) => {
      const { order_id: id, ...change } = read(schemas.spoil)
      spoiled.set(find(id).id, [...(spoiled.get(id) ?? []), change])
      return { spoiled: [...spoiled.keys()] }
    },
    'POST /_sandbox/lazada/unspoil': ({ read }) => {
      const { order_id: id } = read(schemas.unspoil)
      if (id === undefined) spoiled.clear()
      else spoiled.delete(id)
      return { spoiled: [...spoiled.keys()] }
    },
    'GET /_sandbox/oracle/lazada/orders': ({ query, response }) =>
      tell(() => {
        const shop = chooseShop(lazada, Number(query.get('shop_id')))
        response.writeHead(200, { 'content-type': 'application/x-ndjson' })
        response.end(
          book
            .all(shop.id)
            .map((order) => `${JSON.stringify(truthOf(order))}\n`)
            .join(''),
        )
      }),
  }

  return {
    routes,
    summary,
    stats: () => ({ lazada_pushes: pushes.stats() }),
    async reset(load) {
      live.setPace(0)
      Object.assign(settings, initialSettings)
      for (const part of [book, auth, pushes, lazada.catalogue, lazada.maker]) part.reset()
      spoiled.clear()
      if (load === 'retail') await loadSample(lazada)
      return { lazada: summary() }
    },
  }
}
