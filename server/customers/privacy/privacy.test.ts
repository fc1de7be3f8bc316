/** A buyer is handed out and erased over real HTTP; afterwards no table knows the person. */
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReturnCase } from '../../../model/return-case.ts'
import { createChainSeal } from '../../audit/audit-chain.ts'
import { saveChannelCustomers } from '../customer-intake-store.ts'
import { createEraseOldBuyers } from './erase-old-buyers.ts'
import { heldOfCustomers } from './held-of-customers-store.ts'
import { heldOfOrders } from './held-of-orders-store.ts'
import { startTestConsole, type Account, type TestConsole } from '../../../test/start-test-console.ts'
import { exportList, readExport } from '../../../test/steps/export-steps.ts'
import { lockRow } from '../../../test/steps/row-lock.ts'
import { putReturns, returnOf } from '../../../test/steps/stored-returns.ts'
import { seePages } from '../../../test/steps/sheets.ts'
import { addressOf, addShop, noPayment, orderOf, putOrders } from '../../../test/steps/stored-orders.ts'

let running: TestConsole
let seller: Account
let admin: pg.Client
let shopId: number

const buyer = { channelBuyerId: 'guest:zephyrine@quill.test', name: 'Zephyrine Quill' }
const address = addressOf({
  name: 'Zephyrine Quill',
  phone: '+60 12-909 4711',
  street: '9 Jalan Quillwort',
  province: 'Selangor',
  country: 'MY',
})
const order = (channelOrderId: string, placedAt: Date) =>
  orderOf({
    channelOrderId,
    buyer,
    address,
    status: 'delivered',
    placedAt,
    buyerMessage: 'Ring twice for Zephyrine',
    payment: { ...noPayment, subTotal: 12_300 },
  })

const returned = (status: ReturnCase['status'], day: number) =>
  returnOf({
    channelReturnId: 'R-1',
    channelOrderId: 'Z-1',
    status,
    reason: 'Zephyrine says that it came cracked',
    images: ['https://pictures.test/zephyrine.jpg'],
    requestedAt: new Date(Date.UTC(2026, 0, 10)),
    changedAt: new Date(Date.UTC(2026, 0, day)),
  })

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('seller')
  shopId = await addShop(running, seller.ownerId, 'One')
  admin = new pg.Client({ connectionString: running.adminUrl })
  await admin.connect()
  await putOrders(running, seller.ownerId, shopId, [
    order('Z-1', new Date(Date.UTC(2026, 0, 4))),
    order('Z-2', new Date(Date.UTC(2026, 0, 5))),
  ])
})
afterAll(async () => {
  await admin?.end()
  await running?.stop()
})

type Row = { id: number; name: string; total_order: number; phone: string | null }
const customers = async () => (await seller.call('GET /customers')).at<Row[]>('data')
/** The name in the first row of the file. */
const exportedName = async (call: `GET /${string}/export`, query = '') => {
  const entry = await exportList(running, seller, call, { query: `format=csv${query}` })
  const { rows, heads } = await readExport(running, seller, entry)
  return rows[0]?.[heads[0] ?? '']
}
const found = async (keyword: string) =>
  (await seller.call(`GET /orders/search?keyword=${keyword}`)).at<number>('meta.pagination.total')

/** The tables in which some row tells one of the words. */
async function tablesThatTell(words: RegExp): Promise<string[]> {
  const { rows: tables } = await admin.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`,
  )
  const telling: string[] = []
  for (const { name } of tables) {
    const { rows } = await admin.query(`select 1 from "${name}" t where t::text ~* $1 limit 1`, [
      words.source,
    ])
    if (rows.length > 0) telling.push(name)
  }
  return telling
}
/** Leaves traces elsewhere than in orders and customers: reports that could not be saved, a parcel, and an order that no store has made. */
async function leaveTraces(): Promise<void> {
  const ids = [seller.ownerId, shopId]
  await admin.query(
    `insert into sync_failures (owner_id, shop_id, kind, channel_id, reason, raw, first_failed_at, last_failed_at)
     select $1, $2, kind, id, 'no time', raw::jsonb, now(), now() from (values
       ('customer', 'guest:zephyrine@quill.test', '{"id": 7}'), ('return', 'R-1', '{"comment": "It came cracked"}'),
       ('order', 'U-1', '{"to": "Someone else"}'), ('order', 'U-2', '{"to": {"phone": "(012) 909-4711"}}'),
       ('order', 'U-3', '{"to": "ZEPHYRINE QUILL"}')) r(kind, id, raw)`,
    ids,
  )
  const orderId = "(select id from orders where owner_id = $1 and shop_id = $2 and channel_order_id = 'Z-1')"
  await admin.query(
    `insert into shipments (owner_id, id, order_id, shop_id, courier, reference, booking, is_live, status, choice, cod, currency,
       notice, created_at, updated_at)
     values ($1, 1, ${orderId}, $2, 5, 'S-1', 'booked', true, 1, '{"remark": "Zephyrine, back door", "receiver": {"ward": "Quill"}}',
       0, 'MYR', 'Zephyrine Quill is not known there', now(), now())`,
    ids,
  )
  await admin.query(
    `insert into shipment_events (owner_id, shipment_id, at, courier_status, description, place, noted_at)
     values ($1, 1, now(), 'failed', 'Zephyrine was out', 'Quill Road', now())`,
    [seller.ownerId],
  )
  await admin.query(
    `insert into order_history (owner_id, order_id, at, event, to_status, actor_type, note)
     values ($1, ${orderId}, now(), 'failed_cancel', 1, 'channel', 'Zephyrine Quill has to agree')`,
    ids,
  )
  await admin.query(
    `insert into order_drafts (owner_id, id, shop_id, reference, draft, state, requested_by, requested_by_name, requested_at, check_at, ended_at)
     values ($1, 1, $2, 'D-1', '{"customer": {"name": "Z. Q.", "phone": "012-9094711"}}', 'failed', 1, 'seller', now(), now(), now())`,
    ids,
  )
}
/** Records that people and jobs keep about the buyer: a waybill, a photo, a mail, a card of the CRM, and segments. */
async function leaveRecords(customerId: number): Promise<void> {
  const ids = [seller.ownerId, shopId]
  const orderId = "(select id from orders where owner_id = $1 and shop_id = $2 and channel_order_id = 'Z-1')"
  const insert = (text: string, more: unknown[] = []) => admin.query(text, [...ids, ...more])
  await insert(`insert into labels (owner_id, order_id, channel_package_id, format, bytes, fetched_at)
    select $1, ${orderId}, '', 'pdf', 'Waybill of Zephyrine', now() where $2::bigint is not null`)
  await admin.query(
    `insert into shipment_photos (owner_id, shipment_id, bytes, type, taken_at)
     values ($1, 1, 'Zephyrine at the door', 'image/jpeg', now())`,
    [seller.ownerId],
  )
  await insert(`insert into buyer_mails (owner_id, id, order_id, shop_id, kind, language, state, user_id, user_name, created_at)
    values ($1, 1, ${orderId}, $2, 'shipped', 'en', 'sent', 1, 'seller', now())`)
  await admin.query(
    `insert into mails (owner_id, id, user_id, kind, language, recipient, state, created_at, expires_at)
     values ($1, 1, 1, 'buyer', 'en', 'zephyrine@quill.test', 'sent', now(), now() + interval '1 day')`,
    [seller.ownerId],
  )
  await insert(`insert into parcels_back (owner_id, order_id, received_at, received_by, received_name, note)
    select $1, ${orderId}, now(), 1, 'seller', 'Zephyrine sent it back' where $2::bigint is not null`)
  await insert(
    `insert into customer_cards (owner_id, shop_id, customer_id, channel_customer_id, target, state, target_at, check_at)
     values ($1, $2, $3, 'zephyrine-in-crm', 'x', 'done', now(), now())`,
    [customerId],
  )
  const made = await seller.call('POST /customers/shortlists', {
    name: 'Regulars',
    customer_ids: [customerId],
  })
  await insert(
    `insert into segment_sends (owner_id, shop_id, shortlist_id, customer_id) values ($1, $2, $3, $4)`,
    [made.at('data.id'), customerId],
  )
}

// Digits within an instant or a checksum are no phone number.
const person = /zephyrine|quill|9094711|909 4711|(?<![\w.])4711(?!\w)/

describe('a buyer', () => {
  it('is handed out with orders, as data and as a document', async () => {
    const [customer] = await customers()
    await seller.call(`PUT /customers/${customer?.id}/note`, { note: 'Zephyrine likes blue' })
    const data = (await seller.call(`GET /customers/${customer?.id}/personal-data`)).at('data')
    expect(data).toMatchObject({
      name: 'Zephyrine Quill',
      phone: '+60 12-909 4711',
      identities: [{ channel_buyer_id: 'guest:zephyrine@quill.test', phone: '+60 12-909 4711' }],
      note: 'Zephyrine likes blue',
      orders: [
        { code: 'Z-2', total: 123, currency: 'MYR', buyer_message: 'Ring twice for Zephyrine' },
        { code: 'Z-1', address: { street: '9 Jalan Quillwort', province: 'Selangor' } },
      ],
    })
    const print = await seller.call(`GET /customers/${customer?.id}/personal-data/print`)
    expect([print.status, print.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(print.body).toMatch(/^%PDF-/)
    const log = (await seller.call('GET /audit-logs')).at<{ action: string }[]>('data')
    expect(log.filter(({ action }) => action === 'customer.hand_out')).toHaveLength(2)
  })

  it('stays while an order is under way', async () => {
    await putOrders(running, seller.ownerId, shopId, [
      { ...order('Z-3', new Date(Date.UTC(2026, 0, 6))), status: 'pending' },
    ])
    const [customer] = await customers()
    const refused = await seller.call(`POST /customers/${customer?.id}/erase`, {})
    expect([refused.status, refused.at('code')]).toEqual([409, 'customer_has_open_orders'])
    expect((await customers())[0]?.name).toBe('Zephyrine Quill')
    await putOrders(running, seller.ownerId, shopId, [
      { ...order('Z-3', new Date(Date.UTC(2026, 0, 6))), changedAt: new Date(Date.UTC(2026, 0, 9)) },
    ])
    // A return that the seller has accepted is not over yet.
    await putReturns(running, seller.ownerId, shopId, [returned('requested', 10), returned('accepted', 11)])
    const again = await seller.call(`POST /customers/${customer?.id}/erase`, {})
    expect([again.status, again.at('code')]).toEqual([409, 'customer_has_open_orders'])
    await putReturns(running, seller.ownerId, shopId, [returned('refunded', 12)])
  })

  it('is known nowhere once erased, and the figures are as before', async () => {
    const [customer] = await customers()
    const canceled = order('Z-4', new Date(Date.UTC(2026, 0, 3)))
    await putOrders(running, seller.ownerId, shopId, [
      { ...canceled, status: 'pending', buyer: { channelBuyerId: 'again', name: 'Zephyrine Q.' } },
    ])
    const [open] = (await seller.call('GET /orders/filter?status=pending')).at<{ id: number }[]>('data')
    const asked = await seller.call(`POST /orders/${open?.id}/cancel`, {
      reason_code: 'other',
      note: 'Zephyrine rang us up',
    })
    expect(asked.status).toBe(202)
    await putOrders(running, seller.ownerId, shopId, [
      {
        ...canceled,
        status: 'canceled',
        cancelReason: 'Zephyrine has found it cheaper',
        changedAt: new Date(Date.UTC(2026, 0, 9)),
      },
    ])
    const again = (await customers()).find(({ id }) => id !== customer?.id)
    await seller.call(`PUT /customers/${again?.id}/note`, { note: 'Zephyrine has two accounts' })
    const merged = await seller.call('POST /customers/merge', { customer_ids: [customer?.id, again?.id] })
    expect(merged.status).toBe(200)
    expect(await found('quill')).toBe(4)
    await leaveTraces()
    await leaveRecords(customer?.id ?? 0)
    await seller.call('GET /customers/export?format=csv')
    await seller.call('GET /orders/export?format=csv&keyword=quill')
    await seller.call('GET /customers/export?format=csv&keyword=zephyrine')
    const failed = await seller.call('GET /customers/export?format=xlsx')
    await admin.query("update exports set state = 'failed' where id = $1", [failed.at('export_id')])
    await admin.query(
      `insert into export_chunks (owner_id, export_id, part, position, bytes) values ($1, $2, 0, 0, 'Zephyrine')`,
      [seller.ownerId, failed.at('export_id')],
    )
    for (const keyword of ['zephyrine quill', '012-9094711', 'quilt'])
      await seller.call('POST /saved-filters', { name: `Of ${keyword.length}`, filters: { keyword } })
    const before = (await seller.call('GET /dashboard/total-revenue?from=2026-01-01&to=2026-01-31')).at(
      'data',
    )
    const telling = await tablesThatTell(person)
    expect(telling.length).toBeGreaterThan(12)
    // All that the erasing below takes away is on the list, and all that the list hands out is handed out.
    const known = [...heldOfCustomers, ...heldOfOrders]
    expect(telling.filter((table) => !known.some((one) => one.table === table))).toEqual([])
    const out = await seller.call(`GET /customers/${customer?.id}/personal-data`)
    const records = out.at<Record<string, object[]>>('data.records')
    const isHandedOut = (table: string) =>
      known.some((one) => one.table === table && typeof one.handOut !== 'string')
    // A record that is found by words alone is named without them, as it may be another person's.
    const isNamedAlone = (table: string) => ['sync_failures', 'order_drafts', 'saved_filters'].includes(table)
    for (const table of telling.filter((one) => isHandedOut(one) && !isNamedAlone(one)))
      expect([table, JSON.stringify(records[table])]).toEqual([
        table,
        expect.stringMatching(new RegExp(person.source, 'i')),
      ])
    expect(records).toMatchObject({
      mails: [{ kind: 'shipped', recipient: 'zephyrine@quill.test' }],
      shipment_photos: [
        { type: 'image/jpeg', content_base64: Buffer.from('Zephyrine at the door').toString('base64') },
      ],
      labels: [{ format: 'pdf' }],
      customer_cards: [{ contact: 'zephyrine-in-crm' }],
      shortlist_customers: [{ segment: 'Regulars' }],
      segment_sends: [{ segment: 'Regulars' }],
    })
    expect(records['order_history']?.length).toBeGreaterThan(3)
    expect(records['sync_failures']?.length).toBeGreaterThan(3)
    const print = await fetch(`${running.url}/api/v2/customers/${customer?.id}/personal-data/print`, {
      headers: { authorization: `Bearer ${seller.token}` },
    })
    const paper = (await seePages(new Uint8Array(await print.arrayBuffer())))
      .map((page) => page.words)
      .join(' ')
      .replaceAll(/\s+/g, ' ')
    expect(paper).toContain('イベント: キャンセルに失敗')
    expect(paper).not.toMatch(/(^|\s)[a-z_]+: /)
    const erased = await seller.call(`POST /customers/${customer?.id}/erase`, {})
    expect([erased.status, erased.at('data')]).toEqual([200, { orders: 4, files: 4 }])
    expect((await seller.call(`PUT /customers/${customer?.id}/note`, { note: 'Zephyrine' })).status).toBe(409)
    expect(await tablesThatTell(person)).toEqual([])
    const { rows: kept } = await admin.query("select filters->>'keyword' as word from saved_filters")
    expect(kept).toEqual([{ word: 'quilt' }])
    const { rows: failures } = await admin.query(
      'select channel_id as id, raw is null as "isEmpty" from sync_failures order by 1',
    )
    expect(failures).toEqual([
      { id: 'U-1', isEmpty: false },
      { id: 'U-2', isEmpty: true },
      { id: 'U-3', isEmpty: true },
    ])
    expect((await admin.query('select from export_chunks')).rows).toEqual([])
    expect(await customers()).toMatchObject([{ name: 'Erased customer', phone: null, total_order: 4 }])
    const bought = await seller.call(
      'GET /analytics/customers/customers-statistic?from=2026-01-01&to=2026-01-31',
    )
    expect(bought.at('data.0.customer.name')).toBe('Erased customer')
    const [sold] = (await seller.call('GET /orders/filter?status=delivered')).at<{ id: number }[]>('data')
    const shown = await seller.call(`GET /orders/${sold?.id}`)
    expect(shown.at('data.customer_summary.name')).toBe('Erased customer')
    expect(await exportedName('GET /customers/export')).toBe('Erased customer')
    const statistic = 'GET /analytics/customers/customers-statistic/export'
    expect(await exportedName(statistic, '&from=2026-01-01&to=2026-01-31')).toBe('Erased customer')
    expect(await found('quill')).toBe(0)
    expect(await found('Z-2')).toBe(1)
    const reasons = await seller.call('GET /analytics/orders/cancel-reason?from=2026-01-01&to=2026-01-31')
    expect(reasons.at('data')).toMatchObject([{ reason: 'Other', orders: 1 }])
    const after = (await seller.call('GET /dashboard/total-revenue?from=2026-01-01&to=2026-01-31')).at('data')
    expect(after).toEqual(before)
  })

  it('does not come back with reports of orders from before, known or not', async () => {
    const later = { changedAt: new Date(Date.UTC(2026, 1, 1)) }
    await putOrders(running, seller.ownerId, shopId, [
      { ...order('Z-1', new Date(Date.UTC(2026, 0, 4))), ...later },
      { ...order('Z-0', new Date(Date.UTC(2026, 0, 1))), ...later },
      {
        ...order('Z-4', new Date(Date.UTC(2026, 0, 3))),
        ...later,
        status: 'canceled',
        cancelReason: 'Zephyrine changes her mind',
      },
    ])
    await putReturns(running, seller.ownerId, shopId, [
      returned('closed', 20),
      { ...returned('requested', 21), channelReturnId: 'R-2' },
    ])
    expect(await tablesThatTell(person)).toEqual([])
    expect(await customers()).toMatchObject([{ name: 'Erased customer', total_order: 5 }])
  })

  it('is a new customer when buying again', async () => {
    await putOrders(running, seller.ownerId, shopId, [order('Z-9', new Date(Date.now() + 60_000))])
    expect((await customers()).map(({ name, total_order: orders }) => [name, orders])).toEqual([
      ['Zephyrine Quill', 1],
      ['Erased customer', 5],
    ])
  })
})

it('is erased from no table that is not on the list of what is handed out', async () => {
  const folder = new URL('../', import.meta.url)
  const files = [
    'privacy/erase-buyers-store.ts',
    'privacy/erase-traces-store.ts',
    'privacy/held-of-customers-store.ts',
    'privacy/held-of-orders-store.ts',
    'persons/customer-keys-store.ts',
    'persons/change-persons-store.ts',
  ]
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, folder), 'utf8')))
  const erased = texts.flatMap((text) =>
    [...text.matchAll(/`\s*(?:update|delete from) (\w+)/g)].map(([, table]) => table),
  )
  expect(erased.length).toBeGreaterThan(20)
  const known = new Set<string | undefined>([...heldOfCustomers, ...heldOfOrders].map(({ table }) => table))
  const ofMatching = ['unmatched_customers', 'person_counts']
  expect(
    [...new Set(erased)].filter((table) => !known.has(table) && !ofMatching.includes(table ?? '')),
  ).toEqual([])
})

it('is erased by the list that hands out: customers as their orders', async () => {
  const text = await readFile(new URL('erase-buyers-store.ts', import.meta.url), 'utf8')
  const own = [...text.matchAll(/`\s*(?:update|delete from) (\w+)/g)].map(([, table]) => table)
  const ofCustomers = heldOfCustomers.flatMap(({ table, erase }) => (erase ? table : []))
  expect(ofCustomers.length).toBeGreaterThan(7)
  expect(own.filter((table) => ofCustomers.includes(table ?? ''))).toEqual([])
})

it('is erased by nobody else', async () => {
  const [customer] = await customers()
  const other = await running.signUp('other')
  expect((await other.call(`POST /customers/${customer?.id}/erase`, {})).status).toBe(404)
  expect((await other.call(`GET /customers/${customer?.id}/personal-data`)).status).toBe(404)
})

describe('at the same moment', () => {
  /** An account with one order of the buyer: saving another one from the same day, and the call that erases. */
  async function race(name: string) {
    const racer = await running.signUp(name)
    const shop = await addShop(running, racer.ownerId, name)
    const save = (channelOrderId: string) =>
      putOrders(running, racer.ownerId, shop, [
        {
          ...order(channelOrderId, new Date(Date.UTC(2026, 0, 4))),
          buyer: { channelBuyerId: 'fast', name: 'Quentin Swift' },
          address: addressOf({ name: 'Quentin Swift', country: 'MY' }),
        },
      ])
    await save('R-1')
    const [customer] = (await racer.call('GET /customers')).at<Row[]>('data')
    const erase = () => racer.call(`POST /customers/${customer?.id}/erase`, {})
    const waitAt = (table: string) =>
      lockRow(running.adminUrl, `select from ${table} where owner_id = $1 for update`, [racer.ownerId])
    return { save, erase, waitAt }
  }

  it('an order that is being saved is erased as well', async () => {
    const { save, erase, waitAt } = await race('racer')
    const row = await waitAt('order_counts')
    const saved = save('R-2')
    await row.waiting(1)
    const erased = erase()
    await row.waiting(2)
    await row.release()
    await saved
    expect((await erased).at('data.orders')).toBe(2)
    expect(await tablesThatTell(/quentin/i)).toEqual([])
  })

  it('an order that comes in while its buyer is erased comes without', async () => {
    const { save, erase, waitAt } = await race('second racer')
    const row = await waitAt('customer_search')
    const erased = erase()
    await row.waiting(1)
    const saved = save('R-2')
    await row.waiting(2)
    await row.release()
    await Promise.all([erased, saved])
    expect(await tablesThatTell(/quentin/i)).toEqual([])
  })
})

it('is erased by age once an account says so, with an entry in the audit log', async () => {
  const third = await running.signUp('third')
  const shop = await addShop(running, third.ownerId, 'Third')
  const now = new Date()
  const monthsAgo = (months: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 2))
  const of = (code: string, buyerId: string, months: number) => ({
    ...order(code, monthsAgo(months)),
    buyer: { channelBuyerId: buyerId, name: `Buyer ${buyerId}` },
  })
  // More than a batch, of one moment.
  const many = Array.from({ length: 501 }, (_, at) => of(`A-${at + 1}`, 'a', 14))
  await putOrders(running, third.ownerId, shop, [...many, of('B-1', 'b', 14), of('B-2', 'b', 1)])
  const erase = createEraseOldBuyers(running.db, createChainSeal([Buffer.alloc(32)]))
  const names = async () =>
    (await third.call('GET /customers?sort=name')).at<Row[]>('data').map(({ name }) => name)
  await third.call('GET /customers/export?format=csv')
  await third.call('GET /customers/export?format=csv&keyword=zephyrine')
  await admin.query(
    `insert into sync_failures (owner_id, shop_id, kind, channel_id, reason, raw, first_failed_at, last_failed_at)
     values ($1, $2, 'order', 'U-1', 'no time', '{"to": "Zephyrine"}', $3, $3)`,
    [third.ownerId, shop, monthsAgo(14)],
  )
  const files = async () =>
    (await third.call('GET /exports')).at<{ status: string }[]>('data').map(({ status }) => status)
  await erase()
  expect(await names()).toEqual(['Zephyrine Quill', 'Zephyrine Quill'])
  expect(await files()).toEqual(['queued', 'queued'])
  expect((await third.call('PUT /settings/buyer-data', { months: 2 })).at('invalid_fields')).toHaveProperty(
    'months',
  )
  expect((await third.call('PUT /settings/buyer-data', { months: 12 })).at('data.months')).toBe(12)
  await erase(new Date(now.getTime() + 2 * 86_400_000))
  expect(await names()).toEqual(['Erased customer', 'Zephyrine Quill'])
  expect(await files()).toEqual(['expired'])
  const raw = await admin.query('select raw from sync_failures where owner_id = $1', [third.ownerId])
  expect(raw.rows).toEqual([{ raw: null }])
  const { rows } = await admin.query<{ code: string; name: string | null }>(
    'select channel_order_id as code, buyer_name as name from orders where owner_id = $1 and buyer_name is not null',
    [third.ownerId],
  )
  expect(rows).toEqual([{ code: 'B-2', name: 'Zephyrine Quill' }])
  // Orders that a channel reports after their day was looked at.
  const late = Array.from({ length: 501 }, (_, at) => of(`L-${at}`, 'late', 14))
  await putOrders(running, third.ownerId, shop, late)
  await erase(new Date(now.getTime() + 4 * 86_400_000))
  expect(await names()).toEqual(['Erased customer', 'Erased customer', 'Zephyrine Quill'])
  const left = await admin.query('select from orders where owner_id = $1 and buyer_name is not null', [
    third.ownerId,
  ])
  expect(left.rowCount).toBe(1)
  const log = (await third.call('GET /audit-logs?action=customer.erase_old')).at<{ changes: unknown }[]>(
    'data',
  )
  expect(JSON.stringify(log)).toMatch(/"orders".*502.*|502.*"orders"/)
  // Customers of a CRM who bought nothing: from their last change there, or from when they came.
  const contact = (channelCustomerId: string, changedAt: Date) =>
    ({ channelCustomerId, name: channelCustomerId, phone: null, email: null, note: null, changedAt }) as const
  const shopKey = { ownerId: third.ownerId, shopId: shop, currency: 'MYR', hasCrm: false }
  await running.db.asOwner(third.ownerId, (tx) =>
    saveChannelCustomers(tx, shopKey, [contact('Old', monthsAgo(30)), contact('Changed', monthsAgo(-6))]),
  )
  await erase(new Date(now.getTime() + 6 * 86_400_000))
  const gone = 'Erased customer'
  expect(await names()).toEqual([gone, gone, 'Changed', 'Old', 'Zephyrine Quill'])
  await erase(monthsAgo(-13))
  expect(await names()).toEqual([gone, gone, gone, gone, 'Changed'])
})
