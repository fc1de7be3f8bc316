import { Link } from '@tanstack/react-router'
import Columns3 from 'lucide-react/icons/columns-3'
import NotebookPen from 'lucide-react/icons/notebook-pen'
import Printer from 'lucide-react/icons/printer'
import Star from 'lucide-react/icons/star'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ChannelMark } from '../../../parts/channel-mark.tsx'
import { Money } from '../../../parts/money.tsx'
import type { OrderRow } from '../../../parts/queries/order-queries.ts'
import { StatusPill } from '../../../parts/status-pill.tsx'
import { Moment, useNow } from '../../../parts/when.tsx'
import { paths } from '../../../paths.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { CheckList, FilterChip } from '../../../ui/filter-chip.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { useLocalStorage } from '../../../ui/use-local-storage.ts'
import styles from './order-columns.module.css'
import { orderHint, statusOf, methodOf } from '../order-labels.ts'
import type { Selection } from './use-selection.ts'

const optional = [
  'items',
  'customer',
  'total',
  'payment',
  'status',
  'tracking',
  'courier',
  'note',
  'shipBy',
  'created',
  'updated',
] as const
type OptionalColumn = (typeof optional)[number]
const shownAtFirst: OptionalColumn[] = ['items', 'customer', 'total', 'status', 'tracking', 'created']

type Options = { rows: OrderRow[]; selection: Selection; onStar: ((row: OrderRow) => void) | null }

/** The columns that the reader chose, and the menu to choose them. */
export function useColumns({ rows, selection, onStar }: Options): {
  columns: Column<OrderRow>[]
  menu: ReactNode
} {
  const { t } = useTranslation()
  const [shown, setShown] = useLocalStorage<OptionalColumn[]>('orders-columns', shownAtFirst)
  const all = useOrderColumns()
  const chosen = rows.filter((row) => selection.chosen.has(row.id)).length

  const select: Column<OrderRow> = {
    key: 'select',
    title: t('orders.select'),
    quiet: true,
    width: 34,
    cell: (row) => (
      <input
        type="checkbox"
        className={styles['check']}
        aria-label={t('orders.selectOrder', { code: row.code })}
        checked={selection.chosen.has(row.id)}
        onChange={() => selection.toggle(row)}
      />
    ),
    heading: (
      <input
        type="checkbox"
        className={styles['check']}
        aria-label={t('orders.selectPage')}
        checked={rows.length > 0 && chosen === rows.length}
        ref={(box) => {
          if (box) box.indeterminate = chosen > 0 && chosen < rows.length
        }}
        onChange={() => selection.toggleAll(rows)}
      />
    ),
  }
  const star: Column<OrderRow> = {
    key: 'star',
    title: t('orders.star'),
    quiet: true,
    width: 34,
    cell: (row) => <StarButton row={row} onStar={onStar} />,
  }
  const columns = [
    select,
    star,
    all.order,
    ...optional.filter((key) => shown.includes(key)).map((key) => all[key]),
  ]

  const menu = (
    <FilterChip
      label={t('orders.columns')}
      icon={<Columns3 size={15} aria-hidden="true" />}
      value={null}
      clearLabel=""
      onClear={() => undefined}
    >
      {() => (
        <CheckList
          options={optional.map((key) => ({ value: key, label: all[key].title }))}
          chosen={shown}
          onChange={setShown}
        />
      )}
    </FilterChip>
  )
  return { columns, menu }
}

export function StarButton({ row, onStar }: { row: OrderRow; onStar: ((row: OrderRow) => void) | null }) {
  const { t } = useTranslation()
  const on = row.is_star === 1
  return (
    <button
      type="button"
      className={styles['star']}
      aria-pressed={on}
      aria-label={t('orders.starOrder', { code: row.code })}
      disabled={!onStar}
      onClick={() => onStar?.(row)}
    >
      <Star size={16} strokeWidth={1.7} fill={on ? 'currentColor' : 'none'} aria-hidden="true" />
    </button>
  )
}

/** Marks for a printed waybill and for a note of the team. */
export function OrderMarks({ row }: { row: OrderRow }) {
  const { t } = useTranslation()
  const note = row.note && t('orders.noteMark', { note: row.note })
  return (
    <>
      {row.is_printed === 1 && (
        <span className={styles['mark']} title={t('orders.printed')}>
          <Printer size={13} aria-hidden="true" />
          <span className="visually-hidden">{t('orders.printed')}</span>
        </span>
      )}
      {note && (
        <span className={styles['mark']} title={note}>
          <NotebookPen size={13} aria-hidden="true" />
          <span className="visually-hidden">{note}</span>
        </span>
      )}
    </>
  )
}

function useOrderColumns(): Record<OptionalColumn | 'order', Column<OrderRow>> {
  const { t } = useTranslation()
  const now = useNow(60_000)
  const none = <span className={styles['none']}>–</span>
  return {
    order: {
      key: 'order',
      title: t('orders.order'),
      width: 170,
      cell: (row) => (
        <>
          <span className={styles['head']}>
            <Link className={styles['code']} to={paths.order(row.id)} search resetScroll={false}>
              {row.code}
            </Link>
            <OrderMarks row={row} />
          </span>
          <span className={styles['shop']}>
            <ChannelMark platformId={row.shop.data.platform_id} />
            <span>{row.shop.data.system_name}</span>
          </span>
        </>
      ),
    },
    items: {
      key: 'items',
      title: t('orders.items'),
      cell: (row) => {
        const [first] = row.item_preview
        return (
          <span className={styles['items']}>
            <Picture source={first?.image ?? null} seed={first?.shop_sku ?? row.code} />
            <span className={styles['lines']}>
              <span title={first?.name}>{first?.name ?? '–'}</span>
              <small>
                {row.total_items > 1
                  ? t('orders.moreItems', { count: row.total_items - 1 })
                  : t('orders.itemCount', { count: row.total_quantity })}
              </small>
            </span>
          </span>
        )
      },
    },
    customer: {
      key: 'customer',
      title: t('orders.customer'),
      width: 128,
      least: 720,
      cell: (row) => (
        <span className={styles['lines']}>
          <span title={row.customer.data?.name ?? undefined}>{row.customer.data?.name ?? '–'}</span>
          <small>{row.place}</small>
        </span>
      ),
    },
    total: {
      key: 'total',
      title: t('orders.total'),
      width: 114,
      align: 'end',
      sort: 'total_price',
      cell: (row) => <Money value={row.total_price} currency={row.currency} strong />,
    },
    payment: {
      key: 'payment',
      title: t('orders.payment'),
      width: 138,
      least: 1000,
      cell: (row) => t(`payment.${methodOf(row.payment_method)}`),
    },
    status: {
      key: 'status',
      title: t('orders.status'),
      width: 146,
      cell: (row) => {
        const hint = orderHint(row, t, now)
        return (
          <span className={styles['lines']}>
            <span>
              <StatusPill status={statusOf(row.status)} />
            </span>
            {hint && (
              <small data-tone={hint.tone} title={hint.more}>
                {hint.label}
                {hint.more && <span className="visually-hidden"> {hint.more}</span>}
              </small>
            )}
          </span>
        )
      },
    },
    tracking: {
      key: 'tracking',
      title: t('orders.tracking'),
      width: 128,
      least: 1040,
      cell: (row) =>
        row.tracking_number ? <span className={styles['tracking']}>{row.tracking_number}</span> : none,
    },
    courier: {
      key: 'courier',
      title: t('orders.courier'),
      width: 120,
      least: 1040,
      cell: (row) => {
        const name = row.shipment_provider?.name
        return name ? <span title={name}>{name}</span> : none
      },
    },
    note: {
      key: 'note',
      title: t('orders.note'),
      width: 150,
      least: 1040,
      cell: (row) => (row.note ? <span title={row.note}>{row.note}</span> : none),
    },
    shipBy: {
      key: 'shipBy',
      title: t('orders.shipBy'),
      width: 86,
      least: 1000,
      sort: 'ship_by_at',
      cell: (row) => (row.ship_by_at ? <Moment at={row.ship_by_at} /> : none),
    },
    created: {
      key: 'created',
      title: t('orders.created'),
      width: 86,
      sort: 'created_at',
      cell: (row) => <Moment at={row.created_at} />,
    },
    updated: {
      key: 'updated',
      title: t('orders.updated'),
      width: 86,
      least: 1000,
      sort: 'updated_at',
      cell: (row) => <Moment at={row.updated_at} />,
    },
  }
}
