import { expect, it } from 'vitest'
import { temporaryPath } from '../../kit/test-steps.ts'
import { startSandbox, type Sandbox } from '../../server.ts'

type Keys = { platform_url: string; api_key: string; api_secret: string }
type Order = { id: number; status: string }

const shop_id = 'aoi-gifts'

it('a store that starts again knows its keys, webhooks, orders and goods', async () => {
  const stateFile = temporaryPath()
  const control = async <T>({ url }: Sandbox, path: string, body: object): Promise<T> => {
    const reply = await fetch(`${url}/_sandbox/website/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
    })
    expect(reply.status).toBe(200)
    return (await reply.json()) as T
  }
  const read = async ({ url }: Sandbox, what: string) =>
    (await (await fetch(`${url}/_sandbox/oracle/website/${what}?shop_id=${shop_id}`)).text())
      .split('\n')
      .toSorted((a, b) => (a < b ? -1 : 1))
  const call = async ({ url }: Sandbox, { api_key, api_secret }: Keys, path: string, body?: object) =>
    (
      await fetch(`${url}/web/${shop_id}/wp-json/wc/v3${path}`, {
        headers: { authorization: `Basic ${Buffer.from(`${api_key}:${api_secret}`).toString('base64')}` },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      })
    ).json() as Promise<unknown>

  const first = await startSandbox({ stateFile })
  const keys = await control<Keys>(first, 'authorize', { shop_id, revoke: true })
  const hook = {
    topic: 'order.updated',
    delivery_url: 'http://127.0.0.1:1/',
    secret: 'shh',
    status: 'paused',
  }
  await call(first, keys, '/webhooks/batch', { create: [hook] })
  type Made = { id: number }
  const draft = { name: 'Plate', status: 'draft' }
  const plate = (await call(first, keys, '/products', draft)) as Made
  const vases = (await call(first, keys, '/products/categories', { name: 'Vases' })) as Made
  const nur = (await call(first, keys, '/customers', { email: 'nur@example.test' })) as Made
  const make = () => control<Order>(first, 'orders', { shop_id })
  const [refunded, binned, gone, moved] = [await make(), await make(), await make(), await make()]
  const advance = (order: Order, action: string) => control(first, `orders/${order.id}/advance`, { action })
  await advance(refunded, 'pay')
  await advance(refunded, 'refund_part')
  await call(first, keys, `/orders/${refunded.id}/notes`, { note: 'Ring twice' })
  await advance(binned, 'trash')
  await advance(gone, 'delete')
  await advance(moved, 'track')
  const [orders, products] = [await read(first, 'orders'), await read(first, 'products')]
  await first.close()

  const second = await startSandbox({ stateFile })
  expect(await read(second, 'orders')).toEqual(orders)
  expect(await read(second, 'products')).toEqual(products)
  expect(await call(second, keys, `/orders/${gone.id}`)).toMatchObject({ data: { status: 404 } })
  expect(await call(second, keys, '/webhooks')).toMatchObject([{ topic: 'order.updated', status: 'paused' }])
  expect(await call(second, keys, `/products/${plate.id}`)).toMatchObject(draft)
  expect(await call(second, keys, `/products/categories/${vases.id}`)).toMatchObject({ name: 'Vases' })
  expect(await call(second, keys, `/customers/${nur.id}`)).toMatchObject({ username: 'nur' })
  expect(await call(second, keys, `/orders/${refunded.id}/notes`)).toMatchObject([{ note: 'Ring twice' }])
  const next = await control<Order>(second, 'orders', { shop_id })
  expect(next.id).toBeGreaterThan(moved.id)
  await second.close()
})
