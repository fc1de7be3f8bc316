/** The filter of the customer list that leaves exactly the customers of a figure. */
import { dayBefore, type Scope } from './orders-of-figure.ts'

/** Search parameters of the customer list. */
export type CustomersSearch = {
  first_sold_from?: string
  first_sold_to?: string
  sold_from?: string
  sold_to?: string
  shop_id?: number[]
  platform_id?: number[]
  shortlist_id?: number[]
}

/** Customers who bought in the days of the scope; new: for the first time, returning: not for the first time. */
export function buyersOf({ from, to, ...scope }: Scope, type?: 'new' | 'returning'): CustomersSearch {
  const narrowed = narrowedTo(scope)
  if (type === 'new') return { ...narrowed, first_sold_from: from, first_sold_to: to }
  return {
    ...narrowed,
    ...(type === 'returning' && { first_sold_to: dayBefore(from) }),
    sold_from: from,
    sold_to: to,
  }
}

/** A segment is another word there. */
export function narrowedTo({
  shop_id: shops,
  platform_id: platforms,
  segment_id: segment,
}: Partial<Scope>): CustomersSearch {
  return {
    ...(shops && { shop_id: shops }),
    ...(platforms && { platform_id: platforms }),
    ...(segment && { shortlist_id: [segment] }),
  }
}
