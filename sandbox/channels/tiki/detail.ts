import { isRefused } from './lifecycle.ts'
import type { Fulfilment, Item, Order, Shop } from './types.ts'
import { timeOrNull, writeTime } from './wire.ts'

const DAY = 86_400

export const INVENTORY: Record<Fulfilment, string> = {
  tiki_delivery: 'backorder',
  dropship: 'dropship',
  seller_delivery: 'seller_backorder',
}

const sumOf = (items: readonly Item[], part: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + part(item), 0)

const wholeOf = ({ price, quantity }: Item): number => price * quantity
const reducedOf = ({ sellerDiscount, platformDiscount }: Item): number => sellerDiscount + platformDiscount

/** Answers what the buyer pays. */
export const totalOf = ({ items, xu, shippingFee }: Order): number =>
  sumOf(items, (item) => wholeOf(item) - reducedOf(item)) - xu + shippingFee

/** A tenth of what was sold; nothing of what was called off. */
const feeOf = (order: Order): number =>
  order.status === 'canceled' ? 0 : Math.round(sumOf(order.items, wholeOf) / 10)

const hide = (text: string): string => `${text.slice(0, 2)}******${text.slice(-2)}`

function addressOf(order: Order): object {
  const { address } = order.buyer
  const isOwn = order.fulfilment === 'seller_delivery'
  return {
    full_name: address.name,
    street: address.full_address,
    ward: address.town,
    district: address.district,
    region: address.state,
    country: 'Việt Nam',
    country_id: 'VN',
    email: null,
    // Only who delivers has to call.
    phone: isOwn ? address.phone : hide(address.phone),
  }
}

function itemOf(order: Order, item: Item, imageUrl: (id: number) => string): object {
  const warehouse = order.shop.warehouses.find(({ id }) => id === item.warehouseId)
  return {
    id: item.id,
    product: {
      id: item.productId,
      type: 'simple',
      super_id: 0,
      master_id: item.productId - 1,
      sku: String(7_100_000_000_000 + item.productId),
      name: item.name,
      inventory_type: INVENTORY[order.fulfilment],
      thumbnail: imageUrl(item.productId),
      seller_product_code: item.sku,
    },
    seller: { id: order.shop.id, name: order.shop.name },
    confirmation: {
      status: item.confirmation,
      confirmed_at: timeOrNull(item.confirmedAt),
      available_confirm_sla: writeTime(order.createTime + DAY),
      pickup_confirm_sla: item.confirmation === 'seller_confirmed' ? writeTime(item.confirmedAt + DAY) : null,
      histories: [],
    },
    parent_item_id: 0,
    price: item.price,
    qty: item.quantity,
    is_free_gift: item.isGift,
    invoice: {
      price: item.price,
      quantity: item.quantity,
      subtotal: wholeOf(item),
      row_total: wholeOf(item),
      discount_amount: reducedOf(item),
      discount_coupon: reducedOf(item),
    },
    seller_inventory_id: item.warehouseId,
    seller_inventory_name: warehouse?.name ?? '',
    seller_income_detail: {
      item_price: item.price,
      item_qty: item.quantity,
      discount: {
        discount_coupon: {
          seller_discount: item.sellerDiscount,
          platform_discount: item.platformDiscount,
          total_discount: reducedOf(item),
        },
        discount_tikixu: { amount: 0 },
      },
    },
  }
}

const isOver = ({ status }: Order): boolean =>
  ['successful_delivery', 'complete', 'returned'].includes(status)

/** An order as the marketplace serves it. */
export function detailOf(order: Order, imageUrl: (id: number) => string): Record<string, unknown> {
  const { items } = order
  const isPaid = order.payTime > 0
  const fee = feeOf(order)
  return {
    id: Number(order.code) + 70_000_000,
    code: order.code,
    relation_code: '',
    fulfillment_type: order.fulfilment,
    status: order.status,
    is_rma: false,
    created_at: writeTime(order.createTime),
    updated_at: writeTime(order.updateTime),
    has_backorder_items: true,
    items: items.map((item) => itemOf(order, item, imageUrl)),
    seller_warehouse: warehouseBrief(order.shop, items[0]?.warehouseId),
    tiki_warehouse: { id: 19, name: 'Ha Noi 5', code: 'hn5' },
    invoice: {
      items_count: items.length,
      items_quantity: sumOf(items, ({ quantity }) => quantity),
      subtotal: sumOf(items, wholeOf),
      grand_total: totalOf(order),
      collectible_amount: order.cod ? totalOf(order) : 0,
      discount_amount: sumOf(items, reducedOf) + order.xu,
      discount_tikixu: order.xu,
      discount_coupon: sumOf(items, reducedOf),
      shipping_amount_after_discount: order.shippingFee,
      shipping_discount_amount: 0,
      handling_fee: 0,
      other_fee: 0,
      total_seller_fee: -fee,
      total_seller_income: sumOf(items, (item) => wholeOf(item) - item.sellerDiscount) - fee,
      purchased_at: writeTime(order.createTime),
    },
    payment: {
      method: order.method,
      is_prepaid: !order.cod,
      status: isPaid || order.cod ? 'success' : 'pending',
    },
    shipping: {
      partner_id: order.tracking === '' ? null : 'TKN',
      partner_name: order.tracking === '' ? null : 'TikiNOW Smart Logistics',
      tracking_code: order.tracking || null,
      status: order.tracking === '' ? null : order.status,
      plan: { id: 1, name: 'TikiFAST Giao Tiết Kiệm', is_free_shipping: order.shippingFee === 0 },
      address: addressOf(order),
    },
    delivery: { delivery_confirmed: isOver(order), delivery_note: order.note || null },
    customer: { id: order.buyerId, full_name: order.buyer.address.name },
    ...(order.cancelTime > 0 && {
      cancel_info: {
        reason_code: items.every(isRefused) ? 'seller_out_of_stock' : 'customer_canceled',
        reason_text: order.cancelReason,
        comment: '',
        canceled_at: writeTime(order.cancelTime),
      },
    }),
  }
}

function warehouseBrief({ warehouses }: Shop, id: number | undefined): object | null {
  const found = warehouses.find((one) => one.id === id)
  return found ? { id: found.id, name: found.name, code: found.code } : null
}
