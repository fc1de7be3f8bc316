/** Templates over real HTTP, from the draft to the listings at three marketplaces of the sandbox. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enqueueBrands, findFact } from '../catalog/channel-facts-store.ts'
import { dueWorks, enqueueDue } from '../outbox/due-work-store.ts'
import {
  linkShop,
  startTestConsole,
  until,
  type Account,
  type TestConsole,
} from '../../test/start-test-console.ts'
import { uploadPhoto } from '../../test/steps/template-photo.ts'

let running: TestConsole
let seller: Account
let stranger: Account
let shopee: number
let lazada: number
let tiktok: number

beforeAll(async () => {
  running = await startTestConsole()
  seller = await running.signUp('seller')
  stranger = await running.signUp('stranger')
  await running.control('delays', { audit_seconds: 0 }, 'tiktok')
  const link = (code: string, id: number, shop: number | string) =>
    linkShop(running.sandbox.url, seller, shop, { code, id })
  lazada = await link('lazada', 1, 100190015)
  shopee = await link('shopee', 2, 727720655)
  tiktok = await link('tiktok', 5, '7494726673780148744')
})
afterAll(() => running?.stop())

type Upload = {
  id: number
  shop_id: number
  platform_id: number
  upload_status: { code: string }
  error: string | null
  step: string | null
  product_id: number | null
  channel_product_id: string | null
}
type Template = {
  id: number
  name: string
  version: string | null
  status: { code: string }
  uploads: Upload[]
  shops: { id: number; shop_id: number }[]
  images: { image_url: string }[]
}

const text = 'Soft and strong cotton for gifts that are wrapped again and again. '.repeat(3)

const sku = (code: string, colour: string, more: object = {}) => ({
  seller_sku: code,
  variants: [colour],
  price: 19.9,
  quantity: 12,
  ...more,
})

/** A template that its three shops accept. `code` begins the seller codes. */
async function writeTemplate(code: string, platformIds = [1, 2, 5], more: object = {}): Promise<Template> {
  const image = await uploadPhoto(running, seller, '#336699')
  const created = await seller.call('POST /product-template', {
    platform_ids: platformIds,
    name: `Furoshiki cloth for wrapping gifts ${code}`,
    long_description: `<p>${text}</p>`,
    images: [image],
    variant_names: ['Colour'],
    skus: [sku(`${code}-RED`, 'Red'), sku(`${code}-BLUE`, 'Blue', { price: 20.9, quantity: 3 })],
    package_length: 30,
    package_width: 20,
    package_height: 5,
    package_weight: 1.35,
    ...more,
  })
  expect([created.status, created.body]).toEqual([201, expect.anything()])
  const template = created.at<Template>('data')
  const steps = [
    step(lazada, '10000335', [
      attribute('material', null, 'Cotton'),
      attribute('occasion', null, 'Birthday'),
    ]),
    step(shopee, '100637', [attribute('100111', 501101, 'Cotton'), attribute('100113', 501301, 'Birthday')], {
      shipment_providers: await deliveryOptions(),
    }),
    step(tiktok, '600037', [
      attribute('100011', '1001101', 'Cotton'),
      attribute('100013', '1001301', 'Birthday'),
    ]),
  ].filter(({ shop_id: id }) => template.shops.some((shop) => shop.shop_id === id))
  const saved = await seller.call('POST /shop-product-template', {
    product_template_id: template.id,
    shops: steps,
  })
  expect([saved.status, saved.body]).toEqual([200, expect.anything()])
  return saved.at<Template>('data')
}

const attribute = (id: string, valueId: number | string | null, value: string) => ({
  attribute_id: id,
  name: id,
  value_id: valueId,
  value,
  unit: null,
})
const step = (shopId: number, category: string, attributes: object[], more: object = {}) => ({
  shop_id: shopId,
  platform_category_id: category,
  required_attributes: attributes,
  skus: [],
  shipment_providers: [],
  ...more,
})

async function deliveryOptions() {
  const answer = await seller.call(`GET /shipment-providers/get-shopee-shipment-providers?shop_id=${shopee}`)
  const [first] = answer.at<{ logistics_channel_id: number; logistics_channel_name: string }[]>('data')
  return [
    {
      logistics_channel_id: first?.logistics_channel_id ?? null,
      logistics_channel_name: first?.logistics_channel_name ?? '',
      enabled: true,
    },
  ]
}

const read = async (id: number) => (await seller.call(`GET /product-template/${id}`)).at<Template>('data')
const publish = (id: number, body: object = {}, who = seller) =>
  who.call(`POST /product-template/${id}/upload-to-platform`, body)
const untilUploads = (id: number, codes: string[]) =>
  until(`uploads to be ${codes.join()}`, async () => {
    const { uploads } = await read(id)
    const now = uploads.map(({ upload_status: status }) => status.code)
    return JSON.stringify(now) === JSON.stringify(codes) ? uploads : undefined
  })
describe('a template', () => {
  it('is stored unfinished, changed field by field, and found again', async () => {
    const created = await seller.call('POST /product-template', { platform_ids: [2, 1] })
    expect(created.status).toBe(201)
    const { id, shops, uploads } = created.at<Template>('data')
    expect(shops.map(({ shop_id: shop }) => shop)).toEqual([lazada, shopee])
    expect(uploads.map(({ upload_status: status }) => status.code)).toEqual(['not_uploaded', 'not_uploaded'])
    // The rules of its channel would not hold the template.
    const shopOfNone = { product_template_id: id, shops: [step(tiktok, '600037', [])] }
    const refused = await seller.call('POST /shop-product-template', shopOfNone)
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { invalid_fields: { 'shops.0.shop_id': expect.anything() as unknown } },
    ])
    const put = await seller.call(`PUT /product-template/${id}`, {
      name: 'Half a name',
      long_description: '<p onclick="x()">Hi <script>alert(1)</script><b>you</b></p>',
      updated_at: null,
    })
    expect(put.at('data')).toMatchObject({
      name: 'Half a name',
      long_description: '<p>Hi <b>you</b></p>',
      long_description_content: 'Hi you',
      status: { code: 'draft' },
    })
    const parcel = { package_length: 900, updated_at: put.at('data.version') }
    await seller.call(`PUT /product-template/${id}`, parcel)
    const unfit = await publish(id)
    const keys = unfit.at<{ key: string; path: string }[]>('problems').map((one) => `${one.key} ${one.path}`)
    expect(unfit.status).toBe(422)
    expect(keys).toContain('error.name.min name')
    // A fault of the template is told once, and not again for each shop.
    expect(keys.filter((one) => one.includes('package_length.max '))).toHaveLength(1)
    const stale = await seller.call(`PUT /product-template/${id}`, { name: 'Another', updated_at: null })
    expect([stale.status, stale.at('code')]).toEqual([409, 'changed_by_other'])
    const found = await seller.call('GET /product-template?keyword=half')
    expect(found.at<Template[]>('data').map((one) => one.id)).toEqual([id])
    expect((await seller.call('GET /product-template?upload_status=failed')).at('data')).toEqual([])
    expect((await seller.call('GET /product-template?keyword=nothing')).at('data')).toEqual([])
  })

  it('takes no text that cannot be stored, such as half an emoji, and names its field', async () => {
    const half = '\ud83d'
    for (const [content, field] of [
      [{ name: `Mug ${half}` }, 'name'],
      [{ name: 'Mug\0' }, 'name'],
      [{ images: [{ image_url: 'https://cdn.example/a.png', alt: half }] }, 'images.0.alt'],
    ] as const) {
      const refused = await seller.call('POST /product-template', { platform_ids: [2], ...content })
      expect([refused.status, Object.keys(refused.at('invalid_fields') ?? {})]).toEqual([422, [field]])
    }
    const whole = await seller.call('POST /product-template', { platform_ids: [2], name: 'Mug 🍵\nTwo' })
    expect(whole.status).toBe(201)
  })

  it('is held to what its channels refuse, and a cost above the price is only pointed out', async () => {
    const skus = [sku('LOSS-RED', 'Red', { cost_price: 25 }), sku('LOSS-BLUE', 'Blue')]
    const { id } = await writeTemplate('LOSS', [2], { skus })
    const answer = await seller.call(`GET /product-template/${id}/problems`)
    expect(answer.at('data')).toEqual([])
    expect(answer.at('meta.warnings')).toMatchObject([{ path: 'skus.0.cost_price', rule: 'above_price' }])
    // A code that another template has is pointed out in the same way.
    const twin = await writeTemplate('TWIN', [2], { skus: [sku(' loss-blue', 'Blue')] })
    const ofTwin = await seller.call(`GET /product-template/${twin.id}/problems`)
    expect(ofTwin.at('meta.warnings')).toMatchObject([
      { path: 'skus.0.seller_sku', message: expect.stringContaining('wrapping gifts LOSS') as string },
    ])
    await seller.call(`PUT /product-template/${id}`, {
      skus: [sku('LOSS-RED', 'Red', { price: 1 }), sku('LOSS-BLUE', 'Blue')],
      variant_names: ['A colour of many'],
    })
    const refused = await seller.call(`GET /product-template/${id}/problems`)
    expect(
      refused.at<{ path: string; rule: string }[]>('data').map(({ path, rule }) => `${path} ${rule}`),
    ).toEqual(['variant_names.0 max', 'skus.1.price max_ratio'])
  })

  it('tells the limits of a parcel with their units', async () => {
    const { id } = await writeTemplate('LIGHT', [5], { package_weight: 0.4, package_width: 100 })
    const problems = await seller.call(`GET /product-template/${id}/problems`)
    const messages = problems.at<{ path: string; message: string }[]>('data')
    expect(messages.map(({ path, message }) => `${path}: ${message}`)).toEqual([
      'package_weight: Enter at least 1 kg',
      'package_width: Enter at most 99 cm',
    ])
  })

  it('is nobody else’s', async () => {
    const { id, shops } = await writeTemplate('MINE', [2])
    const paths = [
      `GET /product-template/${id}`,
      `GET /product-template/${id}/problems`,
      `GET /shop-product-template/${shops[0]?.id}`,
      `GET /shop-product-template/${shops[0]?.id}/differences`,
      `GET /shop-product-template?product_template_id=${id}`,
    ] as const
    for (const path of paths) expect((await stranger.call(path)).status, path).toBe(404)
    expect((await publish(id, {}, stranger)).status).toBe(404)
    expect((await stranger.call(`PUT /product-template/${id}`, { name: 'Stolen' })).status).toBe(404)
    expect((await stranger.call(`DELETE /product-template/${id}`)).status).toBe(404)
  })

  it('keeps the steps of shops that a user does not see', async () => {
    const { id, version } = await writeTemplate('SCOPE', [2, 5])
    const someone = { email: 'one-shop@example.test', role: 'manager' as const }
    const member = await running.addStaff(seller.ownerId, someone, [tiktok])
    const without = (platforms: number[]) =>
      member.call(`PUT /product-template/${id}`, { platform_ids: platforms, updated_at: version })
    expect((await without([5])).status).toBe(403)
    expect((await read(id)).shops.map((step) => step.shop_id)).toEqual([shopee, tiktok])
    // A template of a shop that he does not see is not named either.
    await writeTemplate('UNSEEN', [2], { skus: [sku('SCOPE-RED', 'Red')] })
    const path = `GET /product-template/${id}/problems` as const
    const warned = [{ path: 'skus.0.seller_sku', message: expect.stringContaining('UNSEEN') as string }]
    expect((await seller.call(path)).at('meta.warnings')).toMatchObject(warned)
    expect((await member.call(path)).at('meta.warnings')).toEqual([])
  })
})

describe('publishing', () => {
  it('lists the product once in each shop, links it here and sends later changes alone', async () => {
    const { id } = await writeTemplate('GIFT')
    // A doubled click asks for nothing new.
    const asked = await Promise.all([publish(id), publish(id)])
    expect(asked.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409])
    const uploads = await untilUploads(id, ['uploaded', 'uploaded', 'uploaded'])
    expect((await read(id)).status.code).toBe('uploaded')
    const listed = await until('the listings here', async () => {
      const now = (await read(id)).uploads
      return now.every(({ product_id: product }) => product !== null) ? now : undefined
    })
    expect(listed.map(({ channel_product_id: one }) => one)).toEqual(
      uploads.map((one) => one.channel_product_id),
    )
    const found = await seller.call(`GET /products/${listed[0]?.product_id}`)
    expect(found.at('data.template_id')).toBe(id)

    const renamed = await seller.call(`PUT /product-template/${id}`, {
      name: 'Furoshiki cloth for wrapping all gifts GIFT',
    })
    expect(renamed.at<Template>('data').uploads.map((one) => one.upload_status.code)).toEqual([
      'outdated',
      'outdated',
      'outdated',
    ])
    const [first] = uploads
    const differences = await seller.call(`GET /shop-product-template/${first?.id}/differences`)
    expect(differences.at<object[]>('data')).toEqual([
      expect.objectContaining({
        field: 'name',
        uploaded: 'Furoshiki cloth for wrapping gifts GIFT',
        next: 'Furoshiki cloth for wrapping all gifts GIFT',
      }),
    ])
    const keep = (what: string) => seller.call(`POST /shop-product-template/${first?.id}/${what}keep-listing`)
    const told = (reply: Awaited<ReturnType<typeof keep>>) => [
      reply.at('data.upload_status.code'),
      reply.at('data.is_kept'),
    ]
    expect((await keep('undo-')).at('code')).toBe('conflict')
    expect(told(await keep(''))).toEqual(['uploaded', true])
    // Undone, what was last sent is compared again, also if two drafts were kept over it.
    await seller.call(`PUT /product-template/${id}`, { package_weight: 1.4 })
    expect(told(await keep(''))).toEqual(['uploaded', true])
    expect(told(await keep('undo-'))).toEqual(['outdated', false])
    const again = await seller.call(`GET /shop-product-template/${first?.id}/differences`)
    expect(again.at<{ field: string }[]>('data').map(({ field }) => field)).toEqual(['name', 'package'])
    expect(told(await keep(''))).toEqual(['uploaded', true])
    expect((await publish(id, { shop_ids: [shopee, tiktok] })).status).toBe(202)
    await untilUploads(id, ['uploaded', 'uploaded', 'uploaded'])
    const names = await until('the new names', async () => {
      const products = (await seller.call('GET /products/filter?keyword=furoshiki')).at<
        { name: string; shop: { data: { id: number } } }[]
      >('data')
      const now = products.filter(({ name }) => name.endsWith('GIFT'))
      return now.filter(({ name }) => name.includes('all')).length === 2 ? now : undefined
    })
    expect(names).toHaveLength(3)
    expect(names.find(({ shop }) => shop.data.id === lazada)?.name).toBe(
      'Furoshiki cloth for wrapping gifts GIFT',
    )
  })

  it('sends photos in another order, and those in place of others', async () => {
    const { id, images } = await writeTemplate('PHOTO')
    await publish(id)
    await untilUploads(id, ['uploaded', 'uploaded', 'uploaded'])
    const second = await uploadPhoto(running, seller, '#993366')
    for (const photos of [[second], [...images, second], [second, ...images]]) {
      const { version } = await read(id)
      await seller.call(`PUT /product-template/${id}`, { updated_at: version, images: photos })
      expect((await publish(id)).status).toBe(202)
      await untilUploads(id, ['uploaded', 'uploaded', 'uploaded'])
    }
    await until('two photos at each channel', async () => {
      const products = (await read(id)).uploads.map(({ product_id: product }) => product)
      const shown = await Promise.all(products.map((product) => seller.call(`GET /products/${product}`)))
      return shown.every((reply) => reply.at<object[]>('data.images.data').length === 2)
    })
  })

  it('is canceled while the channel is too busy to take it', async () => {
    const { id } = await writeTemplate('BUSY', [2])
    const busy = (plan: object) =>
      fetch(`${running.sandbox.url}/_sandbox/faults`, { method: 'POST', body: JSON.stringify(plan) })
    await busy({ path: '/api/v2/product/add_item', rate_limit: 1 })
    await publish(id)
    await until('the channel to be too busy', async () => {
      const [upload] = (await read(id)).uploads
      return upload?.step === 'listing' && upload.upload_status.code === 'queued'
    })
    const canceled = await seller.call(`POST /product-template/${id}/cancel-upload-to-platform`, {})
    expect([canceled.status, canceled.at('data.canceled')]).toEqual([200, [shopee]])
    await busy({})
    await publish(id)
    await untilUploads(id, ['uploaded'])
  })

  it.each([
    ['when the next one did not come as far', '/api/v2/media_space/upload_image', { server_error: 1 }],
    ['behind the look-up of the next one', '/api/v2/product/search_item', { slow_ms: 2_000 }],
  ])(
    'takes a listing for its own that an earlier try made late, %s',
    async (_when, path, fault) => {
      const code = `LATE-${path.length}`
      const single = { variant_names: [], skus: [sku(code, 'Red', { variants: [] })] }
      const { id } = await writeTemplate(code, [2], single)
      const addItem = '/api/v2/product/add_item'
      const fail = (plan: object) =>
        fetch(`${running.sandbox.url}/_sandbox/faults`, { method: 'POST', body: JSON.stringify(plan) })
      const callsOf = async (what: string) => {
        const reply = await fetch(`${running.sandbox.url}/_sandbox/stats`)
        const { calls } = (await reply.json()) as { calls: Record<string, { calls: number }> }
        return calls[what]?.calls ?? 0
      }
      /** As if the channel had had its minute to settle. */
      const tryAgain = () =>
        running.db.asOwner(seller.ownerId, async (tx) => {
          await sql`update template_uploads set check_at = now(), sent_at = now() - interval '2 minutes'
          where owner_id = ${seller.ownerId} and template_id = ${id} and state = 'running'`.execute(tx)
          await enqueueDue(tx, dueWorks.templateUploads, { ownerId: seller.ownerId, shopId: shopee })
        })
      await fail({ path: addItem, late: 1 })
      const added = await callsOf(addItem)
      await publish(id)
      await until('the first try', async () => (await callsOf(addItem)) > added)
      await running.db.asOwner(seller.ownerId, (tx) =>
        sql`delete from channel_images where owner_id = ${seller.ownerId}`.execute(tx),
      )
      await fail({ path, ...fault })
      const before = await callsOf(path)
      await until('the second try', async () => {
        await tryAgain()
        return (await callsOf(path)) > before
      })
      // The next call of its path brings the first one with it.
      await fetch(`${running.sandbox.url}${addItem}`)
      await fail({})
      const upload = await until('the end', async () => {
        await tryAgain()
        const [now] = (await read(id)).uploads
        return now && ['uploaded', 'failed'].includes(now.upload_status.code) && now
      })
      expect([upload.upload_status.code, upload.error]).toEqual(['uploaded', null])
      expect(await callsOf(addItem)).toBe(added + 2)
    },
    60_000,
  )

  it('is refused before it is sent where a channel lists nothing without stock and none is left', async () => {
    const { id } = await writeTemplate('NONE', [2, 5])
    expect((await publish(id, { shop_ids: [shopee] })).status).toBe(202)
    const skuId = await until('the SKU here', async () => {
      const found = await seller.call('GET /sku-centers?keyword=NONE-RED')
      return found.at<{ id: number }[]>('data')[0]?.id
    })
    const warehouse = (await seller.call('GET /warehouses')).at<number>('data.0.id')
    const change = async (pieces: number) => {
      const lines = [{ sku_id: skuId, change: pieces }]
      const adjusted = { warehouse_id: warehouse, reason: 'Counted', lines }
      expect((await seller.call('POST /stock-adjustments', adjusted)).status).toBe(201)
    }
    await change(1)
    const problems = async () =>
      (await seller.call(`GET /product-template/${id}/problems`)).at<object[]>('data')
    expect(await problems()).toEqual([])
    await change(-(await seller.call(`GET /sku-centers/${skuId}`)).at<number>('data.available'))
    expect(await problems()).toMatchObject([
      { path: 'skus.0.quantity', rule: 'no_stock', platform_id: 5, shop_id: tiktok },
    ])
    expect((await publish(id, { shop_ids: [tiktok] })).status).toBe(422)
    await seller.call(`PUT /product-template/${id}`, {
      skus: [sku(' none-red', 'Red'), sku('NONE-BLUE', 'Blue')],
    })
    expect(await problems()).toMatchObject([{ path: 'skus.0.quantity', rule: 'no_stock', shop_id: tiktok }])
  })

  it('is refused before it is sent with a brand that the channel does not list, and counted at home', async () => {
    const { id, shops } = await writeTemplate('BRAND', [2])
    const step = await seller.call(`PUT /shop-product-template/${shops[0]?.id}`, {
      brand: { brand_id: '999999999', name: 'Nobody Knows' },
    })
    expect([step.status, step.body]).toEqual([200, expect.anything()])
    // While the channel cannot be asked, that is said, and stops nothing.
    const faults = `${running.sandbox.url}/_sandbox/faults`
    const plan = { path: '/api/v2/product/get_brand_list', server_error: 1 }
    await fetch(faults, { method: 'POST', body: JSON.stringify(plan) })
    const unasked = await seller.call(`GET /product-template/${id}/problems`)
    expect([unasked.at('data'), unasked.at('meta.warnings')]).toMatchObject([
      [],
      [{ path: 'platform_category_id', rule: 'not_told', shop_id: shopee }],
    ])
    expect((await publish(id)).status).toBe(202)
    await fetch(faults, { method: 'DELETE' })
    const [upload] = await untilUploads(id, ['failed'])
    expect(upload?.error).toContain('does not list the brand Nobody Knows')
    // From now on it is known without asking.
    const problems = await seller.call(`GET /product-template/${id}/problems`)
    expect(problems.at('data')).toMatchObject([{ path: 'brand', rule: 'in', shop_id: shopee }])
    expect((await publish(id)).status).toBe(422)
    const toDo = await seller.call('GET /dashboard/to-do')
    expect(toDo.at('data.upload_failed')).toBe(1)
    expect((await stranger.call('GET /dashboard/to-do')).at('data.upload_failed')).toBe(0)
    const failed = await seller.call('GET /product-template?upload_status=failed')
    expect(failed.at<{ id: number }[]>('data').map((one) => one.id)).toEqual([id])
    const told = await until('the notification', async () => {
      const found = await seller.call('GET /users/notifications')
      return found
        .at<{ data: { notify_type: string; url: string } }[]>('data')
        .find(({ data }) => data.notify_type === 'product_upload_failed')
    })
    expect(told.data.url).toBe(`/products/template/edit/${id}/checkout`)
  })
})

it('searches the whole list of brands once it was read in the background', async () => {
  const search = async (keyword: string) =>
    (
      await seller.call(
        `GET /shop-product-template/search-brand?shop_id=${shopee}&category_id=100637&keyword=${keyword}`,
      )
    ).at<{ name: string }[]>('data')
  const place = { ownerId: seller.ownerId, shopId: shopee }
  await running.db.asOwner(seller.ownerId, (tx) => enqueueBrands(tx, place, '100637'))
  const whole = await until('the list', () =>
    running.db.read(seller.ownerId, (tx) =>
      findFact(tx, place, { kind: 'brands', key: '100637', language: '' }),
    ),
  )
  expect(whole.content.length).toBeGreaterThan(0)
  const [first] = whole.content
  expect(await search(encodeURIComponent(first?.name ?? ''))).toContainEqual(
    expect.objectContaining({ name: first?.name }),
  )
  expect(await search('no%20such%20brand')).toEqual([])
})
