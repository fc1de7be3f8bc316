import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readInvoices, splitCsv, toOrderRecords } from './invoices.ts'
import { parseOrderRecord, readOrderRecords, SAMPLE_PATH } from './sample.ts'
import { tidyTitle } from './titles.ts'

const directory = mkdtempSync(join(tmpdir(), 'retail-'))
afterAll(() => rmSync(directory, { recursive: true }))

it('a line of the file is split at its commas, not at those in quotes', () => {
  expect(splitCsv('1,"CUP, ""BIG""",,3')).toEqual(['1', 'CUP, "BIG"', '', '3'])
})

it('descriptions are written as a shop would', () => {
  expect(tidyTitle('WHITE HANGING HEART T-LIGHT HOLDER')).toBe('White Hanging Heart T-Light Holder')
  expect(tidyTitle('SET/6 3D DOG  CARDS IN TIN.')).toBe('Set of 6 3D Dog Cards in Tin')
  expect(tidyTitle("CHILDREN'S CUTLERY ,RED/WHITE")).toBe("Children's Cutlery, Red/White")
  expect(tidyTitle('POLYESTER PAD 40x40cm')).toBe('Polyester Pad 40x40cm')
})

it('invoices become orders: no adjustments, no nonsense, and what was taken back is marked', async () => {
  const path = join(directory, 'retail.csv')
  writeFileSync(
    path,
    `InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country
1,85123A,HEART HOLDER,6,2011-01-01T10:00:00,2.55,7,UK
1,POST,POSTAGE,1,2011-01-01T10:00:00,18.00,7,UK
2,22423,CAKESTAND,2,2011-01-02T10:00:00,10.95,7,UK
C3,85123A,HEART HOLDER,-6,2011-01-01T12:00:00,2.55,7,UK
C4,22423,CAKESTAND,-1,2011-01-09T10:00:00,10.95,7,UK
5,22423,CAKESTAND,1,2011-01-10T10:00:00,10.95,,UK
6,22423,damaged,5,2011-01-10T11:00:00,1.00,,UK
7,22423,CAKESTAND,1,2011-01-10T11:00:00,0,,UK
`,
  )
  expect(toOrderRecords(await readInvoices(path))).toEqual([
    {
      ref: '1',
      age: 9 * 86_400,
      customer: '7',
      currency: 'GBP',
      lines: [['85123A', 'Heart Holder', 6, 2.55]],
      outcome: 'CANCELLED',
      outcome_after: 7_200,
    },
    {
      ref: '2',
      age: 8 * 86_400,
      customer: '7',
      currency: 'GBP',
      lines: [['22423', 'Cakestand', 2, 10.95]],
      outcome: 'TO_RETURN',
      outcome_after: 7 * 86_400,
    },
    { ref: '5', age: 0, currency: 'GBP', lines: [['22423', 'Cakestand', 1, 10.95]] },
  ])
})

it('the sample holds what its README says', async () => {
  const records = await Array.fromAsync(readOrderRecords(SAMPLE_PATH))
  expect(records).toHaveLength(4_729)
  expect(records.reduce((sum, record) => sum + record.lines.length, 0)).toBe(44_568)
  expect(records.filter((record) => record.outcome === 'CANCELLED')).toHaveLength(29)
  expect(records.filter((record) => record.outcome === 'TO_RETURN')).toHaveLength(35)
  expect(records.at(-1)?.age).toBe(0)
})

it('a record that does not fit says on which line and why', () => {
  expect(() => parseOrderRecord('{"ref":"1","lines":[]}', 7)).toThrow(/line 7: .*lines/s)
  expect(() => parseOrderRecord('{"ref":', 8)).toThrow(/line 8/)
})
