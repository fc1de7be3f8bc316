import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { count } from '../../../parts/figures.ts'
import { type Forecast, forecastsQuery } from '../../../parts/sales/sales-queries.ts'
import { allows, meQuery } from '../../../session.ts'
import type { RankingRow } from '../cards/ranking-card.tsx'
import { FiguresTable, type FiguresTableProps, type TableColumn } from '../parts/figures-table.tsx'
import styles from '../analytics.module.css'
import { Sparkline } from './sparkline.tsx'

/** Below it an order for more may come too late. */
const fewDays = 7

/** The ranking with what is sold of each SKU on the last 30 days in all shops, and the days for which its stock lasts. */
export function StockRanking({ columns, rows, ...props }: FiguresTableProps<RankingRow>) {
  const stock = useStockColumns(rows)
  const others =
    stock.length === 0
      ? columns
      : columns.map((one) => (one.key === 'share' ? { ...one, isWide: 'first' as const } : one))
  return <FiguresTable {...props} columns={[...others, ...stock]} rows={rows} />
}

function useStockColumns(rows: readonly RankingRow[]): TableColumn<RankingRow>[] {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const ids = allows(me, 'sku.view') ? [...new Set(rows.flatMap(({ sku }) => sku.id ?? []))] : []
  const { data: forecasts } = useQuery(forecastsQuery(ids))
  if (ids.length === 0) return []
  const of = ({ sku }: RankingRow) => (sku.id === null ? undefined : forecasts?.get(sku.id))
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
