/** Wrong requests about parcels and bookings: the field that is named, and the remedy. */
import { describe, expect, it } from 'vitest'
import { leftOut, toldIn } from '../test/steps/changed-requests.ts'

const long = (count: number) => 'x'.repeat(count)

describe("a self delivery's next step", () => {
  const name = 'PUT /orders/{id}/status-self-delivery'

  it.each([
    ['status', leftOut, 'Field cannot be left blank'],
    ['status', '', 'Field cannot be left blank'],
    ['status', 'lost', 'Use one of these: picking, delivering, delivered, failed, returned'],
    ['status', 5, 'Use one of these: picking, delivering, delivered, failed, returned'],
    ['note', long(501), 'Enter up to 500 characters'],
    ['note', 'a\u0000', 'Remove line breaks and hidden characters'],
    ['note', 5, 'Enter text'],
    ['otp', long(41), 'Enter up to 10 characters'],
    ['otp', 123456, 'Enter text'],
    ['photo', long(900_001), 'Enter up to 900000 characters'],
    ['photo', 7, 'Enter text'],
    ['courier', 'me', 'Unknown field "courier"'],
  ])('%s: %j is refused at %s', (field, value, told, named: string = field) => {
    expect(toldIn(name, { [field]: value })).toEqual({ [named]: told })
  })
})

describe('a parcel that is called off, or found', () => {
  const name = 'POST /orders/{id}/cancel-shipment'

  it.each([
    ['note', long(501), 'Enter up to 500 characters'],
    ['note', 5, 'Enter text'],
    ['note', 'a\u0000b', 'Remove line breaks and hidden characters'],
    ['parcel', 0, 'Enter 1 or more'],
    ['parcel', 100, 'Enter 99 or less'],
    ['parcel', '1', 'Enter a number'],
  ])('%s: %j is refused at %s', (field, value, told, named: string = field) => {
    expect(toldIn(name, { [field]: value })).toEqual({ [named]: told })
  })
})

describe('POST /shipments/{id}/found', () => {
  const name = 'POST /shipments/{id}/found'

  it.each([
    ['tracking_number', leftOut, 'Field cannot be left blank'],
    ['tracking_number', '', 'Field cannot be left blank'],
    ['tracking_number', 'JT', 'Enter at least 3 characters'],
    ['tracking_number', long(61), 'Enter up to 60 characters'],
    ['tracking_number', 'JT\n01', 'Remove line breaks and hidden characters'],
    ['tracking_number', 20001, 'Enter text'],
  ])('%s: %j is refused at %s', (field, value, told, named: string = field) => {
    expect(toldIn(name, { [field]: value })).toEqual({ [named]: told })
  })
})

describe('an order in several parcels', () => {
  const name = 'PUT /orders/{id}/parcels'

  it.each([
    ['parcels', leftOut, 'Field cannot be left blank'],
    ['parcels', 'two', 'Send a list'],
    ['parcels', {}, 'Send a list'],
    ['parcels.0.items', [], 'Field cannot be left blank'],
    ['parcels.0.items', leftOut, 'Field cannot be left blank'],
    ['parcels.0.items.0.id', '', 'Field cannot be left blank'],
    ['parcels.0.items.0.id', long(41), 'Enter up to 40 characters'],
    ['parcels.0.items.0.id', 7, 'Enter text'],
    ['parcels.0.items.0.id', 'a\u0000', 'Remove line breaks and hidden characters'],
    ['parcels.0.items.0.quantity', 0, 'Enter 1 or more'],
    ['parcels.0.items.0.quantity', 1.5, 'Enter a whole number'],
    ['parcels.0.items.0.quantity', 1_000_000, 'Enter 999999 or less'],
    ['parcels.0.items.0.quantity', '1', 'Enter a number'],
    ['parcels.0.items.0.quantity', leftOut, 'Field cannot be left blank'],
    ['parcels.1.cod_amount', -1, 'Enter 0 or more'],
    ['parcels.1.cod_amount', '1', 'Enter a number'],
    ['parcels.1.cod_amount', 1e300, 'Enter 1000000000 or less'],
  ])('%s: %j is refused at %s', (field, value, told, named: string = field) => {
    expect(toldIn(name, { [field]: value })).toEqual({ [named]: told })
  })
})

describe("an order's booking", () => {
  const name = 'POST /orders/{id}/confirm'

  it.each([
    ['shipment_id', -1, 'Enter 0 or more'],
    ['shipment_id', 100, 'Enter 99 or less'],
    ['shipment_id', 'gdex', 'Enter a number'],
    ['shipment_id', 2.5, 'Enter a whole number'],
    ['service_id', '', 'Field cannot be left blank'],
    ['service_id', long(51), 'Enter up to 50 characters'],
    ['service_id', 5, 'Enter text'],
    ['address_id', '', 'Field cannot be left blank'],
    ['address_id', long(101), 'Enter up to 100 characters'],
    ['time_slot_id', '', 'Field cannot be left blank'],
    ['time_slot_id', 'a\u0000', 'Remove line breaks and hidden characters'],
    ['pickup_date', '', 'Enter a date such as 2026-01-31'],
    ['pickup_date', '30-11-2026', 'Enter a date such as 2026-01-31'],
    ['pickup_date', '2026-11-31', 'Enter a date such as 2026-01-31'],
    ['pickup_date', '1899-12-31', 'Enter a date from 1900 to 2999'],
    ['ready_time', '', 'Field cannot be left blank'],
    ['ready_time', '9:00', 'Enter a time such as 09:30'],
    ['ready_time', '24:00', 'Enter a time such as 09:30'],
    ['ready_time', '0900', 'Enter a time such as 09:30'],
    ['ready_time', 9, 'Enter text'],
    ['collectible_by', '18:60', 'Enter a time such as 09:30'],
    ['collectible_by', '6 pm', 'Enter a time such as 09:30'],
    ['collectible_by', '１８：００', 'Enter a time such as 09:30'],
    ['package', { weight: 0.001, length: 1, width: 1, height: 1 }, 'Enter 0.01 or more', 'package.weight'],
    ['package', { weight: 1000, length: 1, width: 1, height: 1 }, 'Enter 999.99 or less', 'package.weight'],
    ['package', { weight: '1', length: 1, width: 1, height: 1 }, 'Enter a number', 'package.weight'],
    ['package', 'box', 'Send an object with named fields'],
    ['pieces', 1.5, 'Enter a whole number'],
    ['pieces', '1', 'Enter a number'],
    ['transportation', 'plane', 'Use one of these: motorcycle, van, offsite'],
    ['trolley', true, 'Use one of these: 0, 1'],
    ['trolley', 2, 'Use one of these: 0, 1'],
    ['dangerous_good', 'no', 'Use one of these: 0, 1'],
    [
      'shipment_type',
      'Letter',
      'Use one of these: Document, Parcel, DocumentAndParcel, Pallet, ChequeForGDEX',
    ],
    ['payer', '', 'Field cannot be left blank'],
    ['inspection', 'smell', 'Use one of these: none, look, try'],
    ['remark', 'a\nb', 'Remove line breaks and hidden characters'],
    ['district_id', '', 'Field cannot be left blank'],
    ['district_id', '12a', 'Enter a whole number'],
    ['district_id', 12, 'Enter text'],
    ['district_id', '1'.repeat(10), 'Enter a whole number'],
    ['province_id', '', 'Field cannot be left blank'],
    ['province_id', 'a b', 'This is not in the expected form. Check what you entered'],
    ['province_id', 7, 'Enter text'],
    ['ward_code', '', 'Field cannot be left blank'],
    ['ward_code', 'a b', 'This is not in the expected form. Check what you entered'],
    ['ward_code', long(41), 'This is not in the expected form. Check what you entered'],
  ])('%s: %j is refused at %s', (field, value, told, named: string = field) => {
    expect(toldIn(name, { [field]: value })).toEqual({ [named]: told })
  })
})
