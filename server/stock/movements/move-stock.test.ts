/** Transfers and receipts by people, and the list of all movements. */
import { beforeEach, expect, it } from 'vitest'
import { ledgerErrors } from '../../../test/steps/oracle.ts'
import {
  addSku,
  admin,
  before,
  count,
  keepTwoShops,
  pushes,
  run,
  running,
  sell,
  seller,
  skuId,
} from '../../../test/steps/two-shops.ts'

keepTwoShops()

let front: number
let back: number

beforeEach(async () => {
  front = (await seller.call('GET /warehouses')).at<number>('data.0.id')
  back = (await seller.call('POST /warehouses', { name: `Back room ${run}` })).at<number>('data.id')
})

const transfer = (quantity: number, more: object = {}) =>
  seller.call('POST /stock-transfers', {
    from_warehouse_id: front,
    to_warehouse_id: back,
    lines: [{ sku_id: skuId, quantity }],
    ...more,
  })

const receive = (quantity: number, more: object = {}) =>
  seller.call('POST /stock-receipts', { warehouse_id: front, lines: [{ sku_id: skuId, quantity }], ...more })

/** On hand and reserved by warehouse, once they are known to be the sums of the movements. */
async function figures(sku = skuId): Promise<Record<number, [number, number]>> {
  expect((await ledgerErrors(running.adminUrl)).stock).toEqual([])
  const { rows } = await admin.query<{ warehouse_id: string; on_hand: number; reserved: number }>(
    'select warehouse_id, on_hand, reserved from stock where sku_id = $1',
    [sku],
  )
  return Object.fromEntries(rows.map((row) => [row.warehouse_id, [row.on_hand, row.reserved]]))
}

const list = async (query: object = {}, reader = seller) => {
  const asked = new URLSearchParams({ sku_id: String(skuId), ...query })
  return reader.call(`GET /stock-movements?${asked}`)
}

it('transfers pieces, and leaves those that open orders hold where they are', async () => {
  await count(10)
  await sell('open', 'pending', 3)
  const made = await transfer(6, { reason: 'To the back' })
  expect(made.status).toBe(201)
  expect(made.at('data.figures')).toEqual([
    { sku_id: skuId, warehouse_id: front, on_hand: 4, reserved: 3, available: 1 },
    { sku_id: skuId, warehouse_id: back, on_hand: 6, reserved: 0, available: 6 },
  ])
  expect(await figures()).toEqual({ [front]: [4, 3], [back]: [6, 0] })
  expect(await pushes()).toMatchObject([{ target: 1 }])
})

it('refuses a transfer of what open orders hold, of what is not there, and to the same warehouse', async () => {
  await count(10)
  await sell('open', 'pending', 3)
  const other = await addSku()
  const answers = [
    await transfer(8),
    await transfer(11, { allow_negative: true }),
    await transfer(1, {
      lines: [
        { sku_id: skuId, quantity: 1 },
        { sku_id: other, quantity: 1 },
      ],
    }),
    await transfer(1, { to_warehouse_id: front }),
  ]
  expect(
    answers.map((answer) => [answer.status, ...Object.keys(answer.at<object>('invalid_fields'))]),
  ).toEqual([
    [422, 'lines.0.quantity'],
    [422, 'lines.0.quantity'],
    [422, 'lines.1.quantity'],
    [422, 'to_warehouse_id'],
  ])
  expect([await figures(), await figures(other)]).toEqual([{ [front]: [10, 3] }, {}])
  expect((await transfer(8, { allow_negative: true })).status).toBe(201)
  expect(await figures()).toEqual({ [front]: [2, 3], [back]: [8, 0] })
})

it('empties a warehouse that is no longer active, and fills none', async () => {
  await count(10)
  await transfer(4)
  await seller.call(`PUT /warehouses/${back}`, { status: 0 })
  const refused = [await transfer(1), await receive(1, { warehouse_id: back })]
  expect(refused.map((answer) => Object.keys(answer.at<object>('invalid_fields')))).toEqual([
    ['to_warehouse_id'],
    ['warehouse_id'],
  ])
  expect((await transfer(4, { from_warehouse_id: back, to_warehouse_id: front })).status).toBe(201)
  expect(await figures()).toEqual({ [front]: [10, 0], [back]: [0, 0] })
})

it('lets two transfers cross each other', async () => {
  await count(10)
  await transfer(5)
  const other = await addSku()
  await receive(0, { lines: [{ sku_id: other, quantity: 9 }] })
  const lines = [skuId, other].map((id) => ({ sku_id: id, quantity: 1 }))
  const answers = await Promise.all(
    Array.from({ length: 4 }, (_, at) =>
      at % 2 === 0
        ? transfer(0, { lines })
        : transfer(0, {
            from_warehouse_id: back,
            to_warehouse_id: front,
            lines: [{ sku_id: skuId, quantity: 1 }],
          }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect([await figures(), await figures(other)]).toEqual([
    { [front]: [5, 0], [back]: [5, 0] },
    { [front]: [7, 0], [back]: [2, 0] },
  ])
})

it('begins the ledger of a SKU by a receipt; orders placed before take nothing twice', async () => {
  await sell('open', 'pending', 3, { placedAt: before })
  const made = await receive(10, { note: 'PO 17' })
  expect(made.at('data.figures')).toEqual([
    { sku_id: skuId, warehouse_id: front, on_hand: 10, reserved: 3, available: 7 },
  ])
  await sell('open', 'shipped', 3, { placedAt: before })
  expect(await figures()).toEqual({ [front]: [7, 0] })
  expect((await receive(2)).status).toBe(201)
  expect(await figures()).toEqual({ [front]: [9, 0] })
  expect(await pushes()).toMatchObject([{ target: 9 }])
})

it('finds no warehouse and no SKU of another account, and admits nobody without the right', async () => {
  await count(5)
  const stranger = await running.signUp(`stranger-${run}`)
  const theirs = (await stranger.call('GET /warehouses')).at<number>('data.0.id')
  const viewer = await running.addStaff(seller.ownerId, {
    email: `viewer-${run}@example.test`,
    role: 'viewer',
  })
  const lines = [{ sku_id: skuId, quantity: 1 }]
  const answers = [
    await transfer(1, { to_warehouse_id: theirs }),
    await receive(1, { warehouse_id: theirs }),
    await stranger.call('POST /stock-receipts', { warehouse_id: theirs, lines }),
    await viewer.call('POST /stock-receipts', { warehouse_id: front, lines }),
    await viewer.call('POST /stock-transfers', { from_warehouse_id: front, to_warehouse_id: back, lines }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 403, 403])
  expect(await figures()).toEqual({ [front]: [5, 0] })
  expect((await list({}, stranger)).at('data')).toEqual([])
})

it('lists transfers and receipts with their document, warehouse and person', async () => {
  await count(10)
  const made = await transfer(2, { reason: 'To the back' })
  await receive(4)
  const rows = (await list()).at<object[]>('data')
  const moved = { kind: 'transfer', document: made.at('data.document'), reason: 'To the back', order: null }
  expect(rows).toMatchObject([
    { kind: 'receipt', on_hand_change: 4, available_after: 12, reason: null },
    { ...moved, on_hand_change: 2, available_after: 2, warehouse: { id: back, name: `Back room ${run}` } },
    { ...moved, on_hand_change: -2, available_after: 8, warehouse: { id: front }, user: { name: 'seller' } },
    { kind: 'import', on_hand_change: 10, document: null, user: null },
  ])
  expect((await list({ kind: 'receipt' })).at('data.length')).toBe(1)
  expect((await list({ warehouse_id: back })).at('data.length')).toBe(1)
})
