/** Calls in GDEX's own words, as its two documents give them, without the connector. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { askControl } from '../../kit/test-steps.ts'
import { startSandbox, type Sandbox } from '../../server.ts'

const DAY = 86_400

let sandbox: Sandbox
beforeEach(async () => {
  sandbox = await startSandbox({ load: 'none' })
})
afterEach(() => sandbox.close())

const control = <T = unknown>(path: string, body?: object) => askControl<T>(sandbox.url, path, body)

const advance = (number: string, step: string) => control(`gdex/parcels/${number}/advance`, { step })

const pdfStart = '%PDF-'

describe('Prime', () => {
  const keys = { ApiToken: 'gdex-prime-token', 'Subscription-Key': 'gdex-subscription' }

  async function send(
    name: string,
    body?: unknown,
    { query = {}, headers = keys as Record<string, string> } = {},
  ): Promise<Response> {
    const [method = '', path = ''] = name.split(' ')
    const url = new URL(`/gdex/api/prime${path}`, sandbox.url)
    url.search = new URLSearchParams({ accountNo: '8000123', ...query }).toString()
    return fetch(url, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
  }

  async function call(...given: Parameters<typeof send>): Promise<{ s: string; r: unknown; e: string }> {
    return (await (await send(...given)).json()) as { s: string; r: unknown; e: string }
  }

  const shipment = {
    shipmentType: 'Parcel',
    totalPiece: 1,
    shipmentWeight: 0.8,
    receiverName: 'Aina',
    receiverMobile: '60123456789',
    receiverAddress1: '1 Jalan Ampang',
    receiverPostcode: '50450',
    receiverCountry: 'Malaysia',
    orderID: 'SO-1',
  }

  async function book(more: object = {}): Promise<string> {
    const { r } = await call('POST /CreateConsignment', [{ ...shipment, ...more }])
    const [number] = r as string[]
    expect(number).toMatch(/^TCN\d+$/)
    return number ?? ''
  }

  it('answers who has no token in plain words under 401, and a wrong account within its envelope', async () => {
    const wrong: Record<string, string>[] = [
      {},
      { ApiToken: keys.ApiToken },
      { ...keys, ApiToken: 'another' },
    ]
    for (const headers of wrong) {
      const refused = await send('GET /GetPostCodeLocation/50450', undefined, { headers })
      expect([refused.status, refused.headers.get('content-type')]).toEqual([401, 'text/plain'])
      expect(await refused.text()).toMatch(/^Access denied|^Access Denied/)
    }
    const query = { accountNo: '1' }
    expect(await call('GET /GetPostCodeLocation/50450', undefined, { query })).toEqual({
      s: 'error',
      r: null,
      e: 'Invalid account number',
    })
  })

  it('knows postcodes of five digits that begin with no 00', async () => {
    expect((await call('GET /GetPostCodeLocation/50450')).r).toMatchObject([{ postcode: '50450' }])
    for (const postcode of ['00450', '5045', '504500', 'ABCDE'])
      expect(await call(`GET /GetPostCodeLocation/${postcode}`)).toMatchObject({
        s: 'error',
        e: 'Invalid Postcode',
      })
  })

  it('takes a list of shipments and gives their numbers in the same order, twice for the same order', async () => {
    const both = await call('POST /CreateConsignment', [shipment, { ...shipment, orderID: 'SO-2' }])
    const numbers = both.r as string[]
    expect(both).toMatchObject({ s: 'success', e: '' })
    const { parcels } = (await control('oracle/gdex/parcels')) as {
      parcels: { number: string; reference: string }[]
    }
    expect(parcels.map(({ number, reference }) => [number, reference])).toEqual([
      [numbers[0], 'SO-1'],
      [numbers[1], 'SO-2'],
    ])
    expect(await book()).not.toBe(numbers[0])
  })

  it.each([
    ['shipmentType', 'Box'],
    ['totalPiece', 0],
    ['shipmentWeight', '0.8'],
    ['shipmentContent', 'x'.repeat(101)],
    ['companyName', 'x'.repeat(41)],
    ['receiverName', 'x'.repeat(101)],
    ['receiverName', ''],
    ['receiverMobile', '+60 12-345'],
    ['receiverAddress1', 'x'.repeat(256)],
    ['receiverPostcode', '504500'],
    ['receiverCity', 'x'.repeat(61)],
    ['receiverCountry', 'MY'],
    ['note1', 'x'.repeat(51)],
    ['orderID', 'x'.repeat(31)],
  ])('refuses the %s %s, and books nothing of the list', async (field, value) => {
    const list = [shipment, { ...shipment, [field]: value }]
    expect(await call('POST /CreateConsignment', list)).toMatchObject({ s: 'error', e: `Invalid 1.${field}` })
    expect(await control('oracle/gdex/parcels')).toEqual({ parcels: [] })
  })

  it('books nothing of a list in which one goes nowhere', async () => {
    const list = [shipment, { ...shipment, receiverPostcode: '00001' }]
    expect(await call('POST /CreateConsignment', list)).toMatchObject({ e: 'Invalid receiver Postcode' })
    expect(await control('oracle/gdex/parcels')).toEqual({ parcels: [] })
    expect(await call('POST /CreateConsignment', [])).toMatchObject({ s: 'error' })
  })

  it('tells where parcels are by number and word, fifty at a time; strangers are left out', async () => {
    const number = await book()
    const status = async () => (await call('POST /GetLastShipmentStatus', [number, 'TCN99999999'])).r
    expect(await status()).toEqual([
      { consignmentNote: number, consignmentNoteStatus: 'Pending', enumStatus: 0 },
    ])
    for (const [step, enumStatus, consignmentNoteStatus] of [
      ['fail_pickup', 7, 'Pickup failed'],
      ['collect', 1, 'Pickup'],
      ['depart', 2, 'In transit'],
      ['out', 3, 'Out for delivery'],
      ['fail', 7, 'Undelivered'],
      ['deliver', 4, 'Delivered'],
    ] as const) {
      await advance(number, step)
      expect(await status()).toMatchObject([{ enumStatus, consignmentNoteStatus }])
    }
    const many = Array.from({ length: 51 }, () => number)
    expect(await call('POST /GetLastShipmentStatus', many)).toMatchObject({ s: 'error' })
  })

  it('cancels until the parcel is fetched, once, within fourteen days, and by a call with a body', async () => {
    const cancel = (number: string, body?: unknown) =>
      call('PUT /CancelConsignment', body, { query: { consignmentNumber: number } })
    const number = await book()
    expect(
      (await send('PUT /CancelConsignment', undefined, { query: { consignmentNumber: number } })).status,
    ).toBe(411)
    expect(await cancel(number, {})).toMatchObject({ s: 'success' })
    expect(await cancel(number, {})).toMatchObject({ s: 'error', e: 'Consignment already cancelled' })
    expect((await call('POST /GetLastShipmentStatus', [number])).r).toMatchObject([
      { enumStatus: 0, consignmentNoteStatus: 'Cancelled' },
    ])
    expect(await cancel('TCN99999999', {})).toMatchObject({ e: 'No record found' })
    const [fetched, old] = [await book(), await book()]
    await advance(fetched, 'collect')
    expect(await cancel(fetched, {})).toMatchObject({ e: 'Shipment is already shipped' })
    await control('clock', { shift: 14 * DAY + 1 })
    expect(await cancel(old, {})).toMatchObject({ e: 'Unable to cancel consignment after 14 days' })
  })

  it('packs the notes of parcels into one archive, outside of its envelope', async () => {
    const numbers = [await book(), await book()]
    const reply = await send('POST /GetConsignmentDocument', numbers)
    expect(reply.headers.get('content-type')).toBe('application/zip')
    const bytes = Buffer.from(await reply.arrayBuffer())
    expect(bytes.subarray(0, 4)).toEqual(Buffer.from('PK\u0003\u0004'))
    for (const number of numbers) expect(bytes.includes(`${number}.pdf`)).toBe(true)
    expect(bytes.toString('latin1').split(pdfStart)).toHaveLength(3)
    // The number of files that the archive names at its end.
    expect(bytes.readUInt16LE(bytes.length - 12)).toBe(2)
    await call('PUT /CancelConsignment', {}, { query: { consignmentNumber: numbers[0] ?? '' } })
    expect(await call('POST /GetConsignmentDocument', numbers)).toMatchObject({ s: 'error' })
  })

  it('takes a pickup with all that a driver needs, and keeps it', async () => {
    const pickup = {
      pickupDate: '2026-12-01',
      parcelReadyTime: '09:00:00',
      collectibleBy: '17:00:00',
      totalPiece: 3,
      transportation: 'Van',
      isTrolleyRequired: true,
      remark: 'Gate B',
      contactName: 'Aoi',
      contactMobile: '0123456789',
    }
    expect((await call('POST /CreatePickup', pickup)).r).toEqual({
      pickupNo: expect.stringMatching(/^PU\d+$/) as unknown,
    })
    for (const more of [
      { pickupDate: '1/12/2026' },
      { parcelReadyTime: '9:00' },
      { transportation: 'Lorry' },
      { contactMobile: '60123456789' },
    ])
      expect(await call('POST /CreatePickup', { ...pickup, ...more })).toMatchObject({ s: 'error' })
    expect(await control('gdex/pickups')).toEqual({ pickups: [pickup] })
  })
})

describe('myGDEX', () => {
  const keys = { 'User-Token': 'gdex-wallet-token', 'subscription-key': 'gdex-subscription' }

  async function send(
    name: string,
    body?: unknown,
    headers: Record<string, string> = keys,
  ): Promise<Response> {
    const [method = '', path = ''] = name.split(' ')
    return fetch(`${sandbox.url}/gdex/test/api/MyGDex${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  }

  type Reply = { statusCode: number; data: unknown; message: string | null }
  async function call(...given: Parameters<typeof send>): Promise<Reply> {
    const reply = await send(...given)
    const body = (await reply.json()) as Reply
    // The envelope repeats the status.
    expect(body.statusCode).toBe(reply.status)
    return body
  }

  const parcel = {
    OrderId: 'SO-1',
    ParcelType: 'Parcel',
    ShipmentValue: 50,
    Pieces: 1,
    Weight: 1.2,
    Mobile: '60123456789',
    Address1: '1 Jalan Ampang',
    Postcode: '50450',
    Country: 'MYS',
  }
  const sender = {
    Name: 'Aoi Gifts',
    Mobile: '60198765432',
    Email: 'aoi@mail.example',
    Address1: '2 Jalan SS2',
    Postcode: '47300',
    LocationId: 77,
    Location: 'Taman Jaya',
  }

  type Booked = {
    ConsignmentNumbers: string[]
    Consignments: { OrderId: string; ConsignmentNumber: string; Rate: number }[]
    GrandTotal: number
    EWalletBalance: number
  }
  const create = (consignments: object[], more: object = {}) =>
    call('POST /CreateConsignment', { ...sender, Consignments: consignments, ...more })
  async function book(): Promise<string> {
    return ((await create([parcel])).data as Booked).ConsignmentNumbers[0] ?? ''
  }
  const balance = async () => (await call('GET /CheckeWalletBalance')).data

  it('tells a wrong token from a missing key', async () => {
    expect(await call('GET /GetUserTokenValidity')).toEqual({ statusCode: 200, data: null, message: null })
    expect(await call('GET /GetUserTokenValidity', undefined, { ...keys, 'User-Token': 'another' })).toEqual({
      statusCode: 401,
      data: null,
      message: 'Invalid User Token',
    })
    const { message } = await call('GET /GetUserTokenValidity', undefined, {
      'User-Token': keys['User-Token'],
      'Ocp-Apim-Subscription-Key': keys['subscription-key'],
    })
    expect(message).toContain('subscription key')
  })

  it('takes the price from the wallet, gives it back for what is cancelled, and asks for credit', async () => {
    const { data } = await create([parcel, { ...parcel, OrderId: 'SO-2', Weight: 3 }])
    const { Consignments, GrandTotal, EWalletBalance, ConsignmentNumbers } = data as Booked
    expect(Consignments.map(({ OrderId }) => OrderId)).toEqual(['SO-1', 'SO-2'])
    expect(Consignments.map(({ ConsignmentNumber }) => ConsignmentNumber)).toEqual(ConsignmentNumbers)
    expect(Consignments.reduce((sum, { Rate }) => sum + Rate, 0)).toBeCloseTo(GrandTotal, 2)
    expect(EWalletBalance).toBeCloseTo(100 - GrandTotal, 2)
    expect(await balance()).toBe(EWalletBalance)
    const [first] = Consignments
    const path = `PUT /CancelConsignment?ConsignmentNumber=${first?.ConsignmentNumber}`
    expect((await send(path)).status).toBe(411)
    expect(await call(path, {})).toMatchObject({ statusCode: 200 })
    expect(await balance()).toBeCloseTo(EWalletBalance + (first?.Rate ?? 0), 2)
    expect(await call(path, {})).toMatchObject({ statusCode: 400, message: 'Consignment already cancelled' })
    expect(await balance()).toBeCloseTo(EWalletBalance + (first?.Rate ?? 0), 2)
    await control('gdex/wallet', { balance: 0.5 })
    expect(await create([parcel])).toMatchObject({ statusCode: 400, message: 'Insufficient Credit' })
    expect(await balance()).toBe(0.5)
  })

  it('quotes each line by itself, a bad postcode under 200', async () => {
    const line = {
      ReferenceNumber: 1,
      FromPostCode: '47300',
      ToPostCode: '50450',
      ParcelType: 'Parcel',
      Weight: 1,
    }
    const { data } = await call('POST /GetShippingRate', [
      line,
      { ...line, ReferenceNumber: 2, ToPostCode: '00450' },
      { ...line, ReferenceNumber: 3, Weight: 5.5 },
    ])
    const [near, bad, heavy] = data as { ReferenceNumber: number; Rate: number; HasError: boolean }[]
    expect(near).toMatchObject({ ReferenceNumber: 1, HasError: false, Error: null })
    expect(bad).toMatchObject({
      ReferenceNumber: 2,
      Rate: 0,
      HasError: true,
      Error: 'Invalid PostCode 00450',
    })
    expect(heavy?.Rate).toBeGreaterThan(near?.Rate ?? 0)
    const booked = (await create([{ ...parcel, Weight: 1 }])).data as Booked
    expect(booked.GrandTotal).toBe(near?.Rate)
  })

  it('offers five days for a pickup, none of them today or at a weekend, and no other is taken', async () => {
    const { data } = await call('GET /GetPickUpDateListing?PostCode=47300')
    const days = data as string[]
    expect(days).toHaveLength(5)
    expect(days.toSorted()).toEqual(days)
    for (const day of days) {
      expect(day).toMatch(/^\d{4}-\d\d-\d\dT00:00:00$/)
      expect([1, 2, 3, 4, 5]).toContain(new Date(`${day}Z`).getUTCDay())
    }
    const today = new Date(sandbox.clock.nowMs() + 8 * 3_600_000).toISOString().slice(0, 10)
    expect(days[0] && days[0] > `${today}T00:00:00`).toBe(true)
    expect(await call('GET /GetPickUpDateListing')).toMatchObject({
      statusCode: 400,
      message: 'Please Provide PostCode',
    })
    const pickup = (PickupDate: string) => ({
      Pickup: { Transportation: 'Van', ParcelReadyTime: '09:00:00', PickupDate, IsTrolleyRequired: false },
    })
    expect(await create([parcel], pickup(`${today}T00:00:00`))).toMatchObject({
      statusCode: 400,
      message: 'Pick Up Day Unavailable',
    })
    expect(await create([parcel], pickup(days[4] ?? ''))).toMatchObject({ statusCode: 200 })
  })

  it.each([
    [{ Country: 'MY' }, 'Invalid Consignments.0.Country'],
    [{ Mobile: '0123456789' }, 'Invalid Consignments.0.Mobile'],
    [{ Pieces: 16 }, 'Invalid Consignments.0.Pieces'],
    [{ Weight: 0 }, 'Invalid Weight'],
    [{ Postcode: '00123' }, 'Invalid PostCode 00123'],
  ])('refuses %o, and the wallet is as before', async (more, message) => {
    expect(await create([{ ...parcel, ...more }])).toMatchObject({ statusCode: 400, message })
    expect(await balance()).toBe(100)
  })

  it('takes ten parcels at most', async () => {
    await control('gdex/wallet', { balance: 1000 })
    const eleven = Array.from({ length: 11 }, () => parcel)
    expect(await create(eleven)).toMatchObject({ statusCode: 400, message: 'Invalid Consignments' })
    expect(await create(eleven.slice(1))).toMatchObject({ statusCode: 200 })
  })

  it('calls a stranger pending and not valid, and tells the scans of a parcel', async () => {
    const number = await book()
    await advance(number, 'collect')
    await advance(number, 'out')
    expect((await call('POST /GetLastShipmentStatus', [number, 'MY1'])).data).toEqual([
      { ConsignmentNote: number, ConsignmentNoteStatus: 'Out for delivery', IsValid: true },
      { ConsignmentNote: 'MY1', ConsignmentNoteStatus: 'Pending', IsValid: false },
    ])
    const detail = await call(`GET /GetShipmentStatusDetail?ConsignmentNumber=${number}`)
    expect(detail.data).toMatchObject({ Scans: [{ EnumStatus: 1 }, { EnumStatus: 3 }] })
    expect(await call('GET /GetShipmentStatusDetail?ConsignmentNumber=MY1')).toMatchObject({
      statusCode: 400,
      message: 'Consignment Number Not Found',
    })
  })

  it('gives the label of a parcel that is under way, and says why there is none', async () => {
    const image = (number: string) => send(`GET /GetConsignmentsImage?ConsignmentNumber=${number}`)
    const [canceled, delivered] = [await book(), await book()]
    const label = await image(canceled)
    expect(label.headers.get('content-type')).toBe('application/pdf')
    expect((await label.text()).startsWith(pdfStart)).toBe(true)
    await call(`PUT /CancelConsignment?ConsignmentNumber=${canceled}`, {})
    await advance(delivered, 'deliver')
    for (const [number, word] of [
      [canceled, 'Image cannot be provided as Consignment has been cancelled'],
      [delivered, 'Image cannot be provided as Consignment has been delivered'],
      ['MY1', 'Invalid Consignment Number'],
    ] as const)
      expect([(await image(number)).status, await (await image(number)).json()]).toMatchObject([
        400,
        { message: word },
      ])
  })

  it('keeps the parcels of the two accounts apart', async () => {
    const number = await book()
    const prime = await fetch(`${sandbox.url}/gdex/api/prime/GetLastShipmentStatus?accountNo=8000123`, {
      method: 'POST',
      headers: { ApiToken: 'gdex-prime-token', 'Subscription-Key': 'gdex-subscription' },
      body: JSON.stringify([number]),
    })
    expect(await prime.json()).toEqual({ s: 'success', r: [], e: '' })
  })
})
