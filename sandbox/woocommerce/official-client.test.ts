/** A shop's day in a web store, worked with the store's official client alone. */
import { createHmac } from 'node:crypto'
import { createRequire } from 'node:module'
import type WooCommerceRestApi from '@woocommerce/woocommerce-rest-api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startReceiver } from '../kit/test-steps.ts'
import { startSandbox, type Sandbox } from '../server.ts'

type Row = Record<string, unknown> & { id: number }
interface Reply {
  status: number
  headers: Record<string, string>
  data: Row
}
interface Page {
  headers: Record<string, string>
  data: Row[]
}
type Refusal = { status: number; code: string; data: { params: unknown } }
type Keys = { platform_url: string; api_key: string; api_secret: string }

let sandbox: Sandbox
let keys: Keys
let shop: WooCommerceRestApi
beforeAll(async () => {
  sandbox = await startSandbox({ load: 'none' })
  keys = await control('authorize', { shop_id: 'aoi-gifts' })
  shop = clientOf(keys)
})
afterAll(() => sandbox.close())

// The package is older than modules, and its types name an export that only bundlers see.
const { default: Client } = createRequire(import.meta.url)('@woocommerce/woocommerce-rest-api') as {
  default: typeof WooCommerceRestApi
}

const clientOf = ({ platform_url, api_key, api_secret }: Keys) =>
  new Client({
    url: platform_url,
    consumerKey: api_key,
    consumerSecret: api_secret,
    version: 'wc/v3',
  })

async function control<T>(path: string, body: object): Promise<T> {
  const url = `${sandbox.url}/_sandbox/website/${path}`
  return (await (await fetch(url, { method: 'POST', body: JSON.stringify(body) })).json()) as T
}

const get = (path: string, query?: object) => shop.get(path, query) as Promise<Reply>
const list = (path: string, query?: object) => shop.get(path, query) as Promise<Page>
const post = (path: string, body: object) => shop.post(path, body) as Promise<Reply>
const put = (path: string, body: object) => shop.put(path, body) as Promise<Reply>
const remove = (path: string, query?: object) => shop.delete(path, query) as Promise<Reply>

/** Status and body of a call that is refused. */
async function refusal(call: Promise<unknown>) {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason as { response: { status: number; data: Row } },
  )
  return error && { status: error.response.status, ...error.response.data }
}

it('lets the signed client in, and nobody who signs with another secret or says the same twice', async () => {
  expect((await get('')).data).toMatchObject({ namespace: 'wc/v3' })
  expect((await get('system_status')).data).toMatchObject({
    settings: { currency: 'MYR', number_of_decimals: 2 },
  })
  expect(await refusal(clientOf({ ...keys, api_secret: 'cs_other' }).get('orders'))).toMatchObject({
    status: 401,
    code: 'woocommerce_rest_authentication_error',
    message: 'Invalid signature - provided signature does not match.',
  })
  const { config } = (await get('orders', { status: 'any', search: "Nur's (lamp)*" })) as unknown as {
    config: { url: string; params: Record<string, string> }
  }
  const again = await fetch(`${config.url}&${new URLSearchParams(config.params).toString()}`)
  expect([again.status, ((await again.json()) as Row)['message']]).toEqual([
    401,
    'Invalid nonce - nonce has already been used.',
  ])
  expect((await shop.options('orders')) as Reply).toMatchObject({ status: 200 })
  expect(await refusal(shop.get('coupons'))).toMatchObject({ status: 404, code: 'rest_no_route' })
})

it('makes, lists, changes and removes products', async () => {
  const { data: lamp, status } = await post('products', {
    name: 'Lamp',
    type: 'simple',
    sku: 'LAMP',
    regular_price: '21.99',
    sale_price: '19.99',
    manage_stock: true,
    stock_quantity: 9,
    categories: [{ id: 25 }],
  })
  expect(status).toBe(201)
  expect(lamp).toMatchObject({ status: 'publish', price: '19.99', on_sale: true, stock_quantity: 9 })
  const { data: cup } = await post('products', {
    name: 'Cup',
    type: 'variable',
    sku: 'CUP',
    attributes: [{ name: 'Colour', variation: true, visible: true, options: ['Rose', 'Blue'] }],
  })
  expect(cup).toMatchObject({ type: 'variable', status: 'publish', variations: [] })
  const variation = (option: string) =>
    post(`products/${cup.id}/variations`, {
      sku: `CUP-${option}`,
      regular_price: '12',
      stock_quantity: 5,
      attributes: [{ name: 'Colour', option }],
    })
  const [rose, blue] = [(await variation('Rose')).data, (await variation('Blue')).data]
  expect(rose).toMatchObject({ sku: 'CUP-Rose', regular_price: '12.00', stock_quantity: 5 })
  expect((await get(`products/${cup.id}`)).data).toMatchObject({
    variations: [rose.id, blue.id],
    stock_status: 'instock',
  })
  await put(`products/${cup.id}/variations/${rose.id}`, { stock_quantity: 3, sku: 'CUP-R' })
  expect((await list('products', { sku: 'CUP-R' })).data).toMatchObject([{ id: rose.id, stock_quantity: 3 }])
  expect((await remove(`products/${cup.id}/variations/${blue.id}`, { force: true })).data.id).toBe(blue.id)
  expect((await list(`products/${cup.id}/variations`)).data.map(({ id }) => id)).toEqual([rose.id])

  const { data: draft } = await post('products', { name: 'Plate', status: 'draft', regular_price: '7' })
  expect((await list('products', { status: 'draft' })).data).toMatchObject([{ id: draft.id, name: 'Plate' }])
  expect((await put(`products/${draft.id}`, { status: 'publish', sku: 'PLATE' })).data).toMatchObject({
    status: 'publish',
    sku: 'PLATE',
    price: '7.00',
  })

  const batch = await post('products/batch', {
    create: [{ name: 'Fork' }, { name: 'Spoon', sku: 'LAMP' }],
    update: [{ id: lamp.id, stock_quantity: 4 }],
    delete: [draft.id],
  })
  expect(batch.data).toMatchObject({
    create: [{ name: 'Fork' }, { id: 0, error: { code: 'product_invalid_sku', data: { status: 400 } } }],
    update: [{ id: lamp.id, stock_quantity: 4 }],
    delete: [{ id: draft.id }],
  })
  expect(await refusal(get(`products/${draft.id}`))).toMatchObject({ status: 404 })

  expect((await list('products', { type: 'variable', _fields: 'id,name' })).data).toEqual([
    { id: cup.id, name: 'Cup' },
  ])
  expect((await list('products', { category: 25 })).data.map(({ id }) => id)).toEqual([lamp.id])
  expect((await list('products', { include: [lamp.id, cup.id], search: 'lam' })).data).toHaveLength(1)
  const page = await list('products', { per_page: 2, orderby: 'id', order: 'asc' })
  expect(page.headers).toMatchObject({ 'x-wp-total': '3', 'x-wp-totalpages': '2' })
  const [, next = ''] = /<([^>]+)>; rel="next"/.exec(page.headers['link'] ?? '') ?? []
  const number = new URL(next).searchParams.get('page')
  const last = await list('products', { per_page: 2, orderby: 'id', order: 'asc', page: number })
  expect([...page.data, ...last.data].map(({ id }) => id)).toHaveLength(3)
  expect(last.headers['link']).toContain('rel="prev"')

  expect((await remove(`products/${lamp.id}`)).data).toMatchObject({ status: 'publish' })
  expect((await get(`products/${lamp.id}`)).data).toMatchObject({ status: 'trash' })
  expect(await refusal(remove(`products/${lamp.id}`))).toMatchObject({ status: 410 })
  expect((await remove(`products/${lamp.id}`, { force: true })).data.id).toBe(lamp.id)
  expect(await refusal(get(`products/${lamp.id}`))).toMatchObject({
    status: 404,
    code: 'woocommerce_rest_product_invalid_id',
  })
})

it('keeps categories', async () => {
  const { data: made } = await post('products/categories', { name: 'Vases', parent: 22 })
  expect((await put(`products/categories/${made.id}`, { description: 'For flowers' })).data).toMatchObject({
    name: 'Vases',
    parent: 22,
    description: 'For flowers',
  })
  expect((await list('products/categories', { search: 'vase' })).data).toHaveLength(1)
  const { data: vase } = await post('products', { name: 'Vase', categories: [{ id: made.id }] })
  expect(vase['categories']).toMatchObject([{ id: made.id, name: 'Vases' }])
  expect(await refusal(post('products/categories', { name: 'Vases', parent: 22 }))).toMatchObject({
    code: 'term_exists',
    data: { resource_id: made.id },
  })
  expect(await refusal(remove(`products/categories/${made.id}`))).toMatchObject({ status: 501 })
  expect((await remove(`products/categories/${made.id}`, { force: true })).data.id).toBe(made.id)
  expect(await refusal(get(`products/categories/${made.id}`))).toMatchObject({
    status: 404,
    code: 'woocommerce_rest_term_invalid',
  })
})

const makePot = async (sku: string) =>
  (await post('products', { name: 'Pot', sku, regular_price: '10', stock_quantity: 50 })).data

it('takes orders, notes upon them, pays back and removes them', async () => {
  const pot = await makePot('POT')
  const order = (more: object = {}) => ({
    payment_method: 'bacs',
    billing: { first_name: 'Mei', email: 'mei@example.test' },
    shipping_lines: [{ method_id: 'flat_rate', method_title: 'Post', total: '7.50' }],
    line_items: [{ product_id: pot.id, quantity: 2 }],
    ...more,
  })
  const { data: paid } = await post('orders', order({ set_paid: true }))
  expect(paid).toMatchObject({
    status: 'processing',
    total: '27.50',
    shipping_total: '7.50',
    needs_payment: false,
  })
  expect(paid['date_paid_gmt']).not.toBeNull()
  expect((await get(`products/${pot.id}`)).data['stock_quantity']).toBe(48)
  expect((await list('orders', { search: 'mei@', status: ['processing', 'on-hold'] })).data).toHaveLength(1)
  expect((await list('orders', { product: 1 })).data).toEqual([])

  const notes = `orders/${paid.id}/notes`
  const { data: note } = await post(notes, { note: 'Ring twice' })
  await post(notes, { note: 'It is on its way', customer_note: true })
  expect((await list(notes)).data.map((one) => one['note'])).toEqual(['It is on its way', 'Ring twice'])
  expect((await list(notes, { type: 'customer' })).data).toHaveLength(1)
  expect((await remove(`${notes}/${note.id}`, { force: true })).data).toMatchObject({ note: 'Ring twice' })
  expect(await refusal(get(`${notes}/${note.id}`))).toMatchObject({ status: 404 })

  const refunds = `orders/${paid.id}/refunds`
  const [line] = paid['line_items'] as Row[]
  const { data: part } = await post(refunds, {
    amount: '10',
    reason: 'Broken',
    api_refund: false,
    line_items: [{ id: line?.id, quantity: 1, refund_total: 10 }],
  })
  expect(part).toMatchObject({ amount: '10.00', reason: 'Broken' })
  expect((await get(`products/${pot.id}`)).data['stock_quantity']).toBe(49)
  expect((await get(`${refunds}/${part.id}`)).data).toEqual(part)
  expect((await get(`orders/${paid.id}`)).data).toMatchObject({
    status: 'processing',
    refunds: [{ id: part.id, reason: 'Broken', total: '-10.00' }],
  })
  expect(await refusal(post(refunds, { amount: '100', api_refund: false }))).toMatchObject({
    status: 500,
    message: 'Invalid refund amount.',
  })
  await post(refunds, { amount: '17.50', api_refund: false })
  expect((await get(`orders/${paid.id}`)).data['status']).toBe('refunded')
  expect((await list(refunds)).data).toHaveLength(2)

  const batch = await post('orders/batch', {
    create: [order(), order({ line_items: [] })],
    update: [{ id: paid.id, customer_note: 'Leave it at the gate' }],
    delete: [1],
  })
  const { create, update, delete: gone } = batch.data as unknown as Record<string, Row[]>
  expect(create).toMatchObject([{ status: 'pending' }, { error: { code: 'rest_invalid_param' } }])
  expect(update).toMatchObject([{ id: paid.id, customer_note: 'Leave it at the gate' }])
  expect(gone).toMatchObject([{ id: 1, error: { code: 'woocommerce_rest_shop_order_invalid_id' } }])
  const open = create?.[0]?.id ?? 0
  expect((await put(`orders/${open}`, { status: 'completed' })).data).toMatchObject({ status: 'completed' })
  expect((await remove(`orders/${open}`)).status).toBe(200)
  expect((await list('orders', { status: 'trash' })).data.map(({ id }) => id)).toEqual([open])
  expect((await remove(`orders/${open}`, { force: true })).status).toBe(200)
  expect(await refusal(get(`orders/${open}`))).toMatchObject({ status: 404 })
})

it('keeps customers, and knows those who bought', async () => {
  const { data: made } = await post('customers', {
    email: 'nur@example.test',
    first_name: 'Nur',
    billing: { city: 'Ipoh', country: 'MY' },
  })
  expect(made).toMatchObject({ role: 'customer', username: 'nur', billing: { city: 'Ipoh', phone: '' } })
  const pot = await makePot('POT-2')
  const body = { customer_id: made.id, set_paid: true, line_items: [{ product_id: pot.id }] }
  const { data: order } = await post('orders', body)
  expect((await list('orders', { customer: made.id })).data.map(({ id }) => id)).toEqual([order.id])
  expect((await put(`customers/${made.id}`, { last_name: 'Aisyah' })).data).toMatchObject({
    first_name: 'Nur',
    last_name: 'Aisyah',
    is_paying_customer: true,
  })
  expect((await list('customers', { email: 'nur@example.test' })).data).toHaveLength(1)
  expect(await refusal(post('customers', { email: 'nur@example.test' }))).toMatchObject({
    status: 400,
    code: 'registration-error-email-exists',
  })
  expect(await refusal(post('orders', { ...body, customer_id: 5 }))).toMatchObject({
    code: 'woocommerce_rest_invalid_customer_id',
  })
  const batch = await post('customers/batch', { create: [{ email: 'an@example.test' }], delete: [made.id] })
  expect(batch.data).toMatchObject({ create: [{ username: 'an' }], delete: [{ id: made.id }] })
  expect(await refusal(get(`customers/${made.id}`))).toMatchObject({
    status: 404,
    code: 'woocommerce_rest_invalid_id',
  })
  expect((await get(`orders/${order.id}`)).data['customer_id']).toBe(0)
})

it('delivers what the client sells to the webhooks that it made, signed', async () => {
  const { url, received } = await startReceiver()
  const hookOf = (topic: string) =>
    post('webhooks', { name: 'Console', topic, delivery_url: url, secret: 'shh' })
  const { data: hook } = await hookOf('order.created')
  await hookOf('product.created')
  await hookOf('customer.created')
  expect(hook).toMatchObject({ status: 'active', resource: 'order', event: 'created' })
  expect(hook).not.toHaveProperty('secret')
  const pot = await makePot('POT-3')
  const { data: order } = await post('orders', { set_paid: true, line_items: [{ product_id: pot.id }] })
  const { data: customer } = await post('customers', { email: 'li@example.test' })
  await control('push', {})
  const heard = received.filter(({ headers }) => headers['x-wc-webhook-topic'] !== undefined)
  expect(
    heard.map(({ headers, body }) => [headers['x-wc-webhook-topic'], (JSON.parse(body) as Row).id]),
  ).toEqual([
    ['product.created', pot.id],
    ['order.created', order.id],
    ['customer.created', customer.id],
  ])
  for (const { headers, body } of heard)
    expect(headers['x-wc-webhook-signature']).toBe(createHmac('sha256', 'shh').update(body).digest('base64'))

  const path = `webhooks/${hook.id}`
  expect((await put(path, { status: 'paused' })).data).toMatchObject({ status: 'paused' })
  expect((await list('webhooks', { status: 'paused' })).data).toMatchObject([{ id: hook.id }])
  expect((await get(path)).data).toMatchObject({ name: 'Console' })
  expect(await refusal(remove(path))).toMatchObject({ code: 'woocommerce_rest_trash_not_supported' })
  await remove(path, { force: true })
  expect(await refusal(get(path))).toMatchObject({
    status: 404,
    code: 'woocommerce_rest_shop_webhook_invalid_id',
  })
})

it('names each parameter that is wrong, and what is wrong with it', async () => {
  const complaint = async (call: Promise<unknown>) => {
    const refused = (await refusal(call)) as unknown as Refusal
    return [refused.status, refused.code, refused.data.params]
  }
  expect(await complaint(get('orders', { per_page: 101 }))).toEqual([
    400,
    'rest_invalid_param',
    { per_page: 'per_page must be between 1 (inclusive) and 100 (inclusive)' },
  ])
  expect(await complaint(get('products', { type: 'lamp' }))).toEqual([
    400,
    'rest_invalid_param',
    { type: 'type is not one of simple, grouped, external, and variable.' },
  ])
  expect(await complaint(post('customers', { first_name: 'Nur' }))).toEqual([
    400,
    'rest_missing_callback_param',
    ['email'],
  ])
  const pot = await makePot('POT-4')
  expect(await complaint(put(`products/${pot.id}`, { stock_quantity: 'many' }))).toEqual([
    400,
    'rest_invalid_param',
    { stock_quantity: 'stock_quantity is not of type integer.' },
  ])
  const bad = [
    [() => post('customers', { email: 'nobody' }), 'rest_invalid_param'],
    [() => put(`orders/1`, { status: 'gone' }), 'woocommerce_rest_shop_order_invalid_id'],
    [() => post('orders', { line_items: [{ product_id: 1 }] }), 'woocommerce_rest_invalid_product_id'],
    [
      () => post('webhooks', { topic: 'order.eaten', delivery_url: 'http://127.0.0.1/' }),
      'woocommerce_rest_shop_webhook_invalid_topic',
    ],
    [
      () => post('webhooks', { topic: 'order.created', delivery_url: 'nowhere' }),
      'woocommerce_rest_shop_webhook_invalid_delivery_url',
    ],
    [() => post('products', { name: 'Pot', sku: 'POT-4' }), 'product_invalid_sku'],
    [() => put(`products/${pot.id}`, { status: 'sold' }), 'rest_invalid_param'],
    [() => post('orders/1/notes', { note: 'x' }), 'woocommerce_rest_order_invalid_id'],
    [() => get('orders/1/refunds'), 'woocommerce_rest_invalid_order_id'],
    [() => remove('customers/5', { force: true }), 'woocommerce_rest_invalid_id'],
  ] as const
  for (const [call, code] of bad) expect((await refusal(call())) as unknown as Row).toMatchObject({ code })
})
