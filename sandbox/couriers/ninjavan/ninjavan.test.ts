/** Calls in Ninja Van's own words, as its document gives them, without the connector. */
import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createClock } from '../../kit/clock.ts'
import { askControl, startReceiver } from '../../kit/test-steps.ts'
import { startSandbox, type Sandbox } from '../../server.ts'

let sandbox: Sandbox
let token: string
beforeEach(async () => {
  // Time stands still where a test does not move it: an order takes three seconds to settle.
  const now = Date.now()
  sandbox = await startSandbox({ load: 'none', clock: createClock(() => now) })
  token = await signIn()
})
afterEach(() => sandbox.close())

const control = <T = unknown>(path: string, body?: object) =>
  askControl<T>(sandbox.url, `ninjavan/${path}`, body)

const advance = (number: string, step: string) => control(`parcels/${number}/advance`, { step })

const credentials = {
  client_id: 'nv-client-id',
  client_secret: 'nv-client-secret',
  grant_type: 'client_credentials',
}

async function signIn(): Promise<string> {
  const { status, body } = await call('POST /2.0/oauth/access_token', credentials)
  expect([status, body['token_type']]).toEqual([200, 'bearer'])
  return String(body['access_token'])
}

async function send(name: string, body?: unknown, country = 'sg'): Promise<Response> {
  const [method = '', path = ''] = name.split(' ')
  return fetch(`${sandbox.url}/nv/${country}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

async function call(...given: Parameters<typeof send>) {
  const reply = await send(...given)
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
}

const refused = (status: number, detail: object) => ({
  status,
  body: { error: { request_id: expect.any(String) as unknown, details: [detail] } },
})

const person = {
  name: 'Aina binti Ali',
  phone_number: '+60123456789',
  address: { address1: '1 Jalan Ampang', country: 'MY', postcode: '50450' },
}
const timeslot = { start_time: '09:00', end_time: '18:00', timezone: 'Asia/Kuala_Lumpur' }
const job = {
  is_pickup_required: true,
  pickup_service_type: 'Scheduled',
  pickup_service_level: 'Standard',
  pickup_date: '2026-12-01',
  pickup_timeslot: timeslot,
  pickup_approximate_volume: 'Less than 3 Parcels',
  delivery_start_date: '2026-12-02',
  delivery_timeslot: timeslot,
  dimensions: { weight: 0.8 },
}
const order = {
  service_type: 'Parcel',
  service_level: 'Standard',
  reference: { merchant_order_number: 'SO-1001' },
  from: person,
  to: person,
  parcel_job: job,
}
const create = (more: object = {}) => call('POST /4.2/orders', { ...order, ...more })
async function book(more: object = {}): Promise<string> {
  const { status, body } = await create(more)
  expect(status).toBe(200)
  return String(body['tracking_number'])
}

describe('a token', () => {
  it('is given for the right credentials and lasts twelve hours', async () => {
    for (const wrong of [{ client_secret: 'x' }, { client_id: 'x' }, { grant_type: 'password' }])
      expect(await call('POST /2.0/oauth/access_token', { ...credentials, ...wrong })).toMatchObject(
        refused(401, { message: 'Client authentication failed' }),
      )
    const { body } = await call('POST /2.0/oauth/access_token', credentials)
    expect(body['expires_in']).toBe(43_200)
    expect(Number(body['expires']) - sandbox.clock.now()).toBe(43_200)
    expect((await create()).status).toBe(200)
    sandbox.clock.shift(43_200)
    expect(await create()).toMatchObject(refused(401, { reason: 'Unauthorized' }))
  })

  it('ends when it is revoked, and is asked for by every call', async () => {
    await control('revoke', {})
    for (const name of ['POST /4.2/orders', 'DELETE /2.2/orders/NV1', 'GET /2.0/reports/waybill?tid=NV1'])
      expect((await call(name, name.startsWith('GET') ? undefined : {})).status).toBe(401)
    token = ''
    expect((await create()).status).toBe(401)
  })

  it('is good in the country of the test system alone', async () => {
    expect(await call('POST /4.2/orders', order, 'my')).toMatchObject(refused(403, {}))
    expect((await call('GET /9.9/unknown')).status).toBe(404)
  })
})

describe('an order', () => {
  it('repeats what was sent and adds a number with the prefix of the account', async () => {
    const { body } = await create({ requested_tracking_number: 'SO1001-01' })
    expect(body).toMatchObject({
      ...order,
      requested_tracking_number: 'SO1001-01',
      tracking_number: 'NVMYAOISO1001-01',
    })
    expect(await book()).toMatch(/^NVMYAOI/)
    expect(await book()).not.toBe(await book())
    expect((await call('POST /4.1/orders', order)).status).toBe(200)
  })

  it('takes its number for ever, even after it is cancelled', async () => {
    const number = await book({ requested_tracking_number: 'SO1001-01' })
    const again = refused(400, { field: 'requested_tracking_number' })
    expect(await create({ requested_tracking_number: 'SO1001-01' })).toMatchObject(again)
    expect((await call(`DELETE /2.2/orders/${number}`)).status).toBe(200)
    expect(await create({ requested_tracking_number: 'SO1001-01' })).toMatchObject(again)
  })

  it.each([
    ['service_type', { service_type: 'Letter' }],
    ['service_level', { service_level: 'Slow' }],
    ['requested_tracking_number', { requested_tracking_number: 'SHORT' }],
    ['requested_tracking_number', { requested_tracking_number: 'x'.repeat(19) }],
    ['requested_tracking_number', { requested_tracking_number: 'with_underscore' }],
    ['reference.merchant_order_number', { reference: { merchant_order_number: 'x'.repeat(256) } }],
    ['to', { to: { ...person, phone_number: undefined } }],
    ['to.name', { to: { ...person, name: 'Al' } }],
    ['to.phone_number', { to: { ...person, phone_number: '12345' } }],
    ['to.address.postcode', { to: { ...person, address: { ...person.address, postcode: '5045' } } }],
    ['to.address.country', { to: { ...person, address: { ...person.address, country: 'SG' } } }],
    ['parcel_job.dimensions.weight', { parcel_job: { ...job, dimensions: { weight: 0 } } }],
    ['parcel_job.cash_on_delivery', { parcel_job: { ...job, cash_on_delivery: 100_000.01 } }],
    ['parcel_job.cash_on_delivery', { parcel_job: { ...job, cash_on_delivery: 10.005 } }],
    ['parcel_job.pickup_date', { parcel_job: { ...job, pickup_date: '1/12/2026' } }],
    ['parcel_job.delivery_instructions', { parcel_job: { ...job, delivery_instructions: 'x'.repeat(256) } }],
  ])('is refused at its %s', async (field, more) => {
    expect(await create(more)).toMatchObject(refused(400, { field }))
  })

  it('has slots of fixed times, and a pickup that is told whole', async () => {
    for (const [start_time, end_time, status] of [
      ['12:00', '15:00', 200],
      ['18:00', '22:00', 200],
      ['09:00', '17:00', 400],
      ['9:00', '12:00', 400],
    ] as const) {
      const parcel_job = { ...job, pickup_timeslot: { ...timeslot, start_time, end_time } }
      expect([start_time, (await create({ parcel_job })).status]).toEqual([start_time, status])
    }
    for (const missing of [
      'pickup_date',
      'pickup_timeslot',
      'pickup_approximate_volume',
      'delivery_timeslot',
    ])
      expect((await create({ parcel_job: { ...job, [missing]: undefined } })).status).toBe(400)
    const brought = { is_pickup_required: false, dimensions: { weight: 1 } }
    expect((await create({ parcel_job: brought })).status).toBe(200)
  })

  it('keeps the place of a pickup under our own id, as it was told last', async () => {
    const place = (address1: string) => ({
      ...job,
      pickup_address_id: 'warehouse-1',
      pickup_address: { ...person, address: { ...person.address, address1 } },
    })
    await book({ parcel_job: place('1 Jalan Lama') })
    await book({ parcel_job: place('2 Jalan Baru') })
    expect(await control('places')).toMatchObject({
      'warehouse-1': { address: { address1: '2 Jalan Baru' } },
    })
  })

  it('is cancelled until it is fetched', async () => {
    const number = await book()
    await advance(number, 'fail_pickup')
    expect(await call(`DELETE /2.2/orders/${number}`)).toMatchObject({
      status: 200,
      body: { trackingId: number, status: 'Cancelled' },
    })
    expect((await call(`DELETE /2.2/orders/${number}`)).status).toBe(400)
    const fetched = await book()
    await advance(fetched, 'collect')
    expect(await call(`DELETE /2.2/orders/${fetched}`)).toMatchObject(refused(400, {}))
    expect((await call('DELETE /2.2/orders/NV1')).status).toBe(404)
  })
})

describe('a waybill', () => {
  const waybill = (number: string) => send(`GET /2.0/reports/waybill?tid=${number}&orientation=portrait`)

  it('is there a few seconds after the order, five times', async () => {
    const number = await book()
    expect((await waybill(number)).status).toBe(404)
    sandbox.clock.shift(3)
    for (let times = 0; times < 5; times++) {
      const reply = await waybill(number)
      expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/pdf'])
      expect(await reply.text()).toMatch(/^%PDF-/)
    }
    expect((await waybill(number)).status).toBe(429)
  })

  it('is not made for what is cancelled or unknown', async () => {
    const number = await book()
    sandbox.clock.shift(3)
    await call(`DELETE /2.2/orders/${number}`)
    expect((await waybill(number)).status).toBe(400)
    expect((await waybill('NV1')).status).toBe(404)
  })
})

describe('the way of a parcel', () => {
  const ways = (...numbers: string[]) =>
    call(
      `GET /1.0/orders/tracking-events?${new URLSearchParams(numbers.map((one) => ['tracking_number', one]))}`,
    )

  it('is told in whole events, from the moment of turning round as a way back', async () => {
    const number = await book()
    for (const step of ['collect', 'arrive', 'out', 'fail', 'return', 'depart', 'returned'])
      await advance(number, step)
    const { body } = await call(`GET /1.0/orders/tracking-events/${number}`)
    expect(body).toMatchObject({ tracking_number: number, is_full_history_available: true })
    const events = body['events'] as Record<string, unknown>[]
    expect(events.map(({ status, is_parcel_on_rts_leg }) => [status, is_parcel_on_rts_leg])).toEqual([
      ['Pending Pickup', false],
      ['Picked Up, In Transit To Origin Hub', false],
      ['Arrived at Origin Hub', false],
      ['On Vehicle for Delivery', false],
      ['Delivery Exception, Pending Reschedule', false],
      ['Delivery Exception, Return to Sender Initiated', false],
      ['In Transit to Next Sorting Hub', true],
      ['Returned to Sender', true],
    ])
    for (const { timestamp, shipper_order_ref_no } of events) {
      expect(timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0800$/)
      expect(shipper_order_ref_no).toBe('SO-1001')
    }
  })

  it('is told of many at once, of those that are known', async () => {
    const numbers = [await book(), await book()]
    const { body } = await ways(...numbers, 'NV1')
    expect(body['data']).toMatchObject(numbers.map((tracking_number) => ({ tracking_number })))
    expect((await call('GET /1.0/orders/tracking-events/NV1')).status).toBe(404)
  })

  it('is pushed with a signature over the very bytes, as in the published vector', async () => {
    const sign = (body: string) => createHmac('sha256', 'nv-client-secret').update(body).digest('base64')
    const published =
      '{"tracking_id":"NVMYTEST000000001","shipper_order_ref_no":"SO-1001","timestamp":"2026-01-15T10:30:00+0800","event":"Delivered, Received by Customer","status":"Delivered","is_parcel_on_rts_leg":false}'
    expect(sign(published)).toBe('0N6eLgCYdpq3WDw+JJTDfACD8X8aGPbotN5i6jmFfN8=')
    const receiver = await startReceiver()
    await control('webhooks', { url: receiver.url })
    const number = await book()
    for (const step of ['collect', 'out', 'deliver']) await advance(number, step)
    await control('pushes')
    for (const { body, headers } of receiver.received)
      expect(headers['x-ninjavan-hmac-sha256']).toBe(sign(body))
    const told = receiver.messages<Record<string, unknown>>()
    expect(told.map(({ event }) => event)).toEqual([
      'Pending Pickup',
      'Picked Up, In Transit To Origin Hub',
      'On Vehicle for Delivery',
      'Delivered, Received by Customer',
    ])
    expect(told.at(-1)).toMatchObject({
      tracking_id: number,
      shipper_order_ref_no: 'SO-1001',
      status: 'Delivered',
      is_parcel_on_rts_leg: false,
    })
  })

  it('is pushed again in the order that a test asks for', async () => {
    const receiver = await startReceiver()
    const number = await book()
    await advance(number, 'collect')
    await control('webhooks', { url: receiver.url })
    expect(await control(`parcels/${number}/replay`, { order: 'reversed' })).toEqual({ pushed: 2 })
    await control('pushes')
    const told = receiver.messages<{ status: string }>()
    expect(told.map(({ status }) => status).toSorted()).toEqual(['Pending Pickup', 'Picked Up'])
  })
})
