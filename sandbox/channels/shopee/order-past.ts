import { BadRecord, type OrderRecord } from '../../kit/order-record.ts'
import type { Random } from '../../kit/random.ts'
import { PARCEL_STATUS } from './parcel.ts'
import type { Order, OrderStatus } from './types.ts'

const HOUR = 3_600
const DAY = 86_400

type Times = Pick<Order, 'payTime' | 'arrangeTime' | 'pickupTime' | 'deliverTime' | 'returnTime' | 'endTime'>

/** Status and times that an order has by now. */
export interface Past extends Times {
  status: OrderStatus
  before: OrderStatus | ''
  /** When the last of it happened. */
  changed: number
  cancelBy: '' | 'buyer' | 'seller' | 'system'
  isCancelAsked: boolean
  isRefunded: boolean
}

/** One thing that happens to an order. */
interface Step {
  at: number
  status: OrderStatus
  time?: keyof Times
  by?: 'buyer' | 'seller' | 'system'
  refund?: boolean
}

/** The way of an ordinary order, and now and then one that the courier missed. */
function ordinarySteps(createTime: number, cod: boolean, random: Random): Step[] {
  // Cash on delivery needs no payment before, so those orders start as ones to ship.
  const pay =
    createTime + (cod ? 0 : random.chance(0.2) ? random.int(HOUR, 20 * HOUR) : random.int(20, 1_500))
  // Most are arranged before they are due, which is after two days; a few are forgotten.
  const arrange = pay + (random.chance(0.78) ? random.int(HOUR, 20 * HOUR) : random.int(20 * HOUR, 80 * HOUR))
  let pickup = arrange + random.int(4 * HOUR, 20 * HOUR)
  const steps: Step[] = [
    { at: pay, status: 'READY_TO_SHIP', time: 'payTime' },
    { at: arrange, status: 'PROCESSED', time: 'arrangeTime' },
  ]
  if (random.chance(0.04)) {
    const again = pickup + random.int(4 * HOUR, 20 * HOUR)
    steps.push({ at: pickup, status: 'RETRY_SHIP' }, { at: again, status: 'PROCESSED', time: 'arrangeTime' })
    pickup = again + random.int(3 * HOUR, 18 * HOUR)
  }
  const deliver = pickup + random.int(DAY, 4 * DAY)
  const complete = deliver + random.int(DAY, 4 * DAY)
  steps.push(
    { at: pickup, status: 'SHIPPED', time: 'pickupTime' },
    { at: deliver, status: 'TO_CONFIRM_RECEIVE', time: 'deliverTime' },
    { at: complete, status: 'COMPLETED', time: 'endTime' },
  )
  return steps
}

const timeOf = (steps: Step[], time: keyof Times): number => steps.find((step) => step.time === time)?.at ?? 0

/** The record's own end, or one by chance: never paid, called off by the buyer, sent back. */
function planSteps(record: OrderRecord, createTime: number, cod: boolean, random: Random): Step[] {
  const neverPaid = !cod && random.chance(0.02)
  const steps = ordinarySteps(createTime, cod, random)
  const until = (end: number): Step[] => steps.filter((step) => step.at <= end)
  const pay = timeOf(steps, 'payTime')
  const pickup = timeOf(steps, 'pickupTime')
  const after = createTime + (record.outcome_after ?? HOUR)
  if (record.outcome === 'CANCELLED') {
    const end = Math.min(Math.max(after, pay), pickup - 1)
    const by = random.chance(0.7) ? 'buyer' : 'seller'
    return [...until(end), { at: end, status: 'CANCELLED', time: 'endTime', by }]
  }
  if (record.outcome === 'TO_RETURN' || random.chance(0.02)) {
    const asked = Math.max(after, timeOf(steps, 'deliverTime') + random.int(HOUR, DAY))
    const answered = asked + random.int(DAY, 4 * DAY)
    const closed = answered + random.int(DAY, 3 * DAY)
    const isAccepted = record.outcome === 'TO_RETURN' || random.chance(0.8)
    return [
      ...until(asked),
      { at: asked, status: 'TO_RETURN', time: 'returnTime' },
      ...(isAccepted ? [{ at: answered, status: 'TO_RETURN' as const, refund: true }] : []),
      { at: closed, status: 'COMPLETED', time: 'endTime' },
    ]
  }
  if (neverPaid) return [{ at: createTime + DAY, status: 'CANCELLED', time: 'endTime', by: 'system' }]
  const asked = pay + random.int(HOUR, 24 * HOUR)
  if (asked < pickup && random.chance(0.08)) {
    const answered = asked + random.int(2 * HOUR, 30 * HOUR)
    return [
      ...until(asked),
      { at: asked, status: 'IN_CANCEL' },
      { at: answered, status: 'CANCELLED', time: 'endTime', by: 'buyer' },
    ]
  }
  return steps
}

/** Returns the status and times that an order has by now, as in an ordinary shop. */
export function pastOf(
  record: OrderRecord,
  createTime: number,
  now: number,
  cod: boolean,
  random: Random,
): Past {
  const past: Past = {
    payTime: 0,
    arrangeTime: 0,
    pickupTime: 0,
    deliverTime: 0,
    returnTime: 0,
    endTime: 0,
    status: 'UNPAID',
    before: '',
    changed: createTime,
    cancelBy: '',
    isCancelAsked: false,
    isRefunded: false,
  }
  for (const step of planSteps(record, createTime, cod, random)) {
    if (step.at > now) break
    past.before = step.status === 'IN_CANCEL' ? past.status : ''
    past.status = step.status
    past.changed = step.at
    if (step.time) past[step.time] = step.at
    if (step.by) past.cancelBy = step.by
    if (step.status === 'IN_CANCEL' || step.by === 'buyer') past.isCancelAsked = true
    if (step.refund) past.isRefunded = true
  }
  return past
}

/** Number of the times before the end, from payTime to deliverTime, that a status needs. */
const STEPS: Record<OrderStatus, number> = {
  UNPAID: 0,
  PENDING: 1,
  READY_TO_SHIP: 1,
  IN_CANCEL: 1,
  CANCELLED: 1,
  PROCESSED: 2,
  RETRY_SHIP: 2,
  SHIPPED: 3,
  TO_CONFIRM_RECEIVE: 4,
  TO_RETURN: 4,
  COMPLETED: 4,
}

const isStatus = (text: string): text is OrderStatus => Object.hasOwn(PARCEL_STATUS, text)

/** The past that a given status needs, for records that name one: its steps at even distances. */
export function pastFor(status: string, createTime: number, now: number): Past {
  if (!isStatus(status)) throw new BadRecord(`there is no status ${status}`)
  const moment = (step: number): number => createTime + Math.floor(((now - createTime) * step) / 6)
  const time = (step: number): number => (STEPS[status] >= step ? moment(step) : 0)
  const isEnded = status === 'CANCELLED' || status === 'COMPLETED'
  const reached = isEnded || status === 'TO_RETURN' ? moment(5) : moment(STEPS[status])
  return {
    payTime: time(1),
    arrangeTime: time(2),
    pickupTime: time(3),
    deliverTime: time(4),
    returnTime: status === 'TO_RETURN' ? moment(5) : 0,
    endTime: isEnded ? moment(5) : 0,
    status,
    before: status === 'IN_CANCEL' ? 'READY_TO_SHIP' : '',
    // Asked longer ago, a cancellation would have been answered by now.
    changed: status === 'IN_CANCEL' ? Math.max(reached, now - DAY) : reached,
    cancelBy: status === 'CANCELLED' ? 'buyer' : '',
    isCancelAsked: status === 'CANCELLED' || status === 'IN_CANCEL',
    isRefunded: false,
  }
}
