/**
 * Every link from a figure to the orders that it counts. The order list shows them by the same filters, and counts the same
 * number.
 */
import type { CustomerType } from '../../../model/customer-type.ts'
import type { OrderStatus } from '../../../model/order-status.ts'

/** Days and shops that a figure is of. */
export type Scope = {
  from: string
  to: string
  shop_id?: number[]
  platform_id?: number[]
  segment_id?: number
}

export type CancelInitiator = 'buyer' | 'seller' | 'platform' | 'system' | 'unknown'

/** Search parameters of the order list. */
export type OrdersSearch = Scope & {
  date_field?: 'sold' | 'shipped' | 'refunded'
  status?: OrderStatus
  shipment_id?: number[]
  has_courier?: 0
  /** Hour of the day on which it was placed, or refunded. */
  hour?: number
  region?: string
  /** 0 to 23. */
  sold_hour?: number
  /** 1 Monday to 7 Sunday. */
  sold_weekday?: number
  sku_id?: number
  shop_sku?: string
  also_sku_id?: number
  also_shop_sku?: string
  cancel_reason?: string
  cancel_initiator?: CancelInitiator
  customer_type?: CustomerType
  customer_id?: number
}
type More = Partial<OrdersSearch>

/** Sales, by the day on which they became one. */
export function sales(scope: Scope, more: More = {}): OrdersSearch {
  return { ...scope, date_field: 'sold', ...more }
}

/** Canceled orders, by the day on which they were placed. */
export function canceled(scope: Scope, more: More = {}): OrdersSearch {
  return { ...scope, status: 'canceled', ...more }
}

/** Sales of which money went back, by the day on which it did. */
export function refunded(scope: Scope, more: More = {}): OrdersSearch {
  return { ...scope, date_field: 'refunded', ...more }
}

/** Sales that came back as a whole, by the day on which they became one. */
export function returned(scope: Scope): OrdersSearch {
  return sales(scope, { status: 'returned' })
}

/** Orders that left, by the day on which they did. */
export function shipped(scope: Scope, more: More = {}): OrdersSearch {
  return { ...scope, date_field: 'shipped', ...more }
}

type Step = { date: string }

/** The days of a step of a chart, and its hour where it is one. */
export function stepScope(steps: readonly Step[], at: number, scope: Scope): Scope & { hour?: number } {
  const { date = scope.from } = steps[at] ?? {}
  const [day = date, hour] = date.split('T')
  if (hour !== undefined) return { ...scope, from: day, to: day, hour: Number(hour) }
  const next = steps[at + 1]?.date
  return { ...scope, from: day < scope.from ? scope.from : day, to: next ? dayBefore(next) : scope.to }
}

export function salesOfStep(steps: readonly Step[], at: number, scope: Scope, more: More = {}): OrdersSearch {
  const { hour, ...days } = stepScope(steps, at, scope)
  return sales(days, hour === undefined ? more : { ...more, sold_hour: hour })
}

export function canceledOfStep(steps: readonly Step[], at: number, scope: Scope): OrdersSearch {
  const { hour, ...days } = stepScope(steps, at, scope)
  return canceled(days, hour === undefined ? {} : { hour })
}

export function refundedOfStep(steps: readonly Step[], at: number, scope: Scope): OrdersSearch {
  const { hour, ...days } = stepScope(steps, at, scope)
  return refunded(days, hour === undefined ? {} : { hour })
}

export function dayBefore(day: string): string {
  return new Date(Date.parse(`${day.slice(0, 10)}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
}
