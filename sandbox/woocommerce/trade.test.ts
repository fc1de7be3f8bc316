/** Orders, goods, customers and webhooks of the sites: as the plugin's documentation has them, without the connector. */
import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { startReceiver } from '../kit/test-steps.ts'
import { refused, useSite, type Row } from './use-site.ts'

const site = useSite()
const { call, control, ids, order, rows } = site

describe('an order', () => {
  it('has amounts as text that add up', async () => {
    const { id } = await order({ lines: [['LAMP', 'Lamp', 3, 1000]] })
    const { body } = await call(`GET /orders/${id}`)
    const {
      line_items: lines,
      shipping_lines: ways,
      total,
      total_tax,
      discount_total,
    } = body as unknown as {
      line_items: { quantity: number; subtotal: string; total: string; total_tax: string }[]
      shipping_lines: { total: string }[]
      total: string
      total_tax: string
      discount_total: string
    }
    const sum = (texts: string[]) => texts.reduce((all, text) => all + Math.round(Number(text) * 100), 0)
    for (const text of [total, total_tax, discount_total, ...lines.map((line) => line.total)])
      expect(text).toMatch(/^\d+\.\d\d$/)
    expect(
      sum([...lines.flatMap((line) => [line.total, line.total_tax]), ...ways.map((way) => way.total)]),
    ).toBe(sum([total]))
    expect(sum(lines.map((line) => line.total_tax))).toBe(sum([total_tax]))
  })

  it('takes the statuses of the core and no others', async () => {
    const { id } = await order()
    for (const status of ['on-hold', 'processing', 'completed', 'failed', 'pending', 'cancelled'])
      expect((await call(`PUT /orders/${id}`, { status })).body).toMatchObject({ status })
    expect(await call(`PUT /orders/${id}`, { status: 'shipped' })).toMatchObject(
      refused(400, 'rest_invalid_param'),
    )
    expect(await call('PUT /orders/1', { status: 'completed' })).toMatchObject(
      refused(400, 'woocommerce_rest_shop_order_invalid_id'),
    )
    expect(await call('GET /orders/1')).toMatchObject(refused(404, 'woocommerce_rest_shop_order_invalid_id'))
  })

  it('goes into the bin, and from there for good', async () => {
    const { id } = await order()
    expect((await call(`DELETE /orders/${id}`)).status).toBe(200)
    expect((await call(`GET /orders/${id}`)).body).toMatchObject({ status: 'trash' })
    expect(await call(`DELETE /orders/${id}`)).toMatchObject(refused(410, 'woocommerce_rest_already_trashed'))
    expect((await call(`DELETE /orders/${id}?force=true`)).status).toBe(200)
    expect((await call(`GET /orders/${id}`)).status).toBe(404)
  })

  it('called off gives its pieces back to the shelf, and paid after all takes them again', async () => {
    await control('products', { shop_id: 'aoi-gifts', sku: 'LAMP', name: 'Lamp', price: 1000, stock: 10 })
    const stock = async () => (await rows('/products?sku=LAMP'))[0]?.['stock_quantity']
    const { id } = await control<Row>('orders', {
      shop_id: 'aoi-gifts',
      order: { ref: 'one', lines: [['LAMP', 'Lamp', 2, 1000]], status: 'processing' },
    })
    expect(await stock()).toBe(8)
    await call(`PUT /orders/${id}`, { status: 'cancelled' })
    expect(await stock()).toBe(10)
    await call(`PUT /orders/${id}`, { status: 'cancelled' })
    expect(await stock()).toBe(10)
    await call(`PUT /orders/${id}`, { status: 'processing' })
    expect(await stock()).toBe(8)
    await call(`PUT /orders/${id}`, { status: 'completed' })
    expect(await stock()).toBe(8)
  })

  it('carries what plugins write beside it', async () => {
    const { id } = await order()
    const meta = (list: object[]) => call(`PUT /orders/${id}`, { meta_data: list })
    await meta([
      { key: '_tracking_number', value: 'NV1' },
      { key: 'gift', value: 'yes' },
    ])
    const kept = async () =>
      (await call(`GET /orders/${id}`)).body['meta_data'] as { key: string; value: string }[]
    expect(await kept()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ key: '_tracking_number', value: 'NV1' }),
        expect.objectContaining({ key: 'gift', value: 'yes' }),
      ]),
    )
    await meta([{ key: 'gift', value: null as unknown as string }])
    expect((await kept()).map(({ key }) => key)).not.toContain('gift')
  })
})

describe('a refund', () => {
  it('is at most what is left, and the last of it ends the order', async () => {
    const { id, total } = (await order({ status: 'processing' })) as Row & { total: string }
    const refund = (body: object) => call(`POST /orders/${id}/refunds`, { api_refund: false, ...body })
    const half = (Math.floor(Number(total) * 50) / 100).toFixed(2)
    const rest = (Number(total) - Number(half)).toFixed(2)
    expect(await refund({ amount: half, reason: 'Broken' })).toMatchObject({
      status: 201,
      body: { amount: half, reason: 'Broken' },
    })
    expect((await call(`GET /orders/${id}`)).body).toMatchObject({ status: 'processing', refunds: [{}] })
    expect((await refund({ amount: total })).status).toBe(500)
    expect((await refund({ amount: '-1' })).status).toBe(400)
    expect((await refund({ amount: rest })).status).toBe(201)
    expect((await call(`GET /orders/${id}`)).body).toMatchObject({ status: 'refunded' })
    expect(await rows(`/orders/${id}/refunds`)).toHaveLength(2)
  })

  it('asks for a payment gateway unless it is told not to, and puts the pieces named back', async () => {
    await control('products', { shop_id: 'aoi-gifts', sku: 'LAMP', name: 'Lamp', price: 1000, stock: 10 })
    const { id, line_items } = (await control('orders', {
      shop_id: 'aoi-gifts',
      order: { ref: 'one', lines: [['LAMP', 'Lamp', 2, 1000]], status: 'processing', cod: true },
    })) as Row & { line_items: { id: number }[] }
    const lines = [{ id: line_items[0]?.id, quantity: 1, refund_total: '5.00' }]
    const stock = async () => (await rows('/products?sku=LAMP'))[0]?.['stock_quantity']
    expect((await call(`POST /orders/${id}/refunds`, { line_items: lines })).status).toBe(500)
    expect(await stock()).toBe(8)
    const made = await call(`POST /orders/${id}/refunds`, { line_items: lines, api_refund: false })
    expect(made).toMatchObject({ status: 201, body: { amount: '5.00' } })
    expect(await stock()).toBe(9)
    const path = `DELETE /orders/${id}/refunds/${made.body.id}`
    expect(await call(path)).toMatchObject(refused(501, 'woocommerce_rest_trash_not_supported'))
    expect((await call(`${path}?force=true`)).status).toBe(200)
    expect(await rows(`/orders/${id}/refunds`)).toEqual([])
  })
})

describe('notes', () => {
  it('are for the customer or the shop, newest first', async () => {
    const { id } = await order()
    const add = (note: string, customer_note = false) =>
      call(`POST /orders/${id}/notes`, { note, customer_note })
    await add('Packed')
    const told = await add('It is on its way', true)
    const notes = async (query: string) => (await rows(`/orders/${id}/notes${query}`)).map(({ note }) => note)
    expect(await notes('')).toEqual(['It is on its way', 'Packed'])
    expect(await notes('?type=customer')).toEqual(['It is on its way'])
    expect(await notes('?type=internal')).toEqual(['Packed'])
    expect(await call(`POST /orders/${id}/notes`, {})).toMatchObject(
      refused(400, 'rest_missing_callback_param'),
    )
    expect(await call(`DELETE /orders/${id}/notes/${told.body.id}`)).toMatchObject({ status: 501 })
    expect((await call(`DELETE /orders/${id}/notes/${told.body.id}?force=true`)).status).toBe(200)
    expect(await notes('')).toEqual(['Packed'])
    expect(await call('GET /orders/1/notes')).toMatchObject(refused(404, 'woocommerce_rest_order_invalid_id'))
  })
})

describe('products', () => {
  it('have a code of their own, which names the one that has it', async () => {
    const { body } = await call('POST /products', { name: 'Mug', sku: 'MUG', regular_price: '12.50' })
    expect(await call('POST /products', { name: 'Cup', sku: 'MUG' })).toMatchObject(
      refused(400, 'product_invalid_sku', { resource_id: body.id }),
    )
    const cup = await call('POST /products', { name: 'Cup', sku: 'CUP' })
    expect(await call(`PUT /products/${cup.body.id}`, { sku: 'MUG' })).toMatchObject(
      refused(400, 'product_invalid_sku'),
    )
    expect((await call(`PUT /products/${cup.body.id}`, { sku: 'CUP' })).status).toBe(200)
  })

  it('are found by whole codes, variations among them', async () => {
    const family = await call('POST /products', {
      name: 'Shirt',
      type: 'variable',
      attributes: [{ name: 'Size', variation: true, options: ['S', 'L'] }],
    })
    for (const option of ['S', 'L'])
      await call(`POST /products/${family.body.id}/variations`, {
        sku: `SHIRT-${option}`,
        regular_price: '20',
        attributes: [{ name: 'Size', option }],
      })
    await call('POST /products', { name: 'Mug', sku: 'MUG', regular_price: '12.50' })
    const found = async (codes: string) =>
      (await rows(`/products?sku=${codes}`))
        .map(({ sku, type }) => `${String(sku)} ${String(type)}`)
        .toSorted()
    expect(await found('MUG,SHIRT-L')).toEqual(['MUG simple', 'SHIRT-L variation'])
    expect(await found('SHIRT')).toEqual([])
    expect(await found('mug')).toEqual([])
    const sizes = await rows(`/products/${family.body.id}/variations`)
    expect(new Set(sizes.map(({ sku }) => sku))).toEqual(new Set(['SHIRT-L', 'SHIRT-S']))
  })

  it('count their pieces where they are told to', async () => {
    const { body } = await call('POST /products', { name: 'Mug', sku: 'MUG', regular_price: '12.50' })
    const put = async (change: object) => (await call(`PUT /products/${body.id}`, change)).body
    expect(await put({ manage_stock: true, stock_quantity: 5 })).toMatchObject({
      manage_stock: true,
      stock_quantity: 5,
      stock_status: 'instock',
    })
    expect(await put({ stock_quantity: 0 })).toMatchObject({ stock_quantity: 0, stock_status: 'outofstock' })
    expect(await ids('/products?stock_status=outofstock')).toEqual([body.id])
    expect(await call(`PUT /products/${body.id}`, { stock_quantity: 'many' })).toMatchObject(
      refused(400, 'rest_invalid_param'),
    )
    expect(await call('GET /products/1')).toMatchObject(refused(404, 'woocommerce_rest_product_invalid_id'))
  })
})

describe('customers', () => {
  it('have an address of their own, and orders that outlive them', async () => {
    const make = (email: string) => call('POST /customers', { email, first_name: 'Aina' })
    const { body } = await make('aina@mail.example')
    expect(await make('AINA@mail.example')).toMatchObject(refused(400, 'registration-error-email-exists'))
    expect(await make('no address')).toMatchObject(refused(400, 'rest_invalid_param'))
    const other = await make('other@mail.example')
    expect(await call(`PUT /customers/${other.body.id}`, { email: 'aina@mail.example' })).toMatchObject(
      refused(400, 'woocommerce_rest_customer_invalid_email'),
    )
    expect(await ids('/customers?email=aina@mail.example')).toEqual([body.id])
    expect(await ids('/customers?search=other')).toEqual([other.body.id])
    expect(await call(`DELETE /customers/${body.id}`)).toMatchObject({ status: 501 })
    expect((await call(`DELETE /customers/${body.id}?force=true`)).status).toBe(200)
    expect(await call(`GET /customers/${body.id}`)).toMatchObject(refused(404, 'woocommerce_rest_invalid_id'))
    await order({ customer: 'buyer' })
    const [buyer] = await ids('/customers?search=')
    expect(buyer).toBeDefined()
  })
})

describe('webhooks', () => {
  const hook = (more: object) =>
    call('POST /webhooks', { topic: 'order.updated', secret: 'wc-hook-secret', ...more })

  it('are for known topics and whole addresses, and keep their secret to themselves', async () => {
    const { url } = await startReceiver()
    for (const [more, code] of [
      [{ topic: 'order.shipped', delivery_url: url }, 'woocommerce_rest_shop_webhook_invalid_topic'],
      [{ delivery_url: 'ftp://shop' }, 'woocommerce_rest_shop_webhook_invalid_delivery_url'],
      [{}, 'woocommerce_rest_shop_webhook_invalid_delivery_url'],
    ] as const)
      expect(await hook(more)).toMatchObject(refused(400, code))
    const made = await hook({ delivery_url: url })
    expect(made).toMatchObject({
      status: 201,
      body: { status: 'active', resource: 'order', event: 'updated' },
    })
    expect(made.body).not.toHaveProperty('secret')
  })

  it('are signed over bytes in which slashes and letters are written in signs', async () => {
    const sign = (body: string) => createHmac('sha256', 'wc-hook-secret').update(body).digest('base64')
    expect(sign('{"id":727,"status":"processing","total":"29.35"}')).toBe(
      'EQ/umruF+QvM6EpGNqsvmvDG+OLvIcx6kOZkfRY4guI=',
    )
    const receiver = await startReceiver()
    await hook({ delivery_url: receiver.url })
    const { id } = await order({ lines: [['LAMP', 'ランプ', 1, 1000]] })
    await call(`PUT /orders/${id}`, { status: 'on-hold' })
    await fetch(`${site.url()}/_sandbox/website/pushes`)
    const [ping, news] = receiver.received
    expect([ping?.body, ping?.headers['x-wc-webhook-signature']]).toEqual(['webhook_id=1', undefined])
    expect(news?.headers).toMatchObject({
      'x-wc-webhook-topic': 'order.updated',
      'x-wc-webhook-resource': 'order',
      'x-wc-webhook-event': 'updated',
      'x-wc-webhook-source': `${site.keys().platform_url}/`,
      'x-wc-webhook-signature': sign(news?.body ?? ''),
    })
    expect(news?.body).toContain(String.raw`\u30e9\u30f3\u30d7`)
    expect(JSON.parse(news?.body ?? '')).toMatchObject({ id, status: 'on-hold' })
  })

  it('are told of the end by the number alone', async () => {
    const receiver = await startReceiver()
    await hook({ topic: 'order.deleted', delivery_url: receiver.url })
    const { id } = await order()
    await call(`DELETE /orders/${id}?force=true`)
    await fetch(`${site.url()}/_sandbox/website/pushes`)
    expect(receiver.received.at(-1)?.body).toBe(`{"id":${id}}`)
  })

  it('are quiet while they are paused', async () => {
    const receiver = await startReceiver()
    const { body } = await hook({ delivery_url: receiver.url })
    await call(`PUT /webhooks/${body.id}`, { status: 'paused' })
    const { id } = await order()
    await call(`PUT /orders/${id}`, { status: 'on-hold' })
    await fetch(`${site.url()}/_sandbox/website/pushes`)
    expect(receiver.received.map((one) => one.body)).toEqual([`webhook_id=${body.id}`])
    expect(await ids('/webhooks?status=paused')).toEqual([body.id])
    expect(await ids('/webhooks?status=active')).toEqual([])
  })
})
