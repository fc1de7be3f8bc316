/** Orders as files: the rows of the list, whatever is asked, in both formats; who may have them, and for how long. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import pg from 'pg'
import { startTestConsole, until, type Account, type TestConsole } from '../../test/start-test-console.ts'
import {
  downloadPart,
  exportOrders,
  findExport,
  readExport,
  writeExport,
} from '../../test/steps/export-steps.ts'
import {
  matching,
  putKnownOrders,
  sorted,
  type KnownOrders,
  type Query,
} from '../../test/steps/known-orders.ts'
import { search } from '../../test/steps/list-checks.ts'
import { addressOf, addShop, lineOf, noPayment, orderOf, putOrders } from '../../test/steps/stored-orders.ts'
import type { ExportKind } from './export-kind.ts'
import { exportKinds } from './export-kinds.ts'
import { expireExport } from './exports-store.ts'

let running: TestConsole
let seller: Account
let known: KnownOrders

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('seller')
  known = await putKnownOrders(running, seller)
})
afterAll(() => running?.stop())

describe('a file', () => {
  it.each<Query>([
    {},
    { status: 'pending,shipped' },
    { shop_id: 'first' },
    { platform_id: '1' },
    { payment_method: '1,5' },
    { from: '2025-03-01', to: '2025-03-31' },
    { from: '2025-03-01', to: '2025-04-30', date_field: 'paid' },
    { is_star: '1', is_printed: '0' },
    { has_cancel_request: '1' },
    { keyword: '田中' },
    { keyword: '!?' },
    { keyword: String.raw`O'Neill\' $1 "` },
    { shop_id: '999999' },
  ])('has the orders of the list in its order: %j', async (asked) => {
    const query = asked.shop_id === 'first' ? { ...asked, shop_id: String(known.shops[0]) } : asked
    const statuses = query.status?.split(',')
    const expected = matching(known, query, (order) => fits(order.name, query.keyword)).filter(
      ({ status }) => !statuses || statuses.includes(status),
    )
    const codes = new Map(known.all.map(({ id, code }) => [id, code]))
    for (const format of ['csv', 'xlsx']) {
      const entry = await exportOrders(running, seller, search({ ...query, format }))
      expect(entry).toMatchObject({
        status: 'done',
        rows: expected.length,
        total: expected.length,
        percent: 100,
      })
      const { rows } = await readExport(running, seller, entry)
      expect(rows.map((row) => row['Order code'])).toEqual(sorted(expected).map((id) => codes.get(id)))
    }
  })

  it('has the chosen orders alone, of those that the other filters leave', async () => {
    const [first, second, third] = sorted(known.all)
    const codes = new Map(known.all.map(({ id, code }) => [id, code]))
    const ids = [third, first, 999_999, second].join(',')
    const rowsOf = async (query: Query) => {
      const entry = await exportOrders(running, seller, search({ ...query, format: 'csv' }))
      return (await readExport(running, seller, entry)).rows.map((row) => row['Order code'])
    }
    expect(await rowsOf({ ids })).toEqual([first, second, third].map((id) => codes.get(id ?? 0)))
    expect(await rowsOf({ ids, shop_id: '999999' })).toEqual([])
    const many = Array.from({ length: 301 }, (_, at) => at + 1).join(',')
    expect((await seller.call(`GET /orders/export?ids=${many}`)).status).toBe(422)
  })

  const fits = (name: string, keyword?: string) =>
    keyword === undefined || (keyword === '田中' ? name === '田中 ケンジ' : false)
})

describe('a row', () => {
  let owner: Account
  beforeAll(async () => {
    owner = await running.signUp('rows')
    const shop = await addShop(running, owner.ownerId, 'rows & <sons>')
    await putOrders(running, owner.ownerId, shop, [
      orderOf({
        channelOrderId: 'A1',
        status: 'shipped',
        paymentMethod: 'bank_transfer',
        placedAt: new Date('2026-03-05T16:30:09.900Z'),
        paidAt: new Date('2026-03-05T17:00:00Z'),
        address: addressOf({
          name: '=HYPERLINK("http://x","y")',
          phone: '+60 12-345 6789',
          street: '1, Jalan "Ipoh"\r\nFlat 2',
        }),
        buyerMessage: '@SUM(1)\n\u0007 _x0041_ ]]> & <b>',
        buyer: { channelBuyerId: '1', name: '田中' },
        lines: [
          lineOf({
            shopSku: '-1',
            sellerSku: '\t=1',
            name: '+plus',
            quantity: 2,
            total: 1850,
            variantLabel: '\r=2',
          }),
          lineOf({ shopSku: '2', name: 'Tea, green, \'24"', quantity: 3, total: 99 }),
        ],
        payment: { ...noPayment, subTotal: 1949 },
      }),
      orderOf({
        channelOrderId: 'V1',
        currency: 'VND',
        paymentMethod: 'cod',
        placedAt: new Date('2026-03-04T00:00:00Z'),
        // Some channels take the order itself for the payment.
        paidAt: new Date('2026-03-04T00:00:00Z'),
        lines: [lineOf({ total: 25_000 })],
        payment: { ...noPayment, subTotal: 25_000 },
      }),
    ])
  })

  it('is one line of an order, with amounts in units, times of the account and no formulas in a CSV', async () => {
    const entry = await exportOrders(running, owner, 'format=csv')
    const { rows } = await readExport(running, owner, entry)
    expect(rows).toHaveLength(3)
    expect(rows[2]).toMatchObject({ 'Order code': 'V1', Paid: '' })
    expect(rows[0]).toMatchObject({
      'Order code': 'A1',
      Shop: 'rows & <sons>',
      Status: 'Shipped',
      Ordered: '00:30 06/03/2026',
      Paid: '01:00 06/03/2026',
      'Ship by': '',
      Customer: `'=HYPERLINK("http://x","y")`,
      Phone: `'+60 12-345 6789`,
      Street: '1, Jalan "Ipoh"\r\nFlat 2',
      Item: `'+plus`,
      Variant: `'\r=2`,
      'Seller SKU': `'\t=1`,
      'Channel SKU': `'-1`,
      Quantity: '2',
      'Line total': '18.50',
      'Order total': '19.49',
      Currency: 'MYR',
      'Message from the buyer': `'@SUM(1)\n\u0007 _x0041_ ]]> & <b>`,
    })
    expect(rows[1]).toMatchObject({
      'Order code': 'A1',
      Item: `Tea, green, '24"`,
      Quantity: '3',
      'Unit price': '0.33',
      'Line total': '0.99',
      // Once for each order, so that the column may be added up.
      'Order total': '',
    })
    expect(rows[2]).toMatchObject({
      'Order code': 'V1',
      Currency: 'VND',
      'Line total': '25000',
      'Order total': '25000',
    })
    const { bytes } = await downloadPart(running, owner, entry.parts[0]?.url)
    // A text is in quotes and a number is not.
    expect(bytes.toString()).toContain(',2,9.25,18.50,19.49,')
  })

  it('takes no text for a formula that a program would take for one, in wide letters either', async () => {
    const names = ['=', '+', '-', '@', '\t', '\n', '\r', '＝', '＋', '－', '＠'].map((first) => `${first}1+1`)
    const seller = await running.signUp('formulas')
    const shop = await addShop(running, seller.ownerId, 'formulas')
    const lines = names.map((name, place) =>
      lineOf({ shopSku: String(place), name, quantity: 1, total: 100 }),
    )
    await putOrders(running, seller.ownerId, shop, [orderOf({ channelOrderId: 'F1', lines })])
    const { rows } = await readExport(running, seller, await exportOrders(running, seller, 'format=csv'))
    expect(new Set(rows.map(({ Item }) => Item))).toEqual(new Set(names.map((name) => `'${name}`)))
  })

  it('says the same in a sheet, where a text is a text and a time is a time', async () => {
    const entry = await exportOrders(running, owner, 'format=xlsx', { language: 'jp' })
    const { rows, heads } = await readExport(running, owner, entry)
    expect(heads).toContain('注文番号')
    expect(rows[0]).toMatchObject({
      ステータス: '配送中',
      ショップ: 'rows & <sons>',
      注文日時: expect.stringMatching(/^2026-03-06T00:30:09\.000/),
      顧客: '=HYPERLINK("http://x","y")',
      電話番号: '+60 12-345 6789',
      商品名: '+plus',
      明細金額: '18.5',
      購入者からのメッセージ: '@SUM(1)\n _x0041_ ]]> & <b>',
    })
    expect(rows.map((row) => row['注文番号'])).toEqual(['A1', 'A1', 'V1'])
  })

  it('has times in the form of the language', async () => {
    const { rows } = await readExport(
      running,
      owner,
      await exportOrders(running, owner, 'format=csv', { language: 'vn' }),
    )
    expect(rows[0]).toMatchObject({
      'Thời gian đặt': '2026-03-06 00:30:09',
      'Trạng thái': expect.any(String),
    })
  })
})

describe('a big one', () => {
  it.each(['csv', 'xlsx'])('is split, and no order is torn: %s', async (format) => {
    const owner = await running.signUp(`split-${format}`)
    const shop = await addShop(running, owner.ownerId, `split-${format}`)
    const made = Array.from({ length: 23 }, (_, at) =>
      orderOf({
        channelOrderId: `S${at}`,
        placedAt: new Date(Date.UTC(2026, 0, 1, at)),
        lines: Array.from({ length: (at % 4) + 1 }, (_, line) => lineOf({ shopSku: `${at}_${line}` })),
      }),
    )
    await putOrders(running, owner.ownerId, shop, made)
    const lines = made.toReversed().map((order) => order.lines.length)
    const expected = made.toReversed().flatMap((order) => order.lines.map(({ shopSku }) => shopSku))
    for (const rowsPerPart of [3, 4, 7, expected.length, expected.length - 1]) {
      const entry = await exportOrders(running, owner, `format=${format}`, { rowsPerPart })
      const { rows, sizes } = await readExport(running, owner, entry)
      expect(rows.map((row) => row['Channel SKU'])).toEqual(expected)
      expect(sizes).toEqual(packed(lines, rowsPerPart))
      expect(entry.parts.map((part) => part.rows)).toEqual(sizes)
      expect(new Set(entry.parts.map((part) => part.file_name)).size).toBe(sizes.length)
    }
  })

  /** Whole orders into parts, as many as fit; one that is too big by itself gets its own. */
  function packed(orders: number[], most: number): number[] {
    const sizes: number[] = []
    let room = 0
    for (const lines of orders) {
      if (lines > room) {
        sizes.push(0)
        room = most
      }
      sizes[sizes.length - 1] = (sizes.at(-1) ?? 0) + lines
      room -= lines
    }
    return sizes
  }
})

describe('a link', () => {
  it('is for who asked, and nobody else', async () => {
    const entry = await exportOrders(running, seller, 'format=csv&is_star=1')
    const url = entry.parts[0]?.url ?? ''
    const own = await downloadPart(running, seller, url)
    expect(own.status).toBe(200)
    expect(own.headers.get('content-disposition')).toMatch(
      /^attachment; filename="orders-\d{4}-\d\d-\d\d-\d{4}\.csv"$/,
    )
    expect(own.bytes.length).toBe(entry.parts[0]?.bytes)
    const manager = await running.addStaff(seller.ownerId, { email: 'm@example.test', role: 'manager' })
    const stranger = await running.signUp('stranger')
    for (const [who, account] of Object.entries({ manager, stranger })) {
      expect([who, (await downloadPart(running, account, url)).status]).toEqual([who, 404])
      expect((await account.call('GET /exports')).at('data')).toEqual([])
      for (const name of [`DELETE /exports/${entry.id}`, `POST /exports/${entry.id}/retry`])
        expect([who, name, (await account.call(name)).status]).toEqual([who, name, 404])
    }
    expect((await downloadPart(running, { token: 'x'.repeat(43) }, url)).status).toBe(401)
    const later = Number(/expires=(\d+)/.exec(url)?.[1]) + 60
    for (const changed of [
      url.replace(/signature=./, 'signature=_'),
      url.replace(/expires=\d+/, `expires=${later}`),
      url.replace('part=1', 'part=2'),
      url.replace(`/${entry.id}/`, `/${entry.id + 1}/`),
      url.replace(/&signature=.*/, ''),
    ])
      expect([changed, (await downloadPart(running, seller, changed)).status]).toEqual([changed, 404])
  })

  it('ends after seven days, and what was behind it is gone then; it can be had anew', async () => {
    const entry = await exportOrders(running, seller, 'format=csv&is_star=1')
    const days = (Date.parse(entry.expires_at) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(6.99)
    expect(days).toBeLessThan(7.01)
    const key = { ownerId: seller.ownerId, exportId: entry.id }
    const at = (day: number) =>
      running.db.asOwner(seller.ownerId, (tx) =>
        expireExport(tx, key, new Date(Date.now() + day * 86_400_000)),
      )
    await at(6.9)
    expect((await downloadPart(running, seller, entry.parts[0]?.url)).status).toBe(200)
    await at(7.1)
    const gone = await downloadPart(running, seller, entry.parts[0]?.url)
    expect([gone.status, JSON.parse(gone.bytes.toString())]).toMatchObject([410, { code: 'export_expired' }])
    expect(await findExport(seller, entry.id)).toMatchObject({ status: 'expired', parts: [] })
    expect(
      await asAdmin('select count(*)::int as n from export_chunks where export_id = $1', [entry.id]),
    ).toBe(0)
    expect((await seller.call(`POST /exports/${entry.id}/retry`)).status).toBe(202)
    expect(await findExport(seller, entry.id)).toMatchObject({ status: 'queued', rows: 0 })
    expect((await seller.call(`POST /exports/${entry.id}/retry`)).status).toBe(409)
  })

  it('is kept beside no more than ten others of its kind, until one is deleted', async () => {
    const keeper = await running.signUp('keeper')
    const back = () => keeper.call('POST /account/backup')
    const answers = await Promise.all(Array.from({ length: 12 }, back))
    const made = answers.filter(({ status }) => status === 202).map((one) => one.at<number>('export_id'))
    const refused = answers.filter(({ status }) => status === 409)
    expect([made.length, refused.length]).toEqual([10, 2])
    expect(refused[0]?.at('message')).toBe(
      'You have as many files of this kind as you can keep. Delete one of your exports first.',
    )
    expect((await keeper.call('GET /orders/export?format=csv')).status).toBe(202)
    await keeper.call(`DELETE /exports/${made[0]}`)
    expect((await back()).status).toBe(202)
    // One that ran out takes no room, until it is made anew.
    await running.db.asOwner(keeper.ownerId, (tx) =>
      expireExport(
        tx,
        { ownerId: keeper.ownerId, exportId: made[1] ?? 0 },
        new Date(Date.now() + 8 * 86_400_000),
      ),
    )
    expect((await back()).status).toBe(202)
    expect((await keeper.call(`POST /exports/${made[1]}/retry`)).status).toBe(409)
  })

  it('that has run out is said to be so, also while the file is still there', async () => {
    const entry = await exportOrders(running, seller, 'format=csv&is_star=1')
    await asAdmin(
      `update exports set expires_at = now() - interval '1 minute' where id = $1 returning 1 as n`,
      [entry.id],
    )
    const { parts } = await findExport(seller, entry.id)
    expect((await downloadPart(running, seller, parts[0]?.url)).status).toBe(410)
  })

  it('leads nowhere once the file is deleted', async () => {
    const entry = await exportOrders(running, seller, 'format=csv&is_star=1')
    expect((await seller.call(`DELETE /exports/${entry.id}`)).status).toBe(200)
    expect((await downloadPart(running, seller, entry.parts[0]?.url)).status).toBe(404)
    expect(
      await asAdmin('select count(*)::int as n from export_chunks where export_id = $1', [entry.id]),
    ).toBe(0)
  })
})

describe('a member of staff', () => {
  it('gets the orders of the own shops alone, and no longer when they are taken away', async () => {
    const email = 'scoped@example.test'
    const [first, second] = known.shops
    const member = await running.addStaff(seller.ownerId, { email, role: 'manager' }, [first ?? 0])
    const entry = await exportOrders(running, member, 'format=csv')
    expect(entry.rows).toBe(1000)
    const { rows } = await readExport(running, member, entry)
    expect(new Set(rows.map((row) => row['Shop']))).toEqual(new Set(['a']))
    expect((await exportOrders(running, member, `format=csv&shop_id=${second}`)).rows).toBe(0)
    await asAdmin('update users set shop_ids = $2 where email = $1 returning 1 as n', [email, [second]])
    await running.db.pool.query(`select pg_notify('sessions', '')`)
    await expect
      .poll(async () => (await downloadPart(running, member, entry.parts[0]?.url)).status, {
        timeout: 15_000,
      })
      .toBe(404)
  })

  it('sees phones and streets only where the screen shows them', async () => {
    const owner = await running.signUp('contacts')
    const shop = await addShop(running, owner.ownerId, 'contacts')
    const address = addressOf({ name: 'Aoi', phone: '+60 12-345 6789', street: '1 Jalan Ipoh' })
    await putOrders(running, owner.ownerId, shop, [orderOf({ channelOrderId: 'C1', address })])
    const viewer = await running.addStaff(owner.ownerId, { email: 'viewer@example.test', role: 'viewer' })
    const { rows } = await readExport(running, viewer, await exportOrders(running, viewer, 'format=csv'))
    expect(rows[0]).toMatchObject({ Phone: `'+** **-*** **89`, Street: '' })
    const packer = await running.addStaff(owner.ownerId, { email: 'packer@example.test', role: 'operator' })
    expect((await packer.call('GET /orders/export?format=csv')).status).toBe(403)
  })
})

describe('a file that fails', () => {
  it('is said to have failed, and goes on after a retry', async () => {
    const asked = await seller.call('GET /orders/export?format=csv')
    const exportId = asked.at<number>('export_id')
    // The first 500 orders are read, and then something is wrong.
    const { orders } = exportKinds
    const records: ExportKind['records'] = (statement, request, after, limit) =>
      after === null ? orders.records(statement, request, after, limit) : 'no_such_table o'
    await writeExport(running, seller, exportId, { ...orders, records, recordsPerSlice: 500 })
    expect(await findExport(seller, exportId)).toMatchObject({ status: 'failed', rows: 500, parts: [] })
    const told = await seller.call('GET /users/notifications')
    expect(told.at('data.0.data')).toMatchObject({ notify_type: 'export_failed', url: '/exports' })
    expect((await seller.call(`POST /exports/${exportId}/retry`)).status).toBe(202)
    await writeExport(running, seller, exportId)
    const { rows } = await readExport(running, seller, await findExport(seller, exportId))
    const codes = new Map(known.all.map(({ id, code }) => [id, code]))
    const heads = Object.keys(rows[0] ?? {})
    expect(rows.map((row) => row[heads[0] ?? ''])).toEqual(sorted(known.all).map((id) => codes.get(id)))
  })
})

describe('a file that two workers write', () => {
  it('goes on by the one who was first, and the other leaves it alone', async () => {
    const asked = await seller.call('GET /orders/export?format=csv')
    const exportId = asked.at<number>('export_id')
    const [first, second] = [901, 902]
    const gate = new pg.Client({ connectionString: running.adminUrl })
    await gate.connect()
    const isWaiting = (lock: number) =>
      until(`a worker at ${lock}`, async () => {
        const { rowCount } = await gate.query(
          "select from pg_locks where locktype = 'advisory' and objid = $1 and not granted",
          [lock],
        )
        return rowCount === 1
      })
    const { orders } = exportKinds
    /** A worker who stops at a lock before it reads from `place` on. */
    const worker = (lock: number, isThere: (after: unknown) => boolean) =>
      writeExport(running, seller, exportId, {
        ...orders,
        recordsPerSlice: 500,
        records: (statement, request, after, limit) =>
          `${isThere(after) ? `(select pg_advisory_xact_lock(${lock})) gate cross join ` : ''}${orders.records(statement, request, after, limit)}`,
      })
    try {
      await gate.query('select pg_advisory_lock($1), pg_advisory_lock($2)', [first, second])
      const late = worker(first, (after) => after === null)
      await isWaiting(first)
      const early = worker(second, (after) => after !== null)
      await isWaiting(second)
      await until('the first rows', async () => (await findExport(seller, exportId)).rows === 500)
      await gate.query('select pg_advisory_unlock($1)', [first])
      await late
      expect(await findExport(seller, exportId)).toMatchObject({ status: 'running', rows: 500 })
      await gate.query('select pg_advisory_unlock($1)', [second])
      await early
    } finally {
      await gate.end()
    }
    const { rows } = await readExport(running, seller, await findExport(seller, exportId))
    const codes = new Map(known.all.map(({ id, code }) => [id, code]))
    expect(rows.map((row) => row['Order code'])).toEqual(sorted(known.all).map((id) => codes.get(id)))
  })
})

describe('the one who asked', () => {
  it('is told by the bell when it is there, and the others are not', async () => {
    const owner = await running.signUp('told')
    const manager = await running.addStaff(owner.ownerId, { email: 'deaf@example.test', role: 'manager' })
    const entry = await exportOrders(running, owner, 'format=csv')
    const told = await owner.call('GET /users/notifications')
    expect(told.at('data.0.data')).toMatchObject({
      notify_type: 'export_done',
      url: entry.parts[0]?.url,
      file_name: entry.file_name,
      rows: 0,
      expires_at: entry.expires_at,
    })
    expect((await manager.call('GET /users/notifications')).at('data')).toEqual([])
  })
})

/** Reads `n` as administrator, without row-level security. */
async function asAdmin(text: string, values: unknown[]): Promise<number | undefined> {
  const client = new pg.Client({ connectionString: running.adminUrl })
  await client.connect()
  try {
    return (await client.query<{ n: number }>(text, values)).rows[0]?.n
  } finally {
    await client.end()
  }
}
