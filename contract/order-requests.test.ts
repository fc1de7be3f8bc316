/** Requests about orders: what is taken, and the field that what is wrong is refused with. */
import { describe, expect, it } from 'vitest'
import { bodyAs, leftOut, refusedIn, refusedInQuery, queryAs } from '../test/steps/changed-requests.ts'

const many = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
const long = (count: number) => 'x'.repeat(count)

describe('an order that is written by hand', () => {
  const name = 'POST /orders'

  it.each([
    ['shop_id', leftOut],
    ['shop_id', 0],
    ['shop_id', -1],
    ['shop_id', 1.5],
    ['shop_id', '1'],
    ['shop_id', 1e300],
    ['customer.name', ''],
    ['customer.name', ' \u3000 '],
    ['customer.name', long(121)],
    ['customer.name', 'Aoi\nTanaka'],
    ['customer.name', '\ud842'],
    ['customer.phone', '1234'],
    ['customer.phone', 'call me'],
    ['customer.phone', '++60123'],
    ['customer.phone', '٠١٢٣٤٥'],
    ['customer.phone', long(41)],
    ['customer.email', 'aoi'],
    ['customer.email', 'aoi@'],
    ['customer.email', `${long(250)}@a.test`],
    ['address.name', ''],
    ['address.street', ''],
    ['address.street', long(256)],
    ['address.city', long(121)],
    ['address.postcode', long(21)],
    ['address.country', 'my'],
    ['address.country', 'MYS'],
    ['address.country', 'Malaysia'],
    ['address.country', leftOut],
    ['address.state', 'Perak'],
    ['lines', []],
    ['lines', many(101).map(() => ({ product_sku_id: 1, quantity: 1 }))],
    ['lines.0.quantity', 0],
    ['lines.0.quantity', -1],
    ['lines.0.quantity', 1.5],
    ['lines.0.quantity', 10_000],
    ['lines.0.quantity', '2'],
    ['lines.0.price', -0.01],
    ['lines.0.price', 1_000_000_001],
    ['lines.0.price', Number.NaN],
    ['lines.0.price', Infinity],
    ['lines.0.shop_sku', ''],
    ['lines.0.shop_sku', long(201)],
    ['lines.0.colour', 'red'],
    ['payment_method', 'cheque'],
    ['payment_method', ''],
    ['payment_method', leftOut],
    ['is_paid', 'yes'],
    ['is_paid', 1],
    ['note', long(501)],
  ])('names %s when it is wrong', (field, value) => {
    expect([value, refusedIn(name, { [field]: value })]).toEqual([value, [field]])
  })

  it('names a line that is of two products or of none', () => {
    expect(refusedIn(name, { 'lines.0.product_sku_id': 1 })).toEqual(['lines.0'])
    expect(refusedIn(name, { 'lines.0.shop_sku': leftOut })).toEqual(['lines.0'])
  })

  it('names each of several fields that are wrong', () => {
    const changes = { 'customer.name': '', 'lines.0.quantity': 0, 'lines.0.price': -1, note: long(501) }
    expect(refusedIn(name, changes).toSorted()).toEqual(Object.keys(changes).toSorted())
  })

  it.each([
    [{ 'customer.phone': '' }, { customer: { phone: null } }],
    [{ 'customer.phone': null }, { customer: { phone: null } }],
    [{ 'customer.phone': '０９０－１２３４－５６７８' }, { customer: { phone: '090-1234-5678' } }],
    [{ 'customer.phone': '(03) 1234.5678' }, { customer: { phone: '(03) 1234.5678' } }],
    [{ 'customer.email': '' }, { customer: { email: null } }],
    [{ 'customer.email': leftOut }, { customer: { email: null } }],
    [{ 'customer.name': '\u3000佐藤 \u3000' }, { customer: { name: '佐藤' } }],
    [{ 'customer.name': '𠮷'.repeat(60) }, { customer: { name: '𠮷'.repeat(60) } }],
    [{ 'customer.name': 'Nguyễn'.normalize('NFD') }, { customer: { name: 'Nguyễn'.normalize('NFD') } }],
    [{ address: null }, { address: null }],
    [{ 'address.city': '  ' }, { address: { city: null } }],
    [{ 'lines.0.price': null }, { lines: [{ price: null }] }],
    [{ 'lines.0.price': 0 }, { lines: [{ price: 0 }] }],
    [{ 'lines.0.price': 1_000_000_000 }, { lines: [{ price: 1_000_000_000 }] }],
    [{ 'lines.0.quantity': 9999 }, { lines: [{ quantity: 9999 }] }],
    [{ note: ' ' }, { note: null }],
    [{ is_paid: leftOut }, { is_paid: false }],
  ])('is read as it is meant: %j', (changes, read) => {
    expect(bodyAs(name, changes)).toMatchObject(read)
  })
})

describe('a change of an order', () => {
  const name = 'PUT /orders/{id}'

  it.each([
    ['note', long(1001)],
    ['note', 'two\nlines'],
    ['note', 7],
    ['note_version', -1],
    ['note_version', 0.5],
    ['shipment_id', -1],
    ['shipment_id', 100],
    ['shipment_id', '3'],
    ['updated_at', '2026-11-30'],
    ['updated_at', 'now'],
    ['status', 'shipped'],
  ])('names %s when it is wrong', (field, value) => {
    expect([value, refusedIn(name, { [field]: value })]).toEqual([value, [field]])
  })

  it('changes something, and may empty the note or the courier', () => {
    expect(refusedIn(name, { note: leftOut, note_version: leftOut })).toEqual(['body'])
    expect(refusedIn(name, { note: leftOut, updated_at: '2026-11-30T01:00:00+08:00' })).toEqual(['body'])
    expect(refusedIn(name, { note: '' })).toEqual([])
    expect(refusedIn(name, { note: null })).toEqual([])
    expect(refusedIn(name, { note: leftOut, shipment_id: null })).toEqual([])
  })
})

describe('actions on orders', () => {
  it.each([
    ['POST /orders/{id}/cancel', 'reason_code', 'boredom'],
    ['POST /orders/{id}/cancel', 'reason_code', leftOut],
    ['POST /orders/{id}/cancel', 'reason_id', ''],
    ['POST /orders/{id}/cancel', 'note', long(501)],
    ['POST /orders/bulk-cancel', 'ids', []],
    ['POST /orders/bulk-cancel', 'ids', many(301)],
    ['POST /orders/bulk-cancel', 'ids', 'all'],
    ['POST /orders/bulk-cancel', 'ids.0', 0],
    ['POST /orders/bulk-cancel', 'ids.0', '1'],
    ['POST /orders/bulk-cancel', 'reason_id', 'R1'],
    ['POST /orders/bulk-confirm', 'ids.0', 2 ** 53],
    ['POST /orders/bulk-confirm', 'choices', [{ shop_id: 1 }], 'choices.0.choice'],
    [
      'POST /orders/bulk-confirm',
      'choices',
      [{ shop_id: 1, choice: { mode: 'fly' } }],
      'choices.0.choice.mode',
    ],
    ['POST /orders/{id}/confirm', 'choice', { mode: 'pickup', slot: '1' }, 'choice.slot'],
    ['POST /orders/{id}/confirm', 'mode', 'channel'],
    ['POST /orders/{id}/confirm', 'pickup_date', '2026-02-30'],
    ['POST /orders/{id}/confirm', 'pickup_date', '3000-01-01'],
    ['POST /orders/{id}/confirm', 'ready_time', '24:00'],
    ['POST /orders/{id}/confirm', 'ready_time', '9:00'],
    ['POST /orders/{id}/confirm', 'collectible_by', '09:60'],
    ['POST /orders/{id}/confirm', 'pieces', 0],
    ['POST /orders/{id}/confirm', 'pieces', 100],
    ['POST /orders/{id}/confirm', 'parcel', 0],
    ['POST /orders/{id}/confirm', 'remark', long(51)],
    ['POST /orders/{id}/confirm', 'payer', 'nobody'],
    ['POST /orders/{id}/confirm', 'district_id', 'Quận 1'],
    ['POST /orders/{id}/confirm', 'package', { weight: 0, length: 1, width: 1, height: 1 }, 'package.weight'],
    [
      'POST /orders/{id}/confirm',
      'package',
      { weight: 1, length: 200.1, width: 1, height: 1 },
      'package.length',
    ],
    ['POST /orders/{id}/confirm', 'package', { weight: 1, length: 1, width: 1 }, 'package.height'],
    ['POST /orders/{id}/set-packed', 'items.0.quantity', 0],
    ['POST /orders/{id}/set-packed', 'items', []],
    ['POST /orders/{id}/set-packed', 'item_ids', ['1-0'], 'items'],
    ['POST /orders/{id}/split', 'parcels', [{ items: [{ id: '1-0', quantity: 1 }] }]],
    ['POST /orders/{id}/split', 'parcels.1.items', []],
    ['POST /orders/{id}/split', 'parcels.0.items.0.id', ''],
    ['PUT /orders/star', 'is_star', 2],
    ['PUT /orders/star', 'is_star', true],
    ['PUT /orders/star', 'ids', many(1001)],
    ['POST /orders/bulk-print', 'kind', 'invoice'],
    ['POST /orders/bulk-reject-return', 'reasons.0.reason_id', ''],
    [
      'POST /orders/bulk-reject-return',
      'reasons',
      many(21).map((id) => ({ platform_id: id, reason_id: 'R' })),
    ],
    ['POST /returns/{id}/receive', 'lines.0.restock', -1],
    ['POST /returns/{id}/receive', 'lines.0.write_off', 0.5],
    ['POST /returns/{id}/receive', 'lines', []],
    ['POST /pick-waves', 'name', ' '],
    ['POST /pick-waves', 'order_ids', []],
    ['POST /pick-waves/{id}/ticks', 'ticks.0.picked', -1],
    ['POST /pick-waves/{id}/ticks', 'ticks.0.line', 0],
  ])('%s names what is wrong: %s', (name, field, value, named: string = field) => {
    expect([value, refusedIn(name, { [field]: value })]).toEqual([value, [named]])
  })

  it('print each order once', () => {
    expect(bodyAs('POST /orders/bulk-print', { ids: [3, 1, 3] })).toMatchObject({ ids: [3, 1] })
  })
})

describe('scans of a packing station', () => {
  const name = 'POST /orders/scans'

  it.each([
    ['scans.0.id', 'short'],
    ['scans.0.id', long(65)],
    ['scans.0.order_id', 0],
    ['scans.0.line_id', leftOut],
    ['scans.0.add', 0, 'scans.0.line_id'],
    ['scans.0.add', 10_000],
    ['scans.0.add', leftOut, 'scans.0.line_id'],
    ['scans.0.reset', true, 'scans.0.line_id'],
    ['scans.0.reset', false],
    ['scans.0.seconds_ago', -1],
    ['scans.0.seconds_ago', 7 * 86_400 + 1],
    ['scans', []],
  ])('name %s when it is wrong', (field, value, named: string = field) => {
    expect([value, refusedIn(name, { [field]: value })]).toEqual([value, [named]])
  })

  it('take pieces back, and begin an order anew', () => {
    expect(refusedIn(name, { 'scans.0.add': -1 })).toEqual([])
    expect(refusedIn(name, { 'scans.0': { id: 'scan-0001', order_id: 1, reset: true } })).toEqual([])
    expect(bodyAs(name, {})).toMatchObject({ scans: [{ seconds_ago: 0 }] })
  })
})

describe('the order list', () => {
  const name = 'GET /orders/filter'

  it.each([
    ['page', '0'],
    ['page', '-1'],
    ['page', '1.5'],
    ['page', '10000001'],
    ['page', 'last'],
    ['limit', '0'],
    ['limit', '101'],
    ['sort', 'price'],
    ['sort', ''],
    ['from', '2026-02-29'],
    ['from', '30/11/2026'],
    ['from', '1899-12-31'],
    ['to', '3000-01-01'],
    ['to', '2026-1-1'],
    ['date_field', 'born'],
    ['status', 'pending,lost', 'status.1'],
    ['status', '99', 'status.0'],
    ['payment_method', '1,x', 'payment_method.1'],
    ['platform_id', '10000', 'platform_id.0'],
    ['shop_id', '1.5', 'shop_id.0'],
    ['shop_id', '-2', 'shop_id.0'],
    ['hour', '24', 'hour.0'],
    ['sold_weekday', '0', 'sold_weekday.0'],
    ['sold_weekday', '8', 'sold_weekday.0'],
    ['is_star', '2'],
    ['is_star', 'yes'],
    ['ids', '0', 'ids.0'],
    ['ids', many(301).join(), 'ids'],
    ['cancel_initiator', 'cat'],
    ['customer_type', 'old'],
    ['customer_id', '-1'],
    ['segment_id', '0'],
    ['keyword', long(256)],
    ['after', long(201)],
    ['is_stars', '1'],
  ])('names %s when it is wrong', (field, value, named: string = field) => {
    expect([value, refusedInQuery(name, { [field]: value })]).toEqual([value, [named]])
  })

  it.each([
    [{}, { page: 1, limit: 20, sort: '-created_at', date_field: 'created' }],
    [{ shop_id: '3, 1,3' }, { shop_id: [3, 1] }],
    [{ shop_id: ['3', '1,2'] }, { shop_id: [3, 1, 2] }],
    [{ shop_id: '-1' }, { shop_id: [] }],
    [{ status: '1,pending' }, { status: ['unpaid', 'pending'] }],
    [{ is_star: '' }, { is_star: undefined }],
    [{ is_printed: '0' }, { is_printed: 0 }],
    [{ keyword: '  田中  ' }, { keyword: '田中' }],
    [{ region: 'MY/kuala lumpur, wp' }, { region: ['MY/kuala lumpur, wp'] }],
    [
      { from: '1900-01-01', to: '2999-12-31' },
      { from: '1900-01-01', to: '2999-12-31' },
    ],
  ])('is asked for as it is meant: %j', (query, read) => {
    expect(queryAs(name, query)).toMatchObject(read)
  })
})
