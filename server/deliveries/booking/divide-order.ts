/** Content of each parcel of an order, and the amount that each courier collects. Pure. */
import { AppError } from '../../../model/errors.ts'
import { addUpPieces, isSamePacking, linesIn, type PackedLine } from '../../../model/order.ts'
import type { OrderDetail } from '../../orders/detail/order-store.ts'
import { codOf } from './booking-form.ts'
import type { OrderParcel } from './order-parcels-store.ts'

type Divided = Pick<OrderDetail, 'lines' | 'total' | 'paymentMethod'>

/** The whole order in one parcel, unless somebody divided it and it still has the same lines. */
export function parcelsOf(order: Divided, stored: OrderParcel[]): OrderParcel[] {
  const all = linesOf(order)
  const isCurrent = isSamePacking([addUpPieces(stored.flatMap(({ lines }) => lines))], [all])
  return stored.length > 0 && isCurrent ? stored : [{ number: 1, lines: all, cod: codOf(order) }]
}

const linesOf = ({ lines }: Pick<OrderDetail, 'lines'>): PackedLine[] =>
  addUpPieces(lines.map(({ shopSku, quantity }) => ({ shopSku, quantity })))

/** The order as if it had only what lies in one parcel. What it is worth is its share of the total. */
export function orderOf<Order extends Divided>(order: Order, packed: PackedLine[] | undefined): Order {
  if (!packed || isSamePacking([packed], [linesOf(order)])) return order
  const lines = linesIn(packed, order.lines)
  const [share = 0] = divideAmount(order.total, [worthOf(lines), worthOf(order.lines) - worthOf(lines)])
  return { ...order, lines, total: share }
}

/** Divides the amount to collect: as given, the rest by the value of the parcels. The sum is the order's amount. */
export function codsOf(order: Divided, packed: PackedLine[][], given: (number | undefined)[]): number[] {
  const due = codOf(order)
  const rest = due - given.reduce<number>((sum, one) => sum + (one ?? 0), 0)
  const open = given.map((one, at) => (one === undefined ? worthOf(orderOf(order, packed[at]).lines) : 0))
  const isOpen = given.some((one) => one === undefined)
  if (rest < 0 || (rest > 0 && !isOpen))
    throw new AppError('validation_failed', { invalidFields: { parcels: 'field.parcels_cod' } })
  const shares = divideAmount(
    rest,
    open.every((one) => one === 0) ? given.map((one) => (one === undefined ? 1 : 0)) : open,
  )
  return given.map((one, at) => one ?? shares[at] ?? 0)
}

const worthOf = (lines: Pick<OrderDetail['lines'][number], 'total'>[]): number =>
  lines.reduce((sum, { total }) => sum + total, 0)

/** By weight, to the last coin: each share is what is due up to it, less what was due before. */
export function divideAmount(amount: number, weights: number[]): number[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  let [before, given] = [0, 0]
  return weights.map((weight) => {
    before += weight
    const upTo = all === 0 ? 0 : Math.round((amount * before) / all)
    const share = upTo - given
    given = upTo
    return share
  })
}
