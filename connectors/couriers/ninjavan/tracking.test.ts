import { expect, it } from 'vitest'
import { meaningOf, webhooks } from './tracking.ts'

it('[signed-bytes] believes the signature of the documentation over the bytes as they came', () => {
  const request = {
    keys: { client_secret: 'nv-client-secret' },
    headers: { 'x-ninjavan-hmac-sha256': '0N6eLgCYdpq3WDw+JJTDfACD8X8aGPbotN5i6jmFfN8=' },
    body: '{"tracking_id":"NVMYTEST000000001","shipper_order_ref_no":"SO-1001","timestamp":"2026-01-15T10:30:00+0800","event":"Delivered, Received by Customer","status":"Delivered","is_parcel_on_rts_leg":false}',
  }
  expect(webhooks.verify(request)).toBe(true)
  expect(webhooks.verify({ ...request, body: JSON.stringify(JSON.parse(request.body), null, 1) })).toBe(false)
  expect(webhooks.read(request)).toMatchObject([
    {
      trackingNumber: 'NVMYTEST000000001',
      events: [{ at: new Date('2026-01-15T02:30:00Z'), meaning: { status: 'delivered' } }],
    },
  ])
})

it.each([
  ['Staging', 'booked'],
  ['Driver dispatched for Pickup', 'booked'],
  ['Pickup Fail', 'booked (pickup_failed)'],
  ['Pickup Exception, Reattempt Scheduled', 'booked (pickup_failed)'],
  ['Pickup Exception, Max Attempts Reached', 'booked (given_up)'],
  ['Successful Pickup', 'picked_up'],
  ['Arrived at Transit Hub', 'in_transit'],
  ['Transferred to 3PL', 'in_transit'],
  ['International Transit, Customs Cleared', 'in_transit'],
  ['At PUDO, Pending Customer Collection', 'in_transit'],
  ['On Vehicle for Delivery', 'out_for_delivery'],
  ['First Attempt Delivery Fail', 'failed_attempt'],
  ['Delivery Exception, Max Attempts Reached', 'failed_attempt (given_up)'],
  ['Delivery Exception, Parcel Damaged', 'lost_or_damaged'],
  ['Return to Shipper Exception, Pending Reschedule', 'returning'],
  ['On Vehicle for Delivery (RTS)', 'returning'],
  ['Returned to Sender', 'returned'],
  ['Delivered, Left at Doorstep', 'delivered'],
  ['Completed', 'delivered'],
  ['Cancelled', 'canceled'],
])('reads "%s" as %s', (word, state) => {
  const meaning = meaningOf(word, false)
  expect(meaning?.flag ? `${meaning.status} (${meaning.flag})` : meaning?.status).toBe(state)
})

it('[way-back] reads the same words otherwise on the way back, and none into what is new', () => {
  expect(meaningOf('Arrived at Transit Hub', true)?.status).toBe('returning')
  expect(meaningOf('Delivered, Received by Customer', true)?.status).toBe('returned')
  expect(meaningOf('Delivery Exception, Parcel Lost', true)?.status).toBe('lost_or_damaged')
  expect(meaningOf('Parcel Measurements Update', false)).toBeNull()
  expect(meaningOf('Eaten by a dog', true)).toBeNull()
})
