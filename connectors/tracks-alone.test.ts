/** Tracking of several parcels: one that cannot be told must not keep the others from being told. */
import { expect, test } from 'vitest'
import { createTokenStore } from './courier.ts'
import type { Courier, CourierSession } from './courier.ts'
import { courier as gdex } from './couriers/gdex/index.ts'
import { courier as ghn } from './couriers/ghn/index.ts'
import { courier as jnt } from './couriers/jnt/index.ts'
import { courier as ninjavan } from './couriers/ninjavan/index.ts'
import { createHttp } from './http.ts'
import { startRecordedChannel } from './recorded-channel.ts'
import type { RecordedCall, RecordedReply } from './recorded-channel.ts'

const at = '2026-01-15T10:30:00'
type Reply = Omit<RecordedReply, 'on'>
type Tracking = [
  name: string,
  courier: Courier,
  settings: Record<string, string>,
  keys: Record<string, string>,
  answer: (call: RecordedCall) => Reply,
]

const gdexSettings = {
  GDEX_PRIME_PATH: '',
  GDEX_WALLET_PATH: '',
  GDEX_SUBSCRIPTION_HEADER: 'k',
  GDEX_SUBSCRIPTION_KEY: 'k',
}
const wallet = { api_token: 't', dialect: 'mygdex' }
const jntKeys = { api_account: 'A', private_key: 'k', customer_code: 'C', password: 'P' }
const askedOfJnt = ({ body }: RecordedCall): string[] => {
  const { bizContent = '{}' } = body as { bizContent?: string }
  return (JSON.parse(bizContent) as { billCode: string }).billCode.split(',')
}
const scanOfJnt = { scanTime: at.replace('T', ' '), scanTypeCode: '10' }

const trackings: Tracking[] = [
  [
    'GHN, of which one is refused',
    ghn,
    {},
    { token: 't', shop_id: '1' },
    ({ body }) => {
      const { order_code } = body as { order_code: string }
      const data = { order_code, status: 'picked', log: [{ status: 'picked', updated_date: `${at}Z` }] }
      return order_code === '2'
        ? { status: 400, body: { code: 400, message: 'Đơn hàng không thuộc cửa hàng' } }
        : { body: { code: 200, message: 'Success', data } }
    },
  ],
  [
    'GHN, of which one event is unreadable',
    ghn,
    {},
    { token: 't', shop_id: '1' },
    ({ body }) => {
      const { order_code } = body as { order_code: string }
      const log = [{ status: 'picked', updated_date: `${at}Z` }, order_code === '3' ? { status: null } : null]
      const data = order_code === '2' ? 'none' : { order_code, status: 'picked', log: log.filter(Boolean) }
      return { body: { code: 200, message: 'Success', data } }
    },
  ],
  [
    'GDEX for corporate accounts',
    gdex,
    gdexSettings,
    { api_token: 't', account_no: '1', dialect: 'prime' },
    () => ({
      body: {
        s: 'success',
        r: ['1', '2', '3'].map((consignmentNote) => ({
          consignmentNote,
          enumStatus: 1,
          latestScanDateTime: consignmentNote === '2' ? '15/01/2026' : at,
        })),
      },
    }),
  ],
  [
    'GDEX for wallets',
    gdex,
    gdexSettings,
    wallet,
    ({ on, query }) => {
      const rows = ['1', '2', '3'].map((ConsignmentNote) => ({ ConsignmentNote, IsValid: true }))
      if (on.startsWith('POST')) return { body: { data: rows } }
      return query['ConsignmentNumber'] === '2'
        ? { status: 400, body: { message: 'Consignment Number Not Found' } }
        : { body: { data: { Scans: [{ EnumStatus: 1, LatestScanDateTime: at }] } } }
    },
  ],
  [
    'J&T, of which one is unreadable',
    jnt,
    {},
    jntKeys,
    (call) => ({
      body: {
        code: '1',
        data: askedOfJnt(call).map((billCode) => ({
          billCode,
          details: [billCode === '2' ? { ...scanOfJnt, scanTime: '' } : scanOfJnt],
        })),
      },
    }),
  ],
  [
    'J&T, of which one is unknown',
    jnt,
    {},
    jntKeys,
    (call) => {
      const asked = askedOfJnt(call)
      const data = asked.map((billCode) => ({ billCode, details: [scanOfJnt] }))
      return {
        body: asked.includes('2') ? { code: '999001030', msg: 'Data not found' } : { code: '1', data },
      }
    },
  ],
  [
    'Ninja Van',
    ninjavan,
    {},
    { client_id: 'i', client_secret: 's', country: 'MY' },
    ({ on }) => {
      if (on.startsWith('POST')) return { body: { access_token: 't', expires_in: 3600 } }
      const event = { timestamp: `${at}+0800`, event: 'Successful Pickup' }
      const data = ['1', '2', '3'].map((tracking_number) => ({
        tracking_number,
        events: [tracking_number === '2' ? { ...event, timestamp: null } : event],
      }))
      return { body: { data } }
    },
  ],
]

function sessionOf(url: string, [, , settings, keys]: Tracking): CourierSession {
  const bases = ['GDEX', 'GHN', 'JNT', 'NINJAVAN'].map((name) => [`${name}_API_BASE`, url])
  return {
    settings: { ...settings, ...(Object.fromEntries(bases) as Record<string, string>) },
    keys,
    http: createHttp(),
    now: () => new Date(at),
    tokens: createTokenStore(),
  }
}

test.each(trackings.map((one) => [one[0], one] as const))(
  '%s: one in trouble leaves the others alone',
  async (_, tracking) => {
    const [, courier, , , answer] = tracking
    await using channel = await startRecordedChannel(answer)
    const found = (await courier.track?.(sessionOf(channel.url, tracking), ['1', '2', '3'])) ?? []
    expect(found.map(({ trackingNumber, events }) => [trackingNumber, events.length])).toEqual([
      ['1', 1],
      ['3', 1],
    ])
  },
)

test.each([
  ['GHN', { code: 400, message: 'No such store' }],
  ['GDEX for corporate accounts', { s: 'failed', e: 'No such store' }],
  ['J&T', { code: '145003050', msg: 'No such store' }],
])('%s: a refusal that holds nothing but its words is told in them', async (name, body) => {
  const tracking = trackings.find(([title]) => title.startsWith(name))!
  await using channel = await startRecordedChannel(() => ({ body }))
  const asked = tracking[1].track?.(sessionOf(channel.url, tracking), ['1', '2'])
  await expect(asked).rejects.toMatchObject({ kind: 'refused', message: 'No such store' })
})
