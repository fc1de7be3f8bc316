import { expect, it } from 'vitest'
import { createPerson, type Region } from './fake-customers.ts'

const many = (region: Region) =>
  Array.from({ length: 400 }, (_unused, index) => createPerson(region, String(index)))

it('a person is the same every time', () => {
  expect(createPerson('MY', '17')).toEqual(createPerson('MY', '17'))
  expect(createPerson('MY', '17')).not.toEqual(createPerson('MY', '18'))
})

it('names are those of the region, with some from Japan among them', () => {
  const malaysian = many('MY').map(({ address }) => address.name)
  for (const kind of [/ bin /, / binti /, /^(Tan|Lim|Wong) /, / a\/[lp] /, /\p{Script=Han}/u])
    expect(
      malaysian.some((name) => kind.test(name)),
      String(kind),
    ).toBe(true)
  const vietnamese = many('VN').map(({ address }) => address.name)
  expect(vietnamese.some((name) => name.startsWith('Nguyễn '))).toBe(true)
  expect(vietnamese.some((name) => /\p{Script=Han}/u.test(name))).toBe(true)
})

it('addresses are whole, and telephone numbers have the form of the region', () => {
  const numbers: Record<Region, RegExp> = { MY: /^60100\d{6}$/, VN: /^84300\d{6}$/, SG: /^6580\d{6}$/ }
  for (const region of ['MY', 'VN', 'SG'] as const)
    for (const { address, username } of many(region)) {
      expect(address.phone).toMatch(numbers[region])
      expect(address.full_address).toContain(region === 'SG' ? address.zipcode : address.state)
      expect(address.zipcode).toMatch(/^\d{5,6}$/)
      expect(username).toMatch(/^[a-z_]+\d+$/)
    }
})
