import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../../../../contract/endpoints.ts'
import { percentOf } from '../../../../model/chart-figures.ts'
import { ChannelMark } from '../../../parts/channel-mark.tsx'
import { count } from '../../../parts/figures.ts'
import { allows, meQuery } from '../../../session.ts'
import { figuresQuery } from '../analytics-queries.ts'
import { canceled, returned, sales, type Scope } from '../orders-of-figure.ts'
import { Card } from '../parts/card.tsx'
import { ChartTools } from '../parts/chart-tools.tsx'
import { FiguresTable, type TableColumn } from '../parts/figures-table.tsx'
import { formatsOf, isUnknown as isUnknownIn, percentText } from '../parts/formats-of.ts'
import { MoneyNotes } from '../parts/money-notes.tsx'
import { useFigures } from '../use-figures.ts'
import styles from '../analytics.module.css'
import { ShareBar } from './share-bar.tsx'

type Shops = Reply<'GET /analytics/sales/shop-detail-statistic'>
type Shop = Shops['data'][number]

/** Sales by shop, highest revenue first. */
export function ShopsCard() {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const picture = useRef<HTMLTableElement>(null)
  const { plain, scopeOf } = useFigures('sales')
  const result = useQuery(figuresQuery('GET /analytics/sales/shop-detail-statistic', plain))
  const columns = result.data && columnsOf(t, result.data, scopeOf(result.data.meta))
  return (
    <Card
      title={t('analytics.table.shops')}
      note={allows(me, 'orders.view') && t('analytics.clickOpens')}
      columns={columns}
      result={result}
      height={260}
      tools={
        columns && (
          <ChartTools
            file="shops"
            meta={result.data?.meta}
            picture={picture}
            table={{ columns, rows: result.data?.data ?? [] }}
          />
        )
      }
    >
      {({ data, meta }) => (
        <>
          <MoneyNotes money={meta} />
          <FiguresTable
            label={t('analytics.table.shops')}
            picture={picture}
            columns={columns ?? []}
            rows={data}
            keyOf={({ shop }) => shop.id}
          />
        </>
      )}
    </Card>
  )
}

function columnsOf(t: TFunction, { data, meta }: Shops, scope: Scope): TableColumn<Shop>[] {
  const { bare, sign } = formatsOf(meta.currency)
  const ofShop = ({ shop }: Shop) => ({ ...scope, shop_id: [shop.id] })
  const sum = (valueOf: (row: Shop) => number) => data.reduce((total, row) => total + valueOf(row), 0)
  const total = {
    orders: sum(({ orders }) => orders),
    revenue: sum(({ revenue }) => revenue),
    net: sum((row) => row.net_revenue),
    canceled: sum((row) => row.canceled_orders),
    returned: sum((row) => row.returned_orders),
  }
  const isUnknown = (row: { orders: number; revenue: number }) => isUnknownIn(row, meta)
  const right = { isRight: true }
  return [
    {
      key: 'shop',
      title: t('list.shop'),
      cell: ({ shop }) => (
        <span className={styles['named']}>
          <ChannelMark platformId={shop.platform_id} /> {shop.system_name}
        </span>
      ),
      text: ({ shop }) => shop.system_name,
      total: t('list.allShops'),
    },
    {
      key: 'orders',
      title: t('analytics.figure.orders'),
      means: 'orders',
      ...right,
      cell: ({ orders }) => count(orders),
      text: ({ orders }) => orders,
      orders: (row) => sales(ofShop(row)),
      total: count(total.orders),
    },
    {
      key: 'revenue',
      title: `${t('analytics.figure.revenue')}, ${sign}`,
      means: 'revenue',
      ...right,
      cell: (row) => (isUnknown(row) ? '–' : bare(row.revenue)),
      text: (row) => (isUnknown(row) ? null : row.revenue),
      orders: (row) => sales(ofShop(row)),
      total: isUnknown(total) ? '–' : bare(total.revenue),
    },
    {
      key: 'share',
      title: t('analytics.column.share'),
      means: 'shopShare',
      isWide: true,
      cell: (row) => (isUnknown(row) ? '–' : <ShareBar value={row.percent} />),
      text: (row) => (isUnknown(row) ? null : row.percent),
      total: '',
    },
    {
      key: 'net',
      title: t('analytics.figure.net_revenue'),
      means: 'net_revenue',
      ...right,
      isWide: true,
      cell: (row) => (isUnknown(row) ? '–' : bare(row.net_revenue)),
      text: (row) => (isUnknown(row) ? null : row.net_revenue),
      total: isUnknown(total) ? '–' : bare(total.net),
    },
    {
      key: 'average',
      title: t('analytics.column.average'),
      means: 'average_order_value',
      ...right,
      isWide: 'first',
      cell: ({ average_order_value: value }) => (value === null ? '–' : bare(value)),
      text: (row) => row.average_order_value,
      // Orders in money without a rate are in the number alone.
      total: total.orders > 0 && meta.others.length === 0 ? bare(total.revenue / total.orders) : '–',
    },
    {
      key: 'canceled',
      title: t('analytics.column.canceled'),
      means: 'shopCanceled',
      ...right,
      isWide: true,
      cell: (row) => <Part count={row.canceled_orders} percent={row.canceled_rate} />,
      text: (row) => row.canceled_orders,
      orders: (row) => (row.canceled_orders > 0 ? canceled(ofShop(row)) : null),
      total: count(total.canceled),
    },
    {
      key: 'returned',
      title: t('analytics.column.returned'),
      means: 'returned_orders',
      isWide: true,
      ...right,
      cell: (row) => <Part count={row.returned_orders} percent={row.return_rate} />,
      text: (row) => row.returned_orders,
      orders: (row) => (row.returned_orders > 0 ? returned(ofShop(row)) : null),
      total: <Part count={total.returned} percent={percentOf(total.returned, total.orders)} />,
    },
  ]
}

/** A count, and the part that it is. */
function Part({ count: value, percent }: { count: number; percent: number | null }) {
  return (
    <>
      {count(value)} <small className={styles['muted']}>{percentText(percent)}</small>
    </>
  )
}
