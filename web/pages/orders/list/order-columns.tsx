import { Link } from '@tanstack/react-router'
import NotebookPen from 'lucide-react/icons/notebook-pen'
import PackageCheck from 'lucide-react/icons/package-check'
import Printer from 'lucide-react/icons/printer'
import Star from 'lucide-react/icons/star'
import { useTranslation } from 'react-i18next'
import { ChannelMark } from '../../../parts/channel-mark.tsx'
import { amount } from '../../../parts/figures.ts'
import { Money } from '../../../parts/money-amount.tsx'
import type { OrderRow } from '../../../parts/queries/order-queries.ts'
import { StatusPill } from '../../../parts/status-pill.tsx'
import { Moment, useClock, useNow } from '../../../parts/when.tsx'
import { paths } from '../../../paths.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { Lines, none } from '../../../parts/list/cells.tsx'
import cells from '../../../parts/list/cells.module.css'
import { selectColumn, useColumns } from '../../../parts/list/use-columns.tsx'
import type { OrderSelection } from './chosen-order.ts'
import { NextStepButton, nextStepOf, type NextStepRunner, permissionOf } from './next-step.tsx'
import styles from './order-columns.module.css'
import { type OrderHint, orderHint, statusOf, methodOf } from '../order-labels.ts'
import { parcelStateOf } from '../parcel-state.ts'

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

/** Longer codes, of up to 19 digits, are set smaller, so that the column need not be wider for all. */
const longestUsual = 16

type Options = {
  rows: OrderRow[]
  selection: OrderSelection
  onStar: ((row: OrderRow) => void) | null
  next: NextStepRunner
}

/** The columns of the order list that the reader chose and that have room, and the menu to choose them. */
export function useOrderColumns({ rows, selection, onStar, next }: Options) {
  const { t } = useTranslation()
  const all = useOrderCells(rows)
  const select = selectColumn(rows, selection, {
    column: t('orders.select'),
    page: t('orders.selectPage'),
    row: ({ code }) => t('orders.selectOrder', { code }),
  })
  const star: Column<OrderRow> = {
    key: 'star',
    title: t('orders.star'),
    quiet: true,
    width: 34,
    rank: 1,
    cell: (row) => <StarButton row={row} onStar={onStar} />,
  }
  const nextStep: Column<OrderRow> = {
    key: 'next',
    title: t('list.next'),
    quiet: true,
    width: 100,
    align: 'end',
    cell: (row) => <NextStepButton row={row} next={next} />,
  }
  // Where no order of the page waits for a step, its room is for the names of what was bought.
  const mayTake = (step: ReturnType<typeof nextStepOf>) => step !== null && next.may(permissionOf[step])
  const hasSteps = rows.some((row) => mayTake(nextStepOf(row)))
  return useColumns({
    name: 'orders',
    columns: all,
    optional,
    shownAtFirst,
    before: [select, star, all.order],
    after: hasSteps ? [nextStep] : [],
  })
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

/** Marks for a printed waybill, for a checked parcel and for a note of the team. */
export function OrderMarks({ row }: { row: OrderRow }) {
  const { t } = useTranslation()
  const note = row.note && t('orders.noteMark', { note: row.note })
  return (
    <>
      {row.is_printed === 1 && (
        <span className={styles['mark']} title={t('queue.parcel.printed')}>
          <Printer size={13} aria-hidden="true" />
          <span className="visually-hidden">{t('queue.parcel.printed')}</span>
        </span>
      )}
      {row.checked_at !== null && (
        <span className={styles['mark']} title={t('queue.parcel.checked')}>
          <PackageCheck size={13} aria-hidden="true" />
          <span className="visually-hidden">{t('queue.parcel.checked')}</span>
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

/** All that the lists of orders say of one, a column each; the names of the items get the room that these rows leave. */
export function useOrderCells(rows: OrderRow[]): Record<OptionalColumn | 'order', Column<OrderRow>> {
  const { t } = useTranslation()
  const now = useNow(60_000)
  const clock = useClock()
  // A late order says so first; others say how far the parcel is.
  const hintOf = (row: OrderRow): OrderHint | null => {
    const hint = orderHint(row, t, now)
    const isQuiet = hint === null || (hint.tone === 'muted' && row.latest_action === null)
    if (row.status.code !== 'ready_to_ship' || !isQuiet) return hint
    return { label: parcelStateOf(row, t, now, clock), tone: 'muted' }
  }
  return {
    order: {
      key: 'order',
      title: t('orders.order'),
      width: 172,
      grow: 1,
      max: 200,
      cell: (row) => (
        <>
          <Link
            className={styles['code']}
            data-whole=""
            data-long={row.code.length > longestUsual || undefined}
            to={paths.order(row.id)}
            search
            resetScroll={false}
          >
            {row.code}
          </Link>
          <span className={styles['shop']}>
            <ChannelMark platformId={row.shop.data.platform_id} />
            <span>{row.shop.data.system_name}</span>
            <OrderMarks row={row} />
          </span>
        </>
      ),
    },
    items: {
      key: 'items',
      title: t('orders.items'),
      width: 190,
      grow: 4,
      max: 420,
      rank: 9,
      cell: (row) => {
        const [first] = row.item_preview
        return (
          <span className={cells['thing']}>
            <Picture source={first?.image ?? null} seed={first?.shop_sku ?? row.code} />
            <Lines
              hint={
                row.total_items > 1
                  ? t('orders.moreItems', { count: row.total_items - 1 })
                  : t('orders.itemCount', { count: row.total_quantity })
              }
            >
              <span title={first?.name}>{first?.name ?? '–'}</span>
            </Lines>
          </span>
        )
      },
    },
    customer: {
      key: 'customer',
      title: t('orders.customer'),
      width: 124,
      grow: 2,
      max: 180,
      rank: 3,
      cell: (row) => (
        <Lines hint={row.place}>
          <span title={row.customer.data?.name ?? undefined}>{row.customer.data?.name ?? '–'}</span>
        </Lines>
      ),
    },
    total: {
      key: 'total',
      title: t('orders.total'),
      width: Math.max(
        108,
        ...rows.map((row) => 44 + 8 * amount(row.total_price, row.currency).figure.length),
      ),
      rank: 8,
      align: 'end',
      sort: 'total_price',
      cell: (row) => <Money value={row.total_price} currency={row.currency} strong />,
    },
    payment: {
      key: 'payment',
      title: t('orders.payment'),
      width: 138,
      rank: 2,
      cell: (row) => t(`payment.${methodOf(row.payment_method)}`),
    },
    status: {
      key: 'status',
      title: t('orders.status'),
      width: 144,
      grow: 2,
      max: 200,
      cell: (row) => {
        const hint = hintOf(row)
        return (
          <Lines
            hint={
              hint && (
                <>
                  {hint.label}
                  {hint.more && <span className="visually-hidden"> {hint.more}</span>}
                </>
              )
            }
            tone={hint?.tone === 'muted' ? undefined : hint?.tone}
            title={hint?.more}
            isHintWhole
          >
            <StatusPill status={statusOf(row.status)} />
          </Lines>
        )
      },
    },
    tracking: {
      key: 'tracking',
      title: t('orders.tracking'),
      width: rows[0] && !rows.some((row) => row.tracking_number) ? 96 : 150,
      grow: 1,
      max: 170,
      rank: 6,
      cell: (row) =>
        row.tracking_number ? (
          <span className={styles['tracking']} data-whole="">
            {row.tracking_number}
          </span>
        ) : (
          none
        ),
    },
    courier: {
      key: 'courier',
      title: t('orders.courier'),
      width: 120,
      rank: 5,
      cell: (row) => {
        const name = row.shipment_provider?.name
        return name ? <span title={name}>{name}</span> : none
      },
    },
    note: {
      key: 'note',
      title: t('orders.note'),
      width: 150,
      grow: 1,
      max: 240,
      rank: 2,
      cell: (row) => (row.note ? <span title={row.note}>{row.note}</span> : none),
    },
    shipBy: {
      key: 'shipBy',
      title: t('orders.shipBy'),
      width: 92,
      rank: 7,
      sort: 'ship_by_at',
      cell: (row) => (row.ship_by_at ? <Moment at={row.ship_by_at} deadline /> : none),
    },
    created: {
      key: 'created',
      title: t('orders.created'),
      width: 92,
      rank: 4,
      sort: 'created_at',
      cell: (row) => <Moment at={row.created_at} />,
    },
    updated: {
      key: 'updated',
      title: t('orders.updated'),
      width: 92,
      rank: 2,
      sort: 'updated_at',
      cell: (row) => <Moment at={row.updated_at} />,
    },
  }
}
