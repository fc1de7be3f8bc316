/** Returns and the stock ledger: pieces are neither lost nor found, whatever happens in whatever order. */
import { describe, expect, it } from 'vitest'
import type { OrderStatus } from '../../model/order-status.ts'
import type { ReturnCase, ReturnStatus } from '../../model/return-case.ts'
import { ledgerErrors, noErrors } from '../../test/steps/oracle.ts'
import { lineOf, orderOf, pick, putOrders, seeded } from '../../test/steps/stored-orders.ts'
import { putReturns, returnOf } from '../../test/steps/stored-returns.ts'
import {
  admin,
  count,
  counted,
  figures,
  keepInStep,
  keepTwoShops,
  pushes,
  run,
  running,
  sell,
  seller,
  shops,
  skuId,
} from '../../test/steps/two-shops.ts'
import { saveReturns } from './return-intake-store.ts'

keepTwoShops()

let minute = 0
/** Each telling is a minute newer than the one before. */
const later = () => new Date(Date.parse('2026-03-09T00:00:00Z') + minute++ * 60_000)

/** The return of an order that `sell` made; answers its id here. */
async function giveBack(
  order: string,
  status: ReturnStatus,
  { quantity = 1, nth = 1, kind = 'return' as ReturnCase['kind'] } = {},
): Promise<number> {
  await putReturns(running, seller.ownerId, shops[0], [
    returnOf({
      channelReturnId: `R${nth}-${run}-${order}`,
      channelOrderId: `${run}-${order}`,
      status,
      kind,
      changedAt: later(),
      lines: [{ shopSku: '100_1', quantity, refund: 1000 * quantity }],
    }),
  ])
  const { rows } = await admin.query<{ id: string }>(
    'select id from return_cases where channel_return_id = $1 and shop_id = $2',
    [`R${nth}-${run}-${order}`, shops[0]],
  )
  return Number(rows[0]?.id)
}

const receive = (id: number, restock: number, writeOff = 0, note?: string) =>
  seller.call(`POST /returns/${id}/receive`, {
    lines: [{ position: 0, restock, write_off: writeOff }],
    ...(note === undefined ? {} : { note }),
  })

async function orderStatus(order: string): Promise<string> {
  const found = await seller.call(`GET /orders/search?keyword=${run}-${order}`)
  return found.at<string>('data.0.status.code')
}

describe('what comes back', () => {
  it('is sold again by every listing of it, and what is written off is not', async () => {
    await count(20)
    await keepInStep(shops[1])
    await sell('a', 'delivered', 3)
    expect(await figures()).toEqual([17, 0])
    const id = await giveBack('a', 'in_transit', { quantity: 3 })
    expect((await receive(id, 2, 1, 'Torn')).status).toBe(200)
    expect(await figures()).toEqual([19, 0])
    expect((await pushes()).map(({ target }) => target)).toEqual([19, 19])
    expect(await orderStatus('a')).toBe('returned')
  })

  it('of a bundle names the parts, and one that is written off leaves their stock as it was', async () => {
    await count(20)
    const pair = {
      name: 'Two lanterns in a box',
      prime_sku: `PAIR-${run}`,
      parts: [{ sku_id: skuId, quantity: 2 }],
    }
    const set = (await seller.call('POST /sku-centers', pair)).at<number>('data.id')
    await admin.query('update product_skus set sku_id = $1 where shop_id = $2', [set, shops[0]])
    await sell('a', 'shipped')
    await sell('a', 'delivered')
    expect(await figures()).toEqual([18, 0])
    const id = await giveBack('a', 'accepted')
    const parts = (await seller.call(`GET /returns/${id}`)).at('data.lines.0.parts')
    expect(parts).toEqual([{ sku_id: skuId, code: expect.any(String) }])
    await receive(id, 0, 1)
    expect(await figures()).toEqual([18, 0])
    // An order from before the listing became a bundle's takes back what it took.
    await admin.query('update product_skus set sku_id = $1 where shop_id = $2', [skuId, shops[0]])
    await sell('b', 'shipped')
    await admin.query('update product_skus set sku_id = $1 where shop_id = $2', [set, shops[0]])
    const plain = await giveBack('b', 'accepted')
    expect((await seller.call(`GET /returns/${plain}`)).at('data.lines.0.parts')).toEqual([])
  })

  it('goes to the warehouse that it left from, whichever the shop sells from by now', async () => {
    await count(20)
    await sell('a', 'delivered', 2)
    const made = await seller.call('POST /warehouses', { name: `Other ${run}` })
    const warehouse = made.at<number>('data.id')
    await seller.call(`PUT /shops/${shops[0]}`, { warehouse_id: warehouse, begin_at_zero: true })
    await receive(await giveBack('a', 'received', { quantity: 2 }), 2)
    const { rows } = await admin.query<{ on_hand: number }>(
      'select on_hand from stock where warehouse_id = $1',
      [warehouse],
    )
    expect(rows.map((row) => row.on_hand)).toEqual([0])
    const { rows: left } = await admin.query<{ on_hand: number }>(
      'select on_hand from stock where warehouse_id <> $1 order by sku_id desc limit 1',
      [warehouse],
    )
    expect(left[0]?.on_hand).toBe(20)
  })

  it('goes to the one that its shop sells from once the other is deleted, and so does what is paid for then', async () => {
    await count(20)
    const old = (await seller.call('POST /warehouses', { name: `Old ${run}` })).at<number>('data.id')
    const sellFrom = (id: number | null) =>
      seller.call(`PUT /shops/${shops[0]}`, { warehouse_id: id, begin_at_zero: true })
    const { rows } = await admin.query<{ id: string }>(
      'select sku_id as id from stock order by sku_id desc limit 1',
    )
    const move = (change: number) =>
      seller.call('POST /stock-adjustments', {
        warehouse_id: old,
        reason: 'Moved out',
        lines: [{ sku_id: Number(rows[0]?.id), change }],
      })
    await seller.call('PUT /settings/stock', { reserve_unpaid: false })
    expect((await sellFrom(old)).status).toBe(200)
    expect((await move(5)).status).toBe(201)
    // The test's sales lie in the past.
    await admin.query('update stock set counted_at = $1', [counted])
    await sell('a', 'delivered', 2)
    await sell('b', 'unpaid', 1)
    expect((await move(-3)).status).toBe(201)
    await sellFrom(null)
    expect((await seller.call(`DELETE /warehouses/${old}`)).status).toBe(200)
    await sell('b', 'pending', 1)
    expect(await figures()).toEqual([20, 1])
    await receive(await giveBack('a', 'received', { quantity: 2 }), 2)
    expect(await figures()).toEqual([22, 1])
    await seller.call('PUT /settings/stock', { reserve_unpaid: true })
  })

  it('is taken in once, also when five people press at once, and not otherwise afterwards', async () => {
    await count(20)
    await sell('a', 'delivered', 3)
    const id = await giveBack('a', 'in_transit', { quantity: 3 })
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => receive(id, 2, 1)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(await figures()).toEqual([19, 0])
    const other = await receive(id, 3, 0)
    expect([other.status, other.at('code')]).toEqual([409, 'return_received'])
    // The channel goes on telling of it.
    await giveBack('a', 'refunded', { quantity: 3 })
    await sell('a', 'delivered', 3)
    expect(await figures()).toEqual([19, 0])
    expect(await orderStatus('a')).toBe('returned')
  })

  it('is no more than was to come, nor than was sold', async () => {
    await count(20)
    await sell('a', 'delivered', 3)
    const first = await giveBack('a', 'in_transit', { quantity: 2 })
    const many = await receive(first, 2, 1)
    expect([many.status, many.at('invalid_fields')]).toEqual([
      422,
      { 'lines.0.restock': 'More than can be returned' },
    ])
    for (const lines of [
      [{ position: 7, restock: 1, write_off: 0 }],
      [
        { position: 0, restock: 1, write_off: 0 },
        { position: 0, restock: 1, write_off: 0 },
      ],
      [{ position: 0, restock: 0, write_off: 0 }],
    ])
      expect((await seller.call(`POST /returns/${first}/receive`, { lines })).status).toBe(422)
    expect((await receive(first, 2)).status).toBe(200)
    const second = await giveBack('a', 'in_transit', { quantity: 2, nth: 2 })
    expect((await receive(second, 2)).status).toBe(422)
    expect((await receive(second, 1)).status).toBe(200)
    expect(await figures()).toEqual([20, 0])
    expect(await orderStatus('a')).toBe('returned')
  })

  it('in part leaves the order delivered', async () => {
    await count(20)
    await sell('a', 'delivered', 3)
    await receive(await giveBack('a', 'in_transit', { quantity: 1 }), 1)
    expect([await orderStatus('a'), await figures()]).toEqual(['delivered', [18, 0]])
  })

  it('is not taken in before the order left, nor before it was agreed, nor of money alone', async () => {
    await count(20)
    await sell('a', 'ready_to_ship', 1)
    await sell('b', 'delivered', 1)
    const refused = [
      await giveBack('a', 'accepted'),
      await giveBack('b', 'requested'),
      await giveBack('b', 'refunded', { kind: 'refund', nth: 2 }),
    ]
    for (const id of refused) expect((await receive(id, 1)).at('code')).toBe('order_action_refused')
    expect(await figures()).toEqual([19, 1])
  })

  it('of goods that were never counted is noted, and moves no figure', async () => {
    await sell('a', 'delivered', 1)
    const received = await receive(await giveBack('a', 'in_transit'), 1)
    expect([received.status, received.at('data.lines.0.restocked')]).toEqual([200, 1])
    expect(await figures()).toEqual([0, 0])
    expect(await orderStatus('a')).toBe('returned')
  })

  it('before its order is known cannot be answered yet', async () => {
    await count(20)
    const id = await giveBack('a', 'requested')
    const alone = await seller.call(`GET /returns/${id}`)
    expect(alone.at('data')).toMatchObject({ order_id: null, refused_actions: { accept: 'order_unknown' } })
    await sell('a', 'delivered', 1)
    const joined = await seller.call(`GET /returns/${id}`)
    expect(joined.at('data')).toMatchObject({ allowed_actions: ['accept', 'reject'] })
  })

  it('finds its order also when both arrived at the same moment and neither saw the other', async () => {
    const { ownerId } = seller
    const shop = { ownerId, shopId: shops[0] }
    const report = returnOf({
      channelReturnId: `R1-${run}-a`,
      channelOrderId: `${run}-a`,
      status: 'refunded',
      changedAt: later(),
    })
    await running.db.asOwner(ownerId, async (tx) => {
      await saveReturns(tx, shop, [report])
      await sell('a', 'delivered', 1)
    })
    expect(await orderStatus('a')).toBe('delivered')
    // The return has asked for its order, which is therefore told once more.
    await sell('a', 'delivered', 1)
    expect(await orderStatus('a')).toBe('returned')
  })
})

const steps: Partial<Record<OrderStatus, OrderStatus[]>> = {
  unpaid: ['pending', 'canceled'],
  pending: ['ready_to_ship', 'canceled', 'shipped'],
  ready_to_ship: ['shipped', 'canceled'],
  shipped: ['delivered', 'failed'],
}

it.each([1, 2, 3, 4])('pieces are conserved, come what may (seed %i)', async (seed) => {
  const random = seeded(seed)
  const upTo = (most: number) => Math.floor(random() * (most + 1))
  await count(100)
  type Known = { name: string; status: OrderStatus; quantity: number; back: number | null; id: number }
  const orders: Known[] = []
  let restocked = 0
  for (let step = 0; step < 100; step++) {
    const one = orders.length > 0 ? pick(random, orders) : undefined
    const next = one && steps[one.status]
    if (!one || random() < 0.25) {
      const order: Known = {
        name: `o${orders.length}`,
        status: 'unpaid',
        quantity: 1 + upTo(3),
        back: null,
        id: 0,
      }
      orders.push(order)
      await sell(order.name, order.status, order.quantity)
    } else if (next) {
      one.status = pick(random, next)
      await sell(one.name, one.status, one.quantity)
    } else if (one.status === 'delivered' && one.id === 0) {
      one.id = await giveBack(one.name, pick(random, ['accepted', 'in_transit', 'refunded']), {
        quantity: one.quantity,
      })
    } else if (one.id !== 0) {
      // Some press twice, and some think better of it, too late.
      const pieces = upTo(one.quantity)
      const writeOff = upTo(one.quantity - pieces)
      const answer = await receive(one.id, pieces, writeOff)
      const isFirst = one.back === null && pieces + writeOff > 0
      if (isFirst) {
        one.back = pieces
        restocked += pieces
      }
      if (pieces + writeOff === 0) expect(answer.status).toBe(422)
      else expect([200, 409]).toContain(answer.status)
      if (random() < 0.5) await sell(one.name, 'delivered', one.quantity)
    }
  }
  const sum = (of: Known[]) => of.reduce((all, { quantity }) => all + quantity, 0)
  const gone = orders.filter(({ status }) => ['shipped', 'delivered', 'failed'].includes(status))
  const promised = orders.filter(({ status }) => ['unpaid', 'pending', 'ready_to_ship'].includes(status))
  expect(await figures()).toEqual([100 - sum(gone) + restocked, sum(promised)])
  expect(await ledgerErrors(running.adminUrl)).toEqual(noErrors)
})

it('counts, lists and totals stay true when orders are returned here', async () => {
  await count(20)
  const buyer = { channelBuyerId: `b${run}`, name: 'Mei' }
  const order = orderOf({
    channelOrderId: `${run}-c`,
    status: 'delivered',
    buyer,
    lines: [lineOf({ quantity: 2 }), lineOf({ isGift: true, total: 0 })],
    changedAt: later(),
  })
  const { created } = await putOrders(running, seller.ownerId, shops[0], [order])
  await receive(await giveBack('c', 'in_transit', { quantity: 2 }), 2)
  const tabs = await seller.call(`GET /orders/get-status?shop_id=${shops[0]}`)
  const totals = tabs.at<{ code: string; total: number }[]>('data').filter(({ total }) => total > 0)
  expect(totals.map(({ code, total }) => [code, total])).toEqual([['returned', 1]])
  const customer = await seller.call(`GET /orders/${created[0]}/customer`)
  expect(customer.at('data')).toMatchObject({ total_order: 1, total_order_success: 0, total_price: 0 })
  expect(await ledgerErrors(running.adminUrl)).toEqual(noErrors)
})
