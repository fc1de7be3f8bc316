import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../../../../contract/endpoints.ts'
import { type Clock, shortDay } from '../../../parts/dates.ts'
import { count } from '../../../parts/figures.ts'
import { Money } from '../../../parts/money-amount.tsx'
import { useClock } from '../../../parts/when.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { figuresQuery } from '../analytics-queries.ts'
import { sales } from '../orders-of-figure.ts'
import { Card } from '../parts/card.tsx'
import { ChartTools } from '../parts/chart-tools.tsx'
import { FiguresTable, type TableColumn } from '../parts/figures-table.tsx'
import { formatsOf } from '../parts/formats-of.ts'
import { useShopFilter } from '../use-figures.ts'
import { RowsPager, usePageOfRows } from './page-of-rows.tsx'
import own from './goods.module.css'
import { ProductCell } from '../cards/product-cell.tsx'

type Dead = Reply<'GET /analytics/products/dead-stock'>
type Row = Dead['data'][number]

const choices = [30, 60, 90, 180, 365] as const
const usualDays = 90

/** SKUs that have pieces and no sale, and the money that lies in them. */
export function DeadStockCard() {
  const { t } = useTranslation()
  const picture = useRef<HTMLTableElement>(null)
  const clock = useClock()
  const shops = useShopFilter('products')
  const [days, setDays] = useState<(typeof choices)[number]>(usualDays)
  const place = usePageOfRows({ shops, days })
  const { page, limit } = place
  const result = useQuery(figuresQuery('GET /analytics/products/dead-stock', { ...shops, days, page, limit }))
  const columns = result.data ? columnsOf(t, clock, result.data.meta.currency) : []
  const title = t('goods.dead')
  return (
    <Card
      title={title}
      columns={columns}
      result={result}
      height={320}
      tools={
        <>
          <span className={own['choice']}>
            <SelectField
              label={t('goods.without')}
              isLabelHidden
              value={String(days)}
              onChange={({ currentTarget: { value } }) =>
                setDays(choices.find((one) => String(one) === value) ?? usualDays)
              }
            >
              {choices.map((one) => (
                <option key={one} value={one}>
                  {t('goods.noSaleIn', { count: one })}
                </option>
              ))}
            </SelectField>
          </span>
          <ChartTools
            file="dead-stock"
            picture={picture}
            table={{ columns, rows: result.data?.data ?? [] }}
          />
        </>
      }
    >
      {({ data, meta }) => (
        <>
          {data.length === 0 ? (
            <EmptyState title={t('goods.noDead')} text={t('goods.noDeadText')} />
          ) : (
            <>
              <p className={own['sum']}>
                <strong>
                  <Money value={meta.value} currency={meta.currency} />
                </strong>{' '}
                {t('goods.boundIn', {
                  count: meta.on_hand,
                  figure: count(meta.on_hand),
                  skus: count(meta.pagination.total),
                })}
                {meta.without_cost > 0 &&
                  ` ${t('goods.withoutCost', { count: meta.without_cost, figure: count(meta.without_cost) })}`}
                {meta.is_converted && ` (${t('analytics.converted')})`}
              </p>
              <FiguresTable
                label={title}
                picture={picture}
                columns={columns}
                rows={data}
                keyOf={({ sku }) => sku.id}
                height={420}
              />
            </>
          )}
          <RowsPager pagination={meta.pagination} place={place} />
          <p className={own['meaning']}>
            <strong>{title}:</strong> {t('goods.deadMeans')}
          </p>
        </>
      )}
    </Card>
  )
}

function columnsOf(t: TFunction, clock: Clock, currency: string): TableColumn<Row>[] {
  const { bare, sign } = formatsOf(currency)
  return [
    {
      key: 'sku',
      title: t('analytics.column.product'),
      cell: ({ sku }) => <ProductCell {...sku} skuId={sku.id} />,
      text: ({ sku }) => `${sku.name} (${sku.code})`,
    },
    {
      key: 'onHand',
      title: t('goods.onHand'),
      means: 'onHand',
      isRight: true,
      cell: (row) => count(row.on_hand),
      text: (row) => row.on_hand,
    },
    {
      key: 'value',
      title: `${t('goods.atCost')}, ${sign}`,
      means: 'atCost',
      isRight: true,
      cell: ({ value }) => (value === null ? '–' : bare(value)),
      text: ({ value }) => value,
    },
    {
      key: 'last',
      title: t('goods.lastSold'),
      means: 'lastSold',
      isRight: true,
      isWide: true,
      cell: ({ last_sold: last }) => (last === null ? t('goods.never') : shortDay(last, clock)),
      text: (row) => row.last_sold,
      // Sales of every shop, as the stock is theirs together.
      orders: ({ sku, last_sold: last, sold_by_deleted: isDeleted }) =>
        last === null || isDeleted ? null : sales({ from: last, to: last }, { sku_id: sku.id }),
    },
    {
      key: 'since',
      title: t('goods.stockedSince'),
      means: 'stockedSince',
      isRight: true,
      isWide: 'first',
      cell: (row) => shortDay(row.stocked_since, clock),
      text: (row) => row.stocked_since,
    },
  ]
}
