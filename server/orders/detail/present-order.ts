/** One whole order, for the API. */
import type { Reply } from '../../../contract/endpoints.ts'
import type { Language } from '../../../model/language.ts'
import { type Currency, fromMinor } from '../../../model/money.ts'
import {
  type OrderPayment,
  actualReceiveValue,
  expectedReceiveValue,
  orderValue,
} from '../../../model/order.ts'
import { orderStatusIds } from '../../../model/order-status.ts'
import { settledPayment } from '../../../model/settlement.ts'
import type { CustomerRow } from '../../customers/list/customer-rows-store.ts'
import type { StoredAction } from '../actions/order-action-store.ts'
import type { actionsOf } from '../actions/order-actions-of.ts'
import { presentAction } from '../actions/present-order-action.ts'
import { maskPhone } from '../../../model/see-contact.ts'
import { presentRow } from '../list/present-order-brief.ts'
import type { OrderDetail } from './order-store.ts'
import { presentSummary } from './present-buyer.ts'

export function presentOrder(
  { order: row, person }: { order: OrderDetail; person: CustomerRow | undefined },
  language: Language,
  /** `settles`: the channel takes its fees off what it pays out. */
  { settles, ...sees }: { payment: boolean; contact: boolean; settles: boolean },
  actions: ReturnType<typeof actionsOf>,
  action: StoredAction | undefined,
): Omit<Reply<'GET /orders/{id}'>['data'], 'parcel_back' | 'channel_url' | 'buyer_mail_refusal'> {
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
            sku_id: line.skuId,
          },
        },
      })),
    },
    channel_status: row.channelStatus,
    paid_at: row.paidAt,
    completed_at: row.completedAt,
    cancel_text: row.cancelText,
    cancel_initiator: row.cancelInitiator,
    buyer_message: row.buyerMessage,
    is_erased: row.isErased,
    pickup_failed: row.pickupFailed || row.shipments.some(({ flag }) => flag === 'pickup_failed'),
    address,
    customer_summary:
      person && row.customerId !== null ? presentSummary(person, row.customerId, language) : null,
    payment: sees.payment ? presentPayment(row, currency, settles) : null,
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
    warehouses: row.warehouses.map(({ id, name }) => ({ id, name })),
    missing_stock: row.missing.map(({ skuId, code, pieces, warehouseId }) => ({
      sku_id: skuId,
      code,
      pieces,
      warehouse_id: warehouseId,
    })),
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

/**
 * Answers the payment as the channel settled it; before that, the order's own figures with the refunds of its returns.
 */
function paymentOf({ payment, settlement, refunded }: OrderDetail): OrderPayment {
  if (!settlement) return { ...payment, refund: Math.max(payment.refund, refunded) }
  return settledPayment(payment, settlement)
}

function presentPayment(order: OrderDetail, currency: Currency, settles: boolean) {
  const payment = paymentOf(order)
  const expected = order.status === orderStatusIds.canceled ? 0 : expectedReceiveValue(order.payment)
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
    open_refund_value: amount(Math.max(0, order.refunded - payment.refund)),
    is_settled: payment.settled !== null,
    settled_at: order.settlement?.settledAt ?? null,
    expected_receive_value: amount(expected),
    is_before_fees:
      settles && payment.settled === null && payment.fees.length === 0 && payment.platformFee === 0,
    settlement_difference: payment.settled === null ? null : amount(payment.settled - expected),
  }
}
