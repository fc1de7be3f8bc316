/** Correcting an order. Source: "Update Order" of the Admin API reference. */
import { z } from 'zod'
import type { Editing } from '../../order-changes.ts'
import { send } from './auth.ts'
import { decodeReply, orderAddressSchema } from './wire.ts'

export const editing: Editing = {
  /** The address is replaced whole, so that what is to stay is read first. */
  async setAddress(session, channelOrderId, address) {
    const path = `/orders/${encodeURIComponent(channelOrderId)}`
    const query = { fields: 'id,*shipping_address' }
    const before = decodeReply(await send(session, { method: 'GET', path, query }), orderAddressSchema).order
    const [first = '', ...rest] = address.name.split(' ')
    const shipping = {
      first_name: first,
      last_name: rest.join(' '),
      company: before.shipping_address?.company ?? '',
      address_1: address.street,
      address_2: '',
      phone: address.phone ?? before.shipping_address?.phone ?? '',
      city: address.city ?? before.shipping_address?.city ?? '',
      province: address.province ?? before.shipping_address?.province ?? '',
      postal_code: address.postcode ?? before.shipping_address?.postal_code ?? '',
      country_code: address.country.toLowerCase(),
    }
    const body = { shipping_address: shipping }
    decodeReply(await send(session, { method: 'POST', path, query: { fields: 'id' }, body }), writtenSchema)
  },
}

const writtenSchema = z.object({ order: z.object({ id: z.string() }) })
