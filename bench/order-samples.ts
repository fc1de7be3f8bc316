/**
 * Adds rows that the calls about orders need beside the orders, to a copy of the data: actions that ended, returns, pay-outs,
 * a batch of papers, files, saved filters. And values for the calls that are really there.
 */
import type { Client } from 'pg'
import { openDatabase } from '../server/db/database.ts'
import { buyerKeywordQuery } from '../server/db/search-terms.ts'
import { putReturns, returnOf } from '../test/steps/stored-returns.ts'
import { call } from '../test/start-test-console.ts'
import type { BenchServer } from './bench-database.ts'
import { withClient } from './bench-database.ts'
import { signIn } from './measure.ts'
import { orStop, startConsoleProcess, type Running } from './processes.ts'
import { benchPassword, bigOwnerEmail } from './seed-orders.ts'
import { freePort } from '../test/start-test-console.ts'

export type OrderSamples = {
  ids: number[]
  shops: number[]
  codes: string[]
  phones: string[]
  deepPages: number[]
  /** The last order before each of them, as a path of the bare server. */
  deepPlaces: string[]
  /** Search terms of a keyword, as a part of a path. */
  termsOf: (keyword: string) => string
  /** Orders of a channel that asks for tracking numbers, of one whose orders the owner's couriers carry, of one that packs. */
  shopee: number[]
  own: number[]
  packable: number[]
  ready: { id: number; code: string }[]
  returned: number[]
  returns: number[]
  actionBatch: number
  printBatch: number
}

export type Subject = { web: Running; token: string; ownerId: string; samples: OrderSamples }

const many = 200
const onePerReturns = 100
/** Each shop has as many, so that a page of them has rows whatever the size of the data. */
const fewestReturns = 10

/** Fills the copy up and opens a console over it. */
export async function openSubject(server: BenchServer, database: string): Promise<Subject> {
  const ownerId = await fillUp(server, database)
  const web = await startConsoleProcess('web', server.url(database), { port: await freePort() })
  return orStop([web], async () => {
    const token = await signIn(web.url, bigOwnerEmail, benchPassword)
    const samples = await sampleOrders(server, database, { ownerId, url: web.url, token })
    return { web, token, ownerId, samples }
  })
}

/** Answers the owner. */
export async function fillUp(server: BenchServer, database: string): Promise<string> {
  const ownerId = await withClient(server.adminUrl(database), async (client) => {
    const found = await client.query<{ owner_id: string }>('select owner_id from sign_ins where email = $1', [
      bigOwnerEmail,
    ])
    const owner = found.rows[0]?.owner_id ?? ''
    await addActions(client, owner)
    await addSettlements(client, owner)
    await changeShops(client, owner)
    await addReady(client, owner)
    await addCancelRequests(client, owner)
    return owner
  })
  await addReturns(server, database, ownerId)
  await withClient(server.adminUrl(database), (client) => client.query('vacuum analyze'))
  return ownerId
}

/** @param console one over this database, and somebody signed in there */
export function sampleOrders(
  server: BenchServer,
  database: string,
  { ownerId, url, token }: { ownerId: string; url: string; token: string },
): Promise<OrderSamples> {
  return withClient(server.adminUrl(database), (client) => sample(client, ownerId, url, token))
}

/** Half of what has left was confirmed here, three hundred of them together. */
async function addActions(client: Client, ownerId: string): Promise<void> {
  await client.query(
    `insert into order_actions (owner_id, id, order_id, shop_id, kind, details, state, requested_by, requested_by_name, requested_at, check_at,
       ended_at, batch_id)
     select o.owner_id, nextval('ids'), o.id, o.shop_id, 'confirm', '{}', 'done', 1, 'bench', o.placed_at, o.placed_at, o.placed_at,
       case when row_number() over (order by o.placed_at desc, o.id desc) <= 300 then 1 end
     from orders o where o.owner_id = $1 and o.status between 4 and 6 and o.id % 2 = 0`,
    [ownerId],
  )
}

async function addSettlements(client: Client, ownerId: string): Promise<void> {
  await client.query(
    `insert into settlements (owner_id, shop_id, channel_order_id, currency, settled_at, amount, revenue, shipping, fees, taxes,
       refund, adjustment, digest, created_at, updated_at)
     select owner_id, shop_id, channel_order_id, currency, placed_at, total, total, 0, '[]', '[]', 0, 0, '', placed_at, placed_at
     from orders where owner_id = $1 and status = 6 and id % 3 = 0`,
    [ownerId],
  )
}

/** Two of the shops become one of a channel that packs and one of the owner's own, with orders that wait. */
async function changeShops(client: Client, ownerId: string): Promise<void> {
  for (const [at, platform] of [
    [3, 1],
    [4, 4],
  ]) {
    const shop = `(select id from shops where owner_id = $1 order by id offset ${at} limit 1)`
    await client.query(`update shops set platform_id = $2 where owner_id = $1 and id = ${shop}`, [
      ownerId,
      platform,
    ])
    await client.query(
      `update orders set status = 2, channel_status = 'pending', cancel_requested_at = null, cancel_deadline = null, cancel_reason = null,
         cancel_initiator = null, tracking_number = null, printed_at = null, shipped_at = null, delivered_at = null, completed_at = null
       where owner_id = $1 and shop_id = ${shop}
         and id in (select id from orders where owner_id = $1 and shop_id = ${shop} order by placed_at limit 10000)`,
      [ownerId],
    )
  }
  await client.query(
    `update order_packages set tracking_number = null where owner_id = $1
       and order_id in (select id from orders where owner_id = $1 and channel_status = 'pending')`,
    [ownerId],
  )
}

/** Has 40 orders wait for their parcels to be fetched, so that a page of them is full whatever the size of the data. */
async function addReady(client: Client, ownerId: string): Promise<void> {
  await client.query(
    `update orders set status = 4, channel_status = 'PROCESSED', cancel_requested_at = null, printed_at = null, shipped_at = null,
       delivered_at = null, completed_at = null
     where owner_id = $1 and id in (select o.id from orders o join shops s on s.owner_id = $1 and s.id = o.shop_id and s.platform_id = 2
       where o.owner_id = $1 and o.status = 6 order by o.placed_at desc limit 40)`,
    [ownerId],
  )
}

/** Adds 40 cancel requests, so that a page of them is full whatever the size of the data. */
async function addCancelRequests(client: Client, ownerId: string): Promise<void> {
  await client.query(
    `update orders set cancel_requested_at = placed_at where owner_id = $1
       and id in (select id from orders where owner_id = $1 and status = 2 order by placed_at desc limit 40)`,
    [ownerId],
  )
}

async function addReturns(server: BenchServer, database: string, ownerId: string): Promise<void> {
  type Row = { shop: number; code: string; placed: Date; at: number; place: number }
  const rows = await withClient(server.adminUrl(database), async (client) => {
    const found = await client.query<Row>(
      `select * from (
         select shop_id::int as shop, channel_order_id as code, placed_at as placed, id::int as at,
           row_number() over (partition by shop_id order by hashint8(id))::int as place
         from orders where owner_id = $1 and status = 6) o
       where at % ${onePerReturns} = 0 or place <= ${fewestReturns}`,
      [ownerId],
    )
    return found.rows
  })
  const db = openDatabase(server.url(database), { connections: 2 })
  try {
    for (const [shop, ofShop] of Map.groupBy(rows, (row) => row.shop)) {
      const cases = ofShop.map(({ code, placed, at, place }) =>
        returnOf({
          channelReturnId: `R${code}`,
          channelOrderId: code,
          requestedAt: placed,
          ...(at % 500 === 0 || place === 1
            ? {}
            : {
                status: 'closed',
                channelStatus: 'CLOSED',
                changedAt: new Date(placed.getTime() + 86_400_000),
              }),
        }),
      )
      for (let from = 0; from < cases.length; from += 500)
        await putReturns({ db }, ownerId, shop, cases.slice(from, from + 500))
    }
  } finally {
    await db.close()
  }
}

async function sample(client: Client, ownerId: string, url: string, token: string): Promise<OrderSamples> {
  const rowsOf = async <Row extends object>(text: string) => (await client.query<Row>(text, [ownerId])).rows
  const idsOf = async (where: string, limit = many) => {
    const rows = await rowsOf<{ id: number }>(
      `select id::int as id from orders o where owner_id = $1 and ${where} order by hashint8(id) limit ${limit}`,
    )
    return rows.map(({ id }) => id)
  }
  const of = (platform: number) =>
    `shop_id in (select id from shops where owner_id = $1 and platform_id = ${platform})`
  const orders = await rowsOf<{ code: string; phone: string }>(
    `select channel_order_id as code, buyer_phone as phone from orders where owner_id = $1 and buyer_phone is not null
     order by hashint8(id) limit ${many}`,
  )
  const [counted] = await rowsOf<{ count: number }>(
    'select count(*)::int as count from orders where owner_id = $1',
  )
  const ready = await rowsOf<{ id: number; code: string }>(
    `select id::int as id, channel_order_id as code from orders where owner_id = $1 and status = 4 and cancel_requested_at is null
     order by hashint8(id) limit ${many}`,
  )
  const ask = async (name: string, body?: object) => {
    const answer = await call(url, name, body, { authorization: `Bearer ${token}` })
    if (answer.status >= 300) throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer
  }
  for (let at = 0; at < 10; at++) {
    await ask('GET /orders/export?format=csv')
    await ask('POST /saved-filters', { name: `Filter ${at}`, filters: { status: 'pending' } })
  }
  const ids = await idsOf('true')
  const printed = await ask('POST /orders/bulk-print', { ids: ids.slice(0, many), kind: 'slip' })
  const pages = Math.floor((counted?.count ?? 0) / 20)
  // Neighbours too, so that no single day of the data decides. Before page 1 stands no order.
  const deepPages = Array.from({ length: 16 }, (_, at) => Math.max(2, Math.floor(pages * 0.8) - at * 3))
  const deepPlaces: string[] = []
  for (const page of deepPages) {
    const [place] = await rowsOf<{ at: string; id: number }>(
      `select placed_at::text as at, id::int as id from orders where owner_id = $1
       order by placed_at desc, id desc offset ${(page - 1) * 20 - 1} limit 1`,
    )
    deepPlaces.push(`${encodeURIComponent(place?.at ?? '')}/${place?.id}`)
  }
  const [owner] = await rowsOf<{ number: number }>(
    'select number::int as number from owners where owner_id = $1',
  )
  return {
    ids,
    deepPages,
    deepPlaces,
    termsOf: (keyword) => encodeURIComponent(buyerKeywordQuery(owner?.number ?? 0, keyword) ?? ''),
    shops: (
      await rowsOf<{ id: number }>('select id::int as id from shops where owner_id = $1 order by id')
    ).map(({ id }) => id),
    codes: orders.map(({ code }) => code),
    phones: orders.map(({ phone }) => phone),
    shopee: await idsOf(`${of(2)} and tracking_number is not null`),
    own: await idsOf(`${of(4)} and status = 2 and cancel_requested_at is null`),
    packable: await idsOf(`${of(1)} and status = 2 and cancel_requested_at is null`, 10_000),
    ready,
    returned: await idsOf('return_status is not null'),
    returns: (
      await rowsOf<{ id: number }>(
        `select id::int as id from return_cases where owner_id = $1 order by hashint8(id) limit ${many}`,
      )
    ).map(({ id }) => id),
    actionBatch: 1,
    printBatch: printed.at<number>('data.id'),
  }
}
