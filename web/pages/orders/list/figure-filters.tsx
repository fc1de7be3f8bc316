import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { cancelReasonCodes } from '../../../../model/cancel-reason.ts'
import { placeOfRegion, unknownRegion } from '../../../../model/place.ts'
import { locale } from '../../../page-language.ts'
import { countryName } from '../../../parts/country-name.ts'
import type { AppliedFilter } from '../../../parts/list/list-filters.tsx'
import { NeedFilter } from '../../../parts/list/need-filter.tsx'
import { customerQuery } from '../../../parts/queries/customer-queries.ts'
import { skuQuery } from '../../../parts/queries/sku-queries.ts'
import { allows, meQuery } from '../../../session.ts'
import { useOrdersSearch } from './use-orders.ts'

/** Filters that a figure of analytics set, in words, and how to take each off. */
export function useFigureFilters(): AppliedFilter[] {
  const { t } = useTranslation()
  const { search, change } = useOrdersSearch()
  const sku = useSkuCode(search.sku_id?.[0])
  const also = useSkuCode(search.also_sku_id)
  const customer = useCustomerName(search.customer_id)
  const { region, sold_hour: hours, sold_weekday: weekdays, shop_sku: shopSku } = search
  const { cancel_reason: reason, cancel_initiator: initiator, customer_type: type } = search
  const labels = {
    ids: search.ids && t('queue.onlyThese', { count: search.ids.length }),
    region: region && regionName(region, t('analytics.hiddenPlace')),
    sold_weekday: weekdays?.map(weekdayName).join(', '),
    sold_hour: hoursText(hours),
    hour: hoursText(search.hour),
    has_courier: search.has_courier === 0 && t('analytics.couriers.unknown'),
    sku_id: search.sku_id && `SKU: ${sku}`,
    also_sku_id: search.also_sku_id && `SKU: ${also}`,
    also_shop_sku: search.also_shop_sku && `SKU: ${search.also_shop_sku}`,
    shop_sku: shopSku && `SKU: ${shopSku}`,
    cancel_reason: reason && `${t('analytics.cancel.reason')}: ${reasonName(reason, t)}`,
    cancel_initiator:
      initiator && `${t('analytics.cancel.byWhom')}: ${t(`analytics.initiator.${initiator}`)}`,
    customer_type:
      type && t(`analytics.figure.${type === 'known' ? 'customers' : (`${type}_customers` as const)}`),
    customer_id: search.customer_id && `${t('orders.customer')}: ${customer}`,
  }
  return Object.entries(labels).flatMap(([key, label]) =>
    label ? [{ key, label, clear: () => change({ [key]: undefined }) }] : [],
  )
}

export function FigureFilters() {
  const { t } = useTranslation()
  return useFigureFilters().map(({ key, label, clear }) => (
    <NeedFilter
      key={key}
      label={label}
      isOn
      removeLabel={t('list.removeFilter', { filter: label })}
      onChange={clear}
    />
  ))
}

const hoursText = (hours: number[] | undefined) =>
  hours?.map((hour) => `${hourText(hour)} – ${hourText(hour + 1)}`).join(', ')

const hourText = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** 1 Monday to 7 Sunday. The first of January 2024 was a Monday. */
function weekdayName(weekday: number): string {
  return new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2024, 0, weekday),
  )
}

function regionName(region: string, hidden: string): string {
  if (region === unknownRegion) return hidden
  const { country, name } = placeOfRegion(region)
  const land = country && countryName(country)
  return [name, land].filter(Boolean).join(', ')
}

function reasonName(reason: string, t: TFunction): string {
  if (reason === 'none') return t('analytics.cancel.notGiven')
  const code = cancelReasonCodes.find((one) => one === reason)
  return code ? t(`cancelReason.${code}`) : reason
}

function useSkuCode(id: number | undefined): string {
  const { data: me } = useSuspenseQuery(meQuery)
  const isAsked = id !== undefined && allows(me, 'sku.view')
  const { data, isLoading } = useQuery({ ...skuQuery(id ?? 0), enabled: isAsked })
  return data?.prime_sku ?? nameless(id, isLoading)
}

function useCustomerName(id: number | undefined): string {
  const { data: me } = useSuspenseQuery(meQuery)
  const isAsked = id !== undefined && allows(me, 'customers.view')
  const { data, isLoading } = useQuery({ ...customerQuery(id ?? 0), enabled: isAsked })
  return data?.name ?? nameless(id, isLoading)
}

/** The number, for people who may not read the name. */
const nameless = (id: number | undefined, isLoading: boolean) =>
  id === undefined ? '' : isLoading ? '…' : String(id)
