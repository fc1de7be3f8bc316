/**
 * Revenue, pieces and cancellations of every channel's shop by day, against the records of the channel itself, which are read and
 * summed up apart from the product: in three time zones. The storm of `test/robustness/chaos.slow.test.ts` ends with the same check.
 */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startTestConsole, type Account, type TestConsole } from '../../test/start-test-console.ts'
import { saveRates, shownAndTrue } from '../../test/steps/channel-sales.ts'
import { channelsUnderTest, type ChannelUnderTest } from '../../test/steps/channel-truths.ts'
import { pick, seeded } from '../../test/steps/stored-orders.ts'

let running: TestConsole
let seller: Account
const shops = new Map<ChannelUnderTest, number>()

beforeAll(async () => {
  running = await startTestConsole({ role: 'all' })
  seller = await running.signUp('seller')
  await saveRates(seller)
  const random = seeded(11)
  for (const channel of channelsUnderTest) {
    const { code, shopId, moves } = channel
    const shop = /^\d{1,12}$/.test(shopId) ? Number(shopId) : shopId
    await running.control('generate', { shop_id: shop, orders: 70, days: 25 }, code)
    for (let move = 0; move < 12; move++) {
      const movable = (await channel.truth(running.sandbox.url)).filter(({ status }) => moves[status])
      if (movable.length === 0) break
      const { sn, status } = pick(random, movable)
      await running.control(`orders/${sn}/advance`, { action: moves[status] }, code)
    }
    shops.set(channel, await channel.link(running.sandbox.url, seller))
  }
  type Shop = { sync: { data: { kinds: { type: string; state: string }[] } } }
  const syncs = async () =>
    (await seller.call('GET /shops?include=sync'))
      .at<Shop[]>('data')
      .map(({ sync }) => sync.data.kinds.find(({ type }) => type === 'order')?.state)
  await vi.waitFor(async () => expect(await syncs()).toEqual(channelsUnderTest.map(() => 'done')), {
    timeout: 200_000,
    interval: 500,
  })
})
afterAll(async () => running?.stop())

it.each(['Asia/Kuala_Lumpur', 'Europe/London', 'America/New_York'])(
  'figures of each channel are those of its own records, by the days of %s',
  async (timezone) => {
    const moved = await seller.call('PUT /settings/account', { timezone, currency: 'MYR' })
    expect(moved.status).toBe(200)
    for (const [channel, shop] of shops) {
      const [shown, truth] = await shownAndTrue(seller, running.sandbox.url, { channel, shop, timezone })
      expect(truth.length, channel.code).toBeGreaterThan(5)
      expect([channel.code, shown]).toEqual([channel.code, truth])
    }
  },
)
