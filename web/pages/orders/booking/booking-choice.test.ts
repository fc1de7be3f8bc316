import { expect, it } from 'vitest'
import { bookingOf, firstForm, missingOf, type OwnInfo, serviceOf, sizeOf } from './booking-choice.ts'

const info: OwnInfo = {
  shipment_id: 3,
  courier: 'A courier',
  platform_id: 1,
  modes: ['pickup', 'dropoff'],
  pickup: 'slots',
  fields: ['service', 'payer', 'pieces', 'remark', 'trolley', 'transportation'],
  services: [
    { id: 'fast', name: 'Fast' },
    { id: 'slow', name: 'Slow' },
  ],
  slots: [{ id: 's1', date: '2026-12-01', from: '09:00', to: '12:00', name: 'Morning' }],
  dates: [],
  package: { weight: 0.5, length: 20, width: 10, height: 5 },
  warehouses: [
    { id: 'w1', name: 'One', is_primary: false },
    { id: 'w2', name: 'Two', is_primary: true },
  ],
  place: null,
  weight_from: null,
  defaults: {
    mode: 'dropoff',
    service_id: 'slow',
    payer: 'buyer',
    inspection: 'look',
    shipment_type: 'parcel',
    transportation: 'bike',
    enhanced_liability: 1,
    remark: 'Ring twice',
  },
} as never

const place = { province_id: '1', district_id: '2', ward_code: null }

it('begins with the defaults of the shipment, the primary warehouse and the first time of collection', () => {
  expect(firstForm(info, '2026-12-02')).toMatchObject({
    mode: 'dropoff',
    service: 'slow',
    date: '2026-12-01',
    slot: 's1',
    weight: '0,5',
    pieces: '1',
    payer: 'buyer',
    isInsured: true,
    warehouse: 'w2',
  })
})

it('begins with what the courier offers where the default is not offered', () => {
  const narrow = { ...info, modes: ['pickup'], slots: [], dates: [], warehouses: info.warehouses.slice(0, 1) }
  expect(firstForm(narrow as OwnInfo, '2026-12-02')).toMatchObject({
    mode: 'pickup',
    date: '2026-12-02',
    slot: '',
    warehouse: 'w1',
  })
})

it('reads sizes with either decimal mark and with wide digits', () => {
  const form = firstForm(info, '2026-12-02')
  expect(sizeOf({ ...form, weight: '１,２５', length: '20.5' })).toEqual({
    weight: 1.25,
    length: 20.5,
    width: 10,
    height: 5,
  })
})

it.each(['', '0', '-1', '1kg', '1.2.3', 'Infinity', '1e3', '0x10'])('misses a weight of "%s"', (weight) => {
  const form = { ...firstForm(info, '2026-12-02'), weight }
  expect(missingOf(info, form)).toEqual(['weight'])
  expect(sizeOf(form)).toBeUndefined()
})

it('misses the parts of an address that the courier asks for', () => {
  const withPlace = { ...info, place } as OwnInfo
  const form = firstForm(withPlace, '2026-12-02')
  expect(missingOf(withPlace, form)).toEqual(['ward'])
  // Since the reform a ward stands in a province alone.
  expect(missingOf(withPlace, { ...form, district: '', ward: '77', isNew: true })).toEqual([])
  expect(missingOf(withPlace, { ...form, district: '', ward: '77' })).toEqual(['district'])
})

it('takes the first service where the chosen one is offered no more', () => {
  const form = { ...firstForm(info, '2026-12-02'), service: 'gone' }
  expect(serviceOf(info, form)).toBe('fast')
  expect(serviceOf({ ...info, services: [] }, form)).toBe('gone')
})

it('sends only what the courier asks for', () => {
  const form = firstForm(info, '2026-12-02')
  const atDoor = bookingOf(info, { ...form, mode: 'pickup', pieces: '３' })
  expect(atDoor).toMatchObject({
    shipment_id: 3,
    warehouse_id: 'w2',
    mode: 'pickup',
    service_id: 'slow',
    pickup_date: '2026-12-01',
    ready_time: '09:00',
    collectible_by: '12:00',
    time_slot_id: 's1',
    pieces: 3,
    payer: 'buyer',
    remark: 'Ring twice',
    trolley: 0,
    transportation: 'bike',
  })
  expect(Object.keys(atDoor)).not.toContain('inspection')
  expect(Object.keys(atDoor)).not.toContain('province_id')
  // Brought by the seller, nobody comes with a trolley, and at no time.
  const brought = bookingOf(info, form)
  for (const name of ['pickup_date', 'ready_time', 'time_slot_id', 'trolley', 'transportation'])
    expect(brought).not.toHaveProperty(name)
})

it('sends the hours as typed where the courier has no times of its own', () => {
  const free = { ...info, slots: [], pickup: 'hours' } as unknown as OwnInfo
  const form = { ...firstForm(free, '2026-12-02'), mode: 'pickup' as const, from: '10:00', to: '16:30' }
  expect(bookingOf(free, form)).toMatchObject({
    pickup_date: '2026-12-02',
    ready_time: '10:00',
    collectible_by: '16:30',
  })
  expect(bookingOf(free, form)).not.toHaveProperty('time_slot_id')
})
