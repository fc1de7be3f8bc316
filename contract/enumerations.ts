import { z } from 'zod'
import { endpoints, id, include, item } from './endpoint.ts'

const coded = z.object({ id: z.int(), code: z.string(), name: z.string() })

export const config = endpoints({
  'GET /config': {
    summary: 'Enumerations with their words in the language of the request.',
    access: 'signed-in',
    query: z.strictObject({ include }),
    reply: item(
      z.object({
        order_statuses: z.object({ data: z.array(coded) }).optional(),
        payment_methods: z.object({ data: z.array(coded) }).optional(),
        currencies: z
          .object({
            data: z.array(z.object({ id, code: z.string(), symbol: z.string(), decimals: z.int() })),
          })
          .optional(),
        countries: z
          .object({
            data: z.array(z.object({ id, code: z.string(), name: z.string(), phone_code: z.string() })),
          })
          .optional(),
        gender: z.array(coded),
        user_roles: z.array(coded),
        platform_type: z.array(coded),
        fulfillment_type: z.array(coded),
        inventory_type: z.array(coded),
        notify: z.object({ status: z.array(coded), type: z.array(coded) }),
      }),
    ),
  },
})
