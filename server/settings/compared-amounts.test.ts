/** Lists by amount over real HTTP, in an account that sells in several currencies. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestConsole, type Account, type TestConsole } from '../../test/start-test-console.ts'
import { addShop, noPayment, orderOf, putOrders } from '../../test/steps/stored-orders.ts'
import { productOf, putProducts, skuOf } from '../../test/steps/stored-products.ts'

let running: TestConsole
let seller: Account

/** In minor units: 100.00 ringgit are 10,000, and as many as 555,556 dong at 0.00018. Nothing is known of dollars and pounds. */
const amounts = {
  MYR: [10_000, 9_999, 10_001, 250],
  VND: [555_556, 555_555, 90_000, 1_000_000],
  USD: [999_999, 1],
  GBP: [50],
} as const
const inOrder = [
  ['VND', 1_000_000],
  ['MYR', 10_001],
  ['VND', 555_556],
  ['MYR', 10_000],
  ['VND', 555_555],
  ['MYR', 9_999],
  ['VND', 90_000],
  ['MYR', 250],
].map(([currency, amount]) => `${currency} ${amount}`)
const unrated = (way: 1 | -1) => [
  'GBP 50',
  ...['USD 1', 'USD 999999'].toSorted((a, b) => way * (a.length - b.length)),
]
const expected = { '-': [...inOrder, ...unrated(-1)], '': [...inOrder.toReversed(), ...unrated(1)] }

const things = Object.entries(amounts).flatMap(([currency, list]) =>
  list.map((amount) => ({
    currency: currency as keyof typeof amounts,
    amount,
    name: `${currency} ${amount}`,
  })),
)

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('trader')
  const { ownerId } = seller
  const shopId = await addShop(running, ownerId, 'Strait')
  await putOrders(
    running,
    ownerId,
    shopId,
    things.map(({ currency, amount, name }) =>
      orderOf({
        channelOrderId: name,
        buyer: { channelBuyerId: name, name: 'Mei' },
        currency,
        payment: { ...noPayment, subTotal: amount },
      }),
    ),
  )
  await putProducts(
    running,
    { ownerId, shopId },
    things.map(({ currency, amount, name }) =>
      productOf({
        channelProductId: name,
        name: `Lantern ${name}`,
        currency,
        skus: [skuOf({ channelSkuId: name, shopSku: name, sellerSku: name, price: amount })],
      }),
    ),
  )
  await seller.call('PUT /settings/exchange-rates', {
    rates: [{ currency: 'VND', from: '2020-01-01', rate: '0.00018' }],
    updated_at: null,
  })
})
afterAll(() => running?.stop())

async function pages(path: string, key: string): Promise<string[]> {
  const replies = await Promise.all(
    [1, 2, 3].map((page) => seller.call(`GET ${path}&limit=5&page=${page}` as 'GET /orders/filter')),
  )
  return replies.flatMap((reply) => reply.at<Record<string, string>[]>('data').map((row) => row[key] ?? ''))
}

it.each(['-', ''] as const)('orders by total are as if all were converted (%stotal_price)', async (way) => {
  for (const more of ['', '&status=pending', '&keyword=mei'])
    expect(await pages(`/orders/filter?sort=${way}total_price${more}`, 'code')).toEqual(expected[way])
})

it.each(['-', ''] as const)('products by price are as if all were converted (%sprice)', async (way) => {
  const named = expected[way].map((name) => `Lantern ${name}`)
  for (const more of ['', '&status=active', '&keyword=lantern'])
    expect(await pages(`/products/filter?sort=${way}price${more}`, 'name')).toEqual(named)
})
