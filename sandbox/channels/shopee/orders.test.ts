import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listAll, MY, startLinked, type Client } from './sign-call.ts'

const DAY = 86_400
let client: Client

beforeEach(async () => {
  client = await startLinked()
  await client.control('/shopee/generate', { shop_id: MY, orders: 300, days: 10 })
})
afterEach(() => client.sandbox.close())

const now = (): number => client.sandbox.clock.now()
const window = () => ({ time_range_field: 'update_time', time_from: now() - 15 * DAY + 5, time_to: now() })
const truth = () => client.sandbox.shopee.book.all(MY)

describe('the order list', () => {
  it('gives every order of the window once, oldest change first', async () => {
    const listed = await listAll(client, window())
    const wanted = truth().toSorted((a, b) => a.updateTime - b.updateTime || (a.sn < b.sn ? -1 : 1))
    expect(listed).toEqual(wanted.map((order) => order.sn))
  })

  it('numbers its rows: one that leaves the window pulls the others onto pages that were read', async () => {
    client.sandbox.clock.shift(10)
    const fixed = { ...window(), time_to: now() - 5 }
    const wanted = await listAll(client, fixed)
    const [first = ''] = wanted
    const listed = await listAll(client, { ...fixed, page_size: 100 }, async () => {
      await client.post('order/set_note', { order_sn: first, note: 'gift' })
    })
    // Behind each of the two page breaks; the order has left but once.
    expect(wanted.filter((sn) => !listed.includes(sn))).toEqual([wanted[100]])
    const later = await listAll(client, { ...fixed, time_from: fixed.time_to, time_to: now() + 60 })
    expect(later).toEqual([first])
  })

  it('refuses windows of more than 15 days or back to front, and odd page sizes', async () => {
    const long = { ...window(), time_from: now() - 15 * DAY - 1 }
    expect(await listRaw(long)).toMatchObject({ error: 'order.order_list_invalid_time', status: 200 })
    expect(await listRaw({ ...window(), time_to: window().time_from })).toMatchObject({
      error: 'order.order_list_invalid_time',
    })
    for (const page_size of [0, 101, 'x'])
      expect(await listRaw({ ...window(), page_size })).toMatchObject({ error: 'error_param' })
    expect(await listRaw({ ...window(), time_range_field: '__proto__' })).toMatchObject({
      error: 'error_param',
    })
    expect(await listRaw({ ...window(), cursor: 'nonsense' })).toMatchObject({ error: 'error_param' })
  })

  it('filters by status, and tells the status when asked', async () => {
    const { response } = await listRaw({
      ...window(),
      order_status: 'COMPLETED',
      response_optional_fields: 'order_status',
    })
    const wanted = truth().filter((order) => order.status === 'COMPLETED')
    expect(response.order_list).toHaveLength(Math.min(wanted.length, 100))
    expect(new Set(response.order_list.map((row) => row.order_status))).toEqual(new Set(['COMPLETED']))
    const plain = await listRaw(window())
    expect(Object.keys(plain.response.order_list[0] ?? {})).toEqual(['order_sn', 'booking_sn'])
  })

  it('takes two quotes for an empty cursor, as the official samples send', async () => {
    const plain = await listRaw(window())
    expect((await listRaw({ ...window(), cursor: '""' })).response).toEqual(plain.response)
  })

  it('shows PENDING only to clients that know it', async () => {
    const order = truth().find((each) => each.status === 'READY_TO_SHIP')
    await client.control(`/shopee/orders/${order?.sn}/advance`, { action: 'hold' })
    const seen = async (extra: object) =>
      (await client.get('order/get_order_detail', { order_sn_list: order?.sn ?? '', ...extra })).response
        .order_list[0]?.order_status
    expect(await seen({})).toBe('READY_TO_SHIP')
    expect(await seen({ request_order_status_pending: 'true' })).toBe('PENDING')
  })

  const listRaw = (query: Record<string, string | number>) =>
    client.get('order/get_order_list', { page_size: 100, ...query })
})

describe('the order detail', () => {
  const sns = (count: number): string[] =>
    truth()
      .slice(0, count)
      .map((order) => order.sn)

  it('has the default fields alone, and others when asked', async () => {
    const plain = await client.get('order/get_order_detail', { order_sn_list: sns(2).join() })
    expect(Object.keys(plain.response.order_list[0] ?? {})).toEqual([
      'order_sn',
      'region',
      'currency',
      'cod',
      'order_status',
      'message_to_seller',
      'create_time',
      'update_time',
      'days_to_ship',
      'ship_by_date',
      'booking_sn',
    ])
    const asked = await client.get('order/get_order_detail', {
      order_sn_list: sns(1).join(),
      response_optional_fields: 'item_list,total_amount',
    })
    expect(Object.keys(asked.response.order_list[0] ?? {}).slice(-2)).toEqual(['item_list', 'total_amount'])
  })

  it('comes in the order of the request, for 1 to 50 known orders', async () => {
    const wanted = sns(50).toReversed()
    const { response } = await client.get('order/get_order_detail', { order_sn_list: wanted.join() })
    expect(response.order_list.map((row) => row.order_sn)).toEqual(wanted)
    const detail = (list: string[]) => client.get('order/get_order_detail', { order_sn_list: list.join() })
    expect(await detail(sns(51))).toMatchObject({ error: 'error_param' })
    expect(await detail([])).toMatchObject({ error: 'error_param' })
    expect(await detail(['250101ABCDEFGH'])).toMatchObject({ error: 'error_not_found' })
  })

  it('equals the oracle, order by order', async () => {
    const lines = (
      await (await fetch(`${client.sandbox.url}/_sandbox/oracle/shopee/orders?shop_id=${MY}`)).text()
    )
      .trim()
      .split('\n')
    const oracle = lines.map((line) => (JSON.parse(line) as { order: Record<string, unknown> }).order)
    expect(oracle).toHaveLength(300)
    const fields = Object.keys(oracle[0] ?? {}).join()
    const chosen = oracle.slice(100, 150)
    const { response } = await client.get('order/get_order_detail', {
      order_sn_list: chosen.map((order) => String(order['order_sn'])).join(),
      response_optional_fields: fields,
    })
    expect(response.order_list).toEqual(chosen)
  })

  it('hides the address until the order is paid', async () => {
    const created = await client.control('/shopee/orders', {
      shop_id: MY,
      order: { ref: 'x', status: 'UNPAID', cod: false, lines: [['A', 'Tea', 1, 9.9]] },
    })
    const address = async () =>
      (
        await client.get('order/get_order_detail', {
          order_sn_list: created.order_sn,
          response_optional_fields: 'recipient_address',
        })
      ).response.order_list[0]?.recipient_address
    expect(await address()).toMatchObject({ name: '****', region: 'MY' })
    await client.control(`/shopee/orders/${created.order_sn}/advance`, { action: 'pay' })
    expect(await address()).not.toMatchObject({ name: '****' })
  })

  it('can be corrupt and mended', async () => {
    const [sn = ''] = sns(1)
    const read = async () =>
      (
        await client.get('order/get_order_detail', {
          order_sn_list: sn,
          response_optional_fields: 'item_list,total_amount',
        })
      ).response.order_list[0]
    const whole = await read()
    await client.control('/shopee/corrupt', { order_sn: sn, path: 'total_amount', value: 'abc' })
    await client.control('/shopee/corrupt', { order_sn: sn, path: 'item_list.0.item_id', remove: true })
    const broken = await read()
    expect(broken?.total_amount).toBe('abc')
    expect(broken?.item_list[0]).not.toHaveProperty('item_id')
    await client.control('/shopee/restore', { order_sn: sn })
    expect(await read()).toEqual(whole)
  })
})

describe('the seller', () => {
  /** A second may begin while the marketplace answers. */
  const justNow = (): unknown => expect.closeTo(now(), -1)
  const inStatus = (status: string): string => truth().find((order) => order.status === status)?.sn ?? ''
  const status = (sn: string): string | undefined => client.sandbox.shopee.book.find(sn)?.status

  it('cancels what is not shipped, and only that', async () => {
    const sn = inStatus('READY_TO_SHIP')
    expect(await client.post('order/cancel_order', { order_sn: sn, cancel_reason: 'WHIM' })).toMatchObject({
      error: 'error_param',
    })
    const done = await client.post('order/cancel_order', { order_sn: sn, cancel_reason: 'CUSTOMER_REQUEST' })
    expect(done).toMatchObject({ error: '', response: { update_time: justNow() } })
    expect(status(sn)).toBe('CANCELLED')
    const late = await client.post('order/cancel_order', {
      order_sn: inStatus('SHIPPED'),
      cancel_reason: 'CUSTOMER_REQUEST',
    })
    expect(late).toMatchObject({ error: 'order.error_limit' })
  })

  it('answers a buyer who wants to cancel; after two days the answer is yes', async () => {
    const sn = inStatus('READY_TO_SHIP')
    const answer = (operation: string) =>
      client.post('order/handle_buyer_cancellation', { order_sn: sn, operation })
    const ask = () => client.control(`/shopee/orders/${sn}/advance`, { action: 'request_cancel' })
    expect(await answer('REJECT')).toMatchObject({ error: 'order.cancel_order_invalid_status' })
    await ask()
    await answer('REJECT')
    expect(status(sn)).toBe('READY_TO_SHIP')
    await ask()
    client.sandbox.clock.shift(2 * DAY)
    expect(status(sn)).toBe('CANCELLED')
  })

  it('writes a note, and the order counts as changed', async () => {
    const sn = inStatus('COMPLETED')
    expect(await client.post('order/set_note', { order_sn: sn, note: 'よろしく' })).not.toHaveProperty(
      'response',
    )
    const { response } = await client.get('order/get_order_detail', {
      order_sn_list: sn,
      response_optional_fields: 'note',
    })
    expect(response.order_list[0]).toMatchObject({ note: 'よろしく', update_time: justNow() })
  })
})
