import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ChannelMark } from '../../parts/channel-mark.tsx'
import { dayOf, shortDay } from '../../parts/dates.ts'
import cards from '../../parts/list/cards.module.css'
import { Lines, none, ShopName } from '../../parts/list/cells.tsx'
import cells from '../../parts/list/cells.module.css'
import { useColumns } from '../../parts/list/use-columns.tsx'
import { Money } from '../../parts/money-amount.tsx'
import type { Settlement } from './settlement-queries.ts'
import { useClock } from '../../parts/when.tsx'
import { paths } from '../../paths.ts'
import type { Column } from '../../ui/data-table.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { ChargedAmount } from './charged-amount.tsx'
import styles from './settlements.module.css'

export type SettlementRow = Settlement & { id: number }

const optional = [
  'shop',
  'paidOn',
  'orderValue',
  'goods',
  'shipping',
  'charged',
  'refund',
  'adjustment',
  'expected',
  'paidOut',
  'difference',
  'currency',
] as const
type OptionalColumn = (typeof optional)[number]

export function useSettlementColumns() {
  const { t } = useTranslation()
  const money = (
    key: OptionalColumn,
    title: string,
    rank: number,
    valueOf: (row: SettlementRow) => number | null,
  ): Column<SettlementRow> => ({
    key,
    title,
    width: 126,
    grow: 1,
    max: 170,
    rank,
    align: 'end',
    cell: (row) => <Amount value={valueOf(row)} of={row} />,
  })
  const columns: Record<OptionalColumn, Column<SettlementRow>> = {
    shop: {
      key: 'shop',
      title: t('list.shop'),
      width: 150,
      grow: 2,
      max: 260,
      rank: 9,
      cell: ({ shop: { data: shop } }) => <ShopName platformId={shop.platform_id} name={shop.system_name} />,
    },
    paidOn: {
      key: 'paidOn',
      title: t('settlements.paidOn'),
      width: 124,
      rank: 8,
      cell: (row) => <PaidDay at={row.settled_at} />,
    },
    orderValue: money('orderValue', t('amount.orderValue'), 5, (row) => row.buyer_paid_value),
    goods: money('goods', t('settlements.goods'), 3, (row) => row.goods_value),
    shipping: money('shipping', t('settlements.shipping'), 3, (row) => row.shipping_value),
    charged: {
      ...money('charged', t('settlements.kept'), 6, () => null),
      cell: (row) => <ChargedAmount of={row} />,
    },
    refund: money('refund', t('amount.refund'), 3, (row) => -row.refund_value),
    adjustment: money('adjustment', t('amount.adjustment'), 3, (row) => row.adjustment_value),
    expected: { ...money('expected', t('settlements.expected'), 7, (row) => row.expected_value), width: 150 },
    paidOut: {
      ...money('paidOut', t('settlements.paidOut'), 11, () => null),
      cell: (row) => <Money value={row.settled_value} currency={row.currency} strong />,
    },
    difference: {
      ...money('difference', t('settlements.difference'), 10, () => null),
      width: 184,
      cell: (row) => <Difference of={row} />,
    },
    currency: {
      key: 'currency',
      title: t('settlements.currency'),
      width: 84,
      rank: 2,
      cell: ({ currency }) => <>{currency}</>,
    },
  }
  return useColumns({
    name: 'settlements',
    columns,
    optional,
    shownAtFirst: [
      'shop',
      'paidOn',
      'orderValue',
      'charged',
      'expected',
      'paidOut',
      'difference',
      'currency',
    ],
    before: [
      {
        key: 'order',
        title: t('settlements.order'),
        width: 160,
        grow: 3,
        max: 320,
        cell: (row) => <OrderLink of={row} />,
      },
    ],
  })
}

/** An order that is not here has only its number. */
function OrderLink({ of }: { of: Settlement }) {
  if (of.order_id === null) return <span title={of.order_code}>{of.order_code}</span>
  return (
    <Link className={cells['name']} title={of.order_code} to={paths.order(of.order_id)}>
      {of.order_code}
    </Link>
  )
}

/** Statements are of days. */
function PaidDay({ at }: { at: string }) {
  const clock = useClock()
  return (
    <time dateTime={at} data-whole="">
      {shortDay(dayOf(new Date(at), clock.timeZone), clock)}
    </time>
  )
}

function Amount({ value, of }: { value: number | null; of: Settlement }) {
  const { t } = useTranslation()
  if (value === null) return <span title={t('settlements.notHere')}>{none}</span>
  return <Money value={value} currency={of.currency} />
}

function Difference({ of }: { of: Settlement }) {
  const { t } = useTranslation()
  const { difference_value: value, open_refund_value: refund, currency } = of
  if (!value) return <Amount value={value} of={of} />
  return (
    <Lines
      align="end"
      tone={value < 0 ? 'danger' : 'warning'}
      hint={t(value === refund ? 'amount.openRefund' : value < 0 ? 'settlements.less' : 'settlements.more')}
    >
      <Money value={value} currency={currency} />
    </Lines>
  )
}

type CardsProps = { rows: SettlementRow[] | undefined; skeletons: number; stale: boolean }

/** The list on a phone. */
export function SettlementCards({ rows, skeletons, stale }: CardsProps) {
  const { t } = useTranslation()
  return (
    <ul className={cards['cards']} aria-label={t('area.settlements')} aria-busy={rows === undefined || stale}>
      {rows?.map((row) => (
        <li key={row.id} data-row={row.id} className={cards['card']} data-stale={stale || undefined}>
          <div className={cards['sides']}>
            <OrderLink of={row} />
            <Money value={row.settled_value} currency={row.currency} strong />
          </div>
          <div className={cards['sides']}>
            <span className={styles['about']}>
              <ChannelMark platformId={row.shop.data.platform_id} /> {row.shop.data.system_name} ·{' '}
              <PaidDay at={row.settled_at} />
            </span>
          </div>
          <dl className={styles['facts']}>
            <div>
              <dt>{t('settlements.expected')}</dt>
              <dd>
                <Amount value={row.expected_value} of={row} />
              </dd>
            </div>
            <div>
              <dt>{t('settlements.kept')}</dt>
              <dd>
                <ChargedAmount of={row} />
              </dd>
            </div>
            {row.difference_value !== 0 && (
              <div>
                <dt>{t('settlements.difference')}</dt>
                <dd>
                  <Difference of={row} />
                </dd>
              </div>
            )}
          </dl>
        </li>
      ))}
      {!rows &&
        Array.from({ length: skeletons }, (_, at) => (
          <li key={at} className={cards['card']}>
            <Skeleton width="70%" height={64} />
          </li>
        ))}
    </ul>
  )
}
