import { expect, test } from 'vitest'
import { never } from '../../session.ts'
import type { Session } from '../../session.ts'
import type { StockFigure } from '../../stock.ts'
import { createHttp } from '../../http.ts'
import { startRecordedChannel } from '../../recorded-channel.ts'
import type { RecordedCall, RecordedChannel } from '../../recorded-channel.ts'
import { createStock } from '../../woocommerce/stock.ts'
import { profile } from './wire.ts'

const stock = createStock(profile)

type Update = { id: number; manage_stock: boolean; stock_quantity: number }

function sessionOn(channel: RecordedChannel): Session {
  return {
    app: { WEBSITE_WEBHOOK_SECRET: '' },
    http: createHttp(),
    credentials: {
      accessToken: 'ck',
      refreshToken: 'cs',
      accessExpiresAt: never,
      refreshExpiresAt: never,
      channelShopId: 'shop.example',
      more: { address: channel.url, root: 'path' },
    },
    now: () => new Date(),
    currency: 'MYR',
  }
}

const updatesOf = (call: RecordedCall) => (call.body as { update: Update[] }).update
const figureOf = (product: number, sku: number, quantity = 1): StockFigure => ({
  channelProductId: String(product),
  channelSkuId: String(sku),
  quantity,
})

/** A store that keeps what it is told, by number. */
function keepingStore(kept = new Map<number, number>()) {
  return (call: RecordedCall) => {
    if (call.on.startsWith('POST')) {
      for (const { id, stock_quantity: quantity } of updatesOf(call)) kept.set(id, quantity)
      return { body: { update: updatesOf(call) } }
    }
    const ids = (call.query.include ?? '').split(',').map(Number)
    const rows = ids.map((id) => ({ id, manage_stock: true, stock_quantity: kept.get(id) ?? 0 }))
    return { body: rows }
  }
}

test('what was set is read back, products and variations by the calls of their own', async () => {
  await using channel = await startRecordedChannel(keepingStore())
  const figures = [figureOf(1, 1, 5), figureOf(2, 21, 0), figureOf(3, 31, 7), figureOf(2, 22, 9)]
  const results = await stock.set(sessionOn(channel), figures)
  expect(results.every(({ isDone }) => isDone)).toBe(true)
  expect(channel.calls.map(({ on }) => on.replace('POST /wp-json/wc/v3', '')).toSorted()).toEqual([
    '/products/2/variations/batch',
    '/products/3/variations/batch',
    '/products/batch',
  ])
  expect(await stock.read(sessionOn(channel), figures)).toEqual(figures)
})

test('[counting-is-off] counting is switched on with each figure, so that the figure holds', async () => {
  await using channel = await startRecordedChannel(keepingStore())
  await stock.set(sessionOn(channel), [figureOf(1, 1, 5)])
  expect(channel.calls.map(({ body }) => body)).toEqual([
    { update: [{ id: 1, manage_stock: true, stock_quantity: 5 }] },
  ])
})

test('a full call fits one batch, and one page when it is read back', async () => {
  await using channel = await startRecordedChannel(keepingStore())
  const figures = Array.from({ length: stock.figuresPerCall }, (_, at) => figureOf(at + 1, at + 1, at))
  expect(await stock.set(sessionOn(channel), figures)).toHaveLength(figures.length)
  expect(await stock.read(sessionOn(channel), figures)).toEqual(figures)
  expect(channel.calls).toHaveLength(2)
  expect(channel.calls[1]?.query.per_page).toBe('100')
})

test.each([
  ['woocommerce_rest_product_invalid_id', true],
  ['woocommerce_rest_product_variation_invalid_id', true],
  ['woocommerce_rest_product_variation_invalid_parent', true],
  ['woocommerce_rest_cannot_edit', false],
  ['rest_invalid_param', false],
])('a row that is refused with %s is gone: %s', async (code, isGone) => {
  const error = { code, message: '<strong>No</strong>', data: { status: 400 } }
  await using channel = await startRecordedChannel(() => ({ body: { update: [{ id: 1, error }] } }))
  expect(await stock.set(sessionOn(channel), [figureOf(1, 1)])).toEqual([
    { channelProductId: '1', channelSkuId: '1', isDone: false, reason: 'No', isGone },
  ])
})

test('[products-bin] what was thrown away takes a figure, and is gone', async () => {
  const row = { id: 1, status: 'trash', manage_stock: true, stock_quantity: 1 }
  await using channel = await startRecordedChannel(() => ({ body: { update: [row] } }))
  expect(await stock.set(sessionOn(channel), [figureOf(1, 1)])).toMatchObject([
    { isDone: false, isGone: true },
  ])
})

test('a figure that a store says nothing about is not done, and not gone either', async () => {
  await using channel = await startRecordedChannel(() => ({ body: {} }))
  expect(await stock.set(sessionOn(channel), [figureOf(1, 1)])).toMatchObject([
    { isDone: false, isGone: false },
  ])
})

test.each([
  [401, 'woocommerce_rest_authentication_error', 'Consumer key is invalid.', 'sign-in-expired'],
  [503, 'maintenance', 'Busy', 'try-later'],
])('what is about the whole store is an error: HTTP %i', async (status, code, message, kind) => {
  await using channel = await startRecordedChannel(() => ({ status, body: { code, message } }))
  const figures = [figureOf(1, 1)]
  // Both at once, for a read is tried again before it gives up.
  await Promise.all([
    expect(stock.set(sessionOn(channel), figures)).rejects.toMatchObject({ kind }),
    expect(stock.read(sessionOn(channel), figures)).rejects.toMatchObject({ kind }),
  ])
})

test('variations that cannot be read at first cost the others nothing', async () => {
  const keeps = keepingStore(new Map([21, 31].map((id) => [id, 6])))
  const asked: string[] = []
  await using channel = await startRecordedChannel((call) => {
    const isFirst = !asked.includes(call.on)
    asked.push(call.on)
    return isFirst && call.on.endsWith('/2/variations') ? { status: 503, body: 'Busy' } : keeps(call)
  })
  const figures = [figureOf(2, 21, 6), figureOf(3, 31, 6)]
  expect(await stock.read(sessionOn(channel), figures)).toEqual(figures)
  expect(asked).toHaveLength(4)
})

test('nothing is asked for nothing', async () => {
  await using channel = await startRecordedChannel([])
  expect(await stock.set(sessionOn(channel), [])).toEqual([])
  expect(await stock.read(sessionOn(channel), [])).toEqual([])
  expect(channel.calls).toEqual([])
})
