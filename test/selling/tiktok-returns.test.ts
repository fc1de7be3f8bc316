/** Returns and settlements over real HTTP, connector against marketplace. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Returns } from '../../connectors/returns.ts'
import type { Settlements } from '../../connectors/settlements.ts'
import type { ReturnCase } from '../../model/return-case.ts'
import type { Settlement } from '../../model/settlement.ts'
import { startSelling, type Selling } from '../steps/selling-session.ts'
import { tiktokSales } from '../steps/tiktok-sales.ts'

const shopId = '7494726673780148744'
const day = 24 * 3_600

let selling: Selling
let returns: Returns
let settlements: Settlements

beforeEach(async () => {
  selling = await startSelling('tiktok', shopId)
  ;({ returns, settlements } = selling.connector as Required<typeof selling.connector>)
})
afterEach(() => selling.close())

const { sell, truthOf, arrived } = tiktokSales(() => ({ selling, shopId }))

describe('returns', () => {
  const listed = async (): Promise<ReturnCase[]> => {
    const to = selling.session.now()
    const found: ReturnCase[] = []
    let cursor: string | null = null
    do {
      const period = { from: new Date(to.getTime() - 90 * day * 1000), to }
      const page = await returns.list(selling.session, period, cursor)
      expect(page.failures).toEqual([])
      found.push(...page.items)
      cursor = page.nextCursor
    } while (cursor !== null)
    return found
  }
  const ask = async (action: object) =>
    selling.control<{ return_id: string; refund: number }>('returns', action)
  const step = (id: string, action: string) => selling.control(`returns/${id}/advance`, { action })

  it('go from the action to the money, and the oracle agrees at each step', async () => {
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
    expect(await listed()).toMatchObject([
      { status: 'in_transit', trackingNumber: expect.stringMatching(/^JXR/) as unknown },
    ])
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
    const action = { order_id: ids[0], kind: 'refund' }
    const { return_id: id } = await selling.control<{ return_id: string }>('returns', action)
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
      for (const one of page.items) {
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
    const { items: orders } = await selling.connector.orders!.get(selling.session, ids)
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
    expect(page).toEqual({ items: [], failures: [], nextCursor: null })
    expect(await selling.oracle('settlements')).toEqual([])
  })
})
