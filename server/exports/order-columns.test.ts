/** Columns of an order file, and the rights that they need. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestConsole, type TestConsole } from '../../test/start-test-console.ts'
import { exportOrders, readExport } from '../../test/steps/export-steps.ts'
import { addressOf, addShop, lineOf, noPayment, orderOf, putOrders } from '../../test/steps/stored-orders.ts'
import { putReturns, returnOf } from '../../test/steps/stored-returns.ts'
import type { Permission } from '../../model/permissions.ts'

const payout = 'Payout (expected until paid out)'

let running: TestConsole

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
})
afterAll(() => running?.stop())

const amountsOf = (row: Record<string, string> | undefined) => (head: string) => Number(row?.[head])
/** A person adds the row up to what is paid out. */
function addUp(row: Record<string, string> | undefined): number {
  const of = amountsOf(row)
  const brought = of('Order total') + of('Platform discount') + of('Shopee coins')
  return brought - of('Platform fee') - of('Shipping cost') - of('Refund')
}

it('adds up to what the channel says it will pay out, before the payout too; a canceled order has no fee', async () => {
  const seller = await running.signUp('promised')
  const shop = await addShop(running, seller.ownerId, 'promised')
  const payment = { ...noPayment, subTotal: 10_000, shippingFee: 400, platformFee: 800, shippingCost: 200 }
  const lines = [lineOf({ total: 10_000 })]
  const promised = { ...payment, settled: 9000 }
  const canceled = { ...payment, platformFee: 0, settled: 0 }
  await putOrders(running, seller.ownerId, shop, [
    orderOf({ channelOrderId: 'S1', status: 'delivered', payment: promised, lines }),
    orderOf({ channelOrderId: 'S2', status: 'canceled', payment: canceled, lines }),
  ])
  const { rows } = await readExport(running, seller, await exportOrders(running, seller, 'format=csv'))
  const [one, two] = ['S1', 'S2'].map((code) => rows.find((row) => row['Order code'] === code))
  expect(amountsOf(one)(payout)).toBe(90)
  expect(addUp(one)).toBe(90)
  expect(two).toMatchObject({ 'Platform fee': '0.00', [payout]: '0.00' })
})

it('has the parts of the address, and the parts of the payment for who may see them', async () => {
  const seller = await running.signUp('payments')
  const shop = await addShop(running, seller.ownerId, 'payments')
  const address = addressOf({
    ward: 'W',
    district: 'D',
    province: 'Selangor',
    city: 'Klang',
    postcode: '41000',
    country: 'MY',
  })
  const payment = {
    ...noPayment,
    subTotal: 10_000,
    sellerDiscount: 500,
    platformDiscount: 300,
    shippingFee: 400,
    tax: 100,
    platformFee: 800,
    shippingCost: 200,
  }
  const lines = [lineOf({ total: 6000, shopSku: '1' }), lineOf({ total: 4000, shopSku: '2' })]
  const order = orderOf({ channelOrderId: 'P1', address, payment, lines })
  const [id] = (await putOrders(running, seller.ownerId, shop, [order])).created
  const back = returnOf({ channelReturnId: 'R1', channelOrderId: 'P1', status: 'refunded', refund: 1500 })
  await putReturns(running, seller.ownerId, shop, [back])
  const onScreen = await seller.call(`GET /orders/${id}`)
  expect(onScreen.at('data.payment')).toMatchObject({ refund_value: 15, actual_receive_value: 75 })
  for (const format of ['csv', 'xlsx']) {
    const entry = await exportOrders(running, seller, `format=${format}`)
    const { rows } = await readExport(running, seller, entry)
    const [first, second] = rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([head, cell]) => [head, cell.replace(/\.00$/, '')])),
    )
    expect(first).toMatchObject({
      Channel: 'Shopee',
      Ward: 'W',
      District: 'D',
      City: 'Klang',
      Country: 'MY',
    })
    expect(first).toMatchObject({ 'State or province': 'Selangor', Postcode: '41000' })
    expect(first).toMatchObject({ 'Seller discount': '5', 'Platform discount': '3', 'Shipping fee': '4' })
    expect(first).toMatchObject({ Tax: '1', 'Platform fee': '8', 'Shipping cost': '2', 'Shopee coins': '0' })
    expect(addUp(first)).toBe(75)
    expect(first).toMatchObject({ Refund: '15', [payout]: '75', 'Paid out on': '' })
    expect(second).toMatchObject({ 'Order code': 'P1', 'Order total': '', 'Platform fee': '', [payout]: '' })
  }
  const permissions: Permission[] = ['orders.view', 'orders.view_contact', 'orders.export']
  const packer = await running.addStaff(seller.ownerId, {
    email: 'no-payments@example.test',
    role: null,
    groupPermissions: [],
    permissions,
  })
  const { heads } = await readExport(running, packer, await exportOrders(running, packer, 'format=csv'))
  expect(heads).toContain('Order total')
  for (const head of ['Refund', payout, 'Paid out on']) expect(heads).not.toContain(head)
  expect(heads).not.toContain('Platform fee')
})
