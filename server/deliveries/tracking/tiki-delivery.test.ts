/** An order of Tiki that the seller brings with a courier of his own: the courier first, then Tiki, which says how it stands. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { courierIds } from '../../../test/steps/courier-ids.ts'
import {
  linkShop,
  startTestConsole,
  until,
  type Account,
  type TestConsole,
} from '../../../test/start-test-console.ts'
import { connectGhn, parcelSize, parcelsOf, scan } from '../../../test/steps/own-couriers.ts'

const shop_id = 328784
let running: TestConsole
let seller: Account
let shopId: number

beforeEach(async () => {
  running = await startTestConsole()
  seller = await running.signUp('seller')
  await connectGhn(running, seller)
  shopId = await linkShop(running.sandbox.url, seller, shop_id, { code: 'tiki', id: 7 })
})
afterEach(() => running.stop())

const control = (path: string, body?: object) => running.control(path, body, 'tiki')
type Truth = {
  order: { status: string; fulfillment_type: string; items: { seller_inventory_id: number }[] }
}
const tikiSays = async (code: string) => ((await control(`orders/${code}`)) as Truth).order

/** Most orders are carried by Tiki's own couriers. */
async function sellOwnDelivery(): Promise<string> {
  for (let at = 0; ; at++) {
    const lines = [['CUP', 'Cup', 1, 150_000]]
    const order = { ref: `tiki-${at}`, lines, cod: false, status: 'queueing' }
    const { order_id: code } = (await control('orders', { shop_id, order, force: true })) as {
      order_id: string
    }
    if ((await tikiSays(code)).fulfillment_type === 'seller_delivery') return code
  }
}

/** Tiki pushes nothing, so that it is asked again and again. */
function standing(code: string, status: string): Promise<number> {
  return until(`order ${code} to be ${status}`, async () => {
    await seller.call(`POST /shops/${shopId}/sync`, {})
    const { body } = await seller.call('GET /orders/filter?limit=100')
    const rows = (body as { data: { id: number; code: string; status: { code: string } }[] }).data
    return rows.find((row) => row.code === code && row.status.code === status)?.id
  })
}

it('is confirmed from a warehouse, carried by the courier, and delivered for Tiki as well', async () => {
  const code = await sellOwnDelivery()
  const id = await standing(code, 'pending')
  const info = await seller.call(`GET /orders/${id}/confirm-info?shipment_id=${courierIds.ghn}`)
  expect(info.at('data.own')).toMatchObject({
    channel_delivers: true,
    warehouses: [{ id: '384740', is_primary: true }, { id: '384741' }],
  })
  const plan = await seller.call(`GET /orders/confirm-plan?ids=${id}`)
  expect(plan.at('data.handovers.0.message')).toContain('The marketplace’s courier delivers')
  const place = { province_id: '202', district_id: '1442', ward_code: '20101' }
  const request = { shipment_id: courierIds.ghn, warehouse_id: '384741', ...place, ...parcelSize }
  expect((await seller.call(`POST /orders/${id}/confirm`, request)).status).toBe(202)
  await standing(code, 'confirmed')
  expect((await tikiSays(code)).items.map((item) => item.seller_inventory_id)).toEqual([384741])
  const [parcel, ...others] = await parcelsOf(running, 'ghn')
  expect(others).toEqual([])
  expect(parcel?.booking).toMatchObject({ to_ward_code: '20101' })
  for (const [action, status] of [
    ['pick', 'confirmed'],
    ['pack', 'ready_to_ship'],
    ['hand_over', 'shipped'],
    ['ship', 'shipped'],
  ] as const) {
    await control(`orders/${code}/advance`, { action })
    await standing(code, status)
  }
  await scan(running, 'ghn', parcel?.number ?? '', 'collect', 'out', 'deliver')
  await standing(code, 'delivered')
  expect((await tikiSays(code)).status).toBe('successful_delivery')
  expect((await seller.call(`GET /orders/${id}/shipments`)).at('data.0')).toMatchObject({
    tracking_number: parcel?.number,
    status: { code: 'delivered' },
  })
})
