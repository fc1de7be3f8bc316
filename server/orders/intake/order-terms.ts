/** Search terms of an order: its code, tracking numbers, phone, names and SKUs. */
import { termsOfCode, termsOfName, termsOfPhone, termsOfSku } from '../../../model/keyword.ts'
import type { ChannelOrder } from '../../../model/order.ts'
import { searchTerms } from '../../db/search-terms.ts'

export type SearchedOrder = {
  channelOrderId: string
  shortCode?: string | null | undefined
  packages: Pick<ChannelOrder['packages'][number], 'trackingNumber'>[]
  address: Pick<NonNullable<ChannelOrder['address']>, 'name' | 'phone'> | null
  buyer: { name: string } | null
  lines: Pick<ChannelOrder['lines'][number], 'sellerSku' | 'shopSku'>[]
}

export function orderTerms(ownerNumber: number, order: SearchedOrder): string[] {
  return searchTerms(ownerNumber, [
    ...termsOfCode(order.channelOrderId),
    ...termsOfCode(order.shortCode ?? ''),
    ...order.packages.flatMap(({ trackingNumber }) => (trackingNumber ? termsOfCode(trackingNumber) : [])),
    ...(order.address?.phone ? termsOfPhone(order.address.phone) : []),
    ...termsOfName(order.buyer?.name ?? ''),
    ...termsOfName(order.address?.name ?? ''),
    ...order.lines.flatMap(({ sellerSku, shopSku }) => [
      ...termsOfSku(sellerSku ?? ''),
      ...termsOfSku(shopSku),
    ]),
  ])
}
