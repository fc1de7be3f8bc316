import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { ExportMenu } from '../../../parts/export-menu.tsx'
import { count } from '../../../parts/figures.ts'
import type { SkuQuery } from '../../../parts/queries/sku-queries.ts'

/** Requests the SKUs of the list as a file. `total`: their number, once it is known. */
export function SkusExport({ query, total }: { query: SkuQuery; total: number | undefined }) {
  const { t } = useTranslation()
  const { page: _page, limit: _limit, sort: _sort, after: _after, ...filters } = query
  return (
    <ExportMenu
      permission="sku.export"
      notAllowed={t('exports.notAllowedList')}
      summary={total === undefined ? null : t('exports.skus', { count: total, figure: count(total) })}
      isEmpty={total === 0}
      request={(format) => api('GET /sku-centers/export', { query: { ...filters, format } })}
    />
  )
}
