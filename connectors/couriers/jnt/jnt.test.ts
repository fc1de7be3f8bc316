import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { failureOf, startCourierBench, stateOfPushes } from '../../../test/steps/courier.ts'
import type { CourierBench } from '../../../test/steps/courier.ts'
import { malaysianBooking } from '../../../test/steps/courier-bookings.ts'
import { courier } from './index.ts'

const keys = {
  api_account: '640826271705595946',
  private_key: 'emulator-private-key',
  customer_code: 'TEST0001',
  password: 'PWD',
}
const settings = (url: string) => ({ JNT_API_BASE: `${url}/jnt/webopenplatformapi` })
const { book, cancel, connect, find, label } = courier

let bench: CourierBench
beforeEach(async () => {
  bench = await startCourierBench(courier, { keys, settings })
})
afterEach(() => bench[Symbol.asyncDispose]())

const booked = (more = {}) => book(bench.session, malaysianBooking(more))
const named = (trackingNumber: string, reference = 'SO-1001') => ({ trackingNumber, reference })

it('connects with the right keys and names the one that is wrong', async () => {
  expect(await connect(bench.session)).toMatchObject({ accountId: 'TEST0001', label: 'TEST0001' })
  for (const [name, value] of Object.entries(keys)) {
    const { kind, fields } = await failureOf(connect(bench.sessionWith({ [name]: `${value}x` })))
    expect([kind, fields.map(({ field }) => field)]).toEqual(['sign-in-expired', [name]])
  }
})

describe('booking', () => {
  it('writes every number as text, and weights in kilograms of the parcel but grams of its goods', async () => {
    const { trackingNumber, furtherNumbers } = await booked({
      cod: 4590,
      isInsured: true,
      parcel: { ...malaysianBooking().parcel, pieces: 3 },
    })
    expect([trackingNumber, furtherNumbers.length]).toEqual([expect.stringMatching(/^63\d{10}$/), 2])
    const parcel = await bench.control<{ booking: object }>(`parcels/${trackingNumber}`)
    expect(parcel.booking).toMatchObject({
      serviceType: '1',
      payType: 'PP_PM',
      expressType: 'EZ',
      receiver: { phone: '0198765432', countryCode: 'MYS', postCode: '10200' },
      packageInfo: { packageQuantity: '3', weight: '0.80', goodsType: 'ITN8' },
      items: [{ weight: '800', itemValue: '45.90' }],
      codInfo: { codValue: '45.90' },
      offerFeeInfo: { offerValue: '45.90' },
      sendStartTime: '2026-11-24 09:00:00',
      sendEndTime: '2026-11-24 12:00:00',
    })
  })

  it('cuts a remark that is too long before a sign that would be halved', async () => {
    const { trackingNumber } = await booked({ remark: `${'a'.repeat(199)}😀` })
    const { booking } = await bench.control<{ booking: object }>(`parcels/${trackingNumber}`)
    expect(booking).toMatchObject({ remark: 'a'.repeat(199) })
  })

  it('tells the words of a refusal', async () => {
    const receiver = { ...malaysianBooking().receiver, postcode: '1' }
    const { kind, channelCode, message } = await failureOf(booked({ receiver }))
    expect([kind, channelCode, message]).toEqual([
      'refused',
      '145003050',
      'Illegal parameters: receiver.postCode',
    ])
  })

  it('[looked-up] finds what was booked when the answer was lost, and books it once', async () => {
    expect(await find?.(bench.session, 'SO-1001')).toBeNull()
    await bench.faults({ path: '/jnt/webopenplatformapi/api/order/addOrder', reset: 1, count: 1 })
    expect((await failureOf(booked())).kind).toBe('try-later')
    const found = await find?.(bench.session, 'SO-1001')
    const [parcel, ...others] = await bench.parcels()
    expect([found?.trackingNumber, others]).toEqual([parcel?.number, []])
    // Even one who does not look is answered with the first booking.
    expect((await booked()).trackingNumber).toBe(parcel?.number)
    expect(await bench.parcels()).toHaveLength(1)
  })
})

it('fetches a PDF, and is told why when there is none', async () => {
  const { trackingNumber } = await booked()
  const file = await label?.(bench.session, named(trackingNumber))
  expect([file?.format, Buffer.from(file?.bytes ?? []).toString('latin1', 0, 5)]).toEqual(['pdf', '%PDF-'])
  await cancel(bench.session, named(trackingNumber), 'Out of stock')
  expect(await failureOf(label!(bench.session, named(trackingNumber)))).toMatchObject({
    kind: 'refused',
    channelCode: '121003006',
  })
})

it('cancels as often as it is asked, but not what J&T has collected', async () => {
  const first = named((await booked()).trackingNumber)
  await cancel(bench.session, first, 'Out of stock')
  await cancel(bench.session, first, 'Out of stock')
  expect(await find?.(bench.session, 'SO-1001')).toBeNull()
  const second = named((await booked({ reference: 'SO-1002' })).trackingNumber, 'SO-1002')
  await bench.advance(second.trackingNumber, 'collect')
  expect(await failureOf(cancel(bench.session, second, 'Late'))).toMatchObject({
    kind: 'refused',
    channelCode: '999002010',
  })
  const unknown = named('639999999999', 'SO-9999')
  expect((await failureOf(cancel(bench.session, unknown, 'Late'))).channelCode).toBe('999002000')
})

it.each([
  [['fail_pickup'], 'booked (pickup_failed)'],
  [['collect', 'depart', 'arrive'], 'in_transit'],
  [['collect', 'out', 'fail'], 'failed_attempt'],
  [['collect', 'out', 'fail', 'out', 'deliver'], 'delivered'],
  [['collect', 'refuse', 'return'], 'returning'],
  [['collect', 'out', 'return', 'returned'], 'returned'],
  [['collect', 'lose'], 'lost_or_damaged'],
])('follows a parcel through %j', async (steps, state) => {
  const { trackingNumber } = await booked()
  expect(await bench.stateOf(trackingNumber)).toBe('booked')
  await bench.advance(trackingNumber, ...steps)
  expect(await bench.stateOf(trackingNumber)).toBe(state)
  expect(stateOfPushes(courier, await bench.pushed())).toBe(state)
})

it('[doubled-and-late] reads messages twice and backwards, and leaves out parcels that nobody knows', async () => {
  const { trackingNumber } = await booked()
  await bench.advance(trackingNumber, 'collect', 'depart', 'out', 'deliver')
  const straight = await bench.pushed()
  await bench.control(`parcels/${trackingNumber}/replay`, { order: 'reversed' })
  const backwards = await bench.pushed()
  expect([straight.length, backwards.length]).toEqual([4, 4])
  expect(stateOfPushes(courier, [...backwards, ...straight, ...backwards])).toBe('delivered')
  expect(courier.webhooks?.read(straight[0]!)[0]).toMatchObject({ trackingNumber, reference: 'SO-1001' })
  expect(await courier.track?.(bench.session, ['630000000000'])).toEqual([])
})

it('believes no message that was changed or signed by somebody else', async () => {
  const { trackingNumber } = await booked()
  await bench.advance(trackingNumber, 'collect')
  const [message] = await bench.pushed()
  const { verify } = courier.webhooks!
  expect(verify(message!)).toBe(true)
  expect(verify({ ...message!, body: message!.body.replace('63', '64') })).toBe(false)
  expect(verify({ ...message!, keys: { ...keys, private_key: 'other' } })).toBe(false)
  expect(verify({ ...message!, headers: { ...message!.headers, apiaccount: 'other' } })).toBe(false)
  expect(verify({ ...message!, headers: {} })).toBe(false)
  expect(JSON.parse(courier.webhooks!.answer(false, 'id').body)).toMatchObject({ code: '0' })
})
