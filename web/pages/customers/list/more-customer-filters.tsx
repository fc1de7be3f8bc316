import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { useTranslation } from 'react-i18next'
import { ChoiceList, FilterChip, FilterSection, FilterSections } from '../../../ui/filter-chip.tsx'
import { rates, useCustomerSearch } from './customer-search.ts'
import { RangeForm } from './range-filter.tsx'
import { rateName } from './rate-name.ts'

type Props = {
  /** Applied ones in words; null: none is. */
  value: string | null
  onClear: () => void
  currency: string
}

/** Less common filters: delivered rate, what was spent, and the number of orders. */
export function MoreCustomerFilters({ value, onClear, currency }: Props) {
  const { t } = useTranslation()
  const { search, change } = useCustomerSearch()
  const spent = { from: search.total_price_min, to: search.total_price_max }
  const orders = { from: search.total_order_min, to: search.total_order_max }
  return (
    <FilterChip
      label={t('customers.more')}
      icon={<SlidersHorizontal size={15} aria-hidden="true" />}
      value={value}
      clearLabel={t('list.removeFilter', { filter: t('customers.more') })}
      onClear={onClear}
    >
      {(close) => (
        <FilterSections>
          <FilterSection title={t('customers.deliveredRate')}>
            <ChoiceList
              options={rates.map((value) => ({ value, label: t(`customers.rate.${rateName(value)}`) }))}
              chosen={rates.find((one) => one === search.delivered_rate)}
              onChoose={(rate) =>
                change({ delivered_rate: rate === search.delivered_rate ? undefined : rate })
              }
            />
          </FilterSection>
          <FilterSection title={t('customers.spent')}>
            <RangeForm
              range={spent}
              currency={currency}
              onApply={({ from, to }) => {
                change({ total_price_min: from, total_price_max: to })
                close()
              }}
            />
          </FilterSection>
          <FilterSection title={t('customers.orders')}>
            <RangeForm
              range={orders}
              currency={undefined}
              onApply={({ from, to }) => {
                change({ total_order_min: from, total_order_max: to })
                close()
              }}
            />
          </FilterSection>
        </FilterSections>
      )}
    </FilterChip>
  )
}
