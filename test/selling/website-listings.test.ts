/** Changes of a web store's products over real HTTP, connector against store. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ListingChanges } from '../../connectors/listings.ts'
import type { Products } from '../../connectors/products.ts'
import { startSelling, type Selling } from '../steps/selling-session.ts'

const shop_id = 'aoi-gifts'
const gone = { channelProductId: '1', channelSkuId: '1' }

let selling: Selling
let listings: ListingChanges
let products: Products

beforeEach(async () => {
  selling = await startSelling('website', shop_id)
  ;({ listings, products } = selling.connector as Required<typeof selling.connector>)
})
afterEach(() => selling.close())

/** GEN-2 is a simple product, GEN-4 one with a variation. */
async function make(sku: 'GEN-2' | 'GEN-4') {
  const made = await selling.control<{ product_id: number; sku_id: number }>('products', {
    shop_id,
    sku,
    name: `Thing ${sku}`,
    price: 1_250,
    stock: 9,
  })
  const channelProductId = String(made.product_id)
  return { channelProductId, channelSkuId: sku === 'GEN-2' ? channelProductId : String(made.sku_id) }
}

async function readOne(channelProductId: string) {
  const { items } = await products.get(selling.session, [channelProductId])
  return items[0]
}

it('sets prices and reduced prices with their dates, and takes the reduced ones back', async () => {
  const simple = await make('GEN-2')
  const varied = await make('GEN-4')
  const from = new Date(selling.sandbox.clock.nowMs() - 60_000)
  from.setMilliseconds(0)
  const special = { price: 990, from, to: new Date(from.getTime() + 86_400_000) }
  const figures = [
    { ...simple, price: 1_400, specialPrice: special },
    { ...varied, price: 2_000 },
    { ...gone, price: 100 },
  ]
  const told = await listings.setPrices(selling.session, figures)
  const doneBySku = new Map(told.map(({ channelSkuId, isDone }) => [channelSkuId, isDone]))
  expect(doneBySku).toEqual(
    new Map([
      [simple.channelSkuId, true],
      [varied.channelSkuId, true],
      ['1', false],
    ]),
  )
  expect(told.find(({ channelSkuId }) => channelSkuId === '1')).toMatchObject({ isGone: true })
  expect((await readOne(simple.channelProductId))?.skus).toMatchObject([
    { price: 1_400, specialPrice: special },
  ])
  expect((await readOne(varied.channelProductId))?.skus).toMatchObject([{ price: 2_000, specialPrice: null }])

  // A price alone leaves the reduced one.
  await listings.setPrices(selling.session, [{ ...simple, price: 1_500 }])
  expect((await readOne(simple.channelProductId))?.skus).toMatchObject([
    { price: 1_500, specialPrice: special },
  ])
  await listings.setPrices(selling.session, [{ ...simple, price: 1_500, specialPrice: null }])
  expect((await readOne(simple.channelProductId))?.skus).toMatchObject([{ price: 1_500, specialPrice: null }])
})

it('refuses what the store drops without a word', async () => {
  const simple = await make('GEN-2')
  const { channelProductId } = await make('GEN-4')
  const [from, to] = [new Date('2026-01-01'), new Date('2030-01-01')]
  expect(
    await listings.setPrices(selling.session, [
      { ...simple, price: 1_000, specialPrice: { price: 1_000, from, to } },
      { channelProductId, channelSkuId: channelProductId, price: 3_000 },
    ]),
  ).toMatchObject([
    { isDone: false, isGone: false, reason: expect.stringContaining('special_dropped') as unknown },
    { isDone: false, isGone: false, reason: expect.stringContaining('price_dropped') as unknown },
  ])
})

it('takes products off sale, puts them back, and leaves the bin alone', async () => {
  const { channelProductId: id } = await make('GEN-2')
  const { channelProductId: binned } = await make('GEN-4')
  await selling.control('products', { shop_id, sku: 'GEN-4', delete: true })
  const hidden = await listings.setActive(selling.session, [id, binned], false)
  expect(hidden).toMatchObject([{ isDone: true }, { isDone: false, isGone: true }])
  expect((await readOne(id))?.status).toBe('inactive')
  expect(await listings.setActive(selling.session, [id, binned], true)).toMatchObject(hidden)
  expect((await readOne(id))?.status).toBe('active')
  const statuses = (await selling.oracle('products')).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set(['deleted', 'listed']))
})

it('removes products, and once more after a lost answer', async () => {
  const { channelProductId: id } = await make('GEN-2')
  await selling.loseAnswer(`/web/${shop_id}/wp-json/wc/v3/products/${id}`)
  await expect(listings.remove(selling.session, [id])).rejects.toMatchObject({ kind: 'try-later' })
  expect(await selling.oracle('products')).toMatchObject([{ status: 'deleted' }])
  expect(await listings.remove(selling.session, [id, '1'])).toEqual([
    { channelProductId: id, isDone: true },
    { channelProductId: '1', isDone: true },
  ])
})
