import { skipUnlessForSale, type Catalog, type Pieces } from './catalog.ts'
import type { Clock } from './clock.ts'
import type { OrderFactory } from './order-factory.ts'
import type { OrderRecord } from './order-record.ts'
import { createRandom, type Random } from './random.ts'

/** Selling by itself, so that there is something to see. */
export interface Live {
  /** Orders per minute over all shops; 0 ends the selling. */
  setPace(this: void, perMinute: number): void
  pace(): number
  stop(): void
}

/** An automatic action on orders in a status, its delay after their last change, and its chance at each check. */
export interface Habit<Status, Action> {
  status: Status
  after: number
  action: Action
  chance: number
}

interface LiveRules<Shop, Order, Status, Action> {
  /** Sells one order; NotForSale ends it quietly. */
  sell: () => unknown
  habits: readonly Habit<Status, Action>[]
  /** Returns an order of the shop that has been in the status since `before`. */
  findDue: (shop: Shop, status: Status, before: number) => Order | undefined
  act: (order: Order, action: Action) => unknown
}

/** Sells so many times a minute, and moves the orders of each shop on by their habits at each sale. */
export function startLive<Shop, Order, Status, Action>(
  { clock, random, shops }: { clock: Clock; random: Random; shops: ReadonlyMap<unknown, Shop> },
  { sell, habits, findDue, act }: LiveRules<Shop, Order, Status, Action>,
): Live {
  let pace = 0
  let cancel = (): void => {}

  const turn = (): void => {
    skipUnlessForSale(sell)
    const now = clock.now()
    for (const shop of shops.values())
      for (const { status, after, action, chance } of habits) {
        const due = findDue(shop, status, now - after)
        if (due && random.chance(chance)) act(due, action)
      }
  }

  // Each sale plans the next, so a shift of the clock by days makes one sale and not thousands.
  const schedule = (): void => {
    cancel()
    if (pace === 0) return
    const wait = (60_000 / pace) * (0.5 + random.next())
    cancel = clock.at(clock.nowMs() + wait, () => {
      turn()
      schedule()
    })
  }

  const setPace = (next: number): void => {
    pace = next
    schedule()
  }
  return { setPace, pace: () => pace, stop: () => setPace(0) }
}

/** Unlinked shops sell too, or linking one would find nothing new; linked ones are where somebody looks. */
export function pickSeller<Shop extends { id: unknown }>(
  random: Random,
  shops: ReadonlyMap<unknown, Shop>,
  isLinked: (id: Shop['id']) => boolean,
): Shop {
  const all = [...shops.values()]
  const linked = all.filter(({ id }) => isLinked(id))
  return random.pick(linked.length > 0 && random.chance(0.9) ? linked : all)
}

/** Sells a record, or a basket of the shop's goods; throws NotForSale when there is too little, unless it is forced. */
export function sellOrder<Shop extends { id: number | string }, Order, Id>(
  {
    clock,
    catalog,
    factory,
    lifecycle,
  }: {
    clock: Clock
    catalog: Pick<Catalog<number>, 'isEmpty' | 'stockUp' | 'take'>
    factory: OrderFactory<Shop, Order, Id>
    lifecycle: { create(order: Order, record: OrderRecord): void }
  },
  {
    shop,
    record,
    isForced = false,
    basketOf,
    piecesOf,
  }: {
    shop: Shop
    record: OrderRecord | undefined
    isForced?: boolean | undefined
    basketOf: () => OrderRecord
    piecesOf: (order: Order) => Pieces[]
  },
): Order {
  const isFirst = !record && catalog.isEmpty(shop.id)
  const sold = record ?? basketOf()
  const order = factory.create(shop, sold, clock.now())
  const pieces = piecesOf(order)
  if (isFirst) catalog.stockUp(shop.id, pieces)
  catalog.take(shop.id, pieces, isForced)
  lifecycle.create(order, sold)
  return order
}

interface Goods {
  sku: string
  name: string
  price: number
  stock: number
}

/** Nobody asks for more than there is. */
export const atMost = (quantity: number, { stock }: Pick<Goods, 'stock'>): number =>
  Math.min(quantity, Math.max(stock, 1))

/** A basket of one to three of these goods. */
export function smallBasket(goods: readonly Goods[], seed: string): OrderRecord {
  const random = createRandom(`basket:${seed}`)
  const chosen = new Set(Array.from({ length: random.int(1, 3) }, () => random.pick(goods)))
  const lines = [...chosen].map((one): OrderRecord['lines'][number] => [
    one.sku,
    one.name,
    atMost(random.pick([1, 1, 1, 2, 3]), one),
    one.price,
  ])
  return { ref: seed, age: 0, lines }
}
