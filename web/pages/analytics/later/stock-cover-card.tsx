import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../../../../contract/endpoints.ts'
import { type Clock, shortDay } from '../../../parts/dates.ts'
import { count, decimal } from '../../../parts/figures.ts'
import { useClock } from '../../../parts/when.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { figuresQuery } from '../analytics-queries.ts'
import { sales, type Scope } from '../orders-of-figure.ts'
import { Card } from '../parts/card.tsx'
import { ChartTools } from '../parts/chart-tools.tsx'
import { FiguresTable, type TableColumn } from '../parts/figures-table.tsx'
import { useShopFilter } from '../use-figures.ts'
import styles from '../analytics.module.css'
import { DaysLeft } from './days-left.tsx'
import { RowsPager, usePageOfRows } from './page-of-rows.tsx'
import own from './goods.module.css'
import { ProductCell } from '../cards/product-cell.tsx'

type Cover = Reply<'GET /analytics/products/stock-cover'>
type Row = Cover['data'][number]

/** SKUs by the days for which their stock lasts, the shortest first. */
export function StockCoverCard() {
  const { t } = useTranslation()
  const picture = useRef<HTMLTableElement>(null)
  const clock = useClock()
  const shops = useShopFilter('products')
  const place = usePageOfRows(shops)
  const { page, limit } = place
  const result = useQuery(figuresQuery('GET /analytics/products/stock-cover', { ...shops, page, limit }))
  const columns = result.data ? columnsOf(t, clock, { ...shops, ...daysOf(result.data) }) : []
  const title = t('goods.cover')
  return (
    <Card
      title={title}
      note={t('goods.last30')}
      columns={columns}
      result={result}
      height={320}
      tools={
        <ChartTools file="stock-cover" picture={picture} table={{ columns, rows: result.data?.data ?? [] }} />
      }
    >
      {({ data, meta }) => (
        <>
          {data.length === 0 ? (
            <EmptyState title={t('goods.noCover')} text={t('goods.noCoverText')} />
          ) : (
            <FiguresTable
              label={title}
              picture={picture}
              columns={columns}
              rows={data}
              keyOf={({ sku }) => sku.id}
              height={420}
            />
          )}
          <RowsPager pagination={meta.pagination} place={place} />
          <p className={own['meaning']}>
            <strong>{t('analytics.column.daysLeft')}:</strong> {t('meanings.daysLeft')}
          </p>
        </>
      )}
    </Card>
  )
}

const daysOf = ({ meta: { from, to } }: Cover) => ({ from, to })

function columnsOf(t: TFunction, clock: Clock, scope: Scope): TableColumn<Row>[] {
  return [
    {
      key: 'sku',
      title: t('analytics.column.product'),
      cell: ({ sku }) => <ProductCell {...sku} skuId={sku.id} />,
      text: ({ sku }) => `${sku.name} (${sku.code})`,
    },
    {
      key: 'left',
      title: t('analytics.column.daysLeft'),
      means: 'daysLeft',
      isRight: true,
      cell: (row) => (
        <>
          <DaysLeft days={row.days_left} />{' '}
          <small className={styles['muted']}>{shortDay(row.out_on, clock)}</small>
        </>
      ),
      text: (row) => row.days_left,
    },
    {
      key: 'available',
      title: t('goods.available'),
      means: 'available',
      isRight: true,
      cell: ({ available }) => count(available),
      text: ({ available }) => available,
    },
    {
      key: 'perDay',
      title: t('goods.perDay'),
      means: 'perDay',
      isRight: true,
      isWide: true,
      cell: (row) => decimal(row.per_day),
      text: (row) => row.per_day,
    },
    {
      key: 'quantity',
      title: t('analytics.column.quantity'),
      means: 'coverUnits',
      isRight: true,
      isWide: true,
      cell: ({ quantity }) => count(quantity),
      text: ({ quantity }) => quantity,
    },
    {
      key: 'orders',
      title: t('analytics.figure.orders'),
      means: 'coverOrders',
      isRight: true,
      cell: ({ orders }) => count(orders),
      text: ({ orders }) => orders,
      orders: ({ sku, orders }) => (orders > 0 ? sales(scope, { sku_id: sku.id }) : null),
    },
  ]
}
