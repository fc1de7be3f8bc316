import { z } from 'zod'
import {
  createdSchema,
  createStateFile,
  listingsSchema,
  readState,
  type StateFile,
} from '../../kit/state-file.ts'
import type { WebStore } from './index.ts'
import { loadSample } from './load.ts'
import { makeOrder } from './make-order.ts'
import { firstKey, STORES } from './stores.ts'
import type { Order } from './types.ts'

const paymentSchema = z.strictObject({
  id: z.string(),
  provider: z.string(),
  authorized: z.boolean(),
  captured: z.number(),
  canceled: z.number(),
  refunded: z.number(),
  credited: z.number(),
  updated: z.number(),
  collected: z.number(),
})

const fulfillmentSchema = z.strictObject({
  id: z.string(),
  packed: z.number(),
  shipped: z.number(),
  delivered: z.number(),
  canceled: z.number(),
  updated: z.number(),
  tracking: z.string(),
  metadata: z.record(z.string(), z.unknown()).default({}),
  pieces: z.array(z.strictObject({ line: z.string(), quantity: z.number() })),
})

const progressSchema = z.strictObject({
  fulfilled: z.number(),
  shipped: z.number(),
  delivered: z.number(),
  returned: z.number(),
})

const contact = z.record(z.string(), z.unknown()).nullable()

const writtenSchema = z.strictObject({
  email: z.string().nullable(),
  customerId: z.string().nullable(),
  shipTo: contact,
  billTo: contact,
  ways: z.array(z.strictObject({ name: z.string(), option: z.string() })),
  asked: z.number().nullable(),
})

const stateSchema = z.strictObject({
  version: z.literal(1),
  anchor: z.number().describe('the moment at which the sample ends'),
  lastNumber: z.number(),
  keys: z.record(z.string(), z.array(z.string())),
  metadata: z.record(z.string(), z.record(z.string(), z.unknown())),
  created: z.array(createdSchema.element.extend({ number: z.number() })),
  changed: z.array(
    z.strictObject({
      id: z.string(),
      status: z.enum(['draft', 'pending', 'completed', 'canceled', 'archived']),
      updated: z.number(),
      payment: paymentSchema,
      fulfillments: z.array(fulfillmentSchema),
      metadata: z.record(z.string(), z.unknown()).default({}),
      lines: z.array(progressSchema),
      shipTo: z.record(z.string(), z.string().nullable()).optional(),
      shipping: z.number().optional(),
      promotionPercent: z.number().optional(),
      written: writtenSchema.optional(),
    }),
  ),
  listings: listingsSchema,
})

type State = z.infer<typeof stateSchema>

/** Returns the fields of an order that may change; a restart makes the others again from its record. */
const snapshot = ({
  id,
  status,
  updated,
  payment,
  fulfillments,
  metadata,
  lines,
  shipTo,
  shipping,
  promotionPercent,
  written,
}: Order): State['changed'][number] => ({
  id,
  status,
  updated,
  payment,
  fulfillments,
  ...(shipTo && { shipTo }),
  ...(written && { written, shipping, promotionPercent }),
  metadata,
  lines: lines.map(({ fulfilled, shipped, delivered, returned }) => ({
    fulfilled,
    shipped,
    delivered,
    returned,
  })),
})

/** Remembers over restarts who has keys, what was left for the subscriber, what was sold and what became of it. */
export async function openStateFile(shop: WebStore, path: string): Promise<StateFile> {
  const { world, catalog, orders } = shop
  const state = readState(path, stateSchema)
  const anchor = state?.anchor ?? world.clock.nowMs()
  const created: State['created'] = state?.created ?? []
  const changed = new Set<Order>()

  await loadSample(shop, anchor)
  for (const { shop_id: slug, at, record, number } of created) {
    const store = STORES.find((one) => one.slug === slug)
    if (store) shop.add(makeOrder(catalog, store, record, number, at))
  }
  for (const { id, lines, ...fields } of state?.changed ?? []) {
    const order = [...orders.values()].flatMap((byId) => byId.get(id) ?? [])[0]
    if (!order) continue
    Object.assign(order, fields)
    for (const [index, line] of order.lines.entries()) Object.assign(line, lines[index])
    changed.add(order)
  }
  catalog.restore(state?.listings ?? [])
  if (state) {
    for (const store of STORES) {
      shop.keys.set(store, state.keys[store.slug] ?? [firstKey(store)])
      const metadata = state.metadata[store.slug]
      if (metadata) shop.metadata.set(store, metadata)
    }
    shop.skipNumbers(state.lastNumber)
  }

  const file = createStateFile(path, (): State => ({
    version: 1,
    anchor,
    lastNumber: shop.lastNumber(),
    keys: Object.fromEntries(STORES.map((store) => [store.slug, shop.keys.get(store) ?? []])),
    metadata: Object.fromEntries(
      STORES.flatMap((store) => {
        const metadata = shop.metadata.get(store)
        return metadata ? [[store.slug, metadata]] : []
      }),
    ),
    created,
    changed: [...changed].map(snapshot),
    listings: catalog.dump(),
  }))
  catalog.onChange(() => file.saveSoon())
  shop.onEvent((event) => {
    if (event.type === 'created') {
      const { order, record } = event
      created.push({ shop_id: order.store.slug, at: order.created, record, number: order.number })
    }
    if (event.type === 'changed') changed.add(event.order)
    if (event.type === 'removed') {
      changed.delete(event.order)
      const { number } = event.order
      created.splice(0, created.length, ...created.filter((one) => one.number !== number))
    }
    // Keys that a client relies on and the shop forgot would end the link: they are saved at once.
    if (event.type === 'link') file.save()
    else file.saveSoon()
  })
  file.save()
  return file
}
