import { expect, it } from 'vitest'
import { csvOf } from './save-file.ts'

it('writes a table that a spreadsheet reads, and that runs nothing', () => {
  expect(
    csvOf([
      ['Name', 'Orders'],
      ['=HYPERLINK("http://x")', 3],
      ['Cup, "blue"', -2.5],
      ['@sum', null],
    ]),
  ).toBe('\uFEFFName,Orders\r\n"\'=HYPERLINK(""http://x"")",3\r\n"Cup, ""blue""",-2.5\r\n\'@sum,\r\n')
})

it('takes for a text what the files of the server take for one', () => {
  const names = ['=', '+', '-', '@', '\t', '\n', '\r', '＝', '＋', '－', '＠'].map((first) => `${first}1+1`)
  for (const name of names) expect(csvOf([[name]])).toContain(`'${name}`)
})
