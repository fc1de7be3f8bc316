import { expect, it } from 'vitest'
import { code128, createLabelPdf } from './label-pdf.ts'

/** Reads the bars back, as a scanner does: by the widths of six bars and gaps, and the check sum. */
function scan(widths: string): string {
  const letters = [...Array(95).keys()].map((index) => String.fromCharCode(index + 32))
  const known = new Map(letters.map((letter) => [code128(letter).slice(6, 12), letter]))
  const parts = widths.slice(0, -7).match(/.{6}/g) ?? []
  return parts
    .slice(1, -1)
    .map((part) => known.get(part) ?? '?')
    .join('')
}

it('draws a code that a scanner reads: eleven modules a letter, a check sum, a stop', () => {
  const widths = code128('SPXMY100')
  expect(scan(widths)).toBe('SPXMY100')
  const modules = Array.from(widths, Number).reduce((sum, width) => sum + width, 0)
  expect(modules).toBe((1 + 8 + 1) * 11 + 13)
  // The guides' example, whose check letter is V in set A, has W in set B, where the start counts one more.
  expect(code128('PJJ123C').slice(-13, -7)).toBe(code128('W').slice(6, 12))
  expect(code128('A')).toBe('211214' + '111323' + '131123' + '2331112')
})

it('puts a code of its own on each page', () => {
  const text = createLabelPdf(
    [
      ['Courier', 'T1'],
      ['Courier', 'T1'],
    ],
    ['T1', 'T2'],
  ).toString('latin1')
  const drawn = text.match(/ET .*f\n/g) ?? []
  expect(drawn).toHaveLength(2)
  expect(drawn[0]).not.toBe(drawn[1])
})
