import { expect, it } from 'vitest'
import { cellOfText } from './variant-columns.ts'

it.each([
  ['price', 'money', 'RM 1,234.50', 1234.5],
  ['price', 'money', '１２．５', 12.5],
  ['special_price', 'money', '12.50MYR', 12.5],
  ['cost_price', 'money', '$ 5', Number.NaN],
  ['quantity', 'whole', '１，０００', 1000],
  ['special_date_from', 'time', '2026/12/1 9:05', '2026-12-01 09:05'],
  ['special_date_from', 'time', '01/12/2026 23:59', '2026-12-01 23:59'],
  ['special_date_to', 'time', '2026-12-01T10:00', '2026-12-01 10:00'],
  // Nothing that the draft could not be saved with.
  ['special_date_to', 'time', 'end of year', ''],
  ['special_date_to', 'time', '31/02/2026', ''],
] as const)('%s reads %s %j as it is copied from a spreadsheet', (field, kind, text, value) => {
  expect(cellOfText({ field, kind }, text, 'MYR')).toEqual({ [field]: value })
})
