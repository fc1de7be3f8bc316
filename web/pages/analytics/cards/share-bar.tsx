import { percentText } from '../parts/formats-of.ts'
import styles from '../analytics.module.css'

/** A share as a short bar and in figures. */
export function ShareBar({ value }: { value: number | null }) {
  return (
    <span className={styles['share']}>
      <span className={styles['shareBar']} aria-hidden="true">
        <i style={{ width: `${Math.min(100, value ?? 0)}%` }} />
      </span>
      {percentText(value)}
    </span>
  )
}
