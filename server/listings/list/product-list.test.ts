/** The product list against the same computed the slow way, over products of every kind. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestConsole, type Account, type TestConsole } from '../../../test/start-test-console.ts'
import { addShop, pick, seeded } from '../../../test/steps/stored-orders.ts'
import { productOf, putProducts, skuOf } from '../../../test/steps/stored-products.ts'
import { productStatuses } from '../../../model/product.ts'

type Row = { id: number; name: string; stock_level: string | null; status: { code: string } }

let running: TestConsole
let seller: Account
let shops: number[]

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('seller')
  shops = [
    await addShop(running, seller.ownerId, 'Aoi Gifts', 2),
    await addShop(running, seller.ownerId, 'Aoi Official', 1),
    await addShop(running, seller.ownerId, 'Bangsar', 3),
  ]
  const random = seeded(7)
  for (const [at, shopId] of shops.entries()) {
    const products = Array.from({ length: 120 }, (_, number) =>
      productOf({
        channelProductId: `${at}-${number}`,
        name: `${pick(random, ['Paper lantern', '提灯', 'Đèn lồng', 'Lampu kertas'])} ${number}`,
        status: pick(random, productStatuses),
        skus: Array.from({ length: 1 + (number % 3) }, (__, variant) =>
          skuOf({
            channelSkuId: String(variant),
            shopSku: `${at}_${number}_${variant}`,
            sellerSku: `SKU-${number}-${variant}`,
            price: 100 * (1 + Math.floor(random() * 500)),
          }),
        ),
      }),
    )
    await putProducts(running, { ownerId: seller.ownerId, shopId }, products)
  }
})
afterAll(() => running?.stop())

const list = (query: Record<string, string> = {}, path = 'filter') =>
  seller.call(`GET /products/${path}?${new URLSearchParams(query).toString()}`)

describe('the product list', () => {
  it('counts every product once, by status', async () => {
    const answer = await list()
    expect(answer.at('meta.pagination.total')).toBe(360)
    const counts = answer.at<Record<string, number>>('meta.status_counts')
    expect(Object.values(counts).reduce((a, b) => a + b, 0)).toBe(360)
    for (const status of productStatuses) {
      const ofStatus = await list({ status })
      expect(ofStatus.at('meta.pagination.total')).toBe(counts[status] ?? 0)
      expect(new Set(ofStatus.at<Row[]>('data').map((row) => row.status.code))).toEqual(
        new Set(counts[status] ? [status] : []),
      )
    }
  })
})
