import { useSuspenseQuery } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DateFilter, useDaysText } from '../../../parts/date-filter.tsx'
import { shortDay } from '../../../parts/dates.ts'
import { type AppliedFilter, ListFilters } from '../../../parts/list/list-filters.tsx'
import { SavedFilters } from '../../../parts/list/saved-filter-menu.tsx'
import { SegmentFilter, useSegmentName } from '../../../parts/list/segment-filter.tsx'
import { ShopFilter, useShopFilter } from '../../../parts/list/shop-filter.tsx'
import { meQuery } from '../../../session.ts'
import { Button } from '../../../ui/button.tsx'
import { ChoiceList, FilterChip } from '../../../ui/filter-chip.tsx'
import { useClock } from '../../../parts/when.tsx'
import { customerSearch, levels, useCustomerSearch } from './customer-search.ts'
import { levelLabel } from './customer-columns.tsx'
import { MoreCustomerFilters } from './more-customer-filters.tsx'
import { rangeText } from './range-filter.tsx'
import { rateName } from './rate-name.ts'

export function CustomerFilters({ end }: { end: ReactNode }) {
  const { t } = useTranslation()
  const { search, change } = useCustomerSearch()
  const { value: shop } = useShopFilter(search.shop_id)
  const now = customerSearch.filtersOf(search)
  const segmentId = search.shortlist_id?.[0]
  const segment = useSegmentName(segmentId)
  const cohort = useCohort()
  const { currency } = useSuspenseQuery(meQuery).data
  const { range, from, to } = search
  const spent = { from: search.total_price_min, to: search.total_price_max }
  const orders = { from: search.total_order_min, to: search.total_order_max }
  const values = {
    shop,
    cohort,
    level: search.level_value === undefined ? null : levelLabel(t, search.level_value),
    rate: search.delivered_rate === undefined ? null : t(`customers.rate.${rateName(search.delivered_rate)}`),
    days: useDaysText({ range, from, to, prefix: t('customers.latestOrder') }),
    spent: rangeText(t('customers.spent'), spent, currency),
    orders: rangeText(t('customers.orders'), orders),
    segment,
  }
  const clear = {
    shop: () => change({ shop_id: undefined }),
    cohort: () => change(noCohort),
    level: () => change({ level_value: undefined }),
    rate: () => change({ delivered_rate: undefined }),
    days: () => change({ range: undefined, from: undefined, to: undefined }),
    spent: () => change({ total_price_min: undefined, total_price_max: undefined }),
    orders: () => change({ total_order_min: undefined, total_order_max: undefined }),
    segment: () => change({ shortlist_id: undefined }),
  }
  const more = [values.rate, values.spent, values.orders].filter((value) => value !== null)
  const applied = filterKeys.flatMap((key): AppliedFilter[] => {
    const label = values[key]
    return label === null ? [] : [{ key, label, clear: clear[key] }]
  })
  return (
    <ListFilters
      search={{
        label: t('customers.search'),
        keyword: search.keyword ?? '',
        onSearch: (keyword) => change({ keyword }, true),
      }}
      applied={applied}
      onClear={() => change({ ...customerSearch.none, keyword: search.keyword, sort: search.sort })}
      saved={
        <SavedFilters
          list="customers"
          now={now}
          isNow={(saved) => customerSearch.isSame(customerSearch.searchOf(saved), now)}
          onPick={(saved) => change({ ...customerSearch.none, ...customerSearch.searchOf(saved) })}
        />
      }
      end={end}
    >
      {cohort !== null && (
        <Button
          size="small"
          aria-pressed="true"
          title={t('list.removeFilter', { filter: cohort })}
          aria-label={t('list.removeFilter', { filter: cohort })}
          onClick={clear.cohort}
        >
          {cohort}
          <X size={14} aria-hidden="true" />
        </Button>
      )}
      <ShopFilter chosen={search.shop_id} onChange={(shop_id) => change({ shop_id })} />
      <FilterChip
        label={t('customers.level')}
        value={values.level}
        clearLabel={t('list.removeFilter', { filter: t('customers.level') })}
        onClear={clear.level}
      >
        {(close) => (
          <ChoiceList
            options={levels.map((value) => ({ value, label: levelLabel(t, value) }))}
            chosen={levels.find((one) => one === search.level_value)}
            onChoose={(level_value) => {
              change({ level_value })
              close()
            }}
          />
        )}
      </FilterChip>
      <DateFilter
        label={t('customers.latestOrder')}
        prefix={t('customers.latestOrder')}
        range={range}
        from={from}
        to={to}
        onChange={change}
      />
      <SegmentFilter
        chosen={segmentId}
        onChange={(id) => change({ shortlist_id: id === undefined ? undefined : [id] })}
      />
      <MoreCustomerFilters
        currency={currency}
        value={more.length > 0 ? more.join(', ') : null}
        onClear={() => change(noMore)}
      />
    </ListFilters>
  )
}

const filterKeys = ['shop', 'cohort', 'level', 'rate', 'days', 'spent', 'orders', 'segment'] as const

const noMore = {
  delivered_rate: undefined,
  total_price_min: undefined,
  total_price_max: undefined,
  total_order_min: undefined,
  total_order_max: undefined,
}

const noCohort = {
  first_sold_from: undefined,
  first_sold_to: undefined,
  sold_from: undefined,
  sold_to: undefined,
  platform_id: undefined,
}

/** Says which buyers a figure of analytics opened; null: none did. */
function useCohort(): string | null {
  const { t } = useTranslation()
  const clock = useClock()
  const { search } = useCustomerSearch()
  const { first_sold_from: from, first_sold_to: to, sold_from: backFrom, sold_to: backTo } = search
  const days = (one: string, other: string) => `${shortDay(one, clock)} – ${shortDay(other, clock)}`
  const back = backFrom && backTo && days(backFrom, backTo)
  if (!to) return back ? t('customers.boughtIn', { days: back }) : null
  const first = from
    ? t('customers.firstOrder', { days: days(from, to) })
    : t('customers.firstOrderUntil', { day: shortDay(to, clock) })
  return back ? `${first}, ${t('customers.backIn', { days: back })}` : first
}
