import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { walk } from '../../recorded-cases.ts'
import { createSession, startRecordedChannel } from '../../recorded-channel.ts'
import { orders } from './orders.ts'
import { products } from './products.ts'
import { stock } from './stock.ts'

const now = new Date('2023-03-28T06:00:00Z')
const recorded = (name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8')) as Record<string, unknown>

function pageOf(rows: readonly object[], query: Record<string, string>) {
  const [page, limit] = [Number(query.page), Number(query.limit)]
  const paging = {
    total: rows.length,
    current_page: page,
    last_page: Math.max(1, Math.ceil(rows.length / limit)),
  }
  return { body: { data: rows.slice((page - 1) * limit, page * limit), paging } }
}

test('[moving-catalogue] misses nothing when products are deleted while it reads', async () => {
  const shown = Array.from({ length: 170 }, (_, at) => ({
    ...recorded('product.json'),
    product_id: 1000 + at,
  }))
  await using channel = await startRecordedChannel(({ query }) => pageOf(shown, query))
  const session = createSession({ TIKI_API_BASE: channel.url }, now)
  const seen = await walk(products, session, null, (page) => {
    if (page === 1) shown.splice(0, 1)
    if (page === 3) shown.splice(0, 60)
  })
  const ids = new Set(seen.items.map(({ channelProductId }) => channelProductId))
  expect(ids.size).toBe(170)
  expect(new Set(seen.cursors).size).toBe(seen.cursors.length)
})

test('[moving-pages] misses nothing when orders leave a second that fills pages', async () => {
  const left = Array.from({ length: 120 }, (_, at) => ({
    ...recorded('order.json'),
    code: String(1000 + at),
  }))
  await using channel = await startRecordedChannel(({ query }) => pageOf(left, query))
  const session = createSession({ TIKI_API_BASE: channel.url }, now)
  const second = new Date('2023-03-28T05:55:39Z')
  const seen = new Set<string>()
  let cursor: string | null = null
  for (let pages = 1; pages < 20; pages++) {
    const page = await orders.list(session, { by: 'changed', from: second, to: second }, cursor)
    for (const { channelOrderId } of page.items) seen.add(channelOrderId)
    cursor = page.nextCursor
    if (pages === 1) left.splice(0, 3)
    if (cursor === null) break
  }
  expect([cursor, seen.size]).toEqual([null, 120])
})

test('[available-counts-promised] also where no warehouse says how much is promised', async () => {
  const [lies, promised] = [9, 4]
  let available = lies
  await using channel = await startRecordedChannel(({ on, body }) => {
    if (on.startsWith('PUT')) {
      available = (body as { warehouse_quantities: { qty_available: number }[] }).warehouse_quantities.reduce(
        (sum, share) => sum + share.qty_available,
        0,
      )
      return { body: { state: 'approved' } }
    }
    const inventory = {
      quantity_available: available,
      quantity_reserved: promised,
      quantity_sellable: available - promised,
      warehouse_stocks: [{ warehouse_id: 1, qty_available: available }],
    }
    return { body: { ...recorded('product.json'), product_id: 5, inventory } }
  })
  const session = createSession({ TIKI_API_BASE: channel.url }, now)
  const listing = { channelProductId: '5', channelSkuId: '5' }
  for (const quantity of [7, 0, 3]) {
    expect(await stock.set(session, [{ ...listing, quantity }])).toEqual([{ ...listing, isDone: true }])
    expect(await stock.read(session, [listing])).toEqual([{ ...listing, quantity }])
  }
})
