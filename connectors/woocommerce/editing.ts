/** Correcting an order. Source: "Update an order" of the REST API v3 documentation. */
import { z } from 'zod'
import type { Editing } from '../order-changes.ts'
import type { AddressDraft } from '../../model/order-draft.ts'
import { call } from './calls.ts'
import { stateCodeOf } from './mapping.ts'

export const editing: Editing = {
  async setAddress(session, channelOrderId, address) {
    const body = { shipping: contactOf(address) }
    await call(session, { method: 'PUT', path: `/orders/${channelOrderId}`, query: {}, body }, writtenSchema)
  },
}

export const writtenSchema = z.object({ id: z.int().positive() })

/** The second line is emptied: what stood there belonged to the old street. */
export function contactOf({ name, phone, street, city, province, postcode, country }: AddressDraft): object {
  const [first = '', ...rest] = name.split(' ')
  return {
    first_name: first,
    last_name: rest.join(' '),
    address_1: street,
    address_2: '',
    country,
    ...(phone !== null && { phone }),
    ...(city !== null && { city }),
    ...(province !== null && { state: stateCodeOf(province, country) }),
    ...(postcode !== null && { postcode }),
  }
}
