import type { BodyInput, Reply } from '../../../../contract/endpoints.ts'
import { amountIn } from '../../../parts/figures.ts'
import type { AddressText } from './address-fields.tsx'

export type WritableShop = Reply<'GET /orders/new/shops'>['data'][number]
export type Product = Reply<'GET /orders/new/products'>['data'][number]
export type WrittenOrder = BodyInput<'POST /orders'>
export type WrittenMethod = WrittenOrder['payment_method']

export const writtenMethods: WrittenMethod[] = ['cash', 'bank_transfer', 'cod', 'card', 'e_wallet', 'other']

export type LineText = { product: Product; quantity: string; price: string }

/** An order as it is typed. */
export type OrderText = {
  shopId: number | null
  name: string
  phone: string
  email: string
  /** It goes to somebody else than the customer. */
  isForOther: boolean
  address: AddressText
  lines: LineText[]
  method: WrittenMethod
  isPaid: boolean
  note: string
}

export const emptyOrder: OrderText = {
  shopId: null,
  name: '',
  phone: '',
  email: '',
  isForOther: false,
  address: { name: '', phone: '', street: '', city: '', province: '', postcode: '', country: '' },
  lines: [],
  method: 'cash',
  isPaid: false,
  note: '',
}

/** Whether leaving would lose something; the choice of the shop alone is made again in a moment. */
export function isBegun(text: OrderText): boolean {
  return JSON.stringify({ ...text, shopId: null }) !== JSON.stringify(emptyOrder)
}

/** Puts a product on the list, or one more of it. */
export function withProduct(lines: LineText[], product: Product): LineText[] {
  const known = lines.find((line) => line.product.product_sku_id === product.product_sku_id)
  if (!known) return [...lines, { product, quantity: '1', price: String(product.price) }]
  return lines.map((line) =>
    line === known ? { ...line, quantity: String((amountIn(line.quantity) ?? 0) + 1) } : line,
  )
}

/** Adds up the prices of the products; undefined as long as a figure is missing. */
export function goodsTotal(lines: LineText[]): number | undefined {
  const amounts = lines.map(
    ({ quantity, price }) => (amountIn(quantity) ?? Number.NaN) * (amountIn(price) ?? Number.NaN),
  )
  const total = amounts.reduce((sum, amount) => sum + amount, 0)
  return Number.isNaN(total) ? undefined : total
}

/** Builds the request body. Text that is no number is sent as a refused number, so that the server names its field. */
export function toWritten(text: OrderText, shop: WritableShop): WrittenOrder {
  const { name, phone } = text
  const country = text.address.country || shop.region
  return {
    shop_id: shop.id,
    customer: { name: text.name, phone: text.phone, email: text.email },
    address: shop.takes_address
      ? { ...text.address, ...(!text.isForOther && { name, phone }), country }
      : null,
    lines: text.lines.map(({ product, quantity, price }) => ({
      product_sku_id: product.product_sku_id,
      quantity: amountIn(quantity) ?? 0,
      price: amountIn(price) ?? -1,
    })),
    payment_method: text.method,
    is_paid: text.isPaid,
    note: text.note,
  }
}
