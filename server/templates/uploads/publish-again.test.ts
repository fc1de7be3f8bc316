/** Publishing holds to the links to its listings, to changes of others, to stock and codes, and reads photos elsewhere. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { emptySku, type TemplateSku } from '../../../model/product-template.ts'
import {
  linkStore,
  linkWebStore,
  startTestConsole,
  storeKeys,
  until,
  type Account,
  type TestConsole,
} from '../../../test/start-test-console.ts'
import { lockRow } from '../../../test/steps/row-lock.ts'
import { uploadPhoto } from '../../../test/steps/template-photo.ts'
import { listFreeStock } from './free-stock-store.ts'

let running: TestConsole
let seller: Account
let website: number
let webStore: number
beforeAll(async () => {
  running = await startTestConsole()
  seller = await running.signUp('seller')
  website = await linkStore(running.sandbox.url, seller, 'aoi-gifts')
  webStore = await linkWebStore(running.sandbox.url, seller, 'hana-home')
})
afterAll(() => running?.stop())

type Upload = {
  id: number
  shop_id: number
  upload_status: { code: string }
  channel_product_id: string | null
  error: string | null
}
type Template = {
  id: number
  status: { code: string }
  version: string | null
  uploads: Upload[]
  shops: { id: number; shop_id: number; platform_category_id: string }[]
}

const read = async (id: number) => (await seller.call(`GET /product-template/${id}`)).at<Template>('data')
const change = (id: number, body: object) => seller.call(`PUT /product-template/${id}`, body)
const publish = (id: number, body: object = {}) =>
  seller.call(`POST /product-template/${id}/upload-to-platform`, body)
const codesOf = ({ uploads }: Template) => uploads.map(({ upload_status: { code } }) => code)
const untilCodes = (id: number, codes: string[]) =>
  until(`uploads to be ${codes.join()}`, async () => {
    const now = await read(id)
    return JSON.stringify(codesOf(now)) === JSON.stringify(codes) ? now : undefined
  })

/** A template that the website and the web store accept. */
async function writeTemplate(
  code: string,
  sku: Partial<TemplateSku> = {},
  more: object = {},
): Promise<Template> {
  const made = await seller.call('POST /product-template', {
    platform_ids: [4, 6],
    name: `Furoshiki cloth for wrapping gifts ${code}`,
    long_description: `<p>${'Soft and strong cotton for gifts that are wrapped again. '.repeat(3)}</p>`,
    images: [await uploadPhoto(running, seller, '#336699')],
    skus: [{ ...emptySku([]), seller_sku: code, price: 19.9, quantity: 12, ...sku }],
    package_weight: 1,
    package_length: 30,
    package_width: 20,
    package_height: 5,
    ...more,
  })
  expect([made.status, made.body]).toEqual([201, expect.anything()])
  for (const step of made.at<Template['shops']>('data.shops')) {
    const tree = await seller.call(`GET /categories?shop_id=${step.shop_id}&tree=1`)
    const leaf = tree.at<{ id: string; is_leaf: boolean }[]>('data').find((row) => row.is_leaf)
    await seller.call(`PUT /shop-product-template/${step.id}`, { platform_category_id: leaf?.id })
  }
  return read(made.at<number>('data.id'))
}

/** Asks the website's own API about a product. */
async function askWebsite<T>(path: string | null | undefined, change?: object): Promise<T> {
  const keys = await storeKeys(running.sandbox.url, 'aoi-gifts')
  const headers = {
    authorization: `Basic ${btoa(`${keys.api_key}:${keys.api_secret}`)}`,
    'content-type': 'application/json',
  }
  const sent = change ? { method: 'PUT', body: JSON.stringify(change) } : {}
  const reply = await fetch(`${keys.platform_url}/wp-json/wc/v3/products/${path}`, { headers, ...sent })
  return (await reply.json()) as T
}

it('a shop that is left out and comes back still has its step and its listing', async () => {
  const { id, shops } = await writeTemplate('BACK-1')
  await publish(id, { shop_ids: [website] })
  const before = (await untilCodes(id, ['uploaded', 'not_uploaded'])).uploads[0]?.channel_product_id
  const left = await change(id, { platform_ids: [6] })
  expect(left.at('data')).toMatchObject({ status: { code: 'ready' }, shops: [{ shop_id: webStore }] })
  const listed = await seller.call('GET /product-template?keyword=BACK-1&upload_status=uploaded')
  expect(listed.at('data')).toEqual([])
  await change(id, { name: 'Furoshiki cloth for wrapping all gifts' })
  const back = await change(id, { platform_ids: [4, 6] })
  expect(back.at('data')).toMatchObject({
    uploads: [{ upload_status: { code: 'outdated' }, channel_product_id: before }, {}],
    shops: [{ id: shops[0]?.id, platform_category_id: shops[0]?.platform_category_id }, {}],
  })

  // The same for one shop alone. Whoever still sees it in the template is told.
  const { version } = await read(id)
  expect((await seller.call(`DELETE /shop-product-template/${shops[0]?.id}`)).status).toBe(204)
  expect((await seller.call(`GET /shop-product-template/${shops[0]?.id}`)).status).toBe(404)
  expect((await change(id, { name: 'Another name', updated_at: version })).status).toBe(409)
  const { id: _id, platform_id: _platform, ...step } = { platform_id: 4, ...shops[0] }
  await seller.call('POST /shop-product-template', { product_template_id: id, shops: [step] })
  expect((await publish(id, { shop_ids: [website] })).status).toBe(202)
  const { uploads } = await untilCodes(id, ['uploaded', 'not_uploaded'])
  expect(uploads[0]?.channel_product_id).toBe(before)
})

it('a listing that was deleted at its channel is listed anew', async () => {
  const { id } = await writeTemplate('AGAIN-1')
  await publish(id, { shop_ids: [website] })
  const { uploads } = await untilCodes(id, ['uploaded', 'not_uploaded'])
  const before = uploads[0]?.channel_product_id
  const product = await until('the listing', async () => {
    const found = await seller.call('GET /products/filter?keyword=AGAIN-1')
    return found.at<{ id: number }[]>('data')[0]?.id
  })
  await seller.call(`DELETE /products/${product}?remove_on_channel=1`)
  expect((await untilCodes(id, ['not_uploaded', 'not_uploaded'])).status.code).toBe('ready')
  expect(await askWebsite(before)).toMatchObject({ status: 'trash' })
  await publish(id, { shop_ids: [website] })
  const again = await untilCodes(id, ['uploaded', 'not_uploaded'])
  expect(await askWebsite(again.uploads[0]?.channel_product_id)).toMatchObject({ status: 'publish' })
})

it('the listing is not kept as it is while a change of it is on its way', async () => {
  const { id, shops } = await writeTemplate('KEEP-1')
  await publish(id)
  await untilCodes(id, ['uploaded', 'uploaded'])
  await change(id, { name: 'Furoshiki cloth for keeping gifts' })
  const faults = `${running.sandbox.url}/_sandbox/faults`
  await fetch(faults, { method: 'POST', body: JSON.stringify({ path: '/web2/hana-home', slow_ms: 3_000 }) })
  await publish(id, { shop_ids: [webStore] })
  const kept = await seller.call(`POST /shop-product-template/${shops[1]?.id}/keep-listing`)
  expect([kept.status, kept.at('code')]).toEqual([409, 'upload_open'])
  await fetch(faults, { method: 'DELETE' })
  const { uploads } = await untilCodes(id, ['outdated', 'uploaded'])
  expect(uploads[1]).toMatchObject({ is_kept: false })
})

it('what somebody else has kept or sent meanwhile is not sent again from a tab that was left open', async () => {
  const { id, shops } = await writeTemplate('STALE-1')
  await publish(id)
  await untilCodes(id, ['uploaded', 'uploaded'])
  const { version } = (await change(id, { name: 'Furoshiki cloth for tabs left open' })).at<Template>('data')
  const open = { updated_at: version, shop_ids: [website] }
  const kept = await seller.call(`POST /shop-product-template/${shops[0]?.id}/keep-listing`)
  expect(kept.status).toBe(200)
  const refusals = async () => {
    const asked = await publish(id, open)
    const bulk = await seller.call('POST /product-template/bulk-upload', {
      template_ids: [id],
      shop_ids: [website],
    })
    const results = await until('the bulk publish', async () => {
      const now = await seller.call(`GET /product-template/bulk-uploads/${bulk.at<number>('data.id')}`)
      return now.at('data.state') === 'done' && now.at<{ reason: string | null }[]>('data.results')
    })
    return [asked.status, asked.at('code'), results[0]?.reason]
  }
  const nothing = [409, 'nothing_to_send', expect.stringContaining('have this template already')]
  expect(await refusals()).toEqual(nothing)
  const uploadsOf = async () => {
    const { rows } = await running.db.asOwner(seller.ownerId, (tx) =>
      sql`select from template_uploads where owner_id = ${seller.ownerId} and template_id = ${id}`.execute(
        tx,
      ),
    )
    return rows.length
  }
  expect(await uploadsOf()).toBe(2)

  // Undone, it can be sent, once.
  await seller.call(`POST /shop-product-template/${shops[0]?.id}/undo-keep-listing`)
  expect((await publish(id, open)).status).toBe(202)
  await untilCodes(id, ['uploaded', 'outdated'])
  expect(await refusals()).toEqual(nothing)
  expect(await uploadsOf()).toBe(3)
  // A shop that has it already does not keep the others back.
  expect((await publish(id, { updated_at: version })).at<Upload[]>('data')).toMatchObject([
    { shop_id: webStore },
  ])
  await untilCodes(id, ['uploaded', 'uploaded'])
})

it('what another person has just saved is not published unseen', async () => {
  const { id, version } = await writeTemplate('SEEN-1')
  const seen = { updated_at: version, shop_ids: [webStore] }
  // His change is saved while the request waits for it.
  const held = await lockRow(running.adminUrl, 'select from product_templates where id = $1 for update', [id])
  const saving = change(id, { package_weight: 2 })
  await held.waiting(1)
  const asked = publish(id, seen)
  await held.waiting(2)
  await held.release()
  expect((await saving).status).toBe(200)
  const refused = await asked
  expect([refused.status, refused.at('code')]).toEqual([409, 'changed_by_other'])
  expect(codesOf(await read(id))).toEqual(['not_uploaded', 'not_uploaded'])
  expect((await publish(id, { ...seen, updated_at: (await read(id)).version })).status).toBe(202)
})

it('a listing has what the ledger has left, also of a code in other letters or of a merged SKU', async () => {
  const skuOf = async (code: string): Promise<number> => {
    await publish((await writeTemplate(code)).id, { shop_ids: [webStore] })
    return until(`the SKU ${code}`, async () => {
      const found = await seller.call(`GET /sku-centers?keyword=${code}`)
      return found.at<{ id: number }[]>('data')[0]?.id
    })
  }
  const skuId = await skuOf('LEFT-1')
  const merged = await seller.call(`POST /sku-centers/${skuId}/merge`, { sku_ids: [await skuOf('LEFT-2')] })
  const lines = [{ sku_id: skuId, change: 2 - (merged.at<number | null>('data.available') ?? 0) }]
  const warehouse = (await seller.call('GET /warehouses')).at<number>('data.0.id')
  await seller.call('POST /stock-adjustments', { warehouse_id: warehouse, reason: 'Counted', lines })
  for (const code of ['left-1', ' Left-2 ']) {
    const { id } = await writeTemplate(code, { quantity: 50 })
    await publish(id, { shop_ids: [website] })
    const { uploads } = await untilCodes(id, ['uploaded', 'not_uploaded'])
    const listed = await askWebsite(uploads[0]?.channel_product_id)
    expect(listed).toMatchObject({ sku: code.trim(), stock_quantity: 2 })
  }
})

it('a disconnected shop is named before publishing, and the template is published without it', async () => {
  const { id, shops } = await writeTemplate('GONE-1')
  expect((await seller.call(`DELETE /shops/${webStore}`)).status).toBe(204)
  const problems = async () => (await seller.call(`GET /product-template/${id}/problems`)).at('data')
  expect(await problems()).toMatchObject([{ path: 'shop_id', rule: 'connected', shop_id: webStore }])
  expect((await publish(id)).status).toBe(422)
  const without = await change(id, { shop_ids: [website] })
  expect(without.at('data.shops')).toHaveLength(1)
  expect(await problems()).toEqual([])
  expect((await publish(id)).status).toBe(202)
  expect((await untilCodes(id, ['uploaded'])).status.code).toBe('uploaded')

  const both = { shop_ids: [website, webStore] }
  const refused = await change(id, both)
  expect([refused.status, refused.body]).toMatchObject([
    422,
    { invalid_fields: { 'shop_ids.1': expect.anything() as unknown } },
  ])
  await linkWebStore(running.sandbox.url, seller, 'hana-home')
  expect((await change(id, both)).at('data.shops')).toMatchObject(shops)
})

it('a price reaches a variant also if the shop has given it another code', async () => {
  const skus = ['RED', 'BLUE'].map((colour) => ({
    ...emptySku([colour]),
    seller_sku: `CODE-${colour}`,
    price: 19.9,
    quantity: 5,
  }))
  const { id } = await writeTemplate('CODE-1', {}, { variant_names: ['Colour'], skus })
  await publish(id, { shop_ids: [website] })
  const [listing] = (await untilCodes(id, ['uploaded', 'not_uploaded'])).uploads
  const variations = `${listing?.channel_product_id}/variations`
  type Variation = { id: number; sku: string; regular_price: string }
  const read = () => askWebsite<Variation[]>(variations)
  const red = (await read()).find(({ sku }) => sku === 'CODE-RED')
  await askWebsite(`${variations}/${red?.id}`, { sku: 'RED-BY-HAND' })
  await change(id, { skus: skus.map((sku) => ({ ...sku, price: 24.9 })) })
  await publish(id, { shop_ids: [website] })
  expect((await untilCodes(id, ['uploaded', 'not_uploaded'])).uploads[0]?.error).toBeNull()
  const priced = (await read()).map(({ sku, regular_price: price }) => [sku, Number(price)])
  expect(Object.fromEntries(priced)).toEqual({ 'CODE-BLUE': 24.9, 'RED-BY-HAND': 24.9 })
})

it('sends what the template has changed, and leaves what somebody has changed at the shop', async () => {
  const { id, shops } = await writeTemplate('HAND-1')
  const step = shops.find((one) => one.shop_id === website)
  await publish(id, { shop_ids: [website] })
  const [listing] = (await untilCodes(id, ['uploaded', 'not_uploaded'])).uploads
  const byHand = { name: 'A name given at the shop', regular_price: '31.50', description: '<p>By hand</p>' }
  await askWebsite(listing?.channel_product_id, byHand)
  const tree = await seller.call(`GET /categories?shop_id=${website}&tree=1`)
  const leaves = tree.at<{ id: string; is_leaf: boolean }[]>('data').filter((row) => row.is_leaf)
  const other = leaves.find((leaf) => leaf.id !== step?.platform_category_id)
  await seller.call(`PUT /shop-product-template/${step?.id}`, { platform_category_id: other?.id })
  const changed = await seller.call(`GET /shop-product-template/${step?.id}/differences`)
  expect(changed.at<{ field: string }[]>('data').map(({ field }) => field)).toEqual(['category'])
  expect((await publish(id, { shop_ids: [website] })).status).toBe(202)
  await untilCodes(id, ['uploaded', 'not_uploaded'])
  const now = await askWebsite<object>(listing?.channel_product_id)
  expect(now).toMatchObject({ ...byHand, categories: [{ id: Number(other?.id) }] })
})

it('counts a variant as the SKU that it is linked to, also where somebody linked it by hand', async () => {
  const { id } = await writeTemplate('LINK-1')
  await publish(id, { shop_ids: [website] })
  const [upload] = (await untilCodes(id, ['uploaded', 'not_uploaded'])).uploads
  const channelProductId = upload?.channel_product_id ?? null
  const warehouse = (await seller.call('GET /warehouses')).at<number>('data.0.id')
  const count = (skuId: number, change: number) =>
    seller.call('POST /stock-adjustments', {
      warehouse_id: warehouse,
      reason: 'Counted',
      lines: [{ sku_id: skuId, change }],
    })
  const sku = await until('the SKU LINK-1', async () => {
    const [found] = (await seller.call('GET /sku-centers?keyword=LINK-1')).at<{ id: number }[]>('data')
    return found?.id
  })
  const figure = async () => {
    const shop = { ownerId: seller.ownerId, shopId: website, channelProductId }
    const found = await running.db.read(seller.ownerId, (tx) => listFreeStock(tx, shop, ['LINK-1']))
    return found.get('LINK-1')?.stock
  }
  await count(sku, 5)
  const own = await figure()
  const variant = (await seller.call(`GET /sku-centers/${sku}`)).at<number>('data.listings.data.0.id')
  const other = { name: 'Another thing', prime_sku: 'OTHER-1', product_sku_ids: [variant], move: true }
  const made = await seller.call('POST /sku-centers', other)
  expect([made.status, made.body]).toEqual([201, expect.anything()])
  const before = (await figure()) ?? 0
  await count(made.at<number>('data.id'), 3)
  expect([await figure(), own]).toEqual([before + 3, expect.any(Number)])
  await count(sku, 50)
  expect(await figure()).toBe(before + 3)
})

it('a photo elsewhere that changed since the check is read again while its host does not answer, and is otherwise refused with the reason', async () => {
  const create = { width: 800, height: 800, channels: 3, background: '#336699' } as const
  const photo = await sharp({ create }).png().toBuffer()
  const asked: string[] = []
  const host = createServer(({ url = '', headers }, reply) => {
    // The check before publishing reads the beginning alone, and finds nothing wrong yet.
    if (headers.range) return reply.end(photo)
    asked.push(url)
    if (url === '/late' && asked.filter((one) => one === url).length < 3) reply.writeHead(503).end()
    else if (url === '/gone') reply.writeHead(404).end()
    else reply.end(url === '/large' ? Buffer.alloc(1_100_000) : url === '/text' ? 'No photo' : photo)
  }).listen(0)
  const { port } = host.address() as AddressInfo
  const ends: [string, string, string | null][] = []
  for (const path of ['late', 'gone', 'large', 'text']) {
    const images = [{ image_id: null, image_url: `http://127.0.0.1:${port}/${path}` }]
    const { id } = await writeTemplate(`PHOTO-${path}`, {}, { images })
    await publish(id, { shop_ids: [website] })
    const { error, upload_status: status } = await until(`the end of ${path}`, async () => {
      const [upload] = (await read(id)).uploads
      return upload && ['uploaded', 'failed'].includes(upload.upload_status.code) ? upload : undefined
    })
    ends.push([path, status.code, error])
  }
  host.close()
  expect(ends).toEqual([
    ['late', 'uploaded', null],
    ['gone', 'failed', expect.stringContaining(`127.0.0.1:${port}/gone`)],
    ['large', 'failed', 'The image must be 1 MB or smaller'],
    ['text', 'failed', 'Choose a PNG or JPEG image'],
  ])
})
