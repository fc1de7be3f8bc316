/** The check before the hand-over, as a packer's scanner asks for it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  startTestConsole,
  type Account,
  type Answer,
  type TestConsole,
} from '../../../test/start-test-console.ts'
import { addShop, lineOf, orderOf, putOrders } from '../../../test/steps/stored-orders.ts'
import { productOf, putProducts, skuOf } from '../../../test/steps/stored-products.ts'
import type { ChannelOrder } from '../../../model/order.ts'

let running: TestConsole
let seller: Account
let shopId: number

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('seller')
  shopId = await addShop(running, seller.ownerId, 'shop')
})
afterAll(() => running?.stop())

let made = 0
async function put(more: Partial<ChannelOrder> = {}, shop = shopId): Promise<{ id: number; code: string }> {
  const code = `2603${made++}SCAN`
  const order = orderOf({
    channelOrderId: code,
    status: 'ready_to_ship',
    lines: [
      lineOf({ shopSku: '100_1', sellerSku: 'CUP-01', name: 'Cup', quantity: 2 }),
      lineOf({ shopSku: '100_2', name: 'Lamp' }),
    ],
    packages: [
      { channelPackageId: `PK-${code}`, provider: 'J&T', trackingNumber: `MY${code}`, channelStatus: 'X' },
    ],
    ...more,
  })
  const [id = 0] = (await putOrders(running, seller.ownerId, shop, [order])).created
  return { id, code }
}

const scan = (code: string, who = seller) => who.call(`GET /orders/scan?code=${encodeURIComponent(code)}`)
const note = (id: number, counts: number[], who = seller) =>
  who.call(`POST /orders/${id}/scan-checked`, {
    lines: counts.map((quantity, at) => ({ id: `${id}-${at}`, quantity })),
  })
const told = (answer: Answer) => [answer.status, answer.at('code')]

describe('an order is found', () => {
  it('by its code, its tracking number and its package, however the scanner writes them', async () => {
    const { id, code } = await put({ shortCode: '#1042' })
    for (const text of [code, ` ${code.toLowerCase()} `, `MY${code}`, `my${code}`, `PK-${code}`, '#1042']) {
      const found = await scan(text)
      expect([text, found.status, found.at('data.id')]).toEqual([text, 200, id])
    }
    expect((await scan(code)).at('data.code')).toBe('#1042')
    const { lines } = (await scan(code)).at<{ lines: object[] }>('data')
    expect(lines).toMatchObject([
      { id: `${id}-0`, name: 'Cup', quantity: 2, codes: ['CUP-01', '100_1'] },
      { id: `${id}-1`, name: 'Lamp', quantity: 1, codes: ['100_2'] },
    ])
  })

  it('with the parts of a bundle, any of whose codes may be scanned', async () => {
    const codes = ['SAUCER-01', 'SET-01']
    const products = codes.map((code, at) =>
      productOf({ channelProductId: code, skus: [skuOf({ shopSku: `300_${at}`, sellerSku: code })] }),
    )
    await putProducts(running, { ownerId: seller.ownerId, shopId }, products)
    const [saucer, set] = await Promise.all(
      codes.map(async (code) =>
        (await seller.call(`GET /sku-centers?keyword=${code}`)).at<number>('data.0.id'),
      ),
    )
    const barcode = '4901234567894'
    const named = await seller.call(`PUT /sku-centers/${saucer}`, { name: 'Saucer of clay', barcode })
    expect([named.status, named.body]).toEqual([200, expect.anything()])
    const parts = [{ sku_id: saucer, quantity: 6 }]
    expect((await seller.call(`PUT /sku-centers/${set}`, { parts })).status).toBe(200)
    const { code } = await put({ lines: [lineOf({ shopSku: '300_1', sellerSku: 'SET-01', name: 'Set' })] })
    expect((await scan(code)).at('data.lines')).toMatchObject([
      {
        codes: ['SET-01', '300_1'],
        parts: [{ name: 'Saucer of clay', quantity: 6, codes: ['SAUCER-01', barcode] }],
      },
    ])
  })

  it('by nothing less than the whole of it', async () => {
    const { code } = await put()
    for (const text of [code.slice(0, -1), code.slice(1), `${code}0`, 'CUP-01', '!!', '%', "'", '0'])
      expect([text, ...told(await scan(text))]).toEqual([text, 404, 'not_found'])
    expect((await scan('')).status).toBe(422)
    expect((await scan('x'.repeat(101))).status).toBe(422)
  })
})

describe('it is refused with the reason', () => {
  it.each<[Partial<ChannelOrder>, RegExp]>([
    [{ status: 'unpaid' }, /is unpaid/],
    [{ status: 'pending' }, /Confirm the order first/],
    [{ cancelRequestedAt: new Date() }, /requested cancellation/],
    [{ status: 'canceled' }, /is canceled\. Do not ship it/],
    [{ status: 'shipped' }, /is already shipped/],
  ])('%j', async (more, reason) => {
    const shortCode = `#${made}`
    const { id, code } = await put({ ...more, shortCode })
    for (const answer of [await scan(code), await note(id, [2, 1])]) {
      expect(told(answer)).toEqual([409, 'order_action_refused'])
      expect(answer.at('message')).toMatch(reason)
      // As people see it, on the paper and in the list.
      expect(answer.at('message')).toContain(`${shortCode} `)
    }
  })

  it('but not for want of a hand-over that the console does not arrange on its channel', async () => {
    const store = await addShop(running, seller.ownerId, 'store', 4)
    const { id, code } = await put({ status: 'pending' }, store)
    expect((await scan(code)).status).toBe(200)
    expect((await note(id, [2, 1])).status).toBe(200)
  })
})

describe('a check', () => {
  it('is noted in the history with who and when, and told at the next scan', async () => {
    const { id, code } = await put()
    expect((await scan(code)).at('data.last_check')).toBeNull()
    const noted = await note(id, [2, 1])
    expect([noted.status, noted.at('data.by')]).toEqual([200, 'seller'])
    expect((await scan(code)).at('data.last_check')).toEqual(noted.at('data'))
    const history = await seller.call(`GET /orders/${id}/history`)
    expect(history.at('data.0')).toMatchObject({
      event: 'scan_checked',
      actor: { type: 'user', name: 'seller' },
      created_at: noted.at('data.at'),
    })
  })

  it('is of all that is in the order: anything else is not noted', async () => {
    const { id } = await put()
    for (const counts of [[2], [1, 1], [3, 1], [2, 1, 1], [1, 2]])
      expect([counts, ...told(await note(id, counts))]).toEqual([counts, 409, 'order_action_refused'])
    expect((await note(id, [])).status).toBe(422)
    const events = (await seller.call(`GET /orders/${id}/history`)).at<{ event: string }[]>('data')
    expect(events.map(({ event }) => event)).not.toContain('scan_checked')
  })

  it('is for those who pack, in their own shops', async () => {
    const { id, code } = await put()
    const stranger = await running.signUp('stranger')
    const viewer = await running.addStaff(seller.ownerId, { email: 'viewer@example.test', role: 'viewer' })
    const elsewhere = await running.addStaff(
      seller.ownerId,
      { email: 'elsewhere@example.test', role: 'operator' },
      [999_999],
    )
    for (const who of [stranger, elsewhere])
      for (const answer of [await scan(code, who), await note(id, [2, 1], who)])
        expect(told(answer)).toEqual([404, 'not_found'])
    expect((await scan(code, viewer)).status).toBe(200)
    expect(told(await note(id, [2, 1], viewer))).toEqual([403, 'forbidden'])
  })
})

describe('scanned pieces', () => {
  let numbered = 0
  const add = (orderId: number, position: number, pieces = 1, id = `scan-piece-${numbered++}`) => ({
    id,
    order_id: orderId,
    line_id: `${orderId}-${position}`,
    add: pieces,
  })
  const send = (scans: object[], who = seller) => who.call('POST /orders/scans', { scans })
  const row = async (id: number) =>
    (await seller.call(`GET /orders/filter?ids=${id}`)).at<Record<string, unknown>>('data.0')

  it('are counted once, however often and in however many parts they are sent, and complete the order', async () => {
    const { id, code } = await put()
    const [first, second, third] = [add(id, 0), add(id, 1), add(id, 0)]
    expect((await send([first])).at('data')).toEqual({
      orders: [{ id, scanned: 1, quantity: 3, check: null }],
      refused: [],
    })
    await send([first, second, second])
    expect(await row(id)).toMatchObject({ scanned_quantity: 2, total_quantity: 3, checked_at: null })
    const begun = (await seller.call('GET /orders/filter?is_partly_scanned=1')).at<{ id: number }[]>('data')
    expect(begun.map((order) => order.id)).toEqual([id])
    const queued = (await seller.call('GET /orders/queue?is_partly_scanned=1&is_checked=0')).at<
      { id: number }[]
    >('data')
    expect(queued.map((order) => order.id)).toEqual([id])
    expect((await scan(code)).at<{ scanned: number }[]>('data.lines').map((line) => line.scanned)).toEqual([
      1, 1,
    ])
    const station = await seller.call('GET /orders/scan-station')
    expect(station.at<{ id: number }[]>('data.orders').map((order) => order.id)).toContain(id)
    const before = station.at<number>('data.checked_today')

    const late = await send([first, second, { ...third, seconds_ago: 0 }])
    expect(late.at('data.orders.0')).toMatchObject({ scanned: 3, check: { by: 'seller' } })
    expect(await row(id)).toMatchObject({
      scanned_quantity: 3,
      checked_at: expect.any(String),
    })
    expect((await send([third])).at('data')).toMatchObject({
      orders: [{ scanned: 3, check: null }],
      refused: [],
    })
    const after = await seller.call('GET /orders/scan-station')
    expect(after.at('data.checked_today')).toBe(before + 1)
    expect(after.at('data.last.0')).toMatchObject({ id, code, pieces: 3, check: { by: 'seller' } })
    expect(after.at<{ id: number }[]>('data.orders').map((order) => order.id)).not.toContain(id)
    const events = (await seller.call(`GET /orders/${id}/history`)).at<{ event: string }[]>('data')
    expect(events.filter(({ event }) => event === 'scan_checked')).toHaveLength(1)
  })

  it('of two packers at once add up, and one too many is refused', async () => {
    const { id } = await put()
    const packer = await running.addStaff(seller.ownerId, { email: 'two@example.test', role: 'operator' })
    await Promise.all([send([add(id, 0)]), send([add(id, 0)], packer)])
    expect((await send([add(id, 0)])).at('data.refused.0')).toMatchObject({ order_id: id, why: 'surplus' })
    expect((await send([add(id, 0, -1), add(id, 9)])).at('data')).toMatchObject({
      orders: [{ scanned: 1 }],
      refused: [{ why: 'unknown' }],
    })
    await send([{ id: 'reset-it-all', order_id: id, reset: true }])
    expect(await row(id)).toMatchObject({ scanned_quantity: 0 })
  })

  it('of a large order are counted by their number', async () => {
    const { id } = await put({ lines: [lineOf({ shopSku: '100_1', quantity: 1500 })] })
    expect((await send([add(id, 0, 1500)])).at('data')).toMatchObject({
      orders: [{ scanned: 1500, check: { by: 'seller' } }],
      refused: [],
    })
  })

  it('of an order that was canceled meanwhile are refused with the reason, and the others are counted', async () => {
    const gone = await put({ status: 'canceled', shortCode: '#7' })
    const asked = await put({ cancelRequestedAt: new Date() })
    const { id } = await put()
    const { data } = (await send([add(gone.id, 0), add(id, 0), add(asked.id, 0), add(999_999, 0)])).body as {
      data: { refused: { why: string; message: string; code: string | null }[]; orders: unknown[] }
    }
    expect(data.refused).toMatchObject([
      { why: 'canceled', code: '#7', message: '#7 is canceled. Do not ship it.' },
      { why: 'cancel_requested', code: asked.code },
      { why: 'unknown', code: null },
    ])
    expect(data.orders).toContainEqual({ id, scanned: 1, quantity: 3, check: null })
    expect((await send([{ id: 'no-line-given', order_id: id, add: 1 }])).status).toBe(422)
  })

  it('and the check are forgotten when the order has other lines than before', async () => {
    const [cup, lamp] = [
      lineOf({ shopSku: '100_1', quantity: 2 }),
      lineOf({ shopSku: '100_2', name: 'Lamp' }),
    ]
    const fan = lineOf({ shopSku: '100_3', name: 'Fan' })
    const [checked, begun, priced] = [await put(), await put(), await put()]
    for (const { id } of [checked, priced]) expect((await note(id, [2, 1])).status).toBe(200)
    await send([add(begun.id, 0, 2)])
    const report = (code: string, lines: ChannelOrder['lines']) =>
      putOrders(running, seller.ownerId, shopId, [
        orderOf({ channelOrderId: code, status: 'ready_to_ship', lines, changedAt: new Date() }),
      ])
    await report(checked.code, [cup, lamp, fan])
    await report(begun.code, [lamp, fan])
    await report(priced.code, [{ ...lamp, total: 1 }, cup])
    expect((await scan(checked.code)).at('data.last_check')).toBeNull()
    expect(await row(checked.id)).toMatchObject({ scanned_quantity: 0, total_quantity: 4, checked_at: null })
    expect((await scan(begun.code)).at('data.lines')).toMatchObject([
      { name: 'Lamp', scanned: 0 },
      { name: 'Fan', scanned: 0 },
    ])
    expect(await row(begun.id)).toMatchObject({ scanned_quantity: 0, total_quantity: 2 })
    expect(await row(priced.id)).toMatchObject({ scanned_quantity: 3, checked_at: expect.any(String) })
  })

  it('are not counted by strangers', async () => {
    const { id } = await put()
    const other = await running.signUp('outsider')
    expect((await send([add(id, 0)], other)).at('data')).toMatchObject({
      orders: [],
      refused: [{ why: 'unknown' }],
    })
    expect((await other.call('GET /orders/scan-station')).at('data')).toEqual({
      orders: [],
      left: 0,
      checked_today: 0,
      last: [],
    })
  })
})
