/** The reference of the first sync writes the rows that the product writes, and no fewer. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBenchServer, selectIn } from '../test/steps/bench-data.ts'
import { madeShops, makeOrder } from './made-orders.ts'
import { insertAlone, saveAlone } from './store-alone.ts'

const count = 60
const database = 'bench_alone'
const server = openBenchServer()
const series = { seed: 7, count, until: new Date('2026-11-30T12:00:00Z') }

beforeAll(() => server.create(database))

afterAll(async () => {
  await server.drop(database)
  await server.stop()
})

/** Rows by table, as text: order and types as they are stored. */
async function kept(): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {}
  for (const table of [
    'customers',
    'orders',
    'order_items',
    'order_packages',
    'order_history',
    'order_search',
  ]) {
    const rows = await selectIn<{ row: string }>(
      server,
      database,
      `select t::text as row from ${table} t order by 1`,
    )
    all[table] = rows.map(({ row }) => row)
  }
  return all
}

describe('the same orders', () => {
  it('are put in again row by row as the product had saved them', async () => {
    const made = Array.from({ length: count }, (_, at) => makeOrder(series, at))
    expect(await saveAlone(server, database, made)).toBeGreaterThan(0)
    const saved = await kept()
    expect([saved['orders']?.length, saved['order_search']?.length]).toEqual([count, count])
    expect(saved['order_items']?.length).toBe(made.reduce((sum, { lines }) => sum + lines.length, 0))
    expect(await insertAlone(server, database, count)).toBeGreaterThan(0)
    expect(await kept()).toEqual(saved)
    const shops = await selectIn<{ name: string }>(server, database, 'select name from shops')
    expect(shops).toEqual([{ name: madeShops[0]?.name }])
  })
})
