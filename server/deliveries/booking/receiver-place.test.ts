/** Parcels with GHN, which knows places by numbers of its own: a real console, and GHN and a Vietnamese store over their wire. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { courierIds } from '../../../test/steps/courier-ids.ts'
import { buyerIn } from '../../../test/steps/buyer-in.ts'
import {
  linkStore,
  startTestConsole,
  until,
  type Account,
  type TestConsole,
} from '../../../test/start-test-console.ts'
import {
  connectGhn,
  parcelSize,
  parcelsOf,
  scan,
  untilStatus,
  untilAction,
} from '../../../test/steps/own-couriers.ts'

const shop_id = 'aoi-gifts-vn'
/** GHN has its ward on the list, and not the other's. */
const [known, unknown] = ['Phường Bến Nghé', 'Phường Thạch Thang']
let running: TestConsole
let seller: Account
let made = 0

beforeEach(async () => {
  running = await startTestConsole()
  seller = await running.signUp('seller')
  await connectGhn(running, seller)
  await linkStore(running.sandbox.url, seller, shop_id)
})
afterEach(() => running.stop())

async function sellTo(ward: string, cod = false, lamps = 1): Promise<{ id: number; code: string }> {
  const lines = [['LAMP', 'Lamp', lamps, 12]]
  const order = { ref: `place-${made++}`, customer: buyerIn(ward), lines, cod, status: 'processing' }
  const { id: code } = (await running.control('orders', { shop_id, order, force: true }, 'website')) as {
    id: number
  }
  const id = await until('the order to arrive', async () => {
    const { body } = await seller.call('GET /orders/filter?limit=100&status=pending')
    return (body as { data: { id: number; code: string }[] }).data.find((row) => row.code === String(code))
      ?.id
  })
  return { id, code: String(code) }
}

const withGhn = { shipment_id: courierIds.ghn, ...parcelSize }
const confirm = (id: number, more: object = {}) =>
  seller.call(`POST /orders/${id}/confirm`, { ...withGhn, ...more })
const infoOf = (id: number, more = '') =>
  seller.call(`GET /orders/${id}/confirm-info?shipment_id=${courierIds.ghn}${more}`)
const fieldsOf = (answer: Awaited<ReturnType<typeof confirm>>) => [
  answer.status,
  Object.keys(answer.at<object | undefined>('invalid_fields') ?? {}),
]

async function storeSays(code: string): Promise<string | undefined> {
  const reply = await fetch(`${running.sandbox.url}/_sandbox/oracle/website/orders?shop_id=${shop_id}`)
  const rows = (await reply.text()).split('\n').filter(Boolean)
  type Row = { order: { id: number; status: string } }
  return rows.map((row) => (JSON.parse(row) as Row).order).find(({ id }) => String(id) === code)?.status
}

it('reads the ward from the words of an address, and leads the parcel to its door', async () => {
  const { id, code } = await sellTo(known)
  const info = await infoOf(id)
  expect(info.at('data.own')).toMatchObject({
    place: { province_id: '202', district_id: '1442', ward_code: '20101' },
    warnings: [],
  })
  expect(info.at('data.own.services.0.fee')).toBeGreaterThan(0)
  expect((await confirm(id)).status).toBe(202)
  const ready = await untilStatus(seller, id, 'ready_to_ship')
  const [parcel] = await parcelsOf(running, 'ghn')
  expect(ready.at('data.tracking_number')).toBe(parcel?.number)
  expect(parcel?.booking).toMatchObject({
    to_province_name: 'Hồ Chí Minh',
    to_district_id: 1442,
    to_ward_code: '20101',
    to_ward_name: known,
  })
  await scan(running, 'ghn', parcel?.number ?? '', 'collect')
  await untilStatus(seller, id, 'shipped')
  await scan(running, 'ghn', parcel?.number ?? '', 'out', 'deliver')
  await untilStatus(seller, id, 'delivered')
  expect(await storeSays(code)).toBe('completed')
})

it('asks for a ward that the address does not name, checks the choice, and quotes by it', async () => {
  const { id } = await sellTo(unknown)
  expect((await infoOf(id)).at('data.own.place')).toEqual({
    province_id: null,
    district_id: null,
    ward_code: null,
  })
  expect(fieldsOf(await confirm(id))).toEqual([422, ['province_id']])
  const chosen = { province_id: '202', district_id: '1444', ward_code: '20308' }
  for (const [wrong, field] of [
    [{ ...chosen, province_id: '999' }, 'province_id'],
    [{ ...chosen, province_id: '201' }, 'district_id'],
    [{ ...chosen, ward_code: '20101' }, 'ward_code'],
    [{ province_id: '202', district_id: '1444' }, 'ward_code'],
  ] as const)
    expect(fieldsOf(await confirm(id, wrong))).toEqual([422, [field]])
  expect(await parcelsOf(running, 'ghn')).toEqual([])
  const quoted = await infoOf(id, '&province_id=202&district_id=1444&ward_code=20308')
  expect(quoted.at('data.own.services.0.fee')).toBeGreaterThan(0)
  expect((await confirm(id, chosen)).status).toBe(202)
  await untilStatus(seller, id, 'ready_to_ship')
  expect((await parcelsOf(running, 'ghn')).map(({ booking }) => booking)).toMatchObject([
    { to_district_id: 1444, to_ward_code: '20308', to_ward_name: 'Phường 8', to_district_name: 'Quận 3' },
  ])
})

it('takes an address without a district by its ward of July 2025, read from its words or chosen', async () => {
  const { id } = await sellTo(unknown)
  const moved = async (address: object) =>
    seller.call(`PUT /orders/${id}`, {
      address: { name: 'Ngọc', phone: '0912345678', street: '5 Lê Lợi', country: 'VN', ...address },
    })
  const placeNow = async (more = '') => (await infoOf(id, more)).at('data.own.place')
  const none = { province_id: null, district_id: null, ward_code: null }
  const ward = { province_id: '202', district_id: null, ward_code: '202-6' }
  for (const [address, place] of [
    [
      { city: 'Phường mới 7, Quận 12', province: 'Hồ Chí Minh' },
      { ...none, province_id: '202' },
    ],
    [{ city: 'Phường mới 7', province: 'TP. Hồ Chí Minh' }, ward],
  ] as const) {
    expect((await moved(address)).status).toBe(200)
    await until('the address to be there', async () => {
      const order = await seller.call(`GET /orders/${id}`)
      const isDone = order.at<string[]>('data.allowed_actions').includes('edit')
      return isDone && order.at('data.address.city') === address.city
    })
    expect(await placeNow()).toEqual(place)
  }
  const chosen = { province_id: '201', ward_code: '201-1' }
  expect(await placeNow('&province_id=201&ward_code=201-1')).toEqual({ ...chosen, district_id: null })
  expect(fieldsOf(await confirm(id, { ...chosen, ward_code: '201-9' }))).toEqual([422, ['ward_code']])
  expect((await confirm(id)).status).toBe(202)
  await untilStatus(seller, id, 'ready_to_ship')
  expect((await parcelsOf(running, 'ghn')).map(({ booking }) => booking)).toMatchObject([
    { is_new_to_address: true, to_ward_name: 'Phường mới 7', to_province_name: 'Hồ Chí Minh' },
  ])
})

it('quotes for the parcel that was entered', async () => {
  const { id } = await sellTo(known)
  const quoted = async (size: string) =>
    (await infoOf(id, size)).at<{ id: string; fee: number }[]>('data.own.services')
  const small = '&length=20&width=15&height=10'
  const [light] = await quoted(`&weight=0.8${small}`)
  const [six] = await quoted(`&weight=6${small}`)
  expect([light?.fee, six?.fee]).toEqual([20_500, 45_500])
  const [heavy] = await quoted(`&weight=21${small}`)
  expect([light?.id, heavy?.id]).toEqual(['2', '5'])
  expect((await infoOf(id, '&weight=0')).status).toBe(422)
})

it('keeps the place of a ward that it does not serve, so that another one can be chosen', async () => {
  const { id } = await sellTo(unknown)
  const own = (await infoOf(id, '&province_id=202&district_id=1461&ward_code=21302')).at('data.own')
  expect(own).toMatchObject({
    place: { province_id: '202', district_id: '1461', ward_code: '21302' },
    problems: [{ field: 'shipment_id', code: 'courier_refused' }],
  })
})

it('books no parcel whose money it does not collect there', async () => {
  const { id } = await sellTo(unknown, true)
  const place = { province_id: '202', district_id: '1442', ward_code: '20106' }
  expect((await confirm(id, place)).status).toBe(202)
  const failed = await untilAction(seller, id, 'failed')
  expect(failed.at('data.latest_action.error')).toMatchObject({
    code: 'needs_choice',
    message: "This courier offers no cash on delivery at the buyer's address. Choose another courier.",
  })
  expect(await parcelsOf(running, 'ghn')).toEqual([])
  expect((await confirm(id, { ...place, ward_code: '20101' })).status).toBe(202)
  await untilStatus(seller, id, 'ready_to_ship')
})

it('books what it can read of many, and leaves the others for a person', async () => {
  const [clear, open] = [await sellTo(known), await sellTo(unknown)]
  await seller.call('PUT /settings/delivery-platform', { platform_id: 4, shipment_id: courierIds.ghn })
  const size = { weight: 800, length: 20, width: 15, height: 10 }
  await seller.call('PUT /settings/delivery', { shipment_id: courierIds.ghn, default_package: size })
  await seller.call('POST /orders/bulk-confirm', { ids: [clear.id, open.id] })
  await untilStatus(seller, clear.id, 'ready_to_ship')
  const failed = await untilAction(seller, open.id, 'failed')
  expect(failed.at('data.latest_action.error.code')).toBe('needs_choice')
  expect(await parcelsOf(running, 'ghn')).toHaveLength(1)
  const chosen = { province_id: '201', district_id: '1485', ward_code: '1A0601' }
  expect((await confirm(open.id, chosen)).status).toBe(202)
  await untilStatus(seller, open.id, 'ready_to_ship')
})

it('gives the label of each parcel of an order that goes in several', async () => {
  const { id } = await sellTo(known, false, 2)
  const [line] = (await seller.call(`GET /orders/${id}`)).at<{ id: string }[]>('data.order_product_skus.data')
  const one = { items: [{ id: line?.id, quantity: 1 }] }
  expect((await seller.call(`PUT /orders/${id}/parcels`, { parcels: [one, one] })).status).toBe(200)
  expect((await confirm(id)).status).toBe(202)
  await untilStatus(seller, id, 'ready_to_ship')
  const { data: paper } = (await seller.call(`GET /orders/${id}/print-waybill`)).body as { data: Paper }
  const labels = [paper, ...paper.further]
  expect(labels.map(({ type }) => type)).toEqual(['html', 'html'])
  const numbers = (await parcelsOf(running, 'ghn')).map(({ number }) => number)
  for (const [at, { content_base64: content }] of labels.entries())
    expect(Buffer.from(content, 'base64').toString()).toContain(`<h1>${numbers[at]}</h1>`)
  expect((await seller.call(`GET /orders/${id}`)).at('data.is_printed')).toBe(1)
})

it('says before the confirmation that a label is a web page, and afterwards that no program printed it', async () => {
  const { id, code } = await sellTo(known)
  await seller.call('PUT /settings/delivery-platform', { platform_id: 4, shipment_id: courierIds.ghn })
  const size = { weight: 800, length: 20, width: 15, height: 10 }
  await seller.call('PUT /settings/delivery', { shipment_id: courierIds.ghn, default_package: size })
  const plan = () => seller.call(`GET /orders/confirm-plan?ids=${id}`)
  expect((await plan()).at('data')).toMatchObject({ to_print: [], prints_alone: [id] })
  expect((await confirm(id)).status).toBe(202)
  await untilStatus(seller, id, 'ready_to_ship')
  expect((await plan()).at('data')).toMatchObject({ to_print: [id], prints_alone: [id] })

  const made = await seller.call('POST /print-agents', { name: 'Packing desk' })
  const agent = async (path: string, body: object, token = '') => {
    const reply = await fetch(`${running.url}/api/v2/print-agent/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
    return (await reply.json()) as { data: { token: string } }
  }
  const { token } = (await agent('pair', { code: made.at<string>('data.code') })).data
  const rules = { label: { agent_id: made.at<number>('data.id'), printer: 'Labels' }, office: null }
  await seller.call('PUT /print-settings', { rules, auto: { is_on: true, shop_ids: [], courier_ids: [] } })
  await agent('poll', { printers: [] }, token)
  const printing = () => seller.call('GET /print-agents')
  const leftOut = await until('the label to be left out', async () => {
    const { jobs, left_out: found } = (await printing()).at<{ jobs: object[]; left_out: object[] }>('data')
    return jobs.length === 0 && found.length > 0 && found
  })
  const message = 'The courier sends this waybill as a web page. Print it separately.'
  expect(leftOut).toEqual([{ id, code, reason: 'waybill_html', message }])
  expect((await seller.call(`GET /orders/${id}/print-waybill`)).status).toBe(200)
  expect((await printing()).at('data.left_out')).toEqual([])
})

type Label = { type: string; content_base64: string }
type Paper = Label & { further: Label[] }
