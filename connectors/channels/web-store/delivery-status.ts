/**
 * Sends the delivery status of an order that the seller's own courier carries. Source: "Fulfillments" and "Update order" of the
 * Admin API reference. One call at a time, each chosen by the order as the shop reports it, until none is left.
 */
import { z } from 'zod'
import { deliverySteps, type StatusUpdate } from '../../../model/delivery-status.ts'
import { ChannelError, ownMessage } from '../../channel-error.ts'
import type { DeliveryStatus } from '../../shipping.ts'
import type { Session } from '../../session.ts'
import { call } from './auth.ts'
import { markIn, markName } from './status.ts'
import { orderFields, progressSchema } from './wire.ts'
import type { ShopLine, ShopProgress } from './wire.ts'

/** A fulfilment of goods and one of vouchers, each shipped and delivered, after two that were called off. */
const mostCalls = 12

export const deliveryStatus: DeliveryStatus = {
  steps: deliverySteps,

  async advanceTo(session, news) {
    const path = `/orders/${encodeURIComponent(news.channelOrderId)}`
    for (let calls = 0; calls < mostCalls; calls++) {
      const query = { fields: `${orderFields},*fulfillments.items` }
      const { order } = await call(session, { method: 'GET', path, query }, progressSchema)
      const next = nextCall(session, order, news)
      if (!next) return
      const request = { method: 'POST' as const, path: path + next.path, query: {}, body: next.body }
      await call(session, request, z.unknown())
    }
    throw new ChannelError('try-later', ownMessage('refusal.not_moved', { channel: 'Medusa' }))
  },
}

type NextCall = { path: string; body: object }
type Parcel = NonNullable<ShopProgress['fulfillments']>[number]

function nextCall(session: Session, order: ShopProgress, news: StatusUpdate): NextCall | null {
  const { step } = news
  if (order.status === 'canceled') {
    if (step === 'canceled' || step === 'pending') return null
    throw new ChannelError('refused', ownMessage('refusal.is_canceled', { channel: 'Medusa' }))
  }
  const parcels = (order.fulfillments ?? []).filter(({ canceled_at: at }) => !at)
  const open = parcels.filter(({ shipped_at: at }) => !at)
  switch (step) {
    case 'pending':
    case 'canceled': {
      const [first] = open
      if (first) return { path: `/fulfillments/${first.id}/cancel`, body: {} }
      return step === 'canceled' ? { path: '/cancel', body: {} } : mark(order, '')
    }
    case 'confirmed':
      return parcels.length > 0 ? null : mark(order, step)
    case 'failed':
    case 'returned':
      return mark(order, step)
    case 'ready_to_ship':
      return replaceParcel(open, news) ?? fulfil(session, order, news) ?? mark(order, '')
    case 'shipped':
      return fulfil(session, order, news) ?? ship(order, open, news) ?? mark(order, '')
    case 'delivered':
      return (
        fulfil(session, order, news) ?? ship(order, open, news) ?? deliver(order, parcels) ?? mark(order, '')
      )
  }
}

/** Stores a step that the shop has no word for with the order, where its owner sees it. */
function mark({ metadata }: ShopProgress, word: string): NextCall | null {
  if (markIn(metadata) === word) return null
  return { path: '', body: { metadata: { ...metadata, [markName]: word } } }
}

/** Several parcels are one fulfilment with a label each. */
const numbersOf = ({ parcels }: StatusUpdate): string =>
  parcels.map(({ trackingNumber }) => trackingNumber).join(', ')

/** Another courier comes: what was packed for the one before is called off. What the owner packed himself is taken as it is. */
function replaceParcel(open: Parcel[], news: StatusUpdate): NextCall | null {
  const other = open.find(({ metadata }) => {
    const number = metadata?.['tracking_number']
    return typeof number === 'string' && number !== numbersOf(news)
  })
  return other ? { path: `/fulfillments/${other.id}/cancel`, body: {} } : null
}

const isFile = ({ requires_shipping: isSent }: ShopLine): boolean => isSent === false

/** Goods and what has no way to go are never in one fulfilment. */
function fulfil(session: Session, { items }: ShopProgress, news: StatusUpdate): NextCall | null {
  const rest = items.filter(({ quantity, detail }) => quantity > detail.fulfilled_quantity)
  const goods = rest.filter((line) => !isFile(line))
  const some = goods.length > 0 ? goods : rest
  if (some.length === 0) return null
  const { locationId } = session.credentials.more ?? {}
  return {
    path: '/fulfillments',
    body: {
      items: some.map(({ id, quantity, detail }) => ({ id, quantity: quantity - detail.fulfilled_quantity })),
      ...(locationId && { location_id: locationId }),
      ...(news.parcels.length > 0 && {
        metadata: {
          tracking_number: numbersOf(news),
          provider: news.parcels.map(({ provider }) => provider).join(', '),
        },
      }),
    },
  }
}

function linesOf(
  { items }: ShopProgress,
  parcel: Parcel,
): { id: string; quantity: number; isFile: boolean }[] {
  return (parcel.items ?? []).flatMap(({ line_item_id: id, quantity }) => {
    const line = items.find((one) => one.id === id)
    return line ? [{ id: line.id, quantity, isFile: isFile(line) }] : []
  })
}

const isSent = (order: ShopProgress, parcel: Parcel): boolean =>
  linesOf(order, parcel).some((line) => !line.isFile)

function ship(order: ShopProgress, open: Parcel[], { parcels }: StatusUpdate): NextCall | null {
  const parcel = open.find((one) => isSent(order, one))
  if (!parcel) return null
  return {
    path: `/fulfillments/${parcel.id}/shipments`,
    body: {
      items: linesOf(order, parcel).map(({ id, quantity }) => ({ id, quantity })),
      labels: parcels.map(({ trackingNumber, trackingUrl }) => ({
        tracking_number: trackingNumber,
        tracking_url: trackingUrl ?? '',
        label_url: '',
      })),
    },
  }
}

function deliver(order: ShopProgress, parcels: Parcel[]): NextCall | null {
  const parcel = parcels.find(
    (one) => one.shipped_at && !one.delivered_at && linesOf(order, one).some((line) => !line.isFile),
  )
  return parcel ? { path: `/fulfillments/${parcel.id}/mark-as-delivered`, body: {} } : null
}
