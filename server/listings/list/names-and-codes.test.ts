/** Names of many words and codes with spaces, typed as they stand. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lineOf, addShop, orderOf, putOrders } from '../../../test/steps/stored-orders.ts'
import { productOf, putProducts, skuOf } from '../../../test/steps/stored-products.ts'
import { startTestConsole, type Account, type TestConsole } from '../../../test/start-test-console.ts'

const name = 'Set of 16 Vintage Rose Cutlery with Velvet Box'
const code = 'SKU WITH SPACE 1'

let running: TestConsole
let seller: Account

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('seller')
  const shop = { ownerId: seller.ownerId, shopId: await addShop(running, seller.ownerId, 'Aoi Gifts') }
  const skus = [skuOf({ sellerSku: code })]
  await putProducts(running, shop, [
    productOf({ channelProductId: '1', name, skus }),
    productOf({ channelProductId: '2', name: 'Rose' }),
  ])
  const lines = [lineOf({ sellerSku: code })]
  await putOrders(running, shop.ownerId, shop.shopId, [orderOf({ channelOrderId: 'SPACED', lines })])
})
afterAll(() => running?.stop())

async function count(path: string, keyword: string): Promise<number> {
  const answer = await seller.call(`GET ${path}?keyword=${encodeURIComponent(keyword)}`)
  return answer.at<unknown[]>('data').length
}

it.each([name, 'Velvet Box', 'rose cutlery', 'cutlery velv'])(
  'finds a product and its SKU by %s',
  async (keyword) => {
    expect(await count('/products/filter', keyword)).toBe(1)
    expect(await count('/sku-centers/filter', keyword)).toBe(1)
  },
)

it.each([code, 'WITH SPACE 1', 'space 1', 'sku with space'])(
  'finds a product, its SKU and its order by the code %s',
  async (keyword) => {
    for (const path of ['/products/filter', '/sku-centers/filter', '/orders/search'])
      expect(`${path} ${await count(path, keyword)}`).toBe(`${path} 1`)
  },
)
