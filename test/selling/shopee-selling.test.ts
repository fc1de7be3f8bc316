/** A seller's work on orders of one marketplace, from the hand-over to the payout: real connector, real sandbox. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ChannelError } from '../../connectors/channel-error.ts'
import type { Connector } from '../../connectors/connector.ts'
import type { HandoverChoice, Parcel } from '../../model/parcel.ts'
import type { ReturnCase } from '../../model/return-case.ts'
import type { Settlement } from '../../model/settlement.ts'
import { choiceOf } from '../steps/choice-of.ts'
import { startSelling, type Selling } from '../steps/selling-session.ts'

const SHOP = 727720655
const DAY = 86_400

let selling: Selling
let connector: Required<Connector>
beforeAll(async () => {
  selling = await startSelling('shopee', SHOP)
  connector = selling.connector as Required<Connector>
})
afterAll(() => selling.close())

let last = 0
/** A new order, in READY_TO_SHIP unless another status is given. */
async function order(status = 'READY_TO_SHIP', carrier = 'SPX Express (West Malaysia)'): Promise<Parcel> {
  const record = { ref: `o${(last += 1)}`, status, cod: false, lines: [['CUP', 'Cup', 2, 19.9]] }
  const made = await selling.control('orders', { shop_id: SHOP, order: record, force: true })
  const channelOrderId = String(made.order_sn)
  const found = selling.sandbox.shopee.book.find(channelOrderId)
  if (!found) throw new Error('the order is not there')
  const modes = carrier === 'Own' ? (['non_integrated'] as const) : (['pickup', 'dropoff'] as const)
  found.parcel.carrier = { id: 28_055, name: carrier, cod: true, modes }
  return { channelOrderId, channelPackageId: found.parcel.number }
}

const advance = (sn: string, action: string) => selling.control(`orders/${sn}/advance`, { action })

async function pickup(parcel: Parcel): Promise<HandoverChoice> {
  const { pickupAddresses } = await connector.shipping.handoverOptions(selling.session, parcel)
  const [address] = pickupAddresses
  const slot = address?.slots.find(({ isRecommended }) => isRecommended)
  return choiceOf('pickup', { addressId: address?.id ?? null, slotId: slot?.id ?? null })
}

const refusal = async (work: Promise<unknown>): Promise<ChannelError> => {
  const outcome = await work.catch((error: unknown) => error)
  expect(outcome).toBeInstanceOf(ChannelError)
  return outcome as ChannelError
}

const orderOf = async (sn: string) => (await connector.orders.get(selling.session, [sn])).items[0]

describe('an order', () => {
  /** Two cups and a pot, in a parcel each. */
  async function two() {
    const lines = [
      ['CUP', 'Cup', 2, 19.9],
      ['POT', 'Pot', 1, 40],
    ]
    const record = { ref: `o${(last += 1)}`, status: 'READY_TO_SHIP', cod: false, lines }
    const made = await selling.control('orders', { shop_id: SHOP, order: record, force: true })
    const channelOrderId = String(made.order_sn)
    const found = selling.sandbox.shopee.book.find(channelOrderId)
    if (found) found.parcel.carrier = { id: 28_055, name: 'SPX Express', cod: true, modes: ['dropoff'] }
    const parcels = ((await orderOf(channelOrderId))?.lines ?? []).map(({ shopSku, quantity }) => [
      { shopSku, quantity },
    ])
    return { channelOrderId, parcels }
  }
  const packed = async (sn: string) => (await orderOf(sn))?.packages ?? []

  test('goes in parcels that are booked one by one, and is put together until one is', async () => {
    const { session } = selling
    const { splitting, shipping } = connector
    const request = await two()
    const { channelOrderId, parcels } = request
    await splitting.split(session, request)
    expect((await packed(channelOrderId)).map(({ lines }) => lines)).toEqual(parcels)
    expect((await refusal(splitting.split(session, request))).message).toMatch(/split already/)
    await splitting.unsplit(session, channelOrderId)
    expect((await packed(channelOrderId)).map(({ lines }) => lines)).toEqual([undefined])
    await splitting.split(session, request)
    const [first] = await packed(channelOrderId)
    const parcel = { channelOrderId, channelPackageId: first?.channelPackageId ?? '' }
    await shipping.arrange(session, [{ parcel, choice: choiceOf('dropoff') }])
    const words = (await packed(channelOrderId)).map(({ channelStatus: word }) =>
      splitting.openIn.includes(word),
    )
    expect(words).toEqual([false, true])
    expect(await refusal(splitting.unsplit(session, channelOrderId))).toMatchObject({
      kind: 'refused',
      channelCode: 'order.order_cannot_undo_split',
    })
    // A request made without knowing of the split names no package: the remaining ones are booked all the same.
    const whole = { channelOrderId, channelPackageId: null }
    expect(await shipping.arrange(session, [{ parcel: whole, choice: choiceOf('dropoff') }])).toMatchObject([
      { isDone: true },
    ])
    expect((await orderOf(channelOrderId))?.status).toBe('ready_to_ship')
  })

  test('tells by what lies where whether a split arrived that was not answered', async () => {
    const request = await two()
    await selling.loseAnswer('/api/v2/order/split_order')
    await expect(connector.splitting.split(selling.session, request)).rejects.toMatchObject({
      kind: 'try-later',
    })
    expect((await packed(request.channelOrderId)).map(({ lines }) => lines)).toEqual(request.parcels)
  })
})

describe('a parcel', () => {
  test('is handed over, gets its number, its label and its way', async () => {
    const { session } = selling
    const { shipping } = connector
    const parcel = await order()
    const options = await shipping.handoverOptions(session, parcel)
    expect(options).toMatchObject({ modes: ['pickup', 'dropoff'], needs: ['address', 'slot'], branches: [] })
    expect(options.pickupAddresses).toMatchObject([{ isDefault: true }])
    expect(await shipping.states(session, parcel.channelOrderId)).toMatchObject([
      {
        ...parcel,
        isPacked: true,
        isArranged: false,
        trackingNumber: null,
        channelStatus: 'LOGISTICS_READY',
      },
    ])
    // Not arranged yet: nothing can be printed, and saying so is no failure.
    expect(await shipping.labels(session, [parcel])).toEqual([
      { ...parcel, isReady: false, isRefused: false },
    ])
    const request = { parcel, choice: await pickup(parcel) }
    expect(await shipping.arrange(session, [request])).toEqual([
      { ...parcel, isDone: true, trackingNumber: null },
    ])
    expect((await orderOf(parcel.channelOrderId))?.status).toBe('ready_to_ship')
    expect(await shipping.arrange(session, [request])).toMatchObject([
      { isDone: false, channelCode: 'logistics.package_already_shipped', mayRepeat: false },
    ])
    await selling.passTime(21)
    const [state] = await shipping.states(session, parcel.channelOrderId)
    expect(state).toMatchObject({ isArranged: true, trackingNumber: expect.stringMatching(/^SPXMY\d+$/) })
    // Asked for, made, there.
    for (const [isReady, wait] of [
      [false, 1],
      [false, 6],
      [true, 0],
    ] as const) {
      const [label] = await shipping.labels(session, [parcel])
      expect(label).toMatchObject({ ...parcel, isReady })
      if (label?.isReady) {
        expect(label).toMatchObject({ file: { format: 'pdf' }, trackingNumber: state?.trackingNumber })
        const text = Buffer.from(label.file.bytes).toString('latin1')
        expect(text.startsWith('%PDF-')).toBe(true)
        expect(text).toContain(`(${state?.trackingNumber}) Tj`)
      }
      await selling.passTime(wait)
    }
    await advance(parcel.channelOrderId, 'pickup')
    expect(await shipping.labels(session, [parcel])).toMatchObject([
      { isRefused: true, channelCode: 'logistics.package_can_not_print' },
    ])
    const events = await shipping.track(session, parcel)
    expect(events.map(({ channelStatus }) => channelStatus)).toEqual(['PICKED_UP', 'ORDER_CREATED'])
  })

  test('of many has its label alone: one that cannot be printed spoils no other', async () => {
    const { session } = selling
    const { shipping } = connector
    const [ready, gone, unarranged] = [await order(), await order(), await order()]
    await shipping.arrange(session, [
      { parcel: ready, choice: choiceOf('dropoff') },
      { parcel: gone, choice: choiceOf('dropoff') },
    ])
    await selling.passTime(30)
    await advance(gone.channelOrderId, 'pickup')
    const nobody = { channelOrderId: '260101NOBODY00', channelPackageId: null }
    const asked = [ready, { ...gone, channelPackageId: null }, unarranged, nobody]
    await shipping.labels(session, asked)
    await selling.passTime(10)
    expect(await shipping.labels(session, asked)).toMatchObject([
      { isReady: true },
      { isReady: false, isRefused: true, channelCode: 'logistics.package_can_not_print' },
      { isReady: false, isRefused: false },
      { isReady: false, isRefused: true, channelCode: 'error_not_found' },
    ])
  })

  test('whose answer was lost stands arranged, and is not booked twice', async () => {
    const { session } = selling
    const parcel = await order()
    await selling.loseAnswer('/api/v2/logistics/ship_order')
    const request = { parcel, choice: choiceOf('dropoff') }
    expect((await refusal(connector.shipping.arrange(session, [request]))).kind).toBe('try-later')
    expect(await connector.shipping.states(session, parcel.channelOrderId)).toMatchObject([
      { isArranged: true },
    ])
  })

  test('that the courier missed is arranged again', async () => {
    const { session } = selling
    const parcel = await order()
    await connector.shipping.arrange(session, [{ parcel, choice: await pickup(parcel) }])
    await advance(parcel.channelOrderId, 'retry')
    expect(await connector.shipping.states(session, parcel.channelOrderId)).toMatchObject([
      { isArranged: false },
    ])
    expect(
      await connector.shipping.arrange(session, [{ parcel, choice: await pickup(parcel) }]),
    ).toMatchObject([{ isDone: true }])
    expect(await orderOf(parcel.channelOrderId)).toMatchObject({
      status: 'ready_to_ship',
      pickupFailed: false,
    })
  })

  test('goes with the seller’s own courier under the number that is told', async () => {
    const { session } = selling
    const parcel = await order('READY_TO_SHIP', 'Own')
    const options = await connector.shipping.handoverOptions(session, parcel)
    expect(options).toMatchObject({ modes: ['self'], needs: ['tracking-number'] })
    const [wrong] = await connector.shipping.arrange(session, [{ parcel, choice: choiceOf('dropoff') }])
    expect(wrong).toMatchObject({ isDone: false, channelCode: 'logistics.ship_order_unsupport_dropoff' })
    const own = choiceOf('self', { trackingNumber: 'MINE-7' })
    expect(await connector.shipping.arrange(session, [{ parcel, choice: own }])).toMatchObject([
      { isDone: true, trackingNumber: 'MINE-7' },
    ])
    expect(await orderOf(parcel.channelOrderId)).toMatchObject({
      status: 'shipped',
      packages: [{ trackingNumber: 'MINE-7' }],
    })
  })

  test('is left to be arranged again when the channel is busy, and nothing happened', async () => {
    const { session } = selling
    const parcel = await order()
    const body = JSON.stringify({ path: '/api/v2/logistics/ship_order', rate_limit: 1, count: 1 })
    await fetch(`${selling.sandbox.url}/_sandbox/faults`, { method: 'POST', body })
    const request = { parcel, choice: choiceOf('dropoff') }
    expect(await connector.shipping.arrange(session, [request])).toMatchObject([
      { isDone: false, mayRepeat: true },
    ])
    expect(await connector.shipping.arrange(session, [request])).toMatchObject([{ isDone: true }])
  })
})

describe('an order', () => {
  test('is called off for one of the reasons, as long as the courier has not got it', async () => {
    const { session } = selling
    const { cancelling } = connector
    const { channelOrderId } = await order()
    const at = async (id: string) =>
      cancelling.reasons(session, {
        channelOrderId: id,
        channelStatus: (await orderOf(id))?.channelStatus ?? '',
      })
    const reasons = await at(channelOrderId)
    expect(reasons.map(({ code }) => code)).toEqual([
      'out_of_stock',
      'buyer_changed_mind',
      'wrong_address',
      'other',
    ])
    for (const { code, channelReasonId, name } of reasons) {
      const one = await order()
      await cancelling.cancel(session, { channelOrderId: one.channelOrderId, channelReasonId })
      expect(await orderOf(one.channelOrderId)).toMatchObject({
        status: 'canceled',
        cancelInitiator: 'seller',
        cancelReason: code,
        cancelText: name,
      })
    }
    const shipped = await order('SHIPPED')
    expect(await at(shipped.channelOrderId)).toEqual([])
    const late = cancelling.cancel(session, {
      channelOrderId: shipped.channelOrderId,
      channelReasonId: 'CUSTOMER_REQUEST',
    })
    expect(await refusal(late)).toMatchObject({ kind: 'refused', channelCode: 'order.error_limit' })
  })

  test('that the buyer wants to call off is answered, or accepted when nobody does in time', async () => {
    const { session } = selling
    const { cancelling } = connector
    const [yes, no, silent] = [await order(), await order(), await order()]
    for (const { channelOrderId } of [yes, no, silent]) await advance(channelOrderId, 'request_cancel')
    const asked = await orderOf(yes.channelOrderId)
    expect(asked?.cancelDeadline?.getTime()).toBe((asked?.cancelRequestedAt?.getTime() ?? 0) + 2 * DAY * 1000)
    const { channelOrderId } = yes
    expect(await cancelling.reasons(session, { channelOrderId, channelStatus: 'IN_CANCEL' })).toEqual([])
    await cancelling.answer(session, { channelOrderId, isAccepted: true })
    await cancelling.answer(session, { channelOrderId: no.channelOrderId, isAccepted: false })
    expect(await orderOf(yes.channelOrderId)).toMatchObject({ status: 'canceled', cancelInitiator: 'buyer' })
    expect(await orderOf(no.channelOrderId)).toMatchObject({ status: 'pending', cancelRequestedAt: null })
    const again = cancelling.answer(session, { channelOrderId: no.channelOrderId, isAccepted: true })
    expect((await refusal(again)).channelCode).toBe('order.cancel_order_invalid_status')
    await selling.passTime(2 * DAY + 60)
    expect((await orderOf(silent.channelOrderId))?.status).toBe('canceled')
  })
})

async function returnOf(id: string): Promise<ReturnCase | undefined> {
  const to = new Date(selling.sandbox.clock.nowMs() + 1000)
  const period = { from: new Date(to.getTime() - 40 * DAY * 1000), to }
  let cursor: string | null = null
  do {
    const page = await connector.returns.list(selling.session, period, cursor)
    expect(page.failures).toEqual([])
    const found = page.items.find(({ channelReturnId }) => channelReturnId === id)
    if (found) return found
    cursor = page.nextCursor
  } while (cursor !== null)
  return undefined
}

describe('a return', () => {
  const ask = async (kind: 'refund' | 'return') => {
    const { channelOrderId } = await order('SHIPPED')
    await advance(channelOrderId, 'deliver')
    const made = await selling.control('returns', { order_sn: channelOrderId, kind, note: 'Cracked' })
    return { channelOrderId, id: String(made.id), refund: Number(made.refund) }
  }

  test('of goods is accepted, travels, is received and paid back', async () => {
    const { session } = selling
    const { channelOrderId, id, refund } = await ask('return')
    const asked = await returnOf(id)
    expect(asked).toMatchObject({
      channelOrderId,
      status: 'requested',
      kind: 'return',
      reason: 'Cracked',
      refund,
      lines: [{ quantity: 2, refund }],
    })
    expect(asked?.answerBy?.getTime()).toBe((asked?.requestedAt.getTime() ?? 0) + 2 * DAY * 1000)
    await connector.returns.answer(session, id, { decision: 'accept' })
    // Nobody is paid as long as the goods are not here.
    expect(await returnOf(id)).toMatchObject({ status: 'accepted' })
    expect((await orderOf(channelOrderId))?.payment.refund).toBe(0)
    await selling.control(`returns/${id}/advance`, { action: 'send' })
    expect(await returnOf(id)).toMatchObject({ status: 'in_transit', trackingNumber: `RN${id}` })
    await connector.returns.answer(session, id, { decision: 'received' })
    expect(await returnOf(id)).toMatchObject({ status: 'refunded', channelStatus: 'ACCEPTED' })
    expect(await orderOf(channelOrderId)).toMatchObject({ status: 'returned', payment: { refund } })
    const again = connector.returns.answer(session, id, { decision: 'received' })
    expect((await refusal(again)).channelCode).toBe('err_data')
    expect(await selling.oracle('returns')).toContainEqual(
      expect.objectContaining({ id, stage: 'refunded', refund }),
    )
  })

  test('of money alone is paid when it is accepted, or when nobody answers in time', async () => {
    const { session } = selling
    const [answered, silent] = [await ask('refund'), await ask('refund')]
    await connector.returns.answer(session, answered.id, { decision: 'accept' })
    expect(await returnOf(answered.id)).toMatchObject({ status: 'refunded', kind: 'refund' })
    await selling.passTime(3 * DAY)
    expect(await returnOf(silent.id)).toMatchObject({ status: 'refunded' })
  })

  test('is rejected with a reason and an address, and then the marketplace decides', async () => {
    const { session } = selling
    const { channelOrderId, id } = await ask('return')
    const wordless = connector.returns.answer(session, id, { decision: 'reject', reasonId: null, note: null })
    expect((await refusal(wordless)).fields.map(({ field }) => field)).toEqual(['reasonId', 'email'])
    const reject = (reasonId: string) =>
      connector.returns.answer(session, id, {
        decision: 'reject',
        reasonId,
        note: 'Nothing came back',
        email: 'seller@example.test',
      })
    // A reason that wants pictures, which are the seller's to give on the marketplace's own page.
    expect((await refusal(reject('50'))).channelCode).toBe('dispute.request.param.error')
    await reject('1')
    expect(await returnOf(id)).toMatchObject({ status: 'disputed', channelStatus: 'SELLER_DISPUTE' })
    await selling.control(`returns/${id}/advance`, { action: 'close' })
    expect(await returnOf(id)).toMatchObject({ status: 'closed' })
    expect(await orderOf(channelOrderId)).toMatchObject({ channelStatus: 'COMPLETED', status: 'delivered' })
  })
})

test('settlements are the marketplace’s own sums, to the cent, some days after the completion', async () => {
  type Truth = {
    order_sn: string
    released_at: number
    escrow: number
    adjustment: number
    payout: number
    terms: Record<string, number>
  }
  await selling.control('load', { source: 'retail' })
  await selling.passTime(4 * DAY)
  const truth = new Map((await selling.oracle<Truth>('settlements')).map((row) => [row.order_sn, row]))
  expect(truth.size).toBeGreaterThan(120)
  expect([...truth.values()].some(({ adjustment }) => adjustment !== 0)).toBe(true)
  expect([...truth.values()].some(({ terms }) => (terms['seller_return_refund'] ?? 0) < 0)).toBe(true)
  const read: Settlement[] = []
  const period = { from: new Date(0), to: new Date(selling.sandbox.clock.nowMs()) }
  for (let cursor: string | null = null; ;) {
    const page = await connector.settlements.list(selling.session, period, cursor)
    expect(page.failures).toEqual([])
    read.push(...page.items)
    cursor = page.nextCursor
    if (cursor === null) break
  }
  expect(read).toHaveLength(truth.size)
  for (const {
    channelOrderId,
    settledAt,
    amount,
    revenue,
    shipping,
    fees,
    taxes,
    refund,
    adjustment,
  } of read) {
    const row = truth.get(channelOrderId)
    expect(amount, channelOrderId).toBe(row?.payout)
    expect(adjustment).toBe(row?.adjustment)
    expect(settledAt.getTime()).toBe((row?.released_at ?? 0) * 1000)
    const charged = [...fees, ...taxes].reduce((sum, part) => sum + part.amount, 0)
    expect(revenue + shipping - charged - refund + adjustment).toBe(amount)
    // Every term of the sandbox's is one that the connector knows by name.
    expect(fees.map(({ code }) => code)).not.toContain('other')
    expect(refund).toBe(Math.abs(row?.terms['seller_return_refund'] ?? 0))
  }
})
