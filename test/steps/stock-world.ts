/** A seller with three shops and two warehouses, and a model of all that the ledger must say, for tests by chance. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { OrderStatus } from '../../model/order-status.ts'
import type { Account, TestConsole } from '../start-test-console.ts'
import { addShop, lineOf, orderOf, putOrders } from './stored-orders.ts'
import { productOf, putProducts, skuOf } from './stored-products.ts'

/** Codes of the SKUs with pieces of their own, and of the bundles of them. */
export const plain = ['DOME', 'BASE', 'CORD'] as const
export const bundled = ['LAMP', 'PACK'] as const
export const codes = [...plain, ...bundled]
/** `HALF` is split off another. */
export const counted = [...plain, 'HALF'] as const
export type Code = (typeof counted)[number] | (typeof bundled)[number]
export type Pieces = Partial<Record<Code, number>>
type Recipes = Record<(typeof bundled)[number], Pieces>

export type WorldOrder = {
  id: number
  name: string
  shop: number
  status: OrderStatus
  lines: Pieces
  /** Parts that one unit of each line took when it was sold. */
  recipes: Map<Code, Pieces>
  /** Lines whose pieces the link of their listing has reserved, as it came after the order. */
  late: Set<Code>
  back: boolean
  /** Units of each line that lie here since the parcel came back, and leave again with it. */
  home: Pieces | null
}

export type WorldMerge = {
  id: number
  into: Code
  other: Code
  /** A person has moved its stock since, or goods of an order with both came back. */
  isFinal: boolean
}

export class World {
  /** Pieces on hand if nothing had ever been merged. */
  readonly onHand = new Map<Code, number>(counted.map((code) => [code, 0]))
  readonly orders: WorldOrder[] = []
  readonly recipes: Recipes = { LAMP: { DOME: 1, BASE: 2 }, PACK: { CORD: 3 } }
  readonly ids = new Map<Code, number>()
  /** Stock that each listing shows at its channel, by its own code. */
  readonly channel = new Map<string, number>()
  /** Listings that their channel has taken off. */
  readonly hidden = new Set<string>()
  /** Listings of no SKU, by their own code: a person has taken them off, or deleted them here. `id`: null for a deleted one. */
  readonly apart = new Map<string, { code: Code; shop: number; id: number | null }>()
  /** Ids of variants that their channel has made anew. */
  readonly anew = new Map<string, string>()
  merge: WorldMerge | null = null
  split: { id: number; from: Code; shop: number } | null = null
  shops: number[] = []
  warehouses: number[] = []
  minute = 0
  /** Its listings are taken off and linked again; otherwise its SKUs are merged and split. */
  readonly isOfLinks: boolean
  private state: number
  readonly seller: Account
  readonly running: TestConsole

  constructor(running: TestConsole, seller: Account, seed: number) {
    this.running = running
    this.seller = seller
    this.state = seed * 7919
    this.isOfLinks = seed % 2 === 1
  }

  get ownerId(): string {
    return this.seller.ownerId
  }

  /** 0 to `most`. */
  random(most: number): number {
    this.state = (this.state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((this.state / 2_147_483_648) * (most + 1))
  }

  pick<T>(list: readonly T[]): T {
    const one = list[this.random(list.length - 1)]
    if (one === undefined) throw new Error('nothing to pick from')
    return one
  }

  /** The SKU that goes on for a merged one. */
  goingOn(code: Code): Code {
    return this.merge?.other === code ? this.merge.into : code
  }

  idOf(code: Code): number {
    return this.ids.get(this.goingOn(code)) ?? 0
  }

  shopSku(code: Code, shop: number): string {
    return `${code}_${this.shops[shop] ?? 0}`
  }

  /** Pieces that one unit of a listing takes. */
  piecesOf(code: Code, shop?: number): Pieces {
    if (shop !== undefined && this.apart.has(this.shopSku(code, shop))) return {}
    if (code === 'LAMP' || code === 'PACK') return { ...this.recipes[code] }
    return { [this.split?.from === code && this.split.shop === shop ? 'HALF' : code]: 1 }
  }

  /** Pieces that an order takes of a SKU. */
  taken({ lines, recipes }: WorldOrder, code: Code): number {
    return Object.entries(lines).reduce(
      (sum, [line, quantity]) => sum + quantity * (recipes.get(line as Code)?.[code] ?? 0),
      0,
    )
  }

  reserved(code: Code): number {
    return this.orders
      .filter(({ status }) => status === 'pending')
      .reduce((sum, order) => sum + this.taken(order, code), 0)
  }

  change(code: Code, by: number): void {
    this.onHand.set(code, (this.onHand.get(code) ?? 0) + by)
  }

  /** The sum over a SKU and those that are merged into it, which the ledger must say. */
  sumOf(code: Code, of: (code: Code) => number): number {
    return counted.filter((one) => this.goingOn(one) === code).reduce((sum, one) => sum + of(one), 0)
  }

  /** The channel takes off what it sells, and adds what it cancels. */
  sellAtChannel(order: WorldOrder, by: 1 | -1): void {
    for (const [code, quantity] of Object.entries(order.lines)) {
      const key = this.shopSku(code as Code, order.shop)
      this.channel.set(key, (this.channel.get(key) ?? 0) - by * quantity)
    }
  }
}

export async function createWorld(running: TestConsole, seed: number): Promise<World> {
  const world = new World(running, await running.signUp(`seller${seed}`), seed)
  const { ownerId, seller } = world
  for (const name of ['A', 'B', 'C']) world.shops.push(await addShop(running, ownerId, `${name} of ${seed}`))
  world.warehouses.push((await seller.call('GET /warehouses')).at<number>('data.0.id'))
  world.warehouses.push((await seller.call('POST /warehouses', { name: 'Back room' })).at<number>('data.id'))
  await running.db.asOwner(ownerId, async (tx) => {
    await sql`update shops set is_stock_sync = true where owner_id = ${ownerId}`.execute(tx)
    await sql`update shops set warehouse_id = ${world.warehouses[1]} where owner_id = ${ownerId} and id = ${world.shops[2]}`.execute(
      tx,
    )
  })
  for (const shop of world.shops.keys()) {
    const ids = await reportProducts(world, shop, codes)
    for (const [at, code] of codes.entries()) world.ids.set(code, ids[at] ?? 0)
  }
  for (const warehouse_id of world.warehouses) {
    const lines = plain.map((code) => ({ sku_id: world.idOf(code), quantity: 12 }))
    expect((await seller.call('POST /stock-receipts', { warehouse_id, lines })).status).toBe(201)
  }
  for (const code of plain) world.change(code, 24)
  for (const code of bundled) await setParts(world, code)
  return world
}

/** A shop reports products; `anew`: under new ids of their variants. */
export async function reportProducts(
  world: World,
  shop: number,
  which: readonly Code[],
  { price = 1000, anew = '1' }: { price?: number; anew?: string } = {},
): Promise<number[]> {
  const shopId = world.shops[shop] ?? 0
  const products = which.map((code) => {
    const key = world.shopSku(code, shop)
    const stock = world.channel.get(key) ?? 20
    world.channel.set(key, stock)
    const sku = {
      channelSkuId: anew,
      shopSku: key,
      sellerSku: code,
      price,
      stock,
      isActive: !world.hidden.has(key),
    }
    return productOf({
      channelProductId: code,
      name: `A thing called ${code}`,
      changedAt: new Date(Date.now() + world.minute++ * 60_000),
      skus: [skuOf(sku)],
    })
  })
  return putProducts(world.running, { ownerId: world.ownerId, shopId }, products)
}

export async function setParts(world: World, code: (typeof bundled)[number]): Promise<void> {
  const parts = Object.entries(world.recipes[code]).map(([part, quantity]) => ({
    sku_id: world.idOf(part as Code),
    quantity,
  }))
  const reply = await world.seller.call(`PUT /sku-centers/${world.idOf(code)}`, { parts })
  expect(reply.status).toBe(200)
}

export async function reportOrder(world: World, order: WorldOrder): Promise<void> {
  const shopId = world.shops[order.shop] ?? 0
  const lines = Object.entries(order.lines).map(([code, quantity]) =>
    lineOf({ shopSku: world.shopSku(code as Code, order.shop), quantity }),
  )
  // Long enough ago that one which left had done so before the next link of its listing.
  const changedAt = new Date(Date.now() - 86_400_000 + world.minute++ * 60_000)
  const told = { channelOrderId: order.name, status: order.status, placedAt: new Date(), changedAt, lines }
  const found = await putOrders(world.running, world.ownerId, shopId, [orderOf(told)])
  expect(found).toBeDefined()
  if (order.id === 0)
    order.id = await world.running.db.asOwner(world.ownerId, async (tx) => {
      const { rows } = await sql<{ id: number }>`select id from orders
        where owner_id = ${world.ownerId} and channel_order_id = ${order.name}`.execute(tx)
      return rows[0]?.id ?? 0
    })
}
