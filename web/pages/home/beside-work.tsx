import { LaterAnomalies } from '../../parts/anomalies/later-anomalies.tsx'
import { HomeShops } from './home-shops.tsx'
import { NewestOrders } from './newest-orders.tsx'
import { TodayRevenue } from './today-revenue.tsx'
import { TopProducts } from './top-products.tsx'

export function Sold() {
  return (
    <>
      <TodayRevenue />
      <TopProducts />
      {/* It comes later, and moves nothing that is read by then. */}
      <LaterAnomalies />
    </>
  )
}

export function CameIn({ seesOrders }: { seesOrders: boolean }) {
  return (
    <>
      {seesOrders && <NewestOrders />}
      <HomeShops />
    </>
  )
}
