/** Figures of the bench and the tables that show them. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { liveFiguresTable } from './live-figures.ts'
import { inTurns, median, percentile, perSeconds, ratiosOf } from './measure.ts'
import { machine, printTable, saveResults, type Table } from './report.ts'

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

describe('ratios', () => {
  it('are of each round, the first figure over the second', () => {
    expect(ratiosOf([50, 90], [100, 100])).toEqual([0.5, 0.9])
    expect(ratiosOf([50, 90], [100])).toEqual([0.5, Number.NaN])
    expect(ratiosOf([], [100])).toEqual([])
  })

  it('are told as their median, which a single slow round of both leaves as it is', () => {
    const [console, bare] = [
      [80, 8, 80],
      [100, 10, 100],
    ]
    expect(median(ratiosOf(console, bare))).toBe(0.8)
    expect(perSeconds([{ perSecond: 3 }, { perSecond: 4 }])).toEqual([3, 4])
  })
})

describe('work in turns', () => {
  it.each([
    [0, 0],
    [5, 0],
    [2, 0.05],
  ])('after %d turns of warming up, for %d s, is measured once at least', async (warmUp, seconds) => {
    const made: string[] = []
    const work = (name: string, ms: number) => async () => {
      made.push(name)
      const until = performance.now() + ms
      while (performance.now() < until) await Promise.resolve()
    }
    const [first = [], second = []] = await inTurns([work('a', 2), work('b', 4)], { warmUp, seconds })
    expect(made.length).toBe(2 * (warmUp + first.length))
    expect(made.filter((_, at) => at % 2 === 0).every((name) => name === 'a')).toBe(true)
    expect([first.length, first.length > 0]).toEqual([second.length, true])
    expect([Math.min(...first) >= 2, Math.min(...second) >= 4]).toEqual([true, true])
  })

  it('fails with what failed', async () => {
    const failing = () => Promise.reject(new Error('429'))
    await expect(inTurns([failing], { warmUp: 0, seconds: 1 })).rejects.toThrow('429')
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
    [Number.NaN, '-'],
    [Infinity, '-'],
    [-Infinity, '-'],
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

  it('have a dash where a row ends before its columns, and lines as long as the longest cell', () => {
    const lines = printed({
      columns: ['', 'p95 ms', '× a tenth'],
      rows: [
        ['page 1', 12],
        ['a page, far behind', 120.4, 1.3],
      ],
    })
    expect(lines.slice(2, 6)).toEqual([
      '                    p95 ms  × a tenth',
      '------------------  ------  ---------',
      'page 1                12.0          -',
      'a page, far behind     120       1.30',
    ])
  })

  it('are kept as they were printed, figures that there are not as null', () => {
    const folder = mkdtempSync(join(tmpdir(), 'bench-results-'))
    try {
      const table = {
        title: 'List',
        command: 'npm run bench',
        columns: ['', 'ms'],
        rows: [
          ['a', Number.NaN],
          ['b', 1.25],
        ],
      }
      const path = saveResults({ orders: 1000 }, [table], join(folder, 'made', 'first'))
      const kept = JSON.parse(readFileSync(path, 'utf8')) as { at: string; machine: string }
      expect(kept).toMatchObject({
        machine: machine(),
        options: { orders: 1000 },
        tables: [
          {
            ...table,
            rows: [
              ['a', null],
              ['b', 1.25],
            ],
          },
        ],
      })
      expect(basename(path)).toBe(`${kept.at.slice(0, 19).replaceAll(':', '')}.json`)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('of revenue have the middle of the times, and how much later the figures are', () => {
    const times = { announced: [100, 300, 200], shown: [150, 600, 300] }
    const { rows } = liveFiguresTable([{ name: 'empty store', times }], 'again')
    expect(rows).toEqual([['empty store', 200, 300, 600, 1.5]])
  })

  it('name the machine', () => {
    expect(machine()).toMatch(/^\d+ × .+, \d+ GiB, \w+ \w+, Node \d+\./)
  })
})
