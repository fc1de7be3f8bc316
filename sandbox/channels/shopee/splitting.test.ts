import { afterEach, beforeEach, expect, it } from 'vitest'
import { temporaryPath } from '../../kit/test-steps.ts'
import { startSandbox } from '../../server.ts'
import { MY, startLinked, type Client } from './sign-call.ts'
import { CARRIERS } from './shops.ts'

let client: Client
let sn: string
let stateFile: string

beforeEach(async () => {
  stateFile = temporaryPath()
  client = await startLinked({ stateFile })
  const lines = [
    ['T1', 'Tea', 2, 9.9],
    ['C1', 'Cup', 1, 4.5],
    ['P1', 'Pot', 1, 19.5],
  ]
  const order = { ref: `split-${Math.random()}`, status: 'READY_TO_SHIP', lines }
  sn = (await client.control('/shopee/orders', { shop_id: MY, order, force: true })).order_sn
  const [express] = CARRIERS.MY
  if (express) found().parcel.carrier = express
})
afterEach(() => client.sandbox.close())

function found() {
  const order = client.sandbox.shopee.book.find(sn)
  if (!order) throw new Error('the order is not there')
  return order
}

const item = (place: number) => {
  const { productId, skuId } = found().lines[place]?.product ?? { productId: 0, skuId: 0 }
  return { item_id: productId, model_id: skuId, order_item_id: productId, promotion_group_id: 0 }
}
const split = (...parcels: object[][]) =>
  client.post('order/split_order', {
    order_sn: sn,
    package_list: parcels.map((item_list) => ({ item_list })),
  })
const unsplit = () => client.post('order/unsplit_order', { order_sn: sn })
const numbers = () => [found().parcel, ...found().others].map(({ number }) => number)

it('an order becomes parcels with numbers of their own, each shipped, numbered and labelled by itself', async () => {
  const [before] = numbers()
  const reply = await split([item(0), item(2)], [item(1)])
  expect(reply).toMatchObject({ error: '', response: { order_sn: sn } })
  const [first, second] = numbers()
  expect(new Set([before, first, second]).size).toBe(3)
  const detail = await client.get('order/get_order_detail', {
    order_sn_list: sn,
    response_optional_fields: 'package_list,split_up',
  })
  expect(detail.response.order_list[0]).toMatchObject({
    split_up: true,
    package_list: [
      { package_number: first, item_list: [{ model_quantity: 2 }, { model_quantity: 1 }] },
      { package_number: second, item_list: [{ item_id: item(1).item_id, model_quantity: 1 }] },
    ],
  })
  const ship = (more: object) => client.post('logistics/ship_order', { order_sn: sn, dropoff: {}, ...more })
  expect(await ship({})).toMatchObject({ error: 'logistics.ship_order_need_pacakge_number' })
  expect(await ship({ package_number: before })).toMatchObject({
    error: 'logistics.package_number_not_exist',
  })
  expect(await ship({ package_number: second })).toMatchObject({ error: '' })
  expect(found()).toMatchObject({
    status: 'READY_TO_SHIP',
    parcel: { status: 'LOGISTICS_READY' },
    others: [{ status: 'LOGISTICS_REQUEST_CREATED' }],
  })
  expect(await ship({ package_number: second })).toMatchObject({ error: 'logistics.package_already_shipped' })
  expect(await unsplit()).toMatchObject({ error: 'order.order_cannot_undo_split' })
  expect(await ship({ package_number: first })).toMatchObject({ error: '' })
  expect(found().status).toBe('PROCESSED')
  client.sandbox.clock.shift(21)
  const tracked = [found().parcel, ...found().others].map(({ tracking }) => tracking)
  expect(new Set(tracked).size).toBe(2)
  for (const [place, tracking] of tracked.entries()) {
    const order_list = [{ order_sn: sn, package_number: numbers()[place], tracking_number: tracking }]
    expect(await client.post('logistics/create_shipping_document', { order_list })).toMatchObject({
      error: '',
    })
    client.sandbox.clock.shift(6)
    const label = await client.post('logistics/download_shipping_document', { order_list })
    expect(label.bytes.toString('latin1')).toContain(`(${tracking}) Tj`)
  }
})

it('what is not whole, or not in time, is refused', async () => {
  const refused = async (reply: Promise<{ error: string; message: string }>, words: RegExp) => {
    const { error, message } = await reply
    expect([error, message]).toEqual(['error_param', expect.stringMatching(words)])
    expect(found().others).toEqual([])
  }
  await refused(split([item(0), item(1), item(2)]), /2 to 5 packages/)
  await refused(split(...Array.from({ length: 6 }, () => [item(0)])), /2 to 5 packages/)
  await refused(split([item(0)], [item(1)]), /an item is missing/)
  await refused(split([item(0), item(1)], [item(1), item(2)]), /given twice/)
  await refused(split([item(0), item(1)], [{ item_id: 1, model_id: 0 }]), /not in the order/)
  await refused(split([item(0)], [item(1), { ...item(2), model_quantity: 1 }]), /pieces of one item/)
  expect(await unsplit()).toMatchObject({ error: 'order.order_cannot_undo_split' })
  await client.control(`/shopee/orders/${sn}/advance`, { action: 'arrange' })
  await refused(split([item(0)], [item(1), item(2)]), /not in READY_TO_SHIP/)
})

it('a split is remembered over a restart, refused a second time, and taken back', async () => {
  await split([item(0)], [item(1)], [item(2)])
  const before = numbers()
  await client.sandbox.close()
  const again = await startSandbox({ stateFile })
  const kept = again.shopee.book.find(sn)
  expect([kept?.parcel, ...(kept?.others ?? [])]).toMatchObject(
    before.map((number, place) => ({ number, lines: [place] })),
  )
  await again.close()
  client = await startLinked({ stateFile })
  expect(await split([item(0)], [item(1), item(2)])).toMatchObject({
    message: expect.stringMatching(/split already/),
  })
  expect(await unsplit()).toMatchObject({ error: '' })
  expect(numbers()).toHaveLength(1)
  expect(await split([item(0)], [item(1), item(2)])).toMatchObject({ error: '' })
  await client.control(`/shopee/orders/${sn}/advance`, { action: 'request_cancel' })
  expect(await unsplit()).toMatchObject({ error: 'order.order_cannot_undo_split' })
})
