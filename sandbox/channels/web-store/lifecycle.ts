import type { Fulfillment, Line, Order, Row } from './types.ts'

/** Error for an action that the state of the order does not allow. */
export class NotAllowed extends Error {}

export interface LineTotals {
  subtotal: number
  discount: number
  tax: number
  total: number
}

export function lineTotals({ store, promotionPercent }: Order, { price, quantity }: Line): LineTotals {
  const subtotal = price * quantity
  const discount = Math.round((subtotal * promotionPercent) / 100)
  const tax = Math.round(((subtotal - discount) * store.taxPercent) / 100)
  return { subtotal, discount, tax, total: subtotal - discount + tax }
}

/** Returns the amount that the buyer has to pay, refunds not deducted. */
export const valueOf = (order: Order): number =>
  order.lines.reduce((sum, line) => sum + lineTotals(order, line).total, 0) + order.shipping

export function paymentStatusOf(order: Order): string {
  const { authorized, captured, canceled, refunded } = order.payment
  // An amount of 0 counts as paid as soon as the payment is requested.
  if (order.written?.asked === 0) return 'captured'
  if (refunded > 0) return refunded >= valueOf(order) ? 'refunded' : 'partially_refunded'
  if (canceled > 0) return 'canceled'
  if (captured > 0) return 'captured'
  return authorized ? 'authorized' : 'not_paid'
}

/** Returns the status of the furthest parcel as the server does, "partially" when parcels or pieces lag behind. */
export function fulfillmentStatusOf({ fulfillments, lines }: Order): string {
  const going = fulfillments.filter(({ canceled }) => canceled === 0)
  if (going.length === 0) return fulfillments.length > 0 ? 'canceled' : 'not_fulfilled'
  const hasRest = lines.some(({ fulfilled, quantity }) => fulfilled < quantity)
  const delivered = going.filter((parcel) => parcel.delivered > 0).length
  const shipped = going.filter((parcel) => parcel.shipped > 0 && parcel.delivered === 0).length
  const part = (count: number): string => (count === going.length && !hasRest ? '' : 'partially_')
  if (delivered > 0) return `${part(delivered)}delivered`
  if (shipped > 0) return `${part(shipped)}shipped`
  return `${part(going.length)}fulfilled`
}

export function fulfil(
  order: Order,
  now: number,
  piecesOf: (line: Line) => number,
  metadata: Row = {},
): void {
  const pieces = order.lines
    .map((line) => ({ line: line.id, quantity: Math.min(piecesOf(line), line.quantity - line.fulfilled) }))
    .filter(({ quantity }) => quantity > 0)
  if (pieces.length === 0) throw new NotAllowed('there is nothing left to fulfil')
  const id = `${order.id.replace('order', 'ful')}${order.fulfillments.length}`
  const parcel = {
    id,
    packed: now,
    shipped: 0,
    delivered: 0,
    canceled: 0,
    updated: now,
    tracking: '',
    metadata,
    pieces,
  }
  order.fulfillments.push(parcel)
  eachPiece(order, parcel, (line, quantity) => (line.fulfilled += quantity))
}

function eachPiece(
  { lines }: Order,
  { pieces }: Fulfillment,
  change: (line: Line, quantity: number) => void,
): void {
  for (const { line: id, quantity } of pieces) {
    const line = lines.find((one) => one.id === id)
    if (line) change(line, quantity)
  }
}

type ParcelStep = {
  from: 'packed' | 'shipped'
  to: 'shipped' | 'delivered' | 'canceled'
  /** One parcel alone; all that are ready unless given. */
  only?: string
  tracking?: string
}

export function step(order: Order, now: number, { from, to, only, tracking }: ParcelStep): void {
  const ready = order.fulfillments.filter(
    (parcel) =>
      (only === undefined || parcel.id === only) &&
      parcel.canceled === 0 &&
      parcel[from] > 0 &&
      parcel[to] === 0 &&
      (to === 'delivered' || parcel.shipped === 0),
  )
  if (ready.length === 0) throw new NotAllowed(`no parcel can be ${to}`)
  for (const parcel of ready) {
    parcel[to] = now
    parcel.updated = now
    if (to === 'shipped') parcel.tracking = tracking ?? `HH${order.number}X${parcel.id.at(-1)}`
    eachPiece(order, parcel, (line, quantity) => {
      if (to === 'canceled') line.fulfilled -= quantity
      else line[to] += quantity
    })
  }
}

/** Returns the value of the returned pieces of a line, which the order total no longer contains. */
export const sentBackOf = (order: Order, line: Line): number =>
  Math.round((lineTotals(order, line).total * line.returned) / line.quantity)

/** Refunds at most the open amount, and returns the amount refunded. */
function giveBackMoney(order: Order, amount: number, now: number): number {
  const { payment } = order
  if (payment.captured === 0) throw new NotAllowed('nothing was captured')
  const given = Math.min(valueOf(order) - payment.refunded, amount)
  payment.refunded += given
  payment.collected = now
  return given
}

/** Money that is owed for returned pieces lowers the value of the order no further; the rest of it is a credit. */
function refund(order: Order, amount: number, now: number): void {
  const { payment, lines } = order
  const sentBack = lines.reduce((sum, line) => sum + sentBackOf(order, line), 0)
  const owed = Math.max(sentBack - (payment.refunded - payment.credited), 0)
  const given = giveBackMoney(order, amount, now)
  payment.credited += Math.max(given - owed, 0)
}

const isGoing = ({ canceled }: Fulfillment): boolean => canceled === 0

type Act = (order: Order, now: number, amount: number) => void

/** Actions on the payment of an order. They change the update time of the payment, not that of the order. */
const MONEY: Record<string, Act> = {
  authorize({ payment }) {
    payment.authorized = true
  },
  capture({ payment }, now) {
    if (payment.canceled > 0) throw new NotAllowed('the payment was canceled')
    payment.authorized = true
    payment.captured ||= now
  },
}

const GOODS: Record<string, Act> = {
  fulfil: (order, now) => fulfil(order, now, ({ quantity }) => quantity),
  /** One piece of the first line. */
  fulfil_part: (order, now) => fulfil(order, now, ({ id }) => (id === order.lines[0]?.id ? 1 : 0)),
  unfulfil: (order, now) => step(order, now, { from: 'packed', to: 'canceled' }),
  ship: (order, now) => step(order, now, { from: 'packed', to: 'shipped' }),
  deliver: (order, now) => step(order, now, { from: 'shipped', to: 'delivered' }),
  complete: (order) => (order.status = 'completed'),
  archive: (order) => (order.status = 'archived'),
  cancel(order, now) {
    if (order.fulfillments.some(isGoing)) throw new NotAllowed('its fulfillments have to be canceled first')
    order.status = 'canceled'
    const { payment } = order
    if (payment.captured > 0) payment.credited += giveBackMoney(order, valueOf(order), now)
    else payment.updated = payment.canceled = now
  },
  /** All of the goods came back and were paid back, the way there was not. */
  return(order, now) {
    for (const line of order.lines) line.returned = line.delivered
    const sentBack = order.lines.reduce((sum, line) => sum + sentBackOf(order, line), 0)
    giveBackMoney(order, sentBack, now)
  },
  refund(order, now) {
    refund(order, valueOf(order), now)
  },
  refund_part(order, now, amount) {
    refund(order, amount, now)
  },
}

export const ACTIONS = [...Object.keys(MONEY), ...Object.keys(GOODS)]

/** Moves an order on; throws NotAllowed. */
export function act(order: Order, action: string, now: number, amount = 100): void {
  if (order.status === 'canceled') throw new NotAllowed('the order was canceled')
  const money = Object.hasOwn(MONEY, action) ? MONEY[action] : undefined
  const goods = Object.hasOwn(GOODS, action) ? GOODS[action] : undefined
  if (!money && !goods) throw new NotAllowed(`there is no action ${action}; there are ${ACTIONS.join(', ')}`)
  money?.(order, now, amount)
  goods?.(order, now, amount)
  if (money) order.payment.updated = order.payment.collected = Math.max(now, order.payment.updated)
  else order.updated = Math.max(now, order.updated)
}

/** Pieces that are promised to buyers and lie there still. */
export const reservedOf = ({ status }: Order, { quantity, fulfilled, released = 0 }: Line): number =>
  status === 'canceled' || status === 'draft' ? 0 : Math.max(quantity - fulfilled - released, 0)
