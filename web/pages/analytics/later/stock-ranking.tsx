import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { count } from '../../../parts/figures.ts'
import { forecastsQuery } from '../../../parts/sales/sales-queries.ts'
import { allows, meQuery } from '../../../session.ts'
import type { RankingRow } from '../cards/ranking-card.tsx'
import { ChartTools, type ChartToolsProps } from '../parts/chart-tools.tsx'
import { FiguresTable, type FiguresTableProps, type TableColumn } from '../parts/figures-table.tsx'
import { DaysLeft } from './days-left.tsx'
import { Sparkline } from './sparkline.tsx'

/** The ranking with what is sold of each SKU on the last 30 days in all shops, and the days for which its stock lasts. */
export function StockRanking({ columns, rows, ...props }: FiguresTableProps<RankingRow>) {
  const stock = useStockColumns(rows)
  return <FiguresTable {...props} columns={[...columns, ...stock]} rows={rows} />
}

/** Its files, with the same columns. */
export function StockRankingTools({ table: { columns, rows }, ...props }: ChartToolsProps<RankingRow>) {
  const stock = useStockColumns(rows)
  return <ChartTools {...props} table={{ columns: [...columns, ...stock], rows }} />
}

function useStockColumns(rows: readonly RankingRow[]): TableColumn<RankingRow>[] {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const ids = allows(me, 'sku.view') ? [...new Set(rows.flatMap(({ sku }) => sku.id ?? []))] : []
  const { data: forecasts } = useQuery(forecastsQuery(ids))
  if (ids.length === 0) return []
  const of = ({ sku }: RankingRow) => (sku.id === null ? undefined : forecasts?.get(sku.id))
  const last30: TableColumn<RankingRow> = {
    key: 'last30',
    title: t('analytics.column.last30'),
    means: 'last30',
    isWide: true,
    cell: (row) => {
      const { by_day: days } = of(row) ?? {}
      if (!days) return null
      const figure = count(Math.max(...days))
      return <Sparkline days={days} label={t('analytics.mostInADay', { figure })} />
    },
    text: (row) => of(row)?.by_day.join(' ') ?? '',
  }
  const daysLeft: TableColumn<RankingRow> = {
    key: 'daysLeft',
    title: t('analytics.column.daysLeft'),
    means: 'daysLeft',
    isRight: true,
    isWide: true,
    cell: (row) => <DaysLeft days={of(row)?.days_left ?? null} />,
    text: (row) => of(row)?.days_left ?? '',
  }
  const hasDays = rows.some((row) => of(row)?.days_left != null)
  return hasDays ? [last30, daysLeft] : [last30]
}
