import { until, linkWebStore, type Account, type TestConsole } from '../start-test-console.ts'

/** An order of a web store that is paid at the door: three lamps of 15 and one shade of 10.01. */
export async function sellLamps(running: TestConsole, seller: Account): Promise<number> {
  const shop_id = 'hana-home'
  const goods = { LAMP: { name: 'Lamp', price: 1500 }, SHADE: { name: 'Shade', price: 1001 } }
  for (const [sku, one] of Object.entries(goods))
    await running.control('products', { shop_id, sku, stock: 9, ...one }, 'web-store')
  const linked = (await seller.call('GET /shops')).at<{ id: number }[]>('data')
  const shopId = linked[0]?.id ?? (await linkWebStore(running.sandbox.url, seller, shop_id))
  const skuOf = (name: string) =>
    until(`the ${name} to be known`, async () => {
      const found = await seller.call(`GET /orders/new/products?shop_id=${shopId}&keyword=${name}`)
      return found.at<{ product_sku_id: number }[]>('data')[0]?.product_sku_id
    })
  const asked = await seller.call('POST /orders', {
    shop_id: shopId,
    customer: { name: 'Nur Aisyah', phone: '+60 12-345 6789', email: 'aisyah@example.test' },
    address: {
      name: 'Nur Aisyah',
      phone: '+60 12-345 6789',
      street: '12, Jalan Telawi',
      city: 'Kuala Lumpur',
      province: 'Selangor',
      postcode: '59100',
      country: 'MY',
    },
    lines: [
      { product_sku_id: await skuOf('Lamp'), quantity: 3 },
      { product_sku_id: await skuOf('Shade'), quantity: 1 },
    ],
    payment_method: 'cod',
  })
  return until('the order to arrive', async () => {
    const draft = await seller.call(`GET /orders/drafts/${asked.at<number>('data.id')}`)
    return draft.at<number | null>('data.order_id') ?? undefined
  })
}
