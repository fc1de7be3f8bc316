/** Categories, attributes and brands over real HTTP, from three marketplaces of the sandbox. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  linkShop,
  startTestConsole,
  until,
  type Account,
  type TestConsole,
} from '../../test/start-test-console.ts'
import { lockRow } from '../../test/steps/row-lock.ts'
import { addShop } from '../../test/steps/stored-orders.ts'
import { findCatalog, listCategories, saveCategories } from './category-store.ts'
import { findFact, saveFact } from './channel-facts-store.ts'

let running: TestConsole
let seller: Account
let stranger: Account
const shops: Record<string, number> = {}

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('seller')
  stranger = await running.signUp('stranger')
  const link = (code: string, id: number, shop: number | string) =>
    linkShop(running.sandbox.url, seller, shop, { code, id })
  shops['lazada'] = await link('lazada', 1, 100190015)
  shops['shopee'] = await link('shopee', 2, 727720655)
  shops['tiktok'] = await link('tiktok', 5, '7494726673780148744')
})
afterAll(() => running?.stop())

/** Characters of values that SKUs differ in. */
const longestValues: Record<string, number> = { tiktok: 20 }

type Row = { id: string; name: string; path: string; is_leaf: boolean; parent_id: string | null }
const query = (code: string) => (code === 'tiktok' ? `shop_ids=${shops[code]}` : `shop_id=${shops[code]}`)
const rowsOf = async (path: string) => (await seller.call(path)).at<Row[]>('data')
async function callsOf(): Promise<number> {
  const stats = (await (await fetch(`${running.sandbox.url}/_sandbox/stats`)).json()) as {
    calls: Record<string, { calls: number }>
  }
  return Object.values(stats.calls).reduce((sum, { calls }) => sum + calls, 0)
}
const age = (days: number) =>
  running.db.asOwner(seller.ownerId, (tx) =>
    sql`update channel_catalogs set fetched_at = now() - ${`${days} days`}::interval
      where owner_id = ${seller.ownerId}`.execute(tx),
  )

describe.each(['shopee', 'lazada', 'tiktok'])('categories of %s', (code) => {
  const list = `GET /categories/${code}?` as 'GET /categories?'

  it('come branch by branch, whole, and by words in any of their languages', async () => {
    const roots = await rowsOf(`${list}${query(code)}&lang=en`)
    expect(roots.length).toBeGreaterThan(1)
    expect(roots.every((row) => row.parent_id === null)).toBe(true)
    const parent = roots.find((row) => !row.is_leaf)
    const children = await rowsOf(`${list}${query(code)}&lang=en&parent_id=${parent?.id}`)
    expect(
      children.every((row) => row.parent_id === parent?.id && row.path.startsWith(`${parent?.name} › `)),
    ).toBe(true)
    const whole = await rowsOf(`${list}${query(code)}&lang=en&tree=1`)
    expect(whole.length).toBeGreaterThan(roots.length + children.length)
    const leaf = whole.find((row) => row.is_leaf && row.name === 'Gift Sets')
    const found = await rowsOf(`${list}${query(code)}&lang=en&keyword=gift sets`)
    expect(found.map((row) => row.id)).toContain(leaf?.id)
    expect(found.every((row) => row.is_leaf)).toBe(true)
    expect(await rowsOf(`${list}${query(code)}&lang=en&keyword=100%25`)).toEqual([])
  })

  it('are read by a person and by the daily job at once', async () => {
    const key = { ownerId: seller.ownerId, shopId: shops[code] ?? 0 }
    const category = {
      channelCategoryId: '1',
      parentId: null,
      name: 'Gifts',
      isLeaf: true,
      isDisabled: false,
    }
    const save = () => running.db.asOwner(key.ownerId, (tx) => saveCategories(tx, key, 'jp', [category]))
    await Promise.all([save(), save(), save()])
    expect((await rowsOf(`${list}${query(code)}&lang=jp`)).map(({ name }) => name)).toEqual(['Gifts'])
  })

  it('are asked of the channel once, and again behind an old answer', async () => {
    await rowsOf(`${list}${query(code)}&lang=en`)
    const before = await callsOf()
    await rowsOf(`${list}${query(code)}&lang=en`)
    expect(await callsOf()).toBe(before)
    await age(2)
    const old = await seller.call(`${list}${query(code)}&lang=en`)
    expect(Date.now() - Date.parse(old.at('meta.fetched_at'))).toBeGreaterThan(86_400_000)
    await until('the new answer', async () => {
      const now = await seller.call(`${list}${query(code)}&lang=en`)
      return Date.now() - Date.parse(now.at('meta.fetched_at')) < 60_000
    })
  })

  it('have attributes, variant axes, limits and brands', async () => {
    const [leaf] = await rowsOf(`${list}${query(code)}&lang=en&keyword=gift sets`)
    const shop = `shop_id=${shops[code]}&lang=en`
    const attributes = (await seller.call(`GET /categories/${leaf?.id}/attributes?${shop}`)).at<
      {
        attribute_id: string
        name: string
        is_required: boolean
        is_sale_prop: boolean
        max_length?: number
        options: { data: { name: string }[] }
      }[]
    >('data')
    const material = attributes.find(({ name }) => name === 'Material')
    expect(material).toMatchObject({ is_required: true, input_type: 'select' })
    const same = await seller.call(`GET /attributes/${code}?${shop}&category_id=${leaf?.id}`)
    expect(same.at('data')).toEqual(attributes)
    const ofSkus = attributes.find((one) => one.is_sale_prop)
    expect([ofSkus?.max_length, material?.max_length]).toEqual([longestValues[code], undefined])
    const place = `${shop}&location_id=1&category_id=${leaf?.id}`
    for (const path of ['/attributes/pos', `/categories/attributes/${code}`])
      expect((await seller.call(`GET ${path}?${place}`)).at('data')).toEqual(attributes)
    if (/^\d+$/.test(material?.attribute_id ?? ''))
      expect((await seller.call(`GET /attributes/${material?.attribute_id}?${place}`)).at('data')).toEqual(
        material,
      )
    for (const path of ['/attributes/options', '/categories/attributes/options'])
      expect(
        (await seller.call(`GET ${path}/${code}?${place}&attribute_id=${material?.attribute_id}`)).status,
      ).toBe(200)
    const options = await seller.call(
      `GET /categories/${leaf?.id}/attributes/${material?.attribute_id}/options?${shop}&keyword=cot`,
    )
    const [cotton, ...others] = options.at<{ name: string; value_id?: number | string }[]>('data')
    expect([cotton?.name, others]).toEqual(['Cotton', []])
    const kinds: Record<string, string> = { shopee: 'number', tiktok: 'string', lazada: 'undefined' }
    expect(typeof cotton?.value_id).toBe(kinds[code])
    for (const path of ['/variants', '/categories/variants'])
      expect((await seller.call(`GET ${path}/${code}?${place}`)).status).toBe(200)
    const rules = await seller.call(`GET /categories/${leaf?.id}/rules?shop_id=${shops[code]}`)
    expect(rules.at('data')).toMatchObject({ is_brand_required: expect.any(Boolean) as boolean })
    const brands = await seller.call(
      `GET /shop-product-template/search-brand?shop_id=${shops[code]}&category_id=${leaf?.id}&keyword=aoi`,
    )
    const names = brands.at<{ name: string }[]>('data').map(({ name }) => name)
    expect(names.length).toBeGreaterThan(0)
    expect(names.every((name) => /aoi/i.test(name))).toBe(true)
  })

  it('have more brands than a page holds, each on one page', async () => {
    const [leaf] = await rowsOf(`${list}${query(code)}&lang=en&keyword=gift sets`)
    const brandsOf = (more: string) =>
      seller.call(
        `GET /shop-product-template/search-brand?shop_id=${shops[code]}&category_id=${leaf?.id}&${more}`,
      )
    const ids: string[] = []
    for (let page = 1; ; page++) {
      const answer = await brandsOf(`page=${page}`)
      const { total, is_more: isMore } = answer.at<{ total: number; is_more?: true }>('meta.pagination')
      ids.push(...answer.at<{ id: string }[]>('data').map(({ id }) => id))
      if (!isMore && ids.length >= total) break
    }
    expect(ids.length).toBeGreaterThan(100)
    expect(new Set(ids).size).toBe(ids.length)
    const matching = await brandsOf('keyword=a&limit=100')
    expect(matching.at<unknown[]>('data')).toHaveLength(100)
  })

  it('are named where the product list is filtered by one', async () => {
    const [leaf] = await rowsOf(`${list}${query(code)}&lang=en&keyword=gift sets`)
    const nameOf = async (id: string | number | undefined, more = '') =>
      (await seller.call(`GET /products/filter?category_id=${id}${more}`)).at('meta.category_name')
    expect(await nameOf(leaf?.id)).toBe(leaf?.name)
    expect(await nameOf(leaf?.id, `&shop_id=${shops[code]}`)).toBe(leaf?.name)
    expect(await nameOf('none')).toBeNull()
    const foreign = await stranger.call(`GET /products/filter?category_id=${leaf?.id}`)
    expect(foreign.at('meta.category_name')).toBeNull()
  })

  it('are nobody else’s, and an unknown one is told in the channel’s words', async () => {
    expect((await stranger.call(`${list}${query(code)}`)).status).toBe(404)
    const unknown = await seller.call(`GET /categories/1/attributes?shop_id=${shops[code]}`)
    expect([unknown.status, unknown.at('code')]).toEqual([502, 'channel_refused'])
  })
})

it('finds categories by words in any language that the channel has told them in', async () => {
  const vietnam = await linkShop(running.sandbox.url, seller, 727720901, { code: 'shopee', id: 2 })
  const list = `GET /categories/shopee?shop_id=${vietnam}`
  const english = await rowsOf(`${list}&lang=en&tree=1`)
  const vietnamese = await rowsOf(`${list}&lang=vn&tree=1`)
  const one = vietnamese.find(
    ({ id, name, is_leaf: isLeaf }) => isLeaf && english.some((row) => row.id === id && row.name !== name),
  )
  const inEnglish = english.find((row) => row.id === one?.id)
  const found = await rowsOf(`${list}&lang=en&keyword=${encodeURIComponent(one?.name ?? '')}`)
  expect(found.map(({ id, name }) => [id, name])).toContainEqual([one?.id, inEnglish?.name])
})

it('lists categories that every chosen shop has', async () => {
  const of = async (ids: (number | undefined)[]) =>
    await seller.call(`GET /categories/tiktok?shop_ids=${ids.join()}&lang=en`)
  const alone = (await of([shops['tiktok']])).at<Row[]>('data')
  expect((await of([shops['tiktok'], shops['tiktok']])).at('data')).toEqual(alone)
  // Another channel has none of them, whichever comes first.
  expect((await of([shops['tiktok'], shops['shopee']])).at('data')).toEqual([])
  expect((await of([shops['tiktok'], 999_999])).status).toBe(404)
})

it('a channel that is down leaves the categories that are known', async () => {
  await rowsOf(`GET /categories/shopee?${query('shopee')}&lang=vn`)
  await age(3)
  const plan = { path: '/api/v2/product', error: 1 }
  await fetch(`${running.sandbox.url}/_sandbox/faults`, { method: 'POST', body: JSON.stringify(plan) })
  const known = await seller.call(`GET /categories/shopee?${query('shopee')}&lang=vn`)
  expect([known.status, known.at<Row[]>('data').length > 0]).toEqual([200, true])
  await fetch(`${running.sandbox.url}/_sandbox/faults`, { method: 'DELETE' })
})

it('a category of our own is added once by two who add it at one moment', async () => {
  // Both have looked for it when the first of them may write.
  const held = await lockRow(running.adminUrl, 'lock table own_categories in exclusive mode')
  const both = ['Lanterns', 'lanterns'].map((name) => seller.call('POST /categories', { name }))
  await held.waiting(2)
  await held.release()
  const [one, other] = await Promise.all(both)
  expect([one?.status, other?.status]).toEqual([201, 201])
  expect(other?.at('data.id')).toBe(one?.at('data.id'))
})

it('what channels tell is kept without characters that the database refuses', async () => {
  const place = { ownerId: stranger.ownerId, shopId: await addShop(running, stranger.ownerId, 'Odd', 2) }
  const category = { channelCategoryId: '1', parentId: null, isLeaf: true, isDisabled: false }
  const key = { kind: 'brands', key: '1', language: '' } as const
  const told = await running.db.asOwner(place.ownerId, async (tx) => {
    await saveCategories(tx, place, 'en', [{ ...category, name: 'Gift\0s \ud83d' }])
    await saveFact(tx, place, key, [{ channelBrandId: '1', name: 'Ho\0shi' }])
    const branch = { parentId: null, isWhole: true, keyword: null }
    return {
      at: await findCatalog(tx, place, 'en'),
      names: (await listCategories(tx, place, 'en', branch)).map(({ name }) => name),
      brands: (await findFact(tx, place, key))?.content,
    }
  })
  expect(told).toEqual({
    at: expect.any(Date) as Date,
    names: ['Gifts \ufffd'],
    brands: [{ channelBrandId: '1', name: 'Hoshi' }],
  })
})

it('categories of our own learn where they go', async () => {
  const made = await seller.call('POST /categories', { name: 'Gifts' })
  const again = await seller.call('POST /categories', { name: 'gifts' })
  const id = made.at<number>('data.id')
  expect(again.at('data.id')).toBe(id)
  const put = async (category: string, step?: number) => {
    const made =
      step ?? (await seller.call('POST /product-template', { platform_ids: [2] })).at('data.shops.0.id')
    const body = { category_id: id, platform_category_id: category, cate_name_en: `Path ${category}` }
    expect((await seller.call(`PUT /shop-product-template/${made}`, body)).status).toBe(200)
    return made
  }
  const first = await put('9')
  // Saved again it is no second choice, and what was chosen by mistake counts no more.
  for (const category of ['9', '7', '7']) await put(category, first)
  for (const category of ['8', '8', '8']) await put(category)
  const mapping = await seller.call(`GET /category-mapping?category_id=${id}`)
  expect(mapping.at('data')).toEqual({
    shopee: { platform_category_id: '8', path: 'Path 8', confidence: 0.75 },
    confidence: 0.75,
  })
  expect((await seller.call('GET /categories?keyword=gif')).at<Row[]>('data')).toMatchObject([{ id }])
})
