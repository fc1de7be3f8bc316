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
import { writeStoreTemplate } from '../../../test/steps/store-template.ts'

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
})
afterAll(async () => {
  host?.close()
  await running?.stop()
})

it('too small or gone are problems, and those that fit are published', async () => {
  const { id, skus, version } = await writeStoreTemplate(seller, [{ platformId: 4, shopId }], {
    images: [at('/700.webp'), at('/400.png'), at('/600.png?lost')],
    sku: { images: [at('/599.png')] },
  })

  const problems = async () =>
    (await seller.call(`GET /product-template/${id}/problems`)).at<{ path: string; message: string }[]>(
      'data',
    )
  expect(await problems()).toMatchObject([
    {
      path: 'images',
      message: 'Photo 2 is 400 × 400 pixels. It must be 600 to 5000 wide and high: replace it',
    },
    { path: 'images', message: 'Photo 3 is no longer at its address. Replace it' },
    {
      path: 'skus.0.images',
      message: 'Photo 1 is 599 × 599 pixels. It must be 600 to 5000 wide and high: replace it',
    },
  ])
  expect((await seller.call(`POST /product-template/${id}/upload-to-platform`, {})).status).toBe(422)

  repaired.add('/600.png?lost')
  const mended = await seller.call(`PUT /product-template/${id}`, {
    updated_at: version,
    images: [at('/700.webp'), at('/600.gif'), at('/600.png?lost')],
    skus: skus.map((sku) => ({ ...sku, images: [] })),
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
})
