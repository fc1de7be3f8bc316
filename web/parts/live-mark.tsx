import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useAfterPage } from './after-page.ts'
import styles from './live-mark.module.css'
import { useLiveState } from './live.ts'
import { newestOrdersQuery } from './queries/order-queries.ts'
import { When } from './when.tsx'

export function LiveDot() {
  return <span className={styles['dot']} data-live={useLiveState() === 'live' || undefined} />
}

/** Mark that shows whether the list refreshes itself, and when the last order came. */
export function LiveMark() {
  const { t } = useTranslation()
  const state = useLiveState()
  const { data: newest } = useQuery({ ...newestOrdersQuery, enabled: useAfterPage() })
  const last = newest?.[0]
  return (
    <p className={styles['mark']}>
      <LiveDot />
      <span>{t(`live.${state}`)}</span>
      {last && (
        <span className={styles['last']}>
          · {t('live.lastOrder')} <When at={last.created_at} relative />
        </span>
      )}
    </p>
  )
}
