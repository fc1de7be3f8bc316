import { z } from 'zod'
import {
  createdSchema,
  createStateFile,
  listingsSchema,
  readState,
  type StateFile,
} from '../kit/state-file.ts'
import { hookStateSchema } from './hooks.ts'
import { loadSample } from './load.ts'
import { firstKeys } from './amounts.ts'
import { beginOrder } from './make-order.ts'
import type { Sites } from './sites.ts'
import { MAKERS, type Order } from './types.ts'
import { isWritten } from './write-order.ts'

const stateSchema = z.strictObject({
  version: z.literal(1),
  anchor: z.number().describe('the moment at which the sample ends'),
  lastId: z.number(),
  keys: z.record(
    z.string(),
    z.array(
      z.strictObject({
        key: z.string(),
        secret: z.string(),
        permissions: z.enum(['read', 'write', 'read_write']),
      }),
    ),
  ),
  hooks: hookStateSchema,
  created: z.array(createdSchema.element.extend({ id: z.number(), via: z.enum(MAKERS).optional() })),
  removed: z.array(z.number()),
  changed: z.array(
    z.strictObject({
      id: z.number(),
      status: z.string(),
      before: z.string().optional(),
      modified: z.number(),
      paid: z.number(),
      completed: z.number(),
      tracking: z.string(),
      meta: z.record(z.string(), z.string()).default({}),
      refunds: z.array(z.strictObject({ id: z.number(), reason: z.string(), amount: z.number() })),
      note: z.string().optional(),
      payment: z.string().optional(),
      told: z
        .strictObject({
          billing: z.record(z.string(), z.string()),
          shipping: z.record(z.string(), z.string()),
        })
        .optional(),
    }),
  ),
  listings: listingsSchema,
})

type State = z.infer<typeof stateSchema>

/** Returns the fields of an order that may change; a restart makes the others again from its record. */
const snapshot = (order: Order): State['changed'][number] => {
  const { id, status, before, modified, paid, completed, tracking, meta, refunds, note, payment, told } =
    order
  const written = told && { note, payment, told }
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
    ...written,
  }
}

/** Remembers over restarts who has keys and webhooks, what was sold and what became of it. */
export async function openStateFile(sites: Sites, path: string): Promise<StateFile> {
  const { world, catalog, hooks, orders, trade } = sites
  const outlets = trade.stores.flatMap(sites.outletsOf)
  const state = readState(path, stateSchema)
  const anchor = state?.anchor ?? world.clock.now()
  const created: State['created'] = state?.created ?? []
  const changed = new Set<Order>()
  const removed = new Set<number>(state?.removed)

  await loadSample(sites, anchor)
  for (const { shop_id: shopId, at, record, id, via = trade.maker } of created) {
    const outlet = outlets.find((one) => one.id === shopId)
    if (!outlet) continue
    const sale = { catalog, outlet, record, id, now: at }
    const order = isWritten(record) ? beginOrder(sale, via, '') : trade.makeOrder(sale)
    orders.get(outlet.store)?.set(id, { ...order, maker: via })
  }
  for (const { id, ...fields } of state?.changed ?? []) {
    const order = [...orders.values()].flatMap((byId) => byId.get(id) ?? [])[0]
    if (!order) continue
    Object.assign(order, fields)
    changed.add(order)
  }
  for (const byId of orders.values()) for (const id of removed) byId.delete(id)
  catalog.restore(state?.listings ?? [])
  if (state) {
    for (const store of trade.stores) sites.keys.set(store, state.keys[store.slug] ?? [firstKeys(store)])
    hooks.restore(state.hooks)
    sites.skipIds(state.lastId)
  }

  const file = createStateFile(path, (): State => ({
    version: 1,
    anchor,
    lastId: sites.lastId(),
    keys: Object.fromEntries(trade.stores.map((store) => [store.slug, sites.keys.get(store) ?? []])),
    hooks: hooks.dump(),
    created,
    removed: [...removed],
    changed: [...changed].map(snapshot),
    listings: catalog.dump(),
  }))
  catalog.onChange(() => file.saveSoon())
  sites.onEvent((event) => {
    if (event.type === 'created')
      created.push({
        shop_id: event.order.outlet.id,
        at: event.order.created,
        record: event.record,
        id: event.order.id,
        via: event.order.maker,
      })
    if (event.type === 'changed') changed.add(event.order)
    if (event.type === 'removed') removed.add(event.order.id)
    // Keys and webhooks that a client relies on and the store forgot would end the link: they are saved at once.
    if (event.type === 'link') file.save()
    else file.saveSoon()
  })
  file.save()
  return file
}
