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
})
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
const match = () => createMatchCustomers(running.db, Infinity)({ ownerId: seller.ownerId })

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
    expect(identities.data.map(({ joined_how: how }) => String(how)).toSorted()).toEqual([
      'null',
      'phone',
      'phone',
    ])
  })

  it('is one customer by the mail address, in small or capital letters', async () => {
    await put(0, 'a', { ...nurul, phone: null, email: 'Nurul@Example.test' })
    await put(1, 'b', { ...nurul, phone: null, email: ' nurul@example.test' })
    await match()
    expect(await lines()).toEqual([['Nurul Aisyah', 2, 2]])
  })

  it('says nothing where the channel hides a part of it', async () => {
    await put(0, 'a', { ...nurul, name: 'N**** A****', phone: '*****6789', isMasked: true }, { buyer: null })
    for (const [shop, buyer] of ['a', 'b'].entries())
      await put(shop, buyer, { ...nurul, name: 'N**** A****', phone: '*******89', isMasked: shop === 0 })
    await put(2, 'c', { ...nurul, name: 'N**** A****', phone: '*******89' })
    await match()
    expect((await lines()).map(([, , known]) => known)).toEqual([1, 1, 1])
    expect(await duplicates()).toEqual([])
  })

  it('says nothing where more than five names share the contact', async () => {
    for (const name of ['Ali', 'Bala', 'Chong', 'Devi', 'Eng', 'Farid'])
      await put(0, name, { ...nurul, name, phone: '03-5510 2299' })
    await put(1, 'ali', { ...nurul, name: 'Ali', phone: '03-5510 2299' })
    await match()
    expect(await lines()).toHaveLength(7)
    expect(await duplicates()).toEqual([])
  })

  it('is nothing to other accounts', async () => {
    await put(0, 'a', nurul)
    await match()
    const [mine] = await list()
    const first = seller
    seller = await running.signUp(`other${tests}`)
    shops = [await addShop(running, seller.ownerId, `Other${tests}`)]
    await put(0, 'a', nurul)
    await put(0, 'b', { ...nurul, name: 'Nurul A.' })
    await match()
    expect(await lines()).toEqual([
      ['Nurul A.', 1, 1],
      ['Nurul Aisyah', 1, 1],
    ])
    const [theirs] = await list()
    const [pair] = await duplicates()
    const merged = await seller.call('POST /customers/merge', {
      customer_ids: (await list()).map(({ id }) => id),
    })
    const change = merged.at<number>('data.change_id')
    for (const [call, body] of [
      ['POST /customers/merge', { customer_ids: [mine?.id, theirs?.id] }],
      [`POST /customers/${theirs?.id}/separate`, {}],
      [`POST /customers/duplicates/${pair?.id}/accept`, {}],
      [`POST /customers/changes/${change}/undo`, {}],
    ] as const)
      expect((await first.call(call as 'POST /customers/merge', body)).status).toBe(404)
  })

  it('is found while both shops bring in orders at once', async () => {
    const round = async (shop: number, from: number) => {
      for (let at = from; at < from + 12; at++)
        await put(shop, `buyer${at % 4}`, {
          ...nurul,
          name: `Buyer ${'ABCD'[at % 4]}`,
          phone: `012-345 000${at % 4}`,
        })
    }
    await Promise.all([round(0, 0), round(1, 2), match().then(match), round(2, 1)])
    await match()
    expect((await lines('sort=name')).map(([name, total, known]) => [name, total, known])).toEqual(
      ['A', 'B', 'C', 'D'].map((letter) => [`Buyer ${letter}`, 9, 3]),
    )
  })
})

describe('a likely match', () => {
  it('of one contact and two names waits for people, who merge it', async () => {
    await put(0, 'a', nurul)
    await put(1, 'b', { ...nurul, name: 'N. Aisyah' })
    await match()
    expect(await lines()).toHaveLength(2)
    const [pair, ...none] = await duplicates()
    expect(none).toEqual([])
    expect(pair).toMatchObject({
      reason: 'phone',
      first: { name: 'Nurul Aisyah' },
      second: { name: 'N. Aisyah' },
    })
    const [customer] = await list()
    expect((await detail(customer?.id ?? 0)).likely.data).toMatchObject([
      { id: pair?.id, reason: 'phone', customer: { name: 'Nurul Aisyah' } },
    ])
    await seller.call(`POST /customers/duplicates/${pair?.id}/accept`, {})
    expect(await lines()).toEqual([['N. Aisyah', 2, 2]])
    expect(await duplicates()).toEqual([])
    const { identities } = await detail(customer?.id ?? 0)
    const why = identities.data.map(({ joined_how: how, joined_by: by }) => `${how} ${by}`)
    expect(why.toSorted()).toEqual([`hand seller${tests}`, 'null null'])
  })

  it('of one name and address waits as well, and does not come back once refused, until that is undone', async () => {
    const home = { name: 'Lê Thị Hồng', street: '12 Đường Số 7', postcode: '71300', country: 'VN' }
    await put(0, 'a', home)
    await put(1, 'b', { ...home, name: 'Le Thi Hong', street: '12, duong so 7' })
    await match()
    const [pair] = await duplicates()
    expect(pair).toMatchObject({ reason: 'address' })
    const refused = await seller.call(`POST /customers/duplicates/${pair?.id}/refuse`, {})
    await put(1, 'b', home)
    await put(0, 'a', { ...home, phone: '0904182277' })
    await put(1, 'b', { ...home, phone: '0904182277' })
    await match()
    expect(await duplicates()).toEqual([])
    expect(await lines()).toHaveLength(2)
    expect((await seller.call(`POST /customers/duplicates/${pair?.id}/accept`, {})).status).toBe(404)
    await seller.call(`POST /customers/changes/${refused.at<number>('data.change_id')}/undo`, {})
    expect(await duplicates()).toHaveLength(1)
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

  it('separate whom no order joins again', async () => {
    await put(0, 'a', nurul)
    await put(1, 'b', nurul)
    await match()
    const [person] = await list()
    const { identities } = await detail(person?.id ?? 0)
    const second = identities.data.find(({ shop }) => shop.data.id === shops[1])
    const separated = await seller.call(`POST /customers/${second?.id}/separate`, {})
    for (const shop of [0, 1]) await put(shop, shop === 0 ? 'a' : 'b', { ...nurul, phone: '+60123456789' })
    await match()
    expect(await lines()).toEqual([
      ['Nurul Aisyah', 2, 1],
      ['Nurul Aisyah', 2, 1],
    ])
    expect(await duplicates()).toEqual([])
    expect((await seller.call(`POST /customers/${second?.id}/separate`, {})).status).toBe(409)
    await seller.call(`POST /customers/changes/${separated.at<number>('data.change_id')}/undo`, {})
    expect(await lines()).toEqual([['Nurul Aisyah', 4, 2]])
  })

  it('undo nothing that was changed since', async () => {
    for (const [at, name] of ['A', 'B', 'C'].entries()) await put(at, name, { ...nurul, name, phone: null })
    const ids = (await list('sort=name')).map(({ id }) => id)
    const first = await seller.call('POST /customers/merge', { customer_ids: ids.slice(0, 2) })
    await seller.call('POST /customers/merge', { customer_ids: ids.slice(1) })
    const undone = await seller.call(`POST /customers/changes/${first.at<number>('data.change_id')}/undo`, {})
    expect(undone.status).toBe(409)
    expect(await lines()).toEqual([['C', 3, 3]])
  })

  it('of some shops see a person by the customers of these', async () => {
    await put(0, 'a', nurul)
    await put(1, 'b', nurul)
    await put(1, 'c', { ...nurul, name: 'N. Aisyah' })
    await put(0, 'd', { name: 'Suresh a/l Balan', phone: '014-772 3008', country: 'MY' })
    await match()
    const [, , person] = await list('sort=latest_order_date').then((rows) => rows.toReversed())
    const viewer = await running.addStaff(
      seller.ownerId,
      { email: `viewer${tests}@example.test`, role: 'manager' },
      [shops[0] ?? 0],
    )
    expect(await lines('', viewer)).toEqual([
      ['Suresh a/l Balan', 1, 1],
      ['Nurul Aisyah', 1, 1],
    ])
    const [, own] = await list('', viewer)
    expect((await viewer.call('GET /customers')).at('meta.pagination.total')).toBe(2)
    const seen = await detail(own?.id ?? 0, viewer)
    expect(seen.identities.data).toHaveLength(1)
    expect(seen.likely.data).toEqual([])
    expect(await duplicates(viewer)).toEqual([])
    const [hidden] = (await duplicates()).map(({ id }) => id)
    expect((await viewer.call(`POST /customers/duplicates/${hidden}/accept`, {})).status).toBe(404)
    expect((await viewer.call(`GET /customers/${person?.id}`)).status).toBe(404)
    expect((await viewer.call('POST /customers/merge', { customer_ids: [own?.id, person?.id] })).status).toBe(
      404,
    )
  })
})

describe('a person', () => {
  it('has the orders of all shops, in the order list, segments and files alike', async () => {
    await put(0, 'a', nurul)
    await put(1, 'b', nurul)
    await put(1, 'c', { name: 'Chong Jia Hui', phone: '012-664 0912', country: 'MY' })
    await match()
    const [, person] = await list()
    const id = person?.id ?? 0
    const { identities } = await detail(id)
    for (const one of identities.data) {
      const found = await seller.call(`GET /orders/filter?customer_id=${one.id}`)
      expect(found.at('meta.pagination.total')).toBe(2)
      expect((await seller.call(`GET /customers/${one.id}/order-statistic`)).at('data.total_order')).toBe(2)
      expect((await seller.call(`GET /customers/${one.id}/order-history`)).at('meta.pagination.total')).toBe(
        2,
      )
      expect((await seller.call(`GET /customers/${one.id}/spent-total`)).at('data.total_price')).toBe(20)
    }
    const made = await seller.call('POST /customers/shortlists', {
      name: 'Regulars',
      customer_ids: identities.data.map((one) => one.id),
    })
    const segment = made.at<number>('data.id')
    expect(made.at('data.total_customer')).toBe(1)
    expect(await lines(`shortlist_id=${segment}`)).toEqual([['Nurul Aisyah', 2, 2]])
    const rules = [{ field: 'orders', test: 'at_least', value: 2 }]
    expect((await seller.call('POST /customers/shortlists/count', { rules })).at('data.total')).toBe(1)
  })

  it('is found by the name and number of any shop, unless that is not to be seen', async () => {
    await put(0, 'a', nurul)
    await put(1, 'b', { ...nurul, name: 'Zulaikha', phone: '019-220 4471' })
    const ids = (await list()).map(({ id }) => id)
    await seller.call('POST /customers/merge', { customer_ids: ids })
    expect(await lines('keyword=zulaikha')).toEqual([['Zulaikha', 2, 2]])
    expect(await lines('keyword=aisyah')).toEqual([['Zulaikha', 2, 2]])
    const viewer = await running.addStaff(
      seller.ownerId,
      { email: `viewer${tests}@example.test`, role: 'viewer' },
      [shops[0] ?? 0],
    )
    expect(await lines('keyword=aisyah', viewer)).toEqual([['Nurul Aisyah', 1, 1]])
    expect(await lines('keyword=zulaikha', viewer)).toEqual([])
  })

  it('is called by what no channel hides', async () => {
    await put(0, 'a', nurul)
    await put(1, 'b', { name: 'N****', phone: '***89', isMasked: true })
    const ids = (await list()).map(({ id }) => id)
    await seller.call('POST /customers/merge', { customer_ids: ids })
    expect(await lines()).toEqual([['Nurul Aisyah', 2, 2]])
    expect(await lines('sort=name')).toEqual([['Nurul Aisyah', 2, 2]])
  })

  it('is handed out and erased with all that shops know', async () => {
    await put(0, 'a', nurul)
    await put(1, 'b', { ...nurul, name: 'Aisyah Nurul' })
    await put(2, 'c', { ...nurul, name: 'Somebody else' })
    await match()
    const [, person] = await list()
    const data = await seller.call(`GET /customers/${person?.id}/personal-data`)
    expect(data.at<unknown[]>('data.identities')).toHaveLength(2)
    expect(data.at<unknown[]>('data.orders')).toHaveLength(2)
    expect(await duplicates()).toHaveLength(1)
    expect((await seller.call(`POST /customers/${person?.id}/erase`, {})).at('data.orders')).toBe(2)
    // The log names both customers, whichever was opened.
    for (const action of ['hand_out', 'erase']) {
      const log = await seller.call(`GET /audit-logs?action=customer.${action}&limit=1`)
      expect(log.at<number[]>('data.0.target.ids')).toHaveLength(2)
      expect(log.at('data.0.changes')).toEqual([])
    }
    expect(await lines()).toEqual([
      ['Somebody else', 1, 1],
      ['Erased customer', 2, 2],
    ])
    expect(await duplicates()).toEqual([])
    const ids = (await list()).map(({ id }) => id)
    expect((await seller.call('POST /customers/merge', { customer_ids: ids })).status).toBe(409)
  })

  it('stays in a segment when one of its shops forgets it', async () => {
    await put(0, 'a', nurul)
    await put(1, 'b', nurul)
    await match()
    const [person] = await list()
    const { identities } = await detail(person?.id ?? 0)
    const first = identities.data.find(({ shop }) => shop.data.id === shops[0])?.id ?? 0
    const made = await seller.call('POST /customers/shortlists', { name: 'Kept', customer_ids: [first] })
    const segment = made.at<number>('data.id')
    expect(made.at('data.total_customer')).toBe(1)
    const member = { email: `forgets${tests}@example.test`, role: 'admin' } as const
    const ofOne = await running.addStaff(seller.ownerId, member, [shops[0] ?? 0])
    expect((await ofOne.call(`POST /customers/${first}/erase`, {})).at('data.orders')).toBe(1)
    expect(await lines(`shortlist_id=${segment}`)).toEqual([['Nurul Aisyah', 1, 1]])
  })

  it('is in a segment by a customer of another shop, and can be taken out, for who sees one shop alone', async () => {
    await put(0, 'a', nurul)
    await put(1, 'b', nurul)
    await match()
    const [person] = await list()
    const body = { name: 'By another', customer_ids: [person?.id] }
    const segment = (await seller.call('POST /customers/shortlists', body)).at<number>('data.id')
    const email = `one${tests}@example.test`
    const ofOne = await running.addStaff(seller.ownerId, { email, role: 'admin' }, [shops[0] ?? 0])
    const totals = async () => {
      const [shown] = (await ofOne.call('GET /customers/shortlists')).at<{ total_customer: number }[]>('data')
      const opened = await ofOne.call(`GET /orders/filter?segment_id=${segment}`)
      const listed = await lines(`shortlist_id=${segment}`, ofOne)
      return [shown?.total_customer, opened.at('meta.pagination.total'), listed]
    }
    expect(await totals()).toEqual([1, 1, [['Nurul Aisyah', 1, 1]]])
    const [own] = await list('', ofOne)
    const gone = { customer_ids: [own?.id] }
    const removed = await ofOne.call(`POST /customers/shortlists/${segment}/remove-customers`, gone)
    expect(removed.at('data')).toEqual({ removed: 1, skipped: 0 })
    expect(await totals()).toEqual([0, 0, []])
  })
})
