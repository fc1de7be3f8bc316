/** One order in several parcels with the owner's own couriers: a real console and database, and couriers over their real wire. */
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { courierIds } from '../../../test/steps/courier-ids.ts'
import { sellLamps } from '../../../test/steps/cod-order.ts'
import { startTestConsole, until, type Account, type TestConsole } from '../../../test/start-test-console.ts'
import {
  callsOf,
  connectCourier,
  giveSender,
  parcelsOf,
  parcelSize,
  scan,
  failCalls,
  statusOf,
  untilStatus,
  untilAction,
} from '../../../test/steps/own-couriers.ts'
import { seePages } from '../../../test/steps/sheets.ts'
import { divideAmount } from './divide-order.ts'

let running: TestConsole
let seller: Account
let id: number

beforeEach(async () => {
  running = await startTestConsole()
  seller = await running.signUp('seller')
  await giveSender(seller)
  await connectCourier(running, seller, 'jnt')
  id = await sellLamps(running, seller)
})
afterEach(() => running.stop())

const withJnt = { shipment_id: courierIds.jnt, ...parcelSize }
const withNinjaVan = { ...withJnt, shipment_id: courierIds.ninjavan }
const confirm = (body: object) => seller.call(`POST /orders/${id}/confirm`, body)
/** The action before may be at its end, and the store not yet heard. */
const untilTaken = (call: () => ReturnType<typeof confirm>) =>
  until('the action to be taken', async () => {
    const answer = await call()
    return answer.status === 202 && answer
  })

async function lines(): Promise<{ lamp: string; shade: string }> {
  const order = await seller.call(`GET /orders/${id}`)
  const all = order.at<{ id: string; seller_sku: string }[]>('data.order_product_skus.data')
  const idOf = (sku: string) => all.find((line) => line.seller_sku === sku)?.id ?? ''
  return { lamp: idOf('LAMP'), shade: idOf('SHADE') }
}

/** Two lamps in the first parcel; a lamp and the shade in the second. */
async function divide(more: [object, object] = [{}, {}]) {
  const { lamp, shade } = await lines()
  const one = { id: lamp, quantity: 1 }
  return seller.call(`PUT /orders/${id}/parcels`, {
    parcels: [
      { items: [{ id: lamp, quantity: 2 }], ...more[0] },
      { items: [one, { id: shade, quantity: 1 }], ...more[1] },
    ],
  })
}

type Shown = { parcel: number; tracking_number: string; is_live: boolean; cod_amount: number }
async function live(): Promise<Shown[]> {
  const all = (await seller.call(`GET /orders/${id}/shipments`)).at<Shown[]>('data')
  return all.filter((one) => one.is_live).toSorted((a, b) => a.parcel - b.parcel)
}

describe('an order in two parcels', () => {
  it('goes with a courier each, and is as far as the parcel that is behind', async () => {
    await connectCourier(running, seller, 'ninjavan')
    const whole = await seller.call(`GET /orders/${id}/parcels`)
    expect(whole.at('data')).toMatchObject({
      may_divide: 1,
      parcels: [{ number: 1, items: [{ quantity: 3 }, { quantity: 1 }], is_fixed: 0 }],
    })
    const due = whole.at<number>('data.cod_amount')
    const divided = await divide()
    const cods = divided.at<{ cod_amount: number }[]>('data.parcels').map((one) => one.cod_amount)
    expect(cods[0]).toBeGreaterThan(cods[1] ?? 0)
    expect(Math.round(((cods[0] ?? 0) + (cods[1] ?? 0)) * 100)).toBe(Math.round(due * 100))

    await confirm({ ...withJnt, parcel: 1 })
    await untilStatus(seller, id, 'confirmed')
    const [first] = await parcelsOf(running, 'jnt')
    expect(first?.booking).toMatchObject({
      codInfo: { codValue: cods[0]?.toFixed(2) },
      items: [{ number: '2' }],
    })
    await untilTaken(() => confirm({ ...withNinjaVan, mode: 'dropoff', parcel: 2 }))
    const ready = await untilStatus(seller, id, 'ready_to_ship')
    const [second] = await parcelsOf(running, 'ninjavan')
    expect((await live()).map((one) => one.tracking_number)).toEqual([first?.number, second?.number])
    const packages = ready.at<{ tracking_number: string }[]>('data.packages.data')
    expect(packages.map((one) => one.tracking_number)).toEqual([first?.number, second?.number])

    await scan(running, 'jnt', first?.number ?? '', 'collect', 'out', 'deliver')
    await until('the first to be delivered', async () => {
      const [one] = (await seller.call(`GET /orders/${id}/shipments`)).at<Shown[]>('data').slice(-1)
      return (one as unknown as { status: { code: string } }).status.code === 'delivered'
    })
    expect(await statusOf(seller, id)).toBe('ready_to_ship')
    await scan(running, 'ninjavan', second?.number ?? '', 'collect')
    await untilStatus(seller, id, 'shipped')
    await scan(running, 'ninjavan', second?.number ?? '', 'out', 'deliver')
    await untilStatus(seller, id, 'delivered')
    // The order counts once, for the courier of its first parcel.
    const countOf = async (courier: number) =>
      (await seller.call(`GET /orders/filter?shipment_id=${courier}`)).at('meta.pagination.total')
    expect([await countOf(courierIds.jnt), await countOf(courierIds.ninjavan)]).toEqual([1, 0])
    const figures = await seller.call('GET /analytics/orders/shipping-statistic')
    expect(figures.at('data')).toMatchObject([{ shipment: { id: courierIds.jnt }, orders: 1, delivered: 1 }])
  })

  it('is divided to the last coin, and by hand only within what the buyer pays', async () => {
    const due = (await seller.call(`GET /orders/${id}/parcels`)).at<number>('data.cod_amount')
    const more = await divide([{ cod_amount: due }, { cod_amount: 0.01 }])
    expect([more.status, Object.keys(more.at<object>('invalid_fields'))]).toEqual([422, ['parcels']])
    const less = await divide([{ cod_amount: 1 }, { cod_amount: 1 }])
    expect([less.status, Object.keys(less.at<object>('invalid_fields'))]).toEqual([422, ['parcels']])
    const all = await divide([{ cod_amount: 0 }, {}])
    expect(all.at('data.parcels.0.cod_amount')).toBe(0)
    expect(all.at('data.parcels.1.cod_amount')).toBe(due)
    const { lamp } = await lines()
    const lost = await seller.call(`PUT /orders/${id}/parcels`, {
      parcels: [{ items: [{ id: lamp, quantity: 2 }] }, { items: [{ id: lamp, quantity: 1 }] }],
    })
    expect([lost.status, Object.keys(lost.at<object>('invalid_fields'))]).toEqual([422, ['parcels']])
    for (let amount = 0; amount < 50; amount++) {
      const shares = divideAmount(amount, [3, 3, 1])
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(amount)
      expect(Math.min(...shares)).toBeGreaterThanOrEqual(0)
    }
  })

  it('takes one back and books it anew, while the other stays as it is', async () => {
    await divide()
    // Without a parcel both are booked.
    await confirm(withJnt)
    await untilStatus(seller, id, 'ready_to_ship')
    const [one, two] = await live()
    const fixed = await divide([{ number: 1, cod_amount: 1 }, { number: 2 }])
    expect(fixed.status).toBe(409)
    await seller.call(`POST /orders/${id}/cancel-shipment`, { parcel: 2 })
    await untilStatus(seller, id, 'pending')
    expect((await live()).map((left) => left.tracking_number)).toEqual([one?.tracking_number])
    const { lamp, shade } = await lines()
    const moved = await until('the order to be free', async () => {
      const answer = await seller.call(`PUT /orders/${id}/parcels`, {
        parcels: [
          { number: 1, items: [{ id: lamp, quantity: 1 }] },
          {
            number: 2,
            items: [
              { id: lamp, quantity: 2 },
              { id: shade, quantity: 1 },
            ],
          },
        ],
      })
      return answer.status !== 409 && answer
    })
    expect(Object.keys(moved.at<object>('invalid_fields'))).toEqual(['parcels.0.items'])
    await untilTaken(() => confirm(withJnt))
    const ready = await untilStatus(seller, id, 'ready_to_ship')
    const now = await live()
    expect(now[0]?.tracking_number).toBe(one?.tracking_number)
    expect(now[1]?.tracking_number).not.toBe(two?.tracking_number)
    expect(await callsOf(running, '/jnt/webopenplatformapi/api/order/addOrder')).toBe(3)
    const packages = ready.at<{ tracking_number: string }[]>('data.packages.data')
    expect(packages.map((parcel) => parcel.tracking_number)).toEqual(now.map((own) => own.tracking_number))

    const paper = await seller.call('POST /orders/bulk-print', { ids: [id], kind: 'waybill' })
    const printed = await until('the labels', async () => {
      const batch = await seller.call(`GET /orders/print-batches/${paper.at<number>('data.id')}`)
      return batch.at('data.state') === 'done' && batch
    })
    expect(printed.at('data')).toMatchObject({ failed: [], pages: 2 })
  })

  it('has a waybill for each parcel: the courier’s, and ours for what the seller delivers', async () => {
    await divide()
    await confirm({ ...withJnt, parcel: 1 })
    await untilStatus(seller, id, 'confirmed')
    await untilTaken(() => confirm({ ...withJnt, shipment_id: courierIds.self_delivery, parcel: 2 }))
    await untilStatus(seller, id, 'ready_to_ship')
    const parcels = await live()
    const numbers = parcels.map((one) => one.tracking_number)
    const paper = await seller.call(`GET /orders/${id}/print-waybill`)
    const pages = await seePages(Buffer.from(paper.at<string>('data.content_base64'), 'base64'))
    const codes = pages.map((page) => page.codes.map(({ text }) => text))
    expect(codes).toEqual([expect.arrayContaining([numbers[0]]), expect.arrayContaining([numbers[1]])])
    expect(pages[1]?.words).toContain('hana-home Own delivery')
    // The seller collects what is due for his parcel alone.
    expect(pages[1]?.words).toContain(`Cash on delivery: ${parcels[1]?.cod_amount.toFixed(2)} MYR`)
  })

  it('is booked as far as couriers take it, and the other one once more', async () => {
    await divide()
    await confirm({ ...withJnt, parcel: 1 })
    await untilStatus(seller, id, 'confirmed')
    await untilTaken(() => confirm({ ...withJnt, parcel: 2, service_id: 'WARP' }))
    const failed = await untilAction(seller, id, 'failed')
    expect(failed.at('data.latest_action.error.message')).toMatch(/expressType/)
    expect((await live()).map(({ parcel }) => parcel)).toEqual([1])
    const unknown = await confirm({ ...withJnt, parcel: 3 })
    expect([unknown.status, Object.keys(unknown.at<object>('invalid_fields'))]).toEqual([422, ['parcel']])
    await untilTaken(() => confirm({ ...withJnt, parcel: 2 }))
    await untilStatus(seller, id, 'ready_to_ship')
    expect(await parcelsOf(running, 'jnt')).toHaveLength(2)
  })

  it('looks each up whose answer was lost, and books none twice', async () => {
    await divide()
    const addOrder = '/jnt/webopenplatformapi/api/order/addOrder'
    await failCalls(running, { path: addOrder, reset: 1, count: 2 })
    await confirm(withJnt)
    await untilStatus(seller, id, 'ready_to_ship')
    expect((await live()).map((one) => one.tracking_number).toSorted()).toEqual(
      (await parcelsOf(running, 'jnt')).map(({ number }) => number).toSorted(),
    )
    expect(await callsOf(running, addOrder)).toBe(2)
  })

  it('is booked in no part where one call for many orders lacks the size of a parcel', async () => {
    const { lamp, shade } = await lines()
    await seller.call(`PUT /orders/${id}/parcels`, {
      parcels: [{ items: [{ id: shade, quantity: 1 }] }, { items: [{ id: lamp, quantity: 3 }] }],
    })
    // A single piece whose measures are known is its own parcel; nobody knows how three lamps lie in a box.
    const size = { weight: 800, length: 20, width: 15, height: 10 }
    await running.db.asOwner(seller.ownerId, (tx) =>
      sql`update products set package = ${JSON.stringify(size)}::jsonb where owner_id = ${seller.ownerId} and name = 'Shade'`.execute(
        tx,
      ),
    )
    await seller.call(`PUT /orders/${id}`, { shipment_id: courierIds.jnt })
    const batch = await seller.call('POST /orders/bulk-confirm', { ids: [id] })
    expect(batch.at('data.results.0.action.error.code')).toBe('needs_choice')
    expect(await live()).toEqual([])
    const { allowed_actions: allowed } = (await seller.call(`GET /orders/${id}`)).at<{
      allowed_actions: string[]
    }>('data')
    expect([allowed.includes('confirm'), allowed.includes('cancel_shipment')]).toEqual([true, false])
  })
})
