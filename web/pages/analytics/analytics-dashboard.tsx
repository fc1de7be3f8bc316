import { LaterAnomalies } from '../../parts/anomalies/later-anomalies.tsx'
import { AnalyticsFrame } from './analytics-page.tsx'
import { PiecesCard } from './cards/pieces-card.tsx'
import { CustomersCard } from './cards/customers-card.tsx'
import { PlacesCard } from './cards/places-card.tsx'
import { RankingCard } from './cards/ranking-card.tsx'
import styles from './analytics.module.css'
import { RevenueChart } from './parts/revenue-chart.tsx'

/** The account at a glance: revenue, units sold, customers, best-selling products and where orders go. */
export function DashboardPage() {
  return (
    <AnalyticsFrame page="dashboard">
      <LaterAnomalies />
      <RevenueChart page="dashboard" call="GET /analytics/revenue-metrics" />
      <div className={styles['halves']}>
        <PiecesCard page="dashboard" call="GET /analytics/products-sold" />
        <CustomersCard page="dashboard" call="GET /analytics/customers-metrics" isShort />
      </div>
      <div className={styles['halves']}>
        <RankingCard page="dashboard" call="GET /analytics/product-ranking" isShort />
        <PlacesCard page="dashboard" call="GET /analytics/location-statistic" isShort />
      </div>
    </AnalyticsFrame>
  )
}
