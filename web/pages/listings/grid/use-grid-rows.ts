import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { QueryInput } from '../../../../contract/endpoints.ts'
import type { ProductChange } from '../../../../contract/realtime.ts'
import { mostTold } from '../../../../model/realtime-channels.ts'
import { api } from '../../../api.ts'
import { chunksOf } from '../../../parts/list/chunks-of.ts'
import { useLive } from '../../../parts/live.ts'
import { listingsSearch } from '../list/listings-search.ts'
import { chosenProducts } from '../../../parts/list/chosen-products.ts'
import type { GridRow, GridShop } from './grid-rows.ts'

/** Rows that the grid opens at most. */
export const mostRows = 10_000
const productsPerCall = 200

export type GridData = {
  rows: GridRow[]
  shops: GridShop[]
  isCut: boolean
  /** Ids of rows that are not there any more. */
  gone: number[]
}

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
  const queryKey = ['products', 'grid', filters, ids]
  const result = useQuery({
    queryKey,
    queryFn: ({ signal }) => (ids ? loadChosen(ids, signal) : loadFiltered(filters, signal)),
    // Rows must not move while they are edited.
    staleTime: Infinity,
    gcTime: 0,
  })
  useLiveRows(queryKey, result.isSuccess)
  return result
}

/** Reads the rows of changed products again. Each keeps its place, also one that is not there any more. */
function useLiveRows(queryKey: QueryKey, isLoaded: boolean) {
  const queries = useQueryClient()
  const stale = useRef({ ids: new Set<number>(), isAll: false, isReading: false })

  const renew = useEffectEvent(async () => {
    const { current } = stale
    if (current.isReading) return
    current.isReading = true
    try {
      while (current.isAll || current.ids.size > 0) {
        const shown = queries.getQueryData<GridData>(queryKey)
        if (!shown) return
        const { isAll, ids } = current
        Object.assign(current, { isAll: false, ids: new Set() })
        const concerned = shown.rows.map((row) => row.product_id).filter((id) => isAll || ids.has(id))
        if (concerned.length === 0) continue
        const asked = [...new Set(concerned)]
        const latest = await loadChosen(asked)
        queries.setQueryData<GridData>(queryKey, (now) => now && renewed(now, new Set(asked), latest))
      }
    } catch {
      // The next change reads again what could not be read.
      current.isAll = true
    } finally {
      current.isReading = false
    }
  })

  useLive('product.change', (values) => {
    for (const value of values as (ProductChange | null)[]) {
      // The ids are capped.
      if (value === null || value.ids.length >= mostTold) stale.current.isAll = true
      for (const id of value?.ids ?? []) stale.current.ids.add(id)
    }
    void renew()
  })
  useEffect(() => {
    if (isLoaded) void renew()
  }, [isLoaded])
}

function renewed(now: GridData, asked: ReadonlySet<number>, latest: GridData): GridData {
  const byId = new Map(latest.rows.map((row) => [row.id, row]))
  const shops = new Map([...now.shops, ...latest.shops].map((shop) => [shop.id, shop]))
  const isGone = (row: GridRow) => (asked.has(row.product_id) ? !byId.has(row.id) : now.gone.includes(row.id))
  return {
    ...now,
    rows: now.rows.map((row) => byId.get(row.id) ?? row),
    shops: [...shops.values()],
    gone: now.rows.filter((row) => isGone(row)).map(({ id }) => id),
  }
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

async function loadChosen(ids: number[], signal?: AbortSignal): Promise<GridData> {
  const found = empty()
  for (const some of chunksOf(ids, productsPerCall)) {
    const query = { ids: some, limit: productsPerCall }
    const page = await api('GET /products/variants', { query, ...(signal && { signal }) })
    add(found, page.data, page.meta.shops)
  }
  return cut(found, false)
}

type Found = { rows: GridRow[]; shops: Map<number, GridShop> }

const empty = (): Found => ({ rows: [], shops: new Map() })

function add(found: Found, rows: GridRow[], shops: GridShop[]): void {
  found.rows.push(...rows)
  for (const shop of shops) found.shops.set(shop.id, shop)
}

const cut = ({ rows, shops }: Found, hasMore: boolean): GridData => ({
  rows: rows.slice(0, mostRows),
  shops: [...shops.values()],
  isCut: hasMore || rows.length > mostRows,
  gone: [],
})
