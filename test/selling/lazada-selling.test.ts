/** The seller's actions over real HTTP: parcels, cancellations, returns and statements, connector against marketplace. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Cancelling } from '../../connectors/order-changes.ts'
import type { Shipping } from '../../connectors/shipping.ts'
import type { Returns } from '../../connectors/returns.ts'
import type { Settlements } from '../../connectors/settlements.ts'
import type { ReturnCase } from '../../model/return-case.ts'
import type { Settlement } from '../../model/settlement.ts'
import { choiceOf } from '../steps/choice-of.ts'
import { startSelling, type Selling } from '../steps/selling-session.ts'

const malaysia = 100190015
const singapore = 300118226
const day = 86_400

let selling: Selling
let shipping: Shipping
let cancelling: Cancelling
let returns: Returns
let settlements: Settlements

async function open(shopId: number): Promise<void> {
  selling = await startSelling('lazada', shopId)
  ;({ shipping, cancelling, returns, settlements } = selling.connector as Required<typeof selling.connector>)
}

beforeEach(() => open(malaysia))
afterEach(() => selling.close())

const channel = choiceOf('channel')

type Truth = {
  order_id: string
  status: string
  pieces: string[]
  lines: { shop_sku: string; quantity: number }[]
}

let sales = 0

/** An order that was paid. */
async function sell(
  lines: [string, string, number, number][] = [['CUP', 'Tea Cup', 2, 10]],
  shop = malaysia,
) {
  const order = { ref: `sale ${sales++}`, cod: false, status: 'pending', lines }
  return selling.control<Truth>('orders', { shop_id: shop, order, force: true })
}

async function truthOf(orderId: string): Promise<Truth> {
  const found = (await selling.oracle<Truth>('orders')).find((order) => order.order_id === orderId)
  if (!found) throw new Error(`there is no order ${orderId}`)
  return found
}

const advance = (orderId: string, action: string) => selling.control(`orders/${orderId}/advance`, { action })

/** Packs an order and waits for its label. Returns the package's id. */
async function packed(orderId: string): Promise<string> {
  const [result] = await shipping.pack!(selling.session, [
    { channelOrderId: orderId, lines: null, providerId: null },
  ])
  expect(result).toMatchObject({ isDone: true })
  // Until it is packed, and then until its label is made.
  await selling.passTime(2)
  await selling.passTime(2)
  return result?.channelPackageId ?? ''
}

async function arrived(orderId: string): Promise<void> {
  const channelPackageId = await packed(orderId)
  const parcel = { channelOrderId: orderId, channelPackageId }
  await shipping.arrange(selling.session, [{ parcel, choice: channel }])
  await advance(orderId, 'ship')
  await selling.passTime(2 * day)
  await advance(orderId, 'deliver')
}

describe('shipping', () => {
  it('leads from the order over package, hand-over and label to the door', async () => {
    const { order_id: channelOrderId } = await sell()
    const unpacked = { channelOrderId, channelPackageId: null }
    expect(await shipping.handoverOptions(selling.session, unpacked)).toEqual({
      modes: ['channel'],
      pickupAddresses: [],
      branches: [],
      providers: [],
      needs: [],
    })
    const [result] = await shipping.pack!(selling.session, [
      { channelOrderId, lines: null, providerId: null },
    ])
    const parcel = { channelOrderId, channelPackageId: result?.channelPackageId ?? null }
    expect(result).toMatchObject({ isDone: true, trackingNumber: expect.stringMatching(/^LZMY/) as string })

    const early = { parcel, choice: channel }
    expect(await shipping.arrange(selling.session, [early])).toMatchObject([
      { isDone: false, channelCode: '700000', mayRepeat: true },
    ])
    expect(await shipping.labels(selling.session, [parcel])).toMatchObject([
      { isReady: false, isRefused: false },
    ])
    await selling.passTime(2)
    expect(await truthOf(channelOrderId)).toMatchObject({ pieces: ['packed', 'packed'] })
    expect(await shipping.states(selling.session, channelOrderId)).toMatchObject([
      { ...parcel, isPacked: true, isArranged: false, channelStatus: 'packed' },
    ])
    await selling.passTime(2)
    const [label] = await shipping.labels(selling.session, [parcel])
    if (!label?.isReady) throw new Error('the label is not ready')
    expect(label.file.format).toBe('pdf')
    const text = Buffer.from(label.file.bytes).toString('latin1')
    expect(text).toMatch(/^%PDF-/)
    expect(text).toContain(`Package ${parcel.channelPackageId}`)

    expect(await shipping.arrange(selling.session, [{ parcel, choice: channel }])).toEqual([
      { ...parcel, isDone: true, trackingNumber: null },
    ])
    expect(await shipping.states(selling.session, channelOrderId)).toMatchObject([
      { isArranged: true, channelStatus: 'ready_to_ship', provider: expect.stringMatching(/MY$/) as string },
    ])
    await advance(channelOrderId, 'ship')
    await selling.passTime(day)
    await advance(channelOrderId, 'deliver')
    const way = await shipping.track(selling.session, parcel)
    expect(way.map((event) => event.channelStatus)).toEqual([
      'PACKED',
      'READY_TO_SHIP',
      'SHIPPED',
      'DELIVERED',
    ])
    expect(way[3]!.at.getTime() - way[0]!.at.getTime()).toBeGreaterThanOrEqual(day * 1000)
  })

  it('packs a part of an order, and the rest in a package of its own', async () => {
    const order = await sell([
      ['CUP', 'Tea Cup', 2, 10],
      ['BOWL', 'Bowl', 1, 7],
    ])
    const { order_id: channelOrderId } = order
    const cup = order.lines[0]!.shop_sku
    const part = { channelOrderId, lines: [{ shopSku: cup, quantity: 1 }], providerId: null }
    const [first] = await shipping.pack!(selling.session, [part])
    await selling.passTime(2)
    expect((await truthOf(channelOrderId)).pieces.toSorted()).toEqual(['packed', 'pending', 'pending'])
    expect(
      await shipping.pack!(selling.session, [{ ...part, lines: [{ shopSku: cup, quantity: 2 }] }]),
    ).toMatchObject([{ isDone: false, channelCode: null }])
    const [second] = await shipping.pack!(selling.session, [{ ...part, lines: null }])
    expect(second).toMatchObject({ isDone: true })
    expect(second?.channelPackageId).not.toBe(first?.channelPackageId)
    await selling.passTime(2)
    const states = await shipping.states(selling.session, channelOrderId)
    expect(new Set(states.map((state) => state.channelPackageId))).toEqual(
      new Set([first?.channelPackageId, second?.channelPackageId]),
    )
    const arranged = await shipping.arrange(selling.session, [
      { parcel: { channelOrderId, channelPackageId: null }, choice: channel },
    ])
    expect(arranged.map((row) => row.isDone)).toEqual([true, true])
    expect((await truthOf(channelOrderId)).pieces).toEqual(Array(3).fill('ready_to_ship'))
  })

  it('tells whether a hand-over whose answer was lost has arrived, and packs nothing twice', async () => {
    const { order_id: channelOrderId } = await sell()
    const request = { channelOrderId, lines: null, providerId: null }
    await selling.loseAnswer('/rest/order/fulfill/pack')
    await expect(shipping.pack!(selling.session, [request])).rejects.toMatchObject({ kind: 'try-later' })
    // Still being packed: it has a package, and is not to be packed again.
    const [soon] = await shipping.pack!(selling.session, [request])
    expect(soon).toMatchObject({ isDone: true, channelPackageId: expect.stringMatching(/^FP/) as string })
    await selling.passTime(2)
    const [again] = await shipping.pack!(selling.session, [request])
    const [state] = await shipping.states(selling.session, channelOrderId)
    expect(state).toMatchObject({ isPacked: true, isArranged: false })
    expect(again).toMatchObject({ isDone: true, channelPackageId: state?.channelPackageId })

    const parcel = { channelOrderId, channelPackageId: state?.channelPackageId ?? null }
    await selling.loseAnswer('/rest/order/package/rts')
    await expect(shipping.arrange(selling.session, [{ parcel, choice: channel }])).rejects.toMatchObject({
      kind: 'try-later',
    })
    expect(await shipping.states(selling.session, channelOrderId)).toMatchObject([{ isArranged: true }])
    expect(await shipping.arrange(selling.session, [{ parcel, choice: channel }])).toMatchObject([
      { isDone: false, channelCode: '700000', mayRepeat: false },
    ])
  })

  it('asks a cross-border seller for the warehouse', async () => {
    await selling.close()
    await open(singapore)
    const { order_id: channelOrderId } = await sell([['CUP', 'Tea Cup', 1, 10]], singapore)
    const options = await shipping.handoverOptions(selling.session, {
      channelOrderId,
      channelPackageId: null,
    })
    expect(options).toMatchObject({ needs: ['provider'], providers: [{ id: 'FM50' }, { id: 'FM53' }] })
    const pack = (providerId: string | null) =>
      shipping.pack!(selling.session, [{ channelOrderId, lines: null, providerId }])
    expect(await pack(null)).toMatchObject([{ isDone: false, channelCode: '700033' }])
    expect(await pack('FM53')).toMatchObject([{ isDone: true }])
  })

  it('refuses labels of what is not packed, and hands over good rows beside a bad one', async () => {
    const [first, second] = [await sell(), await sell()]
    const channelPackageId = await packed(first.order_id)
    const good = { channelOrderId: first.order_id, channelPackageId }
    const bad = { channelOrderId: second.order_id, channelPackageId: 'FP1' }
    expect(await shipping.labels(selling.session, [good, bad])).toMatchObject([
      { isReady: true },
      { isReady: false, isRefused: true, channelCode: '30012' },
    ])
    expect(
      await shipping.arrange(selling.session, [
        { parcel: bad, choice: channel },
        { parcel: good, choice: channel },
      ]),
    ).toMatchObject([{ isDone: false, reason: 'package not found', channelCode: '600001' }, { isDone: true }])
  })
})

describe('cancelling', () => {
  it('is done for a reason of the marketplace, which empties the stock, and is no more once the parcel has left', async () => {
    const { order_id: channelOrderId } = await sell()
    const order = { channelOrderId, channelStatus: 'pending' }
    const reasons = await cancelling.reasons(selling.session, order)
    expect(reasons.map((reason) => reason.code)).toEqual(['out_of_stock', 'wrong_price', 'out_of_stock'])
    const [reason] = reasons
    await cancelling.cancel(selling.session, {
      channelOrderId,
      channelReasonId: reason?.channelReasonId ?? '',
    })
    expect(await truthOf(channelOrderId)).toMatchObject({ status: 'canceled' })
    const [cup] = await selling.oracle<{ seller_sku: string; stock: number }>('products')
    expect(cup).toMatchObject({ seller_sku: 'CUP', stock: 0 })

    const later = await sell()
    await packed(later.order_id)
    await advance(later.order_id, 'ready')
    await advance(later.order_id, 'ship')
    const gone = { channelOrderId: later.order_id, channelStatus: 'shipped' }
    expect(await cancelling.reasons(selling.session, gone)).toEqual([])
    await expect(
      cancelling.cancel(selling.session, { channelOrderId: later.order_id, channelReasonId: '10000021' }),
    ).rejects.toMatchObject({ kind: 'refused', message: /status/ })
  })

  it('is answered when a buyer asks, and granted when nobody answers', async () => {
    const ids: string[] = []
    for (let number = 0; number < 3; number++) {
      const { order_id: id } = await sell()
      await advance(id, 'request_cancel')
      ids.push(id)
    }
    const [yes = '', no = '', silent = ''] = ids
    await cancelling.answer(selling.session, { channelOrderId: yes, isAccepted: true })
    await cancelling.answer(selling.session, { channelOrderId: no, isAccepted: false })
    expect(await truthOf(yes)).toMatchObject({ status: 'canceled', is_cancel_asked: false })
    expect(await truthOf(no)).toMatchObject({ status: 'pending', is_cancel_asked: false })
    await expect(
      cancelling.answer(selling.session, { channelOrderId: no, isAccepted: true }),
    ).rejects.toMatchObject({ kind: 'refused' })
    await selling.passTime(2 * day)
    expect(await truthOf(silent)).toMatchObject({ status: 'canceled' })
  })
})

describe('returns', () => {
  const listed = async (): Promise<ReturnCase[]> => {
    const to = selling.session.now()
    const period = { from: new Date(to.getTime() - 90 * day * 1000), to }
    const page = await returns.list(selling.session, period, null)
    expect(page).toMatchObject({ failures: [], nextCursor: null })
    return page.items
  }

  it('go from the action to the money, and the oracle agrees at each step', async () => {
    const { order_id: channelOrderId } = await sell()
    await arrived(channelOrderId)
    const truth = await selling.control<{ return_id: string; refund: number }>('returns', {
      order_id: channelOrderId,
      reason: 'Too small',
    })
    const [asked] = await listed()
    expect(asked).toMatchObject({
      channelReturnId: truth.return_id,
      channelOrderId,
      status: 'requested',
      kind: 'return',
      reason: 'Too small',
      refund: truth.refund,
      lines: [{ quantity: 2, refund: truth.refund }],
    })
    expect(asked?.answerBy?.getTime()).toBeGreaterThan(selling.session.now().getTime())
    expect(asked?.lines[0]?.shopSku).toBe((await truthOf(channelOrderId)).lines[0]?.shop_sku)
    await returns.answer(selling.session, truth.return_id, { decision: 'accept' })
    expect(await listed()).toMatchObject([{ status: 'accepted', answerBy: null }])
    await selling.control(`returns/${truth.return_id}/advance`, { action: 'send' })
    expect(await listed()).toMatchObject([{ status: 'in_transit' }])
    await returns.answer(selling.session, truth.return_id, { decision: 'received' })
    expect(await listed()).toMatchObject([{ status: 'received' }])
    await selling.passTime(day)
    expect(await listed()).toMatchObject([{ status: 'refunded' }])
    expect(await truthOf(channelOrderId)).toMatchObject({ pieces: ['returned', 'returned'] })
    expect(await selling.oracle('returns')).toMatchObject([{ stage: 'refunded', order_id: channelOrderId }])
  })

  it('are refused with a reason, disputed, and money alone is agreed to', async () => {
    const [goods, money] = [await sell(), await sell()]
    await arrived(goods.order_id)
    await arrived(money.order_id)
    const { return_id: id } = await selling.control<{ return_id: string }>('returns', {
      order_id: goods.order_id,
    })
    const action = { order_id: money.order_id, kind: 'refund' }
    const { return_id: refundId } = await selling.control<{ return_id: string }>('returns', action)
    const no = { decision: 'reject', reasonId: null, note: 'It was worn' } as const
    await returns.answer(selling.session, id, no)
    await expect(returns.answer(selling.session, id, no)).rejects.toMatchObject({
      kind: 'refused',
      channelCode: '114',
    })
    await selling.control(`returns/${id}/advance`, { action: 'dispute' })
    await returns.answer(selling.session, refundId, { decision: 'accept' })
    const found = new Map((await listed()).map((one) => [one.channelReturnId, one]))
    expect(found.get(id)).toMatchObject({ status: 'disputed' })
    expect(found.get(refundId)).toMatchObject({ status: 'accepted', kind: 'refund' })
    expect(await selling.oracle('returns')).toMatchObject([{ answer: { note: 'It was worn' } }, {}])
  })
})

describe('settlements', () => {
  it('equal the oracle to the cent, a returned order included', async () => {
    const ids: string[] = []
    for (let number = 0; number < 20; number++) {
      const { order_id: id } = await sell([
        ['CUP', 'Tea Cup', 1 + (number % 3), 9.99],
        ['BOWL', 'Bowl', 1, 3.33 + number],
      ])
      await advance(id, 'pack')
      await advance(id, 'ready')
      await advance(id, 'ship')
      await advance(id, 'deliver')
      ids.push(id)
    }
    const action = { order_id: ids[0], kind: 'refund' }
    const { return_id: id, refund } = await selling.control<{ return_id: string; refund: number }>(
      'returns',
      action,
    )
    await selling.control(`returns/${id}/advance`, { action: 'refund' })
    await selling.passTime(4 * day)

    const to = selling.session.now()
    const period = { from: new Date(to.getTime() - 30 * day * 1000), to }
    const found = new Map<string, Settlement>()
    let cursor: string | null = null
    let pages = 0
    do {
      const page = await settlements.list(selling.session, period, cursor)
      expect(page.failures).toEqual([])
      for (const one of page.items) {
        found.set(one.channelOrderId, one)
        const charged = [...one.fees, ...one.taxes].reduce((sum, { amount }) => sum + amount, 0)
        expect(one.revenue + one.shipping - charged - one.refund + one.adjustment).toBe(one.amount)
      }
      cursor = page.nextCursor
      pages++
    } while (cursor !== null)
    expect(pages).toBeGreaterThan(1)
    const truth = await selling.oracle<{ order_id: string; amount: number }>('settlements')
    expect(Object.fromEntries([...found].map(([order, { amount }]) => [order, amount]))).toEqual(
      Object.fromEntries(truth.map(({ order_id: order, amount }) => [order, amount])),
    )
    expect(found.size).toBe(20)
    expect(found.get(ids[0] ?? '')?.refund).toBe(refund)
    const { items: orders } = await selling.connector.orders!.get(selling.session, ids)
    for (const { channelOrderId, payment } of orders)
      expect(found.get(channelOrderId)?.revenue).toBe(payment.subTotal - payment.sellerDiscount)
  })
})
