import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { LaterAnomalies } from '../../parts/anomalies/later-anomalies.tsx'
import { usePageTitle } from '../../parts/page-title.ts'
import { RequiredChannel } from '../../parts/required-channel.tsx'
import { ShopSummary } from '../../parts/shop-summary.tsx'
import { isConnected, lostShops, shopsQuery } from '../../parts/queries/shop-queries.ts'
import { allows, meQuery } from '../../session.ts'
import { Skeleton } from '../../ui/states.tsx'
import { CardError } from './card-error.tsx'
import { FirstStepsCard } from './first-steps-card.tsx'
import styles from './home-page.module.css'
import { NewestOrders } from './newest-orders.tsx'
import { RevenueCard } from './revenue-card.tsx'
import { ToDoTiles } from './to-do-tiles.tsx'
import { TopProducts } from './top-products.tsx'

/** Home: setup steps, waiting work, revenue, newest orders, and the state of the connections to the shops. */
export function HomePage() {
  const { t } = useTranslation()
  usePageTitle(t('area.home'))
  const { data: shops } = useQuery(shopsQuery)
  const isUnlinked = shops !== undefined && !shops.some(isConnected)
  return (
    <main className={styles['page']}>
      <h1 className={styles['title']}>{t('area.home')}</h1>
      <FirstStepsCard />
      {isUnlinked ? <RequiredChannel lost={lostShops(shops)} /> : <Widgets />}
    </main>
  )
}

function Widgets() {
  const { data: me } = useSuspenseQuery(meQuery)
  const seesOrders = allows(me, 'orders.view')
  const seesRevenue = allows(me, 'analytics.view')
  return (
    <>
      {seesOrders && <ToDoTiles />}
      {seesRevenue && <RevenueCard />}
      {/* It comes later, and moves nothing that is read by then. */}
      {seesRevenue && <LaterAnomalies />}
      <div className={styles['columns']}>
        {seesOrders && <NewestOrders />}
        <div className={styles['column']}>
          {seesRevenue && <TopProducts />}
          <Shops />
        </div>
      </div>
    </>
  )
}

function Shops() {
  const { t } = useTranslation()
  const shops = useQuery(shopsQuery)
  if (shops.error && !shops.data) return <CardError title={t('home.shops')} failed={shops} />
  return (
    <section className={styles['card']} aria-labelledby="home-shops">
      <h2 id="home-shops">{t('home.shops')}</h2>
      <ul>
        {shops.data?.map((shop) => (
          <li key={shop.id} className={styles['shop']}>
            <ShopSummary shop={shop} />
          </li>
        )) ?? (
          <li className={styles['shop']}>
            <Skeleton width="100%" height={54} />
          </li>
        )}
      </ul>
    </section>
  )
}
