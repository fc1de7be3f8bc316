/** Parcels, statements, returns and requests to cancel, in Lazada's own words. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createClock } from '../../kit/clock.ts'
import { MY, startLinked, VN, type Client } from './sign-call.ts'

const DAY = 86_400
const SG = 300118226

let client: Client
beforeEach(async () => {
  // Time stands still where a test does not move it: packing takes two seconds.
  const now = Date.now()
  client = await startLinked({ clock: createClock(() => now) })
})
afterEach(() => client.sandbox.close())

type Row = Record<string, unknown>
interface Told {
  code: string
  message: string
  data: Row & Row[]
  result: { success: boolean; error_code: string; data: Row; module: Row[]; items: Row[]; total: number }
}
type Piece = { order_item_id: number; status: string; package_id: string; tracking_code: string }

const get = async (path: string, query: Record<string, string> = {}) =>
  (await client.get(path, query)) as unknown as Told
const post = async (path: string, fields: Record<string, string>) =>
  (await client.post(path, 'form', fields)) as unknown as Told
const codeOf = async (told: Promise<Told>) => (await told).code

async function makeOrder(more: object = {}): Promise<string> {
  const lines = [
    ['A-1', 'Tea Cup', 2, 10],
    ['A-2', 'Bowl', 1, 5.5],
  ]
  const order = { ref: `${Math.random()}`, status: 'pending', cod: false, lines, ...more }
  return (await client.control('/lazada/orders', { shop_id: MY, order, force: true })).order_id
}
const advance = (id: string, action: string, more: object = {}) =>
  client.control(`/lazada/orders/${id}/advance`, { action, ...more })
const shift = (seconds: number) => client.control('/clock', { shift: seconds })
const piecesOf = async (order_id: string) =>
  (await get('/order/items/get', { order_id })).data as unknown as Piece[]
const statuses = async (id: string) => (await piecesOf(id)).map(({ status }) => status)

async function pack(id: string, items?: number[]) {
  const order_item_list = items ?? (await piecesOf(id)).map((piece) => piece.order_item_id)
  return post('/order/fulfill/pack', {
    packReq: JSON.stringify({
      pack_order_list: [{ order_id: Number(id), order_item_list }],
      delivery_type: 'dropship',
      shipping_allocate_type: 'TFS',
    }),
  })
}
const onPackages = (path: string, name: string, ids: readonly string[]) =>
  post(path, { [name]: JSON.stringify({ packages: ids.map((package_id) => ({ package_id })) }) })
const ready = async (...ids: string[]) =>
  (await onPackages('/order/package/rts', 'readyToShipReq', ids)).result.data['packages']

describe('a parcel', () => {
  test('is handed over once it is packed; who is too quick is told to come again', async () => {
    const id = await makeOrder()
    const { result } = await pack(id)
    const [list] = result.data['pack_order_list'] as { order_item_list: Piece[] }[]
    const { package_id: parcel = '' } = list?.order_item_list[0] ?? {}
    expect(new Set(list?.order_item_list.map((piece) => piece.package_id)).size).toBe(1)
    expect(await ready(parcel)).toMatchObject([{ item_err_code: '700000', retry: true }])
    await shift(2)
    expect(await ready(parcel, 'FP1')).toMatchObject([
      { package_id: parcel, item_err_code: '0' },
      { package_id: 'FP1', item_err_code: '600001' },
    ])
    expect(await statuses(id)).toEqual(['ready_to_ship', 'ready_to_ship', 'ready_to_ship'])
    expect(await ready(parcel)).toMatchObject([{ item_err_code: '700000', retry: false }])
    const [piece] = await piecesOf(id)
    expect(piece?.tracking_code).not.toBe('')
  })

  test('holds the pieces that were packed together, and its way is told from the beginning', async () => {
    const id = await makeOrder()
    const [first, second, third] = await piecesOf(id)
    await pack(id, [first?.order_item_id ?? 0, third?.order_item_id ?? 0])
    await pack(id, [second?.order_item_id ?? 0])
    await shift(2)
    const packed = await piecesOf(id)
    expect(packed[0]?.package_id).toBe(packed[2]?.package_id)
    expect(packed[0]?.package_id).not.toBe(packed[1]?.package_id)
    const parcel = packed[0]?.package_id ?? ''
    await ready(parcel)
    await advance(id, 'ship', { pieces: [0, 2] })
    await advance(id, 'deliver', { pieces: [0, 2] })
    const trace = (more: Record<string, string> = {}) =>
      get('/logistic/order/trace', { order_id: id, ...more })
    const [module] = (await trace({ ofcPackageIdList: JSON.stringify([parcel]) })).result.module
    const ways = module?.['package_detail_info_list'] as { logistic_detail_info_list: Row[] }[]
    expect(ways).toHaveLength(1)
    expect(ways[0]?.logistic_detail_info_list.map((event) => event['status_code'])).toEqual([
      'PACKED',
      'READY_TO_SHIP',
      'SHIPPED',
      'DELIVERED',
    ])
    const [all] = (await trace()).result.module
    expect(all?.['package_detail_info_list']).toHaveLength(2)
    expect(await codeOf(trace({ ofcPackageIdList: '["FP1"]' }))).toBe('INPUT_PARAM_VALID')
    expect(await codeOf(trace({ order_id: '7' }))).toBe('LD_INPUT_PARAM_VALID')
    expect(await statuses(id)).toEqual(['delivered', 'packed', 'delivered'])
  })

  test('goes with whom Lazada chooses, or through a warehouse that a seller from abroad names', async () => {
    const asked = (orders: object[]) => ({ getShipmentProvidersReq: JSON.stringify({ orders }) })
    const id = await makeOrder()
    const [piece] = await piecesOf(id)
    const mine = asked([{ order_id: Number(id), order_item_ids: [piece?.order_item_id] }])
    expect((await get('/order/shipment/providers/get', mine)).result.data).toEqual({
      platform_default: 1,
      shipment_providers: [],
      shipping_allocate_type: 'TFS',
    })
    const abroad = await startLinkedTo(SG)
    const order = { ref: 'abroad', status: 'pending', cod: false, lines: [['A-1', 'Tea Cup', 1, 10]] }
    const { order_id } = await client.control('/lazada/orders', { shop_id: SG, order, force: true })
    const { data: theirs } = await abroad('/order/items/get', { order_id })
    const own = asked([{ order_id: Number(order_id), order_item_ids: [theirs[0]?.['order_item_id']] }])
    expect((await abroad('/order/shipment/providers/get', own)).result.data).toMatchObject({
      platform_default: 0,
      shipment_providers: [{ provider_code: 'FM50' }, { provider_code: 'FM53' }],
      shipping_allocate_type: 'NTFS',
    })
    expect((await abroad('/order/shipment/providers/get', mine)).result).toMatchObject({
      error_code: '700021',
    })
    const strange = JSON.stringify({ orders: [{ order_id: Number(id), order_item_ids: [7] }] })
    const refused = await get('/order/shipment/providers/get', { getShipmentProvidersReq: strange })
    expect(refused.result).toMatchObject({ success: false, error_code: '700025' })
  })

  test.each([
    ['readyToShipReq', '/order/package/rts'],
    ['rePackReq', '/order/package/repack'],
  ])('is asked for by %s in batches of twenty', async (name, path) => {
    const many = await onPackages(path, name, Array<string>(21).fill('FP1'))
    expect(many.result).toMatchObject({ success: false, error_code: '700022' })
    expect((await onPackages(path, name, [])).result).toMatchObject({ error_code: '700017' })
  })
})

describe('a request of the buyer to cancel', () => {
  const requests = async () => {
    const query = { page_no: '1', page_size: '10', request_type_list: '["CANCEL"]' }
    return (await get('/reverse/getreverseordersforseller', query)).result.items
  }
  const decide = (reverse_order_id: string, agree_cancel: string) =>
    get('/order/reverse/cancel/seller/decide', { reverse_order_id, agree_cancel })
  async function asked(): Promise<{ id: string; reverse: string }> {
    const id = await makeOrder()
    await advance(id, 'request_cancel')
    const [request] = await requests()
    expect(request).toMatchObject({ trade_order_id: Number(id), request_type: 'CANCEL' })
    return { id, reverse: String(request?.['reverse_order_id']) }
  }

  test('stands in the way of packing, and is answered once', async () => {
    const { id, reverse } = await asked()
    expect((await get('/order/get', { order_id: id })).data).toMatchObject({ need_cancel_confirm: true })
    const refused = (await pack(id)).result.data['pack_order_list'] as { order_item_list: Row[] }[]
    expect(refused[0]?.order_item_list[0]).toMatchObject({ item_err_code: '700031' })
    expect(await codeOf(decide(reverse, 'perhaps'))).toBe('131')
    expect(await codeOf(decide('7', 'true'))).toBe('105')
    expect(await codeOf(decide(reverse, 'false'))).toBe('0')
    expect(await codeOf(decide(reverse, 'true'))).not.toBe('0')
    expect(await requests()).toEqual([])
    expect((await pack(id)).result.success).toBe(true)
  })

  test('that is agreed to ends the order by the customer', async () => {
    const { id, reverse } = await asked()
    expect(await codeOf(decide(reverse, 'true'))).toBe('0')
    expect(await statuses(id)).toEqual(['canceled', 'canceled', 'canceled'])
    expect((await piecesOf(id))[0]).toMatchObject({ cancel_return_initiator: 'cancellation-customer' })
  })

  test('that nobody answers is agreed to after two days', async () => {
    const { id } = await asked()
    await shift(2 * DAY + 1)
    expect(await statuses(id)).toEqual(['canceled', 'canceled', 'canceled'])
  })

  test('is out of the hands of another shop', async () => {
    const { reverse } = await asked()
    const stranger = await startLinkedTo(VN)
    expect(
      await codeOf(
        stranger('/order/reverse/cancel/seller/decide', { reverse_order_id: reverse, agree_cancel: 'true' }),
      ),
    ).toBe('105')
  })
})

/** Calls as another shop of the same sandbox. */
async function startLinkedTo(shopId: number) {
  const { location } = await client.control('/lazada/authorize', {
    redirect: 'http://console.test/back',
    shop_id: shopId,
    state: 's2',
  })
  const own = client.token
  client.token = ''
  const tokens = await client.get('/auth/token/create', {
    code: new URL(location).searchParams.get('code') ?? '',
  })
  client.token = own
  return async (path: string, query: Record<string, string>): Promise<Told> => {
    client.token = tokens.access_token
    const told = await get(path, query)
    client.token = own
    return told
  }
}

describe('a return', () => {
  const list = (more: Record<string, string> = {}) =>
    get('/reverse/getreverseordersforseller', { page_no: '1', page_size: '10', ...more })
  async function open(kind: 'return' | 'refund' = 'return') {
    const order = await makeOrder({ status: 'delivered' })
    await client.control('/lazada/returns', { order_id: order, kind })
    const [row] = (await list({ trade_order_id: order })).result.items
    const lines = row?.['reverse_order_lines'] as { reverse_order_line_id: number; reverse_status: string }[]
    return {
      order,
      id: String(row?.['reverse_order_id']),
      lines: JSON.stringify(lines.map((line) => line.reverse_order_line_id)),
      row,
    }
  }
  const update = (id: string, lines: string, action: string, more: Record<string, string> = {}) =>
    get('/order/reverse/return/update', {
      reverse_order_id: id,
      reverse_order_item_ids: lines,
      action,
      ...more,
    })
  const stageOf = async (id: string) => {
    const { data } = await get('/order/reverse/return/detail/list', { reverse_order_id: id })
    return (data['reverseOrderLineDTOList'] as unknown as { reverse_status: string }[])[0]?.reverse_status
  }

  test('names what each piece brought the seller, in the smallest unit', async () => {
    const { row } = await open()
    expect(row).toMatchObject({ request_type: 'RETURN', is_rtm: true, shipping_type: 'DROP_OFF' })
    const lines = row?.['reverse_order_lines'] as { refund_amount: number; item_unit_price: number }[]
    expect(lines.map((line) => line.item_unit_price)).toEqual([1000, 1000, 550])
    for (const line of lines) {
      expect(line.refund_amount).toBeGreaterThan(0)
      expect(line.refund_amount).toBeLessThanOrEqual(line.item_unit_price)
    }
  })

  test('is agreed to, comes back, is received and paid', async () => {
    const { id, lines, order } = await open()
    expect(await codeOf(update(id, lines, 'confirmDelivery'))).toBe('114')
    expect(await codeOf(update(id, lines, 'agreeReturn'))).toBe('0')
    expect(await stageOf(id)).toBe('SELLER_AGREE_RETURN')
    await client.control(`/lazada/returns/${id}/advance`, { action: 'send' })
    expect(await stageOf(id)).toBe('BUYER_RETURN_ITEM')
    expect(await codeOf(update(id, lines, 'confirmDelivery'))).toBe('0')
    expect(await codeOf(update(id, lines, 'agreeRefund'))).toBe('0')
    expect(await stageOf(id)).toBe('REFUND_SUCCESS')
    expect(await statuses(order)).toEqual(['returned', 'returned', 'returned'])
    expect(await codeOf(update(id, lines, 'agreeReturn'))).toBe('114')
  })

  test('is refused with one of the reasons, words, and pictures where it is about the money', async () => {
    const { id, lines } = await open()
    const { data: reasons } = await get('/order/reverse/reason/list', {
      reverse_order_line_id: String((JSON.parse(lines) as number[])[0]),
    })
    const reason_id = String(reasons[0]?.['reason_id'])
    expect(await codeOf(get('/order/reverse/reason/list'))).toBe('103')
    expect(await codeOf(get('/order/reverse/reason/list', { reverse_order_line_id: '7' }))).toBe('106')
    expect(await codeOf(update(id, lines, 'refuseReturn'))).toBe('108')
    expect(await codeOf(update(id, lines, 'refuseReturn', { reason_id: '1', comment: 'No' }))).toBe('108')
    expect(await codeOf(update(id, lines, 'refuseReturn', { reason_id }))).toBe('109')
    expect(await codeOf(update(id, lines, 'refuseRefund', { reason_id, comment: 'No' }))).toBe('110')
    expect(await codeOf(update(id, lines, 'refuseReturn', { reason_id, comment: 'Used' }))).toBe('0')
    expect(await stageOf(id)).toBe('SELLER_REJECT_RETURN')
  })

  test('of money alone is paid or disputed by a call of its own', async () => {
    const { id, lines } = await open('refund')
    const decide = (action: string, more: Record<string, string> = {}) =>
      get('/order/reverse/onlyrefund/seller/decide', {
        reverse_order_id: id,
        reverse_order_item_ids: lines,
        action,
        ...more,
      })
    expect(await codeOf(update(id, lines, 'agreeReturn'))).toBe('114')
    expect(await codeOf(decide('agreeReturn'))).toBe('107')
    expect(await codeOf(decide('startDispute'))).toBe('109')
    expect(await codeOf(decide('startDispute', { comment: 'It arrived whole' }))).toBe('110')
    expect(await codeOf(decide('agreeRefund'))).toBe('0')
    expect(await codeOf(decide('agreeRefund'))).toBe('114')
  })

  test('that nobody answers is agreed to after two days', async () => {
    const { id } = await open()
    await shift(2 * DAY + 1)
    expect(await stageOf(id)).toBe('SELLER_AGREE_RETURN')
  })

  test('names its own lines, and belongs to its shop', async () => {
    const { id, lines } = await open()
    expect(await codeOf(update(id, '[]', 'agreeReturn'))).toBe('100')
    expect(await codeOf(update(id, '[7]', 'agreeReturn'))).toBe('126')
    expect(await codeOf(update(id, lines, 'sendBack'))).toBe('107')
    expect(await codeOf(update('7', lines, 'agreeReturn'))).toBe('112')
    const stranger = await startLinkedTo(VN)
    const asked = { reverse_order_id: id, reverse_order_item_ids: lines, action: 'agreeReturn' }
    expect((await stranger('/order/reverse/return/update', asked)).code).toBe('112')
    expect((await stranger('/order/reverse/return/detail/list', { reverse_order_id: id })).code).toBe('105')
  })

  test('is listed page by page, by the time of its change', async () => {
    const ids = [(await open()).id, (await open()).id, (await open()).id]
    const pages = [await list({ page_size: '2' }), await list({ page_no: '2', page_size: '2' })]
    expect(pages.map(({ result }) => [result.items.length, result.total])).toEqual([
      [2, 3],
      [1, 3],
    ])
    const told = pages.flatMap(({ result }) => result.items.map((item) => String(item['reverse_order_id'])))
    expect(told.toSorted()).toEqual(ids.toSorted())
    const soon = String(client.sandbox.clock.nowMs() + 60_000)
    const later = await list({ ReverseOrderLineModifiedTimeRangeStart: soon })
    expect(later.result.items).toEqual([])
    expect(await codeOf(list({ page_size: '101' }))).toBe('120')
    expect(await codeOf(get('/reverse/getreverseordersforseller', { page_no: '1' }))).toBe('120')
    expect(await codeOf(get('/reverse/getreverseordersforseller', { page_size: '10' }))).toBe('121')
  })
})

describe('a statement', () => {
  const day = (offset: number) =>
    new Date(client.sandbox.clock.nowMs() + (offset * DAY + 8 * 3600) * 1000).toISOString().slice(0, 10)
  const lines = async (more: Record<string, string> = {}) =>
    (
      await get('/finance/transaction/details/get', {
        start_time: day(-10),
        end_time: day(10),
        trans_type: '-1',
        ...more,
      })
    ).data as unknown as { fee_type: string; amount: string; orderItem_no: string }[]
  const cents = (rows: { amount: string }[]) =>
    rows.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0)

  async function delivered(): Promise<string> {
    const id = await makeOrder()
    await pack(id)
    await shift(2)
    await ready((await piecesOf(id))[0]?.package_id ?? '')
    await advance(id, 'ship')
    await advance(id, 'deliver')
    return id
  }

  test('has the lines of an order some days after it came, charges below zero', async () => {
    const trade_order_id = await delivered()
    expect(await lines({ trade_order_id })).toEqual([])
    await shift(3 * DAY)
    const rows = await lines({ trade_order_id })
    const of = (type: string) => rows.filter(({ fee_type }) => fee_type === type)
    expect(cents(of('13'))).toBe(2550)
    for (const type of ['16', '3']) {
      expect(of(type)).toHaveLength(3)
      expect(of(type).every(({ amount }) => Number(amount) < 0)).toBe(true)
    }
    for (const { amount } of rows) expect(amount).toMatch(/^-?\d+\.\d\d$/)
    // The customer's payment for the way goes to the courier.
    expect(cents(of('7')) + cents(of('8'))).toBe(0)
    expect(cents(await lines({ trade_order_id, trans_type: '13' }))).toBe(2550)
    const [first] = rows
    const own = await lines({ trade_order_id, trade_order_line_id: first?.orderItem_no ?? '' })
    expect(new Set(own.map(({ orderItem_no }) => orderItem_no))).toEqual(new Set([first?.orderItem_no]))
  })

  test('is what the truth of the sandbox says, and nothing is left of a sale that came back whole', async () => {
    const trade_order_id = await delivered()
    await shift(3 * DAY)
    const before = cents(await lines({ trade_order_id }))
    const reply = await fetch(`${client.sandbox.url}/_sandbox/oracle/lazada/settlements?shop_id=${MY}`)
    const truth = (await reply.text())
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { order_id: string; amount: number })
    expect(truth.find((one) => one.order_id === trade_order_id)?.amount).toBe(before)
    await client.control('/lazada/returns', { order_id: trade_order_id })
    const [row] = (
      await get('/reverse/getreverseordersforseller', { page_no: '1', page_size: '10', trade_order_id })
    ).result.items
    await client.control(`/lazada/returns/${String(row?.['reverse_order_id'])}/advance`, { action: 'refund' })
    const after = await lines({ trade_order_id })
    expect(after.filter(({ fee_type }) => fee_type === '14')).toHaveLength(3)
    const price = (type: string) => cents(after.filter(({ fee_type }) => fee_type === type))
    expect(price('14') + price('13') + price('121')).toBe(0)
    expect(price('15') + price('16')).toBe(0)
  })

  test('covers 180 days at most, of whole dates', async () => {
    const asked = (start_time: string, end_time: string, limit = '') =>
      codeOf(get('/finance/transaction/details/get', { start_time, end_time, limit }))
    expect(await asked('2026-01-01', '2026-06-30')).toBe('0')
    expect(await asked('2026-01-01', '2026-07-01')).toBe('1000012')
    expect(await asked('01/01/2026', '2026-02-01')).toBe('17')
    expect(await asked('2026-01-01', '')).toBe('MissingParameter')
    expect(await asked('2026-01-01', '2026-02-01', '501')).toBe('19')
  })
})
