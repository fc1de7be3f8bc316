import { useQuery } from '@tanstack/react-query'
import Star from 'lucide-react/icons/star'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAfterPage } from '../../../parts/after-page.ts'
import { DateFilter, useDaysText } from '../../../parts/date-filter.tsx'
import { count } from '../../../parts/figures.ts'
import { type AppliedFilter, ListFilters } from '../../../parts/list/list-filters.tsx'
import { NeedFilter } from '../../../parts/list/need-filter.tsx'
import { SavedFilters } from '../../../parts/list/saved-filter-menu.tsx'
import { ShopFilter, useShopFilter } from '../../../parts/list/shop-filter.tsx'
import { toDoQuery } from '../../../parts/queries/order-queries.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { FigureFilters, useFigureFilters } from './figure-filters.tsx'
import { MoreFilters, useMoreFilters } from './more-filters.tsx'
import { ordersSearch, otherDateFields } from './orders-search.ts'
import styles from './orders-filters.module.css'
import { useOrdersSearch } from './use-orders.ts'

export function OrdersFilters({ end }: { end: ReactNode }) {
  const { t } = useTranslation()
  const { search, change } = useOrdersSearch()
  const now = ordersSearch.filtersOf(search)
  const applied = useApplied()
  return (
    <ListFilters
      search={{
        label: t('orders.search'),
        keyword: search.keyword ?? '',
        onSearch: (keyword) => change({ keyword }, true),
      }}
      applied={applied}
      onClear={() => change({ ...ordersSearch.none, keyword: search.keyword, sort: search.sort })}
      saved={
        <SavedFilters
          list="orders"
          now={now}
          isNow={(saved) => ordersSearch.isSame(ordersSearch.searchOf(saved), now)}
          onPick={(saved) => change({ ...ordersSearch.none, ...ordersSearch.searchOf(saved) })}
        />
      }
      end={end}
    >
      <ShopFilter chosen={search.shop_id} onChange={(shop_id) => change({ shop_id })} />
      <DaysFilter />
      <StarFilter />
      <AnswerFilter />
      <MoreFilters />
      <FigureFilters />
    </ListFilters>
  )
}

/** The filters that are on, for where they are folded away. */
function useApplied(): AppliedFilter[] {
  const { t } = useTranslation()
  const { search, change } = useOrdersSearch()
  const shops = useShopFilter(search.shop_id)
  const more = useMoreFilters()
  const figures = useFigureFilters()
  const days = useDaysText({ ...search, prefix: useDateName() })
  const on: (AppliedFilter | false | '' | null | undefined)[] = [
    shops.value && { key: 'shop', label: shops.value, clear: () => change({ shop_id: undefined }) },
    days && {
      key: 'days',
      label: days,
      clear: () => change({ range: undefined, from: undefined, to: undefined }),
    },
    search.is_star && {
      key: 'star',
      label: t('orders.starred'),
      clear: () => change({ is_star: undefined }),
    },
    search.has_cancel_request && {
      key: 'cancel',
      label: t('orders.cancelsToAnswer'),
      clear: () => change({ has_cancel_request: undefined }),
    },
    search.has_return_request && {
      key: 'return',
      label: t('orders.returnsToAnswer'),
      clear: () => change({ has_return_request: undefined }),
    },
    more.value !== null && { key: 'more', label: more.value, clear: more.clear },
    ...figures,
  ]
  return on.filter((one): one is AppliedFilter => Boolean(one))
}

/** Name of the date that is filtered; undefined: the usual one. */
function useDateName(): string | undefined {
  const { t } = useTranslation()
  const { date_field: field } = useOrdersSearch().search
  return field && t(`orders.dateFields.${field}`)
}

function DaysFilter() {
  const { t } = useTranslation()
  const { search, change } = useOrdersSearch()
  return (
    <DateFilter
      range={search.range}
      from={search.from}
      to={search.to}
      prefix={useDateName()}
      onChange={change}
    >
      <SelectField
        label={t('orders.dateField')}
        value={search.date_field ?? 'created'}
        onChange={({ currentTarget: { value } }) =>
          change({ date_field: otherDateFields.find((field) => field === value) })
        }
      >
        {(['created', ...otherDateFields] as const).map((field) => (
          <option key={field} value={field}>
            {t(`orders.dateFields.${field}`)}
          </option>
        ))}
      </SelectField>
    </DateFilter>
  )
}

function StarFilter() {
  const { t } = useTranslation()
  const { search, change } = useOrdersSearch()
  const on = search.is_star === 1
  return (
    <NeedFilter
      label={
        <>
          <Star size={14} fill={on ? 'currentColor' : 'none'} aria-hidden="true" />
          {t('orders.starred')}
        </>
      }
      isOn={on}
      onChange={(isOn) => change({ is_star: isOn ? 1 : undefined })}
    />
  )
}

/** Cancellations or returns that a buyer waits for an answer to: one of them at a time, as no order has both. */
function AnswerFilter() {
  const { t } = useTranslation()
  const { search, change } = useOrdersSearch()
  const { data: toDo } = useQuery({ ...toDoQuery, enabled: useAfterPage() })
  const choices = [
    { key: 'has_cancel_request', label: t('orders.cancellations'), waiting: toDo?.cancel_requested },
    { key: 'has_return_request', label: t('orders.returns'), waiting: toDo?.return_requested },
  ] as const
  return (
    <fieldset className={styles['segments']} aria-label={t('orders.toAnswer')}>
      {choices.map(({ key, label, waiting }) => {
        const on = search[key] === 1
        return (
          <button
            key={key}
            type="button"
            aria-pressed={on}
            onClick={() =>
              change({
                has_cancel_request: undefined,
                has_return_request: undefined,
                [key]: on ? undefined : 1,
              })
            }
          >
            {label} {waiting !== undefined && <small>{count(waiting)}</small>}
          </button>
        )
      })}
    </fieldset>
  )
}
