import { expect, test } from 'vitest'
import type { StockFigure } from '../../stock.ts'
import { createSession, startRecordedChannel } from '../../recorded-channel.ts'
import type { RecordedCall, RecordedChannel } from '../../recorded-channel.ts'
import { stock } from './stock.ts'

type Update = { item_id: number; stock_list: { model_id: number; seller_stock: { stock: number }[] }[] }

const now = new Date('2026-01-31T12:00:00Z')
const figures: StockFigure[] = [
  { channelProductId: '1', channelSkuId: '11', quantity: 4 },
  { channelProductId: '2', channelSkuId: '0', quantity: 0 },
  { channelProductId: '1', channelSkuId: '12', quantity: 5 },
]
const names = figures.map(({ channelProductId, channelSkuId }) => ({ channelProductId, channelSkuId }))

const sessionOn = ({ url }: RecordedChannel) =>
  createSession({ SHOPEE_PARTNER_ID: '2001887', SHOPEE_PARTNER_KEY: 'key', SHOPEE_API_BASE: url }, now)

function takeAll({ body }: RecordedCall) {
  const { stock_list: list } = body as Update
  const taken = list.map((row) => ({ model_id: row.model_id, stock: row.seller_stock[0]?.stock }))
  return { body: { error: '', response: { success_list: taken, failure_list: [] } } }
}

test('[stock-by-item] each item is told once, with all of its models', async () => {
  await using channel = await startRecordedChannel(takeAll)
  const results = await stock.set(sessionOn(channel), figures)
  expect(results).toHaveLength(3)
  expect(results).toEqual(expect.arrayContaining(names.map((name) => ({ ...name, isDone: true }))))
  const told = channel.calls.map(({ body }) => body as Update).sort((a, b) => a.item_id - b.item_id)
  expect(told).toEqual([
    {
      item_id: 1,
      stock_list: [
        { model_id: 11, seller_stock: [{ stock: 4 }] },
        { model_id: 12, seller_stock: [{ stock: 5 }] },
      ],
    },
    { item_id: 2, stock_list: [{ model_id: 0, seller_stock: [{ stock: 0 }] }] },
  ])
})

test('[item-without-models] an answer without a model number is about the model 0', async () => {
  const body = { error: '', response: { success_list: [{ stock: 0 }] } }
  await using channel = await startRecordedChannel(() => ({ body }))
  expect(await stock.set(sessionOn(channel), [figures[1]!])).toEqual([{ ...names[1], isDone: true }])
})

test('[all-models-refused] the reasons are read though the call counts as failed', async () => {
  const body = {
    error: 'product.error_busi_update_stock_failed',
    message: 'Update stock failed, please check failure_list for detailed reason',
    response: {
      failure_list: [
        { model_id: 11, failed_reason: 'Stock should be larger than reserved stock.' },
        { model_id: 12, failed_reason: 'The model does not exist.' },
      ],
    },
  }
  await using channel = await startRecordedChannel(() => ({ body }))
  expect(await stock.set(sessionOn(channel), [figures[0]!, figures[2]!])).toEqual([
    { ...names[0], isDone: false, reason: 'Stock should be larger than reserved stock.', isGone: false },
    { ...names[2], isDone: false, reason: 'The model does not exist.', isGone: true },
  ])
})

test('[all-models-refused] without reasons the message stands for them', async () => {
  const body = { error: 'error_busi_update_stock_failed', message: 'Update stock failed' }
  await using channel = await startRecordedChannel(() => ({ body }))
  expect(await stock.set(sessionOn(channel), [figures[1]!])).toEqual([
    { ...names[1], isDone: false, reason: 'Update stock failed', isGone: false },
  ])
})

test('[faults-in-words] a figure that met a fault of Shopee is left out, to be read back', async () => {
  const failed = { model_id: 11, failed_reason: 'System error, please try again later' }
  const response = { failure_list: [failed], success_list: [{ model_id: 12 }] }
  await using channel = await startRecordedChannel(() => ({ body: { error: '', response } }))
  const results = await stock.set(sessionOn(channel), [figures[0]!, figures[2]!])
  expect(results).toEqual([{ ...names[2], isDone: true }])
})

test('a figure that the answer passes over is not taken as set', async () => {
  await using channel = await startRecordedChannel(() => ({ body: { error: '', response: {} } }))
  expect(await stock.set(sessionOn(channel), [figures[1]!])).toMatchObject([{ isDone: false, isGone: false }])
})

test.each([
  ['error_item_not_found', 'Item_id is not found.', true],
  ['product.error_item_or_variation_not_found', 'Not found.', true],
  ['error_item_not_belong_shop', 'Item not belong to shop.', true],
  ['error_auth', 'Total stock must be more than reserved stock.', false],
  ['error.param', 'Can not update item with stock less than reserved stock', false],
  ['error_busi', 'The merchant has multi warehouse, please input location id', false],
])('[refused-or-stopped] %s: %s', async (error, message, isGone) => {
  await using channel = await startRecordedChannel((call) =>
    (call.body as Update).item_id === 1 ? { body: { error, message } } : takeAll(call),
  )
  const results = await stock.set(sessionOn(channel), figures)
  expect(results).toEqual(
    expect.arrayContaining([
      { ...names[0], isDone: false, reason: message, isGone },
      { ...names[1], isDone: true },
      { ...names[2], isDone: false, reason: message, isGone },
    ]),
  )
})

test('[stock-in-promotion] stock that a campaign keeps is locked, not refused: for a whole item, or for one model of it', async () => {
  const words = 'Item is under promotion.'
  const whole = { error: 'product.error_cannt_edit_stock_in_promotion', message: words }
  const success_list = [{ model_id: 11 }]
  const part = {
    error: '',
    response: { success_list, failure_list: [{ model_id: 12, failed_reason: words }] },
  }
  for (const [body, states] of [
    [whole, [words, words]],
    [part, [true, words]],
  ] as const) {
    await using channel = await startRecordedChannel(() => ({ body }))
    const results = await stock.set(sessionOn(channel), [figures[0]!, figures[2]!])
    expect(results.map((one) => one.isDone || ('isLocked' in one && one.reason))).toEqual(states)
  }
})

test.each([
  ['error_auth', 'No permission to current api.', 'refused'],
  ['error_param', 'Timestamp is expired.', 'refused'],
  ['shop_banned', 'The shop account has been banned.', 'refused'],
  ['invalid_acceess_token', 'Invalid access_token.', 'sign-in-expired'],
  ['error_rate_limit', 'Too many requests.', 'slow-down'],
  ['error_system_busy', 'Please try later.', 'try-later'],
])('[refused-or-stopped] %s, %s stops, once every item was told', async (error, message, kind) => {
  await using channel = await startRecordedChannel((call) =>
    (call.body as Update).item_id === 1 ? { status: 403, body: { error, message } } : takeAll(call),
  )
  await expect(stock.set(sessionOn(channel), figures)).rejects.toMatchObject({ kind })
  expect(channel.calls).toHaveLength(2)
})

const left = (count: number) => ({ summary_info: { total_reserved_stock: 2, total_available_stock: count } })

function shopWith(status: string, models: object | null) {
  return ({ on }: RecordedCall) => {
    if (on.endsWith('get_model_list'))
      return { body: models ?? { error: 'error_item_not_found', message: 'Product not found' } }
    const items = [
      { item_id: 1, item_status: status, has_model: true },
      { item_id: 2, item_status: 'UNLIST', has_model: false, stock_info_v2: left(7) },
    ]
    return { body: { error: '', response: { item_list: items } } }
  }
}

const someModels = { error: '', response: { model: [{ model_id: 12, stock_info_v2: left(3) }] } }

test.each([
  ['NORMAL', someModels, ['2/0: 7', '1/12: 3']],
  ['BANNED', someModels, ['2/0: 7', '1/12: 3']],
  ['NORMAL', null, ['2/0: 7']],
  ['SELLER_DELETE', someModels, ['2/0: 7']],
])('[gone-listings] of an item that is %s what is left is read: %#', async (status, models, expected) => {
  await using channel = await startRecordedChannel(shopWith(status, models))
  const figuresLeft = await stock.read(sessionOn(channel), names)
  const texts = figuresLeft.map((one) => `${one.channelProductId}/${one.channelSkuId}: ${one.quantity}`)
  expect(texts.sort()).toEqual(expected.sort())
})

test('[gone-listings] stock that cannot be read is not taken for a listing that is gone', async () => {
  const models = { error: '', response: { model: [{ model_id: 12 }] } }
  await using channel = await startRecordedChannel(shopWith('NORMAL', models))
  await expect(stock.read(sessionOn(channel), names)).rejects.toMatchObject({ kind: 'changed-shape' })
})
