import { expect, test } from 'vitest'
import { createHttp } from '../../http.ts'
import { never } from '../../session.ts'
import type { Session } from '../../session.ts'
import { walk } from '../../recorded-cases.ts'
import { startRecordedChannel } from '../../recorded-channel.ts'
import type { RecordedCall } from '../../recorded-channel.ts'
import { orders } from './orders.ts'
import { products } from './products.ts'

const now = new Date('2026-01-09T23:00:00Z')

function sessionOn(url: string): Session {
  return {
    app: {},
    http: createHttp(),
    credentials: {
      accessToken: 'sk_test',
      refreshToken: '',
      accessExpiresAt: never,
      refreshExpiresAt: never,
      channelShopId: 'shop.example',
      more: { address: url, locationId: 'sloc_1' },
    },
    now: () => now,
    currency: 'MYR',
  }
}

/** A shop whose products are these ids at this moment. */
const pageOf = (ids: string[], { query }: RecordedCall) => {
  const [offset, limit] = [Number(query['offset']), Number(query['limit'])]
  const rows = ids.toSorted().slice(offset, offset + limit)
  const time = '2026-01-09T22:00:00.000Z'
  return {
    body: {
      products: rows.map((id) => ({ id, title: id, status: 'published', updated_at: time, variants: [] })),
      count: ids.length,
    },
  }
}

test('[by-id] no product is lost while others are made and deleted between pages', async () => {
  const kept = Array.from({ length: 180 }, (_, at) => `prod_${String(at).padStart(4, '0')}`)
  const doomed = Array.from({ length: 40 }, (_, at) => `prod_0000${at}`)
  let ids = [...kept, ...doomed]
  await using channel = await startRecordedChannel((call) => pageOf(ids, call))
  const seen = await walk(products, sessionOn(channel.url), null, (page) => {
    // The first rows go away, so that all others move up; later new ones push them down again.
    ids = page === 1 ? kept : page === 3 ? [...kept, 'prod_00001', 'prod_9999'] : ids
  })
  const found = new Set(seen.items.map(({ channelProductId }) => channelProductId))
  expect(kept.filter((id) => !found.has(id))).toEqual([])
  expect(found).toContain('prod_9999')
})

test('[money-moves-no-order] a page of payments without orders asks for none', async () => {
  const body = { payments: [{ id: 'pay_1', payment_collection: null }], count: 1 }
  await using channel = await startRecordedChannel(() => ({ body }))
  const period = { by: 'changed' as const, from: now, to: now }
  const page = await orders.list(sessionOn(channel.url), period, 'payments:1:0:')
  expect(page).toMatchObject({ items: [], failures: [], nextCursor: null })
  expect(channel.calls.map(({ on }) => on)).toEqual(['GET /admin/payments'])
})

test('many ids are asked for in batches', async () => {
  await using channel = await startRecordedChannel(() => ({ body: { orders: [], count: 0 } }))
  const ids = Array.from({ length: 120 }, (_, at) => `order_${at}`)
  const { failures } = await orders.get(sessionOn(channel.url), ids)
  expect(failures).toHaveLength(120)
  expect(channel.calls.map(({ query }) => query['id[]']?.split(',').length)).toEqual([50, 50, 20])
})
