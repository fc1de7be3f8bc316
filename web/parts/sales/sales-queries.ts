import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Reply } from '../../../contract/endpoints.ts'
import { api } from '../../api.ts'
import { productKeys } from '../queries/product-queries.ts'
import { skusKey } from '../queries/sku-queries.ts'

export type SalesOfDays = Reply<'GET /products/{id}/statistic'>
export type SalesOverall = Reply<'GET /products/{id}/sale-overall'>['data']
export type Forecast = Reply<'GET /sku-centers/forecasts'>['data'][number]

/** Sales of a product in the last 30 days: by day, and by shop. */
export function productSalesQuery(id: number) {
  return queryOptions({
    queryKey: [...productKeys.details, id, 'sales'],
    queryFn: async ({ signal }) => {
      const days = await api('GET /products/{id}/statistic', { params: { id }, signal })
      const query = { from: days.meta.from }
      const { data } = await api('GET /products/{id}/sale-overall', { params: { id }, query, signal })
      return { days, overall: data }
    },
  })
}

/** The same of a SKU, over all its listings. */
export function skuSalesQuery(id: number) {
  return queryOptions({
    queryKey: [...skusKey, 'one', id, 'sales'],
    queryFn: async ({ signal }) => {
      const days = await api('GET /sku-centers/{id}/statistic', { params: { id }, signal })
      const query = { from: days.meta.from }
      const { data } = await api('GET /sku-centers/{id}/sale-overall', { params: { id }, query, signal })
      return { days, overall: data }
    },
  })
}

/** When SKUs run out, by their id. */
export function forecastsQuery(ids: number[]) {
  return queryOptions({
    queryKey: [...skusKey, 'forecasts', ids],
    queryFn: async ({ signal }) => {
      const { data } = await api('GET /sku-centers/forecasts', { query: { ids }, signal })
      return new Map(data.map((one) => [one.sku_id, one]))
    },
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })
}
