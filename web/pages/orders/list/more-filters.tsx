import { useQuery } from '@tanstack/react-query'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { selfDeliveryId } from '../../../../model/delivery.ts'
import { paymentMethodIds, paymentMethods } from '../../../../model/order.ts'
import { useAfterPage } from '../../../parts/after-page.ts'
import { courierChoicesQuery } from '../../../parts/queries/courier-queries.ts'
import { isCrm, shopsQuery } from '../../../parts/queries/shop-queries.ts'
import { CheckList, ChoiceList, FilterChip } from '../../../ui/filter-chip.tsx'
import styles from './orders-filters.module.css'
import { useOrdersSearch } from './use-orders.ts'

/** Less common filters: channel, payment, courier, and whether the waybill has been printed. */
export function MoreFilters() {
  const { t } = useTranslation()
  const { search, change } = useOrdersSearch()
  const isAsked = useAfterPage()
  const { data: shops = [] } = useQuery({ ...shopsQuery, enabled: isAsked })
  const { data: providers = [] } = useQuery({ ...courierChoicesQuery, enabled: isAsked })
  const platforms = new Map(
    shops
      .filter((shop) => !isCrm(shop))
      .map(({ platform_id: id, platform }) => [id, platform?.data.name ?? String(id)]),
  )
  const {
    platform_id: channels = [],
    payment_method: payments = [],
    shipment_id: couriers = [],
    is_printed: printed,
  } = search
  const nameOf = ({ id, name }: (typeof providers)[number]) =>
    id === selfDeliveryId ? t('self.setting.title') : name
  const marks = [t('orders.notPrinted'), t('orders.printed')]
  const applied = [
    ...channels.map((id) => platforms.get(id) ?? String(id)),
    ...paymentMethods
      .filter((method) => payments.includes(paymentMethodIds[method]))
      .map((method) => t(`payment.${method}`)),
    ...providers.filter(({ id }) => couriers.includes(id)).map(nameOf),
    ...(printed === undefined ? [] : [marks[printed]]),
  ]
  const isApplied = [channels, payments, couriers].some(({ length }) => length > 0) || printed !== undefined
  return (
    <FilterChip
      label={t('orders.more')}
      icon={<SlidersHorizontal size={15} aria-hidden="true" />}
      value={isApplied ? applied.join(', ') || '…' : null}
      clearLabel={t('orders.removeFilter', { filter: t('orders.more') })}
      onClear={() =>
        change({
          platform_id: undefined,
          payment_method: undefined,
          shipment_id: undefined,
          is_printed: undefined,
        })
      }
    >
      {() => (
        <div className={styles['sections']}>
          <Section title={t('orders.channel')}>
            <CheckList
              options={[...platforms].map(([value, label]) => ({ value, label }))}
              chosen={channels}
              onChange={(platform_id) => change({ platform_id })}
            />
          </Section>
          <Section title={t('orders.payment')}>
            <CheckList
              options={paymentMethods.map((method) => ({
                value: paymentMethodIds[method],
                label: t(`payment.${method}`),
              }))}
              chosen={payments}
              onChange={(payment_method) => change({ payment_method })}
            />
          </Section>
          <Section title={t('orders.courier')}>
            <CheckList
              options={providers
                .filter(({ id, is_connected: isConnected }) => isConnected || couriers.includes(id))
                .map((one) => ({ value: one.id, label: nameOf(one) }))}
              chosen={couriers}
              onChange={(shipment_id) => change({ shipment_id })}
            />
          </Section>
          <Section title={t('orders.label')}>
            <ChoiceList
              options={marks.map((label, value) => ({ value, label }))}
              chosen={printed}
              onChoose={(value) => change({ is_printed: value === printed ? undefined : (value as 0 | 1) })}
            />
          </Section>
        </div>
      )}
    </FilterChip>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles['section']}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  )
}
