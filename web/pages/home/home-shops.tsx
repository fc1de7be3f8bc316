import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { shopsQuery } from '../../parts/queries/shop-queries.ts'
import { ShopSummary } from '../../parts/shop-summary.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { CardError } from './card-error.tsx'
import frame from './home-page.module.css'
import styles from './beside-work.module.css'

/** The linked shops and how their syncs go. */
export function HomeShops() {
  const { t } = useTranslation()
  const shops = useQuery(shopsQuery)
  if (shops.error && !shops.data) return <CardError title={t('home.shops')} failed={shops} />
  return (
    <section className={frame['card']} aria-labelledby="home-shops">
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
