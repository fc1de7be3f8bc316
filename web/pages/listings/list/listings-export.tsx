import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { ExportMenu } from '../../../parts/export-menu.tsx'
import { count } from '../../../parts/figures.ts'
import type { ProductQuery } from '../../../parts/queries/product-queries.ts'

/** Requests the products of the list as a file. `total`: their number, once it is known. */
export function ListingsExport({ query, total }: { query: ProductQuery; total: number | undefined }) {
  const { t } = useTranslation()
  const { page: _page, limit: _limit, sort: _sort, after: _after, ...filters } = query
  return (
    <ExportMenu
      permission="products.export"
      notAllowed={t('exports.notAllowedList')}
      summary={total === undefined ? null : t('exports.products', { count: total, figure: count(total) })}
      isEmpty={total === 0}
      request={(format) => api('GET /products/export', { query: { ...filters, format } })}
    />
  )
}
