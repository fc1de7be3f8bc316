import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import Users from 'lucide-react/icons/users'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { ExportMenu } from '../../../parts/export-menu.tsx'
import { count } from '../../../parts/figures.ts'
import { ListBody } from '../../../parts/list/list-body.tsx'
import { ListPage } from '../../../parts/list/list-page.tsx'
import { SelectionBar } from '../../../parts/list/selection-bar.tsx'
import { useListKeys } from '../../../parts/list/use-list-keys.ts'
import { useLiveList } from '../../../parts/list/use-live-list.tsx'
import { useSelection } from '../../../parts/list/use-selection.ts'
import { customerListQuery, type CustomerRow } from '../../../parts/queries/customer-queries.ts'
import { paths } from '../../../paths.ts'
import { allows, meQuery } from '../../../session.ts'
import { Button } from '../../../ui/button.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { useNarrow } from '../../../ui/use-media.ts'
import { useAddToSegment } from '../segments/use-add-to-segment.tsx'
import { CustomerCards, useCustomerColumns } from './customer-columns.tsx'
import { CustomerFilters } from './customer-filters.tsx'
import { customerSearch, useCustomerSearch } from './customer-search.ts'

export function CustomerListPage() {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const navigate = useNavigate()
  const { customerId }: { customerId?: string } = useParams({ strict: false })
  const { search, change, query } = useCustomerSearch()
  const result = useQuery(customerListQuery(query))
  const mayEdit = allows(me, 'customers.edit')
  const selection = useSelection<CustomerRow, CustomerRow>(
    JSON.stringify({ ...customerSearch.filtersOf(search), sort: undefined }),
    (row) => row,
  )
  const narrow = useNarrow()
  const open = (id: number) => void navigate({ to: paths.customer(id), search: true, resetScroll: false })
  const openId = customerId === undefined ? null : Number(customerId)
  const { list, rows, waiting, total, isSlow, scroller, pager } = useLiveList({
    result,
    query,
    queryKey: customerListQuery(query).queryKey,
    load: () => api('GET /customers', { query }),
    channel: 'order.change',
    stateOf: stateOfRow,
    isBusy: () => selection.size > 0 || openId !== null,
    search,
    change,
  })
  useListKeys({
    rows: rows ?? [],
    openId,
    onOpen: open,
    onSelect: mayEdit ? selection.toggle : () => undefined,
    onEscape: selection.clear,
  })
  const { columns, widths, menu, roomRef } = useCustomerColumns(rows ?? [], mayEdit ? selection : null)
  const adding = useAddToSegment([...selection.chosen.keys()], selection.clear)
  const { page: _page, limit: _limit, sort: _sort, after: _after, ...filters } = query
  const segments = (
    <Button
      icon={<Users size={15} aria-hidden="true" />}
      onClick={() => void navigate({ to: paths.segments() })}
    >
      {t('customers.segments')}
    </Button>
  )
  return (
    <ListPage
      title={t('area.customers')}
      actions={
        !narrow && (
          <>
            <ExportMenu
              permission="customers.export"
              notAllowed={t('exports.notAllowedList')}
              summary={t('exports.customers', { count: total, figure: count(total) })}
              isEmpty={total === 0}
              request={(format) => api('GET /customers/export', { query: { ...filters, format } })}
            />
            {segments}
          </>
        )
      }
      filters={<CustomerFilters end={narrow ? segments : menu} />}
      waiting={{ ...waiting, label: t('customers.waiting', { count: waiting.count }) }}
      scrollerRef={scroller}
      pager={pager}
      selectionBar={
        <>
          <SelectionBar
            label={t('customers.selection')}
            size={selection.size}
            actions={[adding.action]}
            all={{ total: 0, shown: 0, isLoading: false, select: () => undefined }}
            isRowOpen={openId !== null}
            onClear={selection.clear}
          />
          {adding.dialog}
        </>
      }
    >
      <ListBody
        result={result}
        rows={rows}
        failed={t('customers.failed')}
        empty={
          customerSearch.hasFilters(search) ? (
            <EmptyState title={t('customers.noMatch')} text={t('customers.noMatchText')}>
              <Button onClick={() => change(customerSearch.none)}>{t('list.clearFilters')}</Button>
            </EmptyState>
          ) : (
            <EmptyState title={t('customers.none')} text={t('customers.noneText')} />
          )
        }
        isNarrow={narrow}
        cards={<CustomerCards {...list} skeletons={isSlow ? 6 : 0} selection={mayEdit ? selection : null} />}
        table={
          <DataTable
            {...list}
            label={t('area.customers')}
            columns={columns}
            widths={widths}
            rowId={(row) => row.id}
            skeletons={isSlow ? 12 : 0}
            sorting={customerSearch.sorting(search, (sort) => change({ sort }))}
            selected={selection.chosen}
            openId={openId}
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

const stateOfRow = ({ total_order: orders, total_price: price }: CustomerRow) => `${orders}/${price}`
