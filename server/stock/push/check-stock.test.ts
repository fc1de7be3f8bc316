/** First figures of a shop's listings, over a real database. Its channel is the test. */
import { expect, it } from 'vitest'
import { ChannelError } from '../../../connectors/channel-error.ts'
import type { Connector } from '../../../connectors/connector.ts'
import type { Session } from '../../../connectors/session.ts'
import type { Stock } from '../../../connectors/stock.ts'
import {
  addSku,
  admin,
  count,
  keepTwoShops,
  running,
  seller,
  shops,
  skuId,
} from '../../../test/steps/two-shops.ts'
import { createLog } from '../../log.ts'
import type { ChannelSessions } from '../../syncs/channel-session.ts'
import { createCheckStock } from './check-stock.ts'

keepTwoShops()

async function check(read: Stock['read'], shopId = shops[0]): Promise<void> {
  const connector = { stock: { figuresPerCall: 10, read } } as unknown as Connector
  const sessions: Pick<ChannelSessions, 'use' | 'connectorOf'> = {
    use: (_shop, work) => work({} as Session, connector),
    connectorOf: () => connector,
  }
  const job = createCheckStock(running.db, sessions as ChannelSessions, createLog('silent'))
  await job({ ownerId: seller.ownerId, shopId })
}

const onHand = async (sku: number) =>
  (await admin.query<{ on_hand: number }>('select on_hand from stock where sku_id = $1', [sku])).rows[0]
    ?.on_hand

it.each(['changed-shape', 'refused'] as const)(
  'are taken of the others where one listing cannot be read: %s',
  async (kind) => {
    const other = await addSku()
    await check((_session, listings) => {
      if (listings.some(({ channelProductId }) => channelProductId === '100'))
        return Promise.reject(new ChannelError(kind, 'item 100: stock_info is missing'))
      return Promise.resolve(listings.map((listing) => ({ ...listing, quantity: 7 })))
    })
    expect([await onHand(skuId), await onHand(other)]).toEqual([undefined, 7])
    const failures = await seller.call(`GET /shops/${shops[0]}/sync-logs`)
    expect(failures.at('data')).toMatchObject([{ reason: 'item 100: stock_info is missing' }])
  },
)

it('asks no further where nothing of a shop can be read', async () => {
  for (let each = 0; each < 6; each++) await addSku(`20${each}`)
  const asked: number[] = []
  await check((_session, listings) => {
    asked.push(listings.length)
    return Promise.reject(new ChannelError('refused', 'no permission for products'))
  })
  expect(asked).toEqual([7, 1, 1, 1, 1, 1])
})

it('are those of the shop that was switched on first, however soon another one is read', async () => {
  const switchOn = (shopId: number) => seller.call(`PUT /shops/${shopId}`, { is_stock_sync: true })
  await admin.query('update shops set is_stock_sync = false where id = any($1)', [shops])
  for (const shopId of shops) expect((await switchOn(shopId)).status).toBe(200)
  const says = (quantity: number): Stock['read'] => {
    return (_session, listings) => Promise.resolve(listings.map((listing) => ({ ...listing, quantity })))
  }
  await check(says(103), shops[1])
  expect(await onHand(skuId)).toBeUndefined()
  await check(says(215), shops[0])
  await check(says(103), shops[1])
  expect(await onHand(skuId)).toBe(215)
})

it('are foretold before a shop is switched on: how many listings, how many change, and from what to what', async () => {
  const preview = async () => (await seller.call(`GET /shops/${shops[0]}/stock-preview`)).at('data')
  await admin.query('update shops set is_stock_sync = false where id = any($1)', [shops])
  await addSku()
  await admin.query('update product_skus set channel_stock = 12 where shop_id = $1', [shops[0]])
  expect(await preview()).toEqual({ listings: 2, changed: 0, uncounted: 2, first: [] })
  await count(12)
  expect(await preview()).toMatchObject({ listings: 2, changed: 0, uncounted: 1 })
  await admin.query('update product_skus set channel_stock = 15 where shop_id = $1', [shops[0]])
  expect(await preview()).toEqual({
    listings: 2,
    changed: 1,
    uncounted: 1,
    first: [{ name: expect.any(String), shop_sku: expect.any(String), before: 15, after: 12 }],
  })
  const staff = { email: `stock${Date.now()}@example.test`, role: 'manager' } as const
  const elsewhere = await running.addStaff(seller.ownerId, staff, [shops[1]])
  expect((await elsewhere.call(`GET /shops/${shops[0]}/stock-preview`)).status).toBe(404)
})

it('are those of the next shop where the first one cannot be read', async () => {
  for (const shopId of shops) await seller.call(`PUT /shops/${shopId}`, { is_stock_sync: true })
  await check(() => Promise.reject(new ChannelError('refused', 'item 100: gone')), shops[0])
  await check(
    (_session, listings) => Promise.resolve(listings.map((listing) => ({ ...listing, quantity: 5 }))),
    shops[1],
  )
  expect(await onHand(skuId)).toBe(5)
})
