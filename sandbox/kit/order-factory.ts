import { createPerson, type Person, type Region } from './fake-customers.ts'
import type { OrderRecord } from './order-record.ts'
import { createRandom, type Random } from './random.ts'

export interface Buyer<Id> {
  id: Id
  person: Person
}

export interface OrderFactory<Shop, Order, Id> {
  /** The same record becomes the same order every time. `taken` holds ids that are given but not in the book yet. */
  create(shop: Shop, record: OrderRecord, now: number, taken?: ReadonlySet<Id>): Order
  reset(): void
}

/** Facts about a new order that all marketplaces need alike. */
export interface Draft<Shop, Id, BuyerId> {
  shop: Shop
  record: OrderRecord
  now: number
  id: Id
  createTime: number
  buyer: Buyer<BuyerId>
  /** Its next numbers depend on those that were drawn before. */
  random: Random
}

interface FactoryRules<Shop, Order, Id, BuyerId> {
  /** Begins the seed of everything that is made up. */
  seed: string
  isTaken: (id: Id) => boolean
  /** `ref` changes until the id is free. */
  idOf: (shop: Shop, ref: string, createTime: number) => Id
  /** Returns the key and the seed of a buyer, and the channel's number for that key. */
  buyer: { seed: string; region?: Region; idOf(key: string, region: Region): BuyerId }
  build: (draft: Draft<Shop, Id, BuyerId>) => Order
}

export function createOrderFactory<
  Shop extends { id: number | string; region: Region },
  Order,
  Id extends number | string,
  BuyerId,
>({
  seed,
  isTaken,
  idOf,
  buyer,
  build,
}: FactoryRules<Shop, Order, Id, BuyerId>): OrderFactory<Shop, Order, Id> {
  const buyers = new Map<string, Buyer<BuyerId>>()

  // One object per buyer: three hundred thousand orders share their customers' names and addresses.
  const buyerOf = (region: Region, key: string): Buyer<BuyerId> => {
    const name = `${region}:${key}`
    let known = buyers.get(name)
    if (!known)
      buyers.set(
        name,
        (known = { id: buyer.idOf(key, region), person: createPerson(region, `${buyer.seed}${key}`) }),
      )
    return known
  }

  const freeId = (shop: Shop, ref: string, createTime: number, taken?: ReadonlySet<Id>): Id => {
    for (let salt = ''; ; salt += '+') {
      const id = idOf(shop, ref + salt, createTime)
      if (!isTaken(id) && !taken?.has(id)) return id
    }
  }

  return {
    create(shop, record, now, taken) {
      const createTime = Math.floor(record.created ?? now - (record.age ?? 0))
      return build({
        shop,
        record,
        now,
        createTime,
        id: freeId(shop, record.ref, createTime, taken),
        buyer: buyerOf(shop.region, record.customer ?? `once:${record.ref}`),
        random: createRandom(`${seed}:${shop.id}:${record.ref}`),
      })
    },
    reset: () => buyers.clear(),
  }
}
