/** The document about a buyer, read as the person reads it. */
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
  expect(words).not.toMatch(/\d{4}-\d\d-\d\dT/)
})
