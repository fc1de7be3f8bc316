import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { useTranslation } from 'react-i18next'
import { selfDeliveryId } from '../../../../model/delivery.ts'
import { paymentMethodIds, paymentMethods } from '../../../../model/order.ts'
import { useAfterPage } from '../../../parts/after-page.ts'
import { useSegmentName, useSegments } from '../../../parts/list/segment-filter.tsx'
import { courierChoicesQuery } from '../../../parts/queries/courier-queries.ts'
import { isCrm, shopsQuery } from '../../../parts/queries/shop-queries.ts'
import { paths } from '../../../paths.ts'
import { CheckList, ChoiceList, FilterChip, FilterSection, FilterSections } from '../../../ui/filter-chip.tsx'
import { noParcelFilter, parcelFilter, parcelStates, parcelStatesIn } from '../parcel-state.ts'
import styles from './orders-filters.module.css'
import { useOrdersSearch } from './use-orders.ts'

/** Applied ones of the less common filters, in words, and how to take them off. */
export function useMoreFilters() {
  const { t } = useTranslation()
  const { search, change } = useOrdersSearch()
  const { platforms, providers, nameOf } = useChoices()
  const { platform_id: channels = [], payment_method: payments = [], shipment_id: couriers = [] } = search
  const parcel = parcelStatesIn(search)
  const segment = useSegmentName(search.segment_id)
  const applied = [
    ...channels.map((id) => platforms.get(id) ?? String(id)),
    ...paymentMethods
      .filter((method) => payments.includes(paymentMethodIds[method]))
      .map((method) => t(`payment.${method}`)),
    ...providers.filter(({ id }) => couriers.includes(id)).map(nameOf),
    ...parcel.map((state) => t(`queue.parcel.${state}`)),
    ...(segment === null ? [] : [segment]),
  ]
  const isApplied = [channels, payments, couriers, parcel].some(({ length }) => length > 0)
  return {
    value: isApplied || segment !== null ? applied.join(', ') || '…' : null,
    clear: () =>
      change({
        platform_id: undefined,
        payment_method: undefined,
        shipment_id: undefined,
        segment_id: undefined,
        ...noParcelFilter,
      }),
  }
}

function useChoices() {
  const { t } = useTranslation()
  const isAsked = useAfterPage()
  const { data: shops = [] } = useQuery({ ...shopsQuery, enabled: isAsked })
  const { data: providers = [] } = useQuery({ ...courierChoicesQuery, enabled: isAsked })
  const platforms = new Map(
    shops
      .filter((shop) => !isCrm(shop))
      .map(({ platform_id: id, platform }) => [id, platform?.data.name ?? String(id)]),
  )
  const nameOf = ({ id, name }: (typeof providers)[number]) =>
    id === selfDeliveryId ? t('self.setting.title') : name
  return { platforms, providers, nameOf }
}

/** Less common filters: channel, payment, courier, how far the parcel is, and the segment of the customer. */
export function MoreFilters() {
  const { t } = useTranslation()
  const { search, change } = useOrdersSearch()
  const { platforms, providers, nameOf } = useChoices()
  const { value, clear } = useMoreFilters()
  const { platform_id: channels = [], payment_method: payments = [], shipment_id: couriers = [] } = search
  const [parcel] = parcelStatesIn(search)
  const segments = useSegments() ?? []
  return (
    <FilterChip
      label={t('orders.more')}
      icon={<SlidersHorizontal size={15} aria-hidden="true" />}
      value={value}
      clearLabel={t('list.removeFilter', { filter: t('orders.more') })}
      onClear={clear}
    >
      {() => (
        <FilterSections>
          <FilterSection title={t('orders.channel')}>
            <CheckList
              options={[...platforms].map(([value, label]) => ({ value, label }))}
              chosen={channels}
              onChange={(platform_id) => change({ platform_id })}
            />
          </FilterSection>
          <FilterSection title={t('orders.payment')}>
            <CheckList
              options={paymentMethods.map((method) => ({
                value: paymentMethodIds[method],
                label: t(`payment.${method}`),
              }))}
              chosen={payments}
              onChange={(payment_method) => change({ payment_method })}
            />
          </FilterSection>
          <FilterSection title={t('orders.courier')}>
            <CheckList
              options={providers
                .filter(({ id, is_connected: isConnected }) => isConnected || couriers.includes(id))
                .map((one) => ({ value: one.id, label: nameOf(one) }))}
              chosen={couriers}
              onChange={(shipment_id) => change({ shipment_id })}
            />
          </FilterSection>
          <FilterSection title={t('queue.parcelState')}>
            <ChoiceList
              options={parcelStates.map((value) => ({ value, label: t(`queue.parcel.${value}`) }))}
              chosen={parcel}
              onChoose={(state) => change(parcelFilter(state === parcel ? undefined : state))}
            />
          </FilterSection>
          {segments.length > 0 && (
            <FilterSection title={t('list.segment')}>
              <ChoiceList
                options={segments.map(({ id, name }) => ({ value: id, label: name }))}
                chosen={search.segment_id}
                onChoose={(id) => change({ segment_id: id === search.segment_id ? undefined : id })}
              />
            </FilterSection>
          )}
          <Link className={styles['allReturns']} to={paths.returns()} search={true} resetScroll={false}>
            {t('returns.all')}
          </Link>
        </FilterSections>
      )}
    </FilterChip>
  )
}
