import { z } from 'zod'
import type { Order } from './types.ts'
import { invalid } from './wire.ts'

const text = z.string().nullish()

export const shipToSchema = z.strictObject({
  first_name: text,
  last_name: text,
  phone: text,
  company: text,
  address_1: text,
  address_2: text,
  city: text,
  country_code: text,
  province: text,
  postal_code: text,
  metadata: z.record(z.string(), z.unknown()).nullish(),
})

/** An address becomes what is given: fields that are left out are empty then. Its country stays what it is. */
export function writeShipTo(order: Order, given: z.infer<typeof shipToSchema>): void {
  const country = order.person.address.region.toLowerCase()
  if (given.country_code && given.country_code !== country) throw invalid('Country code cannot be changed')
  order.shipTo = {
    first_name: given.first_name ?? null,
    last_name: given.last_name ?? null,
    company: given.company ?? null,
    address_1: given.address_1 ?? null,
    address_2: given.address_2 ?? null,
    city: given.city ?? null,
    province: given.province ?? null,
    postal_code: given.postal_code ?? null,
    phone: given.phone ?? null,
  }
}
