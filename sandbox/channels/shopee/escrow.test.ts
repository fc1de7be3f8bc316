import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MY, startLinked, VN, type Client } from './sign-call.ts'
import { escrowOf } from './escrow.ts'
import { startSandbox } from '../../server.ts'
import { createClock } from '../../kit/clock.ts'
import type { Order, OrderStatus } from './types.ts'

const NOW_MS = Date.UTC(2026, 0, 15, 4)
let client: Client

beforeAll(async () => {
  client = await startLinked({ load: 'retail', clock: createClock(() => NOW_MS) })
})
afterAll(() => client.sandbox.close())

const orders = (): Order[] =>
  [...client.sandbox.shopee.shops.keys()].flatMap((id) => client.sandbox.shopee.book.all(id))

describe('the retail sample', () => {
  it('is there, split over the shops', () => {
    const { book } = client.sandbox.shopee
    expect([...client.sandbox.shopee.shops.keys()].map((id) => book.count(id))).toEqual([3178, 1578, 111])
  })

  it('ends now, with statuses that fit the age', () => {
    const now = NOW_MS / 1000
    expect(Math.max(...orders().map((order) => order.createTime))).toBe(now)
    const older = (days: number) => orders().filter((order) => order.createTime < now - days * 86_400)
    expect(new Set(older(25).map((order) => order.status))).toEqual(new Set(['COMPLETED', 'CANCELLED']))
    const today = orders().filter((order) => order.createTime > now - 86_400)
    for (const { status } of today)
      expect(['TO_CONFIRM_RECEIVE', 'TO_RETURN', 'COMPLETED']).not.toContain(status)
    expect(orders().every((order) => order.updateTime <= now && order.updateTime >= order.createTime)).toBe(
      true,
    )
  })

  it('leaves the Malaysian shop a day of work of every kind', () => {
    const { book } = client.sandbox.shopee
    const now = NOW_MS / 1000
    const count = (status: OrderStatus): number => book.inStatus(MY, status).size
    const isWithin = (value: number, least: number, most: number): void => {
      expect(value).toBeGreaterThanOrEqual(least)
      expect(value).toBeLessThanOrEqual(most)
    }
    expect(book.all(MY).filter((order) => order.createTime > now - 2 * 86_400).length).toBeGreaterThan(120)
    isWithin(count('UNPAID'), 5, 10)
    isWithin(count('READY_TO_SHIP'), 40, 60)
    isWithin(count('PROCESSED'), 20, 30)
    isWithin(count('RETRY_SHIP'), 1, 2)
    isWithin(count('IN_CANCEL'), 2, 6)
    isWithin(count('TO_RETURN'), 3, 12)
    const hoursLeft = [...book.inStatus(MY, 'READY_TO_SHIP')].map(
      (order) => (order.payTime + order.daysToShip * 86_400 - now) / 3_600,
    )
    expect(Math.min(...hoursLeft)).toBeLessThan(0)
    expect(Math.max(...hoursLeft)).toBeGreaterThan(46)
    for (const hours of [12, 24, 36])
      expect(hoursLeft.some((left) => left > hours - 12 && left <= hours)).toBe(true)
  })

  it('has returns in progress, paid back ones, and ones that were closed either way', () => {
    const returns = orders().filter((order) => order.returnTime > 0)
    const kinds = new Set(returns.map((order) => `${order.status} ${order.money.refund < 0}`))
    expect(kinds).toEqual(new Set(['TO_RETURN false', 'TO_RETURN true', 'COMPLETED true', 'COMPLETED false']))
    for (const order of returns) {
      expect(escrowOf(order)['return_order_sn_list']).toEqual([`${order.sn}R`])
      expect(order.returnTime).toBeGreaterThan(order.deliverTime)
    }
  })

  it('has cash on delivery, vouchers and coins in the shares of the region', () => {
    const share = (shopId: number, of: (order: Order) => boolean): number => {
      const all = client.sandbox.shopee.book.all(shopId)
      return all.filter(of).length / all.length
    }
    expect(share(MY, (order) => order.cod)).toBeCloseTo(0.2, 1)
    expect(share(VN, (order) => order.cod)).toBeCloseTo(0.45, 1)
    expect(share(MY, (order) => order.money.coins > 0)).toBeGreaterThan(0.15)
    expect(share(VN, (order) => order.lines.some((line) => line.price % 1_000 !== 0))).toBe(0)
  })

  it('is the same again for the same moment', async () => {
    const fingerprint = (list: readonly Order[]): string =>
      createHash('sha256')
        .update(JSON.stringify(list.map((order) => ({ ...order, shop: order.shop.id }))))
        .digest('hex')
    const again = await startSandbox({ clock: createClock(() => NOW_MS) })
    const other = [...again.shopee.shops.keys()].flatMap((id) => again.shopee.book.all(id))
    expect(fingerprint(other)).toBe(fingerprint(orders()))
    await again.close()
  })

  it("gives a customer one buyer id, and everybody an address in the shop's country", () => {
    for (const order of orders()) expect(order.buyer.address.region).toBe(order.shop.region)
    const names = new Map(orders().map((order) => [order.buyerId, order.buyer.username]))
    for (const order of orders()) expect(names.get(order.buyerId)).toBe(order.buyer.username)
    expect(names.size).toBeLessThan(orders().length)
  })
})

describe('the escrow', () => {
  const PLUS = [
    'original_cost_of_goods_sold',
    'shopee_discount',
    'buyer_paid_shipping_fee',
    'shopee_shipping_rebate',
    'shipping_fee_discount_from_3pl',
    'seller_return_refund',
  ]
  const MINUS = [
    'original_shopee_discount',
    'voucher_from_seller',
    'seller_coin_cash_back',
    'actual_shipping_fee',
    'reverse_shipping_fee',
    'commission_fee',
    'service_fee',
    'seller_transaction_fee',
    'campaign_fee',
    'order_ams_commission_fee',
    'seller_order_processing_fee',
    'escrow_tax',
    'withholding_tax',
  ]

  it('adds up for every order of the sample, to the cent', () => {
    for (const order of orders()) {
      const income = escrowOf(order)['order_income'] as Record<string, number>
      const cents = (name: string): number => Math.round((income[name] ?? NaN) * order.shop.scale)
      const sum =
        PLUS.reduce((total, name) => total + cents(name), 0) -
        MINUS.reduce((total, name) => total + cents(name), 0)
      expect(cents('escrow_amount'), order.sn).toBe(sum)
    }
  })

  it('says what was taken, in the money of the shop', () => {
    for (const order of orders()
      .filter((each) => each.status === 'COMPLETED' && each.money.refund === 0)
      .slice(0, 200)) {
      const { money, shop } = order
      expect(escrowOf(order)['order_income']).toMatchObject({
        commission_fee: money.commission / shop.scale,
        service_fee: money.service / shop.scale,
        seller_transaction_fee: money.transaction / shop.scale,
        withholding_tax: money.withholding / shop.scale,
        coins: money.coins / shop.scale,
        voucher_from_shopee: money.shopeeVoucher / shop.scale,
      })
      expect(money.commission).toBe(Math.round((money.discounted - money.sellerVoucher) * 0.0648))
    }
  })

  it('comes one by one and in batches', async () => {
    const [first, second] = client.sandbox.shopee.book.all(MY)
    if (!first || !second) throw new Error('no orders')
    const one = await client.get('payment/get_escrow_detail', { order_sn: first.sn })
    expect(one.response).toEqual(escrowOf(first))
    const batch = await client.post('payment/get_escrow_detail_batch', {
      order_sn_list: [first.sn, second.sn],
    })
    expect(batch.response).toEqual([{ escrow_detail: escrowOf(first) }, { escrow_detail: escrowOf(second) }])
    expect(await client.get('payment/get_escrow_detail', { order_sn: 'X' })).toMatchObject({
      error: 'error_not_found',
    })
  })
})
