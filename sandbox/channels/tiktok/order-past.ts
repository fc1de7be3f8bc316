import { BadRecord, type OrderRecord } from '../../kit/order-record.ts'
import type { Random } from '../../kit/random.ts'
import type { Order, OrderStatus } from './types.ts'

const HOUR = 3_600
const DAY = 86_400

type Times = Pick<Order, 'payTime' | 'shipTime' | 'collectTime' | 'deliverTime' | 'cancelTime'>

/** Status and times that an order has by now. */
export interface Past extends Times, Pick<Order, 'status' | 'cancelReason' | 'cancelledBy'> {
  /** When the last of it happened. */
  changed: number
}

interface Step {
  at: number
  status: OrderStatus
  time?: keyof Times
}

/** Number of ordinary steps that a status needs, for records that name a status. */
const STEPS: Partial<Record<string, number>> = {
  UNPAID: 0,
  ON_HOLD: 1,
  AWAITING_SHIPMENT: 2,
  AWAITING_COLLECTION: 3,
  IN_TRANSIT: 4,
  DELIVERED: 5,
  COMPLETED: 6,
  CANCELLED: 1,
}

/** The way of an ordinary order. Cash on delivery needs no payment, but is onHold like the others. */
function ordinarySteps(createTime: number, cod: boolean, random: Random): Step[] {
  const pay = createTime + (cod ? 0 : random.int(20, 1_500))
  const free = pay + HOUR
  const ship = free + random.int(HOUR, 30 * HOUR)
  const collect = ship + random.int(4 * HOUR, 20 * HOUR)
  const deliver = collect + random.int(DAY, 4 * DAY)
  const complete = deliver + random.int(2 * DAY, 7 * DAY)
  return [
    { at: pay, status: 'ON_HOLD', time: 'payTime' },
    { at: free, status: 'AWAITING_SHIPMENT' },
    { at: ship, status: 'AWAITING_COLLECTION', time: 'shipTime' },
    { at: collect, status: 'IN_TRANSIT', time: 'collectTime' },
    { at: deliver, status: 'DELIVERED', time: 'deliverTime' },
    { at: complete, status: 'COMPLETED' },
  ]
}

/** Returns the order's status and times by now, as in an ordinary shop, or the past that its record's status needs. */
export function pastOf(
  record: OrderRecord,
  createTime: number,
  now: number,
  cod: boolean,
  random: Random,
): Past {
  const past: Past = {
    payTime: 0,
    shipTime: 0,
    collectTime: 0,
    deliverTime: 0,
    cancelTime: 0,
    cancelReason: '',
    cancelledBy: '',
    status: 'UNPAID',
    changed: createTime,
  }
  const { status: wanted, outcome, outcome_after: after = HOUR } = record
  const wantedSteps = wanted === undefined ? undefined : STEPS[wanted]
  if (wanted !== undefined && wantedSteps === undefined) throw new BadRecord(`there is no status ${wanted}`)
  const isNeverPaid = wanted === undefined && !cod && random.chance(0.02)
  const isCancelled = isNeverPaid || outcome === 'CANCELLED' || wanted === 'CANCELLED'
  const end = Math.min(createTime + (isNeverPaid ? DAY : after), wanted === undefined ? Infinity : now)
  const steps = ordinarySteps(createTime, cod, random)
  const reached =
    wantedSteps === undefined
      ? steps.filter(({ at }) => at <= now && !isNeverPaid && (!isCancelled || at < end))
      : // A status that was asked for is reached however fresh the order is.
        steps.slice(0, wantedSteps)
  for (const step of reached) {
    past.status = step.status
    past.changed = Math.min(step.at, now)
    if (step.time) past[step.time] = past.changed
  }
  if (isCancelled && end <= now) {
    past.status = 'CANCELLED'
    past.changed = past.cancelTime = Math.max(end, past.changed)
    past.cancelledBy = isNeverPaid ? 'SYSTEM' : random.chance(0.7) ? 'BUYER' : 'SELLER'
    past.cancelReason = isNeverPaid ? 'Customer overdue to pay' : 'No longer needed'
  }
  return past
}
