import { describe, expect, it } from 'vitest'
import { missingNeeds, noChoice, recommendedChoice, type HandoverOptions } from './parcel.ts'

const options = (more: Partial<HandoverOptions>): HandoverOptions => ({
  modes: ['pickup', 'dropoff'],
  pickupAddresses: [],
  branches: [],
  providers: [],
  needs: [],
  ...more,
})
const at = (id: string, isDefault: boolean, slots: [string, boolean][]) => ({
  id,
  text: `Street of ${id}`,
  isDefault,
  slots: slots.map(([slot, isRecommended]) => ({ id: slot, from: new Date(0), to: null, isRecommended })),
})

describe('the recommended way to hand a parcel over', () => {
  it('is the pick-up at the usual address at the recommended time', () => {
    const addresses = [
      at('a', false, [['1', true]]),
      at('b', true, [
        ['2', false],
        ['3', true],
      ]),
    ]
    const choice = recommendedChoice(options({ pickupAddresses: addresses, needs: ['address', 'slot'] }))
    expect(choice).toEqual({ ...noChoice, mode: 'pickup', addressId: 'b', slotId: '3' })
  })

  it('takes the first time where none is recommended, and drop-off where nobody comes', () => {
    const needs = ['address', 'slot'] as const
    const some = options({ pickupAddresses: [at('a', false, [['1', false]])], needs: [...needs] })
    expect(recommendedChoice(some)).toMatchObject({ mode: 'pickup', addressId: 'a', slotId: '1' })
    const none = options({ pickupAddresses: [at('a', true, [])], needs: [...needs] })
    expect(recommendedChoice(none)).toEqual({ ...noChoice, mode: 'dropoff' })
  })

  it('chooses what there is one of, and nothing among several', () => {
    const branch = (...ids: string[]) =>
      options({ modes: ['dropoff'], needs: ['branch'], branches: ids.map((id) => ({ id, name: id })) })
    expect(recommendedChoice(branch('x'))).toMatchObject({ branchId: 'x' })
    expect(recommendedChoice(branch('x', 'y'))).toBeNull()
  })

  it('is none where the seller has to say a number', () => {
    const own = options({ modes: ['self'], needs: ['tracking-number', 'provider'] })
    expect(recommendedChoice(own)).toBeNull()
    const told = { ...noChoice, mode: 'self' as const, trackingNumber: 'MINE-7' }
    expect(missingNeeds(own, told)).toEqual(['provider'])
    expect(missingNeeds(own, { ...told, providerId: 'p' })).toEqual([])
  })
})
