import { expect, test } from 'vitest'
import { actualReceiveValue, expectedReceiveValue, orderValue, type OrderPayment } from './order.ts'
import { settledPayment, type Settlement } from './settlement.ts'

/** The same numbers for the same seed. */
function numbers(seed: number): (most: number) => number {
  let state = seed
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
}

function anyPayment(upTo: (most: number) => number): OrderPayment {
  const fee = upTo(900)
  return {
    subTotal: upTo(100_000),
    sellerDiscount: upTo(3000),
    platformDiscount: upTo(3000),
    coins: upTo(500),
    shippingFee: upTo(1500),
    tax: upTo(2) * upTo(400),
    platformFee: fee,
    fees: [{ code: 'other', amount: fee }],
    shippingCost: upTo(2500) - 800,
    refund: upTo(2) * upTo(4000),
    settled: null,
  }
}

function anySettlement(upTo: (most: number) => number): Settlement {
  const part = (code: string) => ({ code, amount: upTo(800) - 100 })
  const fees = ['commission', 'service', 'other'].slice(upTo(3)).map(part)
  const taxes = upTo(2) === 0 ? [] : [part('sst')]
  const [revenue, shipping, refund] = [upTo(90_000), upTo(1200) - 900, upTo(2) * upTo(5000)]
  const adjustment = upTo(3) === 0 ? upTo(400) - 200 : 0
  const charged = [...fees, ...taxes].reduce((sum, { amount }) => sum + amount, 0)
  return {
    channelOrderId: '1',
    currency: 'MYR',
    settledAt: new Date(0),
    amount: revenue + shipping - charged - refund + adjustment,
    revenue,
    shipping,
    fees,
    taxes,
    refund,
    adjustment,
  }
}

test('whatever was expected and whatever is settled, the parts add up to what is received, to the cent', () => {
  for (let seed = 1; seed <= 2000; seed++) {
    const upTo = numbers(seed)
    const [payment, settlement] = [anyPayment(upTo), anySettlement(upTo)]
    const settled = settledPayment(payment, settlement)
    expect(actualReceiveValue(settled), `seed ${seed}`).toBe(settlement.amount)
    expect(expectedReceiveValue(settled), `seed ${seed}`).toBe(settlement.amount)
    expect(settled.fees.reduce((sum, { amount }) => sum + amount, 0)).toBe(settled.platformFee)
    // A settlement doesn't change the amount that the buyer paid.
    expect(orderValue(settled)).toBe(orderValue(payment))
    for (const { code, amount } of [...settlement.fees, ...settlement.taxes])
      if (code !== 'other') expect(settled.fees).toContainEqual({ code, amount })
  }
})

test('is the same when the same settlement is laid over it once more', () => {
  const upTo = numbers(7)
  const [payment, settlement] = [anyPayment(upTo), anySettlement(upTo)]
  const once = settledPayment(payment, settlement)
  expect(settledPayment(once, settlement)).toEqual(once)
})
