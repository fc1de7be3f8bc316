/** Arguments of the bench: what each is read as, what a wrong one is answered, and the command that makes a table again. */
import { describe, expect, it } from 'vitest'
import { commandOf, readOptions, usageOf } from './bench-options.ts'

const parts = ['seed', 'list', 'sync', 'product-lists']
const read = (...args: string[]) => readOptions(args, parts, ['seed', 'list', 'sync'])

describe('options', () => {
  it('that nobody gives are the usual ones', () => {
    expect(read()).toEqual({
      only: ['seed', 'list', 'sync'],
      folder: 'data/bench',
      options: {
        orders: 1_000_000,
        seconds: 8,
        rounds: 3,
        syncOrders: 30_000,
        shops: 50,
        shopOrders: 2000,
        skus: 200_000,
        growth: true,
        match: '',
      },
    })
  })

  it.each([
    [['--orders', '1000'], { orders: 1000 }],
    [['--orders=20000', '--seconds=1'], { orders: 20_000, seconds: 1 }],
    [['--sync-orders', '500'], { syncOrders: 500 }],
    [['--shops', '2', '--shop-orders', '100'], { shops: 2, shopOrders: 100 }],
    [['--skus', '1e4'], { skus: 10_000 }],
    [['--rounds', '1'], { rounds: 1 }],
    [['--no-growth'], { growth: false }],
    [['--growth'], { growth: true }],
    [['--match', 'keyword: '], { match: 'keyword: ' }],
    [['--orders', '1000', '--orders', '2000'], { orders: 2000 }],
  ])('are read as they are meant: %j', (args, options) => {
    expect(read(...args).options).toMatchObject(options)
  })

  it('name the parts in the order in which they run', () => {
    expect(read('--only', 'sync,product-lists').only).toEqual(['sync', 'product-lists'])
  })

  it.each([
    [['--only', 'lists'], '--only lists is no part'],
    [['--only', 'list,'], '--only  is no part'],
    [['--only', ''], '--only  is no part'],
    [['--only', 'constructor'], '--only constructor is no part'],
    [['--only', 'list,toString'], '--only toString is no part'],
    [['--orders', '999'], '--orders must be a whole number from 1000'],
    [['--orders', ''], '--orders must be a whole number from 1000'],
    [['--orders', '1,000,000'], '--orders must be a whole number from 1000'],
    [['--orders', '1000.5'], '--orders must be a whole number from 1000'],
    [['--orders', 'Infinity'], '--orders must be a whole number from 1000'],
    [['--orders', '1e300'], '--orders must be a whole number from 1000'],
    [['--orders=-5000'], '--orders must be a whole number from 1000'],
    [['--seconds', '0'], '--seconds must be a whole number from 1'],
    [['--rounds', 'three'], '--rounds must be a whole number from 1'],
    [['--sync-orders', '499'], '--sync-orders must be a whole number from 500'],
    [['--shops', '1'], '--shops must be a whole number from 2'],
    [['--shop-orders', '99'], '--shop-orders must be a whole number from 100'],
    [['--skus', '1999'], '--skus must be a whole number from 2000'],
    [['--data', ''], '--data must name a folder'],
  ])('that are wrong are answered with what is right: %j', (args, told) => {
    expect(() => read(...args)).toThrow(new Error(told))
  })

  it.each([
    [['--colour', 'red'], /--colour/],
    [['--orders'], /--orders/],
    [['--growth=no'], /--growth/],
    [['list'], /list/],
    [['--no-orders'], /--no-orders|--orders/],
  ])('that there are not are named: %j', (args, named) => {
    expect(() => read(...args)).toThrow(named)
  })

  it('are all told by the usage, with what is usual', () => {
    const usage = usageOf(parts)
    expect(usage).toContain('--only seed,list,sync,product-lists')
    for (const [name, value] of [
      ['orders', 1_000_000],
      ['seconds', 8],
      ['rounds', 3],
      ['sync-orders', 30_000],
      ['shops', 50],
      ['shop-orders', 2000],
      ['skus', 200_000],
    ] as const)
      expect(usage).toContain(`[--${name} ${value}]`)
  })
})

describe('the command below a table', () => {
  it.each([
    [[], 'npm run bench -- --only list'],
    [['--orders', '20000', '--seconds', '2'], 'npm run bench -- --only list --orders 20000 --seconds 2'],
    [['--sync-orders', '500'], 'npm run bench -- --only list --sync-orders 500'],
    [['--shop-orders', '100', '--shops', '3'], 'npm run bench -- --only list --shops 3 --shop-orders 100'],
    [['--no-growth', '--rounds', '1'], 'npm run bench -- --only list --rounds 1 --no-growth'],
    [['--match', 'order code'], "npm run bench -- --only list --match 'order code'"],
    [['--match', "it's"], String.raw`npm run bench -- --only list --match 'it'\''s'`],
    [['--data', '/tmp/bench data'], "npm run bench -- --only list --data '/tmp/bench data'"],
    [['--data', '/tmp/bench'], 'npm run bench -- --only list --data /tmp/bench'],
  ])('makes a run with the same options: %j', (args, command) => {
    const run = read(...args)
    expect(commandOf('list', run)).toBe(command)
    // A shell makes these words of it.
    const words = [...command.slice('npm run bench -- '.length).matchAll(/'((?:[^']|'\\'')*)'|(\S+)/g)].map(
      ([, quoted, plain]) => quoted?.replaceAll(`'\\''`, "'") ?? plain ?? '',
    )
    expect(read(...words)).toEqual({ ...run, only: ['list'] })
  })
})
