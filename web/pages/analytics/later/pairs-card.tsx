import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../../../../contract/endpoints.ts'
import { shortDay } from '../../../parts/dates.ts'
import { count } from '../../../parts/figures.ts'
import { useClock } from '../../../parts/when.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { figuresQuery } from '../analytics-queries.ts'
import { type OrdersSearch, sales, type Scope } from '../orders-of-figure.ts'
import { Card } from '../parts/card.tsx'
import { ChartTools } from '../parts/chart-tools.tsx'
import { FiguresTable, type TableColumn } from '../parts/figures-table.tsx'
import { percentText } from '../parts/formats-of.ts'
import { useFigures } from '../use-figures.ts'
import { RowsPager, usePageOfRows } from './page-of-rows.tsx'
import own from './goods.module.css'
import { ProductCell } from '../cards/product-cell.tsx'

type Row = Reply<'GET /analytics/products/bought-together'>['data'][number]
type Product = Row['first']

/** Which two products stand in one order, and how often. */
export function PairsCard() {
  const { t } = useTranslation()
  const picture = useRef<HTMLTableElement>(null)
  const clock = useClock()
  const { plain, scopeOf } = useFigures('products')
  const place = usePageOfRows(plain)
  const { page, limit } = place
  const result = useQuery(figuresQuery('GET /analytics/products/bought-together', { ...plain, page, limit }))
  const columns = result.data ? columnsOf(t, scopeOf(result.data.meta)) : []
  const title = t('goods.pairs')
  return (
    <Card
      title={title}
      note={
        result.data && `${shortDay(result.data.meta.from, clock)} – ${shortDay(result.data.meta.to, clock)}`
      }
      columns={columns}
      result={result}
      height={320}
      tools={
        <ChartTools
          file="bought-together"
          meta={result.data?.meta}
          picture={picture}
          table={{ columns, rows: result.data?.data ?? [] }}
        />
      }
    >
      {({ data, meta }) => (
        <>
          {data.length === 0 ? (
            <EmptyState title={t('goods.noPairs')} text={t('goods.noPairsText')} />
          ) : (
            <FiguresTable
              label={title}
              picture={picture}
              columns={columns}
              rows={data}
              keyOf={({ first, second }) => `${keyOf(first)}+${keyOf(second)}`}
            />
          )}
          <RowsPager pagination={meta.pagination} place={place} />
          <p className={own['meaning']}>
            <strong>{title}:</strong> {t('meanings.pairOrders')}
          </p>
        </>
      )}
    </Card>
  )
}

const keyOf = ({ sku_id: skuId, shop_id: shopId, shop_sku: shopSku }: Product) =>
  skuId === null ? `${shopId}/${shopSku}` : String(skuId)

const nameOf = ({ name, code }: Product) => `${name} (${code})`

/** Orders with both. A listing without a SKU is in one shop alone. */
function ordersOf({ first, second }: Row, scope: Scope): OrdersSearch {
  const shopId = first.shop_id ?? second.shop_id
  return sales(shopId === null ? scope : { ...scope, shop_id: [shopId] }, {
    ...(first.sku_id === null ? { shop_sku: first.shop_sku ?? '' } : { sku_id: first.sku_id }),
    ...(second.sku_id === null ? { also_shop_sku: second.shop_sku ?? '' } : { also_sku_id: second.sku_id }),
  })
}

function columnsOf(t: TFunction, scope: Scope): TableColumn<Row>[] {
  const product = (key: 'first' | 'second', title: string): TableColumn<Row> => ({
    key,
    title,
    ...(key === 'first' && { means: { name: t('analytics.column.share'), of: 'pairShare' } as const }),
    cell: (row) => (
      <ProductCell
        {...row[key]}
        skuId={row[key].sku_id}
        after={<> · {t('goods.ofOrders', { percent: percentText(row[key].percent) })}</>}
      />
    ),
    text: (row) => nameOf(row[key]),
  })
  return [
    product('first', t('analytics.column.product')),
    product('second', t('goods.boughtWith')),
    {
      key: 'orders',
      title: t('analytics.figure.orders'),
      means: 'pairOrders',
      isRight: true,
      cell: ({ orders }) => count(orders),
      text: ({ orders }) => orders,
      orders: (row) => ordersOf(row, scope),
    },
  ]
}
