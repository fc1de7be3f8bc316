/** Stock of a product by warehouse, and the brands of the products, as users of all shops and of one see them. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestConsole, type Account, type TestConsole } from '../../../test/start-test-console.ts'
import { addShop } from '../../../test/steps/stored-orders.ts'
import { productOf, putProducts, skuOf } from '../../../test/steps/stored-products.ts'
import { countStock } from '../../stock/ledger/first-figure-store.ts'

let running: TestConsole
let seller: Account
let elsewhere: Account
let shops: [number, number]
let productId: number

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('places')
  const { ownerId } = seller
  shops = [await addShop(running, ownerId, 'Gifts', 2), await addShop(running, ownerId, 'Official', 1)]
  const own = { ownerId, shopId: shops[0] }
  const skuIds = await putProducts(running, own, [
    productOf({
      channelProductId: '1',
      brand: 'Hikari',
      skus: [
        skuOf({ channelSkuId: '1', shopSku: 'a', sellerSku: 'A' }),
        skuOf({ channelSkuId: '2', shopSku: 'b', sellerSku: 'B' }),
      ],
    }),
  ])
  await putProducts(running, { ownerId, shopId: shops[1] }, [
    productOf({ channelProductId: '2', brand: 'hoshi', skus: [skuOf({ shopSku: 'c', sellerSku: 'C' })] }),
  ])
  const figures = skuIds.map((skuId, at) => ({ skuId, quantity: 5 + at }))
  await running.db.asOwner(ownerId, (tx) => countStock(tx, own, figures, new Date()))
  elsewhere = await running.addStaff(ownerId, {
    email: 'second@example.test',
    name: 'Second',
    role: 'manager',
    shopIds: [shops[1]],
  })
  productId = (await seller.call(`GET /products/filter?shop_id=${shops[0]}`)).at('data.0.id')
})
afterAll(() => running?.stop())

it('adds up the stock of the variants in each warehouse', async () => {
  const answer = await seller.call(`GET /products/locations/${productId}`)
  const warehouse = answer.at<number>('data.0.warehouse_id')
  expect(answer.at('data')).toEqual([
    expect.objectContaining({
      location_id: String(warehouse),
      on_hand: 11,
      reserved: 0,
      available: 11,
      threshold: expect.any(Number),
    }),
  ])
  const variants = (await seller.call(`GET /products/${productId}`)).at<
    { product_sku_detail_location: { data: object[] } }[]
  >('data.product_skus.data')
  expect(variants.map((one) => one.product_sku_detail_location.data)).toMatchObject(
    [5, 6].map((quantity) => [{ location_id: String(warehouse), quantity, available: quantity }]),
  )
  expect((await elsewhere.call(`GET /products/locations/${productId}`)).status).toBe(404)
  const other = (await seller.call(`GET /products/filter?shop_id=${shops[1]}`)).at<number>('data.0.id')
  expect((await seller.call(`GET /products/locations/${other}`)).at('data')).toEqual([])
})

it('lists the brands by name, of the shops that the user sees', async () => {
  const namesOf = async (account: Account, query = '') =>
    (await account.call(`GET /brands${query}`)).at<{ name: string }[]>('data').map(({ name }) => name)
  expect(await namesOf(seller)).toEqual(['Hikari', 'hoshi'])
  expect(await namesOf(seller, '?keyword=HI')).toEqual(['Hikari', 'hoshi'])
  expect(await namesOf(seller, '?keyword=hik')).toEqual(['Hikari'])
  expect(await namesOf(seller, `?shop_id=${shops[1]}`)).toEqual(['hoshi'])
  expect(await namesOf(seller, '?limit=1&page=2')).toEqual(['hoshi'])
  expect((await seller.call('GET /brands')).at('meta.pagination.total')).toBe(2)
  expect(await namesOf(elsewhere)).toEqual(['hoshi'])
})
