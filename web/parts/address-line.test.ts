import { describe, expect, it } from 'vitest'
import { languages } from '../../model/language.ts'
import { addressLine, isMask, phoneText } from './address-line.ts'
import { countryName } from './country-name.ts'

const english = (address: Parameters<typeof addressLine>[0]) => addressLine(address, 'en-US')

describe('an address in one line', () => {
  it('has its parts from the street to the country, which has its name', () => {
    const whole = {
      street: '12 Jalan Telawi',
      ward: 'Bangsar',
      district: 'Lembah Pantai',
      city: 'Kuala Lumpur',
      postcode: '59100',
      province: 'WP Kuala Lumpur',
      country: 'MY',
    }
    expect(english(whole)).toBe(
      '12 Jalan Telawi, Bangsar, Lembah Pantai, 59100 Kuala Lumpur, WP Kuala Lumpur, Malaysia',
    )
  })

  it.each([
    [{}, ''],
    [{ street: null, city: null, country: null }, ''],
    [{ street: '', city: ' ', country: '' }, ''],
    [{ country: 'VN' }, 'Vietnam'],
    [{ postcode: '59100' }, '59100'],
    [{ city: 'Ipoh' }, 'Ipoh'],
    [{ street: '***', city: '****', province: 'Perak', country: 'MY' }, 'Perak, Malaysia'],
    [{ street: '* *', country: '**' }, ''],
    [{ street: 'J*** T***', country: 'MY' }, 'J*** T***, Malaysia'],
    [{ street: ' 1 Jalan Ipoh ', city: ' Ipoh' }, '1 Jalan Ipoh, Ipoh'],
  ])('leaves out what nobody told: %j', (address, line) => {
    expect(english(address)).toBe(line)
  })

  it.each([
    ['a part of the street', { street: '5 Jalan Ampang, Bangsar', ward: 'Bangsar', country: 'MY' }],
    ['in other capitals', { street: '5 Jalan Ampang, BANGSAR', ward: 'bangsar', country: 'MY' }],
  ])('says once what is %s', (_how, address) => {
    expect(english(address).toLowerCase()).toBe('5 jalan ampang, bangsar, malaysia')
  })

  it('takes letters with their accents apart for the same', () => {
    const district = 'Phường Bến Nghé'
    const line = english({ street: `12 Lê Lợi, ${district.normalize('NFD')}`, district })
    expect(line.normalize('NFC')).toBe('12 Lê Lợi, Phường Bến Nghé')
  })

  it.each([
    [{ street: '12 Jalan Perak', city: 'Ipoh', province: 'Perak' }, '12 Jalan Perak, Ipoh, Perak'],
    [{ street: '7 Ngõ 10', ward: 'Phường 10', district: 'Quận 1' }, '7 Ngõ 10, Phường 10, Quận 1'],
    [{ street: 'Quận 12', district: 'Quận 1' }, 'Quận 12, Quận 1'],
    [{ street: '10', ward: '1' }, '10, 1'],
    [{ postcode: '80000', city: 'Johor Bahru', province: 'Johor' }, '80000 Johor Bahru, Johor'],
  ])('keeps a part whose name is within another: %j', (address, line) => {
    expect(english(address)).toBe(line)
  })

  it.each([
    [{ postcode: '018956', city: 'Singapore', country: 'SG' }, '018956 Singapore'],
    [{ postcode: '11600', city: 'Penang', province: 'Penang', country: 'MY' }, '11600 Penang, Malaysia'],
    [{ city: 'Hà Nội', province: 'Hà Nội', country: 'VN' }, 'Hà Nội, Vietnam'],
  ])('names a city once that is its own province or country: %j', (address, line) => {
    expect(english(address)).toBe(line)
  })

  it('is written with the country in the language of the reader', () => {
    const lines = Object.values(languages).map(({ locale }) =>
      addressLine({ city: 'Osaka', country: 'JP' }, locale),
    )
    expect(lines.toSorted()).toEqual(['Osaka, Japan', 'Osaka, Jepun', 'Osaka, Nhật Bản', 'Osaka, 日本'])
  })

  it.each(['Malaysia', 'MYS', 'Brunei Darussalam', '458x', 'M', '日本', 'no such place'])(
    'keeps a country that is told by another name than its code: %s',
    (country) => {
      expect(english({ city: 'Kuching', country })).toBe(`Kuching, ${country}`)
    },
  )
})

describe('the name of a country', () => {
  it.each([
    ['MY', 'Malaysia'],
    ['my', 'Malaysia'],
    [' sg ', 'Singapore'],
    ['XX', 'XX'],
    ['', ''],
    ['__', '__'],
    ['unknown', 'unknown'],
  ])('%j is %j', (code, name) => {
    expect(countryName(code, 'en-US')).toBe(name)
  })
})

describe('a mask', () => {
  it.each([
    ['***', true],
    [' * * ', true],
    ['*', true],
    ['0*', false],
    ['＊＊', true],
    ['', false],
    ['—', false],
  ])('%j: %s', (text, is) => {
    expect(isMask(text)).toBe(is)
  })
})

describe('a phone number', () => {
  it.each([
    ['09012345678', '090-1234-5678'],
    ['090-1234-5678', '090-1234-5678'],
    ['011 1234 5678', '011-1234-5678'],
    ['(090) 1234.5678', '090-1234-5678'],
  ])('of eleven digits has its usual form: %s', (phone, text) => {
    expect(phoneText(phone)).toBe(text)
  })

  it.each([
    '012-345 6789',
    '+81 90 1234 5678',
    '0084 912 345 678',
    '60123456789',
    '012-345 6789 ext 1',
    '0901234567 / 8',
    '*******5678',
    '0*012345678',
    '０９０１２３４５６７８',
    'call 0901234567 at 9',
    '',
  ])('of another kind stays as it came: %j', (phone) => {
    expect(phoneText(phone)).toBe(phone)
  })
})
