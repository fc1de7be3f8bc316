import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Ban from 'lucide-react/icons/ban'
import Star from 'lucide-react/icons/star'
import Undo2 from 'lucide-react/icons/undo-2'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ChannelMark } from '../../../parts/channel-mark.tsx'
import { useAfterPage } from '../../../parts/after-page.ts'
import { DateFilter } from '../../../parts/date-filter.tsx'
import { SavedFilters } from '../../../parts/saved-filters.tsx'
import { isCrm, shopsQuery } from '../../../parts/queries/shop-queries.ts'
import { paths } from '../../../paths.ts'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { CheckList, FilterChip } from '../../../ui/filter-chip.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { MoreFilters } from './more-filters.tsx'
import { filtersOf, noFilters, otherDateFields, sameFilters, searchOf } from './orders-search.ts'
import styles from './orders-filters.module.css'
import { searchFieldId } from './use-list-keys.ts'
import { useOrdersSearch } from './use-orders.ts'

export function OrdersFilters({ columnsMenu }: { columnsMenu: ReactNode }) {
  const { t } = useTranslation()
  const { search, change } = useOrdersSearch()
  const now = filtersOf(search)
  const dateOf = search.date_field && t(`orders.dateFields.${search.date_field}`)
  return (
    <FilterBar
      search={{
        id: searchFieldId,
        label: t('orders.search'),
        keyword: search.keyword ?? '',
        shortcut: '/',
        onSearch: (keyword) => change({ keyword }, true),
      }}
      end={columnsMenu}
    >
      <SavedFilters
        list="orders"
        now={now}
        isNow={(saved) => sameFilters(searchOf(saved), now)}
        onPick={(saved) => change({ ...noFilters, ...searchOf(saved) })}
      />
      <ShopFilter />
      <DateFilter range={search.range} from={search.from} to={search.to} prefix={dateOf} onChange={change}>
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
      <StarFilter />
      <CancelFilter />
      <ReturnFilter />
      <MoreFilters />
    </FilterBar>
  )
}

function ShopFilter() {
  const { t } = useTranslation()
  const { search, change } = useOrdersSearch()
  const chosen = search.shop_id ?? []
  const { data: all = [] } = useQuery({ ...shopsQuery, enabled: useAfterPage() })
  const shops = all.filter((shop) => !isCrm(shop))
  const names = shops.filter((shop) => chosen.includes(shop.id)).map((shop) => shop.system_name)
  const value =
    names.length > 1
      ? t('orders.shopsChosen', { count: names.length })
      : (names[0] ?? String(chosen[0] ?? ''))
  return (
    <FilterChip
      label={t('orders.allShops')}
      value={value || null}
      clearLabel={t('orders.removeFilter', { filter: t('orders.shop') })}
      onClear={() => change({ shop_id: undefined })}
    >
      {() => (
        <CheckList
          options={shops.map((shop) => ({
            value: shop.id,
            label: (
              <>
                <ChannelMark platformId={shop.platform_id} /> {shop.system_name}
              </>
            ),
          }))}
          chosen={chosen}
          onChange={(shop_id) => change({ shop_id })}
        />
      )}
    </FilterChip>
  )
}

function StarFilter() {
  const { t } = useTranslation()
  const { search, change } = useOrdersSearch()
  const on = search.is_star === 1
  return (
    <button
      type="button"
      className={styles['star']}
      aria-pressed={on}
      onClick={() => change({ is_star: on ? undefined : 1 })}
    >
      <Star size={14} fill={on ? 'currentColor' : 'none'} aria-hidden="true" />
      {t('orders.starred')}
    </button>
  )
}

function CancelFilter() {
  const { t } = useTranslation()
  const { search, change } = useOrdersSearch()
  const on = search.has_cancel_request === 1
  return (
    <button
      type="button"
      className={styles['star']}
      aria-pressed={on}
      onClick={() => change({ has_cancel_request: on ? undefined : 1 })}
    >
      <Ban size={14} aria-hidden="true" />
      {t('orders.cancelsToAnswer')}
    </button>
  )
}

function ReturnFilter() {
  const { t } = useTranslation()
  const { search, change } = useOrdersSearch()
  const on = search.has_return_request === 1
  return (
    <>
      <button
        type="button"
        className={styles['star']}
        aria-pressed={on}
        onClick={() => change({ has_return_request: on ? undefined : 1 })}
      >
        <Undo2 size={14} aria-hidden="true" />
        {t('orders.returnsToAnswer')}
      </button>
      {on && (
        <Link className={styles['star']} to={paths.returns()} search={true} resetScroll={false}>
          {t('returns.all')}
        </Link>
      )}
    </>
  )
}
