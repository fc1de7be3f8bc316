/**
 * Random sales, cancellations, returns, adjustments, transfers, bundles, rules, merges, splits, listings that are edited, taken off
 * and linked, and pushes whose worker may die on the way: no piece is created or lost, each shop is to be sent what the formula says, and shows it in the end.
 * STOCK_SEEDS runs more seeds than the five, and STOCK_SEED a single one.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  freeOfBundle,
  stockOfferOf,
  stockRuleOf,
  type OwnStockRule,
  type StockRule,
} from '../../model/stock-offer.ts'
import { startTestConsole, type TestConsole } from '../../test/start-test-console.ts'
import { changeLink, checkStock, mergeUncounted } from '../../test/steps/stock-links.ts'
import {
  bundled,
  codes,
  counted,
  createWorld,
  plain,
  reportOrder,
  reportProducts,
  setParts,
  type Code,
  type Pieces,
  type World,
  type WorldOrder,
} from '../../test/steps/stock-world.ts'
import { takeBack } from './ledger/take-back-store.ts'
import {
  listDrifted,
  listOpenPushes,
  recordObservedStock,
  savePushSteps,
  type PushStep,
} from './push/stock-push-store.ts'

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

/** An order whose lines may be a bundle and a part of it. */
function order(world: World, shop: number): WorldOrder {
  const lines = Object.fromEntries(
    Array.from({ length: 1 + world.random(1) }, () => [world.pick(codes), 1 + world.random(2)]),
  ) as Pieces
  const sold: WorldOrder = {
    id: 0,
    name: `order ${world.orders.length}`,
    shop,
    status: 'pending',
    lines,
    recipes: new Map((Object.keys(lines) as Code[]).map((code) => [code, world.piecesOf(code, shop)])),
    late: new Set(),
    back: false,
    home: null,
  }
  world.orders.push(sold)
  world.sellAtChannel(sold, 1)
  return sold
}

async function end(world: World, status: 'shipped' | 'canceled'): Promise<void> {
  const sold = world.orders.find((one) => one.status === 'pending')
  if (!sold) return
  sold.status = status
  if (status === 'shipped') for (const code of counted) world.change(code, -world.taken(sold, code))
  else world.sellAtChannel(sold, -1)
  await reportOrder(world, sold)
}

async function bringBack(world: World): Promise<void> {
  const sold = world.orders.find((one) => one.status === 'shipped' && !one.back && isTaken(one))
  if (!sold) return
  sold.back = true
  const { merge } = world
  if (merge && world.taken(sold, merge.into) > 0 && world.taken(sold, merge.other) > 0) merge.isFinal = true
  const shopId = world.shops[sold.shop] ?? 0
  const lines = Object.entries(sold.lines).map(([code, quantity]) => {
    const restock = world.random(quantity)
    for (const [part, each] of Object.entries(sold.recipes.get(code as Code) ?? {}))
      world.change(part as Code, restock * each)
    return { shopSku: world.shopSku(code as Code, sold.shop), restock, writeOff: quantity - restock }
  })
  await running.db.asOwner(world.ownerId, (tx) =>
    takeBack(tx, { ownerId: world.ownerId, shopId }, sold.id, lines, { reason: 'broken' }),
  )
}

/** No buyer takes the parcel: its pieces are out, until somebody takes it in. */
async function fail(world: World): Promise<void> {
  const sold = world.orders.find((one) => one.status === 'shipped' && !one.back)
  if (!sold) return
  sold.status = 'failed'
  await reportOrder(world, sold)
  if (world.random(2) > 0) await takeIn(world)
}

/** Takes in all of a failed parcel, or a part. */
async function takeIn(world: World): Promise<void> {
  const sold = world.orders.find((one) => one.status === 'failed' && !one.home && isTaken(one))
  if (!sold) return
  sold.home = {}
  const lines = Object.entries(sold.lines).map(([code, quantity]) => {
    const restock = world.random(quantity)
    const writeOff = world.random(quantity - restock)
    if (sold.home) sold.home[code as Code] = restock + writeOff
    for (const [part, each] of Object.entries(sold.recipes.get(code as Code) ?? {}))
      world.change(part as Code, restock * each)
    return { shopSku: world.shopSku(code as Code, sold.shop), restock, writeOff }
  })
  endMerge(world, sold)
  const shop = { ownerId: world.ownerId, shopId: world.shops[sold.shop] ?? 0 }
  const units = Object.entries(sold.lines).map(([code, quantity]): [string, number] => [
    world.shopSku(code as Code, sold.shop),
    quantity,
  ])
  const how = { reason: 'broken', sold: new Map(units) }
  await running.db.asOwner(world.ownerId, (tx) => takeBack(tx, shop, sold.id, lines, how))
}

/** The channel sends a failed parcel once more, whether it was taken in or not. */
async function sendAgain(world: World): Promise<void> {
  const sold = world.orders.find((one) => one.status === 'failed' && (one.home !== null || world.random(1)))
  if (!sold) return
  endMerge(world, sold)
  for (const [code, units] of Object.entries(sold.home ?? {}))
    for (const [part, each] of Object.entries(sold.recipes.get(code as Code) ?? {}))
      world.change(part as Code, -units * each)
  sold.home = null
  sold.status = 'shipped'
  await reportOrder(world, sold)
}

const isTaken = ({ recipes }: WorldOrder) => [...recipes.values()].every((of) => Object.keys(of).length > 0)

/** Nobody knows of which of two merged SKUs pieces came back, or left again. */
function endMerge(world: World, sold: WorldOrder): void {
  const { merge } = world
  const home = { ...sold, lines: sold.home ?? {} }
  if (!merge || world.taken(sold, merge.into) === 0 || world.taken(sold, merge.other) === 0) return
  if (world.taken(home, merge.into) + world.taken(home, merge.other) > 0) merge.isFinal = true
}

async function changeQuantity(world: World): Promise<void> {
  const sold = world.orders.find((one) => one.status === 'pending')
  const [line] = Object.keys(sold?.lines ?? {}) as Code[]
  if (!sold || !line) return
  world.sellAtChannel(sold, -1)
  sold.lines[line] = 1 + world.random(3)
  world.sellAtChannel(sold, 1)
  await reportOrder(world, sold)
}

async function move(world: World): Promise<void> {
  const code = world.goingOn(world.pick(plain))
  const [from, to] = world.random(1) ? world.warehouses : world.warehouses.toReversed()
  const sku_id = world.idOf(code)
  if (world.random(1)) {
    const change = world.random(1) ? 1 + world.random(6) : -1 - world.random(3)
    const lines = [{ sku_id, change }]
    const body = { warehouse_id: from, lines, reason: 'counted', allow_negative: true }
    const reply = await world.seller.call('POST /stock-adjustments', body)
    if (reply.status !== 201) return
    world.change(code, change)
    if (world.merge?.into === code) world.merge.isFinal = true
    return
  }
  const lines = [{ sku_id, quantity: 1 + world.random(3) }]
  const body = { from_warehouse_id: from, to_warehouse_id: to, lines, allow_negative: true }
  const reply = await world.seller.call('POST /stock-transfers', body)
  if (reply.status === 201 && world.merge?.into === code) world.merge.isFinal = true
}

async function changeRule(world: World): Promise<void> {
  const maybe = (most: number) => (world.random(2) === 0 ? null : world.random(most))
  const path = `PUT /sku-centers/${world.idOf(world.pick(codes))}/stock-rules/${world.pick(world.shops)}`
  const reply = await world.seller.call(path, { buffer: maybe(3), cap: maybe(8), share: maybe(100) })
  expect(reply.status).toBe(200)
}

async function changeRecipe(world: World): Promise<void> {
  const code = world.pick(bundled)
  // After a change of parts a merge could not be undone.
  if (world.merge) return
  const parts = world.random(1) ? [world.pick(plain)] : ['DOME', world.pick(['BASE', 'CORD'])]
  world.recipes[code] = Object.fromEntries(parts.map((part) => [part, 1 + world.random(2)]))
  await setParts(world, code)
}

/** Merges two SKUs, or undoes that. */
async function mergeTwo(world: World): Promise<void> {
  if (world.merge) return undoMerge(world)
  const into = world.pick(plain)
  const other = world.pick(plain.filter((code) => code !== into))
  const reply = await world.seller.call(`POST /sku-centers/${world.idOf(into)}/merge`, {
    sku_ids: [world.idOf(other)],
  })
  expect([reply.status, reply.at('message')]).toEqual([200, undefined])
  world.merge = { id: reply.at<number>('meta.merge.id'), into, other, isFinal: false }
}

async function undoMerge(world: World): Promise<void> {
  const { merge } = world
  if (!merge) return
  const reply = await world.seller.call(`POST /sku-merges/${merge.id}/undo`)
  if (merge.isFinal) {
    expect([reply.status, reply.at('code')]).toEqual([409, 'merge_stock_moved'])
    return
  }
  expect([reply.status, reply.at('message')]).toEqual([200, undefined])
  world.merge = null
}

/** A listing becomes a SKU of its own, or goes back. */
async function splitOne(world: World): Promise<void> {
  const { split } = world
  if (split) {
    if (world.merge) return
    expect((await world.seller.call(`POST /sku-merges/${split.id}/undo`)).status).toBe(200)
    world.change(split.from, world.onHand.get('HALF') ?? 0)
    world.onHand.set('HALF', 0)
    for (const { recipes } of world.orders)
      for (const pieces of recipes.values()) {
        const { HALF: half } = pieces
        if (half === undefined) continue
        delete pieces.HALF
        pieces[split.from] = (pieces[split.from] ?? 0) + half
      }
    world.split = null
    return
  }
  const [from, shop] = [world.pick(plain), world.random(2)]
  if (world.merge) return
  const skuId = world.idOf(from)
  const found = await world.seller.call(`GET /sku-centers/${skuId}`)
  const listings = found.at<{ id: number; shop_sku: string }[]>('data.listings.data')
  const places = found.at<{ warehouse_id: number; available: number }[]>('data.warehouses.data')
  const stock = places.map(({ warehouse_id, available }) => ({
    warehouse_id,
    quantity: world.random(Math.max(0, available)),
  }))
  const reply = await world.seller.call(`POST /sku-centers/${skuId}/split`, {
    prime_sku: 'HALF',
    name: 'Half of another thing',
    product_sku_ids: listings.filter((one) => one.shop_sku === world.shopSku(from, shop)).map(({ id }) => id),
    stock,
  })
  expect([reply.status, reply.at('invalid_fields')]).toEqual([201, undefined])
  const moved = stock.reduce((sum, { quantity }) => sum + quantity, 0)
  world.change(from, -moved)
  world.change('HALF', moved)
  world.ids.set('HALF', reply.at<number>('data.id'))
  world.split = { id: reply.at<number>('meta.merge.id'), from, shop }
}

/** A channel reports a listing otherwise: at another price, taken off, back again, or made anew. */
async function editListing(world: World): Promise<void> {
  const [code, shop] = [world.pick(codes), world.random(2)]
  const key = world.shopSku(code, shop)
  if (world.apart.has(key)) return
  if (world.random(2) === 0 && !world.hidden.delete(key)) world.hidden.add(key)
  // The link of a listing that is made anew is that of the one before, which a split does not have here.
  const isAnew = world.random(2) === 0 && world.split === null && world.merge === null
  const anew = isAnew ? String(world.minute) : (world.anew.get(key) ?? '1')
  world.anew.set(key, anew)
  await reportProducts(world, shop, [code], { price: 1000 + world.random(500), anew })
  await checkStock(world)
}

/** Named by the channel's own code. */
async function openPushes(world: World, shopId: number, limit: number) {
  const { ownerId } = world
  return running.db.asOwner(ownerId, async (tx) => {
    const open = await listOpenPushes(tx, { ownerId, shopId }, limit, new Date(Date.now() + 3_600_000))
    const ids = open.map(({ id }) => id)
    const { rows } = await sql<{ id: number; key: string }>`select id, shop_sku as key from product_skus
      where owner_id = ${ownerId} and id = any(${ids}::bigint[])`.execute(tx)
    const keys = new Map(rows.map(({ id, key }) => [id, key]))
    return open.map((one) => ({ ...one, key: keys.get(one.id) ?? '' }))
  })
}

type OpenPush = Awaited<ReturnType<typeof openPushes>>[number]

/** The next state of one figure. Undefined: the worker died before it could save anything. */
function outcomeOf(world: World, push: OpenPush, how: Outcome): PushStep | undefined {
  const { id, quantity, key } = push
  const now = { checkAt: new Date(), turnAt: new Date() }
  const step = { id, quantity, observed: null, attempts: push.attempts, reason: null, ...now }
  if (push.state === 'sent') {
    const observed = world.channel.get(key) ?? 0
    if (how === 'killed') return undefined
    return { ...step, state: observed === quantity ? 'done' : 'due', observed }
  }
  if (how === 'refused' || how === 'locked') return { ...step, state: how, reason: 'no' }
  if (how === 'unsent') return { ...step, state: 'sent', attempts: push.attempts + 1 }
  world.channel.set(key, quantity)
  if (how === 'killed') return undefined
  return how === 'lost'
    ? { ...step, state: 'sent', attempts: push.attempts + 1 }
    : { ...step, state: 'sent', observed: quantity }
}

type Outcome = (typeof outcomes)[number]
const outcomes = ['taken', 'taken', 'refused', 'locked', 'lost', 'unsent', 'killed'] as const

/** Figures that are sent are taken, refused, locked or lost, the worker dies on the way; and somebody changes them at the channel. */
async function push(world: World): Promise<void> {
  const shop = { ownerId: world.ownerId, shopId: world.pick(world.shops) }
  const open = await openPushes(world, shop.shopId, 10)
  const steps = open.flatMap((one) => outcomeOf(world, one, world.pick(outcomes)) ?? [])
  const edited = open.slice(0, world.random(2))
  for (const { key } of edited) world.channel.set(key, world.random(20))
  await running.db.asOwner(world.ownerId, async (tx) => {
    await savePushSteps(tx, world.ownerId, steps)
    const reported = edited.map(({ id, key }) => ({ id, channelStock: world.channel.get(key) ?? 0 }))
    await recordObservedStock(tx, shop, reported)
  })
}

/** Sends and reads back until nothing is open; then each channel must show what its listing's target is. */
async function settle(world: World): Promise<void> {
  for (const shopId of world.shops)
    for (let round = 0, open: OpenPush[] = []; round === 0 || open.length > 0; round++) {
      expect(round).toBeLessThan(10)
      open = await openPushes(world, shopId, 100)
      const steps = open.flatMap((one) => outcomeOf(world, one, 'taken') ?? [])
      await running.db.asOwner(world.ownerId, (tx) => savePushSteps(tx, world.ownerId, steps))
    }
  const pushes = await running.db.asOwner(world.ownerId, async (tx) => {
    const { rows } = await sql<{ key: string; target: number; state: string }>`
      select k.shop_sku as key, u.target, u.state from stock_pushes u
      join product_skus k on k.owner_id = ${world.ownerId} and k.id = u.product_sku_id and k.is_active
      where u.owner_id = ${world.ownerId} and u.state <> 'refused'`.execute(tx)
    return rows
  })
  expect(pushes.length).toBeGreaterThan(0)
  for (const { key, target, state } of pushes)
    expect({ key, state, shown: world.channel.get(key) }).toEqual({ key, state: 'done', shown: target })
}

type Step = [name: string, weight: number, () => Promise<unknown>]

async function takeStep(world: World): Promise<string> {
  // A listing that has no SKU when a merge or split is undone is of neither SKU, so that each world has but one of both.
  const mergeSteps: Step[] = [
    ['merge', 3, () => mergeTwo(world)],
    ['split', 2, () => splitOne(world)],
  ]
  const linkSteps: Step[] = [
    ['link', 12, () => changeLink(world)],
    ['uncounted', 6, () => mergeUncounted(world)],
  ]
  const steps: Step[] = [
    ['sale', 8, () => reportOrder(world, order(world, world.random(2)))],
    // Orders of three shops about the same parts, in transactions that overlap.
    ['three sales', 3, () => Promise.all([0, 1, 2].map((shop) => reportOrder(world, order(world, shop))))],
    ['shipped', 5, () => end(world, 'shipped')],
    ['canceled', 3, () => end(world, 'canceled')],
    ['back', 3, () => bringBack(world)],
    ['failed', 5, () => fail(world)],
    ['taken in', 3, () => takeIn(world)],
    ['sent again', 6, () => sendAgain(world)],
    ['quantity', 2, () => changeQuantity(world)],
    ['moved', 5, () => move(world)],
    ['rule', 3, () => changeRule(world)],
    ['recipe', 1, () => changeRecipe(world)],
    ['push', 5, () => push(world)],
    ['edit', 4, () => editListing(world)],
    ...(world.isOfLinks ? linkSteps : mergeSteps),
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
      left join stock_pushes u on u.owner_id = ${ownerId} and u.product_sku_id = k.id
      where k.owner_id = ${ownerId} and k.is_active`.execute(tx)
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
      counted.map((code) => [
        code,
        figures.filter((one) => one.code === code).reduce((sum, one) => sum + one[of], 0),
      ]),
    )
  const ofModel = (of: (code: Code) => number) =>
    Object.fromEntries(
      counted.map((code) => [code, world.goingOn(code) === code ? world.sumOf(code, of) : 0]),
    )
  expect({ after, onHand: sums('onHand'), reserved: sums('reserved') }).toEqual({
    after,
    onHand: ofModel((code) => world.onHand.get(code) ?? 0),
    reserved: ofModel((code) => world.reserved(code)),
  })
  for (const { code, shop, warehouse, target, ofShop, own } of targets) {
    const pieces = Map.groupBy(Object.entries(world.piecesOf(code)), ([part]) => world.goingOn(part as Code))
    const parts = [...pieces].map(([part, ofPart]) => {
      const quantity = ofPart.reduce((sum, [, each]) => sum + each, 0)
      const figure = figures.find((one) => one.code === part && one.warehouse === warehouse)
      return { quantity, free: figure ? figure.onHand - figure.reserved : null }
    })
    const { offered } = stockOfferOf(freeOfBundle(parts) ?? 0, stockRuleOf(ofShop, own))
    expect({ after, code, shop, target }).toEqual({ after, code, shop, target: offered })
  }
  expect({ after, drifted }).toEqual({ after, drifted: [] })
}

describe.each(seeds)('stock by chance, seed %i', (seed) => {
  it('loses no piece and creates none, each target is what the formula says, and each shop has it in the end', async () => {
    const world = await createWorld(running, seed)
    await check(world, 'the beginning')
    for (let step = 0; step < stepsPerSeed; step++)
      await check(world, `step ${step}: ${await takeStep(world)}`)
    await settle(world)
  })
})
