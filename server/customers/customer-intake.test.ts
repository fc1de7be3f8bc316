import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ChannelOrder } from '../../model/order.ts'
import { startTestConsole, type Account, type TestConsole } from '../../test/start-test-console.ts'
import { addressOf, addShop, orderOf, putOrders } from '../../test/steps/stored-orders.ts'
import { withClient } from '../../bench/bench-database.ts'
import { lockCustomers } from './customer-figures-store.ts'

let running: TestConsole
let seller: Account
let shop: number
let buyers = 0

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('seller')
  shop = await addShop(running, seller.ownerId, 'shop')
})
afterAll(() => running?.stop())
beforeEach(() => void buyers++)

const clear = addressOf({ name: 'Aoi Tanaka', phone: '090-1111-2222' })
const moved = addressOf({ name: 'Aoi Sato', phone: '090-3333-4444' })
const masked = addressOf({ name: 'A** T****', phone: '*****2222', isMasked: true })

/** Each an order of the same buyer, placed on that day of March. */
const order = (day: number, address: ChannelOrder['address']) =>
  orderOf({
    channelOrderId: `B${buyers}-${day}`,
    placedAt: new Date(Date.UTC(2026, 2, day)),
    changedAt: new Date(Date.UTC(2026, 2, day)),
    buyer: { channelBuyerId: `buyer-${buyers}`, name: 'aoi_shops' },
    address,
  })
const put = (...orders: ChannelOrder[]) => putOrders(running, seller.ownerId, shop, orders)
const known = () =>
  withClient(running.adminUrl, async (client) => {
    const { rows } = await client.query<{ name: string; phone: string | null; total_order: number }>(
      'select name, phone, total_order from customers where channel_buyer_id = $1',
      [`buyer-${buyers}`],
    )
    return rows
  })

it('makes one customer of all the orders of a buyer', async () => {
  await put(order(1, clear), order(2, clear))
  await put(order(3, clear))
  expect(await known()).toEqual([{ name: 'Aoi Tanaka', phone: '090-1111-2222', total_order: 3 }])
})

it('never replaces a clear name by asterisks, in one page or later', async () => {
  await put(order(1, clear), order(2, masked))
  await put(order(3, masked))
  expect(await known()).toMatchObject([{ name: 'Aoi Tanaka', phone: '090-1111-2222' }])
})

it('learns the name once it is shown', async () => {
  await put(order(1, masked))
  expect(await known()).toMatchObject([{ name: 'aoi_shops', phone: null }])
  await put(order(2, clear))
  expect(await known()).toMatchObject([{ name: 'Aoi Tanaka', phone: '090-1111-2222' }])
})

it('calls a buyer what the newest order says, whichever comes in last', async () => {
  await put(order(5, moved), order(1, clear))
  expect(await known()).toMatchObject([{ name: 'Aoi Sato', phone: '090-3333-4444' }])
  await put(order(2, clear))
  expect(await known()).toMatchObject([{ name: 'Aoi Sato', phone: '090-3333-4444', total_order: 3 }])
})

it('keeps nobody waiting who puts the buyer into a segment', async () => {
  await put(order(1, clear))
  const { ownerId } = seller
  const buyerIds = [`buyer-${buyers}`]
  await running.db.asOwner(ownerId, async (tx) => {
    const locked = await lockCustomers(tx, { ownerId, shopId: shop }, { buyerIds, ids: [] })
    const body = { name: `Segment ${buyers}`, customer_ids: locked.map(({ id }) => id) }
    const made = await seller.call('POST /customers/shortlists', body)
    expect(made.status).toBe(201)
  })
})
