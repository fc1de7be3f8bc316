/** Parcels and cancellations over real HTTP, connector against marketplace. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Cancelling } from '../../connectors/order-changes.ts'
import type { Shipping } from '../../connectors/shipping.ts'
import type { HandoverChoice } from '../../model/parcel.ts'
import { choiceOf } from '../steps/choice-of.ts'
import { startSelling, type Selling } from '../steps/selling-session.ts'
import { tiktokSales } from '../steps/tiktok-sales.ts'

const malaysia = '7494726673780148744'
const vietnam = '7494726673780149012'
const hour = 3_600
const day = 24 * hour

let selling: Selling
let shipping: Shipping
let cancelling: Cancelling
let shopId: string

async function open(shop: string) {
  shopId = shop
  selling = await startSelling('tiktok', shop)
  ;({ shipping, cancelling } = selling.connector as Required<typeof selling.connector>)
}
beforeEach(() => open(malaysia))
afterEach(() => selling.close())

const like = (pattern: RegExp): unknown => expect.stringMatching(pattern)

const { sell, truthOf, advance } = tiktokSales(() => ({ selling, shopId }))

async function parcelOf(channelOrderId: string) {
  const { packages } = await truthOf(channelOrderId)
  return { channelOrderId, channelPackageId: packages?.[0]?.id ?? null }
}

const choice = (action: Partial<HandoverChoice>) => choiceOf('dropoff', action)

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
    const action = { channelOrderId, channelReasonId: 'seller_cancel_reason_out_of_stock' }
    await selling.loseAnswer('/return_refund/202309/cancellations')
    await expect(cancelling.cancel(selling.session, action)).rejects.toMatchObject({ kind: 'try-later' })
    const { items: orders } = await selling.connector.orders!.get(selling.session, [channelOrderId])
    expect(orders).toMatchObject([{ status: 'canceled' }])
    await expect(cancelling.cancel(selling.session, action)).rejects.toMatchObject({
      channelCode: '25001011',
    })
  })
})
