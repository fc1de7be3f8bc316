import { z } from 'zod'
import type { StateFile } from '../../kit/state-file.ts'
import { openStoreState, storeCreatedSchema } from '../../kit/store-state.ts'
import type { WebStore } from './web-store.ts'
import { loadSample } from './load.ts'
import { createOrder } from './create-order.ts'
import { STORES } from './stores.ts'
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
  requested: z.number().optional(),
  released: z.number().optional(),
})

const row = z.record(z.string(), z.unknown())

const factsSchema = z.strictObject({
  description: z.string().nullish(),
  thumbnail: z.string().nullish(),
  images: z.array(z.string()).optional(),
  handle: z.string().optional(),
  categories: z.array(z.string()).optional(),
  options: z.record(z.string(), z.array(z.strictObject({ title: z.string(), value: z.string() }))).optional(),
  uncounted: z.array(z.string()).optional(),
  unmanaged: z.array(z.string()).optional(),
  optionRows: z.array(z.strictObject({ title: z.string(), values: z.array(z.string()) })).optional(),
  titles: z.record(z.string(), z.string()).optional(),
  more: row.optional(),
  items: z.record(z.string(), row).optional(),
  head: z
    .strictObject({
      slug: z.string(),
      title: z.string(),
      status: z.string(),
      created: z.number(),
      updated: z.number(),
      deleted: z.number(),
    })
    .optional(),
})

const text = z.string().nullable()
const times = { created: z.number(), updated: z.number() }

const customerSchema = z.strictObject({
  id: z.string(),
  email: text,
  first_name: text,
  last_name: text,
  company_name: text,
  phone: text,
  metadata: row.nullable(),
  ...times,
})

const channelSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: text,
  is_disabled: z.boolean(),
  metadata: row.nullable(),
  ...times,
})

const reservationSchema = z.strictObject({
  id: z.string(),
  sku: z.string(),
  skuId: z.string(),
  quantity: z.number(),
  description: text,
  lineItem: text,
  metadata: row.nullable(),
  ...times,
})

const returnSchema = z.strictObject({
  id: z.string(),
  number: z.number(),
  order: z.string(),
  status: z.enum(['open', 'requested', 'partially_received', 'received', 'canceled']),
  location: text,
  metadata: row.nullable(),
  ...times,
  requested: z.number(),
  received: z.number(),
  canceled: z.number(),
  items: z.array(
    z.strictObject({
      id: z.string(),
      line: z.string(),
      quantity: z.number(),
      received: z.number(),
      note: text,
    }),
  ),
  pending: z.record(z.string(), z.number()).nullable(),
})

/** Rows that callers wrote, by store and id. */
const writtenSchemas = {
  customers: z.record(z.string(), customerSchema.nullable()).default({}),
  salesChannels: z.record(z.string(), channelSchema).default({}),
  reservations: z.record(z.string(), reservationSchema).default({}),
  returns: z.record(z.string(), returnSchema).default({}),
}

const contact = z.record(z.string(), z.unknown()).nullable()

const writtenSchema = z.strictObject({
  email: z.string().nullable(),
  customerId: z.string().nullable(),
  shipTo: contact,
  billTo: contact,
  ways: z.array(z.strictObject({ name: z.string(), option: z.string() })),
  asked: z.number().nullable(),
})

const changedSchema = z.strictObject({
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
})

type Changed = z.infer<typeof changedSchema>

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
}: Order): Changed => ({
  id,
  status,
  updated,
  payment,
  fulfillments,
  ...(shipTo && { shipTo }),
  ...(written && { written, shipping, promotionPercent }),
  metadata,
  lines: lines.map(({ fulfilled, shipped, delivered, returned, requested, released }) => ({
    fulfilled,
    shipped,
    delivered,
    returned,
    ...(requested !== undefined && { requested }),
    ...(released !== undefined && { released }),
  })),
})

export const openStateFile = (shop: WebStore, path: string): Promise<StateFile> =>
  openStoreState(path, {
    now: shop.world.clock.nowMs(),
    book: shop,
    catalog: shop.catalog,
    id: z.string(),
    key: z.string(),
    loadSample: (now) => loadSample(shop, now),
    created: {
      schema: storeCreatedSchema.extend({ number: z.number() }),
      write: (order, record) => ({
        shop_id: order.store.slug,
        at: order.created,
        record,
        number: order.number,
      }),
      read({ shop_id: slug, at, record, number }) {
        const store = STORES.find((one) => one.slug === slug)
        return store && createOrder(shop.catalog, store, record, number, at)
      },
    },
    changed: {
      schema: changedSchema,
      write: snapshot,
      apply(order, { lines, ...fields }) {
        Object.assign(order, fields)
        for (const [index, line] of order.lines.entries()) Object.assign(line, lines[index])
      },
    },
    extra: {
      schema: z.object({
        metadata: z.record(z.string(), z.record(z.string(), z.unknown())),
        facts: z.record(z.string(), factsSchema).default({}),
        ...writtenSchemas,
      }),
      dump: () => ({
        metadata: Object.fromEntries([...shop.metadata].map(([store, metadata]) => [store.slug, metadata])),
        facts: Object.fromEntries(shop.facts),
        customers: Object.fromEntries(shop.customers),
        salesChannels: Object.fromEntries(shop.salesChannels),
        reservations: Object.fromEntries(shop.reservations),
        returns: Object.fromEntries(shop.returns),
      }),
      restore({ metadata, facts, customers, salesChannels, reservations, returns }) {
        for (const [key, one] of Object.entries(customers)) shop.customers.set(key, one)
        for (const [key, one] of Object.entries(salesChannels)) shop.salesChannels.set(key, one)
        for (const [key, one] of Object.entries(reservations)) shop.reservations.set(key, one)
        for (const [key, one] of Object.entries(returns)) shop.returns.set(key, one)
        for (const [id, known] of Object.entries(facts)) shop.facts.set(id, known)
        for (const store of STORES) {
          const known = metadata[store.slug]
          if (known) shop.metadata.set(store, known)
        }
      },
    },
  })
