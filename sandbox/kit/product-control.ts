import { z } from 'zod'
import { codeOf, type Catalog, type Listing, type ListingChange } from './catalog.ts'
import { sendLines } from './channel-control.ts'
import { ControlError, type ControlRoute } from './control-call.ts'

const productSchema = z.strictObject({
  shop_id: z.union([z.string(), z.number().int()]),
  sku: z.string().min(1),
  name: z.string().min(1).optional(),
  price: z.number().int().min(0).optional().describe('minor units'),
  stock: z.number().int().min(0).optional(),
  is_listed: z.boolean().optional(),
  in_campaign: z.boolean().optional().describe('the marketplace locks its stock, until this is false'),
  delete: z.boolean().optional(),
})

/** The truth about a listing, with the ids that the channel shows. */
const truthOf = (listing: Listing): object => ({
  product_id: listing.productId,
  sku_id: listing.skuId,
  seller_sku: codeOf(listing),
  name: listing.name,
  variant: listing.variant,
  price: listing.price,
  stock: listing.stock,
  status: listing.status,
  changed_at: listing.changedAt,
})

/** A listing is made, changed or deleted as the seller would by hand, and told line by line. */
export function productRoutes<Id extends string | number>(
  code: string,
  catalog: Catalog<Id>,
  /** The shop's own id; refuses unknown ones. */
  shopIdOf: (given: string) => string | number,
): Record<string, ControlRoute> {
  return {
    [`POST /_sandbox/${code}/products`]: ({ read }) => {
      const { sku, delete: isDeleted, is_listed: isListed, ...input } = read(productSchema)
      const shopId = shopIdOf(String(input.shop_id))
      const known = catalog.find(shopId, sku)
      if (!known && (input.name === undefined || input.price === undefined))
        throw new ControlError(`the shop has no ${sku} yet: give its name and its price`)
      const listing = known ?? catalog.get(shopId, sku, input.name ?? '', input.price ?? 0)
      const status = isDeleted
        ? 'deleted'
        : isListed === undefined
          ? undefined
          : isListed
            ? 'listed'
            : 'unlisted'
      const change: ListingChange = {
        ...(input.name !== undefined && { name: input.name }),
        ...(input.price !== undefined && { price: input.price }),
        ...(input.stock !== undefined && { stock: input.stock }),
        ...(input.in_campaign !== undefined && { isInCampaign: input.in_campaign }),
        ...(status !== undefined && { status }),
      }
      catalog.change(listing, change)
      return truthOf(listing)
    },
    [`GET /_sandbox/oracle/${code}/products`]: ({ query, response }) =>
      sendLines(response, catalog.all(shopIdOf(query.get('shop_id') ?? '')).map(truthOf)),
  }
}
