import { Money } from './money-amount.tsx'
import styles from './money.module.css'

type Amount = { currency: string; total: number }
type Spent = { total_price: number; currency: string; other_prices: Amount[] }

/** Spending of a customer: in the own currency, and below it each other one. An amount of nothing stands only where it is all. */
export function SpentAmount({ of, strong = false }: { of: Spent; strong?: boolean }) {
  return <Amounts total={of.total_price} currency={of.currency} others={of.other_prices} strong={strong} />
}

type Props = Amount & { others: Amount[]; strong?: boolean }

export function Amounts({ total, currency, others, strong = false }: Props) {
  const [first = { currency, total }, ...more] = total === 0 ? others : [{ currency, total }, ...others]
  if (more.length === 0) return <Money value={first.total} currency={first.currency} strong={strong} />
  return (
    <span className={styles['several']}>
      <Money value={first.total} currency={first.currency} strong={strong} />
      {more.map((one) => (
        <small key={one.currency}>
          + <Money value={one.total} currency={one.currency} />
        </small>
      ))}
    </span>
  )
}
