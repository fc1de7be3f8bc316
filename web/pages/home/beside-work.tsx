import type { ReactNode } from 'react'
import { LaterAnomalies } from '../../parts/anomalies/later-anomalies.tsx'
import type { HomeCard } from './home-cards.ts'
import { HomeShops } from './home-shops.tsx'
import { NewestOrders } from './newest-orders.tsx'
import { ParcelsByCourier } from './parcels-by-courier.tsx'
import { TodayRevenue } from './today-revenue.tsx'
import { TopProducts } from './top-products.tsx'

export { ArrangeButton } from './arrange-button.tsx'

const cardOf: Record<HomeCard, () => ReactNode> = {
  revenue: TodayRevenue,
  topProducts: TopProducts,
  anomalies: LaterAnomalies,
  couriers: ParcelsByCourier,
  newest: NewestOrders,
  shops: HomeShops,
}

/** The cards of a column, in the order of their reader. */
export function CardColumn({ cards }: { cards: HomeCard[] }) {
  return cards.map((card) => {
    const Card = cardOf[card]
    return <Card key={card} />
  })
}
