import { afterEach, beforeEach, expect, it } from 'vitest'
import { listAll, MY, startLinked, VN, type Client } from './sign-call.ts'
import { CARRIERS, OWN_FLEET } from './shops.ts'

let client: Client
let sn: string

beforeEach(async () => {
  client = await startLinked()
  const created = await client.control('/shopee/orders', {
    shop_id: MY,
    order: { ref: '1', status: 'READY_TO_SHIP', lines: [['T1', 'Tea', 2, 9.9]] },
  })
  sn = created.order_sn
  const order = client.sandbox.shopee.book.find(sn)
  const [express] = CARRIERS.MY
  if (order && express) order.parcel.carrier = express
})
afterEach(() => client.sandbox.close())

const order = () => client.sandbox.shopee.book.find(sn)
const ship = (mode: object) => client.post('logistics/ship_order', { order_sn: sn, ...mode })
const documents = (path: string) =>
  client.post(`logistics/${path}`, {
    order_list: [{ order_sn: sn, tracking_number: order()?.parcel.tracking }],
  })

async function pickup(): Promise<object> {
  const { response } = await client.get('logistics/get_shipping_parameter', { order_sn: sn })
  expect(response.info_needed).toMatchObject({ pickup: ['address_id', 'pickup_time_id'], dropoff: [] })
  const [address] = response.pickup.address_list
  return {
    pickup: { address_id: address?.address_id, pickup_time_id: address?.time_slot_list[1]?.pickup_time_id },
  }
}

it('an order is arranged, gets its tracking number later, and its label after that', async () => {
  expect(await ship(await pickup())).not.toHaveProperty('response')
  expect(order()).toMatchObject({ status: 'PROCESSED', parcel: { status: 'LOGISTICS_REQUEST_CREATED' } })
  const tracking = async () =>
    (await client.get('logistics/get_tracking_number', { order_sn: sn })).response.tracking_number
  expect(await tracking()).toBe('')
  expect((await documents('create_shipping_document')).error).toBe('common.batch_api_all_failed')
  client.sandbox.clock.shift(21)
  expect(await tracking()).toMatch(/^SPXMY\d+$/)

  expect(await documents('download_shipping_document')).toMatchObject({
    error: 'logistics.shipping_document_should_print_first',
  })
  expect(await documents('create_shipping_document')).toMatchObject({
    error: '',
    response: { result_list: [{ order_sn: sn }] },
  })
  expect((await documents('get_shipping_document_result')).response.result_list[0]?.status).toBe('PROCESSING')
  expect(await documents('download_shipping_document')).toMatchObject({ error: 'logistics.download_later' })
  client.sandbox.clock.shift(6)
  expect((await documents('get_shipping_document_result')).response.result_list[0]?.status).toBe('READY')
  const label = await documents('download_shipping_document')
  expect(label.type).toBe('application/pdf')
  expect(label.bytes.toString('latin1')).toMatch(/^%PDF-1\.4[\s\S]*%%EOF\n$/)
  const others = { order_list: [{ order_sn: sn, tracking_number: 'X' }] }
  expect(await client.post('logistics/create_shipping_document', others)).toMatchObject({
    response: { result_list: [{ fail_error: 'logistics.tracking_number_invalid' }] },
  })
})

it('the numbers of many packages come in one call; a row that fails says why and spoils no other', async () => {
  const mass = (...numbers: unknown[]) =>
    client.post('logistics/get_mass_tracking_number', {
      package_list: numbers.map((number) => ({ package_number: number })),
    })
  const waiting = await client.control('/shopee/orders', {
    shop_id: MY,
    order: { ref: '2', status: 'READY_TO_SHIP', lines: [['T1', 'Tea', 1, 9.9]] },
  })
  const foreign = await client.control('/shopee/orders', {
    shop_id: VN,
    order: { ref: '3', status: 'SHIPPED', lines: [['T1', 'Trà', 1, 90_000]] },
  })
  const { book } = client.sandbox.shopee
  const [mine, unarranged, strange] = [sn, waiting.order_sn, foreign.order_sn].map(
    (one) => book.find(one)?.parcel.number,
  )
  expect(await mass(mine, unarranged)).toMatchObject({
    error: 'common.batch_api_all_failed',
    response: { success_list: [], fail_list: [{ package_number: mine }, { package_number: unarranged }] },
  })
  await ship({ dropoff: {} })
  expect(await mass(mine)).toMatchObject({
    error: '',
    response: { success_list: [{ package_number: mine, tracking_number: '' }], fail_list: [] },
  })
  client.sandbox.clock.shift(21)
  expect(await mass(unarranged, mine, strange, 'NEVER')).toMatchObject({
    error: '',
    response: {
      success_list: [{ package_number: mine, tracking_number: expect.stringMatching(/^SPXMY\d+$/) }],
      fail_list: [
        { package_number: unarranged, fail_reason: 'The package is not arranged yet.' },
        { package_number: strange, fail_reason: 'The package_number does not exist.' },
        { package_number: 'NEVER', fail_reason: 'The package_number does not exist.' },
      ],
    },
  })
  const many = Array.from({ length: 51 }, (_, index) => `OFG${index}`)
  expect(await mass(...many)).toMatchObject({ error: 'error_param' })
  expect(await mass()).toMatchObject({ error: 'error_param' })
  expect(await mass('')).toMatchObject({ error: 'error_param' })
  expect(await mass(mine, mine)).toMatchObject({
    error: 'logistics.error_param',
    message: 'Duplicate package number',
  })
})

it('exactly one way of shipping is taken, and it has to be right', async () => {
  expect(await ship({})).toMatchObject({ error: 'logistics.ship_order_only_support_one_type' })
  expect(await ship({ pickup: {}, dropoff: {} })).toMatchObject({
    error: 'logistics.ship_order_only_support_one_type',
  })
  expect(await ship({ pickup: {} })).toMatchObject({ error: 'logistics.ship_order_need_address_pickup_time' })
  const slot = { pickup: { ...((await pickup()) as { pickup: object }).pickup, pickup_time_id: 'never' } }
  expect(await ship(slot)).toMatchObject({ error: 'logistics.ship_order_pickup_time_invalid' })
  expect(await ship({ non_integrated: { tracking_number: 'X' } })).toMatchObject({
    error: 'logistics.ship_order_unsupport_non_integrated',
  })
  expect(await ship({ dropoff: {} })).toMatchObject({ error: '' })
  expect(await ship({ dropoff: {} })).toMatchObject({ error: 'logistics.package_already_shipped' })
})

it('a missed pickup is arranged again', async () => {
  await ship({ dropoff: {} })
  await client.control(`/shopee/orders/${sn}/advance`, { action: 'retry' })
  expect(order()).toMatchObject({ status: 'RETRY_SHIP', parcel: { status: 'LOGISTICS_PICKUP_RETRY' } })
  expect(await ship({ dropoff: {} })).toMatchObject({ error: 'logistics.package_already_shipped' })
  expect(
    await client.post('logistics/update_shipping_order', { order_sn: sn, ...(await pickup()) }),
  ).toMatchObject({ error: '' })
  expect(order()?.status).toBe('PROCESSED')
})

it('a courier of the seller takes the number that is given and is off at once', async () => {
  const found = order()
  if (found) found.parcel.carrier = OWN_FLEET
  expect(await ship({ dropoff: {} })).toMatchObject({ error: 'logistics.ship_order_unsupport_dropoff' })
  await ship({ non_integrated: { tracking_number: 'MINE-1' } })
  expect(order()).toMatchObject({
    status: 'SHIPPED',
    parcel: { status: 'LOGISTICS_PICKUP_DONE', tracking: 'MINE-1' },
  })
})

it('a parcel goes its way, and each step can be seen in the list of changes', async () => {
  await ship({ dropoff: {} })
  for (const [action, status, parcel] of [
    ['pickup', 'SHIPPED', 'LOGISTICS_PICKUP_DONE'],
    ['deliver', 'TO_CONFIRM_RECEIVE', 'LOGISTICS_DELIVERY_DONE'],
    ['complete', 'COMPLETED', 'LOGISTICS_DELIVERY_DONE'],
  ] as const) {
    client.sandbox.clock.shift(100)
    await client.control(`/shopee/orders/${sn}/advance`, { action })
    expect(order()).toMatchObject({ status, parcel: { status: parcel } })
    const now = client.sandbox.clock.now()
    expect(
      await listAll(client, { time_range_field: 'update_time', time_from: now - 50, time_to: now + 1 }),
    ).toEqual([sn])
  }
  const refused = await client.control(`/shopee/orders/${sn}/advance`, { action: 'pay' })
  expect(refused.error).toBe('an order in COMPLETED can not pay')
})

it('a return is asked for, paid back and closed; closed at once it brings no money back', async () => {
  await ship({ dropoff: {} })
  const advance = (action: string) => client.control(`/shopee/orders/${sn}/advance`, { action })
  const refund = async (): Promise<number | undefined> =>
    (await client.get('payment/get_escrow_detail', { order_sn: sn })).response.order_income[
      'seller_return_refund'
    ]
  for (const action of ['pickup', 'deliver', 'return']) await advance(action)
  expect(order()?.status).toBe('TO_RETURN')
  expect(await refund()).toBe(0)
  await advance('complete')
  expect(order()?.status).toBe('COMPLETED')
  expect(await refund()).toBe(0)

  await advance('return')
  client.sandbox.clock.shift(100)
  await advance('refund')
  expect(order()).toMatchObject({ status: 'TO_RETURN', updateTime: client.sandbox.clock.now() })
  expect(await refund()).toBeLessThan(0)
  await advance('complete')
  expect(await refund()).toBeLessThan(0)
  expect((await advance('refund')).error).toBe('an order in COMPLETED can not refund')
})

it('a lost parcel is a cancelled order', async () => {
  await ship({ dropoff: {} })
  for (const action of ['pickup', 'lost']) await client.control(`/shopee/orders/${sn}/advance`, { action })
  expect(order()).toMatchObject({
    status: 'CANCELLED',
    cancelBy: 'system',
    parcel: { status: 'LOGISTICS_LOST' },
  })
})

it('the worklist has the order until it is arranged', async () => {
  const search = async (status: number) =>
    (
      await client.post('order/search_package_list', {
        filter: { package_status: status },
        pagination: { page_size: 10, cursor: '' },
      })
    ).response.packages_list
  expect(await search(2)).toMatchObject([{ order_sn: sn }])
  await ship({ dropoff: {} })
  expect(await search(2)).toEqual([])
  expect(await search(3)).toMatchObject([{ order_sn: sn, is_shipment_arranged: true }])
})
