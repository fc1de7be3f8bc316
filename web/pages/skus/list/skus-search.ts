import type { StockLevel } from '../../../../model/stock-level.ts'
import { defaultPageSize, type PageSize, pageSizes } from '../../../parts/list/page-size.ts'
import { type ListOf, useListSearch } from '../../../parts/list/use-list-search.ts'
import type { SkuQuery } from '../../../parts/queries/sku-queries.ts'
import { paths } from '../../../paths.ts'

export const stockFilters = ['in', 'low', 'out'] as const satisfies StockLevel[]

/** Search parameters of the SKU list: every key is optional, and an invalid value is left out. */
export type SkusSearch = {
  keyword?: string
  shop_id?: number[]
  stock?: StockLevel
  shop_count?: number
  sort?: SkuSort
  page?: number
  limit?: PageSize
}

const sorts = ['updated_at', '-updated_at', 'prime_sku', '-prime_sku'] as const
export type SkuSort = (typeof sorts)[number]
export const defaultSkuSort: SkuSort = '-updated_at'

export function readSkusSearch(raw: Record<string, unknown>): SkusSearch {
  const text = (key: string) => {
    const value = raw[key]
    if (Array.isArray(value)) return value.join(',')
    return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  }
  const page = Math.trunc(Number(text('page')))
  const read: { [K in keyof SkusSearch]: SkusSearch[K] | undefined } = {
    keyword: text('keyword').slice(0, 255) || undefined,
    shop_id: text('shop_id')
      .split(',')
      .filter((part) => /^\d{1,15}$/.test(part))
      .map(Number),
    stock: stockFilters.find((level) => level === text('stock')),
    shop_count: /^\d{1,3}$/.test(text('shop_count')) ? Number(text('shop_count')) : undefined,
    sort: sorts.find((sort) => sort === text('sort') && sort !== defaultSkuSort),
    page: page > 1 ? page : undefined,
    limit: pageSizes.find((size) => size !== defaultPageSize && String(size) === text('limit')),
  }
  return Object.fromEntries(
    Object.entries(read).filter(
      ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  )
}

/** The same question in the API's words. */
export function toSkuQuery(search: SkusSearch): SkuQuery {
  const { stock, shop_count: shopCount, sort = defaultSkuSort, page = 1, limit = defaultPageSize } = search
  return {
    ...search,
    stock: stock && [stock],
    shop_count: shopCount === undefined ? undefined : [shopCount],
    sort,
    page,
    limit,
  }
}

/** Takes every filter off when it is given as a change. */
export const noSkuFilters = {
  keyword: undefined,
  shop_id: undefined,
  stock: undefined,
  shop_count: undefined,
} satisfies { [K in keyof SkusSearch]?: undefined }

const list: ListOf<SkusSearch> = { path: paths.skus, read: readSkusSearch, store: () => undefined }

export const useSkusSearch = () => useListSearch(list)
