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
  // A reading of all for each of them would be 640,000.
  expect(await listingReadings()).toBeLessThan(160_000)
  expect((await seller.call('GET /sku-centers/suggestions')).at('meta.pagination.total')).toBe(400)
})

it('are opened again, and leave the queue while their listing is linked elsewhere', async () => {
  const account = await running.signUp('queue')
  const list = () => account.call('GET /sku-centers/suggestions')
  const put = async (code: string) => {
    const shopId = await addShop(running, account.ownerId, code, 2)
    const product = productOf({
      channelProductId: code,
      name: code,
      skus: [skuOf({ shopSku: code, sellerSku: code })],
    })
    return putProducts(running, { ownerId: account.ownerId, shopId }, [product])
  }
  await put('VASE-01')
  const [third] = await put('OTHER-7')
  const [own] = await put('vase 01')
  await createSuggestSkus(running.db)({ ownerId: account.ownerId })
  const [suggestion] = (await list()).at<{ id: number; listing: { id: number } }[]>('data')
  const decide = (how: string) => account.call(`POST /sku-suggestions/${suggestion?.id}/${how}`)
  expect((await decide('dismiss')).status).toBe(200)
  expect((await decide('dismiss')).at('code')).toBe('suggestion_decided')
  expect((await decide('reopen')).status).toBe(200)
  expect((await list()).at('meta.pagination.total')).toBe(1)
  const move = (skuId: number | undefined) =>
    account.call(`POST /sku-centers/${skuId}/listings`, {
      product_sku_ids: [suggestion?.listing.id],
      move: true,
    })
  await move(third)
  expect((await list()).at('meta.pagination.total')).toBe(0)
  expect((await decide('accept')).at('code')).toBe('suggestion_decided')
  await move(own)
  expect((await list()).at('meta.pagination.total')).toBe(1)
  expect((await decide('accept')).status).toBe(200)
  await move(own)
  await decide('reopen')
  expect((await list()).at('meta.pagination.total')).toBe(1)
})
