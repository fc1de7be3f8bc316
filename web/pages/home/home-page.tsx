import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { loadChunk } from '../../chunk-reload.ts'
import { usePageTitle } from '../../parts/page-title.ts'
import { RequiredChannel } from '../../parts/required-channel.tsx'
import { isConnected, lostShops, shopsQuery } from '../../parts/queries/shop-queries.ts'
import { useClock, useNow } from '../../parts/when.tsx'
import { locale } from '../../page-language.ts'
import { allows, meQuery } from '../../session.ts'
import { FirstStepsCard } from './first-steps-card.tsx'
import styles from './home-page.module.css'
import { LostShops } from './lost-shops.tsx'
import { WaitingCard } from './waiting-card.tsx'

// Loaded beside the figures of the work, as it is only looked at.
const load = () => loadChunk(() => import('./beside-work.tsx'))
const Sold = lazy(async () => ({ default: (await load()).Sold }))
const CameIn = lazy(async () => ({ default: (await load()).CameIn }))

/** Today: shops without access, setup steps, waiting work, revenue, and what came in. */
export function HomePage() {
  const { t } = useTranslation()
  usePageTitle(t('area.home'))
  const { data: shops } = useQuery(shopsQuery)
  const isUnlinked = shops !== undefined && !shops.some(isConnected)
  return (
    <main className={styles['page']}>
      <div className={styles['head']}>
        <h1>{t('home.title')}</h1>
        <Today />
      </div>
      {!isUnlinked && <LostShops />}
      {isUnlinked ? (
        <>
          <FirstStepsCard />
          <RequiredChannel lost={lostShops(shops)} />
        </>
      ) : (
        <Widgets />
      )}
    </main>
  )
}

function Today() {
  const { timeZone } = useClock()
  const format = new Intl.DateTimeFormat(locale, { timeZone, weekday: 'long', day: 'numeric', month: 'long' })
  return <span className={styles['muted']}>{format.format(useNow(60_000))}</span>
}

/** Work first; what is only looked at goes beside it where there is room. */
function Widgets() {
  const { data: me } = useSuspenseQuery(meQuery)
  const seesOrders = allows(me, 'orders.view')
  const seesRevenue = allows(me, 'analytics.view')
  return (
    <div className={styles['columns']}>
      <div className={styles['work']}>
        {seesOrders && <WaitingCard />}
        <FirstStepsCard />
      </div>
      {seesRevenue && (
        <div className={styles['sold']}>
          <Suspense>
            <Sold />
          </Suspense>
        </div>
      )}
      <div className={styles['came']}>
        <Suspense>
          <CameIn seesOrders={seesOrders} />
        </Suspense>
      </div>
    </div>
  )
}
