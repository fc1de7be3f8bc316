/** Imports of costs: what a cell may hold, what an export brings back, the history, and the undo. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Reply } from '../../../contract/endpoints.ts'
import { startTestConsole, type Account, type TestConsole } from '../../../test/start-test-console.ts'
import { downloadPart, exportList } from '../../../test/steps/export-steps.ts'
import { checkFile, csvOf, problemsOf, take, xlsxOf } from '../../../test/steps/import-steps.ts'
import { addShop } from '../../../test/steps/stored-orders.ts'
import { productOf, putProducts, skuOf } from '../../../test/steps/stored-products.ts'

let running: TestConsole
let seller: Account
let shopId: number
let lamp: number
let cup: number
let runs = 0

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
})
afterAll(() => running?.stop())

beforeEach(async () => {
  seller = await running.signUp(`costs${++runs}`)
  shopId = await addShop(running, seller.ownerId, `Gifts ${runs}`, 1)
  const skus = ['LAMP', 'CUP'].map((code) => skuOf({ channelSkuId: code, shopSku: code, sellerSku: code }))
  const made = await putProducts(running, { ownerId: seller.ownerId, shopId }, [
    productOf({ channelProductId: '1', name: 'Lamp and cup', skus }),
  ])
  ;[lamp = 0, cup = 0] = made
})

const put = (id: number, body: object) => seller.call(`PUT /sku-centers/${id}`, body)
const costOf = async (id: number) => {
  const sku = await seller.call(`GET /sku-centers/${id}`)
  return [sku.at('data.cost_price'), sku.at('data.cost_currency')]
}
const historyOf = async (id: number) => {
  const reply = await seller.call(`GET /sku-centers/${id}/costs`)
  return reply
    .at<Reply<'GET /sku-centers/{id}/costs'>['data']>('data')
    .map(({ cost, reason }) => [cost, reason])
}
const receive = async (quantity: number, unitCost: number) => {
  const warehouse = (await seller.call('GET /warehouses')).at<number>('data.0.id')
  const lines = [{ sku_id: lamp, quantity, unit_cost: unitCost }]
  expect((await seller.call('POST /stock-receipts', { warehouse_id: warehouse, lines })).status).toBe(201)
}

it('brings costs in with their history, and an undo puts the earlier ones back', async () => {
  await put(lamp, { cost_price: 4.2, cost_reason: 'First supplier' })
  const file = csvOf([
    ['SKU', 'Giá vốn (RM)'],
    ['LAMP', '4,85'],
    ['CUP', '0'],
  ])
  const entry = await checkFile(running, seller, file, 'costs.csv')
  expect(entry).toMatchObject({ summary: { change: 2, error: 0, fields: { cost: 2 } } })
  expect(await costOf(lamp)).toEqual([4.2, 'MYR'])
  expect((await take(running, seller, entry.id, 'commit')).summary).toMatchObject({ done: 2 })
  expect([await costOf(lamp), await costOf(cup)]).toEqual([
    [4.85, 'MYR'],
    [0, 'MYR'],
  ])
  expect((await take(running, seller, entry.id, 'undo')).summary).toMatchObject({ undone: 2, left: 0 })
  expect([await costOf(lamp), await costOf(cup)]).toEqual([
    [4.2, 'MYR'],
    [null, 'MYR'],
  ])
  expect(await historyOf(lamp)).toEqual([
    [4.2, 'costs.csv'],
    [4.85, 'costs.csv'],
    [4.2, 'First supplier'],
  ])
})

it('leaves a cost that goods-in has changed since', async () => {
  await put(lamp, { cost_price: 4, cost_method: 'average' })
  const file = csvOf([
    ['SKU code', 'Cost'],
    ['LAMP', '5'],
    ['CUP', '1.5'],
  ])
  const entry = await checkFile(running, seller, file)
  await take(running, seller, entry.id, 'commit')
  await receive(10, 6)
  await receive(10, 7)
  expect((await take(running, seller, entry.id, 'undo')).summary).toMatchObject({ undone: 1, left: 1 })
  expect([await costOf(lamp), (await costOf(cup))[0]]).toEqual([[6.5, 'MYR'], null])
  expect(await problemsOf(seller, entry.id)).toMatchObject([
    { subject: 'LAMP', problems: [{ message: 'Changed since the import' }] },
  ])
})

it('changes nothing with an export that comes back, averages and other currencies included', async () => {
  await put(lamp, { cost_price: 4, cost_method: 'average' })
  await receive(2, 4)
  await receive(1, 5)
  expect(await costOf(lamp)).toEqual([4.33, 'MYR'])
  await put(cup, { cost_price: 0 })
  const isSame = async (format: string, language: string) => {
    const query = { query: `format=${format}`, language }
    const { parts } = await exportList(running, seller, 'GET /sku-centers/export', query)
    const { bytes } = await downloadPart(running, seller, parts[0]?.url)
    const entry = await checkFile(running, seller, bytes, `back.${format}`)
    expect(await problemsOf(seller, entry.id)).toEqual([])
    expect(entry.columns.map(({ field }) => field)).toEqual(expect.arrayContaining(['cost', 'cost_currency']))
    expect(entry.summary).toMatchObject({ change: 0, same: 2, error: 0 })
  }
  await isSame('csv', 'en')
  await isSame('xlsx', 'jp')
  const { status } = await seller.call('PUT /settings/account', { timezone: 'Asia/Tokyo', currency: 'JPY' })
  expect(status).toBe(200)
  await isSame('csv', 'vn')
})

it('names the cell of a cost that it cannot take', async () => {
  const file = csvOf([
    ['SKU code', 'Cost', 'Currency of the cost'],
    ['LAMP', '1.234', 'MYR'],
    ['CUP', '3,50', 'SGD'],
  ])
  const entry = await checkFile(running, seller, file)
  expect((await problemsOf(seller, entry.id)).map(({ problems }) => problems)).toMatchObject([
    [{ heading: 'Cost', code: 'ambiguous', group: 'number', remedies: ['1234', '1,23'] }],
    [{ heading: 'Currency of the cost', message: 'Enter the cost in MYR', remedies: ['MYR'] }],
  ])
  const rest = await xlsxOf([
    ['SKU code', 'Cost'],
    ['LAMP', 4.205],
    ['CUP', -1],
  ])
  const other = await checkFile(running, seller, rest, 'costs.xlsx')
  expect((await problemsOf(seller, other.id)).flatMap(({ problems }) => problems)).toMatchObject([
    { code: 'price_decimals' },
    { message: 'Cannot be below 0' },
  ])
  expect(await historyOf(lamp)).toEqual([])
})

it('is allowed to those who edit SKUs that their shops alone list', async () => {
  const other = await addShop(running, seller.ownerId, `Official ${runs}`, 2)
  await putProducts(running, { ownerId: seller.ownerId, shopId: other }, [
    productOf({ channelProductId: '2', name: 'Lamp', skus: [skuOf({ shopSku: 'x', sellerSku: 'LAMP' })] }),
  ])
  const file = csvOf([
    ['SKU code', 'Cost'],
    ['LAMP', '5'],
    ['CUP', '2'],
  ])
  const staff = (role: 'operator' | 'manager', shopIds: number[] = []) =>
    running.addStaff(seller.ownerId, { email: `${role}-costs${runs}@example.test`, role }, shopIds)
  const operator = await checkFile(running, await staff('operator'), file)
  expect(operator.columns.map(({ field }) => field)).toEqual(['sku_code', null])
  const manager = await staff('manager', [shopId])
  const entry = await checkFile(running, manager, file)
  expect(entry.summary).toMatchObject({ change: 1, error: 1 })
  expect((await problemsOf(manager, entry.id))[0]?.problems).toMatchObject([{ code: 'other_shops' }])
})
