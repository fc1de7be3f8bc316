import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Session } from '../../session.ts'
import { createHttp } from '../../http.ts'
import type { Http } from '../../http.ts'
import { startRecordedChannel } from '../../recorded-channel.ts'
import type { RecordedCall, RecordedChannel } from '../../recorded-channel.ts'
import { orders } from './orders.ts'

type Row = Record<string, unknown>
type Answer = { status?: number; body: Row }

const now = new Date('2026-01-31T12:00:00Z')
const [sample] = readFixture('get_order_detail.json')
const path = 'POST /api/v2/logistics/get_mass_tracking_number'

function readFixture(name: string): Row[] {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8')).response.order_list
}

function sessionOn(url: string, http: Http = createHttp()): Session {
  return {
    app: { SHOPEE_PARTNER_ID: '2001887', SHOPEE_PARTNER_KEY: 'key', SHOPEE_API_BASE: url },
    http,
    credentials: {
      accessToken: 'a',
      refreshToken: 'r',
      accessExpiresAt: now,
      refreshExpiresAt: now,
      channelShopId: '1',
    },
    now: () => now,
    currency: 'MYR',
  }
}

/** A shop whose order S1 has the parcels P1, P1b and so on, as many as it says, all in one status. */
function shopOf(
  status: string,
  giveNumbers: (packages: string[]) => Answer,
  parcelsOf: (id: string) => string[] = (id) => [id.replace('S', 'P')],
) {
  return (call: RecordedCall): Answer => {
    if (call.on === path) return giveNumbers(packagesIn(call))
    if (call.on.includes('escrow')) return { body: { error: '', response: [] } }
    const rows = call.query.order_sn_list?.split(',').map((id) => {
      const parcels = parcelsOf(id).map((number) => ({ package_number: number, logistics_status: '' }))
      return { ...sample, order_sn: id, order_status: status, package_list: parcels }
    })
    return { body: { error: '', response: { order_list: rows } } }
  }
}

function packagesIn(call: RecordedCall): string[] {
  return (call.body as { package_list: { package_number: string }[] }).package_list.map(
    (row) => row.package_number,
  )
}

const numbered = (packages: string[]): Answer => ({
  body: {
    error: '',
    response: {
      success_list: packages.map((number) => ({ package_number: number, tracking_number: `T-${number}` })),
      fail_list: [],
    },
  },
})

const asked = (channel: RecordedChannel): string[][] =>
  channel.calls.filter((call) => call.on === path).map((call) => packagesIn(call))

/** Tracking numbers by package of everything that came out; the test fails if an order did not. */
async function numbersOf(channel: RecordedChannel, ids: string[]): Promise<Record<string, string | null>> {
  const { items: found, failures } = await orders.get(sessionOn(channel.url), ids)
  expect(failures).toEqual([])
  expect(found).toHaveLength(ids.length)
  const parcels = found.flatMap((order) => order.packages)
  return Object.fromEntries(parcels.map((parcel) => [parcel.channelPackageId, parcel.trackingNumber]))
}

test.each(['PROCESSED', 'RETRY_SHIP', 'SHIPPED', 'TO_CONFIRM_RECEIVE', 'TO_RETURN'])(
  '[tracking-while-on-its-way] %s is asked for its number',
  async (status) => {
    await using channel = await startRecordedChannel(shopOf(status, numbered))
    expect(await numbersOf(channel, ['S1'])).toEqual({ P1: 'T-P1' })
  },
)

test.each(['UNPAID', 'PENDING', 'READY_TO_SHIP', 'IN_CANCEL', 'CANCELLED', 'COMPLETED', 'TELEPORTED'])(
  '[tracking-while-on-its-way] %s is not asked for its number',
  async (status) => {
    await using channel = await startRecordedChannel(shopOf(status, numbered))
    expect(await numbersOf(channel, ['S1'])).toEqual({ P1: null })
    expect(asked(channel)).toEqual([])
  },
)

test('[tracking-of-fifty] packages fill calls of fifty, whichever batch of details they came with', async () => {
  const ids = Array.from({ length: 60 }, (_, index) => `S${index}`)
  const twoEach = (id: string) => [id.replace('S', 'P'), `${id.replace('S', 'P')}b`]
  await using channel = await startRecordedChannel(shopOf('SHIPPED', numbered, twoEach))
  const numbers = await numbersOf(channel, ids)
  expect(Object.keys(numbers)).toHaveLength(120)
  expect(numbers).toMatchObject({ P0: 'T-P0', P59b: 'T-P59b' })
  const sizes = asked(channel).map((packages) => packages.length)
  expect(sizes.toSorted((a, b) => a - b)).toEqual([20, 50, 50])
})

test('[tracking-of-fifty] a package that two orders name is asked once, one without a name never', async () => {
  const shared = (id: string) => (id === 'S1' ? ['P', ''] : ['P'])
  await using channel = await startRecordedChannel(shopOf('SHIPPED', numbered, shared))
  expect(await numbersOf(channel, ['S1', 'S2'])).toMatchObject({ P: 'T-P' })
  expect(asked(channel)).toEqual([['P']])
})

test('[tracking-later] an empty number is none yet, and so is that of a failed or malformed row', async () => {
  const answer = {
    success_list: [
      { package_number: 'P1', tracking_number: '' },
      { package_number: 'P2', tracking_number: null },
      { package_number: 'P3', tracking_number: 'T3' },
      null,
    ],
    fail_list: [{ package_number: 'P4', fail_reason: 'no' }],
  }
  const give = (): Answer => ({ body: { error: '', response: answer } })
  await using channel = await startRecordedChannel(shopOf('PROCESSED', give))
  const numbers = await numbersOf(channel, ['S1', 'S2', 'S3', 'S4'])
  expect(numbers).toEqual({ P1: null, P2: null, P3: 'T3', P4: null })
})

test('[tracking-later] a batch in which all rows failed is not asked again', async () => {
  const give = (): Answer => ({ body: { error: 'common.batch_api_all_failed', message: 'not found' } })
  await using channel = await startRecordedChannel(shopOf('PROCESSED', give))
  expect(await numbersOf(channel, ['S1', 'S2', 'S3'])).toEqual({ P1: null, P2: null, P3: null })
  expect(asked(channel)).toHaveLength(1)
})

test.each([
  ['logistics.error_param', 'Package is not under the specified fulfilment channel'],
  ['error_data', 'data not exist'],
  ['logistics.package_number_not_exist', 'The package does not exist'],
])('[one-package-spoils-a-batch] %s leaves one package without a number', async (error, message) => {
  const give = (packages: string[]): Answer =>
    packages.includes('P3') ? { body: { error, message } } : numbered(packages)
  await using channel = await startRecordedChannel(shopOf('SHIPPED', give))
  const numbers = await numbersOf(channel, ['S1', 'S2', 'S3', 'S4', 'S5'])
  expect(numbers).toEqual({ P1: 'T-P1', P2: 'T-P2', P3: null, P4: 'T-P4', P5: 'T-P5' })
})

test.each([
  ['error_permission', 'refused'],
  ['invalid_acceess_token', 'sign-in-expired'],
  ['error_rate_limit', 'slow-down'],
  ['error_server', 'try-later'],
])('%s concerns the whole call, so no order goes without its number for it', async (error, kind) => {
  const give = (): Answer => ({ status: 403, body: { error, message: 'No.' } })
  await using channel = await startRecordedChannel(shopOf('SHIPPED', give))
  await expect(orders.get(sessionOn(channel.url), ['S1', 'S2'])).rejects.toMatchObject({ kind })
  // Asked again where that may help, but never for a part of the packages.
  expect(new Set(asked(channel).map((packages) => packages.length))).toEqual(new Set([2]))
})

test('numbers are asked for while the money is still on its way', async () => {
  await using channel = await startRecordedChannel(shopOf('SHIPPED', numbered))
  const http = createHttp()
  let numbersAsked = (): void => {}
  const isAsked = new Promise<void>((resolve) => (numbersAsked = resolve))
  // Money answers only after the numbers were asked for: one after the other, this would never end.
  const gated: Http = async (request) => {
    if (request.url.pathname.includes('tracking')) numbersAsked()
    if (request.url.pathname.includes('escrow')) await isAsked
    return http(request)
  }
  const { items: found } = await orders.get(sessionOn(channel.url, gated), ['S1'])
  expect(found[0]?.packages[0]?.trackingNumber).toBe('T-P1')
})
