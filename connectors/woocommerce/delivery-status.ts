/**
 * Sends the delivery status of an order that the seller's own courier carries. Source: "Update an order" and "Create an order
 * note" of the REST API v3 documentation.
 *
 * The core has a status for the end of a delivery and none for the steps before, so the steps are stored as a field of the
 * order's meta data, beside the tracking number where the known plugins look for it.
 */
import { z } from 'zod'
import { deliverySteps, type StatusUpdate, type DeliveryStep } from '../../model/delivery-status.ts'
import { ChannelError, ownMessage } from '../channel-error.ts'
import type { DeliveryStatus } from '../shipping.ts'
import type { Session } from '../session.ts'
import { call } from './calls.ts'
import { stepIn, stepName } from './mapping.ts'
import { orderSchema, type StoreOrder } from './wire.ts'

export const deliveryStatus: DeliveryStatus = {
  steps: deliverySteps,

  async advanceTo(session, news) {
    const path = `/orders/${encodeURIComponent(news.channelOrderId)}`
    const order = await call(session, { method: 'GET', path, query: {} }, orderSchema)
    const change = changeOf(order, news)
    if (!change) return
    await call(session, { method: 'PUT', path, query: {}, body: change }, z.unknown())
    await leaveNote(session, path, news)
  },
}

type Change = { status?: string; meta_data: { key: string; value: string }[] }

/** The store's words for the steps that it has one for. */
const words: Partial<Record<DeliveryStep, string>> = {
  delivered: 'completed',
  failed: 'failed',
  canceled: 'cancelled',
}

const over = new Set(['cancelled', 'refunded', 'trash'])

/** Null when there is nothing to tell. */
function changeOf(order: StoreOrder, news: StatusUpdate): Change | null {
  const { step, parcels } = news
  const { status } = order
  if (over.has(status)) {
    if (step === 'canceled' || step === 'pending') return null
    throw new ChannelError('refused', ownMessage('refusal.order_is', { status }))
  }
  const meta = order.meta_data ?? []
  const valueOf = (key: string) => meta.find((entry) => entry.key === key)?.value ?? ''
  const isCalledOff = step === 'pending' || step === 'canceled'
  const wanted: [key: string, value: string][] = [
    [stepName, step === 'pending' ? '' : step],
    ...(parcels.length > 0 || isCalledOff
      ? ([
          ['_tracking_number', isCalledOff ? '' : parcels.map((one) => one.trackingNumber).join(', ')],
          ['_tracking_provider', isCalledOff ? '' : parcels.map((one) => one.provider).join(', ')],
          ['_tracking_url', isCalledOff ? '' : parcels.map((one) => one.trackingUrl ?? '').join(', ')],
        ] as [string, string][])
      : []),
  ]
  const meta_data = wanted.flatMap(([key, value]) => (valueOf(key) === value ? [] : [{ key, value }]))
  const word = statusFor(order, step)
  if (meta_data.length === 0 && word === null) return null
  return { ...(word !== null && { status: word }), meta_data }
}

/** The store's word that has to change, or null. */
function statusFor(order: StoreOrder, step: DeliveryStep): string | null {
  const word = words[step]
  if (word !== undefined) return word === order.status ? null : word
  // An order that is shipped again is neither finished nor failed any more.
  const isBack = step === 'shipped' && order.status === 'failed' && stepIn(order.meta_data ?? []) === 'failed'
  return isBack ? 'processing' : null
}

/** For the store's people. One that is lost is not written again. */
async function leaveNote(
  session: Session,
  path: string,
  { step, parcels, reason }: StatusUpdate,
): Promise<void> {
  const numbers = parcels.map(({ provider, trackingNumber }) => `${provider} ${trackingNumber}`)
  const note = [step.replaceAll('_', ' '), ...numbers, reason]
  const body = { note: note.filter(Boolean).join(' · '), customer_note: false }
  try {
    await call(session, { method: 'POST', path: `${path}/notes`, query: {}, body }, z.unknown())
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error
  }
}
