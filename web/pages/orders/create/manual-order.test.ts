import { expect, it } from 'vitest'
import { emptyOrder, goodsTotal, toWritten, withProduct, type Product } from './manual-order.ts'

const lamp: Product = {
  product_sku_id: 7,
  name: 'Lamp',
  variant_label: null,
  shop_sku: '7_0',
  seller_sku: null,
  price: 12.5,
  currency: 'MYR',
  stock: 3,
  image: null,
}
const shop = {
  id: 1,
  system_name: 'Shop',
  platform_id: 4,
  currency: 'MYR',
  region: 'MY',
  takes_address: true,
}

it('counts a product up that is chosen again, and adds what the goods cost', () => {
  const lines = withProduct(withProduct([], lamp), lamp)
  expect(lines).toEqual([{ product: lamp, quantity: '2', price: '12.5' }])
  expect(goodsTotal(lines)).toBe(25)
  expect(goodsTotal([{ product: lamp, quantity: '', price: '1' }])).toBeUndefined()
})

it.each([
  ['12', 12],
  ['1.000', 1000],
  ['1,000', 1000],
  ['１２', 12],
  ['12,5', 12.5],
  ['-1', 0],
  ['1e3', 0],
  ['', 0],
])('sends a quantity as it is read everywhere else: %j', (quantity, sent) => {
  const text = { ...emptyOrder, lines: [{ product: lamp, quantity, price: '2' }] }
  expect(toWritten(text, shop).lines[0]?.quantity).toBe(sent)
  expect(goodsTotal(text.lines)).toBe(sent === 0 ? undefined : 2 * sent)
})

it('sends to the country of the shop unless another one is chosen', () => {
  expect(toWritten(emptyOrder, shop).address).toMatchObject({ country: 'MY' })
  expect(toWritten(emptyOrder, { ...shop, region: 'VN' }).address).toMatchObject({ country: 'VN' })
  const abroad = { ...emptyOrder, address: { ...emptyOrder.address, country: 'SG' } }
  expect(toWritten(abroad, shop).address).toMatchObject({ country: 'SG' })
})

it('sends to the buyer unless somebody else is named, and nowhere from a counter', () => {
  const text = { ...emptyOrder, name: 'Aoi', phone: '0123456789', lines: withProduct([], lamp) }
  expect(toWritten(text, shop).address).toMatchObject({ name: 'Aoi', phone: '0123456789' })
  const kenji = { ...text, address: { ...text.address, name: 'Kenji' } }
  expect(toWritten({ ...kenji, isForOther: true }, shop).address).toMatchObject({ name: 'Kenji', phone: '' })
  // A recipient typed before `isForOther` was switched off again.
  expect(toWritten(kenji, shop).address).toMatchObject({ name: 'Aoi', phone: '0123456789' })
  expect(toWritten(text, { ...shop, takes_address: false }).address).toBeNull()
  expect(toWritten({ ...text, lines: [{ product: lamp, quantity: 'x', price: '' }] }, shop).lines).toEqual([
    { product_sku_id: 7, quantity: 0, price: -1 },
  ])
})
