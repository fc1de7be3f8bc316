import { expect, test } from 'vitest'
import type { Session } from '../../session.ts'
import type { StockFigure } from '../../stock.ts'
import { createHttp } from '../../http.ts'
import { startRecordedChannel } from '../../recorded-channel.ts'
import type { RecordedCall, RecordedChannel } from '../../recorded-channel.ts'
import { stock } from './stock.ts'

type Inventory = { warehouse_id: string; quantity: number }[]

const now = new Date(1_700_000_000_000)

function sessionOn(channel: RecordedChannel): Session {
  return {
    app: { TIKTOK_APP_KEY: 'k', TIKTOK_APP_SECRET: 's', TIKTOK_API_BASE: channel.url },
    http: createHttp(),
    credentials: {
      accessToken: 'a',
      refreshToken: 'r',
      accessExpiresAt: now,
      refreshExpiresAt: now,
      channelShopId: '1',
      more: { cipher: 'c' },
    },
    now: () => now,
    currency: 'MYR',
  }
}

const figureOf = (product: number, sku: number, quantity = 1): StockFigure => ({
  channelProductId: String(product),
  channelSkuId: String(sku),
  quantity,
})
const inventoryOf = (...quantities: number[]): Inventory =>
  quantities.map((quantity, at) => ({ warehouse_id: `w${at + 1}`, quantity }))

/** A shop that keeps what it is told, and refuses an update that leaves one of the warehouses out. */
function keepingShop(inventories: Map<string, Inventory>) {
  return (call: RecordedCall) => {
    if (call.on.startsWith('GET')) {
      const skus = [...inventories].map(([id, inventory]) => ({ id, inventory }))
      return { body: { code: 0, data: { id: call.on.split('/').at(-1), status: 'ACTIVATE', skus } } }
    }
    for (const { id, inventory } of (call.body as { skus: { id: string; inventory: Inventory }[] }).skus) {
      const named = inventory.map(({ warehouse_id: warehouse }) => warehouse).toSorted()
      const kept = (inventories.get(id) ?? []).map(({ warehouse_id: warehouse }) => warehouse).toSorted()
      if (named.join() !== kept.join())
        return { body: { code: 12019028, message: 'Multiple warehouses detected.' } }
      inventories.set(id, inventory)
    }
    return { body: { code: 0, data: {} } }
  }
}

test.each([
  [inventoryOf(40, 5), 45, [40, 5]],
  [inventoryOf(40, 5), 60, [55, 5]],
  [inventoryOf(40, 5), 42, [40, 2]],
  [inventoryOf(5, 40), 12, [0, 12]],
  [inventoryOf(5, 40), 0, [0, 0]],
  [inventoryOf(0, 0, 0), 9, [9, 0, 0]],
  [inventoryOf(3), 8, [8]],
])('[warehouses] of %j a figure of %i makes %j', async (inventory, quantity, expected) => {
  const inventories = new Map([['11', inventory]])
  await using channel = await startRecordedChannel(keepingShop(inventories))
  const figure = figureOf(1, 11, quantity)
  expect(await stock.set(sessionOn(channel), [figure])).toMatchObject([{ isDone: true }])
  const kept = new Map((inventories.get('11') ?? []).map((lot) => [lot.warehouse_id, lot.quantity]))
  expect(inventory.map(({ warehouse_id: warehouse }) => kept.get(warehouse))).toEqual(expected)
  expect(await stock.read(sessionOn(channel), [figure])).toEqual([figure])
})

test('all SKUs of a product go in one call, and each product in its own', async () => {
  const inventories = new Map(['11', '12', '21'].map((id) => [id, inventoryOf(1)]))
  await using channel = await startRecordedChannel(keepingShop(inventories))
  const figures = [figureOf(1, 11, 5), figureOf(2, 21, 6), figureOf(1, 12, 7)]
  expect(await stock.set(sessionOn(channel), figures)).toHaveLength(3)
  const updates = channel.calls.filter(({ on }) => on.startsWith('POST')).map(({ on }) => on)
  expect(updates.toSorted()).toEqual([
    'POST /product/202309/products/1/inventory/update',
    'POST /product/202309/products/2/inventory/update',
  ])
  expect(await stock.read(sessionOn(channel), figures)).toEqual(figures)
})

test.each([
  [12052031, true],
  [12052032, true],
  [12052048, true],
  [12052260, true],
  [12019150, true],
  [12052901, false],
])('a product that is refused with %i is gone: %s', async (code, isGone) => {
  await using channel = await startRecordedChannel((call) =>
    call.on.startsWith('GET')
      ? { body: { code: 0, data: { skus: [{ id: '11' }] } } }
      : { body: { code, message: 'No' } },
  )
  expect(await stock.set(sessionOn(channel), [figureOf(1, 11)])).toEqual([
    { channelProductId: '1', channelSkuId: '11', isDone: false, reason: 'No', isGone },
  ])
})

test('stock that a campaign keeps is locked, not refused: for all of a product, or for one SKU of it', async () => {
  const extra = { sku_id: '12', extra_errors: [{ code: 12052037, message: 'Blocked' }] }
  const part = { code: 0, data: { errors: [{ code: 12052990, message: 'Check failed', detail: extra }] } }
  for (const [body, states] of [
    [{ code: 12052037, message: 'Blocked' }, ['Blocked', 'Blocked']],
    [part, [true, 'Blocked']],
  ] as const) {
    await using channel = await startRecordedChannel((call) =>
      call.on.startsWith('GET')
        ? { body: { code: 0, data: { skus: [{ id: '11' }, { id: '12' }] } } }
        : { body },
    )
    const results = await stock.set(sessionOn(channel), [figureOf(1, 11), figureOf(1, 12)])
    expect(results.map((one) => one.isDone || ('isLocked' in one && one.reason))).toEqual(states)
  }
})

test('[part-refused] an error that names no SKU is about all of the call, in the most precise words', async () => {
  const answer = async (errors: object[]) => {
    await using channel = await startRecordedChannel((call) =>
      call.on.startsWith('GET')
        ? { body: { code: 0, data: { skus: [{ id: '11' }, { id: '12' }] } } }
        : { body: { code: 0, data: { errors } } },
    )
    const results = await stock.set(sessionOn(channel), [figureOf(1, 11), figureOf(1, 12)])
    return results.map((result) => (result.isDone ? 'done' : result.reason))
  }
  const cause = { code: 12052097, message: 'The warehouse does not exist' }
  const failed = { code: 12052990, message: 'Check failed' }
  expect(await answer([failed])).toEqual(['Check failed', 'Check failed'])
  expect(await answer([{ ...failed, detail: { sku_id: '12', extra_errors: [cause, cause] } }])).toEqual([
    'done',
    'The warehouse does not exist',
  ])
  expect(await answer([{ code: 12052990, detail: { sku_id: '11' } }])).toEqual([
    'refusal.refused_code {"channel":"TikTok Shop","code":"12052990"}',
    'done',
  ])
})

test('[stock-of-deleted] what was deleted is gone before it is told anything', async () => {
  await using channel = await startRecordedChannel(() => ({
    body: { code: 0, data: { status: 'DELETED', skus: [{ id: '11' }] } },
  }))
  expect(await stock.set(sessionOn(channel), [figureOf(1, 11)])).toMatchObject([
    { isDone: false, isGone: true },
  ])
  expect(await stock.read(sessionOn(channel), [figureOf(1, 11)])).toEqual([])
  expect(channel.calls.filter(({ on }) => on.startsWith('POST'))).toEqual([])
})

test.each([
  [200, 36009003, 'try-later'],
  [401, 105002, 'sign-in-expired'],
  [401, 105005, 'refused'],
])('what is about no product is an error: HTTP %i, code %i', async (status, code, kind) => {
  await using channel = await startRecordedChannel(() => ({ status, body: { code, message: 'No' } }))
  const figures = [figureOf(1, 11)]
  // Both at once, for a read is tried again before it gives up.
  await Promise.all([
    expect(stock.set(sessionOn(channel), figures)).rejects.toMatchObject({ kind }),
    expect(stock.read(sessionOn(channel), figures)).rejects.toMatchObject({ kind }),
  ])
})

test('a product whose stock cannot be read at first costs the others nothing', async () => {
  const keeps = keepingShop(new Map([['11', inventoryOf(3)]]))
  const asked: string[] = []
  await using channel = await startRecordedChannel((call) => {
    const isFirst = !asked.includes(call.on)
    asked.push(call.on)
    return isFirst && call.on.endsWith('/2') ? { body: { code: 36009003, message: 'No' } } : keeps(call)
  })
  const figures = [1, 2, 3].map((product) => figureOf(product, 11, 3))
  expect(await stock.read(sessionOn(channel), figures)).toEqual(figures)
  expect(asked).toHaveLength(4)
})

test('nothing is asked for nothing', async () => {
  await using channel = await startRecordedChannel([])
  expect(await stock.set(sessionOn(channel), [])).toEqual([])
  expect(await stock.read(sessionOn(channel), [])).toEqual([])
  expect(channel.calls).toEqual([])
})

test('[faults-with-numbers] a figure that met a fault of TikTok is left out, to be read back', async () => {
  const shop = keepingShop(new Map([11, 12].map((id) => [String(id), inventoryOf(3)])))
  const errors = [{ code: 12052700, message: 'System process error', detail: { sku_id: '11' } }]
  await using channel = await startRecordedChannel((call) =>
    call.on.startsWith('GET') ? shop(call) : { body: { code: 0, data: { errors } } },
  )
  const results = await stock.set(sessionOn(channel), [figureOf(1, 11), figureOf(1, 12)])
  expect(results).toEqual([{ channelProductId: '1', channelSkuId: '12', isDone: true }])
})
