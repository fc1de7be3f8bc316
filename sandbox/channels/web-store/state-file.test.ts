import { expect, it } from 'vitest'
import { temporaryPath } from '../../kit/test-steps.ts'
import { startSandbox, type Sandbox } from '../../server.ts'

type Key = { platform_url: string; api_key: string }

const shop_id = 'hana-home'

it('a store that starts again knows its key, its note for the subscriber, its orders and its goods', async () => {
  const stateFile = temporaryPath()
  const control = async <T>({ url }: Sandbox, path: string, body: object): Promise<T> => {
    const reply = await fetch(`${url}/_sandbox/web-store/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
    })
    expect(reply.status).toBe(200)
    return (await reply.json()) as T
  }
  const read = async ({ url }: Sandbox, what: string) =>
    (await (await fetch(`${url}/_sandbox/oracle/web-store/${what}?shop_id=${shop_id}`)).text())
      .replaceAll(url, '')
      .split('\n')
      .toSorted((a, b) => (a < b ? -1 : 1))
  const call = async ({ url }: Sandbox, { api_key }: Key, path: string, body?: object) =>
    (
      await fetch(`${url}/web2/${shop_id}/admin${path}`, {
        headers: { authorization: `Basic ${Buffer.from(`${api_key}:`).toString('base64')}` },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      })
    ).json() as Promise<{
      stores: { id: string; metadata: unknown }[]
      regions: { id: string }[]
      variants: { id: string }[]
      draft_order: { id: string }
      draft_orders: { id: string }[]
      product: { id: string; title: string; variants: unknown[] }
      customer: { id: string; email: string }
      sales_channels: { name: string }[]
      inventory_items: { id: string }[]
      stock_locations: { id: string }[]
      reservation: { id: string; quantity: number }
      return: { id: string; status: string }
    }>

  const first = await startSandbox({ stateFile })
  const key = await control<Key>(first, 'authorize', { shop_id, revoke: true })
  const { stores } = await call(first, key, '/stores')
  await call(first, key, `/stores/${stores[0]?.id}`, { metadata: { a: 1 } })
  const make = () => control<{ id: string }>(first, 'orders', { shop_id })
  const [moved, called, paidBack] = [await make(), await make(), await make()]
  const advance = (id: string, action: string) => control(first, `orders/${id}/advance`, { action })
  for (const action of ['capture', 'fulfil_part', 'ship']) await advance(moved.id, action)
  await advance(called.id, 'cancel')
  for (const action of ['capture', 'refund_part']) await advance(paidBack.id, action)
  const { regions } = await call(first, key, '/regions')
  const { variants } = await call(first, key, '/product-variants?limit=1')
  const items = [{ variant_id: variants[0]?.id, quantity: 1, unit_price: 1.5 }]
  const input = { region_id: regions[0]?.id, email: 'a@example.test', items, metadata: { b: 1 } }
  const { draft_order: written } = await call(first, key, '/draft-orders', input)
  await call(first, key, `/draft-orders/${written.id}/convert-to-order`, {})
  const { draft_order: open } = await call(first, key, '/draft-orders', input)
  const { product: plate } = await call(first, key, '/products', {
    title: 'Plate',
    options: [{ title: 'Size', values: ['Small'] }],
  })
  const { customer: nur } = await call(first, key, '/customers', { email: 'nur@example.test' })
  await call(first, key, '/sales-channels', { name: 'Fair' })
  const [place] = (await call(first, key, '/stock-locations')).stock_locations
  const [item] = (await call(first, key, '/inventory-items?limit=1')).inventory_items
  const claim = { inventory_item_id: item?.id, location_id: place?.id, quantity: 1 }
  const { reservation } = await call(first, key, '/reservations', claim)
  const { return: asked } = await call(first, key, '/returns', { order_id: moved.id })
  const [orders, products] = [await read(first, 'orders'), await read(first, 'products')]
  await first.close()

  const second = await startSandbox({ stateFile })
  expect(await read(second, 'orders')).toEqual(orders)
  expect(await read(second, 'products')).toEqual(products)
  expect((await call(second, key, '/stores')).stores).toMatchObject([{ metadata: { a: 1 } }])
  expect((await call(second, key, '/draft-orders')).draft_orders).toMatchObject([{ id: open.id }])
  expect((await call(second, key, `/products/${plate.id}`)).product).toMatchObject({
    title: 'Plate',
    variants: [],
  })
  expect((await call(second, key, `/customers/${nur.id}`)).customer.email).toBe('nur@example.test')
  expect((await call(second, key, '/sales-channels?name=Fair')).sales_channels).toHaveLength(1)
  expect((await call(second, key, `/reservations/${reservation.id}`)).reservation.quantity).toBe(1)
  expect((await call(second, key, `/returns/${asked.id}`)).return.status).toBe('open')
  const next = await control<{ id: string }>(second, 'orders', { shop_id })
  expect(orders.join('\n')).not.toContain(next.id)
  await second.close()
})
