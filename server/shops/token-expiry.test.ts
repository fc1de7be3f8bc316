import { afterAll, beforeAll, expect, it } from 'vitest'
import { linkShop, startTestConsole, until, type Account, type TestConsole } from '../../test/console.ts'

const malaysia = 727720655
const vietnam = 727720901

let running: TestConsole
let seller: Account

beforeAll(async () => {
  running = await startTestConsole()
  seller = await running.signUp('seller')
})
afterAll(() => running?.stop())

it('tells which channels have locked us out, and no longer once the shop is linked again', async () => {
  const shop = await linkShop(running.sandbox.url, seller, malaysia)
  await linkShop(running.sandbox.url, seller, vietnam)
  const other = await running.signUp('other')
  const none = { shop_expired: {}, data: { shop_expired: {} } }
  expect((await seller.call('GET /shops/check-token-expire')).body).toEqual(none)

  await running.control('tokens', { shop_id: malaysia, revoke: 'all' })
  await seller.call(`POST /shops/${shop}/sync`, {})
  const told = await until('the shop to be told as expired', async () => {
    const reply = await seller.call('GET /shops/check-token-expire')
    return Object.keys(reply.at<object>('shop_expired')).length > 0 && reply
  })
  expect(told.at(`shop_expired.${shop}`)).toMatchObject({
    shop_id: shop,
    platform_id: 2,
    platform_name: 'Shopee',
    auth_state: 'expired',
  })
  expect(Object.keys(told.at<object>('shop_expired'))).toEqual([String(shop)])
  expect((await seller.call('POST /shops/check-token-expire', {})).body).toEqual(told.body)
  expect((await other.call('GET /shops/check-token-expire')).body).toEqual(none)

  expect(await linkShop(running.sandbox.url, seller, malaysia)).toBe(shop)
  expect((await seller.call('GET /shops/check-token-expire')).body).toEqual(none)
})
