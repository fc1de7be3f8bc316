/** The document about a buyer, read as the person reads it. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestConsole, type Account, type TestConsole } from '../../../test/start-test-console.ts'
import { addressOf, addShop, orderOf, putOrders } from '../../../test/steps/stored-orders.ts'
import { seePages } from '../../../test/steps/sheets.ts'

let running: TestConsole
let seller: Account

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('seller')
})
afterAll(() => running.stop())

it('says each part of an address once, with the country, and times as the account counts them', async () => {
  const shopId = await addShop(running, seller.ownerId, 'One')
  await putOrders(running, seller.ownerId, shopId, [
    orderOf({
      channelOrderId: 'Q-1',
      buyer: { channelBuyerId: 'q', name: 'Quentin Ash' },
      status: 'delivered',
      placedAt: new Date('2026-01-04T20:00:00Z'),
      address: addressOf({
        name: 'Quentin Ash',
        street: '43 Lorong Cempaka, Mont Kiara, 50480 Kuala Lumpur',
        district: 'Mont Kiara',
        postcode: '50480',
        city: 'Kuala Lumpur',
        province: 'Wilayah',
        country: 'MY',
      }),
    }),
  ])
  await askAndFail(shopId)
  await putOrders(running, seller.ownerId, shopId, [
    orderOf({
      channelOrderId: 'Q-2',
      buyer: { channelBuyerId: 'q', name: 'Quentin Ash' },
      status: 'canceled',
      cancelReason: 'buyer_changed_mind',
      cancelText: 'Quentin has no use for it',
      address: addressOf({ name: 'Quentin Ash', email: 'ash@quentin.test', country: 'MY' }),
    }),
  ])
  const [customer] = (await seller.call('GET /customers')).at<{ id: number }[]>('data')
  const reply = await fetch(`${running.url}/api/v2/customers/${customer?.id}/personal-data/print`, {
    headers: { authorization: `Bearer ${seller.token}` },
  })
  const words = (await seePages(new Uint8Array(await reply.arrayBuffer())))
    .map((page) => page.words)
    .join('\n')
  expect(words.replaceAll(/\s+/g, ' ')).toContain(
    'Quentin Ash, 43 Lorong Cempaka, Mont Kiara, 50480 Kuala Lumpur, Wilayah, マレーシア',
  )
  expect(words).toContain('ash@quentin.test')
  expect(words.replaceAll(/\s+/g, ' ')).toContain('キャンセル理由 Quentin has no use for it')
  const data = await seller.call(`GET /customers/${customer?.id}/personal-data`)
  expect(data.at<object[]>('data.orders').find((one) => 'code' in one && one.code === 'Q-2')).toMatchObject({
    cancel_reason: 'Quentin has no use for it',
    address: { email: 'ash@quentin.test' },
  })
  expect(words).not.toMatch(/\d{4}-\d\d-\d\dT/)
  const plain = words.replaceAll(/\s+/g, ' ')
  // Nested details too, in the reader's words.
  expect(plain).not.toMatch(/[{}[\]"]|isAutoPrint|shipment/)
  expect(plain).toContain('詳細 (住所 (氏名: Quentin Oak, 番地・建物名: 7 Elm, 国: マレーシア)) · ')
  expect(plain).toContain('支払い済み: はい, 顧客 (氏名: Quentin Fir)')
  expect(plain).toContain('商品 (価格: 12.50 MYR, 数量: 2)')
  expect(plain).toContain(
    '種類: 注文 · ID: Q-1 · 理由: x · 受信したデータ (billing (tags: new; vip, first name: Quentin)) · ',
  )
  expect(plain).toContain('顧客ランク: 一般')
})

/** An address that was changed, the order as it was written, and a report of it that could not be saved. */
async function askAndFail(shopId: number): Promise<void> {
  const address = { name: 'Quentin Oak', phone: null, street: '7 Elm', country: 'MY' }
  const line = { channelSkuId: 'x', quantity: 2, price: 1250 }
  const customer = { name: 'Quentin Fir', phone: null, email: null }
  const draft = { customer, isPaid: true, lines: [line], currency: 'MYR' }
  const told = { billing: { first_name: 'Quentin', tags: ['new', 'vip'] } }
  await running.db.asOwner(seller.ownerId, async (tx) => {
    await sql`insert into order_actions (owner_id, id, order_id, shop_id, kind, details, state, requested_by, requested_by_name,
        requested_at, check_at)
      select owner_id, 1, id, shop_id, 'edit', ${JSON.stringify({ address, isAutoPrint: true, shipmentIds: [7] })}::jsonb, 'done',
        1, 'seller', now(), now() from orders where owner_id = ${seller.ownerId}`.execute(tx)
    await sql`insert into order_drafts (owner_id, id, shop_id, reference, draft, state, channel_order_id, requested_by,
        requested_by_name, requested_at, check_at)
      values (${seller.ownerId}, 1, ${shopId}, 'r', ${JSON.stringify(draft)}::jsonb, 'done', 'Q-1', 1, 'seller', now(), now())`.execute(
      tx,
    )
    await sql`insert into sync_failures (owner_id, shop_id, kind, channel_id, reason, raw, first_failed_at, last_failed_at)
      values (${seller.ownerId}, ${shopId}, 'order', 'Q-1', 'x', ${JSON.stringify(told)}::jsonb, now(), now())`.execute(
      tx,
    )
  })
}
