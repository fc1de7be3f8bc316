import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { decimal } from '../../../parts/figures.ts'
import { paths } from '../../../paths.ts'
import { allows, meQuery } from '../../../session.ts'
import { figuresQuery } from '../analytics-queries.ts'
import { sales } from '../orders-of-figure.ts'
import { counted } from '../parts/formats-of.ts'
import type { Kpi } from '../parts/kpi-cells.tsx'
import { useFigures, useShopFilter } from '../use-figures.ts'
import { rankingId } from './ranking-card.tsx'

/** Products and SKUs that were sold, and those that were not. */
export function useProductKpis(): Kpi[] {
  const { search, plain, scopeOf } = useFigures('products')
  const shops = useShopFilter('products')
  const { data: me } = useSuspenseQuery(meQuery)
  const { data: reply } = useQuery(
    figuresQuery('GET /analytics/products/products-sold-metrics', {
      ...plain,
      ...(search.compare && { compare: search.compare }),
    }),
  )
  const data = reply?.data
  const alone = (value: number | null) => ({ value, previous: null, percent_change: null })
  const orders = data ? sales(scopeOf(data)) : null
  // Lists of products know no segment.
  const listed = data && !search.segment_id && allows(me, 'products.view') ? data : undefined
  const soldOf = (isSold: 0 | 1, more: object = {}) =>
    listed && {
      path: paths.products(),
      search: { ...shops, is_sold: isSold, sold_from: listed.from, sold_to: listed.to, ...more },
    }
  const short = (stock: 'low' | 'out') =>
    allows(me, 'sku.view') && !plain.platform_id
      ? { path: paths.skus(), search: { ...shops, stock } }
      : undefined
  const listOf = {
    products_without_sale: soldOf(0, { status: 'active' }),
    low_stock: short('low'),
    out_of_stock: short('out'),
  }
  const rankingOf = (isListed: 0 | undefined) => ({
    path: paths.analytics('products'),
    search: { ...search, page: undefined, is_listed: isListed },
    hash: rankingId,
  })
  const unlisted = data?.products_unlisted ?? 0
  return [
    {
      name: 'products_sold',
      figure: data?.products_sold,
      format: counted,
      // A list of orders has other numbers, and what no shop lists any more is in no list of products.
      orders: null,
      to: soldOf(1),
      ...(data &&
        unlisted > 0 && {
          formula: [
            {
              name: 'products_sold',
              value: counted(data.products_sold.value - unlisted),
              orders: null,
              to: soldOf(1),
            },
            {
              sign: '+',
              name: 'unlisted',
              value: counted(unlisted),
              orders: null,
              to: rankingOf(0),
            },
          ],
        }),
      isDrawn: false,
    },
    {
      name: 'skus_sold',
      figure: data?.skus_sold,
      format: counted,
      orders: null,
      to: data && rankingOf(undefined),
      isDrawn: false,
    },
    {
      name: 'average_items_per_order',
      figure: data?.average_items_per_order,
      format: decimal,
      orders: null,
      formula: [
        { name: 'quantity', value: data ? counted(data.quantity.value) : '–', orders },
        { sign: '÷', name: 'orders', value: data ? counted(data.orders.value) : '–', orders },
      ],
      isDrawn: false,
    },
    ...(['products_without_sale', 'low_stock', 'out_of_stock'] as const).map((name): Kpi => ({
      name,
      figure: data && alone(data[name]),
      format: counted,
      // There is no order behind what was not sold.
      orders: null,
      to: listOf[name],
      isDrawn: false,
    })),
  ]
}
