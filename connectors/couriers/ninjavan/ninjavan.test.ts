import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { failureOf, startCourierBench, stateOfPushes } from '../../../test/steps/courier.ts'
import type { CourierBench } from '../../../test/steps/courier.ts'
import { malaysianBooking } from '../../../test/steps/courier-bookings.ts'
import { courier } from './index.ts'

const keys = {
  client_id: 'nv-client-id',
  client_secret: 'nv-client-secret',
  country: 'sg',
  tracking_prefix: 'NVMYAOI',
}
const settings = (url: string) => ({ NINJAVAN_API_BASE: `${url}/nv` })
const orders = '/nv/sg/4.2/orders'
const { book, cancel, connect, find, label } = courier

let bench: CourierBench
beforeEach(async () => {
  bench = await startCourierBench(courier, { keys, settings })
})
afterEach(() => bench[Symbol.asyncDispose]())

const booked = (more = {}) => book(bench.session, malaysianBooking(more))
const named = (trackingNumber: string, reference = 'SO-1001') => ({ trackingNumber, reference })

async function tokensAsked(): Promise<number> {
  const reply = await fetch(`${bench.sandbox.url}/_sandbox/stats`)
  const { calls } = (await reply.json()) as { calls: Record<string, { calls: number } | undefined> }
  return calls['/nv/sg/2.0/oauth/access_token']?.calls ?? 0
}

it('connects with the right keys, and names those that may be wrong', async () => {
  expect(await connect(bench.session)).toMatchObject({ accountId: 'nv-client-id', placeId: null })
  const wrong = async (other: Record<string, string>) =>
    (await failureOf(connect(bench.sessionWith(other)))).fields.map(({ field }) => field)
  expect(await wrong({ client_secret: 'x' })).toEqual(['client_id', 'client_secret'])
  expect(await wrong({ client_id: 'x' })).toEqual(['client_id', 'client_secret'])
  expect(await wrong({ country: 'my' })).toEqual(['country'])
})

describe('the token', () => {
  it('[one-token] is asked for once by all who want one, again ahead of its end, and after a refusal', async () => {
    const read = () => courier.track!(bench.session, ['NVMYAOI0'])
    await Promise.all([read(), read(), read()])
    expect(await tokensAsked()).toBe(1)
    bench.sandbox.clock.shift(12 * 3600 - 299)
    await Promise.all([read(), read()])
    expect(await tokensAsked()).toBe(2)
    await bench.control('revoke', {})
    await Promise.all([read(), read()])
    expect(await tokensAsked()).toBe(3)
  })
})

describe('booking', () => {
  it('[places-by-number] tells the pick-up with its address, which is known by our number from then on', async () => {
    const { trackingNumber } = await booked({ placeId: 'W-7', cod: 4590, isInsured: true })
    expect(trackingNumber).toMatch(/^NVMYAOIRSO1001[0-9A-F]{8}$/)
    expect(await bench.control<{ booking: object }>(`parcels/${trackingNumber}`)).toMatchObject({
      reference: 'SO-1001',
      booking: {
        service_type: 'Parcel',
        service_level: 'Standard',
        to: { phone_number: '+60198765432', address: { country: 'MY', postcode: '10200' } },
        parcel_job: {
          is_pickup_required: true,
          pickup_address_id: 'W-7',
          pickup_date: '2026-11-24',
          pickup_timeslot: { start_time: '09:00', end_time: '12:00' },
          pickup_approximate_volume: 'Less than 3 Parcels',
          cash_on_delivery: 45.9,
          insured_value: 45.9,
          dimensions: { weight: 0.8 },
        },
      },
    })
    expect(await bench.control('places')).toMatchObject({ 'W-7': { name: 'Aoi Gifts' } })
  })

  it('[fixed-slots] offers the slots that there are, and refuses others before it calls', async () => {
    const { sender, receiver, parcel } = malaysianBooking()
    const choices = await courier.options(bench.session, { sender, receiver, parcel, cod: 10_000_001 })
    expect(choices.cod).toEqual({ isPossible: false, max: 10_000_000, reason: 'too_much' })
    for (const { from, to } of choices.slots)
      await booked({ reference: `SO-${from}-${to}`, pickup: { date: '2026-11-24', from, to } })
    expect(await bench.parcels()).toHaveLength(choices.slots.length)
    const { fields } = await failureOf(booked({ pickup: { date: '2026-11-24', from: '10:00', to: '11:00' } }))
    expect(fields.map(({ field }) => field)).toEqual(['pickup'])
    expect(await booked({ mode: 'dropoff', pickup: null })).toBeTruthy()
  })

  it('names the field that is refused', async () => {
    const receiver = { ...malaysianBooking().receiver, postcode: '1' }
    const failure = await failureOf(booked({ receiver }))
    expect([failure.kind, failure.fields[0]?.field]).toEqual(['refused', 'to.address.postcode'])
  })

  it('[number-for-ever] finds what was booked when the answer was lost, and books it once', async () => {
    expect(await find?.(bench.session, 'SO-1001')).toBeNull()
    await bench.faults({ path: orders, reset: 1, count: 1 })
    expect((await failureOf(booked())).kind).toBe('try-later')
    const found = await find?.(bench.session, 'SO-1001')
    const [parcel, ...others] = await bench.parcels()
    expect([found?.trackingNumber, others]).toEqual([parcel?.number, []])
    expect((await booked()).trackingNumber).toBe(parcel?.number)
    expect(await bench.parcels()).toHaveLength(1)
    await cancel(bench.session, named(parcel?.number ?? ''), '')
    expect(await find?.(bench.session, 'SO-1001')).toBeNull()
    expect((await failureOf(booked())).fields[0]?.field).toBe('requested_tracking_number')
    const blind = bench.sessionWith({ tracking_prefix: '' })
    expect((await failureOf(find!(blind, 'SO-1001'))).fields[0]?.field).toBe('tracking_prefix')
  })

  it('keeps apart references that look alike', async () => {
    const numbers = [await booked(), await booked({ reference: 'SO1001' }), await booked({ reference: '-' })]
    expect(new Set(numbers.map(({ trackingNumber }) => trackingNumber)).size).toBe(3)
  })
})

it('[waybill-later] waits for the waybill, and fetches it no more often than is allowed', async () => {
  const { trackingNumber } = await booked()
  const fetchLabel = () => label!(bench.session, named(trackingNumber))
  expect((await failureOf(fetchLabel())).kind).toBe('try-later')
  bench.sandbox.clock.shift(5)
  const { format, bytes } = await fetchLabel()
  expect([format, Buffer.from(bytes).toString('latin1', 0, 5)]).toEqual(['pdf', '%PDF-'])
  for (let more = 0; more < 4; more++) await fetchLabel()
  expect((await failureOf(fetchLabel())).kind).toBe('slow-down')
})

it('cancels as often as it is asked, but not what was collected', async () => {
  const first = named((await booked()).trackingNumber)
  await cancel(bench.session, first, '')
  await cancel(bench.session, first, '')
  expect(await bench.stateOf(first.trackingNumber)).toBe('canceled')
  const second = named((await booked({ reference: 'SO-1002' })).trackingNumber, 'SO-1002')
  await bench.advance(second.trackingNumber, 'collect')
  expect(await failureOf(cancel(bench.session, second, ''))).toMatchObject({
    kind: 'refused',
    message: 'The order is Picked Up, In Transit To Origin Hub and can not be cancelled',
  })
  expect((await failureOf(cancel(bench.session, named('NVMYAOI0'), ''))).channelCode).toBe('HTTP 404')
})

it.each([
  [[], 'booked'],
  [['fail_pickup'], 'booked (pickup_failed)'],
  [['collect'], 'picked_up'],
  [['collect', 'arrive', 'depart'], 'in_transit'],
  [['collect', 'out', 'fail'], 'failed_attempt'],
  [['collect', 'out', 'fail', 'out', 'deliver'], 'delivered'],
  [['collect', 'out', 'return', 'depart', 'out'], 'returning'],
  [['collect', 'out', 'return', 'deliver'], 'returned'],
  [['collect', 'return', 'depart', 'returned'], 'returned'],
  [['collect', 'lose'], 'lost_or_damaged'],
])('follows a parcel through %j', async (steps, state) => {
  const { trackingNumber } = await booked()
  await bench.advance(trackingNumber, ...steps)
  expect(await bench.stateOf(trackingNumber)).toBe(state)
  expect(stateOfPushes(courier, await bench.pushed())).toBe(state)
})

it('reads messages twice and backwards, and believes none that was changed', async () => {
  const { trackingNumber } = await booked()
  await bench.advance(trackingNumber, 'collect', 'depart', 'out', 'deliver')
  const straight = await bench.pushed()
  await bench.control(`parcels/${trackingNumber}/replay`, { order: 'reversed' })
  const backwards = await bench.pushed()
  expect([straight.length, backwards.length]).toEqual([5, 5])
  expect(stateOfPushes(courier, [...backwards, ...straight, ...backwards])).toBe('delivered')
  const message = straight[0]!
  const { verify, read } = courier.webhooks!
  expect(read(message)[0]).toMatchObject({ trackingNumber, reference: 'SO-1001' })
  expect(verify({ ...message, body: `${message.body} ` })).toBe(false)
  expect(verify({ ...message, keys: { ...keys, client_secret: 'other' } })).toBe(false)
})
