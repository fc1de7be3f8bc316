/** Two people change one thing: whoever was second hears who was first, and nothing of his is saved. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestConsole, type Account, type TestConsole } from '../../test/start-test-console.ts'
import { lockRow } from '../../test/steps/row-lock.ts'
import { addShop, orderOf, putOrders } from '../../test/steps/stored-orders.ts'
import { productOf, putProducts, skuOf } from '../../test/steps/stored-products.ts'
import { standardTemplate } from '../../model/printing.ts'

let running: TestConsole
let first: Account
let second: Account
let ids: Record<string, number>

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  first = await running.signUp('Aiko')
  const { ownerId } = first
  const email = 'kenji@example.test'
  second = await running.addStaff(ownerId, { email, name: 'Kenji', role: 'admin' })
  const made = async (name: string, body: object) => (await first.call(name, body)).at<number>('data.id')
  const person = { name: 'Mei', email: 'mei@example.test', role: 'operator', password: 'lanterns at dusk' }
  const warehouse = await made('POST /warehouses', { name: 'Back room' })
  const place = {
    name: 'Ipoh',
    contact_name: 'Mei',
    phone: '0123456789',
    address1: '1 Jalan Ipoh',
    city: 'Ipoh',
    state: 'Perak',
    postcode: '30000',
  }
  const shop = await addShop(running, ownerId, 'Versions', 4)
  const [sku = 0] = await putProducts(running, { ownerId, shopId: shop }, [
    productOf({ channelProductId: '1', skus: [skuOf({ sellerSku: 'LAMP' })] }),
  ])
  await putOrders(running, ownerId, shop, [
    orderOf({ channelOrderId: 'V-1', buyer: { channelBuyerId: 'hong', name: 'Hong' } }),
  ])
  ids = {
    customer: (await first.call('GET /customers')).at<number>('data.0.id'),
    shop,
    person: await made('POST /users', person),
    warehouse,
    area: await made('POST /sales-areas', { name: 'West coast', warehouse_ids: [warehouse] }),
    place: await made('POST /deliveries/warehouse/ninjavan', place),
    sku,
    segment: await made('POST /customers/shortlists', { name: 'Often here' }),
    filter: await made('POST /saved-filters', { name: 'Mine', filters: { is_star: 1 } }),
  }
})
afterAll(() => running?.stop())

const ranks = [0, 100, 200, 300].map((limit, place) => ({ level_value: place + 1, limit }))

type Case = { put: string; get: string; body: object; at?: string; isOwn?: true }
const byId = (key: string, path: string, body: object): [string, () => Case] => [
  `PUT ${path}/{id}`,
  () => ({ put: `PUT ${path}/${ids[key]}`, get: `GET ${path}/${ids[key]}`, body }),
]

/** `isOwn`: each user has his own, so that the one before was the same person elsewhere. */
const cases: [string, () => Case][] = [
  byId('shop', '/shops', { stock_buffer: 3 }),
  byId('person', '/users', { phone: '0312345678' }),
  byId('warehouse', '/warehouses', { code: 'B1' }),
  byId('area', '/sales-areas', { name: 'East coast' }),
  [
    'PUT /customers/{id}/note',
    () => ({
      put: `PUT /customers/${ids['customer']}/note`,
      get: `GET /customers/${ids['customer']}`,
      at: 'data.note_updated_at',
      body: { note: 'Calls on Sundays' },
    }),
  ],
  [
    'PUT /deliveries/warehouse/ninjavan/{id}',
    () => ({
      put: `PUT /deliveries/warehouse/ninjavan/${ids['place']}`,
      get: 'GET /deliveries/warehouse/ninjavan',
      at: 'data.0.updated_at',
      body: { city: 'Taiping' },
    }),
  ],
  [
    'PUT /saved-filters/{id}',
    () => ({
      put: `PUT /saved-filters/${ids['filter']}`,
      get: 'GET /saved-filters',
      at: 'data.0.updated_at',
      body: { name: 'Stars' },
      isOwn: true,
    }),
  ],
  ['PUT /users/me', () => ({ put: 'PUT /users/me', get: 'GET /users/me', body: { gender: 2 }, isOwn: true })],
  [
    'PUT /users/notifications/ways',
    () => ({
      put: 'PUT /users/notifications/ways',
      get: 'GET /users/notifications/ways',
      at: 'meta.updated_at',
      body: { ways: [{ type: 'order_new', way: 'none' }] },
      isOwn: true,
    }),
  ],
  [
    'PUT /settings/account',
    () => ({
      put: 'PUT /settings/account',
      get: 'GET /settings/account',
      body: { timezone: 'Asia/Tokyo', currency: 'MYR' },
    }),
  ],
  [
    'PUT /settings/exchange-rates',
    () => ({
      put: 'PUT /settings/exchange-rates',
      get: 'GET /settings/exchange-rates',
      body: { rates: [{ currency: 'VND', from: '2026-01-01', rate: '0.00017' }] },
    }),
  ],
  [
    'PUT /settings/forbidden-words',
    () => ({
      put: 'PUT /settings/forbidden-words',
      get: 'GET /settings/forbidden-words',
      body: { words: [{ word: 'Fake', platform_ids: [] }] },
    }),
  ],
  [
    'PUT /settings/stock',
    () => ({
      put: 'PUT /settings/stock',
      get: 'GET /settings/stock',
      body: { reserve_unpaid: false },
    }),
  ],
  [
    'PUT /settings/low-stock',
    () => ({
      put: 'PUT /settings/low-stock',
      get: 'GET /settings/low-stock',
      body: { threshold: 7, is_enabled: true },
    }),
  ],
  [
    'PUT /settings/update-rank-limit',
    () => ({
      put: 'PUT /settings/update-rank-limit',
      get: 'GET /settings/customer-rank',
      at: 'meta.updated_at',
      body: { ranks },
    }),
  ],
  [
    'PUT /settings/update-print-template',
    () => ({
      put: 'PUT /settings/update-print-template',
      get: 'GET /settings/print-template',
      body: { ...standardTemplate, copies: 2 },
    }),
  ],
  [
    'PUT /settings/delivery',
    () => ({
      put: 'PUT /settings/delivery',
      get: 'GET /settings/delivery?shipment_id=2',
      body: { shipment_id: 2, payer: 'buyer' },
    }),
  ],
  [
    'PUT /settings/delivery-platform',
    () => ({
      put: 'PUT /settings/delivery-platform',
      get: 'GET /settings/delivery-platform',
      at: 'meta.updated_at',
      body: { platform_id: 4, shipment_id: 0 },
    }),
  ],
]

describe.each(cases)('%s', (_, settle) => {
  it('refuses a change over an older version, and says whose it is', async () => {
    const { put, get, body, at = 'data.updated_at', isOwn } = settle()
    const other = isOwn ? first : second
    const readBy = async (account: Account) => (await account.call(get)).at<string | null>(at)
    const [mine, theirs] = [await readBy(first), await readBy(other)]
    expect(theirs).toBe(mine)

    const saved = await first.call(put, { ...body, updated_at: mine })
    expect(saved.status).toBe(200)
    const late = await other.call(put, { ...body, updated_at: theirs }, { 'x-localization': 'jp' })
    expect([late.status, late.at('code')]).toEqual([409, 'changed_by_other'])
    expect(late.at('message')).toContain('Aikoさん')

    const now = await readBy(other)
    expect(now).not.toBe(mine)
    expect((await other.call(put, { ...body, updated_at: now })).status).toBe(200)
    // Scripts that read nothing have the last word.
    expect((await first.call(put, body)).status).toBe(200)
  })
})

describe('a version', () => {
  it('is given once, however many change at the same moment', async () => {
    const put = `PUT /warehouses/${ids['warehouse']}`
    const read = (await first.call(`GET /warehouses/${ids['warehouse']}`)).at<string>('data.updated_at')
    const codes = ['C1', 'C2', 'C3', 'C4', 'C5']
    const answers = await Promise.all(
      codes.map((code, at) => (at % 2 ? first : second).call(put, { code, updated_at: read })),
    )
    const taken = answers.filter(({ status }) => status === 200)
    expect(taken).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(4)
    const [winner] = taken
    const now = await first.call(`GET /warehouses/${ids['warehouse']}`)
    expect(now.at('data')).toMatchObject({
      code: winner?.at('data.code'),
      updated_at: winner?.at('data.updated_at'),
    })
  })

  const fields: Record<string, [table: string, path: string, one: object, other: object]> = {
    SKU: ['skus', '/sku-centers', { bin: 'B-7' }, { name: 'A lantern of blue paper' }],
    segment: ['shortlists', '/customers/shortlists', { description: 'Twice a year' }, { name: 'Regulars' }],
    profile: ['users', '/users', { phone: '0312345678' }, { language: 'jp' }],
  }
  it.each(Object.entries(fields))('left out loses no other field of a %s', async (_, of) => {
    const [table, path, one, other] = of
    const id = { skus: ids['sku'], shortlists: ids['segment'] }[table]
    const call = `PUT ${path}/${id ?? 'me'}`
    const row = `select from ${table} where owner_id = $1 and ($2::bigint is null or id = $2) for update`
    const held = await lockRow(running.adminUrl, row, [first.ownerId, id])
    const saved = first.call(call, one)
    await held.waiting(1)
    const late = (id ? second : first).call(call, other)
    await held.waiting(2)
    await held.release()
    expect([(await saved).status, (await late).status]).toEqual([200, 200])
    expect((await first.call(`GET ${path}/${id ?? 'me'}`)).at('data')).toMatchObject({ ...one, ...other })
  })

  it('never comes twice within one millisecond', async () => {
    const put = 'PUT /settings/low-stock'
    const seen: string[] = []
    for (let change = 0; change < 20; change++)
      seen.push((await first.call(put, { threshold: change, is_enabled: true })).at('data.updated_at'))
    expect(new Set(seen).size).toBe(seen.length)
  })

  it('is that of another account nowhere', async () => {
    const stranger = await running.signUp('Stranger')
    expect((await stranger.call('GET /settings/low-stock')).at('data.updated_at')).toBeNull()
  })
})
