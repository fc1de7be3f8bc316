/** Pictures that a template has from a listing elsewhere: what publishing would refuse is told before, from the pictures themselves. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  linkStore,
  startTestConsole,
  until,
  type Account,
  type TestConsole,
} from '../../../test/start-test-console.ts'

let running: TestConsole
let seller: Account
let shopId: number
let host: Server
let at: (path: string) => { image_id: null; image_url: string }
const repaired = new Set<string>()

/** `/700.webp` is 700 pixels wide and high. */
async function answer(path: string): Promise<Buffer | undefined> {
  const [, side = '', type = ''] = /^\/(\d+)\.(png|webp|gif)/.exec(path) ?? []
  if (!side || (path.includes('lost') && !repaired.has(path))) return undefined
  const picture = sharp({
    create: { width: Number(side), height: Number(side), channels: 3, background: 'teal' },
  })
  return picture[type as 'png']().toBuffer()
}

beforeAll(async () => {
  host = createServer((request, response) => {
    void answer(request.url ?? '').then((bytes) =>
      bytes ? response.writeHead(200).end(bytes) : response.writeHead(404).end(),
    )
  }).listen(0, '127.0.0.1')
  running = await startTestConsole()
  seller = await running.signUp('seller')
  shopId = await linkStore(running.sandbox.url, seller, 'aoi-gifts')
  const base = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  at = (path) => ({ image_id: null, image_url: base + path })
}, 60_000)
afterAll(async () => {
  host?.close()
  await running?.stop()
})

it('too small or gone are problems, and those that fit are published', async () => {
  const sku = {
    seller_sku: 'CLOTH',
    primaryUnitName: '',
    variants: [],
    price: 19.9,
    cost_price: null,
    special_price: null,
    special_date_from: '',
    special_date_to: '',
    quantity: 12,
    images: [at('/599.png')],
  }
  const made = await seller.call('POST /product-template', {
    platform_ids: [4],
    shop_ids: [shopId],
    name: 'Furoshiki cloth for wrapping gifts',
    long_description: `<p>${'Soft and strong cotton for gifts that are wrapped again and again. '.repeat(3)}</p>`,
    images: [at('/700.webp'), at('/400.png'), at('/600.png?lost')],
    skus: [sku],
    package_weight: 1,
    package_length: 30,
    package_width: 20,
    package_height: 5,
  })
  expect([made.status, made.body]).toEqual([201, expect.anything()])
  const id = made.at<number>('data.id')
  const [step] = made.at<{ id: number }[]>('data.shops')
  const tree = await seller.call(`GET /categories?shop_id=${shopId}&tree=1`)
  const leaf = tree.at<{ id: string; is_leaf: boolean }[]>('data').find((row) => row.is_leaf)
  const body = { platform_category_id: leaf?.id, updated_at: made.at('data.version') }
  const saved = await seller.call(`PUT /shop-product-template/${step?.id}`, body)

  const problems = async () =>
    (await seller.call(`GET /product-template/${id}/problems`)).at<{ path: string; message: string }[]>(
      'data',
    )
  expect(await problems()).toMatchObject([
    {
      path: 'images',
      message: 'Photo 2 is 400 × 400 pixels. It must be 600 to 5000 wide and high: replace it',
    },
    { path: 'images', message: 'There is no picture at the address of photo 3 any more. Replace it' },
    {
      path: 'skus.0.images',
      message: 'Photo 1 is 599 × 599 pixels. It must be 600 to 5000 wide and high: replace it',
    },
  ])
  expect((await seller.call(`POST /product-template/${id}/upload-to-platform`, {})).status).toBe(422)

  repaired.add('/600.png?lost')
  const mended = await seller.call(`PUT /product-template/${id}`, {
    updated_at: saved.at('data.version'),
    images: [at('/700.webp'), at('/600.gif'), at('/600.png?lost')],
    skus: [{ ...sku, images: [] }],
  })
  expect([mended.status, mended.body]).toEqual([200, expect.anything()])
  expect(await problems()).toEqual([])
  expect((await seller.call(`POST /product-template/${id}/upload-to-platform`, {})).status).toBe(202)
  await until('the upload', async () => {
    const [upload] = (await seller.call(`GET /product-template/${id}`)).at<
      { upload_status: { code: string }; error: string | null }[]
    >('data.uploads')
    expect(upload?.error ?? null).toBeNull()
    return upload?.upload_status.code === 'uploaded'
  })
}, 60_000)
