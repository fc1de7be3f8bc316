import { Suspense } from 'react'
import { later } from '../../later.tsx'
import { AnalyticsFrame } from './analytics-page.tsx'
import styles from './analytics.module.css'
import { CouriersCard, useCourierKpis } from './cards/couriers-card.tsx'
import { PlacesCard } from './cards/places-card.tsx'
import { FiguresExport } from './controls/figures-export.tsx'
import { RevenueChart } from './parts/revenue-chart.tsx'

// Loaded after the charts.
const CancelCard = later(async () => ({
  default: (await import('./later/cancel-card.tsx')).CancelCard,
}))

/** Orders over time, how they are delivered, why they are canceled and where they go. */
export function OrdersPage() {
  const kpis = useCourierKpis()
  return (
    <AnalyticsFrame
      page="orders"
      exports={
        <FiguresExport
          page="orders"
          calls={[
            'GET /analytics/orders/location-statistic/export',
            'GET /analytics/orders/shipping-statistic/export',
          ]}
        />
      }
    >
      <RevenueChart
        page="orders"
        call="GET /analytics/revenue-metrics"
        names={['orders', 'canceled_orders']}
        more={kpis}
      />
      <CouriersCard />
      <div className={styles['halves']}>
        <Suspense fallback={<section className={styles['card']} style={{ minHeight: 400 }} />}>
          <CancelCard />
        </Suspense>
        <PlacesCard page="orders" call="GET /analytics/orders/location-statistic" />
      </div>
    </AnalyticsFrame>
  )
}
