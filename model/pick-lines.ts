/** Pieces to be taken from the shelves for many orders. */

/** Pieces of a SKU that a line of an order needs: of the SKU that was sold, or of a part of it where that is a bundle. */
export type OrderPiece = {
  orderId: number
  orderCode: string
  shopSku: string
  quantity: number
  /** Number of a part in one piece of the line; null where it is no part. */
  perUnit: number | null
  skuId: number | null
  code: string
  name: string
  variantLabel: string | null
  imageUrl: string | null
  bin: string | null
}

export type PickLine = Pick<OrderPiece, 'skuId' | 'code' | 'name' | 'variantLabel' | 'imageUrl' | 'bin'> & {
  /** From 1 on. */
  line: number
  quantity: number
  orders: { id: number; code: string; quantity: number }[]
}

/** One line a SKU, by bin; what has no bin comes last. */
export function pickLines(pieces: OrderPiece[]): PickLine[] {
  const groups = [...Map.groupBy(pieces, ({ skuId, code }) => skuId ?? code).values()]
  return groups
    .flatMap((group) => {
      const [first] = group
      if (!first) return []
      const { skuId, code, name, variantLabel, imageUrl, bin } = first
      const orders = [...Map.groupBy(group, ({ orderId }) => orderId)].map(([id, ofOrder]) => ({
        id,
        code: ofOrder[0]?.orderCode ?? '',
        quantity: sum(ofOrder),
      }))
      return [{ skuId, code, name, variantLabel, imageUrl, bin, quantity: sum(group), orders }]
    })
    .toSorted((a, b) => binOrder(a.bin, b.bin) || a.code.localeCompare(b.code, 'en', { numeric: true }))
    .map((line, at) => ({ line: at + 1, ...line }))
}

const sum = (all: { quantity: number }[]) => all.reduce((total, { quantity }) => total + quantity, 0)

/** A2 stands before A10. */
function binOrder(a: string | null, b: string | null): number {
  if (a === null || b === null) return (a === null ? 1 : 0) - (b === null ? 1 : 0)
  return a.localeCompare(b, 'en', { numeric: true })
}
