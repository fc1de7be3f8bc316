/** Places of shops, as people who may see other shops alone meet them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestConsole, type Account, type TestConsole } from '../../test/start-test-console.ts'
import { exportList, readExport } from '../../test/steps/export-steps.ts'
import { addShop } from '../../test/steps/stored-orders.ts'
import { productOf, putProducts, skuOf } from '../../test/steps/stored-products.ts'

let running: TestConsole
let seller: Account
/** Sees the first shop alone. */
let member: Account
let shops: [number, number]
let skuId: number
let store: number
/** The second shop's. */
let till: number
let standard: number
let take: number

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('seller')
  const { ownerId } = seller
  shops = [await addShop(running, ownerId, 'Online'), await addShop(running, ownerId, 'Counter')]
  for (const shopId of shops) {
    const product = productOf({ channelProductId: '1', skus: [skuOf({ sellerSku: 'CUP' })] })
    const [id = 0] = await putProducts(running, { ownerId, shopId }, [product])
    skuId = id
  }
  const add = async (body: object) => (await seller.call('POST /warehouses', body)).at<number>('data.id')
  standard = (await seller.call('GET /warehouses')).at<number>('data.0.id')
  store = await add({ name: 'Store room' })
  till = await add({ name: 'Till of the counter', kind: 'physical', shop_id: shops[1] })
  expect((await seller.call(`PUT /shops/${shops[1]}`, { warehouse_id: till })).status).toBe(200)
  for (const id of [standard, store, till]) expect((await receive(seller, id)).status).toBe(201)
  take = (await seller.call('POST /stock-takes', { warehouse_id: till })).at<number>('data.id')
  const right = { email: 'member@example.test', role: 'manager' as const }
  member = await running.addStaff(ownerId, right, [shops[0]])
})
afterAll(() => running?.stop())

const receive = (account: Account, id: number) =>
  account.call('POST /stock-receipts', {
    warehouse_id: id,
    lines: [{ sku_id: skuId, quantity: 5 }],
  })
const adjust = (id: number) =>
  member.call('POST /stock-adjustments', {
    warehouse_id: id,
    lines: [{ sku_id: skuId, change: 1 }],
    reason: 'Found',
  })
const transfer = (from: number, to: number) =>
  member.call('POST /stock-transfers', {
    from_warehouse_id: from,
    to_warehouse_id: to,
    lines: [{ sku_id: skuId, quantity: 1 }],
  })

describe('the place of a shop that somebody may not see', () => {
  it('takes none of his pieces and gives him none', async () => {
    const tries = [
      await adjust(till),
      await transfer(store, till),
      await transfer(till, store),
      await receive(member, till),
      await member.call('POST /stock-takes', { warehouse_id: till }),
    ]
    expect(tries.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    const [onHand] = (await seller.call(`GET /sku-centers/${skuId}`))
      .at<{ warehouse_id: number; on_hand: number }[]>('data.warehouses.data')
      .filter(({ warehouse_id: id }) => id === till)
    expect(onHand).toMatchObject({ on_hand: 5 })
  })

  it('shows him none of its stock takes, and lets him count, book and cancel none', async () => {
    const list = await member.call('GET /stock-takes')
    expect(list.at('data')).toEqual([])
    expect(list.at<{ id: number }[]>('meta.warehouses').map(({ id }) => id)).toEqual([standard, store])
    const scans = [{ id: '0199b9a2-4f6e-7a31-8c5e-000000000001', sku_id: skuId, set: 9 }]
    const tries = [
      await member.call(`GET /stock-takes/${take}`),
      await member.call(`POST /stock-takes/${take}/scans`, { scans }),
      await member.call(`POST /stock-takes/${take}/book`, { updated_at: null }),
      await member.call(`DELETE /stock-takes/${take}`),
    ]
    expect(tries.map(({ status, body }) => [status, body])).toEqual(
      tries.map(() => [404, expect.objectContaining({ code: 'not_found' }) as object]),
    )
    expect((await seller.call(`GET /stock-takes/${take}`)).at('data.state')).toBe('open')
  })

  it('is in no list of his, no file and no choice', async () => {
    const list = await member.call('GET /warehouses')
    expect(list.at<{ id: number }[]>('data').map(({ id }) => id)).toEqual([standard, store])
    expect(list.at('meta.pagination.total')).toBe(2)
    const file = await exportList(running, member, 'GET /sku-centers/export', { query: 'format=csv' })
    const { rows } = await readExport(running, member, file)
    // On hand in all warehouses, then each that he may see as it stands and as it stood when the file was made.
    expect(Object.keys(rows[0] ?? {}).filter((head) => head.startsWith('On hand'))).toHaveLength(1 + 2 * 2)
    const productId = (await member.call('GET /products/filter')).at<number>('data.0.id')
    const answers = [
      await member.call('GET /imports/fields'),
      await member.call(`GET /stock-movements?sku_id=${skuId}`),
      await member.call(`GET /sku-centers/${skuId}`),
      await member.call(`GET /sku-centers/${skuId}/timeline`),
      await member.call(`GET /products/${productId}`),
      await member.call(`GET /products/locations/${productId}`),
    ]
    for (const answer of answers) {
      expect(answer.status).toBe(200)
      expect(JSON.stringify(answer.body)).toContain('Store room')
      expect(JSON.stringify([answer.body, rows])).not.toContain('Till of the counter')
    }
    // The pieces are the account's all the same.
    expect(answers[2]?.at('data.available')).toBe(15)
  })

  it('can neither be opened nor changed by him, nor be sold from', async () => {
    const area = { name: 'Mine', shop_ids: [shops[0]], regions: [], warehouse_ids: [till] }
    const tries = [
      await member.call(`GET /warehouses/${till}`),
      await member.call(`PUT /warehouses/${till}`, { priority: 3 }),
      await member.call(`DELETE /warehouses/${till}`),
      await member.call(`PUT /shops/${shops[0]}`, { warehouse_id: till }),
      await member.call('POST /sales-areas', area),
    ]
    expect(tries.map(({ status }) => status)).toEqual([404, 404, 404, 422, 422])
  })
})

it('is his as well once a shop of his sells from it', async () => {
  expect((await adjust(store)).status).toBe(201)
  expect((await seller.call(`PUT /shops/${shops[0]}`, { warehouse_id: till })).status).toBe(200)
  expect((await adjust(till)).status).toBe(201)
  expect((await member.call('GET /stock-takes')).at<object[]>('data')).toHaveLength(1)
  expect((await seller.call(`PUT /shops/${shops[0]}`, { warehouse_id: null })).status).toBe(200)
  const area = { name: 'Near', shop_ids: [shops[0]], regions: [], warehouse_ids: [till] }
  expect((await adjust(till)).status).toBe(404)
  expect((await seller.call('POST /sales-areas', area)).status).toBe(201)
  expect((await transfer(store, till)).status).toBe(201)
})
