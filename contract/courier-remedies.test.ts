/** Wrong requests about couriers and their settings: the field that is named, and the remedy. */
import { describe, expect, it } from 'vitest'
import { leftOut, toldIn } from '../test/steps/changed-requests.ts'

const long = (count: number) => 'x'.repeat(count)

describe('a GDEX account', () => {
  const name = 'POST /deliveries/integrate/gdex'

  it.each([
    ['account_no', '80 00', 'Enter the value exactly as the courier shows it, without spaces'],
    ['account_no', long(51), 'Enter the value exactly as the courier shows it, without spaces'],
    ['account_no', 8000123, 'Enter text'],
    ['account_no', '８０００', 'Enter the value exactly as the courier shows it, without spaces'],
    ['api_token', leftOut, 'Field cannot be left blank'],
    ['api_token', '', 'Field cannot be left blank'],
    ['api_token', '  ', 'Field cannot be left blank'],
    ['api_token', 'two words', 'Enter the value exactly as the courier shows it, without spaces'],
    ['api_token', 'tökén', 'Enter the value exactly as the courier shows it, without spaces'],
    ['api_token', long(501), 'Enter the value exactly as the courier shows it, without spaces'],
    ['api_token', 'a\u0000b', 'Enter the value exactly as the courier shows it, without spaces'],
    ['api_token', null, 'Field cannot be left blank'],
    ['sender_name', leftOut, 'Field cannot be left blank'],
    ['sender_name', '', 'Field cannot be left blank'],
    ['sender_name', '\u3000', 'Field cannot be left blank'],
    ['sender_name', 'Aoi\nGifts', 'Remove line breaks and hidden characters'],
    ['sender_name', long(101), 'Enter up to 100 characters'],
    ['sender_name', '\ud83d', 'Remove line breaks and hidden characters'],
    ['sender_phone', leftOut, 'Field cannot be left blank'],
    ['sender_phone', '', 'Field cannot be left blank'],
    ['sender_phone', '12345', 'Enter a Malaysian number such as 0123456789'],
    ['sender_phone', '0987', 'Enter a Malaysian number such as 0123456789'],
    ['sender_phone', '+84 912 345 678', 'Enter a Malaysian number such as 0123456789'],
    ['sender_phone', 'call me', 'Enter a Malaysian number such as 0123456789'],
    ['sender_phone', 60123456789, 'Enter text'],
    ['sender_phone', '0'.repeat(40), 'Enter a Malaysian number such as 0123456789'],
    ['sender_postcode', '512', 'Enter a five-digit postcode'],
    ['sender_postcode', '5120a', 'Enter a five-digit postcode'],
    ['sender_postcode', '512000', 'Enter a five-digit postcode'],
    ['sender_postcode', 51200, 'Enter text'],
    ['closing_time', '24:00', 'Enter a time such as 18:00'],
    ['closing_time', '9:00', 'Enter a time such as 18:00'],
    ['closing_time', '18.00', 'Enter a time such as 18:00'],
    ['closing_time', '18:60', 'Enter a time such as 18:00'],
    ['closing_time', 1800, 'Enter text'],
    ['contact_name', long(101), 'Enter up to 100 characters'],
    ['contact_name', 'a\tb', 'Remove line breaks and hidden characters'],
    ['contact_name', 7, 'Enter text'],
    ['contact_number', '12', 'Enter a Malaysian number such as 0123456789'],
    ['contact_number', '+81 90 1234 5678', 'Enter a Malaysian number such as 0123456789'],
    ['contact_number', 'none', 'Enter a Malaysian number such as 0123456789'],
    ['dialect', 'poslaju', 'Use one of these: prime, mygdex'],
    ['dialect', 1, 'Use one of these: prime, mygdex'],
    ['colour', 'red', 'Unknown field "colour"'],
  ])('%s: %j is refused at %s', (field, value, told, named: string = field) => {
    expect(toldIn(name, { [field]: value })).toEqual({ [named]: told })
  })
})

describe('a J&T account', () => {
  const name = 'POST /deliveries/integrate/jnt'

  it.each([
    ['api_account', leftOut, 'Field cannot be left blank'],
    ['api_account', '', 'Field cannot be left blank'],
    ['api_account', '6408 2627', 'Enter the value exactly as the courier shows it, without spaces'],
    ['api_account', 640826, 'Enter text'],
    ['private_key', '', 'Field cannot be left blank'],
    ['private_key', 'with space', 'Enter the value exactly as the courier shows it, without spaces'],
    ['private_key', 'é', 'Enter the value exactly as the courier shows it, without spaces'],
    ['private_key', leftOut, 'Field cannot be left blank'],
    ['customer_code', '', 'Field cannot be left blank'],
    ['customer_code', leftOut, 'Field cannot be left blank'],
    ['customer_code', 'TEST 0001', 'Enter the value exactly as the courier shows it, without spaces'],
    ['password', '', 'Field cannot be left blank'],
    ['password', leftOut, 'Field cannot be left blank'],
    ['password', 'a b', 'Enter the value exactly as the courier shows it, without spaces'],
  ])('%s: %j is refused at %s', (field, value, told, named: string = field) => {
    expect(toldIn(name, { [field]: value })).toEqual({ [named]: told })
  })
})

describe('a Ninja Van account', () => {
  const name = 'POST /deliveries/integrate/ninjavan'

  it.each([
    ['client_id', leftOut, 'Field cannot be left blank'],
    ['client_id', '', 'Field cannot be left blank'],
    ['client_id', 'a b', 'Enter the value exactly as the courier shows it, without spaces'],
    ['client_secret', leftOut, 'Field cannot be left blank'],
    ['client_secret', '', 'Field cannot be left blank'],
    ['client_secret', 'a b', 'Enter the value exactly as the courier shows it, without spaces'],
    ['client_secret', 'あ', 'Enter the value exactly as the courier shows it, without spaces'],
    ['country', 'MY', 'Enter a country code of two small letters, such as my'],
    ['country', 'mys', 'Enter a country code of two small letters, such as my'],
    ['country', 'm', 'Enter a country code of two small letters, such as my'],
    ['country', 60, 'Enter text'],
    ['tracking_prefix', 'NV-MY', 'Enter up to nine letters and digits'],
    ['tracking_prefix', long(10), 'Enter up to nine letters and digits'],
    ['tracking_prefix', 'ニンジャ', 'Enter up to nine letters and digits'],
    ['tracking_prefix', 'a b', 'Enter up to nine letters and digits'],
  ])('%s: %j is refused at %s', (field, value, told, named: string = field) => {
    expect(toldIn(name, { [field]: value })).toEqual({ [named]: told })
  })
})

describe('changed keys of a courier', () => {
  const name = 'PUT /deliveries/integrate/gdex'

  it.each([
    ['api_token', 'two words', 'Enter the value exactly as the courier shows it, without spaces'],
    ['api_token', null, 'Field cannot be left blank'],
    ['api_token', 5, 'Enter text'],
    ['sender_name', '', 'Field cannot be left blank'],
    ['sender_name', ' ', 'Field cannot be left blank'],
    ['sender_phone', '', 'Field cannot be left blank'],
    ['sender_phone', '123', 'Enter a Malaysian number such as 0123456789'],
    ['region', 'MY', 'Unknown field "region"'],
  ])('%s: %j is refused at %s', (field, value, told, named: string = field) => {
    expect(toldIn(name, { [field]: value })).toEqual({ [named]: told })
  })
})

describe('changed keys of J&T', () => {
  const name = 'PUT /deliveries/integrate/jnt'

  it.each([
    ['private_key', 'a b', 'Enter the value exactly as the courier shows it, without spaces'],
    ['private_key', 7, 'Enter text'],
    ['password', 'a b', 'Enter the value exactly as the courier shows it, without spaces'],
    ['password', 'é', 'Enter the value exactly as the courier shows it, without spaces'],
    ['password', null, 'Field cannot be left blank'],
  ])('%s: %j is refused at %s', (field, value, told, named: string = field) => {
    expect(toldIn(name, { [field]: value })).toEqual({ [named]: told })
  })
})

describe('a GHN account', () => {
  const name = 'POST /deliveries/integrate/ghn'

  it.each([
    ['token', 'two words', 'Enter the value exactly as the courier shows it, without spaces'],
    ['token', 'é', 'Enter the value exactly as the courier shows it, without spaces'],
    ['token', 7, 'Enter text'],
    ['store_id', 'first', 'Enter a whole number'],
    ['store_id', '1.5', 'Enter a whole number'],
    ['store_id', '-1', 'Enter a whole number'],
    ['store_id', 0, 'Enter more than 0'],
    ['store_id', 1.5, 'Enter a whole number'],
    ['store_id', '1'.repeat(16), 'Enter a whole number'],
    ['store_id', true, 'Enter a number'],
  ])('%s: %j is refused at %s', (field, value, told, named: string = field) => {
    expect(toldIn(name, { [field]: value })).toEqual({ [named]: told })
  })
})

describe('a code for a GHN store', () => {
  const name = 'POST /deliveries/stores/gen-otp'

  it.each([
    ['phone', leftOut, 'Field cannot be left blank'],
    ['phone', '', 'Field cannot be left blank'],
    ['phone', '123', 'Enter a Vietnamese number such as 0987654321'],
    ['phone', '+60 12-345 6789', 'Enter a Vietnamese number such as 0987654321'],
    ['phone', 84987654321, 'Enter text'],
    ['phone', 'none', 'Enter a Vietnamese number such as 0987654321'],
    ['token', 'a b', 'Enter the value exactly as the courier shows it, without spaces'],
    ['token', 9, 'Enter text'],
    ['courier', 'g h n', 'This is not in the expected form. Check what you entered'],
    ['courier', '', 'Field cannot be left blank'],
    ['courier', long(41), 'This is not in the expected form. Check what you entered'],
    ['courier', '../ghn', 'This is not in the expected form. Check what you entered'],
  ])('%s: %j is refused at %s', (field, value, told, named: string = field) => {
    expect(toldIn(name, { [field]: value })).toEqual({ [named]: told })
  })
})

describe('a GHN store that is joined', () => {
  const name = 'POST /deliveries/stores/create-add-staff'

  it.each([
    ['phone', '', 'Field cannot be left blank'],
    ['phone', '12345', 'Enter a Vietnamese number such as 0987654321'],
    ['otp', leftOut, 'Field cannot be left blank'],
    ['otp', '', 'Field cannot be left blank'],
    ['otp', '12', 'Incorrect OTP'],
    ['otp', '123456789', 'Incorrect OTP'],
    ['otp', 'abcdef', 'Incorrect OTP'],
    ['otp', '１２３４', 'Incorrect OTP'],
    ['otp', 123456, 'Enter text'],
    ['store_id', 'none', 'Enter a whole number'],
    ['store_id', 0, 'Enter more than 0'],
    ['store_id', -5, 'Enter more than 0'],
    ['store_id', '0x1', 'Enter a whole number'],
    ['address', long(256), 'Enter up to 255 characters'],
    ['address', 'a\u0007b', 'Remove line breaks and hidden characters'],
    ['district_id', 0, 'Enter more than 0'],
    ['district_id', -1, 'Enter more than 0'],
    ['district_id', 1.5, 'Enter a whole number'],
    ['district_id', '12', 'Enter a number'],
    ['ward_code', 'ward 1', 'This is not in the expected form. Check what you entered'],
    ['ward_code', '', 'Field cannot be left blank'],
    ['ward_code', long(21), 'This is not in the expected form. Check what you entered'],
    ['ward_code', 12, 'Enter text'],
  ])('%s: %j is refused at %s', (field, value, told, named: string = field) => {
    expect(toldIn(name, { [field]: value })).toEqual({ [named]: told })
  })
})

describe('a role in a store', () => {
  const name = 'POST /deliveries/stores/assign-role'

  it.each([
    ['store_id', leftOut, 'Field cannot be left blank'],
    ['store_id', '', 'Field cannot be left blank'],
    ['store_id', 'none', 'Enter a whole number'],
    ['store_id', 0, 'Enter more than 0'],
    ['role', leftOut, 'Field cannot be left blank'],
    ['role', '', 'Field cannot be left blank'],
    ['role', 'owner', 'Use one of these: manager, staff'],
    ['role', 1, 'Use one of these: manager, staff'],
  ])('%s: %j is refused at %s', (field, value, told, named: string = field) => {
    expect(toldIn(name, { [field]: value })).toEqual({ [named]: told })
  })
})

describe('a place that parcels leave from', () => {
  const name = 'POST /deliveries/warehouse/ninjavan'

  it.each([
    ['name', leftOut, 'Field cannot be left blank'],
    ['name', '', 'Field cannot be left blank'],
    ['name', ' ', 'Field cannot be left blank'],
    ['name', long(101), 'Enter up to 100 characters'],
    ['name', 'a\nb', 'Remove line breaks and hidden characters'],
    ['contact_name', '', 'Field cannot be left blank'],
    ['contact_name', '\u3000', 'Field cannot be left blank'],
    ['contact_name', leftOut, 'Field cannot be left blank'],
    ['contact_name', long(101), 'Enter up to 100 characters'],
    ['phone', leftOut, 'Field cannot be left blank'],
    ['phone', '', 'Field cannot be left blank'],
    ['phone', '0987654321098', 'Enter a Malaysian number such as 0123456789'],
    ['phone', 'abc', 'Enter a Malaysian number such as 0123456789'],
    ['phone', '+65 6123 4567', 'Enter a Malaysian number such as 0123456789'],
    ['address1', leftOut, 'Field cannot be left blank'],
    ['address1', '', 'Field cannot be left blank'],
    ['address1', long(256), 'Enter up to 255 characters'],
    ['address2', long(256), 'Enter up to 255 characters'],
    ['address2', null, 'Field cannot be left blank'],
    ['city', '', 'Field cannot be left blank'],
    ['city', long(61), 'Enter up to 60 characters'],
    ['state', '', 'Field cannot be left blank'],
    ['state', leftOut, 'Field cannot be left blank'],
    ['state', long(61), 'Enter up to 60 characters'],
    ['postcode', leftOut, 'Field cannot be left blank'],
    ['postcode', '', 'Enter a five-digit postcode'],
    ['postcode', '5120', 'Enter a five-digit postcode'],
    ['postcode', '512000', 'Enter a five-digit postcode'],
    ['postcode', '５１２００', 'Enter a five-digit postcode'],
    ['postcode', 51200, 'Enter text'],
    ['postcode', 'ABCDE', 'Enter a five-digit postcode'],
    ['country', 'SG', 'Use one of these: MY'],
    ['country', 'my', 'Use one of these: MY'],
    ['country', null, 'Use one of these: MY'],
    ['is_default', false, 'Use one of these: true'],
    ['is_default', 1, 'Use one of these: true'],
  ])('%s: %j is refused at %s', (field, value, told, named: string = field) => {
    expect(toldIn(name, { [field]: value })).toEqual({ [named]: told })
  })
})

describe('a change of such a place', () => {
  const name = 'PUT /deliveries/warehouse/ninjavan/{id}'

  it.each([
    ['name', '', 'Field cannot be left blank'],
    ['name', long(101), 'Enter up to 100 characters'],
    ['phone', '12', 'Enter a Malaysian number such as 0123456789'],
    ['phone', null, 'Field cannot be left blank'],
    ['postcode', '1', 'Enter a five-digit postcode'],
    ['country', 'VN', 'Use one of these: MY'],
    ['updated_at', 'yesterday', 'Enter a date and time such as 2026-01-31T09:00:00Z'],
    ['updated_at', '2026-11-30', 'Enter a date and time such as 2026-01-31T09:00:00Z'],
    ['updated_at', 5, 'Enter text'],
    ['is_default', false, 'Use one of these: true'],
  ])('%s: %j is refused at %s', (field, value, told, named: string = field) => {
    expect(toldIn(name, { [field]: value })).toEqual({ [named]: told })
  })
})

describe('defaults of bookings', () => {
  const name = 'PUT /settings/delivery'

  it.each([
    ['shipment_id', leftOut, 'Field cannot be left blank'],
    ['shipment_id', -1, 'Enter 0 or more'],
    ['shipment_id', 100, 'Enter 99 or less'],
    ['shipment_id', '2', 'Enter a number'],
    ['shipment_id', 1.5, 'Enter a whole number'],
    ['shipment_id', null, 'Field cannot be left blank'],
    ['payer', 'nobody', 'Use one of these: shop, buyer'],
    ['payer', '', 'Field cannot be left blank'],
    [
      'default_package',
      { weight: 1, length: 1, width: 1 },
      'Field cannot be left blank',
      'default_package.height',
    ],
    [
      'default_package',
      { weight: 0, length: 1, width: 1, height: 1 },
      'Enter 1 or more',
      'default_package.weight',
    ],
    [
      'default_package',
      { weight: 500_001, length: 1, width: 1, height: 1 },
      'Enter 500000 or less',
      'default_package.weight',
    ],
    [
      'default_package',
      { weight: 1, length: 301, width: 1, height: 1 },
      'Enter 300 or less',
      'default_package.length',
    ],
    [
      'default_package',
      { weight: 1.5, length: 1, width: 1, height: 1 },
      'Enter a whole number',
      'default_package.weight',
    ],
    ['default_package', [], 'Send an object with named fields'],
    ['default_package', 'small', 'Send an object with named fields'],
    ['pickup_mode', 'fly', 'Use one of these: pickup, dropoff'],
    ['pickup_mode', '', 'Field cannot be left blank'],
    ['inspection', 'taste', 'Unknown field "inspection"'],
    ['shipment_type', 'Boat', 'Use one of these: Document, Parcel, DocumentAndParcel, Pallet, ChequeForGDEX'],
    ['transportation', 'bicycle', 'Use one of these: motorcycle, van, offsite'],
    ['service', long(51), 'Enter up to 50 characters'],
    ['service', 'a\nb', 'Remove line breaks and hidden characters'],
    ['service', 7, 'Enter text'],
    ['remark', long(51), 'Enter up to 50 characters'],
    ['remark', 'a\nb', 'Remove line breaks and hidden characters'],
    ['remark', null, 'Field cannot be left blank'],
  ])('%s: %j is refused at %s', (field, value, told, named: string = field) => {
    expect(toldIn(name, { [field]: value })).toEqual({ [named]: told })
  })
})

describe('couriers of channels and shops', () => {
  const name = 'PUT /settings/delivery-platform'

  it.each([
    ['platform_id', 0, 'Enter more than 0'],
    ['platform_id', 'website', 'Enter a number'],
    ['platform_id', 1.5, 'Enter a whole number'],
    ['platform_id', null, 'Field cannot be left blank'],
    ['shop_id', 1, 'Enter either a channel or a shop', 'platform_id'],
    ['shop_id', '1', 'Enter a number'],
    ['shipment_id', leftOut, 'Field cannot be left blank'],
    ['shipment_id', -1, 'Enter 0 or more'],
    ['shipment_id', 100, 'Enter 99 or less'],
    ['shipment_id', '3', 'Enter a number'],
  ])('%s: %j is refused at %s', (field, value, told, named: string = field) => {
    expect(toldIn(name, { [field]: value })).toEqual({ [named]: told })
  })
})
