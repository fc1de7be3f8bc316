import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../../parts/page-title.ts'
import { RequiredChannel } from '../../parts/required-channel.tsx'
import { isConnected, lostShops, shopsQuery } from '../../parts/queries/shop-queries.ts'
import { useClock, useNow } from '../../parts/when.tsx'
import { locale } from '../../page-language.ts'
import type { Permission } from '../../../model/permissions.ts'
import { allows, type Me, meQuery } from '../../session.ts'
import { FirstStepsCard } from './first-steps-card.tsx'
import styles from './home-page.module.css'
import { type HomeCard, type HomeCards, type HomeColumn, useHomeCards } from './home-cards.ts'
import { LostShops } from './lost-shops.tsx'
import { WaitingCard } from './waiting-card.tsx'
import { later } from '../../later.tsx'

// Loaded beside the figures of the work, as it is only looked at.
const load = () => import('./beside-work.tsx')
const CardColumn = later(async () => ({ default: (await load()).CardColumn }))
const ArrangeButton = later(async () => ({ default: (await load()).ArrangeButton }))

/** Today: shops without access, setup steps, waiting work, revenue, and what came in. */
export function HomePage() {
  const { t } = useTranslation()
  usePageTitle(t('area.home'))
  const { data: shops } = useQuery(shopsQuery)
  const isUnlinked = shops !== undefined && !shops.some(isConnected)
  const { data: me } = useSuspenseQuery(meQuery)
  const cards = useHomeCards(me.id)
  return (
    <main className={styles['page']}>
      <div className={styles['head']}>
        <h1>{t('home.title')}</h1>
        <Today />
        {!isUnlinked && (
          <div className={styles['arrange']}>
            <Suspense>
              <ArrangeButton cards={cards} isOffered={(card) => isOffered(me, card)} />
            </Suspense>
          </div>
        )}
      </div>
      {!isUnlinked && <LostShops />}
      {isUnlinked ? (
        <>
          <FirstStepsCard />
          <RequiredChannel lost={lostShops(shops)} />
        </>
      ) : (
        <Widgets me={me} cards={cards} />
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
function Widgets({ me, cards }: { me: Me; cards: HomeCards }) {
  const shown = (column: HomeColumn) =>
    cards.ordered(column).filter((card) => isOffered(me, card) && !cards.isHidden(card))
  const sold = shown('sold')
  return (
    <div className={styles['columns']}>
      <div className={styles['work']}>
        {allows(me, 'orders.view') && <WaitingCard />}
        <FirstStepsCard />
      </div>
      {sold.length > 0 && (
        <div className={styles['sold']}>
          <Suspense>
            <CardColumn cards={sold} />
          </Suspense>
        </div>
      )}
      <div className={styles['came']}>
        <Suspense>
          <CardColumn cards={shown('came')} />
        </Suspense>
      </div>
    </div>
  )
}

const permissionOf: Record<HomeCard, Permission | null> = {
  revenue: 'analytics.view',
  topProducts: 'analytics.view',
  anomalies: 'analytics.view',
  couriers: 'orders.view',
  newest: 'orders.view',
  shops: null,
}

function isOffered(me: Me, card: HomeCard): boolean {
  const permission = permissionOf[card]
  return permission === null || allows(me, permission)
}
