/** The one door from an order's row to the API's order. */
import type { z } from 'zod'
import type { orderBrief } from '../../../contract/orders.ts'
import type { Reply } from '../../../contract/endpoints.ts'
import { cancelReasonCodes } from '../../../model/cancel-reason.ts'
import { customerLevels } from '../../../model/customer-rank.ts'
import type { Language } from '../../../model/language.ts'
import { fromMinor, type Currency } from '../../../model/money.ts'
import { isAskedIn } from '../../../model/order-action.ts'
import {
  actualReceiveValue,
  expectedReceiveValue,
  orderCode,
  orderValue,
  paymentMethods,
  type OrderPayment,
} from '../../../model/order.ts'
import { orderStatuses, orderStatusOf } from '../../../model/order-status.ts'
import { languages } from '../../../model/language.ts'
import { returnStatuses } from '../../../model/return-case.ts'
import { settledPayment } from '../../../model/settlement.ts'
import { courierName } from '../../deliveries/accounts/courier-names.ts'
import { translate } from '../../i18n/translate.ts'
import { isUnderWay, type actionsOf } from '../actions/order-actions-of.ts'
import type { OrderRow } from '../list/order-row.ts'
import type { CustomerSummary, HistoryRow, OrderDetail } from './order-store.ts'
import type { AnyActionKind, StoredAction } from '../actions/order-action-store.ts'

type Coded = { id: number; code: string; name: string }

// Made once: a list of a hundred orders says the same nine words.
const statusLabels = labelsFor('status', orderStatuses)
const paymentLabels = labelsFor('payment', paymentMethods)
const returnLabels = labelsFor('return_status', returnStatuses)

export function statusesIn(language: Language): Coded[] {
  return statusLabels[language]
}

export function paymentMethodsIn(language: Language): Coded[] {
  return paymentLabels[language]
}

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

function presentRow(
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
        row.customerId === null
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
    packed_at: row.packedAt,
    cancel_requested_at: row.cancelRequestedAt,
    cancel_deadline_at: row.cancelDeadline,
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

export function presentOrder(
  row: OrderDetail,
  language: Language,
  sees: { payment: boolean; contact: boolean },
  actions: ReturnType<typeof actionsOf>,
  action: StoredAction | undefined,
): Omit<Reply<'GET /orders/{id}'>['data'], 'parcel_back' | 'channel_url'> {
  const currency = row.currency as Currency
  const brief = presentRow(row, language, sees.contact)
  const address = presentAddress(row.address, sees.contact)
  const customer = brief.customer.data
  return {
    ...brief,
    order_status: brief.status,
    customer: { data: customer && { ...customer, addresses: { data: address ? [address] : [] } } },
    order_product_skus: {
      data: row.lines.map((line) => ({
        id: `${row.id}-${line.position}`,
        shop_sku: line.shopSku,
        seller_sku: line.sellerSku,
        quantity: line.quantity,
        unit_price: fromMinor(Math.round(line.total / line.quantity), currency),
        total_item_price: fromMinor(line.total, currency),
        is_gift: line.isGift,
        product_sku: {
          data: {
            id: line.productSkuId,
            name: line.name,
            variant_label: line.variantLabel,
            image: line.imageUrl,
            product_id: line.productId,
          },
        },
      })),
    },
    channel_status: row.channelStatus,
    paid_at: row.paidAt,
    completed_at: row.completedAt,
    cancel_reason: reasonLabel(row.cancelReason, language),
    cancel_initiator: row.cancelInitiator,
    buyer_message: row.buyerMessage,
    pickup_failed: row.pickupFailed || row.shipments.some(({ flag }) => flag === 'pickup_failed'),
    address,
    customer_summary: row.customer && presentSummary(row.customer, language),
    payment: sees.payment ? presentPayment(row, currency) : null,
    packages: {
      data: row.packages.map((one) => ({
        id: one.channelPackageId,
        provider: one.provider,
        tracking_number: one.trackingNumber,
        status: one.channelStatus,
        printed_at: one.printedAt,
        lines: one.lines && one.lines.map(({ shopSku, quantity }) => ({ shop_sku: shopSku, quantity })),
      })),
    },
    splitting: actions.splitting && {
      most_parcels: actions.splitting.mostParcels,
      divides_lines: actions.splitting.dividesLines,
    },
    warehouses: row.warehouses.map(({ id, name, isShort }) => ({ id, name, is_short: isShort })),
    is_digital: row.isDigital,
    is_on_hold: actions.isOnHold,
    note_version: row.noteVersion,
    is_own_delivery: actions.isOwnDelivery,
    allowed_actions: actions.allowed,
    refused_actions: actions.refused,
    latest_action: action ? presentAction(action, row.updatedAt, language) : null,
  }
}

function presentAddress(
  address: OrderDetail['address'],
  seesContact: boolean,
): Reply<'GET /orders/{id}'>['data']['address'] {
  return (
    address && {
      name: address.name,
      phone: seesContact ? address.phone : maskPhone(address.phone),
      street: seesContact ? address.street : null,
      ward: address.ward,
      district: address.district,
      province: address.province,
      city: address.city,
      postcode: address.postcode,
      country: address.country,
      is_masked: address.isMasked || !seesContact,
    }
  )
}

/** `heardAt`: when what the action is about last changed. */
export function presentAction<Kind extends AnyActionKind>(
  action: StoredAction<Kind>,
  heardAt: Date | string,
  language: Language,
): Omit<Reply<'POST /orders/{id}/confirm'>['data'], 'kind'> & { kind: Kind } {
  const { error } = action
  return {
    id: action.id,
    kind: action.kind,
    state: action.state,
    is_under_way: isUnderWay(action, heardAt),
    requested_by: { id: action.requestedBy, name: action.requestedByName },
    requested_at: action.requestedAt,
    ended_at: action.endedAt,
    error:
      error === null
        ? null
        : {
            code: error,
            message: translate(language, action.errorMessage ?? `action_error.${error}`),
            channel_code: action.channelCode,
          },
  }
}

function presentSummary(customer: CustomerSummary, language: Language) {
  const { level } = customer
  const [total, currency] =
    customer.spent === 0 ? [customer.totalPrice, customer.currency] : [customer.spent, customer.spentIn]
  return {
    id: customer.id,
    name: customer.name,
    total_order: customer.totalOrder,
    total_order_success: customer.totalOrderSuccess,
    total_price: fromMinor(total, currency as Currency),
    currency,
    latest_order_date: customer.latestOrderAt,
    delivered_rate: deliveredRate(customer.totalOrderSuccess, customer.totalOrderLost),
    level: { data: { level_value: level, name: levelName(level, language) } },
  }
}

function levelName(level: number, language: Language): string {
  return translate(language, `rank.${customerLevels[level - 1]}`)
}

export function presentBuyer(
  customer: CustomerSummary,
  language: Language,
  seesContact: boolean,
): Reply<'GET /orders/{id}/customer'>['data'] {
  return {
    ...presentSummary(customer, language),
    phone: seesContact ? customer.phone : maskPhone(customer.phone),
    email: seesContact ? customer.email : null,
    note: customer.note,
    is_masked: customer.isMasked || !seesContact,
  }
}

export function presentHistory(row: HistoryRow): Reply<'GET /orders/{id}/history'>['data'][number] {
  const at = new Date(row.at)
  return {
    id: `${at.getTime()}-${row.event}`,
    from: row.fromStatus === null ? null : orderStatusOf(row.fromStatus),
    to: orderStatusOf(row.toStatus),
    event: row.event,
    actor: { type: row.actorType, name: row.actorName },
    note: row.note,
    created_at: at.toISOString(),
  }
}

/**
 * Answers the payment as the channel settled it; before that, the order's own figures with the refunds of its returns.
 */
function paymentOf({ payment, settlement, refunded }: OrderDetail): OrderPayment {
  if (!settlement) return { ...payment, refund: Math.max(payment.refund, refunded) }
  return settledPayment(payment, settlement)
}

function presentPayment(order: OrderDetail, currency: Currency) {
  const payment = paymentOf(order)
  const expected = expectedReceiveValue(order.payment)
  const amount = (minor: number) => fromMinor(minor, currency)
  return {
    sub_total: amount(payment.subTotal),
    discount: amount(payment.sellerDiscount + payment.platformDiscount),
    seller_discount: amount(payment.sellerDiscount),
    platform_discount: amount(payment.platformDiscount),
    shopee_coins: amount(payment.coins),
    shipping_fee: amount(payment.shippingFee),
    tax: amount(payment.tax),
    order_value: amount(orderValue(payment)),
    platform_fee: amount(payment.platformFee),
    fees: payment.fees.map((fee) => ({ code: fee.code, amount: amount(fee.amount) })),
    shipping_cost: amount(payment.shippingCost),
    actual_receive_value: amount(actualReceiveValue(payment)),
    refund_value: amount(payment.refund),
    is_settled: payment.settled !== null,
    settled_at: order.settlement?.settledAt ?? null,
    expected_receive_value: amount(expected),
    settlement_difference: payment.settled === null ? null : amount(payment.settled - expected),
  }
}

/** 1 low, 2 medium, 3 high; null while fewer than three orders have ended. */
export function deliveredRate(delivered: number, lost: number): 1 | 2 | 3 | null {
  const ended = delivered + lost
  if (ended < 3) return null
  const rate = delivered / ended
  return rate >= 0.9 ? 3 : rate >= 0.6 ? 2 : 1
}

function reasonLabel(reason: string | null, language: Language): string | null {
  const code = cancelReasonCodes.find((each) => each === reason)
  return code ? translate(language, `cancel_reason.${code}`) : reason
}

/** All digits but the last two, however they are grouped. */
function maskPhone(phone: string | null): string | null {
  return phone === null ? null : phone.replaceAll(/\d(?=(?:\D*\d){2})/g, '*')
}

function coded(words: Coded[], id: number): Coded {
  return words[id - 1] ?? { id, code: String(id), name: String(id) }
}

function labelsFor(group: string, codes: readonly string[]): Record<Language, Coded[]> {
  return Object.fromEntries(
    Object.keys(languages).map((language) => [
      language,
      codes.map((code, at) => ({
        id: at + 1,
        code,
        name: translate(language as Language, `${group}.${code}`),
      })),
    ]),
  ) as Record<Language, Coded[]>
}
