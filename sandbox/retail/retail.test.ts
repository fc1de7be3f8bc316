import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { homeQuantity, selectSample, toConsumerSales } from './consumers.ts'
import { readInvoices, splitCsv, toOrderRecords } from './invoices.ts'
import { parseOrderRecord, readOrderRecords, readSample, SAMPLE_PATH } from './sample.ts'
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

it('a crate for a shop becomes a few for a home', () => {
  expect([1, 2, 4, 6, 12, 24, 48, 1_000].map(homeQuantity)).toEqual([1, 1, 2, 2, 3, 5, 6, 6])
})

const line = (code: number, quantity = 1) => ({
  code: `${22_000 + code}`,
  description: 'CUP',
  quantity,
  price: 2,
})

it('a long invoice becomes several orders of consecutive lines for different buyers', () => {
  const lines = Array.from({ length: 40 }, (_, index) => line(index, 12))
  const parts = toConsumerSales({ number: '7', time: 1_000, customer: '9', lines })
  expect(parts.flatMap((part) => part.lines.map(({ code }) => code))).toEqual(lines.map(({ code }) => code))
  expect(parts.every((part) => part.lines.length <= 6)).toBe(true)
  expect(parts.flatMap((part) => part.lines).every(({ quantity }) => quantity === 3)).toBe(true)
  expect(new Set(parts.map((part) => part.number)).size).toBe(parts.length)
  for (const [index, part] of parts.slice(1).entries()) {
    expect(part.time).toBeGreaterThan(parts[index]?.time ?? 0)
    expect(part.customer).not.toBe(parts[index]?.customer)
  }
  expect(toConsumerSales({ number: '7', time: 1_000, customer: '9', lines })).toEqual(parts)
})

it('only the part of an invoice whose goods were taken back was cancelled', () => {
  const lines = Array.from({ length: 40 }, (_, index) => line(index, 12))
  const sale = { number: '7', time: 1_000, customer: '9', lines }
  const next = { number: '8', time: 900_000, customer: '', lines: [line(1)] }
  const back = { number: 'C9', time: 5_000, customer: '9', lines: [line(3, -12)] }
  const records = toOrderRecords([sale, next, back], toConsumerSales)
  const cancelled = records.filter((record) => record.outcome === 'CANCELLED')
  const alone = records.find((record) => record.lines.some(([sku]) => sku === '22003'))
  expect(cancelled.every((record) => record === alone)).toBe(true)
  expect(alone?.outcome).toBe((alone?.lines.length ?? 9) <= 2 ? 'CANCELLED' : undefined)
})

it('a day gives the sample more orders the younger it is, and first those that were cancelled', () => {
  const day = (age: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      ref: `${age}:${index}`,
      age: age * 86_400 + 100 + index,
      lines: [['22000', 'Cup', 1, 2] as [string, string, number, number]],
      ...(index === 0 && { outcome: 'CANCELLED' as const, outcome_after: 60 }),
    }))
  const sample = selectSample([...day(90, 500), ...day(0, 500)])
  const [old, young] = [90, 0].map((age) => sample.filter(({ ref }) => ref.startsWith(`${age}:`))) as [
    typeof sample,
    typeof sample,
  ]
  expect(young.length).toBeGreaterThan(4 * old.length)
  expect([old, young].map((part) => part.some((record) => record.outcome === 'CANCELLED'))).toEqual([
    true,
    true,
  ])
  expect(sample.at(-1)?.age).toBe(0)
})

it('the sample holds what its README says', async () => {
  const records = await Array.fromAsync(readOrderRecords(SAMPLE_PATH))
  expect(records).toHaveLength(4_867)
  expect(records.reduce((sum, record) => sum + record.lines.length, 0)).toBe(12_697)
  expect(records.filter((record) => record.outcome === 'CANCELLED')).toHaveLength(145)
  expect(records.filter((record) => record.outcome === 'TO_RETURN')).toHaveLength(14)
  expect(records.at(-1)?.age).toBe(0)
  expect(statSync(SAMPLE_PATH).size).toBeLessThan(700_000)
})

it('the sample looks like what people buy for their homes', async () => {
  const records = await Array.fromAsync(readOrderRecords(SAMPLE_PATH))
  const lines = records.flatMap((record) => record.lines)
  expect(Math.max(...records.map((record) => record.lines.length))).toBe(6)
  expect(Math.max(...lines.map(([, , quantity]) => quantity))).toBe(6)
  expect(lines.length / records.length).toBeGreaterThan(2)
  expect(lines.length / records.length).toBeLessThan(3)
})

it('a part of the sample is each so-manieth order of it', async () => {
  const all = await Array.fromAsync(readSample({}))
  const part = await Array.fromAsync(readSample({ sampleStep: 8 }))
  expect(part).toEqual(all.filter((_, place) => place % 8 === 7))
})

it('a record that does not fit says on which line and why', () => {
  expect(() => parseOrderRecord('{"ref":"1","lines":[]}', 7)).toThrow(/line 7: .*lines/s)
  expect(() => parseOrderRecord('{"ref":', 8)).toThrow(/line 8/)
})
