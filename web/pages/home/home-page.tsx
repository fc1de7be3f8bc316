import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { OrderStatus } from '../../../model/order-status.ts'
import { compact } from '../../parts/figures.ts'
import { newestOrdersQuery, orderCountsQuery } from '../../parts/orders.ts'
import { usePageTitle } from '../../parts/page-title.ts'
import { RequiredChannel } from '../../parts/required-channel.tsx'
import { ShopSummary } from '../../parts/shop-summary.tsx'
import { isConnected, lostShops, shopsQuery } from '../../parts/shops.ts'
import { StatusPill } from '../../parts/status-pill.tsx'
import { paths } from '../../paths.ts'
import { allows, meQuery } from '../../session.ts'
import { Skeleton } from '../../ui/states.tsx'
import styles from './home-page.module.css'
import { NewestOrders } from './newest-orders.tsx'

const todo: OrderStatus[] = ['pending', 'confirmed', 'ready_to_ship', 'shipped', 'returned', 'failed']

/** What waits, what came in last, and whether the shops keep talking to us. */
export function HomePage() {
  const { t } = useTranslation()
  usePageTitle(t('area.home'))
  const { data: me } = useSuspenseQuery(meQuery)
  const { data: shops } = useQuery(shopsQuery)
  const seesOrders = allows(me, 'orders.view')
  const { data: counts } = useQuery({ ...orderCountsQuery, enabled: seesOrders })
  const { data: newest } = useQuery({ ...newestOrdersQuery, enabled: seesOrders })

  if (shops && !shops.some(isConnected)) return <RequiredChannel lost={lostShops(shops)} />
  return (
    <main className={styles['page']}>
      <h1 className={styles['title']}>{t('area.home')}</h1>
      {seesOrders && (
        <section aria-label={t('home.todo')}>
          <ul className={styles['tiles']}>
            {todo.map((status) => (
              <li key={status}>
                <Link to={paths.orders()} search={{ status }} className={styles['tile']}>
                  <span className={styles['figure']}>
                    {counts ? compact(counts[status]) : <Skeleton width={44} height={26} />}
                  </span>
                  <StatusPill status={status} />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className={styles['columns']}>
        {seesOrders && <NewestOrders orders={newest} />}
        <section className={styles['card']} aria-labelledby="home-shops">
          <h2 id="home-shops">{t('home.shops')}</h2>
          <ul>
            {shops?.map((shop) => (
              <li key={shop.id} className={styles['shop']}>
                <ShopSummary shop={shop} />
              </li>
            ))}
          </ul>
        </section>
      </div>
    </main>
  )
}
