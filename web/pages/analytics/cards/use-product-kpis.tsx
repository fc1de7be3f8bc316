import { useQuery } from '@tanstack/react-query'
import { decimal } from '../../../parts/figures.ts'
import { figuresQuery } from '../analytics-queries.ts'
import { sales } from '../orders-of-figure.ts'
import { counted } from '../parts/formats-of.ts'
import type { Kpi } from '../parts/kpi-cells.tsx'
import { useFigures } from '../use-figures.ts'

/** Products and SKUs that were sold, and those that were not. */
export function useProductKpis(): Kpi[] {
  const { search, plain, scopeOf } = useFigures('products')
  const { data: reply } = useQuery(
    figuresQuery('GET /analytics/products/products-sold-metrics', {
      ...plain,
      ...(search.compare && { compare: search.compare }),
    }),
  )
  const data = reply?.data
  const alone = (value: number | null) => ({ value, previous: null, percent_change: null })
  const orders = data ? sales(scopeOf(data)) : null
  return [
    { name: 'products_sold', figure: data?.products_sold, format: counted, orders, isDrawn: false },
    { name: 'skus_sold', figure: data?.skus_sold, format: counted, orders, isDrawn: false },
    {
      name: 'average_items_per_order',
      figure: data?.average_items_per_order,
      format: decimal,
      orders,
      isDrawn: false,
    },
    ...(['products_without_sale', 'low_stock', 'out_of_stock'] as const).map((name): Kpi => ({
      name,
      figure: data && alone(data[name]),
      format: counted,
      // There is no order behind what was not sold.
      orders: null,
      isDrawn: false,
    })),
  ]
}
