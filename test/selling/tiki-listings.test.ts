/** Prices and visibility of Tiki's products over real HTTP, connector against marketplace. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startSelling, type Selling } from '../steps/selling-session.ts'

const shop_id = 328784

let selling: Selling
let id: string
beforeEach(async () => {
  selling = await startSelling('tiki', shop_id)
  const goods = { shop_id, sku: 'GEN-2', name: 'Lamp', price: 120_000, stock: 5 }
  id = String((await selling.control<{ product_id: number }>('products', goods)).product_id)
})
afterEach(() => selling.close())

const callsOf = ({ connector, session }: Selling) => {
  const { listings, products } = connector as Required<typeof connector>
  return { listings, session, read: async () => (await products.get(session, [id])).items[0] }
}

it('sets a price, again after a lost answer, and leaves all else alone', async () => {
  const { listings, session, read } = callsOf(selling)
  const before = await read()
  const figure = { channelProductId: id, channelSkuId: id, price: 150_000 }
  await selling.loseAnswer('/integration/v2.1/products/updateSku')
  await expect(listings.setPrices(session, [figure])).rejects.toMatchObject({ kind: 'try-later' })
  const gone = { ...figure, channelProductId: '1', channelSkuId: '1' }
  expect(await listings.setPrices(session, [figure, gone])).toMatchObject([
    { channelProductId: id, isDone: true },
    { channelProductId: '1', isDone: false, isGone: true },
  ])
  const after = await read()
  expect(after?.skus).toEqual(before?.skus.map((sku) => ({ ...sku, price: 150_000 })))
  expect(after?.status).toBe('active')
})

it('takes a product off sale and puts it back', async () => {
  const { listings, session, read } = callsOf(selling)
  for (const [isActive, status] of [
    [false, 'inactive'],
    [false, 'inactive'],
    [true, 'active'],
  ] as const) {
    expect(await listings.setActive(session, [id], isActive)).toEqual([
      { channelProductId: id, isDone: true },
    ])
    expect((await read())?.status).toBe(status)
  }
})

it('removes nothing', async () => {
  const { listings, session, read } = callsOf(selling)
  expect(await listings.remove(session, [id])).toMatchObject([{ isDone: false, isGone: false }])
  expect((await read())?.status).toBe('active')
})
