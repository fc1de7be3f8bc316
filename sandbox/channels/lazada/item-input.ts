import type { SkuInput, Variation } from './item-rules.ts'
import { leavesOf, recordsOf, textOf, textsOf, type Tree } from './payload.ts'

/** Fields that a payload sets. A field that the payload leaves out is undefined. */
export interface ProductInput {
  category: string | undefined
  images: string[] | undefined
  attributes: Record<string, string>
  variation: Variation[] | undefined
  skus: SkuInput[]
}

export function readInput(product: Tree): ProductInput {
  const variation = product['variation']
  return {
    category: textOf(product['PrimaryCategory']),
    images: textsOf(product['Images'], 'Image'),
    attributes: leavesOf(product['Attributes']),
    variation:
      variation === undefined
        ? undefined
        : [1, 2, 3, 4, 5].flatMap((number) =>
            recordsOf(variation, `Variation${number}`).map((one) => ({
              name: textOf(one['name']) ?? '',
              options: textsOf(one['options'], 'option') ?? [],
            })),
          ),
    skus: recordsOf(product['Skus'], 'Sku').map(readSku),
  }
}

function readSku(sku: Tree): SkuInput {
  const { special_price: special, special_from_date: from, special_to_date: to } = sku
  const leaves = leavesOf(sku)
  return {
    sellerSku: textOf(sku['SellerSku'])?.trim() ?? '',
    skuId: textOf(sku['SkuId']),
    status: textOf(sku['Status']),
    saleProp: sku['saleProp'] === undefined ? undefined : leavesOf(sku['saleProp']),
    images: sku['Images'] === undefined ? undefined : textsOf(sku['Images'], 'Image'),
    price: textOf(sku['price']),
    quantity: textOf(sku['quantity']),
    special:
      special === undefined
        ? undefined
        : { price: textOf(special) ?? '', from: textOf(from) ?? '', to: textOf(to) ?? '' },
    package: Object.fromEntries(Object.entries(leaves).filter(([name]) => name.startsWith('package_'))),
  }
}
