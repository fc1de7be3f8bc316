/** Stock takes: counts of several people, sales meanwhile, and the booking in one step. */
import { beforeEach, expect, it } from 'vitest'
import { ledgerErrors } from '../../../test/steps/oracle.ts'
import { lockRow } from '../../../test/steps/row-lock.ts'
import type { Account } from '../../../test/start-test-console.ts'
import {
  addSku,
  admin,
  count,
  figures,
  keepTwoShops,
  pushes,
  run,
  running,
  sell,
  seller,
  shops,
  skuId,
} from '../../../test/steps/two-shops.ts'

keepTwoShops()

let warehouse: number
let take: number
let scanned = 0

beforeEach(async () => {
  warehouse = (await seller.call('GET /warehouses')).at<number>('data.0.id')
  for (const { id } of (await seller.call('GET /stock-takes?state=open')).at<{ id: number }[]>('data'))
    await seller.call(`DELETE /stock-takes/${id}`)
})

async function begin(more: object = {}): Promise<void> {
  const made = await seller.call('POST /stock-takes', { warehouse_id: warehouse, ...more })
  expect(made.status).toBe(201)
  take = made.at<number>('data.id')
}

const newId = () => `scan-${String(++scanned).padStart(6, '0')}`
const scan = (scans: object[], by: Account = seller) =>
  by.call(`POST /stock-takes/${take}/scans`, { scans: scans.map((one) => ({ id: newId(), ...one })) })
const book = (body: object = {}, by: Account = seller) => by.call(`POST /stock-takes/${take}/book`, body)
const rows = async (query = '', by: Account = seller) =>
  (await by.call(`GET /stock-takes/${take}${query}`)).at<{ sku: { id: number }; counted: number }[]>(
    'data.rows',
  )

const adjustments = async () => {
  const { rows: found } = await admin.query<object>(
    `select on_hand_change as change, reason, user_name as name, document::int from stock_movements
     where sku_id = $1 and kind = 'adjust' order by id`,
    [skuId],
  )
  return found
}

it('books what differs in one document, and sends the listings their new figures', async () => {
  await count(10)
  const other = await addSku()
  await begin()
  await scan([{ code: `LANTERN-${run}`, add: 1 }])
  const second = await scan([
    { code: `lantern-${run}`, add: 7 },
    { sku_id: other, set: 5 },
  ])
  expect(second.at('data')).toMatchObject({
    rows: [
      { sku: { id: skuId }, counted: 8, expected: 10, difference: -2, moved_since: 0 },
      { sku: { id: other }, counted: 5, expected: null, difference: 5, moved_since: null },
    ].toSorted((a, b) => b.sku.id - a.sku.id),
    rejected: [],
    repeated: 0,
  })
  const booked = await book({ reason: 'Yearly', reasons: [{ sku_id: skuId, reason: 'Broken' }] })
  expect(booked.at('data')).toMatchObject({
    state: 'booked',
    counted_count: 2,
    difference_count: 2,
    sku_count: 1,
    ended_by: { name: 'seller' },
  })
  const document = booked.at<number>('data.document')
  expect(await adjustments()).toEqual([
    { change: -2, reason: 'Stock take: Broken', name: 'seller', document },
  ])
  const listed = await seller.call(`GET /stock-movements?sku_id=${other}`)
  expect(listed.at('data')).toMatchObject([{ document, on_hand_change: 5, reason: 'Stock take: Yearly' }])
  expect(await figures()).toEqual([8, 0])
  expect(await pushes()).toMatchObject([{ shop: shops[0], target: 8 }])
  expect((await ledgerErrors(running.adminUrl)).stock).toEqual([])
})

it('takes nothing twice that is sold during the count', async () => {
  await count(10)
  await begin()
  await sell('before', 'shipped', 1)
  expect(await figures()).toEqual([9, 0])
  await scan([{ sku_id: skuId, set: 8 }])
  await sell('meanwhile', 'shipped', 2)
  await sell('open', 'pending', 1)
  expect(await rows()).toMatchObject([{ counted: 8, expected: 9, difference: -1, moved_since: -2 }])
  await book()
  expect(await figures()).toEqual([6, 1])
})

it('compares a scan that waited on the device with the figure of its moment', async () => {
  await count(10)
  await begin()
  // The stock take began an hour ago, and the piece left between the scan and its arrival.
  await admin.query("update stock_takes set started_at = started_at - interval '1 hour' where id = $1", [
    take,
  ])
  await admin.query("update stock_movements set at = at - interval '2 hours' where sku_id = $1", [skuId])
  await sell('sent', 'shipped', 2)
  const late = await scan([{ sku_id: skuId, add: 9, seconds_ago: 600 }])
  expect(late.at('data.rows')).toMatchObject([{ counted: 9, expected: 10, moved_since: -2 }])
  await book()
  expect(await figures()).toEqual([7, 0])
})

it('adds up what two people count at once, and counts a batch that is sent again once', async () => {
  await count(10)
  await begin()
  const packer = await running.addStaff(seller.ownerId, { email: `p-${run}@example.test`, role: 'operator' })
  const batch = [
    { id: `again-${run}-1`, sku_id: skuId, add: 2 },
    { id: `again-${run}-2`, code: 'nobody-knows', add: 1 },
  ]
  await Promise.all([
    ...Array.from({ length: 3 }, () => scan([{ sku_id: skuId, add: 1 }])),
    ...Array.from({ length: 3 }, () => scan([{ sku_id: skuId, add: 1 }], packer)),
    scan(batch, packer),
    scan(batch, packer),
  ])
  const again = await scan(batch, packer)
  expect(again.at('data')).toMatchObject({
    rows: [{ counted: 8 }],
    rejected: [{ id: `again-${run}-2`, code: 'nobody-knows', why: 'unknown' }],
    repeated: 1,
  })
  expect(await rows('', packer)).toMatchObject([{ sku: { id: skuId }, counted: 8 }])
})

it('is booked once, whoever confirms at the same time, and counts nothing afterwards', async () => {
  await count(10)
  await begin()
  await scan([{ sku_id: skuId, set: 7 }])
  const answers = await Promise.all([book(), book(), book()])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  const late = [await scan([{ sku_id: skuId, add: 1 }]), await seller.call(`DELETE /stock-takes/${take}`)]
  expect(late.map((answer) => [answer.status, answer.at('code')])).toEqual([
    [409, 'stock_take_ended'],
    [409, 'stock_take_ended'],
  ])
  expect(await figures()).toEqual([7, 0])
})

it('refuses a booking over counts that were not seen', async () => {
  await count(10)
  await begin()
  await scan([{ sku_id: skuId, set: 7 }])
  const read = (await seller.call(`GET /stock-takes/${take}`)).at<string>('data.updated_at')
  await scan([{ sku_id: skuId, add: 3 }])
  const refused = await book({ updated_at: read })
  expect([refused.status, refused.at('code')]).toEqual([409, 'changed_by_other'])
  const now = (await seller.call(`GET /stock-takes/${take}`)).at<string>('data.updated_at')
  const booked = await book({ updated_at: now })
  expect([booked.status, booked.at('data.document')]).toEqual([200, null])
  expect(await figures()).toEqual([10, 0])
})

it('hides the figures of a blind count until the differences are reviewed', async () => {
  await count(10)
  await begin({ is_blind: true })
  const answer = await scan([{ sku_id: skuId, set: 7 }])
  const hidden = { counted: 7, expected: null, difference: null, moved_since: null }
  expect([answer.at('data.rows'), await rows()]).toMatchObject([[hidden], [hidden]])
  expect(await rows('?differences=1')).toMatchObject([{ expected: 10, difference: -3 }])
})

it('takes a SKU out again, counts down to 0 and begins no count by fewer pieces', async () => {
  await count(10)
  await begin()
  await scan([{ sku_id: skuId, add: -1 }])
  expect(await rows()).toEqual([])
  await scan([
    { sku_id: skuId, add: 1 },
    { sku_id: skuId, add: -3 },
  ])
  expect(await rows()).toMatchObject([{ counted: 0 }])
  await scan([{ sku_id: skuId, remove: true }])
  expect(await rows()).toEqual([])
  await book()
  expect(await figures()).toEqual([10, 0])
})

it('refuses to leave fewer than nothing, names the SKU and stays open', async () => {
  await count(2)
  await begin()
  await scan([{ sku_id: skuId, set: 0 }])
  await sell('gone', 'shipped', 1)
  const refused = await book()
  expect([refused.status, Object.keys(refused.at<object>('invalid_fields'))]).toEqual([422, [`sku.${skuId}`]])
  expect((await seller.call(`GET /stock-takes/${take}`)).at('data.state')).toBe('open')
})

it('matches a barcode in either of its forms, and counts no code of several SKUs', async () => {
  await count(10)
  const other = await addSku()
  await admin.query("update skus set barcode = '614141999996' where id = $1", [skuId])
  await begin()
  expect((await scan([{ code: '0614141999996', add: 1 }])).at('data.rows')).toMatchObject([{ counted: 1 }])
  await admin.query("update skus set barcode = '614141999996' where id = $1", [other])
  const both = await scan([{ code: '614141999996', add: 1 }])
  expect(both.at('data.rejected')).toMatchObject([{ code: '614141999996', why: 'several' }])
  await admin.query('update skus set barcode = null where id in ($1, $2)', [skuId, other])
  await admin.query("update skus set prime_sku = 'house-' || id where id = $1", [skuId])
  const own = await scan([{ code: `Lantern-${run}`, add: 1 }])
  expect(own.at('data.rows')).toMatchObject([{ sku: { id: skuId }, counted: 2 }])
})

it('counts no bundle, and names one that has become a bundle since it was counted', async () => {
  const set = await addSku()
  await begin()
  await scan([{ sku_id: set, add: 2 }])
  const parts = [{ sku_id: skuId, quantity: 2 }]
  expect((await seller.call(`PUT /sku-centers/${set}`, { parts })).status).toBe(200)
  const refused = await scan([
    { code: `cup-${run}`, add: 1 },
    { sku_id: set, set: 4 },
  ])
  expect(refused.at('data')).toMatchObject({
    rows: [],
    rejected: [
      { code: `cup-${run}`, why: 'bundle' },
      { code: `cup-${run}`, why: 'bundle' },
    ],
  })
  expect((await book()).at('invalid_fields')).toEqual({
    [`sku.${set}`]: 'A bundle has no stock of its own. Choose its parts.',
  })
  await scan([
    { sku_id: set, remove: true },
    { sku_id: skuId, set: 6 },
  ])
  expect((await book()).status).toBe(200)
  expect(await figures()).toEqual([6, 0])
})

it('counts no SKU that is merged just then, and keeps one from it that is counted just then', async () => {
  const [into, first, last] = [await addSku('201'), await addSku('202'), await addSku('203')]
  const merge = (skuIdToMerge: number) =>
    seller.call(`POST /sku-centers/${into}/merge`, { sku_ids: [skuIdToMerge] })
  await begin()
  // Its pieces are looked at, and nobody has counted them yet.
  const row = await lockRow(running.adminUrl, 'select from skus where id = $1 for share', [first])
  const refused = merge(first)
  await row.waiting(1)
  const counted = await scan([{ sku_id: first, set: 4 }])
  expect(counted.at('data.matched')).toHaveLength(1)
  await row.release()
  expect((await refused).at('code')).toBe('sku_in_stock_take')

  const pushed = await lockRow(running.adminUrl, 'lock table stock_pushes in exclusive mode')
  const merged = merge(last)
  await pushed.waiting(1)
  const late = scan([{ sku_id: last, set: 4 }])
  await pushed.waiting(2)
  await pushed.release()
  expect((await merged).status).toBe(200)
  expect((await late).at('data.rejected')).toMatchObject([{ why: 'unknown' }])
  expect((await book()).status).toBe(200)
})

it('keeps one stock take open per warehouse, and pages through its rows', async () => {
  await count(10)
  const other = await addSku()
  await begin()
  const twice = await seller.call('POST /stock-takes', { warehouse_id: warehouse })
  expect([twice.status, twice.at('code')]).toEqual([409, 'stock_take_open'])
  await scan([{ sku_id: skuId, set: 1 }])
  await scan([{ sku_id: other, set: 1 }])
  const first = await seller.call(`GET /stock-takes/${take}?limit=1`)
  const after = encodeURIComponent(first.at<string>('meta.next_after'))
  const second = await seller.call(`GET /stock-takes/${take}?limit=1&after=${after}`)
  expect([
    first.at('data.rows.0.sku.id'),
    second.at('data.rows.0.sku.id'),
    second.at('meta.next_after'),
  ]).toEqual([other, skuId, null])
  await seller.call(`DELETE /stock-takes/${take}`)
  expect((await seller.call('GET /stock-takes?limit=1')).at('data')).toMatchObject([
    { id: take, state: 'canceled', document: null, warehouse: { id: warehouse } },
  ])
  expect(await figures()).toEqual([10, 0])
})

it('shows users of some shops the SKUs of these, and lets only those book or cancel who see all', async () => {
  await count(10)
  const hidden = await addSku()
  const member = await running.addStaff(seller.ownerId, {
    email: `m-${run}@example.test`,
    role: 'operator',
    shopIds: [shops[1]],
  })
  await begin()
  const answer = await scan(
    [
      { sku_id: hidden, add: 1 },
      { code: `cup-${run}`, add: 1 },
      { sku_id: skuId, add: 1 },
    ],
    member,
  )
  expect(answer.at('data.rejected.length')).toBe(2)
  await scan([{ sku_id: hidden, add: 1 }])
  expect(await rows('', member)).toMatchObject([{ sku: { id: skuId } }])
  expect((await book({}, member)).status).toBe(403)
  expect((await member.call(`DELETE /stock-takes/${take}`)).status).toBe(403)
  const stranger = await running.signUp(`stranger-take-${run}`)
  const foreign = [
    await stranger.call(`GET /stock-takes/${take}`),
    await scan([{ sku_id: skuId, add: 1 }], stranger),
    await book({}, stranger),
    await stranger.call(`DELETE /stock-takes/${take}`),
    await stranger.call('POST /stock-takes', { warehouse_id: warehouse }),
  ]
  expect(foreign.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
})

it('leaves an entry in the audit log for every change', async () => {
  await count(10)
  await begin()
  await scan([{ sku_id: skuId, set: 9 }])
  await book()
  const { rows: entries } = await admin.query<{ action: string }>(
    "select action from audit_entries where action like 'stock.take%' order by at desc, sequence desc limit 3",
  )
  expect(entries.map(({ action }) => action)).toEqual([
    'stock.take_book',
    'stock.take_count',
    'stock.take_begin',
  ])
})
