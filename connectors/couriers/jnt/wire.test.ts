import { describe, expect, it } from 'vitest'
import { createTokenStore } from '../../courier.ts'
import { createHttp } from '../../http.ts'
import { startRecordedChannel } from '../../recorded-channel.ts'
import { courier } from './index.ts'
import { meaningOf } from './tracking.ts'
import { digestOf, isDigest } from './wire.ts'

const key = 'emulator-private-key'

describe('the digest', () => {
  it.each([
    ['{"customerCode":"TEST0001","password":"PWD","txlogisticId":"SO-1001"}', '+79uD50N0XOl5Q2m7PHU9g=='],
    ['{"sender":{"name":"Ngô Văn Á","address":"1 Jalan 吉隆坡"}}', 'ASzCenH4MoPs2w5XXlvg0A=='],
  ])('[raw-digest] of %s', (text, digest) => {
    expect(digestOf(text, key)).toBe(digest)
    expect(isDigest(digest, text, key)).toBe(true)
    expect(isDigest(digest, `${text} `, key)).toBe(false)
  })
})

const message =
  '{"billCode":"630000000001","txlogisticId":"SO-1001","details":[{"scanTime":"2026-01-15 10:30:00","desc":"Parcel signed","scanTypeCode":"100","scanTypeName":"Delivery Signature","scanType":"Delivery Signature"}]}'

it.each([
  [message, 'C//1EKoJg7JtC/TGIjVkPw=='],
  [`[${message}]`, 'Jkw4GYj0JcQPm9Mx54tiHQ=='],
])('[object-or-list] reads a message of either form, in the time of Kuala Lumpur', (bizContent, digest) => {
  const keys = { api_account: 'A', private_key: key }
  const request = {
    keys,
    headers: { digest, apiaccount: 'A' },
    body: new URLSearchParams({ bizContent }).toString(),
  }
  expect(courier.webhooks?.verify(request)).toBe(true)
  expect(courier.webhooks?.read(request)).toEqual([
    {
      trackingNumber: '630000000001',
      reference: 'SO-1001',
      events: [
        {
          at: new Date('2026-01-15T02:30:00Z'),
          meaning: { status: 'delivered' },
          courierStatus: '100',
          description: 'Parcel signed',
          place: null,
        },
      ],
    },
  ])
})

it('maps every scan that is documented for Malaysia, and no other', () => {
  const groups = {
    picked_up: [10],
    in_transit: [20, 30, 400, 401, 402, 403, 404, 405],
    out_for_delivery: [94],
    delivered: [100, 200, 306],
    failed_attempt: [110],
    returning: [172, 302],
    returned: [173],
    lost_or_damaged: [201, 300, 301, 303, 304, 305],
  }
  for (const [status, codes] of Object.entries(groups))
    expect(codes.map((code) => meaningOf(String(code))?.status)).toEqual(codes.map(() => status))
  expect([103, 104, 105, 121].map((code) => meaningOf(String(code)))).toEqual([null, null, null, null])
})

it('takes a label from the address that it is told, but from no other place than J&T', async () => {
  let urlContent = ''
  await using channel = await startRecordedChannel(({ on }) =>
    on.startsWith('GET')
      ? { body: '%PDF-1.4 label' }
      : { body: { code: 1, msg: 'success', data: { urlContent } } },
  )
  const session = {
    settings: { JNT_API_BASE: channel.url },
    keys: { api_account: 'A', private_key: key, customer_code: 'C', password: 'P' },
    http: createHttp(),
    now: () => new Date(0),
    tokens: createTokenStore(),
  }
  const shipment = { trackingNumber: '1', reference: 'R' }
  urlContent = `${channel.url}/label.pdf`
  expect((await courier.label?.(session, shipment))?.format).toBe('pdf')
  urlContent = 'http://elsewhere.example/label.pdf'
  await expect(courier.label?.(session, shipment)).rejects.toMatchObject({ kind: 'changed-shape' })
  expect(channel.calls.map(({ on }) => on)).toEqual([
    'POST /api/order/printOrder',
    'GET /label.pdf',
    'POST /api/order/printOrder',
  ])
})
