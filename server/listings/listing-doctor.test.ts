/** Content scores of listings: by what their channel asks about their category, and by other listings of their SKUs. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  linkShop,
  startTestConsole,
  until,
  type Account,
  type TestConsole,
} from '../../test/start-test-console.ts'
import { addShop } from '../../test/steps/stored-orders.ts'
import { productOf, putProducts, skuOf } from '../../test/steps/stored-products.ts'
import { enqueueCatalog } from '../catalog/channel-facts-store.ts'

let running: TestConsole
let seller: Account
let shopId: number

type Reason = { reason: string; points: number; field: string; path: string; values: object }
/** Kettles of the sandbox, which ask for a warranty and a power. */
const kettles = '100648'

beforeAll(async () => {
  running = await startTestConsole()
  seller = await running.signUp('doctor')
  shopId = await linkShop(running.sandbox.url, seller, 727720655)
})
afterAll(() => running?.stop())

async function idOf(shop: number, name: string): Promise<number> {
  const found = await seller.call(`GET /products/filter?shop_id=${shop}&keyword=${encodeURIComponent(name)}`)
  return found.at<number>('data.0.id')
}

const readOf = async (id: number) => {
  const reply = await seller.call(`GET /products/${id}`)
  const reasons = reply.at<Reason[]>('data.content_reasons')
  return {
    score: reply.at<number>('data.content_score'),
    of: (name: string) => reasons.find((one) => one.reason === name),
  }
}

it('loses points for what the category asks, once a job has read it, in the list as on the page', async () => {
  const { ownerId } = seller
  await putProducts(running, { ownerId, shopId }, [
    productOf({
      channelProductId: 'kettle-1',
      name: 'Steel kettle with a whistle, 1.7 litres',
      channelCategoryId: kettles,
      attributes: [{ name: 'Warranty', value: '6 months' }],
      skus: [skuOf({ shopSku: 'kettle-1', sellerSku: 'KETTLE-1', price: 9900 })],
    }),
  ])
  const id = await idOf(shopId, 'kettle')
  expect((await readOf(id)).of('required_attributes')).toBeUndefined()
  await running.db.asOwner(ownerId, (tx) => enqueueCatalog(tx, { ownerId, shopId }))
  await until('the category is read', async () => (await readOf(id)).of('required_attributes') !== undefined)
  const { score, of } = await readOf(id)
  expect(of('required_attributes')).toEqual({
    reason: 'required_attributes',
    points: 6,
    field: 'attributes',
    path: 'attributes.Power',
    values: { names: 'Power' },
  })
  await until('the score of the list', async () => {
    const row = await seller.call(`GET /products/filter?shop_id=${shopId}`)
    return row.at('data.0.content_score') === score
  })
})

it('loses points for a price far from that of the same SKU elsewhere, and only in the same money', async () => {
  const { ownerId } = seller
  const other = await addShop(running, ownerId, 'Other', 1)
  const cup = (price: number, currency: 'MYR' | 'VND' = 'MYR') =>
    productOf({
      channelProductId: `cup-${price}`,
      name: `Cup ${price}`,
      currency,
      skus: [skuOf({ shopSku: `cup-${price}`, sellerSku: 'CUP-1', price })],
    })
  await putProducts(running, { ownerId, shopId }, [cup(1000)])
  await putProducts(running, { ownerId, shopId: other }, [cup(900), cup(90_000_000, 'VND')])
  const near = await readOf(await idOf(shopId, 'Cup 1000'))
  expect(near.of('price_differs')).toBeUndefined()
  await putProducts(running, { ownerId, shopId: other }, [cup(100)])
  const far = await readOf(await idOf(other, 'Cup 100'))
  expect(far.of('price_differs')).toMatchObject({ points: 5, field: 'price', path: 'variants.0.price' })
})

it('has one score of a listing in the list and on its page, whatever changes a price beside it', async () => {
  const { ownerId } = seller
  const other = await addShop(running, ownerId, 'Beside', 1)
  const bowl = (name: string, price: number) =>
    productOf({
      channelProductId: 'bowl',
      name,
      changedAt: new Date(),
      skus: [skuOf({ shopSku: 'bowl', sellerSku: 'BOWL-1', price })],
    })
  const areAlike = (differ: boolean) =>
    until('the list says what the page says', async () => {
      const rows = await seller.call('GET /products/filter?keyword=bowl')
      const listed = rows.at<{ id: number; content_score: number }[]>('data')
      const pages = await Promise.all(listed.map(({ id }) => readOf(id)))
      return (
        pages.every((page) => (page.of('price_differs') !== undefined) === differ) &&
        pages.every(({ score }, at) => score === listed[at]?.content_score)
      )
    })
  await putProducts(running, { ownerId, shopId }, [bowl('Blue bowl', 1000)])
  await putProducts(running, { ownerId, shopId: other }, [bowl('Bowl', 1000)])
  await areAlike(false)
  await putProducts(running, { ownerId, shopId: other }, [bowl('Bowl', 100_000)])
  await areAlike(true)
  await putProducts(running, { ownerId, shopId }, [bowl('Blue bowl of clay', 1000)])
  await areAlike(true)
  const [product] = (await seller.call(`GET /products/filter?keyword=bowl&shop_id=${other}`)).at<
    { id: number }[]
  >('data')
  const variants = await seller.call(`GET /products/${product?.id}`)
  const listing = variants.at<number>('data.product_skus.data.0.id')
  const skuId = variants.at<number>('data.product_skus.data.0.sku_id')
  await seller.call(`DELETE /sku-centers/${skuId}/product/${product?.id}`)
  await areAlike(false)
  await seller.call(`POST /sku-centers/${skuId}/listings`, { product_sku_ids: [listing] })
  await areAlike(true)
  await seller.call(`DELETE /products/${product?.id}`)
  await areAlike(false)
})
