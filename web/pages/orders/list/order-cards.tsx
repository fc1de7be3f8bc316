import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ChannelMark } from '../../../parts/channel-mark.tsx'
import { Money } from '../../../parts/money-amount.tsx'
import type { OrderRow } from '../../../parts/queries/order-queries.ts'
import { StatusPill } from '../../../parts/status-pill.tsx'
import { useNow, When } from '../../../parts/when.tsx'
import { paths } from '../../../paths.ts'
import { Picture } from '../../../ui/picture.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import cards from '../../../parts/list/cards.module.css'
import styles from './order-cards.module.css'
import { OrderMarks, StarButton } from './order-columns.tsx'
import { orderHint, statusOf } from '../order-labels.ts'
import type { OrderSelection } from './chosen-order.ts'
import { NextStepButton, type NextStepRunner } from './next-step.tsx'

type Props = {
  rows: OrderRow[] | undefined
  skeletons: number
  washed: ReadonlySet<number>
  stale: boolean
  selection: Pick<OrderSelection, 'chosen' | 'toggle'>
  onStar: ((row: OrderRow) => void) | null
  next: NextStepRunner
}

/** The list on a phone. */
export function OrderCards({ rows, skeletons, washed, stale, selection, onStar, next }: Props) {
  const { t } = useTranslation()
  const now = useNow(60_000)
  return (
    <ul className={cards['cards']} aria-label={t('area.orders')} aria-busy={rows === undefined || stale}>
      {rows?.map((row) => {
        const [first] = row.item_preview
        const hint = orderHint(row, t, now)
        return (
          <li
            key={row.id}
            data-row={row.id}
            className={styles['card']}
            data-washed={washed.has(row.id) || undefined}
            data-selected={selection.chosen.has(row.id) || undefined}
            data-stale={stale || undefined}
          >
            <div className={styles['head']}>
              <ChannelMark platformId={row.shop.data.platform_id} />
              <Link
                className={styles['code']}
                data-whole=""
                to={paths.order(row.id)}
                search
                resetScroll={false}
              >
                {row.code}
              </Link>
              <OrderMarks row={row} />
              <StatusPill status={statusOf(row.status)} />
            </div>
            <div className={styles['body']}>
              <Picture source={first?.image ?? null} seed={first?.shop_sku ?? row.code} />
              <span className={styles['what']}>
                <span className={styles['name']}>{first?.name ?? '–'}</span>
                <small>
                  {row.total_items > 1
                    ? t('orders.moreItems', { count: row.total_items - 1 })
                    : t('orders.itemCount', { count: row.total_quantity })}
                  {row.customer.data && ` · ${row.customer.data.name}`}
                </small>
              </span>
              <Money value={row.total_price} currency={row.currency} strong />
            </div>
            <div className={styles['foot']}>
              <span data-whole="" data-tone={hint?.tone} title={hint?.more}>
                {hint ? hint.label : <When at={row.created_at} />}
                {hint?.more && <span className="visually-hidden"> {hint.more}</span>}
              </span>
              <NextStepButton row={row} next={next} />
              <label className={styles['select']}>
                <input
                  type="checkbox"
                  checked={selection.chosen.has(row.id)}
                  aria-label={t('orders.selectOrder', { code: row.code })}
                  onChange={() => selection.toggle(row)}
                />
              </label>
              <StarButton row={row} onStar={onStar} />
            </div>
          </li>
        )
      })}
      {!rows &&
        Array.from({ length: skeletons }, (_, at) => (
          <li key={at} className={styles['card']}>
            <Skeleton width="55%" height={14} />
            <Skeleton width="80%" height={36} />
            <Skeleton width="30%" />
          </li>
        ))}
    </ul>
  )
}
