import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { count } from '../../../parts/figures.ts'
import { type Forecast, forecastsQuery } from '../../../parts/sales/sales-queries.ts'
import { allows, meQuery } from '../../../session.ts'
import type { Ranking } from '../analytics-queries.ts'
import type { TableColumn } from '../parts/figures-table.tsx'
import styles from '../analytics.module.css'
import { Sparkline } from './sparkline.tsx'

type Row = Ranking['data'][number]

/** Below it an order for more may come too late. */
const fewDays = 7

/** What the stock of the rows' SKUs is good for: their sales of 30 days in all shops, and the days that are left. */
export function useStockColumns(rows: readonly Row[]): TableColumn<Row>[] {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const ids = allows(me, 'sku.view') ? [...new Set(rows.flatMap(({ sku }) => sku.id ?? []))] : []
  const { data: forecasts } = useQuery(forecastsQuery(ids))
  if (ids.length === 0) return []
  const of = ({ sku }: Row) => (sku.id === null ? undefined : forecasts?.get(sku.id))
  return [
    {
      key: 'last30',
      title: t('analytics.column.last30'),
      isWide: true,
      cell: (row) => {
        const { by_day: days } = of(row) ?? {}
        if (!days) return null
        const figure = count(Math.max(...days))
        return <Sparkline days={days} label={t('analytics.mostInADay', { figure })} />
      },
      text: (row) => of(row)?.by_day.join(' ') ?? '',
    },
    {
      key: 'daysLeft',
      title: t('analytics.column.daysLeft'),
      isRight: true,
      isWide: true,
      cell: (row) => <DaysLeft forecast={of(row)} />,
      text: (row) => of(row)?.days_left ?? '',
    },
  ]
}

function DaysLeft({ forecast }: { forecast: Forecast | undefined }) {
  const { t } = useTranslation()
  const left = forecast?.days_left ?? null
  if (left === null) return <span className={styles['muted']}>–</span>
  const hue = left === 0 ? 'red' : left <= fewDays ? 'amber' : undefined
  return (
    <span data-hue={hue}>
      {left === 0 ? t('analytics.soldOut') : t('analytics.days', { count: left, figure: count(left) })}
    </span>
  )
}
