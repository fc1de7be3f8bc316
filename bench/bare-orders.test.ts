/** A bare statement is a limit only as long as it finds the rows that the console answers the same case with. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allEndpoints } from '../contract/endpoints.ts'
import { call, startTestConsole, type Answer, type TestConsole } from '../test/start-test-console.ts'
import { openBenchServer, selectIn } from '../test/steps/bench-data.ts'
import { withClient } from './bench-database.ts'
import { exportOrders, readExport } from '../test/steps/export-steps.ts'
import { openBareAnswers, type BareAnswers } from './bare-answers.ts'
import { plainOrderRows } from './export-orders.ts'
import { signIn } from './measure.ts'
import { endpointCases, unmeasured, type Call, type EndpointCase } from './order-endpoint-cases.ts'
import { listCases, type ListCase } from './order-list-cases.ts'
import { fillUp, sampleOrders, type OrderSamples } from './order-samples.ts'
import { benchPassword, bigOwnerEmail, seedOrders } from './seed-orders.ts'

const server = openBenchServer()
let seller: TestConsole
let bare: BareAnswers
let token = ''
let database = ''
let ownerId = ''
let samples: OrderSamples

beforeAll(async () => {
  database = (await seedOrders(server, 800, () => {}, 1)).database
  ownerId = await fillUp(server, database)
  seller = await startTestConsole({ databaseUrl: server.url(database), role: 'web' })
  token = await signIn(seller.url, bigOwnerEmail, benchPassword)
  samples = await sampleOrders(server, database, { ownerId, url: seller.url, token })
  bare = openBareAnswers(server.adminUrl(database), ownerId)
})

afterAll(async () => {
  await bare.close()
  await seller.stop()
  await server.drop(database)
  await server.stop()
})

const ask = ({ method, path, body }: Call): Promise<Answer> =>
  call(seller.url, `${method} ${path.replace('/api/v2', '')}`, body, { authorization: `Bearer ${token}` })

const idsIn = (one: Call | undefined): number[] => {
  const { ids: some } = (one?.body ?? {}) as { ids?: number[] }
  return some ?? [Number(/\/(\d+)\//.exec(one?.path ?? '')?.[1])]
}

type Row = Record<string, unknown> & { id: number }
const ids = (rows: unknown) => (rows as Row[]).map(({ id }) => id)
const idOf = (row: unknown) => (row as Row).id
const data = (answer: Answer) => answer.at('data')
const namesOf = (rows: unknown) => (rows as Row[]).map((row) => row['name'])

/** The part of each endpoint's answer that both must agree about. */
const compared: Record<
  string,
  [ofConsole: (answer: Answer) => unknown, ofBare: (found: unknown) => unknown]
> = {
  'GET /orders/filter': [(answer) => ids(data(answer)), ids],
  'GET /orders/search': [(answer) => ids(data(answer)), ids],
  'GET /orders/get-status': [
    (answer) => answer.at<{ code: string; total: number }[]>('data').map(({ code, total }) => [code, total]),
    (found) => Object.entries(found as object),
  ],
  'GET /orders/{id}': [
    (answer) => [
      answer.at('data.id'),
      answer.at('data.customer.data.id'),
      answer.at<unknown[]>('data.order_product_skus.data').length,
    ],
    (found) => {
      const { id, customer, lines } = found as Row & { customer: Row; lines: unknown[] }
      return [id, customer.id, lines.length]
    },
  ],
  'GET /orders/{id}/history': [
    (answer) => answer.at<Row[]>('data').map(({ event }) => event),
    (found) => (found as Row[]).map(({ event }) => event),
  ],
  'GET /orders/{id}/customer': [(answer) => answer.at('data.id'), idOf],
  'GET /orders/{id}/sender-info': [(answer) => answer.at('data.warehouse_id'), idOf],
  'GET /orders/{id}/check-tracking-number-shopee': [
    (answer) => answer.at('data.tracking_number'),
    (found) => (found as Row)['tracking_number'],
  ],
  'GET /orders/{id}/confirm-info': [(answer) => answer.at('data.order_id'), idOf],
  'GET /orders/{id}/shipments': [data, (found) => (found as Row)['shipments']],
  'GET /orders/scan': [(answer) => answer.at('data.id'), idOf],
  'GET /orders/action-batches/{id}': [
    (answer) => answer.at<Row[]>('data.results').map((row) => row['order_id']),
    (found) => (found as Row[]).map((row) => row['order_id']),
  ],
  'GET /orders/print-batches/{id}': [
    (answer) => answer.at('data.ids'),
    (found) => (found as Row)['order_ids'],
  ],
  'GET /saved-filters': [(answer) => namesOf(data(answer)), namesOf],
  'GET /orders/new/shops': [(answer) => ids(data(answer)), ids],
  'GET /exports': [(answer) => ids(data(answer)), ids],
  'GET /returns': [(answer) => ids(data(answer)), ids],
  'GET /returns/{id}': [(answer) => [answer.at('data.id')], ids],
}

const nameOf = ({ of, as }: EndpointCase) => `${of} ${as ?? ''}`

describe('a call about orders', () => {
  it('finds the rows that its bare statement finds, and some', async () => {
    const found: Record<string, unknown> = {}
    const expected: Record<string, unknown> = {}
    const empty: string[] = []
    for (const one of endpointCases(samples).filter(({ calls }) => calls[0]?.method === 'GET')) {
      const [ofConsole, ofBare] = compared[one.of] ?? []
      for (const [at, path] of one.bare.slice(0, 3).entries()) {
        const name = `${nameOf(one)} ${path}`
        const answer = await ask(one.calls[at] ?? { method: 'GET', path: '' })
        expected[name] = ofConsole?.(answer)
        found[name] = ofBare?.(JSON.parse((await bare.answer(path)) ?? 'null'))
        if (Array.isArray(found[name]) && found[name].length === 0) empty.push(nameOf(one))
      }
      expect([one.of, one.calls.length]).toEqual([one.of, one.bare.length])
    }
    expect(found).toEqual(expected)
    // Nothing is booked with a courier here.
    expect([...new Set(empty)]).toEqual(['GET /orders/{id}/shipments '])
  })

  it('that writes changes something each time', async () => {
    const star = endpointCases(samples).filter(
      ({ of, calls }) => calls[0]?.method === 'PUT' && of.includes('star'),
    )
    for (const { calls } of star) {
      const [first] = calls
      const starred = async () => {
        const rows = await selectIn<{ id: number }>(
          server,
          database,
          'select id::int as id from orders where is_star and id = any($1) order by id',
          [idsIn(first)],
        )
        return rows.length
      }
      const seen: number[] = []
      for (const one of calls.slice(0, 2)) {
        expect((await ask(one)).status).toBe(200)
        seen.push(await starred())
      }
      expect(seen).toEqual([idsIn(first).length, 0])
    }
    const [note] = endpointCases(samples).filter(({ as }) => as === 'note')
    const versions: number[] = []
    for (const one of note?.calls.slice(0, 3) ?? []) versions.push((await ask(one)).at('data.note_version'))
    expect(new Set(versions).size).toBe(2)
    expect([note?.calls[0]?.path === note?.calls[1]?.path, versions[1]]).toEqual([true, 2])
  })

  it('and a bare statement write the same orders', async () => {
    const [pack] = endpointCases(samples).filter(({ of }) => of.endsWith('/set-packed'))
    const refused: unknown[] = []
    for (const one of pack?.calls.slice(0, 12) ?? []) {
      const { status, body } = await ask(one)
      if (status !== 202) refused.push(body)
    }
    expect(refused).toEqual([])
    for (const [path, changed] of [
      [`/star/{${samples.ids.slice(0, 3).join(',')}}`, samples.ids.slice(0, 3)],
      [`/note/${samples.ids[5]}`, [samples.ids[5]]],
      [`/pack/${samples.packable.at(-1)}`, [samples.packable.at(-1)]],
    ] as const)
      expect(new Set(JSON.parse((await bare.answer(path)) ?? '') as number[])).toEqual(new Set(changed))
    const written = await selectIn<{ ids: number[] }>(
      server,
      database,
      "select target_ids as ids from audit_entries where action = 'bare' order by sequence",
    )
    expect(written.map(({ ids: some }) => some.length)).toEqual([3, 1, 1])
  })

  it('is either measured or told as left out', () => {
    const cases = endpointCases(samples)
    const [measured, left] = [new Set(cases.map(({ of }) => of)), unmeasured(cases)]
    expect(left.filter((name) => measured.has(name))).toEqual([])
    const reads = Object.keys(allEndpoints).filter((name) => /^GET \/(orders|returns|exports)/.test(name))
    expect([...measured].filter((name) => !(name in allEndpoints))).toEqual([])
    expect(reads.filter((name) => !measured.has(name) && !left.includes(name))).toEqual([])
    expect(left).toContain('GET /orders/export')
  })
})

describe('a file of all orders', () => {
  type Line = Record<string, string | number | null>
  const text = (value: string | number | null | undefined) => String(value ?? '')

  it('has the lines of its bare query, in one order, with the same in each column', async () => {
    const account = {
      ownerId,
      token,
      call: (name: string, body?: unknown, headers?: Record<string, string>) =>
        call(seller.url, name, body, { authorization: `Bearer ${token}`, ...headers }),
    }
    const entry = await exportOrders(seller, account, 'format=csv')
    const { rows } = await readExport(seller, account, entry)
    const plain = await selectIn<Line>(server, database, plainOrderRows)
    const columns: Record<string, string> = {
      'Order code': 'channel_order_id',
      Shop: 'system_name',
      Customer: 'buyer_name',
      Phone: 'buyer_phone',
      Street: 'street',
      'State or province': 'province',
      City: 'city',
      Postcode: 'postcode',
      Country: 'country',
      Item: 'name',
      Variant: 'variant_label',
      'Seller SKU': 'seller_sku',
      'Channel SKU': 'shop_sku',
      Quantity: 'quantity',
      Currency: 'currency',
    }
    const unit = ({ currency }: Line) => (currency === 'VND' ? 1 : 100)
    const amount = (line: Line, column: string) => Number(line[column]) / unit(line)
    const shown = rows.map((row) => [
      ...Object.keys(columns).map((head) => row[head]),
      Number(row['Line total']),
    ])
    const expected = plain.map((line) => [
      ...Object.values(columns).map((column) => text(line[column])),
      amount(line, 'line_total'),
    ])
    expect(rows.length).toBeGreaterThan(1000)
    expect(shown.length).toBe(expected.length)
    expect(shown.filter((row, at) => row.join('|') !== expected[at]?.join('|')).slice(0, 2)).toEqual([])
    // Figures of the whole order stand in its first line alone.
    const isFirst = rows.map((row, at) => row['Order code'] !== rows[at - 1]?.['Order code'])
    const ofOrders = rows
      .filter((_, at) => isFirst[at])
      .map((row) => [
        row['Tracking number'],
        row['Message from the buyer'],
        ...['Order total', 'Seller discount', 'Platform discount', 'Refund'].map((head) => Number(row[head])),
      ])
    const byHand = plain
      .filter((_, at) => isFirst[at])
      .map((line) => [
        text(line['tracking_number']),
        text(line['buyer_message']),
        ...['total', 'seller_discount', 'platform_discount', 'refund'].map((column) => amount(line, column)),
      ])
    expect(ofOrders.filter((row, at) => row.join('|') !== byHand[at]?.join('|')).slice(0, 2)).toEqual([])
    // Both tell the same orders as paid out.
    const isPaid = rows.filter((_, at) => isFirst[at]).map((row) => row['Paid out on'] !== '')
    expect(isPaid).toEqual(plain.filter((_, at) => isFirst[at]).map((line) => line['settled_at'] !== null))
    expect(new Set(isPaid).size).toBe(2)
  })
})

describe('orders that are picked', () => {
  const told: [string, keyof OrderSamples, string][] = [
    ['of a channel that asks for numbers', 'shopee', 's.platform_id = 2 and o.tracking_number is not null'],
    ["whose parcels the owner's couriers carry", 'own', 's.platform_id = 4 and o.status = 2'],
    [
      'of a channel that packs',
      'packable',
      's.platform_id = 1 and o.status = 2 and o.cancel_requested_at is null',
    ],
    ['that were returned', 'returned', 'o.return_status is not null'],
    ['of any kind', 'ids', 'true'],
  ]

  it.each(told)('%s are what they are said to be', async (_, kind, property) => {
    const picked = samples[kind] as number[]
    expect(picked.length).toBeGreaterThan(3)
    expect(new Set(picked).size).toBe(picked.length)
    const rows = await selectIn(
      server,
      database,
      `select o.id from orders o join sign_ins i on i.owner_id = o.owner_id and i.email = $2
       join shops s on s.owner_id = o.owner_id and s.id = o.shop_id where o.id = any($1) and ${property}`,
      [picked, bigOwnerEmail],
    )
    expect(rows).toHaveLength(picked.length)
  })

  it('have pages of their own behind the places that stand before them', () => {
    expect(samples.deepPlaces).toHaveLength(samples.deepPages.length)
    expect(Math.max(...samples.deepPages)).toBe(32)
    expect(samples.deepPages.filter((page) => page < 2)).toEqual([])
  })
})

describe('the cases of the order list', () => {
  let cases: ListCase[]

  beforeAll(async () => {
    cases = await withClient(server.adminUrl(database), (client) => listCases(client, ownerId))
  })

  const lineOf = (answer: Answer) => answer.at('data')

  it('bring rows, each of them', async () => {
    const none: string[] = []
    for (const { name, paths } of cases) {
      let rows = 0
      for (const path of paths.slice(0, 3)) {
        const found = lineOf(await ask({ method: 'GET', path }))
        rows += Array.isArray(found) ? found.length : 1
      }
      if (rows === 0 || paths.length === 0) none.push(name)
    }
    expect(none).toEqual([])
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length)
  })

  it.each([
    ['order code', 'o.channel_order_id'],
    ['tracking number', 'o.tracking_number'],
    ['phone', 'o.buyer_phone'],
    ['Japanese name', 'o.buyer_name'],
    ['Vietnamese name', 'o.buyer_name'],
  ])('look for a %s that an order has, and find it', async (kind, column) => {
    const paths = cases.find(({ name }) => name === `keyword: ${kind}`)?.paths.slice(0, 5) ?? []
    expect(paths.length).toBeGreaterThan(1)
    for (const path of paths) {
      const keyword = new URL(path, seller.url).searchParams.get('keyword')
      const known = await selectIn<{ id: number }>(
        server,
        database,
        `select o.id::int as id from orders o where o.owner_id = $1 and ${column} = $2`,
        [ownerId, keyword],
      )
      const found = new Set(ids((await ask({ method: 'GET', path })).at('data')))
      expect(known.length).toBeGreaterThan(0)
      expect(ids(known).filter((id) => found.has(id)).length).toBe(Math.min(20, known.length))
    }
  })
})
