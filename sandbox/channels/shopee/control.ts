import type { ServerResponse } from 'node:http'
import { once } from 'node:events'
import { z } from 'zod'
import { ControlError, type ControlRoute } from '../../control-call.ts'
import { createRandom } from '../../random.ts'
import { BadRecord, orderRecordSchema, type OrderRecord } from '../../order-record.ts'
import { parseOrderRecord } from '../../retail/sample.ts'
import { approve, endAuthorization } from './auth.ts'
import { escrowOf } from './escrow.ts'
import { isAction, MOVES } from './lifecycle.ts'
import { createOrder, type Live } from './live.ts'
import { chooseShop, loadFile, loadRecords, loadSample, UnknownShop } from './load.ts'
import { pushFaultSchema } from './push.ts'
import type { Order, Shopee } from './types.ts'
import { ShopeeError } from './wire.ts'

const seconds = z.number().int().min(0)

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
  push: z.strictObject({ url: z.string().optional(), faults: pushFaultSchema.optional() }),
  live: z.strictObject({ per_minute: z.number().min(0).max(6_000) }),
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
  create: z.strictObject({ shop_id: z.number().int(), order: orderRecordSchema.optional() }),
  advance: z.strictObject({ action: z.string(), by: z.string().optional(), reason: z.string().optional() }),
  spoil: z.strictObject({
    order_sn: z.string(),
    path: z.string().min(1),
    value: z.unknown().optional(),
    remove: z.boolean().optional(),
  }),
  unspoil: z.strictObject({ order_sn: z.string().optional() }),
}

export interface ShopeeControl {
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
    if (error instanceof BadRecord || error instanceof UnknownShop || error instanceof ShopeeError)
      throw new ControlError(error.message)
    // A file that isn't there, can't be read or isn't what its name says.
    if (error instanceof Error && 'code' in error) throw new ControlError(error.message)
    throw error
  }
}

/** Orders in numbers, quickly, all with the shop's own goods. */
function* invent(options: z.infer<typeof schemas.generate>, scale: number): Generator<OrderRecord> {
  const random = createRandom(`generate:${options.seed}`)
  const customers = options.customers ?? Math.ceil(options.orders / 4)
  const price = (product: number): number =>
    scale === 1 ? 10_000 + ((product * 7_919) % 490) * 1_000 : 5 + ((product * 7_919) % 19_500) / 100
  for (let i = 0; i < options.orders; i++) {
    const whole = Math.floor(options.lines_per_order)
    const count = whole + (random.chance(options.lines_per_order - whole) ? 1 : 0)
    const lines = Array.from({ length: count }, (): [string, string, number, number] => {
      const product = random.int(1, options.products)
      return [
        `GEN-${String(product).padStart(5, '0')}`,
        `Sample Product ${product}`,
        random.pick([1, 1, 1, 2, 3]),
        price(product),
      ]
    })
    yield {
      ref: `${options.seed}:${i}`,
      age: Math.floor(random.next() * options.days * 86_400),
      customer: `${options.seed}:${random.int(1, customers)}`,
      lines,
    }
  }
}

async function streamOracle(shopee: Shopee, shopId: number, response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/x-ndjson' })
  let chunk = ''
  for (const order of shopee.book.all(shopId)) {
    chunk += `${JSON.stringify({ order: shopee.details.full(order), escrow: escrowOf(order), tracking_number: order.parcel.tracking })}\n`
    if (chunk.length < 500_000) continue
    if (!response.write(chunk)) await once(response, 'drain')
    chunk = ''
  }
  response.end(chunk)
}

export function shopeeControl(shopee: Shopee, live: Live): ShopeeControl {
  const { settings, auth, pushes, spoiled, book } = shopee
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

  const summary = (): object => ({
    partner_id: settings.partnerId,
    shops: [...shopee.shops.values()].map(({ id, name, region, currency }) => ({
      shop_id: id,
      name,
      region,
      currency,
      orders: book.count(id),
      linked: auth.isLinked(id),
    })),
    push_url: settings.pushUrl,
    live_per_minute: live.pace(),
  })

  const routes: Record<string, ControlRoute> = {
    'POST /_sandbox/shopee/authorize': ({ read }) =>
      tell(() => {
        const { redirect, shop_id, state } = read(schemas.authorize)
        return { location: approve(shopee, redirect, shop_id, state) }
      }),
    'POST /_sandbox/shopee/tokens': ({ read }) => {
      const wish = read(schemas.tokens)
      settings.accessSeconds = wish.access_seconds ?? settings.accessSeconds
      settings.refreshSeconds = wish.refresh_seconds ?? settings.refreshSeconds
      settings.graceSeconds = wish.grace_seconds ?? settings.graceSeconds
      settings.tokenError = wish.error ?? settings.tokenError
      for (const shopId of wish.shop_id === undefined ? auth.linkedShops() : [wish.shop_id]) {
        if (wish.revoke) auth.revoke(shopId, wish.revoke)
        if (wish.unlink) endAuthorization(shopee, shopId)
      }
      return {
        linked: auth.linkedShops(),
        access_seconds: settings.accessSeconds,
        refresh_seconds: settings.refreshSeconds,
        grace_seconds: settings.graceSeconds,
        error: settings.tokenError,
      }
    },
    'POST /_sandbox/shopee/warn-expiry': () => {
      for (const shopId of auth.linkedShops())
        pushes.send(12, shopId, {
          shop_expire_soon: [shopId],
          expire_before: shopee.clock.now() + 7 * 86_400,
          page_no: 1,
          total_page: 1,
        })
      return { told: auth.linkedShops() }
    },
    'POST /_sandbox/shopee/push': ({ read }) => {
      const { url, faults } = read(schemas.push)
      pushes.configure({ url })
      if (faults) pushes.setFaults(faults)
      return { ...pushes.config(), ...pushes.stats() }
    },
    'POST /_sandbox/shopee/live': ({ read }) => {
      live.setPace(read(schemas.live).per_minute)
      return { per_minute: live.pace() }
    },
    'POST /_sandbox/shopee/delays': ({ read }) => {
      const wish = read(schemas.delays)
      settings.trackingSeconds = wish.tracking_seconds ?? settings.trackingSeconds
      settings.documentSeconds = wish.document_seconds ?? settings.documentSeconds
      return { tracking_seconds: settings.trackingSeconds, document_seconds: settings.documentSeconds }
    },
    'POST /_sandbox/shopee/load': (call) =>
      tell(async () => {
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
      tell(async () => {
        const options = read(schemas.generate)
        const shop = chooseShop(shopee, options.shop_id)
        return { loaded: await loadRecords(shopee, invent(options, shop.scale), { shopId: shop.id }) }
      }),
    'POST /_sandbox/shopee/orders': ({ read }) =>
      tell(() => {
        const { shop_id: shopId, order } = read(schemas.create)
        return brief(createOrder(shopee, shopId, order))
      }),
    'GET /_sandbox/shopee/orders/:sn': ({ parts }) => {
      const order = find(parts[0])
      return {
        order: shopee.details.full(order),
        escrow: escrowOf(order),
        tracking_number: order.parcel.tracking,
      }
    },
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
    'POST /_sandbox/shopee/spoil': ({ read }) => {
      const { order_sn: sn, ...change } = read(schemas.spoil)
      spoiled.set(find(sn).sn, [...(spoiled.get(sn) ?? []), change])
      return { spoiled: [...spoiled.keys()] }
    },
    'POST /_sandbox/shopee/unspoil': ({ read }) => {
      const { order_sn: sn } = read(schemas.unspoil)
      if (sn === undefined) spoiled.clear()
      else spoiled.delete(sn)
      return { spoiled: [...spoiled.keys()] }
    },
    'GET /_sandbox/oracle/shopee/orders': ({ query, response }) =>
      tell(() => streamOracle(shopee, chooseShop(shopee, Number(query.get('shop_id'))).id, response)),
  }

  return {
    routes,
    summary,
    stats: () => ({ pushes: pushes.stats(), spoiled: [...spoiled.keys()] }),
    async reset(load) {
      live.setPace(0)
      Object.assign(settings, initialSettings)
      for (const part of [book, auth, pushes, shopee.catalogue, shopee.maker]) part.reset()
      spoiled.clear()
      if (load === 'retail') await loadSample(shopee)
      return summary()
    },
  }
}
