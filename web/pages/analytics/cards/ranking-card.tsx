import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import X from 'lucide-react/icons/x'
import { ChannelMark } from '../../../parts/channel-mark.tsx'
import { count } from '../../../parts/figures.ts'
import { ListPager } from '../../../parts/list/list-pager.tsx'
import { defaultPageSize } from '../../../parts/list/page-size.ts'
import { UnlikeDays } from '../../../parts/unlike-days.tsx'
import type { AnalyticsPage } from '../../../paths.ts'
import { EmptyState } from '../../../ui/states.tsx'
import { figuresQuery, type Ranking } from '../analytics-queries.ts'
import { type AnalyticsSearch, toRankingQuery } from '../analytics-search.ts'
import { sales, type Scope } from '../orders-of-figure.ts'
import { Card } from '../parts/card.tsx'
import { ChartTools, type ChartToolsProps } from '../parts/chart-tools.tsx'
import { FiguresTable, type FiguresTableProps, type TableColumn } from '../parts/figures-table.tsx'
import { formatsOf, isUnknown } from '../parts/formats-of.ts'
import { Change } from '../parts/kpi-cells.tsx'
import { MoneyNotes } from '../parts/money-notes.tsx'
import { useFigures } from '../use-figures.ts'
import styles from '../analytics.module.css'
import { ProductCell } from './product-cell.tsx'
import { ShareBar } from './share-bar.tsx'

/** Has a row for each SKU that was sold, and for each listing without one. */
export const rankingId = 'ranking'

type Props = {
  page: AnalyticsPage
  call:
    | 'GET /analytics/product-ranking'
    | 'GET /analytics/sales/product-ranking'
    | 'GET /analytics/products/product-ranking'
  /** The first ones alone. */
  isShort?: boolean
  /** A table with more columns. */
  table?: (props: FiguresTableProps<RankingRow>) => ReactNode
  /** The columns that it adds, for their definitions. */
  more?: Pick<TableColumn<RankingRow>, 'title' | 'means'>[]
  /** The files of that table. */
  tools?: (props: ChartToolsProps<RankingRow>) => ReactNode
}
export type RankingRow = Ranking['data'][number]
type Sort = NonNullable<AnalyticsSearch['sort']>

const shortLength = 10

/** Products by what was sold of them. */
export function RankingCard({ page, call, isShort = false, table, tools, more = [] }: Props) {
  const { t } = useTranslation()
  const picture = useRef<HTMLTableElement>(null)
  const [Table, Tools] = [table ?? FiguresTable, tools ?? ChartTools]
  const { search, change, scopeOf, timeZone } = useFigures(page)
  const size = isShort ? shortLength : (search.limit ?? defaultPageSize)
  const { is_listed: isListed, ...ofAll } = search
  const asked = toRankingQuery(isShort ? { ...ofAll, page: 1 } : search, timeZone, size)
  const result = useQuery(figuresQuery(call, asked))
  const onSort = (sort: Sort) => change({ sort: sort === '-revenue' ? undefined : sort }, true)
  const columns =
    result.data && columnsOf(t, result.data, scopeOf(result.data.meta), { sort: asked.sort, onSort })
  const title = t(isShort ? 'analytics.topProducts' : 'analytics.table.products')
  return (
    <Card
      id={rankingId}
      title={title}
      note={result.data && t('analytics.products', countOf(result.data.meta.pagination.total))}
      columns={columns && [...columns, ...more]}
      result={result}
      height={520}
      tools={
        columns && (
          <Tools
            file="products"
            meta={result.data?.meta}
            picture={picture}
            table={{ columns, rows: result.data?.data ?? [] }}
          />
        )
      }
    >
      {({ data, meta }) => (
        <>
          <UnlikeDays partly={meta.partly_converted} className={styles['moneyNotes']} />
          <MoneyNotes money={meta} />
          {!isShort && isListed === 0 && (
            <button
              type="button"
              className={styles['narrowed']}
              aria-label={t('list.removeFilter', { filter: t('analytics.unlisted') })}
              onClick={() => change({ is_listed: undefined })}
            >
              {t('analytics.unlisted')}
              <X size={14} aria-hidden="true" />
            </button>
          )}
          {data.length === 0 ? (
            <EmptyState title={t('analytics.noProducts')} />
          ) : (
            <Table
              label={title}
              columns={columns ?? []}
              rows={data}
              keyOf={({ rank }) => rank}
              picture={picture}
            />
          )}
          {!isShort && meta.pagination.total > data.length && (
            <div className={styles['pager']}>
              <ListPager
                pagination={meta.pagination}
                size={search.limit ?? defaultPageSize}
                onChange={change}
              />
            </div>
          )}
        </>
      )}
    </Card>
  )
}

const countOf = (total: number) => ({ count: total, figure: count(total) })

/** The orders with it: by its SKU, or by the channel's code where none is linked. */
function ordersOf({ sku, shop_sku: shopSku, shop }: RankingRow, scope: Scope) {
  if (sku.id !== null) return sales(scope, { sku_id: sku.id })
  if (shopSku === null || shop === null) return null
  return sales({ ...scope, shop_id: [shop.id] }, { shop_sku: shopSku })
}

/** Sold now and not before. */
const isNew = ({ earlier }: RankingRow) => earlier?.quantity === 0

function columnsOf(
  t: TFunction,
  { data, meta }: Ranking,
  scope: Scope,
  { sort, onSort }: { sort: Sort; onSort: (sort: Sort) => void },
): TableColumn<RankingRow>[] {
  const { bare, sign } = formatsOf(meta.currency)
  const sorting = (field: 'quantity' | 'revenue') => ({
    isSorted: sort.endsWith(field),
    isDescending: sort.startsWith('-'),
    onSort: () => onSort(sort === `-${field}` ? field : `-${field}`),
  })
  const orders = (row: RankingRow) => ordersOf(row, scope)
  const isByQuantity = sort.endsWith('quantity')
  const change: TableColumn<RankingRow> = {
    key: 'change',
    title: t('analytics.column.change'),
    means: 'productChange',
    isRight: true,
    isWide: true,
    cell: (row) =>
      row.earlier && (
        <span
          title={t('analytics.before', {
            figure: isByQuantity ? count(row.earlier.quantity) : `${bare(row.earlier.revenue)} ${sign}`,
          })}
        >
          {isNew(row) ? (
            <span className={styles['muted']}>{t('analytics.newlySold')}</span>
          ) : (
            <Change percentChange={row.earlier.percent_change} />
          )}
        </span>
      ),
    text: ({ earlier }) => earlier?.percent_change ?? '',
  }
  return [
    {
      key: 'product',
      title: t('analytics.column.product'),
      cell: ({ rank, image, product, sku, shop }) => (
        <ProductCell
          name={product.name}
          code={sku.code}
          image={image}
          skuId={sku.id}
          before={<span className={styles['rank']}>{rank}</span>}
          after={
            <>
              {shop && (
                <>
                  <ChannelMark platformId={shop.platform_id} />
                  <span className="visually-hidden">{shop.system_name}</span>
                </>
              )}
              {!product.is_listed && <> · {t('analytics.unlisted')}</>}
            </>
          }
        />
      ),
      text: ({ product, sku }) =>
        `${product.name} (${sku.code})${product.is_listed ? '' : ` · ${t('analytics.unlisted')}`}`,
    },
    {
      key: 'quantity',
      title: t('analytics.column.quantity'),
      means: 'quantity',
      isRight: true,
      cell: ({ quantity }) => count(quantity),
      text: ({ quantity }) => quantity,
      orders,
      sort: sorting('quantity'),
    },
    {
      key: 'orders',
      title: t('analytics.figure.orders'),
      means: 'productOrders',
      isRight: true,
      isWide: true,
      cell: (row) => count(row.orders),
      text: (row) => row.orders,
      orders,
    },
    {
      key: 'revenue',
      title: `${t('analytics.figure.revenue')}, ${sign}`,
      means: 'productRevenue',
      isRight: true,
      cell: (row) => (isUnknown(row, meta) ? '–' : bare(row.revenue)),
      text: (row) => (isUnknown(row, meta) ? null : row.revenue),
      orders,
      sort: sorting('revenue'),
    },
    ...(data.some(({ earlier }) => earlier) ? [change] : []),
    {
      key: 'share',
      title: t('analytics.column.share'),
      means: 'productShare',
      isWide: 'first',
      cell: ({ percent }) => <ShareBar value={percent} />,
      text: ({ percent }) => percent,
    },
  ]
}
