/** Help with writing a product template, by the language model that the operator has set up. */
import { z } from 'zod'
import { languages, type Language } from '../model/language.ts'
import { endpoints, id, idParam, item } from './endpoint.ts'

const language = z.enum(Object.keys(languages) as [Language, ...Language[]])

export const templateWriting = endpoints({
  'GET /product-template/writing-help': {
    summary:
      'Whether the operator has set up a language model, and how often the account may still ask it today.',
    access: 'products.view',
    reply: item(z.object({ is_on: z.boolean(), left_today: z.int() })),
  },
  'POST /product-template/{id}/writing-help': {
    summary: 'Suggests texts or attributes out of the saved texts of a template. Nothing is changed.',
    access: 'products.edit',
    params: idParam,
    body: z.discriminatedUnion('task', [
      z.strictObject({ task: z.literal('name') }),
      z.strictObject({ task: z.literal('description') }),
      z.strictObject({ task: z.literal('translation'), language }),
      z.strictObject({ task: z.literal('attributes'), shop_id: id }),
      z
        .strictObject({ task: z.literal('alt_texts') })
        .describe('Sends small copies of the pictures that were uploaded here.'),
    ]),
    reply: item(
      z.object({
        texts: z.array(
          z.object({
            field: z.enum(['name', 'short_description', 'long_description']),
            before: z.string(),
            after: z.string(),
          }),
        ),
        attributes: z.array(
          z.object({
            attribute_id: z.string(),
            name: z.string(),
            value_id: z.string().nullable(),
            value: z.string(),
            unit: z.string().nullable(),
          }),
        ),
        alt_texts: z.array(z.object({ image_url: z.string(), before: z.string(), after: z.string() })),
        left_today: z.int(),
      }),
    ),
    errors: [
      'writing_help_off',
      'writing_help_limit',
      'writing_help_busy',
      'writing_help_refused',
      'writing_help_rejected',
      'writing_help_unreadable',
      'writing_help_unreachable',
      'writing_help_timeout',
    ],
  },
})
