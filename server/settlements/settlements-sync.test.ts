/** Sync of the marketplaces' payouts, over a real console, a real database and the sandbox: every order, to the cent. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fromMinor } from '../../model/money.ts'
import {
  linkShop,
  startTestConsole,
  until,
  type Account,
  type TestConsole,
} from '../../test/start-test-console.ts'
import { addShop, noPayment, orderOf, putOrders } from '../../test/steps/stored-orders.ts'
import { saveSettlements } from './settlement-store.ts'

const channels = {
  shopee: { code: 'shopee', id: 2, shop: 727720655 },
  lazada: { code: 'lazada', id: 1, shop: 100190015 },
  tiktok: { code: 'tiktok', id: 5, shop: '7494726673780148744' },
} as const
type Code = keyof typeof channels

let running: TestConsole
let seller: Account

beforeEach(async () => {
  running = await startTestConsole()
  seller = await running.signUp('seller')
})
afterEach(() => running.stop())

type Truth = { order_id?: string; order_sn?: string; amount?: number; payout?: number }

async function paidOut(code: Code): Promise<Map<string, number>> {
  const url = `${running.sandbox.url}/_sandbox/oracle/${code}/settlements?shop_id=${channels[code].shop}`
  const lines = (await (await fetch(url)).text()).split('\n').filter(Boolean)
  const truths = lines.map((line) => JSON.parse(line) as Truth)
  return new Map(
    truths.map((one) => [one.order_id ?? one.order_sn ?? '', one.amount ?? one.payout ?? Number.NaN]),
  )
}

type Payment = {
  order_value: number
  platform_discount: number
  shopee_coins: number
  platform_fee: number
  fees: { amount: number }[]
  shipping_cost: number
  refund_value: number
  actual_receive_value: number
  is_settled: boolean
  settled_at: string | null
}

describe('what a marketplace paid out', () => {
  it.each(['shopee', 'lazada', 'tiktok'] as const)(
    'of %s arrives for every order, and its parts add up',
    async (code) => {
      const { shop } = channels[code]
      await running.control('generate', { shop_id: shop, orders: 60, days: 25 }, code)
      const truth = await paidOut(code)
      expect(truth.size).toBeGreaterThan(3)
      const shopId = await linkShop(running.sandbox.url, seller, shop, channels[code])
      const rows = await until('the orders', async () => {
        const list = await seller.call('GET /orders/filter?limit=100')
        const found = list.at<{ id: number; code: string; currency: string }[]>('data')
        return found.length >= 60 && found
      })
      let settled = 0
      for (const row of rows) {
        const amount = truth.get(row.code)
        if (amount === undefined) continue
        const payment = await until(`the settlement of ${row.code}`, async () => {
          const order = await seller.call(`GET /orders/${row.id}`)
          const one = order.at<Payment>('data.payment')
          return one.settled_at !== null && one
        })
        const expected = fromMinor(amount, row.currency as 'MYR')
        expect([row.code, payment.actual_receive_value, payment.is_settled]).toEqual([
          row.code,
          expected,
          true,
        ])
        const parts =
          payment.order_value +
          payment.platform_discount +
          payment.shopee_coins -
          payment.platform_fee -
          payment.shipping_cost -
          payment.refund_value
        expect(Math.round(parts * 100), row.code).toBe(Math.round(expected * 100))
        const fees = payment.fees.reduce((sum, fee) => sum + fee.amount, 0)
        expect(Math.round(fees * 100), row.code).toBe(Math.round(payment.platform_fee * 100))
        settled++
      }
      expect(settled).toBeGreaterThan(3)
      // It rests until somebody asks, and then it looks again.
      const state = await seller.call('GET /dashboard/sync-percent')
      expect(state.at<{ type: string; shop_id: number }[]>('data.shops')).toContainEqual(
        expect.objectContaining({ type: 'settlement', shop_id: shopId, percent: 100 }),
      )
    },
    60_000,
  )
})

describe('a settlement', () => {
  const settlementOf = (channelOrderId: string, amount: number, settledAt: string) => ({
    channelOrderId,
    currency: 'MYR' as const,
    settledAt: new Date(settledAt),
    amount,
    revenue: amount,
    shipping: 0,
    fees: [],
    taxes: [],
    refund: 0,
    adjustment: 0,
  })

  it('waits for its order, is replaced by a later one and not by an earlier, and is told once', async () => {
    const { ownerId } = seller
    const shopId = await addShop(running, ownerId, 'paid')
    const save = (amount: number, at: string) =>
      running.db.asOwner(ownerId, (tx) =>
        saveSettlements(tx, { ownerId, shopId }, [settlementOf('EARLY', amount, at)]),
      )
    expect(await save(900, '2026-03-10T00:00:00Z')).toEqual({
      created: 1,
      changed: 1,
      orderIds: [],
      differing: [],
    })
    const { created } = await putOrders(running, ownerId, shopId, [
      orderOf({ channelOrderId: 'EARLY', status: 'delivered', payment: { ...noPayment, subTotal: 1000 } }),
    ])
    const received = async () =>
      (await seller.call(`GET /orders/${created[0]}`)).at('data.payment.actual_receive_value')
    expect(await received()).toBe(9)
    expect(await save(900, '2026-03-10T00:00:00Z')).toEqual({
      created: 0,
      changed: 0,
      orderIds: [],
      differing: [],
    })
    // Less than the goods brought in, and the channel does not say for what.
    expect(await save(700, '2026-03-11T00:00:00Z')).toEqual({
      created: 0,
      changed: 1,
      orderIds: created,
      differing: created,
    })
    expect(await save(800, '2026-03-10T00:00:00Z')).toEqual({
      created: 0,
      changed: 0,
      orderIds: [],
      differing: [],
    })
    expect(await received()).toBe(7)
    expect(await save(1000, '2026-03-12T00:00:00Z')).toEqual({
      created: 0,
      changed: 1,
      orderIds: created,
      differing: [],
    })
  })

  it('is seen by nobody without the right to see payments', async () => {
    const { ownerId } = seller
    const shopId = await addShop(running, ownerId, 'hidden')
    const { created } = await putOrders(running, ownerId, shopId, [orderOf({ channelOrderId: 'HIDDEN' })])
    await running.db.asOwner(ownerId, (tx) =>
      saveSettlements(tx, { ownerId, shopId }, [settlementOf('HIDDEN', 900, '2026-03-10T00:00:00Z')]),
    )
    const packer = await running.addStaff(ownerId, { email: 'packer@example.test', role: 'operator' })
    expect((await packer.call(`GET /orders/${created[0]}`)).at('data.payment')).toBeNull()
  })
})
