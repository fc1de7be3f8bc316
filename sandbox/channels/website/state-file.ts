import { z } from 'zod'
import {
  createdSchema,
  createStateFile,
  listingsSchema,
  readState,
  type StateFile,
} from '../../state-file.ts'
import { hookStateSchema } from './hooks.ts'
import type { Website } from './index.ts'
import { loadSample } from './load.ts'
import { makeOrder } from './make-order.ts'
import { firstKeys, STORES } from './stores.ts'
import type { Order } from './types.ts'

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
  created: z.array(createdSchema.element.extend({ id: z.number() })),
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
      refunds: z.array(z.strictObject({ id: z.number(), reason: z.string(), amount: z.number() })),
    }),
  ),
  listings: listingsSchema,
})

type State = z.infer<typeof stateSchema>

/** What of an order changes in its life; the rest is made again from its record. */
const snapshot = (order: Order): State['changed'][number] => {
  const { id, status, before, modified, paid, completed, tracking, refunds } = order
  return { id, status, ...(before && { before }), modified, paid, completed, tracking, refunds }
}

/** Remembers over restarts who has keys and webhooks, what was sold and what became of it. */
export async function openStateFile(website: Website, path: string): Promise<StateFile> {
  const { world, catalogue, hooks, orders } = website
  const state = readState(path, stateSchema)
  const anchor = state?.anchor ?? world.clock.now()
  const created: State['created'] = state?.created ?? []
  const changed = new Set<Order>()
  const removed = new Set<number>(state?.removed)

  await loadSample(website, anchor)
  for (const { shop_id: slug, at, record, id } of created) {
    const store = STORES.find((one) => one.slug === slug)
    if (store) orders.get(store)?.set(id, makeOrder(catalogue, store, record, id, at))
  }
  for (const { id, ...fields } of state?.changed ?? []) {
    const order = [...orders.values()].flatMap((shelf) => shelf.get(id) ?? [])[0]
    if (!order) continue
    Object.assign(order, fields)
    changed.add(order)
  }
  for (const shelf of orders.values()) for (const id of removed) shelf.delete(id)
  catalogue.restore(state?.listings ?? [])
  if (state) {
    for (const store of STORES) website.keys.set(store, state.keys[store.slug] ?? [firstKeys(store)])
    hooks.restore(state.hooks)
    website.skipIds(state.lastId)
  }

  const file = createStateFile(path, (): State => ({
    version: 1,
    anchor,
    lastId: website.lastId(),
    keys: Object.fromEntries(STORES.map((store) => [store.slug, website.keys.get(store) ?? []])),
    hooks: hooks.dump(),
    created,
    removed: [...removed],
    changed: [...changed].map(snapshot),
    listings: catalogue.dump(),
  }))
  catalogue.onChange(() => file.saveSoon())
  website.onEvent((event) => {
    if (event.type === 'created')
      created.push({
        shop_id: event.order.store.slug,
        at: event.order.created,
        record: event.record,
        id: event.order.id,
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
