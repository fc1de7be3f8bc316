import { amount, rangeStart } from './figures.ts'
import styles from './money.module.css'

export function Money({ value, currency, strong = false }: Props) {
  const { figure, sign, isSignFirst } = amount(value, currency)
  const mark = <span className={styles['sign']}>{sign}</span>
  return (
    <span className={styles['money']} data-whole="" data-strong={strong || undefined}>
      {isSignFirst && mark}
      {figure}
      {!isSignFirst && <> {mark}</>}
    </span>
  )
}

/** Lowest and highest amount, or the one that they both are. */
export function MoneyRange({ min, max, currency }: { min: number; max: number; currency: string }) {
  if (min === max) return <Money value={min} currency={currency} strong />
  return (
    <span className={styles['range']} data-whole="">
      <span className={styles['start']}>{rangeStart(min, currency)} –</span>{' '}
      <Money value={max} currency={currency} strong />
    </span>
  )
}

type Props = { value: number; currency: string; strong?: boolean }
