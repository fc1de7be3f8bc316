import { deflateSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startReceiver, temporaryPath } from '../../kit/test-steps.ts'
import { startSandbox } from '../../server.ts'
import { MY, signed, startLinked, type Client } from './sign-call.ts'

let client: Client

beforeEach(async () => {
  client = await startLinked()
})
afterEach(() => client.sandbox.close())

interface Told {
  code: string
  message: string
  detail?: { field: string; message: string; seller_sku?: string }[]
  data: Record<string, unknown>
  result: { success: boolean; error_code: string; errorCode: string; data: Record<string, unknown> }
}

const get = async (path: string, query: Record<string, string> = {}) =>
  (await client.get(path, query)) as unknown as Told
const post = async (path: string, fields: Record<string, string>) =>
  (await client.post(path, 'form', fields)) as unknown as Told

const makeOrder = async (more: object = {}): Promise<string> => {
  const lines = [
    ['A-1', 'Tea Cup', 2, 10],
    ['A-2', 'Bowl', 1, 5.5],
  ]
  const order = { ref: `${Math.random()}`, status: 'pending', cod: false, lines, ...more }
  return (await client.control('/lazada/orders', { shop_id: MY, order, force: true })).order_id
}

const piecesOf = async (
  orderId: string,
): Promise<{ order_item_id: number; status: string; package_id: string }[]> =>
  (await get('/order/items/get', { order_id: orderId })).data as never

/** The signing of a form: its texts are, its files are not. */
async function uploadImage(
  bytes: Uint8Array<ArrayBuffer>,
  change: Record<string, string> = {},
): Promise<Told> {
  const system = {
    app_key: '123456',
    timestamp: String(client.sandbox.clock.nowMs()),
    sign_method: 'sha256',
    access_token: client.token,
    note: 'in the form',
  }
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...signed('/image/upload', system), ...change }))
    form.append(name, value)
  form.append('image', new File([bytes], 'picture.png'))
  const response = await fetch(`${client.sandbox.url}/rest/image/upload`, { method: 'POST', body: form })
  return (await response.json()) as Told
}

/** Returns a PNG with only the parts that the sandbox reads. */
function makePng(width: number, height = width): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  const chunk = (type: string, data: Buffer): Buffer => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)])
  }
  const start = Buffer.from('89504e470d0a1a0a', 'hex')
  const pixels = deflateSync(Buffer.alloc(16))
  return Uint8Array.from(Buffer.concat([start, chunk('IHDR', header), chunk('IDAT', pixels)]))
}

async function hosted(): Promise<string> {
  return ((await uploadImage(makePng(400))).data['image'] as { url: string }).url
}

const productXml = (image: string, change: (xml: string) => string = (xml) => xml): string =>
  change(`<?xml version="1.0" encoding="UTF-8"?><Request><Product>
<PrimaryCategory>10000335</PrimaryCategory><Images><Image>${image}</Image></Images>
<Attributes><name>Cup &amp; saucer</name><description><![CDATA[<p>Fine <b>bone</b></p>]]></description><brand>No Brand</brand><material>Ceramic</material></Attributes>
<Skus><Sku><SellerSku>XML-1</SellerSku><quantity>4</quantity><price>12.50</price><package_weight>0.3</package_weight><package_length>10</package_length><package_width>10</package_width><package_height>10</package_height></Sku></Skus>
</Product></Request>`)

test('the texts of a form are signed and its file is not; what is no picture is refused', async () => {
  const { data, code } = await uploadImage(makePng(400))
  expect(code).toBe('0')
  expect((data['image'] as { url: string }).url).toContain(client.sandbox.url)
  expect((await uploadImage(makePng(400), { note: 'another' })).code).toBe('IncompleteSignature')
  expect((await uploadImage(makePng(300))).code).toBe('300')
  expect((await uploadImage(Uint8Array.from(Buffer.from('GIF89a no picture of ours')))).code).toBe('300')
  expect((await uploadImage(new Uint8Array(1_000_001))).code).toBe('303')
})

test('a payload may be XML, is read with its marks, and is refused field by field', async () => {
  const image = await hosted()
  const made = await post('/product/create', { payload: productXml(image) })
  expect(made).toMatchObject({ code: '0', data: { sku_list: [{ seller_sku: 'XML-1' }] } })
  const item = await get('/product/item/get', { item_id: String(made.data['item_id']) })
  expect(item.data).toMatchObject({
    attributes: { name: 'Cup & saucer', description: '<p>Fine <b>bone</b></p>', material: 'Ceramic' },
    images: [image],
    skus: [{ SellerSku: 'XML-1', price: 12.5, quantity: 4, package_weight: '0.3' }],
  })
  const wrong: [string, (xml: string) => string][] = [
    ['name', (xml) => xml.replace('Cup &amp; saucer', '')],
    ['material', (xml) => xml.replace('<material>Ceramic</material>', '')],
    ['brand', (xml) => xml.replace('No Brand', 'Nobody')],
    ['Images', (xml) => xml.replace(image, 'https://elsewhere.example/a.png')],
    ['price', (xml) => xml.replace('12.50', '12.505')],
    ['special_price', (xml) => xml.replace('<price>', '<special_price>13</special_price><price>')],
    ['package_weight', (xml) => xml.replace('>0.3<', '>41<')],
    ['package_height', (xml) => xml.replace('<package_height>10</package_height>', '')],
    ['quantity', (xml) => xml.replace('<quantity>4', '<quantity>-4')],
    ['SellerSku', (xml) => xml],
  ]
  for (const [field, change] of wrong) {
    const refused = await post('/product/create', { payload: productXml(image, change) })
    expect(refused.code, field).toBe('500')
    expect(
      refused.detail?.map((one) => one.field),
      field,
    ).toContain(field)
  }
  const placed = (id: string) =>
    post('/product/create', { payload: productXml(image, (xml) => xml.replace('10000335', id)) })
  expect((await placed('5')).code).toBe('201')
  expect((await placed('10000309')).code).toBe('4134')
  expect((await placed('10000352')).code).toBe('4163')
  expect((await post('/product/create', { payload: '<Request><Product>' })).code).toBe('5')
  expect((await get('/products/get', { filter: 'all' })).data['total_products']).toBe(1)
})

test('several SKUs need a variation that tells them apart', async () => {
  const image = await hosted()
  const box = { package_weight: '1', package_length: '1', package_width: '1', package_height: '1' }
  const payload = (names: string[], colours: string[]): string =>
    JSON.stringify({
      Request: {
        Product: {
          PrimaryCategory: '10000335',
          Images: { Image: [image] },
          Attributes: { name: 'Cups', material: 'Glass' },
          variation: Object.fromEntries(
            names.map((name, index) => [
              `Variation${index + 1}`,
              { name, customize: 'true', options: { option: colours } },
            ]),
          ),
          Skus: {
            Sku: colours.map((colour, index) => ({
              SellerSku: `C-${index}`,
              price: '5',
              ...box,
              ...(names.length > 0 && { saleProp: { Colour: colour } }),
            })),
          },
        },
      },
    })
  const words = async (names: string[], colours: string[]) =>
    (await post('/product/create', { payload: payload(names, colours) })).detail?.[0]?.message
  expect(await words([], ['Red', 'Blue'])).toMatch(/Invalid variation/)
  expect(await words(['Colour'], ['Red', 'Red'])).toMatch(/CHK_SKU_PROPS_DUPLICATE/)
  expect(await words(['Shade'], ['Red', 'Blue'])).toMatch(/SALEPROP_ATTRIBUTE_INVALID/)
  expect(await words(['Colour', 'Size'], ['Red', 'Blue'])).toMatch(/NOT_IDENTICAL/)
  expect(await words(['Colour'], ['Red', 'Blue'])).toBeUndefined()
})

test('packing refuses rows of its own and batches that break the rules', async () => {
  const id = await makeOrder()
  const rows = await piecesOf(id)
  const pack = (items: number[], more: object = {}) =>
    post('/order/fulfill/pack', {
      packReq: JSON.stringify({
        pack_order_list: [{ order_id: Number(id), order_item_list: items }],
        delivery_type: 'dropship',
        shipping_allocate_type: 'TFS',
        ...more,
      }),
    })
  expect((await get('/order/fulfill/pack', { packReq: '{}' })).code).toBe('UnsupportedHTTPMethod')
  expect((await post('/order/fulfill/pack', {})).code).toBe('MissingParameter')
  for (const [change, code] of [
    [{ delivery_type: 'pickup' }, '700004'],
    [{ shipping_allocate_type: 'NTFS' }, '700004'],
    [{ shipment_provider_code: 'FM50' }, '700033'],
    [{ pack_order_list: Array(21).fill({ order_id: 1, order_item_list: [1] }) }, '700022'],
  ] as const) {
    const { result, code: outer } = await pack([1], change)
    expect(outer).toBe('0')
    expect(result).toMatchObject({ success: false, error_code: code, errorCode: code })
  }
  const mixed = await pack([rows[0]!.order_item_id, 7])
  expect(mixed.result).toMatchObject({
    success: true,
    data: {
      pack_order_list: [
        {
          order_item_list: [
            { item_err_code: '0', package_id: expect.stringMatching(/^FP\d+$/) as string },
            { item_err_code: '700025', package_id: '' },
          ],
        },
      ],
    },
  })
  expect((await piecesOf(id))[0]).toMatchObject({ status: 'pending' })
  expect((await pack([rows[0]!.order_item_id])).result.data).toMatchObject({
    pack_order_list: [{ order_item_list: [{ item_err_code: '700024', retry: true }] }],
  })
  await client.control('/clock', { shift: 2 })
  const packed = (await piecesOf(id))[0]!
  expect(packed).toMatchObject({ status: 'packed' })
  const packages = JSON.stringify({ packages: [{ package_id: packed.package_id }] })
  await post('/order/package/repack', { rePackReq: packages })
  expect((await piecesOf(id))[0]).toMatchObject({ status: 'repacked', package_id: '' })
})

test('a label is a page around a PDF, at an address that ends, and HTML when that is wanted', async () => {
  const id = await makeOrder()
  await client.control(`/lazada/orders/${id}/advance`, { action: 'pack' })
  await client.control('/clock', { shift: 2 })
  const [row] = await piecesOf(id)
  const label = async (type: string) =>
    (
      await post('/order/package/document/get', {
        getDocumentReq: JSON.stringify({ doc_type: type, packages: [{ package_id: row?.package_id }] }),
      })
    ).result
  const { data } = await label('PDF')
  const page = Buffer.from(String(data['file']), 'base64').toString()
  expect(page).toContain(`src="${String(data['pdf_url'])}"`)
  const file = await fetch(String(data['pdf_url']))
  expect(file.headers.get('content-type')).toBe('application/pdf')
  expect(Buffer.from(await file.arrayBuffer()).toString('latin1')).toContain(`Package ${row?.package_id}`)
  expect((await fetch(String(data['pdf_url']).replace(/_\w+\.pdf$/, '_0.pdf'))).status).toBe(404)
  await client.control('/clock', { shift: 601 })
  expect((await fetch(String(data['pdf_url']))).status).toBe(404)
  const html = await label('HTML')
  expect(Buffer.from(String(html.data['file']), 'base64').toString()).toContain(row?.package_id)
  expect(await label('ZPL')).toMatchObject({ success: false, error_code: '700004' })
  await client.control(`/lazada/orders/${id}/advance`, { action: 'cancel' })
  expect(await label('PDF')).toMatchObject({ success: false, error_code: '700040' })
})

test('a parcel is called off whole, and what the orders of others are is refused', async () => {
  const id = await makeOrder()
  await client.control(`/lazada/orders/${id}/advance`, { action: 'pack', pieces: [0, 1] })
  const rows = await piecesOf(id)
  const query = { order_id: id, order_item_id_list: `["${rows[0]?.order_item_id}"]` }
  expect((await get('/order/reverse/cancel/validate', { ...query, order_id: '7' })).code).toBe('122')
  expect((await get('/order/reverse/cancel/validate', { ...query, order_item_id_list: '[7]' })).code).toBe(
    '123',
  )
  expect((await get('/order/reverse/cancel/create', { ...query, reason_id: '1' })).code).toBe('104')
  expect((await get('/order/reverse/cancel/create', { ...query, reason_id: '10000019' })).data).toMatchObject(
    {
      tip_type: 'success',
    },
  )
  expect((await piecesOf(id)).map((row) => row.status)).toEqual(['canceled', 'canceled', 'pending'])
  expect((await get('/order/reverse/cancel/validate', query)).data).toMatchObject({
    tip_type: 'error',
    reason_options: [],
  })
})

test('messages tell of packages, of products that come, change and go, and of returns', async () => {
  const receiver = await startReceiver()
  await client.control('/lazada/push', { url: receiver.url })
  const made = await post('/product/create', { payload: productXml(await hosted()) })
  const itemId = String(made.data['item_id'])
  const xml = `<Request><Product><ItemId>${itemId}</ItemId></Product></Request>`
  await post('/product/deactivate', { apiRequestBody: xml })
  await post('/product/remove', { seller_sku_list: '["XML-1"]' })
  const id = await makeOrder({ status: 'delivered' })
  await client.control('/lazada/returns', { order_id: id })
  await client.sandbox.lazada.pushes.settled()
  const got = receiver.messages<{ message_type: number; data: Record<string, string> }>()
  const products = got.filter(({ data }) => data['item_id'] === itemId)
  expect(new Set(products.map((one) => one.message_type))).toEqual(new Set([3, 4, 5]))
  const returns = got.filter((one) => one.message_type === 10)
  expect(returns).toHaveLength(3)
  expect(returns[0]?.data).toMatchObject({ reverse_status: 'RTM_INIT', trade_order_id: id })
})

test('a state file carries products, parcels, returns and inputs to cancel over a restart', async () => {
  await client.sandbox.close()
  const options = { stateFile: temporaryPath() }
  client = await startLinked(options)
  const made = await post('/product/create', { payload: productXml(await hosted()) })
  const itemId = Number(made.data['item_id'])
  const [packing, input] = [await makeOrder(), await makeOrder()]
  const rows = await piecesOf(packing)
  await post('/order/fulfill/pack', {
    packReq: JSON.stringify({
      pack_order_list: [{ order_id: packing, order_item_list: rows.map((row) => row.order_item_id) }],
      delivery_type: 'dropship',
      shipping_allocate_type: 'TFS',
    }),
  })
  await client.control(`/lazada/orders/${input}/advance`, { action: 'request_cancel' })
  const arrived = await makeOrder({ status: 'delivered' })
  await client.control('/lazada/returns', { order_id: arrived, kind: 'refund' })
  await client.sandbox.close()

  client.sandbox = await startSandbox(options)
  const { lazada, clock } = client.sandbox
  expect(lazada.items.get(itemId)).toMatchObject({ attributes: { name: 'Cup & saucer' } })
  expect(lazada.catalog.find(MY, 'XML-1')).toMatchObject({ productId: itemId, stock: 4 })
  clock.shift(2)
  expect(lazada.book.find(Number(packing))?.pieces.map(({ status }) => status)).toEqual(
    Array(3).fill('packed'),
  )
  clock.shift(3 * 86_400)
  expect(lazada.book.find(Number(input))?.pieces[0]?.status).toBe('canceled')
  clock.shift(86_400)
  expect(lazada.returns.ofOrder(arrived)).toMatchObject([{ stage: 'refunded' }])
  expect(lazada.book.find(Number(arrived))?.pieces[0]?.status).toBe('returned')
})
