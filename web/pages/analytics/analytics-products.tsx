import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { later } from '../../later.tsx'
import { allows, meQuery } from '../../session.ts'
import { withTexts } from '../../texts.ts'
import { AnalyticsFrame } from './analytics-page.tsx'
import { PiecesCard } from './cards/pieces-card.tsx'
import { RankingCard, type RankingRow } from './cards/ranking-card.tsx'
import { useProductKpis } from './cards/use-product-kpis.tsx'
import { FiguresExport } from './controls/figures-export.tsx'
import { ChartTools, type ChartToolsProps } from './parts/chart-tools.tsx'
import { FiguresTable, type FiguresTableProps } from './parts/figures-table.tsx'

// Loaded after the charts.
const loadGoods = withTexts(() => import('./later/goods-cards.tsx'), 'analytics', 'goods')
const loadRanking = () => import('./later/stock-ranking.tsx')
const StockRanking = later(async () => ({ default: (await loadRanking()).StockRanking }))
const StockRankingTools = later(async () => ({ default: (await loadRanking()).StockRankingTools }))
const GoodsCards = later(async () => ({ default: (await loadGoods()).GoodsCards }))

/** Units sold over time, how broad the sales are, and every product that was sold. */
export function ProductsPage() {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const kpis = useProductKpis()
  return (
    <AnalyticsFrame
      page="products"
      exports={<FiguresExport page="products" calls={['GET /analytics/products/product-ranking/export']} />}
    >
      <PiecesCard page="products" call="GET /analytics/products/products-sold" more={kpis} />
      <RankingCard
        page="products"
        call="GET /analytics/products/product-ranking"
        table={RankingTable}
        tools={RankingTools}
        more={
          allows(me, 'sku.view')
            ? [
                { title: t('analytics.column.last30'), means: 'last30' },
                { title: t('analytics.column.daysLeft'), means: 'daysLeft' },
              ]
            : []
        }
      />
      <Suspense>
        <GoodsCards />
      </Suspense>
    </AnalyticsFrame>
  )
}

function RankingTable(props: FiguresTableProps<RankingRow>) {
  return (
    <Suspense fallback={<FiguresTable {...props} />}>
      <StockRanking {...props} />
    </Suspense>
  )
}

function RankingTools(props: ChartToolsProps<RankingRow>) {
  return (
    <Suspense fallback={<ChartTools {...props} />}>
      <StockRankingTools {...props} />
    </Suspense>
  )
}
