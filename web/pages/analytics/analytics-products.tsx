import { AnalyticsFrame } from './analytics-page.tsx'
import { PiecesCard } from './cards/pieces-card.tsx'
import { RankingCard } from './cards/ranking-card.tsx'
import { useProductKpis } from './cards/use-product-kpis.tsx'
import { FiguresExport } from './controls/figures-export.tsx'

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
    </AnalyticsFrame>
  )
}
