/** From which warehouse orders of sales areas are taken, and that no piece is sold twice for it. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ledgerErrors, noErrors } from '../../../test/steps/oracle.ts'
import { addressOf, lineOf, orderOf, pick, putOrders, seeded } from '../../../test/steps/stored-orders.ts'
import {
  admin,
  count,
  counted,
  keepInStep,
  keepTwoShops,
  pushes,
  run,
  running,
  seller,
  shops,
  skuId,
} from '../../../test/steps/two-shops.ts'
import type { OrderStatus } from '../../../model/order-status.ts'
import { countStock } from './first-figure-store.ts'

keepTwoShops()

/** The second shop sells from it. */
let near: number
let own: number
const areas: number[] = []
let minute = 0

beforeEach(async () => {
  own = (await seller.call('GET /warehouses')).at<number>('data.0.id')
  near = (await seller.call('POST /warehouses', { name: `Near ${run}` })).at<number>('data.id')
  await seller.call(`PUT /shops/${shops[1]}`, { warehouse_id: near })
})
afterEach(async () => {
  for (const id of areas.splice(0)) await seller.call(`DELETE /sales-areas/${id}`)
})

async function area(body: object = {}): Promise<number> {
  const made = await seller.call('POST /sales-areas', {
    name: `Area ${run}`,
    shop_ids: [shops[0]],
    warehouse_ids: [near],
    ...body,
  })
  areas.push(made.at<number>('data.id'))
  return made.at<number>('data.id')
}

/** Pieces in the shop's own warehouse, and in the one of the area. */
async function fill(atOwn: number, atNear: number): Promise<void> {
  await count(atOwn)
  await running.db.asOwner(seller.ownerId, (tx) =>
    countStock(tx, { ownerId: seller.ownerId, shopId: shops[1] }, [{ skuId, quantity: atNear }], counted),
  )
}

type More = { shopId?: number; province?: string | null; placedAt?: Date }

async function sell(id: string, status: OrderStatus, quantity = 1, more: More = {}): Promise<number> {
  const { shopId = shops[0], province = 'Selangor', placedAt = new Date('2026-03-05T04:00:00Z') } = more
  const changedAt = new Date(Date.parse('2026-03-06T00:00:00Z') + minute++ * 60_000)
  const address = province === null ? null : addressOf({ country: 'MY', province })
  const lines = quantity === 0 ? [] : [lineOf({ quantity })]
  const { created } = await putOrders(running, seller.ownerId, shopId, [
    orderOf({ channelOrderId: `${run}-${id}`, status, placedAt, changedAt, lines, address }),
  ])
  return created[0] ?? 0
}

type Figures = [onHand: number, reserved: number]

/** On hand and promised, in the shop's own warehouse and in the area's. */
async function both(): Promise<Figures[]> {
  const { rows } = await admin.query<{ id: string; on_hand: number; reserved: number }>(
    'select warehouse_id as id, on_hand, reserved from stock where sku_id = $1',
    [skuId],
  )
  expect((await ledgerErrors(running.adminUrl)).stock).toEqual([])
  return [own, near].map((id): Figures => {
    const row = rows.find((one) => Number(one.id) === id)
    return [row?.on_hand ?? 0, row?.reserved ?? 0]
  })
}

describe('an order of a sales area', () => {
  it('is held, shipped and given back where it was held first, whatever the area says later', async () => {
    await fill(10, 5)
    const id = await area()
    await sell('a', 'pending', 2)
    await sell('b', 'pending', 1)
    await sell('a', 'pending', 2)
    expect(await both()).toEqual([
      [10, 0],
      [5, 3],
    ])
    await seller.call(`PUT /sales-areas/${id}`, { warehouse_ids: [own] })
    await sell('a', 'pending', 3)
    await sell('a', 'shipped', 3)
    await sell('b', 'canceled', 1)
    await sell('c', 'pending', 1)
    expect(await both()).toEqual([
      [10, 1],
      [2, 0],
    ])
  })

  it('is taken from the own one when only that has all, and says what is missing where it leaves from when none has', async () => {
    await fill(3, 2)
    await area()
    await sell('large', 'pending', 3)
    expect(await both()).toEqual([
      [3, 3],
      [2, 0],
    ])
    const orderId = await sell('larger', 'pending', 4)
    expect(await both()).toEqual([
      [3, 3],
      [2, 4],
    ])
    // The order's page shows the shortage to the packer, and the parcel leaves from there.
    const seen = () => seller.call(`GET /orders/${orderId}`)
    expect((await seen()).at('data.warehouses')).toEqual([{ id: near, name: `Near ${run}` }])
    expect((await seen()).at('data.missing_stock')).toMatchObject([{ pieces: 2, warehouse_id: near }])
    const sender = await seller.call(`GET /orders/${orderId}/sender-info`)
    expect(sender.at('data.warehouse_id')).toBe(near)
    await sell('larger', 'shipped', 4)
    expect((await seen()).at('data.missing_stock')).toEqual([])
  })

  it('misses pieces for as long as the orders before it are promised them', async () => {
    await fill(0, 4)
    await area()
    await sell('first', 'pending', 2)
    const orderId = await sell('second', 'pending', 3)
    await sell('third', 'pending', 1, { shopId: shops[1] })
    expect((await both())[1]).toEqual([4, 6])
    const missing = async () => {
      const found = await seller.call(`GET /orders/${orderId}`)
      return found.at<{ pieces: number }[]>('data.missing_stock').map(({ pieces }) => pieces)
    }
    expect(await missing()).toEqual([1])
    await sell('third', 'canceled', 1, { shopId: shops[1] })
    expect(await missing()).toEqual([1])
    await sell('first', 'canceled', 2)
    expect(await missing()).toEqual([])
  })

  it.each([
    ['another province', { province: 'Johor' }],
    ['an address that its channel hides', { province: '******' }],
    ['no address', { province: null }],
    ['another shop', { shopId: 1 }],
  ])('takes none with %s', async (_, more) => {
    await fill(10, 5)
    await area({ regions: [{ country: 'MY', province: 'Selangor' }] })
    const isOther = 'shopId' in more
    await sell('a', 'pending', 2, isOther ? { shopId: shops[1] } : more)
    expect(await both()).toEqual(
      isOther
        ? [
            [10, 0],
            [5, 2],
          ]
        : [
            [10, 2],
            [5, 0],
          ],
    )
    await sell('b', 'pending', 1)
    expect((await both())[1]).toEqual([5, isOther ? 3 : 1])
  })

  it('that was placed before the figures began lies on top of that of its own shop', async () => {
    await fill(10, 5)
    await area()
    await sell('late', 'pending', 2, { placedAt: new Date('2026-02-27T00:00:00Z') })
    expect(await both()).toEqual([
      [12, 2],
      [5, 0],
    ])
  })

  it('leaves what the listings of its shop are told, and lowers those of the warehouse that it takes from', async () => {
    await keepInStep(shops[1])
    await fill(10, 5)
    await area()
    await admin.query("update stock_pushes set state = 'done', observed = target")
    await sell('a', 'pending', 2)
    const [first, second] = await pushes()
    // Its channel has taken two off, and is asked before it is told ten again.
    expect(first).toMatchObject({ shop: shops[0], target: 10, observed: 8, state: 'sent' })
    expect(second).toMatchObject({ shop: shops[1], target: 3, state: 'due' })
    await sell('a', 'canceled', 2)
    expect((await pushes()).map(({ target }) => target)).toEqual([10, 5])
  })

  it('never takes the last pieces twice, however many come at once', async () => {
    await fill(10, 5)
    await area()
    await Promise.all(Array.from({ length: 15 }, (_, at) => sell(`at once ${at}`, 'pending')))
    expect(await both()).toEqual([
      [10, 10],
      [5, 5],
    ])
  })

  it('holds each piece in one place whatever shops sell and areas become', async () => {
    const random = seeded(run)
    await fill(60, 40)
    const id = await area()
    const statuses = ['unpaid', 'pending', 'ready_to_ship', 'shipped', 'canceled', 'returned'] as const
    const lane = async (at: number) => {
      for (let step = 0; step < 15; step++)
        await sell(`walk-${at}-${step % 4}`, pick(random, statuses), 1 + Math.floor(random() * 3), {
          shopId: shops[at % 2] ?? 0,
        })
    }
    const change = async () => {
      for (let step = 0; step < 10; step++) {
        const target = pick(random, [[near], [own, near], [near, own]])
        const shopIds = pick(random, [[], [shops[0]]])
        const saved = await seller.call(`PUT /sales-areas/${id}`, {
          warehouse_ids: target,
          shop_ids: shopIds,
        })
        expect(saved.status).toBe(200)
      }
    }
    await Promise.all([...[0, 1, 2, 3].map(lane), change()])
    const errors = await ledgerErrors(running.adminUrl)
    expect({ ...errors, counts: [], customers: [], search: [] }).toEqual(noErrors)
  })
})
