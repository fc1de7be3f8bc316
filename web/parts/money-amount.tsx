import { amount } from './figures.ts'
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

type Props = { value: number; currency: string; strong?: boolean }
