/** A new account lives where its first shop sells, unless its owner has said where. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { linkShop, startTestConsole, until, type TestConsole } from '../../test/start-test-console.ts'

const [malaysian, vietnamese, singaporean] = [727720655, 727720901, 727720777]
let running: TestConsole

beforeAll(async () => {
  running = await startTestConsole()
})
afterAll(() => running?.stop())

const unchosen = {
  timezone: 'Asia/Tokyo',
  currency: 'JPY',
  isTimezoneChosen: false,
  isCurrencyChosen: false,
}
const settings = async (account: Awaited<ReturnType<TestConsole['signUp']>>) => {
  const { timezone, currency, region_shop } = (await account.call('GET /settings/account')).at<
    Record<string, unknown>
  >('data')
  return [timezone, currency, region_shop]
}

it('follows its first shop, and no later one', async () => {
  const seller = await running.signUp('follows', unchosen)
  expect(await settings(seller)).toEqual(['Asia/Tokyo', 'JPY', null])
  await linkShop(running.sandbox.url, seller, vietnamese)
  expect(await settings(seller)).toEqual(['Asia/Ho_Chi_Minh', 'VND', 'Aoi Gifts VN'])
  const ranks = await seller.call('GET /settings/customer-rank')
  expect(ranks.at('data.0.currency')).toBe('VND')
  // Open sessions get the new time zone and currency, too.
  await until('the session to be told', async () => {
    const me = await seller.call('GET /users/me?include=shop_owner')
    return me.at('data.timezone') === 'Asia/Ho_Chi_Minh' && me.at('data.shop_owner.data.currency') === 'VND'
  })
  await linkShop(running.sandbox.url, seller, singaporean)
  expect(await settings(seller)).toEqual(['Asia/Ho_Chi_Minh', 'VND', 'Aoi Gifts VN'])
})

it('keeps what was chosen, before a shop is linked and after', async () => {
  const early = await running.signUp('early', unchosen)
  await early.call('PUT /settings/account', { timezone: 'Asia/Tokyo', currency: 'USD' })
  await linkShop(running.sandbox.url, early, malaysian)
  expect(await settings(early)).toEqual(['Asia/Tokyo', 'USD', null])

  const half = await running.signUp('half', { ...unchosen, isCurrencyChosen: true })
  await linkShop(running.sandbox.url, half, 300118226, { code: 'lazada', id: 1 })
  expect(await settings(half)).toEqual(['Asia/Singapore', 'JPY', 'Merlion Bazaar'])

  await half.call('PUT /settings/account', { timezone: 'Asia/Manila', currency: 'PHP' })
  expect(await settings(half)).toEqual(['Asia/Manila', 'PHP', null])
})
