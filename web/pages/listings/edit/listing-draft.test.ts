import { expect, it } from 'vitest'
import { changesOf, type ListingDraft, wrongNumbers } from './listing-draft.ts'

const begun: ListingDraft = {
  name: 'Lamp',
  description: '',
  photos: [],
  sizes: { weight: '', length: '', width: '', height: '' },
  levels: {},
}

it('a dot in a measure is no mark between thousands: a parcel of 0.250 kg is not sent as one of 250', () => {
  const sizes = { weight: '0.250', length: '1.250', width: '12,5', height: '1.000.000' }
  expect(changesOf(begun, { ...begun, sizes }).package).toEqual({
    weight: 0.25,
    length: 1.25,
    width: 12.5,
    height: null,
  })
  expect(wrongNumbers({ ...begun, sizes })).toEqual(['height'])
})
