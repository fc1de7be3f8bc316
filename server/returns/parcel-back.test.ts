/** Parcels that come back although nobody asked for a return: asked about once, and no piece is lost or found. */
import { describe, expect, it } from 'vitest'
import type { OrderStatus } from '../../model/order-status.ts'
import { ledgerErrors, noErrors } from '../../test/steps/oracle.ts'
import { lineOf, orderOf, pick, putOrders, seeded } from '../../test/steps/stored-orders.ts'
import { putReturns, returnOf } from '../../test/steps/stored-returns.ts'
import {
  admin,
  before,
  count,
  figures,
  keepInStep,
  keepTwoShops,
  pushes,
  run,
  running,
  sell,
  seller,
  shops,
} from '../../test/steps/two-shops.ts'

keepTwoShops()

async function idOf(order: string): Promise<number> {
  const found = await seller.call(`GET /orders/search?keyword=${run}-${order}`)
  return found.at<number>('data.0.id')
}

const parcelOf = async (order: string) =>
  (await seller.call(`GET /orders/${await idOf(order)}`)).at('data.parcel_back')

const takeBack = async (order: string, restock: number, writeOff = 0, note?: string) =>
  seller.call(`POST /orders/${await idOf(order)}/take-back`, {
    lines: [{ position: 0, restock, write_off: writeOff }],
    ...(note === undefined ? {} : { note }),
  })

/** Reports as own couriers and marketplaces do: the delivery failed, then the parcel is back. */
async function bringBack(order: string, quantity = 1): Promise<void> {
  for (const status of ['shipped', 'failed', 'returned'] as const) await sell(order, status, quantity)
}

const askedBack = (order: string, more: Parameters<typeof returnOf>[0] | object = {}) =>
  putReturns(running, seller.ownerId, shops[0], [
    returnOf({ channelReturnId: `R-${run}-${order}`, channelOrderId: `${run}-${order}`, ...more }),
  ])

describe('a parcel that came back by itself', () => {
  it('is asked about once: what goes on the shelf is sold again everywhere, what is written off is not', async () => {
    await count(20)
    await keepInStep(shops[1])
    await bringBack('a', 3)
    expect(await figures()).toEqual([17, 0])
    expect(await parcelOf('a')).toMatchObject({ received: null, may_receive: true, lines: [{ quantity: 3 }] })
    const taken = await takeBack('a', 2, 1, 'Wet')
    expect(taken.at('data')).toMatchObject({
      received: { by: expect.any(String), note: 'Wet' },
      may_receive: false,
      lines: [{ position: 0, restocked: 2, written_off: 1 }],
    })
    expect(await figures()).toEqual([19, 0])
    expect((await pushes()).map(({ target }) => target)).toEqual([19, 19])
    expect(await parcelOf('a')).toEqual(taken.at('data'))
    const history = await seller.call(`GET /orders/${await idOf('a')}/history`)
    expect(history.at('data.0')).toMatchObject({ event: 'goods_received', note: 'Wet' })
    const { rows } = await admin.query<{ kind: string; reason: string | null }>(
      `select kind, reason from stock_movements where order_id = $1 and kind in ('return', 'write_off') order by id`,
      [await idOf('a')],
    )
    expect(rows).toEqual([
      { kind: 'return', reason: null },
      { kind: 'write_off', reason: 'Wet' },
    ])
  })

  it('is taken in once, also when five people press at once, and not otherwise afterwards', async () => {
    await count(20)
    await bringBack('a', 3)
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => takeBack('a', 2, 1)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const other = await takeBack('a', 3)
    expect([other.status, other.at('code')]).toEqual([409, 'return_received'])
    await sell('a', 'returned', 3)
    expect(await figures()).toEqual([19, 0])
  })

  it('brings no more than was sold, and something', async () => {
    await count(20)
    await bringBack('a', 2)
    for (const [restock, writeOff] of [
      [3, 0],
      [2, 1],
      [0, 0],
    ] as const)
      expect([restock, (await takeBack('a', restock, writeOff)).status]).toEqual([restock, 422])
    expect(await figures()).toEqual([18, 0])
  })

  it.each(['failed', 'canceled'] as const)(
    'is taken in of an order that its channel leaves %s, and not again once it is told to be back',
    async (status) => {
      await count(20)
      await keepInStep(shops[1])
      await sell('a', 'shipped', 3)
      await sell('a', status, 3)
      expect(await parcelOf('a')).toMatchObject({
        received: null,
        may_receive: true,
        lines: [{ quantity: 3 }],
      })
      expect((await takeBack('a', 2, 1)).status).toBe(200)
      expect(await figures()).toEqual([19, 0])
      expect((await pushes()).map(({ target }) => target)).toEqual([19, 19])
      await sell('a', 'returned', 3)
      expect(await parcelOf('a')).toMatchObject({
        may_receive: false,
        lines: [{ restocked: 2, written_off: 1 }],
      })
      expect(await figures()).toEqual([19, 0])
    },
  )

  it.each(['shipped', 'delivered', 'ready_to_ship'] as const)(
    'that is %s again after all takes what was taken in off the shelf once more, once',
    async (status) => {
      await count(20)
      await keepInStep(shops[1])
      await sell('a', 'shipped', 3)
      await sell('a', 'failed', 3)
      await takeBack('a', 2, 1)
      expect(await figures()).toEqual([19, 0])
      await sell('a', status, 3)
      // Two of the shelf and one for what was written off; what waits to be sent lies there still.
      const sent: [number, number] = status === 'ready_to_ship' ? [19, 3] : [16, 0]
      expect(await figures()).toEqual(sent)
      expect((await pushes()).map(({ target }) => target)).toEqual([16, 16])
      await sell('a', status, 3)
      expect(await figures()).toEqual(sent)
      await sell('a', 'delivered', 3)
      expect(await figures()).toEqual([16, 0])
    },
  )

  it('is asked about again when it comes back once more, and leaves alone what never came', async () => {
    await count(20)
    await sell('a', 'shipped', 3)
    await sell('a', 'failed', 3)
    await takeBack('a', 1)
    await sell('a', 'shipped', 3)
    expect(await figures()).toEqual([17, 0])
    await sell('a', 'failed', 3)
    expect(await parcelOf('a')).toMatchObject({
      received: null,
      may_receive: true,
      lines: [{ restocked: 0 }],
    })
    expect((await takeBack('a', 3)).status).toBe(200)
    await sell('a', 'failed', 3)
    expect(await figures()).toEqual([20, 0])
    await sell('a', 'delivered', 3)
    // A later return of its buyer is of all that was sold, also of what had come back before.
    await askedBack('a', { status: 'in_transit', lines: [{ shopSku: '100_1', quantity: 3, refund: 3000 }] })
    const { rows } = await admin.query<{ id: string }>(
      'select id from return_cases where channel_return_id = $1',
      [`R-${run}-a`],
    )
    const received = await seller.call(`POST /returns/${rows[0]?.id}/receive`, {
      lines: [{ position: 0, restock: 3, write_off: 0 }],
    })
    expect(received.status).toBe(200)
    expect(await figures()).toEqual([20, 0])
  })

  it('that had left before the first count takes off what was taken in, when it goes out again', async () => {
    await sell('a', 'shipped', 3, { placedAt: before })
    await count(20)
    await sell('a', 'failed', 3, { placedAt: before })
    expect(await figures()).toEqual([20, 0])
    await takeBack('a', 3)
    expect(await figures()).toEqual([23, 0])
    await sell('a', 'failed', 3, { placedAt: before })
    expect(await figures()).toEqual([23, 0])
    await sell('a', 'delivered', 3, { placedAt: before })
    expect(await figures()).toEqual([20, 0])
  })

  it('of a store that takes the canceled order up again lies on the shelf until it is sent', async () => {
    const reopened = async (status: OrderStatus) => {
      const told = { channelOrderId: `${run}-a`, status, changedAt: new Date('2026-03-08T00:00:00Z') }
      const order = orderOf({ ...told, lines: [lineOf({ quantity: 3 })] })
      await putOrders(running, seller.ownerId, shops[0], [order], true, { reopens: true })
    }
    await count(20)
    await sell('a', 'shipped', 3)
    await sell('a', 'canceled', 3)
    await takeBack('a', 3)
    expect(await figures()).toEqual([20, 0])
    await reopened('pending')
    expect(await figures()).toEqual([20, 3])
  })

  it.each(['shipped', 'delivered', 'canceled'] as const)(
    'is not there while the order is %s',
    async (status) => {
      await count(20)
      await sell('a', 'pending')
      await sell('a', status)
      expect(await parcelOf('a')).toBeNull()
      expect((await takeBack('a', 1)).at('code')).toBe('order_action_refused')
    },
  )

  it('is not asked about where goods come with a return, nor where it was back before we came', async () => {
    await sell('old', 'returned', 1, { placedAt: before })
    await count(20)
    await bringBack('a')
    await askedBack('a', { status: 'in_transit' })
    await bringBack('b')
    await askedBack('b', { kind: 'refund', status: 'refunded' })
    expect([await parcelOf('old'), await parcelOf('a')]).toEqual([null, null])
    expect((await takeBack('a', 1)).at('code')).toBe('order_action_refused')
    // Money alone was given back: the goods are still to be taken in.
    expect(await parcelOf('b')).toMatchObject({ may_receive: true, is_refund_only: false })
  })

  it('is not told of where money alone went back', async () => {
    for (const status of ['shipped', 'delivered', 'returned'] as const) await sell('a', status)
    expect(await parcelOf('a')).toMatchObject({ is_refund_only: false })
    await askedBack('a', { kind: 'refund', status: 'refunded' })
    expect(await parcelOf('a')).toMatchObject({ may_receive: true, is_refund_only: true })
  })

  it('cannot be taken in once more with a return that its buyer asks for later', async () => {
    await count(20)
    await bringBack('a', 2)
    await takeBack('a', 2)
    await askedBack('a', { status: 'in_transit' })
    const { rows } = await admin.query<{ id: string }>(
      'select id from return_cases where channel_return_id = $1',
      [`R-${run}-a`],
    )
    const again = await seller.call(`POST /returns/${rows[0]?.id}/receive`, {
      lines: [{ position: 0, restock: 1, write_off: 0 }],
    })
    expect([again.status, again.at('field_codes')]).toEqual([422, { 'lines.0.restock': 'return_pieces' }])
    expect(await figures()).toEqual([20, 0])
  })
})

const steps: Partial<Record<OrderStatus, OrderStatus[]>> = {
  pending: ['ready_to_ship', 'canceled', 'shipped'],
  ready_to_ship: ['shipped', 'canceled'],
  shipped: ['delivered', 'failed', 'failed'],
  failed: ['returned', 'shipped', 'shipped'],
}

it.each([1, 2, 3])('pieces are conserved, come what may (seed %i)', async (seed) => {
  const random = seeded(seed)
  const upTo = (most: number) => Math.floor(random() * (most + 1))
  await count(100)
  type Known = {
    name: string
    status: OrderStatus
    quantity: number
    back: number | null
    writtenOff: number
    lost: number
  }
  const orders: Known[] = []
  let taken = 0
  for (let step = 0; step < 90; step++) {
    const one = orders.length > 0 ? pick(random, orders) : undefined
    const next = one && steps[one.status]
    if (!one || random() < 0.2) {
      const order: Known = {
        name: `o${100 + orders.length}`,
        status: 'pending',
        quantity: 1 + upTo(3),
        back: null,
        writtenOff: 0,
        lost: 0,
      }
      orders.push(order)
      await sell(order.name, order.status, order.quantity)
    } else if (next && (one.status !== 'failed' || random() < 0.7)) {
      one.status = pick(random, next)
      // Pieces that were taken in leave once more, and those written off are replaced from the shelf.
      if (one.status === 'shipped')
        Object.assign(one, { back: null, lost: one.lost + one.writtenOff, writtenOff: 0 })
      await sell(one.name, one.status, one.quantity)
    } else {
      // Also of orders that are not back; and some press twice, or think better of it, too late.
      const pieces = upTo(one.quantity)
      const writeOff = upTo(one.quantity - pieces)
      const answer = await takeBack(one.name, pieces, writeOff)
      if (!['returned', 'failed'].includes(one.status)) expect(answer.status).toBe(409)
      else if (pieces + writeOff === 0) expect(answer.status).toBe(422)
      else if (one.back === null) {
        expect(answer.status).toBe(200)
        one.back = pieces
        one.writtenOff = writeOff
        taken++
      } else expect([200, 409]).toContain(answer.status)
    }
  }
  const sum = (of: Known[]) => of.reduce((all, { quantity }) => all + quantity, 0)
  const gone = orders.filter(({ status }) => ['shipped', 'delivered', 'failed', 'returned'].includes(status))
  const promised = orders.filter(({ status }) => ['pending', 'ready_to_ship'].includes(status))
  const restocked = orders.reduce((all, { back }) => all + (back ?? 0), 0)
  const lost = orders.reduce((all, one) => all + one.lost, 0)
  expect(taken).toBeGreaterThan(0)
  expect(await figures()).toEqual([100 - sum(gone) + restocked - lost, sum(promised)])
  expect(await ledgerErrors(running.adminUrl)).toEqual(noErrors)
})
