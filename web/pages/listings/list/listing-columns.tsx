import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useAfterPage } from '../../../parts/after-page.ts'
import { count, percent } from '../../../parts/figures.ts'
import { Lines, none, ShopMarks, ShopName } from '../../../parts/list/cells.tsx'
import cells from '../../../parts/list/cells.module.css'
import { selectColumn, useColumns } from '../../../parts/list/use-columns.tsx'
import type { Selection } from '../../../parts/list/use-selection.ts'
import { priceText, productHues, productStatusOfRow } from '../../../parts/product-labels.ts'
import type { ProductRow } from '../../../parts/queries/product-queries.ts'
import { shopsQuery } from '../../../parts/queries/shop-queries.ts'
import { Moment, When } from '../../../parts/when.tsx'
import { MoneyRange } from '../../../parts/money-amount.tsx'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { Pill } from '../../../ui/pill.tsx'
import { ScoreRing } from '../score-ring.tsx'
import { countsText, stockHint } from './stock-hint.ts'

export type ListingSelection = Selection<ProductRow, ProductRow>
export type OpenListing = (id: number) => void

const optional = [
  'shop',
  'price',
  'stock',
  'threshold',
  'score',
  'status',
  'discount',
  'promo',
  'visibility',
  'updated',
] as const
const shownAtFirst: (typeof optional)[number][] = ['shop', 'price', 'stock', 'score', 'status']

type Options = { rows: ProductRow[]; selection: ListingSelection; onOpen: OpenListing }

/** The columns of the product list that the reader chose and that have room, and the menu to choose them. */
export function useListingColumns({ rows, selection, onOpen }: Options) {
  const { t } = useTranslation()
  const { product, ...columns } = useAllColumns()
  const select = selectColumn(rows, selection, {
    column: t('list.select'),
    page: t('list.selectPage'),
    row: ({ name }) => t('list.selectRow', { name }),
  })
  const next: Column<ProductRow> = {
    key: 'next',
    title: t('list.next'),
    quiet: true,
    width: 98,
    align: 'end',
    cell: (row) => <NextStep row={row} onOpen={onOpen} />,
  }
  return useColumns({
    name: 'products',
    columns,
    optional,
    shownAtFirst,
    before: [select, product],
    // Where no product of the page waits for anything, names have its room.
    after: rows.some(nextStepOf) ? [next] : [],
  })
}

/** The one thing that a product waits for; nothing when it is fine. */
function nextStepOf(row: ProductRow): 'seeReason' | 'linkSku' | 'restock' | undefined {
  if (row.refusal || row.status.code === 'rejected') return 'seeReason'
  if (!row.is_linked) return 'linkSku'
  return row.stock_level === 'out' || row.stock_level === 'low' ? 'restock' : undefined
}

export function NextStep({ row, onOpen }: { row: ProductRow; onOpen: OpenListing }) {
  const { t } = useTranslation()
  const step = nextStepOf(row)
  if (!step) return null
  const label = t(`products.nextStep.${step}`)
  return (
    <Button
      size="small"
      className={cells['next']}
      aria-label={`${label} · ${row.name}`}
      onClick={() => onOpen(row.id)}
    >
      {label}
    </Button>
  )
}

export function ProductName({ row }: { row: ProductRow }) {
  const { t } = useTranslation()
  const variants = row.variant_count > 1 && t('products.variants', { count: row.variant_count })
  return (
    <span className={cells['thing']}>
      <Picture source={row.main_image} seed={row.name} />
      <Lines hint={[row.seller_sku, variants].filter(Boolean).join(' · ') || null}>
        <Link
          className={cells['name']}
          title={row.name}
          to={paths.product(row.id)}
          search
          resetScroll={false}
        >
          {row.name}
        </Link>
      </Lines>
    </span>
  )
}

export function Price({ row }: { row: ProductRow }) {
  const { t } = useTranslation()
  const special = row.special_price
  if (!row.price) return none
  return (
    <Lines
      align="end"
      hint={
        special && (
          <>
            {t('products.special', { price: priceText(special, row.currency) })}
            {special.to && (
              <>
                {' '}
                {t('products.until')} <When at={special.to} deadline />
              </>
            )}
          </>
        )
      }
    >
      <MoneyRange {...row.price} currency={row.currency} />
    </Lines>
  )
}

export function StockFigure({ row }: { row: ProductRow }) {
  const { t } = useTranslation()
  const hint = stockHint(row, t)
  if (row.stock_total === null) return none
  return (
    <Lines align="end" hint={hint?.label} tone={hint?.tone}>
      <span data-whole="">{count(row.stock_total)}</span>
    </Lines>
  )
}

export function ProductStatusCell({ row }: { row: ProductRow }) {
  const { t } = useTranslation()
  const status = productStatusOfRow(row)
  const hint = row.refusal
    ? { label: row.refusal, tone: 'danger' as const }
    : row.pending > 0
      ? {
          label: t('products.pending', { count: row.pending, figure: count(row.pending) }),
          tone: undefined,
        }
      : row.is_linked
        ? null
        : { label: t('products.notLinked'), tone: undefined }
  return (
    <Lines hint={hint?.label} tone={hint?.tone} title={hint?.label}>
      <Pill hue={productHues[status]}>{t(`productStatus.${status}`)}</Pill>
    </Lines>
  )
}

/** The shop of this listing, and marks of the others that sell the same SKU. */
export function ListingShop({ row }: { row: ProductRow }) {
  const { t } = useTranslation()
  const { data: shops = [] } = useQuery({ ...shopsQuery, enabled: useAfterPage() })
  const others = row.also_in.map(({ shop_id: id, platform_id: platformId }) => ({
    platformId,
    name: shops.find((shop) => shop.id === id)?.system_name ?? String(id),
  }))
  const { system_name: name, platform_id: platformId } = row.shop.data
  return (
    <Lines hint={others.length > 0 ? <ShopMarks shops={others} label={t('products.alsoIn')} /> : null}>
      <ShopName platformId={platformId} name={name} />
    </Lines>
  )
}

function useAllColumns(): Record<(typeof optional)[number] | 'product', Column<ProductRow>> {
  const { t } = useTranslation()
  return {
    product: {
      key: 'product',
      title: t('products.product'),
      width: 214,
      grow: 12,
      max: 460,
      cell: (row) => <ProductName row={row} />,
    },
    shop: {
      key: 'shop',
      title: t('list.shop'),
      width: 148,
      grow: 1,
      max: 190,
      rank: 5,
      cell: (row) => <ListingShop row={row} />,
    },
    price: {
      key: 'price',
      title: t('products.price'),
      width: 132,
      grow: 1,
      max: 160,
      align: 'end',
      sort: 'price',
      cell: (row) => <Price row={row} />,
    },
    stock: {
      key: 'stock',
      title: t('products.stock'),
      width: 120,
      grow: 1,
      max: 150,
      align: 'end',
      cell: (row) => <StockFigure row={row} />,
    },
    threshold: {
      key: 'threshold',
      title: t('products.threshold'),
      width: 84,
      rank: 1,
      align: 'end',
      cell: ({ threshold }) => (threshold ? countsText(threshold) : none),
    },
    score: {
      key: 'score',
      title: t('products.score'),
      width: 88,
      rank: 4,
      sort: 'score',
      cell: (row) => (row.content_score === null ? none : <ScoreRing score={row.content_score} />),
    },
    status: {
      key: 'status',
      title: t('products.status'),
      width: 122,
      grow: 1,
      max: 220,
      cell: (row) => <ProductStatusCell row={row} />,
    },
    discount: {
      key: 'discount',
      title: t('products.discount'),
      width: 84,
      rank: 2,
      align: 'end',
      cell: ({ discount }) => (discount === null ? none : percent(discount)),
    },
    promo: {
      key: 'promo',
      title: t('products.promo'),
      width: 84,
      rank: 1,
      cell: ({ promo }) => (promo ? t('products.promoOn') : none),
    },
    visibility: {
      key: 'visibility',
      title: t('products.visibility'),
      width: 92,
      rank: 1,
      cell: ({ visibility }) => t(`products.${visibility}`),
    },
    updated: {
      key: 'updated',
      title: t('products.updated'),
      width: 92,
      rank: 3,
      sort: 'updated_at',
      cell: (row) => <Moment at={row.updated_at} />,
    },
  }
}
