import { hash } from '../../kit/random.ts'
import { escrowTerms } from './escrow.ts'
import { amount } from './shops.ts'
import type { Shopee } from './shopee.ts'
import type { Order, Shop } from './types.ts'
import { badParam, intParam, shopGet, type Answer, type Endpoints, type ShopCall } from './wire.ts'

const DAY = 86_400
/** From the completion to the payout, by the order: one to three days. */
const releaseOf = (order: Order): number => order.endTime + (1 + (hash(`release:${order.sn}`) % 3)) * DAY

/** The orders that were paid out, the first one first. */
function released(shopee: Shopee, shop: Shop, from = 0, to = Infinity): Order[] {
  const last = Math.min(to, shopee.clock.now())
  return [...shopee.book.inStatus(shop.id, 'COMPLETED')]
    .filter((order) => order.endTime > 0 && releaseOf(order) >= from && releaseOf(order) <= last)
    .sort((a, b) => releaseOf(a) - releaseOf(b) || (a.sn < b.sn ? -1 : 1))
}

function getEscrowList(shopee: Shopee, { shop, query }: ShopCall): Answer {
  const [from, to] = [intParam(query, 'release_time_from'), intParam(query, 'release_time_to')]
  const page = query.has('page_no') ? intParam(query, 'page_no') : 1
  const size = query.has('page_size') ? intParam(query, 'page_size') : 40
  if (size < 1 || size > 100) throw badParam('Wrong parameters, detail: page_size must be between 1 and 100.')
  if (page < 1) throw badParam('Wrong parameters, detail: page_no must be at least 1.')
  if (from >= to)
    throw badParam('Wrong parameters, detail: release_time_from must be earlier than release_time_to.')
  const found = released(shopee, shop, from, to)
  return {
    wrapped: {
      escrow_list: found.slice((page - 1) * size, page * size).map((order) => ({
        order_sn: order.sn,
        payout_amount: amount(shop, escrowTerms(order).payout),
        escrow_release_time: releaseOf(order),
      })),
      more: found.length > page * size,
    },
  }
}

export const settlementEndpoints: Endpoints = { 'payment/get_escrow_list': shopGet(getEscrowList) }

/** The payout of each order, in minor units, with the terms that add up to it. */
export const trueSettlements = (shopee: Shopee, shop: Shop): object[] =>
  released(shopee, shop).map((order) => ({
    order_sn: order.sn,
    released_at: releaseOf(order),
    ...escrowTerms(order),
  }))
