/** Rules about products and places, what a change of rules does, and segments from files, over real HTTP. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChannelOrder } from '../../../model/order.ts'
import type { SegmentRule } from '../../../model/segment.ts'
import { startTestConsole, type Account, type TestConsole } from '../../../test/start-test-console.ts'
import { statementsAbout } from '../../../test/steps/counted-statements.ts'
import { csvOf, xlsxOf, type Sheet } from '../../../test/steps/import-steps.ts'
import {
  addressOf,
  addShop,
  lineOf,
  noPayment,
  orderOf,
  putOrders,
} from '../../../test/steps/stored-orders.ts'
import { productOf, putProducts, skuOf } from '../../../test/steps/stored-products.ts'

let running: TestConsole
let seller: Account
let viewer: Account
let packer: Account
let skus: Map<string, number>
const shops: number[] = []

const day = 86_400_000
let number = 0
const order = (buyer: string, daysAgo: number, more: Partial<ChannelOrder> = {}, shop = 0) => {
  const placedAt = new Date(Date.now() - daysAgo * day)
  return putOrders(running, seller.ownerId, shops[shop] ?? 0, [
    orderOf({
      channelOrderId: `E${++number}`,
      buyer: { channelBuyerId: buyer.toLowerCase(), name: buyer },
      address: addressOf({ name: buyer, phone: phones[buyer] ?? null, country: 'MY', province: 'Selangor' }),
      status: 'delivered',
      payment: { ...noPayment, subTotal: 10_000 },
      placedAt,
      ...more,
    }),
  ])
}
const phones: Record<string, string> = {
  Aina: '+60 12-345 6789',
  Bakar: '0167778888',
  Chong: '+60*******99',
}
const line = (shopSku: string, quantity: number, isGift = false) => [lineOf({ shopSku, quantity, isGift })]

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('segments')
  for (const name of ['One', 'Two']) shops.push(await addShop(running, seller.ownerId, name))
  const ids = await putProducts(running, { ownerId: seller.ownerId, shopId: shops[0] ?? 0 }, [
    productOf({
      channelProductId: 'p1',
      skus: ['mug', 'cup'].map((code) => skuOf({ channelSkuId: code, shopSku: code, sellerSku: code })),
    }),
  ])
  skus = new Map(['mug', 'cup'].map((code, at) => [code, ids[at] ?? 0]))
  await order('Aina', 10, { lines: line('mug', 2) })
  await order('Aina', 100, { lines: line('mug', 3) })
  await order('Bakar', 5, { lines: line('mug', 1) })
  await order('Bakar', 4, { lines: line('mug', 9, true) })
  await order('Chong', 3, {
    lines: line('mug', 5),
    status: 'canceled',
    address: addressOf({ phone: phones['Chong'] ?? null, country: 'MY', province: 'Johor' }),
  })
  await order('Dewi', 2, {
    lines: line('cup', 4),
    address: addressOf({ country: 'ID', province: 'Bali', phone: '+62 811 222 3333' }),
  })
  await order('Aina', 1, { lines: line('mug', 1), buyer: { channelBuyerId: 'aina', name: 'Aina' } }, 1)
  viewer = await running.addStaff(seller.ownerId, { email: 'one@example.test', role: 'manager' }, [
    shops[1] ?? 0,
  ])
  packer = await running.addStaff(seller.ownerId, { email: 'two@example.test', role: 'viewer' })
})
afterAll(() => running?.stop())

type Counted = { total: number; all: number; left: number[]; faults: (string | null)[] }
const count = async (rules: SegmentRule[], who = seller) =>
  (await who.call('POST /customers/shortlists/count', { rules })).at<Counted>('data')
const bought = (sku: string, value: number, more: object = {}): SegmentRule => ({
  field: 'bought',
  test: 'at_least',
  value,
  sku_ids: [skus.get(sku) ?? 0],
  days: null,
  ...more,
})
const namesOf = async (rules: SegmentRule[]) => {
  const made = await seller.call('POST /customers/shortlists', { name: `Rules ${++number}`, rules })
  const id = made.at<number>('data.id')
  const found = await seller.call(`GET /customers?shortlist_id=${id}&sort=name`)
  const rows = found.at<{ name: string; shop: { data: { id: number } } }[]>('data')
  expect(found.at('meta.pagination.total')).toBe((await count(rules)).total)
  return rows.map(({ name }) => name)
}

describe('rules of a segment', () => {
  it('are about the pieces of a product that were bought, gifts and canceled orders aside', async () => {
    expect(await namesOf([bought('mug', 1)])).toEqual(['Aina', 'Bakar'])
    expect(await namesOf([bought('mug', 5)])).toEqual(['Aina'])
    expect(await namesOf([bought('mug', 6)])).toEqual([])
    expect(await namesOf([bought('mug', 2, { days: 30 })])).toEqual(['Aina'])
    expect(await namesOf([bought('mug', 3, { days: 30 })])).toEqual([])
    // Never bought; the same name in the other shop, where the code is no listing of this SKU, is another customer.
    expect(await namesOf([bought('mug', 0, { test: 'at_most' })])).toEqual(['Aina', 'Chong', 'Dewi'])
    expect(await namesOf([bought('mug', 1, { sku_ids: [skus.get('mug'), skus.get('cup')] })])).toEqual([
      'Aina',
      'Bakar',
      'Dewi',
    ])
  })

  it('go on with the product into which theirs was merged', async () => {
    const [mug, cup] = [skus.get('mug'), skus.get('cup')]
    const merged = await seller.call(`POST /sku-centers/${mug}/merge`, { sku_ids: [cup] })
    expect(merged.status).toBe(200)
    expect(await namesOf([bought('cup', 1)])).toEqual(['Aina', 'Bakar', 'Dewi'])
    expect((await count([bought('cup', 99)])).faults).toEqual(['not_sold'])
    const undone = await seller.call(`POST /sku-merges/${merged.at<number>('meta.merge.id')}/undo`)
    expect(undone.status).toBe(200)
    expect(await namesOf([bought('cup', 1)])).toEqual(['Dewi'])
  })

  it('take parts of a day for none, and leave the list of segments readable', async () => {
    const ago = (value: number): SegmentRule => ({ field: 'last_order', test: 'at_most', value })
    expect(await namesOf([ago(50.5)])).toEqual(await namesOf([ago(50)]))
    expect((await seller.call('GET /customers/shortlists')).status).toBe(200)
  })

  it('are about the places that sales went to', async () => {
    const places = await seller.call('GET /customers/shortlists/places')
    expect(places.at('data')).toEqual([
      { code: 'MY/selangor', country: 'MY', name: 'Selangor' },
      { code: 'ID/bali', country: 'ID', name: 'Bali' },
    ])
    expect(await namesOf([{ field: 'region', test: 'is', places: ['MY'] }])).toEqual([
      'Aina',
      'Aina',
      'Bakar',
    ])
    expect(await namesOf([{ field: 'region', test: 'is', places: ['ID/bali'] }])).toEqual(['Dewi'])
    expect((await viewer.call('GET /customers/shortlists/places')).at<unknown[]>('data')).toHaveLength(1)
  })

  it('are counted for the list in one statement, however many segments there are', async () => {
    const own = 'Listed'
    const all: SegmentRule[][] = [
      [{ field: 'orders', test: 'at_least', value: 2 }],
      [{ field: 'spent', test: 'at_least', value: 150 }],
      [{ field: 'last_order', test: 'at_most', value: 30 }],
      [{ field: 'shop', test: 'is', value: shops[1] ?? 0 }],
      [{ field: 'level', test: 'at_least', value: 1, joined: 'except' }],
      [bought('mug', 1)],
      [bought('mug', 0, { test: 'at_most' })],
      [bought('mug', 1), { field: 'orders', test: 'at_least', value: 2 }],
      [bought('mug', 1), { ...bought('cup', 1), joined: 'or' }],
      [
        { field: 'orders', test: 'at_least', value: 1 },
        { ...bought('cup', 1), joined: 'except' },
      ],
      [{ field: 'region', test: 'is', places: ['MY'] }],
      [{ field: 'region', test: 'is', places: ['ID', 'MY/johor'] }, bought('cup', 1)],
    ]
    const add = (rules: SegmentRule[], at: number) =>
      seller.call('POST /customers/shortlists', { name: `${own} ${at}`, rules })
    const listed = async (who = seller) =>
      (await who.call(`GET /customers/shortlists?keyword=${own}`)).at<
        { name: string; rules: SegmentRule[] | null; total_customer: number }[]
      >('data')
    for (const [at, rules] of all.slice(0, 3).entries()) await add(rules, at)
    await seller.call('POST /customers/shortlists', { name: `${own} by hand`, customer_ids: [] })
    const few = await statementsAbout('customers', listed)
    for (const [at, rules] of all.slice(3).entries()) await add(rules, at + 3)
    const many = await statementsAbout('customers', listed)
    expect([few.length, many.length]).toEqual([many.length, few.length])
    for (const who of [seller, viewer]) {
      const shown = await listed(who)
      expect(shown.length).toBe(all.length + 1)
      for (const { name, rules, total_customer: total } of shown)
        expect([name, total]).toEqual([name, rules ? (await count(rules, who)).total : 0])
    }
  })

  it('are joined to groups of which one is enough, and to exceptions', async () => {
    const mug = bought('mug', 1)
    const cup = bought('cup', 1)
    const inMalaysia: SegmentRule = { field: 'region', test: 'is', places: ['MY'] }
    const often: SegmentRule = { field: 'orders', test: 'at_least', value: 2 }
    const either = [...(await namesOf([mug])), ...(await namesOf([cup]))].toSorted()
    expect(either).toEqual(['Aina', 'Bakar', 'Dewi'])
    expect(await namesOf([mug, { ...cup, joined: 'or' }])).toEqual(either)
    expect(await namesOf([mug, { ...cup, joined: 'or' }, { ...inMalaysia, joined: 'and' }])).toEqual([
      'Aina',
      'Bakar',
    ])
    expect(await namesOf([{ ...inMalaysia, joined: 'except' }])).toEqual(['Chong', 'Dewi'])
    expect(await namesOf([inMalaysia, { ...mug, joined: 'except' }])).toEqual(['Aina'])
    expect(await namesOf([often, { ...mug, joined: 'except' }, { ...cup, joined: 'or' }])).toEqual([])
    // A customer without the figure fits no rule about it, and every exception.
    const never: SegmentRule = { field: 'delivered_rate', test: 'at_least', value: 1, joined: 'except' }
    expect((await count([never])).total).toBe(5)

    expect(await count([mug, { ...cup, joined: 'or' }, { ...inMalaysia, joined: 'except' }])).toEqual({
      all: 5,
      total: 1,
      left: [2, 3, 1],
      faults: [null, null, null],
    })
    const everybody: SegmentRule = { field: 'orders', test: 'at_least', value: 0 }
    const { faults } = await count([{ ...everybody, joined: 'except' }])
    expect(faults).toEqual(['everybody'])
    const refused = await seller.call('POST /customers/shortlists/count', {
      rules: [{ ...mug, joined: 'or' }],
    })
    expect([refused.status, refused.at('invalid_fields')]).toEqual([
      422,
      { 'rules.0.joined': expect.stringContaining('before this one') },
    ])
  })

  it('say what each of them leaves, and why one leaves nobody', async () => {
    const counted = await count([
      { field: 'orders', test: 'at_least', value: 1 },
      bought('mug', 1),
      { field: 'region', test: 'is', places: ['ID'] },
      { field: 'region', test: 'is', places: ['SG'] },
      bought('cup', 1, { sku_ids: [1] }),
      bought('cup', 1, { days: 1 }),
      { field: 'level', test: 'is', value: 9 },
      { field: 'delivered_rate', test: 'is', value: 5 },
      { field: 'shop', test: 'is', value: 1 },
      { field: 'orders', test: 'at_least', value: 1000 },
    ])
    expect(counted).toEqual({
      total: 0,
      all: 5,
      left: [5, 2, 0, 0, 0, 0, 0, 0, 0, 0],
      faults: [
        null,
        null,
        'none_left',
        'no_sale_there',
        'no_listing',
        'not_sold',
        'no_such_level',
        'no_such_rate',
        'no_such_shop',
        'nobody',
      ],
    })
    // A user of one shop counts the customers of that shop.
    expect(await count([{ field: 'orders', test: 'at_least', value: 1 }], viewer)).toMatchObject({
      all: 1,
      total: 1,
    })
    const refused = await seller.call('POST /customers/shortlists/count', {
      rules: [{ ...bought('mug', 1), sku_ids: [] }],
    })
    expect(refused.status).toBe(422)
  })

  it('tell whom a change takes out before it is saved', async () => {
    const made = await seller.call('POST /customers/shortlists', { name: 'Mugs', rules: [bought('mug', 1)] })
    const id = made.at<number>('data.id')
    const compared = await seller.call(`POST /customers/shortlists/${id}/compare`, {
      rules: [{ field: 'region', test: 'is', places: ['ID'] }],
    })
    expect(compared.at('data')).toMatchObject({ leaving: 2, joining: 1 })
    expect(compared.at<{ name: string }[]>('data.customers.data').map(({ name }) => name)).toEqual([
      'Bakar',
      'Aina',
    ])
    expect((await seller.call(`GET /customers/shortlists/${id}`)).at('data.total_customer')).toBe(2)
    const byHand = await seller.call('POST /customers/shortlists', { name: 'By hand' })
    const refused = await seller.call(`POST /customers/shortlists/${byHand.at<number>('data.id')}/compare`, {
      rules: [bought('mug', 1)],
    })
    expect(refused.at('field_codes.rules')).toBe('segment_by_hand')
  })
})

it('a rule about a product remembers the listings that have been deleted since', async () => {
  const rules = [bought('mug', 2, { days: 30 })]
  expect(await namesOf(rules)).toEqual(['Aina'])
  const found = await seller.call('GET /products/filter')
  const products = found.at<{ id: number }[]>('data').map(({ id }) => id)
  expect((await seller.call('DELETE /products', { products })).at('data.deleted')).toHaveLength(1)
  expect(await namesOf(rules)).toEqual(['Aina'])
  expect(await namesOf([bought('mug', 0, { test: 'at_most' })])).toEqual(['Aina', 'Chong', 'Dewi'])
})

describe('customers from a file', () => {
  async function add(
    sheet: Sheet,
    { who = seller, format = 'csv', id }: { who?: Account; format?: 'csv' | 'xlsx'; id?: number } = {},
  ) {
    const segment =
      id ??
      (await seller.call('POST /customers/shortlists', { name: `File ${++number}` })).at<number>('data.id')
    const form = new FormData()
    const bytes = format === 'csv' ? csvOf(sheet) : await xlsxOf(sheet)
    form.set('file', new File([new Uint8Array(bytes)], `people.${format}`))
    const reply = await fetch(`${running.url}/api/v2/customers/shortlists/${segment}/add-from-file`, {
      method: 'POST',
      headers: { authorization: `Bearer ${who.token}` },
      body: form,
    })
    const body = (await reply.json()) as {
      data: { rows: number; added: number; skipped: number; faults: object[] }
      field_codes?: Record<string, string>
    }
    return { status: reply.status, segment, ...body }
  }

  it('are found by code, phone number or mail address, and each row that finds nobody says so', async () => {
    const { data, segment } = await add([
      ['Name', 'Phone', 'Customer code'],
      ['Aina', '012-3456789', null],
      ['Bakar', 60_167_778_888, null],
      ['Dewi', null, 'dewi'],
      ['Chong', '+60*******99', null],
      ['Nobody', '0199999999', null],
      ['Empty', null, null],
    ])
    expect(data).toEqual({
      rows: 6,
      added: 4,
      skipped: 0,
      faults: [
        { row: 5, value: '+60*******99', reason: 'masked' },
        { row: 6, value: '0199999999', reason: 'not_found' },
        { row: 7, value: '', reason: 'empty' },
      ],
    })
    const again = await add([['電話番号'], ['+60123456789']], { format: 'xlsx', id: segment })
    expect(again.data).toMatchObject({ added: 0, skipped: 2 })
  })

  it('are those with the code, before one whose number in the console it is', async () => {
    const { segment } = await add([['Customer code'], ['dewi']])
    const members = async (of: number) =>
      (await seller.call(`GET /customers?shortlist_id=${of}`))
        .at<{ id: number; name: string }[]>('data')
        .map(({ id, name }) => ({ id, name }))
    const [dewi] = await members(segment)
    const code = String(dewi?.id)
    expect((await add([['Customer code'], [code]])).data).toMatchObject({ added: 1 })
    await order(code, 1, { lines: line('cup', 1) })
    const named = await add([['Customer code'], [code]])
    expect(await members(named.segment)).toEqual([{ id: expect.any(Number), name: code }])
  })

  it('are 1,000 rows at most, of a file with one of these columns', async () => {
    const many = Array.from({ length: 1001 }, (_, at) => [`c${at}`])
    expect((await add([['code'], ...many])).field_codes).toEqual({ file: 'segment_file_rows' })
    expect((await add([['code'], ...many.slice(1)])).data).toMatchObject({ rows: 1000, added: 0 })
    expect((await add([['Colour'], ['red']])).field_codes).toEqual({ file: 'segment_file_columns' })
    expect((await add([])).status).toBe(422)
    const ruled = await seller.call('POST /customers/shortlists', {
      name: 'Ruled',
      rules: [bought('mug', 1)],
    })
    expect((await add([['code'], ['dewi']], { id: ruled.at('data.id') })).field_codes).toEqual({
      customer_ids: 'segment_by_rules',
    })
  })

  it('are those of the shops that the user sees', async () => {
    expect((await add([['code'], ['dewi'], ['aina']], { who: viewer })).data).toMatchObject({
      added: 1,
      faults: [{ row: 2 }],
    })
    expect((await add([['code'], ['dewi']], { who: packer })).status).toBe(403)
  })
})
