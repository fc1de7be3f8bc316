import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import Merge from 'lucide-react/icons/merge'
import Users from 'lucide-react/icons/users'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { ExportMenu } from '../../../parts/export-menu.tsx'
import { count } from '../../../parts/figures.ts'
import { ComparedNote } from '../../../parts/list/compared-note.tsx'
import { ListBody } from '../../../parts/list/list-body.tsx'
import { ListPage } from '../../../parts/list/list-page.tsx'
import { PhoneActions } from '../../../parts/list/phone-actions.tsx'
import { SelectionBar } from '../../../parts/list/selection-bar.tsx'
import { useList } from '../../../parts/list/use-list.ts'
import {
  customerListQuery,
  duplicatesQuery,
  type CustomerRow,
  readCustomers,
} from '../../../parts/queries/customer-queries.ts'
import { paths } from '../../../paths.ts'
import { allows, meQuery } from '../../../session.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { useNarrow } from '../../../ui/use-media.ts'
import { useAddToSegment } from '../segments/use-add-to-segment.tsx'
import { useMergeCustomers } from '../persons/use-merge-customers.tsx'
import { useRemoveFromSegment } from '../segments/use-remove-from-segment.tsx'
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
  const narrow = useNarrow()
  const { rows, total, selection, waiting, frame, body, bar } = useList({
    result,
    query,
    queryKey: customerListQuery(query).queryKey,
    load: readCustomers,
    channel: 'order.change',
    stateOf: stateOfRow,
    search,
    change,
    filters: customerSearch.filtersOf(search),
    sorting: customerSearch.sorting(search, (sort) => change({ sort })),
    keep: (row: CustomerRow) => row,
    openId: customerId === undefined ? null : Number(customerId),
    onOpen: (id) => void navigate({ to: paths.customer(id), search: true, resetScroll: false }),
    maySelect: mayEdit,
  })
  const { menu, ...table } = useCustomerColumns(rows, mayEdit ? selection : null)
  const adding = useAddToSegment([...selection.chosen.keys()], selection.clear)
  const merging = useMergeCustomers([...selection.chosen.values()], selection.clear)
  const removing = useRemoveFromSegment(
    query.shortlist_id as number | undefined,
    [...selection.chosen.keys()],
    selection.clear,
  )
  const { page: _page, limit: _limit, sort: _sort, after: _after, ...filters } = query
  const segments = (
    <Button
      icon={<Users size={15} aria-hidden="true" />}
      onClick={() => void navigate({ to: paths.segments() })}
    >
      {t('customers.segments')}
    </Button>
  )
  const likely = useQuery(duplicatesQuery(1, 1)).data?.meta.pagination.total ?? 0
  const duplicates = likely > 0 && (
    <Button
      icon={<Merge size={15} aria-hidden="true" />}
      onClick={() => void navigate({ to: paths.duplicates() })}
    >
      {t('customers.person.duplicates')} {count(likely)}
    </Button>
  )
  const exporting = (
    <ExportMenu
      permission="customers.export"
      notAllowed={t('exports.notAllowedList')}
      summary={total === undefined ? null : t('exports.customers', { count: total, figure: count(total) })}
      isEmpty={total === 0}
      request={(format) => api('GET /customers/export', { query: { ...filters, format } })}
    />
  )
  return (
    <ListPage
      title={t('area.customers')}
      actions={
        !narrow && (
          <>
            {exporting}
            {duplicates}
            {segments}
          </>
        )
      }
      filters={
        <>
          <CustomerFilters
            end={
              narrow ? (
                <PhoneActions>
                  {duplicates}
                  {segments}
                  {exporting}
                </PhoneActions>
              ) : (
                menu
              )
            }
          />
          <ComparedNote compared={result.data?.meta.compared_in} />
        </>
      }
      waiting={{ ...waiting, label: t('customers.waiting', { count: waiting.count }) }}
      {...frame}
      selectionBar={
        <>
          <SelectionBar
            {...bar}
            label={t('customers.selection')}
            actions={[adding.action, merging.action, ...(removing ? [removing] : [])]}
          />
          {adding.dialog}
          {merging.dialog}
        </>
      }
    >
      <ListBody
        {...body}
        label={t('area.customers')}
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
        table={table}
        cards={(list) => <CustomerCards {...list} selection={mayEdit ? selection : null} />}
      />
    </ListPage>
  )
}

const stateOfRow = ({ total_order: orders, total_price: price, other_prices: others }: CustomerRow) =>
  `${orders}/${price}/${others.map(({ total }) => total).join('/')}`
