import { z } from 'zod'
import type { Catalog } from './catalog.ts'
import type { OrderRecord } from './order-record.ts'
import { createdSchema, createStateFile, listingsSchema, readState, type StateFile } from './state-file.ts'
import type { StoreEvent } from './store-book.ts'

interface StateBook<Order, Id, Key> {
  orders: Map<{ slug: string }, Map<Id, Order>>
  keys: Map<{ slug: string }, Key[]>
  find(id: Id): Order | undefined
  add(order: Order): void
  lastNumber(): number
  skipNumbers(last: number): void
  onEvent(listener: (event: StoreEvent<Order>) => void): void
}

interface StateRules<Order, Id, Key, Created, Changed, Extra> {
  /** The moment at which the sample ends, unless a file says so. */
  now: number
  book: StateBook<Order, Id, Key>
  catalog: Pick<Catalog<number>, 'dump' | 'restore'> & { onChange(listener: () => void): void }
  id: z.ZodType<Id>
  key: z.ZodType<Key>
  loadSample: (now: number) => Promise<unknown>
  /** A new order in the file, and again out of it; undefined for one whose store is gone. */
  created: {
    schema: z.ZodType<Created>
    write(order: Order, record: OrderRecord): Created
    read(created: Created): Order | undefined
  }
  /** Fields of an order that may change; a restart makes the others again from its record. */
  changed: {
    schema: z.ZodType<Changed>
    write: (order: Order) => Changed
    apply(order: Order, changed: Changed): void
  }
  /** Fields of the file that this channel alone has. */
  extra: { schema: z.ZodType<Extra>; dump(): Extra; restore(extra: Extra): void }
}

export const storeCreatedSchema = createdSchema.element

/** Remembers over restarts which keys there are, what was sold and what became of it. */
export async function openStoreState<
  Order extends { id: Id },
  Id extends number | string,
  Key,
  Created,
  Changed extends { id: Id },
  Extra extends object,
>(
  path: string,
  {
    now,
    book,
    catalog,
    id,
    key,
    loadSample,
    extra,
    ...rules
  }: StateRules<Order, Id, Key, Created, Changed, Extra>,
): Promise<StateFile> {
  const schema = z.object({
    version: z.literal(1),
    anchor: z.number().describe('the moment at which the sample ends'),
    lastNumber: z.number().default(0),
    keys: z.record(z.string(), z.array(key)),
    created: z.array(rules.created.schema),
    removed: z.array(id).default([]),
    changed: z.array(rules.changed.schema),
    listings: listingsSchema,
  })
  const state = readState(path, schema.and(extra.schema))
  const anchor = state?.anchor ?? now
  const created = state?.created ?? []
  const changed = new Set<Order>()
  const removed = new Set(state?.removed)

  await loadSample(anchor)
  for (const one of created) {
    const order = rules.created.read(one)
    if (order) book.add(order)
  }
  for (const one of state?.changed ?? []) {
    const order = book.find(one.id)
    if (!order) continue
    rules.changed.apply(order, one)
    changed.add(order)
  }
  for (const byId of book.orders.values()) for (const one of removed) byId.delete(one)
  catalog.restore(state?.listings ?? [])
  if (state) {
    for (const store of book.keys.keys()) {
      const keys = state.keys[store.slug]
      if (keys) book.keys.set(store, keys)
    }
    extra.restore(state)
    book.skipNumbers(state.lastNumber)
  }

  const file = createStateFile(path, () => ({
    version: 1,
    anchor,
    lastNumber: book.lastNumber(),
    keys: Object.fromEntries([...book.keys].map(([store, keys]) => [store.slug, keys])),
    created,
    removed: [...removed],
    changed: [...changed].map(rules.changed.write),
    listings: catalog.dump(),
    ...extra.dump(),
  }))
  catalog.onChange(() => file.saveSoon())
  book.onEvent((event) => {
    if (event.type === 'created') created.push(rules.created.write(event.order, event.record))
    if (event.type === 'changed') changed.add(event.order)
    if (event.type === 'removed') removed.add(event.order.id)
    // Keys and webhooks that a client relies on and the store forgot would end the link: they are saved at once.
    if (event.type === 'link') file.save()
    else file.saveSoon()
  })
  file.save()
  return file
}
