/** A parcel that the seller brings himself. Nothing is asked of anybody, so nothing can be lost on the way. */
import type { Courier } from '../../courier.ts'
import { phoneProblem } from '../../../model/delivery.ts'
import { ChannelError } from '../../channel-error.ts'
import { wrong } from '../../courier.ts'

export const options: Courier['options'] = (_session, { sender }) =>
  Promise.resolve({
    currency: sender.country === 'VN' ? ('VND' as const) : ('MYR' as const),
    modes: ['dropoff' as const],
    services: [],
    pickup: 'none' as const,
    dates: [],
    slots: [],
    cod: { isPossible: true, max: null, reason: null },
  })

/** The number is our reference's own: booking again books the same. */
export const book: Courier['book'] = (_session, { reference, receiver }) => {
  if (phoneProblem(receiver.phone, receiver.country))
    return Promise.reject(
      new ChannelError('refused', 'refusal.self_phone', { fields: [wrong('phone', 'refusal.self_phone')] }),
    )
  return Promise.resolve(named(reference))
}

export const find: NonNullable<Courier['find']> = (_session, reference) => Promise.resolve(named(reference))

const named = (reference: string) => ({
  trackingNumber: `SD-${reference}`,
  furtherNumbers: [],
  fee: 0,
  expectedAt: null,
})

/** Does nothing: the shipment's moves decide whether the parcel may still be canceled. */
export const cancel: Courier['cancel'] = () => Promise.resolve()
