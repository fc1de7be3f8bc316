import { QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { ConsoleQueries } from '../../console-queries.ts'
import { customersKey, forgetMembers, segmentsKey } from './customer-queries.ts'
import { orderKeys } from './order-queries.ts'
import { forgetGoods, productKeys } from './product-queries.ts'
import { skusKey } from './sku-queries.ts'

/** A browser that has read all of it a moment ago, so that a page that opens shows it as it is. */
function startCache() {
  const queries = new ConsoleQueries({ defaultOptions: { queries: { staleTime: 10_000, retry: false } } })
  const reads: string[] = []
  const keyOf = (...parts: (readonly string[] | object)[]) => parts.flat()
  const all = {
    products: keyOf(productKeys.lists, { page: 1 }),
    skus: keyOf(skusKey, ['list'], { page: 1 }),
    customers: keyOf(customersKey, ['list'], { shortlist_id: 5 }),
    customer: keyOf(customersKey, ['one'], { id: 7 }),
    segments: keyOf(segmentsKey, ['list']),
    orders: keyOf(orderKeys.lists, { segment_id: 5 }),
    figures: keyOf(orderKeys.figures, { segment_id: 5 }),
  }
  type Name = keyof typeof all
  for (const queryKey of Object.values(all)) queries.setQueryData(queryKey, 'read before')
  const read = (name: Name) => ({
    queryKey: all[name],
    queryFn: () => {
      reads.push(name)
      return 'read anew'
    },
  })
  return {
    queries,
    reads,
    open: (name: Name) => new QueryObserver(queries, read(name)).subscribe(() => undefined),
  }
}

it('reads lists of products and SKUs anew that are opened after goods have changed, and leaves the list on screen to its page', async () => {
  const { queries, reads, open } = startCache()
  open('products')
  forgetGoods(queries)
  open('skus')
  open('orders')
  await expect.poll(() => reads).toEqual(['skus'])
})

it('reads all anew that a segment filters once it has other members', async () => {
  const { queries, reads, open } = startCache()
  open('segments')
  open('customers')
  await forgetMembers(queries)
  expect(reads.toSorted()).toEqual(['customers', 'segments'])
  for (const name of ['customer', 'orders', 'figures'] as const) open(name)
  await expect
    .poll(() => reads.toSorted())
    .toEqual(['customer', 'customers', 'figures', 'orders', 'segments'])
})
