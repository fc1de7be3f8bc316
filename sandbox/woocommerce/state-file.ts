import { z } from 'zod'
import type { StateFile } from '../kit/state-file.ts'
import { openStoreState, storeCreatedSchema } from '../kit/store-state.ts'
import { categoryListSchema } from './categories.ts'
import { hookStateSchema } from './hooks.ts'
import { loadSample } from './load.ts'
import { beginOrder } from './create-order.ts'
import { draftListSchema } from './draft-product.ts'
import { factListSchema } from './product-facts.ts'
import type { Sites } from './sites.ts'
import { MAKERS, type Order } from './types.ts'
import { isWritten } from './write-order.ts'

const contactSchema = z.record(z.string(), z.string())

const changedSchema = z.strictObject({
  id: z.number(),
  status: z.string(),
  before: z.string().optional(),
  modified: z.number(),
  paid: z.number(),
  completed: z.number(),
  tracking: z.string(),
  meta: z.record(z.string(), z.string()).default({}),
  refunds: z.array(
    z.strictObject({
      id: z.number(),
      reason: z.string(),
      amount: z.number(),
      at: z.number().optional(),
    }),
  ),
  notes: z
    .array(z.strictObject({ id: z.number(), at: z.number(), note: z.string(), isForCustomer: z.boolean() }))
    .optional(),
  customerId: z.number().optional(),
  shipping: z.number().optional(),
  note: z.string().optional(),
  payment: z.string().optional(),
  told: z.strictObject({ billing: contactSchema, shipping: contactSchema }).optional(),
})

const customerSchema = z.strictObject({
  id: z.number(),
  created: z.number(),
  modified: z.number(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  username: z.string(),
  billing: contactSchema,
  shipping: contactSchema,
})

type Changed = z.infer<typeof changedSchema>

/** Returns the fields of an order that may change; a restart makes the others again from its record. */
const snapshot = (order: Order): Changed => {
  const { id, status, before, modified, paid, completed, tracking, meta, refunds, notes } = order
  const { note, payment, customerId, shipping, told } = order
  const written = told && { note, payment, shipping, told }
  return {
    id,
    status,
    ...(before && { before }),
    modified,
    paid,
    completed,
    tracking,
    meta,
    refunds,
    customerId,
    ...(notes && { notes }),
    ...written,
  }
}

export function openStateFile(sites: Sites, path: string): Promise<StateFile> {
  const { catalog, hooks, trade } = sites
  const outlets = trade.stores.flatMap(sites.outletsOf)
  return openStoreState(path, {
    now: sites.world.clock.now(),
    book: sites,
    catalog,
    id: z.number(),
    key: z.strictObject({
      key: z.string(),
      secret: z.string(),
      permissions: z.enum(['read', 'write', 'read_write']),
    }),
    loadSample: (now) => loadSample(sites, now),
    created: {
      schema: storeCreatedSchema.extend({ id: z.number(), via: z.enum(MAKERS).optional() }),
      write: (order, record) => ({
        shop_id: order.outlet.id,
        at: order.created,
        record,
        id: order.id,
        via: order.maker,
      }),
      read({ shop_id: shopId, at, record, id, via = trade.maker }) {
        const outlet = outlets.find((one) => one.id === shopId)
        if (!outlet) return undefined
        const sale = { catalog, outlet, record, id, now: at }
        return { ...(isWritten(record) ? beginOrder(sale, via, '') : trade.createOrder(sale)), maker: via }
      },
    },
    changed: {
      schema: changedSchema,
      write: snapshot,
      apply: (order, fields) => void Object.assign(order, fields),
    },
    extra: {
      schema: z.object({
        hooks: hookStateSchema,
        // In files of earlier versions.
        lastId: z.number().default(0),
        facts: factListSchema,
        drafts: draftListSchema,
        categories: categoryListSchema,
        customers: z.array(z.tuple([z.string(), customerSchema.nullable()])).default([]),
      }),
      dump: () => ({
        hooks: hooks.dump(),
        lastId: 0,
        facts: [...sites.facts],
        drafts: [...sites.drafts],
        categories: sites.categories.dump(),
        customers: [...sites.customers],
      }),
      restore(state) {
        for (const [key, facts] of state.facts) sites.facts.set(key, facts)
        for (const [key, draft] of state.drafts) sites.drafts.set(key, draft)
        for (const [key, customer] of state.customers) sites.customers.set(key, customer)
        sites.categories.restore(state.categories)
        hooks.restore(state.hooks)
        sites.skipNumbers(state.lastId)
      },
    },
  })
}
