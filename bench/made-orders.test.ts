import { describe, expect, it } from 'vitest'
import { createRandom, madeShops, makeBuyer, makeOrder, shopOf } from './made-orders.ts'

const series = { seed: 3, count: 4000, until: new Date('2026-11-30T12:00:00Z') }
const orders = Array.from({ length: series.count }, (_, at) => makeOrder(series, at))
const dayMs = 86_400_000
const sum = (amounts: number[]) => amounts.reduce((all, one) => all + one, 0)

describe('numbers by chance', () => {
  it('come again from the same seed, and differ from another one', () => {
    const draw = (seed: number) => {
      const random = createRandom(seed)
      return Array.from({ length: 20 }, () => random.next())
    }
    expect(draw(7)).toEqual(draw(7))
    expect(draw(7)).not.toEqual(draw(8))
  })

  it.each([1, 2, 10, 1000])('below %d reach all that they may and nothing more', (limit) => {
    const random = createRandom(limit)
    const drawn = Array.from({ length: limit * 40 }, () => random.below(limit))
    expect([Math.min(...drawn), Math.max(...drawn)]).toEqual([0, limit - 1])
  })

  it.each([
    [0, 0],
    [0.2, 200],
    [1, 1000],
  ])('happen as often as they shall: %d', (share, expected) => {
    const random = createRandom(11)
    const happened = Array.from({ length: 1000 }, () => random.chance(share)).filter(Boolean).length
    expect(Math.abs(happened - expected)).toBeLessThan(50)
  })
})

describe('orders that are made up', () => {
  it.each([0, 1, 1999, 3999])('number %d is made again without the others', (at) => {
    expect(makeOrder(series, at)).toEqual(orders[at])
  })

  it('differ with the seed', () => {
    expect(makeOrder({ ...series, seed: 4 }, 5)).not.toEqual(orders[5])
  })

  it('have each a number, and each parcel a tracking number of its own', () => {
    const tracking = orders.flatMap(({ packages }) => packages.flatMap((one) => one.trackingNumber ?? []))
    expect(new Set(orders.map((order) => order.channelOrderId)).size).toBe(orders.length)
    expect(new Set(tracking).size).toBe(tracking.length)
    expect(tracking.length).toBeGreaterThan(1000)
  })

  it('come in the order of their days, the last ones on the last day', () => {
    const days = orders.map(({ placedAt }) => Math.floor(placedAt.getTime() / dayMs))
    expect(days.slice(0, -1).every((day, at) => day <= (days[at + 1] ?? 0) + 1)).toBe(true)
    expect(series.until.getTime() - (orders.at(-1)?.placedAt.getTime() ?? 0)).toBeLessThan(dayMs)
    expect((days.at(-1) ?? 0) - (days[0] ?? 0)).toBeGreaterThan(700)
  })

  it('know nothing of the future, and nothing before they were placed', () => {
    for (const order of orders) {
      const { placedAt, changedAt, paidAt, completedAt, cancelRequestedAt, shippedAt, deliveredAt } = order
      for (const at of [changedAt, paidAt, completedAt, cancelRequestedAt, shippedAt, deliveredAt])
        if (at) expect(at >= placedAt && at <= series.until).toBe(true)
    }
  })

  it('leave before they arrive, and only where their status says so', () => {
    for (const { status, shippedAt, deliveredAt } of orders) {
      const hasLeft = ['shipped', 'delivered', 'returned', 'failed'].includes(status)
      expect([shippedAt !== undefined, deliveredAt !== undefined]).toEqual([hasLeft, status === 'delivered'])
      if (shippedAt && deliveredAt) expect(deliveredAt.getTime()).toBeGreaterThan(shippedAt.getTime())
    }
  })

  it('are placed on whole seconds, as channels tell them', () => {
    expect(orders.filter(({ placedAt }) => placedAt.getMilliseconds() !== 0)).toEqual([])
  })

  it('add up: lines to the sum, fees to the fee, all of it to the payout', () => {
    for (const { lines, payment, status } of orders) {
      const { subTotal, sellerDiscount, shippingFee, platformFee, fees, settled } = payment
      expect(sum(lines.map(({ total }) => total))).toBe(subTotal)
      expect(sum(fees.map(({ amount }) => amount))).toBe(platformFee)
      if (status === 'delivered') expect(settled).toBe(subTotal - sellerDiscount + shippingFee - platformFee)
      else expect(settled).toBeNull()
    }
  })

  it('have each listing in one line, in whole pieces and whole amounts', () => {
    for (const { lines } of orders) {
      expect(new Set(lines.map(({ shopSku }) => shopSku)).size).toBe(lines.length)
      for (const { quantity, total } of lines)
        expect([quantity, total].every((figure) => Number.isInteger(figure) && figure > 0)).toBe(true)
    }
  })

  it('are only sent, and only pick up a number, once they are paid', () => {
    for (const { status, paidAt, shipBy, packages } of orders) {
      expect([packages.length, shipBy !== null]).toEqual([paidAt ? 1 : 0, paidAt !== null])
      if (['shipped', 'delivered', 'returned', 'failed'].includes(status))
        expect(packages[0]?.trackingNumber).toMatch(/^SPX(?:MY|VN|SG)\d{11,}$/)
      if (['unpaid', 'pending', 'confirmed'].includes(status))
        expect(packages[0]?.trackingNumber ?? null).toBeNull()
    }
  })

  it('give a reason and somebody who canceled, and only then', () => {
    for (const { status, cancelReason, cancelInitiator } of orders)
      expect([cancelReason !== null, cancelInitiator !== null]).toEqual(
        Array(2).fill(status === 'canceled') as boolean[],
      )
  })

  it('have mostly ended when they are old, and mostly wait for the seller when they are of today', () => {
    const isOpen = ({ status }: (typeof orders)[number]) => !/delivered|canceled|returned|failed/.test(status)
    const recent = Array.from({ length: 400 }, (_, at) =>
      makeOrder({ ...series, count: 400_000 }, 399_600 + at),
    )
    expect(orders.slice(0, 3000).filter(isOpen).length).toBeLessThan(30)
    expect(recent.filter(isOpen).length).toBeGreaterThan(300)
  })

  it('are shared out among the shops by their weights', () => {
    const counts = madeShops.map(() => 0)
    for (let at = 0; at < 20_000; at++) {
      const shop = shopOf(series, at)
      counts[shop] = (counts[shop] ?? 0) + 1
    }
    for (const [at, { weight }] of madeShops.entries())
      expect(Math.abs((counts[at] ?? 0) / 20_000 - weight)).toBeLessThan(0.015)
  })

  it('are in the currency and the country of their shop', () => {
    for (const [at, order] of orders.entries()) {
      const shop = madeShops[shopOf(series, at)]
      expect([order.currency, order.address?.country]).toEqual([shop?.currency, shop?.region])
    }
  })

  it('have buyers who come again, by one name, and never in two shops', () => {
    const names = new Map<string, Set<string>>()
    for (const { buyer, address } of orders) {
      const known = names.get(buyer?.channelBuyerId ?? '') ?? new Set()
      names.set(buyer?.channelBuyerId ?? '', known.add(address?.name ?? ''))
    }
    expect(names.size).toBeLessThan(orders.length / 2)
    expect([...names.values()].filter((known) => known.size > 1)).toEqual([])
  })
})

describe('buyers that are made up', () => {
  it.each(madeShops.map((shop) => [shop.name, shop] as const))('of %s have names and numbers', (_, shop) => {
    const buyers = Array.from({ length: 300 }, (_each, at) => makeBuyer(shop, at))
    expect(new Set(buyers.map(({ id }) => id)).size).toBe(300)
    expect(buyers.filter(({ name }) => name.includes('undefined') || name.trim() !== name)).toEqual([])
    expect(buyers.filter(({ phone }) => !/^\d{10,11}$/.test(phone))).toEqual([])
    expect(new Set(buyers.map(({ kind }) => kind)).size).toBeGreaterThan(3)
    expect(buyers[17]).toEqual(makeBuyer(shop, 17))
  })
})
