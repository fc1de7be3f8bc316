/**
 * Random sales, cancellations, returns, adjustments, transfers, bundles, rules and pushes: no piece is created or lost, and each shop
 * is to be sent what the formula says. STOCK_SEEDS runs more seeds than the five, and STOCK_SEED a single one.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OrderStatus } from '../../model/order-status.ts'
import {
  freeOfBundle,
  stockOfferOf,
  stockRuleOf,
  type OwnStockRule,
  type StockRule,
} from '../../model/stock-offer.ts'
import { startTestConsole, type Account, type TestConsole } from '../../test/start-test-console.ts'
import { addShop, lineOf, orderOf, putOrders } from '../../test/steps/stored-orders.ts'
import { productOf, putProducts, skuOf } from '../../test/steps/stored-products.ts'
import { takeBack } from './ledger/take-back-store.ts'
import { listDrifted, listOpenPushes, recordObservedStock, savePushSteps } from './push/stock-push-store.ts'

const { STOCK_SEED, STOCK_SEEDS } = process.env
const seeds = STOCK_SEED
  ? [Number(STOCK_SEED)]
  : Array.from({ length: Number(STOCK_SEEDS ?? 5) }, (_, at) => at + 1)
const stepsPerSeed = 45

let running: TestConsole

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
})
afterAll(() => running?.stop())

/** Codes of the SKUs with pieces of their own, and of the bundles of them. */
const plain = ['DOME', 'BASE', 'CORD'] as const
const bundled = ['LAMP', 'PACK'] as const
const codes = [...plain, ...bundled]
type Code = (typeof codes)[number]
type Pieces = Partial<Record<Code, number>>
type Recipes = Record<(typeof bundled)[number], Pieces>

type SoldOrder = {
  id: number
  name: string
  shop: number
  status: OrderStatus
  lines: Pieces
  /** Parts that one unit of each line took when it was sold. */
  recipes: Map<Code, Pieces>
  back: boolean
}

class World {
  readonly onHand = new Map<Code, number>(plain.map((code) => [code, 0]))
  readonly orders: SoldOrder[] = []
  readonly recipes: Recipes = { LAMP: { DOME: 1, BASE: 2 }, PACK: { CORD: 3 } }
  readonly ids = new Map<Code, number>()
  shops: number[] = []
  warehouses: number[] = []
  minute = 0
  private state: number
  readonly seller: Account

  constructor(seller: Account, seed: number) {
    this.seller = seller
    this.state = seed * 7919
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

  idOf(code: Code): number {
    return this.ids.get(code) ?? 0
  }

  piecesOf(code: Code): Pieces {
    return code === 'LAMP' || code === 'PACK' ? { ...this.recipes[code] } : { [code]: 1 }
  }

  /** Pieces that an order takes of a SKU. */
  taken({ lines, recipes }: SoldOrder, code: Code): number {
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
}

async function createWorld(seed: number): Promise<World> {
  const world = new World(await running.signUp(`seller${seed}`), seed)
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
  for (const shopId of world.shops) {
    const products = codes.map((code) =>
      productOf({
        channelProductId: code,
        name: `A thing called ${code}`,
        skus: [skuOf({ shopSku: `${code}_${shopId}`, sellerSku: code })],
      }),
    )
    const ids = await putProducts(running, { ownerId, shopId }, products)
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

async function setParts(world: World, code: (typeof bundled)[number]): Promise<void> {
  const parts = Object.entries(world.recipes[code]).map(([part, quantity]) => ({
    sku_id: world.idOf(part as Code),
    quantity,
  }))
  const reply = await world.seller.call(`PUT /sku-centers/${world.idOf(code)}`, { parts })
  expect(reply.status).toBe(200)
}

async function report(world: World, order: SoldOrder): Promise<void> {
  const shopId = world.shops[order.shop] ?? 0
  const lines = Object.entries(order.lines).map(([code, quantity]) =>
    lineOf({ shopSku: `${code}_${shopId}`, quantity }),
  )
  const changedAt = new Date(Date.now() + world.minute++ * 60_000)
  const told = { channelOrderId: order.name, status: order.status, placedAt: new Date(), changedAt, lines }
  const found = await putOrders(running, world.ownerId, shopId, [orderOf(told)])
  expect(found).toBeDefined()
  if (order.id === 0)
    order.id = await running.db.asOwner(world.ownerId, async (tx) => {
      const { rows } = await sql<{ id: number }>`select id from orders
        where owner_id = ${world.ownerId} and channel_order_id = ${order.name}`.execute(tx)
      return rows[0]?.id ?? 0
    })
}

/** An order whose lines may be a bundle and a part of it. */
function order(world: World, shop: number): SoldOrder {
  const lines = Object.fromEntries(
    Array.from({ length: 1 + world.random(1) }, () => [world.pick(codes), 1 + world.random(2)]),
  ) as Pieces
  const sold: SoldOrder = {
    id: 0,
    name: `order ${world.orders.length}`,
    shop,
    status: 'pending',
    lines,
    recipes: new Map((Object.keys(lines) as Code[]).map((code) => [code, world.piecesOf(code)])),
    back: false,
  }
  world.orders.push(sold)
  return sold
}

async function end(world: World, status: 'shipped' | 'canceled'): Promise<void> {
  const sold = world.orders.find((one) => one.status === 'pending')
  if (!sold) return
  sold.status = status
  if (status === 'shipped') for (const code of plain) world.change(code, -world.taken(sold, code))
  await report(world, sold)
}

async function bringBack(world: World): Promise<void> {
  const sold = world.orders.find(({ status, back }) => status === 'shipped' && !back)
  if (!sold) return
  sold.back = true
  const shopId = world.shops[sold.shop] ?? 0
  const lines = Object.entries(sold.lines).map(([code, quantity]) => {
    const restock = world.random(quantity)
    for (const [part, each] of Object.entries(sold.recipes.get(code as Code) ?? {}))
      world.change(part as Code, restock * each)
    return { shopSku: `${code}_${shopId}`, restock, writeOff: quantity - restock }
  })
  await running.db.asOwner(world.ownerId, (tx) =>
    takeBack(tx, { ownerId: world.ownerId, shopId }, sold.id, lines, 'broken'),
  )
}

async function changeQuantity(world: World): Promise<void> {
  const sold = world.orders.find((one) => one.status === 'pending')
  const [line] = Object.keys(sold?.lines ?? {}) as Code[]
  if (!sold || !line) return
  sold.lines[line] = 1 + world.random(3)
  await report(world, sold)
}

async function move(world: World): Promise<void> {
  const code = world.pick(plain)
  const [from, to] = world.random(1) ? world.warehouses : world.warehouses.toReversed()
  const sku_id = world.idOf(code)
  if (world.random(1)) {
    const change = world.random(1) ? 1 + world.random(6) : -1 - world.random(3)
    const lines = [{ sku_id, change }]
    const body = { warehouse_id: from, lines, reason: 'counted', allow_negative: true }
    const reply = await world.seller.call('POST /stock-adjustments', body)
    if (reply.status === 201) world.change(code, change)
    return
  }
  const lines = [{ sku_id, quantity: 1 + world.random(3) }]
  const body = { from_warehouse_id: from, to_warehouse_id: to, lines, allow_negative: true }
  await world.seller.call('POST /stock-transfers', body)
}

async function changeRule(world: World): Promise<void> {
  const maybe = (most: number) => (world.random(2) === 0 ? null : world.random(most))
  const path = `PUT /sku-centers/${world.idOf(world.pick(codes))}/stock-rules/${world.pick(world.shops)}`
  const reply = await world.seller.call(path, { buffer: maybe(3), cap: maybe(8), share: maybe(100) })
  expect(reply.status).toBe(200)
}

async function changeRecipe(world: World): Promise<void> {
  const code = world.pick(bundled)
  const parts = world.random(1) ? [world.pick(plain)] : ['DOME', world.pick(['BASE', 'CORD'])]
  world.recipes[code] = Object.fromEntries(parts.map((part) => [part, 1 + world.random(2)]))
  await setParts(world, code)
}

/** Figures that are sent are taken, refused, locked or lost; and the channel reports others meanwhile. */
async function push(world: World): Promise<void> {
  const shop = { ownerId: world.ownerId, shopId: world.pick(world.shops) }
  await running.db.asOwner(world.ownerId, async (tx) => {
    const open = await listOpenPushes(tx, shop, 10, new Date(Date.now() + 3_600_000))
    const steps = open.map(({ id, quantity, attempts }) => {
      const state = world.pick(['sent', 'done', 'refused', 'locked'] as const)
      const reason = state === 'refused' || state === 'locked' ? 'no' : null
      return { id, quantity, state, observed: world.random(20), attempts, reason, checkAt: new Date() }
    })
    await savePushSteps(tx, world.ownerId, steps)
    await recordObservedStock(
      tx,
      shop,
      open.slice(0, 2).map(({ id }) => ({ id, channelStock: world.random(20) })),
    )
  })
}

async function takeStep(world: World): Promise<string> {
  const steps: [string, number, () => Promise<unknown>][] = [
    ['sale', 8, () => report(world, order(world, world.random(2)))],
    // Orders of three shops about the same parts, in transactions that overlap.
    ['three sales', 3, () => Promise.all([0, 1, 2].map((shop) => report(world, order(world, shop))))],
    ['shipped', 5, () => end(world, 'shipped')],
    ['canceled', 3, () => end(world, 'canceled')],
    ['back', 3, () => bringBack(world)],
    ['quantity', 2, () => changeQuantity(world)],
    ['moved', 5, () => move(world)],
    ['rule', 3, () => changeRule(world)],
    ['recipe', 1, () => changeRecipe(world)],
    ['push', 5, () => push(world)],
  ]
  const all = steps.flatMap(([name, weight, work]) => Array.from({ length: weight }, () => ({ name, work })))
  const { name, work } = world.pick(all)
  await work()
  return name
}

type Figure = {
  code: Code
  warehouse: number
  onHand: number
  reserved: number
  moved: number
  promised: number
  held: number
}
type Target = {
  code: Code
  shop: number
  warehouse: number
  target: number | null
  ofShop: StockRule
  own: OwnStockRule
}

async function check(world: World, after: string): Promise<void> {
  const { ownerId } = world
  const [figures, targets, drifted] = await running.db.asOwner(ownerId, async (tx) => {
    const { rows: stock } = await sql<Figure>`
      select s.prime_sku as code, t.warehouse_id as warehouse, t.on_hand as "onHand", t.reserved,
        (select coalesce(sum(on_hand_change), 0)::int from stock_movements m
          where m.owner_id = ${ownerId} and m.sku_id = t.sku_id and m.warehouse_id = t.warehouse_id) as moved,
        (select coalesce(sum(reserved_change), 0)::int from stock_movements m
          where m.owner_id = ${ownerId} and m.sku_id = t.sku_id and m.warehouse_id = t.warehouse_id) as promised,
        (select coalesce(sum(h.reserved), 0)::int from stock_reservations h
          where h.owner_id = ${ownerId} and h.sku_id = t.sku_id and h.warehouse_id = t.warehouse_id) as held
      from stock t join skus s on s.owner_id = ${ownerId} and s.id = t.sku_id where t.owner_id = ${ownerId}`.execute(
      tx,
    )
    const { rows: listings } = await sql<Target>`
      select s.prime_sku as code, k.shop_id as shop, coalesce(p.warehouse_id, ${world.warehouses[0]}::bigint) as warehouse, u.target,
        json_build_object('buffer', p.stock_buffer, 'cap', p.stock_cap, 'share', p.stock_share) as "ofShop",
        json_build_object('buffer', r.buffer, 'cap', r.cap, 'share', r.share) as own
      from product_skus k
      join skus s on s.owner_id = ${ownerId} and s.id = k.sku_id
      join shops p on p.owner_id = ${ownerId} and p.id = k.shop_id
      left join sku_shop_rules r on r.owner_id = ${ownerId} and r.sku_id = k.sku_id and r.shop_id = k.shop_id
      left join stock_pushes u on u.owner_id = ${ownerId} and u.product_sku_id = k.id where k.owner_id = ${ownerId}`.execute(
      tx,
    )
    const missed = []
    for (const shopId of world.shops) missed.push(...(await listDrifted(tx, { ownerId, shopId })))
    return [stock, listings, missed] as const
  })
  for (const { onHand, reserved, moved, promised, held, ...place } of figures)
    expect({ after, ...place, moved, promised, held }).toEqual({
      after,
      ...place,
      moved: onHand,
      promised: reserved,
      held: reserved,
    })
  const sums = (of: 'onHand' | 'reserved') =>
    Object.fromEntries(
      plain.map((code) => [
        code,
        figures.filter((one) => one.code === code).reduce((sum, one) => sum + one[of], 0),
      ]),
    )
  expect({ after, onHand: sums('onHand'), reserved: sums('reserved') }).toEqual({
    after,
    onHand: Object.fromEntries(world.onHand),
    reserved: Object.fromEntries(plain.map((code) => [code, world.reserved(code)])),
  })
  for (const { code, shop, warehouse, target, ofShop, own } of targets) {
    const parts = Object.entries(world.piecesOf(code)).map(([part, quantity]) => {
      const figure = figures.find((one) => one.code === part && one.warehouse === warehouse)
      return { quantity, free: figure ? figure.onHand - figure.reserved : null }
    })
    const { offered } = stockOfferOf(freeOfBundle(parts) ?? 0, stockRuleOf(ofShop, own))
    expect({ after, code, shop, target }).toEqual({ after, code, shop, target: offered })
  }
  expect({ after, drifted }).toEqual({ after, drifted: [] })
}

describe.each(seeds)('stock by chance, seed %i', (seed) => {
  it(
    'loses no piece and creates none, and each target is what the formula says',
    { timeout: 60_000 },
    async () => {
      const world = await createWorld(seed)
      await check(world, 'the beginning')
      for (let step = 0; step < stepsPerSeed; step++)
        await check(world, `step ${step}: ${await takeStep(world)}`)
    },
  )
})
