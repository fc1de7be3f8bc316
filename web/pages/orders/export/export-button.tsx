import { useTranslation } from 'react-i18next'
import type { ExportFormat } from '../../../../model/export.ts'
import { api } from '../../../api.ts'
import { ExportForm, ExportMenu } from '../../../parts/export-menu.tsx'
import { count } from '../../../parts/figures.ts'
import type { OrderQuery } from '../../../parts/queries/order-queries.ts'

type Asked = { query: OrderQuery | { ids: number[] }; total: number | undefined }

/** Asks for what the list shows as a file. `total`: how many orders that is, once it is known. */
export function ExportButton(asked: Asked) {
  const { t } = useTranslation()
  const form = useOrdersAsFile(asked)
  return <ExportMenu {...form} permission="orders.export" notAllowed={t('exports.notAllowed')} />
}

export function OrderExportForm({ onAsked, ...asked }: Asked & { onAsked: () => void }) {
  return <ExportForm {...useOrdersAsFile(asked)} onAsked={onAsked} />
}

function useOrdersAsFile({ query, total }: Asked) {
  const { t } = useTranslation()
  const filters = filtersOf(query)
  return {
    summary: total === undefined ? null : t('exports.orders', { count: total, figure: count(total) }),
    isEmpty: total === 0,
    request: (format: ExportFormat) => api('GET /orders/export', { query: { ...filters, format } }),
  }
}

/** The place in the list says nothing about what is in the file. */
function filtersOf(query: Asked['query']) {
  if ('ids' in query) return query
  const { page: _page, limit: _limit, sort: _sort, after: _after, ...filters } = query
  return filters
}
