import { useTranslation } from 'react-i18next'
import { count } from '../../../parts/figures.ts'
import styles from '../analytics.module.css'

/** Below it an order for more may come too late. */
const fewDays = 7

/** Days for which a stock lasts; null: unknown. */
export function DaysLeft({ days }: { days: number | null }) {
  const { t } = useTranslation()
  if (days === null) return <span className={styles['muted']}>–</span>
  const hue = days === 0 ? 'red' : days <= fewDays ? 'amber' : undefined
  return (
    <span data-hue={hue}>
      {days === 0 ? t('analytics.soldOut') : t('analytics.days', { count: days, figure: count(days) })}
    </span>
  )
}
