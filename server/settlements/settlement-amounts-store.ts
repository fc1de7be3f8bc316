/** SQL of what an order promised to bring, over an order `o`, and what of it a payout `t` paid. Amounts in minor units. */
import { orderStatusIds } from '../../model/order-status.ts'

export const ofPayment = (name: string) => `coalesce((o.payment->>'${name}')::bigint, 0)`

/** Same formula as in model/order.ts. */
export const orderValue = `${ofPayment('subTotal')} - ${ofPayment('sellerDiscount')} - ${ofPayment('platformDiscount')}
  - ${ofPayment('coins')} + ${ofPayment('shippingFee')} + ${ofPayment('tax')}`

/** Channels that name no refund of an order name that of its returns. */
export const refunded = `greatest(${ofPayment('refund')}, coalesce((select sum(c.refund) from return_cases c where c.owner_id = $1
  and c.shop_id = o.shop_id and c.channel_order_id = o.channel_order_id and c.refunded_at is not null), 0)::bigint)`

const isCanceled = `o.status = ${orderStatusIds.canceled}`

/** Same formula as in model/order.ts, for orders without a settlement. A canceled one brings nothing. */
export const expectedNet = `case when ${isCanceled} then 0 else ${ofPayment('subTotal')} - ${ofPayment('sellerDiscount')} + ${ofPayment('shippingFee')} + ${ofPayment('tax')}
  - ${ofPayment('platformFee')} - ${ofPayment('shippingCost')} - ${refunded} end`

const charges = (which: string) =>
  `(select coalesce(sum((f->>'amount')::bigint), 0)::bigint from jsonb_array_elements(t.fees || t.taxes) f where ${which})`

/** Fees and taxes of the payout. */
export const charged = charges('true')

/**
 * What the order promised, after fees. Where its channel names fees with the payout alone, those are taken off that it names there: what
 * it kept without a name is a difference. Null: the order is not here, or in another currency.
 */
export const expectedAfterFees = `case when o.currency = t.currency then ${expectedNet}
  - case when ${isCanceled} or ${ofPayment('platformFee')} = 0 and coalesce(jsonb_array_length(o.payment->'fees'), 0) = 0
      then ${charges(`f->>'code' <> 'other'`)} else 0 end end`
