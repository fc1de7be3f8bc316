import { Suspense } from 'react'
import { later } from '../../later.tsx'
import { withTexts } from '../../texts.ts'
import { AnalyticsFrame } from './analytics-page.tsx'
import { BuyersCard } from './cards/buyers-card.tsx'
import { CustomersCard } from './cards/customers-card.tsx'
import { FiguresExport } from './controls/figures-export.tsx'

// Loaded after the charts.
const loadCohorts = withTexts(() => import('./later/cohort-card.tsx'), 'analytics', 'goods')
const CohortCard = later(async () => ({ default: (await loadCohorts()).CohortCard }))

/** Customers who bought: new and returning customers over time, and what each of them bought. */
export function CustomersPage() {
  return (
    <AnalyticsFrame
      page="customers"
      exports={
        <FiguresExport page="customers" calls={['GET /analytics/customers/customers-statistic/export']} />
      }
    >
      <CustomersCard page="customers" call="GET /analytics/customers/customers-metrics" />
      <BuyersCard />
      <Suspense>
        <CohortCard />
      </Suspense>
    </AnalyticsFrame>
  )
}
