import { ownMessage } from '../../channel-error.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { walk } from '../../recorded-cases.ts'
import { createSession, startRecordedChannel } from '../../recorded-channel.ts'
import type { RecordedCall, RecordedChannel } from '../../recorded-channel.ts'
import { orderSchema } from './wire.ts'
import { toChannelOrder } from './mapping.ts'
import { products } from './products.ts'

type Row = Record<string, unknown>

const now = new Date('2026-01-31T12:00:00Z')
const [withModels, sample] = readFixture('get_item_base_info.json').item_list as [Row, Row]
const models = readFixture('get_model_list.json')
const unknown = { error: 'error_item_not_found', message: 'Item_id is not found.' }

function readFixture(name: string): Row & { item_list: Row[]; order_list: Row[] } {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8')).response
}

const sessionOn = ({ url }: RecordedChannel) =>
  createSession({ SHOPEE_PARTNER_ID: '2001887', SHOPEE_PARTNER_KEY: 'key', SHOPEE_API_BASE: url }, now)

/** A shop of items by number: lists them by row numbers, and one unknown id fails a batch, as at Shopee. */
function shopOf(items: Map<number, Row>) {
  return ({ on, query }: RecordedCall) => {
    if (on.endsWith('get_item_list')) {
      const [offset, size] = [Number(query.offset), Number(query.page_size)]
      const all = [...items.keys()].map((id) => ({ item_id: id, item_status: 'NORMAL', update_time: 1 }))
      const hasNext = offset + size < all.length
      const item = all.slice(offset, offset + size)
      const response = { item, total_count: all.length, has_next_page: hasNext, next_offset: offset + size }
      return { body: { error: '', response } }
    }
    if (on.endsWith('get_model_list')) return { body: { error: '', response: models } }
    const ids = (query.item_id_list ?? '').split(',').map(Number)
    if (ids.some((id) => !items.has(id))) return { body: unknown }
    return {
      body: {
        error: '',
        response: { item_list: ids.map((id) => ({ ...sample, ...items.get(id), item_id: id })) },
      },
    }
  }
}

function itemsOf(count: number): Map<number, Row> {
  return new Map(Array.from({ length: count }, (_, index) => [index + 1, {}]))
}

/** All that a walk over the pages brings, with something happening to the shop after each page. */
async function walkOver(items: Map<number, Row>, happens?: (page: number) => void) {
  await using channel = await startRecordedChannel(shopOf(items))
  const seen = await walk(products, sessionOn(channel), null, happens)
  const lists = channel.calls.filter(({ on }) => on.endsWith('get_item_list'))
  const found = seen.items.map((product) => product.channelProductId)
  return { ...seen, found, offsets: lists.map(({ query }) => Number(query.offset)) }
}

test('[moving-items] a walk asks for the last ten rows again, and takes none of them twice', async () => {
  const { found, offsets, progress } = await walkOver(itemsOf(250))
  expect(found.map(Number)).toEqual([...itemsOf(250).keys()])
  expect(offsets).toEqual([0, 90, 180])
  expect(progress).toEqual([100 / 250, 190 / 250, 1])
})

test('[moving-items] what moves up when items are deleted meanwhile is not missed', async () => {
  const items = itemsOf(250)
  const { found } = await walkOver(items, (page) => {
    if (page === 1) for (const id of [1, 2, 3, 50, 51]) items.delete(id)
  })
  for (const id of items.keys()) expect(found).toContain(String(id))
})

test('[moving-items] a walk that lost its place goes back until it finds it', async () => {
  const items = itemsOf(400)
  const { found, cursors } = await walkOver(items, (page) => {
    if (page === 3) for (let id = 1; id <= 150; id++) items.delete(id)
  })
  for (const id of items.keys()) expect(found).toContain(String(id))
  expect(new Set(cursors).size).toBe(cursors.length)
})

test('[moving-items] a walk whose shop was emptied ends', async () => {
  const items = itemsOf(120)
  const { found } = await walkOver(items, () => items.clear())
  expect(found).toHaveLength(100)
})

test('a list that does not move on is not followed', async () => {
  const response = { item: [{ item_id: 1 }], total_count: 9, has_next_page: true, next_offset: 0 }
  await using channel = await startRecordedChannel((call) =>
    call.on.endsWith('get_item_list') ? { body: { error: '', response } } : shopOf(itemsOf(1))(call),
  )
  await expect(products.list(sessionOn(channel), null, null)).rejects.toMatchObject({ kind: 'changed-shape' })
})

test('a bookmark that is not ours is not followed', async () => {
  await using channel = await startRecordedChannel([])
  await expect(products.list(sessionOn(channel), null, 'nonsense')).rejects.toMatchObject({
    kind: 'changed-shape',
  })
})

test('[one-unknown-item-spoils-a-batch] details go in batches of fifty, each id once, and an unknown id fails alone', async () => {
  const ids = [...itemsOf(120).keys()].map(String)
  await using channel = await startRecordedChannel(shopOf(itemsOf(120)))
  const session = sessionOn(channel)
  const known = await products.get(session, [...ids, '7', '120'])
  expect(known.items.map((product) => product.channelProductId)).toEqual(ids)
  const sizes = channel.calls.map(({ query }) => query.item_id_list?.split(',').length ?? 0)
  expect(sizes.sort((a, b) => a - b)).toEqual([20, 50, 50])
  const some = await products.get(session, ['5', '999', 'x1', '6'])
  expect(some.items.map((product) => product.channelProductId)).toEqual(['5', '6'])
  expect(some.failures).toEqual(
    ['999', 'x1'].map((id) => ({
      channelId: id,
      reason: `item ${id}: ${ownMessage('refusal.unknown_product', { channel: 'Shopee', id })}`,
      raw: null,
    })),
  )
})

test('a refusal that is not about an item stops the sync', async () => {
  const body = { error: 'error_auth', message: 'No permission to current api.' }
  await using channel = await startRecordedChannel(() => ({ status: 403, body }))
  await expect(products.get(sessionOn(channel), ['1', '2'])).rejects.toMatchObject({ kind: 'refused' })
  expect(channel.calls).toHaveLength(1)
})

test('one busy moment among the many calls of a page does not lose the page', async () => {
  const answer = shopOf(new Map([[2, withModels]]))
  const failed = new Set<string>()
  await using channel = await startRecordedChannel((call) => {
    if (call.on.endsWith('get_item_list') || failed.has(call.on)) return answer(call)
    failed.add(call.on)
    return { body: { error: 'error_system_busy', message: 'Please try later.' } }
  })
  const page = await products.list(sessionOn(channel), null, null)
  expect(page.items.map((product) => product.channelProductId)).toEqual(['2'])
  expect(channel.calls).toHaveLength(5)
})

test('[models-apart] models are asked for of those items alone that have some', async () => {
  const items = new Map<number, Row>([
    [1, {}],
    [2, withModels],
    [3, { has_model: undefined }],
  ])
  await using channel = await startRecordedChannel(shopOf(items))
  const { items: found } = await products.get(sessionOn(channel), ['1', '2', '3'])
  const asked = channel.calls.filter(({ on }) => on.endsWith('get_model_list'))
  expect(asked.map(({ query }) => query.item_id)).toEqual(['2'])
  expect(found.map(({ skus }) => skus.map((sku) => sku.channelSkuId))).toEqual([
    ['0'],
    ['88001', '88002'],
    ['0'],
  ])
})

test('[models-apart] models that cannot be read fail their item alone, and come with it', async () => {
  const answer = shopOf(
    new Map<number, Row>([
      [1, withModels],
      [2, {}],
    ]),
  )
  await using channel = await startRecordedChannel((call) =>
    call.on.endsWith('get_model_list') ? { body: { error: '', response: { model: [] } } } : answer(call),
  )
  const { items: found, failures } = await products.get(sessionOn(channel), ['1', '2'])
  expect(found.map((product) => product.channelProductId)).toEqual(['2'])
  expect(failures).toMatchObject([
    {
      channelId: '1',
      reason: 'item 1: model: Too small: expected array to have >=1 items',
      raw: { item: { item_id: 1 }, models: { model: [] } },
    },
  ])
})

test.each([
  ['item_name', null, 'item_name: Invalid input: expected string, received null'],
  ['update_time', 0, 'update_time: Too small: expected number to be >=1'],
  ['price_info', [], 'price_info: missing'],
  ['price_info', [{ currency: 'XXX', original_price: 1 }], 'currency: XXX is not supported'],
])('an item whose %s is %j names the field', async (field, value, reason) => {
  await using channel = await startRecordedChannel(
    shopOf(
      new Map([
        [1, { [field]: value }],
        [2, {}],
      ]),
    ),
  )
  const { items: found, failures } = await products.get(sessionOn(channel), ['1', '2'])
  expect(found.map((product) => product.channelProductId)).toEqual(['2'])
  expect(failures).toMatchObject([{ channelId: '1', reason: `item 1: ${reason}`, raw: { item_id: 1 } }])
})

test('[item-without-models] every line of an order is found among the SKUs of the items it sold', async () => {
  const items = new Map([
    [2600144043, withModels],
    [2600144044, sample],
  ])
  await using channel = await startRecordedChannel(shopOf(items))
  const { items: found } = await products.get(sessionOn(channel), ['2600144043', '2600144044'])
  const skus = found.flatMap((product) => product.skus.map((sku) => sku.shopSku))
  const order = orderSchema.parse(readFixture('get_order_detail.json').order_list[0])
  const sold = toChannelOrder(order, undefined, new Map()).lines.map((line) => line.shopSku)
  expect(sold).toEqual(['2600144043_88001', '2600144044_0'])
  expect(skus).toEqual(expect.arrayContaining(sold))
})
