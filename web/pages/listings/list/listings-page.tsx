import { Link, useChildMatches, useNavigate, useParams } from '@tanstack/react-router'
import Copy from 'lucide-react/icons/copy'
import { useTranslation } from 'react-i18next'
import { productStatuses } from '../../../../model/product.ts'
import { api } from '../../../api.ts'
import { ListBody } from '../../../parts/list/list-body.tsx'
import { ListPage } from '../../../parts/list/list-page.tsx'
import { ListTabs } from '../../../parts/list/list-tabs.tsx'
import { SelectionBar } from '../../../parts/list/selection-bar.tsx'
import { useListKeys } from '../../../parts/list/use-list-keys.ts'
import { useLiveList } from '../../../parts/list/use-live-list.tsx'
import { useSelectAll } from '../../../parts/list/use-select-all.ts'
import { useSelection } from '../../../parts/list/use-selection.ts'
import { LiveMark } from '../../../parts/live-mark.tsx'
import { productListQuery, type ProductRow } from '../../../parts/queries/product-queries.ts'
import { paths } from '../../../paths.ts'
import buttons from '../../../ui/button.module.css'
import { Button } from '../../../ui/button.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { showToast } from '../../../ui/toast.ts'
import { useNarrow } from '../../../ui/use-media.ts'
import { useBulkActions } from '../bulk/use-bulk-actions.tsx'
import { ListingCards } from './listing-cards.tsx'
import { useListingColumns } from './listing-columns.tsx'
import { ImportLink } from './import-link.tsx'
import { ListingsExport } from './listings-export.tsx'
import { ListingsFilters } from './listings-filters.tsx'
import { listingsSearch } from './listings-search.ts'
import { useListings, useListingsSearch } from './use-listings.ts'

export function ListingsPage() {
  const { t } = useTranslation()
  const { search, change, query, result } = useListings()
  const page = result.data
  const filterKey = JSON.stringify({ ...listingsSearch.filtersOf(search), sort: undefined })
  const selection = useSelection<ProductRow, ProductRow>(filterKey, (row) => row)
  const all = useSelectAll(
    (at, limit) => api('GET /products/filter', { query: { ...query, page: at, limit } }),
    selection.choose,
  )
  const { openId, open, isCovered } = useOpenListing()
  const narrow = useNarrow()
  const { list, rows, total, waiting, isSlow, scroller, pager } = useLiveList({
    result,
    query,
    queryKey: productListQuery(query).queryKey,
    load: () => api('GET /products/filter', { query }),
    channel: 'product.change',
    stateOf: stateOfRow,
    isBusy: () => selection.size > 0 || openId !== null,
    search,
    change,
  })
  useListKeys({
    rows: isCovered && openId === null ? [] : (rows ?? []),
    openId,
    onOpen: open,
    onSelect: selection.toggle,
    onStar: null,
    onEscape: selection.clear,
  })
  const { columns, widths, menu, roomRef } = useListingColumns({ rows: rows ?? [], selection, onOpen: open })

  const bulk = useBulkActions([...selection.chosen.values()], selection.clear)

  async function copyCodes() {
    const codes = [...selection.chosen.values()].map((row) => row.seller_sku ?? row.channel_product_id)
    await navigator.clipboard.writeText(codes.join('\n'))
    showToast({ tone: 'success', message: t('products.codesCopied', { count: codes.length }) })
  }

  return (
    <ListPage
      title={t('area.products')}
      mark={<LiveMark />}
      actions={
        !narrow && (
          <>
            <ImportLink />
            <ListingsExport query={query} total={total} />
          </>
        )
      }
      tabs={
        <ListTabs
          label={t('products.statuses')}
          tabs={tabOrder
            .filter((key) => key === search.status || tabsAlways.has(key) || page?.meta.status_counts[key])
            .map((key) => ({ key, label: t(`productStatus.${key}`) }))}
          active={search.status}
          counts={page?.meta.status_counts}
          onChange={(status) => change({ status })}
        />
      }
      filters={<ListingsFilters needs={page?.meta.needs} end={narrow ? <MoreOfProducts /> : menu} />}
      waiting={{ ...waiting, label: t('products.newProducts', { count: waiting.count }) }}
      scrollerRef={scroller}
      pager={pager}
      selectionBar={
        <SelectionBar
          label={t('products.selection')}
          size={selection.size}
          actions={[
            ...bulk.actions,
            {
              name: 'copy-codes',
              label: t('products.copyCodes'),
              icon: <Copy size={15} aria-hidden="true" />,
              run: () => void copyCodes(),
            },
          ]}
          all={{ total, shown: rows?.length ?? 0, isLoading: all.isPending, select: () => all.mutate() }}
          isRowOpen={openId !== null}
          onClear={selection.clear}
        />
      }
    >
      <ListBody
        result={result}
        rows={rows}
        failed={t('products.failed')}
        empty={<Nothing isFiltered={listingsSearch.hasFilters(search) || search.status !== undefined} />}
        isNarrow={narrow}
        cards={<ListingCards {...list} skeletons={isSlow ? 6 : 0} selection={selection} onOpen={open} />}
        table={
          <DataTable
            {...list}
            label={t('area.products')}
            columns={columns}
            widths={widths}
            rowId={(row) => row.id}
            skeletons={isSlow ? 12 : 0}
            sorting={listingsSearch.sorting(search, (sort) => change({ sort }))}
            selected={selection.chosen}
            openId={openId}
            onOpen={(row) => open(row.id)}
            onPoint={() => undefined}
            scrollerRef={scroller}
            roomRef={roomRef}
          />
        }
      />
      {bulk.dialog}
    </ListPage>
  )
}

/** For the menu of narrow screens, which has no entries of their own for them. */
function MoreOfProducts() {
  const { t } = useTranslation()
  return (
    <>
      <Link className={buttons['button']} to={paths.templates()}>
        {t('area.templates')}
      </Link>
      <Link className={buttons['button']} to={paths.skus()} aria-label={t('area.skus')}>
        {t('skus.sku')}
      </Link>
    </>
  )
}

const tabOrder = productStatuses.toSorted((a, b) => Number(b === 'active') - Number(a === 'active'))

/** Statuses whose tab stands there without a product too. */
const tabsAlways = new Set<string>(['active', 'inactive', 'pending_review', 'rejected'])

const stateOfRow = (row: ProductRow) =>
  JSON.stringify([row.status.id, row.stock_total, row.price, row.refusal])

/** The product in the drawer over the list, and how another one is opened. */
function useOpenListing() {
  const params: { productId?: string } = useParams({ strict: false })
  const navigate = useNavigate()
  return {
    openId: params.productId === undefined ? null : Number(params.productId),
    isCovered: useChildMatches({ select: (matches) => matches.length > 0 }),
    open: (id: number | null) =>
      void navigate({
        to: id === null ? paths.products() : paths.product(id),
        search: true,
        resetScroll: false,
      }),
  }
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useTranslation()
  const { change } = useListingsSearch()
  if (!isFiltered) return <EmptyState title={t('products.none')} text={t('products.noneText')} />
  return (
    <EmptyState title={t('products.noMatch')} text={t('products.noMatchText')}>
      <Button onClick={() => change({ ...listingsSearch.none, status: undefined })}>
        {t('list.clearFilters')}
      </Button>
    </EmptyState>
  )
}
