import { expect, test } from 'vitest'
import type { Session } from '../../session.ts'
import type { StockFigure } from '../../stock.ts'
import { createSession, startRecordedChannel } from '../../recorded-channel.ts'
import type { RecordedCall, RecordedChannel } from '../../recorded-channel.ts'
import { signCall } from './auth.ts'
import { stock } from './stock.ts'

const now = new Date('2026-01-31T12:00:00Z')
const figures: StockFigure[] = Array.from({ length: 8 }, (_, index) => ({
  channelProductId: String(Math.floor(index / 2) + 1),
  channelSkuId: String(index + 11),
  quantity: index,
}))
const names = figures.map(({ channelProductId, channelSkuId }) => ({ channelProductId, channelSkuId }))

function sessionOn({ url }: RecordedChannel): Session {
  const app = { LAZADA_APP_KEY: '1', LAZADA_APP_SECRET: 's', LAZADA_API_BASE: url }
  const session = createSession(app, now)
  return { ...session, credentials: { ...session.credentials, more: { country: 'my' } } }
}

function skusOf({ body }: RecordedCall): string[] {
  const { payload } = body as { payload: string }
  return [...payload.matchAll(/<SkuId>(\d+)<\/SkuId>/g)].map((match) => match[1] ?? '')
}

/** Refuses a whole call for one SKU in it, and names that by the seller's code. */
function shopThatRefuses(refused: Record<string, { code: string; message: string }>) {
  const told: string[] = []
  const answer = (call: RecordedCall) => {
    const culprit = skusOf(call).find((id) => refused[id])
    if (!culprit) {
      told.push(...skusOf(call))
      return { body: { code: '0', data: {} } }
    }
    const { code, message } = refused[culprit]!
    const detail = [{ field: 'SellableQuantity', message, seller_sku: `S-${culprit}` }]
    return { body: { type: 'ISP', code, message: 'E501: Update product failed', detail } }
  }
  return { told, answer }
}

test('[stock-as-xml] all figures go in one call, whose signature covers the payload in the form', async () => {
  await using channel = await startRecordedChannel(() => ({ body: { code: '0', data: {} } }))
  const results = await stock.set(sessionOn(channel), figures)
  expect(results).toEqual(names.map((name) => ({ ...name, isDone: true })))
  const [call] = channel.calls as [RecordedCall]
  expect(channel.calls).toHaveLength(1)
  expect(call.on).toBe('POST /product/stock/sellable/update')
  expect(call.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/)
  const { payload } = call.body as { payload: string }
  expect(payload).toMatch(/^<Request><Product><Skus><Sku>.*<\/Sku><\/Skus><\/Product><\/Request>$/)
  expect(payload).toContain(
    '<Sku><ItemId>2</ItemId><SkuId>13</SkuId><SellableQuantity>2</SellableQuantity></Sku>',
  )
  const { sign, ...parameters } = call.query
  expect(parameters).not.toHaveProperty('payload')
  expect(sign).toBe(signCall('s', '/product/stock/sellable/update', { ...parameters, payload }))
})

test('[one-refused-spoils-a-batch] refused figures stand alone in the end, and all others are set', async () => {
  const shop = shopThatRefuses({
    12: { code: '501', message: 'negative sellable' },
    13: { code: '4170', message: 'Sellers can increase stocks, but may not decrease stocks' },
    18: { code: '501', message: 'SKU not exist' },
  })
  await using channel = await startRecordedChannel(shop.answer)
  const results = await stock.set(sessionOn(channel), figures)
  expect(results).toHaveLength(8)
  expect(results.filter(({ isDone }) => !isDone)).toEqual([
    { ...names[1], isDone: false, reason: 'E501: Update product failed: negative sellable', isGone: false },
    {
      ...names[2],
      isDone: false,
      reason: 'E501: Update product failed: Sellers can increase stocks, but may not decrease stocks',
      isGone: false,
    },
    { ...names[7], isDone: false, reason: 'E501: Update product failed: SKU not exist', isGone: true },
  ])
  expect(shop.told.sort()).toEqual(['11', '14', '15', '16', '17'])
})

test.each([
  ['501', 'SKU not exist', true],
  ['501', 'SELLER_SKU_NOT_FOUND', true],
  ['4137', 'IC commodity query less than', true],
  ['EDIT_ITEM_NOT_BELONG_SELLER', 'You are not authorized to edit the item.', true],
  ['501', 'INV_NEGATIVE_SELLABLE', false],
  ['212', 'Sellable inventory cannot be negative', false],
  ['4225', 'Your product participated in semi-hosted program', false],
])('[gone-variants] %s, %s', async (code, message, isGone) => {
  await using channel = await startRecordedChannel(() => ({ body: { code, message, type: 'ISP' } }))
  expect(await stock.set(sessionOn(channel), figures.slice(0, 1))).toEqual([
    { ...names[0], isDone: false, reason: message, isGone },
  ])
})

test.each([
  ['InsufficientPermission', 'refused'],
  ['APP_KEY_INVALID', 'refused'],
  ['5', 'refused'],
  ['IllegalAccessToken', 'sign-in-expired'],
  ['901', 'slow-down'],
  ['513', 'try-later'],
  ['4147', 'try-later'],
  ['4136', 'try-later'],
  ['THIRD_SERVICE_ERROR', 'try-later'],
  ['4154', 'slow-down'],
])('%s stops at once, for it is not about a figure', async (code, kind) => {
  await using channel = await startRecordedChannel(() => ({ body: { code, message: 'no', type: 'ISV' } }))
  await expect(stock.set(sessionOn(channel), figures)).rejects.toMatchObject({ kind, channelCode: code })
  expect(channel.calls).toHaveLength(1)
})

test('a failure in one half is told after the other half was', async () => {
  const body = { code: '501', message: 'Update product failed', type: 'ISP' }
  await using channel = await startRecordedChannel((call) => {
    if (skusOf(call).length === 8) return { body }
    return skusOf(call).includes('11')
      ? { body: { code: '901', message: 'too frequent' } }
      : { body: { code: '0', data: {} } }
  })
  await expect(stock.set(sessionOn(channel), figures)).rejects.toMatchObject({ kind: 'slow-down' })
  expect(channel.calls).toHaveLength(3)
})

function left(status: string, sku: object) {
  return {
    code: '0',
    data: { itemId: 1, status, skus: [{ SkuId: 11, Status: 'active', Available: 4, ...sku }] },
  }
}

test.each([
  [left('Active', {}), [{ ...names[0], quantity: 4 }]],
  [left('InActive', { Status: 'inactive' }), [{ ...names[0], quantity: 4 }]],
  [left('Active', { Available: undefined, quantity: '6' }), [{ ...names[0], quantity: 6 }]],
  [left('Active', { Status: 'deleted' }), []],
  [left('Deleted', {}), []],
  [{ code: '207', message: 'SKU not exist' }, []],
])('[gone-variants] what is left is read, and nothing of what is gone: %#', async (body, expected) => {
  await using channel = await startRecordedChannel(() => ({ body }))
  expect(await stock.read(sessionOn(channel), names.slice(0, 2))).toEqual(expected)
  expect(channel.calls).toHaveLength(1)
})

test.each([[{ Available: null }], [{ Available: 'many' }], [{ SkuId: null }]])(
  '[gone-variants] stock that cannot be read is not taken for a variant that is gone: %j',
  async (sku) => {
    await using channel = await startRecordedChannel(() => ({ body: left('Active', sku) }))
    await expect(stock.read(sessionOn(channel), names.slice(0, 1))).rejects.toMatchObject({
      kind: 'changed-shape',
    })
  },
)
