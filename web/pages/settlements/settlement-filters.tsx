import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAfterPage } from '../../parts/after-page.ts'
import { DateFilter, useDaysText } from '../../parts/date-filter.tsx'
import { count } from '../../parts/figures.ts'
import { ChannelFilter } from '../../parts/list/channel-filter.tsx'
import { type AppliedFilter, ListFilters } from '../../parts/list/list-filters.tsx'
import { NeedFilter } from '../../parts/list/need-filter.tsx'
import { SavedFilters } from '../../parts/list/saved-filter-menu.tsx'
import { ShopFilter, useShopFilter } from '../../parts/list/shop-filter.tsx'
import { settlementTotalsQuery } from './settlement-queries.ts'
import { isCrm, shopsQuery } from '../../parts/queries/shop-queries.ts'
import { FilterChip } from '../../ui/filter-chip.tsx'
import { settlementSearch, useSettlementSearch } from './settlement-search.ts'

export function SettlementFilters({ end }: { end: ReactNode }) {
  const { t } = useTranslation()
  const { search, change, query } = useSettlementSearch()
  const { value: shop } = useShopFilter(search.shop_id)
  const { channels, value: channel } = useChannels(search.platform_id)
  const { data: totals } = useQuery(settlementTotalsQuery(query))
  const now = settlementSearch.filtersOf(search)
  const { range, from, to, currency } = search
  const days = useDaysText({ range, from, to, prefix: t('settlements.paidOn') })
  const isDiffering = search.has_difference === 1
  const differing = totals?.currencies.reduce((sum, one) => sum + one.difference_count, 0)
  const on: [string, string | null | undefined | false, Parameters<typeof change>[0]][] = [
    ['shop', shop, { shop_id: undefined }],
    ['channel', channel, { platform_id: undefined }],
    ['days', days, { range: undefined, from: undefined, to: undefined }],
    ['currency', currency, { currency: undefined }],
    ['difference', isDiffering && t('settlements.differing'), { has_difference: undefined }],
  ]
  const applied = on.flatMap(([key, label, off]): AppliedFilter[] =>
    label ? [{ key, label, clear: () => change(off) }] : [],
  )
  return (
    <ListFilters
      search={{
        label: t('settlements.search'),
        keyword: search.keyword ?? '',
        onSearch: (keyword) => change({ keyword }, true),
      }}
      applied={applied}
      onClear={() => change({ ...settlementSearch.none, keyword: search.keyword })}
      saved={
        <SavedFilters
          list="settlements"
          now={now}
          isNow={(saved) => settlementSearch.isSame(settlementSearch.searchOf(saved), now)}
          onPick={(saved) => change({ ...settlementSearch.none, ...settlementSearch.searchOf(saved) })}
        />
      }
      end={end}
    >
      <DateFilter
        label={t('settlements.paidOn')}
        prefix={t('settlements.paidOn')}
        range={range}
        from={from}
        to={to}
        onChange={change}
      />
      <ShopFilter chosen={search.shop_id} onChange={(shop_id) => change({ shop_id })} />
      {(channels.length > 1 || channel !== null) && (
        <ChannelFilter
          channels={channels}
          value={channel}
          chosen={search.platform_id}
          onChange={(platform_id) => change({ platform_id })}
        />
      )}
      {currency && (
        <FilterChip
          label={t('settlements.currency')}
          value={currency}
          clearLabel={t('list.removeFilter', { filter: currency })}
          onClear={() => change({ currency: undefined })}
        >
          {() => <p>{t('settlements.onlyIn', { currency })}</p>}
        </FilterChip>
      )}
      <NeedFilter
        label={t('settlements.differing')}
        figure={differing ? count(differing) : null}
        isOn={isDiffering}
        onChange={(isOn) => change({ has_difference: isOn ? 1 : undefined })}
      />
    </ListFilters>
  )
}

/** Channels of the shops, by name, and what the chosen ones are called together; null: none is. */
function useChannels(chosen: number[] = []) {
  const { data: shops = [] } = useQuery({ ...shopsQuery, enabled: useAfterPage() })
  const names = new Map(
    shops
      .filter((shop) => !isCrm(shop))
      .map((shop) => [shop.platform_id, shop.platform?.data.name ?? String(shop.platform_id)]),
  )
  const channels = [...names].map(([id, name]) => ({ id, name }))
  const value = chosen.map((id) => names.get(id) ?? String(id)).join(', ')
  return { channels, value: value || null }
}
