import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { QueryInput } from '../../../../contract/endpoints.ts'
import { api } from '../../../api.ts'
import { chunksOf } from '../../../parts/list/chunks-of.ts'
import { noticeJapanese } from '../../../parts/japanese-font.ts'
import { listingsSearch } from '../list/listings-search.ts'
import { chosenProducts } from '../../../parts/list/chosen-products.ts'
import type { GridRow, GridShop } from './grid-rows.ts'

/** Rows that the grid opens at most. */
export const mostRows = 10_000
const productsPerCall = 200

export type GridData = { rows: GridRow[]; shops: GridShop[]; isCut: boolean }

/** Variants of the chosen products, or of those that the list's filters find. */
export function useGridRows() {
  const raw: Record<string, unknown> = useSearch({ strict: false })
  const {
    sort: _sort,
    page: _page,
    limit: _limit,
    ...filters
  } = listingsSearch.toQuery(listingsSearch.read(raw))
  const ids = raw['chosen'] === undefined ? undefined : chosenProducts.read()
  return useQuery({
    queryKey: ['products', 'grid', filters, ids],
    queryFn: ({ signal }) => (ids ? loadChosen(ids, signal) : loadFiltered(filters, signal)),
    // Rows must not move while they are edited.
    staleTime: Infinity,
    gcTime: 0,
  })
}

type Filters = Omit<QueryInput<'GET /products/variants'>, 'after' | 'limit' | 'ids'>

async function loadFiltered(filters: Filters, signal: AbortSignal): Promise<GridData> {
  const found = empty()
  let after: string | null | undefined
  do {
    const query = { ...filters, limit: productsPerCall, ...(after && { after }) }
    const page = await api('GET /products/variants', { query, signal })
    add(found, page.data, page.meta.shops)
    after = page.meta.next_after
  } while (after !== null && found.rows.length < mostRows)
  return cut(found, after !== null)
}

async function loadChosen(ids: number[], signal: AbortSignal): Promise<GridData> {
  const found = empty()
  for (const some of chunksOf(ids, productsPerCall)) {
    const query = { ids: some, limit: productsPerCall }
    const page = await api('GET /products/variants', { query, signal })
    add(found, page.data, page.meta.shops)
  }
  return cut(found, false)
}

type Found = { rows: GridRow[]; shops: Map<number, GridShop> }

const empty = (): Found => ({ rows: [], shops: new Map() })

function add(found: Found, rows: GridRow[], shops: GridShop[]): void {
  noticeJapanese(rows)
  found.rows.push(...rows)
  for (const shop of shops) found.shops.set(shop.id, shop)
}

const cut = ({ rows, shops }: Found, hasMore: boolean): GridData => ({
  rows: rows.slice(0, mostRows),
  shops: [...shops.values()],
  isCut: hasMore || rows.length > mostRows,
})
