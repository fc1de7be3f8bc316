import { useTranslation } from 'react-i18next'
import type { ExportFormat } from '../../../../model/export.ts'
import { api } from '../../../api.ts'
import { count } from '../../../parts/figures.ts'
import { exportFilters } from '../../../parts/list/export-filters.ts'
import type { OrderQuery } from '../../../parts/queries/order-queries.ts'

/** A file of the list's orders, or of chosen ones. `total`: how many they are, once that is known. */
export function useOrderExport(query: OrderQuery | { ids: number[] }, total: number | undefined) {
  const { t } = useTranslation()
  const filters = 'ids' in query ? query : exportFilters(query)
  return {
    right: 'orders.export' as const,
    size: total === undefined ? null : t('exports.orders', { count: total, figure: count(total) }),
    isEmpty: total === 0,
    request: (format: ExportFormat) => api('GET /orders/export', { query: { ...filters, format } }),
  }
}
