import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import ClipboardList from 'lucide-react/icons/clipboard-list'
import Plus from 'lucide-react/icons/plus'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { ListBody } from '../../../parts/list/list-body.tsx'
import { ListPage } from '../../../parts/list/list-page.tsx'
import { PhoneActions } from '../../../parts/list/phone-actions.tsx'
import { SelectionBar } from '../../../parts/list/selection-bar.tsx'
import { useList } from '../../../parts/list/use-list.ts'
import { goodsChannels } from '../../../parts/live.ts'
import { skuListQuery, type SkuRow } from '../../../parts/queries/sku-queries.ts'
import { forecastsQuery } from '../../../parts/sales/sales-queries.ts'
import { paths } from '../../../paths.ts'
import { allows, meQuery } from '../../../session.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { useNarrow } from '../../../ui/use-media.ts'
import { useMergeSelected } from '../merge/use-merge-selected.tsx'
import { useSuggestions } from './suggestions.tsx'
import { OriginNote } from './origin-note.tsx'
import { SkuCards } from './sku-cards.tsx'
import { useSkuColumns } from './sku-columns.tsx'
import { SkusExport } from './skus-export.tsx'
import { SkusFilters } from './skus-filters.tsx'
import { skusSearch, useSkusSearch } from './skus-search.ts'

export function SkusPage() {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const navigate = useNavigate()
  const { search, change, query } = useSkusSearch()
  const result = useQuery(skuListQuery(query))
  const page = result.data
  const mayEdit = allows(me, 'sku.edit')
  const narrow = useNarrow()
  const { rows, selection, waiting, frame, body, bar } = useList({
    result,
    query,
    queryKey: skuListQuery(query).queryKey,
    load: (asked) => api('GET /sku-centers', { query: asked }),
    channel: goodsChannels,
    stateOf: stateOfRow,
    search,
    change,
    filters: skusSearch.filtersOf(search),
    sorting: skusSearch.sorting(search, (sort) => change({ sort })),
    keep: (row: SkuRow) => row,
    openId: null,
    onOpen: (id) => void navigate({ to: paths.sku(id) }),
    maySelect: mayEdit,
  })
  const low = rows.filter((row) => row.stock_level === 'low').map((row) => row.id)
  const { data: forecasts } = useQuery(forecastsQuery(low))
  const { menu, ...table } = useSkuColumns(forecasts, rows, mayEdit ? selection : null)
  const suggestions = useSuggestions(mayEdit)
  const merging = useMergeSelected(selection)
  const stockTakes = allows(me, 'stock.adjust') && (
    <Button
      icon={<ClipboardList size={15} aria-hidden="true" />}
      onClick={() => void navigate({ to: paths.stockTakes() })}
    >
      {t('stockTake.all')}
    </Button>
  )
  const create = mayEdit && (
    <Button
      variant={selection.size > 0 ? 'default' : 'primary'}
      icon={<Plus size={15} aria-hidden="true" />}
      aria-label={t('skus.create')}
      onClick={() => void navigate({ to: paths.newSku() })}
    >
      {!narrow && t('skus.create')}
    </Button>
  )
  const exporting = <SkusExport query={query} total={page?.meta.pagination.total} />
  return (
    <ListPage
      title={t('area.skus')}
      actions={
        !narrow && (
          <>
            {exporting}
            {stockTakes}
            {suggestions.button}
          </>
        )
      }
      mainAction={!narrow && create}
      filters={
        <>
          {mayEdit && page?.meta.is_untouched && page.data.length > 0 && (
            <OriginNote onReview={suggestions.open} />
          )}
          <SkusFilters
            counts={page?.meta.stock_counts}
            end={
              narrow ? (
                <PhoneActions first={create}>
                  {suggestions.button}
                  {stockTakes}
                  {exporting}
                </PhoneActions>
              ) : (
                menu
              )
            }
          />
        </>
      }
      waiting={{ ...waiting, label: t('skus.waiting', { count: waiting.count }) }}
      {...frame}
      selectionBar={
        <>
          {suggestions.dialog}
          <SelectionBar {...bar} label={t('skus.selection')} actions={[merging.action]} />
          {merging.dialog}
        </>
      }
    >
      <ListBody
        {...body}
        label={t('area.skus')}
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
        table={table}
        cards={(list) => <SkuCards {...list} forecasts={forecasts} selection={mayEdit ? selection : null} />}
      />
    </ListPage>
  )
}

const stateOfRow = ({ available, listing_count: listings }: SkuRow) => `${available}/${listings}`
