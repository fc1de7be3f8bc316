/** Categories and attributes of a channel that are suggested out of what was chosen and published before. */
import { z } from 'zod'
import { endpoints, channelText, id, idParam } from './endpoint.ts'

const confidence = z.int().describe('Per cent.')

export const templateMapping = endpoints({
  'GET /shop-product-template/{id}/category-suggestions': {
    // Chosen for the template's own category before, or holding listings of the SKUs that are in its categories at other channels.
    summary: "Categories of a shop's channel for its step of a template, the likeliest first.",
    access: 'products.view',
    params: idParam,
    reply: z.object({
      data: z.array(
        z.object({
          platform_category_id: z.string(),
          name: z.string(),
          path: z.string(),
          chosen: z.int().describe('Templates in which people chose it for the own category.'),
          listings: z.int().describe('Listings of SKUs that are in the categories of the other channels.'),
          platform_ids: z.array(id).describe('Channels that the listings speak of.'),
          confidence,
        }),
      ),
    }),
  },
  'GET /shop-product-template/{id}/attribute-suggestions': {
    summary:
      "Values of open attributes of a shop's step, out of the steps of the other channels. Nothing is changed.",
    access: 'products.view',
    params: idParam,
    query: z.strictObject({
      category_id: channelText(1, 100).optional().describe("Left out: the step's own."),
    }),
    reply: z.object({
      data: z.array(
        z.object({
          attribute_id: z.string(),
          name: z.string(),
          values: z.array(
            z.object({ value_id: z.string().nullable(), value: z.string(), unit: z.string().nullable() }),
          ),
          platform_id: id.describe('Channel that the value was taken from.'),
          reason: z.enum(['listings', 'same_name']),
          listings: z.int(),
          confidence,
        }),
      ),
    }),
  },
})
