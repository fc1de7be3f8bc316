import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { amountText, compact } from '../../../parts/figures.ts'
import { spendingQuery } from '../../../parts/queries/customer-queries.ts'
import { BarsOrTable } from '../../../parts/sales/bars-or-table.tsx'
import { useClock } from '../../../parts/when.tsx'
import { Card } from '../../../ui/drawer-frame.tsx'

/** Spending of the last twelve months; left out where there was none. Bars are in the customer's currency, the table has all. */
export function SpendingCard({ id }: { id: number }) {
  const { t } = useTranslation()
  const clock = useClock()
  const { data: spending } = useQuery(spendingQuery(id))
  if (!spending?.by_month.some(({ total, others }) => total > 0 || others.length > 0)) return null
  const { currency, by_month: months } = spending
  const monthText = (month: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(clock.locale, { ...options, timeZone: 'UTC' }).format(new Date(month))
  return (
    <Card title={t('customers.byMonth')}>
      <BarsOrTable
        title={t('customers.byMonth')}
        label={t('customers.spent')}
        bars={months.map(({ month, total }) => ({
          name: monthText(month, { month: 'short' }),
          value: total,
        }))}
        mean={null}
        axisWidth={64}
        format={compact}
      >
        <thead>
          <tr>
            <th scope="col">{t('customers.month')}</th>
            <th scope="col">{t('customers.spent')}</th>
          </tr>
        </thead>
        <tbody>
          {months.toReversed().map(({ month, total, others }) => (
            <tr key={month}>
              <th scope="row">{monthText(month, { month: 'long', year: 'numeric' })}</th>
              <td>
                {[{ currency, total }, ...others]
                  .map((one) => amountText(one.total, one.currency))
                  .join(' + ')}
              </td>
            </tr>
          ))}
        </tbody>
      </BarsOrTable>
    </Card>
  )
}
