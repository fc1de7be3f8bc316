import { describe, expect, it } from 'vitest'
import {
  internationalPhone,
  kilograms,
  localPhone,
  moveShipment,
  orderStatusOfShipment,
  phoneProblem,
  shipmentStatusIds,
} from './delivery.ts'
import type { ShipmentEvent, ShipmentMeaning, ShipmentStatus } from './delivery.ts'

const event = (minute: number, meaning: ShipmentMeaning | null): ShipmentEvent => ({
  at: new Date(Date.UTC(2026, 0, 15, 10, minute)),
  meaning,
  courierStatus: String(minute),
  description: '',
  place: null,
})
const steps = (...statuses: ShipmentStatus[]) => statuses.map((status, at) => event(at, { status }))
const booked = { status: 'booked', at: null } as const

describe('a shipment', () => {
  it('ends where its newest event says, in whatever order and however often they come', () => {
    const way = steps('picked_up', 'in_transit', 'failed_attempt', 'out_for_delivery', 'delivered')
    expect(moveShipment(booked, way).status).toBe('delivered')
    expect(moveShipment(booked, [...way.toReversed(), ...way]).status).toBe('delivered')
    let state: ReturnType<typeof moveShipment> = booked
    for (const one of [...way.toReversed(), ...way]) state = moveShipment(state, [one])
    expect(state.status).toBe('delivered')
  })

  it('leaves an end only when what was delivered comes back', () => {
    expect(moveShipment(booked, steps('delivered', 'in_transit')).status).toBe('delivered')
    expect(moveShipment(booked, steps('canceled', 'picked_up')).status).toBe('canceled')
    expect(moveShipment(booked, steps('returned', 'delivered')).status).toBe('returned')
    expect(moveShipment(booked, steps('delivered', 'returned')).status).toBe('returned')
  })

  it('is not moved by a word that is new to us', () => {
    const state = moveShipment(booked, [event(1, { status: 'in_transit' }), event(2, null)])
    expect(state).toEqual({ status: 'in_transit', at: event(1, null).at })
  })

  it('takes an attempt that nobody names for one of fetching, until the parcel was fetched', () => {
    const attempt = event(9, { status: 'failed_attempt', flag: 'any_attempt' })
    expect(moveShipment(booked, [attempt])).toMatchObject({ status: 'booked', flag: 'pickup_failed' })
    const failed = moveShipment(booked, [...steps('picked_up'), attempt])
    expect(failed).toEqual({ status: 'failed_attempt', at: attempt.at })
  })

  it('moves its order, but never decides that an order is called off', () => {
    const moves = Object.keys(shipmentStatusIds).map((status) => [
      status,
      orderStatusOfShipment({ status: status as ShipmentStatus }),
    ])
    expect(Object.fromEntries(moves)).toEqual({
      created: null,
      booked: 'ready_to_ship',
      picked_up: 'shipped',
      in_transit: 'shipped',
      out_for_delivery: 'shipped',
      delivered: 'delivered',
      failed_attempt: 'shipped',
      returning: 'failed',
      returned: 'returned',
      lost_or_damaged: 'failed',
      canceled: null,
    })
    expect(orderStatusOfShipment({ status: 'failed_attempt', flag: 'given_up' })).toBe('failed')
    expect(orderStatusOfShipment({ status: 'booked', flag: 'pickup_failed' })).toBe('ready_to_ship')
  })
})

it('reads phone numbers however they are written', () => {
  for (const written of ['012-345 6789', '+6012 3456789', '60123456789', '0123456789'])
    expect(localPhone(written, 'MY')).toBe('0123456789')
  expect(internationalPhone('012-345 6789', 'MY')).toBe('60123456789')
  expect(localPhone('+84 987 654 321', 'VN')).toBe('0987654321')
  expect([phoneProblem('０１２－３４５ ６７８９', 'MY')]).toEqual([null])
  expect([phoneProblem('01234567', 'MY'), phoneProblem('0123456789', 'MY')]).toEqual(['phone', null])
  expect([phoneProblem('0123456789a', 'VN'), phoneProblem('0987654321', 'VN')]).toEqual(['phone', null])
})

it('rounds grams to hundredths of a kilogram and never to nothing', () => {
  expect([1, 800, 1234, 20_000].map(kilograms)).toEqual([0.01, 0.8, 1.23, 20])
})
