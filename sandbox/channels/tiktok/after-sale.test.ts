/** Packages, cancellations and returns, in TikTok Shop's own words. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createClock } from '../../kit/clock.ts'
import { startReceiver } from '../../kit/test-steps.ts'
import { MY, startLinked, type Client } from './sign-call.ts'

const DAY = 86_400
const VN = '7494726673780149012'

let client: Client
/** Numbers of orders, from which their couriers and gifts follow. */
let made = 0
beforeEach(async () => {
  made = 0
  // Time stands still where a test does not move it: a tracking number takes two seconds.
  const now = Date.now()
  client = await startLinked({ clock: createClock(() => now) })
})
afterEach(() => client.sandbox.close())

type Row = Record<string, unknown>

const send = (path: string, body: object, query: Record<string, string> = {}) =>
  client.send<Row>('POST', path, body, body, query)
const codeOf = async (reply: Promise<{ code: number }>) => (await reply).code
const shift = (seconds: number) => client.control('clock', { shift: seconds })
const advance = (id: string, action: string) => client.control(`tiktok/orders/${id}/advance`, { action })

const packages = '/fulfillment/202309/packages'
const cancellations = '/return_refund/202309/cancellations'
const returns = '/return_refund/202309/returns'

type Truth = { order: { status: string; shipping_type: string; packages?: { id: string }[] } }
const truthOf = async (id: string) => (await client.control<Truth>(`tiktok/orders/${id}`)).order

/** An order that the marketplace's couriers carry, or the seller's own. */
async function makeOrder(status = 'AWAITING_SHIPMENT', isOwn = false, shop_id = MY) {
  for (;;) {
    const lines = [
      ['A', 'Tea Cup', 2, 10],
      ['B', 'Bowl', 1, 5.5],
    ]
    const order = { ref: `order ${++made}`, status, cod: false, lines }
    const { order_id: id } = await client.control<{ order_id: string }>('tiktok/orders', {
      shop_id,
      order,
      force: true,
    })
    const { shipping_type, packages: parcels } = await truthOf(id)
    if ((shipping_type === 'SELLER') === isOwn) return { id, packageId: parcels?.[0]?.id ?? '' }
  }
}

describe('a package', () => {
  const ship = (id: string, body: object) => codeOf(send(`${packages}/${id}/ship`, body))

  test('is fetched in a slot that is still open, of the next three days', async () => {
    const { id, packageId } = await makeOrder()
    const { data } = await client.get<Row>(`${packages}/${packageId}/handover_time_slots`)
    const slots = data['pickup_slots'] as { start_time: number; end_time: number; avaliable: boolean }[]
    expect(data).toMatchObject({ can_pickup: true, can_drop_off: true })
    expect(slots.map(({ avaliable }) => avaliable)).toEqual([true, true, true, true, true, false])
    const now = client.sandbox.clock.now()
    for (const { start_time, end_time } of slots) {
      expect(start_time).toBeGreaterThan(now)
      expect(end_time).toBeGreaterThan(start_time)
      // 9 to 13 and 13 to 18 on the clocks of Malaysia.
      expect([9, 13]).toContain(((start_time + 8 * 3600) % DAY) / 3600)
    }
    const pickup = (slot: object) => ({ handover_method: 'PICKUP', pickup_slot: slot })
    const timesOf = (at: number) => ({ start_time: slots[at]?.start_time, end_time: slots[at]?.end_time })
    expect(await ship(packageId, {})).toBe(36009004)
    expect(await ship(packageId, { handover_method: 'PICKUP' })).toBe(21011053)
    expect(await ship(packageId, pickup(timesOf(5)))).toBe(21011053)
    expect(await ship(packageId, pickup({ start_time: now, end_time: now + 3600 }))).toBe(21011053)
    expect(await ship(packageId, pickup(timesOf(1)))).toBe(0)
    expect(await ship(packageId, pickup(timesOf(1)))).toBe(21008099)
    expect((await truthOf(id)).status).toBe('AWAITING_COLLECTION')
    const told = async () => (await client.get<Row>(`${packages}/${packageId}`)).data
    const arranged = { handover_method: 'PICKUP', pickup_slot: timesOf(1) }
    expect(await told()).toMatchObject({ package_status: 'PROCESSING', ...arranged })
    expect(await told()).not.toHaveProperty('tracking_number')
    // The courier gives its number a moment later.
    await shift(60)
    expect(await told()).toMatchObject({ tracking_number: expect.stringMatching(/.{6,}/) as unknown })
    for (const [action, package_status] of [
      ['collect', 'FULFILLING'],
      ['deliver', 'COMPLETED'],
    ] as const) {
      await advance(id, action)
      expect(await told()).toMatchObject({ package_status, ...arranged })
    }
    expect((await told())['order_line_item_ids']).toHaveLength(3)
  })

  test('is carried by the seller under a number and a courier that it names', async () => {
    const { id, packageId } = await makeOrder('AWAITING_SHIPMENT', true)
    const own = (tracking_number: string, shipping_provider_id: string) =>
      ship(packageId, { self_shipment: { tracking_number, shipping_provider_id } })
    const { data } = await client.get<{ package_id: string; delivery_option_id: string }>(
      `${packages}/${packageId}`,
    )
    const { data: couriers } = await client.get<{ shipping_providers: { id: string; name: string }[] }>(
      `/logistics/202309/delivery_options/${data.delivery_option_id}/shipping_providers`,
    )
    const [courier] = couriers.shipping_providers
    expect(await ship(packageId, { handover_method: 'DROP_OFF' })).toBe(21011022)
    expect(await own('TRACK-0001', '1')).toBe(11028006)
    expect(await own('short', courier?.id ?? '')).toBe(21011025)
    expect(await own('TRACK-0001', courier?.id ?? '')).toBe(0)
    expect((await truthOf(id)).status).toBe('IN_TRANSIT')
    expect((await client.get<Row>(`${packages}/${packageId}`)).data).toMatchObject({
      shipping_type: 'SELLER',
      shipping_provider_name: courier?.name,
      tracking_number: 'TRACK-0001',
    })
  })

  test('is shipped among up to fifty, each by itself', async () => {
    const [first, canceled] = [await makeOrder(), await makeOrder()]
    await advance(canceled.id, 'cancel')
    const drop = (id: string) => ({ id, handover_method: 'DROP_OFF' })
    const { code, data } = await send(`${packages}/ship`, {
      packages: [drop('1'), drop(first.packageId), drop(canceled.packageId)],
    })
    expect(code).toBe(0)
    expect(data['errors']).toMatchObject([
      { code: 21008001, detail: { package_id: '1' } },
      { detail: { package_id: canceled.packageId } },
    ])
    expect((await truthOf(first.id)).status).toBe('AWAITING_COLLECTION')
    const many = { packages: Array(51).fill(drop('1')) }
    expect(await codeOf(send(`${packages}/ship`, many))).toBe(36009004)
    expect(await codeOf(send(`${packages}/ship`, { packages: [] }))).toBe(36009004)
  })

  test('is there once the order is no longer on hold, and for its own shop', async () => {
    const held = await makeOrder('ON_HOLD')
    expect(held.packageId).toBe('')
    const foreign = await makeOrder('AWAITING_SHIPMENT', false, VN)
    expect(await codeOf(client.get(`${packages}/${foreign.packageId}`))).toBe(21008001)
    expect(await ship(foreign.packageId, { handover_method: 'DROP_OFF' })).toBe(21008001)
  })
})

describe('a cancellation', () => {
  const cancel = (order_id: string, cancel_reason: string, more: object = {}) =>
    codeOf(send(cancellations, { order_id, cancel_reason, ...more }))

  test('has a reason that goes with the order, before it is shipped', async () => {
    const [unpaid, waiting, sent] = [
      await makeOrder('UNPAID'),
      await makeOrder(),
      await makeOrder('IN_TRANSIT'),
    ]
    const arrived = await makeOrder('DELIVERED')
    const [forUnpaid, forPaid] = [
      'seller_cancel_unpaid_reason_out_of_stock',
      'seller_cancel_reason_out_of_stock',
    ]
    expect(await cancel(unpaid.id, forPaid)).toBe(25001021)
    expect(await cancel(waiting.id, forUnpaid)).toBe(25001021)
    expect(await cancel(waiting.id, 'because')).toBe(25001014)
    expect(await cancel(sent.id, forPaid)).toBe(25001045)
    expect(await cancel(arrived.id, forPaid)).toBe(25001051)
    expect(await cancel('1', forPaid)).toBe(25001001)
    expect(await cancel(unpaid.id, forUnpaid)).toBe(0)
    expect(await cancel(waiting.id, forPaid)).toBe(0)
    expect(await cancel(waiting.id, forPaid)).toBe(25001011)
    expect((await truthOf(waiting.id)).status).toBe('CANCELLED')
  })

  test('is listed with who wanted it and what goes back', async () => {
    const [own, asked] = [await makeOrder(), await makeOrder()]
    await cancel(own.id, 'seller_cancel_reason_out_of_stock')
    await advance(asked.id, 'request_cancel')
    const list = async (body: object) =>
      (await send(`${cancellations}/search`, body)).data['cancellations'] as Row[]
    expect(await list({ cancel_types: ['CANCEL'] })).toMatchObject([
      { order_id: own.id, role: 'SELLER', cancel_status: 'CANCELLATION_REQUEST_COMPLETE' },
    ])
    const [request] = await list({ cancel_status: ['CANCELLATION_REQUEST_PENDING'] })
    expect(request).toMatchObject({ order_id: asked.id, role: 'BUYER', cancel_type: 'BUYER_CANCEL' })
    const cents = (money: unknown) =>
      Math.round(Number((money as { refund_total: string }).refund_total) * 100)
    const lines = request?.['cancel_line_items'] as { refund_amount: object }[]
    expect(lines).toHaveLength(3)
    expect(lines.reduce((sum, line) => sum + cents(line.refund_amount), 0)).toBe(
      cents(request?.['refund_amount']),
    )
    expect(await codeOf(send(`${cancellations}/search`, { order_ids: own.id }))).toBe(36009004)
  })

  test('that a buyer asks for is agreed to once, and by itself after two days', async () => {
    const [first, second] = [await makeOrder(), await makeOrder()]
    for (const { id } of [first, second]) await advance(id, 'request_cancel')
    const { data } = await send(`${cancellations}/search`, { order_ids: [first.id] })
    const [{ cancel_id: id }] = data['cancellations'] as [{ cancel_id: string }]
    expect(await codeOf(send(`${cancellations}/1/approve`, {}))).toBe(25001002)
    expect(await codeOf(send(`${cancellations}/${id}/approve`, {}))).toBe(0)
    expect(await codeOf(send(`${cancellations}/${id}/approve`, {}))).toBe(25001011)
    expect((await truthOf(first.id)).status).toBe('CANCELLED')
    await shift(2 * DAY + 1)
    expect((await truthOf(second.id)).status).toBe('CANCELLED')
  })
})

describe('a return', () => {
  type Return = Row & { return_id: string; return_status: string }
  const list = async (body: object = {}, query: Record<string, string> = {}) =>
    (await send(`${returns}/search`, body, query)).data as {
      return_orders: Return[]
      next_page_token: string
      total_count: number
    }
  async function open(kind: 'return' | 'refund' | 'replacement' = 'return'): Promise<Return> {
    const { id } = await makeOrder('DELIVERED')
    await client.control('tiktok/returns', { order_id: id, kind })
    const [found] = (await list({ order_ids: [id] })).return_orders
    if (!found) throw new Error(`no return of ${id}`)
    return found
  }
  const statusOf = async (return_id: string) =>
    (await list({ return_ids: [return_id] })).return_orders[0]?.return_status
  const decide = (id: string, how: 'approve' | 'reject', decision: string, more: object = {}) =>
    codeOf(send(`${returns}/${id}/${how}`, { decision, ...more }))
  const step = (id: string, action: string) => client.control(`tiktok/returns/${id}/advance`, { action })

  test('says by when the seller has to answer, and what each piece brings back', async () => {
    const found = await open()
    expect(found).toMatchObject({
      return_type: 'RETURN_AND_REFUND',
      return_status: 'RETURN_OR_REFUND_REQUEST_PENDING',
      role: 'BUYER',
      return_line_items: expect.any(Array) as unknown,
    })
    expect(found).not.toHaveProperty('return_tracking_number')
    const lines = found['return_line_items'] as { refund_amount: { refund_total: string } }[]
    const cents = (text: string) => Math.round(Number(text) * 100)
    expect(lines).toHaveLength(3)
    expect(lines.reduce((sum, line) => sum + cents(line.refund_amount.refund_total), 0)).toBe(
      cents((found['refund_amount'] as { refund_total: string }).refund_total),
    )
    const [next] = found['seller_next_action_response'] as { deadline: number }[]
    expect(next?.deadline).toBeGreaterThan(client.sandbox.clock.now())
  })

  test('with goods is agreed to, comes back and is received', async () => {
    const { return_id: id } = await open()
    expect(await decide(id, 'approve', 'APPROVE_REFUND')).toBe(25011014)
    expect(await decide(id, 'approve', 'APPROVE_RECEIVED_PACKAGE')).toBe(25011014)
    expect(await decide(id, 'approve', 'APPROVE_RETURN')).toBe(0)
    expect(await decide(id, 'approve', 'APPROVE_RETURN')).toBe(25011014)
    expect(await statusOf(id)).toBe('AWAITING_BUYER_SHIP')
    await step(id, 'send')
    const [sent] = (await list({ return_ids: [id] })).return_orders
    expect(sent).toMatchObject({
      return_status: 'BUYER_SHIPPED_ITEM',
      return_tracking_number: expect.stringMatching(/^JXR\d{10}$/) as unknown,
    })
    expect(await decide(id, 'approve', 'APPROVE_RECEIVED_PACKAGE')).toBe(0)
    expect(await statusOf(id)).toBe('RETURN_OR_REFUND_REQUEST_SUCCESS')
    await step(id, 'refund')
    expect(await statusOf(id)).toBe('RETURN_OR_REFUND_REQUEST_COMPLETE')
  })

  test('is refused with a reason of its step, and the parcel with one of another', async () => {
    const [asked, sent] = [await open(), await open()]
    const reasonsOf = async (return_or_cancel_id: string) =>
      (
        await client.get<{ reasons: { name: string }[] }>('/return_refund/202309/reject_reasons', {
          return_or_cancel_id,
        })
      ).data.reasons.map(({ name }) => name)
    await decide(sent.return_id, 'approve', 'APPROVE_RETURN')
    await step(sent.return_id, 'send')
    const [forRequest = ''] = await reasonsOf(asked.return_id)
    const [forParcel = ''] = await reasonsOf(sent.return_id)
    expect(forRequest).not.toBe(forParcel)
    const reject = (id: string, decision: string, reject_reason: string) =>
      decide(id, 'reject', decision, { reject_reason, comment: 'No' })
    expect(await reject(asked.return_id, 'REJECT_RETURN', forParcel)).toBe(25001015)
    expect(await reject(asked.return_id, 'REJECT_RETURN', '')).toBe(25001015)
    expect(await reject(asked.return_id, 'REJECT_RETURN', forRequest)).toBe(0)
    expect(await statusOf(asked.return_id)).toBe('REFUND_OR_RETURN_REQUEST_REJECT')
    expect(await reject(sent.return_id, 'REJECT_RECEIVED_PACKAGE', forRequest)).toBe(25001015)
    expect(await reject(sent.return_id, 'REJECT_RECEIVED_PACKAGE', forParcel)).toBe(0)
    expect(await statusOf(sent.return_id)).toBe('REJECT_RECEIVE_PACKAGE')
  })

  test('of money alone, or against another piece, has decisions of its own', async () => {
    const [money, other] = [await open('refund'), await open('replacement')]
    expect([money['return_type'], other['return_type']]).toEqual(['REFUND', 'REPLACEMENT'])
    expect(other['refund_amount']).toMatchObject({ refund_total: '0.00' })
    expect(await decide(money.return_id, 'approve', 'APPROVE_RETURN')).toBe(25011014)
    expect(await decide(money.return_id, 'approve', 'APPROVE_REFUND')).toBe(0)
    expect(await statusOf(money.return_id)).toBe('RETURN_OR_REFUND_REQUEST_SUCCESS')
    expect(await decide(other.return_id, 'approve', 'APPROVE_REPLACEMENT')).toBe(0)
    expect(await decide(other.return_id, 'approve', 'toString')).toBe(36009004)
    expect(await decide('1', 'approve', 'APPROVE_RETURN')).toBe(25011001)
  })

  test('is found page by page, by type, status and time', async () => {
    const asked = [await open(), await open('refund'), await open()]
    const first = await list({}, { page_size: '2' })
    expect([first.return_orders.length, first.total_count]).toEqual([2, 3])
    const second = await list({}, { page_size: '2', page_token: first.next_page_token })
    expect([second.return_orders.length, second.next_page_token]).toEqual([1, ''])
    const ids = [...first.return_orders, ...second.return_orders].map(({ return_id: id }) => id)
    expect(ids.toSorted()).toEqual(asked.map(({ return_id: id }) => id).toSorted())
    expect((await list({ return_types: ['REFUND'] })).total_count).toBe(1)
    expect((await list({ return_status: ['BUYER_SHIPPED_ITEM'] })).total_count).toBe(0)
    const now = client.sandbox.clock.now()
    expect((await list({ update_time_ge: now + 60 })).total_count).toBe(0)
    expect((await list({ update_time_lt: now + 60 })).total_count).toBe(3)
    const wrong: Record<string, string>[] = [
      { page_size: '51' },
      { page_size: '0' },
      { sort_field: 'price' },
      { sort_order: 'UP' },
      { page_token: 'x' },
    ]
    for (const query of wrong) expect(await codeOf(send(`${returns}/search`, {}, query))).toBe(36009004)
  })

  test('is told at each step', async () => {
    const receiver = await startReceiver()
    await client.control('tiktok/push', { url: receiver.url })
    const { return_id: id } = await open()
    await decide(id, 'approve', 'APPROVE_RETURN')
    await step(id, 'send')
    await client.sandbox.tiktok.pushes.settled()
    const told = receiver
      .messages<{ type: number; data: { return_id: string; return_status: string } }>()
      .filter(({ type }) => type === 12)
    expect(told.map(({ data }) => [data.return_id, data.return_status])).toEqual([
      [id, 'RETURN_OR_REFUND_REQUEST_PENDING'],
      [id, 'AWAITING_BUYER_SHIP'],
      [id, 'BUYER_SHIPPED_ITEM'],
    ])
  })
})
