import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useListSearch } from '../../../parts/list/use-list-search.ts'
import { productListQuery, type ProductQuery } from '../../../parts/queries/product-queries.ts'
import { paths } from '../../../paths.ts'
import { listingsSearch } from './listings-search.ts'

export const useListingsSearch = () => useListSearch(paths.products, listingsSearch)

/** The page of products that the address asks for; the previous one stays while it loads. */
export function useListings() {
  const { search, change } = useListingsSearch()
  const query: ProductQuery = useMemo(() => listingsSearch.toQuery(search), [search])
  return { search, change, query, result: useQuery(productListQuery(query)) }
}
