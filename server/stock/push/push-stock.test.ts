/** Stock kept in step over real HTTP: a sale in one shop is told to the others, and nothing is sold twice that need not be. */
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  linkShop,
  startTestConsole,
  until,
  type Account,
  type TestConsole,
} from '../../../test/start-test-console.ts'
import { countLockWaits } from '../../../test/citus.ts'
import { ledgerErrors, noErrors } from '../../../test/steps/oracle.ts'
import { trueListings } from '../../../test/steps/stock-truth.ts'
import { lockSync } from '../../syncs/sync-store.ts'

const shops = [727720655, 727720901] as const
let running: TestConsole
let admin: pg.Client
let seller: Account
let linked: number[]

beforeEach(async () => {
  running = await startTestConsole()
  seller = await running.signUp('seller')
  admin = new pg.Client({ connectionString: running.adminUrl })
  await admin.connect()
  linked = []
})
afterEach(async () => {
  await admin.end()
  await running.stop()
})

const put = (shop: number, sku: string, stock: number) =>
  running.control('products', { shop_id: shop, sku, name: `A thing called ${sku}`, price: 1000, stock })

let sales = 0

/** The marketplace sells; false when it refuses, having nothing left. */
async function sell(shop: number, sku: string, quantity = 1): Promise<boolean> {
  const order = { ref: `sale ${sales++}`, lines: [[sku, `A thing called ${sku}`, quantity, 10]] }
  return running.control('orders', { shop_id: shop, order }).then(
    () => true,
    (error: unknown) => {
      expect(String(error)).toContain('409')
      return false
    },
  )
}

const stockAt = async (shop: number, sku: string) =>
  (await trueListings(running.sandbox.url, 'shopee', shop)).find((listing) => listing.sku === sku)?.stock

async function link(): Promise<void> {
  for (const shop of shops) linked.push(await linkShop(running.sandbox.url, seller, shop))
  await until('both imports to end', async () => {
    const { rows } = await admin.query("select from syncs where kind = 'product' and phase = 'follow'")
    const orders = await admin.query("select from syncs where kind = 'order' and phase = 'follow'")
    return rows.length === 2 && orders.rows.length === 2
  })
}

async function keepInStep(shopId: number | undefined, more: object = {}): Promise<void> {
  const reply = await seller.call(`PUT /shops/${shopId}`, { is_stock_sync: true, ...more })
  expect(reply.status).toBe(200)
}

async function expectStock(sku: string, stocks: number[], seconds = 20): Promise<void> {
  const found = () => Promise.all(shops.slice(0, stocks.length).map((shop) => stockAt(shop, sku)))
  await until(
    'the channels to sell what is left',
    async () => JSON.stringify(await found()) === JSON.stringify(stocks),
    seconds,
  ).catch(() => undefined)
  expect(await found()).toEqual(stocks)
}

async function reserved(): Promise<number> {
  return (await admin.query<{ reserved: number }>('select reserved from stock')).rows[0]?.reserved ?? 0
}

const settled = () =>
  until('everything to be told and read back', async () => {
    const { rows } = await admin.query("select from stock_pushes where state <> 'done'")
    return rows.length === 0
  })

/** Lists the refusal notifications of the second shop; the first may refuse a figure that it has not reached yet. */
async function toldOfRefusals(): Promise<object[]> {
  const news = (await seller.call('GET /users/notifications')).at<{ data: Record<string, unknown> }[]>('data')
  return news
    .map(({ data }) => data)
    .filter(({ url, notify_type: type }) => type === 'product_upload_failed' && url === pageOf(linked[1]))
    .map(({ count, product_name: product }) => ({ count, product }))
}

const pageOf = (shopId: number | undefined) => `/setting/channels/${shopId}`

describe('stock', () => {
  it('is left as the channels have it until the owner says otherwise', async () => {
    await put(shops[0], 'LAMP', 10)
    await put(shops[1], 'LAMP', 99)
    await link()
    expect(await sell(shops[0], 'LAMP', 2)).toBe(true)
    await expectStock('LAMP', [8, 99])
    expect((await admin.query('select from stock')).rowCount).toBe(0)
  })

  it('is counted from the first shop, told to the second, and follows the sales of both', async () => {
    await put(shops[0], 'LAMP', 10)
    await put(shops[1], 'LAMP', 99)
    await link()
    await keepInStep(linked[0])
    await until('the first figure', async () => (await admin.query('select from stock')).rowCount === 1)
    await keepInStep(linked[1])
    await expectStock('LAMP', [10, 10])
    expect(await sell(shops[0], 'LAMP', 3)).toBe(true)
    await expectStock('LAMP', [7, 7])
    expect(await sell(shops[1], 'LAMP', 2)).toBe(true)
    await expectStock('LAMP', [5, 5])
    await settled()
    const { rows } = await admin.query<{ sku_id: string }>('select sku_id from stock')
    const timeline = await seller.call(`GET /sku-centers/${rows[0]?.sku_id}/timeline?filter=sent`)
    const sent = timeline.at<{ figure: number; shop: { id: number }; order: object | null }[]>('data')
    const lines = sent.map(({ figure, shop, order }) => [figure, shop.id, order !== null])
    expect(lines).toContainEqual([5, linked[0], true])
    expect(lines).toContainEqual([7, linked[1], true])
    expect(lines.at(-1)).toEqual([10, linked[1], false])
    expect(await ledgerErrors(running.adminUrl)).toEqual(noErrors)
  })

  it('keeps back what the owner wants kept back, also afterwards', async () => {
    await put(shops[0], 'LAMP', 10)
    await put(shops[1], 'LAMP', 10)
    await link()
    await keepInStep(linked[0])
    await until('the first figure', async () => (await admin.query('select from stock')).rowCount === 1)
    await keepInStep(linked[1], { stock_buffer: 4 })
    await expectStock('LAMP', [10, 6])
    await keepInStep(linked[1], { stock_buffer: 20 })
    await expectStock('LAMP', [10, 0])
  })

  it('of two warehouses is told to the shops of each, also after a shop moved', async () => {
    await put(shops[0], 'LAMP', 10)
    await put(shops[1], 'LAMP', 6)
    await link()
    const made = await seller.call('POST /warehouses', { name: 'Back room' })
    const bind = (id: number | null) =>
      keepInStep(linked[1], { warehouse_id: id, begin_at_zero: true, stock_buffer: 1 })
    // Bound before it is in step, so that its own figure becomes the first one there.
    await seller.call(`PUT /shops/${linked[1]}`, { warehouse_id: made.at<number>('data.id') })
    for (const shop of linked) await keepInStep(shop)
    await until('both figures', async () => (await admin.query('select from stock')).rowCount === 2)
    expect(await sell(shops[0], 'LAMP', 3)).toBe(true)
    expect(await sell(shops[1], 'LAMP', 2)).toBe(true)
    await until('both sales to be heard of', async () => {
      const { rows } = await admin.query<{ sold: string }>('select sum(reserved) as sold from stock')
      return Number(rows[0]?.sold) === 5
    })
    await expectStock('LAMP', [7, 4])
    await bind(null)
    await expectStock('LAMP', [7, 6])
    expect(await sell(shops[1], 'LAMP', 1)).toBe(true)
    await expectStock('LAMP', [6, 5])
    await bind(made.at<number>('data.id'))
    await expectStock('LAMP', [6, 3])
    await settled()
    expect(await ledgerErrors(running.adminUrl)).toEqual(noErrors)
  })

  it('is in the bell where a channel refuses it, once until it has gone through again', async () => {
    const tooMuch = 10_000_010
    await put(shops[0], 'LAMP', tooMuch)
    await put(shops[1], 'LAMP', 5)
    await link()
    await keepInStep(linked[0])
    await until('the first figure', async () => (await admin.query('select from stock')).rowCount === 1)
    await keepInStep(linked[1])
    const isSaid = (state: string, target: number) =>
      until(`the second shop to say ${state} to ${target}`, async () => {
        const { rows } = await admin.query(
          'select from stock_pushes where state = $1 and target = $2 and shop_id = $3',
          [state, target, linked[1]],
        )
        return rows.length === 1
      })
    await isSaid('refused', tooMuch)
    const product = 'A thing called LAMP'
    expect(await toldOfRefusals()).toEqual([{ count: 1, product }])
    // The same for another figure, and when somebody tries again: no news.
    expect(await sell(shops[0], 'LAMP')).toBe(true)
    await isSaid('refused', tooMuch - 1)
    const listing = await seller.call(`GET /shops/${linked[1]}/sync-logs`)
    const retry = `POST /shops/${linked[1]}/sync-items/${listing.at<string>('data.0.channel_id')}/retry`
    expect((await seller.call(retry, { type: 'stock' })).status).toBe(202)
    await isSaid('refused', tooMuch - 1)
    expect(await toldOfRefusals()).toEqual([{ count: 1, product }])
    // Another reason is.
    await admin.query("update stock_pushes set reason = 'locked by a campaign' where state = 'refused'")
    expect(await sell(shops[0], 'LAMP')).toBe(true)
    await isSaid('refused', tooMuch - 2)
    expect(await toldOfRefusals()).toEqual([{ count: 2, product }])
    // And so is the first one, after a figure that went through.
    await keepInStep(linked[1], { stock_buffer: 100 })
    await isSaid('done', tooMuch - 102)
    await keepInStep(linked[1], { stock_buffer: 0 })
    await isSaid('refused', tooMuch - 2)
    expect(await toldOfRefusals()).toEqual([{ count: 3, product }])
  })

  it('counts what was sold of a listing that was deleted here, once its channel reports it again', async () => {
    await put(shops[0], 'LAMP', 10)
    await put(shops[1], 'LAMP', 10)
    await link()
    await keepInStep(linked[0])
    await keepInStep(linked[1])
    await until(
      'both to be counted',
      async () => (await admin.query('select from stock_pushes')).rowCount === 2,
    )
    const products = await seller.call(`GET /products/filter?shop_id=${linked[1]}`)
    await seller.call(`DELETE /products/${products.at<number>('data.0.id')}`)
    expect(await sell(shops[1], 'LAMP', 3)).toBe(true)
    await until('the order', async () => (await admin.query('select from orders')).rowCount === 1)
    expect(await reserved()).toBe(0)
    await put(shops[1], 'LAMP', 7)
    await until('the pieces to be reserved', async () => (await reserved()) === 3)
    await expectStock('LAMP', [7, 7])
  })

  it('that a channel refuses for many listings at once is one line in the bell', async () => {
    for (let at = 0; at < 5; at++) for (const shop of shops) await put(shop, `SKU-${at}`, 10_000_010 + at)
    await link()
    for (const shop of linked) await keepInStep(shop)
    await until('the figures', async () => (await admin.query('select from stock')).rowCount === 5)
    await settled()
    await keepInStep(linked[1], { stock_buffer: 1 })
    await until('the refusals', async () => {
      const { rows } = await admin.query("select from stock_pushes where state = 'refused'")
      return rows.length === 5
    })
    expect(await toldOfRefusals()).toEqual([{ count: 5, product: null }])
  })

  it('is put right when somebody changes it on the channel', async () => {
    await put(shops[0], 'LAMP', 10)
    await link()
    await keepInStep(linked[0])
    await settled()
    await until('the first figure', async () => (await admin.query('select from stock')).rowCount === 1)
    await put(shops[0], 'LAMP', 500)
    await admin.query('update channel_shops set next_poll_at = now()')
    await until('the console to notice', async () => (await stockAt(shops[0], 'LAMP')) === 10)
  })

  it('is told again at once where the channel shows more than there is, as no sale can have done that', async () => {
    await put(shops[0], 'LAMP', 10)
    await link()
    await keepInStep(linked[0])
    await until('the first figure', async () => (await admin.query('select from stock')).rowCount === 1)
    await settled()
    const pollsRequested = async () =>
      (await admin.query(`select shop_id, poll_requested_at from syncs where kind = 'order' order by 1`)).rows
    const before = await pollsRequested()
    // Somebody changes it between our telling and our reading it back.
    await put(shops[0], 'LAMP', 500)
    const told = await admin.query(
      `update stock_pushes set state = 'sent', attempts = 0, check_at = now() where shop_id = $1`,
      [linked[0]],
    )
    expect(told.rowCount).toBe(1)
    await admin.query(`select graphile_worker.add_job('push-stock', $1::json)`, [
      JSON.stringify({ ownerId: seller.ownerId, shopId: linked[0] }),
    ])
    await expectStock('LAMP', [10])
    await settled()
    // Less stock than was sent may mean a sale on its way, so a poll is requested; here no poll was.
    expect(await pollsRequested()).toEqual(before)
  })

  it('that is read back leaves an import its turn, as both need the sync of the shop before its figures', async () => {
    await put(shops[0], 'LAMP', 10)
    await link()
    await keepInStep(linked[0])
    await until('the first figure', async () => (await admin.query('select from stock')).rowCount === 1)
    await settled()
    await put(shops[0], 'LAMP', 4)
    const sent = `update stock_pushes set state = 'sent', attempts = 0, check_at = now() where shop_id = $1`
    await admin.query(sent, [linked[0]])
    const key = { ownerId: seller.ownerId, shopId: linked[0] ?? 0 }
    await running.db.asOwner(seller.ownerId, async (tx) => {
      await lockSync(tx, { ...key, kind: 'order' })
      await admin.query(`select graphile_worker.add_job('push-stock', $1::json)`, [JSON.stringify(key)])
      await until('the reading back to wait', async () => (await countLockWaits(admin)) > 0)
      await sql`select from stock_pushes where owner_id = ${seller.ownerId} for update nowait`.execute(tx)
    })
    await settled()
  })

  it('arrives when calls fail in every way', async () => {
    for (let at = 0; at < 30; at++) for (const shop of shops) await put(shop, `SKU-${at}`, 50 + at)
    await link()
    for (const shop of linked) await keepInStep(shop)
    await until('the figures', async () => (await admin.query('select from stock')).rowCount === 30)
    const plan = {
      rate_limit: 0.1,
      server_error: 0.1,
      timeout: 0.05,
      malformed: 0.05,
      timeout_ms: 200,
      seed: 3,
    }
    await fetch(`${running.sandbox.url}/_sandbox/faults`, { method: 'POST', body: JSON.stringify(plan) })
    for (let at = 0; at < 30; at++)
      expect(await sell(shops[at % 2] ?? 0, `SKU-${at}`, 1 + (at % 3))).toBe(true)
    await fetch(`${running.sandbox.url}/_sandbox/faults`, { method: 'DELETE' })
    for (let at = 0; at < 30; at++) {
      const left = 50 + at - 1 - (at % 3)
      await expectStock(`SKU-${at}`, [left, left], 40)
    }
  })

  it(
    'is right again after the last pieces were sold from both sides at once',
    { timeout: 300_000 },
    async () => {
      await put(shops[0], 'LAST', 6)
      await put(shops[1], 'LAST', 6)
      await link()
      for (const shop of linked) await keepInStep(shop)
      await until('the first figure', async () => (await admin.query('select from stock')).rowCount === 1)
      await settled()
      await running.control('push', { faults: { drop: 0.3, duplicate: 0.2, reorder: 0.3, seed: 4 } })
      let accepted = 0
      for (let round = 0; round < 6; round++) {
        for (const shop of shops) if (await sell(shop, 'LAST')) accepted++
        // Some sales are heard of before the next one, others are not.
        if (round % 2 === 0)
          await until('the sale to be heard of', async () => (await reserved()) > round, 90)
      }
      // A sale whose push was lost is heard of at the next look, half a minute later.
      await until('every sale to be heard of', async () => (await reserved()) === accepted, 90)
      await expectStock('LAST', [0, 0], 90)
      expect((await admin.query('select on_hand from stock')).rows).toEqual([{ on_hand: 6 }])
      // Pieces that were sold too often are in the ledger, with the order that oversold them.
      const oversold = await admin.query(
        "select from stock_movements where available_after < 0 and kind = 'order'",
      )
      expect(oversold.rowCount).toBe(Math.max(0, accepted - 6))
      expect(await ledgerErrors(running.adminUrl)).toEqual(noErrors)
    },
  )
})
