import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAfterPage } from '../../../parts/after-page.ts'
import { type AppliedFilter, ListFilters } from '../../../parts/list/list-filters.tsx'
import { NeedFilter } from '../../../parts/list/need-filter.tsx'
import { ShopFilter, useShopFilter } from '../../../parts/list/shop-filter.tsx'
import { courierChoicesQuery } from '../../../parts/queries/courier-queries.ts'
import { CheckList, FilterChip } from '../../../ui/filter-chip.tsx'
import { ordersSearch } from '../list/orders-search.ts'
import { noParcelFilter, parcelFilter, parcelStatesIn } from '../parcel-state.ts'
import { useOrdersSearch } from '../list/use-orders.ts'

/** The other states of a parcel are the steps of the queue. */
const marks = ['notPrinted', 'partlyScanned', 'notChecked'] as const

export function QueueFilters({ end }: { end: ReactNode }) {
  const { t } = useTranslation()
  const { search, change } = useOrdersSearch()
  const parcel = parcelStatesIn(search)
  const due = search.due && t(`queue.due.${search.due}`)
  const only = search.ids && t('queue.onlyThese', { count: search.ids.length })
  return (
    <ListFilters
      search={{
        label: t('orders.search'),
        keyword: search.keyword ?? '',
        onSearch: (keyword) => change({ keyword }, true),
      }}
      applied={useApplied()}
      onClear={() =>
        change({ ...ordersSearch.none, view: 'queue', step: search.step, keyword: search.keyword })
      }
      saved={null}
      end={end}
    >
      <ShopFilter chosen={search.shop_id} onChange={(shop_id) => change({ shop_id })} />
      <CourierFilter />
      {marks.map((mark) => (
        <NeedFilter
          key={mark}
          label={t(`queue.parcel.${mark}`)}
          isOn={parcel.includes(mark)}
          onChange={(isOn) => change(parcelFilter(isOn ? mark : undefined))}
        />
      ))}
      {due && (
        <NeedFilter
          label={due}
          isOn
          removeLabel={t('list.removeFilter', { filter: due })}
          onChange={() => change({ due: undefined })}
        />
      )}
      {only && (
        <NeedFilter
          label={only}
          isOn
          removeLabel={t('list.removeFilter', { filter: only })}
          onChange={() => change({ ids: undefined })}
        />
      )}
    </ListFilters>
  )
}

function useApplied(): AppliedFilter[] {
  const { t } = useTranslation()
  const { search, change } = useOrdersSearch()
  const shops = useShopFilter(search.shop_id)
  const couriers = useCouriers()
  const chosen = couriers.filter(({ id }) => search.shipment_id?.includes(id))
  return [
    shops.value && { key: 'shop', label: shops.value, clear: () => change({ shop_id: undefined }) },
    chosen.length > 0 && {
      key: 'courier',
      label: chosen.map(({ name }) => name).join(', '),
      clear: () => change({ shipment_id: undefined }),
    },
    ...parcelStatesIn(search).map((state) => ({
      key: state,
      label: t(`queue.parcel.${state}`),
      clear: () => change(noParcelFilter),
    })),
    search.due && {
      key: 'due',
      label: t(`queue.due.${search.due}`),
      clear: () => change({ due: undefined }),
    },
    search.ids && {
      key: 'ids',
      label: t('queue.onlyThese', { count: search.ids.length }),
      clear: () => change({ ids: undefined }),
    },
  ].filter((one) => typeof one === 'object' && one !== null)
}

function useCouriers() {
  const { data = [] } = useQuery({ ...courierChoicesQuery, enabled: useAfterPage() })
  return data
}

function CourierFilter() {
  const { t } = useTranslation()
  const { search, change } = useOrdersSearch()
  const couriers = useCouriers()
  const chosen = search.shipment_id ?? []
  const names = couriers.filter(({ id }) => chosen.includes(id)).map(({ name }) => name)
  return (
    <FilterChip
      label={t('orders.courier')}
      value={names.length > 0 ? names.join(', ') : null}
      clearLabel={t('list.removeFilter', { filter: t('orders.courier') })}
      onClear={() => change({ shipment_id: undefined })}
    >
      {() => (
        <CheckList
          options={couriers
            .filter(({ id, is_connected: isConnected }) => isConnected || chosen.includes(id))
            .map(({ id, name }) => ({ value: id, label: name }))}
          chosen={chosen}
          onChange={(shipment_id) => change({ shipment_id })}
        />
      )}
    </FilterChip>
  )
}
