import { expect, it } from 'vitest'
import { auditRows } from './audit-rows.ts'

const rows = (field: string, before: unknown, after: unknown) =>
  auditRows([{ field, name: field, before, after }]).map((row) => [row.path.join(' '), row.before, row.after])

it('has of an object the parts that differ, however deep', () => {
  const before = { copies: 1, header: '', show: { qr: true, price: false } }
  const after = { copies: 2, header: '', show: { qr: true, price: true } }
  expect(rows('print', before, after)).toEqual([
    ['print copies', 1, 2],
    ['print show price', false, true],
  ])
})

it('has of what came or went all that it says', () => {
  expect(rows('address', null, { street: '1 Jalan Ipoh', ward: null, phone: '' })).toEqual([
    ['address street', null, '1 Jalan Ipoh'],
  ])
  expect(rows('name', 'North', null)).toEqual([['name', 'North', null]])
  expect(rows('roles', [], null)).toEqual([])
})

it('has the limits of ranks as money of their own currency', () => {
  const ringgit = { currency: 'MYR', limits: [0, 100_000, 500_000, 2_000_000] }
  expect(rows('customer_ranks', ringgit, { ...ringgit, limits: [0, 100_000, 500_050, 2_000_000] })).toEqual([
    ['customer_ranks 3', '5.000,00 RM', '5.000,50 RM'],
  ])
  const dong = { currency: 'VND', limits: [0, 1_000_000, 5_000_000, 20_000_000] }
  expect(rows('customer_ranks', ringgit, dong)[1]).toEqual(['customer_ranks 2', '1.000,00 RM', '1.000.000 ₫'])
})
