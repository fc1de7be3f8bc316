import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { failureOf, startCourierBench, stateOfPushes } from '../../../test/steps/courier.ts'
import type { CourierBench } from '../../../test/steps/courier.ts'
import { vietnameseBooking } from '../../../test/steps/courier-bookings.ts'
import { courier } from './index.ts'

const tokens = {
  owner: '5b0d8d3a-0c5e-11f1-9a3c-02420a000001',
  merchant: '5b0d8d3a-0c5e-11f1-9a3c-02420a000002',
  partner: '5b0d8d3a-0c5e-11f1-9a3c-02420a000900',
}
const keys = { token: tokens.owner, shop_id: '885', webhook_secret: 'hook-secret' }
const base = '/ghn/shiip/public-api'
const settings = (url: string) => ({ GHN_API_BASE: `${url}${base}` })
const { book, cancel, connect, find, label, options } = courier
const { areas, partners } = courier.places!

let bench: CourierBench
beforeEach(async () => {
  bench = await startCourierBench(courier, { keys, settings })
})
afterEach(() => bench[Symbol.asyncDispose]())

const booked = (more = {}) => book(bench.session, vietnameseBooking(more))
const named = (trackingNumber: string, reference = 'SO-1001') => ({ trackingNumber, reference })
const question = (more: object = {}) => {
  const { sender, receiver, parcel, cod } = { ...vietnameseBooking(), ...more }
  return { sender, receiver, parcel, cod }
}

describe('connecting', () => {
  it('[two-steps] shows the stores of a token first, and takes the one that is chosen', async () => {
    const first = await connect(bench.sessionWith({ shop_id: '' }))
    expect([first.placeId, first.places.map(({ id, name }) => [id, name])]).toEqual([
      null,
      [
        ['885', 'Aoi Sài Gòn'],
        ['886', 'Aoi Hà Nội'],
      ],
    ])
    expect(await connect(bench.session)).toMatchObject({
      accountId: '885',
      label: 'Aoi Sài Gòn',
      placeId: '885',
    })
  })

  it('names the key that is wrong', async () => {
    const wrong = async (other: Record<string, string>) => {
      const { kind, fields } = await failureOf(connect(bench.sessionWith(other)))
      return [kind, fields.map(({ field }) => field)]
    }
    expect(await wrong({ token: 'x' })).toEqual(['refused', ['token']])
    expect(await wrong({ shop_id: '990' })).toEqual(['refused', ['shop_id']])
    const { fields } = await failureOf(connect(bench.sessionWith({ token: 'x' })))
    expect(fields[0]?.message).toBe('refusal.ghn_token')
    expect((await failureOf(areas.districts(bench.sessionWith({ token: 'x' }), '202'))).kind).toBe(
      'sign-in-expired',
    )
  })
})

describe('becoming staff of a store', () => {
  const phone = '+84 912 345 678'
  const partner = () => bench.sessionWith({ token: tokens.partner, shop_id: '' })
  const sent = async () => (await bench.control<{ code: string }>('otp/0912345678')).code

  it('[code-by-phone] takes the code that was sent to the owner of the store, and no other', async () => {
    expect(await partners.sendCode(partner(), phone)).toBe(600)
    expect(await partners.sendCode(partner(), phone)).toBe(600)
    const code = await sent()
    const request = { phone, code, storeId: '990' }
    const { channelCode, fields } = await failureOf(
      partners.join(partner(), { ...request, code: `${code}0` }),
    )
    expect([channelCode, fields[0]?.field]).toEqual(['OTP_NOT_VALID', 'otp'])
    expect(await partners.join(partner(), request)).toEqual({ storeId: '990', clientId: null })
    const { places } = await connect(partner())
    expect(places.map(({ id }) => id)).toEqual(['990'])
    // [linked-before] Whoever is staff already has what he asks for.
    expect(await partners.join(partner(), request)).toEqual({ storeId: '990', clientId: null })
    const session = bench.sessionWith({ token: tokens.partner, shop_id: '990' })
    expect((await book(session, vietnameseBooking())).trackingNumber).toMatch(/^L/)
  })

  it('[linked-before] makes a store once, and finds it when it is asked for again', async () => {
    await partners.sendCode(partner(), phone)
    const newStore = { address: '9 Nguyễn Huệ', districtId: 1442, wardCode: '020109' }
    const request = { phone, code: await sent(), newStore }
    const made = await partners.join(partner(), request)
    expect(made.clientId).toBe('2500002')
    expect((await partners.join(partner(), request)).storeId).toBe(made.storeId)
    const nowhere = { ...request, newStore: { ...newStore, wardCode: '20308' } }
    expect((await partners.join(partner(), nowhere)).storeId).toBe(made.storeId)
  })

  it('refuses a code that is old or was guessed too often, and a phone that is nobody’s', async () => {
    await partners.sendCode(partner(), phone)
    const old = { phone, code: await sent(), storeId: '990' }
    bench.sandbox.clock.shift(601)
    expect((await failureOf(partners.join(partner(), old))).channelCode).toBe('OTP_NOT_VALID')
    await partners.sendCode(partner(), phone)
    const right = { ...old, code: await sent() }
    for (let guess = 0; guess < 5; guess++)
      await failureOf(partners.join(partner(), { ...right, code: 'guess' }))
    expect((await failureOf(partners.join(partner(), right))).channelCode).toBe('OTP_NOT_VALID')
    expect((await failureOf(partners.sendCode(partner(), '0999999999'))).fields[0]?.field).toBe('phone')
  })

  it('lets an owner add staff without a code, and nobody else', async () => {
    await partners.addStaff(bench.session, '885', '0900000900')
    await partners.addStaff(bench.session, '885', '0900000900')
    expect((await connect(partner())).places.map(({ id }) => id)).toEqual(['885'])
    const failure = await failureOf(partners.addStaff(bench.session, '990', '0900000900'))
    expect(failure.channelCode).toBe('CLIENT_NOT_OWNER_OF_SHOP')
  })
})

it('[two-levels] lists places of three levels, and those of two whatever their number', async () => {
  const ids = async (work: Promise<{ id: string }[]>) => (await work).map(({ id }) => id)
  expect(await ids(areas.provinces(bench.session, false))).toEqual(['201', '202'])
  expect(await ids(areas.districts(bench.session, '202'))).toContain('1442')
  expect(await ids(areas.wards(bench.session, { districtId: '1442' }))).toEqual(['20101', '20106', '020109'])
  expect(await ids(areas.provinces(bench.session, true))).toEqual(['201', '202'])
  const wards = await ids(areas.wards(bench.session, { newProvinceId: '202' }))
  expect(new Set(wards).size).toBe(205)
})

describe('what may be chosen', () => {
  it('[volumetric] quotes by weight or room, whichever is more, and shifts from the midnight of Vietnam', async () => {
    const choices = await options(bench.session, question())
    expect(choices.services).toEqual([{ id: '2', name: 'Hàng nhẹ', fee: 23_000 }])
    const small = { ...vietnameseBooking().parcel, height: 1 }
    expect((await options(bench.session, question({ parcel: small }))).services[0]?.fee).toBe(20_500)
    const heavy = { ...vietnameseBooking().parcel, weight: 25_000 }
    expect((await options(bench.session, question({ parcel: heavy }))).services[0]?.id).toBe('5')
    const tomorrow = choices.slots.at(-1)
    expect([tomorrow?.from, tomorrow?.to]).toEqual(['12:00', '18:00'])
    const there = new Date(bench.sandbox.clock.nowMs() + 31 * 3600 * 1000).toISOString().slice(0, 10)
    expect(tomorrow?.date).toBe(there)
  })

  it('[silent-refusal] is refused where the store is not ours, and quotes nothing for names alone', async () => {
    const failure = await failureOf(options(bench.sessionWith({ shop_id: '990' }), question()))
    expect([failure.kind, failure.fields[0]?.field]).toEqual(['refused', 'shop_id'])
    const { districtId: _district, wardCode: _code, ...receiver } = vietnameseBooking().receiver
    expect((await options(bench.session, question({ receiver }))).services).toEqual([
      { id: '2', name: 'Hàng nhẹ', fee: null },
    ])
  })

  it('tells how much may be collected, and where nothing', async () => {
    const codOf = async (more: object) => (await options(bench.session, question(more))).cod
    expect(await codOf({ cod: 50_000_000 })).toEqual({ isPossible: true, max: 50_000_000, reason: null })
    expect(await codOf({ cod: 50_000_001 })).toMatchObject({ isPossible: false, reason: 'too_much' })
    const receiver = { ...vietnameseBooking().receiver, wardCode: '20106' }
    expect(await codOf({ receiver })).toMatchObject({ isPossible: false, reason: 'area' })
  })
})

describe('booking', () => {
  it('sends whole dong, grams and the store’s own address', async () => {
    const { trackingNumber, fee, expectedAt } = await booked({
      cod: 250_000,
      isInsured: true,
      feePayer: 'buyer',
      inspection: 'look',
      pickup: { date: '2026-11-24', from: '07:00', to: '12:00', slotId: '4' },
    })
    expect([fee, expectedAt]).toEqual([23_000, expect.any(Date)])
    const { booking } = await bench.control<{ booking: object }>(`parcels/${trackingNumber}`)
    expect(booking).toMatchObject({
      client_order_code: 'SO-1001',
      to_phone: '0912000111',
      to_ward_code: '20101',
      weight: 800,
      cod_amount: 250_000,
      insurance_value: 250_000,
      payment_type_id: 2,
      required_note: 'CHOXEMHANGKHONGTHU',
      pick_shift: [4],
    })
  })

  it('takes addresses of two levels by their names, and names what is wrong', async () => {
    const { districtId: _district, wardCode: _code, district: _name, ...rest } = vietnameseBooking().receiver
    const receiver = { ...rest, ward: 'Phường mới 205' }
    const { trackingNumber } = await booked({ receiver })
    const { booking } = await bench.control<{ booking: object }>(`parcels/${trackingNumber}`)
    expect(booking).toMatchObject({ is_new_to_address: true, to_ward_name: 'Phường mới 205' })
    const wrong = async (other: object) =>
      (await failureOf(booked({ reference: 'SO-2', receiver: { ...receiver, ...other } }))).fields[0]?.field
    expect(await wrong({ ward: 'Phường mới 206' })).toBe('ward')
    expect(await wrong({ province: 'Atlantis' })).toBe('province')
    expect(await wrong({ phone: '12' })).toBe('phone')
    const closed = { ...vietnameseBooking().receiver, districtId: 1461, wardCode: '21302' }
    const { fields } = await failureOf(booked({ receiver: closed }))
    expect(fields).toEqual([{ field: 'ward', message: 'refusal.ghn_ward' }])
  })

  it('books nothing whose money GHN does not collect', async () => {
    const lawless = { ...vietnameseBooking().receiver, ward: 'Phường Cầu Kho', wardCode: '20106' }
    const refused = async (more: object) => (await failureOf(booked(more))).message
    expect(await refused({ cod: 250_000, receiver: lawless })).toBe('cod.area')
    expect(await refused({ cod: 50_000_001 })).toBe('cod.too_much')
    expect(await find?.(bench.session, 'SO-1001')).toBeNull()
    expect((await booked({ cod: 0, receiver: lawless })).trackingNumber).toBeTruthy()
  })

  it('[same-code-same-order] finds what was booked when the answer was lost, and books it once', async () => {
    expect(await find?.(bench.session, 'SO-1001')).toBeNull()
    await bench.faults({ path: `${base}/v2/shipping-order/create`, reset: 1, count: 1 })
    expect((await failureOf(booked())).kind).toBe('try-later')
    const found = await find?.(bench.session, 'SO-1001')
    const [parcel, ...others] = await bench.parcels()
    expect([found?.trackingNumber, others]).toEqual([parcel?.number, []])
    expect((await booked()).trackingNumber).toBe(parcel?.number)
    expect(await bench.parcels()).toHaveLength(1)
    bench.sandbox.clock.shift(1)
    await booked({ reference: 'SO-1002' })
    expect((await find?.(bench.session, 'SO-1002'))?.trackingNumber).not.toBe(parcel?.number)
  })
})

it('[label-page] fetches a page to be printed with the order on it', async () => {
  const { trackingNumber } = await booked()
  const file = await label!(bench.session, named(trackingNumber))
  expect([file.format, Buffer.from(file.bytes).toString().includes(trackingNumber)]).toEqual(['html', true])
  expect((await failureOf(label!(bench.session, named('LXXXXXXX')))).kind).toBe('refused')
})

it('[refused-as-success] cancels as often as it is asked, but not what was collected', async () => {
  const first = named((await booked()).trackingNumber)
  await cancel(bench.session, first, 'Hết hàng')
  await cancel(bench.session, first, 'Hết hàng')
  expect([await bench.stateOf(first.trackingNumber), await find?.(bench.session, 'SO-1001')]).toEqual([
    'canceled',
    null,
  ])
  const second = named((await booked({ reference: 'SO-1002' })).trackingNumber, 'SO-1002')
  await bench.advance(second.trackingNumber, 'collect')
  expect(await failureOf(cancel(bench.session, second, ''))).toMatchObject({
    kind: 'refused',
    message: 'Đơn hàng đang ở trạng thái picked',
  })
})

it.each([
  [[], 'booked'],
  [['fail_pickup'], 'booked'],
  [['collect', 'depart', 'arrive'], 'in_transit'],
  [['collect', 'out', 'fail'], 'failed_attempt'],
  [['collect', 'out', 'fail', 'out', 'deliver'], 'delivered'],
  [['collect', 'refuse', 'return'], 'returning'],
  [['collect', 'refuse', 'return', 'returned'], 'returned'],
  [['collect', 'damage'], 'lost_or_damaged'],
])('follows a parcel through %j', async (steps, state) => {
  const { trackingNumber } = await booked()
  await bench.advance(trackingNumber, ...steps)
  expect(await bench.stateOf(trackingNumber)).toBe(state)
  expect(stateOfPushes(courier, await bench.pushed())).toBe(state)
  expect(await courier.track?.(bench.session, ['LXXXXXXX'])).toEqual([])
})

it('[unsigned] believes messages by a header of ours, read twice and backwards', async () => {
  const { trackingNumber } = await booked()
  await bench.advance(trackingNumber, 'collect', 'depart', 'out', 'deliver')
  const straight = await bench.pushed()
  await bench.control(`parcels/${trackingNumber}/replay`, { order: 'reversed' })
  const backwards = await bench.pushed()
  expect([straight.length, backwards.length]).toEqual([5, 5])
  expect(stateOfPushes(courier, [...backwards, ...straight])).toBe('delivered')
  const message = straight[0]!
  const { verify, read } = courier.webhooks!
  expect(read(message)[0]).toMatchObject({ trackingNumber, reference: 'SO-1001' })
  const weighed = { ...message, body: message.body.replace(/"Type":"\w+"/, '"Type":"update_weight"') }
  expect(read(weighed)[0]?.events[0]?.meaning).toBeNull()
  expect(verify({ ...message, headers: { ...message.headers, 'x-console-secret': 'hook-secres' } })).toBe(
    false,
  )
  expect(verify({ ...message, keys: { ...keys, webhook_secret: '' } })).toBe(false)
})
