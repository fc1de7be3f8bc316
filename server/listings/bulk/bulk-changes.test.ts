/** Changes of many listings in one request: each row is checked alone, sent to its channel, and answered in the batch. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  linkShop,
  startTestConsole,
  until,
  type Account,
  type TestConsole,
} from '../../../test/start-test-console.ts'
import { lockRow } from '../../../test/steps/row-lock.ts'
import { trueListings } from '../../../test/steps/stock-truth.ts'

const channels = {
  shopee: { code: 'shopee', id: 2, shop: 727720655 },
  lazada: { code: 'lazada', id: 1, shop: 100190015 },
} as const
type Code = keyof typeof channels

type Row = {
  id: number
  product_id: number
  product_name: string
  shop_id: number
  seller_sku: string
  sku_id: number | null
  price: number
  threshold: number | null
  is_active: boolean
  is_pending: boolean
}
type Refusal = { variant_id: number | null; field: string; message: string }

let running: TestConsole
let seller: Account
let stranger: Account
let ofLazada: Account
const shops = new Map<Code, number>()

beforeAll(async () => {
  running = await startTestConsole()
  seller = await running.signUp('seller')
  stranger = await running.signUp('stranger')
  for (const code of ['shopee', 'lazada'] as const) {
    const { shop } = channels[code]
    for (const sku of ['CUP-1', 'CUP-2', 'CUP-3'])
      await running.control(
        'products',
        { shop_id: shop, sku, name: `A cup that holds ${sku}`, price: 2000, stock: 9 },
        code,
      )
    shops.set(code, await linkShop(running.sandbox.url, seller, shop, channels[code]))
  }
  ofLazada = await running.addStaff(
    seller.ownerId,
    { email: 'budi@example.test', name: 'Budi', role: 'catalogue' },
    [shops.get('lazada') ?? 0],
  )
  await until('all listings', async () => (await rows()).length === 6)
})
afterAll(() => running?.stop())

async function rows(who = seller, query = ''): Promise<Row[]> {
  const answer = await who.call(`GET /products/variants?keyword=CUP&limit=500${query}`)
  expect(answer.status).toBe(200)
  return answer.at<Row[]>('data')
}
const find = async (code: Code, sku: string): Promise<Row> => {
  const found = (await rows()).find((one) => one.shop_id === shops.get(code) && one.seller_sku === sku)
  if (!found) throw new Error(`no ${sku} of ${code}`)
  return found
}
const untilEnded = (id: number) =>
  until('the batch to end', async () => {
    const batch = await seller.call(`GET /products/change-batches/${id}`)
    return batch.at('data.open') === 0 && batch
  })

describe('the rows of a grid', () => {
  it('are those of the list, page by page, without one twice', async () => {
    const all = await rows()
    const seen: number[] = []
    let after: string | null = ''
    for (let pages = 0; after !== null && pages < 10; pages++) {
      const more: string = after && `&after=${encodeURIComponent(after)}`
      const answer = await seller.call(`GET /products/variants?keyword=CUP&limit=1${more}`)
      seen.push(...answer.at<Row[]>('data').map(({ id }) => id))
      after = answer.at('meta.next_after')
    }
    expect(seen).toEqual(all.map(({ id }) => id))
    const some = all.slice(0, 2).map(({ product_id: id }) => id)
    expect((await rows(seller, `&ids=${some.join(',')}`)).map((one) => one.product_id)).toEqual(some)
  })

  it('are those of the shops that the reader may see, and say what each shop locks', async () => {
    expect(new Set((await rows(ofLazada)).map(({ shop_id: id }) => id))).toEqual(
      new Set([shops.get('lazada')]),
    )
    expect(await rows(stranger)).toEqual([])
    const answer = await seller.call('GET /products/variants?keyword=CUP')
    const locks = new Map(
      answer
        .at<{ id: number; locks: Record<string, string | null> }[]>('meta.shops')
        .map((shop) => [shop.id, shop.locks]),
    )
    expect(locks.get(shops.get('lazada') ?? 0)).toEqual({ price: null, special_price: null, status: null })
    expect(locks.get(shops.get('shopee') ?? 0)).toEqual({
      price: null,
      special_price: "Shopee product can't edit Discount price",
      status: null,
    })
  })
})

describe('changes of many listings', () => {
  it('reach both shops, and the batch tells how each ended', async () => {
    const wanted = [
      await find('shopee', 'CUP-1'),
      await find('lazada', 'CUP-1'),
      await find('lazada', 'CUP-2'),
    ]
    const asked = await seller.call('POST /products/bulk-changes', {
      variants: wanted.map(({ id, price }) => ({ id, price: price + 1, was: { price } })),
      products: [{ id: wanted[2]?.product_id, status: 0 }],
    })
    expect([asked.status, asked.at('data.total'), asked.at('meta.refused')]).toEqual([202, 4, []])
    const ended = await untilEnded(asked.at('data.id'))
    expect([ended.at('data.done'), ended.at('data.failed')]).toEqual([4, 0])
    expect(
      ended
        .at<{ shop_id: number; done: number }[]>('data.shops')
        .map(({ done }) => done)
        .toSorted((a, b) => a - b),
    ).toEqual([1, 3])
    const listings = await trueListings(running.sandbox.url, 'lazada', channels.lazada.shop)
    expect(listings.find(({ sku }) => sku === 'CUP-2')?.status).toBe('unlisted')
    await until('the stored prices', async () => {
      const now = new Map((await rows()).map((row) => [row.id, row]))
      return wanted.every((row) => now.get(row.id)?.price === row.price + 1)
    })
    await until('the stored status', async () => !(await find('lazada', 'CUP-2')).is_active)
    await seller.call('POST /products/bulk-changes', { products: [{ id: wanted[2]?.product_id, status: 1 }] })
  })

  it('are refused one by one, and the rest are sent', async () => {
    const [good, special, stale] = [
      await find('shopee', 'CUP-3'),
      await find('shopee', 'CUP-2'),
      await find('lazada', 'CUP-3'),
    ]
    const dates = { from: '2026-01-01T00:00:00Z', to: '2099-01-01T00:00:00Z' }
    const asked = await seller.call('POST /products/bulk-changes', {
      variants: [
        { id: good.id, price: good.price + 2 },
        { id: special.id, special_price: { price: special.price - 1, ...dates } },
        { id: stale.id, price: 50, was: { price: stale.price + 9 } },
        { id: 999_999_999, price: 5 },
      ],
    })
    const refused = asked.at<Refusal[]>('meta.refused')
    expect(refused.map((one) => [one.variant_id, one.field])).toEqual([
      [special.id, 'special_price'],
      [stale.id, 'price'],
      [999_999_999, 'row'],
    ])
    expect(refused[0]?.message).toBe("Shopee product can't edit Discount price")
    expect(refused[2]?.message).toContain('you may no longer see its shop')
    const ended = await untilEnded(asked.at('data.id'))
    expect([ended.at('data.total'), ended.at('data.done')]).toEqual([1, 1])
  })

  it('are refused, and not left out, where another one of the field is sent while they are checked', async () => {
    const { id, product_id: productId } = await find('lazada', 'CUP-3')
    const { ownerId } = seller
    const asOwner = (statement: ReturnType<typeof sql>) =>
      running.db.asOwner(ownerId, (tx) => statement.execute(tx))
    const held = await lockRow(
      running.adminUrl,
      `insert into edit_versions (owner_id, subject, subject_id, version, changed_by) values ($1, 'product', $2, 1, 'Aiko')`,
      [ownerId, productId],
    )
    const asking = seller.call('POST /products/bulk-changes', { variants: [{ id, price: 31 }] })
    await held.waiting(1)
    await asOwner(sql`insert into listing_changes (owner_id, id, product_id, shop_id, variant_id, channel_product_id, kind, before,
        after, state, sent_at, requested_by, requested_by_name, requested_at, check_at)
      values (${ownerId}, 1, ${productId}, ${shops.get('lazada')}, ${id}, 'x', 'set_prices', '{}', '{"price": 1}', 'running', now(), 1,
        'Aiko', now(), now() + interval '1 hour')`)
    await held.release()
    const asked = await asking
    expect([asked.status, asked.at('data.total')]).toEqual([202, 0])
    expect(asked.at('meta.refused')).toMatchObject([
      { variant_id: id, field: 'row', message: expect.stringContaining('Aiko') as string },
    ])
    await asOwner(sql`delete from listing_changes where owner_id = ${ownerId} and id = 1`)
  })

  it('that ask for what stands already send nothing', async () => {
    const row = await find('lazada', 'CUP-3')
    const same = await seller.call('POST /products/bulk-changes', {
      variants: [{ id: row.id, price: row.price, threshold: row.threshold }],
      products: [{ id: row.product_id, status: 1 }],
    })
    expect([same.at('data.id'), same.at('data.total')]).toEqual([null, 0])
  })

  it('set the alert level of the SKU at once, for all listings of it', async () => {
    const row = await find('lazada', 'CUP-1')
    const asked = await seller.call('POST /products/bulk-changes', {
      variants: [{ id: row.id, threshold: 77 }],
    })
    expect([asked.at('meta.saved'), asked.at('data.total')]).toEqual([1, 0])
    const levels = (await rows()).filter(({ sku_id: id }) => id === row.sku_id)
    expect(levels.map(({ threshold }) => threshold)).toEqual(levels.map(() => 77))
  })

  it('need the right to each thing that they change, and a shop that the user may see', async () => {
    const [lazada, shopee] = [await find('lazada', 'CUP-1'), await find('shopee', 'CUP-1')]
    const ask = (who: Account, body: object) => who.call('POST /products/bulk-changes', body)
    const viewer = await running.addStaff(seller.ownerId, {
      email: 'v@example.test',
      name: 'V',
      role: 'viewer',
    })
    const pricer = await running.addStaff(seller.ownerId, {
      email: 'p@example.test',
      name: 'P',
      role: null,
      groupPermissions: ['products'],
      permissions: ['products.view', 'products.edit'],
    })
    const answers = await Promise.all([
      ask(viewer, { variants: [{ id: lazada.id, price: 9 }] }),
      ask(viewer, { variants: [{ id: lazada.id, threshold: 9 }] }),
      ask(pricer, { products: [{ id: lazada.product_id, status: 0 }] }),
      ask(ofLazada, { variants: [{ id: shopee.id, price: 9 }] }),
      ask(stranger, { variants: [{ id: shopee.id, price: 9 }] }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 404, 404])
    const asked = await ask(seller, { variants: [{ id: shopee.id, price: shopee.price + 1 }] })
    const batch = `GET /products/change-batches/${asked.at<number>('data.id')}`
    expect((await ofLazada.call(batch)).status).toBe(404)
    expect((await stranger.call(batch)).status).toBe(404)
    await untilEnded(asked.at('data.id'))
  })
  it('leave the alert level of a SKU that shops list which the user may not see', async () => {
    const { id, product_id: productId, sku_id: skuId } = await find('lazada', 'CUP-1')
    const before = (await find('lazada', 'CUP-1')).threshold
    const variants = [{ id, threshold: 3 }]
    const asked = await ofLazada.call('POST /products/bulk-changes', { variants })
    expect(asked.at('meta')).toMatchObject({ saved: 0, refused: [{ variant_id: id, field: 'threshold' }] })
    const edited = await ofLazada.call(`PUT /products/${productId}`, { variants })
    expect([edited.status, Object.keys(edited.at<object>('invalid_fields') ?? {})]).toEqual([
      422,
      ['variants.0.threshold'],
    ])
    expect((await find('lazada', 'CUP-1')).threshold).toBe(before)
    const listings = (await rows()).filter((one) => one.sku_id === skuId && one.id !== id)
    await seller.call(`DELETE /sku-centers/${skuId}/product/${listings[0]?.product_id}`)
    expect((await ofLazada.call(`PUT /products/${productId}`, { variants })).status).toBe(202)
    expect((await find('lazada', 'CUP-1')).threshold).toBe(3)
  })
})
