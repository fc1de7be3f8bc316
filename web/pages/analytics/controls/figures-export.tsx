import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { ExportMenu } from '../../../parts/export-menu.tsx'
import type { AnalyticsPage } from '../../../paths.ts'
import type { ExportFormat } from '../../../../model/export.ts'
import { useFigures } from '../use-figures.ts'

const tables = {
  'GET /analytics/sales/shop-detail-statistic/export': 'shops',
  'GET /analytics/sales/product-ranking/export': 'products',
  'GET /analytics/products/product-ranking/export': 'products',
  'GET /analytics/orders/location-statistic/export': 'places',
  'GET /analytics/orders/shipping-statistic/export': 'couriers',
  'GET /analytics/customers/customers-statistic/export': 'buyers',
} as const
export type FiguresExportCall = keyof typeof tables

const rankings = [
  'GET /analytics/sales/product-ranking/export',
  'GET /analytics/products/product-ranking/export',
] as const

/** Requests a table of the page as a file, of the days and shops that it shows. */
export function FiguresExport({ page, calls }: { page: AnalyticsPage; calls: FiguresExportCall[] }) {
  const { t } = useTranslation()
  const { search, plain } = useFigures(page)
  const [chosen, setChosen] = useState<FiguresExportCall>()
  const call = chosen ?? calls[0]
  if (call === undefined) return null

  function request(format: ExportFormat) {
    const ranking = rankings.find((one) => one === call)
    if (ranking)
      return api(ranking, { query: { ...plain, format, ...(search.sort && { sort: search.sort }) } })
    const other = call as Exclude<FiguresExportCall, (typeof rankings)[number]>
    return api(other, { query: { ...plain, format } })
  }

  return (
    <ExportMenu
      permission="analytics.export"
      notAllowed={t('analytics.exportNotAllowed')}
      summary={calls.length === 1 ? t(`analytics.table.${tables[call]}`) : null}
      isEmpty={false}
      request={request}
    >
      {calls.length > 1 && (
        <fieldset>
          <legend>{t('analytics.exportWhat')}</legend>
          {calls.map((one) => (
            <label key={one}>
              <input type="radio" name="table" checked={one === call} onChange={() => setChosen(one)} />
              {t(`analytics.table.${tables[one]}`)}
            </label>
          ))}
        </fieldset>
      )}
    </ExportMenu>
  )
}
