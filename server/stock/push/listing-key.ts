import type { Listing } from '../../../connectors/stock.ts'

/** By the channel's own ids, as its answers have them. */
export function listingKey({ channelProductId, channelSkuId }: Listing): string {
  return `${channelProductId}/${channelSkuId}`
}
