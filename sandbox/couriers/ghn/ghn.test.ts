/** Calls in GHN's own words, as its document gives them, without the connector. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { askControl, ghnOrder, startReceiver } from '../../kit/test-steps.ts'
import { startSandbox, type Sandbox } from '../../server.ts'

const OWNER = '5b0d8d3a-0c5e-11f1-9a3c-02420a000001'
const OTHER = '5b0d8d3a-0c5e-11f1-9a3c-02420a000002'
const PARTNER = '5b0d8d3a-0c5e-11f1-9a3c-02420a000900'
const SHOP = '885'

let sandbox: Sandbox
beforeEach(async () => {
  sandbox = await startSandbox({ load: 'none' })
})
afterEach(() => sandbox.close())

const control = <T = unknown>(path: string, body?: object) => askControl<T>(sandbox.url, `ghn/${path}`, body)

const advance = (code: string, ...steps: string[]) =>
  steps.reduce<Promise<unknown>>(
    (before, step) => before.then(() => control(`parcels/${code}/advance`, { step })),
    Promise.resolve(),
  )

type Reply = {
  status: number
  code: number
  message: string
  code_message?: string
  data: unknown
}
type Who = { token?: string; shop?: string }

async function call(
  path: string,
  body: object = {},
  { token = OWNER, shop = SHOP }: Who = {},
): Promise<Reply> {
  const reply = await fetch(`${sandbox.url}/ghn/shiip/public-api${path}`, {
    method: 'POST',
    headers: { ...(token && { Token: token }), ShopId: shop },
    body: JSON.stringify(body),
  })
  return { status: reply.status, ...((await reply.json()) as Omit<Reply, 'status'>) }
}

const data = async <T>(...given: Parameters<typeof call>): Promise<T> => {
  const reply = await call(...given)
  expect(reply).toMatchObject({ status: 200, code: 200 })
  return reply.data as T
}
const refused = (code_message: string) => ({ status: 400, code: 400, data: null, code_message })

const book = async (more: object = {}, who?: Who): Promise<string> =>
  (await data<{ order_code: string }>('/v2/shipping-order/create', { ...ghnOrder, ...more }, who)).order_code
const detail = (order_code: string, who?: Who) =>
  data<{ status: string; log: { status: string }[] }>('/v2/shipping-order/detail', { order_code }, who)

describe('a token', () => {
  it('is asked for, and a wrong one is told in two ways', async () => {
    expect(await call('/v2/shop/all', {}, { token: '' })).toMatchObject({
      status: 400,
      code: 400,
      message: 'Token is required!',
    })
    expect(await call('/v2/shop/all', {}, { token: 'x' })).toMatchObject({
      status: 401,
      code: 401,
      message: 'Token is not valid!',
    })
    expect(await call('/master-data/province', {}, { token: 'x' })).toMatchObject({
      status: 400,
      message: 'Token is not valid!',
    })
  })

  it('reaches the stores of its client alone', async () => {
    const shops = async (token: string, body: object = {}) =>
      (await data<{ shops: { _id: number }[] }>('/v2/shop/all', body, { token })).shops.map(({ _id }) => _id)
    expect(await shops(OWNER)).toEqual([885, 886])
    expect(await shops(OTHER)).toEqual([990])
    expect(await shops(PARTNER)).toEqual([])
    expect(await shops(OWNER, { limit: 1 })).toEqual([885])
    expect(await shops(OWNER, { limit: 1, offset: 885 })).toEqual([886])
    expect(await shops(OWNER, { client_phone: '0912345678' })).toEqual([])
    const create = (shop: string) => call('/v2/shipping-order/create', ghnOrder, { shop })
    expect(await create('990')).toMatchObject(refused('CLIENT_NOT_OWNER_OF_SHOP'))
    expect(await create('1')).toMatchObject(refused('SHOP_NOT_FOUND'))
  })
})

describe('places', () => {
  it('are provinces, districts and wards, whose codes are text', async () => {
    const provinces = await data<{ ProvinceID: number; ProvinceName: string }[]>('/master-data/province')
    expect(provinces.map(({ ProvinceID }) => ProvinceID)).toEqual([201, 202])
    const districts = await data<{ DistrictID: number }[]>('/master-data/district', { province_id: 202 })
    expect(districts.map(({ DistrictID }) => DistrictID)).toEqual([1442, 1444, 1461, 1462, 3695])
    const wards = await data<object[]>('/master-data/ward', { district_id: 1442 })
    expect(wards).toMatchObject([
      { WardCode: '20101', CanUpdateCOD: true },
      { WardCode: '20106', CanUpdateCOD: false },
      { WardCode: '020109', SupportType: 3 },
    ])
    expect(await data('/master-data/ward', { district_id: 1 })).toEqual([])
  })

  it('are asked for by an address too, as some clients do', async () => {
    const url = `${sandbox.url}/ghn/shiip/public-api/master-data/ward?district_id=1444`
    const reply = await fetch(url, { headers: { Token: OWNER } })
    expect(await reply.json()).toMatchObject({ code: 200, data: [{ WardCode: '20308' }] })
  })

  it('have two levels in the new layout, two hundred wards at a time', async () => {
    const wards = (offset: number, limit: number) =>
      data<{ name: string; parent_id: string }[]>('/v3/master-data/ward/all-by-province-id', {
        province_id: 202,
        offset,
        limit,
      })
    expect(await data('/v3/master-data/province/all')).toMatchObject([{ _id: '201' }, { _id: '202' }])
    const [first, second] = [await wards(0, 500), await wards(200, 200)]
    expect([first.length, second.length]).toEqual([200, 5])
    expect(new Set([...first, ...second].map(({ name }) => name)).size).toBe(205)
    expect(first.every(({ parent_id }) => parent_id === '202')).toBe(true)
  })
})

describe('an order', () => {
  it('is booked once under its own code', async () => {
    const first = await book({ client_order_code: 'SO-1' })
    expect(await book({ client_order_code: 'SO-1' })).toBe(first)
    // In another store it is another order, and an order without a code is always a new one.
    expect(await book({ client_order_code: 'SO-1' }, { shop: '886' })).not.toBe(first)
    expect(await book()).not.toBe(await book())
  })

  it('is found by its own code, in an object or in a list', async () => {
    const code = await book({ client_order_code: 'SO-1' })
    const found = await data('/v2/shipping-order/detail-by-client-code', { client_order_code: 'SO-1' })
    expect([found].flat()).toMatchObject([
      { order_code: code, client_order_code: 'SO-1', status: 'ready_to_pick' },
    ])
    const stranger = call(
      '/v2/shipping-order/detail-by-client-code',
      { client_order_code: 'SO-1' },
      { shop: '886' },
    )
    expect(await stranger).toMatchObject(refused('USER_ERR_COMMON'))
  })

  it.each([
    ['PHONE_INVALID', { to_phone: '+84912000111' }],
    ['USER_ERR_COMMON', { to_name: '' }],
    ['USER_ERR_COMMON', { weight: 0 }],
    ['USER_ERR_COMMON', { weight: 50_001 }],
    ['USER_ERR_COMMON', { length: 201 }],
    ['USER_ERR_COMMON', { service_type_id: 3 }],
    ['USER_ERR_COMMON', { service_type_id: 5 }],
    ['USER_ERR_COMMON', { required_note: 'NONE' }],
    ['USER_ERR_COMMON', { content: '' }],
    ['USER_ERR_COMMON', { content: 'x'.repeat(2001) }],
    ['USER_ERR_COMMON', { cod_amount: 50_000_001 }],
    ['USER_ERR_COMMON', { insurance_value: 5_000_001 }],
    ['USER_ERR_COMMON', { client_order_code: 'x'.repeat(51) }],
    ['USER_ERR_COMMON', { note: 'x'.repeat(5001) }],
    ['WARD_IS_INVALID', { to_ward_code: '1' }],
    ['WARD_IS_INVALID', { to_district_id: 1461, to_ward_code: '21302' }],
    ['USER_ERR_COMMON', { to_ward_name: 'Phường 8' }],
    ['PROVINCE_NAME_NOT_VALID', { to_district_id: undefined, to_province_name: 'Huế' }],
  ])('is refused by %s for %o', async (word, more) => {
    expect(await call('/v2/shipping-order/create', { ...ghnOrder, ...more })).toMatchObject(refused(word))
  })

  it('is sent by names of three levels, or of two where it says so', async () => {
    const named = { to_district_id: undefined, to_ward_code: undefined, to_province_name: 'Hồ Chí Minh' }
    await book({ ...named, to_district_name: 'Quận 1' })
    await book({ ...named, to_ward_name: 'Phường mới 3', is_new_to_address: true })
    const create = (more: object) => call('/v2/shipping-order/create', { ...ghnOrder, ...named, ...more })
    expect(await create({ to_ward_name: 'Phường mới 3' })).toMatchObject(refused('WARD_NAME_NOT_VALID'))
    expect(
      await create({ to_ward_name: 'Phường mới 3', to_district_name: 'Quận 1', is_new_to_address: true }),
    ).toMatchObject({ message: 'To address conflict' })
  })

  it('is cancelled until it is fetched; one unknown code fails all', async () => {
    const [waiting, fetched] = [await book(), await book()]
    await advance(fetched, 'collect')
    const cancel = (...order_codes: string[]) =>
      call('/v2/switch-status/cancel', { order_codes, reason: 'Hết hàng' })
    expect(await cancel(waiting, 'L1')).toMatchObject(refused('USER_ERR_COMMON'))
    expect((await detail(waiting)).status).toBe('ready_to_pick')
    expect((await cancel(waiting, fetched)).data).toMatchObject([
      { order_code: waiting, result: true },
      { order_code: fetched, result: false },
    ])
    expect((await detail(waiting)).status).toBe('cancel')
    expect((await detail(fetched)).status).toBe('picked')
    expect((await cancel(waiting)).data).toMatchObject([{ result: false }])
    expect(await call('/v2/switch-status/cancel', {})).toMatchObject(refused('USER_ERR_COMMON'))
  })

  it('tells its whole way', async () => {
    const code = await book()
    await advance(
      code,
      'fail_pickup',
      'collect',
      'depart',
      'arrive',
      'out',
      'fail',
      'refuse',
      'return',
      'returned',
    )
    const { status, log } = await detail(code)
    expect(status).toBe('returned')
    expect(log.map((one) => one.status)).toEqual([
      'ready_to_pick',
      'ready_to_pick',
      'picked',
      'transporting',
      'storing',
      'delivering',
      'delivery_fail',
      'waiting_to_return',
      'return',
      'returned',
    ])
  })

  it('of another client is not there', async () => {
    const code = await book({}, { token: OTHER, shop: '990' })
    expect(await call('/v2/shipping-order/detail', { order_code: code })).toMatchObject(
      refused('USER_ERR_COMMON'),
    )
  })
})

describe('what it costs', () => {
  const fee = (more: object = {}) => call('/v2/shipping-order/fee', { ...ghnOrder, ...more })
  const total = async (more: object = {}) => ((await fee(more)).data as { total: number }).total

  it('is charged by the larger of weight and volume', async () => {
    // 30 × 20 × 10 cm are 1,200 g.
    expect(await total({ weight: 800 })).toBe(await total({ weight: 1200 }))
    expect(await total({ weight: 800 })).toBeGreaterThan(await total({ weight: 800, height: 5 }))
    expect(await total({ weight: 5000 })).toBeGreaterThan(await total({ weight: 1200 }))
    const { fee: parts, total_fee } = await data<{ fee: { service_fee: number }; total_fee: number }>(
      '/v2/shipping-order/create',
      ghnOrder,
    )
    expect([parts.service_fee, total_fee]).toEqual([await total(), await total()])
  })

  it('grows with what is insured, and is told for open wards alone', async () => {
    expect(await total({ insurance_value: 4_000_000 })).toBe((await total()) + 20_000)
    expect(await fee({ insurance_value: 5_000_001 })).toMatchObject(refused('USER_ERR_COMMON'))
    expect(await fee({ to_district_id: 1461, to_ward_code: '21302' })).toMatchObject(
      refused('WARD_IS_INVALID'),
    )
  })

  it('belongs to a service of the way; a stranger gets an empty body', async () => {
    const services = (body: object) => call('/v2/shipping-order/available-services', body)
    const mine = { shop_id: 885, from_district: 1442, to_district: 1444 }
    expect((await services(mine)).data).toMatchObject([
      { service_type_id: 2 },
      { service_type_id: 5 },
      { short_name: '' },
    ])
    expect(await services({ ...mine, to_district: 1 })).toMatchObject(refused('ROUTE_NOT_FOUND_SERVICE'))
    const empty = await fetch(`${sandbox.url}/ghn/shiip/public-api/v2/shipping-order/available-services`, {
      method: 'POST',
      headers: { Token: OWNER },
      body: JSON.stringify({ ...mine, shop_id: 990 }),
    })
    expect([empty.status, await empty.text()]).toEqual([200, ''])
  })

  it('is fetched in shifts of today and tomorrow that have not ended', async () => {
    // 13:00 in Vietnam.
    const midnight = Date.parse(
      `${new Date(sandbox.clock.nowMs() + 7 * 3_600_000).toISOString().slice(0, 10)}T00:00:00+07:00`,
    )
    sandbox.clock.shift((midnight + 37 * 3_600_000 - sandbox.clock.nowMs()) / 1000)
    const shifts = await data<{ id: number; from_time: number; to_time: number }[]>('/v2/shift/date')
    expect(shifts.map(({ from_time, to_time }) => [from_time, to_time])).toEqual([
      [43_200, 64_800],
      [111_600, 129_600],
      [129_600, 151_200],
    ])
  })
})

describe('a label', () => {
  const page = (name: string, token: string) =>
    fetch(`${sandbox.url}/ghn/a5/public-api/${name}?token=${token}`)
  const tokenFor = (order_codes?: string[], who?: Who) => call('/v2/a5/gen-token', { order_codes }, who)

  it('is a page of the orders, open for half an hour', async () => {
    const codes = [await book({ to_name: 'Hoa <b>' }), await book()]
    const { token } = (await tokenFor(codes)).data as { token: string }
    for (const name of ['printA5', 'print80x80', 'print52x70']) {
      const reply = await page(name, token)
      expect(reply.headers.get('content-type')).toContain('text/html')
      const text = await reply.text()
      for (const code of codes) expect(text).toContain(code)
      expect(text).toContain('Hoa &lt;b&gt;')
    }
    expect((await page('printA4', token)).status).toBe(404)
    sandbox.clock.shift(1801)
    expect((await page('printA5', token)).status).toBe(404)
  })

  it("is given for the client's own orders", async () => {
    const code = await book()
    expect(await tokenFor([code], { token: OTHER })).toMatchObject(refused('USER_ERR_COMMON'))
    for (const codes of [undefined, [], ['L1']])
      expect(await tokenFor(codes)).toMatchObject(refused('USER_ERR_COMMON'))
  })
})

describe('a partner', () => {
  const phone = '0987654321'
  const as: Who = { token: PARTNER }
  const send = () => data<{ TLL?: number; TTL?: number }>('/v2/shop/affiliateOTP', { phone }, as)
  const code = async () => (await control<{ code: string }>(`otp/${phone}`)).code
  const join = (otp: string, shop_id = 885) =>
    call('/v2/shop/affiliateCreateWithShop', { phone, otp, shop_id }, as)

  it('is let in by the code that the owner was sent, under either name of its life', async () => {
    const lives = [await send(), await send()]
    expect(lives.map(({ TLL, TTL }) => TLL ?? TTL)).toEqual([600, 600])
    expect(new Set(lives.flatMap(Object.keys))).toEqual(new Set(['TLL', 'TTL']))
    expect(await call('/v2/shipping-order/create', ghnOrder, as)).toMatchObject(
      refused('CLIENT_NOT_OWNER_OF_SHOP'),
    )
    expect(await join(await code(), 990)).toMatchObject(refused('SHOP_NOT_FOUND'))
    expect(await join(await code())).toMatchObject({ code: 200, data: null })
    await book({}, as)
    await send()
    expect(await join(await code())).toMatchObject(refused('CLIENT_HAVE_EXISTED'))
  })

  it('has five tries and ten minutes', async () => {
    await send()
    for (let tries = 0; tries < 5; tries++) expect(await join('x')).toMatchObject(refused('OTP_NOT_VALID'))
    expect(await join(await code())).toMatchObject(refused('OTP_NOT_VALID'))
    await send()
    const late = await code()
    sandbox.clock.shift(600)
    expect(await join(late)).toMatchObject(refused('OTP_NOT_VALID'))
    expect(await call('/v2/shop/affiliateOTP', { phone: '0999' }, as)).toMatchObject(refused('PHONE_INVALID'))
  })

  it('opens a store for the owner, who can let others in without a code', async () => {
    await send()
    const place = { address: '1 A', district_id: 1442, ward_code: '20101' }
    const made = await data<{ client_id: number; shop_id: number }>(
      '/v2/shop/affiliateCreate',
      { phone, otp: await code(), ...place },
      as,
    )
    expect(made.client_id).toBe(2_500_001)
    const mine = await data<{ shops: { _id: number }[] }>('/v2/shop/all', {})
    expect(mine.shops.map(({ _id }) => _id)).toContain(made.shop_id)
    await book({}, { token: PARTNER, shop: String(made.shop_id) })
    const invite = (username: string, who?: Who) => call('/v2/shop/add-client', { username }, who)
    expect(await invite('0912345678')).toMatchObject({ code: 200 })
    await book({}, { token: OTHER, shop: SHOP })
    expect(await invite('0912345678')).toMatchObject(refused('CLIENT_HAVE_EXISTED'))
    expect(await invite('0900000900', { token: OTHER })).toMatchObject(refused('CLIENT_NOT_OWNER_OF_SHOP'))
    expect(await call('/v2/shop/register', { name: 'New', ...place, ward_code: '1' })).toMatchObject(
      refused('WARD_IS_INVALID'),
    )
  })
})

describe('pushes', () => {
  it('are unsigned, carry the headers that the merchant chose, and capitalise their type now and then', async () => {
    const receiver = await startReceiver()
    await control('webhooks', { url: receiver.url, headers: { 'x-secret': 'one' } })
    const code = await book({ client_order_code: 'SO-1', cod_amount: 150_000 })
    await advance(code, 'fail_pickup', 'collect', 'out', 'deliver')
    await control('pushes')
    const told = receiver.messages<Record<string, unknown>>()
    expect(told.map(({ Status }) => Status)).toEqual([
      'ready_to_pick',
      'ready_to_pick',
      'picked',
      'delivering',
      'delivered',
    ])
    expect(told.map(({ Type }) => String(Type).toLowerCase())).toEqual([
      'create',
      ...Array.from({ length: 4 }, () => 'switch_status'),
    ])
    expect(new Set(told.map(({ Type }) => /^[A-Z]/.test(String(Type))))).toEqual(new Set([true, false]))
    expect(told[1]).toMatchObject({ Reason: 'Lấy hàng thất bại' })
    for (const one of told)
      expect(one).toMatchObject({ ShopID: 885, OrderCode: code, ClientOrderCode: 'SO-1', CODAmount: 150_000 })
    expect(receiver.received.every(({ headers }) => headers['x-secret'] === 'one')).toBe(true)
  })

  it('are tried again after half a minute, five minutes and an hour', async () => {
    const receiver = await startReceiver()
    receiver.answer.status = 503
    await control('webhooks', { url: receiver.url })
    await book()
    await control('pushes')
    for (const [after, count] of [
      [31, 2],
      [301, 3],
      [3601, 4],
      [90_000, 4],
    ] as const) {
      sandbox.clock.shift(after)
      await control('pushes')
      expect([after, receiver.received.length]).toEqual([after, count])
    }
  })
})
