/** Imports of templates: rows of a product joined, what is wrong with them, the drafts, and their undo. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestConsole, type Account, type TestConsole } from '../../../../test/start-test-console.ts'
import { createCheckTemplates } from '../../../templates/check-templates.ts'
import {
  checkFile,
  csvOf,
  problemsOf,
  runImport,
  take,
  upload,
  xlsxOf,
} from '../../../../test/steps/import-steps.ts'
import { addShop } from '../../../../test/steps/stored-orders.ts'

let running: TestConsole
let seller: Account
let names = 0
const gifts = () => `Gifts, Penang ${names}`
const official = () => `Official ${names}`

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
})
afterAll(() => running?.stop())

beforeEach(async () => {
  seller = await running.signUp(`templates${++names}`)
  await addShop(running, seller.ownerId, gifts(), 1)
  await addShop(running, seller.ownerId, official(), 2)
})

const head = [
  'Product code',
  'Product name',
  'Photos',
  'Variation 1',
  'Option 1',
  'Seller SKU',
  'Price',
  'Quantity',
]
const photo = 'https://cdn.example/teapot.jpg'
const teapot = [
  ['TEAPOT', 'Stoneware teapot with strainer', photo, 'Colour', 'Red', 'TEA-R', '39,90', 20],
  ['teapot', null, null, null, 'Blue', 'TEA-B', '42', 7],
]
const check = (rows: Parameters<typeof csvOf>[0], name = 'templates.csv') =>
  checkFile(running, seller, csvOf(rows), name, 'templates')

type Made = {
  id: number
  name: string
  problem_count: number
  missing: { field: string; platform_ids: number[] }[]
}
const madeBy = async (importId: number) =>
  (await seller.call(`GET /product-template/of-import?import_id=${importId}`)).at<Made[]>('data')
const templateNames = async () =>
  (await seller.call('GET /product-template')).at<{ name: string }[]>('data').map(({ name }) => name)

describe('a file of products', () => {
  it('becomes a draft for each product, says what it lacks, and is undone', async () => {
    const cup = ['CUP', 'Cup', null, null, null, 'CUP-1', 9.5, 3]
    const entry = await check([head, ...teapot, cup])
    expect(await problemsOf(seller, entry.id)).toEqual([])
    expect(entry).toMatchObject({
      kind: 'templates',
      summary: { change: 3, fields: { template: 2, variant: 3 } },
    })
    expect(await templateNames()).toEqual([])
    const done = await take(running, seller, entry.id, 'commit')
    expect(done).toMatchObject({ status: 'done', summary: { done: 3, left: 0 } })
    const [first, second, ...others] = await madeBy(entry.id)
    expect(others).toEqual([])
    expect(second?.name).toBe('Cup')
    expect(first?.missing).toContainEqual({ field: 'platform_category_id', platform_ids: [1, 2], count: 2 })
    const detail = await seller.call(`GET /product-template/${first?.id}`)
    expect(detail.at('data')).toMatchObject({
      name: 'Stoneware teapot with strainer',
      product_sku: 'TEAPOT',
      images: [{ image_id: null, image_url: photo }],
      variant_names: ['Colour'],
      platform_ids: [1, 2],
      skus: [
        { variants: ['Red'], seller_sku: 'TEA-R', price: 39.9, quantity: 20 },
        { variants: ['Blue'], seller_sku: 'TEA-B', price: 42, quantity: 7 },
      ],
    })
    // The list of templates says so as well, once the job has looked.
    const ids = [first?.id, second?.id]
    const states = async () =>
      (await seller.call('GET /product-template'))
        .at<{ status: { code: string } }[]>('data')
        .map(({ status }) => status.code)
    await createCheckTemplates(running.db)({ ownerId: seller.ownerId, ids })
    expect(await states()).toEqual(['draft', 'draft'])
    // Somebody goes on with one of them.
    const change = { name: 'Cup of stoneware', updated_at: null }
    expect((await seller.call(`PUT /product-template/${second?.id}`, change)).status).toBe(200)
    const undone = await take(running, seller, entry.id, 'undo')
    expect(undone).toMatchObject({ status: 'undone', summary: { undone: 2, left: 1 } })
    expect(await templateNames()).toEqual(['Cup of stoneware'])
    expect(await problemsOf(seller, entry.id)).toMatchObject([
      { subject: 'CUP', problems: [{ message: 'The draft was changed or published since' }] },
    ])
  })

  it('goes into the categories of channels that its own category was put into before', async () => {
    const made = await seller.call('POST /categories', { name: 'Teaware' })
    const category = made.at<number>('data.id')
    const before = await seller.call('POST /product-template', { platform_ids: [2] })
    const step = `PUT /shop-product-template/${before.at<number>('data.shops.0.id')}`
    const put = { category_id: category, platform_category_id: '100637', cate_name_en: 'Home › Teapots' }
    expect((await seller.call(step, put)).status).toBe(200)
    const entry = await check([
      ['Product name', 'Own category'],
      ['Stoneware teapot', 'teaware'],
    ])
    await take(running, seller, entry.id, 'commit')
    const [draft] = await madeBy(entry.id)
    const { shops } = (await seller.call(`GET /product-template/${draft?.id}`)).at<{
      shops: { platform_id: number; platform_category_id: string; cate_name_en: string }[]
    }>('data')
    expect(shops.map((one) => [one.platform_id, one.platform_category_id, one.cate_name_en])).toEqual([
      [1, '', ''],
      [2, '100637', 'Home › Teapots'],
    ])
  })

  it('is known again by the headings of the file to download, in every language', async () => {
    for (const language of ['en', 'jp', 'vn', 'my']) {
      const reply = await fetch(`${running.url}/api/v2/imports/templates/example`, {
        headers: { authorization: `Bearer ${seller.token}`, 'x-localization': language },
      })
      expect(reply.headers.get('content-type')).toContain('spreadsheetml')
      const bytes = Buffer.from(await reply.arrayBuffer())
      const entry = await checkFile(running, seller, bytes, `${language}.xlsx`, 'templates')
      expect(entry.columns.filter(({ field, is_guess }) => field === null || is_guess)).toEqual([])
      expect(entry.summary).toMatchObject({ change: 2, error: 0, fields: { template: 1 } })
    }
  })

  it('takes each variant in order when the rows of products are mixed', async () => {
    const rows = Array.from({ length: 1200 }, (_, at) => [
      `P${at % 30}`,
      `Lantern of paper number ${at % 30}`,
      null,
      'Size',
      `S${Math.floor(at / 30)}`,
      `L-${at}`,
      5,
      1,
    ])
    const entry = await check([head, ...rows])
    expect(entry.summary).toMatchObject({ change: 1200, error: 0, fields: { template: 30 } })
    const done = await take(running, seller, entry.id, 'commit')
    expect(done.summary).toMatchObject({ done: 1200 })
    const found = await seller.call('GET /product-template?limit=100')
    expect(found.at<{ sku_count: number }[]>('data').map((one) => one.sku_count)).toEqual(Array(30).fill(40))
    const undone = await take(running, seller, entry.id, 'undo')
    expect(undone.summary).toMatchObject({ undone: 1200, left: 0 })
    expect(await templateNames()).toEqual([])
  })
})

describe('rows with errors', () => {
  it('are named, and no part of their product is imported until they are corrected', async () => {
    const entry = await check([
      [...head, 'Shops', 'Own category'],
      [
        'TEAPOT',
        'Stoneware teapot with strainer',
        photo,
        'Colour',
        'Red',
        'TEA-R',
        '1.234',
        20,
        official(),
        null,
      ],
      ['TEAPOT', 'Another name', null, null, 'Blue', 'TEA-B', '42', 7, null, null],
      ['TEAPOT', null, null, null, 'Green', 'TEA-G', '42', 7, null, null],
      ['CUP', 'Cup', 'teapot.jpg', null, null, 'CUP-1', 9.5, 3, 'No such shop', 'Nowhere'],
      [null, null, null, null, null, 'X', 9.5, 3, null, null],
      ['BOWL', 'Bowl', null, null, null, 'B-1', 3, 1, gifts(), null],
      ['BOWL', 'Bowl', null, null, null, 'B-2', 3, 1, gifts(), null],
      ['VASE', 'Vase', null, null, null, 'V-1', 3, 1, `${official()}; ${gifts()}`, null],
    ])
    expect(entry.summary).toMatchObject({ change: 1, error: 7 })
    const said = (await problemsOf(seller, entry.id)).map(({ row, problems }) => [
      row,
      ...problems.map(({ message }) => message),
    ])
    expect(said).toEqual([
      [2, 'Could be 1234 or 1,23. Enter the number without a separator for thousands.'],
      [3, 'Row 2 of this product has another value'],
      [4, 'Other rows of this product have errors'],
      [
        5,
        'Enter photo addresses that begin with https://, with a space between',
        'None of your own categories has this name',
        'No shop has this name',
      ],
      [6, 'Enter a product code or a product name'],
      [7, 'Other rows of this product have errors'],
      [8, 'The same variant as row 7'],
    ])
    const fix = (row: number, column: number, value: string) =>
      seller.call(`PUT /imports/${entry.id}/rows/${row}`, { column, value })
    expect((await fix(2, 6, '1234')).at('data.summary')).toMatchObject({ change: 1, error: 7 })
    expect((await fix(3, 1, '')).at('data.summary')).toMatchObject({ change: 4, error: 4 })
    // A code of its own makes a product of it.
    expect((await fix(8, 0, 'BOWL-2')).at('data.summary')).toMatchObject({ change: 6, error: 2 })
    const done = await take(running, seller, entry.id, 'commit')
    expect(done.summary).toMatchObject({ done: 6, error: 2, fields: { template: 4 } })
    const platforms = (await madeBy(entry.id)).map(({ name }) => name)
    expect(platforms).toEqual(['Stoneware teapot with strainer', 'Bowl', 'Bowl', 'Vase'])
    // The bad rows come as the same sheet.
    const bad = await seller.call(`GET /imports/${entry.id}/bad-rows`)
    expect(String(bad.body)).toContain('"CUP"')
    // The same file again would make them twice.
    const again = await check([head, ...teapot])
    expect(again.summary).toMatchObject({ change: 0, error: 2, problems: { twice: 2 } })
  })

  it('keep a product with more variants than a template takes', async () => {
    const rows = Array.from({ length: 102 }, (_, at) => [
      'P',
      'Lantern',
      null,
      'Size',
      `S${at}`,
      `L-${at}`,
      5,
      1,
    ])
    const entry = await check([head, ...rows])
    expect(entry.summary).toMatchObject({ change: 0, error: 102 })
  })
})

it('goes on behind the last whole chunk in another process', async () => {
  const rows = Array.from({ length: 600 }, (_, at) => [
    `P${at}`,
    `Lantern ${at}`,
    null,
    null,
    null,
    `L-${at}`,
    5,
    1,
  ])
  const entry = await check([head, ...rows])
  expect((await seller.call(`POST /imports/${entry.id}/commit`)).status).toBe(202)
  // Two workers at once, as when one was taken for dead.
  await Promise.all([runImport(running, seller, entry.id), runImport(running, seller, entry.id)])
  const found = await seller.call('GET /product-template?limit=1')
  expect(found.at('meta.pagination.total')).toBe(600)
})

it('needs the permission to edit products, and the columns are remembered', async () => {
  const email = `viewer${names}@example.test`
  const viewer = await running.addStaff(seller.ownerId, { email, name: 'Viewer', role: 'viewer' }, [])
  const file = await xlsxOf([
    ['Kod', 'Label'],
    ['A', 'Lantern'],
  ])
  expect((await upload(running, viewer, file, { kind: 'templates' })).status).toBe(403)
  const entry = await checkFile(running, seller, file, 'own.xlsx', 'templates')
  expect(entry.columns.map(({ field }) => field)).toEqual([null, null])
  const columns = ['product_key', 'template_name']
  expect((await seller.call(`PUT /imports/${entry.id}/columns`, { columns })).status).toBe(200)
  const wrong = await seller.call(`PUT /imports/${entry.id}/columns`, { columns: ['sku_code', null] })
  expect([409, 422]).toContain(wrong.status)
  const second = await checkFile(running, seller, file, 'own.xlsx', 'templates')
  expect(second).toMatchObject({ is_remembered: true, summary: { change: 1 } })
  expect(second.columns.map(({ field }) => field)).toEqual(columns)
})
