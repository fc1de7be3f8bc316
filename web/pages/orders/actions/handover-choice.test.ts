import { describe, expect, it } from 'vitest'
import {
  type ConfirmInfo,
  firstChoice,
  missingOf,
  needsOf,
  trackingNumberOf,
  withTrackingNumber,
} from './handover-choice.ts'

const info = {
  modes: ['pickup', 'dropoff', 'self'],
  recommended: null,
  needs: { pickup: ['address', 'slot'], self: ['tracking-number', 'provider'] },
} as unknown as ConfirmInfo

it('begins as the channel recommends, else with the first way', () => {
  const recommended = { mode: 'pickup', address_id: 'a', slot_id: 's' } as const
  expect(firstChoice({ ...info, recommended } as unknown as ConfirmInfo)).toEqual(recommended)
  expect(firstChoice(info)).toEqual({ mode: 'pickup' })
  expect(firstChoice({ ...info, modes: [] })).toBeUndefined()
})

it('asks for what the channel needs of that way', () => {
  expect(needsOf(info, { mode: 'pickup' })).toEqual(['address_id', 'slot_id'])
  expect(needsOf(info, { mode: 'dropoff' })).toEqual([])
  expect(missingOf(info, { mode: 'pickup', address_id: 'a' })).toEqual(['slot_id'])
})

describe('tracking numbers', () => {
  const choice = { mode: 'self', provider_id: 'p' } as const
  const parcels = [
    { id: '1', name: 'A' },
    { id: '2', name: 'B' },
  ]

  it('are one for an order in one parcel', () => {
    expect(missingOf(info, choice)).toEqual(['tracking_number'])
    expect(missingOf(info, { ...choice, tracking_number: 'N1' }, parcels.slice(0, 1))).toEqual([])
  })

  it('are one for each of several parcels', () => {
    const one = withTrackingNumber({ ...choice, tracking_number: 'N0' }, '1', 'N1')
    expect(missingOf(info, one, parcels)).toEqual(['tracking_number'])
    const both = withTrackingNumber(one, '2', 'N2')
    expect(missingOf(info, both, parcels)).toEqual([])
    expect([trackingNumberOf(both, '1'), trackingNumberOf(both, '2')]).toEqual(['N1', 'N2'])
  })

  it('are written over, and taken back by an empty field', () => {
    const written = withTrackingNumber(withTrackingNumber(choice, '1', 'N1'), '1', 'N9')
    expect(written.tracking_numbers).toEqual([{ package_id: '1', tracking_number: 'N9' }])
    expect(withTrackingNumber(written, '1', '').tracking_numbers).toEqual([])
    expect(trackingNumberOf(choice, '1')).toBe('')
  })
})
