import { expect, it } from 'vitest'
import { cellsIn } from './pasted-cells.ts'

it.each([
  ['', [['']]],
  ['12.50', [['12.50']]],
  [
    '12.50\t3\r\n9\t\r\n',
    [
      ['12.50', '3'],
      ['9', ''],
    ],
  ],
  // A merged cell is empty below and beside its first place.
  [
    '1\t2\n\t3\n',
    [
      ['1', '2'],
      ['', '3'],
    ],
  ],
  [
    '"12.50\n(net)"\t3\n4\t5',
    [
      ['12.50\n(net)', '3'],
      ['4', '5'],
    ],
  ],
  ['"a ""b"""\t""', [['a "b"', '']]],
  // Inches, which are quoted nowhere.
  ['5"\t"7" wide"\n"6" x', [['5"', '"7" wide"'], ['"6" x']]],
])('%j are the cells that a spreadsheet copied', (text, cells) => {
  expect(cellsIn(text)).toEqual(cells)
})
