/** Customers, couriers and cancellations: who may see what, and the orders behind each figure. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Reply } from '../../contract/endpoints.ts'
import type { ChannelOrder } from '../../model/order.ts'
import { startTestConsole, type Account, type TestConsole } from '../../test/start-test-console.ts'
import { exportList, readExport } from '../../test/steps/export-steps.ts'
import { ledgerErrors, noErrors } from '../../test/steps/oracle.ts'
import { addShop, lineOf, noPayment, orderOf, putOrders } from '../../test/steps/stored-orders.ts'
import { putReturns, returnOf } from '../../test/steps/stored-returns.ts'
import { rebuildFigures } from './rebuild-figures-store.ts'

type Metrics = Reply<'GET /analytics/customers-metrics'>['data']
type Buyers = Reply<'GET /analytics/customers/customers-statistic'>
type Couriers = Reply<'GET /analytics/orders/shipping-statistic'>['data']
type Initiators = Reply<'GET /analytics/orders/cancel-initiator'>['data']
type Listed = { id: number; total_price: number; customer: { data: { id: number } | null } }

let running: TestConsole
let seller: Account
let shops: [number, number]
let runs = 0

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
})
afterAll(async () => {
  await running?.stop()
})
beforeEach(async () => {
  seller = await running.signUp(`buyers${++runs}`)
  const { ownerId } = seller
  shops = [await addShop(running, ownerId, `a${runs}`), await addShop(running, ownerId, `b${runs}`)]
})

/** Kuala Lumpur is 8 hours ahead of UTC all year. */
const at = (moment: string) => new Date(`2026-${moment}:00+08:00`)
const by = (name: string) => ({ channelBuyerId: name, name: `Name of ${name}` })
const put = (id: string, moment: string, order: Partial<ChannelOrder> = {}, shop = shops[0]) =>
  putOrders(running, seller.ownerId, shop, [
    orderOf({
      channelOrderId: id,
      placedAt: at(moment),
      payment: { ...noPayment, subTotal: 1000, shippingFee: 200 },
      ...order,
    }),
  ])
const march = 'from=2026-03-01&to=2026-03-31'
const metrics = async (query = march, account = seller) =>
  (await account.call(`GET /analytics/customers-metrics?${query}`)).at<Metrics>('data')
const buyers = async (query = march, account = seller) =>
  (await account.call(`GET /analytics/customers/customers-statistic?${query}`)).body as Buyers
const couriers = async (query = march, account = seller) =>
  (await account.call(`GET /analytics/orders/shipping-statistic?${query}`)).at<Couriers>('data')
const initiators = async (query = march, account = seller) =>
  (await account.call(`GET /analytics/orders/cancel-initiator?${query}`)).at<Initiators>('data')
const listed = async (query: string, account = seller) =>
  (await account.call(`GET /orders/filter?limit=100&${query}`)).at<Listed[]>('data')
const buyersIn = (orders: Listed[]) => new Set(orders.map(({ customer }) => customer.data?.id)).size

describe('customers', () => {
  it('are new where they bought first, beside the days before', async () => {
    await put('1', '02-10T10:00', { buyer: by('ann') })
    await put('2', '03-03T10:00', { buyer: by('ann') })
    await put('3', '03-04T10:00', { buyer: by('bob'), lines: [lineOf({ quantity: 3 })] })
    await put('4', '03-20T10:00', { buyer: by('bob') })
    await put('5', '03-05T10:00', { buyer: by('cid'), status: 'unpaid' })
    await put('6', '03-06T10:00')
    const found = await metrics(`${march}&group=week`)
    expect(found).toMatchObject({
      total: { value: 2, previous: 1, percent_change: 100 },
      new: { value: 1, previous: 1 },
      returning: { value: 1, previous: 0, percent_change: null },
      returning_rate: { value: 50, previous: 0 },
      average_spend: { value: 18, previous: 12, percent_change: 50 },
    })
    expect(found.chart).toEqual([
      { date: '2026-03-01', new: 0, returning: 0 },
      { date: '2026-03-02', new: 1, returning: 1 },
      { date: '2026-03-09', new: 0, returning: 0 },
      { date: '2026-03-16', new: 0, returning: 1 },
      { date: '2026-03-23', new: 0, returning: 0 },
      { date: '2026-03-30', new: 0, returning: 0 },
    ])
    expect(await buyers()).toMatchObject({
      data: [
        { customer: { name: 'Name of bob' }, orders: 2, quantity: 4, revenue: 24, level: 1 },
        { customer: { name: 'Name of ann' }, orders: 1, quantity: 1, revenue: 12 },
      ],
      meta: { pagination: { total: 2 }, currency: 'MYR', is_converted: false, others: [] },
    })
    expect(await buyers('from=2026-01-01&to=2026-01-02')).toMatchObject({
      data: [],
      meta: { pagination: { total: 0 } },
    })
  })

  it('open their orders', async () => {
    await put('1', '02-10T10:00', { buyer: by('ann') })
    await put('2', '03-03T10:00', { buyer: by('ann') })
    for (const [id, buyer] of ['bob', 'bob', 'cid', 'dan'].entries())
      await put(`n${id}`, `03-1${id}T10:00`, { buyer: by(buyer) }, shops[id % 2])
    await put('none', '03-03T10:00')
    const found = await metrics()
    const sold = `${march}&date_field=sold`
    const ofType = (type: string) => listed(`${sold}&customer_type=${type}`)
    expect([buyersIn(await ofType('new')), buyersIn(await ofType('returning'))]).toEqual([
      found.new.value,
      found.returning.value,
    ])
    expect([found.new.value, found.returning.value]).toEqual([4, 1])
    // Parts of the average spend: the sale without a buyer is in none of it.
    const known = await ofType('known')
    expect(found.spent).toEqual({
      revenue: known.reduce((sum, { total_price: total }) => sum + total, 0),
      customers: buyersIn(known),
    })
    expect(found.average_spend.value).toBe(found.spent.revenue / found.spent.customers)
    // The customer list has the same customers, by the filters that the figures open.
    const inMarch = 'sold_from=2026-03-01&sold_to=2026-03-31'
    for (const [query, kind] of [
      [inMarch, 'total'],
      ['first_sold_from=2026-03-01&first_sold_to=2026-03-31', 'new'],
      [`${inMarch}&first_sold_to=2026-02-28`, 'returning'],
    ] as const) {
      const opened = await seller.call(`GET /customers?${query}`)
      expect(opened.at('meta.pagination.total')).toBe(found[kind].value)
    }
    const { data } = await buyers()
    for (const { customer, orders } of data)
      expect(await listed(`${sold}&customer_id=${customer.id}`)).toHaveLength(orders)
    await put('early', '03-25T09:10', { buyer: by('eva') })
    await put('again', '03-25T11:10', { buyer: by('eva') })
    const day = 'from=2026-03-25&to=2026-03-25'
    const { chart } = await metrics(`${day}&group=hour`)
    for (const hour of [9, 11])
      for (const type of ['new', 'returning'] as const)
        expect(buyersIn(await listed(`${day}&date_field=sold&sold_hour=${hour}&customer_type=${type}`))).toBe(
          chart[hour]?.[type],
        )
    expect([chart[9], chart[11]]).toMatchObject([
      { new: 1, returning: 0 },
      { new: 0, returning: 1 },
    ])
    expect((await seller.call(`GET /orders/filter?${march}&customer_type=new`)).status).toBe(422)
    expect((await seller.call('GET /orders/filter?date_field=sold&customer_type=new')).status).toBe(422)
  })

  it('follow a first order that is canceled, paid later, or turns out to be of somebody else', async () => {
    const next = (minutes: number) => ({
      changedAt: new Date(at('03-02T10:00').getTime() + minutes * 60_000),
    })
    await put('1', '02-10T10:00', { buyer: by('ann') })
    await put('2', '03-03T10:00', { buyer: by('ann') })
    expect((await metrics()).new.value).toBe(0)
    await put('1', '02-10T10:00', { buyer: by('ann'), status: 'canceled', ...next(1) })
    expect((await metrics()).new.value).toBe(1)

    await put('3', '02-20T10:00', { buyer: by('bob'), paymentMethod: 'card', paidAt: at('02-20T11:00') })
    await put('3', '02-20T10:00', {
      buyer: null,
      paymentMethod: 'card',
      paidAt: at('03-01T00:00'),
      ...next(1),
    })
    expect(await metrics()).toMatchObject({ total: { value: 2 }, new: { value: 2 } })

    await put('4', '02-01T10:00', { buyer: by('cid') })
    await put('5', '03-04T10:00', { buyer: by('cid') })
    expect((await metrics()).returning.value).toBe(1)
    await put('4', '02-01T10:00', { buyer: by('dan'), ...next(2) })
    expect(await metrics()).toMatchObject({ new: { value: 3 }, returning: { value: 0 } })
    expect(await ledgerErrors(running.adminUrl)).toEqual(noErrors)
  })

  it('are masked as in the list of customers', async () => {
    await put('1', '03-03T10:00', { buyer: by('ann') })
    const viewer = await running.addStaff(seller.ownerId, {
      email: `see${runs}@example.test`,
      role: 'viewer',
    })
    const masked = async (account: Account) => {
      const { data } = await buyers(march, account)
      const list = (await account.call('GET /customers')).at<{ is_masked: boolean }[]>('data')
      return [data.map(({ customer }) => customer.is_masked), list.map(({ is_masked: is }) => is)]
    }
    for (const account of [seller, viewer]) {
      const [figures, list] = await masked(account)
      expect(figures).toEqual(list)
    }
  })
})

describe('couriers', () => {
  it('lose an order that comes back; orders without a courier stand by themselves', async () => {
    const own = await addShop(running, seller.ownerId, `own${runs}`, 3)
    const step = (status: ChannelOrder['status'], moment: string) =>
      put('1', '03-01T10:00', { status, changedAt: at(moment) }, shops[0])
    await step('pending', '03-01T10:00')
    await step('shipped', '03-02T10:00')
    await step('delivered', '03-03T10:30')
    await put('2', '03-01T10:00', { status: 'shipped', changedAt: at('03-02T10:00') }, own)
    const [none, marketplace] = await couriers()
    expect(marketplace).toMatchObject({
      shipment: { name: 'Shopee' },
      orders: 1,
      delivered: 1,
      success_rate: 100,
      average_hours: 24.5,
      hours: { tenth: 25, median: 25, nine_tenths: 25 },
      shipping_fee: 2,
    })
    expect(none).toMatchObject({
      shipment: null,
      orders: 1,
      success_rate: null,
      average_hours: null,
      hours: null,
    })
    expect(await listed(`${march}&date_field=shipped&has_courier=0`)).toHaveLength(1)

    await putReturns(running, seller.ownerId, shops[0], [
      returnOf({
        channelReturnId: 'r',
        channelOrderId: '1',
        status: 'received',
        changedAt: at('03-09T10:00'),
      }),
    ])
    expect((await couriers())[1]).toMatchObject({
      orders: 1,
      delivered: 0,
      returned: 1,
      success_rate: 0,
      average_hours: null,
      hours: null,
      shipping_fee: 2,
    })
    expect(await ledgerErrors(running.adminUrl)).toEqual(noErrors)
  })

  it('open every order that left, also those placed long before', async () => {
    const placedAt = new Date('2025-09-01T04:00:00Z')
    const late = {
      placedAt,
      paidAt: at('03-01T09:00'),
      status: 'shipped',
      changedAt: at('03-02T10:00'),
    } as const
    await put('1', '03-01T10:00', late)
    await put('2', '03-01T10:00', { status: 'shipped', changedAt: at('03-02T10:00') })
    const [row] = await couriers()
    expect(row).toMatchObject({ orders: 2 })
    const shipped = `date_field=shipped&shipment_id=${row?.shipment?.id}`
    expect(await listed(`${march}&${shipped}`)).toHaveLength(2)
    expect(await listed(`from=2026-03-01&${shipped}`)).toHaveLength(2)
    expect(await listed(`from=2026-03-03&${shipped}`)).toHaveLength(0)
    expect(await listed(`${march}&date_field=paid`)).toHaveLength(1)
  })

  it('count ways beyond thirty days together', async () => {
    await put('1', '02-01T10:00', { status: 'shipped', changedAt: at('02-01T10:00') })
    await put('1', '02-01T10:00', { status: 'delivered', changedAt: at('03-25T10:00') })
    const [courier] = await couriers('from=2026-02-01&to=2026-02-28')
    expect(courier).toMatchObject({ average_hours: 1248, hours: { tenth: 721, nine_tenths: 721 } })
  })
})

it('shows the figures of the shops that somebody may see, and of no other account', async () => {
  for (const [place, shop] of shops.entries())
    for (const [id, status] of (['delivered', 'canceled'] as const).entries()) {
      const order = { buyer: by('ann'), status, cancelInitiator: place === 0 ? ('buyer' as const) : null }
      await put(`${place}${id}`, '03-03T10:00', order, shop)
    }
  const { ownerId } = seller
  const half = await running.addStaff(ownerId, { email: `half${runs}@example.test`, role: 'viewer' }, [
    shops[1],
  ])
  const stranger = await running.signUp(`stranger${runs}`)
  const seen = async (account: Account, query = march) => [
    (await metrics(query, account)).total.value,
    (await buyers(query, account)).data.length,
    (await couriers(query, account)).map(({ orders }) => orders),
    (await initiators(query, account)).map(({ initiator }) => initiator),
  ]
  expect(await seen(seller)).toEqual([2, 2, [2], ['buyer', 'unknown']])
  expect(await seen(half)).toEqual([1, 1, [1], ['unknown']])
  expect(await seen(half, `${march}&shop_id=${shops[0]}`)).toEqual([0, 0, [], []])
  expect(await seen(stranger)).toEqual([0, 0, [], []])
  expect(await seen(stranger, `${march}&shop_id=${shops[0]}`)).toEqual([0, 0, [], []])
  const [customer] = (await buyers()).data.filter((one) => one.customer.shop.id === shops[0])
  const behind = `date_field=sold&${march}&customer_id=${customer?.customer.id}`
  expect([(await listed(behind)).length, (await listed(behind, half)).length]).toEqual([1, 0])
})

it.each([
  'from=2026-03-02&to=2026-03-01',
  'from=2024-01-01&to=2026-01-01',
  'from=2026-02-30',
  'shop_id=x',
  'unknown=1',
])('refuses %s', async (query) => {
  for (const path of [
    'customers-metrics',
    'customers/customers-statistic',
    'customers/customers-statistic/export',
    'orders/shipping-statistic',
    'orders/shipping-statistic/export',
    'orders/cancel-reason',
    'orders/cancel-initiator',
  ])
    expect((await seller.call(`GET /analytics/${path}?${query}`)).status).toBe(422)
})

it('refuses filters that mean nothing', async () => {
  for (const query of ['cancel_initiator=nobody', 'customer_id=0', 'customer_type=old', 'has_courier=2'])
    expect((await seller.call(`GET /orders/filter?${query}`)).status).toBe(422)
})

it('stays the same when it is counted anew', async () => {
  await put('1', '03-01T10:00', { status: 'shipped', buyer: by('ann') })
  await put('1', '03-01T10:00', { status: 'delivered', changedAt: at('03-05T10:00') })
  await put('2', '03-01T10:00', { status: 'canceled', cancelReason: 'out_of_stock' }, shops[1])
  const changed = await running.db.asOwner(seller.ownerId, (tx) => rebuildFigures(tx, seller.ownerId))
  expect(Object.values(changed).flat()).toEqual([])
  expect(await ledgerErrors(running.adminUrl)).toEqual(noErrors)
})

it('is exported, all of it and in the order of the page', async () => {
  for (const [id, buyer] of ['ann', 'ann', 'bob', 'cid'].entries()) {
    const paid = { ...noPayment, subTotal: 1000 + id, shippingFee: 150 }
    await put(`${id}`, '03-01T10:00', { status: 'shipped', buyer: by(buyer), payment: paid }, shops[id % 2])
  }
  await put('0', '03-01T10:00', { status: 'delivered', changedAt: at('03-03T11:00'), buyer: by('=ann') })
  const read = async (path: `GET /${string}/export`, account = seller, format = 'csv') => {
    const entry = await exportList(running, account, path, { query: `format=${format}&${march}` })
    expect(entry.status).toBe('done')
    return { entry, rows: (await readExport(running, account, entry)).rows }
  }
  const carried = await read('GET /analytics/orders/shipping-statistic/export')
  expect(carried.entry.type).toBe('orders.shipping')
  expect(carried.rows).toMatchObject([
    {
      Courier: 'Shopee',
      'Orders shipped': '4',
      Delivered: '1',
      'Delivery success rate in %': '100.00',
      'Average hours to delivery': '49.00',
      'Hours to deliver 50%': '49',
      'Shipping paid by buyers': '6.50',
      Currency: 'MYR',
      'Share in %': '100.00',
    },
  ])
  const bought = await read('GET /analytics/customers/customers-statistic/export', seller, 'xlsx')
  const { data } = await buyers()
  expect(data).toHaveLength(4)
  expect(bought.rows.map((row) => [row['Name'], row['Orders'], row['Units'], row['Rank']])).toEqual(
    data.map(({ customer, orders, quantity }) => [customer.name, `${orders}`, `${quantity}`, 'Member']),
  )
  expect(new Set(bought.rows.map((row) => row['Channel']))).toEqual(new Set(['Shopee']))
  const half = await running.addStaff(
    seller.ownerId,
    { email: `file${runs}@example.test`, role: 'manager' },
    [shops[1]],
  )
  expect((await read('GET /analytics/customers/customers-statistic/export', half)).rows).toHaveLength(2)
})
