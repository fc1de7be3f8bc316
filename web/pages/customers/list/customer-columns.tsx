import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { customerLevels } from '../../../../model/customer-rank.ts'
import { ChannelMark } from '../../../parts/channel-mark.tsx'
import { count } from '../../../parts/figures.ts'
import { selectColumn, useColumns } from '../../../parts/list/use-columns.tsx'
import type { Selection } from '../../../parts/list/use-selection.ts'
import type { CustomerRow } from '../../../parts/queries/customer-queries.ts'
import { Moment } from '../../../parts/when.tsx'
import { paths } from '../../../paths.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { Pill } from '../../../ui/pill.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { CardTick } from '../../../parts/list/card-tick.tsx'
import { SpentAmount } from '../../../parts/spent-amount.tsx'
import { rateName } from './rate-name.ts'
import styles from './customer-list.module.css'

const optional = ['level', 'rate', 'orders', 'spent', 'latest', 'note'] as const
type OptionalColumn = (typeof optional)[number]

/** Null: the reader may put nobody into a segment. */
export type CustomerSelection = Selection<CustomerRow, CustomerRow>

export function useCustomerColumns(rows: CustomerRow[], selection: CustomerSelection | null) {
  const { t } = useTranslation()
  const select =
    selection &&
    selectColumn(rows, selection, {
      column: t('list.select'),
      page: t('list.selectPage'),
      row: ({ name }) => t('list.selectRow', { name }),
    })
  const customer: Column<CustomerRow> = {
    key: 'customer',
    title: t('customers.customer'),
    width: 250,
    grow: 4,
    sort: 'name',
    cell: (row) => <CustomerName row={row} />,
  }
  const columns: Record<OptionalColumn, Column<CustomerRow>> = {
    level: {
      key: 'level',
      title: t('customers.level'),
      width: 110,
      rank: 6,
      cell: ({ level }) => <Level value={level.data.level_value} />,
    },
    rate: {
      key: 'rate',
      title: t('customers.deliveredRate'),
      width: 150,
      rank: 5,
      cell: (row) => <Rate row={row} />,
    },
    orders: {
      key: 'orders',
      title: t('customers.orders'),
      width: 90,
      rank: 8,
      align: 'end',
      sort: 'total_order',
      cell: (row) => <>{count(row.total_order)}</>,
    },
    spent: {
      key: 'spent',
      title: t('customers.spent'),
      width: 140,
      rank: 9,
      align: 'end',
      sort: 'total_price',
      cell: (row) => <SpentAmount of={row} strong />,
    },
    latest: {
      key: 'latest',
      title: t('customers.latestOrder'),
      width: 130,
      rank: 7,
      sort: 'latest_order_date',
      cell: (row) => (row.latest_order_date ? <Moment at={row.latest_order_date} /> : <None />),
    },
    note: {
      key: 'note',
      title: t('customers.note'),
      width: 160,
      grow: 2,
      rank: 2,
      cell: (row) => (row.note ? <span title={row.note}>{row.note}</span> : <None />),
    },
  }
  return useColumns({
    name: 'customers',
    columns,
    optional,
    shownAtFirst: ['level', 'rate', 'orders', 'spent', 'latest'],
    before: select ? [select, customer] : [customer],
  })
}

export function levelLabel(t: TFunction, value: number): string {
  return t(`customers.levels.${customerLevels[value - 1] ?? 'member'}`)
}

function None() {
  return <span className={styles['none']}>–</span>
}

function CustomerName({ row }: { row: CustomerRow }) {
  return (
    <span className={styles['who']}>
      <ChannelMarks shops={row.shops.data} />
      <span className={styles['lines']}>
        <Link
          className={styles['name']}
          title={row.name}
          to={paths.customer(row.id)}
          search={true}
          resetScroll={false}
        >
          {row.name}
        </Link>
        <small className={styles['shop']}>
          {[row.shops.data.map((shop) => shop.system_name).join(', '), row.phone].filter(Boolean).join(' · ')}
        </small>
      </span>
    </span>
  )
}

/** Each channel once; the names of the shops stand beside it. */
export function ChannelMarks({ shops }: { shops: { platform_id: number }[] }) {
  const platforms = [...new Set(shops.map((shop) => shop.platform_id))]
  return (
    <span className={styles['marks']}>
      {platforms.slice(0, 3).map((platformId) => (
        <ChannelMark key={platformId} platformId={platformId} />
      ))}
    </span>
  )
}

export function Level({ value }: { value: number }) {
  const { t } = useTranslation()
  return <Pill hue={value === 4 ? 'indigo' : value === 3 ? 'orange' : 'grey'}>{levelLabel(t, value)}</Pill>
}

/** Delivered, of all that ended; a dash for fewer than three. */
export function Rate({
  row,
}: {
  row: Pick<CustomerRow, 'delivered_rate' | 'total_order_success' | 'total_order_lost'>
}) {
  const { t } = useTranslation()
  const { delivered_rate: rate, total_order_success: delivered, total_order_lost: lost } = row
  if (rate === null) return <None />
  const formula = t('customers.rateFormula', { delivered: count(delivered), ended: count(delivered + lost) })
  return <span title={formula}>{t(`customers.rate.${rateName(rate)}`)}</span>
}

type CardsProps = {
  rows: CustomerRow[] | undefined
  skeletons: number
  stale: boolean
  washed: ReadonlySet<number>
  selection: CustomerSelection | null
}

/** The list on a phone. */
export function CustomerCards({ rows, skeletons, stale, washed, selection }: CardsProps) {
  const { t } = useTranslation()
  return (
    <ul className={styles['cards']} aria-label={t('area.customers')} aria-busy={rows === undefined || stale}>
      {rows?.map((row) => (
        <li
          key={row.id}
          data-row={row.id}
          className={styles['card']}
          data-washed={washed.has(row.id) || undefined}
          data-selected={selection?.chosen.has(row.id) || undefined}
        >
          <div className={styles['head']}>
            <CustomerName row={row} />
            {selection && (
              <CardTick
                name={row.name}
                isChosen={selection.chosen.has(row.id)}
                onToggle={() => selection.toggle(row)}
              />
            )}
          </div>
          <div className={styles['foot']}>
            <Level value={row.level.data.level_value} />
            <span>
              {t('customers.orderCount', { count: row.total_order, figure: count(row.total_order) })}
            </span>
            <SpentAmount of={row} strong />
          </div>
        </li>
      ))}
      {!rows &&
        Array.from({ length: skeletons }, (_, at) => (
          <li key={at} className={styles['card']}>
            <Skeleton width="70%" height={40} />
          </li>
        ))}
    </ul>
  )
}
