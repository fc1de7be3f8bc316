import { expect, test } from 'vitest'
import { createHttp } from '../../http.ts'
import { never } from '../../session.ts'
import type { Session } from '../../session.ts'
import { startRecordedChannel } from '../../recorded-channel.ts'
import type { RecordedCall, RecordedReply } from '../../recorded-channel.ts'
import { stock } from './stock.ts'

function sessionOn(url: string, locationId = 'sloc_1'): Session {
  return {
    app: {},
    http: createHttp(),
    credentials: {
      accessToken: 'sk_test',
      refreshToken: '',
      accessExpiresAt: never,
      refreshExpiresAt: never,
      channelShopId: 'shop.example',
      more: { address: url, locationId },
    },
    now: () => new Date(),
    currency: 'MYR',
  }
}

type Level = { stocked: number; reserved: number }
type Write = { inventory_item_id: string; stocked_quantity: number }

const listing = (name: string) => ({ channelProductId: 'prod_1', channelSkuId: `variant_${name}` })
const figure = (name: string, quantity: number) => ({ ...listing(name), quantity })

/** A shop that keeps figures; `buys` runs before each of its writes, as a buyer may. */
function keepingShop(levels: Record<string, Level>, buys: (level: Level) => void = () => {}) {
  const rowOf = (name: string) => ({
    inventory_item_id: `iitem_${name}`,
    location_id: 'sloc_1',
    stocked_quantity: levels[name]?.stocked ?? 0,
    reserved_quantity: levels[name]?.reserved ?? 0,
    updated_at: '2026-01-09T22:00:00.000Z',
  })
  return ({ on, body }: RecordedCall): Omit<RecordedReply, 'on'> => {
    if (on === 'GET /admin/product-variants') {
      const variants = Object.keys(levels).map((name) => {
        const inventory = { location_levels: [rowOf(name)] }
        const item = { inventory_item_id: `iitem_${name}`, required_quantity: 1, inventory }
        return { id: `variant_${name}`, manage_inventory: true, inventory_items: [item] }
      })
      return { body: { variants, count: variants.length } }
    }
    const { update } = body as { update: Write[] }
    if (update.some(({ inventory_item_id: id }) => id === 'iitem_odd'))
      return { status: 400, body: { type: 'invalid_data', message: 'It is odd' } }
    for (const { inventory_item_id: id, stocked_quantity: stocked } of update) {
      const level = levels[id.replace('iitem_', '')]
      if (!level) continue
      buys(level)
      level.stocked = stocked
    }
    return { body: { created: [], updated: update.map(({ inventory_item_id: id }) => rowOf(id.slice(6))) } }
  }
}

test('[promised-on-top] a sale between reading and writing is written over again', async () => {
  const level = { stocked: 20, reserved: 2 }
  let sales = 2
  const shop = keepingShop({ lamp: level }, (bought) => {
    if (sales-- > 0) bought.reserved += 3
  })
  await using channel = await startRecordedChannel(shop)
  expect(await stock.set(sessionOn(channel.url), [figure('lamp', 7)])).toEqual([
    { ...listing('lamp'), isDone: true },
  ])
  expect(level).toEqual({ stocked: 15, reserved: 8 })
  expect(channel.calls.filter(({ on }) => on.startsWith('POST'))).toHaveLength(3)
})

test('[promised-on-top] buyers who never stop are not written against for ever', async () => {
  const shop = keepingShop({ lamp: { stocked: 0, reserved: 0 } }, (level) => (level.reserved += 1))
  await using channel = await startRecordedChannel(shop)
  expect(await stock.set(sessionOn(channel.url), [figure('lamp', 7)])).toMatchObject([{ isDone: true }])
  expect(channel.calls.filter(({ on }) => on.startsWith('POST'))).toHaveLength(4)
})

test('[one-by-one] what is refused of one keeps no other from being told', async () => {
  const levels = {
    lamp: { stocked: 1, reserved: 0 },
    odd: { stocked: 1, reserved: 0 },
    cup: { stocked: 1, reserved: 4 },
  }
  await using channel = await startRecordedChannel(keepingShop(levels))
  const figures = [figure('lamp', 3), figure('odd', 3), figure('cup', 0)]
  expect(await stock.set(sessionOn(channel.url), figures)).toEqual([
    { ...listing('lamp'), isDone: true },
    { ...listing('odd'), isDone: false, reason: 'It is odd', isGone: false },
    { ...listing('cup'), isDone: true },
  ])
  expect([levels.lamp.stocked, levels.cup.stocked]).toEqual([3, 4])
})

test('a shop without a stock location is told nothing', async () => {
  await using channel = await startRecordedChannel(keepingShop({ lamp: { stocked: 1, reserved: 0 } }))
  expect(await stock.set(sessionOn(channel.url, ''), [figure('lamp', 3)])).toMatchObject([
    { isDone: false, isGone: false },
  ])
  expect(channel.calls.map(({ on }) => on)).toEqual(['GET /admin/product-variants'])
})

test.each([
  [401, { message: 'Unauthorized' }, 'sign-in-expired'],
  [503, 'Busy', 'try-later'],
])('what is about the whole shop is an error: HTTP %i', async (status, body, kind) => {
  await using channel = await startRecordedChannel(() => ({ status, body }))
  await Promise.all([
    expect(stock.set(sessionOn(channel.url), [figure('lamp', 1)])).rejects.toMatchObject({ kind }),
    expect(stock.read(sessionOn(channel.url), [listing('lamp')])).rejects.toMatchObject({ kind }),
  ])
})

test('nothing is asked for nothing', async () => {
  await using channel = await startRecordedChannel([])
  expect(await stock.set(sessionOn(channel.url), [])).toEqual([])
  expect(await stock.read(sessionOn(channel.url), [])).toEqual([])
  expect(channel.calls).toEqual([])
})
