import { percent } from '../../parts/figures.ts'
import styles from './home-page.module.css'

/** "+12,5 % than yesterday"; nothing where there was nothing to compare with. */
export function Comparison({ percentChange, than }: { percentChange: number | null; than: string }) {
  if (percentChange === null) return null
  // A true minus sign has the width of a figure.
  const sign = percentChange < 0 ? '−' : '+'
  return (
    <span className={styles['muted']}>
      {sign}
      {percent(Math.abs(percentChange))} {than}
    </span>
  )
}
