import type { Order } from '../../../parts/queries/order-queries.ts'

type Line = Order['order_product_skus']['data'][number]
/** Lines of one thing, gifts included: most channels keep them together. */
export type Thing = {
  shopSku: string
  name: string
  context: string
  image: string | null
  quantity: number
  lines: Line[]
}
export function thingsOf(lines: Line[]): Thing[] {
  return [...Map.groupBy(lines, (line) => line.shop_sku)].map(([shopSku, same]) => {
    const sku = same[0]?.product_sku.data
    return {
      shopSku,
      name: sku?.name ?? shopSku,
      context: [same[0]?.seller_sku ?? shopSku, sku?.variant_label].filter(Boolean).join(' · '),
      image: sku?.image ?? null,
      quantity: same.reduce((sum, line) => sum + line.quantity, 0),
      lines: same,
    }
  })
}
