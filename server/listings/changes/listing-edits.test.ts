/** Texts, images, packages and alert levels of listings edited over real HTTP, at every channel that takes them, and deletion. */
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectContract } from '../../../test/contract.ts'
import {
  linkShop,
  linkStore,
  linkWebStore,
  startTestConsole,
  until,
  type Account,
  type Answer,
  type TestConsole,
} from '../../../test/start-test-console.ts'

const channels = {
  shopee: { id: 2, shop: 727720655 },
  lazada: { id: 1, shop: 100190015 },
  tiktok: { id: 5, shop: '7494726673780148744' },
  website: { id: 4, shop: 'aoi-gifts' },
  pos: { id: 3, shop: 'aoi-counter/1' },
  'web-store': { id: 6, shop: 'hana-home' },
} as const
type Code = keyof typeof channels
const codes = Object.keys(channels) as Code[]

const firstName = 'A pen that writes on paper and glass'
const longText = `<p>${'Blue ink that lasts for a thousand letters. '.repeat(3)}</p>`

let running: TestConsole
let seller: Account
let stranger: Account

beforeAll(async () => {
  running = await startTestConsole()
  seller = await running.signUp('seller')
  stranger = await running.signUp('stranger')
  await running.control('delays', { audit_seconds: 0 }, 'tiktok')
  for (const code of codes) {
    const { id, shop } = channels[code]
    for (const sku of ['PEN-1', 'OLD-1', 'GONE-1'])
      await running.control('products', { shop_id: shop, sku, name: firstName, price: 2000, stock: 9 }, code)
    if (code === 'web-store') await linkWebStore(running.sandbox.url, seller, shop as string)
    else if (id === 3 || id === 4) await linkStore(running.sandbox.url, seller, shop as string, { code, id })
    else await linkShop(running.sandbox.url, seller, shop, { code, id })
  }
})
afterAll(() => running?.stop())

type Detail = {
  id: number
  name: string
  description: string
  description_html: string
  version: string | null
  images: { data: { url: string }[] }
  product_skus: {
    data: { id: number; sku_id: number; product_sku_detail: { price: number; threshold: number } }[]
  }
  editable: { fields: string[]; reasons: Record<string, string> }
  pending: number
  refusal: string | null
}

const detailOf = async (id: number) => (await seller.call(`GET /products/${id}`)).at<Detail>('data')

async function find(code: Code, sku = 'PEN-1'): Promise<Detail> {
  const keyword = code === 'pos' ? 'pen' : sku
  const path = `GET /products/filter?keyword=${keyword}&platform_id=${channels[code].id}`
  const brief = await until(`${sku} of ${code}`, async () => {
    const rows = (await seller.call(path)).at<{ id: number }[]>('data')
    // A till has no seller codes: its products came in the order in which they were made.
    return code === 'pos'
      ? rows.toSorted((a, b) => a.id - b.id)[['PEN-1', 'OLD-1', 'GONE-1'].indexOf(sku)]
      : rows[0]
  })
  return detailOf(brief.id)
}

const put = (id: number, body: object, who = seller) => who.call(`PUT /products/${id}`, body)
const changesOf = async (id: number) =>
  (await seller.call(`GET /products/${id}/changes`)).at<
    { id: number; kind: string; state: string; message: string }[]
  >('data')
const untilEnded = (id: number, change: number, state = 'done') =>
  until(`change ${change} to be ${state}`, async () =>
    (await changesOf(id)).find((one) => one.id === change && one.state === state),
  )
async function edit(id: number, body: object): Promise<void> {
  const answer = await put(id, body)
  expect([answer.status, answer.body]).toEqual([202, expect.anything()])
  for (const change of answer.at<{ id: number }[]>('data')) await untilEnded(id, change.id)
}
async function callsOf(path: string): Promise<number> {
  const stats = (await (await fetch(`${running.sandbox.url}/_sandbox/stats`)).json()) as {
    calls: Record<string, { calls: number }>
  }
  return stats.calls[path]?.calls ?? 0
}
async function loseAnswer(path: string): Promise<void> {
  const body = JSON.stringify({ path, reset: 1, count: 1, method: 'POST' })
  await fetch(`${running.sandbox.url}/_sandbox/faults`, { method: 'POST', body })
}
const wrong = (answer: Answer) => [answer.status, answer.at<Record<string, string>>('field_codes')]

async function picture(width: number, height = width, colour = '#336699'): Promise<Uint8Array<ArrayBuffer>> {
  const plain = { create: { width, height, channels: 3 as const, background: colour } }
  return Uint8Array.from(await sharp(plain).png().toBuffer())
}
type Uploaded = {
  status: number
  data?: { id: number; width: number; height: number }
  invalid_fields?: { image: string }
  field_codes?: { image: string }
}
async function upload(id: number, bytes: Uint8Array<ArrayBuffer> | null, who = seller): Promise<Uploaded> {
  const form = new FormData()
  if (bytes) form.append('image', new File([bytes], 'x.png', { type: 'image/png' }), 'x.png')
  const path = `/products/${id}/image`
  const headers = { authorization: `Bearer ${who.token}`, 'x-localization': 'en' }
  const reply = await fetch(`${running.url}/api/v2${path}`, { method: 'POST', headers, body: form })
  const answer = (await reply.json()) as Omit<Uploaded, 'status'>
  expectContract('POST', path, reply, answer)
  return { ...answer, status: reply.status }
}

describe.each(codes)('a listing of %s', (code) => {
  it('gets a new name, description and package, and shows what the channel shows', async () => {
    const { id, editable } = await find(code)
    const name = `${firstName} for ${code}`
    await edit(id, { name, description: longText })
    if (editable.fields.includes('package'))
      await edit(id, { package: { weight: 2, length: 30, width: 20, height: 10 } })
    await until('the stored name', async () => (await detailOf(id)).name === name)
    const after = await seller.call(`GET /products/${id}`)
    expect(after.at('data.description')).toContain('thousand letters')
    if (editable.fields.includes('package'))
      await until('the stored package', async () => {
        const { data } = (await seller.call(`GET /products/${id}`)).body as { data: Record<string, unknown> }
        return data['package_weight'] === 2 && data['package_height'] === 10
      })
    expect((await put(id, { name })).at('data')).toEqual([])
  })

  it('gets an uploaded image before its own', async () => {
    const { id, images } = await find(code, 'OLD-1')
    const uploaded = await upload(id, await picture(700))
    expect(uploaded).toMatchObject({ data: { width: 700, height: 700 } })
    const kept = images.data.map(({ url }) => ({ url }))
    await edit(id, { images: [{ id: uploaded.data?.id }, ...kept] })
    await until('the stored images', async () => {
      const now = (await detailOf(id)).images.data.map(({ url }) => url)
      return now.length === kept.length + 1 && now.at(-1) === kept.at(-1)?.url && now[0] !== kept[0]?.url
    })
  })

  it('is deleted at the channel, and then here', async () => {
    const { id } = await find(code, 'GONE-1')
    const answer = await seller.call(`DELETE /products/${id}?remove_on_channel=1`)
    if (code === 'pos') {
      expect(answer.status).toBe(200)
      const change = answer.at<number>('data.requested.0.id')
      const { message } = await untilEnded(id, change, 'failed')
      expect(message).toContain('belongs to all places')
      return
    }
    expect(answer.body).toMatchObject({ data: { deleted: [], failed: [], requested: [{ kind: 'remove' }] } })
    await until(
      'the product to be gone',
      async () => (await seller.call(`GET /products/${id}`)).status === 404,
    )
    const lines = await (
      await fetch(`${running.sandbox.url}/_sandbox/oracle/${code}/products?shop_id=${channels[code].shop}`)
    ).text()
    expect(lines.split('\n').filter((line) => line.includes('"deleted"'))).toHaveLength(1)
  })
})

describe('an edit', () => {
  it('is refused with the rule of every field that it breaks, and nothing is saved', async () => {
    const { id, images, product_skus } = await find('tiktok', 'OLD-1')
    const [variant] = product_skus.data
    const broken = await put(id, {
      name: '短い名前',
      description: '<p>Too short</p>',
      package: { weight: 30, length: 100, width: 1, height: null },
      images: [{ id: 999_999 }, { url: 'https://elsewhere.example/x.jpg' }],
      variants: [{ id: variant?.id, price: 1.234 }],
    })
    expect(wrong(broken)).toEqual([
      422,
      {
        name: 'text_length',
        description: 'text_length',
        'package.weight': 'number_range',
        'package.length': 'number_range',
        'images.0': 'no_such_image',
        'images.1': 'no_such_image',
        'variants.0.price': 'price_decimals',
      },
    ])
    expect(broken.at('invalid_fields.name')).toBe('Use 25 to 120 characters. It has 4.')
    expect(
      wrong(await put(id, { name: 'これは書き心地のよい万年筆ですがTikTokでは漢字を使えません' })),
    ).toEqual([422, { name: 'no_chinese' }])
    const twice = { images: [{ url: images.data[0]?.url }, { url: images.data[0]?.url }] }
    expect(wrong(await put(id, twice))).toEqual([422, { 'images.1': 'image_twice' }])
    const many = { images: Array.from({ length: 10 }, () => ({ url: images.data[0]?.url })) }
    expect((await put(id, many)).at('field_codes.images')).toBe('image_count')
    const tooMany = await put(id, { images: Array.from({ length: 10_000 }, (_, at) => ({ id: at + 1 })) })
    expect([tooMany.status, Object.keys(tooMany.at('invalid_fields'))]).toEqual([422, ['images']])
    expect((await put(id, { images: [] })).at('field_codes.images')).toBe('image_count')
    expect((await detailOf(id)).pending).toBe(0)
  })

  it('keeps scripts, handlers and foreign tags out of a description', async () => {
    const { id } = await find('lazada', 'OLD-1')
    const description = `${longText}<p onclick="x()">Safe</p><script>alert(1)</script><iframe src="//e"></iframe>`
    await edit(id, { description })
    await until('the stored description', async () => (await detailOf(id)).description.includes('Safe'))
    expect((await detailOf(id)).description).not.toMatch(/script|onclick|iframe/)
  })

  it('that the channel refuses shows its words, and is sent again', async () => {
    const { id } = await find('shopee', 'OLD-1')
    await running.control('products', { shop_id: channels.shopee.shop, sku: 'OLD-1', delete: true })
    const answer = await put(id, { name: `${firstName} again` })
    const { message } = await untilEnded(id, answer.at('data.0.id'), 'failed')
    expect(message).toBeTruthy()
    const again = await seller.call(`POST /products/changes/${answer.at<number>('data.0.id')}/retry`)
    expect(again.status).toBe(202)
    await untilEnded(id, again.at('data.id'), 'failed')
  })

  it.each([
    ['texts', async () => ({ name: `${firstName} once more` })],
    ['package', async () => ({ package: { weight: 3, length: 31, width: 21, height: 11 } })],
    [
      'images',
      async (id: number) => ({
        images: [{ id: (await upload(id, await picture(720, 720, '#225522'))).data?.id }],
      }),
    ],
  ] as const)('of %s is read back after a lost answer, and sent once', async (_, bodyOf) => {
    const { id, version } = await find('shopee')
    const path = '/api/v2/product/update_item'
    const body = await bodyOf(id)
    const before = await callsOf(path)
    await loseAnswer(path)
    await edit(id, { ...body, updated_at: version })
    expect(await callsOf(path)).toBe(before + 1)
    expect((await put(id, { name: firstName, updated_at: version })).at('code')).toBe('changed_by_other')
  })

  it('names the fields that a channel keeps', async () => {
    const store = await find('web-store')
    expect(store.editable.fields).toEqual(['price', 'status', 'name', 'description', 'images', 'remove'])
    const box = { weight: 1, length: 1, width: 1, height: 1 }
    expect(wrong(await put(store.id, { package: box }))).toEqual([422, { package: 'channel_keeps_field' }])
    const shopee = await find('shopee')
    expect(shopee.editable.reasons['special_price']).toContain('Discount price')
  })

  it('goes to the listings of the same SKU as well, each by the rules of its channel', async () => {
    const [shopee, lazada, tiktok] = await Promise.all([find('shopee'), find('lazada'), find('tiktok')])
    const [variant] = shopee.product_skus.data
    const also = [lazada.id, tiktok.id]
    const short = await put(shopee.id, { name: 'A pen that has ink, 22', also })
    expect(wrong(short)).toEqual([422, { 'also.1.name': 'text_length' }])
    const name = `${firstName} in three shops`
    const answer = await put(shopee.id, { name, variants: [{ id: variant?.id, price: 23 }], also })
    expect(answer.at<unknown[]>('data')).toHaveLength(6)
    for (const { id } of [shopee, lazada, tiktok])
      await until('name and price', async () => {
        const now = await detailOf(id)
        return now.name === name && now.product_skus.data[0]?.product_sku_detail.price === 23
      })
    const { id: other } = await find('shopee', 'OLD-1')
    expect(wrong(await put(shopee.id, { name: `${name}!`, also: [other] }))).toEqual([
      422,
      { 'also.0': 'no_such_listing' },
    ])
  })

  it('sets the alert level of the SKU, which no channel hears of', async () => {
    const { id, product_skus } = await find('shopee')
    const [variant] = product_skus.data
    const answer = await put(id, { variants: [{ id: variant?.id, threshold: 77 }] })
    expect([answer.status, answer.at('data')]).toEqual([202, []])
    expect((await detailOf(id)).product_skus.data[0]?.product_sku_detail.threshold).toBe(77)
    const sku = await seller.call(`GET /sku-centers/${variant?.sku_id}`)
    expect(sku.at('data.threshold')).toBe(77)
  })
})

it('a word that the account forbids is sent to none of its channels, in one listing or in many', async () => {
  const [shopee, lazada] = [await find('shopee'), await find('lazada')]
  const forbid = (words: object[]) => seller.call('PUT /settings/forbidden-words', { words })
  await forbid([{ word: 'replica', platform_ids: [2] }])
  const name = `${firstName}, no Replica`
  const refused = await seller.call(`PUT /products/${shopee?.id}`, { name })
  expect([refused.status, refused.at('invalid_fields')]).toEqual([
    422,
    { name: 'Remove replica: your account forbids it in listings' },
  ])
  const products = [shopee, lazada].map((one) => ({ id: one?.id, name, updated_at: null }))
  const many = await seller.call('POST /products/bulk-changes', { products })
  expect(many.at<{ product_id: number }[]>('meta.refused').map((one) => one.product_id)).toContain(shopee?.id)
  await forbid([])
})

describe('texts and images of many listings', () => {
  type Sizes = { weight: number | null; length: number | null; width: number | null; height: number | null }
  type Texts = { id: number; name: string; images: string[]; package: Sizes; version: string | null }
  const weighing = (weight: number): Sizes => ({ weight, length: null, width: null, height: null })
  const textsOf = async (ids: number[]) =>
    (await seller.call(`GET /products/texts?ids=${ids.join(',')}`)).at<Texts[]>('data')

  it('change in one request, a row that breaks a rule or is late alone not', async () => {
    const [shopee, lazada, tiktok, website] = await Promise.all(
      (['shopee', 'lazada', 'tiktok', 'website'] as const).map((code) => find(code)),
    )
    const rows = await textsOf([shopee, lazada, tiktok, website].map((one) => one?.id ?? 0))
    const rowOf = (id?: number) => rows.find((one) => one.id === id)
    const named = (id?: number) => `New: ${rowOf(id)?.name}`
    const kept = (rowOf(shopee?.id)?.images ?? []).map((url) => ({ url }))
    await edit(tiktok?.id ?? 0, { name: `${firstName}, changed first` })
    const photo = (await upload(shopee?.id ?? 0, await picture(690, 690, '#224466'))).data?.id
    const products = [
      { id: shopee?.id, name: named(shopee?.id), images: [...kept, { id: photo }], package: weighing(0.9) },
      { id: lazada?.id, name: 'Too short', images: [{ id: photo }], package: weighing(9_000) },
      { id: tiktok?.id, name: named(tiktok?.id) },
      { id: website?.id, description: longText.replace('Blue', 'Black') },
      { id: 999_999_999, name: firstName },
    ].map((one) => ({ ...one, updated_at: rowOf(one.id)?.version ?? null }))
    const asked = await seller.call('POST /products/bulk-changes', { products })
    const refused = asked.at<{ product_id: number; field: string; message: string }[]>('meta.refused')
    expect(refused.map((one) => [one.product_id, one.field, one.message])).toEqual([
      [lazada?.id, 'name', 'Use 20 to 120 characters. It has 9.'],
      [lazada?.id, 'package', 'Enter 0 to 999'],
      [lazada?.id, 'images', 'The listing no longer has this image. Reload and try again.'],
      [999_999_999, 'row', 'The listing is gone, or you may no longer see its shop. Reload the page.'],
      [tiktok?.id, 'row', 'seller changed this first. Reload to see the current values.'],
    ])
    const batch = await until('the batch to end', async () => {
      const answer = await seller.call(`GET /products/change-batches/${asked.at<number>('data.id')}`)
      return answer.at('data.open') === 0 && answer
    })
    expect(
      batch
        .at<{ product_id: number; kind: string; state: string }[]>('data.changes')
        .map((one) => [one.product_id, one.kind, one.state]),
    ).toEqual([
      [shopee?.id, 'edit_texts', 'done'],
      [shopee?.id, 'edit_package', 'done'],
      [shopee?.id, 'edit_images', 'done'],
      [website?.id, 'edit_texts', 'done'],
    ])
    await until('what the channel shows', async () => {
      const [now] = await textsOf([shopee?.id ?? 0])
      return (
        now?.name === named(shopee?.id) && now.images.length === kept.length + 1 && now.package.weight === 0.9
      )
    })
    expect((await stranger.call(`GET /products/texts?ids=${shopee?.id}`)).at('data')).toEqual([])
  })
})

describe('an uploaded image', () => {
  it('is checked for what it is, its size and its sides', async () => {
    const { id } = await find('shopee')
    const noise = Uint8Array.from({ length: 2_000_000 }, (_, at) => (at * 7919) % 251)
    const heavy = Uint8Array.from(
      await sharp(Buffer.from(noise.buffer, 0, 900 * 700 * 3), {
        raw: { width: 900, height: 700, channels: 3 },
      })
        .png({ compressionLevel: 0 })
        .toBuffer(),
    )
    const answers = [
      await upload(id, null),
      await upload(id, Uint8Array.from(Buffer.from('GIF89a, and no picture'))),
      await upload(id, heavy),
      await upload(id, await picture(599, 700)),
      await upload(id, await picture(5001, 600)),
    ]
    expect(answers.map((answer) => answer.field_codes?.image ?? answer.status)).toEqual([
      'image-not-found',
      'image-invalid-type',
      'image-max-size-required',
      'image-min-dimension-required',
      'image-min-dimension-required',
    ])
    expect(answers[3]?.invalid_fields?.image).toBe(
      'The image must be 600 to 5000 pixels wide and high. It is 599 × 700.',
    )
  })

  it('is kept once, shown to its own account alone, and to a channel by a signed address', async () => {
    const { id } = await find('shopee')
    const bytes = await picture(640, 640, '#aa3355')
    const [one, two] = [await upload(id, bytes), await upload(id, bytes)]
    expect(one.data?.id).toBe(two.data?.id)
    const image = one.data?.id ?? 0
    expect((await seller.call(`GET /products/images/${image}`)).status).toBe(200)
    expect((await stranger.call(`GET /products/images/${image}`)).status).toBe(404)
    expect((await upload(id, bytes, stranger)).status).toBe(404)
    const forged = `${running.url}/listing-images/${seller.ownerId}/${image}/AAAA.jpg?expires=9999999999`
    expect((await fetch(forged)).status).toBe(404)
  })
})

describe('deleting', () => {
  it('here keeps the SKU, and the listing comes back when its channel tells of it', async () => {
    const { id, product_skus } = await find('lazada', 'OLD-1')
    const sku = product_skus.data[0]?.sku_id
    const answer = await seller.call('DELETE /products', { products: [id, 999_999] })
    expect(answer.body).toMatchObject({ data: { deleted: [id], requested: [], failed: [{ id: 999_999 }] } })
    expect((await seller.call(`GET /products/${id}`)).status).toBe(404)
    expect((await seller.call(`GET /sku-centers/${sku}`)).status).toBe(200)
    const { shop } = channels.lazada
    await running.control(
      'products',
      { shop_id: shop, sku: 'OLD-1', name: firstName, price: 2100, stock: 5 },
      'lazada',
    )
    const again = await find('lazada', 'OLD-1')
    expect(again.id).not.toBe(id)
    expect(again.product_skus.data[0]?.sku_id).toBe(sku)
  })

  it('needs the right, and reaches nobody else', async () => {
    const { id } = await find('shopee')
    const editor = await running.addStaff(seller.ownerId, {
      email: 'e@example.test',
      name: 'E',
      role: 'catalogue',
    })
    expect((await editor.call(`DELETE /products/${id}`)).status).toBe(403)
    expect((await stranger.call(`DELETE /products/${id}`)).status).toBe(404)
    const bulk = await stranger.call('DELETE /products', { products: [id] })
    expect(bulk.body).toMatchObject({ data: { deleted: [], failed: [{ id }] } })
    expect((await put(id, { name: firstName }, stranger)).status).toBe(404)
  })
})
