import type { Account } from '../start-test-console.ts'

/** The channel's own id of its category of gift sets. */
export async function giftCategoryOf(seller: Account, shopId: number): Promise<string> {
  return (await seller.call(`GET /categories?shop_id=${shopId}&lang=en&keyword=gift%20sets`)).at('data.0.id')
}
