import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { never } from '../../session.ts'
import type { Session } from '../../session.ts'
import { createHttp } from '../../http.ts'
import { startRecordedChannel } from '../../recorded-channel.ts'
import type { RecordedCall, RecordedChannel, RecordedReply } from '../../recorded-channel.ts'
import { createProducts } from '../../woocommerce/products.ts'
import { profile } from './wire.ts'

const products = createProducts(profile)

type Row = Record<string, unknown>

const now = new Date('2026-01-09T23:00:00Z')
const fixture = (name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8')) as Row[]
const [varied, simple] = fixture('products.json')
const [variation] = fixture('product-variations.json')

function sessionOn(channel: RecordedChannel): Session {
  return {
    app: { WEBSITE_WEBHOOK_SECRET: '' },
    http: createHttp({ concurrentCalls: 4 }),
    credentials: {
      accessToken: 'ck',
      refreshToken: 'cs',
      accessExpiresAt: never,
      refreshExpiresAt: never,
      channelShopId: 'shop.example',
      more: { address: channel.url, root: 'path' },
    },
    now: () => now,
    currency: 'MYR',
  }
}

const upTo = (count: number, first = 1) => Array.from({ length: count }, (_, index) => first + index)
const isVariations = ({ on }: RecordedCall) => on.endsWith('/variations')

test('[products-by-number] nothing is lost when products are deleted while pages are read', async () => {
  let pages = 0
  const left = upTo(150).slice(80)
  await using channel = await startRecordedChannel(({ query }) => {
    const ids = pages++ === 0 ? upTo(150) : left
    const start = Number(query.offset)
    const body = ids.slice(start, start + Number(query.per_page)).map((id) => ({ ...simple, id }))
    return { headers: { 'x-wp-total': String(ids.length) }, body }
  })
  const session = sessionOn(channel)
  const read = new Set<number>()
  let cursor: string | null = null
  do {
    const page = await products.list(session, null, cursor)
    for (const { channelProductId } of page.items) read.add(Number(channelProductId))
    cursor = page.nextCursor
  } while (cursor !== null && pages < 20)
  expect(left.filter((id) => !read.has(id))).toEqual([])
  // All of them: neither a time nor the bin is asked for.
  for (const { query } of channel.calls) expect(query).toMatchObject({ status: 'any' })
  for (const { query } of channel.calls) expect(query).not.toHaveProperty('modified_after')
})

/** A store with one product of these variations. `isCounting`: it says how many rows there are. */
function storeOf(ids: number[], isCounting: boolean) {
  return (call: RecordedCall): Omit<RecordedReply, 'on'> => {
    if (!isVariations(call)) return { body: [{ ...varied, variations: ids, weight: '', dimensions: null }] }
    const start = (Number(call.query.page) - 1) * 100
    const body = ids.slice(start, start + 100).map((id) => ({ ...variation, id }))
    return isCounting ? { headers: { 'x-wp-total': String(ids.length) }, body } : { body }
  }
}

test.each([
  [250, true, 3],
  [200, true, 2],
  [250, false, 3],
  [200, false, 3],
])('reads %i variations to their end, a count given: %s, in %i calls', async (count, isCounting, pages) => {
  const ids = upTo(count, 1000)
  await using channel = await startRecordedChannel(storeOf(ids, isCounting))
  const { items: read, failures } = await products.get(sessionOn(channel), ['93'])
  expect(failures).toEqual([])
  expect(read[0]?.skus.map(({ channelSkuId }) => Number(channelSkuId))).toEqual(ids)
  expect(channel.calls.filter(isVariations)).toHaveLength(pages)
})

test('[unique-variations] a variation that comes on two pages is one SKU', async () => {
  const ids = upTo(150, 1000)
  const tells = storeOf(ids, true)
  await using channel = await startRecordedChannel((call: RecordedCall) => {
    const reply = tells(call)
    const isSecond = isVariations(call) && call.query.page === '2'
    return isSecond ? { ...reply, body: [{ ...variation, id: 1099 }, ...(reply.body as Row[])] } : reply
  })
  const { items: read } = await products.get(sessionOn(channel), ['93'])
  expect(read[0]?.skus).toHaveLength(150)
})

test('[units] what a store measures in is asked for once, and only where something was measured', async () => {
  const asked = async (weight: string) => {
    await using channel = await startRecordedChannel(({ on }) => ({
      body: on.endsWith('/settings/products')
        ? [{ id: 'woocommerce_weight_unit', value: 'g' }]
        : upTo(30).map((id) => ({ ...simple, id, weight })),
    }))
    const session = sessionOn(channel)
    const first = await products.list(session, null, null)
    await products.list(session, null, null)
    const calls = channel.calls.filter(({ on }) => on.endsWith('/settings/products'))
    return [calls.length, first.items[29]?.package.weight]
  }
  expect(await asked('250')).toEqual([1, 0.25])
  expect(await asked('')).toEqual([0, null])
})

test.each([
  ['id', undefined, 'product unknown: id: Invalid input: expected number, received undefined'],
  ['name', null, 'product 2: name: Invalid input: expected string, received null'],
  ['regular_price', 'ask', 'product 2: not an amount of MYR: ask'],
  ['date_modified_gmt', '2026-01-09 22:00:00', 'product 2: date_modified_gmt: Invalid string'],
])('a product whose %s is %j fails alone and names the field', async (field, value, reason) => {
  const rows = [
    { ...simple, id: 1 },
    { ...simple, id: 2, [field]: value },
    { ...simple, id: 3 },
  ]
  await using channel = await startRecordedChannel(() => ({ headers: { 'x-wp-total': '3' }, body: rows }))
  const page = await products.list(sessionOn(channel), null, null)
  expect(page.items.map(({ channelProductId }) => channelProductId)).toEqual(['1', '3'])
  expect(page.failures).toHaveLength(1)
  expect(page.failures[0]?.reason).toContain(reason)
  expect(page.failures[0]?.raw).toMatchObject({ slug: 'product-95' })
})

test('an address that holds no list of products fails as a whole', async () => {
  await using channel = await startRecordedChannel(() => ({ body: { products: [] } }))
  await expect(products.list(sessionOn(channel), null, null)).rejects.toMatchObject({ kind: 'changed-shape' })
})
