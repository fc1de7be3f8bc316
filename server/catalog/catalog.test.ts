/** Categories and what they ask, read from the sandbox's marketplaces, kept, searched, mapped and forgotten. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  linkShop,
  startTestConsole,
  until,
  type Account,
  type TestConsole,
} from '../../test/start-test-console.ts'
import { addShop } from '../../test/steps/stored-orders.ts'
import { productOf, putProducts, skuOf } from '../../test/steps/stored-products.ts'
import { learnCategories } from './learn-categories.ts'
import { saveTree } from './category-tree-store.ts'
import { treeRows } from './tree-rows.ts'

type Row = { id: number; platform_category_id: string; name: string; path: string; is_leaf: boolean }

let running: TestConsole
let seller: Account
let lazada: number
let shopee: number
let tiktok: number

beforeAll(async () => {
  running = await startTestConsole()
  seller = await running.signUp('lister')
  lazada = await linkShop(running.sandbox.url, seller, 100190015, { code: 'lazada', id: 1 })
  shopee = await linkShop(running.sandbox.url, seller, 727720655)
  tiktok = await linkShop(running.sandbox.url, seller, '7494726673780148744', { code: 'tiktok', id: 5 })
  await until('the trees', async () => {
    const { rows } = await running.db.asOwner(seller.ownerId, (tx) =>
      sql<{ trees: number }>`select count(*)::int as trees from category_trees
        where owner_id = ${seller.ownerId} and fetched_at is not null`.execute(tx),
    )
    return rows[0]?.trees === 3
  })
})
afterAll(() => running?.stop())

const rowsOf = async (query: string, account = seller) =>
  (await account.call(`GET /categories/${query}`)).at<Row[]>('data')

async function leafOf(platform: string, shop: number, keyword: string): Promise<Row> {
  const [found] = await rowsOf(`${platform}?shop_id=${shop}&keyword=${encodeURIComponent(keyword)}`)
  if (!found) throw new Error(`no ${keyword} at ${platform}`)
  return found
}

async function setFaults(plan: object): Promise<void> {
  const reply = await fetch(`${running.sandbox.url}/_sandbox/faults`, {
    method: 'POST',
    body: JSON.stringify(plan),
  })
  if (!reply.ok) throw new Error(await reply.text())
}

describe('the tree of a channel', () => {
  it('is read when its shop is linked, and opens level by level or whole', async () => {
    const roots = await rowsOf(`shopee?shop_id=${shopee}`)
    expect(roots.map(({ name }) => name)).toContain('Home & Living')
    const home = roots.find(({ name }) => name === 'Home & Living')
    const below = await rowsOf(`shopee?shop_id=${shopee}&parent_id=${home?.platform_category_id}`)
    expect(below.map(({ name }) => name)).toEqual(['Gifts & Party', 'Kitchen & Dining', 'Decoration'])
    const whole = await seller.call(`GET /categories/lazada?shop_id=${lazada}&tree=1`)
    expect(whole.at<Row[]>('data').length).toBeGreaterThan(30)
    expect(whole.at('meta')).toEqual({ fetched_at: expect.any(String), failure: null })
  })

  it('is searched by the beginnings of words of the leaf and of what it is below', async () => {
    expect(await leafOf('tiktok', tiktok, 'mug')).toMatchObject({
      is_leaf: true,
      path: 'Home & Living > Kitchen & Dining > Cups & Mugs',
    })
    const found = await rowsOf(`shopee?shop_id=${shopee}&keyword=kitchen`)
    // Its own word first.
    expect(found[0]?.name).toBe('Kitchen Textiles')
    expect(found.map(({ name }) => name)).toContain('Kettles')
    // Two Latin letters are a whole word, and one sign of an unspaced script is enough.
    expect(await rowsOf(`shopee?shop_id=${shopee}&keyword=ki`)).toEqual([])
    expect(await rowsOf(`shopee?shop_id=${shopee}&keyword=%2B%2B`)).toEqual([])
  })

  it('is of one channel and of shops that the reader may see', async () => {
    expect((await seller.call(`GET /categories/shopee?shop_id=${lazada}`)).status).toBe(404)
    expect((await seller.call('GET /categories/nowhere')).status).toBe(404)
    const member = await running.addStaff(seller.ownerId, { email: 'one-shop@example.test', role: 'admin' }, [
      shopee,
    ])
    expect((await member.call(`GET /categories/lazada?shop_id=${lazada}`)).status).toBe(404)
    const mug = await leafOf('lazada', lazada, 'mug')
    expect((await member.call(`GET /categories/${mug.id}/attributes`)).status).toBe(404)
  })

  it('has 10,000 categories searched within 50 ms, in each language, accents or not', async () => {
    const big = await running.signUp('big')
    const shopId = await addShop(running, big.ownerId, 'Big', 2)
    const words = ['Lamp', 'Table', 'Garden', 'Dress', 'Phone', 'Kettle', 'Tea', 'Toy', 'Shoe', 'Bag']
    const rows = Array.from({ length: 10_000 }, (_, at) => ({
      channelCategoryId: String(at + 1),
      parentId: at < 10 ? null : String(Math.floor(at / 10)),
      name: `${words[at % 10]} ${words[Math.floor(at / 10) % 10]} ${at}`,
      isLeaf: at >= 1000,
      isDisabled: false,
    }))
    const key = { ownerId: big.ownerId, shopId }
    await running.db.asOwner(big.ownerId, async (tx) => {
      const { rows: owners } = await sql<{ number: number }>`
        select number from owners where owner_id = ${big.ownerId}`.execute(tx)
      const other = rows.map((row) => ({
        ...row,
        name: row.name.replace('Lamp', 'Đèn bàn').replace('Tea', 'お茶'),
      }))
      await saveTree(
        tx,
        key,
        treeRows(owners[0]?.number ?? 0, [
          ['en', rows],
          ['vn', other],
        ]),
        [],
      )
      await sql`analyze channel_categories`.execute(tx)
    })
    const times: number[] = []
    for (const keyword of ['lamp dress', 'đèn', 'den ban', '茶', 'kettle', 'bag toy', 'phone']) {
      const search = () => rowsOf(`shopee?shop_id=${shopId}&keyword=${encodeURIComponent(keyword)}`, big)
      const found = await search()
      // The quickest of some, as other tests share the machine.
      const tries: number[] = []
      for (let tried = 0; tried < 5; tried++) {
        const begun = performance.now()
        await search()
        tries.push(performance.now() - begun)
      }
      times.push(Math.min(...tries))
      expect(found.length).toBeGreaterThan(0)
      expect(found.length).toBeLessThanOrEqual(50)
    }
    expect(Math.max(...times)).toBeLessThan(50)
  })
})

describe('what a category asks', () => {
  it('names attributes, options and variants in the words of each channel', async () => {
    const gift = await leafOf('shopee', shopee, 'gift sets')
    const attributes = await seller.call(`GET /categories/${gift.id}/attributes`)
    const material = attributes.at<{ attribute_id: string; options: unknown }[]>('data')[0]
    expect(material).toMatchObject({
      name: 'Material',
      is_required: true,
      is_custom_allowed: true,
      input_type: 'select',
      options: {
        data: expect.arrayContaining([{ value_id: expect.any(Number), name: 'Wood', label: 'Wood' }]),
      },
    })
    const options = await seller.call(
      `GET /categories/${gift.id}/attributes/${material?.attribute_id}/options?keyword=wo&limit=5`,
    )
    expect(options.at('data')).toMatchObject([{ name: 'Wood' }])
    expect(options.at('meta.pagination.total')).toBe(1)
    const one = await seller.call(`GET /attributes/${material?.attribute_id}?category_id=${gift.id}`)
    expect(one.at('data.name')).toBe('Material')
    const mug = await leafOf('lazada', lazada, 'mug')
    const variants = await seller.call(`GET /categories/${mug.id}/variants`)
    expect(variants.at('data.0')).toMatchObject({
      id: 'color_family',
      options: expect.arrayContaining([{ id: null, name: 'Red' }]),
    })
    const text = await leafOf('tiktok', tiktok, 'mug')
    const values = await seller.call(`GET /categories/${text.id}/attributes`)
    expect(values.at('data.0.options.data.0.value_id')).toEqual(expect.any(String))
  })

  it('has the limits of the channel, and its courier services', async () => {
    const kettle = await leafOf('shopee', shopee, 'kettle')
    const rules = await seller.call(`GET /categories/${kettle.id}/rules`)
    expect(rules.at('data')).toMatchObject({ is_brand_required: true, is_package_size_required: true })
    expect(rules.at<unknown[]>('data.delivery_options').length).toBeGreaterThan(0)
  })

  it('finds brands by a part of their name, on whatever page of the channel they stand', async () => {
    for (const [platform, shop] of [
      ['shopee', shopee],
      ['lazada', lazada],
      ['tiktok', tiktok],
    ] as const) {
      const leaf = await leafOf(platform, shop, 'gift sets')
      const query = `shop_id=${shop}&category_id=${leaf.id}&keyword=LOTUS`
      const found = await seller.call(`GET /shop-product-template/search-brand?${query}`)
      const names = found.at<{ name: string }[]>('data').map(({ name }) => name)
      expect([platform, names.length > 5, names.every((name) => name.includes('Lotus'))]).toEqual([
        platform,
        true,
        true,
      ])
    }
  })

  it('is answered from what was kept when the channel is down, with its age', async () => {
    const tea = await leafOf('shopee', shopee, 'tea')
    await seller.call(`GET /categories/${tea.id}/attributes`)
    await setFaults({ path: '/api/v2/product', server_error: 1 })
    try {
      const day = new Date(Date.now() - 3 * 86_400_000)
      await running.db.asOwner(seller.ownerId, (tx) =>
        sql`update category_attributes set fetched_at = ${day} where owner_id = ${seller.ownerId}`.execute(
          tx,
        ),
      )
      const kept = await seller.call(`GET /categories/${tea.id}/attributes`)
      expect([kept.status, kept.at('meta.fetched_at')]).toEqual([200, day.toISOString()])
      const wine = await leafOf('shopee', shopee, 'biscuits')
      expect(await seller.call(`GET /categories/${wine.id}/attributes`)).toMatchObject({ status: 504 })
    } finally {
      await setFaults({})
    }
  })
})

describe('a category of ours', () => {
  it('is learned from listings of one SKU in several shops, and corrected by people', async () => {
    const { ownerId } = seller
    const mugs = {
      shopee: await leafOf('shopee', shopee, 'mug'),
      lazada: await leafOf('lazada', lazada, 'mug'),
      tiktok: await leafOf('tiktok', tiktok, 'mug'),
    }
    const places = [
      [shopee, mugs.shopee],
      [lazada, mugs.lazada],
    ] as const
    for (const [shopId, leaf] of places)
      await putProducts(running, { ownerId, shopId }, [
        productOf({
          channelProductId: `mug-${shopId}`,
          name: 'Enamel mug',
          channelCategoryId: leaf.platform_category_id,
          skus: [skuOf({ shopSku: `mug-${shopId}`, sellerSku: 'MUG-1' })],
        }),
      ])
    await running.db.asOwner(ownerId, (tx) => learnCategories(tx, ownerId))
    const own = (await seller.call('GET /categories?keyword=mug')).at<Row[]>('data')
    expect(own).toMatchObject([{ name: 'Cups & Mugs', is_leaf: true, platform_category_id: null }])
    const mapping = await seller.call(`GET /category-mapping?category_id=${own[0]?.id}`)
    expect(mapping.at('data')).toMatchObject({
      shopee: { platform_category_id: mugs.shopee.platform_category_id },
      lazada: { platform_category_id: mugs.lazada.platform_category_id, is_chosen: false },
      // Of the same name, and nothing else is known of it.
      tiktok: { platform_category_id: mugs.tiktok.platform_category_id, confidence: 0.4 },
    })

    const plates = await leafOf('tiktok', tiktok, 'plates')
    const chosen = await seller.call('POST /category-mapping', {
      category_id: mugs.shopee.id,
      shop_id: tiktok,
      platform_category_id: plates.platform_category_id,
    })
    expect(chosen.at('data.tiktok')).toMatchObject({
      platform_category_id: plates.platform_category_id,
      confidence: 1,
      is_chosen: true,
    })
    await running.db.asOwner(ownerId, (tx) => learnCategories(tx, ownerId))
    const again = await seller.call(`GET /categories/${mugs.lazada.id}/category-mapping`)
    expect(again.at('data.tiktok.platform_category_id')).toBe(plates.platform_category_id)
    const asked = await seller.call(`GET /categories/${own[0]?.id}/attributes/tiktok`)
    expect([asked.status, asked.at<unknown[]>('data').length > 0]).toEqual([200, true])
  })

  it('stands for leaves that the shop may list in, and nothing else', async () => {
    const [root] = await rowsOf(`tiktok?shop_id=${tiktok}`)
    const mug = await leafOf('shopee', shopee, 'mug')
    const refused = await seller.call('POST /category-mapping', {
      category_id: mug.id,
      shop_id: tiktok,
      platform_category_id: root?.platform_category_id,
    })
    expect([refused.status, refused.at('invalid_fields.platform_category_id')]).toEqual([
      422,
      expect.any(String),
    ])
  })
})

it('keeps nothing of a shop that is unlinked', async () => {
  expect((await seller.call(`DELETE /shops/${lazada}`)).status).toBe(204)
  const { rows } = await running.db.asOwner(seller.ownerId, (tx) =>
    sql<{ rows: number }>`select count(*)::int as rows from channel_categories
      where owner_id = ${seller.ownerId} and shop_id = ${lazada}`.execute(tx),
  )
  expect(rows[0]?.rows).toBe(0)
  expect((await seller.call(`GET /categories/lazada?shop_id=${lazada}`)).status).toBe(409)
})
