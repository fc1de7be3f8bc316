/** Sales areas over real HTTP: what they take, what they refuse, and who may change them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestConsole, type Account, type TestConsole } from '../../test/start-test-console.ts'
import { addShop } from '../../test/steps/stored-orders.ts'

let running: TestConsole
let owners = 0
let seller: Account
let shops: [number, number]
let warehouses: [number, number]

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
})
afterAll(() => running?.stop())

async function settle(): Promise<void> {
  seller = await running.signUp(`seller-${owners++}`)
  const { ownerId } = seller
  shops = [
    await addShop(running, ownerId, `${ownerId} one`),
    await addShop(running, ownerId, `${ownerId} two`),
  ]
  const standard = (await seller.call('GET /warehouses')).at<number>('data.0.id')
  const back = (await seller.call('POST /warehouses', { name: 'Back room' })).at<number>('data.id')
  warehouses = [standard, back]
}

type Row = { id: number; name: string; shop_ids: number[]; is_default: boolean; may_edit: boolean }
const list = async (by: Account = seller) => (await by.call('GET /sales-areas')).at<Row[]>('data')
const add = async (body: object = {}) =>
  (
    await seller.call('POST /sales-areas', { name: 'West coast', warehouse_ids: warehouses, ...body })
  ).at<number>('data.id')

describe('a sales area', () => {
  it('is made, found, changed in part and deleted', async () => {
    await settle()
    const regions = [
      { country: 'MY', province: ' Selangor ' },
      { country: 'SG', province: '' },
    ]
    const kept = [
      { country: 'MY', province: 'Selangor' },
      { country: 'SG', province: null },
    ]
    const made = await seller.call('POST /sales-areas', {
      name: ' 西海岸 ',
      shop_ids: [shops[1]],
      warehouse_ids: warehouses.toReversed(),
      regions,
    })
    expect(made.status).toBe(201)
    const saved = {
      name: '西海岸',
      shop_ids: [shops[1]],
      warehouse_ids: warehouses.toReversed(),
      regions: kept,
      is_default: false,
      may_edit: true,
    }
    expect(made.at('data')).toMatchObject(saved)
    const path = `/sales-areas/${made.at<number>('data.id')}`
    const changed = await seller.call(`PUT ${path}`, { regions: [], warehouse_ids: [warehouses[0]] })
    const left = { ...saved, regions: [], warehouse_ids: [warehouses[0]] }
    expect(changed.at('data')).toMatchObject(left)
    expect((await seller.call(`GET ${path}`)).at('data')).toMatchObject(left)
    expect((await seller.call(`DELETE ${path}`)).status).toBe(200)
    expect((await seller.call(`GET ${path}`)).status).toBe(404)
    expect(await list()).toEqual([])
  })

  it('is the default one in the place of another, for every shop and everywhere', async () => {
    await settle()
    const first = await add({ is_default: true })
    await add()
    const second = await add({ name: 'Rest', is_default: true })
    // Both at once, and there is one all the same.
    await Promise.all(
      [first, second].map((id) => seller.call(`PUT /sales-areas/${id}`, { is_default: true })),
    )
    const rows = await list()
    expect(rows.map((row) => row.is_default)).toEqual([false, false, true])
    const id = rows[2]?.id
    for (const [field, body] of [
      ['shop_ids', { shop_ids: [shops[0]] }],
      ['regions', { regions: [{ country: 'MY' }] }],
    ] as const) {
      const refused = await seller.call(`PUT /sales-areas/${id}`, body)
      expect([refused.status, Object.keys(refused.at<object>('invalid_fields'))]).toEqual([422, [field]])
    }
  })

  it.each([
    ['name', () => ({ name: ' ' })],
    ['warehouse_ids', () => ({ warehouse_ids: [] })],
    ['warehouse_ids', () => ({ warehouse_ids: [1] })],
    ['warehouse_ids', () => ({ warehouse_ids: [warehouses[0], warehouses[0]] })],
    ['shop_ids', () => ({ shop_ids: [1] })],
    ['shop_ids', () => ({ shop_ids: [shops[0], shops[0]] })],
    ['regions.0.country', () => ({ regions: [{ country: 'Malaysia' }] })],
    [
      'regions',
      () => ({
        regions: [
          { country: 'MY', province: 'Johor' },
          { country: 'MY', province: 'JOHOR' },
        ],
      }),
    ],
  ] as const)('is refused for its %s', async (field, body) => {
    await settle()
    const refused = await seller.call('POST /sales-areas', {
      name: 'x',
      warehouse_ids: warehouses,
      ...body(),
    })
    expect([refused.status, Object.keys(refused.at<object>('invalid_fields'))]).toEqual([422, [field]])
    const path = `/sales-areas/${await add()}`
    expect((await seller.call(`PUT ${path}`, body())).status).toBe(422)
    expect((await seller.call(`PUT ${path}`, {})).status).toBe(422)
  })

  it('keeps its warehouses from being deleted and laid idle, and is named', async () => {
    await settle()
    const id = await add()
    const path = `/warehouses/${warehouses[1]}`
    for (const answer of [
      await seller.call(`DELETE ${path}`),
      await seller.call(`PUT ${path}`, { status: 0 }),
    ]) {
      expect([answer.status, answer.at('code')]).toEqual([409, 'warehouse_in_sales_area'])
      expect(answer.at('message')).toContain('West coast')
    }
    await seller.call(`PUT /sales-areas/${id}`, { warehouse_ids: [warehouses[0]] })
    expect((await seller.call(`PUT ${path}`, { status: 0 })).status).toBe(200)
    const refused = await seller.call(`PUT /sales-areas/${id}`, { warehouse_ids: warehouses })
    expect([refused.status, refused.at('invalid_fields.warehouse_ids')]).toEqual([
      422,
      'No active warehouse found',
    ])
    expect((await seller.call(`DELETE ${path}`)).status).toBe(200)
  })

  it('never names a warehouse that is deleted at the same moment', async () => {
    await settle()
    const id = await add({ warehouse_ids: [warehouses[0]] })
    const [named, deleted] = await Promise.all([
      seller.call(`PUT /sales-areas/${id}`, { warehouse_ids: warehouses }),
      seller.call(`DELETE /warehouses/${warehouses[1]}`),
    ])
    const outcomes = named.status === 200 ? [200, 409] : [422, 200]
    expect([named.status, deleted.status]).toEqual(outcomes)
  })

  it('of shops that a user may not see is hidden, and of more than his own not his to change', async () => {
    await settle()
    const mine = await add({ name: 'Mine', shop_ids: [shops[0]] })
    const both = await add({ name: 'Both', shop_ids: shops })
    const every = await add({ name: 'Every' })
    const other = await add({ name: 'Other', shop_ids: [shops[1]] })
    const person = { email: `member-${owners}@example.test`, role: 'manager' } as const
    const member = await running.addStaff(seller.ownerId, person, [shops[0]])
    expect((await list(member)).map((row) => [row.id, row.shop_ids, row.may_edit])).toEqual([
      [mine, [shops[0]], true],
      [both, [shops[0]], false],
      [every, [], false],
    ])
    const rename = async (id: number) =>
      (await member.call(`PUT /sales-areas/${id}`, { name: 'Renamed' })).status
    expect([await rename(mine), await rename(both), await rename(every), await rename(other)]).toEqual([
      200, 403, 403, 404,
    ])
    expect((await member.call(`PUT /sales-areas/${mine}`, { shop_ids: [] })).status).toBe(403)
    expect((await member.call(`PUT /sales-areas/${mine}`, { shop_ids: shops })).status).toBe(422)
    expect((await member.call('POST /sales-areas', { name: 'x', warehouse_ids: warehouses })).status).toBe(
      403,
    )
    expect((await member.call(`DELETE /sales-areas/${both}`)).status).toBe(403)
    expect((await member.call(`DELETE /sales-areas/${mine}`)).status).toBe(200)
  })
})
