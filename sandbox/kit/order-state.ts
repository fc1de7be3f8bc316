import { z } from 'zod'
import type { Catalog } from './catalog.ts'
import { chooseShop } from './channel-control.ts'
import type { Clock } from './clock.ts'
import type { OrderFactory } from './order-factory.ts'
import type { OrderIndex } from './order-index.ts'
import { createdSchema, createStateFile, listingsSchema, readState, type StateFile } from './state-file.ts'

/** One part of a state file, under a name of its own. */
export interface StatePart {
  name: string
  schema: z.ZodType
  dump(): unknown
  /** Gets what the schema has read. */
  restore(value: unknown): void
}

export const statePart = <T>(
  name: string,
  schema: z.ZodType<T>,
  { dump, restore }: { dump: () => T; restore: (value: T) => void },
): StatePart => ({ name, schema, dump, restore: (value) => restore(value as T) })

/** The address that webhooks go to. One that was given at this start is the newer input. */
export const pushUrlPart = (settings: { pushUrl: string }): StatePart =>
  statePart('pushUrl', z.string(), {
    dump: () => settings.pushUrl,
    restore(url) {
      if (settings.pushUrl === '') settings.pushUrl = url
    },
  })

export const mapPart = <Key, Value>(
  name: string,
  schema: z.ZodType<[Key, Value][]>,
  map: Map<Key, Value>,
): StatePart =>
  statePart(name, schema, {
    dump: () => [...map],
    restore: (entries) => entries.forEach(([key, value]) => map.set(key, value)),
  })

interface StateOrder {
  shop: { id: number | string }
  createTime: number
  updateTime: number
}

interface StateChannel<Order extends StateOrder, Id extends number | string> {
  clock: Clock
  shops: ReadonlyMap<unknown, Order['shop']>
  book: OrderIndex<Order, Id>
  factory: OrderFactory<Order['shop'], Order, Id>
  catalog: Pick<Catalog<number>, 'dump' | 'restore'> & { onChange(listener: () => void): void }
  tokens: { onChange(listener: () => void): void }
  returns?: { onChange(listener: () => void): void }
  /** Takes up what an order was waiting for when the sandbox stopped. */
  resume?: (order: Order) => void
}

interface StateRules<Order, Id, Change> {
  loadSample: (anchor: number) => Promise<unknown>
  /** Restored in this order, before the sample is loaded. */
  parts: readonly StatePart[]
  /** Fields of an order that change in its life; the rest is created again from its record. */
  changed: {
    schema: z.ZodType<Change[]>
    idOf(change: Change): Id
    write(order: Order): Change
    apply(order: Order, change: Change): void
  }
}

/** Remembers over restarts who is linked, what was sold and what became of it; the demo goes on where it stopped. */
export async function openOrderState<
  Order extends StateOrder,
  Id extends number | string,
  Change extends { updateTime: number },
>(
  path: string,
  { clock, shops, book, factory, catalog, tokens, returns, resume }: StateChannel<Order, Id>,
  { loadSample, parts, changed: changes }: StateRules<Order, Id, Change>,
): Promise<StateFile> {
  const schema = z.object({
    version: z.literal(1),
    anchor: z.number().describe('the moment at which the sample ends'),
    created: createdSchema,
    listings: listingsSchema,
    changed: changes.schema,
  })
  const partSchema = z.object(Object.fromEntries(parts.map((part) => [part.name, part.schema])))
  const state = readState(path, schema.and(partSchema))
  const anchor = state?.anchor ?? clock.now()
  const created = state?.created ?? []
  const changed = new Set<Order>()

  if (state) for (const part of parts) part.restore(state[part.name])
  await loadSample(anchor)
  // Before the orders, which may be of goods that were published.
  catalog.restore(state?.listings ?? [])
  for (const { shop_id: shopId, at, record } of created) {
    const order = factory.create(chooseShop(shops, shopId), record, at)
    book.add([order])
    resume?.(order)
  }
  for (const change of state?.changed ?? []) {
    const order = book.find(changes.idOf(change))
    if (!order) continue
    book.change(order, change.updateTime, () => changes.apply(order, change))
    changed.add(order)
    resume?.(order)
  }

  const file = createStateFile(path, () => ({
    version: 1,
    anchor,
    created,
    listings: catalog.dump(),
    changed: [...changed].map((order) => changes.write(order)),
    ...Object.fromEntries(parts.map((part) => [part.name, part.dump()])),
  }))
  catalog.onChange(() => file.saveSoon())
  returns?.onChange(() => file.saveSoon())
  book.onChange((order) => {
    changed.add(order)
    file.saveSoon()
  })
  book.onCreate((order, record) => {
    created.push({ shop_id: order.shop.id, at: order.createTime, record })
    file.saveSoon()
  })
  // A refresh token that a client has and the sandbox forgot would end the link: tokens are saved at once.
  tokens.onChange(() => file.save())
  file.save()
  return file
}
