import { lazy, Suspense } from 'react'
import { loadChunk } from '../../chunk-reload.ts'
import { withTexts } from '../../texts.ts'
import { AnalyticsFrame } from './analytics-page.tsx'
import { PiecesCard } from './cards/pieces-card.tsx'
import { RankingCard } from './cards/ranking-card.tsx'
import { useProductKpis } from './cards/use-product-kpis.tsx'
import { FiguresExport } from './controls/figures-export.tsx'

// Loaded after the charts.
const loadGoods = withTexts(() => import('./later/goods-cards.tsx'), 'analytics', 'goods')
const GoodsCards = lazy(() => loadChunk(async () => ({ default: (await loadGoods()).GoodsCards })))

/** Units sold over time, how broad the sales are, and every product that was sold. */
export function ProductsPage() {
  const kpis = useProductKpis()
  return (
    <AnalyticsFrame
      page="products"
      exports={<FiguresExport page="products" calls={['GET /analytics/products/product-ranking/export']} />}
    >
      <PiecesCard page="products" call="GET /analytics/products/products-sold" more={kpis} />
      <RankingCard page="products" call="GET /analytics/products/product-ranking" />
      <Suspense>
        <GoodsCards />
      </Suspense>
    </AnalyticsFrame>
  )
}
