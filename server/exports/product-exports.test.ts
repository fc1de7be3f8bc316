/** Files of products and SKUs: the rows that the list shows under the same filters, and no one else's. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestConsole, type Account, type TestConsole } from '../../test/start-test-console.ts'
import { readExport, writeFile } from '../../test/steps/export-steps.ts'
import { productOf, putProducts, skuOf } from '../../test/steps/stored-products.ts'
import { addShop } from '../../test/steps/stored-orders.ts'

const byText = (a = '', b = '') => (a < b ? -1 : 1)

let running: TestConsole
let seller: Account
let ofOther: Account
let stranger: Account

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('seller')
  stranger = await running.signUp('stranger')
  const { ownerId } = seller
  const shops = [await addShop(running, ownerId, 'one'), await addShop(running, ownerId, 'two')] as const
  const special = { price: 990, from: new Date('2026-11-01T00:00:00Z'), to: new Date('2026-12-01T00:00:00Z') }
  const vase = productOf({
    channelProductId: '1',
    name: '=A vase, "blue"',
    status: 'active',
    skus: [
      skuOf({ channelSkuId: '11', sellerSku: 'VASE-S', price: 1290, specialPrice: special }),
      skuOf({ channelSkuId: '12', sellerSku: 'VASE-L', price: 2590 }),
    ],
  })
  const hidden = productOf({
    channelProductId: '2',
    name: 'A lamp that is hidden',
    status: 'inactive',
    skus: [skuOf({ channelSkuId: '21', sellerSku: 'LAMP', price: 5000 })],
  })
  await putProducts(running, { ownerId, shopId: shops[0] }, [vase, hidden])
  await putProducts(running, { ownerId, shopId: shops[1] }, [
    productOf({
      channelProductId: '3',
      name: 'A cup',
      skus: [skuOf({ channelSkuId: '31', sellerSku: 'CUP', price: 700 })],
    }),
  ])
  ofOther = await running.addStaff(ownerId, { email: 'budi@example.test', name: 'Budi', role: 'manager' }, [
    shops[1],
  ])
})
afterAll(() => running?.stop())

async function fileOf(who: Account, path: string, language = 'en') {
  const asked = await who.call(`GET ${path}`, undefined, { 'x-localization': language })
  expect([asked.status, asked.body]).toEqual([202, expect.anything()])
  const entry = await writeFile(running, who, asked.at('export_id'))
  return { entry, ...(await readExport(running, who, entry)) }
}

describe.each(['csv', 'xlsx'])('a %s file of products', (format) => {
  it('has a row per variant, with prices as decimals', async () => {
    const { rows, entry } = await fileOf(seller, `/products/export?format=${format}`)
    expect([entry.type, entry.rows, entry.total]).toEqual(['products', 4, 4])
    const [vase] = rows.filter((row) => row['Seller SKU'] === 'VASE-S')
    expect(vase).toMatchObject({
      Product: format === 'csv' ? `'=A vase, "blue"` : '=A vase, "blue"',
      Shop: 'one',
      Price: format === 'csv' ? '12.90' : '12.9',
      'Special price': format === 'csv' ? '9.90' : '9.9',
      Status: 'Active',
    })
    expect(rows.map((row) => row['Seller SKU']).toSorted(byText)).toEqual(['CUP', 'LAMP', 'VASE-L', 'VASE-S'])
  })

  it('has what the filters of the list leave', async () => {
    const { rows } = await fileOf(seller, `/products/export?format=${format}&status=inactive`)
    expect(rows.map((row) => row['Seller SKU'])).toEqual(['LAMP'])
    const found = await fileOf(seller, `/products/export?format=${format}&keyword=vase`, 'jp')
    expect(found.rows.map((row) => row['販売者SKU'])).toEqual(['VASE-S', 'VASE-L'])
  })
})

it('a file of SKUs has one row per SKU, of shops that the user may see', async () => {
  const { rows, entry } = await fileOf(seller, '/sku-centers/export?format=csv')
  expect(entry.type).toBe('skus')
  expect(rows.map((row) => row['SKU code']).toSorted(byText)).toEqual(['CUP', 'LAMP', 'VASE-L', 'VASE-S'])
  const own = await fileOf(ofOther, '/sku-centers/export?format=csv')
  expect(own.rows.map((row) => row['SKU code'])).toEqual(['CUP'])
  const products = await fileOf(ofOther, '/products/export?format=csv')
  expect(products.rows.map((row) => row['Seller SKU'])).toEqual(['CUP'])
  expect((await fileOf(stranger, '/products/export?format=csv')).rows).toEqual([])
})
