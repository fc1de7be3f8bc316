import { afterEach, beforeEach, expect, test } from 'vitest'
import { startReceiver, temporaryPath } from '../../kit/test-steps.ts'
import { MY, startLinked, type Client } from './sign-call.ts'

let client: Client

beforeEach(async () => {
  client = await startLinked()
})
afterEach(() => client.sandbox.close())

type Row = Record<string, unknown>

/** Returns a PNG with only the parts that the sandbox reads. */
function makePng(width: number): File {
  const bytes = Buffer.alloc(33)
  Buffer.from('89504e470d0a1a0a', 'hex').copy(bytes)
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(width, 20)
  return new File([bytes], 'picture.png')
}

function formOf(fields: Record<string, string | File>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

async function makePayload(more: object = {}): Promise<Record<string, unknown> & { skus: Row[] }> {
  const { data } = await client.upload<{ uri: string }>(formOf({ data: makePng(300) }))
  return {
    title: 'A cup for tea that is large enough',
    description: '<p>Cup</p>',
    category_id: '600037',
    main_images: [{ uri: data.uri }],
    package_weight: { value: '0.4', unit: 'KILOGRAM' },
    product_attributes: [{ id: '100011', values: [{ name: 'Bamboo' }] }],
    skus: [
      {
        seller_sku: 'CUP',
        price: { amount: '12.50', currency: 'MYR' },
        inventory: [{ warehouse_id: '6955005333819123123', quantity: 5 }],
      },
    ],
    ...more,
  }
}

interface Made {
  product_id: string
  skus: { id: string; seller_sku: string }[]
  errors: { code: number; detail: { product_id?: string; extra_errors: { message: string }[] } }[]
}

const create = async (more: object = {}) =>
  client.send<Made>('POST', '/product/202309/products', await makePayload(more))

const detail = async (id: string): Promise<Row & { skus: Row[] }> =>
  (await client.get<Row & { skus: Row[] }>(`/product/202309/products/${id}`)).data

/** An order that the marketplace's couriers carry, or the seller's own. */
async function makeOrder(
  status = 'AWAITING_SHIPMENT',
  isOwn = false,
): Promise<{ id: string; packageId: string }> {
  for (let nth = 0; ; nth++) {
    const order = { ref: `${status}-${isOwn}-${nth}`, status, cod: false, lines: [['A', 'Tea Cup', 2, 10]] }
    const request = { shop_id: MY, order, force: true }
    const { order_id: id } = await client.control<{ order_id: string }>('tiktok/orders', request)
    type Truth = { order: { shipping_type: string; packages?: { id: string }[] } }
    const { order: truth } = await client.control<Truth>(`tiktok/orders/${id}`)
    if ((truth.shipping_type === 'SELLER') === isOwn) return { id, packageId: truth.packages?.[0]?.id ?? '' }
  }
}

const shift = (seconds: number) => client.control('clock', { shift: seconds })
const advance = (id: string, action: string) => client.control(`tiktok/orders/${id}/advance`, { action })
const post = (path: string, body: object) => client.send<Row>('POST', path, body)
const packages = '/fulfillment/202309/packages'

test('images come as a form that names no shop, and are looked at', async () => {
  const fine = await client.upload<Row>(formOf({ data: makePng(100), use_case: 'ATTRIBUTE_IMAGE' }))
  expect(fine).toMatchObject({ code: 0, data: { width: 100, use_case: 'ATTRIBUTE_IMAGE' } })
  expect((await fetch(String(fine.data['url']))).status).toBe(200)
  const refused = [
    [{ data: makePng(99) }, 12052910],
    [{ data: new File(['GIF89a'], 'a.png') }, 12052910],
    [{ data: makePng(200), use_case: 'OTHER' }, 36009004],
    [{ picture: makePng(200) }, 36009004],
  ] as const
  for (const [fields, code] of refused) expect((await client.upload(formOf({ ...fields }))).code).toBe(code)
  const named = await client.upload(formOf({ data: makePng(200) }), { shop_cipher: 'x' })
  expect(named).toEqual(
    expect.objectContaining({ code: 36009004, message: 'Unexpected identifier: shop_cipher' }),
  )
})

test('what listings and hand-overs are asked for keeps the misspelt words', async () => {
  const { data } = await client.get<{ attributes: Row[] }>('/product/202309/categories/600037/attributes')
  expect(data.attributes[0]).toMatchObject({ name: 'Material', type: 'PRODUCT_PROPERTY', is_requried: true })
  const { packageId } = await makeOrder()
  const slots = await client.get<{ pickup_slots: Row[] }>(`${packages}/${packageId}/handover_time_slots`)
  expect(slots.data.pickup_slots.map((slot) => slot['avaliable'])).toEqual([
    true,
    true,
    true,
    true,
    true,
    false,
  ])
})

test('a product is looked at before it sells, and so is a change of it', async () => {
  const { data: made } = await create()
  expect(await detail(made.product_id)).toMatchObject({ status: 'PENDING', audit: { status: 'AUDITING' } })
  await shift(60)
  const before = await detail(made.product_id)
  expect(before).toMatchObject({
    status: 'ACTIVATE',
    category_chains: [{ parent_id: '0' }, { id: '600011' }, { id: '600037', is_leaf: true }],
    product_attributes: [{ name: 'Material', values: [{ name: 'Bamboo' }] }],
    audit: { status: 'APPROVED' },
  })
  const path = `/product/202309/products/${made.product_id}`
  const price = { amount: '9.00', currency: 'MYR' }
  const [sku] = (await makePayload()).skus
  // Without its id an SKU becomes another one.
  const edit = await client.send<Made>('PUT', path, await makePayload({ skus: [{ ...sku, price }] }))
  expect(edit.data.skus[0]?.id).not.toBe(made.skus[0]?.id)
  expect(await detail(made.product_id)).toMatchObject({
    status: 'ACTIVATE',
    skus: [{ id: made.skus[0]?.id }],
  })
  await shift(60)
  const after = await detail(made.product_id)
  expect(after.skus).toMatchObject([{ id: edit.data.skus[0]?.id, price: { sale_price: '9.00' } }])
  const strange = await makePayload({ skus: [{ ...sku, id: made.skus[0]?.id }] })
  expect((await client.send('PUT', path, strange)).code).toBe(12052036)
  expect((await client.send('PATCH', path, {})).code).toBe(36009010)
})

test.each([
  [{ title: 'Short' }, 'title'],
  [{ category_id: '600054' }, 'category_id'],
  [{ category_id: '600048' }, 'package_dimensions'],
  [{ brand_id: '1' }, 'brand_id'],
  [{ main_images: [{ uri: 'tos/unknown' }] }, 'main_images'],
  [{ product_attributes: [] }, 'product_attributes.100011'],
  [
    { product_attributes: [{ id: '100011', values: [{ id: '1001101' }, { name: 'x' }] }] },
    'product_attributes',
  ],
  [{ package_weight: { value: '0', unit: 'KILOGRAM' } }, 'package_weight'],
])('a product with %j is refused for its %s', async (more, field) => {
  const reply = await create(more)
  expect(reply.code).toBe(12052990)
  const words = reply.data.errors[0]?.detail.extra_errors.map(({ message }) => message) ?? []
  expect(
    words.some((text) => text.startsWith(field)),
    words.join(),
  ).toBe(true)
})

test.each([
  { main_images: [] },
  { skus: [] },
  { package_weight: { value: '1', unit: 'POUND' } },
  { description: '' },
])('a product with %j has no form', async (more) => {
  expect((await create(more)).code).toBe(12052910)
})

test('a DELETE needs its body signed, and does product by product what it can', async () => {
  const { data: made } = await create()
  const path = '/product/202309/products'
  const body = { product_ids: [made.product_id, '17'] }
  expect((await client.send('DELETE', path, body, { product_ids: ['17'] })).code).toBe(106001)
  const reply = await client.send<Made>('DELETE', path, body)
  expect(reply.data.errors).toMatchObject([{ code: 12052031, detail: { product_id: '17' } }])
  expect(await detail(made.product_id)).toMatchObject({ status: 'DELETED' })
  // The audit that was on its way has nothing to say any more.
  await shift(60)
  expect(await detail(made.product_id)).toMatchObject({ status: 'DELETED' })
  const many = { product_ids: Array.from({ length: 21 }, (_, at) => String(at)) }
  expect((await client.send('DELETE', path, many)).code).toBe(12019120)
})

test('a draft is no product until it is put on sale', async () => {
  const { data: made } = await create({ save_mode: 'AS_DRAFT' })
  await shift(60)
  expect(await detail(made.product_id)).toMatchObject({ status: 'DRAFT' })
  await post('/product/202309/products/activate', { product_ids: [made.product_id] })
  expect(await detail(made.product_id)).toMatchObject({ status: 'PENDING' })
  await shift(60)
  expect(await detail(made.product_id)).toMatchObject({ status: 'ACTIVATE' })
})

test('documents are made a moment after the hand-over, as PDF or ZPL, for a day', async () => {
  const { packageId } = await makeOrder()
  const documents = `${packages}/${packageId}/shipping_documents`
  const read = (query: Record<string, string>) =>
    client.get<{ doc_url: string; tracking_number: string }>(documents, query)
  const label = { document_type: 'SHIPPING_LABEL' }
  expect((await read(label)).code).toBe(21023035)
  expect((await post(`${packages}/${packageId}/ship`, {})).code).toBe(36009004)
  expect((await post(`${packages}/${packageId}/ship`, { handover_method: 'PICKUP' })).code).toBe(21011053)
  await post(`${packages}/${packageId}/ship`, { handover_method: 'DROP_OFF' })
  expect((await read(label)).code).toBe(11034037)
  await shift(2)
  const parcel = await client.get<Row>(`${packages}/${packageId}`)
  expect(parcel.data).toMatchObject({ package_status: 'PROCESSING', handover_method: 'DROP_OFF' })
  expect((await read(label)).code).toBe(11034037)
  await shift(2)
  const zpl = await read({ ...label, document_format: 'ZPL' })
  expect(zpl.data.tracking_number).toBe(parcel.data['tracking_number'])
  expect(await (await fetch(zpl.data.doc_url)).text()).toContain(`^FD${zpl.data.tracking_number}^FS`)
  const both = await read({ document_type: 'SHIPPING_LABEL_AND_PACKING_SLIP', document_size: 'A5' })
  const file = await (await fetch(both.data.doc_url)).text()
  expect(file).toContain('/Count 2')
  expect(file).toContain('2 x Tea Cup')
  expect((await fetch(both.data.doc_url.replace('/tiktok/', '/tiktok/0'))).status).toBe(404)
  for (const [query, code] of [
    [{ document_type: 'NOTE' }, 36009004],
    [{ ...label, document_size: 'A4' }, 36009004],
    [{ document_type: 'HAZMAT_LABEL' }, 21042101],
  ] as const)
    expect((await read(query)).code).toBe(code)
  await shift(86_401)
  expect((await fetch(zpl.data.doc_url)).status).toBe(404)
})

test('packages are found by their status, page by page, once an order is no longer on hold', async () => {
  const [open, onHold] = [await makeOrder(), await makeOrder('ON_HOLD')]
  expect(onHold.packageId).toBe('')
  for (let nth = 0; nth < 11; nth++) await makeOrder('AWAITING_COLLECTION', nth % 2 === 0)
  type Found = { packages: Row[]; next_page_token: string; total_count: number }
  const first = await client.send<Found>('POST', `${packages}/search`, {})
  expect(first.data.packages).toHaveLength(10)
  expect(first.data.next_page_token).not.toBe('')
  await advance(open.id, 'ship')
  await advance(open.id, 'collect')
  const moving = await client.send<Found>('POST', `${packages}/search`, { package_status: 'FULFILLING' })
  expect(moving.data).toMatchObject({
    packages: [{ id: open.packageId, status: 'FULFILLING', orders: [{ id: open.id }] }],
    next_page_token: '',
    total_count: 1,
  })
  expect((await post(`${packages}/search`, { package_status: 'LOST' })).code).toBe(36009004)
})

test('a request to cancel has a deadline, and blocks the hand-over', async () => {
  const { id, packageId } = await makeOrder()
  await advance(id, 'request_cancel')
  const ship = `${packages}/${packageId}/ship`
  expect((await post(ship, { handover_method: 'DROP_OFF' })).code).toBe(21021010)
  const cancel = { order_id: id, cancel_reason: 'seller_cancel_reason_out_of_stock' }
  expect((await post('/return_refund/202309/cancellations', cancel)).code).toBe(25001011)
  const found = await post('/return_refund/202309/cancellations/search', { order_ids: [id] })
  const [request] = found.data['cancellations'] as [
    Row & { seller_next_action_response: { deadline: number }[] },
  ]
  expect(request).toMatchObject({
    cancel_type: 'BUYER_CANCEL',
    cancel_status: 'CANCELLATION_REQUEST_PENDING',
  })
  const left = (request.seller_next_action_response[0]?.deadline ?? 0) - client.sandbox.clock.now()
  expect(Math.abs(left - 172_800)).toBeLessThan(5)
  const reject = `/return_refund/202309/cancellations/${String(request['cancel_id'])}/reject`
  expect((await post(reject, { reject_reason: 'because' })).code).toBe(25001015)
  expect((await post(reject, { reject_reason: 'seller_reject_apply_product_has_been_packed' })).code).toBe(0)
  expect((await post(reject, { reject_reason: 'seller_reject_apply_product_has_been_packed' })).code).toBe(
    25001011,
  )
  expect((await post(ship, { handover_method: 'DROP_OFF' })).code).toBe(0)
  expect((await post('/return_refund/202309/cancellations', { ...cancel, skus: [] })).code).toBe(25005010)
})

test('statements are as much as their orders, and orders as much as their parts', async () => {
  for (const nth of [1, 2, 3]) {
    const { id } = await makeOrder(nth === 3 ? 'IN_TRANSIT' : 'AWAITING_SHIPMENT')
    for (const action of nth === 3 ? ['deliver'] : ['ship', 'collect', 'deliver']) await advance(id, action)
  }
  const sort = { sort_field: 'statement_time' }
  expect((await client.get('/finance/202309/statements')).code).toBe(36009004)
  expect((await client.get<Row>('/finance/202309/statements', sort)).data['statements']).toEqual([])
  // Before the token ends.
  await shift(6 * 86_400 + 3_600)
  type Amounts = Record<string, string> & { id: string; order_id: string }
  const { data } = await client.get<{ statements: Amounts[] }>('/finance/202309/statements', sort)
  const [statement] = data.statements
  expect(data.statements).toHaveLength(1)
  const cents = (text: string | undefined): number => Math.round(Number(text) * 100)
  const path = `/finance/202501/statements/${statement?.id}/statement_transactions`
  const query = { sort_field: 'order_create_time', page_size: '2' }
  const first = await client.get<{ transactions: Amounts[]; next_page_token: string }>(path, query)
  expect(first.data.transactions).toHaveLength(2)
  const token = { page_token: first.data.next_page_token }
  const second = await client.get<typeof first.data>(path, { ...query, ...token })
  expect(second.data).toMatchObject({ next_page_token: '' })
  const orders = [...first.data.transactions, ...second.data.transactions]
  const total = orders.reduce((sum, order) => sum + cents(order['settlement_amount']), 0)
  expect(total).toBe(cents(statement?.['settlement_amount']))
  type Sku = Record<string, string> & {
    revenue_breakdown: Record<string, string>
    fee_tax_breakdown: { fee: Record<string, string>; tax: Record<string, string> }
  }
  for (const { order_id: id } of orders) {
    const whole = await client.get<Amounts & { sku_transactions: [Sku] }>(
      `/finance/202501/orders/${id}/statement_transactions`,
    )
    const [sku] = whole.data.sku_transactions
    const add = (parts: Record<string, string>): number =>
      Object.values(parts).reduce((sum, part) => sum + cents(part), 0)
    expect(add(sku.revenue_breakdown)).toBe(cents(whole.data['revenue_amount']))
    const charged = add(sku.fee_tax_breakdown.fee) + add(sku.fee_tax_breakdown.tax)
    expect(charged).toBe(cents(whole.data['fee_and_tax_amount']))
    const parts = ['revenue_amount', 'shipping_cost_amount', 'fee_and_tax_amount']
    const sum = parts.reduce((all, name) => all + cents(whole.data[name]), 0)
    expect(sum).toBe(cents(whole.data['settlement_amount']))
  }
})

test('every change is told to the subscriber', async () => {
  const receiver = await startReceiver()
  await client.control('tiktok/push', { url: receiver.url })
  const { data: made } = await create()
  await shift(60)
  await client.send('PUT', `/product/202309/products/${made.product_id}`, await makePayload())
  const { id, packageId } = await makeOrder()
  await post(`${packages}/${packageId}/ship`, { handover_method: 'DROP_OFF' })
  await shift(2)
  for (const action of ['collect', 'deliver']) await advance(id, action)
  const { return_id: returnId } = await client.control<{ return_id: string }>('tiktok/returns', {
    order_id: id,
  })
  await post(`/return_refund/202309/returns/${returnId}/approve`, { decision: 'APPROVE_RETURN' })
  await client.sandbox.tiktok.pushes.settled()
  const heard = receiver.messages<{ type: number; data: Row }>()
  const product = heard.filter(({ data }) => data['product_id'] === made.product_id)
  expect(product.map(({ type }) => type)).toEqual([16, 5, 15])
  expect(product[1]?.data).toMatchObject({ status: 'PRODUCT_FIRST_PASS_REVIEW' })
  expect(heard.filter(({ type }) => type === 4)).toHaveLength(2)
  const news = heard.filter(({ data }) => data['return_id'] === returnId)
  expect(news.map(({ data }) => data['return_status'])).toEqual([
    'RETURN_OR_REFUND_REQUEST_PENDING',
    'AWAITING_BUYER_SHIP',
  ])
})

test('parcels, inputs and returns outlive a restart', async () => {
  const stateFile = temporaryPath()
  const restart = async () => {
    await client.sandbox.close()
    client = await startLinked({ stateFile })
  }
  await restart()
  const [ship, request, back] = [await makeOrder(), await makeOrder(), await makeOrder('DELIVERED')]
  await post(`${packages}/${ship.packageId}/ship`, { handover_method: 'DROP_OFF' })
  await advance(request.id, 'request_cancel')
  await client.control('tiktok/returns', { order_id: back.id })
  await restart()
  await shift(2 * 86_400)
  type Truth = { order: { status: string; tracking_number?: string } }
  const truth = async (id: string) => (await client.control<Truth>(`tiktok/orders/${id}`)).order
  expect((await truth(ship.id)).tracking_number).toMatch(/^JX/)
  expect(await truth(request.id)).toMatchObject({ status: 'CANCELLED' })
  const [file] = client.sandbox.tiktok.returns.ofOrder(back.id)
  // Nobody answered, so that the marketplace has agreed.
  expect(file).toMatchObject({ stage: 'accepted' })
})
