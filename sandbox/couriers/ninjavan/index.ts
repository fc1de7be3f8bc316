/** Ninja Van Malaysia, order API 4: client credentials, JSON, signed webhooks. As on their test system the country is sg. */
import { randomUUID } from 'node:crypto'
import type {
  CourierCall,
  CourierSimulation,
  CourierParcel,
  CourierRules,
  Row,
} from '../../kit/courier-simulation.ts'
import { bytesReply, jsonReply, localTime, parseJson, textOf } from '../../kit/courier-simulation.ts'
import { isRecord } from '../../kit/http.ts'
import { createLabelPdf } from '../../kit/label-pdf.ts'
import type { CallReply } from '../../kit/serve-call.ts'
import { ACCOUNT, failure, orderSchema, Refusal, signature, TOKEN_SECONDS } from './wire.ts'

const KUALA_LUMPUR = 8
const PENDING = 'Pending Pickup'
const CANCELLED = 'Cancelled'
const RETURN_STATES = /^(Return to Sender Triggered|Delivery Exception, Return to Sender Initiated)$/

/** An order arrives where waybills are made after this long, and a waybill is to be kept by who fetches it. */
const SETTLES_SECONDS = 3
const WAYBILLS_PER_PARCEL = 5

export const ninjavan: CourierRules = {
  code: 'ninjavan',
  prefixes: ['/nv/sg', '/nv/my'],
  steps: {
    fail_pickup: { code: 'Pickup Exception, Pending Reschedule', words: 'Nobody was there' },
    collect: { code: 'Picked Up, In Transit To Origin Hub', words: 'Picked up' },
    arrive: { code: 'Arrived at Origin Hub', words: 'At the hub' },
    depart: { code: 'In Transit to Next Sorting Hub', words: 'On the way' },
    out: { code: 'On Vehicle for Delivery', words: 'With the driver' },
    fail: { code: 'Delivery Exception, Pending Reschedule', words: 'Nobody was at home' },
    deliver: { code: 'Delivered, Received by Customer', words: 'Delivered' },
    return: { code: 'Delivery Exception, Return to Sender Initiated', words: 'Goes back' },
    returned: { code: 'Returned to Sender', words: 'Is back' },
    lose: { code: 'Delivery Exception, Parcel Lost', words: 'Lost' },
    damage: { code: 'Delivery Exception, Parcel Damaged', words: 'Damaged' },
  },
  retryAfter: [60, 600],
  answer,
  pushOf(parcel, scan) {
    const { timestamp, status, is_parcel_on_rts_leg } = eventOf(parcel, scan)
    const body = JSON.stringify({
      tracking_id: parcel.number,
      shipper_order_ref_no: parcel.reference,
      timestamp,
      event: status,
      status: textOf(status).split(',')[0],
      is_parcel_on_rts_leg,
    })
    return {
      body,
      headers: { 'content-type': 'application/json', 'X-Ninjavan-Hmac-Sha256': signature(body) },
    }
  },
  summary: ({ world }) => ({ base: `${world.baseUrl()}/nv`, country: 'sg', account: ACCOUNT }),
  extra: () => ({ tokens: {}, places: {}, waybills: {} }),
  routes: (simulation) => ({
    'POST /_sandbox/ninjavan/revoke': () => {
      simulation.extra['tokens'] = {}
      simulation.changed()
      return {}
    },
    'GET /_sandbox/ninjavan/places': () => simulation.extra['places'],
  }),
}

function answer(simulation: CourierSimulation, call: CourierCall): CallReply {
  try {
    if (call.prefix !== '/nv/sg') throw new Refusal(403, 'This country is not served in this environment')
    if (call.path === '/2.0/oauth/access_token') return signIn(simulation, call)
    checkToken(simulation, call)
    return answerCall(simulation, call)
  } catch (error) {
    if (error instanceof Refusal) return failure(error, simulation.next())
    throw error
  }
}

const recordsOf = (simulation: CourierSimulation, name: string): Record<string, unknown> =>
  simulation.extra[name] as Row

function signIn(simulation: CourierSimulation, { body }: CourierCall): CallReply {
  const credentials = parseJson(body)
  const isRight =
    isRecord(credentials) &&
    credentials['client_id'] === ACCOUNT.clientId &&
    credentials['client_secret'] === ACCOUNT.clientSecret &&
    credentials['grant_type'] === 'client_credentials'
  if (!isRight) throw new Refusal(401, 'Client authentication failed')
  const token = randomUUID()
  const expires = simulation.world.clock.now() + TOKEN_SECONDS
  recordsOf(simulation, 'tokens')[token] = expires
  simulation.changed()
  return jsonReply(200, { access_token: token, token_type: 'bearer', expires, expires_in: TOKEN_SECONDS })
}

function checkToken(simulation: CourierSimulation, { headers }: CourierCall): void {
  const [, token = ''] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? []
  const expires = recordsOf(simulation, 'tokens')[token]
  if (typeof expires !== 'number' || expires <= simulation.world.clock.now())
    throw new Refusal(401, 'The access token is invalid')
}

function answerCall(simulation: CourierSimulation, { method, path, query, body }: CourierCall): CallReply {
  if (method === 'POST' && /^\/4\.[12]\/orders$/.test(path)) return create(simulation, parseJson(body))
  const [, deleted] = /^\/2\.2\/orders\/([^/]+)$/.exec(path) ?? []
  if (method === 'DELETE' && deleted !== undefined) return cancel(simulation, find(simulation, deleted))
  if (method !== 'GET') throw new Refusal(404, 'no such call')
  if (path === '/2.0/reports/waybill') return waybill(simulation, find(simulation, query.get('tid') ?? ''))
  if (path === '/1.0/orders/tracking-events') {
    const known = query.getAll('tracking_number').flatMap((number) => simulation.parcels.get(number) ?? [])
    return jsonReply(200, { data: known.map(historyOf) })
  }
  const [, tracked] = /^\/1\.0\/orders\/tracking-events\/([^/]+)$/.exec(path) ?? []
  if (tracked !== undefined) return jsonReply(200, historyOf(find(simulation, tracked)))
  throw new Refusal(404, 'no such call')
}

function find(simulation: CourierSimulation, number: string): CourierParcel {
  const parcel = simulation.parcels.get(decodeURIComponent(number))
  if (!parcel) throw new Refusal(404, 'The order does not exist')
  return parcel
}

function create(simulation: CourierSimulation, content: unknown): CallReply {
  const checked = orderSchema.safeParse(content)
  if (!checked.success) {
    const [issue] = checked.error.issues
    throw new Refusal(400, issue?.message ?? 'wrong', issue?.path.join('.'))
  }
  const order = checked.data
  const requested = order.requested_tracking_number ?? `SB${String(simulation.next()).padStart(8, '0')}`
  const number = ACCOUNT.prefix + requested
  // Taken for ever, even after a cancellation.
  if (simulation.parcels.has(number))
    throw new Refusal(400, 'The tracking number was used before', 'requested_tracking_number')
  const { pickup_address_id: place, pickup_address } = order.parcel_job
  if (place !== undefined && pickup_address) recordsOf(simulation, 'places')[place] = pickup_address
  const parcel = simulation.add({
    number,
    reference: order.reference?.merchant_order_number ?? '',
    account: ACCOUNT.clientId,
    state: PENDING,
    booking: content as Row,
  })
  simulation.scan(parcel, { code: PENDING, words: 'Booked' })
  return jsonReply(200, { ...order, requested_tracking_number: requested, tracking_number: number })
}

function cancel(simulation: CourierSimulation, parcel: CourierParcel): CallReply {
  if (parcel.state !== PENDING && !parcel.state.startsWith('Pickup Exception'))
    throw new Refusal(400, `The order is ${parcel.state} and can not be cancelled`)
  simulation.scan(parcel, { code: CANCELLED, words: 'Cancelled by the shipper' })
  const updatedAt = stamp(parcel.scans.at(-1)?.at ?? 0)
  return jsonReply(200, { trackingId: parcel.number, status: CANCELLED, updatedAt })
}

function waybill(simulation: CourierSimulation, parcel: CourierParcel): CallReply {
  if (simulation.world.clock.now() < parcel.createdAt + SETTLES_SECONDS)
    throw new Refusal(404, 'The order does not exist')
  if (parcel.state === CANCELLED) throw new Refusal(400, 'The order is cancelled')
  const fetched = recordsOf(simulation, 'waybills')
  const times = Number(fetched[parcel.number] ?? 0) + 1
  fetched[parcel.number] = times
  if (times > WAYBILLS_PER_PARCEL) throw new Refusal(429, 'Keep the waybill that you were given')
  const to = parcel.booking['to'] as Row
  return bytesReply('application/pdf', createLabelPdf([['Ninja Van', parcel.number, textOf(to['name'])]]))
}

const historyOf = (parcel: CourierParcel): Row => ({
  tracking_number: parcel.number,
  is_full_history_available: true,
  events: parcel.scans.map((scan) => eventOf(parcel, scan)),
})

/** From the moment that it turns round, everything happens on the way back. */
function eventOf(parcel: CourierParcel, { at, code, words }: CourierParcel['scans'][number]): Row {
  const turned = parcel.scans.find((scan) => RETURN_STATES.test(scan.code))
  return {
    shipper_id: 1001,
    tracking_number: parcel.number,
    shipper_order_ref_no: parcel.reference,
    timestamp: stamp(at),
    status: code,
    is_parcel_on_rts_leg: turned !== undefined && at > turned.at,
    comments: words,
  }
}

const stamp = (seconds: number): string => `${localTime(seconds, KUALA_LUMPUR).replace(' ', 'T')}+0800`
