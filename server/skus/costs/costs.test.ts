/** Cost of a SKU: entered by people, averaged at goods-in, and its history. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Reply } from '../../../contract/endpoints.ts'
import type { Role } from '../../../model/permissions.ts'
import {
  addSku,
  count,
  keepTwoShops,
  run,
  running,
  sell,
  seller,
  shops,
  skuId,
} from '../../../test/steps/two-shops.ts'

type Costs = Reply<'GET /sku-centers/{id}/costs'>

keepTwoShops()

let warehouse: number
beforeEach(async () => {
  warehouse = (await seller.call('GET /warehouses')).at<number>('data.0.id')
})

const put = (body: object, account = seller) => account.call(`PUT /sku-centers/${skuId}`, body)
const receive = (quantity: number, unitCost?: number, account = seller) =>
  account.call('POST /stock-receipts', {
    warehouse_id: warehouse,
    note: 'From Klang Homeware',
    lines: [{ sku_id: skuId, quantity, ...(unitCost !== undefined && { unit_cost: unitCost }) }],
  })
const cost = async () => {
  const sku = await seller.call(`GET /sku-centers/${skuId}`)
  return [sku.at('data.cost_price'), sku.at('data.cost_currency'), sku.at('data.cost_method')]
}
const history = async (query = '') => {
  const reply = await seller.call(`GET /sku-centers/${skuId}/costs${query}`)
  return { data: reply.at<Costs['data']>('data'), next: reply.at<number | null>('meta.next_after') }
}

describe('the cost of a SKU', () => {
  it('is what a person entered last, with who and why, and shown by the list', async () => {
    expect(await cost()).toEqual([null, null, 'fixed'])
    expect((await put({ cost_price: 4.2, cost_reason: 'New supplier' })).at('data.cost_price')).toBe(4.2)
    expect((await put({ cost_price: 4.2 })).status).toBe(200)
    await put({ cost_price: 4.5 })
    const { data } = await history()
    expect(data).toMatchObject([
      {
        cost: 4.5,
        currency: 'MYR',
        method: 'fixed',
        kind: 'entered',
        reason: null,
        user: { name: 'seller' },
      },
      { cost: 4.2, reason: 'New supplier' },
    ])
    const list = await seller.call(`GET /sku-centers?keyword=lantern-${run}`)
    expect([list.at('data.0.id'), list.at('data.0.cost_price')]).toEqual([skuId, 4.5])
    await put({ cost_price: null })
    expect(await cost()).toEqual([null, 'MYR', 'fixed'])
    const first = await history('?limit=2')
    expect([first.data.map((one) => one.cost), (await history(`?after=${first.next}`)).data.length]).toEqual([
      [null, 4.5],
      1,
    ])
  })

  it('names the field of an amount that it cannot be', async () => {
    for (const amount of [4.205, -1, 1e12]) {
      const refused = await put({ cost_price: amount })
      expect([refused.status, Object.keys(refused.at<object>('invalid_fields'))]).toEqual([
        422,
        ['cost_price'],
      ])
    }
    const refused = await receive(3, 4.205)
    expect(Object.keys(refused.at<object>('invalid_fields'))).toEqual(['lines.0.unit_cost'])
    expect((await history()).data).toEqual([])
  })

  it('is the moving average of what is received, by the pieces in all warehouses', async () => {
    await count(10)
    await put({ cost_price: 4, cost_method: 'average' })
    expect((await receive(10, 5)).status).toBe(201)
    expect(await cost()).toEqual([4.5, 'MYR', 'average'])
    await sell('gone', 'shipped', 10)
    await receive(20, 6)
    expect(await cost()).toEqual([5.5, 'MYR', 'average'])
    // Without a cost the pieces come at the average.
    await receive(5)
    expect(await cost()).toEqual([5.5, 'MYR', 'average'])
    const { data } = await history()
    expect(data).toMatchObject([
      { kind: 'receipt', cost: 5.5, quantity: 20, unit_cost: 6, reason: 'From Klang Homeware' },
      { kind: 'receipt', cost: 4.5, quantity: 10, unit_cost: 5 },
      { kind: 'entered', cost: 4 },
    ])
    const movements = await seller.call(`GET /stock-movements?sku_id=${skuId}&kind=receipt`)
    expect(data[0]?.document).toBe(movements.at('data.1.document'))
  })

  it('is that of the last receipt where it is fixed', async () => {
    await receive(10, 5)
    await receive(10, 6)
    expect(await cost()).toEqual([6, 'MYR', 'fixed'])
  })

  it('is entered by those who may edit SKUs, and of SKUs that their shops alone list', async () => {
    await count(5)
    const staff = (name: string, role: Role, visible: number[] = []) =>
      running.addStaff(seller.ownerId, { email: `${name}${run}@example.test`, role }, visible)
    const operator = await staff('operator', 'operator')
    expect([(await receive(1, undefined, operator)).status, (await receive(1, 5, operator)).status]).toEqual([
      201, 403,
    ])
    const manager = await staff('manager', 'manager', [shops[0]])
    expect([(await put({ cost_price: 3 }, manager)).status, (await receive(1, 5, manager)).status]).toEqual([
      403, 403,
    ])
    expect((await receive(1, undefined, manager)).status).toBe(201)
    const own = await addSku()
    const line = { sku_id: own, quantity: 2, unit_cost: 3 }
    const made = await manager.call('POST /stock-receipts', { warehouse_id: warehouse, lines: [line] })
    expect(made.status).toBe(201)
    const stranger = await staff('stranger', 'viewer', [shops[1]])
    expect((await stranger.call(`GET /sku-centers/${own}/costs`)).status).toBe(404)
    expect(await cost()).toEqual([null, null, 'fixed'])
  })

  it('is averaged once by each of two receipts at the same time', async () => {
    await put({ cost_price: 4, cost_method: 'average' })
    await receive(10)
    await Promise.all([receive(10, 5), receive(10, 6)])
    const [price] = await cost()
    expect(price).toBe(5)
  })
})
