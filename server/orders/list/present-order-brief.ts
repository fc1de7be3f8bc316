/** An order as a row of the list, for the API. */
import { maskPhone } from '../../../model/see-contact.ts'
import type { z } from 'zod'
import type { orderBrief } from '../../../contract/order-brief.ts'
import type { Language } from '../../../model/language.ts'
import { type Currency, fromMinor } from '../../../model/money.ts'
import { isAskedIn } from '../../../model/order-action.ts'
import { orderStatusOf } from '../../../model/order-status.ts'
import { orderCode } from '../../../model/order.ts'
import { cancelReasonLabel } from '../../i18n/cancel-reason-label.ts'
import { coded, paymentLabels, returnLabels, statusLabels } from '../../i18n/coded-labels.ts'
import { courierName } from '../../i18n/courier-names.ts'
import { isUnderWay } from '../actions/order-actions-of.ts'
import { presentAction } from '../actions/present-order-action.ts'
import type { OrderRow } from './order-row.ts'

export function presentBrief(
  row: OrderRow,
  language: Language,
  seesContact: boolean,
): z.output<typeof orderBrief> {
  return { ...presentRow(row, language, seesContact), latest_action: latestActionOf(row, language) }
}

/** Under way, or failed while it might still be asked for again. */
function latestActionOf(
  { action, status, pickupFailed, updatedAt }: OrderRow,
  language: Language,
): z.output<typeof orderBrief>['latest_action'] {
  if (!action) return null
  const isFailed =
    action.state === 'failed' && isAskedIn(action.kind, { status: orderStatusOf(status), pickupFailed })
  return isFailed || isUnderWay(action, updatedAt) ? presentAction(action, updatedAt, language) : null
}

export function presentRow(
  row: Omit<OrderRow, 'action'>,
  language: Language,
  seesContact: boolean,
): Omit<z.output<typeof orderBrief>, 'latest_action'> {
  return {
    id: row.id,
    code: orderCode(row),
    channel_order_id: row.channelOrderId,
    status: coded(statusLabels[language], row.status),
    shop: { data: { id: row.shopId, system_name: row.systemName, platform_id: row.platformId } },
    customer: {
      data:
        row.customerId === null && !row.buyerName
          ? null
          : {
              id: row.customerId,
              name: row.buyerName ?? '',
              phone: seesContact ? row.buyerPhone : maskPhone(row.buyerPhone),
            },
    },
    payment_method: coded(paymentLabels[language], row.paymentMethod),
    place: row.place,
    total_price: fromMinor(row.total, row.currency as Currency),
    currency: row.currency,
    total_quantity: row.quantity,
    item_preview: row.preview,
    total_items: row.lineCount,
    shipment_provider: providerOf(row, language),
    tracking_number: row.trackingNumber,
    is_star: row.isStar ? 1 : 0,
    is_printed: row.printedAt ? 1 : 0,
    printed_at: row.printedAt,
    checked_at: row.checkedAt,
    scanned_quantity: row.scanned,
    packed_at: row.packedAt,
    cancel_requested_at: row.cancelRequestedAt,
    cancel_deadline_at: row.cancelDeadline,
    cancel_reason: row.cancelReason === null ? null : cancelReasonLabel(row.cancelReason, language),
    return_status: row.returnStatus === null ? null : coded(returnLabels[language], row.returnStatus),
    ship_by_at: row.shipBy,
    note: row.note,
    created_at: row.placedAt,
    updated_at: row.updatedAt,
  }
}

/** Answers the courier's name as the channel reports it, else the console's own name for it. */
function providerOf(
  { courier, provider }: Pick<OrderRow, 'courier' | 'provider'>,
  language: Language,
): z.output<typeof orderBrief>['shipment_provider'] {
  if (provider) return { id: courier, name: provider }
  return courier === null ? null : { id: courier, name: courierName(courier, language) }
}
