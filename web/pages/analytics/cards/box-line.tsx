import { useTranslation } from 'react-i18next'
import styles from '../analytics.module.css'

type Hours = { tenth: number; quarter: number; median: number; three_quarters: number; nine_tenths: number }

const hoursOfDay = 24
const leastDays = 3
const mostLabels = 6

/** Whole days that the slowest courier's line needs. */
export function mostDaysOf(rows: { hours: Hours | null }[]): number {
  const most = Math.max(0, ...rows.map(({ hours }) => hours?.nine_tenths ?? 0))
  return Math.max(leastDays, Math.ceil(most / hoursOfDay))
}

/** Days above the lines, on the same axis. */
export function BoxAxis({ days }: { days: number }) {
  const { t } = useTranslation()
  const step = Math.ceil(days / mostLabels)
  const marks = Array.from({ length: Math.floor(days / step) + 1 }, (_, at) => at * step)
  return (
    <span className={styles['boxAxis']}>
      <span className="visually-hidden">{t('analytics.couriers.spread')}</span>
      {marks.map((day) => (
        <span key={day} style={{ left: `${(day / days) * 100}%` }} aria-hidden="true">
          {day === 0 ? '0' : t('analytics.daysShort', { days: day })}
        </span>
      ))}
    </span>
  )
}

/** Mark: median; box: the half in the middle; line: four fifths of the parcels. */
export function BoxLine({ hours, days }: { hours: Hours | null; days: number }) {
  const { t } = useTranslation()
  if (hours === null) return <span className={styles['muted']}>–</span>
  const at = (value: number) => Math.min(100, (value / (days * hoursOfDay)) * 100)
  const between = (from: number, to: number) => ({
    left: `${at(from)}%`,
    width: `max(2px, ${at(to) - at(from)}%)`,
  })
  const { tenth, quarter, median, three_quarters: upper, nine_tenths: most } = hours
  return (
    <>
      <span className={styles['box']} aria-hidden="true">
        <i className={styles['whisker']} style={between(tenth, most)} />
        <i className={styles['middle']} style={between(quarter, upper)} />
        <i className={styles['median']} style={{ left: `${at(median)}%` }} />
      </span>
      <span className="visually-hidden">
        {t('analytics.couriers.boxText', { median, quarter, upper, tenth, most })}
      </span>
    </>
  )
}

export function BoxKey() {
  const { t } = useTranslation()
  return (
    <span className={styles['boxKey']}>
      <span className={styles['box']} aria-hidden="true">
        <i className={styles['whisker']} style={{ left: 0, width: '100%' }} />
        <i className={styles['middle']} style={{ left: '25%', width: '45%' }} />
        <i className={styles['median']} style={{ left: '45%' }} />
      </span>
      {t('analytics.couriers.key')}
    </span>
  )
}
