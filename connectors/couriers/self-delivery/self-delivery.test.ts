import { describe, expect, it } from 'vitest'
import { moveShipment, orderStatusOfShipment } from '../../../model/delivery.ts'
import type { ShipmentStatus } from '../../../model/delivery.ts'
import { createHttp } from '../../http.ts'
import { createTokenStore } from '../../courier.ts'
import { vietnameseBooking } from '../../../test/steps/courier-bookings.ts'
import { courier } from './index.ts'
import { selfStatuses, type SelfDelivery, type SelfMove } from '../../../model/self-delivery.ts'
import { mayCancel, moveSelfDelivery } from './tracking.ts'
import { digestOf, issueCode, tryCode } from './wire.ts'

const pepper = 'otp-pepper'
const start = new Date('2026-01-15T10:00:00Z')
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000)
const request = (now = start) => ({ pepper, shipmentId: '42', now })
const session = {
  settings: {},
  keys: {},
  http: createHttp(),
  now: () => start,
  tokens: createTokenStore(),
}

it('books the same number for the same reference, and needs a phone for the code', async () => {
  const { trackingNumber } = await courier.book(session, vietnameseBooking())
  expect([trackingNumber, await courier.find?.(session, 'SO-1001')]).toMatchObject([
    'SD-SO-1001',
    { trackingNumber },
  ])
  const receiver = { ...vietnameseBooking().receiver, phone: '' }
  await expect(courier.book(session, vietnameseBooking({ receiver }))).rejects.toMatchObject({
    kind: 'refused',
    fields: [{ field: 'phone' }],
  })
  const { sender, parcel } = vietnameseBooking()
  const choices = await courier.options(session, { sender, receiver, parcel, cod: 1 })
  expect([choices.currency, choices.cod.isPossible]).toEqual(['VND', true])
})

describe('the code', () => {
  it('[keyed-digest] is kept as a digest that is bound to its shipment', () => {
    const digest = '82ea9d0622d9f096620a5cb9231ce32d2747591868309cacb3d86a18d7a05b6c'
    expect(digestOf(pepper, '42', '493817')).toBe(digest)
    const { code, kept } = issueCode(request(), null)
    expect([code, JSON.stringify(kept).includes(code)]).toEqual([expect.stringMatching(/^\d{6}$/), false])
    expect(tryCode(request(), kept, code)).toBeNull()
    expect(tryCode({ ...request(), shipmentId: '43' }, kept, code)?.refusal.channelCode).toBe('wrong')
  })

  it('[five-tries] is locked after five wrong ones, ends with the next and after a day', () => {
    const first = issueCode(request(), null)
    let kept = first.kept
    for (let guess = 0; guess < 5; guess++) kept = tryCode(request(), kept, 'guess')?.kept ?? kept
    expect(tryCode(request(), kept, first.code)?.refusal.channelCode).toBe('locked')
    const second = issueCode(request(later(60)), kept)
    expect(tryCode(request(later(61)), second.kept, second.code)).toBeNull()
    expect(tryCode(request(later(60 + 86_400)), second.kept, second.code)?.refusal.channelCode).toBe(
      'expired',
    )
    expect(tryCode(request(), null, first.code)?.refusal.channelCode).toBe('none')
  })

  it('[five-tries] is sent once a minute and five times in all', () => {
    let { kept } = issueCode(request(), null)
    expect(() => issueCode(request(later(59)), kept)).toThrow(
      expect.objectContaining({ kind: 'slow-down', retryAfterSeconds: 1 }),
    )
    for (let more = 1; more < 5; more++) kept = issueCode(request(later(60 * more)), kept).kept
    expect(() => issueCode(request(later(600)), kept)).toThrow(
      expect.objectContaining({ channelCode: 'too-many' }),
    )
  })
})

const { code, kept } = issueCode(request(), null)
const delivery = (more: Partial<SelfDelivery> = {}): SelfDelivery => ({
  shipmentId: '42',
  status: 'out_for_delivery',
  code: kept,
  cod: 0,
  needsCode: true,
  ...more,
})
const move = (from: Partial<SelfDelivery>, request: SelfMove) =>
  moveSelfDelivery(delivery(from), request, { pepper, now: start })

describe('the moves', () => {
  it('are those that a parcel can make, and no others', () => {
    const possible = (status: ShipmentStatus) =>
      selfStatuses.filter((to) => move({ status }, { status: to, note: 'Because', otp: code }).isDone)
    expect(possible('created')).toEqual(['picking', 'delivering'])
    expect(possible('booked')).toEqual(['delivering'])
    expect(possible('out_for_delivery')).toEqual(['delivered', 'failed'])
    expect(possible('failed_attempt')).toEqual(['delivering', 'returned'])
    expect(possible('delivered')).toEqual(['returned'])
    expect([possible('returned'), possible('canceled')]).toEqual([[], []])
    expect(['created', 'booked', 'out_for_delivery'].map((one) => mayCancel(one as ShipmentStatus))).toEqual([
      true,
      true,
      false,
    ])
  })

  it('bring the order where the seller says', () => {
    const from: Record<(typeof selfStatuses)[number], ShipmentStatus> = {
      picking: 'created',
      delivering: 'booked',
      delivered: 'out_for_delivery',
      failed: 'out_for_delivery',
      returned: 'failed_attempt',
    }
    const orders = selfStatuses.map((status) => {
      const moved = move({ status: from[status] }, { status, note: 'Because', otp: code })
      const events = moved.isDone ? [moved.event] : []
      return orderStatusOfShipment(moveShipment({ status: from[status], at: null }, events))
    })
    expect(orders).toEqual(['ready_to_ship', 'shipped', 'delivered', 'failed', 'returned'])
  })

  it('[proof-or-reason] need the right code, or a reason for doing without', () => {
    const problemOf = (request: SelfMove, from: Partial<SelfDelivery> = {}) => {
      const moved = move(from, request)
      return moved.isDone ? null : moved.refusal.fields[0]?.field
    }
    const status = 'delivered'
    expect(problemOf({ status })).toBe('otp')
    expect(problemOf({ status, otp: '000000' === code ? '000001' : '000000' })).toBe('otp')
    expect(problemOf({ status, otp: code, photo: 'proof.jpg' })).toBeNull()
    expect(problemOf({ status, isWithoutCode: true })).toBe('note')
    expect(problemOf({ status, isWithoutCode: true, note: 'Left with the neighbour' })).toBeNull()
    expect(problemOf({ status: 'failed' })).toBe('note')
    expect(problemOf({ status, otp: code }, { cod: 500 })).toBe('cod_collected')
    expect(problemOf({ status, otp: code, codCollected: 400 }, { cod: 500 })).toBe('note')
    expect(problemOf({ status, otp: code, codCollected: 400, note: 'Short' }, { cod: 500 })).toBeNull()
    expect(problemOf({ status, otp: code, codCollected: 500 }, { cod: 500 })).toBeNull()
    expect(problemOf({ status }, { needsCode: false, code: null })).toBeNull()
    expect(problemOf({ status }, { needsCode: false, code: null, cod: 500 })).toBe('cod_collected')
  })

  it('count a wrong code although nothing else happens', () => {
    const moved = move({}, { status: 'delivered', otp: 'wrong' })
    expect(moved).toMatchObject({ isDone: false, code: { wrongTries: 1 } })
  })
})
