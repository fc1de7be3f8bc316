import type { TFunction } from 'i18next'
import type { PaymentMethod } from '../../../model/order.ts'
import type { OrderStatus } from '../../../model/order-status.ts'
import { locale } from '../../page-language.ts'
import { duration } from '../../parts/dates.ts'
import { count } from '../../parts/figures.ts'
import type { Order, OrderRow } from '../../parts/queries/order-queries.ts'

/** The contract's codes are the model's. */
export function statusOf(status: OrderRow['status']): OrderStatus {
  return status.code as OrderStatus
}

export function methodOf(method: OrderRow['payment_method']): PaymentMethod {
  return method.code as PaymentMethod
}

type Tone = 'danger' | 'warning' | 'muted'
const soonMs = 4 * 3_600_000

export type OrderHint = {
  label: string
  tone: Tone
  /** The words of the channel or of the buyer about it. */
  more?: string | undefined
}

/** The one thing about an order that its status does not say. */
export function orderHint(
  row: Pick<
    OrderRow,
    | 'status'
    | 'cancel_requested_at'
    | 'cancel_deadline_at'
    | 'cancel_reason'
    | 'ship_by_at'
    | 'packed_at'
    | 'checked_at'
    | 'return_status'
    | 'latest_action'
  >,
  t: TFunction,
  now: Date,
): OrderHint | null {
  const action = row.latest_action
  if (action?.is_under_way) return { label: t(`orderAction.short.${action.kind}`), tone: 'muted' }
  if (action?.error)
    return { label: t(`orderAction.failedShort.${action.kind}`), tone: 'danger', more: action.error.message }
  const open = ['pending', 'confirmed', 'ready_to_ship'].includes(row.status.code)
  if (row.cancel_requested_at && open) {
    const left = row.cancel_deadline_at ? Date.parse(row.cancel_deadline_at) - now.getTime() : 0
    const label =
      left > 0 ? t('orders.answerWithin', { left: duration(left, locale) }) : t('orders.cancelAsked')
    return { label, tone: 'danger', more: row.cancel_reason ?? undefined }
  }
  if (row.status.code === 'canceled' && row.checked_at) return { label: t('orders.takeOut'), tone: 'warning' }
  if (row.return_status?.code === 'requested') return { label: t('orders.returnAsked'), tone: 'danger' }
  if (row.packed_at && open) return { label: t('orders.packed'), tone: 'muted' }
  if (!row.ship_by_at || !open) return null
  const left = Date.parse(row.ship_by_at) - now.getTime()
  const label = t(left > 0 ? 'orders.shipWithin' : 'orders.overdueBy', {
    left: duration(Math.abs(left), locale),
  })
  return { label, tone: left <= 0 ? 'danger' : left < soonMs ? 'warning' : 'muted' }
}

/** "2 × Tea cup, 1 × Blue vase"; null where nobody knows what lies in a package. */
export function contentOf(
  { order_product_skus: { data: lines } }: Pick<Order, 'order_product_skus'>,
  packed: Order['packages']['data'][number]['lines'],
): string | null {
  const nameOf = (shopSku: string) =>
    lines.find((line) => line.shop_sku === shopSku)?.product_sku.data.name ?? shopSku
  return packed && packed.map((line) => `${count(line.quantity)} × ${nameOf(line.shop_sku)}`).join(', ')
}
