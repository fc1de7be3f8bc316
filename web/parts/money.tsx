import { amount } from './figures.ts'
import styles from './money.module.css'

export function Money({ value, currency, strong = false }: Props) {
  const { figure, sign } = amount(value, currency)
  return (
    <span className={styles['money']} data-whole="" data-strong={strong || undefined}>
      {figure} <span className={styles['sign']}>{sign}</span>
    </span>
  )
}

type Props = { value: number; currency: string; strong?: boolean }
