/** Products of the bench as the product would have kept them, and the rows that each case finds beside its bare statement. */
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../server/db/database.ts'
import { countingProducts, saveDerivedColumns } from '../server/listings/product-columns-store.ts'
import { saveStockLevels } from '../server/stock/ledger/stock-level-store.ts'
import { countingSkus, saveSkuShops } from '../server/skus/sku-columns-store.ts'
import { call, startTestConsole, type Account, type TestConsole } from '../test/start-test-console.ts'
import { openBenchServer, selectIn } from '../test/steps/bench-data.ts'
import { exportList, readExport } from '../test/steps/export-steps.ts'
import { csvOf, runImport, take, upload } from '../test/steps/import-steps.ts'
import { ledgerErrors } from '../test/steps/oracle.ts'
import { openBareAnswers, type BareAnswers } from './bare-answers.ts'
import { signIn } from './measure.ts'
import { firstPages, grownCases, productCases, type ProductCase } from './product-list-cases.ts'
import { copyFile, plainProductRows, sheetOf } from './product-files.ts'
import { benchPassword, bigOwnerEmail } from './seed-orders.ts'
import { madeBarcode, madeCode, madeName, seedProducts, type SeededProducts } from './seed-products.ts'

type Kept = { on_hand: number; moved: number }

const count = 2000
const byHand = 'bench_by_hand'
const server = openBenchServer()
let seeded: SeededProducts
let seller: TestConsole
let bare: BareAnswers
let token = ''
let cases: ProductCase[]

beforeAll(async () => {
  seeded = await seedProducts(server, count, () => {})
  const { database, ownerId, shopIds } = seeded
  // As long as nobody is connected.
  await server.create(byHand, database)
  seller = await startTestConsole({ databaseUrl: server.url(database), role: 'web' })
  token = await signIn(seller.url, bigOwnerEmail, benchPassword)
  bare = openBareAnswers(server.adminUrl(database), ownerId)
  const [owner] = await rowsOf<{ number: number }>('select number::int from owners where owner_id = $1', [
    ownerId,
  ])
  cases = [...Object.values(firstPages), ...productCases(owner?.number ?? 0, count, shopIds)]
})

afterAll(async () => {
  await bare.close()
  await seller.stop()
  await server.drop(seeded.database)
  await server.drop(byHand)
  await server.stop()
})

const rowsOf = <Row extends object>(text: string, values: unknown[] = []) =>
  selectIn<Row>(server, seeded.database, text, values)
const account = (): Account => ({
  ownerId: seeded.ownerId,
  token,
  call: (name, body, headers) =>
    call(seller.url, name, body, { authorization: `Bearer ${token}`, ...headers }),
})
const ask = (path: string) => account().call(`GET ${path.replace('/api/v2', '')}`)

describe('products of the bench', () => {
  it('are as many as were asked for, each with all that hangs on it', async () => {
    const tables = [
      'skus',
      'sku_search',
      'stock',
      'stock_movements',
      'products',
      'product_skus',
      'product_search',
    ]
    const counts = await rowsOf<Record<string, number>>(
      `select ${tables.map((table) => `(select count(*)::int from ${table}) as ${table}`).join(', ')}`,
    )
    const listings = count * seeded.shopIds.length
    expect(counts[0]).toEqual({
      skus: count,
      sku_search: count,
      stock: count,
      stock_movements: count,
      products: listings,
      product_skus: listings,
      product_search: listings,
    })
    expect(await rowsOf("select 1 from information_schema.tables where table_name = 'bench_made'")).toEqual(
      [],
    )
  })

  it('keep every figure as the product counts it', async () => {
    expect((await ledgerErrors(server.adminUrl(seeded.database))).stock).toEqual([])
    const db = openDatabase(server.url(seeded.database), { connections: 1 })
    const { ownerId } = seeded
    const tables = {
      product_counts: 'shop_id, status, stock_level, is_linked, has_refusal, products',
      sku_counts: 'shop_ids, stock_level, skus',
      products: 'id, price_min, price_max, stock_level, is_linked, has_refusal',
      skus: 'id, shop_ids, stock_level',
    }
    const kept = async () => {
      const lists = Object.entries(tables).map(async ([table, columns]) => {
        const rows = await rowsOf(`select ${columns} from ${table} order by ${columns}`)
        return [table, new Set(rows.map((row) => JSON.stringify(row)))] as const
      })
      return Promise.all(lists)
    }
    const before = await kept()
    await db.asOwner(ownerId, async (tx) => {
      const { rows: products } = await sql<{
        id: number
      }>`select id from products where owner_id = ${ownerId}`.execute(tx)
      const { rows: skus } = await sql<{
        id: number
      }>`select id from skus where owner_id = ${ownerId}`.execute(tx)
      const [productIds, skuIds] = [products.map(({ id }) => id), skus.map(({ id }) => id)]
      await countingSkus(tx, ownerId, skuIds, () => saveSkuShops(tx, ownerId, skuIds))
      await saveStockLevels(tx, ownerId)
      await countingProducts(tx, ownerId, productIds, () => saveDerivedColumns(tx, ownerId, productIds))
    })
    await db.close()
    const after = await kept()
    const others = before.map(([table, rows], at) => [
      table,
      [...rows.difference(after[at]?.[1] ?? new Set())].slice(0, 3),
    ])
    expect(Object.fromEntries(others)).toEqual({ product_counts: [], sku_counts: [], products: [], skus: [] })
    // Counting gives the same.
    const counted = await rowsOf(
      `select sum(products)::int as products, (select sum(skus)::int from sku_counts) as skus, (
         select count(*)::int from (select shop_id, status, coalesce(stock_level, -1), is_linked, has_refusal, count(*) from products group by 1, 2, 3, 4, 5
           except select shop_id, status, stock_level, is_linked, has_refusal, products from product_counts) d) as wrong
       from product_counts`,
    )
    expect(counted).toEqual([{ products: 5 * count, skus: count, wrong: 0 }])
  })

  it('have names, codes and barcodes of their own', () => {
    const all = Array.from({ length: count }, (_, at) => at)
    for (const made of [madeName, madeCode, madeBarcode]) expect(new Set(all.map(made)).size).toBe(count)
    const isEan = (digits: string) =>
      digits.split('').reduce((sum, digit, place) => sum + Number(digit) * (place % 2 ? 3 : 1), 0) % 10 === 0
    expect(all.map(madeBarcode).filter((digits) => digits.length !== 13 || !isEan(digits))).toEqual([])
  })
})

describe('a file of products', () => {
  it('has the lines of its bare query, with the same in each column', async () => {
    const entry = await exportList(seller, account(), 'GET /products/export')
    const { rows } = await readExport(seller, account(), entry)
    const plain = await rowsOf<Record<string, unknown>>(plainProductRows(seeded.ownerId))
    const text = (value: unknown) =>
      typeof value === 'string' || typeof value === 'number' ? String(value) : ''
    const linesOf = (lines: Record<string, unknown>[], columns: string[]) =>
      new Set(lines.map((line) => columns.map((column) => text(line[column])).join('|')))
    const shown = linesOf(rows, [
      'Seller SKU',
      'Product name',
      'Shop',
      'Channel product ID',
      'Channel variant ID',
      'Currency',
      'Stock in the shop',
      'SKU code',
      'Barcode',
    ])
    const expected = linesOf(plain, [
      'seller_sku',
      'name',
      'system_name',
      'channel_product_id',
      'channel_sku_id',
      'currency',
      'stock',
      'prime_sku',
      'barcode',
    ])
    expect([rows.length, shown.size]).toEqual([plain.length, 5 * count])
    expect([...shown.difference(expected)].slice(0, 3)).toEqual([])
    expect(
      rows.every((row, at) => Math.round(Number(row['Price']) * 100) === Number(plain[at]?.['price'])),
    ).toBe(true)
  })
})

describe('a case of products and SKUs', () => {
  it('finds the rows that its bare statement finds, and some', async () => {
    const [found, expected]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}]
    const empty: string[] = []
    for (const { name, paths, bare: statements } of cases) {
      for (const [at, path] of paths.slice(0, 2).entries()) {
        const rows = (await ask(path)).at<{ id: number }[] | object>('data')
        const ids = Array.isArray(rows) ? (rows as { id: number }[]).map(({ id }) => id) : [path]
        if (ids.length === 0) empty.push(name)
        if (statements.length === 0) continue
        expected[`${name}: ${path}`] = ids
        const byHand = JSON.parse((await bare.answer(statements[at] ?? '')) ?? '[]') as { id: number }[]
        found[`${name}: ${path}`] = byHand.map(({ id }) => id)
      }
      if (statements.length > 0) expect([name, statements.length]).toEqual([name, paths.length])
    }
    expect(found).toEqual(expected)
    expect(empty).toEqual([])
  })

  it('is grown under the name that it has', () => {
    const names = new Set(productCases(1, 200_000, seeded.shopIds).map(({ name }) => name))
    expect(grownCases.filter((name) => !names.has(name))).toEqual([])
    expect(names.size).toBe(productCases(1, 200_000, seeded.shopIds).length)
  })

  it.each([
    [2000, ['products, page 100', 'SKUs, page 100']],
    [
      20_000,
      [
        'products, page 100',
        'products, page 1,000',
        'products, page 5,000',
        'products, one status, page 1,000',
        'products, one shop, page 1,000',
        'SKUs, page 100',
        'SKUs, page 1,000',
      ],
    ],
  ])('lies within the data: far pages of %i SKUs', (skus, pages) => {
    const names = productCases(1, skus, seeded.shopIds).map(({ name }) => name)
    expect(names.filter((name) => name.includes(', page '))).toEqual(pages)
  })
})

// Last, as it changes what the others read.
describe('a file that changes SKUs', () => {
  it('leaves the stock, the thresholds and the levels that its bare statements leave', async () => {
    const sheet = sheetOf({ options: { skus: count } })
    const uploaded = await upload(
      seller,
      { token },
      csvOf([['SKU code', 'Alert level', 'On hand'], ...sheet]),
    )
    const { id } = uploaded.body.data
    await runImport(seller, account(), id)
    const columns = ['sku_code', 'threshold', `on_hand:${seeded.warehouseId}`]
    expect((await account().call(`PUT /imports/${id}/columns`, { columns })).status).toBe(200)
    expect((await runImport(seller, account(), id)).summary?.change).toBe(count)
    expect((await take(seller, account(), id, 'commit')).summary?.done).toBe(count)

    const file = join(tmpdir(), `bench-test-${process.pid}.csv`)
    writeFileSync(file, csvOf(sheet), { mode: 0o644 })
    try {
      const bare = await copyFile({ server }, { ...seeded, database: byHand }, file, count)
      expect([bare.rows, bare.checked > 0, bare.committed > 0]).toEqual([count, true, true])
    } finally {
      rmSync(file)
    }
    const left = `select s.id, s.low_stock_threshold, s.stock_level, t.on_hand, t.reserved,
        (select sum(m.on_hand_change)::int from stock_movements m where m.owner_id = s.owner_id and m.sku_id = s.id) as moved
      from skus s join stock t on t.owner_id = s.owner_id and t.sku_id = s.id order by s.id`
    const [product, bare] = [await rowsOf<Kept>(left), await selectIn<Kept>(server, byHand, left)]
    expect(bare).toEqual(product)
    expect(product.filter(({ on_hand: onHand, moved }) => onHand !== moved || onHand < 200)).toEqual([])
  })
})
