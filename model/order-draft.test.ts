import { expect, it } from 'vitest'
import { hasAddress, type AddressDraft } from './order-draft.ts'

const wanted: AddressDraft = {
  name: '田中 ケンジ',
  phone: null,
  street: '12, Jalan Telawi',
  city: 'Kuala Lumpur',
  province: null,
  postcode: '59100',
  country: 'MY',
}
const told = { ...wanted, phone: '+60 12-345 6789', province: 'Selangor' }

it('finds the address that was written, whatever the store adds to it', () => {
  expect(hasAddress(told, wanted)).toBe(true)
  expect(hasAddress({ ...told, street: ' 12,  Jalan Telawi ' }, wanted)).toBe(true)
})

it('does not take another one for it', () => {
  expect(hasAddress(null, wanted)).toBe(false)
  for (const part of ['name', 'street', 'city', 'postcode', 'country'] as const)
    expect([part, hasAddress({ ...told, [part]: 'other' }, wanted)]).toEqual([part, false])
  expect(hasAddress({ ...told, city: null }, wanted)).toBe(false)
})
