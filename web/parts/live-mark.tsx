import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { allows, meQuery } from '../session.ts'
import { useAfterPage } from './after-page.ts'
import styles from './live-mark.module.css'
import { useLiveState } from './live.ts'
import { newestOrdersQuery } from './queries/order-queries.ts'
import { When } from './when.tsx'

export function LiveDot() {
  return <span className={styles['dot']} data-live={useLiveState() === 'live' || undefined} />
}

/** Mark that shows whether a list refreshes itself. */
export function LiveMark({ children }: { children?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <p className={styles['mark']}>
      <LiveDot />
      <span>{t(`live.${useLiveState()}`)}</span>
      {children}
    </p>
  )
}

/** The same of orders, and when the last one came. */
export function OrderLiveMark() {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const enabled = useAfterPage() && allows(me, 'orders.view')
  const { data: newest } = useQuery({ ...newestOrdersQuery, enabled })
  const last = newest?.[0]
  return (
    <LiveMark>
      {last && (
        <span className={styles['last']}>
          · {t('live.lastOrder')} <When at={last.created_at} relative />
        </span>
      )}
    </LiveMark>
  )
}
