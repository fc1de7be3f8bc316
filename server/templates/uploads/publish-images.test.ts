/** Pictures and their alternative texts, from the template to the stores that take them. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  linkStore,
  linkWebStore,
  startTestConsole,
  storeKeys,
  until,
  type Account,
  type TestConsole,
} from '../../../test/start-test-console.ts'
import { writeStoreTemplate } from '../../../test/steps/store-template.ts'
import { uploadPhoto } from '../../../test/steps/template-photo.ts'

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
  shop_id: number
  upload_status: { code: string }
  channel_product_id: string | null
  error: string | null
}

async function publish(id: number): Promise<Upload[]> {
  const asked = await seller.call(`POST /product-template/${id}/upload-to-platform`, {})
  expect([asked.status, asked.body]).toEqual([202, expect.anything()])
  return uploadsWhen(id, (codes) => codes.every((code) => code === 'uploaded' || code === 'failed'))
}

async function uploadsWhen(id: number, isSo: (codes: string[]) => boolean): Promise<Upload[]> {
  let uploads: Upload[] = []
  await until('the uploads', async () => {
    uploads = (await seller.call(`GET /product-template/${id}`)).at<Upload[]>('data.uploads')
    return isSo(uploads.map(({ upload_status: { code } }) => code))
  })
  return uploads
}

type StoreImage = { id: number; src: string; alt: string }
type StoreProduct = { short_description: string; images: StoreImage[] }

async function readInStore(productId: string): Promise<StoreProduct> {
  const keys = await storeKeys(running.sandbox.url, 'aoi-gifts')
  const authorization = `Basic ${btoa(`${keys.api_key}:${keys.api_secret}`)}`
  const reply = await fetch(`${keys.platform_url}/wp-json/wc/v3/products/${productId}`, {
    headers: { authorization },
  })
  return (await reply.json()) as StoreProduct
}

const imagesInStore = async (productId: string) => (await readInStore(productId)).images

const altsInStore = async (productId: string) => (await imagesInStore(productId)).map(({ alt }) => alt)

it('reach a store that takes them, and a later one makes that store alone outdated', async () => {
  const images = [
    await uploadPhoto(running, seller, '#224466'),
    await uploadPhoto(running, seller, '#aa4466'),
  ]
  const [front, back] = images
  const stores = [
    { platformId: 4, shopId: website },
    { platformId: 6, shopId: webStore },
  ]
  const { id, steps, version } = await writeStoreTemplate(seller, stores, {
    short_description: 'Folds to a bag',
    images: [{ ...front, alt: 'A blue cloth, folded' }, back],
    sku: { seller_sku: 'ALT-1' },
  })
  const first = await publish(id)
  expect(first.map(({ upload_status: { code }, error }) => [code, error])).toEqual([
    ['uploaded', null],
    ['uploaded', null],
  ])
  const product = first.find(({ shop_id: shop }) => shop === website)?.channel_product_id ?? ''
  expect(await altsInStore(product)).toEqual(['A blue cloth, folded', ''])
  expect((await readInStore(product)).short_description).toBe('Folds to a bag')

  const told = { ...back, alt: 'A red cloth around a box' }
  const changed = await seller.call(`PUT /product-template/${id}`, {
    updated_at: version,
    images: [front, told].map((one) => ({ alt: '', ...one })),
  })
  expect([changed.status, changed.body]).toEqual([200, expect.anything()])
  const outdated = changed.at<Upload[]>('data.uploads').map((one) => [one.shop_id, one.upload_status.code])
  expect(outdated).toEqual([
    [website, 'outdated'],
    [webStore, 'uploaded'],
  ])
  const step = steps.find((one) => one.shop_id === website)
  const differences = await seller.call(`GET /shop-product-template/${step?.id}/differences`)
  expect(differences.at('data')).toMatchObject([
    { field: 'alt_texts', uploaded: 'A blue cloth, folded', next: 'A red cloth around a box', is_sent: true },
  ])
  await publish(id)
  expect(await altsInStore(product)).toEqual(['', 'A red cloth around a box'])

  // Photos in another order, and one in place of another: both stores take them, and copy none that they have.
  const [blue, red] = await imagesInStore(product)
  const green = await uploadPhoto(running, seller, '#338844')
  const orders: [typeof images, (StoreImage | undefined)[]][] = [
    [[told, front] as typeof images, [red, blue]],
    [[told, green] as typeof images, [red, undefined]],
    [[front, told] as typeof images, [blue, red]],
  ]
  for (const [photos, kept] of orders) {
    const { body } = await seller.call(`GET /product-template/${id}`)
    await seller.call(`PUT /product-template/${id}`, {
      updated_at: (body as { data: { version: string } }).data.version,
      images: photos.map((one) => ({ alt: '', ...one })),
    })
    const changes = await seller.call(`GET /shop-product-template/${step?.id}/differences`)
    expect(changes.at<{ field: string }[]>('data').map(({ field }) => field)).toEqual(['images'])
    expect((await publish(id)).map(({ upload_status: { code }, error }) => [code, error])).toEqual([
      ['uploaded', null],
      ['uploaded', null],
    ])
    const ids = (await imagesInStore(product)).map((image) => image.id)
    expect(ids).toEqual(kept.map((image) => image?.id ?? expect.any(Number)))
    expect(new Set(ids).size).toBe(2)
  }

  const { body } = await seller.call(`GET /product-template/${id}`)
  await seller.call(`PUT /product-template/${id}`, {
    updated_at: (body as { data: { version: string } }).data.version,
    short_description: '',
  })
  await publish(id)
  expect((await readInStore(product)).short_description).toBe('')
})
