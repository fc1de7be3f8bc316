import { useMemo } from 'react'
import { createListSearch, read } from '../../../parts/list/list-search.ts'
import { useListSearch } from '../../../parts/list/use-list-search.ts'
import type { SkuQuery } from '../../../parts/queries/sku-queries.ts'
import { paths } from '../../../paths.ts'

export const stockFilters = ['in', 'low', 'out'] as const

export const skusSearch = createListSearch({
  name: 'skus',
  filters: {
    keyword: read.text,
    shop_id: read.ids,
    stock: read.oneOf(stockFilters),
    shop_count: read.within(0, 999),
  },
  sortFields: ['updated_at', 'prime_sku'],
  defaultSort: '-updated_at',
})

/** The filters in the address, how to change them, and the same question in the API's words. */
export function useSkusSearch() {
  const { search, change } = useListSearch(paths.skus, skusSearch)
  const query = useMemo(() => toSkuQuery(search), [search])
  return { search, change, query }
}

export function toSkuQuery(search: ReturnType<typeof skusSearch.read>): SkuQuery {
  const { stock, shop_count: shopCount, ...rest } = skusSearch.toQuery(search)
  return {
    ...rest,
    stock: stock && [stock],
    shop_count: shopCount === undefined ? undefined : [shopCount],
  }
}
