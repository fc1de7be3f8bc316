import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { EndpointName, QueryInput, Reply } from '../../../contract/endpoints.ts'
import { api } from '../../api.ts'
import { orderKeys } from '../../parts/queries/order-queries.ts'

export type FigureCall = Extract<EndpointName, `GET /analytics/${string}`>

export type RevenueFigures = Reply<'GET /analytics/revenue-metrics'>['data']
export type PieceFigures = Reply<'GET /analytics/products-sold'>['data']
export type CustomerFigures = Reply<'GET /analytics/customers-metrics'>['data']
export type Ranking = Reply<'GET /analytics/product-ranking'>
export type Figure = { value: number | null; previous: number | null; percent_change: number | null }

type AnyQuery = Record<string, unknown>

/** A call of analytics. The figures of the days before stay, faded, while those of other days load. */
export function figuresQuery<K extends FigureCall>(call: K, query: QueryInput<K> & AnyQuery) {
  return queryOptions({
    queryKey: [...orderKeys.figures, call, query] as const,
    queryFn: async ({ signal }) => {
      const reply = await (api as (name: K, asked: object) => Promise<Reply<K>>)(call, { query, signal })
      return reply
    },
    placeholderData: keepPreviousData,
  })
}
