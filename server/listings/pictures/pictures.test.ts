/** Sides of main pictures at channels: read over the wire, once, from the first bytes; and the points that a small one takes. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestConsole, until, type Account, type TestConsole } from '../../../test/start-test-console.ts'
import { addShop } from '../../../test/steps/stored-orders.ts'
import { productOf, putProducts, skuOf } from '../../../test/steps/stored-products.ts'
import { readSides, sidesOf } from '../../images/picture-head.ts'
import { removeOldRows } from '../../retention/old-rows-store.ts'
import { createPublicFetch } from '../../syncs/public-fetch.ts'

let running: TestConsole
let seller: Account
let shopId: number
let host: Server
let address: string
const calls: { path: string; range: string | undefined }[] = []
let isDown = false
const large = Buffer.alloc(3_000_000)

const pictureOf = (side: number) =>
  sharp({ create: { width: side, height: side + 50, channels: 3, background: 'teal' } })

/** Pictures of a channel: `/400.png` is 400 pixels wide. A path that ends in `whole` knows no ranges, `private` redirects. */
async function answer(path: string): Promise<Buffer | undefined> {
  const [, side = '', type = ''] = /^\/(\d+)\.(png|jpeg|webp|gif)/.exec(path) ?? []
  if (side) return pictureOf(Number(side))[type as 'png']().toBuffer()
  return path === '/drawing.svg' ? Buffer.from('<svg width="10" height="10"/>') : undefined
}

beforeAll(async () => {
  host = createServer((request, response) => {
    const path = request.url ?? ''
    calls.push({ path, range: request.headers.range })
    void answer(path).then((bytes) => {
      if (isDown) return response.writeHead(503).end()
      if (path === '/private') return response.writeHead(302, { location: '/400.png' }).end()
      if (!bytes) return response.writeHead(404).end()
      const isWhole = path.endsWith('whole')
      response.writeHead(isWhole ? 200 : 206).end(isWhole ? Buffer.concat([bytes, large]) : bytes)
    })
  }).listen(0, '127.0.0.1')
  running = await startTestConsole()
  seller = await running.signUp('pictures')
  shopId = await addShop(running, seller.ownerId, 'Gifts', 2)
  address = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
})
afterAll(async () => {
  host?.close()
  await running?.stop()
})
beforeEach(() => {
  calls.length = 0
  isDown = false
})

const put = async (id: string, image: string, shop = shopId) => {
  const code = `${id}-code`
  const skus = [skuOf({ shopSku: code, sellerSku: code })]
  await putProducts(running, { ownerId: seller.ownerId, shopId: shop }, [
    productOf({ channelProductId: id, name: `Kettle ${id}`, images: [image, `${address}/9.png`], skus }),
  ])
  const found = await seller.call(`GET /products/filter?shop_id=${shop}&keyword=${id}`)
  return found.at<number>('data.0.id')
}
type Reason = { reason: string; points: number; path: string; values: object }
const smallOf = async (id: number) => {
  const reply = await seller.call(`GET /products/${id}`)
  return reply.at<Reason[]>('data.content_reasons').find(({ reason }) => reason === 'picture_small')
}
const queued = async () => {
  const { rows } = await running.db.pool.query<{ n: number }>(
    "select count(*)::int as n from graphile_worker.jobs where task_identifier = 'read-pictures' and run_at < now() + interval '1 minute'",
  )
  return rows[0]?.n
}

describe('the main picture of a listing', () => {
  it('is measured in the background, and takes points where the channel asks for more', async () => {
    const small = await put('small', `${address}/400.png`)
    await until('the reason', async () => (await smallOf(small)) !== undefined)
    expect(await smallOf(small)).toMatchObject({
      points: 4,
      path: 'images',
      values: { least: 600, side: 400 },
    })
    await until('the score of the list', async () => {
      const [page, list] = [
        await seller.call(`GET /products/${small}`),
        await seller.call(`GET /products/filter?shop_id=${shopId}&keyword=small`),
      ]
      return page.at('data.content_score') === list.at('data.0.content_score')
    })
    // The same address in another shop is not read again, and its channel asks for less.
    const lazada = await addShop(running, seller.ownerId, 'Official', 1)
    const other = await put('same', `${address}/400.png`, lazada)
    const enough = await put('enough', `${address}/700.jpeg`)
    await until('the job', async () => (await queued()) === 0 && calls.length === 2)
    expect([await smallOf(other), await smallOf(enough)]).toEqual([undefined, undefined])
    expect(calls.map(({ path, range }) => [path, range])).toEqual([
      ['/400.png', 'bytes=0-262143'],
      ['/700.jpeg', 'bytes=0-262143'],
    ])
    // Another report of the channel keeps what is known.
    await put('small', `${address}/400.png`)
    expect(await smallOf(small)).toBeDefined()
    expect(calls).toHaveLength(2)
    const mended = await put('small', `${address}/800.webp`)
    expect(await smallOf(mended)).toBeUndefined()
  })

  it('is asked for again an hour after its host was down, and forgotten once nobody shows it', async () => {
    const waiting = () =>
      running.db.asOwner(seller.ownerId, async (tx) => {
        const { rows } = await sql<{
          tries: number
          due: Date
        }>`select tries, due_at as due from unread_pictures
          where owner_id = ${seller.ownerId}`.execute(tx)
        return rows[0]
      })
    const sizes = () =>
      running.db.asOwner(seller.ownerId, async (tx) => {
        await removeOldRows(tx, seller.ownerId, new Date(Date.now() + 100 * 86_400_000))
        const { rows } = await sql<{ width: number }>`select width from picture_sizes
          where owner_id = ${seller.ownerId} order by width`.execute(tx)
        return rows.map(({ width }) => width)
      })
    await until('the pictures before', async () => (await sizes()).join() === '400,700,800')
    isDown = true
    const id = await put('down', `${address}/300.gif`)
    await until('the first try', async () => calls.some(({ path }) => path === '/300.gif'))
    await until('the next', async () => {
      const row = await waiting()
      return row?.tries === 1 && +row.due > Date.now() + 50 * 60_000
    })
    isDown = false
    expect(await smallOf(id)).toBeUndefined()
    await put('down', `${address}/320.gif`)
    await until('the new picture', async () => (await smallOf(id)) !== undefined)
    expect(await sizes()).toEqual([320, 400, 700, 800])
    await put('down', `${address}/900.png`)
    await until('the next picture', async () => (await sizes()).join() === '400,700,800,900')
    expect(await smallOf(id)).toBeUndefined()
  })
})

describe('the sides of a picture', () => {
  it.each(['png', 'jpeg', 'webp', 'gif'])('are read from the first bytes: %s', async (type) => {
    expect(await readSides(fetch, `${address}/640.${type}`)).toEqual({ width: 640, height: 690 })
    expect(await readSides(fetch, `${address}/640.${type}?whole`)).toEqual({ width: 640, height: 690 })
  })

  it('of WebP without losses and with a profile are read as well', async () => {
    const lossless = await pictureOf(333).webp({ lossless: true }).toBuffer()
    expect(await sidesOf(lossless.subarray(0, 64))).toEqual({ width: 333, height: 383 })
    const extended = await pictureOf(333).withMetadata().webp().toBuffer()
    expect(await sidesOf(extended.subarray(0, 64))).toEqual({ width: 333, height: 383 })
  })

  it('are none of a drawing, of what is not there, or of another kind of address', async () => {
    for (const path of [
      `${address}/drawing.svg`,
      `${address}/none`,
      `${address}/private`,
      'file:///etc/hosts',
      'x',
    ])
      expect(await readSides(fetch, path), path).toBeNull()
    expect(calls.filter(({ path }) => path === '/400.png')).toEqual([])
  })

  it('are not asked of private addresses', async () => {
    expect(await readSides(createPublicFetch(), `${address}/640.png`)).toBeUndefined()
    expect(calls).toEqual([])
  })
})
