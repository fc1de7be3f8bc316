import { AnalyticsFrame } from './analytics-page.tsx'
import styles from './analytics.module.css'
import { HoursCard } from './cards/hours-card.tsx'
import { RankingCard } from './cards/ranking-card.tsx'
import { ShopsCard } from './cards/shops-card.tsx'
import { FiguresExport } from './controls/figures-export.tsx'
import { RevenueChart } from './parts/revenue-chart.tsx'

/** Sales over time, by shop, by hour and by product. */
export function SalesPage() {
  return (
    <AnalyticsFrame
      page="sales"
      exports={
        <FiguresExport
          page="sales"
          calls={[
            'GET /analytics/sales/shop-detail-statistic/export',
            'GET /analytics/sales/product-ranking/export',
          ]}
        />
      }
    >
      <RevenueChart page="sales" call="GET /analytics/sales/revenue-metrics" />
      <div className={styles['wideFirst']}>
        <div className={styles['column']}>
          <ShopsCard />
          <RankingCard page="sales" call="GET /analytics/sales/product-ranking" isShort />
        </div>
        <HoursCard />
      </div>
    </AnalyticsFrame>
  )
}
