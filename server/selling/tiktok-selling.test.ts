/** Parcels, cancellations, returns and settlements over real HTTP, connector against marketplace. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Cancelling, Returns, Settlements, Shipping } from '../../connectors/connector.ts'
import type { HandoverChoice } from '../../model/parcel.ts'
import type { ReturnCase } from '../../model/return-case.ts'
import type { Settlement } from '../../model/settlement.ts'
import { startSelling, type Selling } from '../../test/selling-session.ts'

const malaysia = '7494726673780148744'
const vietnam = '7494726673780149012'
const hour = 3_600
const day = 24 * hour

let selling: Selling
let shipping: Shipping
let cancelling: Cancelling
let returns: Returns
let settlements: Settlements
let shopId: string
let made = 0

async function open(shop: string) {
  shopId = shop
  selling = await startSelling('tiktok', shop)
  ;({ shipping, cancelling, returns, settlements } = selling.connector as Required<typeof selling.connector>)
}
beforeEach(() => open(malaysia))
afterEach(() => selling.close())

const like = (pattern: RegExp): unknown => expect.stringMatching(pattern)

type Truth = {
  order: {
    id: string
    status: string
    shipping_type: string
    cancel_reason?: string
    is_buyer_request_cancel: boolean
    packages?: { id: string }[]
    payment: { shipping_fee_seller_discount: string }
    line_items: { id: string; sku_id: string; sale_price: string; is_gift: boolean }[]
  }
}

const truthOf = async (id: string) => (await selling.control<Truth>(`orders/${id}`)).order
const advance = (id: string, action: string) => selling.control(`orders/${id}/advance`, { action })

/** An order that TikTok Shop's couriers carry, unless the seller's own is wanted. */
async function sell(
  lines: [string, string, number, number][] = [['CUP', 'Tea Cup', 2, 12.5]],
  { status = 'AWAITING_SHIPMENT', isOwn = false } = {},
) {
  for (;;) {
    const order = { ref: `order-${made++}`, lines, status, cod: false }
    const wish = { shop_id: shopId, order, force: true }
    const { order_id: id } = await selling.control<{ order_id: string }>('orders', wish)
    const truth = await truthOf(id)
    if ((truth.shipping_type === 'SELLER') === isOwn) return id
  }
}

async function parcelOf(channelOrderId: string) {
  const { packages } = await truthOf(channelOrderId)
  return { channelOrderId, channelPackageId: packages?.[0]?.id ?? null }
}

const choice = (wish: Partial<HandoverChoice>): HandoverChoice => ({
  mode: 'dropoff',
  addressId: null,
  slotId: null,
  branchId: null,
  senderName: null,
  providerId: null,
  trackingNumber: null,
  ...wish,
})

async function arrived(id: string) {
  for (const action of ['ship', 'collect', 'deliver']) await advance(id, action)
}

describe('shipping', () => {
  it('leads from the order over slot, hand-over and label to the door', async () => {
    const channelOrderId = await sell()
    const parcel = await parcelOf(channelOrderId)
    const options = await shipping.handoverOptions(selling.session, parcel)
    expect(options).toMatchObject({
      modes: ['pickup', 'dropoff'],
      needs: ['slot'],
      pickupAddresses: [{ text: like(/Kuala Lumpur/) }],
    })
    const slots = options.pickupAddresses[0]?.slots ?? []
    expect(slots).toHaveLength(5)
    expect(slots[0]?.from.getTime()).toBeGreaterThan(selling.session.now().getTime())
    expect(await shipping.labels(selling.session, [parcel])).toMatchObject([
      { isReady: false, isRefused: true, channelCode: '21023035' },
    ])
    expect(await shipping.states(selling.session, channelOrderId)).toMatchObject([
      { ...parcel, isPacked: true, isArranged: false, trackingNumber: null, channelStatus: 'TO_FULFILL' },
    ])
    const pickup = choice({ mode: 'pickup', slotId: slots[1]?.id ?? null })
    expect(
      await shipping.arrange(selling.session, [
        { parcel, choice: choice({ mode: 'pickup', slotId: '1-2' }) },
      ]),
    ).toMatchObject([{ isDone: false, channelCode: '21011053', mayRepeat: false }])
    expect(await shipping.arrange(selling.session, [{ parcel, choice: pickup }])).toEqual([
      { ...parcel, isDone: true, trackingNumber: null },
    ])
    expect(await truthOf(channelOrderId)).toMatchObject({ status: 'AWAITING_COLLECTION' })
    expect(await shipping.states(selling.session, channelOrderId)).toMatchObject([
      { isArranged: true, trackingNumber: null },
    ])
    expect(await shipping.labels(selling.session, [parcel])).toMatchObject([
      { isReady: false, isRefused: false },
    ])
    await selling.passTime(5)
    const [label] = await shipping.labels(selling.session, [parcel])
    if (!label?.isReady) throw new Error('the label is not ready')
    const [state] = await shipping.states(selling.session, channelOrderId)
    expect(state).toMatchObject({ isArranged: true, trackingNumber: like(/^JX/) })
    expect(label).toMatchObject({ trackingNumber: state?.trackingNumber, file: { format: 'pdf' } })
    const text = Buffer.from(label.file.bytes).toString('latin1')
    expect(text).toMatch(/^%PDF-/)
    expect(text).toContain(state?.trackingNumber)
    expect(text).toContain(`Package ${parcel.channelPackageId}`)

    await advance(channelOrderId, 'collect')
    expect(await shipping.labels(selling.session, [parcel])).toMatchObject([
      { isRefused: true, channelCode: '21042102' },
    ])
    await selling.passTime(day)
    await advance(channelOrderId, 'deliver')
    const way = await shipping.track(selling.session, parcel)
    expect(way.map((event) => event.description)).toEqual([
      like(/arranged/),
      like(/picked up/),
      like(/delivered/),
    ])
    expect(way[2]!.at.getTime() - way[0]!.at.getTime()).toBeGreaterThanOrEqual(day * 1000)
  })

  it('takes the courier and the number of sellers who send by themselves', async () => {
    const channelOrderId = await sell(undefined, { isOwn: true })
    const parcel = { channelOrderId, channelPackageId: null }
    const options = await shipping.handoverOptions(selling.session, parcel)
    expect(options).toMatchObject({ modes: ['self'], needs: ['tracking-number', 'provider'] })
    const [provider] = options.providers
    const own = choice({ mode: 'self', providerId: provider?.id ?? null, trackingNumber: 'MYNUMBER1' })
    const ship = (one: HandoverChoice) => shipping.arrange(selling.session, [{ parcel, choice: one }])
    expect(await ship({ ...own, providerId: '1' })).toMatchObject([
      { isDone: false, channelCode: '11028006' },
    ])
    expect(await ship({ ...own, trackingNumber: '1' })).toMatchObject([
      { isDone: false, channelCode: '21011025' },
    ])
    expect(await ship(own)).toMatchObject([{ isDone: true }])
    expect(await truthOf(channelOrderId)).toMatchObject({ status: 'IN_TRANSIT' })
    expect(await shipping.states(selling.session, channelOrderId)).toMatchObject([
      { isArranged: true, trackingNumber: 'MYNUMBER1', provider: provider?.name },
    ])
    expect(await shipping.labels(selling.session, [await parcelOf(channelOrderId)])).toMatchObject([
      { isReady: false, isRefused: true, channelCode: '21008017' },
    ])
    expect(await shipping.handoverOptions(selling.session, parcel)).toMatchObject({ modes: [] })
  })

  it('hands over many at once, those that cannot be refused alone, and the packages of a split order', async () => {
    const [first, second, third] = [await sell(), await sell(), await sell()]
    await advance(first, 'split')
    await advance(second, 'request_cancel')
    const [good, busy] = [await parcelOf(third), await parcelOf(second)]
    const bad = { channelOrderId: third, channelPackageId: '1162000000000000001' }
    const requests = [good, busy, bad, { channelOrderId: first, channelPackageId: null }].map((parcel) => ({
      parcel,
      choice: choice({}),
    }))
    const results = await shipping.arrange(selling.session, requests)
    expect(results).toMatchObject([
      { ...good, isDone: true },
      { ...busy, isDone: false, channelCode: '21021010', reason: like(/pending/) },
      { ...bad, isDone: false, channelCode: '21008001' },
      { channelOrderId: first, isDone: true },
      { channelOrderId: first, isDone: true },
    ])
    expect(new Set(results.map((row) => row.channelPackageId)).size).toBe(5)
    expect(await truthOf(first)).toMatchObject({ status: 'AWAITING_COLLECTION' })
    const again = [{ parcel: { channelOrderId: first, channelPackageId: null }, choice: choice({}) }]
    expect(await shipping.arrange(selling.session, again)).toMatchObject([
      { isDone: false, channelCode: null },
    ])
  })

  it('ships one package of two, and the order waits for the other', async () => {
    const channelOrderId = await sell()
    await advance(channelOrderId, 'split')
    const [one, other] = (await truthOf(channelOrderId)).packages ?? []
    const parcel = { channelOrderId, channelPackageId: other?.id ?? '' }
    await shipping.arrange(selling.session, [{ parcel, choice: choice({}) }])
    expect(await truthOf(channelOrderId)).toMatchObject({ status: 'PARTIALLY_SHIPPING' })
    const states = await shipping.states(selling.session, channelOrderId)
    expect(states.find((row) => row.channelPackageId === one?.id)).toMatchObject({ isArranged: false })
    expect(states.find((row) => row.channelPackageId === other?.id)).toMatchObject({ isArranged: true })
  })

  it('tells whether a hand-over whose answer was lost has arrived', async () => {
    const channelOrderId = await sell()
    const parcel = await parcelOf(channelOrderId)
    const requests = [{ parcel, choice: choice({}) }]
    await selling.loseAnswer(`/fulfillment/202309/packages/${parcel.channelPackageId}/ship`)
    await expect(shipping.arrange(selling.session, requests)).rejects.toMatchObject({ kind: 'try-later' })
    expect(await shipping.states(selling.session, channelOrderId)).toMatchObject([{ isArranged: true }])
    expect(await shipping.arrange(selling.session, requests)).toMatchObject([
      { isDone: false, channelCode: '21008099', mayRepeat: false },
    ])
  })
})

describe('cancelling', () => {
  it('is done for every reason of the state, and no more once the parcel is arranged', async () => {
    for (const status of ['UNPAID', 'ON_HOLD', 'AWAITING_SHIPMENT']) {
      const reasons = await cancelling.reasons(selling.session, { channelOrderId: '', channelStatus: status })
      expect(reasons).toHaveLength(3)
      for (const { channelReasonId } of reasons) {
        const channelOrderId = await sell(undefined, { status })
        await cancelling.cancel(selling.session, { channelOrderId, channelReasonId })
        expect(await truthOf(channelOrderId)).toMatchObject({
          status: 'CANCELLED',
          cancel_reason: channelReasonId,
        })
      }
    }
    const channelOrderId = await sell()
    const cancel = (channelReasonId: string) =>
      cancelling.cancel(selling.session, { channelOrderId, channelReasonId })
    await expect(cancel('seller_cancel_unpaid_reason_wrong_price')).rejects.toMatchObject({
      kind: 'refused',
      channelCode: '25001021',
    })
    await expect(cancel('because')).rejects.toMatchObject({ channelCode: '25001014' })
    await advance(channelOrderId, 'ship')
    expect(
      await cancelling.reasons(selling.session, { channelOrderId, channelStatus: 'AWAITING_COLLECTION' }),
    ).toEqual([])
    await expect(cancel('seller_cancel_reason_out_of_stock')).rejects.toMatchObject({
      kind: 'refused',
      channelCode: '25001045',
    })
  })

  it('knows which reasons a country has withdrawn', async () => {
    await selling.close()
    await open(vietnam)
    const state = { channelOrderId: '', channelStatus: 'AWAITING_SHIPMENT' }
    const reasons = await cancelling.reasons(selling.session, state)
    expect(reasons.map((reason) => reason.code)).toEqual(['out_of_stock', 'wrong_price'])
    const channelOrderId = await sell()
    await expect(
      cancelling.cancel(selling.session, {
        channelOrderId,
        channelReasonId: 'seller_cancel_paid_reason_address_not_deliver',
      }),
    ).rejects.toMatchObject({ channelCode: '25001020' })
  })

  it('is answered when a buyer asks, and granted when nobody answers', async () => {
    const ids = [await sell(), await sell(), await sell()]
    for (const id of ids) await advance(id, 'request_cancel')
    const [yes = '', no = '', silent = ''] = ids
    await cancelling.answer(selling.session, { channelOrderId: yes, isAccepted: true })
    await cancelling.answer(selling.session, { channelOrderId: no, isAccepted: false })
    expect(await truthOf(yes)).toMatchObject({ status: 'CANCELLED', is_buyer_request_cancel: false })
    expect(await truthOf(no)).toMatchObject({ status: 'AWAITING_SHIPMENT', is_buyer_request_cancel: false })
    await expect(
      cancelling.answer(selling.session, { channelOrderId: no, isAccepted: true }),
    ).rejects.toMatchObject({ kind: 'refused' })
    expect(await truthOf(silent)).toMatchObject({ is_buyer_request_cancel: true })
    await selling.passTime(2 * day)
    expect(await truthOf(silent)).toMatchObject({ status: 'CANCELLED' })
  })

  it('leaves an order canceled whose answer was lost, as reading it tells', async () => {
    const channelOrderId = await sell()
    const wish = { channelOrderId, channelReasonId: 'seller_cancel_reason_out_of_stock' }
    await selling.loseAnswer('/return_refund/202309/cancellations')
    await expect(cancelling.cancel(selling.session, wish)).rejects.toMatchObject({ kind: 'try-later' })
    const { orders } = await selling.connector.orders!.get(selling.session, [channelOrderId])
    expect(orders).toMatchObject([{ status: 'canceled' }])
    await expect(cancelling.cancel(selling.session, wish)).rejects.toMatchObject({ channelCode: '25001011' })
  })
})

describe('returns', () => {
  const listed = async (): Promise<ReturnCase[]> => {
    const to = selling.session.now()
    const found: ReturnCase[] = []
    let cursor: string | null = null
    do {
      const period = { from: new Date(to.getTime() - 90 * day * 1000), to }
      const page = await returns.list(selling.session, period, cursor)
      expect(page.failures).toEqual([])
      found.push(...page.returns)
      cursor = page.nextCursor
    } while (cursor !== null)
    return found
  }
  const ask = async (wish: object) => selling.control<{ return_id: string; refund: number }>('returns', wish)
  const step = (id: string, action: string) => selling.control(`returns/${id}/advance`, { action })

  it('go from the wish to the money, and the oracle agrees at each step', async () => {
    const channelOrderId = await sell([['CUP', 'Tea Cup', 2, 12.5]])
    await arrived(channelOrderId)
    const truth = await ask({ order_id: channelOrderId, reason: 'Too small' })
    const [asked] = await listed()
    expect(asked).toMatchObject({
      channelReturnId: truth.return_id,
      channelOrderId,
      status: 'requested',
      kind: 'return',
      reason: 'Too small',
      currency: 'MYR',
      refund: truth.refund,
      trackingNumber: null,
      lines: [{ quantity: 2, refund: truth.refund }],
    })
    expect(asked?.answerBy?.getTime()).toBeGreaterThan(selling.session.now().getTime())
    expect(asked?.lines[0]?.shopSku).toBe((await truthOf(channelOrderId)).line_items[0]?.sku_id)
    await returns.answer(selling.session, truth.return_id, { decision: 'accept' })
    expect(await listed()).toMatchObject([{ status: 'accepted', answerBy: null }])
    await expect(
      returns.answer(selling.session, truth.return_id, { decision: 'received' }),
    ).rejects.toMatchObject({ kind: 'refused', channelCode: '25011014' })
    await step(truth.return_id, 'send')
    expect(await listed()).toMatchObject([{ status: 'in_transit', trackingNumber: like(/^JXR/) }])
    await returns.answer(selling.session, truth.return_id, { decision: 'received' })
    expect(await listed()).toMatchObject([{ status: 'received' }])
    await selling.passTime(day)
    expect(await listed()).toMatchObject([{ status: 'refunded' }])
    expect(await selling.oracle('returns')).toMatchObject([{ stage: 'refunded', order_id: channelOrderId }])
  })

  it('are refused with a reason, disputed, contested; money and replacements are agreed to', async () => {
    const orders = [await sell(), await sell(), await sell(), await sell()]
    for (const id of orders) await arrived(id)
    const [refused, money, replaced, contested] = await Promise.all(
      orders.map((id, at) => ask({ order_id: id, kind: ['return', 'refund', 'replacement', 'return'][at] })),
    )
    const no = { decision: 'reject', reasonId: null, note: 'It was worn' } as const
    const wrong = { ...no, reasonId: 'because' }
    const id = refused?.return_id ?? ''
    await expect(returns.answer(selling.session, id, wrong)).rejects.toMatchObject({ kind: 'refused' })
    await returns.answer(selling.session, id, no)
    expect((await listed()).find((one) => one.channelReturnId === id)).toMatchObject({ status: 'rejected' })
    await expect(returns.answer(selling.session, id, no)).rejects.toMatchObject({ channelCode: '25011014' })
    await step(id, 'dispute')
    for (const one of [money, replaced, contested])
      await returns.answer(selling.session, one?.return_id ?? '', { decision: 'accept' })
    await step(contested?.return_id ?? '', 'send')
    await returns.answer(selling.session, contested?.return_id ?? '', {
      decision: 'reject',
      reasonId: 'reverse_reject_return_parcel_reason_2',
      note: null,
    })
    const found = new Map((await listed()).map((one) => [one.channelReturnId, one]))
    expect(found.get(id)).toMatchObject({ status: 'disputed' })
    expect(found.get(money?.return_id ?? '')).toMatchObject({ status: 'accepted', kind: 'refund' })
    expect(found.get(replaced?.return_id ?? '')).toMatchObject({ status: 'accepted', kind: 'replacement' })
    expect(found.get(contested?.return_id ?? '')).toMatchObject({
      status: 'disputed',
      channelStatus: 'REJECT_RECEIVE_PACKAGE',
    })
    const truth = await selling.oracle<{ return_id: string; answer: unknown }>('returns')
    expect(truth.find((one) => one.return_id === id)).toMatchObject({ answer: { note: 'It was worn' } })
  })
})

describe('settlements', () => {
  it('equal the oracle to the cent, a returned order included', async () => {
    const ids: string[] = []
    for (let number = 0; number < 40; number++) {
      const id = await sell([
        ['CUP', 'Tea Cup', 1 + (number % 3), 9.99],
        ['BOWL', 'Bowl', 1, 3.33 + number],
      ])
      await arrived(id)
      if (number === 34) await selling.passTime(day)
      ids.push(id)
    }
    const wish = { order_id: ids[0], kind: 'refund' }
    const { return_id: id } = await selling.control<{ return_id: string }>('returns', wish)
    await selling.control(`returns/${id}/advance`, { action: 'refund' })
    await selling.passTime(8 * day)

    const to = selling.session.now()
    const period = { from: new Date(to.getTime() - 30 * day * 1000), to }
    const found = new Map<string, Settlement>()
    let cursor: string | null = null
    let pages = 0
    do {
      const page = await settlements.list(selling.session, period, cursor)
      expect(page.failures).toEqual([])
      for (const one of page.settlements) {
        found.set(one.channelOrderId, one)
        const charged = [...one.fees, ...one.taxes].reduce((sum, { amount }) => sum + amount, 0)
        expect(one.revenue + one.shipping - charged - one.refund + one.adjustment).toBe(one.amount)
      }
      cursor = page.nextCursor
      pages++
    } while (cursor !== null)
    expect(pages).toBeGreaterThan(2)
    type Settled = { order_id: string; amount: number; settled_at: number }
    const truth = await selling.oracle<Settled>('settlements')
    const facts = truth.map(({ order_id: order, amount, settled_at: at }) => [order, { amount, at }])
    expect(
      Object.fromEntries(
        [...found].map(([order, { amount, settledAt }]) => [
          order,
          { amount, at: settledAt.getTime() / 1000 },
        ]),
      ),
    ).toEqual(Object.fromEntries(facts))
    for (const order of ids) expect(found.has(order)).toBe(true)
    const { orders } = await selling.connector.orders!.get(selling.session, ids)
    for (const { channelOrderId, payment } of orders) {
      const { payment: paid } = await truthOf(channelOrderId)
      expect(found.get(channelOrderId)).toMatchObject({
        revenue: payment.subTotal - payment.sellerDiscount,
        shipping: 0 - Math.round(Number(paid.shipping_fee_seller_discount) * 100),
        adjustment: 0,
        taxes: [{ code: 'sst' }],
      })
    }
    expect(found.get(ids[0] ?? '')?.refund).toBe(found.get(ids[0] ?? '')?.revenue)
    expect(found.get(ids[1] ?? '')?.refund).toBe(0)
    expect(found.get(ids[1] ?? '')?.fees.map((fee) => fee.code)).toEqual([
      'platform_commission',
      'transaction_fee',
      'sfp_service_fee',
    ])
  })

  it('are none before the money is settled', async () => {
    const id = await sell()
    await arrived(id)
    const to = selling.session.now()
    const page = await settlements.list(selling.session, { from: new Date(0), to }, null)
    expect(page).toEqual({ settlements: [], failures: [], nextCursor: null })
    expect(await selling.oracle('settlements')).toEqual([])
  })
})
