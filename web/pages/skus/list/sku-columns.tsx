import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { count } from '../../../parts/figures.ts'
import { Lines, ShopMarks } from '../../../parts/list/cells.tsx'
import { selectColumn, useColumns } from '../../../parts/list/use-columns.tsx'
import type { Selection } from '../../../parts/list/use-selection.ts'
import { MoneyRange } from '../../../parts/money-amount.tsx'
import type { SkuRow } from '../../../parts/queries/sku-queries.ts'
import type { Forecast } from '../../../parts/sales/sales-queries.ts'
import { Moment } from '../../../parts/when.tsx'
import { paths } from '../../../paths.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { Pill } from '../../../ui/pill.tsx'
import { Picture } from '../../../ui/picture.tsx'
import styles from './sku-list.module.css'

const optional = ['shops', 'price', 'onHand', 'reserved', 'available', 'threshold', 'updated'] as const
type OptionalColumn = (typeof optional)[number]

/** Null: the reader may do nothing with several SKUs at once. */
export type SkuSelection = Selection<SkuRow, SkuRow>

/** By the SKU's id; of those that are low. */
export type Forecasts = ReadonlyMap<number, Forecast> | undefined

/** The columns of the SKU list that the reader chose and that have room, and the menu to choose them. */
export function useSkuColumns(forecasts: Forecasts, rows: SkuRow[], selection: SkuSelection | null) {
  const { t } = useTranslation()
  const select =
    selection &&
    selectColumn(rows, selection, {
      column: t('list.select'),
      page: t('list.selectPage'),
      row: ({ name }) => t('list.selectRow', { name }),
    })
  const figure = (key: 'stock_total' | 'reserved' | 'threshold', title: string, rank: number) => ({
    key,
    title,
    width: 108,
    rank,
    align: 'end' as const,
    cell: (row: SkuRow) => <Figure value={row[key]} />,
  })
  const sku: Column<SkuRow> = {
    key: 'sku',
    title: t('skus.sku'),
    width: 270,
    grow: 4,
    sort: 'prime_sku',
    cell: (row) => (
      <span className={styles['what']}>
        <Picture source={row.image} seed={row.prime_sku} />
        <SkuName row={row} />
      </span>
    ),
  }
  const columns: Record<OptionalColumn, Column<SkuRow>> = {
    shops: {
      key: 'shops',
      title: t('skus.listings'),
      width: 132,
      grow: 1,
      max: 180,
      rank: 7,
      cell: (row) => <ListedIn row={row} />,
    },
    price: {
      key: 'price',
      title: t('skus.price'),
      width: 150,
      rank: 5,
      align: 'end',
      cell: (row) => <Price row={row} />,
    },
    onHand: { ...figure('stock_total', t('skus.onHand'), 6), key: 'onHand' },
    reserved: figure('reserved', t('skus.reserved'), 4),
    available: {
      key: 'available',
      title: t('skus.available'),
      width: 150,
      rank: 9,
      align: 'end',
      cell: (row) => <Available row={row} forecast={forecasts?.get(row.id)} />,
    },
    threshold: figure('threshold', t('lowStock.threshold'), 2),
    updated: {
      key: 'updated',
      title: t('skus.updated'),
      width: 148,
      rank: 3,
      sort: 'updated_at',
      cell: (row) => <Moment at={row.updated_at} />,
    },
  }
  return useColumns({
    name: 'skus',
    columns,
    optional,
    shownAtFirst: ['shops', 'price', 'onHand', 'reserved', 'available', 'updated'],
    before: select ? [select, sku] : [sku],
  })
}

export function SkuName({ row }: { row: SkuRow }) {
  const { t } = useTranslation()
  return (
    <span className={styles['lines']}>
      <Link className={styles['name']} title={row.name} to={paths.sku(row.id)}>
        {row.name}
      </Link>
      <small className={styles['code']}>
        {row.prime_sku}
        {row.is_bundle && ` · ${t('skus.parts.bundle')}`}
      </small>
    </span>
  )
}

function Figure({ value }: { value: number | null }) {
  return value === null ? <span className={styles['none']}>–</span> : <>{count(value)}</>
}

type AvailableProps = {
  row: Pick<SkuRow, 'available' | 'stock_level'>
  forecast: Forecast | undefined
}

/** The figure, and in words why it matters and when it ends. */
export function Available({ row, forecast }: AvailableProps) {
  const { t } = useTranslation()
  const { available, stock_level: level } = row
  const left = forecast?.days_left ?? 0
  return (
    <span className={styles['stock']}>
      <span className={styles['available']}>
        {(level === 'low' || level === 'out') && (
          <Pill hue={level === 'out' ? 'red' : 'amber'}>{t(`skus.stock.${level}`)}</Pill>
        )}
        <Figure value={available} />
      </span>
      {level === 'low' && left > 0 && (
        <small>{t('restock.outShort', { count: left, figure: count(left) })}</small>
      )}
    </span>
  )
}

/** In the currency of most listings, and under it in the others. */
export function Price({ row: { retail_price: price, other_prices: others } }: { row: SkuRow }) {
  if (!price) return <span className={styles['none']}>–</span>
  return (
    <span className={styles['range']}>
      <MoneyRange {...price} />
      {others.length > 0 && (
        <small>
          {others.map((one, at) => (
            <Fragment key={one.currency}>
              {at > 0 && ' '}
              <span>
                <MoneyRange {...one} />
                {at < others.length - 1 && ' ·'}
              </span>
            </Fragment>
          ))}
        </small>
      )}
    </span>
  )
}

/** The shops that list the SKU, and how many listings it has. */
export function ListedIn({ row }: { row: SkuRow }) {
  const { t } = useTranslation()
  const shops = new Map(row.products.data.map(({ shop }) => [shop.data.id, shop.data]))
  if (shops.size === 0) return <span className={styles['none']}>{t('skus.noListing')}</span>
  const marked = [...shops.values()].map((shop) => ({ platformId: shop.platform_id, name: shop.system_name }))
  return (
    <Lines hint={t('skus.listingCount', { count: row.listing_count, figure: count(row.listing_count) })}>
      <ShopMarks shops={marked} most={6} />
    </Lines>
  )
}
