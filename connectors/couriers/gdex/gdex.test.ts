import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { failureOf, startCourierBench, stateAfter } from '../../../test/steps/courier.ts'
import type { CourierBench } from '../../../test/steps/courier.ts'
import { malaysianBooking } from '../../../test/steps/courier-bookings.ts'
import type { CourierSession } from '../../courier.ts'
import { courier } from './index.ts'
import { meaningOf } from './tracking.ts'

const keys = {
  account_no: '8000123',
  api_token: 'gdex-prime-token',
  sender_name: 'Aoi Gifts',
  sender_phone: '012-345 6789',
}
const walletKeys = { api_token: 'gdex-wallet-token', dialect: 'mygdex', account_no: '' }
const settings = (url: string) => ({
  GDEX_API_BASE: `${url}/gdex`,
  GDEX_WALLET_PATH: '/test/api/MyGDex',
  GDEX_SUBSCRIPTION_KEY: 'gdex-subscription',
})
const { book, cancel, connect, label, options } = courier

let bench: CourierBench
let wallet: CourierSession
beforeEach(async () => {
  bench = await startCourierBench(courier, { keys, settings })
  wallet = bench.sessionWith(walletKeys)
})
afterEach(() => bench[Symbol.asyncDispose]())

const booked = (more = {}, session = bench.session) =>
  book(session, malaysianBooking({ mode: 'dropoff', pickup: null, ...more }))
const named = (trackingNumber: string) => ({ trackingNumber, reference: 'SO-1001' })
const question = (more: object = {}) => {
  const { sender, receiver, parcel, cod } = { ...malaysianBooking(), ...more }
  return { sender, receiver, parcel, cod }
}
const balance = async () => (await bench.control<{ balance: number }>('wallet')).balance
const beginning = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('latin1', 0, 4)

async function stateOf(number: string, session: CourierSession): Promise<string> {
  const [found] = (await courier.track?.(session, [number])) ?? []
  return stateAfter(found?.events ?? [])
}

describe('connecting', () => {
  const wrong = async (other: Record<string, string>, more: Record<string, string> = {}) =>
    (await failureOf(connect(bench.sessionWith(other, more)))).fields.map(({ field }) => field)

  it('[probe] tries a corporate account on a postcode, and names the key that is wrong', async () => {
    expect(await connect(bench.session)).toMatchObject({ accountId: '8000123', label: '8000123' })
    expect(await wrong({ api_token: 'x' })).toEqual(['api_token'])
    expect(await wrong({ account_no: '1' })).toEqual(['account_no'])
    expect(await wrong({ account_no: '' })).toEqual(['account_no'])
    expect(await wrong({ sender_phone: '12345' })).toEqual(['sender_phone'])
    expect(await wrong({ sender_postcode: '00123' })).toEqual(['sender_postcode'])
  })

  it('[two-dialects] tries a wallet on its owner', async () => {
    expect(await connect(wallet)).toMatchObject({ accountId: 'aoi@mail.example', label: 'Aoi Gifts' })
    expect(await wrong({ ...walletKeys, api_token: 'x' })).toEqual(['api_token'])
  })

  it('does not blame the seller for our subscription', async () => {
    for (const other of [{}, walletKeys])
      expect(await wrong(other, { GDEX_SUBSCRIPTION_KEY: 'x' })).toEqual([])
  })
})

describe('a corporate account', () => {
  it('books with the words of the portal', async () => {
    const { trackingNumber, notice } = await booked({
      shipmentType: 'DocumentAndParcel',
      isDangerous: true,
      isInsured: true,
    })
    expect([trackingNumber, notice]).toEqual([expect.stringMatching(/^TCN\d{8}$/), undefined])
    expect(await bench.control(`parcels/${trackingNumber}`)).toMatchObject({
      reference: 'SO-1001',
      booking: {
        shipmentType: 'DocumentAndParcel',
        totalPiece: 1,
        shipmentWeight: 0.8,
        shipmentValue: 45.9,
        isDangerousGoods: true,
        IsInsurance: true,
        receiverMobile: '0198765432',
        receiverCountry: 'Malaysia',
      },
    })
  })

  it('[pickup-apart] asks for a pick-up where it knows how, and keeps what is booked when it is refused', async () => {
    const request = {
      mode: 'pickup' as const,
      pickup: malaysianBooking().pickup,
      transportation: 'offsite' as const,
    }
    expect((await booked(request)).notice).toBe('notice.gdex_portal')
    const knowing = bench.sessionWith({}, { GDEX_PICKUP_PATH: '/CreatePickup' })
    expect((await booked({ ...request, needsTrolley: true }, knowing)).notice).toBeUndefined()
    expect(await bench.control('pickups')).toMatchObject({
      pickups: [
        {
          pickupDate: '2026-11-24',
          parcelReadyTime: '09:00:00',
          collectibleBy: '12:00:00',
          transportation: 'OffsizeTruck',
          isTrolleyRequired: true,
          contactMobile: '0123456789',
        },
      ],
    })
    const lost = bench.sessionWith({}, { GDEX_PICKUP_PATH: '/Nowhere' })
    const { notice, trackingNumber } = await booked(request, lost)
    expect([notice, trackingNumber]).toEqual(['Resource not found', expect.stringMatching(/^TCN/)])
    expect((await options(bench.session, question())).modes).toEqual(['dropoff'])
    expect((await options(knowing, question())).modes).toEqual(['pickup', 'dropoff'])
  })

  it('refuses what nobody could act on before it calls', async () => {
    const fieldOf = async (more: object) => (await failureOf(booked(more))).fields[0]?.field
    const date = '2026-11-24'
    expect(await fieldOf({ pickup: { date, from: '12:00', to: '11:00' } })).toBe('collectible_by')
    expect(await fieldOf({ pickup: { date, from: '12:00', to: '18:30' } })).toBe('collectible_by')
    expect(await fieldOf({ parcel: { ...malaysianBooking().parcel, pieces: 100 } })).toBe('pieces')
    expect(await fieldOf({ cod: 100 })).toBe('cod')
    expect(await bench.parcels()).toEqual([])
  })

  it('tells the words of a refusal, which comes as a success', async () => {
    const receiver = { ...malaysianBooking().receiver, postcode: '00100' }
    expect(await failureOf(booked({ receiver }))).toMatchObject({
      kind: 'refused',
      channelCode: 'error',
      message: 'Invalid receiver Postcode',
    })
  })

  it('[no-look-up] leaves an unknown outcome to the seller: nothing can be looked up, so nothing is repeated', async () => {
    await bench.faults({ path: '/gdex/api/prime/CreateConsignment', reset: 1, count: 1 })
    expect((await failureOf(booked())).kind).toBe('try-later')
    expect([courier.find, (await bench.parcels()).length]).toEqual([undefined, 1])
  })

  it('fetches an archive of labels', async () => {
    const { trackingNumber } = await booked()
    const file = await label!(bench.session, named(trackingNumber))
    expect([file.format, beginning(file.bytes)]).toEqual(['zip', 'PK\u0003\u0004'])
    expect(Buffer.from(file.bytes).toString('latin1')).toContain(`${trackingNumber}.pdf`)
    expect((await failureOf(label!(bench.session, named('TCN99999999')))).kind).toBe('refused')
  })
})

describe('a wallet', () => {
  it('quotes, offers days that are no weekend, and refuses a postcode that comes as a success', async () => {
    const { services, dates, cod } = await options(wallet, question())
    expect([services[0]?.fee, cod.isPossible, dates.length]).toEqual([720, false, 5])
    expect(dates.filter((date) => [0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay()))).toEqual([])
    const receiver = { ...malaysianBooking().receiver, postcode: '00100' }
    const failure = await failureOf(options(wallet, question({ receiver })))
    expect([failure.message, failure.fields[0]?.field]).toEqual(['Invalid PostCode 00100', 'postcode'])
  })

  it('[wallet-money] pays for what it books with its pick-up, and is paid back for what it cancels', async () => {
    const [date = ''] = (await options(wallet, question())).dates
    const pickup = { date, from: '09:00', to: '12:00' }
    const request = { mode: 'pickup' as const, pickup, transportation: 'van' as const, remark: 'Bell 3' }
    const { trackingNumber, fee } = await booked(request, wallet)
    expect([fee, await balance()]).toEqual([720, 92.8])
    expect(await bench.control(`parcels/${trackingNumber}`)).toMatchObject({
      booking: {
        LocationId: 77,
        Mobile: '60198765432',
        Pickup: {
          Transportation: 'Van',
          ParcelReadyTime: '09:00:00',
          PickupDate: `${date}T00:00:00`,
          PickupRemark: 'Collect by 12:00. Bell 3',
        },
      },
    })
    await cancel(wallet, named(trackingNumber), '')
    await cancel(wallet, named(trackingNumber), '')
    expect(await balance()).toBe(100)
  })

  it('is refused without money, and on days on which nobody comes', async () => {
    const pickup = { date: '2020-01-01', from: '09:00', to: '12:00' }
    expect((await failureOf(booked({ mode: 'pickup', pickup }, wallet))).message).toBe(
      'Pick Up Day Unavailable',
    )
    await bench.control('wallet', { balance: 7 })
    expect((await failureOf(booked({}, wallet))).message).toBe('Insufficient Credit')
    expect(await balance()).toBe(7)
  })

  it('takes a parcel from a sender without an e-mail address, and names the owner of the wallet', async () => {
    const { email: _none, ...sender } = malaysianBooking().sender
    const { trackingNumber } = await booked({ sender }, wallet)
    expect(await bench.control(`parcels/${trackingNumber}`)).toMatchObject({
      booking: { Email: 'aoi@mail.example' },
    })
  })

  it('fetches a PDF until the parcel is canceled', async () => {
    const { trackingNumber } = await booked({}, wallet)
    const file = await label!(wallet, named(trackingNumber))
    expect([file.format, beginning(file.bytes)]).toEqual(['pdf', '%PDF'])
    await cancel(wallet, named(trackingNumber), '')
    const { message } = await failureOf(label!(wallet, named(trackingNumber)))
    expect(message).toBe('Image cannot be provided as Consignment has been cancelled')
  })
})

describe.each([['prime'], ['mygdex']])('cancelling and following with %s', (dialect) => {
  const session = () => (dialect === 'prime' ? bench.session : wallet)

  it('cancels as often as it is asked, but not what is old or on its way', async () => {
    const [first, second, third] = [
      await booked({}, session()),
      await booked({}, session()),
      await booked({}, session()),
    ]
    await cancel(session(), named(first.trackingNumber), '')
    await cancel(session(), named(first.trackingNumber), '')
    expect(await stateOf(first.trackingNumber, session())).toBe('canceled')
    await bench.advance(second.trackingNumber, 'collect')
    const messageOf = async (number: string) =>
      (await failureOf(cancel(session(), named(number), ''))).message
    expect(await messageOf(second.trackingNumber)).toBe('Shipment is already shipped')
    bench.sandbox.clock.shift(14 * 86_400 + 60)
    expect(await messageOf(third.trackingNumber)).toBe('Unable to cancel consignment after 14 days')
    expect(await messageOf('TCN99999999')).toBe('No record found')
  })

  it.each([
    [[], 'booked'],
    [['fail_pickup'], 'booked (pickup_failed)'],
    [['collect', 'depart'], 'in_transit'],
    [['collect', 'out', 'fail'], 'failed_attempt'],
    [['collect', 'out', 'deliver'], 'delivered'],
    [['collect', 'out', 'returned'], 'returned'],
    [['collect', 'lose'], 'lost_or_damaged'],
  ])('follows a parcel through %j', async (steps, state) => {
    const { trackingNumber } = await booked({}, session())
    await bench.advance(trackingNumber, ...steps)
    expect(await stateOf(trackingNumber, session())).toBe(state)
    const numbers = [trackingNumber, 'TCN99999999']
    const found = (await courier.track?.(session(), numbers)) ?? []
    expect(found.map((one) => one.trackingNumber)).toEqual([trackingNumber])
  })
})

it('[number-over-word] reads the number before the word, but for what is canceled', () => {
  const states = ['booked', 'picked_up', 'in_transit', 'out_for_delivery', 'delivered', 'returned']
  expect(states.map((_state, number) => meaningOf('whatever', number)?.status)).toEqual(states)
  expect([6, 7].map((number) => meaningOf('', number)?.status)).toEqual(['lost_or_damaged', 'failed_attempt'])
  expect(meaningOf('Cancelled', 0)?.status).toBe('canceled')
  expect(meaningOf('Out for delivery', null)?.status).toBe('out_for_delivery')
  expect([meaningOf('Eaten by a dog', null), meaningOf('', 99)]).toEqual([null, null])
})
