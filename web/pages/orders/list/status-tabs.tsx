import { useTranslation } from 'react-i18next'
import { orderStatuses, type OrderStatus } from '../../../../model/order-status.ts'
import { count } from '../../../parts/figures.ts'
import styles from './status-tabs.module.css'

type Props = {
  active: OrderStatus | undefined
  counts: Record<OrderStatus, number> | undefined
  onChange: (status: OrderStatus | undefined) => void
}

/** One tab per status with exactly how many orders the other filters leave in it. */
export function StatusTabs({ active, counts, onChange }: Props) {
  const { t } = useTranslation()
  const total = counts && Object.values(counts).reduce((sum, one) => sum + one, 0)
  return (
    <ul className={styles['tabs']} data-sideways="" aria-label={t('orders.statuses')}>
      {[undefined, ...orderStatuses].map((status) => (
        <li key={status ?? 'all'}>
          <button
            type="button"
            className={styles['tab']}
            aria-pressed={active === status}
            onClick={() => onChange(status)}
          >
            {status ? t(`status.${status}`) : t('orders.all')}{' '}
            <span className={styles['count']}>
              {counts && total !== undefined && count(status ? counts[status] : total)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
