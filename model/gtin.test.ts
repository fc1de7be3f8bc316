import { expect, test } from 'vitest'
import { barcodeOf } from './gtin.ts'

test.each([
  ['4006381333931', '4006381333931'],
  [' 978-3-16-148410-0 ', '9783161484100'],
  ['96385074', '96385074'],
  ['036000291452', '036000291452'],
  ['0036000291452', '036000291452'],
  ['00036000291452', '036000291452'],
  ['04006381333931', '4006381333931'],
  ['14006381333938', '14006381333938'],
])('%j is the barcode %s', (text, barcode) => {
  expect(barcodeOf(text)).toBe(barcode)
})

test.each([
  ['a wrong check digit', '4006381333932'],
  ['two digits that changed places', '4006381339331'],
  ['no barcode of a length that exists', '40063813'.repeat(2)],
  ['zeros alone', '0000000000000'],
  ["Shopee's word for none", '00'],
  ["the seller's own code", 'LAMP-RED-01'],
  ['nothing', ''],
])('is none: %s', (_, text) => {
  expect(barcodeOf(text)).toBeNull()
})

test('is none where the channel says nothing', () => {
  expect(barcodeOf(null)).toBeNull()
  expect(barcodeOf(undefined)).toBeNull()
})
