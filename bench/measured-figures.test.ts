/** Figures of the bench and the tables that show them. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { median, percentile } from './measure.ts'
import { machine, printTable, type Table } from './report.ts'

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

describe('percentiles', () => {
  it.each([
    [[5], 0.5, 5],
    [[5], 0.95, 5],
    [[3, 1, 2], 0.5, 2],
    [[10, 9, 100], 0.5, 10],
    [upTo(100), 0.95, 96],
    [upTo(100), 1, 100],
    [upTo(100), 0, 1],
    [[0.2, 0.1], 0.95, 0.2],
  ])('%j at %d', (values, share, expected) => {
    expect(percentile(values, share)).toBe(expected)
  })

  it('leave the values as they came, and are no number of none', () => {
    const values = [9, 1, 5]
    expect([median(values), values, percentile([], 0.5)]).toEqual([5, [9, 1, 5], Number.NaN])
  })
})

describe('tables', () => {
  afterEach(() => vi.restoreAllMocks())

  function printed(table: Partial<Table>): string[] {
    let text = ''
    vi.spyOn(process.stdout, 'write').mockImplementation((part) => {
      text += String(part)
      return true
    })
    printTable({ title: 'List', command: 'npm run bench', columns: ['case', 'ms'], rows: [], ...table })
    return text.split('\n')
  }

  it.each([
    [undefined, '-'],
    ['fast', 'fast'],
    [0, '0.00'],
    [0.256, '0.26'],
    [9.994, '9.99'],
    [12.34, '12.3'],
    [99.94, '99.9'],
    [1234.4, '1,234'],
    [-0.5, '-0.50'],
    [-1500, '-1,500'],
  ])('show %j as %s', (cell, shown) => {
    expect(
      printed({ rows: [['a', cell]] })
        .find((line) => line.startsWith('a '))
        ?.trim(),
    ).toMatch(new RegExp(`^a +${shown.replaceAll('.', '\\.')}$`))
  })

  it('keep their columns in line, and say how to run them again', () => {
    const lines = printed({
      rows: [
        ['page 1', 1],
        ['a far page', 12_345],
      ],
      notes: ['16 connections'],
    })
    expect(lines).toEqual([
      '',
      'List',
      'case            ms',
      '----------  ------',
      'page 1        1.00',
      'a far page  12,345',
      '16 connections',
      'Again: npm run bench',
      '',
    ])
  })

  it('name the machine', () => {
    expect(machine()).toMatch(/^\d+ × .+, \d+ GiB, \w+ \w+, Node \d+\./)
  })
})
