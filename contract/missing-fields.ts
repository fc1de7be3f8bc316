/** Fields that many templates lack, and filling one of them in all of these at once. */
import { z } from 'zod'
import { endpoints, id, item, someIds } from './endpoint.ts'
import { givenId, givenTemplate, givenToSteps } from './template-content.ts'

/** Templates of a call: the channels are asked what their categories require. */
export const mostChecked = 100

const missingField = z.object({
  path: z.string().describe('As in problems, without the number of a variant: `skus.price`.'),
  rule: z.string(),
  message: z.string().describe('Of the first template.'),
  platform_id: id.nullable().describe('Null: the template itself.'),
  shop_id: id.nullable(),
  platform_category_id: z.string().nullable().describe("Of the shop's step; null: none is chosen."),
  category_name: z.string().nullable(),
  templates: z.array(z.object({ id, name: z.string(), is_draft: z.boolean() })),
})

const filling = {
  template_ids: z.array(givenId).min(1).max(mostChecked),
  template: givenTemplate
    .pick({ package_length: true, package_width: true, package_height: true, package_weight: true })
    .optional(),
  step: givenToSteps.optional(),
}

export const missingFields = endpoints({
  'GET /product-template/missing': {
    summary: 'Rules that chosen templates break, each with the templates that break it.',
    access: 'products.edit',
    query: z.strictObject({ template_ids: someIds(mostChecked) }),
    reply: z.object({ data: z.array(missingField) }),
  },
  'POST /product-template/fill-missing': {
    summary: 'Fills in fields of chosen templates, or of their steps of a shop, where they are empty.',
    access: 'products.edit',
    body: z.strictObject(filling),
    reply: item(z.object({ filled: z.array(id) })),
  },
  'POST /product-template/undo-filling': {
    summary: 'Empties fields that were filled in, in each of the templates where the value still stands.',
    access: 'products.edit',
    body: z.strictObject({
      ...filling,
      template_ids: filling.template_ids.describe('Those that filling them in has named.'),
    }),
    reply: item(z.object({ emptied: z.array(id) })),
  },
})
