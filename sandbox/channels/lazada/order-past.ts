import { BadRecord, type OrderRecord } from '../../kit/order-record.ts'
import type { Random } from '../../kit/random.ts'
import { PIECE_STATUSES, type PieceStatus } from './types.ts'

const HOUR = 3_600
const DAY = 86_400

/** Status and times that an order has by now. */
export interface Past {
  status: PieceStatus
  payTime: number
  /** When the last of it happened. */
  changed: number
  /** 0 = it did not arrive. */
  deliveredAt: number
  initiator: string
  reason: string
  isPacked: boolean
  isCancelAsked: boolean
  /** The first piece was called off while the others went their way. */
  losesPiece: boolean
}

interface Step {
  at: number
  status: PieceStatus
  initiator?: string
  reason?: string
}

/** The record's own end, or one by chance: never paid, called off, lost, refused at the door, sent back. */
function planSteps(record: OrderRecord, start: number, cod: boolean, random: Random): Step[] {
  const pay = start + (cod ? 0 : random.int(20, random.chance(0.2) ? 20 * HOUR : 1_500))
  const pack = pay + random.int(HOUR, random.chance(0.8) ? 20 * HOUR : 70 * HOUR)
  const ready = pack + random.int(60, 4 * HOUR)
  const ship = ready + random.int(4 * HOUR, 20 * HOUR)
  const arrive = ship + random.int(DAY, 4 * DAY)
  const way: Step[] = [
    { at: pay, status: 'pending' },
    { at: pack, status: 'packed' },
    { at: ready, status: 'ready_to_ship' },
    { at: ship, status: 'shipped' },
  ]
  const after = start + (record.outcome_after ?? HOUR)
  const end = (step: Step): Step[] => [...way.filter(({ at }) => at <= step.at), step]
  if (record.outcome === 'CANCELLED') {
    const at = Math.min(Math.max(after, pay), ship - 1)
    return random.chance(0.7)
      ? end({ at, status: 'canceled', initiator: 'cancellation-customer', reason: 'Change of mind' })
      : end({ at, status: 'canceled', initiator: 'cancellation-seller', reason: 'Out of stock' })
  }
  if (!cod && random.chance(0.02)) {
    const reason = 'Payment time-out'
    return [{ at: start + DAY, status: 'canceled', initiator: 'cancellation-internal', reason }]
  }
  if (random.chance(0.01)) return end({ at: arrive, status: 'lost_by_3pl' })
  if (random.chance(0.02)) {
    const initiator = 'cancellation-failed Delivery'
    return [
      ...way,
      { at: arrive, status: 'failed_delivery', initiator, reason: 'Nobody at home' },
      { at: arrive + DAY, status: 'shipped_back', initiator },
      { at: arrive + 4 * DAY, status: 'shipped_back_success', initiator },
    ]
  }
  const delivered: Step[] = [...way, { at: arrive, status: 'delivered' }]
  if (record.outcome !== 'TO_RETURN') return delivered
  const at = Math.max(after, arrive + random.int(HOUR, DAY)) + 3 * DAY
  return [...delivered, { at, status: 'returned', initiator: 'return-customer', reason: 'Not as described' }]
}

export function pastOf(record: OrderRecord, start: number, now: number, cod: boolean, random: Random): Past {
  const past: Past = {
    status: 'unpaid',
    payTime: 0,
    changed: start,
    deliveredAt: 0,
    initiator: '',
    reason: '',
    isPacked: false,
    isCancelAsked: false,
    losesPiece: random.chance(0.03),
  }
  const isAsked = random.chance(0.05)
  for (const step of planSteps(record, start, cod, random)) {
    if (step.at > now) break
    past.status = step.status
    past.changed = step.at
    past.initiator = step.initiator ?? ''
    past.reason = step.reason ?? ''
    if (step.status === 'pending') past.payTime = cod ? 0 : step.at
    if (step.status === 'packed') past.isPacked = true
    if (step.status === 'delivered') past.deliveredAt = step.at
  }
  past.isCancelAsked = isAsked && (past.status === 'pending' || past.status === 'packed')
  return past
}

const PACKED: readonly PieceStatus[] = [
  'packed',
  'repacked',
  'ready_to_ship',
  'shipped',
  'delivered',
  'confirmed',
  'returned',
  'failed_delivery',
  'shipped_back',
  'shipped_back_success',
  'shipped_back_failed',
  'lost_by_3pl',
  'damaged_by_3pl',
]
const ARRIVED: readonly PieceStatus[] = ['delivered', 'confirmed', 'returned']
const STATUSES = new Set<string>(PIECE_STATUSES)

/** The past that a given status needs, for records that name one. */
export function pastFor(status: string, start: number, cod: boolean): Past {
  if (!STATUSES.has(status)) throw new BadRecord(`there is no status ${status}`)
  const known = status as PieceStatus
  return {
    status: known,
    payTime: cod || known === 'unpaid' ? 0 : start,
    changed: start,
    deliveredAt: ARRIVED.includes(known) ? start : 0,
    initiator: known === 'canceled' ? 'cancellation-customer' : '',
    reason: known === 'canceled' ? 'Change of mind' : '',
    isPacked: PACKED.includes(known),
    isCancelAsked: false,
    losesPiece: false,
  }
}
