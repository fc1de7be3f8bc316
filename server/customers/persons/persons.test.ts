/** One person in several shops, over real HTTP: matched by contact, merged, separated and undone by people. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createMatchCustomers } from './match-customers.ts'
import type { ChannelOrder, OrderAddress } from '../../../model/order.ts'
import { startTestConsole, type Account, type TestConsole } from '../../../test/start-test-console.ts'
import { addressOf, addShop, noPayment, orderOf, putOrders } from '../../../test/steps/stored-orders.ts'

let running: TestConsole
let seller: Account
let shops: number[]
let tests = 0
let orders = 0

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
}, 60_000)
afterAll(() => running?.stop())
beforeEach(async () => {
  seller = await running.signUp(`seller${++tests}`)
  shops = []
  for (const name of ['One', 'Two', 'Three'])
    shops.push(await addShop(running, seller.ownerId, `${name}${tests}`))
})

const nurul = { name: 'Nurul Aisyah', phone: '012-345 6789', country: 'MY' }

/** An order in a shop (by its place in `shops`) of a buyer with that address. */
async function put(
  shop: number,
  buyer: string,
  address: Partial<OrderAddress>,
  more: Partial<ChannelOrder> = {},
): Promise<void> {
  const day = ++orders
  await putOrders(running, seller.ownerId, shops[shop] ?? 0, [
    orderOf({
      channelOrderId: `P${day}`,
      buyer: { channelBuyerId: buyer, name: address.name ?? buyer },
      address: addressOf(address),
      status: 'delivered',
      payment: { ...noPayment, subTotal: 1_000 },
      placedAt: new Date(Date.UTC(2026, 0, 1, 0, day)),
      ...more,
    }),
  ])
}
const match = () => createMatchCustomers(running.db)({ ownerId: seller.ownerId })

type Row = {
  id: number
  name: string
  total_order: number
  total_price: number
  identity_count: number
  shops: { data: { id: number }[] }
}
const list = async (query = '', who = seller) =>
  (await who.call(`GET /customers?${query}` as 'GET /customers')).at<Row[]>('data')
const lines = async (query = '', who = seller) =>
  (await list(query, who)).map(({ name, total_order: total, identity_count: known }) => [name, total, known])
type Detail = {
  identities: {
    data: {
      id: number
      name: string
      joined_how: string | null
      joined_by: string | null
      shop: { data: { id: number } }
    }[]
  }
  likely: { data: { id: number; reason: string; customer: { name: string } }[] }
}
const detail = async (id: number, who = seller) => (await who.call(`GET /customers/${id}`)).at<Detail>('data')
const duplicates = async (who = seller) =>
  (await who.call('GET /customers/duplicates')).at<{ id: number; reason: string; first: Row; second: Row }[]>(
    'data',
  )

describe('the same contact and name', () => {
  it('is one customer, in whatever form the number is written', async () => {
    await put(0, 'a', nurul)
    await put(1, 'b', { ...nurul, name: 'AISYAH, Nurul', phone: '+60 12 345 6789' })
    await put(2, 'c', { ...nurul, phone: '60123456789' })
    await put(2, 'd', { ...nurul, name: 'Tan Wei Ming', phone: '016-778 2043' })
    await match()
    expect(await lines()).toEqual([
      ['Tan Wei Ming', 1, 1],
      ['Nurul Aisyah', 3, 3],
    ])
    const [, person] = await list()
    expect(person).toMatchObject({ total_price: 30 })
    expect(person?.shops.data.map(({ id }) => id)).toEqual(shops)
    expect((await seller.call('GET /customers')).at('meta.pagination.total')).toBe(2)
    const { identities } = await detail(person?.id ?? 0)
    expect(identities.data.map(({ joined_how: how }) => how).toSorted()).toEqual(
      [null, 'phone', 'phone'].toSorted(),
    )
  })
})

describe('people', () => {
  it('merge customers, separate them, and undo both, each time to what was', async () => {
    await put(0, 'a', nurul)
    await put(1, 'b', { ...nurul, name: 'N. Aisyah', phone: null })
    await put(1, 'c', { name: 'Chong Jia Hui', phone: '012-664 0912', country: 'MY' })
    await match()
    const before = await list()
    const ids = before.map(({ id }) => id)
    const merged = await seller.call('POST /customers/merge', { customer_ids: ids.slice(1) })
    expect(await lines()).toEqual([
      ['Chong Jia Hui', 1, 1],
      ['N. Aisyah', 2, 2],
    ])
    expect((await seller.call('GET /customers')).at('meta.pagination.total')).toBe(2)
    const undo = (answer: typeof merged) =>
      seller.call(`POST /customers/changes/${answer.at<number>('data.change_id')}/undo`, {})
    expect((await undo(merged)).status).toBe(204)
    expect(await list()).toEqual(before)
    expect((await undo(merged)).status).toBe(404)

    await seller.call('POST /customers/merge', { customer_ids: ids })
    const whole = await list()
    expect(await lines()).toEqual([['Chong Jia Hui', 3, 3]])
    const separated = await seller.call(`POST /customers/${ids[1]}/separate`, {})
    expect(await lines()).toEqual([
      ['Chong Jia Hui', 2, 2],
      ['N. Aisyah', 1, 1],
    ])
    expect((await undo(separated)).status).toBe(204)
    expect(await list()).toEqual(whole)
  })
})
