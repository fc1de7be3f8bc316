import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { ListBody } from '../../../parts/list/list-body.tsx'
import { ListPage } from '../../../parts/list/list-page.tsx'
import { ListPager } from '../../../parts/list/list-pager.tsx'
import { defaultPageSize } from '../../../parts/list/page-size.ts'
import { useListKeys } from '../../../parts/list/use-list-keys.ts'
import { useNewRows, useWashed } from '../../../parts/list/use-new-rows.ts'
import { skuListQuery, type SkuRow } from '../../../parts/queries/sku-queries.ts'
import { paths } from '../../../paths.ts'
import { allows, meQuery } from '../../../session.ts'
import { Button } from '../../../ui/button.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { useDelayed } from '../../../ui/use-delayed.ts'
import { useNarrow } from '../../../ui/use-media.ts'
import { useSuggestions } from './suggestions.tsx'
import { SkuCards, useSkuColumns } from './sku-columns.tsx'
import { SkusFilters } from './skus-filters.tsx'
import { skusSearch, useSkusSearch } from './skus-search.ts'

const nothing: ReadonlyMap<number, null> = new Map()

export function SkusPage() {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const navigate = useNavigate()
  const { search, change, query } = useSkusSearch()
  const result = useQuery(skuListQuery(query))
  const page = result.data
  const rows = page?.data
  const scroller = useRef<HTMLDivElement>(null)
  const narrow = useNarrow()
  const isSlow = useDelayed(result.isPending)
  const open = (id: number) => void navigate({ to: paths.sku(id) })
  const washed = useWashed(result.isPlaceholderData ? undefined : page, JSON.stringify(query), stateOfRow)
  const waiting = useNewRows({
    channel: 'product.change',
    queryKey: skuListQuery(query).queryKey,
    load: () => api('GET /sku-centers', { query }),
    page,
    isFirstPage: (query.page ?? 1) === 1,
    isBusy: () => (scroller.current?.scrollTop ?? 0) > 4 || window.scrollY > 80 || (query.page ?? 1) > 1,
  })
  useListKeys({
    rows: rows ?? [],
    openId: null,
    onOpen: open,
    onSelect: () => undefined,
    onEscape: () => undefined,
  })
  const { columns, widths, menu, roomRef } = useSkuColumns()
  const list = { rows, washed, stale: result.isPlaceholderData }
  const suggestions = useSuggestions(allows(me, 'sku.edit'))
  const create = allows(me, 'sku.edit') && (
    <>
      {suggestions.button}
      <Button
        variant="primary"
        icon={<Plus size={15} aria-hidden="true" />}
        onClick={() => void navigate({ to: paths.newSku() })}
      >
        {t('skus.create')}
      </Button>
    </>
  )
  return (
    <ListPage
      title={t('area.skus')}
      actions={!narrow && create}
      filters={<SkusFilters counts={page?.meta.stock_counts} end={narrow ? create : menu} />}
      waiting={{
        count: waiting.waiting,
        label: t('skus.waiting', { count: waiting.waiting }),
        show: waiting.show,
      }}
      scrollerRef={scroller}
      pager={
        page &&
        page.data.length > 0 && (
          <ListPager
            pagination={page.meta.pagination}
            size={search.limit ?? defaultPageSize}
            onChange={(to) => {
              scroller.current?.scrollTo({ top: 0 })
              change(to)
            }}
          />
        )
      }
      selectionBar={suggestions.dialog}
    >
      <ListBody
        result={result}
        rows={rows}
        failed={t('skus.failed')}
        empty={
          skusSearch.hasFilters(search) ? (
            <EmptyState title={t('skus.noMatch')} text={t('skus.noMatchText')}>
              <Button onClick={() => change(skusSearch.none)}>{t('list.clearFilters')}</Button>
            </EmptyState>
          ) : (
            <EmptyState title={t('skus.none')} text={t('skus.noneText')} />
          )
        }
        isNarrow={narrow}
        cards={<SkuCards {...list} skeletons={isSlow ? 6 : 0} />}
        table={
          <DataTable
            {...list}
            label={t('area.skus')}
            columns={columns}
            widths={widths}
            rowId={(row) => row.id}
            skeletons={isSlow ? 12 : 0}
            sorting={skusSearch.sorting(search, (sort) => change({ sort }))}
            selected={nothing}
            openId={null}
            onOpen={(row) => open(row.id)}
            onPoint={() => undefined}
            scrollerRef={scroller}
            roomRef={roomRef}
          />
        }
      />
    </ListPage>
  )
}

const stateOfRow = ({ available, listing_count: listings }: SkuRow) => `${available}/${listings}`
