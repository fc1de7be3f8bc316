import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestConsole, until, type Account, type TestConsole } from '../../../test/start-test-console.ts'
import { addShop } from '../../../test/steps/stored-orders.ts'
import { productOf, putProducts, skuOf } from '../../../test/steps/stored-products.ts'
import { createSuggestSkus } from './suggest-skus.ts'

let running: TestConsole
let seller: Account

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('seller')
})
afterAll(() => running?.stop())

const things = ['lantern', 'cushion', 'teapot', 'doorbell', 'notebook', 'candle', 'umbrella', 'mirror']
const looks = ['paper', 'velvet', 'copper', 'striped', 'folding', 'scented', 'painted', 'woven']

/** Readings of the text index of the SKUs. PostgreSQL tells a moment after a transaction ended. */
async function indexReadings(): Promise<number> {
  const { rows } = await running.db.pool.query<{ readings: string }>(
    `select idx_scan as readings from pg_stat_user_indexes where indexrelname = 'sku_search_terms'`,
  )
  return Number(rows[0]?.readings)
}

/** Rows of listings that were read so far. */
async function listingReadings(): Promise<number> {
  const { rows } = await running.db.pool.query<{ readings: string }>(
    `select seq_tup_read + idx_tup_fetch as readings from pg_stat_user_tables where relname = 'product_skus'`,
  )
  return Number(rows[0]?.readings)
}

it('finds SKUs through their index, also those that came a moment ago, and reads no listing for each of the others', async () => {
  for (const [at, channel] of [2, 1].entries()) {
    const shopId = await addShop(running, seller.ownerId, `Shop ${at}`, channel)
    const products = Array.from({ length: 400 }, (_, n) =>
      productOf({
        channelProductId: `${at}-${n}`,
        name: `${looks[n % 8]} ${things[(n >> 3) % 8]} number ${n}`,
        skus: [
          skuOf({
            shopSku: `${at}-${n}`,
            sellerSku: at === 0 ? `GIFT-${n}` : `gift ${n}`,
            barcode: `955${at}${n}`,
          }),
        ],
      }),
    )
    await putProducts(running, { ownerId: seller.ownerId, shopId }, products)
  }
  await createSuggestSkus(running.db)({ ownerId: seller.ownerId })
  await until('the index to be read', async () => (await indexReadings()) > 0)
  expect(await listingReadings()).toBeLessThan(60_000)
  expect((await seller.call('GET /sku-centers/suggestions')).at('meta.pagination.total')).toBe(400)
})
