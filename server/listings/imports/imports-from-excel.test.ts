/** Imports of files as Excel in Japan and Vietnam saves them: Shift_JIS, dates, thousands and signs of currencies. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestConsole, type Account, type TestConsole } from '../../../test/start-test-console.ts'
import {
  checkFile,
  csvOf,
  problemsOf,
  take,
  upload,
  xlsxOf,
  type Sheet,
} from '../../../test/steps/import-steps.ts'
import { addShop } from '../../../test/steps/stored-orders.ts'
import { productOf, putProducts, skuOf } from '../../../test/steps/stored-products.ts'

let running: TestConsole
let seller: Account
let names = 0
const blue = () => `青い店 ${names}`
const dong = () => `Cửa hàng ${names}`

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
})
afterAll(() => running?.stop())

/** A shop in yen whose cup has a special price, and one in dong. */
beforeEach(async () => {
  seller = await running.signUp(`excel${++names}`)
  const { ownerId } = seller
  const account = { timezone: 'Asia/Tokyo', currency: 'JPY' }
  expect((await seller.call('PUT /settings/account', account)).status).toBe(200)
  const special = { price: 980, from: new Date('2026-12-01T00:05:00Z'), to: new Date('2099-12-31T14:59:59Z') }
  const cup = skuOf({ shopSku: 'a', sellerSku: 'CUP', price: 1200, specialPrice: special })
  const lamp = skuOf({ channelSkuId: '2', shopSku: 'b', sellerSku: 'LAMP', price: 15_000 })
  await putProducts(running, { ownerId, shopId: await addShop(running, ownerId, blue(), 1) }, [
    productOf({ channelProductId: '1', currency: 'JPY', skus: [cup, lamp] }),
  ])
  await putProducts(running, { ownerId, shopId: await addShop(running, ownerId, dong(), 1) }, [
    productOf({
      channelProductId: '2',
      currency: 'VND',
      skus: [skuOf({ sellerSku: 'BOWL', price: 90_000 })],
    }),
  ])
})

async function pricesAsked(): Promise<Record<string, object>> {
  const { rows } = await running.db.asOwner(seller.ownerId, (tx) =>
    sql<{ code: string; after: object }>`
      select k.seller_sku as code, c.after from listing_changes c
      join product_skus k on k.owner_id = ${seller.ownerId} and k.id = c.variant_id
      where c.owner_id = ${seller.ownerId} order by c.id`.execute(tx),
  )
  return Object.fromEntries(rows.map(({ code, after }) => [code, after]))
}

const head = ['販売者SKU', 'ショップ', '価格', '特別価格', '特別価格の開始', '特別価格の終了']

/** The bytes of each sign that Shift_JIS has in two of them. */
const shiftJis = new Map<string, number[]>()
for (let lead = 0x81; lead < 0x98; lead++)
  for (let trail = 0x40; trail < 0xfd; trail++) {
    const bytes = [lead, trail]
    const sign = new TextDecoder('shift_jis').decode(Uint8Array.from(bytes))
    if (sign.length === 1) shiftJis.set(sign, bytes)
  }

const inShiftJis = (rows: Sheet) =>
  Buffer.from(
    Array.from(csvOf(rows).toString()).flatMap((sign) =>
      sign === '¥' ? [0x5c] : (shiftJis.get(sign) ?? [...Buffer.from(sign)]),
    ),
  )

it('takes a CSV in Shift_JIS, with its yen signs', async () => {
  const file = inShiftJis([head, ['CUP', blue(), '¥1,350', null, null, null]])
  const entry = await checkFile(running, seller, file)
  expect(entry.columns.map(({ field }) => field)).toEqual([
    'seller_code',
    'shop',
    'price',
    'special_price',
    'special_from',
    'special_to',
  ])
  expect(await problemsOf(seller, entry.id)).toEqual([])
  await take(running, seller, entry.id, 'commit')
  expect(await pricesAsked()).toEqual({ CUP: { price: 1350 } })
})

it('refuses a CSV in a Western encoding, whose accents are signs in Shift_JIS as well', async () => {
  const bytes = Buffer.from('Tên,Giá bán\r\nCà phê sữa,12\r\n'.replace('ữ', '?'), 'latin1')
  const answer = await upload(running, seller, bytes)
  expect([answer.status, Object.keys(answer.body.invalid_fields ?? {})]).toEqual([422, ['file']])
})

it('takes a CSV in UTF-16 with and without its mark, and names a photo as what it is', async () => {
  const text = csvOf([head, ['CUP', blue(), '1350', null, null, null]])
    .toString()
    .replace(/^\uFEFF/, '')
  const little = Buffer.from(text, 'utf16le')
  const big = Buffer.from(little).swap16()
  for (const bytes of [little, big, Buffer.from(`\uFEFF${text}`, 'utf16le')]) {
    const entry = await checkFile(running, seller, bytes)
    expect(entry.columns[0]).toMatchObject({ heading: '販売者SKU', sample: 'CUP' })
    expect(entry.summary).toMatchObject({ change: 1 })
  }
  const photo = Buffer.from('89504e470d0a1a0a0000000d49484452000005a0000003840802000000', 'hex')
  const refused = await upload(running, seller, photo)
  expect(refused.body.invalid_fields).toEqual({ file: expect.stringContaining('not a spreadsheet') })
})

it('reads dates as Excel in Japan writes those of an export, and a day without a format', async () => {
  const same = ['CUP', blue(), '1200', '980', '2026/12/1 9:05', '2099/12/31 23:59']
  const entry = await checkFile(running, seller, csvOf([head, same]))
  expect(await problemsOf(seller, entry.id)).toEqual([])
  expect(entry.summary).toMatchObject({ same: 1, change: 0, error: 0 })
  const file = await xlsxOf([head, ['LAMP', blue(), 15_000, 12_000, 73_018.5, '2099年12月31日']])
  const other = await checkFile(running, seller, file, 'prices.xlsx')
  expect(await problemsOf(seller, other.id)).toEqual([])
  await take(running, seller, other.id, 'commit')
  const specialPrice = { price: 12_000, from: '2099-11-29T03:00:00.000Z', to: '2099-12-30T15:00:00.000Z' }
  expect(await pricesAsked()).toEqual({ LAMP: { specialPrice } })
})

it('asks about dates that may be read either way, once another one of the file has its month first', async () => {
  const either = ['CUP', blue(), '1200', '980', '12/01/2026 09:05', '2099-12-31 23:59']
  const monthFirst = ['LAMP', blue(), '15000', '12000', '12/25/2098', '2099-12-31']
  const entry = await checkFile(running, seller, csvOf([head, either, monthFirst]))
  const remedies = ['2026-01-12 09:05', '2026-12-01 09:05']
  expect(await problemsOf(seller, entry.id)).toMatchObject([
    { problems: [{ message: expect.stringContaining('could be 2026-01-12 09:05 or 2026-12-01'), remedies }] },
    { problems: [{ message: 'Not a date. Enter it as 2026-12-31 23:59.' }] },
  ])
  // Alone it stands for what is written in Japan, Vietnam and Malaysia: the day first.
  const alone = await checkFile(running, seller, csvOf([head, either]))
  expect(await problemsOf(seller, alone.id)).toEqual([])
  expect(alone.summary).toMatchObject({ change: 1 })
})

it('takes marks of a currency without decimals for thousands, and leaves its signs out', async () => {
  const price = (code: string, shop: string, text: string) => [code, shop, text, null, null, null]
  const entry = await checkFile(
    running,
    seller,
    csvOf([
      head,
      price('CUP', blue(), '１，５００円'),
      price('LAMP', blue(), 'VND 20'),
      price('BOWL', dong(), '120.000 ₫'),
    ]),
  )
  expect(await problemsOf(seller, entry.id)).toMatchObject([{ row: 3, problems: [{ group: 'number' }] }])
  await take(running, seller, entry.id, 'commit')
  expect(await pricesAsked()).toEqual({ CUP: { price: 1500 }, BOWL: { price: 120_000 } })
})

it('finds the headings below a title, and the rows between blank ones', async () => {
  const rows: Sheet = [
    ['価格表 2026年11月', null, null, null, null, null],
    [],
    head,
    [],
    ['CUP', blue(), '１，３５０', null, null, null],
    ['', '　', null],
    ['BOWL', dong(), '95.000', null, null, null],
  ]
  for (const [file, name] of [
    [csvOf(rows), 'prices.csv'],
    [await xlsxOf(rows), 'prices.xlsx'],
  ] as const) {
    const entry = await checkFile(running, seller, file, name)
    expect(entry.columns[0]).toMatchObject({ heading: '販売者SKU', sample: 'CUP', field: 'seller_code' })
    expect(await problemsOf(seller, entry.id)).toEqual([])
    expect(entry).toMatchObject({ rows: 2, summary: { change: 2 } })
  }
})

it('takes a barcode whose first zero a spreadsheet has dropped, and none that it has rounded', async () => {
  const skuId = (await seller.call('GET /sku-centers?keyword=LAMP')).at<number>('data.0.id')
  const check = (barcode: string | number) => {
    const rows: Sheet = [
      ['SKU', 'Kod bar'],
      ['LAMP', barcode],
    ]
    return checkFile(running, seller, csvOf(rows), 'barcodes.csv')
  }
  for (const wrong of ['9,55187E+12', '9.55187e+12', 'x'.repeat(65)])
    expect((await check(wrong)).summary).toMatchObject({ change: 0, error: 1 })
  const found = async () =>
    (await seller.call('GET /sku-centers?keyword=036000291452')).at<number>('meta.pagination.total')
  const { id } = await check(36_000_291_452)
  await take(running, seller, id, 'commit')
  expect(await found()).toBe(1)
  expect((await check(36_000_291_452)).summary).toMatchObject({ change: 0, same: 1 })
  await take(running, seller, id, 'undo')
  expect(await found()).toBe(0)
  await seller.call(`PUT /sku-centers/${skuId}`, { barcode: '00412' })
  expect((await check(412)).summary).toMatchObject({ change: 0, same: 1 })
})
