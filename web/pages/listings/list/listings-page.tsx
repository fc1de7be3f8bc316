import { Link, useNavigate, useParams } from '@tanstack/react-router'
import Copy from 'lucide-react/icons/copy'
import { useTranslation } from 'react-i18next'
import { productStatuses } from '../../../../model/product.ts'
import { api } from '../../../api.ts'
import { ConnectShop } from '../../../parts/connect-shop.tsx'
import { ComparedNote } from '../../../parts/list/compared-note.tsx'
import { ListBody } from '../../../parts/list/list-body.tsx'
import { ListPage } from '../../../parts/list/list-page.tsx'
import { PhoneActions } from '../../../parts/list/phone-actions.tsx'
import { ListTabs } from '../../../parts/list/list-tabs.tsx'
import { SelectionBar } from '../../../parts/list/selection-bar.tsx'
import { useList } from '../../../parts/list/use-list.ts'
import { goodsChannels } from '../../../parts/live.ts'
import { LiveMark } from '../../../parts/live-mark.tsx'
import { useCopy } from '../../../parts/use-copy.ts'
import { productListQuery, type ProductRow } from '../../../parts/queries/product-queries.ts'
import { paths } from '../../../paths.ts'
import buttons from '../../../ui/button.module.css'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states.tsx'
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
  const copy = useCopy()
  const { search, change, query, result } = useListings()
  const page = result.data
  const { openId, open } = useOpenListing()
  const narrow = useNarrow()
  const { rows, total, selection, waiting, frame, body, bar, all } = useList({
    result,
    query,
    queryKey: productListQuery(query).queryKey,
    load: (asked) => api('GET /products/filter', { query: asked }),
    channel: goodsChannels,
    stateOf: stateOfRow,
    search,
    change,
    filters: listingsSearch.filtersOf(search),
    sorting: listingsSearch.sorting(search, (sort) => change({ sort })),
    keep: (row: ProductRow) => row,
    openId,
    onOpen: open,
  })
  const { menu, ...table } = useListingColumns({ rows, selection, onOpen: open })

  const bulk = useBulkActions([...selection.chosen.values()], selection.clear)

  const copyCodes = () => {
    const codes = [...selection.chosen.values()].map((row) => row.seller_sku ?? row.channel_product_id)
    void copy(codes.join('\n'), t('products.codesCopied', { count: codes.length }))
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
      filters={
        <>
          <ListingsFilters
            meta={page?.meta}
            end={
              narrow ? (
                <PhoneActions>
                  <MoreOfProducts />
                  <ImportLink />
                  <ListingsExport query={query} total={total} />
                </PhoneActions>
              ) : (
                menu
              )
            }
          />
          <ComparedNote compared={page?.meta.compared_in} />
        </>
      }
      waiting={{ ...waiting, label: t('products.newProducts', { count: waiting.count }) }}
      {...frame}
      selectionBar={
        <SelectionBar
          {...bar}
          label={t('products.selection')}
          actions={[
            ...bulk.actions,
            {
              name: 'copy-codes',
              label: t('products.copyCodes'),
              icon: <Copy size={15} aria-hidden="true" />,
              run: copyCodes,
            },
          ]}
          all={all}
        />
      }
    >
      <ListBody
        {...body}
        label={t('area.products')}
        failed={t('products.failed')}
        empty={<Nothing isFiltered={listingsSearch.hasFilters(search) || search.status !== undefined} />}
        table={table}
        cards={(list) => <ListingCards {...list} selection={selection} onOpen={open} />}
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
  if (!isFiltered)
    return (
      <EmptyState title={t('products.none')} text={t('products.noneText')}>
        <ConnectShop />
      </EmptyState>
    )
  return (
    <EmptyState title={t('products.noMatch')} text={t('products.noMatchText')}>
      <Button onClick={() => change({ ...listingsSearch.none, status: undefined })}>
        {t('list.clearFilters')}
      </Button>
    </EmptyState>
  )
}
