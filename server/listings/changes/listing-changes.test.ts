/** Changes of listings, from the request over the marketplace and back, over real HTTP against the emulated channels. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  linkShop,
  startTestConsole,
  until,
  type Account,
  type Answer,
  type TestConsole,
} from '../../../test/start-test-console.ts'
import { trueListings } from '../../../test/steps/stock-truth.ts'

const channels = {
  shopee: { code: 'shopee', id: 2, shop: 727720655, priceCall: '/api/v2/product/update_price' },
  lazada: { code: 'lazada', id: 1, shop: 100190015, priceCall: '/rest/product/price_quantity/update' },
  tiktok: { code: 'tiktok', id: 5, shop: '7494726673780148744', priceCall: '/product/202309/products' },
} as const
type Code = keyof typeof channels
const codes = Object.keys(channels) as Code[]

let running: TestConsole
let seller: Account
let colleague: Account
let stranger: Account
let elsewhere: Account

beforeAll(async () => {
  running = await startTestConsole()
  seller = await running.signUp('seller')
  stranger = await running.signUp('stranger')
  const { ownerId } = seller
  colleague = await running.addStaff(ownerId, { email: 'aisyah@example.test', name: 'Aisyah', role: 'admin' })
  const shops = new Map<Code, number>()
  for (const code of codes) {
    const { shop } = channels[code]
    const product = { shop_id: shop, sku: 'PEN-1', name: 'A pen that writes', price: 2000, stock: 9 }
    await running.control('products', product, code)
    await running.control('products', { ...product, sku: 'OLD-1', name: 'A pen that goes' }, code)
    shops.set(code, await linkShop(running.sandbox.url, seller, shop, channels[code]))
  }
  const lazada = shops.get('lazada') ?? 0
  elsewhere = await running.addStaff(ownerId, { email: 'budi@example.test', name: 'Budi', role: 'admin' }, [
    lazada,
  ])
})
afterAll(() => running?.stop())

async function find(
  code: Code,
  sku = 'PEN-1',
): Promise<{ id: number; variant: number; price: number; version: string | null }> {
  const brief = await until(`${sku} of ${code}`, async () => {
    const row = await rowOf(code, sku)
    return row as { id: number } | undefined
  })
  const detail = await seller.call(`GET /products/${brief.id}`)
  return {
    id: brief.id,
    variant: detail.at('data.product_skus.data.0.id'),
    price: detail.at('data.product_skus.data.0.product_sku_detail.price'),
    version: detail.at('data.version'),
  }
}

const rowOf = async (code: Code, sku = 'PEN-1') =>
  (await seller.call(`GET /products/filter?keyword=${sku}&platform_id=${channels[code].id}`)).at<object>(
    'data.0',
  )

const priceAtChannel = async (code: Code) => {
  const lines = await trueListings(running.sandbox.url, code, channels[code].shop)
  return lines.find(({ sku }) => sku === 'PEN-1')
}
const setPrice = (who: Account, id: number, variant: number, price: number, version?: string | null) =>
  who.call(`PUT /products/${id}`, {
    variants: [{ id: variant, price }],
    ...(version !== undefined && { updated_at: version }),
  })

const untilEnded = (id: number, change: number, state: string) =>
  until(`change ${change} to be ${state}`, async () => {
    const list = await seller.call(`GET /products/${id}/changes`)
    const found = list.at<{ id: number; state: string; message: string | null }[]>('data')
    return found.find((one) => one.id === change && one.state === state)
  })
const changeOf = (answer: Answer) => {
  expect([answer.status, answer.body]).toEqual([202, expect.anything()])
  return answer.at<number>('data.0.id')
}
/** Counts the calls for prices that the marketplace received. */
async function priceCallsOf(code: Code): Promise<number> {
  const stats = await (await fetch(`${running.sandbox.url}/_sandbox/stats`)).json()
  const calls = Object.entries((stats as { calls: Record<string, { calls: number }> }).calls)
  const { priceCall } = channels[code]
  const ofPrices = calls.filter(([path]) => path.startsWith(priceCall) && path.includes('price'))
  return ofPrices.reduce((sum, [, { calls }]) => sum + calls, 0)
}
async function faults(plan: object): Promise<void> {
  const reply = await fetch(`${running.sandbox.url}/_sandbox/faults`, {
    method: 'POST',
    body: JSON.stringify(plan),
  })
  expect(reply.status).toBe(200)
}

describe.each(codes)('a listing of %s', (code) => {
  it('gets a new price at the channel, and the store shows what the channel shows', async () => {
    const { id, variant, price } = await find(code)
    const change = changeOf(await setPrice(seller, id, variant, price + 3))
    await untilEnded(id, change, 'done')
    await until('the stored price', async () => (await find(code)).price === price + 3)
    expect((await seller.call(`GET /products/${id}`)).at('data.pending')).toBe(0)
    const same = await setPrice(seller, id, variant, price + 3)
    expect(same.at('data')).toEqual([])
  })

  it('is hidden and shown again', async () => {
    const { id } = await find(code)
    for (const status of [0, 1]) {
      const change = changeOf(await seller.call(`PATCH /products/${id}/status`, { status }))
      await untilEnded(id, change, 'done')
      await until('the stored status', async () => {
        const detail = await seller.call(`GET /products/${id}`)
        return detail.at('data.is_active') === (status === 1)
      })
      expect((await priceAtChannel(code))?.status).toBe(status === 1 ? 'listed' : 'unlisted')
    }
  })

  it('is read back after a lost answer, and nothing is sent twice', async () => {
    const { id, variant, price } = await find(code)
    const { priceCall } = channels[code]
    const before = await priceCallsOf(code)
    await faults({ path: priceCall, reset: 1, count: 1, method: 'POST' })
    const change = changeOf(await setPrice(seller, id, variant, price + 1))
    await untilEnded(id, change, 'done')
    await until('the stored price', async () => (await find(code)).price === price + 1)
    expect(await priceCallsOf(code)).toBe(before + 1)
  })
})

describe('a change', () => {
  it('is refused to somebody who read an older version, with the name of the other', async () => {
    const { id, variant, price, version } = await find('shopee')
    changeOf(await setPrice(colleague, id, variant, price + 2, version))
    const late = await setPrice(seller, id, variant, price + 4, version)
    expect([late.status, late.at('code'), late.at('message')]).toEqual([
      409,
      'changed_by_other',
      expect.stringContaining('Aisyah'),
    ])
    await until('the price', async () => (await find('shopee')).price === price + 2)
  })

  it('of another account or of another shop is not found', async () => {
    const { id, variant, price } = await find('shopee')
    const change = changeOf(await setPrice(seller, id, variant, price + 5))
    for (const who of [stranger, elsewhere]) {
      const answers = await Promise.all([
        setPrice(who, id, variant, 9),
        who.call(`PATCH /products/${id}/status`, { status: 0 }),
        who.call(`GET /products/${id}/changes`),
        who.call(`POST /products/changes/${change}/retry`),
        who.call(`DELETE /products/changes/${change}`),
      ])
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    }
    await untilEnded(id, change, 'done')
  })

  it('needs the right to what it changes', async () => {
    const { id, variant, price } = await find('shopee')
    const change = changeOf(await seller.call(`PATCH /products/${id}/status`, { status: 0 }))
    const staff = (name: string, right: 'products.view' | 'products.edit') =>
      running.addStaff(seller.ownerId, {
        email: `${name}@example.test`,
        name,
        role: null,
        groupPermissions: ['products'],
        permissions: ['products.view', right],
      })
    const [editor, viewer] = await Promise.all([
      staff('editor', 'products.edit'),
      staff('viewer', 'products.view'),
    ])
    const answers = await Promise.all([
      setPrice(viewer, id, variant, price + 8),
      editor.call(`PATCH /products/${id}/status`, { status: 0 }),
      editor.call(`POST /products/changes/${change}/retry`),
      editor.call(`DELETE /products/changes/${change}`),
    ])
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403])
    await untilEnded(id, change, 'done')
    await untilEnded(id, changeOf(await seller.call(`PATCH /products/${id}/status`, { status: 1 })), 'done')
  })

  it('sets a special price at Lazada, and takes it off, and leaves the price itself alone', async () => {
    const { id, variant, price } = await find('lazada')
    await untilEnded(id, changeOf(await setPrice(seller, id, variant, price + 2)), 'done')
    await until('the stored price', async () => (await find('lazada')).price === price + 2)
    // As if the price had not been read since: the one that was set counts, and stays.
    await running.db.asOwner(seller.ownerId, (tx) =>
      sql`update product_skus set price = price - 100 where id = ${variant}`.execute(tx),
    )
    const special = { price: price + 1.5, from: '2026-01-01T00:00:00Z', to: '2099-01-01T00:00:00Z' }
    for (const special_price of [special, null]) {
      const change = changeOf(
        await seller.call(`PUT /products/${id}`, { variants: [{ id: variant, special_price }] }),
      )
      await untilEnded(id, change, 'done')
      await until('the stored special price', async () => {
        const detail = await seller.call(`GET /products/${id}`)
        const shown = detail.at<{ price: number | null }>('data.product_skus.data.0.specific_price')
        return shown.price === (special_price?.price ?? null)
      })
    }
    expect((await find('lazada')).price).toBe(price + 2)
  })

  it('keeps to the rules of prices', async () => {
    const { id, variant } = await find('shopee')
    const special = { price: 15, from: '2026-01-01T00:00:00Z', to: '2099-01-01T00:00:00Z' }
    const put = async (code: Code, variant: object) => {
      const found = await find(code)
      const body = { variants: [{ id: found.variant, ...variant }] }
      return (await seller.call(`PUT /products/${found.id}`, body)).body
    }
    const text = JSON.stringify(await put('shopee', { special_price: special }))
    expect(text).toContain("Shopee product can't edit Discount price")
    const refused = await Promise.all([
      put('lazada', { price: 15, special_price: special }),
      put('lazada', { price: 30, special_price: special }),
      put('lazada', { price: 20, special_price: { ...special, from: '2099-02-01T00:00:00Z' } }),
      put('lazada', { price: 20, special_price: { ...special, to: '2026-02-01T00:00:00Z' } }),
      put('lazada', { price: 1.234 }),
      put('lazada', { price: '1.234' }),
    ])
    expect(refused).toEqual(refused.map(() => expect.objectContaining({ code: 'validation_failed' })))
    const twice = {
      variants: [
        { id: variant, price: 3 },
        { id: variant, price: 4 },
      ],
    }
    expect((await seller.call(`PUT /products/${id}`, twice)).status).toBe(422)
  })

  it('that the channel refuses shows its words until it is dismissed', async () => {
    const { id, variant, price } = await find('shopee', 'OLD-1')
    await running.control('products', { shop_id: channels.shopee.shop, sku: 'OLD-1', delete: true })
    const change = changeOf(await setPrice(seller, id, variant, price + 1))
    const { message } = await untilEnded(id, change, 'failed')
    expect(message).toBeTruthy()
    const refusal = () => seller.call(`GET /products/${id}`).then((detail) => detail.at('data.refusal'))
    expect(await refusal()).toBe(message)
    const listed = async () =>
      (await seller.call('GET /products/filter?refused=1&keyword=OLD-1')).at<unknown[]>('data').length
    await until('the product among the refused', async () => (await listed()) === 1)
    expect(await rowOf('shopee', 'OLD-1')).toMatchObject({ id, pending: 0, refusal: message })
    const again = await seller.call(`POST /products/changes/${change}/retry`)
    expect(again.status).toBe(202)
    await untilEnded(id, again.at('data.id'), 'failed')
    expect((await seller.call(`POST /products/changes/${change}/retry`)).status).toBe(409)
    expect((await seller.call(`DELETE /products/changes/${again.at<number>('data.id')}`)).status).toBe(204)
    expect(await refusal()).toBeNull()
    await until('no product among the refused', async () => (await listed()) === 0)
  })

  it('is undone while it is queued, and replaced by a later one of the same field', async () => {
    const { id, variant, price } = await find('shopee')
    await faults({ path: channels.shopee.priceCall, rate_limit: 1 })
    const change = changeOf(await setPrice(seller, id, variant, price + 6))
    const undone = () => seller.call(`DELETE /products/changes/${change}`)
    await untilEnded(id, change, 'queued')
    expect(await rowOf('shopee')).toMatchObject({ id, pending: 1, refusal: null })
    const later = await until('the change to be replaced', async () => {
      const answer = await setPrice(seller, id, variant, price + 7)
      return answer.status === 202 && answer
    })
    expect(later.at('data.0.id')).toBe(change)
    expect(later.at('data.0.after.price')).toBe(price + 7)
    await until('the change to be undone', async () => (await undone()).status === 204)
    await faults({})
    expect((await find('shopee')).price).toBe(price)
    expect((await seller.call(`GET /products/${id}`)).at('data.pending')).toBe(0)
  })
})
