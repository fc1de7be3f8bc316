import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  linkShop,
  startTestConsole,
  until,
  type Account,
  type TestConsole,
} from '../../test/start-test-console.ts'

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

it('leaves a shop linked of which an old push says that its seller took the app off', async () => {
  const shop = await linkShop(running.sandbox.url, seller, malaysia)
  const shopOf = async () =>
    (await seller.call('GET /shops'))
      .at<{ id: number; status: number; auth_state: string }[]>('data')
      .find(({ id }) => id === shop)
  const key = running.config.channels.shopee?.app.SHOPEE_PARTNER_KEY ?? ''
  const { pushUrl } = running.config.channels.shopee ?? {}
  const body = JSON.stringify({ code: 2, shop_id: malaysia, timestamp: 1, data: { success: 1 } })
  const authorization = createHmac('sha256', key).update(`${pushUrl}|${body}`).digest('hex')
  const push = () =>
    fetch(`${running.url}/hooks/shopee`, { method: 'POST', headers: { authorization }, body })
  expect((await push()).status).toBe(200)
  await until('the push to be checked', async () => {
    const { rows } = await running.db.pool.query(
      `select from graphile_worker.jobs where task_identifier = 'check-sign-in'`,
    )
    return rows.length === 0
  })
  expect(await shopOf()).toMatchObject({ status: 1, auth_state: 'ok' })

  await running.control('tokens', { shop_id: malaysia, revoke: 'all' })
  expect((await push()).status).toBe(200)
  await until('the shop to be marked', async () => (await shopOf())?.status === 0)
  // A look at products that was under way may have met the dead token first.
  expect(['revoked', 'expired']).toContain((await shopOf())?.auth_state)
})
