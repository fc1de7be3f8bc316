/** Imports of prices, stock and SKUs: what an export brings back, what is wrong with rows, the commit, and its undo. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestConsole, type Account, type TestConsole } from '../../../test/start-test-console.ts'
import { downloadPart, exportList } from '../../../test/steps/export-steps.ts'
import {
  checkFile,
  csvOf,
  problemsOf,
  runImport,
  take,
  upload,
  xlsxOf,
  type Sheet,
} from '../../../test/steps/import-steps.ts'
import { lockRow } from '../../../test/steps/row-lock.ts'
import { addShop } from '../../../test/steps/stored-orders.ts'
import { productOf, putProducts, skuOf } from '../../../test/steps/stored-products.ts'
import { connectors } from '../../../connectors/registry.ts'
import { createLog } from '../../log.ts'
import { countStock } from '../../stock/ledger/first-figure-store.ts'
import { createRunImport } from './run-import.ts'

let running: TestConsole
let seller: Account
let shops: [number, number]
let skuIds: number[]
let names = 0
const gifts = () => `Gifts ${names}`
const official = () => `Official ${names}`

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
})
afterAll(() => running?.stop())

const special = { price: 999, from: new Date('2026-05-01T00:00:10Z'), to: new Date('2099-05-08T15:59:59Z') }

/** Two shops: Lazada with three variants, of which one has a special price, and Shopee with one. */
beforeEach(async () => {
  seller = await running.signUp(`importer${++names}`)
  const { ownerId } = seller
  shops = [await addShop(running, ownerId, gifts(), 1), await addShop(running, ownerId, official(), 2)]
  skuIds = await putProducts(running, { ownerId, shopId: shops[0] }, [
    productOf({
      channelProductId: '9007199254740993001',
      name: '=1+1 Paper lantern',
      skus: [
        skuOf({ channelSkuId: '1', shopSku: 'a', sellerSku: '+LAMP-R', price: 1290, specialPrice: special }),
        skuOf({ channelSkuId: '2', shopSku: 'b', sellerSku: 'LAMP-B', price: 123_450 }),
        skuOf({ channelSkuId: '3', shopSku: 'c', sellerSku: '00012', price: 2000 }),
      ],
    }),
  ])
  await putProducts(running, { ownerId, shopId: shops[1] }, [
    productOf({
      channelProductId: '77',
      name: 'Paper lantern',
      skus: [skuOf({ shopSku: 'd', sellerSku: 'LAMP-B', price: 1500 })],
    }),
  ])
  const figures = skuIds.map((skuId, at) => ({ skuId, quantity: 10 + at }))
  await running.db.asOwner(ownerId, (tx) =>
    countStock(tx, { ownerId, shopId: shops[0] }, figures.slice(0, 2), new Date()),
  )
})

async function exported(
  call: Parameters<typeof exportList>[2],
  format: string,
  language = 'en',
): Promise<Buffer> {
  const entry = await exportList(running, seller, call, { query: `format=${format}`, language })
  return (await downloadPart(running, seller, entry.parts[0]?.url)).bytes
}

/** The sheet of an export as a spreadsheet writes it again after some cells were changed. */
async function edited(bytes: Buffer, change: (rows: Sheet) => void): Promise<Buffer> {
  const { readXlsx } = await import('hucre/xlsx')
  const { sheets } = await readXlsx(bytes)
  const rows = (sheets[0]?.rows ?? []) as Sheet
  change(rows)
  return xlsxOf(rows)
}

async function pricesOf(): Promise<Record<string, { price?: number; specialPrice?: unknown }>> {
  const { rows } = await running.db.asOwner(seller.ownerId, (tx) =>
    sql<{ code: string; after: { price?: number } }>`
      select k.shop_id || '/' || k.seller_sku as code, c.after from listing_changes c
      join product_skus k on k.owner_id = ${seller.ownerId} and k.id = c.variant_id
      where c.owner_id = ${seller.ownerId} order by c.id`.execute(tx),
  )
  return Object.fromEntries(rows.map(({ code, after }) => [code, after]))
}

async function stockOf(code: string): Promise<number | null> {
  const found = await seller.call(`GET /sku-centers?keyword=${encodeURIComponent(code)}`)
  return found.at('data.0.stock_total')
}

describe('an export that is imported again', () => {
  it.each([
    ['GET /products/export', 'csv', 'en'],
    ['GET /products/export', 'xlsx', 'vn'],
    ['GET /products/export', 'csv', 'jp'],
    ['GET /sku-centers/export', 'xlsx', 'en'],
    ['GET /sku-centers/export', 'csv', 'my'],
  ] as const)('changes nothing: %s as %s in %s', async (call, format, language) => {
    const entry = await checkFile(running, seller, await exported(call, format, language), `back.${format}`)
    expect(await problemsOf(seller, entry.id)).toEqual([])
    const rows = call === 'GET /products/export' ? 4 : 3
    expect(entry).toMatchObject({ status: 'checked', rows, summary: { change: 0, same: rows, error: 0 } })
    expect(entry.columns.filter(({ field }) => field !== null).length).toBeGreaterThan(3)
    expect(await take(running, seller, entry.id, 'commit')).toMatchObject({ status: 'done' })
    expect(await pricesOf()).toEqual({})
  })

  it('changes what was changed in Excel, and nothing else', async () => {
    const products = await edited(await exported('GET /products/export', 'xlsx'), (rows) => {
      const at = (heading: string) => rows[0]?.indexOf(heading) ?? -1
      const row = rows.find((cells) => cells[at('Seller SKU')] === '00012')
      if (row) row[at('Price')] = 21.5
    })
    const entry = await checkFile(running, seller, products, 'products.xlsx')
    expect(entry.summary).toMatchObject({ change: 1, same: 3, error: 0, fields: { price: 1 } })
    expect(entry.summary?.far_prices).toEqual({ rows: 0, first: [] })
    expect(await pricesOf()).toEqual({})
    const done = await take(running, seller, entry.id, 'commit')
    expect(done).toMatchObject({ status: 'done', summary: { done: 1, same: 3, left: 0 } })
    expect(await pricesOf()).toEqual({ [`${shops[0]}/00012`]: { price: 2150 } })
    const skus = await edited(await exported('GET /sku-centers/export', 'xlsx'), (rows) => {
      const at = (start: string) => rows[0]?.findIndex((heading) => String(heading).startsWith(start)) ?? -1
      const row = rows.find((cells) => cells[0] === 'LAMP-B')
      if (row)
        Object.assign(row, {
          [at('On hand, ')]: 25,
          [at('SKU name')]: 'Blue paper lantern',
          [at('Alert')]: 7,
          [at('Shelf')]: 'A-03-2',
        })
    })
    const second = await checkFile(running, seller, skus, 'skus.xlsx')
    expect(second.summary).toMatchObject({
      change: 1,
      fields: { on_hand: 1, sku_name: 1, bin: 1, threshold: 1 },
    })
    await take(running, seller, second.id, 'commit')
    const sku = (await seller.call(`GET /sku-centers/${skuIds[1]}`)).at('data')
    expect(sku).toMatchObject({
      name: 'Blue paper lantern',
      stock_total: 25,
      own_threshold: 7,
      bin: 'A-03-2',
    })
    const moved = await seller.call(`GET /stock-movements?sku_id=${skuIds[1]}`)
    expect(moved.at('data.0')).toMatchObject({ kind: 'adjust', on_hand_change: 14, reason: 'skus.xlsx' })
  })
})

it('warns of prices far off the present ones, by the rows of the file', async () => {
  const rows = [
    ['LAMP-B', gifts(), 617.24],
    ['00012', gifts(), 40.01],
    ['LAMP-B', official(), 30],
  ]
  const file = csvOf([['Seller SKU', 'Shop', 'Price'], ...rows])
  const { summary } = await checkFile(running, seller, file, 'prices.csv')
  expect(summary).toMatchObject({ change: 3, fields: { price: 3 }, far_prices: { rows: 2, first: [2, 3] } })
})

it('keeps what was sold since the export, except where its figure was changed', async () => {
  const file = await exported('GET /sku-centers/export', 'xlsx')
  const warehouseId = (await seller.call('GET /warehouses')).at<number>('data.0.id')
  const sold = {
    warehouse_id: warehouseId,
    reason: 'Sold at the door',
    lines: [{ sku_id: skuIds[1], change: -4 }],
  }
  expect((await seller.call('POST /stock-adjustments', sold)).status).toBe(201)
  const imported = async (heading: string, value: string | number) => {
    const sheet = await edited(file, (rows) => {
      const at = (start: string) => rows[0]?.findIndex((heading) => String(heading).startsWith(start)) ?? -1
      const row = rows.find((cells) => cells[0] === 'LAMP-B')
      if (row) row[at(heading)] = value
    })
    const entry = await checkFile(running, seller, sheet, 'skus.xlsx')
    expect(entry.summary).toMatchObject({ change: 1, error: 0 })
    await take(running, seller, entry.id, 'commit')
    const { stock_total: stock, bin } = (await seller.call(`GET /sku-centers/${skuIds[1]}`)).at<{
      stock_total: number
      bin: string | null
    }>('data')
    return { stock, bin }
  }
  expect(await imported('Shelf', 'B-07')).toEqual({ stock: 7, bin: 'B-07' })
  expect(await imported('On hand, ', 12)).toEqual({ stock: 12, bin: expect.anything() })
})

describe('the check', () => {
  it('names the column, the reason and the remedy of each row with an error', async () => {
    const entry = await checkFile(
      running,
      seller,
      csvOf([
        ['Seller SKU', 'Shop', 'Price', 'Special price', 'Special price from', 'Special price until', 'Stok'],
        ['LAMP-B', gifts(), '1.234', null, null, null, null],
        ['LAMP-B', gifts(), '12,90', null, null, null, null],
        ['00012', gifts(), '4,2O', null, null, null, '12 pcs'],
        ['NO-SUCH', gifts(), '5', null, null, null, null],
        ['LAMP-B', 'Nowhere', '5', null, null, null, null],
        ['LAMP-B', official(), null, '9,90', '2026-01-01', '2099-01-01', null],
        ['+LAMP-R', gifts(), '12.90', '5,90', null, null, '-3'],
        ['00012', gifts(), '20', null, null, null, null],
      ]),
    )
    const problems = (await problemsOf(seller, entry.id)).map(({ row, problems: [first] }) => [
      row,
      first?.heading,
      first?.message,
      first?.remedies,
    ])
    expect(problems).toEqual([
      [
        2,
        'Price',
        'Could be 1234 or 1,23. Enter the number without a separator for thousands.',
        ['1234', '1,23'],
      ],
      [3, null, 'Also in row 2, with other values', []],
      [4, 'Price', 'Not a number', ['4,20']],
      [5, 'Seller SKU', 'No SKU or listing has this code', []],
      [6, 'Shop', 'No shop has this name', []],
      [7, 'Special price', "Shopee product can't edit Discount price", []],
      [8, 'Special price', 'Enter more than half of the price', []],
      [9, null, 'Also in row 4, with other values', []],
    ])
    expect(entry.summary).toMatchObject({ error: 8, problems: { number: 2, unknown: 2, rule: 2, twice: 2 } })
    expect((await seller.call(`GET /imports/${entry.id}/rows?group=twice`)).at('data')).toHaveLength(2)
    const file = await downloadPart(running, seller, `/api/v2/imports/${entry.id}/bad-rows`)
    expect(file.bytes.toString()).toContain(`"NO-SUCH","${gifts()}","5"`)
    // Mended on the page; the rows of the same listing are checked against it.
    const mended = await seller.call(`PUT /imports/${entry.id}/rows/2`, { column: 2, value: '1234' })
    expect(mended.at('data.summary')).toMatchObject({ change: 1, error: 7 })
    expect((await seller.call(`PUT /imports/${entry.id}/rows/2`, { column: 2, value: '1' })).status).toBe(409)
    const done = await take(running, seller, entry.id, 'commit')
    expect(done.summary).toMatchObject({ done: 1, error: 7 })
    expect(await pricesOf()).toEqual({ [`${shops[0]}/LAMP-B`]: { price: 123_400 } })
  })

  it('guesses columns, takes others, and remembers them for files with these headings', async () => {
    const file = csvOf([
      ['Kod', 'Harga (RM)', 'Stok', 'Catatan'],
      ['LAMP-B', '15,50', '7', 'x'],
    ])
    const entry = await checkFile(running, seller, file)
    const warehouse = (await seller.call('GET /warehouses')).at<number>('data.0.id')
    expect(entry.columns.map(({ field, is_guess }) => [field, is_guess])).toEqual([
      // Prices are of listings, whose code it is then.
      ['seller_code', true],
      ['price', true],
      [`on_hand:${warehouse}`, true],
      [null, false],
    ])
    const bySku = { columns: ['sku_code', 'price', `on_hand:${warehouse}`, null] }
    expect((await seller.call(`PUT /imports/${entry.id}/columns`, bySku)).status).toBe(200)
    expect((await runImport(running, seller, entry.id)).summary).toMatchObject({ change: 0, error: 1 })
    expect((await problemsOf(seller, entry.id))[0]?.problems).toMatchObject([
      { code: 'price_without_listing', heading: 'Harga (RM)' },
    ])
    const columns = ['seller_code', 'price', `on_hand:${warehouse}`, null]
    expect((await seller.call(`PUT /imports/${entry.id}/columns`, { columns })).status).toBe(200)
    const again = await runImport(running, seller, entry.id)
    // The code is sold in two shops of one currency: both get the price.
    expect(again.summary).toMatchObject({ change: 1, fields: { price: 1, on_hand: 1 } })
    const other = await checkFile(running, seller, file)
    expect(other).toMatchObject({ is_remembered: true, summary: { change: 1 } })
    expect(other.columns.map(({ field }) => field)).toEqual(columns)
    for (const wrong of [
      ['seller_code'],
      ['price', 'price', null, null],
      [`on_hand:999999`, null, null, null],
    ])
      expect((await seller.call(`PUT /imports/${entry.id}/columns`, { columns: wrong })).status).toBe(422)
    await take(running, seller, other.id, 'commit')
    expect(await pricesOf()).toEqual({
      [`${shops[0]}/LAMP-B`]: { price: 1550 },
      [`${shops[1]}/LAMP-B`]: { price: 1550 },
    })
    expect(await stockOf('LAMP-B')).toBe(7)
  })

  it('refuses what is no spreadsheet with one sentence', async () => {
    const rule = async (bytes: Buffer) => (await upload(running, seller, bytes)).body.invalid_fields?.['file']
    expect(await rule(Buffer.from(''))).toBe('Choose a CSV or Excel file')
    expect(await rule(Buffer.from('Giá bán,Tên\n1,2\n', 'latin1'))).toContain('UTF-8')
    expect(await rule(Buffer.from('1,2\n3,4\n'))).toContain('no headings')
    expect(await rule(Buffer.from('Seller SKU,Price\n'))).toContain('no rows')
    expect(await rule(Buffer.from('PK\u0003\u0004 nothing'))).toContain('damaged')
    const bomb = await xlsxOf([['Seller SKU'], ['A']])
    const at = bomb.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]))
    bomb.writeUInt32LE(0x7fffffff, at + 24)
    expect(await rule(bomb)).toContain('unpacked')
  })

  it('gives its bad rows as a file with their problems, which is imported once it is mended', async () => {
    const entry = await checkFile(
      running,
      seller,
      csvOf([
        ['Seller SKU', 'Shop', 'Price'],
        ['+LAMP-R', gifts(), '1.234'],
        ['NO-SUCH', gifts(), '25'],
      ]),
    )
    const file = String((await seller.call(`GET /imports/${entry.id}/bad-rows`)).body)
    const ambiguous = 'Could be 1234 or 1,23. Enter the number without a separator for thousands.'
    expect(file.split('\r\n')).toEqual([
      '"Seller SKU","Shop","Price","Problem"',
      `"'+LAMP-R","${gifts()}","1.234","Price: ${ambiguous}"`,
      `"NO-SUCH","${gifts()}","25","Seller SKU: No SKU or listing has this code"`,
      '',
    ])
    const mended = Buffer.from(file.replace('1.234', '12.34').replace('NO-SUCH', '00012'))
    const again = await checkFile(running, seller, mended, 'bad-rows.csv')
    expect(again.columns.map(({ field }) => field)).toEqual(['seller_code', 'shop', 'price', null])
    expect(again.summary).toMatchObject({ change: 2, error: 0 })
    await take(running, seller, again.id, 'commit')
    expect(await pricesOf()).toEqual({
      [`${shops[0]}/+LAMP-R`]: { price: 1234 },
      [`${shops[0]}/00012`]: { price: 2500 },
    })
    // Within a day it could be undone.
    await running.db.asOwner(seller.ownerId, (tx) =>
      sql`update imports set ended_at = now() - interval '24 hours' where id = ${again.id}`.execute(tx),
    )
    expect((await seller.call(`POST /imports/${again.id}/undo`)).status).toBe(409)
    expect((await seller.call(`GET /imports/${again.id}`)).at('data.status')).toBe('done')
  })
})

describe('the commit', () => {
  it('goes on behind the last whole chunk after the worker has died', async () => {
    const { ownerId } = seller
    const codes = Array.from({ length: 600 }, (_, at) => `BULK-${String(at).padStart(4, '0')}`)
    // 30 products of 20 variants, one after another, as a sync brings them.
    for (let at = 0; at < codes.length; at += 20) {
      const skus = codes
        .slice(at, at + 20)
        .map((code, place) => skuOf({ channelSkuId: String(place), shopSku: code, sellerSku: code }))
      await putProducts(running, { ownerId, shopId: shops[0] }, [
        productOf({ channelProductId: `B${at}`, skus }),
      ])
    }
    const rows: Sheet = [
      ['SKU code', 'SKU name', 'Stock'],
      ...codes.map((code) => [code, `Bulk item ${code}`, '5']),
    ]
    const entry = await checkFile(running, seller, csvOf(rows))
    expect(entry.summary).toMatchObject({ change: 600, error: 0 })
    await seller.call(`POST /imports/${entry.id}/commit`)
    const stopped = AbortSignal.abort()
    const processed = []
    for (let turn = 0; turn < 3; turn++) {
      const channels = { connectorOf: (id: number) => connectors.find((one) => one.id === id) }
      const log = createLog('silent')
      const run = createRunImport({ db: running.db, channels, log, rowsPerChunk: 250 })
      await run({ ownerId, importId: entry.id }, { abortSignal: stopped })
      processed.push((await seller.call(`GET /imports/${entry.id}`)).at('data.processed'))
    }
    expect(processed).toEqual([250, 500, 600])
    expect(await runImport(running, seller, entry.id)).toMatchObject({
      status: 'done',
      summary: { done: 600 },
    })
    const { rows: sums } = await running.db.asOwner(ownerId, (tx) =>
      sql<{ pieces: number; documents: number; movements: number }>`
        select sum(on_hand_change)::int as pieces, count(distinct document)::int as documents, count(*)::int as movements
        from stock_movements where owner_id = ${ownerId} and document is not null`.execute(tx),
    )
    expect(sums).toEqual([{ pieces: 3000, documents: 1, movements: 600 }])
  })

  it('leaves the fields that a file lacks to somebody who edits them meanwhile', async () => {
    const rows: Sheet = [
      ['SKU code', 'Shelf'],
      ['LAMP-B', 'B-12'],
    ]
    const entry = await checkFile(running, seller, csvOf(rows))
    await seller.call(`POST /imports/${entry.id}/commit`)
    const row = await lockRow(running.adminUrl, 'select from skus where id = $1 for update', [skuIds[1]])
    const edit = seller.call(`PUT /sku-centers/${skuIds[1]}`, { name: 'A lantern of blue paper' })
    await row.waiting(1)
    const imported = runImport(running, seller, entry.id)
    await row.waiting(2)
    await row.release()
    expect([(await edit).status, (await imported).summary?.done]).toEqual([200, 1])
    const sku = await seller.call(`GET /sku-centers/${skuIds[1]}`)
    expect([sku.at('data.name'), sku.at('data.bin')]).toEqual(['A lantern of blue paper', 'B-12'])
    expect((await seller.call('GET /sku-centers?keyword=blue%20paper')).at('meta.pagination.total')).toBe(1)
  })

  it('links listings to other SKUs, and undoes all of it but what was changed since', async () => {
    const entry = await checkFile(
      running,
      seller,
      csvOf([
        ['Seller SKU', 'Shop', 'Price', 'SKU code', 'On hand', 'Alert level'],
        ['LAMP-B', gifts(), '999,50', null, '40', '3'],
        ['00012', gifts(), '25', 'LAMP-B', null, null],
        ['LAMP-B', official(), '16', null, null, null],
      ]),
    )
    expect(entry.summary).toMatchObject({ change: 3, error: 0 })
    const done = await take(running, seller, entry.id, 'commit')
    expect(done.summary).toMatchObject({ done: 3 })
    expect(done.undo_until).not.toBeNull()
    expect(await stockOf('LAMP-B')).toBe(40)
    const skuOfListing = async () => {
      const { rows } = await running.db.asOwner(seller.ownerId, (tx) =>
        sql<{ sku: number }>`select sku_id as sku from product_skus
          where owner_id = ${seller.ownerId} and seller_sku = '00012'`.execute(tx),
      )
      return rows[0]?.sku
    }
    expect(await skuOfListing()).toBe(skuIds[1])
    // Somebody asks for another price of one of them.
    const found = await seller.call(`GET /products/filter?shop_id=${shops[1]}`)
    const productId = found.at<number>('data.0.id')
    const detail = await seller.call(`GET /products/${productId}`)
    const variants = [{ id: detail.at<number>('data.product_skus.data.0.id'), price: 17 }]
    expect((await seller.call(`PUT /products/${productId}`, { variants })).status).toBe(202)
    const undone = await take(running, seller, entry.id, 'undo')
    expect(undone).toMatchObject({ status: 'undone', undo_until: null, summary: { undone: 2, left: 1 } })
    const [left] = await problemsOf(seller, entry.id)
    expect(left).toMatchObject({
      row: 4,
      subject: 'LAMP-B',
      problems: [{ message: 'Changed since the import' }],
    })
    expect(await pricesOf()).toEqual({
      [`${shops[0]}/LAMP-B`]: { price: 123_450 },
      [`${shops[0]}/00012`]: { price: 2000 },
      [`${shops[1]}/LAMP-B`]: { price: 1700 },
    })
    expect(await stockOf('LAMP-B')).toBe(11)
    expect(await skuOfListing()).toBe(skuIds[2])
    expect((await seller.call(`GET /sku-centers/${skuIds[1]}`)).at('data.own_threshold')).toBeNull()
    expect((await seller.call(`POST /imports/${entry.id}/undo`)).status).toBe(409)
  })
})

describe('a user', () => {
  it('imports only what the role allows and the shops that it sees', async () => {
    const staff = (email: string, role: 'operator' | 'manager' | 'viewer', shopIds: number[] = []) =>
      running.addStaff(seller.ownerId, { email: `${email}${names}@example.test`, name: email, role }, shopIds)
    const [operator, viewer, elsewhere] = [
      await staff('operator', 'operator'),
      await staff('viewer', 'viewer'),
      await staff('elsewhere', 'manager', [shops[1]]),
    ]
    const file = csvOf([
      ['Seller SKU', 'Price', 'Stock'],
      ['+LAMP-R', '13', '9'],
    ])
    expect((await upload(running, viewer, file)).status).toBe(403)
    const own = await checkFile(running, operator, file)
    expect(own.columns.map(({ field }) => field?.split(':')[0] ?? null)).toEqual([
      'seller_code',
      null,
      'on_hand',
    ])
    expect(own.summary).toMatchObject({ change: 1, fields: { on_hand: 1 } })
    const columns = ['seller_code', 'price', null]
    expect((await operator.call(`PUT /imports/${own.id}/columns`, { columns })).status).toBe(403)
    const other = await checkFile(running, elsewhere, file)
    expect(other.summary).toMatchObject({ change: 0, error: 1, problems: { unknown: 1 } })
    for (const call of ['GET', 'DELETE'])
      expect((await seller.call(`${call} /imports/${own.id}`)).status).toBe(404)
    expect((await operator.call(`DELETE /imports/${own.id}`)).status).toBe(200)
    expect((await operator.call('GET /imports')).at('data')).toEqual([])
  })

  it('looks at a new check first once he sees other shops', async () => {
    const someone = { email: `moved${names}@example.test`, role: 'manager' as const }
    const moved = await running.addStaff(seller.ownerId, someone, [shops[0]])
    const file = csvOf([
      ['Seller SKU', 'Price'],
      ['LAMP-B', '20'],
    ])
    const { id } = await checkFile(running, moved, file)
    const userId = (await moved.call('GET /users/me')).at<number>('data.id')
    expect((await seller.call(`PUT /users/${userId}`, { shop_ids: [shops[1]] })).status).toBe(200)
    const refused = await moved.call(`POST /imports/${id}/commit`)
    expect([refused.status, refused.at('code')]).toEqual([409, 'import_access_changed'])
    expect(await runImport(running, moved, id)).toMatchObject({ status: 'checked', summary: { change: 1 } })
    expect(await pricesOf()).toEqual({})
    await take(running, moved, id, 'commit')
    expect(await pricesOf()).toEqual({ [`${shops[1]}/LAMP-B`]: { price: 2000 } })
  })
})
