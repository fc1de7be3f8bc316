/** The plan of a confirmation of orders that the own couriers carry, beside what then happens. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { courierIds } from '../../../test/steps/courier-ids.ts'
import {
  connectCourier,
  giveSender,
  parcelsOf,
  sellOnWebStore,
  untilAction,
  untilStatus,
} from '../../../test/steps/own-couriers.ts'
import { addressOf, addShop, orderOf, putOrders } from '../../../test/steps/stored-orders.ts'
import { startTestConsole, type Account, type TestConsole } from '../../../test/start-test-console.ts'
import { addDays, dayIn } from '../../i18n/calendar.ts'

let running: TestConsole
let seller: Account

beforeEach(async () => {
  running = await startTestConsole()
  seller = await running.signUp('seller')
})
afterEach(() => running.stop())

type Line = { courier: string | null; own_courier: boolean; order_ids: number[]; handover: object | null }

async function planOf(...ids: number[]): Promise<Line[]> {
  const plan = await seller.call(`GET /orders/confirm-plan?${ids.map((id) => `ids=${id}`).join('&')}`)
  return plan.at<Line[]>('data.handovers')
}

it('says of which orders no label is to be waited for, as no courier was chosen', async () => {
  const { id } = await sellOnWebStore(running, seller)
  const other = await sellOnWebStore(running, seller)
  await seller.call(`PUT /orders/${other.id}`, { shipment_id: courierIds.self_delivery })
  const confirmed = await seller.call('POST /orders/bulk-confirm', { ids: [id, other.id] })
  expect(confirmed.at('data.results')).toMatchObject([
    { order_id: id, waits_for_courier: 1 },
    { order_id: other.id, waits_for_courier: 0 },
  ])
})

it('names courier, day and place of orders that go with the shop’s courier, and what is in their way', async () => {
  await connectCourier(running, seller, 'jnt')
  const { id } = await sellOnWebStore(running, seller)
  const other = await sellOnWebStore(running, seller)
  const mine = { own_courier: true, handover: null }
  const without = { ...mine, courier: null, order_ids: [id, other.id] }
  expect(await planOf(id, other.id)).toEqual([
    expect.objectContaining({ ...without, message: expect.stringContaining('No courier is chosen') }),
  ])
  await seller.call('PUT /settings/delivery-platform', { platform_id: 6, shipment_id: courierIds.jnt })
  await seller.call(`PUT /orders/${other.id}`, { shipment_id: courierIds.self_delivery })
  const lacking = { ...mine, courier: 'J&T Express', order_ids: [id] }
  expect(await planOf(id, other.id)).toEqual([
    expect.objectContaining({ ...lacking, message: expect.stringContaining("shop's warehouse") }),
    expect.objectContaining({ ...mine, courier: 'Own delivery', order_ids: [other.id], message: null }),
  ])

  await giveSender(seller)
  expect(await planOf(id)).toEqual([
    expect.objectContaining({ ...lacking, message: expect.stringContaining('weight') }),
  ])
  const usual = { weight: 800, length: 20, width: 15, height: 10 }
  await seller.call('PUT /settings/delivery', { shipment_id: courierIds.jnt, default_package: usual })
  const tomorrow = addDays(dayIn('Asia/Kuala_Lumpur', new Date()), 1)
  const [line] = await planOf(id)
  expect(line?.handover).toEqual({
    mode: 'pickup',
    place: '1 Jalan Bukit, Petaling Jaya',
    date: tomorrow,
    from: `${tomorrow}T01:00:00.000Z`,
    to: `${tomorrow}T10:00:00.000Z`,
  })
  expect((await seller.call('POST /orders/bulk-confirm', { ids: [id] })).status).toBe(202)
  await untilStatus(seller, id, 'ready_to_ship')
  const [parcel] = await parcelsOf(running, 'jnt')
  expect(parcel?.booking).toMatchObject({ serviceType: '1', sendStartTime: `${tomorrow} 09:00:00` })
})

const kualaLumpur = { name: 'Mei Ling', street: '12 Jalan Ampang', city: 'Kuala Lumpur', postcode: '50450' }
const usualParcel = { default_package: { weight: 800, length: 20, width: 15, height: 10 } }

/** Orders with cash on delivery that go with the shop's courier, to these addresses. */
async function sellForCourier(courierId: number, ...addresses: object[]): Promise<number[]> {
  const shopId = await addShop(running, seller.ownerId, 'own', 4)
  const orders = addresses.map((address, at) =>
    orderOf({
      channelOrderId: `OWN-${at}`,
      address: addressOf({ ...kualaLumpur, country: 'MY', phone: '0123456789', ...address }),
    }),
  )
  await seller.call('PUT /settings/delivery', { shipment_id: courierId, ...usualParcel })
  await seller.call('PUT /settings/delivery-platform', { platform_id: 4, shipment_id: courierId })
  return (await putOrders(running, seller.ownerId, shopId, orders)).created
}

it('does not say of all orders what is wrong with the first one alone', async () => {
  await connectCourier(running, seller, 'jnt')
  await giveSender(seller)
  const [noPhone = 0, abroad = 0, good = 0] = await sellForCourier(
    courierIds.jnt,
    { phone: '0123' },
    { phone: '84300801457', country: 'VN' },
    {},
  )
  const [line] = await planOf(noPhone, abroad, good)
  expect(line).toMatchObject({ order_ids: [noPhone, abroad, good], handover: { mode: 'pickup' } })
  expect(line).toMatchObject({ message: null })
  const said = async (id: number) => (await planOf(id))[0]
  expect(await said(noPhone)).toMatchObject({ message: expect.stringMatching(/phone number.*address/) })
  expect(await said(abroad)).toMatchObject({ message: expect.stringContaining('only in its own country') })
})

it('asks for another courier where the shop’s collects no money', async () => {
  await connectCourier(running, seller, 'gdex')
  await giveSender(seller)
  const [id = 0] = await sellForCourier(courierIds.gdex, {})
  expect((await seller.call('POST /orders/bulk-confirm', { ids: [id] })).status).toBe(202)
  const failed = await untilAction(seller, id, 'failed')
  expect(failed.at('data.latest_action.error')).toMatchObject({
    code: 'needs_choice',
    message: 'GDEX does not offer cash on delivery. Choose another courier.',
  })
})

it('says of what is left out how it stands', async () => {
  const shopId = await addShop(running, seller.ownerId, 'own', 4)
  const statuses = ['canceled', 'shipped', 'ready_to_ship'] as const
  const orders = statuses.map((status) => orderOf({ channelOrderId: status, status }))
  const { created } = await putOrders(running, seller.ownerId, shopId, orders)
  const plan = await seller.call(`GET /orders/confirm-plan?${created.map((id) => `ids=${id}`).join('&')}`)
  const left = plan.at<{ message: string; order_ids: number[] }[]>('data.left_out')
  expect(left.map(({ message, order_ids: ids }) => `${message}: ${ids.length}`).toSorted()).toEqual([
    'Already confirmed: 2',
    'Canceled: 1',
  ])
})
